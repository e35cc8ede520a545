/* A small model with every kind of node. */
#include "models.h"

#include <stdlib.h>
#include <string.h>

#include "kotor/mdl/internal.h"

typedef struct maker {
    wm_kotor_mdl *m;
    bool failed;
} maker;

static void *room(maker *k, size_t count, size_t size)
{
    void *p = k->failed ? NULL : wm_kotor_mdl_alloc(k->m, count, size, NULL);
    k->failed = k->failed || !p;
    return p;
}

/* ---- controllers ------------------------------------------------------- */

/* Adds a controller with its rows: times, then values. */
static void add_controller(maker *k, wm_kotor_mdl_node *n, uint32_t type, uint8_t columns,
                           uint16_t rows, const float *times, const float *values)
{
    wm_kotor_controller c = {.type = type, .unknown = 0xFFFF, .rows = rows, .columns = columns};
    uint32_t width = wm_kotor_controller_width(&c);
    uint32_t count = n->data_count + rows * (1u + width);
    float *data = room(k, count, sizeof *data);
    wm_kotor_controller *list = room(k, n->controller_count + 1, sizeof *list);
    if (k->failed)
        return;
    if (n->data_count)
        memcpy(data, n->data, n->data_count * sizeof *data);
    if (n->controller_count)
        memcpy(list, n->controllers, n->controller_count * sizeof *list);
    c.time_index = (uint16_t)n->data_count;
    c.data_index = (uint16_t)(n->data_count + rows);
    memcpy(data + c.time_index, times, rows * sizeof *data);
    memcpy(data + c.data_index, values, rows * width * sizeof *data);
    if (rows > 1 && type == WM_KOTOR_CONTROLLER_POSITION)
        c.unknown = 16;
    if (rows > 1 && type == WM_KOTOR_CONTROLLER_ORIENTATION)
        c.unknown = 28;
    list[n->controller_count++] = c;
    n->controllers = list;
    n->data = data;
    n->data_count = count;
}

static const float zero_time[1] = {0};

/* Sets position and orientation, in the header and as controllers. */
static void set_place(maker *k, wm_kotor_mdl_node *n, float x, float y, float z)
{
    const float position[3] = {x, y, z}, rotation[4] = {0, 0, 0, 1};
    n->position = (wm_vec3){x, y, z};
    n->orientation = (wm_kotor_quat){1, 0, 0, 0};
    add_controller(k, n, WM_KOTOR_CONTROLLER_POSITION, 3, 1, zero_time, position);
    add_controller(k, n, WM_KOTOR_CONTROLLER_ORIENTATION, 4, 1, zero_time, rotation);
}

/* ---- meshes ------------------------------------------------------------ */

static void set_float(uint8_t *p, float value)
{
    wmi_store32(p, &value, 1);
}

/* A square of four vertices and two faces on z = 0. */
static void set_square(maker *k, wm_kotor_mesh *m, float size)
{
    static const float corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint16_t face[2][3] = {{0, 1, 2}, {0, 2, 3}};
    bool pc = k->m->platform == WM_KOTOR_PLATFORM_PC;
    m->vertex_count = 4;
    m->row_flags = WM_KOTOR_MDX_POSITION | WM_KOTOR_MDX_NORMAL | WM_KOTOR_MDX_UV0;
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++)
        m->row_offset[i] = -1;
    m->row_offset[WM_KOTOR_ROW_POSITION] = 0;
    m->row_offset[WM_KOTOR_ROW_NORMAL] = 12;
    m->row_offset[WM_KOTOR_ROW_UV0] = pc ? 24 : 16;
    m->row_size = pc ? 32 : 24;
    if (m->skin) {
        m->skin->weight_offset = (int32_t)m->row_size;
        m->skin->index_offset = (int32_t)m->row_size + 16;
        m->row_size += pc ? 32 : 24;
    }
    m->face_count = 2;
    m->faces = room(k, 2, sizeof *m->faces);
    m->vertices = pc ? room(k, 4, sizeof *m->vertices) : NULL;
    m->rows = room(k, 4, m->row_size);
    m->index_count_count = m->index_offset_count = m->inverted_count = 1;
    m->index_counts = room(k, 1, 4);
    m->inverted = room(k, 1, 4);
    m->indices = room(k, 6, 2);
    if (k->failed)
        return;
    m->index_count = m->index_counts[0] = 6;
    m->inverted[0] = 98;
    m->max = (wm_vec3){size, size, 0};
    m->average = (wm_vec3){size / 2, size / 2, 0};
    m->radius = size * 0.70710678f;
    m->area = m->skin || m->dangly ? 0 : size * size;
    for (uint32_t f = 0; f < 2; f++) {
        m->faces[f] = (wm_kotor_mdl_face){.normal = {0, 0, 1}, .material = 4};
        for (uint32_t i = 0; i < 3; i++) {
            m->faces[f].vertex[i] = m->indices[3 * f + i] = face[f][i];
            m->faces[f].adjacent[i] = 0xFFFF;
        }
    }
    m->faces[0].adjacent[2] = 1;
    m->faces[1].adjacent[0] = 0;
    for (uint32_t v = 0; v < 4; v++) {
        uint8_t *row = m->rows + v * m->row_size;
        for (int i = 0; i < 2; i++) {
            set_float(row + 4 * i, corner[v][i] * size);
            set_float(row + m->row_offset[WM_KOTOR_ROW_UV0] + 4 * i, corner[v][i]);
        }
        if (pc)
            set_float(row + 20, 1);
        else
            wmi_put32(row + 12, 511u << 22);
        if (pc)
            m->vertices[v] = (wm_vec3){corner[v][0] * size, corner[v][1] * size, 0};
    }
}

