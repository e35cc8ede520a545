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

static void free_file(core_file *f)
{
    if (!f)
        return;
    free(f->name);
    free(f->data);
    free(f);
}

static core_file **slot_of(core *c, const char *name)
{
    for (size_t i = 0; i < c->file_count; i++)
        if (c->files[i] && strcmp(c->files[i]->name, name) == 0)
            return &c->files[i];
    return NULL;
}

/* Takes the game's materials from any table that has them. */
static void take_surfaces(core *c)
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
    static const char *const used[] = {".mdx", ".vis", ".bin", ".mtl"};
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

bool core_add(core *c, char *name, uint8_t *data, size_t size)
{
    core_file **slot = slot_of(c, name), *f = calloc(1, sizeof *f);
    if (!f || (!slot && !core_grow((void **)&c->files, &c->file_capacity, c->file_count + 1,
                                   sizeof *c->files))) {
        free(f);
        free(name);
        free(data);
        return false;
    }
    *f = (core_file){.name = name, .data = data, .size = size};
    f->hash = hash_of("", 0, core_basename(name));
    f->format = wm_detect(data, size);
    drop_useless(f);
    files_changed(c);
    if (slot)
        free_file(*slot);
    else
        slot = &c->files[c->file_count++];
    *slot = f;
    if (f->format == WM_FORMAT_2DA)
        take_surfaces(c);
    return true;
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
    files_changed(c);
    free_file(*slot);
    *slot = NULL; /* the other indices must not change */
    if (table)
        take_surfaces(c);
}

void core_clear(core *c)
{
    core_close_all(c);
    for (size_t i = 0; i < c->file_count; i++)
        free_file(c->files[i]);
    free(c->files);
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

core_file *core_find(const core *c, const core_file *beside, const char *stem, const char *ending)
{
    const char *base = core_basename(beside->name), *dot = strrchr(base, '.');
    size_t folder = (size_t)(base - beside->name);
    size_t size = stem ? strlen(stem) : dot ? (size_t)(dot - base) : strlen(base);
    uint32_t hash = hash_of(stem ? stem : base, size, ending);
    core_file *best = NULL;
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (!f || f->hash != hash || !is_named(f->name, stem ? stem : base, size, ending))
            continue;
        bool same = (size_t)(core_basename(f->name) - f->name) == folder &&
                    strncmp(f->name, beside->name, folder) == 0;
        if (same)
            return f;
        if (!best)
            best = f;
    }
    return best;
}
