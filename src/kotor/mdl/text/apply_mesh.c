/* Restores meshes whose notes still match the visible text, without compiling them.
 * docs/formats/kotor-mdl-ascii.md, "Notes". */
#include "kotor/mdl/text/read.h"

typedef struct applying {
    wmi_mdl_parser *p;
    wmi_mdl_item *item;
    wm_kotor_mesh *m;
    wmi_source_mesh *s;
    uint32_t shape, whole; /* sums */
} applying;

/* The note of that kind, if it matches the visible text. */
static const wmi_mdl_note *current(const applying *a, wmi_note_kind kind, uint32_t sum)
{
    const wmi_mdl_note *note = wmi_mdlr_find_note(a->item, kind);
    if (!note || note->sum == sum)
        return note;
    wmi_mdlr_stale(a->p, note, "the text it belongs to was changed");
    return NULL;
}

/* ---- arrays ------------------------------------------------------------ */

static bool take_bones(const applying *a, uint32_t pose_sum)
{
    wm_kotor_skin *skin = a->m->skin;
    const wmi_mdl_note *note = current(a, WMI_NOTE_BONES, pose_sum);
    size_t n;
    uint32_t *w = note ? wmi_mdlr_words(a->p, note, 0, &n) : NULL;
    if (!w || n < 4 || 4 + (uint64_t)w[0] + 4ull * w[1] + 3ull * w[2] + w[3] != n)
        return false;
    skin->bone_count = w[0];
    skin->q_count = w[1];
    skin->t_count = w[2];
    skin->unknown_count = w[3];
    w += 4;
    skin->bone_map = (float *)(void *)w;
    w += skin->bone_count;
    skin->q = (wm_kotor_quat *)(void *)w;
    w += 4 * (size_t)skin->q_count;
    skin->t = (wm_vec3 *)(void *)w;
    w += 3 * (size_t)skin->t_count;
    skin->unknown_array = w;
    return true;
}

/* Does the source have the data for all parts of the rows? */
static bool parts_there(const applying *a, const wmi_row_map *map)
{
    const wmi_source_mesh *s = a->s;
    for (uint32_t i = 0; i < map->count; i++) {
        int field = map->part[i].field;
        if (field == WM_KOTOR_ROW_NORMAL && !s->normals)
            return false;
        if (field >= WM_KOTOR_ROW_UV0 && field <= WM_KOTOR_ROW_UV3 &&
            s->uv_count[field - WM_KOTOR_ROW_UV0] != s->vertex_count)
            return false;
    }
    return true;
}

static void fill_row(const applying *a, const wmi_row_map *map, uint32_t v, const uint8_t **from)
{
    uint8_t *row = a->m->rows + (size_t)v * a->m->row_size;
    uint32_t at = 0;
    for (uint32_t i = 0; i <= map->count; i++) {
        uint32_t next = i < map->count ? map->part[i].offset : a->m->row_size;
        memcpy(row + at, *from, next - at);
        *from += next - at;
        if (i == map->count)
            break;
        wmi_mdl_row_part(a->m, a->s, v, map->part[i].field, row + next);
        at = next + map->part[i].size;
    }
}

static bool take_rows(const applying *a)
{
    wm_kotor_mesh *m = a->m;
    const wmi_mdl_note *note = current(a, WMI_NOTE_ROWS, a->whole);
    size_t size;
    int64_t with;
    m->vertex_count = (uint16_t)a->s->vertex_count;
    if (!note)
        return false;
    if (wmi_word_is(note->word[1], "none")) {
        m->rows = NULL;
        return true;
    }
    if (!wmi_word_int(note->word[1], &with) || with < 0 || with > 3)
        return false;
    wmi_row_map map = wmi_mdl_row_map(m, (unsigned)with);
    const uint8_t *hidden = wmi_mdlr_bytes(a->p, note, &size);
    if (!hidden || !parts_there(a, &map))
        return false;
    if ((uint64_t)map.hidden * m->vertex_count != size) {
        wmi_mdlr_stale(a->p, note, "it has another length");
        return false;
    }
    m->rows = wmi_arena_raw(a->p->arena, m->vertex_count, m->vertex_count ? m->row_size : 1);
    if (!m->rows) {
        wmi_mdlr_no_memory(a->p);
        return false;
    }
    for (uint32_t v = 0; v < m->vertex_count; v++)
        fill_row(a, &map, v, &hidden);
    note = wmi_mdlr_find_note(a->item, WMI_NOTE_TAIL);
    if (note) {
        m->tail = wmi_mdlr_bytes(a->p, note, &size);
        m->tail_size = m->tail ? (uint32_t)size : 0;
    }
    return !a->p->failed;
}

