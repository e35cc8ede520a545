/* The names of the materials of a scene and of its original, for restore/material.c. */
#include "convert/file_names.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"

static uint32_t find(wmi_material_names *m, const char *name, size_t n)
{
    return wmi_distinct_find(&m->names, name, n);
}

/* The name without the number that programs append, if it has one; or WM_NO_INDEX. */
static uint32_t find_stem(wmi_material_names *m, const char *name)
{
    size_t n = wmi_stem_length(name, 3);
    return name[n] ? find(m, name, n) : WM_NO_INDEX;
}

bool wmi_restore_name_materials(wmi_restore *r, uint32_t most_made)
{
    wmi_material_names *m = &r->names;
    wmi_arena *a = &r->scratch;
    uint32_t olds = r->first_material;
    if (!wmi_distinct_init(&m->names, a, olds) || !wmi_distinct_init(&m->lights, a, most_made) ||
        !wmi_distinct_init(&m->made, a, most_made) ||
        !(m->first = wmi_arena_raw(a, olds, sizeof *m->first)) ||
        !(m->olds = wmi_arena_new(a, olds, sizeof *m->olds)) ||
        !(m->nows = wmi_arena_new(a, olds, sizeof *m->nows)) ||
        !(m->pairs = wmi_arena_raw(a, (size_t)most_made + 1, sizeof *m->pairs)) ||
        !(m->result = wmi_arena_raw(a, most_made, sizeof *m->result)))
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < olds; i++) {
        const char *name = r->old->materials[i].name;
        uint32_t k = wmi_distinct_add(&m->names, name, strlen(name));
        if (m->olds[k]++ == 0)
            m->first[k] = i;
    }
    for (uint32_t i = 0; i < r->first_copy; i++) {
        const char *name = r->now->materials[i].name;
        uint32_t whole = find(m, name, strlen(name)), stem = find_stem(m, name);
        if (whole != WM_NO_INDEX)
            m->nows[whole]++;
        if (stem != WM_NO_INDEX)
            m->nows[stem]++;
    }
    return true;
}

uint32_t wmi_restore_named_material(wmi_restore *r, const char *name)
{
    wmi_material_names *m = &r->names;
    uint32_t whole = find(m, name, strlen(name)), stem = find_stem(m, name);
    uint32_t a = whole == WM_NO_INDEX ? WM_NO_INDEX : m->first[whole];
    uint32_t b = stem == WM_NO_INDEX ? WM_NO_INDEX : m->first[stem];
    return a < b ? a : b; /* WM_NO_INDEX is the greatest */
}

bool wmi_restore_has_material(wmi_restore *r, const char *name)
{
    wmi_material_names *m = &r->names;
    uint32_t k = find(m, name, strlen(name));
    return m->nows[k] >= m->olds[k];
}

uint32_t *wmi_restore_made_material(wmi_restore *r, uint32_t material, const char *light)
{
    wmi_material_names *m = &r->names;
    uint32_t next = m->made.count, *pair = m->pairs[next];
    pair[0] = material;
    pair[1] = wmi_distinct_add(&m->lights, light, strlen(light));
    uint32_t k = wmi_distinct_add(&m->made, pair, sizeof m->pairs[next]);
    if (k == next)
        m->result[k] = WM_NO_INDEX;
    return &m->result[k];
}
