/* What a model contains: counts, and the names of its textures. */
#include "base/sort.h"
#include "base/text.h"
#include "kotor/mdl/internal.h"
#include "waymark/kotor_mdl.h"

wm_status wm_kotor_mdl_measure(const wm_kotor_mdl *mdl, wm_kotor_mdl_stats *stats, wm_error *error)
{
    (void)error;
    *stats = (wm_kotor_mdl_stats){0};
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (!mesh)
            continue;
        stats->meshes++;
        stats->skins += mesh->skin != NULL;
        stats->vertices += mesh->vertex_count;
        stats->faces += mesh->face_count;
    }
    return WM_OK;
}

/* ---- textures ---------------------------------------------------------- */

typedef struct list {
    wm_kotor_textures pub;
    wmi_arena arena;
} list;

static void add(wm_kotor_textures *to, const char *field)
{
    char *name = to->names[to->count];
    wmi_format(name, sizeof *to->names, "%.*s", WM_KOTOR_NAME_SIZE, field);
    if (*name && wmi_compare_names(name, "null") != 0)
        to->count++;
}

static int compare_names(const void *a, const void *b)
{
    int order = wmi_compare_names(a, b);
    return order ? order : strcmp(a, b);
}

static void keep_distinct(wm_kotor_textures *t)
{
    uint32_t kept = 0;
    wmi_sort(t->names, t->count, sizeof *t->names, compare_names);
    for (uint32_t i = 0; i < t->count; i++)
        if (kept == 0 || wmi_compare_names(t->names[kept - 1], t->names[i]) != 0)
            memmove(t->names[kept++], t->names[i], sizeof *t->names);
    t->count = kept;
}

wm_kotor_textures *wm_kotor_mdl_textures(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                         wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, 0);
    list *l = wmi_arena_new(&arena, 1, sizeof *l);
    /* A node has three names at most; names that are dropped need room for one more. */
    char(*names)[WM_KOTOR_NAME_SIZE + 1] =
        wmi_arena_raw(&arena, 3 * (size_t)mdl->tree.count + 1, sizeof *names);
    if (!l || !names) {
        wmi_arena_fail(&arena, error, "textures");
        wmi_arena_free(&arena);
        return NULL;
    }
    l->pub = (wm_kotor_textures){.names = names, .memory = l};
    l->arena = arena;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        if (n->emitter)
            add(&l->pub, n->emitter->texture);
        for (int k = 0; n->mesh && k < 2; k++)
            add(&l->pub, n->mesh->texture[k]);
    }
    keep_distinct(&l->pub);
    return &l->pub;
}

void wm_kotor_textures_free(wm_kotor_textures *textures)
{
    if (textures) {
        wmi_arena arena = ((list *)textures->memory)->arena;
        wmi_arena_free(&arena);
    }
}
