/* What was read of an OBJ becomes a scene: materials by name, corners to vertices, and the
 * comments in which this library keeps what OBJ has no place for. */
#include <math.h>

#include "convert/obj_read.h"
#include "convert/open.h"

/* ---- materials --------------------------------------------------------- */

wm_status wmi_obj_open_materials(wmi_obj_reader *r)
{
    r->slots = 16;
    while (r->slots < 2 * r->room.materials)
        r->slots *= 2;
    r->table = wmi_arena_raw(&r->scratch, r->slots, sizeof *r->table);
    r->scene->materials = wm_scene_alloc(r->scene, r->room.materials, sizeof *r->scene->materials);
    if (!r->table)
        return wmi_arena_fail(&r->scratch, r->error, "");
    if (!r->scene->materials)
        return wm_scene_no_memory(r->scene, r->error);
    memset(r->table, 0xFF, r->slots * sizeof *r->table);
    return WM_OK;
}

uint32_t wmi_obj_material(wmi_obj_reader *r, const char *name, size_t size)
{
    wm_scene *s = r->scene;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(0x100000001B3);
    size_t at = (size_t)(hash ^ hash >> 32) & (r->slots - 1);
    for (; r->table[at] != WM_NO_INDEX; at = (at + 1) & (r->slots - 1)) {
        const char *other = s->materials[r->table[at]].name;
        if (strncmp(other, name, size) == 0 && other[size] == '\0')
            return r->table[at];
    }
    char *copy = wm_scene_text(s, name, size);
    if (!copy)
        return WM_NO_INDEX;
    const wm_vec3 grey = {0.8f, 0.8f, 0.8f};
    s->materials[s->material_count] =
        (wm_scene_material){.name = copy, .diffuse = grey, .ambient = grey, .alpha = 1};
    return r->table[at] = s->material_count++;
}

/* ---- notes ------------------------------------------------------------- */

static wm_status bad_note(const wmi_obj_reader *r)
{
    return wmi_fail_line(r->error, WM_BAD_TEXT, r->line.number, 0, "# waymark",
                         "the comment is damaged: take it out or restore it");
}

static bool note_number(wmi_word word, double *value)
{
    int64_t whole;
    float number;
    if (word.text[0] != '-' && wmi_word_int(word, &whole))
        *value = (double)whole;
    else if (wmi_word_float(word, &number))
        *value = (double)number;
    else
        return false;
    return true;
}

static uint32_t count_words(wmi_line line)
{
    uint32_t n = 0;
    while (wmi_next_word(&line).size)
        n++;
    return n;
}

static char *copy_word(wmi_obj_reader *r, wmi_word word)
{
    return wm_scene_text(r->scene, word.text, word.size);
}

/* numbers NAME VALUE..., number NAME VALUE */
static wm_status read_numbers(wmi_obj_reader *r, wm_extra *e)
{
    double *values = wm_scene_alloc(r->scene, e->count, sizeof *values);
    if (!values)
        return wm_scene_no_memory(r->scene, r->error);
    for (uint32_t i = 0; i < e->count; i++)
        if (!note_number(wmi_next_word(&r->line), &values[i]))
            return bad_note(r);
    e->numbers = values;
    return WM_OK;
}

static wm_status read_text(wmi_obj_reader *r, wm_extra *e)
{
    const char **texts = wm_scene_alloc(r->scene, 1, sizeof *texts);
    if (!texts || !(texts[0] = copy_word(r, wmi_next_word(&r->line))))
        return wm_scene_no_memory(r->scene, r->error);
    e->texts = texts;
    return WM_OK;
}

