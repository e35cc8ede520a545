/* Binary model reader: the arrays of a mesh. docs/formats/kotor-mdl.md, "Meshes". */
#include <stdlib.h>

#include "base/sort.h"
#include "base/words.h"
#include "kotor/mdl/read.h"

/* Faces, bones and vertices are loaded as blocks. */
_Static_assert(sizeof(wm_kotor_mdl_face) == WMI_MDL_FACE, "as in the file");
_Static_assert(offsetof(wm_kotor_mdl_face, distance) == 12, "as in the file");
_Static_assert(offsetof(wm_kotor_mdl_face, material) == 16, "as in the file");
_Static_assert(offsetof(wm_kotor_mdl_face, adjacent) == 20, "as in the file");
_Static_assert(offsetof(wm_kotor_mdl_face, vertex) == 26, "as in the file");
_Static_assert(sizeof(wm_vec3) == 12 && sizeof(wm_kotor_quat) == 16, "as in the file");

bool wmi_mdl_make_mesh(wmi_mdl_reading *g, wm_kotor_mdl_node *n)
{
    uint32_t flags = n->flags;
    if (!(flags & WM_KOTOR_NODE_MESH))
        return true;
    wm_kotor_mesh *m = n->mesh = wmi_arena_new(g->arena, 1, sizeof *m);
    if (!m)
        return false;
    if (flags & WM_KOTOR_NODE_SKIN && !(m->skin = wmi_arena_new(g->arena, 1, sizeof *m->skin)))
        return false;
    if (flags & WM_KOTOR_NODE_ANIM && !(m->anim = wmi_arena_new(g->arena, WM_KOTOR_ANIM_SIZE, 1)))
        return false;
    if (flags & WM_KOTOR_NODE_DANGLY &&
        !(m->dangly = wmi_arena_new(g->arena, 1, sizeof *m->dangly)))
        return false;
    return !(flags & WM_KOTOR_NODE_SABER) ||
           (m->saber = wmi_arena_new(g->arena, 1, sizeof *m->saber));
}

/* ---- faces ------------------------------------------------------------- */

/* A face with a vertex that does not exist becomes a point: it keeps its index, so that
 * neighbours and AABB leaves still find theirs, and nothing of it is drawn. */
static void drop_face(wmi_mdl_reading *g, const wm_kotor_mesh *m, wm_kotor_mdl_face *f,
                      uint32_t face, uint64_t at)
{
    for (uint32_t k = 0; k < 3; k++)
        if (f->vertex[k] >= m->vertex_count)
            wmi_mdl_fault(g, WM_BAD_VALUE, WM_KOTOR_MDL_VERTEX_INDEX, at + 26 + 2 * k, "faces",
                          "face %lu uses vertex %u, but %s", (ul)face, f->vertex[k],
                          wmi_only(m->vertex_count, "vertex", "vertices").text);
    memset(f->vertex, 0, sizeof f->vertex);
}

static void read_faces(wmi_mdl_reading *g, wm_kotor_mesh *m, uint32_t pointer)
{
    const uint8_t *p = wmi_mdl_take(g, pointer, m->face_count, WMI_MDL_FACE, "faces");
    if (p && m->vertex_count == 0) {
        wmi_mdl_fault(g, WM_BAD_VALUE, WM_KOTOR_MDL_VERTEX_INDEX, (uint64_t)(p - g->r.base),
                      "faces", "%s but no vertices",
                      wmi_count(m->face_count, "face", "faces").text);
        p = NULL;
    }
    m->faces = p ? wmi_mdl_room(g, m->face_count, sizeof *m->faces) : NULL;
    if (!m->faces) {
        m->face_count = 0;
        return;
    }
    wmi_load32(m->faces, p, (size_t)m->face_count * (WMI_MDL_FACE / 4));
    wmi_mdl_swap_halves(m->faces, m->face_count);
    for (uint32_t i = 0; i < m->face_count; i++) {
        wm_kotor_mdl_face *f = &m->faces[i];
        uint16_t a = f->vertex[0], b = f->vertex[1], c = f->vertex[2];
        uint16_t most = a > b ? a : b;
        if ((most > c ? most : c) >= m->vertex_count)
            drop_face(g, m, f, i, (uint64_t)(p - g->r.base) + (uint64_t)i * WMI_MDL_FACE);
    }
}

