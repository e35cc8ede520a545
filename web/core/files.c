/* The dropped files, and finding one relative to another. */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "core.h"

const char *core_basename(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* FNV-1a over the lower-case bytes of two strings. All files are searched for each
 * companion, and folders can be large. */
static uint32_t hash_of(const char *a, size_t a_size, const char *b)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < a_size; i++)
        h = (h ^ (uint32_t)tolower((unsigned char)a[i])) * 16777619u;
    for (; *b; b++)
        h = (h ^ (uint32_t)tolower((unsigned char)*b)) * 16777619u;
    return h;
}

/* ---- the index ---- */

static void forget_index(core *c)
{
    free(c->buckets);
    c->buckets = NULL;
}

/* Each bucket lists its files in the order in which they were added. */
static bool make_index(core *c)
{
    size_t count = 64;
    while (count < c->file_count)
        count *= 2;
    if (c->buckets)
        return true;
    c->buckets = malloc(count * sizeof *c->buckets);
    if (!c->buckets)
        return false;
    c->bucket_count = count;
    for (size_t i = 0; i < count; i++)
        c->buckets[i] = WM_NO_INDEX;
    for (size_t i = c->file_count; i-- > 0;) {
        core_file *f = c->files[i];
        uint32_t *bucket = f ? &c->buckets[f->hash & (count - 1)] : NULL;
        if (!f)
            continue;
        f->next = *bucket;
        *bucket = (uint32_t)i;
    }
    return true;
}

/* ---- files ---- */

static void free_file(core_file *f)
{
    if (!f)
        return;
    wm_archive_free(f->mounted);
    core_remote_free(f->remote);
    free(f->name);
    free(f->data);
    free(f);
}

void core_free_file(core *c, size_t index)
{
    free_file(c->files[index]);
    c->files[index] = NULL;
    forget_index(c);
}

static core_file **slot_of(core *c, const char *name)
{
    for (size_t i = 0; i < c->file_count; i++)
        if (c->files[i] && strcmp(c->files[i]->name, name) == 0)
            return &c->files[i];
    return NULL;
}

/* Takes the game's materials from any table that has them. */
void core_take_surfaces(core *c)
{
    c->surfaces = *wm_kotor_surfaces_default();
    for (size_t i = 0; i < c->file_count; i++) {
        const core_file *f = c->files[i];
        wm_2da *table =
            f && f->format == WM_FORMAT_2DA ? wm_2da_read(f->data, f->size, NULL, NULL) : NULL;
        if (table)
            wm_kotor_surfaces_from_2da(table, &c->surfaces, NULL);
        wm_2da_free(table);
    }
}

/* Folders contain many useless files, such as textures: for those the name is enough. An MDX
 * can be identified only by name, and so can some visibility lists. */
static void drop_useless(core_file *f)
{
    static const char *const used[] = {".mdx", ".vis", ".bin", ".mtl",
                                       ".txi", ".git", ".utd", ".utp"};
    const char *dot = strrchr(core_basename(f->name), '.');
    bool known = f->format != WM_FORMAT_UNKNOWN && f->format != WM_FORMAT_ALL_ZERO;
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        known = known || (dot && strcasecmp(dot, used[i]) == 0);
    if (known)
        return;
    free(f->data);
    f->data = NULL;
}

/* Open documents were read with the files present at that time. */
static void files_changed(core *c)
{
    core_close_all(c);
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (!f)
            continue;
        f->named = false;
        if (f->format == WM_FORMAT_KOTOR_MDL || core_is_import(f))
            f->scanned = false; /* its MDX or buffer may have been added */
    }
}

core_file *core_new_file(core *c, char *name)
{
    core_file *f = name ? calloc(1, sizeof *f) : NULL;
    if (!f) {
        free(name);
        return NULL;
    }
    *f = (core_file){.core = c, .name = name};
    f->hash = hash_of("", 0, core_basename(name));
    return f;
}

bool core_append(core *c, core_file *f)
{
    if (!f || c->file_count >= UINT32_MAX / CORE_PARTS - 1 ||
        !core_grow((void **)&c->files, &c->file_capacity, c->file_count + 1, sizeof *c->files)) {
        free_file(f);
        return false;
    }
    f->index = (uint32_t)c->file_count;
    c->files[c->file_count++] = f;
    forget_index(c);
    return true;
}

