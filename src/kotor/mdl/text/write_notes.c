/* Writes notes for what no line of the dialect shows: normals and other row data, planes
 * and neighbours of faces, bones, trees, and the file layout.
 * docs/formats/kotor-mdl-ascii.md, "Notes". */
#include <stdio.h>

#include "kotor/mdl/text/write.h"

static char *head_of(char head[48], const char *word, uint32_t sum)
{
    wmi_format(head, 48, "%s %08lx", word, (ul)sum);
    return head;
}

static void *room(wmi_mdl_text *t, wmi_arena *scratch, size_t count, size_t size)
{
    void *p = wmi_arena_raw(scratch, count, size);
    if (!p)
        t->w.failed = true;
    return p;
}

/* ---- rows -------------------------------------------------------------- */

/* Does the text reproduce all these parts of the rows? */
static bool parts_match(const wm_kotor_mesh *m, const wmi_source_mesh *s, unsigned with)
{
    wmi_row_map map = wmi_mdl_row_map(m, with);
    for (uint32_t v = 0; v < m->vertex_count; v++)
        for (uint32_t i = 0; i < map.count; i++) {
            uint8_t text[16];
            if (map.part[i].field != WMI_ROW_WEIGHT && map.part[i].field != WMI_ROW_INDEX)
                continue;
            wmi_mdl_row_part(m, s, v, map.part[i].field, text);
            if (memcmp(text, m->rows + (size_t)v * m->row_size + map.part[i].offset,
                       map.part[i].size) != 0)
                return false;
        }
    return true;
}

static uint8_t *hidden_bytes(const wm_kotor_mesh *m, const wmi_row_map *map, uint32_t v,
                             uint8_t *to)
{
    const uint8_t *row = m->rows + (size_t)v * m->row_size;
    uint32_t at = 0;
    for (uint32_t i = 0; i <= map->count; i++) {
        uint32_t next = i < map->count ? map->part[i].offset : m->row_size;
        memcpy(to, row + at, next - at);
        to += next - at;
        if (i < map->count)
            at = next + map->part[i].size;
    }
    return to;
}

static void row_notes(wmi_mdl_text *t, const wm_kotor_mesh *m, const wmi_source_mesh *s,
                      wmi_arena *scratch)
{
    char head[48];
    uint32_t sum = wmi_mdl_sum_mesh(s);
    unsigned with = 0;
    if (!m->rows) {
        wmi_writer_printf(&t->w, "  #wm rows %08lx none\n", (ul)sum);
        return;
    }
    int32_t normal = m->row_offset[WM_KOTOR_ROW_NORMAL];
    bool pc = t->mdl->platform == WM_KOTOR_PLATFORM_PC;
    if (pc && normal >= 0 && (uint64_t)normal + 12 <= m->row_size)
        with |= WMI_ROW_NORMALS;
    if (pc && m->skin && s->weights && parts_match(m, s, with | WMI_ROW_WEIGHTS))
        with |= WMI_ROW_WEIGHTS;
    wmi_row_map map = wmi_mdl_row_map(m, with);
    uint8_t *bytes = room(t, scratch, m->vertex_count, map.hidden > 12 ? (size_t)map.hidden : 12);
    if (!bytes)
        return;
    bool normals = false;
    for (uint32_t i = 0; i < map.count; i++)
        normals = normals || map.part[i].field == WM_KOTOR_ROW_NORMAL;
    if (!normals) {
        with &= ~(unsigned)WMI_ROW_NORMALS;
    } else {
        for (uint32_t v = 0; v < m->vertex_count; v++)
            memcpy(bytes + (size_t)v * 12, m->rows + (size_t)v * m->row_size + normal, 12);
        wmi_note_write(&t->w, head_of(head, "normals", wmi_mdl_sum_shape(s)), bytes,
                       (size_t)m->vertex_count * 12);
    }
    uint8_t *to = bytes;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        to = hidden_bytes(m, &map, v, to);
    wmi_format(head, sizeof head, "rows %08lx %u", (ul)sum, with);
    wmi_note_write(&t->w, head, bytes, (size_t)(to - bytes));
    if (m->tail)
        wmi_note_write(&t->w, "tail", m->tail, m->tail_size);
}

/* ---- other arrays ------------------------------------------------------ */

static void plane_note(wmi_mdl_text *t, const wm_kotor_mesh *m, const wmi_source_mesh *s,
                       wmi_arena *scratch)
{
    char head[48];
    uint8_t *bytes = room(t, scratch, m->face_count, 22);
    if (!bytes)
        return;
    for (uint32_t f = 0; f < m->face_count; f++) {
        uint8_t *p = bytes + (size_t)f * 22;
        wmi_store32(p, &m->faces[f].normal, 3);
        wmi_store32(p + 12, &m->faces[f].distance, 1);
        for (int k = 0; k < 3; k++) {
            p[16 + 2 * k] = (uint8_t)m->faces[f].adjacent[k];
            p[17 + 2 * k] = (uint8_t)(m->faces[f].adjacent[k] >> 8);
        }
    }
    wmi_note_write(&t->w, head_of(head, "planes", wmi_mdl_sum_shape(s)), bytes,
                   (size_t)m->face_count * 22);
}

