/* Archives for the command: ARCHIVE:name.ext wherever a file is read. */
#include "archive.h"
#include "kept.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 4 };

#define CLI_ARCHIVE_OPTS(title)                                                                    \
    (&(wm_archive_opts){.base = {.allocator = cli_allocator()}, .name = (title)})

static int fold(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

bool cli_matches(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') { /* first try to match nothing with it */
            star = ++pattern;
            from = name;
        } else if (*pattern == '?' || fold(*pattern) == fold(*name)) {
            pattern++;
            name++;
        } else if (star) { /* the last star takes one more character */
            pattern = star;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

static const char *name_with_type(const wm_archive_entry *e, char text[CLI_ENTRY_TEXT])
{
    snprintf(text, CLI_ENTRY_TEXT, "%s%s%s", e->name, *e->type ? "." : "", e->type);
    return text;
}

const char *cli_entry_name(const wm_archive_entry *e, char text[CLI_ENTRY_TEXT])
{
    return e->path ? e->path : name_with_type(e, text);
}

bool cli_entry_matches(const wm_archive_entry *e, const char *pattern)
{
    char text[CLI_ENTRY_TEXT];
    return cli_matches(pattern, name_with_type(e, text)) ||
           (e->path && cli_matches(pattern, e->path));
}

/* Is text[0..size) this word, ignoring case? */
static bool is_word(const char *text, size_t size, const char *word)
{
    size_t i = 0;
    while (i < size && word[i] && fold(text[i]) == (unsigned char)word[i])
        i++;
    return i == size && !word[i];
}

bool cli_name_is_reserved(const char *name, size_t size)
{
    static const char *const devices[] = {"con",    "prn",     "aux",    "nul",
                                          "conin$", "conout$", "clock$", NULL};
    static const char *const digits[] = {"\xc2\xb9", "\xc2\xb2", "\xc2\xb3", NULL};
    static const char own[] = ".waymark-";
    if (size >= sizeof own - 1 && is_word(name, sizeof own - 1, own))
        return true;
    size_t stem = 0; /* Windows looks at what is before the first dot, without spaces */
    while (stem < size && name[stem] != '.')
        stem++;
    while (stem && name[stem - 1] == ' ')
        stem--;
    for (const char *const *d = devices; *d; d++)
        if (is_word(name, stem, *d))
            return true;
    if (stem < 4 || (!is_word(name, 3, "com") && !is_word(name, 3, "lpt")))
        return false;
    bool number = stem == 4 && name[3] >= '0' && name[3] <= '9';
    for (const char *const *d = digits; *d; d++) /* superscript 1, 2 and 3 count, too */
        number = number || is_word(name + 3, stem - 3, *d);
    return number;
}

bool cli_entry_is_plain(const char *path)
{
    for (;; path++) {
        size_t size = strcspn(path, "/");
        for (size_t i = 0; i < size; i++)
            if ((unsigned char)path[i] < 32 || path[i] == 127 || strchr("\\:*?\"<>|", path[i]))
                return false;
        if (size == 0 || path[size - 1] == '.' || path[size - 1] == ' ')
            return false; /* so are "." and ".." */
        if (cli_name_is_reserved(path, size))
            return false;
        path += size;
        if (!*path)
            return true;
    }
}

/* The size of the longest prefix before a colon that is a file; 0: none. */
static size_t file_prefix(const char *file)
{
    char *copy = cli_copy_text(file, strlen(file));
    size_t size = 0;
    for (char *colon = copy; colon && !size && (colon = strrchr(copy, ':'));) {
        *colon = '\0';
        if (platform_find(copy) == PLATFORM_FILE)
            size = (size_t)(colon - copy);
    }
    free(copy);
    return size;
}

size_t cli_archive_prefix(const char *file)
{
    const char *last = strrchr(file, ':');
    if (!last || !last[1] || platform_exists(file) || !file_prefix(file))
        return 0;
    return (size_t)(last - file);
}

/* The entry "name.ext"; WM_NO_INDEX and *error if there is none. */
static uint32_t find_entry(const cli_archive *a, const char *entry, wm_error *error)
{
    const char *slash = strrchr(entry, '/'), *dot = strrchr(slash ? slash : entry, '.');
    char *name = cli_copy_text(entry, dot ? (size_t)(dot - entry) : strlen(entry));
    uint32_t i = name ? wm_archive_find(a->archive, name, dot ? dot + 1 : "") : WM_NO_INDEX;
    if (!name)
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    else if (i == WM_NO_INDEX)
        wm_error_set(error, WM_IO, "", "there is no '%s' in %s", entry, a->archive->name);
    free(name);
    return i;
}

/* The bytes of an entry are the source of the archive in it. */
static void free_bytes(void *user)
{
    wm_buffer *bytes = user;
    wm_buffer_free(bytes);
    free(bytes);
}

/* What an entry of an archive in another one may have: as much as one in a ZIP of the size of the
 * file that both are in. Otherwise each archive would multiply what the next may have. */
static uint64_t inner_limit(const char *file)
{
    wm_source source;
    if (wm_file_source(file, cli_allocator(), &source, NULL) != WM_OK)
        return 1;
    uint64_t limit = (UINT64_C(4) << 20) + 32 * source.size;
    source.close(source.user);
    return limit < UINT64_C(1) << 30 ? limit : UINT64_C(1) << 30;
}

/* Opens the archive that is an entry of the current one. */
static bool open_inner(cli_archive *a, const char *path, size_t size, const char *entry,
                       uint64_t limit, wm_error *error)
{
    if (a->depth == DEEPEST) {
        wm_error_set(error, WM_LIMIT, "", "archives are nested more than %d times", DEEPEST);
        return false;
    }
    uint32_t index = find_entry(a, entry, error);
    char *name = cli_copy_text(path, size);
    wm_buffer *bytes = index != WM_NO_INDEX ? malloc(sizeof *bytes) : NULL;
    wm_archive *inner = NULL;
    if (bytes && name &&
        wm_archive_extract(a->archive, index, CLI_WRITE_OPTS, bytes, error) == WM_OK) {
        wm_source source = {
            .size = bytes->size, .data = bytes->data, .close = free_bytes, .user = bytes};
        wm_archive_opts opts = *CLI_ARCHIVE_OPTS(name);
        opts.entry_limit = limit;
        inner = wm_archive_new(&source, &opts, error);
    } else if (index != WM_NO_INDEX) {
        if (!bytes || !name)
            wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        free(bytes);
    }
    free(name);
    if (!inner)
        return false;
    a->outer[a->depth++] = a->archive;
    a->archive = inner;
    return true;
}

static void close_now(cli_archive *a)
{
    wm_archive_free(a->archive);
    while (a->depth)
        wm_archive_free(a->outer[--a->depth]);
    a->archive = NULL;
}

static void close_kept(void *thing)
{
    close_now(thing);
    free(thing);
}

static bool take_kept(cli_archive *a, const char *path, size_t size)
{
    cli_archive *kept = cli_kept_take(CLI_KEPT_ARCHIVE, path, size);
    *a = kept ? *kept : (cli_archive){0};
    free(kept);
    return a->archive != NULL;
}

bool cli_archive_open(cli_archive *a, const char *path, size_t size, wm_error *error)
{
    if (take_kept(a, path, size))
        return true;
    char *copy = cli_copy_text(path, size);
    size_t first = copy && platform_find(copy) != PLATFORM_FILE ? file_prefix(copy) : size;
    if (!copy) {
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        return false;
    }
    if (first && first < size)
        copy[first] = '\0';
    a->archive = wm_archive_open_file(copy, CLI_ARCHIVE_OPTS(NULL), error);
    uint64_t limit = a->archive && first && first < size ? inner_limit(copy) : 0;
    while (a->archive && first && first < size) {
        char *entry = copy + first + 1, *colon = strchr(entry, ':');
        if (colon)
            *colon = '\0';
        size_t next = colon ? (size_t)(colon - copy) : size;
        if (!open_inner(a, path, next, entry, limit, error)) {
            close_now(a);
            break;
        }
        first = next;
    }
    free(copy);
    return a->archive != NULL;
}

/* Its name is the path that it was opened with. */
void cli_archive_close(cli_archive *a)
{
    cli_archive *copy = a->archive ? malloc(sizeof *copy) : NULL;
    if (!copy) {
        close_now(a);
        return;
    }
    *copy = *a;
    *a = (cli_archive){0};
    const char *name = copy->archive->name;
    cli_kept_give(CLI_KEPT_ARCHIVE, name, strlen(name), copy, close_kept);
}

wm_status cli_archive_read(const char *file, wm_buffer *out, wm_error *error)
{
    cli_archive a;
    size_t size = cli_archive_prefix(file);
    wm_error why = {0};
    *out = (wm_buffer){0};
    if (cli_archive_open(&a, file, size, &why)) {
        uint32_t i = find_entry(&a, file + size + 1, &why);
        if (i != WM_NO_INDEX &&
            wm_archive_extract(a.archive, i, CLI_WRITE_OPTS, out, &why) == WM_OK)
            why.code = WM_OK;
        cli_archive_close(&a);
    }
    if (why.code != WM_OK && error)
        *error = why;
    return why.code;
}