static bool take_faces(const applying *a)
{
    wm_kotor_mesh *m = a->m;
    const wmi_mdl_note *note = current(a, WMI_NOTE_PLANES, a->shape);
    size_t size;
    const uint8_t *b = note ? wmi_mdlr_bytes(a->p, note, &size) : NULL;
    uint32_t n = a->s->face_count;
    if (!b)
        return false;
    if (size != 22 * (size_t)n) {
        wmi_mdlr_stale(a->p, note, "it has another length");
        return false;
    }
    m->faces = wmi_mdlr_new(a->p, n, sizeof *m->faces);
    if (!m->faces)
        return false;
    m->face_count = n;
    for (uint32_t f = 0; f < n; f++, b += 22) {
        wm_kotor_mdl_face *to = &m->faces[f];
        wmi_load32(&to->normal, b, 3);
        wmi_load32(&to->distance, b + 12, 1);
        to->material = a->s->faces[f].material;
        for (int k = 0; k < 3; k++) {
            to->adjacent[k] = wmi_le16(b + 16 + 2 * k);
            to->vertex[k] = (uint16_t)a->s->faces[f].vertex[k];
        }
    }
    return true;
}

/* Counts, counters and corners as stored in a note. */
static bool noted_corners(wmi_mdl_parser *p, wm_kotor_mesh *m, const wmi_mdl_note *note)
{
    size_t n;
    uint32_t *w = wmi_mdlr_words(p, note, 0, &n);
    if (!w || n < 4 || 4 + (uint64_t)w[0] + w[2] + w[3] != n || w[1] > n + 1)
        return false;
    m->indices = wmi_mdlr_new(p, w[3], sizeof *m->indices);
    if (!m->indices)
        return false;
    m->index_count_count = w[0];
    m->index_offset_count = w[1];
    m->inverted_count = w[2];
    m->index_count = w[3];
    m->index_counts = w + 4;
    m->inverted = m->index_counts + m->index_count_count;
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = (uint16_t)m->inverted[m->inverted_count + i];
    return true;
}

static bool take_corners(const applying *a)
{
    wm_kotor_mesh *m = a->m;
    const wmi_mdl_note *note = wmi_mdlr_find_note(a->item, WMI_NOTE_CORNERS);
    if (note)
        return noted_corners(a->p, m, note);
    m->index_count = 3 * m->face_count;
    m->indices = wmi_mdlr_new(a->p, m->index_count, sizeof *m->indices);
    m->index_counts = wmi_mdlr_new(a->p, 2, sizeof *m->index_counts);
    if (!m->indices || !m->index_counts)
        return false;
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = m->faces[i / 3].vertex[i % 3];
    m->inverted = m->index_counts + 1;
    m->index_counts[0] = m->index_count;
    m->inverted[0] = a->item->inverted[0];
    m->index_count_count = m->index_offset_count = m->inverted_count = 1;
    return true;
}

/* A second table of positions: none, a separate one, or the vertices. */
static bool take_table(const applying *a, wmi_note_kind kind, wm_vec3 **table)
{
    const wmi_mdl_note *note = wmi_mdlr_find_note(a->item, kind);
    *table = NULL;
    if (note && wmi_word_is(note->word[0], "none"))
        return true;
    note = note ? current(a, kind, a->shape) : NULL;
    *table = note ? (void *)wmi_mdlr_words(a->p, note, 3 * (size_t)a->s->vertex_count, NULL)
                  : a->s->vertices;
    return *table || !a->s->vertex_count;
}

static bool take_dangly(const applying *a)
{
    wm_kotor_dangly *d = a->m->dangly;
    size_t count = a->s->vertex_count;
    const wmi_mdl_note *note = a->s->constraints ? NULL : current(a, WMI_NOTE_HOLD, a->shape);
    d->constraints =
        note ? (float *)(void *)wmi_mdlr_words(a->p, note, 0, &count) : a->s->constraints;
    d->constraint_count = (uint32_t)count;
    return (d->constraints || !count) && take_table(a, WMI_NOTE_COPY, &d->vertices);
}

