/* Converts a scene to an NWN2 model: which nodes become packets, hooks and other points, and the
 * extras of a scene that came from a model. docs/gltf.md, "NWN2 models". */
#include "convert/nwn2/mdb_from_scene.h"

#include "base/text.h"
#include "base/vec.h"

enum { NUMBER_DIGITS = 3 }; /* Blender's ".001" */

wm_status wmi_to_mdb_no_memory(wmi_to_mdb *t)
{
    return wmi_arena_fail(&t->arena, t->error, "");
}

void *wmi_to_mdb_scratch(wmi_to_mdb *t, size_t count, size_t size)
{
    return wmi_arena_new(&t->arena, count, size);
}

/* Only a name that filled its field before may do so again. */
wm_status wmi_to_mdb_name(wmi_to_mdb *t, const char *name, char field[WM_NWN2_MDB_NAME],
                          const char *what)
{
    size_t n = t->own ? strlen(name) : wmi_stem_length(name, NUMBER_DIGITS);
    size_t most = t->own ? WM_NWN2_MDB_NAME : WM_NWN2_MDB_NAME - 1;
    if (n > most)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, what,
                        "the name '%.40s%s' has %lu characters, at most %lu are allowed", name,
                        n > 40 ? "..." : "", (ul)n, (ul)most);
    memset(field, 0, WM_NWN2_MDB_NAME);
    memcpy(field, name, n);
    return WM_OK;
}

/* ---- space ---- */

wm_vec3 wmi_to_mdb_vector(const wm_scene *s, wm_vec3 v)
{
    v = wmi_soup_upright(s, v);
    return s->left_handed ? (wm_vec3){v.x, -v.y, v.z} : v;
}

/* The reverse of wmi_to_mdb_vector. */
static wm_vec3 vector_back(const wm_scene *s, wm_vec3 v)
{
    if (s->left_handed)
        v.y = -v.y;
    return s->up == WM_UP_Y ? (wm_vec3){v.x, v.z, -v.y} : v;
}

/* ---- what a node becomes ---- */

/* Does a name, without Blender's number, end like this? */
static bool ends(const char *name, const char *ending)
{
    size_t n = wmi_stem_length(name, NUMBER_DIGITS), size = strlen(ending);
    return n > size && wmi_word_is((wmi_word){.text = name + n - size, .size = size}, ending);
}

static bool begins(const char *name, const char *start)
{
    size_t size = strlen(start);
    return strlen(name) > size && wmi_word_is((wmi_word){.text = name, .size = size}, start);
}

/* The type that the extras of a node state: a text, or four numbers. False if there is none. */
static bool stated_type(const wm_scene_node *n, const char *name, char type[5])
{
    const wm_extra *e = wm_extras_find(&n->extras, name);
    memset(type, 0, 5);
    if (e && e->texts && e->count == 1 && strlen(e->texts[0]) == 4) {
        memcpy(type, e->texts[0], 4);
        return true;
    }
    if (!e || !e->numbers || e->count != 4)
        return false;
    for (int i = 0; i < 4; i++)
        type[i] = (char)(uint8_t)(e->numbers[i] >= 0 && e->numbers[i] <= 255 ? e->numbers[i] : 0);
    return true;
}

static bool has_triangles(const wm_scene *s, const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && s->meshes[n->mesh].primitive == WM_PRIMITIVE_TRIANGLES;
}

