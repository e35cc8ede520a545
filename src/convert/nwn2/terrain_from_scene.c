/* Ground (TRRN) and water (WATR) from the nodes of a scene that wmi_nwn2_details made, perhaps
 * edited in another program. What a program has dropped comes from the template, or is a
 * default. docs/gltf.md, "Ground and water". */
#include "convert/nwn2/terrain_from_scene.h"

#include <math.h>

#include "base/vec.h"
#include "scene/internal.h"
#include "waymark/pose.h"

typedef struct job {
    const wm_scene *scene;
    wm_nwn2_trn *trn;
    const wm_pose *pose;
    wm_error *error;
    wm_walkmesh_import_result *result;
    uint32_t *grass; /* nodes of grass */
    uint32_t grass_count;
} job;

enum {
    VERTICES = 65536, /* indices have 16 bits */
    NODES = 16384     /* of each kind; an area of 32 x 32 megatiles has 1024 of ground */
};

static void *room(job *j, size_t count, size_t size)
{
    return wm_nwn2_trn_alloc(j->trn, count, size, j->error);
}

/* ---- extras ---- */

static void take_floats(const wm_extras *extras, const char *name, float *to, uint32_t count)
{
    const wm_extra *e = wmi_extra_list(extras, name, count);
    for (uint32_t i = 0; e && i < count; i++)
        to[i] = (float)e->numbers[i];
}

static const char *text_at(const wm_extras *extras, const char *name, uint32_t i)
{
    const wm_extra *e = wm_extras_find(extras, name);
    return e && e->texts && i < e->count ? e->texts[i] : NULL;
}

/* A field that has this name already keeps its garbage, too. */
static void take_name(const wm_extras *extras, const char *name, uint32_t i, uint8_t *to,
                      size_t size)
{
    const char *text = text_at(extras, name, i);
    size_t n = text && strlen(text) < size ? strlen(text) : size;
    if (!text || (memcmp(to, text, n) == 0 && (n == size || to[n] == 0)))
        return;
    memset(to, 0, size);
    memcpy(to, text, n);
}

static uint32_t digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (uint32_t)(at - digits) : 64;
}

/* Base64, as in bag_bytes. */
static wm_status take_bytes(job *j, const wm_extras *extras, const char *name, wm_nwn2_bytes *to)
{
    const char *text = text_at(extras, name, 0);
    size_t n = text ? strlen(text) : 0, made = 0;
    uint32_t bits = 0, held = 0;
    if (!text)
        return WM_OK;
    uint8_t *data = room(j, n / 4 * 3 + 3, 1);
    if (!data)
        return WM_NO_MEMORY;
    for (size_t i = 0; i < n && text[i] != '='; i++) {
        uint32_t digit = digit_of(text[i]);
        if (digit > 63)
            return wmi_fail(j->error, WM_BAD_TEXT, name, "byte %zu of the extra is not base64", i);
        bits = bits << 6 | digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            data[made++] = (uint8_t)(bits >> held);
        }
    }
    *to = (wm_nwn2_bytes){(uint32_t)made, data};
    return WM_OK;
}

/* ---- meshes ---- */

static bool stays(const wm_matrix *m)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (m->m[r][c] != (r == c ? 1.0f : 0.0f))
                return false;
    return true;
}

/* If nothing moves, the bits stay the same. */
static wm_vec3 place(const job *j, uint32_t node, wm_vec3 v)
{
    const wm_matrix *world = &j->pose->world[node];
    return wmi_soup_upright(j->scene, stays(world) ? v : wmi_matrix_point(world, v));
}

static wm_vec3 turn(const job *j, uint32_t node, wm_vec3 v)
{
    const wm_matrix *world = &j->pose->world[node];
    if (stays(world))
        return wmi_soup_upright(j->scene, v);
    wm_vec3 o = wmi_matrix_point(world, (wm_vec3){0, 0, 0}), p = wmi_matrix_point(world, v);
    wmi_vec way = wmi_sub(wmi_vec_of(p), wmi_vec_of(o));
    double length = wmi_length(way);
    if (!(length > 0))
        return wmi_soup_upright(j->scene, v);
    way = wmi_scale(way, 1 / length);
    return wmi_soup_upright(j->scene, (wm_vec3){(float)way.x, (float)way.y, (float)way.z});
}

