/* Lightsabers that another program saved. A saber has 16 vertices in a fixed order, which the file
 * repeats: two blades, each with four vertices of the centre line and four of the edge, which span
 * three quads. Programs split and reorder vertices, but keep the triangles: these give the vertices
 * back. */
#include "convert/kotor/mdl_from_scene.h"

enum { BLADES = 2, ROWS = 4, QUADS = 3, BLADE = 2 * ROWS, SHOWN = BLADES * BLADE, FACES = 12 };
enum { CORNERS = 3 * FACES, HALF = CORNERS / BLADES, REPEATED = WM_KOTOR_SABER_VERTICES };

/* Points are numbered by the first corner that has them, so equal numbers are equal points. */
typedef struct saber {
    const wmi_source_mesh *source;
    uint32_t point[CORNERS];
    uint32_t rows[BLADES][2][ROWS]; /* the two long sides of each blade, from the first quad on */
    uint32_t order[SHOWN];          /* a corner for each vertex of the file */
} saber;

static uint32_t vertex_at(const wmi_source_mesh *s, uint32_t corner)
{
    return s->faces[corner / 3].vertex[corner % 3];
}

static bool same_place(const wmi_source_mesh *s, uint32_t a, uint32_t b)
{
    return wmi_same_place(s->vertices[a], s->vertices[b]);
}

/* Where a blade is folded, only uvs distinguish its points. Programs mirror v, which rounds. */
static bool same_point(const wmi_source_mesh *s, uint32_t a, uint32_t b)
{
    const float most = 1e-5f;
    if (a == b || !s->uv_count[0])
        return a == b || same_place(s, a, b);
    return same_place(s, a, b) && fabsf(s->uvs[0][a][0] - s->uvs[0][b][0]) <= most &&
           fabsf(s->uvs[0][a][1] - s->uvs[0][b][1]) <= most;
}

static void number_points(saber *w)
{
    for (uint32_t i = 0; i < CORNERS; i++) {
        uint32_t same = 0;
        while (!same_point(w->source, vertex_at(w->source, same), vertex_at(w->source, i)))
            same++;
        w->point[i] = same;
    }
}

/* ---- one blade --------------------------------------------------------- */

/* Does quad q of a blade, its triangles 2q and 2q + 1, use a point? */
static bool in_quad(const saber *w, uint32_t blade, uint32_t q, uint32_t point)
{
    const uint32_t *p = w->point + blade * HALF + 6 * q;
    for (uint32_t i = 0; i < 6; i++)
        if (p[i] == point)
            return true;
    return false;
}

/* Is there a triangle of quad q with both points? */
static bool is_edge(const saber *w, uint32_t blade, uint32_t q, uint32_t a, uint32_t b)
{
    const uint32_t *p = w->point + blade * HALF + 6 * q;
    for (uint32_t f = 0; f < 6; f += 3) {
        bool first = p[f] == a || p[f + 1] == a || p[f + 2] == a;
        bool second = p[f] == b || p[f + 1] == b || p[f + 2] == b;
        if (first && second)
            return true;
    }
    return false;
}

/* The two points of quad q that the quad `other` has, or does not have. */
static bool two_of(const saber *w, uint32_t blade, uint32_t q, uint32_t other, bool shared,
                   uint32_t two[2])
{
    const uint32_t *p = w->point + blade * HALF + 6 * q;
    uint32_t count = 0;
    for (uint32_t i = 0; i < 6; i++) {
        if (in_quad(w, blade, other, p[i]) != shared || (count > 0 && two[0] == p[i]) ||
            (count > 1 && two[1] == p[i]))
            continue;
        if (count == 2)
            return false;
        two[count++] = p[i];
    }
    return count == 2;
}

/* Finds the rungs of the ladder that the quads make, and which of their ends are on one side. */
static bool find_rows(saber *w, uint32_t blade)
{
    uint32_t rungs[ROWS][2];
    if (!two_of(w, blade, 0, 1, false, rungs[0]) || !two_of(w, blade, 0, 1, true, rungs[1]) ||
        !two_of(w, blade, 1, 2, true, rungs[2]) || !two_of(w, blade, 2, 1, false, rungs[3]))
        return false;
    for (uint32_t q = 0; q < QUADS; q++) {
        uint32_t *a = rungs[q], *b = rungs[q + 1];
        if (!is_edge(w, blade, q, a[0], b[0]) || !is_edge(w, blade, q, a[1], b[1])) {
            uint32_t swap = b[0];
            b[0] = b[1];
            b[1] = swap;
        }
        if (!is_edge(w, blade, q, a[0], b[0]) || !is_edge(w, blade, q, a[1], b[1]))
            return false;
    }
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t side = 0; side < 2; side++)
            w->rows[blade][side][i] = rungs[i][side];
    return true;
}

/* ---- both blades ------------------------------------------------------- */

/* How many points of a side the other blade has, too. */
static uint32_t count_shared(const saber *w, uint32_t blade, uint32_t side)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t q = 0; q < QUADS; q++)
            if (in_quad(w, 1 - blade, q, w->rows[blade][side][i])) {
                count++;
                break;
            }
    return count;
}

/* The centre line is the side that both blades have. If they are apart, it is the one with two
 * points of the first triangle, as Waymark exports them. */