/* NAME X Y Z (KEY NUMBER)... */
static wm_status read_empty(wmi_obj_reader *r)
{
    float p[3];
    wm_scene_node *n = &r->empties[r->empty_count];
    *n = (wm_scene_node){.parent = WM_NO_INDEX,
                         .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                         .mesh = WM_NO_INDEX,
                         .skin = WM_NO_INDEX,
                         .light = WM_NO_INDEX,
                         .source = WM_NO_INDEX};
    n->name = copy_word(r, wmi_next_word(&r->line));
    for (int k = 0; k < 3; k++)
        if (!wmi_word_float(wmi_next_word(&r->line), &p[k]))
            return bad_note(r);
    n->rest.translation = (wm_vec3){p[0], p[1], p[2]};
    uint32_t pairs = count_words(r->line) / 2;
    wm_extra *items = wm_scene_alloc(r->scene, pairs, sizeof *items);
    double *values = wm_scene_alloc(r->scene, pairs, sizeof *values);
    if (!n->name || !items || !values)
        return wm_scene_no_memory(r->scene, r->error);
    for (uint32_t i = 0; i < pairs; i++) {
        char *key = copy_word(r, wmi_next_word(&r->line));
        if (!key)
            return wm_scene_no_memory(r->scene, r->error);
        if (!note_number(wmi_next_word(&r->line), &values[i]))
            return bad_note(r);
        items[i] = (wm_extra){key, false, 1, &values[i], NULL};
    }
    n->extras = (wm_extras){pairs, items};
    r->empty_count++;
    return WM_OK;
}

wm_status wmi_obj_note(wmi_obj_reader *r)
{
    wmi_word kind = wmi_next_word(&r->line);
    if (r->note_count >= r->room.comments || r->empty_count >= r->room.comments)
        return WM_OK; /* counted before: cannot be */
    if (wmi_word_is(kind, "empty"))
        return read_empty(r);
    bool list = wmi_word_is(kind, "numbers"), text = wmi_word_is(kind, "text");
    if (!list && !text && !wmi_word_is(kind, "number"))
        return WM_OK; /* somebody's remark */
    wmi_word name = wmi_next_word(&r->line);
    wm_extra e = {.list = list, .count = count_words(r->line)};
    if (name.size == 0 || (!list && e.count != 1))
        return bad_note(r);
    e.name = copy_word(r, name);
    if (!e.name)
        return wm_scene_no_memory(r->scene, r->error);
    wm_status status = text ? read_text(r, &e) : read_numbers(r, &e);
    if (status != WM_OK)
        return status;
    if (text && strcmp(e.name, "source") == 0)
        r->scene->source = e.texts[0];
    else
        r->notes[r->note_count++] = e;
    return WM_OK;
}

/* ---- vertices ---------------------------------------------------------- */

static uint64_t hash_corner(const wmi_obj_corner *c)
{
    uint64_t h = c->number[0] * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 29 ^ c->number[1]) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ h >> 32 ^ c->number[2]) * UINT64_C(0x94D049BB133111EB);
    return h ^ h >> 31;
}

/* Numbers the different corners in the order in which they come; which[i] is the first
 * corner of vertex i. */
static bool number_corners(wmi_obj_reader *r, wm_scene_mesh *m, uint32_t *which)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)m->index_count)
        slots *= 2;
    uint32_t *table = wmi_arena_raw(&r->scratch, slots, sizeof *table);
    if (!table)
        return false;
    memset(table, 0xFF, slots * sizeof *table);
    for (uint32_t i = 0; i < m->index_count; i++) {
        const wmi_obj_corner *c = &r->corners[i];
        size_t at = (size_t)hash_corner(c) & (slots - 1);
        while (table[at] != WM_NO_INDEX && memcmp(&r->corners[which[table[at]]], c, sizeof *c) != 0)
            at = (at + 1) & (slots - 1);
        if (table[at] == WM_NO_INDEX) {
            which[m->vertex_count] = i;
            table[at] = m->vertex_count++;
        }
        m->indices[i] = table[at];
    }
    return true;
}

