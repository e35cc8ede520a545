/* waymark view: files and the viewer as one HTML file, opened in the browser. With --serve, a
 * server takes the place of the file (cli/serve). */
#include <stdlib.h>
#include <string.h>

#include "platform.h"
#include "serve/view.h"
#include "view_files.h"

/* ---- the viewer ---- */

/* The viewer next to the executable, where it is built or installed. False if it is in neither
 * place. */
static bool find_installed(char path[PLATFORM_PATH])
{
    static const char *const places[] = {"web/viewer.html", "../share/waymark/viewer.html"};
    char self[PLATFORM_PATH];
    if (!platform_self(self))
        return false;
    size_t folder = (size_t)(cli_basename(self) - self);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int n = snprintf(path, PLATFORM_PATH, "%.*s%s", (int)folder, self, places[i]);
        if (n > 0 && n < PLATFORM_PATH && platform_find(path) == PLATFORM_FILE)
            return true;
    }
    return false;
}

static int load_viewer(wm_buffer *viewer)
{
    char path[PLATFORM_PATH];
    const char *named = getenv("WAYMARK_VIEWER");
    if (!named && !find_installed(path))
        return cli_fail(
            EXIT_OUTPUT,
            "cannot find the viewer: web/viewer.html must be next to the program ('make web' "
            "builds it, and the archive for Windows has it), or WAYMARK_VIEWER its path");
    return cli_load(named ? named : path, viewer) ? EXIT_FINE : EXIT_OUTPUT;
}

/* ---- the page ---- */

static const char *name_in_page(const cli_view_list *list, size_t i)
{
    const char *path = list->files[i].path;
    return strcmp(path, "-") == 0 ? "stdin" : path + list->prefix;
}

static int make_page(const cli_view_list *list, wm_buffer *page)
{
    wm_error error;
    wm_buffer viewer;
    int code = load_viewer(&viewer);
    if (code != EXIT_FINE)
        return code;
    wm_view_file *files = calloc(list->count, sizeof *files);
    for (size_t i = 0; files && i < list->count; i++)
        files[i] = (wm_view_file){name_in_page(list, i), list->files[i].data, list->files[i].size};
    if (!files) {
        code = cli_no_memory(CLI_WRITING);
    } else if (wm_view_page(viewer.data, viewer.size, files, list->count, CLI_WRITE_OPTS, page,
                            &error) != WM_OK)
        code = cli_fail_on(CLI_WRITING, "viewer.html", &error);
    free(files);
    wm_buffer_free(&viewer);
    return code;
}

/* How much of a name the page's own name has: whole characters of UTF-8, so many that the ending
 * and the suffix of a temporary file fit into the 255 bytes of a file system. */
static size_t shown_size(const char *name)
{
    enum { NAME_ROOM = 200 };
    size_t size = strlen(name);
    if (size <= NAME_ROOM)
        return size;
    for (size = NAME_ROOM; size > 0 && ((unsigned char)name[size] & 0xC0) == 0x80;)
        size--;
    return size;
}

/* NAME.html in a new folder for temporary files. */
static int temporary_path(const cli_view_list *list, char path[PLATFORM_PATH])
{
    const char *name = cli_basename(name_in_page(list, 0));
    size_t folder = platform_make_temporary(path) ? strlen(path) : 0, room = PLATFORM_PATH - folder;
    int n = folder ? snprintf(path + folder, room, "/%.*s.html", (int)shown_size(name), name) : -1;
    if (n < 0 || (size_t)n >= room)
        return cli_fail(EXIT_OUTPUT, "cannot create a temporary file; use -o OUT.html");
    return EXIT_FINE;
}

/* ---- the verb ---- */