/* Needs a note unless there is one count, one counter, and the indices are the faces'
 * corners. */
static void index_note(wmi_mdl_text *t, const wm_kotor_mesh *m, wmi_arena *scratch)
{
    bool usual = m->index_count_count == 1 && m->index_offset_count == 1 &&
                 m->inverted_count == 1 && m->index_counts[0] == 3 * m->face_count &&
                 m->index_count == 3 * m->face_count;
    for (uint32_t i = 0; usual && i < m->index_count; i++)
        usual = m->indices[i] == m->faces[i / 3].vertex[i % 3];
    if (usual)
        return;
    size_t n = 4 + (size_t)m->index_count_count + m->inverted_count + m->index_count;
    uint32_t *words = room(t, scratch, n, sizeof *words);
    if (!words)
        return;
    uint32_t *to = words;
    *to++ = m->index_count_count;
    *to++ = m->index_offset_count;
    *to++ = m->inverted_count;
    *to++ = m->index_count;
    for (uint32_t i = 0; i < m->index_count_count; i++)
        *to++ = m->index_counts[i];
    for (uint32_t i = 0; i < m->inverted_count; i++)
        *to++ = m->inverted[i];
    for (uint32_t i = 0; i < m->index_count; i++)
        *to++ = m->indices[i];
    wmi_note_words(&t->w, "corners", words, n);
}

static void bone_note(wmi_mdl_text *t, const wm_kotor_skin *s, wmi_arena *scratch)
{
    char head[48];
    size_t n = 4 + (size_t)s->bone_count + 4 * (size_t)s->q_count + 3 * (size_t)s->t_count +
               s->unknown_count;
    uint32_t *words = room(t, scratch, n, sizeof *words), *to = words;
    if (!words)
        return;
    *to++ = s->bone_count;
    *to++ = s->q_count;
    *to++ = s->t_count;
    *to++ = s->unknown_count;
    if (s->bone_count)
        memcpy(to, s->bone_map, s->bone_count * sizeof *to);
    to += s->bone_count;
    if (s->q_count)
        memcpy(to, s->q, s->q_count * sizeof *s->q);
    to += 4 * (size_t)s->q_count;
    if (s->t_count)
        memcpy(to, s->t, s->t_count * sizeof *s->t);
    to += 3 * (size_t)s->t_count;
    if (s->unknown_count)
        memcpy(to, s->unknown_array, s->unknown_count * sizeof *to);
    wmi_note_words(&t->w, head_of(head, "bones", t->pose_sum), words, n);
}

uint32_t wmi_mdl_sum_boxes(const wm_kotor_mdl_aabb *boxes, uint32_t count)
{
    uint64_t sum = wmi_sum_u32(6, count);
    for (uint32_t i = 0; i < count; i++) {
        sum = wmi_sum_add(sum, &boxes[i].min, 3);
        sum = wmi_sum_add(sum, &boxes[i].max, 3);
        sum = wmi_sum_add(sum, &boxes[i].face, 1);
    }
    return wmi_sum_end(sum);
}

/* For a tree that is shown, stores the planes; for any other, everything. */
static void box_note(wmi_mdl_text *t, const wm_kotor_mesh *m, const wmi_source_mesh *s,
                     wmi_arena *scratch)
{
    char head[48];
    size_t unit = s->aabb_count ? 1 : 10;
    uint32_t *words = room(t, scratch, m->aabb_count, unit * sizeof *words);
    if (!words)
        return;
    for (uint32_t i = 0; i < m->aabb_count; i++) {
        const wm_kotor_mdl_aabb *b = &m->aabbs[i];
        uint32_t *to = words + i * unit;
        if (unit == 10) {
            memcpy(to, &b->min, 12);
            memcpy(to + 3, &b->max, 12);
            to[6] = b->left;
            to[7] = b->right;
            memcpy(to + 8, &b->face, 4);
            to += 9;
        }
        *to = b->plane;
    }
    uint32_t sum =
        s->aabb_count ? wmi_mdl_sum_boxes(s->aabbs, s->aabb_count) : wmi_mdl_sum_shape(s);
    wmi_note_words(&t->w, head_of(head, s->aabb_count ? "split" : "boxes", sum), words,
                   unit * m->aabb_count);
}

static void dangly_note(wmi_mdl_text *t, const wm_kotor_mesh *m, const wmi_source_mesh *s)
{
    const wm_kotor_dangly *d = m->dangly;
    char head[48];
    if (!s->constraints)
        wmi_note_words(&t->w, head_of(head, "hold", wmi_mdl_sum_shape(s)), d->constraints,
                       d->constraint_count);
    if (!d->vertices)
        wmi_writer_text(&t->w, "  #wm copy none\n");
    else if (m->vertex_count &&
             memcmp(d->vertices, s->vertices, m->vertex_count * sizeof *s->vertices) != 0)
        wmi_note_words(&t->w, head_of(head, "copy", wmi_mdl_sum_shape(s)), d->vertices,
                       3 * (size_t)m->vertex_count);
}