static wm_kotor_mesh *add_mesh(maker *k, wm_kotor_mdl_node *n, uint16_t part)
{
    wm_kotor_mesh *m = n->mesh = room(k, 1, sizeof *m);
    if (k->failed)
        return NULL;
    n->flags = (uint16_t)(WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | part);
    wmi_mdl_functions(k->m,
                      part == WM_KOTOR_NODE_SKIN     ? WMI_FUNCTION_SKIN
                      : part == WM_KOTOR_NODE_DANGLY ? WMI_FUNCTION_DANGLY
                                                     : WMI_FUNCTION_MESH,
                      m->function);
    m->diffuse = m->ambient = (wm_vec3){1, 1, 1};
    memcpy(m->texture[0], "sample01", 9);
    memcpy(m->texture[1], "NULL", 5);
    m->unknown_212[0] = m->unknown_212[1] = -1;
    m->unknown_224[0] = 3;
    m->texture_count = 1;
    m->render = m->shadow = 1;
    m->dirt_texture = m->dirt_space = k->m->game == WM_KOTOR_GAME_2;
    const float alpha[1] = {1}, glow[3] = {0, 0, 0};
    add_controller(k, n, WM_KOTOR_CONTROLLER_ALPHA, 1, 1, zero_time, alpha);
    add_controller(k, n, WM_KOTOR_CONTROLLER_SELFILLUM, 3, 1, zero_time, glow);
    return m;
}

/* Half of the square follows the bone, the other half the tip. */
static void add_skin(maker *k, wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = add_mesh(k, n, WM_KOTOR_NODE_SKIN);
    wm_kotor_skin *s = room(k, 1, sizeof *s);
    uint32_t names = k->m->name_count;
    if (k->failed)
        return;
    m->skin = s;
    set_square(k, m, 1);
    s->bone_map = room(k, names, 4);
    s->q = room(k, names, sizeof *s->q);
    s->t = room(k, names, sizeof *s->t);
    s->unknown_array = room(k, names, 4);
    if (k->failed)
        return;
    s->bone_count = s->q_count = s->t_count = s->unknown_count = names;
    for (uint32_t i = 0; i < names; i++) {
        s->bone_map[i] = -1;
        s->q[i] = (wm_kotor_quat){1, 0, 0, 0};
        s->t[i] = (wm_vec3){i == MODEL_BONE ? -1.0f : i == MODEL_TIP ? -2.0f : 0, 0, 0};
    }
    s->bone_map[MODEL_BONE] = 0;
    s->bone_map[MODEL_TIP] = 1;
    s->slots[0] = MODEL_BONE;
    s->slots[1] = MODEL_TIP;
    for (uint32_t v = 0; v < 4; v++) {
        uint8_t *w = m->rows + v * m->row_size + s->weight_offset;
        uint8_t *b = m->rows + v * m->row_size + s->index_offset;
        set_float(w, v == 2 ? 0.75f : 1);
        set_float(w + 4, v == 2 ? 0.25f : 0);
        for (int i = 0; i < 4; i++) {
            int slot = i == 0 ? v != 0 : i == 1 && v == 2 ? 0 : -1;
            if (k->m->platform == WM_KOTOR_PLATFORM_XBOX)
                wmi_put16(b + 2 * i, (uint16_t)slot);
            else
                set_float(b + 4 * i, (float)slot);
        }
    }
}

