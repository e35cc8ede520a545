/* The full-walk checker: touches every field of a document, so that a count that
 * does not fit its array is a crash (or a sanitizer's report) here. */
#include "walk.h"

static uint64_t mix(uint64_t sum, uint64_t value)
{
    sum ^= value + 0x9E3779B97F4A7C15u + (sum << 6) + (sum >> 2);
    return sum * 0xFF51AFD7ED558CCDu;
}

uint64_t test_walk_bytes(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < size; i++)
        sum = mix(sum, p[i]);
    return sum;
}

uint64_t test_walk_bwm(const wm_kotor_bwm *b)
{
    uint64_t sum = mix(1, b->type);
    sum = test_walk_bytes(sum, b->relative_hook, sizeof b->relative_hook);
    sum = test_walk_bytes(sum, b->absolute_hook, sizeof b->absolute_hook);
    sum = test_walk_bytes(sum, &b->position, sizeof b->position);
    sum = test_walk_bytes(sum, &b->layout, sizeof b->layout);
    sum = mix(sum, b->aabb_root);
    sum = test_walk_bytes(sum, b->vertices, b->vertex_count * sizeof *b->vertices);
    sum = test_walk_bytes(sum, b->materials, b->face_count * sizeof *b->materials);
    sum = test_walk_bytes(sum, b->normals, b->face_count * sizeof *b->normals);
    sum = test_walk_bytes(sum, b->distances, b->face_count * sizeof *b->distances);
    sum = test_walk_bytes(sum, b->aabbs, b->aabb_count * sizeof *b->aabbs);
    sum = test_walk_bytes(sum, b->adjacency, b->adjacency_count * sizeof *b->adjacency);
    sum = test_walk_bytes(sum, b->edges, b->edge_count * sizeof *b->edges);
    sum = test_walk_bytes(sum, b->perimeters, b->perimeter_count * sizeof *b->perimeters);
    /* The promise of the header: geometry is safe to walk. */
    for (uint32_t i = 0; i < b->face_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = b->faces[i].vertex[k];
            if (v >= b->vertex_count)
                abort();
            sum = test_walk_bytes(sum, &b->vertices[v], sizeof b->vertices[v]);
        }
    for (uint32_t i = 0; i < b->gap_count; i++) {
        sum = mix(sum, b->gaps[i].offset);
        sum = test_walk_bytes(sum, b->gaps[i].data, b->gaps[i].size);
    }
    return sum;
}
