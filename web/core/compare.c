/* How two documents differ: the list that `waymark diff` prints, and for each face or node what
 * differs at it, so that the page can colour it and fly there. */
#include <stdlib.h>

#include "compare.h"

/* ---- where a difference is ---- */

/* Fields of the diffs, and which faces or nodes each is about. Those that are not listed have no
 * place. A field that ends in '*' stands for all that begin with it. */
typedef struct place_row {
    const char *field;
    unsigned bits;
} place_row;

static const place_row face_places[] = {
    {"faces", CORE_ONLY | CORE_MOVED},
    {"vertices", CORE_ONLY | CORE_MOVED},
    {"materials", CORE_MATERIAL},
    {"transitions", CORE_LINKS},
    {"adjacency", CORE_LINKS},
    {"triangles", CORE_ONLY | CORE_MOVED},
    {"triangles.vertex", CORE_ONLY | CORE_MOVED},
    {"triangles.links", CORE_LINKS},
    {"triangles.island", CORE_LINKS},
    {"triangles.flags", CORE_MATERIAL},
    {NULL, 0},
};

static const place_row node_places[] = {
    {"nodes", CORE_ONLY},
    {"packets.removed", CORE_ONLY},
    {"packets.added", CORE_ONLY},
    {"packets.name", CORE_DATA},
    {"entities.removed", CORE_ONLY},
    {"entities.added", CORE_ONLY},
    {"entities.moved", CORE_MOVED},
    {"parent", CORE_MOVED},
    {"position", CORE_MOVED},
    {"bones", CORE_MOVED},
    {"points", CORE_MOVED},
    {"texture*", CORE_MATERIAL},
    {"rendering", CORE_MATERIAL},
    {"material*", CORE_MATERIAL},
    {"references", CORE_MATERIAL},
    {"triangle_flags", CORE_MATERIAL},
    {"vertices", CORE_SHAPE | CORE_DATA},
    {"vertices.position", CORE_SHAPE},
    {"vertices.*", CORE_DATA},
    {"faces", CORE_SHAPE},
    {"triangles", CORE_SHAPE},
    {"indices", CORE_SHAPE},
    {"meshes*", CORE_SHAPE | CORE_ONLY},
    {"uvs", CORE_DATA},
    {"normals", CORE_DATA},
    {"skin", CORE_DATA},
    {NULL, 0},
};

static bool matches(const char *pattern, const char *field)
{
    size_t n = strlen(pattern);
    if (n && pattern[n - 1] == '*')
        return strncmp(pattern, field, n - 1) == 0;
    return strcmp(pattern, field) == 0;
}

static unsigned bits_of(const place_row *rows, const char *field)
{
    while (rows->field && !matches(rows->field, field))
        rows++;
    return rows->bits;
}

static void put_hook(const wm_kotor_bwm *b, const char *field, wm_json_writer *j)
{
    static const char *const names[] = {"relative_hook[0]", "relative_hook[1]", "absolute_hook[0]",
                                        "absolute_hook[1]"};
    for (int i = 0; b && i < 4; i++)
        if (strcmp(field, names[i]) == 0)
            wm_json_add_vec3(j, "at", i < 2 ? b->relative_hook[i] : b->absolute_hook[i - 2]);
}

void core_put_differences(const wm_diff *diff, const core_document *second, bool model,
                          const core_room_pair *room, wm_json_writer *j)
{
    for (uint32_t i = 0; i < diff->count; i++) {
        const wm_difference *d = &diff->items[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "field", d->field);
        wm_json_add_uint(j, "count", d->count);
        wm_json_add_text(j, "message", d->message);
        wm_json_add_uint(j, "bits", bits_of(model ? node_places : face_places, d->field));
        wm_json_add_bool(j, "first", d->side != WM_DIFF_SIDE_SECOND);
        wm_json_add_bool(j, "second", d->side != WM_DIFF_SIDE_FIRST);
        if (model && d->name && strcmp(d->field, "animations") != 0)
            wm_json_add_text(j, "node", d->name);
        put_hook(second->doc->bwm, d->field, j);
        if (room) {
            wm_json_add_text(j, "room", room->name);
            wm_json_begin_array(j, "rooms");
            wm_json_add_uint(j, NULL, room->index[0]);
            wm_json_add_uint(j, NULL, room->index[1]);
            wm_json_end(j);
        }
        wm_json_end(j);
    }
}

/* ---- the answer ---- */