static uint32_t centre_of(const saber *w, uint32_t blade)
{
    uint32_t first = count_shared(w, blade, 0), second = count_shared(w, blade, 1);
    const uint32_t *p = w->point + blade * HALF, *low = w->rows[blade][0];
    if (first != second)
        return first < second;
    uint32_t own = 0;
    for (uint32_t i = 0; i < 3; i++)
        own += p[i] == low[0] || p[i] == low[1];
    return own < 2;
}

static bool find_order(saber *w)
{
    for (uint32_t b = 0; b < BLADES; b++)
        if (!find_rows(w, b))
            return false;
    for (uint32_t b = 0; b < BLADES; b++) {
        uint32_t centre = centre_of(w, b);
        for (uint32_t i = 0; i < ROWS; i++) {
            w->order[b * BLADE + i] = w->rows[b][centre][i];
            w->order[b * BLADE + ROWS + i] = w->rows[b][1 - centre][i];
        }
    }
    return true;
}

/* ---- the mesh ---------------------------------------------------------- */

/* Are the vertices those of the file already? */
static bool is_ordered(const saber *w)
{
    const wmi_source_mesh *s = w->source;
    uint32_t step = s->vertex_count == SHOWN ? BLADE : REPEATED / BLADES;
    if (s->vertex_count != SHOWN && s->vertex_count != REPEATED)
        return false;
    for (uint32_t i = 0; i < SHOWN; i++)
        if (!same_point(s, vertex_at(s, w->order[i]), i / BLADE * step + i % BLADE))
            return false;
    return true;
}

/* Programs give each face of a point its own normal; the file has one. */
static wm_vec3 normal_of(const saber *w, uint32_t blade, uint32_t point)
{
    const wmi_source_mesh *s = w->source;
    wmi_vec sum = {0, 0, 0};
    for (uint32_t i = blade * HALF; i < (blade + 1) * HALF; i++)
        if (w->point[i] == point)
            sum = wmi_add(sum, wmi_vec_of(s->normals[vertex_at(s, i)]));
    double length = wmi_length(sum);
    return length > 1e-6 ? wmi_vec_float(wmi_scale(sum, 1 / length))
                         : s->normals[vertex_at(s, point)];
}

/* Replaces the vertices by the 16 of the file. There is always room for them: a mesh of two blades
 * has at least 8, and fewer than 16 are replaced by new arrays. */
static bool put_order(wmi_to_mdl *t, uint32_t number, const saber *w)
{
    wmi_source_mesh *s = t->sources[number];
    wmi_made *made = &t->made[number];
    wm_vec3 *vertices = wmi_arena_raw(&t->scratch, SHOWN, sizeof *vertices);
    wm_vec3 *normals = wmi_arena_raw(&t->scratch, SHOWN, sizeof *normals);
    float(*uvs)[2] = wmi_arena_new(&t->scratch, SHOWN, sizeof *uvs);
    uint32_t *from = wmi_arena_raw(&t->scratch, SHOWN, sizeof *from);
    if (!vertices || !normals || !uvs || !from)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < SHOWN; i++) {
        uint32_t v = vertex_at(s, w->order[i]);
        vertices[i] = s->vertices[v];
        from[i] = made->vertex[v];
        if (s->normals)
            normals[i] = normal_of(w, i / BLADE, w->order[i]);
        if (s->uv_count[0])
            memcpy(uvs[i], s->uvs[0][v], sizeof uvs[i]);
    }
    for (uint32_t i = 0; i < CORNERS; i++) {
        uint32_t blade = i / HALF, at = blade * BLADE;
        while (w->order[at] != w->point[i])
            at++;
        s->faces[i / 3].vertex[i % 3] = at;
        for (int set = 0; set < 4; set++)
            s->faces[i / 3].uv[set][i % 3] = set == 0 && s->uv_count[0] ? at : WM_NO_INDEX;
    }
    s->vertices = vertices;
    s->normals = s->normals ? normals : NULL;
    s->uvs[0] = uvs;
    s->vertex_count = SHOWN;
    s->uv_count[0] = s->uv_count[0] ? SHOWN : 0;
    s->uv_count[1] = s->uv_count[2] = s->uv_count[3] = 0;
    made->vertex = from;
    return true;
}

bool wmi_to_mdl_saber(wmi_to_mdl *t, uint32_t number)
{
    wm_kotor_mdl_node *n = &t->mdl->tree.nodes[number];
    wmi_source_mesh *s = t->sources[number];
    saber w = {.source = s};
    bool usual = s->vertex_count == SHOWN || s->vertex_count == REPEATED;
    if (!(n->flags & WM_KOTOR_NODE_SABER) || (t->own && usual))
        return true;
    bool found = s->face_count == FACES;
    if (found) {
        number_points(&w);
        found = find_order(&w);
    }
    if (found && is_ordered(&w))
        return true;
    if (found) {
        t->result->sabers++;
        return put_order(t, number, &w);
    }
    if (usual && s->face_count == FACES)
        return true;
    n->flags &= (uint16_t)~WM_KOTOR_NODE_SABER;
    n->mesh->saber = NULL;
    t->result->no_sabers++;
    return true;
}