static void add_cloth(maker *k, wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = add_mesh(k, n, WM_KOTOR_NODE_DANGLY);
    wm_kotor_dangly *d = room(k, 1, sizeof *d);
    if (k->failed)
        return;
    m->dangly = d;
    set_square(k, m, 2);
    d->constraints = room(k, 4, 4);
    d->vertices = room(k, 4, sizeof *d->vertices);
    if (k->failed)
        return;
    d->constraint_count = 4;
    d->constraints[2] = d->constraints[3] = 255;
    d->displacement = 0.5f;
    d->tightness = 3;
    d->period = 2;
    for (uint32_t v = 0; v < 4; v++)
        wm_kotor_mesh_position(m, v, &d->vertices[v]);
}

static void add_floor(maker *k, wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = add_mesh(k, n, WM_KOTOR_NODE_AABB);
    if (k->failed)
        return;
    set_square(k, m, 4);
    m->render = 0;
    m->aabbs = room(k, 3, sizeof *m->aabbs);
    if (k->failed)
        return;
    m->aabb_count = 3;
    for (int i = 0; i < 3; i++)
        m->aabbs[i] = (wm_kotor_mdl_aabb){
            .max = {4, 4, 0}, .left = WM_NO_INDEX, .right = WM_NO_INDEX, .face = i - 1};
    m->aabbs[0].left = 1;
    m->aabbs[0].right = 2;
    m->aabbs[0].plane = 1;
}

static void add_saber(maker *k, wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = add_mesh(k, n, WM_KOTOR_NODE_SABER);
    wm_kotor_saber *s = room(k, 1, sizeof *s);
    if (k->failed)
        return;
    m->saber = s;
    m->vertex_count = WM_KOTOR_SABER_VERTICES;
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++)
        m->row_offset[i] = -1;
    s->positions = room(k, WM_KOTOR_SABER_VERTICES, sizeof *s->positions);
    s->uvs = room(k, WM_KOTOR_SABER_VERTICES, sizeof *s->uvs);
    s->normals = room(k, WM_KOTOR_SABER_VERTICES, sizeof *s->normals);
    m->vertices = k->m->platform == WM_KOTOR_PLATFORM_PC
                      ? room(k, WM_KOTOR_SABER_VERTICES, sizeof *m->vertices)
                      : NULL;
    m->faces = room(k, 12, sizeof *m->faces);
    if (k->failed)
        return;
    for (uint32_t v = 0; v < WM_KOTOR_SABER_VERTICES; v++) {
        s->positions[v] = (wm_vec3){v % 4 < 2 ? 0.0f : 0.1f, 0, v % 2 ? 1.0f : 0.0f};
        s->normals[v] = (wm_vec3){0, 1, 0};
        s->uvs[v][0] = v % 2 ? 1.0f : 0.0f;
    }
    m->face_count = 12;
    for (uint32_t f = 0; f < 12; f++)
        m->faces[f] = (wm_kotor_mdl_face){
            .normal = {0, 1, 0}, .adjacent = {0xFFFF, 0xFFFF, 0xFFFF}, .vertex = {0, 1, 2}};
    s->inverted[0] = 97;
    s->inverted[1] = 96;
}

/* ---- other nodes ------------------------------------------------------- */

static void add_light(maker *k, wm_kotor_mdl_node *n)
{
    wm_kotor_light *l = n->light = room(k, 1, sizeof *l);
    const float colour[3] = {1, 0.5f, 0.25f}, radius[1] = {6};
    if (k->failed)
        return;
    n->flags = WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_LIGHT;
    l->flare_radius = 3;
    l->sizes = room(k, 2, 4);
    l->positions = room(k, 2, 4);
    l->colours = room(k, 2, sizeof *l->colours);
    l->textures = room(k, 2, sizeof *l->textures);
    if (k->failed)
        return;
    l->size_count = l->position_count = l->colour_count = l->texture_count = 2;
    l->sizes[0] = 1.5f;
    l->positions[1] = 0.75f;
    l->colours[0] = (wm_vec3){0.25f, 0, 1};
    l->textures[0] = "flare_a";
    l->textures[1] = "flare_bb";
    l->priority = 5;
    l->dynamic_type = l->affect_dynamic = 1;
    add_controller(k, n, 88, 1, 1, zero_time, radius);
    add_controller(k, n, 76, 3, 1, zero_time, colour);
}

