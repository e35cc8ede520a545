/* Lists the documents in the files, and which files belong together. */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "core.h"

/* Opens each part once to find out whether it can be read; only the text of a door has more
 * than one. A visibility list has nothing to show and is not opened as a document, but may be
 * damaged. */
void core_scan(core *c, core_file *f)
{
    if (f->scanned || !core_is_near(f))
        return;
    uint32_t id = core_id(c, f, 0);
    f->error = (wm_error){.code = WM_OK};
    f->parts = 1;
    if (f->format == WM_FORMAT_KOTOR_VIS) {
        wm_kotor_vis_free(wm_kotor_vis_read(f->data, f->size, NULL, &f->error));
        f->scanned = true;
        return;
    }
    core_document *d = core_open(c, id, &f->error);
    if (d && d->doc->text)
        f->parts = d->doc->text->mesh_count < CORE_PARTS ? d->doc->text->mesh_count : CORE_PARTS;
    for (uint32_t i = 0; i < WM_KOTOR_DOOR_STATES; i++)
        f->state[i] =
            d && d->doc->text && i < f->parts ? d->doc->text->meshes[i].state : WM_NO_INDEX;
    core_close(c, id);
    f->scanned = true;
}

/* Marks files that are read with another file and are not documents themselves. */
static void mark_companions(core *c)
{
    for (size_t i = 0; i < c->file_count; i++)
        if (c->files[i])
            c->files[i]->companion = false;
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i], *other = NULL;
        if (f && f->format == WM_FORMAT_KOTOR_MDL)
            other = core_find(c, f, NULL, ".mdx");
        else if (f && f->format == WM_FORMAT_KOTOR_LYT)
            other = core_find(c, f, NULL, ".vis");
        if (other)
            other->companion = true;
        if (f && core_is_import(f))
            core_scan(c, f); /* marks the files that it names */
    }
    for (size_t i = 0; i < c->file_count; i++)
        if (c->files[i] && c->files[i]->named)
            c->files[i]->companion = true;
}

