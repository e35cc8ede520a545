/* Outlines and regions of walkmeshes as scene nodes. docs/gltf.md, "Walkmeshes". */
#include "convert/scene_details.h"
#include "scene/internal.h"

#include <math.h>
#include <stdio.h>

/* ---- nodes and meshes -------------------------------------------------- */

void wmi_details_open(wmi_details *d, wm_scene *scene, const wm_allocator *allocator)
{
    *d = (wmi_details){.scene = scene, .group = WM_NO_INDEX};
    wmi_arena_init(&d->scratch, allocator, 0);
    wmi_bag_open(&d->bag, scene);
}

bool wmi_details_close(wmi_details *d)
{
    wmi_arena_free(&d->scratch);
    return !d->failed && !d->bag.failed;
}

static bool grow(wmi_details *d, void *list, uint32_t count, uint32_t *room, size_t more,
                 size_t size)
{
    void *old, *grown;
    memcpy(&old, list, sizeof old);
    size_t wanted = count + more;
    if (wanted <= *room && old)
        return true;
    grown = wanted < UINT32_MAX ? wm_scene_alloc(d->scene, wanted, size, NULL) : NULL;
    if (!grown) {
        d->failed = true;
        return false;
    }
    if (count)
        memcpy(grown, old, count * size);
    memcpy(list, &grown, sizeof grown);
    *room = (uint32_t)wanted;
    return true;
}

bool wmi_details_room(wmi_details *d, size_t nodes, size_t meshes, size_t materials)
{
    wm_scene *s = d->scene;
    return grow(d, &s->nodes, s->node_count, &d->node_room, nodes, sizeof *s->nodes) &&
           grow(d, &s->meshes, s->mesh_count, &d->mesh_room, meshes, sizeof *s->meshes) &&
           grow(d, &s->materials, s->material_count, &d->material_room, materials,
                sizeof *s->materials);
}

static wm_scene_node *add_node(wmi_details *d, const char *name, wm_vec3 place, uint32_t parent)
{
    wm_scene *s = d->scene;
    char *copy = wm_scene_text(s, name, strlen(name), NULL);
    if (!copy || d->bag.failed || s->node_count >= d->node_room) {
        d->failed = true;
        return NULL;
    }
    wm_scene_node *n = &s->nodes[s->node_count++];
    *n = wmi_scene_node(copy);
    n->parent = parent;
    n->role = WM_NODE_ROLE_OUTLINE;
    n->rest.translation = place;
    wmi_bag_close(&d->bag, &n->extras);
    d->failed = d->failed || d->bag.failed;
    return n;
}

void wmi_details_group(wmi_details *d, const char *name)
{
    d->group = d->scene->node_count;
    add_node(d, name, (wm_vec3){0, 0, 0}, WM_NO_INDEX);
}

wm_scene_node *wmi_details_node(wmi_details *d, const char *prefix, uint32_t a, uint32_t b,
                                wm_vec3 place)
{
    char name[64];
    if (b == WM_NO_INDEX)
        wmi_format(name, sizeof name, "%s_%lu", prefix, (ul)a);
    else
        wmi_format(name, sizeof name, "%s_%lu_%lu", prefix, (ul)a, (ul)b);
    return add_node(d, name, place, d->group);
}

wm_scene_mesh *wmi_details_mesh(wmi_details *d, wm_scene_node *node, wm_primitive primitive,
                                uint32_t vertices, uint32_t indices)
{
    wm_scene *s = d->scene;
    wm_vec3 *positions = wm_scene_alloc(s, vertices, sizeof *positions, NULL);
    uint32_t *corners = wm_scene_alloc(s, indices, sizeof *corners, NULL);
    wm_scene_part *part = wm_scene_alloc(s, 1, sizeof *part, NULL);
    if (!node || !positions || !corners || !part || s->mesh_count >= d->mesh_room) {
        d->failed = true;
        return NULL;
    }
    *part = (wm_scene_part){0, indices, WM_NO_INDEX};
    wm_scene_mesh *m = &s->meshes[s->mesh_count];
    *m = (wm_scene_mesh){.name = node->name,
                         .primitive = primitive,
                         .vertex_count = vertices,
                         .positions = positions,
                         .index_count = indices,
                         .indices = corners,
                         .part_count = 1,
                         .parts = part};
    node->mesh = s->mesh_count++;
    node->kind = WM_NODE_KIND_MESH;
    return m;
}

/* ---- regions ----------------------------------------------------------- */

typedef struct region {
    double area, sum[3];
    uint32_t faces, walls, first; /* first: start of its faces in the list */
    double nearest;
    wm_vec3 middle;
} region;