static void add_emitter(maker *k, wm_kotor_mdl_node *n)
{
    wm_kotor_emitter *e = n->emitter = room(k, 1, sizeof *e);
    const float rate[1] = {12}, start[3] = {1, 1, 0};
    if (k->failed)
        return;
    n->flags = WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_EMITTER;
    memcpy(e->update, "Fountain", 9);
    memcpy(e->render, "Normal", 7);
    memcpy(e->blend, "Lighten", 8);
    memcpy(e->texture, "fx_smoke", 9);
    memcpy(e->depth_texture, "NULL", 5);
    e->x_grid = e->y_grid = 2;
    e->loop = 1;
    e->render_order = 3;
    e->flags = 0x10;
    add_controller(k, n, 88, 1, 1, zero_time, rate);
    add_controller(k, n, 392, 3, 1, zero_time, start);
}

static void add_reference(maker *k, wm_kotor_mdl_node *n)
{
    n->reference = room(k, 1, sizeof *n->reference);
    if (k->failed)
        return;
    n->flags = WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_REFERENCE;
    memcpy(n->reference->model, "fx_ref", 7);
    n->reference->reattachable = 1;
}

/* ---- animations -------------------------------------------------------- */

static void begin_animation(maker *k, wm_kotor_animation *a, const char *name, uint32_t nodes)
{
    wmi_mdl_functions(k->m, WMI_FUNCTION_ANIMATION, a->geometry.function);
    memcpy(a->geometry.name, name, strlen(name) + 1);
    a->geometry.type = 5;
    a->geometry.node_count = k->m->name_count;
    a->length = 1;
    a->transition = 0.25f;
    memcpy(a->root, k->m->names[MODEL_ROOT], strlen(k->m->names[MODEL_ROOT]) + 1);
    a->tree.nodes = room(k, nodes, sizeof *a->tree.nodes);
    a->tree.count = k->failed ? 0 : nodes;
    for (uint32_t i = 0; i < a->tree.count; i++) {
        a->tree.nodes[i].flags = WM_KOTOR_NODE_HEADER;
        a->tree.nodes[i].orientation.w = 1;
        a->tree.nodes[i].parent = i - 1; /* a chain; WM_NO_INDEX for the root */
    }
}

/* The root walks, the bone rotates about z (packed and in full), the tip swings. */
static void add_animations(maker *k)
{
    static const float times[3] = {0, 0.5f, 1};
    static const float steps[9] = {0, 0, 0, 1, 0, 0, 1, 2, 0};
    static const float swing[27] = {0, 0, 0, 0, 0, 0, 0, 0, 1, /* value, two tangents */
                                    0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 0};
    static const float rotations[4][4] = {
        {0, 0, 0, 1}, {0, 0, 0.38268343f, 0.92387953f}, {0, 0, 0.70710678f, 0.70710678f}};
    static const uint32_t packed[3] = {/* no rotation, an eighth, a quarter about z */
                                       511u << 22 | 1023u << 11 | 1023u,
                                       707u << 22 | 1023u << 11 | 1023u,
                                       872u << 22 | 1023u << 11 | 1023u};
    wm_kotor_animation *a = k->m->animations = room(k, 2, sizeof *a);
    if (k->failed)
        return;
    k->m->animation_count = 2;
    begin_animation(k, &a[0], "walk", 3);
    begin_animation(k, &a[1], "turn", 2);
    a[0].events = room(k, 2, sizeof *a[0].events);
    if (k->failed)
        return;
    a[0].event_count = 2;
    a[0].events[0].time = 0.25f;
    memcpy(a[0].events[0].name, "snd_footstep", 13);
    a[0].events[1].time = 0.75f;
    memcpy(a[0].events[1].name, "snd_footstep", 13);
    float bits[3];
    memcpy(bits, packed, sizeof bits);
    a[0].tree.nodes[1].name = MODEL_BONE;
    a[0].tree.nodes[2].name = MODEL_TIP;
    add_controller(k, &a[0].tree.nodes[0], WM_KOTOR_CONTROLLER_POSITION, 3, 3, times, steps);
    add_controller(k, &a[0].tree.nodes[1], WM_KOTOR_CONTROLLER_ORIENTATION, 2, 3, times, bits);
    add_controller(k, &a[0].tree.nodes[2], WM_KOTOR_CONTROLLER_POSITION,
                   3 | WM_KOTOR_CONTROLLER_BEZIER, 3, times, swing);
    a[1].tree.nodes[1].name = MODEL_BONE;
    add_controller(k, &a[1].tree.nodes[1], WM_KOTOR_CONTROLLER_ORIENTATION, 4, 3, times,
                   rotations[0]);
}

/* ---- the model --------------------------------------------------------- */

