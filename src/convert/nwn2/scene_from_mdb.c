/* Converts an NWN2 model to a neutral scene: a node for each packet, in the order of the file, and
 * then the bones that its skins use. docs/gltf.md, "NWN2 models". */
#include "base/sort.h"
#include "base/text.h"
#include "convert/frame.h"
#include "convert/nwn2/mdb_scene.h"
#include "scene/internal.h"

bool wmi_from_mdb_no_memory(wmi_from_mdb *f)
{
    wm_scene_no_memory(f->scene, f->error);
    return false;
}

const char *wmi_from_mdb_text(wmi_from_mdb *f, const char *field)
{
    const char *nul = memchr(field, 0, WM_NWN2_MDB_NAME);
    return wm_scene_text(f->scene, field, nul ? (size_t)(nul - field) : WM_NWN2_MDB_NAME, NULL);
}

uint32_t wmi_mdb_fields(const wm_nwn2_mdb_packet *p, wmi_mdb_field fields[WMI_MDB_FIELDS])
{
    const wmi_mdb_form *form = wmi_mdb_form_of(p->kind);
    uint32_t n = 0;
    if (p->point)
        fields[n++] = (wmi_mdb_field){p->point->name, 0};
    if (!p->mesh)
        return n;
    fields[n++] = (wmi_mdb_field){p->mesh->name, 0};
    if (p->kind == WM_NWN2_MDB_KIND_SKIN)
        fields[n++] = (wmi_mdb_field){p->mesh->skeleton, 32};
    for (uint32_t i = 0; form->material && i < WM_NWN2_MDB_TEXTURES; i++)
        fields[n++] = (wmi_mdb_field){p->mesh->material.texture[i], form->material + 32 * i};
    return n;
}

/* The axes are y, x and z. */
wm_transform wmi_mdb_transform(const wm_nwn2_mdb_point *p)
{
    const wm_bw2_frame frame = {{p->axis[1], p->axis[0], p->axis[2]}, p->position};
    wm_transform t = wmi_frame_transform(&frame);
    if (!isfinite(p->position.x) || !isfinite(p->position.y) || !isfinite(p->position.z))
        t.translation = (wm_vec3){0, 0, 0};
    return t;
}

/* ---- extras of packets ---- */

static void note_garbage(wmi_from_mdb *f, const wm_nwn2_mdb_packet *p)
{
    uint32_t list[2 * WM_NWN2_MDB_NAME * WMI_MDB_FIELDS], n = 0;
    wmi_mdb_field fields[WMI_MDB_FIELDS];
    uint32_t count = wmi_mdb_fields(p, fields);
    for (uint32_t i = 0; i < count; i++) {
        const char *end = memchr(fields[i].text, 0, WM_NWN2_MDB_NAME);
        for (uint32_t k = end ? (uint32_t)(end - fields[i].text) : WM_NWN2_MDB_NAME;
             k < WM_NWN2_MDB_NAME; k++)
            if (fields[i].text[k]) {
                list[n++] = fields[i].offset + k;
                list[n++] = (uint8_t)fields[i].text[k];
            }
    }
    if (n)
        wmi_bag_uints(&f->bag, "garbage", list, n);
}

/* Numbers that a glTF does not hold: the index of each in the vertices, and its bits. */
static bool note_not_finite(wmi_from_mdb *f, const wm_nwn2_mdb_mesh *m)
{
    size_t stride, n = 0;
    const uint8_t *first = wmi_mdb_vertices(m, &stride);
    size_t words = m->vertex_count * (stride / 4);
    uint32_t *list = NULL;
    for (int pass = 0; pass < 2; pass++) {
        if (pass && n == 0)
            return true;
        list = pass ? wmi_arena_raw(&f->scratch, n, sizeof *list) : NULL;
        if (pass && !list)
            return wmi_arena_fail(&f->scratch, f->error, "") == WM_OK;
        n = 0;
        for (size_t i = 0; i < words; i++) {
            uint32_t bits;
            memcpy(&bits, first + 4 * i, 4);
            if ((bits & 0x7F800000) != 0x7F800000 || (m->skin_vertices && i % 21 == 10))
                continue;
            if (list) {
                list[n] = (uint32_t)i;
                list[n + 1] = bits;
            }
            n += 2;
        }
    }
    wmi_bag_uints(&f->bag, "not_finite", list, (uint32_t)n);
    return true;
}

