/* Archives among the files: their entries are files too, and are loaded when they are needed. */
#include <stdlib.h>
#include <strings.h>

#include "core.h"

/* The types that are of use here, and the kind of document that they are. */
static const struct {
    const char *type, *kind;
} types[] = {
    {"lyt", "area"},    {"wok", "walkmesh"}, {"pwk", "walkmesh"},  {"dwk", "walkmesh"},
    {"mdl", "model"},   {"mdb", "model"},    {"bwm", "model"},     {"glb", "model"},
    {"gltf", "model"},  {"obj", "model"},    {"trn", "terrain"},   {"trx", "terrain"},
    {"mdx", NULL},      {"vis", NULL},       {"2da", NULL},        {"tpc", NULL},
    {"tga", NULL},      {"dds", NULL},       {"txi", NULL},        {"git", NULL},
    {"are", NULL},      {"ifo", NULL},       {"pth", NULL},        {"utd", NULL},
    {"utp", NULL},      {"bin", NULL},       {"mtl", NULL},        {"mod", "archive"},
    {"erf", "archive"}, {"hak", "archive"},  {"nwm", "archive"},   {"sav", "archive"},
    {"rim", "archive"}, {"zip", "archive"},  {"stuff", "archive"},
};

const char *core_type_kind(const char *name)
{
    const char *dot = strrchr(core_basename(name), '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcasecmp(dot + 1, types[i].type) == 0)
            return types[i].kind;
    return NULL;
}

static bool is_useful(const char *type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcasecmp(type, types[i].type) == 0)
            return true;
    return false;
}

/* ---- sources ---- */

wm_source core_source(core_file *f)
{
    if (f->remote)
        return core_remote_source(f->remote, f->index);
    return (wm_source){.size = f->size, .data = f->data ? f->data : (const uint8_t *)""};
}

/* The file of a BIF: `name` below the folder of the KEY, else a file of that name anywhere. */
static core_file *find_bif(const core *c, const core_file *key, const char *name)
{
    size_t folder = (size_t)(core_basename(key->name) - key->name);
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (f && f->is_archive && strncmp(f->name, key->name, folder) == 0 &&
            strcasecmp(f->name + folder, name) == 0)
            return f;
    }
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (f && f->is_archive && strcasecmp(core_basename(f->name), core_basename(name)) == 0)
            return f;
    }
    return NULL;
}

static wm_status open_bif(void *user, const char *name, wm_source *out, wm_error *error)
{
    const core_file *key = user;
    core_file *f = find_bif(key->core, key, name);
    if (!f)
        return wm_error_set(error, WM_IO, "", "%s is not among the files: open it too", name);
    *out = core_source(f);
    return WM_OK;
}

bool core_detect_remote(core_file *f)
{
    wm_source source = core_source(f);
    if (f->remote && !f->mounted) /* of other files it is known, and entries depend on it */
        f->is_archive = wm_archive_detect(&source, &f->kind);
    return f->is_archive;
}

/* ---- mounting ---- */

static char *entry_name(const core_file *archive, const wm_archive_entry *e)
{
    size_t room = strlen(archive->name) + strlen(e->path ? e->path : e->name) + strlen(e->type) + 3;
    char *name = malloc(room);
    if (name && e->path)
        snprintf(name, room, "%s/%s", archive->name, e->path);
    else if (name)
        snprintf(name, room, "%s/%s.%s", archive->name, e->name, e->type);
    return name;
}

static bool add_entry(core *c, core_file *archive, uint32_t entry)
{
    const wm_archive_entry *e = &archive->mounted->entries[entry];
    core_file *f = core_new_file(c, entry_name(archive, e));
    if (!f)
        return false;
    f->archive = archive;
    f->entry = entry;
    f->size = e->size <= SIZE_MAX ? (size_t)e->size : SIZE_MAX;
    return core_append(c, f);
}

static void claim_bifs(const core *c, const core_file *key)
{
    for (uint32_t i = 0; i < key->mounted->bif_count; i++) {
        core_file *bif = find_bif(c, key, key->mounted->bifs[i]);
        if (bif)
            bif->claimed = true;
    }
}

/* Returns false if it must be tried again: bytes are missing. */
static bool mount(core *c, core_file *f)
{
    wm_source source = core_source(f);
    const wm_archive_opts opts = {
        .name = f->name, .open = open_bif, .user = f, .entry_limit = CORE_ENTRY_LIMIT};
    size_t needs = c->need_count;
    wm_error error = {.code = WM_OK};
    f->mounted = wm_archive_new(&source, &opts, &error);
    if (!f->mounted && c->need_count > needs)
        return false;
    f->scanned = true;
    f->parts = 1;
    f->error = error;
    for (uint32_t i = 0; f->mounted && i < f->mounted->entry_count; i++)
        if (is_useful(f->mounted->entries[i].type) && !add_entry(c, f, i))
            break;
    if (f->mounted && f->kind == WM_ARCHIVE_KIND_KEY)
        claim_bifs(c, f);
    return true;
}