/* Corners with uv or normal: a vertex for each kind of corner. */
static wm_status split_vertices(wmi_obj_reader *r, wm_scene_mesh *m)
{
    wm_scene *s = r->scene;
    uint32_t *which = wmi_arena_raw(&r->scratch, m->index_count, sizeof *which);
    if (!which || !number_corners(r, m, which))
        return wmi_arena_fail(&r->scratch, r->error, "");
    m->positions = wm_scene_alloc(s, m->vertex_count, sizeof *m->positions);
    if (r->vt)
        m->uvs[0] = wm_scene_alloc(s, m->vertex_count, sizeof *m->uvs[0]);
    if (r->vn)
        m->normals = wm_scene_alloc(s, m->vertex_count, sizeof *m->normals);
    if (!m->positions || (r->vt && !m->uvs[0]) || (r->vn && !m->normals))
        return wm_scene_no_memory(s, r->error);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        const uint32_t *n = r->corners[which[i]].number;
        m->positions[i] = r->positions[n[0]];
        if (m->uvs[0] && n[1] != WM_NO_INDEX)
            memcpy(m->uvs[0][i], r->uvs[n[1]], sizeof m->uvs[0][i]);
        if (m->normals && n[2] != WM_NO_INDEX)
            m->normals[i] = r->normals[n[2]];
    }
    return WM_OK;
}

static wm_status plain_vertices(wmi_obj_reader *r, wm_scene_mesh *m)
{
    m->vertex_count = r->v;
    m->positions = wm_scene_alloc(r->scene, r->v, sizeof *m->positions);
    if (!m->positions)
        return wm_scene_no_memory(r->scene, r->error);
    if (r->v)
        memcpy(m->positions, r->positions, r->v * sizeof *m->positions);
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = r->corners[i].number[0];
    return WM_OK;
}

/* ---- the scene --------------------------------------------------------- */

static wm_status make_nodes(wmi_obj_reader *r)
{
    wm_scene *s = r->scene;
    s->nodes = wm_scene_alloc(s, (size_t)r->empty_count + 1, sizeof *s->nodes);
    s->extras.items = wm_scene_alloc(s, r->note_count, sizeof *s->extras.items);
    if (!s->nodes || !s->extras.items)
        return wm_scene_no_memory(s, r->error);
    s->nodes[0] = (wm_scene_node){.name = r->name ? r->name : "mesh",
                                  .parent = WM_NO_INDEX,
                                  .kind = WM_NODE_MESH,
                                  .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                  .skin = WM_NO_INDEX,
                                  .light = WM_NO_INDEX,
                                  .source = WM_NO_INDEX};
    if (r->empty_count)
        memcpy(s->nodes + 1, r->empties, r->empty_count * sizeof *s->nodes);
    s->node_count = r->empty_count + 1;
    if (r->note_count)
        memcpy(s->extras.items, r->notes, r->note_count * sizeof *s->extras.items);
    s->extras.count = r->note_count;
    return WM_OK;
}

wm_status wmi_obj_make_scene(wmi_obj_reader *r)
{
    wm_scene *s = r->scene;
    wm_scene_mesh *m = s->meshes = wm_scene_alloc(s, 1, sizeof *m);
    if (!m)
        return wm_scene_no_memory(s, r->error);
    s->mesh_count = 1;
    s->name = m->name = r->name ? r->name : "mesh";
    s->source = s->source && *s->source ? s->source : "obj";
    s->up = r->opts->z_up ? WM_UP_Z : WM_UP_Y;
    m->index_count = 3 * r->triangles;
    m->indices = wm_scene_alloc(s, m->index_count, sizeof *m->indices);
    m->parts = wm_scene_alloc(s, r->part_count, sizeof *m->parts);
    if (!m->indices || !m->parts)
        return wm_scene_no_memory(s, r->error);
    if (r->part_count)
        memcpy(m->parts, r->parts, r->part_count * sizeof *m->parts);
    m->part_count = r->part_count;
    bool plain = r->opts->positions_only || (r->vt == 0 && r->vn == 0);
    wm_status status = plain ? plain_vertices(r, m) : split_vertices(r, m);
    return status == WM_OK ? make_nodes(r) : status;
}