static void note_point(wmi_from_mdb *f, const wm_nwn2_mdb_point *p)
{
    float all[12];
    memcpy(all, p->axis, 9 * sizeof *all);
    memcpy(all + 9, &p->position, 3 * sizeof *all);
    wmi_bag_number(&f->bag, "value", p->value);
    wmi_bag_floats(&f->bag, "matrix", all, 12);
}

static bool note_spheres(wmi_from_mdb *f, const wm_nwn2_mdb_spheres *s)
{
    double *list = wmi_arena_raw(&f->scratch, 2 * (size_t)s->count, sizeof *list);
    if (!list)
        return wmi_arena_fail(&f->scratch, f->error, "") == WM_OK;
    for (uint32_t i = 0; i < s->count; i++) {
        list[2 * (size_t)i] = s->spheres[i].bone;
        list[2 * (size_t)i + 1] = (double)s->spheres[i].radius;
    }
    wmi_bag_numbers(&f->bag, "spheres", list, 2 * s->count);
    return true;
}

static bool note_raw(wmi_from_mdb *f, wm_nwn2_bytes raw)
{
    uint32_t *list = wmi_arena_raw(&f->scratch, raw.size, sizeof *list);
    if (!list)
        return wmi_arena_fail(&f->scratch, f->error, "") == WM_OK;
    for (uint32_t i = 0; i < raw.size; i++)
        list[i] = raw.data[i];
    wmi_bag_uints(&f->bag, "bytes", list, raw.size);
    return true;
}

/* As text, or as four numbers if a damaged file has zeros in it. */
static void note_type(wmi_from_mdb *f, const char *name, const char type[5])
{
    const uint32_t bytes[4] = {(uint8_t)type[0], (uint8_t)type[1], (uint8_t)type[2],
                               (uint8_t)type[3]};
    if (strlen(type) == 4)
        wmi_bag_text(&f->bag, name, type, 4);
    else
        wmi_bag_uints(&f->bag, name, bytes, 4);
}

/* A glTF holds no mesh without triangles: the node keeps its material. */
static void note_material(wmi_from_mdb *f, const wm_scene_node *n)
{
    const wm_scene_mesh *m = &f->scene->meshes[n->mesh];
    if (m->index_count == 0 && m->part_count)
        wmi_bag_number(&f->bag, "material", m->parts[0].material);
}

static bool note_packet(wmi_from_mdb *f, const wm_nwn2_mdb_packet *p, wm_scene_node *n)
{
    bool good = true;
    note_type(f, "packet", p->type);
    if (memcmp(p->type, p->stored_type, 4) != 0)
        note_type(f, "stored_type", p->stored_type);
    if (p->kind == WM_NWN2_MDB_KIND_RAW)
        good = note_raw(f, p->raw);
    else if (p->point)
        note_point(f, p->point);
    else if (p->spheres)
        good = note_spheres(f, p->spheres);
    else if (p->mesh)
        good = note_not_finite(f, p->mesh);
    if (p->kind == WM_NWN2_MDB_KIND_WALK)
        wmi_bag_number(&f->bag, "flags", p->mesh->flags);
    if (p->kind == WM_NWN2_MDB_KIND_SKIN)
        wmi_bag_text(&f->bag, "skeleton", p->mesh->skeleton, WM_NWN2_MDB_NAME);
    if (p->mesh)
        note_material(f, n);
    note_garbage(f, p);
    wmi_bag_close(&f->bag, &n->extras);
    return good;
}

/* ---- nodes ---- */

static wm_scene_node *add_node(wm_scene *s, const char *name, wm_node_kind kind)
{
    wm_scene_node *n = &s->nodes[s->node_count++];
    *n = wmi_scene_node(name);
    n->kind = kind;
    return n;
}

