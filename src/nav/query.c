/* Creating and freeing query objects. */
#include "nav/query.h"

#include "nav/height.h"

wm_query *wm_query_new(const wm_walkmesh *mesh, const wm_allocator *allocator, wm_error *error)
{
    wm_allocator a = allocator ? *allocator : *wmi_default_allocator();
    wm_query *query = a.resize(a.user, NULL, 0, sizeof *query);
    if (!query) {
        wmi_fail(error, WM_NO_MEMORY, "query", "out of memory");
        return NULL;
    }
    *query = (wm_query){.mesh = wmi_walkmesh_of(mesh), .allocator = a};
    query->height = wmi_height;
    query->heights = wmi_heights;
#if WMI_HAS_AVX2
    query->wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (query->wide) {
        query->height = wmi_height_avx2;
        query->heights = wmi_heights_avx2;
    }
#endif
    wmi_path_init(&query->path, mesh, &query->mesh->walk, &query->allocator);
    return query;
}

void wm_query_free(wm_query *query)
{
    if (!query)
        return;
    wm_allocator a = query->allocator;
    wmi_path_release(&query->path);
    wmi_slide_release(&query->slide, &a);
    wmi_index_scratch_release(&query->index, &a);
    wmi_release(&a, query->hits, query->capacity, sizeof *query->hits);
    a.resize(a.user, query, sizeof *query, 0);
}