/* Mounts the KEYs, or the others. */
static bool mount_some(core *c, bool keys)
{
    bool all = true;
    size_t count = c->file_count; /* entries are appended */
    for (size_t i = 0; i < count; i++) {
        core_file *f = c->files[i];
        if (f && f->is_archive && !f->mounted && !f->scanned && !f->claimed &&
            (f->kind == WM_ARCHIVE_KIND_KEY) == keys)
            all = mount(c, f) && all;
    }
    return all;
}

/* ---- archives in archives ---- */

/* How many archives a file is in. */
static unsigned depth_of(const core_file *f)
{
    unsigned depth = 0;
    for (; f->archive; f = f->archive)
        depth++;
    return depth;
}

/* How many more bytes archives in archives may have: each is kept in memory as a whole. */
static uint64_t room_for_inner(const core *c)
{
    uint64_t used = 0;
    for (size_t i = 0; i < c->file_count; i++)
        if (c->files[i] && c->files[i]->archive && c->files[i]->is_archive)
            used += c->files[i]->size;
    return used < CORE_ENTRY_LIMIT ? CORE_ENTRY_LIMIT - used : 0;
}

/* Loads an entry that has the type of an archive. Returns false if it must be tried again: bytes
 * are missing. */
static bool load_inner(core *c, core_file *f)
{
    size_t needs = c->need_count;
    f->error = (wm_error){.code = WM_OK};
    if (depth_of(f) > CORE_DEPTH_MAX)
        wm_error_set(&f->error, WM_LIMIT, "",
                     "archives in archives are opened up to %d levels deep: extract this one, and "
                     "open it",
                     CORE_DEPTH_MAX);
    else if (f->size > room_for_inner(c))
        wm_error_set(
            &f->error, WM_LIMIT, "",
            "archives in archives may have 256 MB together: extract this one, and open it");
    else if (core_load(f, &f->error) == WM_OK) {
        wm_source source = core_source(f);
        f->is_archive = wm_archive_detect(&source, &f->kind);
        return true;
    } else if (c->need_count > needs)
        return false;
    f->parts = 1;
    f->scanned = true;
    return true;
}

static bool is_inner(const core_file *f)
{
    const char *kind = f->archive && !f->data && !f->scanned ? core_type_kind(f->name) : NULL;
    return kind && strcmp(kind, "archive") == 0;
}

/* Loads the archives in archives that are mounted. Returns true if there are any to be mounted now.
 */
static bool load_all_inner(core *c)
{
    bool found = false;
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (f && is_inner(f) && load_inner(c, f))
            found = found || f->is_archive;
    }
    return found;
}

/* A BIF that comes after its KEY: the KEY is read again. */
static void find_late_bifs(core *c)
{
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *key = c->files[i];
        if (!key || !key->mounted || key->kind != WM_ARCHIVE_KIND_KEY)
            continue;
        bool late = false;
        for (uint32_t b = 0; b < key->mounted->bif_count; b++) {
            const core_file *bif = find_bif(c, key, key->mounted->bifs[b]);
            late = late || (bif && !bif->claimed && !bif->mounted);
        }
        if (late)
            core_unmount(c, key);
    }
}

/* KEYs come first: a BIF that a KEY names is not shown on its own. */
void core_mount(core *c)
{
    size_t before = c->file_count;
    bool all;
    find_late_bifs(c);
    do
        all = mount_some(c, true) && mount_some(c, false);
    while (all && load_all_inner(c));
    if (!all || c->file_count == before)
        return;
    core_file *table = core_find(c, c->files[before], "surfacemat", ".2da");
    if (table && table->archive && core_load(table, NULL) == WM_OK)
        core_take_surfaces(c);
}

static bool is_below(const core_file *f, const core_file *archive)
{
    while (f && f->archive != archive)
        f = f->archive;
    return f != NULL;
}

/* Entries come after their archive in the list, so the innermost are freed first. */
static void unmount(core *c, core_file *archive)
{
    for (size_t i = c->file_count; i-- > 0;)
        if (c->files[i] && is_below(c->files[i], archive))
            core_free_file(c, i);
    wm_archive_free(archive->mounted);
    archive->mounted = NULL;
    archive->scanned = false;
}

void core_unmount(core *c, core_file *archive)
{
    core_close_all(c);
    unmount(c, archive);
    for (size_t i = 0; archive->claimed && i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (f && f->mounted && f->kind == WM_ARCHIVE_KIND_KEY)
            unmount(c, f);
    }
}

/* ---- entries ---- */

bool core_is_near(const core_file *f)
{
    if (!f->archive)
        return !f->remote;
    return !f->archive->remote && f->archive->kind != WM_ARCHIVE_KIND_KEY;
}

wm_status core_load(core_file *f, wm_error *error)
{
    wm_buffer bytes;
    if (f->data || !f->archive)
        return WM_OK;
    wm_status status = wm_archive_extract(f->archive->mounted, f->entry, NULL, &bytes, error);
    if (status != WM_OK)
        return status;
    f->data = bytes.data; /* from malloc: no allocator was given */
    f->size = bytes.size;
    f->format = wm_detect(f->data, f->size);
    return WM_OK;
}
