/* A fixed set of queries to a walkmesh. */
#include <stdlib.h>

#include "outputs.h"

enum { ROUNDS = 60, POINTS = 256 };

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static float between(uint32_t *state, float low, float high)
{
    return low + (high - low) * ((float)(next_random(state) >> 8) / 16777216.0f);
}

static void put_vector(hashes *h, wm_vec3 v)
{
    hash_float(h, OUTPUT_QUERIES, v.x);
    hash_float(h, OUTPUT_QUERIES, v.y);
    hash_float(h, OUTPUT_QUERIES, v.z);
}

static void put_look(hashes *h, wm_query *q, wm_vec3 a, wm_vec3 b)
{
    wm_hit hit = {0};
    wm_ray_hit ray = {0};
    wm_nearest near = {0};
    uint32_t blocker = 0;
    hash_word(h, OUTPUT_QUERIES, wm_query_height(q, a, WM_LOCATE_NEAREST, NULL, &hit));
    hash_word(h, OUTPUT_QUERIES, hit.face);
    hash_float(h, OUTPUT_QUERIES, hit.z);
    wm_vec3 d = {b.x - a.x, b.y - a.y, b.z - a.z};
    hash_word(h, OUTPUT_QUERIES, wm_query_raycast(q, a, d, 1e6f, NULL, &ray));
    hash_word(h, OUTPUT_QUERIES, ray.face);
    hash_float(h, OUTPUT_QUERIES, ray.distance);
    put_vector(h, ray.point);
    put_vector(h, ray.normal);
    hash_word(h, OUTPUT_QUERIES, wm_query_sight(q, a, b, NULL, &blocker));
    hash_word(h, OUTPUT_QUERIES, wm_query_nearest(q, a, 10, NULL, &near));
    hash_word(h, OUTPUT_QUERIES, near.place.face);
    put_vector(h, near.place.position);
    hash_double(h, OUTPUT_QUERIES, near.distance);
}

static void put_walk(hashes *h, wm_query *q, wm_vec3 a, wm_vec3 b)
{
    wm_path_point points[POINTS];
    wm_path path = {.points = points, .point_capacity = POINTS};
    wm_path_opts opts = {.partial = true};
    wm_error error;
    hash_word(h, OUTPUT_QUERIES, (uint32_t)wm_query_path(q, a, b, &opts, &path, &error));
    hash_word(h, OUTPUT_QUERIES, path.found);
    hash_double(h, OUTPUT_QUERIES, path.length);
    hash_double(h, OUTPUT_QUERIES, path.remaining);
    for (uint32_t i = 0; path.found && i < path.point_count && i < POINTS; i++) {
        put_vector(h, points[i].position);
        hash_word(h, OUTPUT_QUERIES, points[i].face);
    }
    wm_slide slide = {0};
    wm_slide_opts wide = {.radius = 0.3f};
    if (path.found &&
        wm_query_slide(q, points[0].face, points[0].position, b, &wide, &slide, &error) == WM_OK) {
        hash_word(h, OUTPUT_QUERIES, slide.place.face);
        put_vector(h, slide.place.position);
        hash_double(h, OUTPUT_QUERIES, slide.length);
    }
}

void hash_queries(hashes *h, const wm_walkmesh *mesh)
{
    wm_error error;
    wm_query *q = wm_query_new(mesh, NULL, &error);
    uint32_t state = 2463534242u;
    for (int i = 0; q && i < ROUNDS; i++) {
        wm_vec3 ends[2];
        for (int k = 0; k < 2; k++) {
            ends[k].x = between(&state, mesh->min.x, mesh->max.x);
            ends[k].y = between(&state, mesh->min.y, mesh->max.y);
            ends[k].z = between(&state, mesh->min.z, mesh->max.z + 2);
        }
        put_look(h, q, ends[0], ends[1]);
        if (i % 4 == 0)
            put_walk(h, q, ends[0], ends[1]);
    }
    wm_query_free(q);
}