void wmi_mdlw_mesh_notes(wmi_mdl_text *t, const wm_kotor_mdl_node *n, const wmi_source_mesh *s)
{
    const wm_kotor_mesh *m = n->mesh;
    wmi_arena scratch;
    char head[48];
    wmi_arena_init(&scratch, &t->w.allocator, 0);
    row_notes(t, m, s, &scratch);
    plane_note(t, m, s, &scratch);
    index_note(t, m, &scratch);
    if (!m->vertices && t->mdl->platform == WM_KOTOR_PLATFORM_PC)
        wmi_writer_text(&t->w, "  #wm table none\n");
    else if (m->vertices && m->vertex_count &&
             memcmp(m->vertices, s->vertices, m->vertex_count * sizeof *s->vertices) != 0)
        wmi_note_words(&t->w, head_of(head, "table", wmi_mdl_sum_shape(s)), m->vertices,
                       3 * (size_t)m->vertex_count);
    if (m->skin)
        bone_note(t, m->skin, &scratch);
    if (m->dangly)
        dangly_note(t, m, s);
    if (n->flags & WM_KOTOR_NODE_AABB)
        box_note(t, m, s, &scratch);
    wmi_arena_free(&scratch);
}

/* ---- sabers ------------------------------------------------------------ */

uint32_t wmi_mdl_sum_saber(const wm_kotor_saber *s)
{
    uint64_t sum = 7;
    if (s->positions)
        sum = wmi_sum_add(sum, s->positions, 3 * WM_KOTOR_SABER_VERTICES);
    if (s->uvs)
        sum = wmi_sum_add(sum, s->uvs, 2 * WM_KOTOR_SABER_VERTICES);
    return wmi_sum_end(sum);
}

/* Normals, and the faces and counts that the mesh has in addition to its blades. */
void wmi_mdlw_saber_notes(wmi_mdl_text *t, const wm_kotor_mesh *m)
{
    char head[48];
    wmi_arena scratch;
    uint32_t sum = wmi_mdl_sum_saber(m->saber);
    wmi_arena_init(&scratch, &t->w.allocator, 0);
    if (m->saber->normals)
        wmi_note_words(&t->w, head_of(head, "blades", sum), m->saber->normals,
                       3 * WM_KOTOR_SABER_VERTICES);
    else
        wmi_writer_printf(&t->w, "  #wm blades %08lx none\n", (ul)sum);
    wmi_writer_printf(&t->w, "  #wm sizes %08lx %u %lu\n", (ul)sum, (unsigned)m->vertex_count,
                      (ul)m->face_count);
    uint8_t *faces = room(t, &scratch, m->face_count, 32);
    if (faces) {
        for (uint32_t f = 0; f < m->face_count; f++) {
            uint8_t *p = faces + (size_t)f * 32;
            wmi_store32(p, &m->faces[f], 5);
            for (int k = 0; k < 3; k++) {
                wmi_put16(p + 20 + 2 * k, m->faces[f].adjacent[k]);
                wmi_put16(p + 26 + 2 * k, m->faces[f].vertex[k]);
            }
        }
        wmi_note_write(&t->w, head_of(head, "hilt", sum), faces, (size_t)m->face_count * 32);
    }
    index_note(t, m, &scratch);
    if (m->vertices)
        wmi_note_words(&t->w, head_of(head, "table", sum), m->vertices,
                       3 * (size_t)m->vertex_count);
    if (m->rows)
        wmi_note_write(&t->w, head_of(head, "rows", sum), m->rows,
                       (size_t)m->vertex_count * m->row_size);
    if (m->tail)
        wmi_note_write(&t->w, "tail", m->tail, m->tail_size);
    wmi_arena_free(&scratch);
}

/* ---- layout ------------------------------------------------------------ */

void wmi_mdlw_layout_notes(wmi_mdl_text *t)
{
    static const char *const kinds[] = {"a", "b", "stored"};
    const wm_kotor_mdl *m = t->mdl;
    wmi_writer_printf(&t->w, "  #wm layout %08lx %s\n", (ul)wmi_mdl_sum_layout(m), kinds[m->order]);
    wmi_writer_printf(&t->w, "  #wm mdx %u %u %lu\n", (unsigned)m->mdx_state,
                      (unsigned)m->mdx_stored, (ul)m->head_link);
    if (m->mdx_lead_size)
        wmi_note_write(&t->w, "lead", m->mdx_lead, m->mdx_lead_size);
    for (uint32_t i = 0; i < m->slack_count; i++) {
        char head[48];
        wmi_format(head, sizeof head, "slack %lu", (ul)m->slack[i].block);
        wmi_note_write(&t->w, head, m->slack[i].data, m->slack[i].size);
    }
    if (m->odd_count)
        wmi_note_words(&t->w, "odd", m->odd, 2 * (size_t)m->odd_count);
    if (m->block_count)
        wmi_note_words(&t->w, "blocks", m->block_offsets, m->block_count);
}