static bool add_packet(wmi_from_mdb *f, uint32_t number)
{
    const wm_nwn2_mdb_packet *p = &f->mdb->packets[number];
    const char *field = wm_nwn2_mdb_packet_name(p);
    const char *name =
        field ? wmi_from_mdb_text(f, field) : wm_scene_text(f->scene, p->type, 4, NULL);
    wm_scene *s = f->scene;
    if (!name)
        return wmi_from_mdb_no_memory(f);
    wm_scene_node *n = add_node(s, name, p->mesh ? WM_NODE_KIND_MESH : WM_NODE_KIND_EMPTY);
    n->source = number;
    if (p->point)
        n->rest = wmi_mdb_transform(p->point);
    if (p->mesh) {
        wm_scene_mesh *mesh = &s->meshes[s->mesh_count];
        mesh->name = name;
        n->role = p->kind > WM_NWN2_MDB_KIND_SKIN ? WM_NODE_ROLE_COLLISION : WM_NODE_ROLE_SHOWN;
        n->mesh = s->mesh_count++;
        if (!wmi_from_mdb_mesh(f, number, mesh))
            return false;
        n->skin = mesh->joints ? 0 : WM_NO_INDEX;
    }
    return note_packet(f, p, n);
}

/* Models hold no bones: they are named by index and stay where they are. */
static bool add_skin(wmi_from_mdb *f, uint32_t bones)
{
    static const wm_matrix unmoved = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    wm_scene *s = f->scene;
    const char *name = "skeleton";
    if (bones == 0)
        return true;
    for (uint32_t i = 0; i < f->mdb->packet_count; i++)
        if (f->mdb->packets[i].kind == WM_NWN2_MDB_KIND_SKIN) {
            name = wmi_from_mdb_text(f, f->mdb->packets[i].mesh->skeleton);
            break;
        }
    wm_scene_skin *skin = s->skins = wm_scene_alloc(s, 1, sizeof *skin, NULL);
    uint32_t *joints = wm_scene_alloc(s, bones, sizeof *joints, NULL);
    wm_matrix *binds = wm_scene_alloc(s, bones, sizeof *binds, NULL);
    if (!name || !skin || !joints || !binds)
        return wmi_from_mdb_no_memory(f);
    for (uint32_t i = 0; i < bones; i++) {
        char text[24];
        int size = wmi_format(text, sizeof text, "bone_%02lu", (ul)i);
        const char *bone = wm_scene_text(s, text, (size_t)size, NULL);
        if (!bone)
            return wmi_from_mdb_no_memory(f);
        joints[i] = s->node_count;
        binds[i] = unmoved;
        add_node(s, bone, WM_NODE_KIND_BONE)->source = i;
    }
    *skin = (wm_scene_skin){name, bones, joints, binds};
    s->skin_count = 1;
    return true;
}

/* ---- levels of detail ---- */

/* The name without "_L01". */
static void stem_of(const wm_nwn2_mdb_packet *p, char stem[WM_NWN2_MDB_NAME + 1])
{
    memcpy(stem, p->mesh->name, WM_NWN2_MDB_NAME);
    stem[WM_NWN2_MDB_NAME] = '\0';
    if (wm_nwn2_mdb_lod(p))
        stem[strlen(stem) - 4] = '\0';
}

static int by_stem(const void *context, uint32_t a, uint32_t b)
{
    const wm_nwn2_mdb_packet *p = context;
    char x[WM_NWN2_MDB_NAME + 1], y[WM_NWN2_MDB_NAME + 1];
    stem_of(&p[a], x);
    stem_of(&p[b], y);
    int order = wmi_compare_names(x, y);
    return order ? order : a < b ? -1 : a > b;
}