static bool take_boxes(const applying *a)
{
    wm_kotor_mesh *m = a->m;
    wmi_source_mesh *s = a->s;
    if (s->aabb_count) {
        const wmi_mdl_note *note =
            current(a, WMI_NOTE_SPLIT, wmi_mdl_sum_boxes(s->aabbs, s->aabb_count));
        uint32_t *w = note ? wmi_mdlr_words(a->p, note, s->aabb_count, NULL) : NULL;
        if (!w)
            return false;
        m->aabbs = s->aabbs;
        m->aabb_count = s->aabb_count;
        for (uint32_t i = 0; i < m->aabb_count; i++)
            m->aabbs[i].plane = w[i];
        return true;
    }
    const wmi_mdl_note *note = current(a, WMI_NOTE_BOXES, a->shape);
    size_t n;
    uint32_t *w = note ? wmi_mdlr_words(a->p, note, 0, &n) : NULL;
    if (!w || n % 10)
        return false;
    m->aabbs = wmi_mdlr_new(a->p, n / 10, sizeof *m->aabbs);
    if (!m->aabbs)
        return false;
    for (uint32_t i = 0; i < n / 10; i++, w += 10) {
        wm_kotor_mdl_aabb *to = &m->aabbs[i];
        memcpy(&to->min, w, 12);
        memcpy(&to->max, w + 3, 12);
        to->left = w[6];
        to->right = w[7];
        memcpy(&to->face, w + 8, 4);
        to->plane = w[9];
        if ((to->left != WM_NO_INDEX && (to->left <= i || to->left >= n / 10)) ||
            (to->right != WM_NO_INDEX && (to->right <= i || to->right >= n / 10)))
            return false;
    }
    m->aabb_count = (uint32_t)(n / 10);
    return true;
}

/* ---- meshes ------------------------------------------------------------ */

bool wmi_mdlr_apply_mesh(wmi_mdl_parser *p, wmi_mdl_item *item, uint32_t pose_sum)
{
    applying a = {.p = p, .item = item, .m = item->node.mesh, .s = item->source};
    wm_kotor_mesh *m = a.m;
    if (!item->notes || !item->recorded)
        return false;
    a.shape = wmi_mdl_sum_shape(a.s);
    a.whole = wmi_mdl_sum_mesh(a.s);
    const wmi_mdl_note *note = current(&a, WMI_NOTE_NORMALS, a.shape);
    if (note)
        a.s->normals = (void *)wmi_mdlr_words(p, note, 3 * (size_t)a.s->vertex_count, NULL);
    if (m->saber)
        return false;
    bool fine = !m->skin || take_bones(&a, pose_sum);
    fine = fine && take_rows(&a) && take_faces(&a) && take_corners(&a);
    if (p->mdl->platform == WM_KOTOR_PLATFORM_PC)
        fine = fine && take_table(&a, WMI_NOTE_TABLE, &m->vertices);
    if (m->dangly)
        fine = fine && take_dangly(&a);
    if (item->node.flags & WM_KOTOR_NODE_AABB)
        fine = fine && take_boxes(&a);
    if (fine || p->failed)
        return fine;
    /* The compiler starts from scratch. */
    m->rows = NULL;
    m->tail = NULL;
    m->faces = NULL;
    m->aabbs = NULL;
    m->face_count = m->aabb_count = m->tail_size = 0;
    m->vertex_count = 0;
    return false;
}

/* ---- sabers ------------------------------------------------------------ */

/* The saber of a damaged model has no blades; a text of this library says so in its notes. */
static bool bladeless(const wmi_mdl_item *item)
{
    return !item->source->vertex_count && item->recorded &&
           wmi_mdlr_find_note(item, WMI_NOTE_BLADES);
}

/* Positions and texture vertices, from 16 or 176 vertices. */
static bool blades(wmi_mdl_parser *p, wmi_mdl_item *item, wm_kotor_saber *saber)
{
    wmi_source_mesh *s = item->source;
    const wm_vec3 *v = s->vertices;
    uint32_t count = s->vertex_count;
    if (bladeless(item))
        return true;
    if (count != WMI_SABER_SHOWN && count != WM_KOTOR_SABER_VERTICES)
        return false;
    float uv[WMI_SABER_SHOWN][2] = {{0}};
    for (uint32_t f = 0; f < s->face_count && count == WMI_SABER_SHOWN; f++)
        for (int k = 0; k < 3 && s->uv_count[0]; k++)
            memcpy(uv[s->faces[f].vertex[k]], s->uvs[0][s->faces[f].uv[0][k]], sizeof uv[0]);
    saber->positions = wmi_mdlr_new(p, WM_KOTOR_SABER_VERTICES, sizeof *saber->positions);
    saber->uvs = wmi_mdlr_new(p, WM_KOTOR_SABER_VERTICES, sizeof *saber->uvs);
    if (!saber->positions || !saber->uvs)
        return false;
    for (uint32_t i = 0; i < WM_KOTOR_SABER_VERTICES; i++) {
        bool few = count == WMI_SABER_SHOWN;
        saber->positions[i] = v[few ? wmi_mdl_saber_vertex(i) : i];
        if (few)
            memcpy(saber->uvs[i], uv[wmi_mdl_saber_vertex(i)], sizeof uv[0]);
        else if (i < s->uv_count[0])
            memcpy(saber->uvs[i], s->uvs[0][i], sizeof uv[0]);
    }
    return true;
}