static const char *kind_of(const core_file *f)
{
    if (f->is_archive)
        return "archive";
    if (f->archive && !f->data)
        return core_type_kind(f->name);
    switch (f->format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT: return "walkmesh";
    case WM_FORMAT_KOTOR_LYT: return "area";
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT:
    case WM_FORMAT_NWN2_MDB:
    case WM_FORMAT_BW2_MODEL:
    case WM_FORMAT_GLTF:
    case WM_FORMAT_OBJ: return "model";
    case WM_FORMAT_NWN2_TRN: return "terrain";
    case WM_FORMAT_TEXTURE: return "texture";
    case WM_FORMAT_KOTOR_VIS:
    case WM_FORMAT_TXI:
    case WM_FORMAT_KOTOR_PTH:
    case WM_FORMAT_GFF:
    case WM_FORMAT_2DA: return "table";
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    return "unknown";
}

/* ---- areas ---- */

/* A layout, read to get its rooms. */
typedef struct layout {
    const core_file *file;
    wm_kotor_lyt *lyt;
} layout;

static size_t read_layouts(const core *c, layout *list)
{
    size_t n = 0;
    for (size_t i = 0; i < c->file_count; i++) {
        const core_file *f = c->files[i];
        wm_kotor_lyt *lyt = f && f->format == WM_FORMAT_KOTOR_LYT
                                ? wm_kotor_lyt_read(f->data, f->size, NULL, NULL)
                                : NULL;
        if (lyt)
            list[n++] = (layout){f, lyt};
    }
    return n;
}

static bool in_same_folder(const core_file *a, const core_file *b)
{
    size_t folder = (size_t)(core_basename(a->name) - a->name);
    return folder == (size_t)(core_basename(b->name) - b->name) &&
           strncmp(a->name, b->name, folder) == 0;
}

/* The area that a room's file belongs to, and the room; NULL if there is none. Of several that
 * find the file, the one next to it. */
static const core_file *parent_of(core *c, const core_file *f, const layout *list, size_t count,
                                  uint32_t *room)
{
    const char *base = core_basename(f->name), *dot = strrchr(base, '.');
    bool model = dot && strcasecmp(dot, ".mdl") == 0;
    char stem[256];
    if (!dot || (!model && strcasecmp(dot, ".wok") != 0) || (size_t)(dot - base) >= sizeof stem)
        return NULL;
    memcpy(stem, base, (size_t)(dot - base));
    stem[dot - base] = '\0';
    const core_file *best = NULL;
    for (size_t i = 0; i < count && !(best && in_same_folder(best, f)); i++) {
        uint32_t at = wm_kotor_lyt_find(list[i].lyt, stem);
        if (at == WM_NO_INDEX || (best && !in_same_folder(list[i].file, f)) ||
            core_find(c, list[i].file, stem, model ? ".mdl" : ".wok") != f)
            continue;
        best = list[i].file;
        *room = at;
    }
    return best;
}

static void add_name(wm_json_writer *j, const core_file *f)
{
    if (f)
        wm_json_add_text(j, NULL, f->name);
}

static void put_files(core *c, wm_json_writer *j, const core_file *f, const wm_kotor_lyt *lyt)
{
    wm_json_begin_array(j, "files");
    add_name(j, f);
    if (f->format == WM_FORMAT_KOTOR_MDL)
        add_name(j, core_find(c, f, NULL, ".mdx"));
    static const char *const of_layout[] = {".vis", ".git", ".pth"};
    for (size_t i = 0; lyt && i < sizeof of_layout / sizeof *of_layout; i++)
        add_name(j, core_find(c, f, NULL, of_layout[i]));
    for (size_t i = 0; f->is_archive && f->kind == WM_ARCHIVE_KIND_KEY && i < c->file_count; i++)
        add_name(j, c->files[i] && c->files[i]->claimed ? c->files[i] : NULL);
    for (uint32_t i = 0; lyt && i < lyt->room_count; i++) {
        static const char *const endings[] = {".wok", ".mdl", ".mdx"};
        for (size_t k = 0; wm_kotor_lyt_find(lyt, lyt->rooms[i].name) == i && k < 3; k++)
            add_name(j, core_find(c, f, lyt->rooms[i].name, endings[k]));
    }
    wm_json_end(j);
}

static void put_error(wm_json_writer *j, const wm_error *e)
{
    wm_json_begin_object(j, "error");
    wm_json_add_text(j, "code", wm_status_name(e->code));
    if (e->line) {
        wm_json_add_uint(j, "line", e->line);
        wm_json_add_uint(j, "column", e->column);
    } else if (e->offset != WM_NO_OFFSET) {
        wm_json_add_uint(j, "offset", e->offset);
    }
    wm_json_add_text(j, "path", e->path);
    wm_json_add_text(j, "message", e->message);
    wm_json_end(j);
}

static void put_title(wm_json_writer *j, const core_file *f, uint32_t part)
{
    char title[300], suffix[32] = "";
    if (f->parts > 1 && part < WM_KOTOR_DOOR_STATES && f->state[part] != WM_NO_INDEX)
        snprintf(suffix, sizeof suffix, ", %s", wm_kotor_door_state_name(f->state[part]));
    else if (f->parts > 1)
        snprintf(suffix, sizeof suffix, ", part %u", (unsigned)part + 1);
    snprintf(title, sizeof title, "%.250s%s", core_basename(f->name), suffix);
    wm_json_add_text(j, "title", title);
    if (f->parts > 1)
        wm_json_add_uint(j, "part", part);
}

/* Its first word in capitals. */
static const char *in_capitals(char *text)
{
    for (char *at = text; *at && *at != ' '; at++)
        *at = (char)toupper((unsigned char)*at);
    return text;
}

/* The type of an entry that is not loaded is known only from the archive's table. */
static void put_format(wm_json_writer *j, const core_file *f)
{
    char title[80];
    const char *dot = strrchr(core_basename(f->name), '.');
    if (f->is_archive) {
        snprintf(title, sizeof title, "%s archive", wm_archive_kind_name(f->kind));
        wm_json_add_text(j, "format", wm_archive_kind_name(f->kind));
        wm_json_add_text(j, "formatTitle", in_capitals(title));
    } else if (f->archive && !f->data) {
        snprintf(title, sizeof title, "%.8s in %.60s", dot ? dot + 1 : "",
                 core_basename(f->archive->name));
        wm_json_add_text(j, "format", "unknown");
        wm_json_add_text(j, "formatTitle", in_capitals(title));
        wm_json_add_bool(j, "waiting", true);
    } else {
        wm_json_add_text(j, "format", wm_format_name(f->format));
        wm_json_add_text(j, "formatTitle", wm_format_title(f->format));
        if (f->format == WM_FORMAT_KOTOR_BWM_TEXT || f->format == WM_FORMAT_KOTOR_MDL_TEXT)
            wm_json_add_bool(j, "text", true);
    }
}

/* Rooms belong to an area; other entries to their archive. */
static void put_parent(wm_json_writer *j, core *c, const core_file *f, const layout *list,
                       size_t count)
{
    uint32_t room;
    const core_file *parent = parent_of(c, f, list, count, &room);
    if (parent) {
        wm_json_add_uint(j, "parent", core_id(c, parent, 0));
        wm_json_add_uint(j, "room", room);
    } else if (f->archive && strcmp(kind_of(f), "area") != 0) {
        wm_json_add_uint(j, "parent", core_id(c, f->archive, 0));
    }
}

static void put_document(core *c, wm_json_writer *j, const core_file *f, uint32_t part,
                         const layout *list, size_t count)
{
    const wm_kotor_lyt *lyt = NULL;
    for (size_t i = 0; i < count; i++)
        lyt = list[i].file == f ? list[i].lyt : lyt;
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "id", core_id(c, f, part));
    wm_json_add_text(j, "file", f->name);
    put_files(c, j, f, lyt);
    put_format(j, f);
    put_title(j, f, part);
    wm_json_add_text(j, "kind", kind_of(f));
    put_parent(j, c, f, list, count);
    wm_json_add_uint(j, "bytes", f->size);
    if (f->error.code != WM_OK)
        put_error(j, &f->error);
    wm_json_end(j);
}

static bool is_document(const core_file *f)
{
    if (f->companion || f->claimed || (f->remote && !f->is_archive))
        return false;
    return !f->archive || core_type_kind(f->name);
}

wm_status core_documents(core *c, wm_json_writer *j, wm_error *error)
{
    core_mount(c);
    layout *list = calloc(c->file_count + 1, sizeof *list);
    if (!list)
        return wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    size_t count = read_layouts(c, list);
    mark_companions(c);
    wm_json_begin_array(j, NULL);
    for (size_t i = 0; i < c->file_count; i++) {
        core_file *f = c->files[i];
        if (!f || !is_document(f))
            continue;
        core_scan(c, f);
        for (uint32_t part = 0; part < (f->parts ? f->parts : 1); part++)
            put_document(c, j, f, part, list, count);
    }
    wm_json_end(j);
    for (size_t i = 0; i < count; i++)
        wm_kotor_lyt_free(list[i].lyt);
    free(list);
    return WM_OK;
}