/* Visible packets whose names differ only in the level form a group. */
static bool group_levels(wmi_from_mdb *f)
{
    const wm_nwn2_mdb_packet *p = f->mdb->packets;
    uint32_t count = 0, groups = 0;
    uint32_t *order = wmi_arena_raw(&f->scratch, f->mdb->packet_count, sizeof *order);
    if (!order)
        return wmi_arena_fail(&f->scratch, f->error, "") == WM_OK;
    for (uint32_t i = 0; i < f->mdb->packet_count; i++)
        if (p[i].kind == WM_NWN2_MDB_KIND_RIGD || p[i].kind == WM_NWN2_MDB_KIND_SKIN)
            order[count++] = i;
    wmi_sort_by(order, count, by_stem, p);
    for (uint32_t i = 0, end; i < count; i = end) {
        char first[WM_NWN2_MDB_NAME + 1], next[WM_NWN2_MDB_NAME + 1];
        bool levels = wm_nwn2_mdb_lod(&p[order[i]]) > 0;
        stem_of(&p[order[i]], first);
        for (end = i + 1; end < count; end++) {
            stem_of(&p[order[end]], next);
            if (wmi_compare_names(first, next) != 0)
                break;
            levels |= wm_nwn2_mdb_lod(&p[order[end]]) > 0;
        }
        groups += levels;
        for (uint32_t k = i; levels && k < end; k++) {
            f->scene->nodes[order[k]].lod = 1 + wm_nwn2_mdb_lod(&p[order[k]]);
            f->scene->nodes[order[k]].lod_group = groups;
        }
    }
    return true;
}

/* ---- the scene ---- */

/* The number of bones that skins name, used or not. */
static uint32_t count_bones(const wm_nwn2_mdb *mdb)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_mesh *m = mdb->packets[i].mesh;
        for (uint32_t v = 0; m && m->skin_vertices && v < m->vertex_count; v++)
            for (int k = 0; k < 4; k++)
                most =
                    m->skin_vertices[v].bone[k] >= most ? m->skin_vertices[v].bone[k] + 1u : most;
    }
    return most;
}

static const char *model_name(wmi_from_mdb *f)
{
    for (uint32_t i = 0; i < f->mdb->packet_count; i++)
        if (f->mdb->packets[i].kind == WM_NWN2_MDB_KIND_RIGD ||
            f->mdb->packets[i].kind == WM_NWN2_MDB_KIND_SKIN)
            return wmi_from_mdb_text(f, f->mdb->packets[i].mesh->name);
    return "model";
}

static bool fill(wmi_from_mdb *f)
{
    const wm_nwn2_mdb *mdb = f->mdb;
    wm_scene *s = f->scene;
    uint32_t bones = count_bones(mdb), materials = 0;
    s->source = "nwn2-mdb";
    s->name = model_name(f);
    s->up = WM_UP_Z;
    s->v_down = true;
    wmi_bag_open(&f->bag, s);
    wmi_bag_uints(&f->bag, "version", (const uint32_t[]){mdb->major, mdb->minor}, 2);
    wmi_bag_close(&f->bag, &s->extras);
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        uint32_t count = 0;
        if (mdb->packets[i].mesh && !wmi_from_mdb_count_materials(f, i, &count))
            return false;
        materials += count;
    }
    s->nodes = wm_scene_alloc(s, (size_t)mdb->packet_count + bones, sizeof *s->nodes, NULL);
    s->meshes = wm_scene_alloc(s, mdb->packet_count, sizeof *s->meshes, NULL);
    s->materials = wm_scene_alloc(s, materials, sizeof *s->materials, NULL);
    if (!s->name || !s->nodes || !s->meshes || !s->materials)
        return wmi_from_mdb_no_memory(f);
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        if (!add_packet(f, i))
            return false;
    if (!group_levels(f) || !add_skin(f, bones))
        return false;
    return f->bag.failed ? wmi_from_mdb_no_memory(f) : wm_scene_finish(s, f->error) == WM_OK;
}

wm_scene *wm_scene_from_nwn2_mdb(const wm_nwn2_mdb *mdb, const wm_scene_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_from_mdb f = {.mdb = mdb, .error = error};
    f.scene = wm_scene_new(opts ? opts->memory_limit : 0, opts ? opts->allocator : NULL, error);
    if (!f.scene)
        return NULL;
    wmi_arena_init(&f.scratch, opts ? opts->allocator : NULL, 0);
    bool good = fill(&f);
    wmi_arena_free(&f.scratch);
    if (good)
        return f.scene;
    wm_scene_free(f.scene);
    return NULL;
}