static void read_indices(wmi_mdl_reading *g, wm_kotor_mesh *m, const wmi_mdl_codec *c)
{
    const uint8_t *offsets = wmi_mdl_take(g, c->pointer[WMI_BLOCK_INDEX_OFFSETS],
                                          m->index_offset_count, 4, "index offsets");
    m->index_counts = wmi_mdl_words(g, c->pointer[WMI_BLOCK_INDEX_COUNTS], &m->index_count_count, 4,
                                    "index_counts");
    m->inverted =
        wmi_mdl_words(g, c->pointer[WMI_BLOCK_INVERTED], &m->inverted_count, 4, "inverted");
    if (!offsets)
        m->index_offset_count = 0;
    if (!offsets || !m->index_counts)
        return;
    const uint8_t *p = wmi_mdl_take(g, wmi_le32(offsets), m->index_counts[0], 2, "indices");
    m->indices = p ? wmi_mdl_room(g, m->index_counts[0], 2) : NULL;
    m->index_count = m->indices ? m->index_counts[0] : 0;
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = wmi_le16(p + 2 * (size_t)i);
}

/* ---- parts ------------------------------------------------------------- */

static void read_skin(wmi_mdl_reading *g, wm_kotor_skin *s, const wmi_mdl_codec *c)
{
    uint32_t map = c->pointer[WMI_BLOCK_BONE_MAP];
    if (g->mdl->platform == WM_KOTOR_PLATFORM_XBOX) {
        const uint8_t *p = wmi_mdl_take(g, map, s->bone_count, 2, "bone_map");
        s->bone_map = p ? wmi_mdl_room(g, s->bone_count, sizeof *s->bone_map) : NULL;
        s->bone_count = s->bone_map ? s->bone_count : 0;
        for (uint32_t i = 0; i < s->bone_count; i++)
            s->bone_map[i] = (float)(int16_t)wmi_le16(p + 2 * (size_t)i);
    } else {
        s->bone_map = wmi_mdl_words(g, map, &s->bone_count, 4, "bone_map");
    }
    s->q = wmi_mdl_words(g, c->pointer[WMI_BLOCK_BONE_Q], &s->q_count, 16, "q");
    s->t = wmi_mdl_words(g, c->pointer[WMI_BLOCK_BONE_T], &s->t_count, 12, "t");
    s->unknown_array =
        wmi_mdl_words(g, c->pointer[WMI_BLOCK_BONE_UNKNOWN], &s->unknown_count, 4, "unknown_array");
}

/* An array whose pointer may be 0 and whose length is stored elsewhere. */
static void *read_fixed(wmi_mdl_reading *g, uint32_t pointer, uint32_t count, uint32_t stride,
                        const char *field)
{
    return pointer ? wmi_mdl_words(g, pointer, &count, stride, field) : NULL;
}

static void read_saber(wmi_mdl_reading *g, wm_kotor_saber *s, const wmi_mdl_codec *c)
{
    uint32_t n = WM_KOTOR_SABER_VERTICES;
    s->positions = read_fixed(g, c->pointer[WMI_BLOCK_SABER_POSITIONS], n, 12, "saber positions");
    s->uvs = read_fixed(g, c->pointer[WMI_BLOCK_SABER_UVS], n, 8, "saber uvs");
    s->normals = read_fixed(g, c->pointer[WMI_BLOCK_SABER_NORMALS], n, 12, "saber normals");
}

/* ---- AABB trees -------------------------------------------------------- */

static bool push_link(wmi_mdl_reading *g, size_t *count, uint64_t at)
{
    void *links = g->links;
    if (!wmi_grow(&g->arena->allocator, &links, &g->link_capacity, *count + 1, sizeof *g->links)) {
        g->r.failed = wmi_fail(g->r.error, WM_NO_MEMORY, "aabbs", "out of memory");
        return false;
    }
    g->links = links;
    g->links[(*count)++] = (uint32_t)at;
    return true;
}

/* Does the child exist, and was it not reached before? The layout keeps broken links as
 * odd words, so they are no reason to refuse the model. */
static bool valid_link(wmi_mdl_reading *g, uint32_t pointer, uint64_t from)
{
    uint64_t at = (uint64_t)pointer + WMI_MDL_BASE;
    if (pointer == 0)
        return false;
    if (at >= WMI_MDL_HEADER && at + WMI_MDL_AABB_NODE <= g->r.size && wmi_mdl_first_visit(g, at))
        return true;
    wmi_mdl_fault(g, WM_BAD_OFFSET, WM_KOTOR_MDL_AABB_LINK, from, "aabbs",
                  "the AABB node at byte %s has a child at byte %s, where none can be",
                  wmi_number(from).text, wmi_number(pointer).text);
    return false;
}