/* WM_NWN2_MDB_KIND_RAW: nothing known. */
static wm_nwn2_mdb_kind kind_of(const wm_scene *s, const wm_scene_node *n)
{
    char type[5];
    const wmi_mdb_form *form = stated_type(n, "packet", type) ? wmi_mdb_form_named(type) : NULL;
    bool triangles = has_triangles(s, n);
    if (form && (triangles || !wmi_mdb_is_mesh(form->kind)))
        return form->kind;
    if (triangles && ends(n->name, "_W"))
        return WM_NWN2_MDB_KIND_WALK;
    if (triangles && ends(n->name, "_C3"))
        return WM_NWN2_MDB_KIND_COL3;
    if (triangles && (ends(n->name, "_C2") || n->role == WM_NODE_ROLE_COLLISION))
        return WM_NWN2_MDB_KIND_COL2;
    if (triangles)
        return n->skin != WM_NO_INDEX && s->meshes[n->mesh].joints ? WM_NWN2_MDB_KIND_SKIN
                                                                   : WM_NWN2_MDB_KIND_RIGD;
    if (n->kind == WM_NODE_KIND_EMPTY && begins(n->name, "hp_"))
        return WM_NWN2_MDB_KIND_HOOK;
    return form ? form->kind : WM_NWN2_MDB_KIND_RAW;
}

/* ---- points ---- */

static bool close_enough(const wm_matrix *a, const wm_matrix *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            double apart = fabs((double)a->m[r][c] - (double)b->m[r][c]);
            if (!(apart <= 1e-4 * (1 + fabs((double)b->m[r][c]))))
                return false;
        }
    return true;
}

/* The world matrix of a node in the game's space. */
static wm_matrix place_of(const wmi_to_mdb *t, uint32_t node)
{
    const wm_matrix *w = &t->pose->world[node];
    wm_matrix m;
    for (int c = 0; c < 4; c++) {
        const wm_vec3 axis = {c == 0, c == 1, c == 2};
        wm_vec3 v =
            c == 3 ? wmi_matrix_place(w) : wmi_matrix_direction(w, vector_back(t->scene, axis));
        v = wmi_to_mdb_vector(t->scene, v);
        m.m[0][c] = v.x + 0; /* no -0 */
        m.m[1][c] = v.y + 0;
        m.m[2][c] = v.z + 0;
    }
    return m;
}

static wm_vec3 column(const wm_matrix *m, int c)
{
    return (wm_vec3){m->m[0][c], m->m[1][c], m->m[2][c]};
}

/* A node that is still where its extras put it keeps their exact numbers. */
static void place_point(const wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_point *p)
{
    const wm_extra *e = wmi_extra_list(&t->scene->nodes[node].extras, "matrix", 12);
    wm_matrix place = place_of(t, node);
    for (int i = 0; e && i < 12; i++)
        (i < 9 ? &p->axis[i / 3].x : &p->position.x)[i % 3] = (float)e->numbers[i];
    if (e) {
        wm_transform stored = wmi_mdb_transform(p);
        wm_matrix was = wmi_matrix_of(&stored);
        if (t->own || close_enough(&place, &was))
            return;
    }
    p->axis[0] = column(&place, 1);
    p->axis[1] = column(&place, 0);
    p->axis[2] = column(&place, 2);
    p->position = column(&place, 3);
}

static wm_status add_point(wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_kind kind)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    wm_nwn2_mdb_packet *p = wm_nwn2_mdb_add_packet(t->mdb, kind, NULL, 0, 0, t->error);
    double value = wmi_extra_number(&n->extras, "value", 0);
    if (!p)
        return WM_NO_MEMORY;
    wmi_extra_u32(value, &p->point->value);
    place_point(t, node, p->point);
    return wmi_to_mdb_name(t, n->name, p->point->name, "nodes.name");
}

static wm_status add_spheres(wmi_to_mdb *t, uint32_t node)
{
    const wm_extra *e = wmi_extra_list(&t->scene->nodes[node].extras, "spheres", 0);
    uint32_t count = e ? e->count / 2 : 0;
    wm_nwn2_mdb_packet *p =
        wm_nwn2_mdb_add_packet(t->mdb, WM_NWN2_MDB_KIND_COLS, NULL, count, 0, t->error);
    if (!p)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        if (!wmi_extra_u32(e->numbers[2 * (size_t)i], &p->spheres->spheres[i].bone))
            return wmi_fail(t->error, WM_BAD_VALUE, "spheres", "bone %lu is not an index", (ul)i);
        p->spheres->spheres[i].radius = (float)e->numbers[2 * (size_t)i + 1];
    }
    return WM_OK;
}