static void take_uv(const job *j, const wm_scene_mesh *m, int set, uint32_t i, float to[2])
{
    to[0] = m->uvs[set][i][0];
    to[1] = j->scene->v_down ? m->uvs[set][i][1] : 1 - m->uvs[set][i][1];
}

static wm_status prove_mesh(const job *j, uint32_t node, const wm_scene_mesh *m)
{
    if (m->vertex_count <= VERTICES)
        return WM_OK;
    return wmi_fail(j->error, WM_LIMIT, j->scene->nodes[node].name,
                    "the mesh has %lu vertices, at most %d are allowed", (ul)m->vertex_count,
                    VERTICES);
}

static wm_nwn2_short_triangle *take_triangles(job *j, const wm_scene_mesh *m, uint32_t *count)
{
    *count = m->index_count / 3;
    wm_nwn2_short_triangle *list = room(j, *count, sizeof *list);
    for (uint32_t i = 0; list && i < 3 * *count; i++)
        list[i / 3].vertex[i % 3] = (uint16_t)m->indices[i];
    return list;
}

/* ---- ground ---- */

static uint8_t byte_of(float f)
{
    return f >= 1 ? 255 : f > 0 ? (uint8_t)((uint32_t)(f * 510 + 1) / 2) : 0; /* rounded */
}

/* Where a vertex lies in the bounds of its mesh, 0 to 1: the mask covers the megatile. */
static void spread(wm_nwn2_trrn *t)
{
    wm_vec3 low = {INFINITY, INFINITY, 0}, high = {-INFINITY, -INFINITY, 0};
    for (uint32_t i = 0; i < t->vertex_count; i++) {
        wm_vec3 p = t->vertices[i].position;
        low = (wm_vec3){wmi_minf(low.x, p.x), wmi_minf(low.y, p.y), 0};
        high = (wm_vec3){wmi_maxf(high.x, p.x), wmi_maxf(high.y, p.y), 0};
    }
    for (uint32_t i = 0; i < t->vertex_count; i++) {
        wm_nwn2_terrain_vertex *v = &t->vertices[i];
        v->mask_uv[0] = high.x > low.x ? (v->position.x - low.x) / (high.x - low.x) : 0;
        v->mask_uv[1] = high.y > low.y ? (v->position.y - low.y) / (high.y - low.y) : 0;
    }
}

static wm_status fill_ground(job *j, uint32_t node, wm_nwn2_trrn *t)
{
    const wm_scene_mesh *m = &j->scene->meshes[j->scene->nodes[node].mesh];
    const wm_extras *extras = &j->scene->nodes[node].extras;
    wm_status status = prove_mesh(j, node, m);
    if (status != WM_OK)
        return status;
    t->vertices = room(j, m->vertex_count, sizeof *t->vertices);
    t->triangles = take_triangles(j, m, &t->triangle_count);
    if (!t->vertices || !t->triangles)
        return WM_NO_MEMORY;
    t->vertex_count = m->vertex_count;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_nwn2_terrain_vertex *v = &t->vertices[i];
        v->position = place(j, node, m->positions[i]);
        v->normal = m->normals ? turn(j, node, m->normals[i]) : (wm_vec3){0, 0, 1};
        for (int k = 0; k < 4; k++) /* blue, green, red, alpha */
            v->tint[k] = m->colours ? byte_of(m->colours[i][k < 3 ? 2 - k : 3]) : 255;
        if (m->uvs[0])
            take_uv(j, m, 0, i, v->uv);
        if (m->uvs[1])
            take_uv(j, m, 1, i, v->mask_uv);
    }
    if (!m->uvs[1])
        spread(t);
    take_name(extras, "name", 0, t->name, sizeof t->name);
    for (uint32_t i = 0; i < 6; i++)
        take_name(extras, "textures", i, t->textures[i], sizeof t->textures[i]);
    take_floats(extras, "texture_colours", &t->colours[0].x, 18);
    status = take_bytes(j, extras, "weights_0", &t->dds[0]);
    return status == WM_OK ? take_bytes(j, extras, "weights_1", &t->dds[1]) : status;
}

/* ---- grass ---- */

static bool is_near(wm_vec3 a, const double *b)
{
    return fabs((double)a.x - b[0]) < 1e-3 && fabs((double)a.y - b[1]) < 1e-3 &&
           fabs((double)a.z - b[2]) < 1e-3;
}

