/* Path indexes: bytes that claim to be the index of a mesh built here, which has holes, a
 * fold and a face without area. If the first byte is odd, the input is read as a file with a
 * matching header. Otherwise it is a list of changes to a valid index, so that the code
 * after the checks is reached too. What is read is written again and used for paths. */
#include <string.h>

#include "fuzz.h"

enum { SIDE = 9, HEADER = 32 };

static wm_walkmesh *make_mesh(void)
{
    wm_vec3 v[(SIDE + 1) * (SIDE + 1)];
    wm_walk_face f[SIDE * SIDE * 2];
    bool walkable[SIDE * SIDE * 2];
    for (uint32_t i = 0; i < (SIDE + 1) * (SIDE + 1); i++)
        v[i] = (wm_vec3){(float)(i % (SIDE + 1)), (float)(i / (SIDE + 1)), (float)(i % 3)};
    v[2 * (SIDE + 1) + 3].x = 4.25f; /* beyond its right neighbour: folded */
    v[6 * (SIDE + 1) + 5].y = 7;     /* on the line of its upper neighbour: no area */
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t a = i / SIDE * (SIDE + 1) + i % SIDE, d = a + SIDE + 1;
        walkable[2 * i] = walkable[2 * i + 1] = i * 7 % 5 != 0 || i % SIDE == 0;
        f[2 * i] = (wm_walk_face){{a, a + 1, d + 1}};
        f[2 * i + 1] = (wm_walk_face){{a, d + 1, d}};
    }
    const wm_walkmesh_desc desc = {.vertex_count = (SIDE + 1) * (SIDE + 1),
                                   .vertices = v,
                                   .face_count = SIDE * SIDE * 2,
                                   .faces = f,
                                   .walkable = walkable};
    return wm_walkmesh_new(&desc, NULL, NULL);
}

static void ask(const wm_walkmesh *m, const wm_path_index *index)
{
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path_point points[64];
    const wm_path_opts opts = {.index = index};
    FUZZ_CHECK(q);
    for (uint32_t i = 0; i < m->face_count; i++) {
        uint32_t ends[2] = {i, (i * 37 + 11) % m->face_count};
        wm_vec3 at[2];
        for (int k = 0; k < 2; k++) {
            const uint32_t *c = m->faces[ends[k]].vertex;
            wm_vec3 a = m->vertices[c[0]], b = m->vertices[c[1]], d = m->vertices[c[2]];
            at[k] = (wm_vec3){0.5f * a.x + 0.3f * b.x + 0.2f * d.x,
                              0.5f * a.y + 0.3f * b.y + 0.2f * d.y, 0};
        }
        wm_path path = {.points = points, .point_capacity = 64};
        FUZZ_CHECK(wm_query_path_between_faces(q, ends[0], at[0], ends[1], at[1], &opts, &path,
                                               NULL) == WM_OK);
        FUZZ_CHECK(!path.found || path.point_count >= 2);
    }
    wm_query_free(q);
}

/* Builds the bytes that an input stands for. */
static uint8_t *compose(const wm_buffer *index, const uint8_t *data, size_t size, size_t *length)
{
    bool file = size && data[0] % 2;
    *length = file ? size - 1 : index->size;
    uint8_t *bytes = malloc(*length ? *length : 1);
    FUZZ_CHECK(bytes);
    if (file && size > 1)
        memcpy(bytes, data + 1, size - 1);
    if (!file)
        memcpy(bytes, index->data, index->size);
    if (file && *length >= HEADER) { /* everything except whether there is a table */
        memcpy(bytes, index->data, 12);
        memcpy(bytes + 16, index->data + 16, HEADER - 16);
    }
    for (size_t i = 1; !file && i + 3 <= size; i += 3) /* two bytes of position, one of value */
        bytes[(data[i] | (size_t)data[i + 1] << 8) % index->size] = data[i + 2];
    return bytes;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static wm_walkmesh *m; /* built once, kept until the end */
    static wm_buffer whole;
    wm_buffer again;
    size_t length;
    if (!m) {
        m = make_mesh();
        wm_path_index *made = m ? wm_path_index_new(m, 0, NULL, NULL) : NULL;
        FUZZ_CHECK(made && wm_path_index_write(made, NULL, &whole, NULL) == WM_OK);
        wm_path_index_free(made);
    }
    uint8_t *bytes = compose(&whole, data, size, &length);
    wm_path_index *index = wm_path_index_read(bytes, length, m, NULL, NULL);
    if (index) {
        FUZZ_CHECK(wm_path_index_write(index, NULL, &again, NULL) == WM_OK);
        FUZZ_CHECK(again.size <= length);
        wm_buffer_free(&again);
        ask(m, index);
    }
    wm_path_index_free(index);
    free(bytes);
}