static void put_marks(core *c, core_marks *marks, wm_json_writer *j)
{
    static const char *const names[] = {"marks", "otherMarks"};
    for (int i = 0; i < 2; i++) {
        wm_buffer b = core_buffer(marks->count[i], 1);
        if (!b.data || !marks->bits[i]) {
            wm_buffer_free(&b);
            wm_json_writer_fail(j, WM_NO_MEMORY);
            return;
        }
        if (marks->count[i])
            memcpy(b.data, marks->bits[i], marks->count[i]);
        core_add_owned(c, j, names[i], "u8", &b);
    }
}

static bool same_bytes(const void *a, size_t n, const void *b, size_t m)
{
    return n == m && (n == 0 || memcmp(a, b, n) == 0);
}

/* Files with the same bytes, and for models also the MDX. */
static bool identical(const core_document *a, const core_document *b)
{
    const core_file *p = core_file_found(a->doc->mdx), *q = core_file_found(b->doc->mdx);
    return a->part == b->part &&
           same_bytes(a->file->data, a->file->size, b->file->data, b->file->size) &&
           same_bytes(p ? p->data : NULL, p ? p->size : 0, q ? q->data : NULL, q ? q->size : 0);
}

static wm_status mark(core_document *const d[2], bool model, core_marks *marks, wm_error *error)
{
    const core_document *const both[2] = {d[0], d[1]};
    if (!model) {
        bool floors = (!d[0]->doc->trn || (d[0]->doc->trn->aswm && d[1]->doc->trn->aswm));
        if (!floors) /* a TRN without a walkmesh has nothing to colour */
            return WM_OK;
        return core_mesh(d[0], error) && core_mesh(d[1], error)
                   ? core_mark_faces(both, marks, error)
                   : error->code;
    }
    wm_scene *s[2] = {core_scene(d[0], true, error), NULL};
    if (s[0])
        s[1] = core_scene(d[1], true, error);
    const wm_scene *const scenes[2] = {s[0], s[1]};
    wm_status status = s[1] ? core_mark_nodes(scenes, !d[0]->doc->mdl, marks, error) : error->code;
    wm_scene_free(s[0]);
    wm_scene_free(s[1]);
    return status;
}

static wm_status compare_areas(core *c, core_document *const d[2], wm_json_writer *j,
                               wm_error *error)
{
    const core_document *const both[2] = {d[0], d[1]};
    core_marks marks = {.count = {0, 0}};
    uint32_t found = 0;
    wm_json_begin_object(j, NULL);
    wm_status status = core_compare_areas(c, d, j, &found, error);
    if (status == WM_OK)
        status = mark(d, false, &marks, error);
    wm_json_add_bool(j, "identical", found == 0 && core_areas_identical(both));
    wm_json_add_bool(j, "equal", found == 0);
    if (status == WM_OK && marks.bits[0])
        put_marks(c, &marks, j);
    wm_json_end(j);
    free(marks.bits[0]);
    free(marks.bits[1]);
    return status;
}

wm_status core_compare(core *c, core_document *a, core_document *b, wm_json_writer *j,
                       wm_error *error)
{
    const wm_document *x = a->doc;
    bool model = x->mdl || x->mdb || x->bw2;
    core_document *const d[2] = {a, b};
    core_marks marks = {.count = {0, 0}};
    wm_diff diff;
    if (!model && !x->bwm && !x->trn && !x->lyt)
        return wm_format_error(x->format, x->size, "a walkmesh, an area or a model", error);
    if (x->lyt && !b->doc->lyt)
        return wm_format_error(b->doc->format, b->doc->size, "a KotOR area layout", error);
    if (x->lyt)
        return compare_areas(c, d, j, error);
    wm_diff_init(&diff, NULL);
    wm_status status = wm_document_diff(x, b->doc, &diff, error);
    if (status == WM_OK)
        status = mark(d, model, &marks, error);
    if (status == WM_OK) {
        wm_json_begin_object(j, NULL);
        wm_json_add_bool(j, "identical", identical(a, b));
        wm_json_add_bool(j, "equal", diff.count == 0);
        wm_json_begin_array(j, "differences");
        core_put_differences(&diff, b, model, NULL, j);
        wm_json_end(j);
        if (marks.bits[0])
            put_marks(c, &marks, j);
        wm_json_end(j);
    }
    wm_diff_free(&diff);
    free(marks.bits[0]);
    free(marks.bits[1]);
    return status;
}