/* A line for each blade. The exact direction is in the extras, unless the line was turned. */
static wm_status fill_grass(job *j, uint32_t node, wm_nwn2_grass *g)
{
    const wm_scene_node *n = &j->scene->nodes[node];
    const wm_scene_mesh *m = n->mesh != WM_NO_INDEX ? &j->scene->meshes[n->mesh] : NULL;
    uint32_t count = m && m->primitive == WM_PRIMITIVE_LINES ? m->index_count / 2 : 0;
    const wm_extra *turns = wmi_extra_list(&n->extras, "directions", 3 * count);
    const wm_extra *sizes = wmi_extra_list(&n->extras, "dimensions", 0);
    take_name(&n->extras, "name", 0, g->name, sizeof g->name);
    take_name(&n->extras, "texture", 0, g->texture, sizeof g->texture);
    g->blades = room(j, count, sizeof *g->blades);
    if (!g->blades)
        return WM_NO_MEMORY;
    g->blade_count = count;
    for (uint32_t i = 0; i < count; i++) {
        wm_nwn2_blade *b = &g->blades[i];
        wm_vec3 from = place(j, node, m->positions[m->indices[2 * i]]);
        wm_vec3 to = place(j, node, m->positions[m->indices[2 * i + 1]]);
        const double *size = !sizes || sizes->count < 3            ? NULL
                             : sizes->count == 3 * (uint64_t)count ? &sizes->numbers[3 * (size_t)i]
                                                                   : sizes->numbers;
        b->position = from;
        b->direction = (wm_vec3){to.x - from.x, to.y - from.y, to.z - from.z};
        if (turns && is_near(b->direction, &turns->numbers[3 * (size_t)i])) {
            const double *exact = &turns->numbers[3 * (size_t)i];
            b->direction = (wm_vec3){(float)exact[0], (float)exact[1], (float)exact[2]};
        }
        if (size)
            b->dimension = (wm_vec3){(float)size[0], (float)size[1], (float)size[2]};
    }
    return WM_OK;
}

/* ---- water ---- */

/* Wet triangles are those of the mesh. Dry ones are in the extras, for the vertices as they were:
 * another program drops those that no wet triangle uses, and writes the rest in another order. */
static wm_status fill_triangles(job *j, const wm_scene_mesh *m, const wm_extras *extras,
                                wm_nwn2_watr *w)
{
    const wm_extra *dry = wm_extras_find(extras, "dry"), *flags = wm_extras_find(extras, "flags");
    uint32_t wet = m->index_count / 3, n = dry && dry->numbers ? dry->count / 3 : 0;
    bool whole = !j->scene->returned && flags && flags->numbers && flags->count == wet + n;
    for (uint32_t i = 0, v; whole && i < 3 * n; i++)
        whole = wmi_extra_u32(dry->numbers[i], &v) && v < m->vertex_count;
    j->result->dry += whole ? 0 : n;
    n = whole ? n : 0;
    w->triangle_count = wet + n;
    w->triangles = room(j, w->triangle_count, sizeof *w->triangles);
    w->triangle_flags = room(j, w->triangle_count, sizeof *w->triangle_flags);
    if (!w->triangles || !w->triangle_flags)
        return WM_NO_MEMORY;
    for (uint32_t i = 0, a = 0, b = 0; i < w->triangle_count; i++) {
        bool is_dry = a == wet || (whole && flags->numbers[i] != 0 && b < n);
        for (uint32_t k = 0; k < 3; k++)
            w->triangles[i].vertex[k] = (uint16_t)(is_dry ? dry->numbers[3 * (size_t)b + k]
                                                          : m->indices[3 * (size_t)a + k]);
        w->triangle_flags[i] =
            is_dry ? whole && flags->numbers[i] >= 1 && flags->numbers[i] <= (double)UINT32_MAX
                         ? (uint32_t)flags->numbers[i]
                         : 1
                   : 0;
        b += is_dry;
        a += !is_dry;
    }
    return WM_OK;
}