typedef struct regions {
    const wm_walkmesh *mesh;
    uint32_t count;
    region *list;
    uint32_t *faces; /* faces, grouped by region */
    uint32_t *slot;  /* by vertex: its index in the lines of the region */
} regions;

static wm_vec3 centre_of(const wm_walkmesh *m, uint32_t face)
{
    const uint32_t *v = m->faces[face].vertex;
    wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
    return (wm_vec3){(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
}

static double area_of(const wm_walkmesh *m, uint32_t face)
{
    const uint32_t *v = m->faces[face].vertex;
    const wm_vec3 *p[3] = {&m->vertices[v[0]], &m->vertices[v[1]], &m->vertices[v[2]]};
    double u[3] = {(double)p[1]->x - (double)p[0]->x, (double)p[1]->y - (double)p[0]->y,
                   (double)p[1]->z - (double)p[0]->z};
    double w[3] = {(double)p[2]->x - (double)p[0]->x, (double)p[2]->y - (double)p[0]->y,
                   (double)p[2]->z - (double)p[0]->z};
    double n[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
    double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    return isfinite(area) ? area : 0;
}

/* Computes counts, areas, and the sums for the centres. */
static void measure_regions(regions *r)
{
    const wm_walkmesh *m = r->mesh;
    uint32_t at = 0;
    for (uint32_t f = 0; f < m->face_count; f++) {
        uint32_t number = wm_walkmesh_region(m, f);
        if (number >= r->count)
            continue;
        region *to = &r->list[number];
        wm_vec3 c = centre_of(m, f);
        double area = area_of(m, f);
        to->faces++;
        to->area += area;
        to->sum[0] += area * (double)c.x;
        to->sum[1] += area * (double)c.y;
        to->sum[2] += area * (double)c.z;
        for (int k = 0; k < 3; k++)
            to->walls += m->neighbours[f].edge[k] == WM_NO_INDEX;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        r->list[i].first = at;
        r->list[i].nearest = INFINITY;
        at += r->list[i].faces;
        r->list[i].faces = 0;
    }
}

/* Uses the centre of the nearest face, so that it lies on the ground. */
static void list_faces(regions *r)
{
    const wm_walkmesh *m = r->mesh;
    for (uint32_t f = 0; f < m->face_count; f++) {
        uint32_t number = wm_walkmesh_region(m, f);
        if (number >= r->count)
            continue;
        region *to = &r->list[number];
        wm_vec3 c = centre_of(m, f);
        double weight = to->area > 0 ? 1 / to->area : 0;
        double x = to->sum[0] * weight - (double)c.x, y = to->sum[1] * weight - (double)c.y,
               z = to->sum[2] * weight - (double)c.z;
        double far = x * x + y * y + z * z;
        if (far < to->nearest || to->faces == 0) {
            to->nearest = far;
            to->middle = c;
        }
        r->faces[to->first + to->faces++] = f;
    }
}

static void add_region(wmi_details *d, const regions *r, uint32_t number)
{
    const region *from = &r->list[number];
    wmi_bag_number(&d->bag, "faces", from->faces);
    wmi_bag_number(&d->bag, "area", (double)(float)from->area);
    wmi_bag_uints(&d->bag, "triangles", r->faces + from->first, from->faces);
    wmi_details_node(d, "region", number, WM_NO_INDEX, from->middle);
}

/* Adds a vertex of the lines, each only once. */
static uint32_t take_vertex(const regions *r, wm_scene_mesh *lines, uint32_t vertex)
{
    if (r->slot[vertex] == WM_NO_INDEX) {
        r->slot[vertex] = lines->vertex_count;
        lines->positions[lines->vertex_count++] = r->mesh->vertices[vertex];
    }
    return r->slot[vertex];
}

/* The edges of a region without another face of it on the other side. */
static void add_walls(wmi_details *d, const regions *r, uint32_t number)
{
    const region *from = &r->list[number];
    const wm_walkmesh *m = r->mesh;
    uint32_t n = 0;
    wm_scene_node *node =
        from->walls ? wmi_details_node(d, "perimeter", number, WM_NO_INDEX, (wm_vec3){0, 0, 0})
                    : NULL;
    wm_scene_mesh *lines =
        node ? wmi_details_mesh(d, node, WM_PRIMITIVE_LINES, 2 * from->walls, 2 * from->walls)
             : NULL;
    if (!lines)
        return;
    lines->vertex_count = 0;
    for (uint32_t i = 0; i < from->faces; i++) {
        uint32_t f = r->faces[from->first + i];
        for (uint32_t k = 0; k < 3; k++)
            if (m->neighbours[f].edge[k] == WM_NO_INDEX)
                for (uint32_t end = 0; end < 2; end++)
                    lines->indices[n++] = take_vertex(r, lines, m->faces[f].vertex[(k + end) % 3]);
    }
    for (uint32_t i = 0; i < from->faces; i++) /* for the next region */
        for (uint32_t k = 0; k < 3; k++)
            r->slot[m->faces[r->faces[from->first + i]].vertex[k]] = WM_NO_INDEX;
}

void wmi_details_regions(wmi_details *d, const wm_walkmesh *mesh, bool walls)
{
    uint32_t total = wm_walkmesh_region_count(mesh);
    regions r = {.mesh = mesh, .count = total};
    if (r.count > WMI_DETAILS_REGIONS)
        r.count = WMI_DETAILS_REGIONS;
    r.list = wmi_arena_new(&d->scratch, r.count, sizeof *r.list);
    r.faces = wmi_arena_new(&d->scratch, mesh->face_count, sizeof *r.faces);
    r.slot = wmi_arena_raw(&d->scratch, mesh->vertex_count, sizeof *r.slot);
    if (!r.list || !r.faces || !r.slot ||
        !wmi_details_room(d, 2 * (size_t)r.count + 2, r.count, 0)) {
        d->failed = true;
        return;
    }
    memset(r.slot, 0xFF, mesh->vertex_count * sizeof *r.slot);
    measure_regions(&r);
    list_faces(&r);
    if (r.count < total)
        wmi_bag_number(&d->bag, "left_out", total - r.count);
    wmi_details_group(d, "regions");
    for (uint32_t i = 0; i < r.count && !d->failed; i++)
        add_region(d, &r, i);
    if (!walls)
        return;
    wmi_details_group(d, "perimeters");
    for (uint32_t i = 0; i < r.count && !d->failed; i++)
        add_walls(d, &r, i);
}

/* ---- KotOR ------------------------------------------------------------- */

/* The loop that ends before edge `end`, as lines from each edge to the next. */
static void add_perimeter(wmi_details *d, const wm_kotor_bwm *b, uint32_t number, uint32_t from,
                          uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < end; i++)
        count += b->edges[i].edge / 3 < b->face_count;
    if (count == 0)
        return;
    wmi_bag_number(&d->bag, "edges", count);
    wm_scene_node *node = wmi_details_node(d, "perimeter", number, WM_NO_INDEX, (wm_vec3){0, 0, 0});
    wm_scene_mesh *lines = wmi_details_mesh(d, node, WM_PRIMITIVE_LINES, 2 * count, 2 * count);
    uint32_t v = 0, n = 0;
    for (uint32_t i = from; lines && i < end; i++) {
        uint32_t edge = b->edges[i].edge;
        if (edge / 3 >= b->face_count)
            continue;
        const uint32_t *corner = b->faces[edge / 3].vertex;
        for (uint32_t k = 0; k < 2; k++) {
            wm_vec3 p = b->vertices[corner[(edge + k) % 3]];
            if (k == 1 && n == 2 * count - 1 && memcmp(&p, &lines->positions[0], sizeof p) == 0) {
                lines->indices[n++] = 0; /* closed */
            } else if (k == 0 && v && memcmp(&p, &lines->positions[v - 1], sizeof p) == 0) {
                lines->indices[n++] = v - 1;
            } else {
                lines->positions[v] = p;
                lines->indices[n++] = v++;
            }
        }
    }
    if (lines)
        lines->vertex_count = v;
}

static void add_perimeters(wmi_details *d, const wm_kotor_bwm *b)
{
    uint32_t from = 0;
    if (b->perimeter_count == 0 ||
        !wmi_details_room(d, (size_t)b->perimeter_count + 1, b->perimeter_count, 0))
        return;
    wmi_details_group(d, "perimeters");
    for (uint32_t i = 0; i < b->perimeter_count && !d->failed; i++) {
        uint32_t end = b->perimeters[i] < b->edge_count ? b->perimeters[i] : b->edge_count;
        if (end > from)
            add_perimeter(d, b, i, from, end);
        from = end > from ? end : from;
    }
}

bool wmi_kotor_details(wm_scene *scene, const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                       const wm_allocator *allocator)
{
    wmi_details d;
    if (bwm->type != WM_KOTOR_BWM_TYPE_AREA)
        return true; /* doors and placeables have neither */
    wmi_details_open(&d, scene, allocator);
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, surfaces, allocator, NULL);
    d.failed = !mesh;
    if (mesh)
        add_perimeters(&d, bwm);
    if (!d.failed)
        wmi_details_regions(&d, mesh, false);
    wm_walkmesh_free(mesh);
    return wmi_details_close(&d);
}