static wm_status add_raw(wmi_to_mdb *t, uint32_t node, const char *type)
{
    const wm_extra *e = wmi_extra_list(&t->scene->nodes[node].extras, "bytes", 0);
    wm_nwn2_mdb_packet *p =
        wm_nwn2_mdb_add_packet(t->mdb, WM_NWN2_MDB_KIND_RAW, NULL, 0, 0, t->error);
    uint8_t *bytes = p ? wm_nwn2_mdb_alloc(t->mdb, e ? e->count : 0, 1, t->error) : NULL;
    if (!bytes)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; e && i < e->count; i++)
        bytes[i] = (uint8_t)(e->numbers[i] >= 0 && e->numbers[i] <= 255 ? e->numbers[i] : 0);
    memcpy(p->type, type, 4);
    memcpy(p->stored_type, type, 4);
    p->raw = (wm_nwn2_bytes){e ? e->count : 0, bytes};
    return WM_OK;
}

/* ---- what only scenes of models have ---- */

static void restore_garbage(wm_nwn2_mdb_packet *p, const wm_extra *e)
{
    wmi_mdb_field fields[WMI_MDB_FIELDS];
    uint32_t count = wmi_mdb_fields(p, fields);
    for (uint32_t i = 0; i + 1 < e->count; i += 2)
        for (uint32_t k = 0; k < count; k++) {
            double at = e->numbers[i] - fields[k].offset, value = e->numbers[i + 1];
            if (at >= 0 && at < WM_NWN2_MDB_NAME && value >= 0 && value <= 255)
                fields[k].text[(uint32_t)at] = (char)(uint8_t)value;
        }
}

static void restore_bits(const wm_nwn2_mdb_mesh *m, const wm_extra *e)
{
    size_t stride;
    uint8_t *first = wmi_mdb_vertices(m, &stride);
    size_t words = m->vertex_count * (stride / 4);
    for (uint32_t i = 0; i + 1 < e->count; i += 2) {
        uint32_t at, bits;
        if (wmi_extra_u32(e->numbers[i], &at) && at < words &&
            wmi_extra_u32(e->numbers[i + 1], &bits))
            memcpy(first + 4 * (size_t)at, &bits, 4);
    }
}

static void restore(wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_packet *p)
{
    const wm_extras *extras = &t->scene->nodes[node].extras;
    const wm_extra *garbage = wmi_extra_list(extras, "garbage", 0);
    const wm_extra *bits = wmi_extra_list(extras, "not_finite", 0);
    char type[5];
    if (garbage)
        restore_garbage(p, garbage);
    if (bits && p->mesh)
        restore_bits(p->mesh, bits);
    if (stated_type(&t->scene->nodes[node], "stored_type", type))
        memcpy(p->stored_type, type, 4);
}

/* ---- the model ---- */

/* An empty mesh, which a glTF does not hold. */
static wm_status add_empty(wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_kind kind)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    wm_nwn2_mdb_packet *p = wm_nwn2_mdb_add_packet(t->mdb, kind, NULL, 0, 0, t->error);
    uint32_t material;
    wm_status status = WM_OK;
    if (!p)
        return WM_NO_MEMORY;
    if (wmi_extra_u32(wmi_extra_number(&n->extras, "material", -1), &material) &&
        material < t->scene->material_count)
        status = wmi_to_mdb_material(t, &t->scene->materials[material], &p->mesh->material);
    return status == WM_OK ? wmi_to_mdb_name(t, n->name, p->mesh->name, "nodes.name") : status;
}