static wm_status fill_water(job *j, uint32_t node, wm_nwn2_watr *w)
{
    const wm_scene_mesh *m = &j->scene->meshes[j->scene->nodes[node].mesh];
    const wm_extras *extras = &j->scene->nodes[node].extras;
    float surface[5] = {w->smoothness, w->reflect_bias, w->reflect_power, w->specular_power,
                        w->specular_coefficient};
    float turns[6] = {0}, rates[3] = {0}, angles[3] = {0};
    wm_status status = prove_mesh(j, node, m);
    if (status == WM_OK)
        status = fill_triangles(j, m, extras, w);
    w->vertices = status == WM_OK ? room(j, m->vertex_count, sizeof *w->vertices) : NULL;
    if (!w->vertices)
        return status == WM_OK ? WM_NO_MEMORY : status;
    w->vertex_count = m->vertex_count;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_nwn2_water_vertex *v = &w->vertices[i];
        v->position = place(j, node, m->positions[i]);
        if (m->uvs[0])
            take_uv(j, m, 0, i, v->uv);
        for (int k = 0; k < 2; k++)
            v->uv5[k] = 5 * v->uv[k];
        if (m->uvs[1])
            take_uv(j, m, 1, i, v->uv5);
    }
    take_floats(extras, "colour", &w->colour.x, 3);
    take_floats(extras, "ripple", w->ripple, 2);
    take_floats(extras, "surface", surface, 5);
    w->smoothness = surface[0];
    w->reflect_bias = surface[1];
    w->reflect_power = surface[2];
    w->specular_power = surface[3];
    w->specular_coefficient = surface[4];
    for (int i = 0; i < 3; i++) {
        memcpy(turns + 2 * i, w->textures[i].direction, 2 * sizeof *turns);
        rates[i] = w->textures[i].rate;
        angles[i] = w->textures[i].angle;
        take_name(extras, "textures", (uint32_t)i, w->textures[i].name, sizeof w->textures[i].name);
    }
    take_floats(extras, "directions", turns, 6);
    take_floats(extras, "rates", rates, 3);
    take_floats(extras, "angles", angles, 3);
    for (int i = 0; i < 3; i++) {
        memcpy(w->textures[i].direction, turns + 2 * i, 2 * sizeof *turns);
        w->textures[i].rate = rates[i];
        w->textures[i].angle = angles[i];
    }
    take_floats(extras, "uv_offset", w->uv_offset, 2);
    return take_bytes(j, extras, "mask", &w->dds);
}

/* ---- nodes and packets ---- */

/* The numbers of PREFIX_A or PREFIX_A_B. Blender adds .001 to a name that exists. */
static bool parse_name(const char *name, const char *prefix, uint32_t *numbers, uint32_t count)
{
    size_t n = strlen(prefix);
    if (strncmp(name, prefix, n) != 0)
        return false;
    name += n;
    for (uint32_t i = 0; i < count; i++) {
        if (*name++ != '_' || *name < '0' || *name > '9')
            return false;
        for (numbers[i] = 0; *name >= '0' && *name <= '9' && numbers[i] < 100000; name++)
            numbers[i] = 10 * numbers[i] + (uint32_t)(*name - '0');
    }
    return !*name || *name == '.';
}

static bool has_mesh(const wm_scene *s, uint32_t node)
{
    uint32_t mesh = s->nodes[node].mesh;
    return mesh != WM_NO_INDEX && s->meshes[mesh].primitive == WM_PRIMITIVE_TRIANGLES &&
           s->meshes[mesh].index_count >= 3;
}

static wm_nwn2_trrn *find_ground(const job *j, uint32_t number)
{
    for (uint32_t i = 0; i < j->trn->packet_count; i++)
        if (j->trn->packets[i].trrn && number-- == 0)
            return j->trn->packets[i].trrn;
    return NULL;
}

static wm_nwn2_watr *find_water(const job *j, const uint32_t tile[2])
{
    for (uint32_t i = 0; i < j->trn->packet_count; i++) {
        wm_nwn2_watr *w = j->trn->packets[i].watr;
        if (w && w->x == tile[0] && w->y == tile[1])
            return w;
    }
    return NULL;
}

/* A new packet with zeroed content of this size. */
static void *add_packet(job *j, const char *type, size_t size)
{
    void *content = room(j, 1, size);
    wm_nwn2_packet *p = content ? wm_nwn2_trn_add_packet(j->trn, type, j->error) : NULL;
    if (!p)
        return NULL;
    if (strcmp(type, "TRRN") == 0)
        p->trrn = content;
    else
        p->watr = content;
    return content;
}

