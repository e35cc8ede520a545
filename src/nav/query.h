/* The query object: a mesh and the scratch memory of its user. */
#ifndef WAYMARK_NAV_QUERY_H
#define WAYMARK_NAV_QUERY_H

#include "nav/index.h"
#include "nav/internal.h"
#include "nav/path.h"
#include "nav/slide.h"

struct wm_query {
    const wmi_walkmesh *mesh;
    wm_allocator allocator;
    wm_hit *hits; /* scratch for sorting */
    size_t capacity;
    bool wide; /* the CPU has AVX2 */
    bool (*height)(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                   wm_hit *hit);
    size_t (*heights)(wm_query *query, const wm_vec3 *points, size_t count, wm_hit *hits);
    wmi_path_search path;
    wmi_slide_scratch slide;
    uint64_t visited; /* wmi_query_visited */
    wmi_index_scratch index;
};

#endif