static void add_nodes(maker *k)
{
    static const struct {
        uint32_t parent;
        float x;
    } place[MODEL_NODES] = {
        [MODEL_ROOT] = {WM_NO_INDEX, 0},      [MODEL_BOX] = {MODEL_ROOT, 0},
        [MODEL_SKIN] = {MODEL_ROOT, 0},       [MODEL_BONE] = {MODEL_ROOT, 1},
        [MODEL_TIP] = {MODEL_BONE, 1},        [MODEL_CLOTH] = {MODEL_TIP, 0.5f},
        [MODEL_FLOOR] = {MODEL_ROOT, 0},      [MODEL_SABER] = {MODEL_ROOT, 3},
        [MODEL_LIGHT] = {MODEL_ROOT, 5},      [MODEL_EMITTER] = {MODEL_LIGHT, 0.25f},
        [MODEL_REFERENCE] = {MODEL_ROOT, -1},
    };
    wm_kotor_mdl_node *n = k->m->tree.nodes = room(k, MODEL_NODES, sizeof *n);
    if (k->failed)
        return;
    k->m->tree.count = k->m->geometry.node_count = MODEL_NODES;
    for (uint16_t i = 0; i < MODEL_NODES; i++) {
        n[i].flags = WM_KOTOR_NODE_HEADER;
        n[i].name = n[i].super_node = i;
        n[i].parent = place[i].parent;
        set_place(k, &n[i], place[i].x, 0, 0);
    }
    wm_kotor_mesh *box = add_mesh(k, &n[MODEL_BOX], 0);
    if (box)
        set_square(k, box, 1);
    add_skin(k, &n[MODEL_SKIN]);
    add_cloth(k, &n[MODEL_CLOTH]);
    add_floor(k, &n[MODEL_FLOOR]);
    add_saber(k, &n[MODEL_SABER]);
    add_light(k, &n[MODEL_LIGHT]);
    add_emitter(k, &n[MODEL_EMITTER]);
    add_reference(k, &n[MODEL_REFERENCE]);
}

wm_kotor_mdl *test_model_make(wm_kotor_game game, wm_kotor_platform platform,
                              const wm_allocator *allocator)
{
    static const char *const names[MODEL_NODES + 1] = {
        "sample", "box",   "skin",  "bone",    "tip",       "cloth",
        "floor",  "saber", "light", "emitter", "reference", "no_node",
    };
    maker k = {.m = wm_kotor_mdl_new(game, platform, allocator, NULL)};
    if (!k.m)
        return NULL;
    memcpy(k.m->geometry.name, "sample", 7);
    k.m->classification = 4;
    k.m->names = room(&k, MODEL_NODES + 1, sizeof *k.m->names);
    if (!k.failed) {
        k.m->name_count = MODEL_NODES + 1;
        memcpy(k.m->names, names, sizeof names);
        add_nodes(&k);
        add_animations(&k);
    }
    if (k.failed) {
        wm_kotor_mdl_free(k.m);
        return NULL;
    }
    wm_kotor_mdl_pack(k.m, WM_KOTOR_MDL_ORDER_A);
    return k.m;
}

wm_kotor_mdl *test_model_child(const wm_allocator *allocator)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, allocator);
    if (!m)
        return NULL;
    memcpy(m->geometry.name, "child", 6);
    memset(m->supermodel, 0, sizeof m->supermodel);
    memcpy(m->supermodel, "sample", 7);
    m->scale = 2;
    m->animations++;
    m->animation_count = 1;
    m->animations[0].length = 2;
    wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
    return m;
}

void test_model_files(wm_kotor_game game, wm_kotor_platform platform, wm_buffer *mdl,
                      wm_buffer *mdx)
{
    wm_kotor_mdl *m = test_model_make(game, platform, NULL);
    if (!m || wm_kotor_mdl_write(m, NULL, mdl, mdx, NULL) != WM_OK)
        abort();
    wm_kotor_mdl_free(m);
}

wm_buffer test_model_swapped_keys(void)
{
    static const char good[] = "      0.5 1 0 0\n      1 1 2 0\n";
    static const char bad[] = "      1 1 2 0\n      0.5 1 0 0\n";
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_buffer text;
    size_t at = 0, n = sizeof good - 1;
    if (!m || wm_kotor_mdl_text_write(m, NULL, &text, NULL) != WM_OK)
        abort();
    wm_kotor_mdl_free(m);
    while (at + n < text.size && memcmp(text.data + at, good, n) != 0)
        at++;
    if (at + n >= text.size)
        abort();
    memcpy(text.data + at, bad, n);
    return text;
}