static wm_status take_node(job *j, uint32_t node)
{
    const wm_scene_node *n = &j->scene->nodes[node];
    uint32_t number[2];
    if (has_mesh(j->scene, node) && parse_name(n->name, "ground", number, 1)) {
        wm_nwn2_trrn *t = find_ground(j, number[0]);
        t = t ? t : add_packet(j, "TRRN", sizeof *t);
        j->result->ground++;
        return t ? fill_ground(j, node, t) : WM_NO_MEMORY;
    }
    if (has_mesh(j->scene, node) && parse_name(n->name, "water", number, 2)) {
        wm_nwn2_watr *w = find_water(j, number);
        w = w ? w : add_packet(j, "WATR", sizeof *w);
        if (!w)
            return WM_NO_MEMORY;
        w->x = number[0];
        w->y = number[1];
        j->result->water++;
        return fill_water(j, node, w);
    }
    return WM_OK;
}

/* All grass of a megatile comes from the nodes, unless there is none and the ground does not say
 * how much it had. */
static wm_status take_grass(job *j, uint32_t ground_node, uint32_t number)
{
    wm_nwn2_trrn *t = find_ground(j, number);
    uint32_t count = 0, at[2];
    for (uint32_t i = 0; i < j->grass_count; i++)
        count += parse_name(j->scene->nodes[j->grass[i]].name, "grass", at, 2) && at[0] == number;
    if (!t || (count == 0 && !wm_extras_find(&j->scene->nodes[ground_node].extras, "grass")))
        return WM_OK;
    wm_nwn2_grass *list = room(j, count, sizeof *list);
    if (!list)
        return WM_NO_MEMORY;
    t->grass = list;
    t->grass_count = count;
    for (uint32_t i = 0, k = 0; i < j->grass_count; i++)
        if (parse_name(j->scene->nodes[j->grass[i]].name, "grass", at, 2) && at[0] == number) {
            wm_status status = fill_grass(j, j->grass[i], &list[k++]);
            if (status != WM_OK)
                return status;
        }
    return WM_OK;
}

static wm_status find_grass(job *j)
{
    uint32_t count[3] = {0}, number[2];
    const char *const names[3] = {"ground", "water", "grass"};
    j->grass = room(j, NODES, sizeof *j->grass);
    if (!j->grass)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < j->scene->node_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            if (!parse_name(j->scene->nodes[i].name, names[k], number, k ? 2 : 1))
                continue;
            if (count[k]++ == NODES)
                return wmi_fail(j->error, WM_LIMIT, "nodes",
                                "more than %d nodes have the name of %s", NODES, names[k]);
            if (k == 2)
                j->grass[j->grass_count++] = i;
        }
    return WM_OK;
}

/* Files have the walkmesh last. */
static wm_status order_packets(job *j, uint32_t before)
{
    wm_nwn2_trn *trn = j->trn;
    wm_nwn2_packet *sorted;
    uint32_t n = 0;
    if (trn->packet_count == before)
        return WM_OK;
    sorted = room(j, trn->packet_count, sizeof *sorted);
    if (!sorted)
        return WM_NO_MEMORY;
    for (int last = 0; last < 2; last++)
        for (uint32_t i = 0; i < trn->packet_count; i++)
            if ((strcmp(trn->packets[i].type, "ASWM") == 0) == last)
                sorted[n++] = trn->packets[i];
    memcpy(trn->packets, sorted, n * sizeof *sorted);
    return WM_OK;
}

wm_status wmi_terrain_from_scene(const wm_scene *scene, wm_nwn2_trn *trn,
                                 const wm_allocator *allocator, wm_walkmesh_import_result *result,
                                 wm_error *error)
{
    uint32_t number, before = trn->packet_count;
    wm_pose *pose = wm_pose_new(scene, allocator, error);
    job j = {.scene = scene, .trn = trn, .pose = pose, .error = error, .result = result};
    wm_status status = pose ? find_grass(&j) : WM_NO_MEMORY;
    for (uint32_t i = 0; status == WM_OK && i < scene->node_count; i++)
        status = take_node(&j, i);
    for (uint32_t i = 0; status == WM_OK && i < scene->node_count; i++)
        if (has_mesh(scene, i) && parse_name(scene->nodes[i].name, "ground", &number, 1))
            status = take_grass(&j, i, number);
    if (status == WM_OK)
        status = order_packets(&j, before);
    wm_pose_free(pose);
    return status;
}