static void say(const cli *c, const cli_view_list *list, const char *out, size_t size, bool opened)
{
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, stdout);
        wm_json_add_text(&j, "output", out);
        wm_json_begin_array(&j, "files");
        for (size_t i = 0; i < list->count; i++)
            wm_json_add_text(&j, NULL, name_in_page(list, i));
        wm_json_end(&j);
        wm_json_add_uint(&j, "bytes", size);
        wm_json_add_bool(&j, "opened", opened);
        json_finish(&j);
    } else if (!c->quiet && strcmp(out, "-") != 0) {
        fputs("waymark: wrote ", stderr);
        cli_put_name(stderr, out);
        cli_print(stderr, ": the viewer with %zu file%s, %zu bytes%s\n", list->count,
                  list->count == 1 ? "" : "s", size, opened ? "" : "; open it in a browser");
    }
}

static int view(const cli *c, const cli_view_list *list)
{
    char path[PLATFORM_PATH];
    const char *out = cli_get(c, "output");
    wm_buffer page;
    int code = make_page(list, &page);
    if (code != EXIT_FINE)
        return code;
    if (!out) {
        code = temporary_path(list, path);
        out = path;
    }
    bool ready = code == EXIT_FINE;
    if (ready)
        code = cli_save(c, out, page.data, page.size);
    if (ready && code != EXIT_FINE && out == path) { /* leave no empty folder behind */
        path[cli_basename(path) - path] = '\0';
        platform_remove_directory(path);
    }
    if (code == EXIT_FINE) {
        bool opened = strcmp(out, "-") != 0 && !cli_has(c, "no-open") && platform_open_page(out);
        say(c, list, out, page.size, opened);
    }
    wm_buffer_free(&page);
    return code;
}

static int serve(const cli *c)
{
    wm_buffer viewer;
    if (cli_has(c, "output"))
        return cli_fail(EXIT_USAGE, "--output has no effect with --serve, which writes no file");
    int code = load_viewer(&viewer);
    if (code != EXIT_FINE)
        return code;
    code = serve_view(c, &viewer);
    wm_buffer_free(&viewer);
    return code;
}

static int run(cli *c)
{
    const char *out = cli_get(c, "output");
    cli_view_list list;
    if (cli_has(c, "serve"))
        return serve(c);
    if (cli_has(c, "port"))
        return cli_fail(EXIT_USAGE, "--port is used only with --serve");
    if (c->json && out && strcmp(out, "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    int code = cli_view_gather(c, &list);
    if (code == EXIT_FINE)
        code = view(c, &list);
    cli_view_free(&list);
    return code;
}

static const cli_option options[] = {
    {"output", "OUT.html", "the file to write (default: a new temporary file)"},
    {"no-open", NULL, "write the file, or serve the files, but do not open the page"},
    {"serve", NULL, "write no file: serve the folders to this machine and follow changes"},
    {"port", "PORT", "with --serve: the port to listen on (default: a free one)"},
    {0},
};

const cli_verb cmd_view = {
    .name = "view",
    .synopsis = "[options] FILE...",
    .summary = "open files in the browser, as one HTML file",
    .details =
        "Writes one HTML file that contains the viewer and the files, and opens it in the\n"
        "browser if there is a desktop. The page needs no network, so you can attach it to a\n"
        "bug report. Files that belong together are included: the MDX, the supermodels and the\n"
        "textures of a model; the rooms, the path points and the objects of a layout. From a\n"
        "folder or an archive, all files of known formats are included. Folders that all\n"
        "files share are left out of the names in the page.\n\n"
        "With --serve no file is written. The command prints the address of the page, opens it,\n"
        "and serves the files of known formats in the folders, to this machine only, until you\n"
        "press Ctrl-C. When a file changes on disk, the page reloads it. A FILE stands for the\n"
        "folder that it is in, and is opened first. Hidden files and links are left out.\n\n"
        "'make web' builds the viewer. Set WAYMARK_VIEWER to use another viewer.html.\n\n"
        "  waymark view room.wok\n"
        "  waymark view area.lyt -o report.html\n"
        "  waymark view --game-dir 'C:\\KotOR' --module danm13\n"
        "  waymark view --no-open -o all.html module/\n"
        "  waymark view --serve module/",
    .options = options,
    .min_files = 1,
    .run = run,
};