static int compare_offsets(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts the boxes into file order. In known files there are no gaps between them, so
 * there is nothing to sort. Returns whether that is so. */
static bool sort_boxes(uint32_t *links, size_t count)
{
    uint32_t low = links[0], high = links[0];
    bool even = true;
    for (size_t i = 0; i < count; i++) {
        low = links[i] < low ? links[i] : low;
        high = links[i] > high ? links[i] : high;
        even = even && (links[i] - links[0]) % WMI_MDL_AABB_NODE == 0;
    }
    /* All offsets are distinct, so if the range holds exactly `count` boxes, every slot
     * is used. */
    even = even && links[0] == low && (high - low) / WMI_MDL_AABB_NODE == count - 1;
    if (!even)
        wmi_sort(links, count, sizeof *links, compare_offsets);
    for (size_t i = 0; even && i < count; i++)
        links[i] = low + (uint32_t)i * WMI_MDL_AABB_NODE;
    return even;
}

/* Offsets of all boxes of the tree, in file order. */
static size_t list_boxes(wmi_mdl_reading *g, uint32_t root)
{
    size_t count = 0;
    if (!valid_link(g, root, root) || !push_link(g, &count, (uint64_t)root + WMI_MDL_BASE))
        return 0;
    /* The list is also the queue of boxes whose children have not been visited. */
    for (size_t i = 0; i < count && !g->r.failed; i++) {
        uint64_t at = g->links[i];
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t child = wmi_le32(g->r.base + at + 24 + 4 * k);
            if (valid_link(g, child, at) && !push_link(g, &count, (uint64_t)child + WMI_MDL_BASE))
                return 0;
        }
    }
    if (!g->r.failed)
        g->scattered = !sort_boxes(g->links, count) || g->scattered;
    return g->r.failed ? 0 : count;
}

static uint32_t box_number(const wmi_mdl_reading *g, size_t count, uint32_t pointer)
{
    uint32_t at = pointer + WMI_MDL_BASE;
    uint32_t guess = (at - g->links[0]) / WMI_MDL_AABB_NODE; /* there are usually no gaps */
    if (pointer == 0)
        return WM_NO_INDEX;
    if (guess < count && g->links[guess] == at)
        return guess;
    const uint32_t *found = bsearch(&at, g->links, count, sizeof at, compare_offsets);
    return found ? (uint32_t)(found - g->links) : WM_NO_INDEX;
}

static void read_boxes(wmi_mdl_reading *g, wm_kotor_mesh *m, uint32_t root)
{
    size_t count = list_boxes(g, root);
    m->aabbs = count ? wmi_mdl_room(g, count, sizeof *m->aabbs) : NULL;
    if (!m->aabbs)
        return;
    m->aabb_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = g->r.base + g->links[i];
        wm_kotor_mdl_aabb *box = &m->aabbs[i];
        wmi_load32(&box->min, p, 3);
        wmi_load32(&box->max, p + 12, 3);
        box->left = box_number(g, count, wmi_le32(p + 24));
        box->right = box_number(g, count, wmi_le32(p + 28));
        wmi_load32(&box->face, p + 32, 1);
        box->plane = wmi_le32(p + 36);
    }
}

/* ---- all --------------------------------------------------------------- */

void wmi_mdl_read_mesh(wmi_mdl_reading *g, wm_kotor_mdl_node *n, const wmi_mdl_codec *c)
{
    wm_kotor_mesh *m = n->mesh;
    read_faces(g, m, c->pointer[WMI_BLOCK_FACES]);
    read_indices(g, m, c);
    if (g->mdl->platform == WM_KOTOR_PLATFORM_PC)
        m->vertices =
            read_fixed(g, c->pointer[WMI_BLOCK_VERTICES], m->vertex_count, 12, "vertices");
    if (m->skin)
        read_skin(g, m->skin, c);
    if (m->dangly) {
        m->dangly->constraints = wmi_mdl_words(g, c->pointer[WMI_BLOCK_CONSTRAINTS],
                                               &m->dangly->constraint_count, 4, "constraints");
        m->dangly->vertices = read_fixed(g, c->pointer[WMI_BLOCK_DANGLY_VERTICES], m->vertex_count,
                                         12, "dangly vertices");
    }
    if (n->flags & WM_KOTOR_NODE_AABB && !g->r.failed)
        read_boxes(g, m, c->pointer[WMI_BLOCK_AABBS]);
    if (m->saber)
        read_saber(g, m->saber, c);
}