static bool saber_notes(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wm_kotor_mesh *m = item->node.mesh;
    uint32_t sum = wmi_mdl_sum_saber(m->saber);
    const wmi_mdl_note *sizes = wmi_mdlr_find_note(item, WMI_NOTE_SIZES);
    const wmi_mdl_note *hilt = wmi_mdlr_find_note(item, WMI_NOTE_HILT);
    const wmi_mdl_note *normals = wmi_mdlr_find_note(item, WMI_NOTE_BLADES);
    const wmi_mdl_note *corners = wmi_mdlr_find_note(item, WMI_NOTE_CORNERS);
    int64_t vertices, faces;
    size_t size;
    if (!item->recorded || !sizes || !hilt || !normals)
        return false;
    if (sizes->sum != sum) {
        wmi_mdlr_stale(p, sizes, "the blades were changed");
        return false;
    }
    if (!wmi_word_int(sizes->word[1], &vertices) || vertices < 0 || vertices > UINT16_MAX ||
        !wmi_word_int(sizes->word[2], &faces) || faces < 0)
        return false;
    uint8_t *b = wmi_mdlr_bytes(p, hilt, &size);
    if (!b || size % 32 || size / 32 != (uint64_t)faces)
        return false;
    wm_kotor_mdl_face *list = wmi_mdlr_new(p, size / 32, sizeof *list);
    if (!list)
        return false;
    for (size_t f = 0; f < size / 32; f++, b += 32) {
        wmi_load32(&list[f], b, 5);
        for (int k = 0; k < 3; k++) {
            list[f].adjacent[k] = wmi_le16(b + 20 + 2 * k);
            list[f].vertex[k] = wmi_le16(b + 26 + 2 * k);
            if (list[f].vertex[k] >= vertices)
                return false;
        }
    }
    bool none = wmi_word_is(normals->word[1], "none");
    m->saber->normals =
        none ? NULL : (void *)wmi_mdlr_words(p, normals, 3 * WM_KOTOR_SABER_VERTICES, NULL);
    if ((!none && !m->saber->normals) || (corners && !noted_corners(p, m, corners)))
        return false;
    m->vertex_count = (uint16_t)vertices;
    m->faces = list;
    m->face_count = (uint32_t)faces;
    return true;
}

/* The vertex table of a saber, and rows, which only unusual files have. */
static void saber_tables(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wm_kotor_mesh *m = item->node.mesh;
    const wmi_mdl_note *rows = wmi_mdlr_find_note(item, WMI_NOTE_ROWS);
    const wmi_mdl_note *table = wmi_mdlr_find_note(item, WMI_NOTE_TABLE);
    const wmi_mdl_note *tail = wmi_mdlr_find_note(item, WMI_NOTE_TAIL);
    size_t size;
    if (table && m->vertex_count)
        m->vertices = (void *)wmi_mdlr_words(p, table, 3 * (size_t)m->vertex_count, NULL);
    if (rows) {
        m->rows = wmi_mdlr_bytes(p, rows, &size);
        if (m->rows && size != (uint64_t)m->row_size * m->vertex_count)
            m->rows = NULL;
    }
    if (tail && m->rows) {
        m->tail = wmi_mdlr_bytes(p, tail, &size);
        m->tail_size = m->tail ? (uint32_t)size : 0;
    }
}

bool wmi_mdlr_saber(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wm_kotor_mesh *m = item->node.mesh;
    wmi_source_mesh *s = item->source;
    if (item->saber_normal_count == s->vertex_count)
        s->normals = item->saber_normals;
    for (uint32_t i = 0; i < item->inverted_count; i++)
        m->saber->inverted[i] = item->inverted[i];
    if (!blades(p, item, m->saber) || s->face_count > WMI_SABER_FACES_MOST) {
        if (!p->failed)
            wmi_mdlr_fault_line(
                p, WM_KOTOR_MDL_TEXT_SABER, item->line,
                "expected 16 or 176 vertices in a saber, found %lu: it becomes a trimesh",
                (ul)s->vertex_count);
        m->saber = NULL;
        item->node.flags = WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH;
        return false;
    }
    if (!saber_notes(p, item))
        return false;
    saber_tables(p, item);
    return true;
}