static wm_status add_node(wmi_to_mdb *t, uint32_t node)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    wm_nwn2_mdb_kind kind = kind_of(t->scene, n);
    char type[5];
    bool stated = stated_type(n, "packet", type);
    uint32_t first = t->mdb->packet_count;
    wm_status status = WM_OK;
    if (n->kind == WM_NODE_KIND_MESH && n->mesh == WM_NO_INDEX && !t->own)
        return WM_OK; /* its mesh was deleted, which was reported */
    if (kind == WM_NWN2_MDB_KIND_RAW && !stated) {
        t->result->ignored += n->kind != WM_NODE_KIND_BONE && n->mesh == WM_NO_INDEX;
        return WM_OK;
    }
    if (kind == WM_NWN2_MDB_KIND_RAW)
        status = add_raw(t, node, type);
    else if (kind == WM_NWN2_MDB_KIND_COLS)
        status = add_spheres(t, node);
    else if (wmi_mdb_is_point(kind))
        status = add_point(t, node, kind);
    else if (has_triangles(t->scene, n))
        status = wmi_to_mdb_mesh(t, node, kind);
    else if (t->own)
        status = add_empty(t, node, kind);
    else
        t->result->ignored++;
    if (status == WM_OK && t->own && first < t->mdb->packet_count)
        restore(t, node, &t->mdb->packets[first]);
    return status;
}

static bool is_spheres(const wmi_to_mdb *t, uint32_t node)
{
    return kind_of(t->scene, &t->scene->nodes[node]) == WM_NWN2_MDB_KIND_COLS;
}

static wm_status make(wmi_to_mdb *t)
{
    const wm_scene *s = t->scene;
    const wm_extra *version = wmi_extra_list(&s->extras, "version", 2);
    wm_status status = WM_OK;
    if (t->own && version) {
        t->mdb->major = (uint16_t)version->numbers[0];
        t->mdb->minor = (uint16_t)version->numbers[1];
    }
    for (int last = 0; last < 2; last++) /* spheres come last, as in the game's files */
        for (uint32_t i = 0; status == WM_OK && i < s->node_count; i++) {
            const wm_scene_node *n = &s->nodes[i];
            bool shown =
                t->own || (n->role != WM_NODE_ROLE_HIDDEN && n->role != WM_NODE_ROLE_OUTLINE);
            if (shown && (t->own ? last == 0 : is_spheres(t, i) == (last == 1)))
                status = add_node(t, i);
        }
    if (status == WM_OK && t->mdb->packet_count == 0 && !t->own)
        return wmi_fail(t->error, WM_BAD_VALUE, "nodes", "the scene has no triangles");
    return status;
}

wm_nwn2_mdb *wm_nwn2_mdb_from_scene(const wm_scene *scene, const wm_nwn2_mdb_import_opts *opts,
                                    wm_nwn2_mdb_import_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_nwn2_mdb_import_opts defaults;
    wm_nwn2_mdb_import_result made = {0};
    wmi_to_mdb t = {.scene = scene,
                    .opts = opts ? opts : &defaults,
                    .result = &made,
                    .error = error,
                    .own = scene->source && strcmp(scene->source, "nwn2-mdb") == 0};
    made.straight = t.own;
    if (!scene->finished) {
        wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
        return NULL;
    }
    if (wmi_scene_refuse_copies(scene, error) != WM_OK)
        return NULL;
    wmi_arena_init(&t.arena, t.opts->allocator, 0);
    t.mdb = wm_nwn2_mdb_new(t.opts->allocator, error);
    t.pose = t.mdb ? wm_pose_new(scene, t.opts->allocator, error) : NULL;
    wm_status status = t.pose ? make(&t) : WM_NO_MEMORY;
    wm_pose_free(t.pose);
    wmi_arena_free(&t.arena);
    if (status == WM_OK && result)
        *result = made;
    if (status == WM_OK)
        return t.mdb;
    wm_nwn2_mdb_free(t.mdb);
    return NULL;
}