/* Puts a file in the place of one with the same name, if there is one. */
static bool place(core *c, core_file *f)
{
    core_file **slot = f ? slot_of(c, f->name) : NULL;
    files_changed(c);
    if (!slot)
        return core_append(c, f);
    if ((*slot)->is_archive)
        core_unmount(c, *slot);
    f->index = (uint32_t)(slot - c->files);
    core_free_file(c, f->index);
    c->files[f->index] = f;
    return true;
}

bool core_add(core *c, char *name, uint8_t *data, size_t size)
{
    core_file *f = core_new_file(c, name);
    if (!f) {
        free(data);
        return false;
    }
    f->data = data;
    f->size = size;
    f->format = wm_detect(data, size);
    if (f->format == WM_FORMAT_UNKNOWN)
        f->is_archive = wm_archive_detect(&(wm_source){.size = size, .data = data}, &f->kind);
    if (!f->is_archive)
        drop_useless(f);
    wm_format format = f->format;
    if (!place(c, f))
        return false;
    if (format == WM_FORMAT_2DA)
        core_take_surfaces(c);
    return true;
}

bool core_add_remote(core *c, char *name, uint64_t size)
{
    core_file *f = core_new_file(c, name);
    if (!f)
        return false;
    f->size = size <= SIZE_MAX ? (size_t)size : SIZE_MAX;
    f->remote = core_remote_new(c, size);
    if (f->remote)
        return place(c, f);
    free_file(f);
    return false;
}

core_file *core_named(core *c, const char *name)
{
    core_file **slot = slot_of(c, name);
    return slot ? *slot : NULL;
}

bool core_keeps(core *c, const char *name)
{
    core_file **slot = slot_of(c, name);
    return slot && (*slot)->data;
}

void core_remove(core *c, const char *name)
{
    core_file **slot = slot_of(c, name);
    if (!slot)
        return;
    bool table = (*slot)->format == WM_FORMAT_2DA;
    size_t index = (*slot)->index;
    files_changed(c);
    if ((*slot)->is_archive)
        core_unmount(c, *slot);
    core_free_file(c, index);
    if (table)
        core_take_surfaces(c);
}

void core_clear(core *c)
{
    core_close_all(c);
    for (size_t i = 0; i < c->file_count; i++)
        free_file(c->files[i]);
    free(c->files);
    forget_index(c);
    free(c->needs);
    c->needs = NULL;
    c->need_count = c->need_capacity = 0;
    c->files = NULL;
    c->file_count = c->file_capacity = 0;
    c->surfaces = *wm_kotor_surfaces_default();
}

/* Returns true if the name without folders is `stem` + `ending`. */
static bool is_named(const char *name, const char *stem, size_t stem_size, const char *ending)
{
    const char *base = core_basename(name);
    return strlen(base) == stem_size + strlen(ending) && strncasecmp(base, stem, stem_size) == 0 &&
           strcasecmp(base + stem_size, ending) == 0;
}

/* A lower rank wins. */
static int rank_of(const core_file *f, const core_file *beside, size_t folder)
{
    bool same = (size_t)(core_basename(f->name) - f->name) == folder &&
                strncmp(f->name, beside->name, folder) == 0;
    if (same || !f->archive)
        return same ? 0 : 1;
    return f->archive->kind == WM_ARCHIVE_KIND_KEY ? 3 : 2;
}

core_file *core_find(core *c, const core_file *beside, const char *stem, const char *ending)
{
    const char *base = core_basename(beside->name), *dot = strrchr(base, '.');
    size_t folder = (size_t)(base - beside->name);
    size_t size = stem ? strlen(stem) : dot ? (size_t)(dot - base) : strlen(base);
    uint32_t hash = hash_of(stem ? stem : base, size, ending);
    core_file *best = NULL;
    if (!make_index(c))
        return NULL;
    for (uint32_t i = c->buckets[hash & (c->bucket_count - 1)]; i != WM_NO_INDEX;) {
        core_file *f = c->files[i];
        i = f->next;
        if (f->hash != hash || !is_named(f->name, stem ? stem : base, size, ending))
            continue;
        if (!best || rank_of(f, beside, folder) < rank_of(best, beside, folder))
            best = f;
    }
    return best;
}
