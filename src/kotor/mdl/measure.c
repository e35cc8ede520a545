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
    bool failed;
} list;

/* size: of the field, at most; the name ends at its first NUL. */
static void add(list *to, const char *field, size_t size)
{
    const char *end = memchr(field, 0, size);
    char *name = wmi_arena_text(&to->arena, field, end ? (size_t)(end - field) : size);
    if (!name)
        to->failed = true;
    else if (*name && wmi_compare_names(name, "null") != 0)
        to->pub.names[to->pub.count++] = name;
}

static size_t names_in(const wm_kotor_mdl_node *n)
{
    return (n->mesh ? 2u : 0) + (n->emitter ? 2u : 0) + (n->light ? n->light->texture_count : 0);
}

/* Those that wm_kotor_mdl_replace_texture can replace. */
static void add_node(list *to, const wm_kotor_mdl_node *n)
{
    for (int k = 0; n->mesh && k < 2; k++)
        add(to, n->mesh->texture[k], sizeof n->mesh->texture[k]);
    if (n->emitter) {
        add(to, n->emitter->texture, sizeof n->emitter->texture);
        add(to, n->emitter->depth_texture, sizeof n->emitter->depth_texture);
    }
    for (uint32_t i = 0; n->light && i < n->light->texture_count; i++)
        add(to, n->light->textures[i], strlen(n->light->textures[i]));
}

static int compare_names(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    int order = wmi_compare_names(*x, *y);
    return order ? order : strcmp(*x, *y);
}

static void keep_distinct(wm_kotor_textures *t)
{
    uint32_t kept = 0;
    wmi_sort(t->names, t->count, sizeof *t->names, compare_names);
    for (uint32_t i = 0; i < t->count; i++)
        if (kept == 0 || wmi_compare_names(t->names[kept - 1], t->names[i]) != 0)
            t->names[kept++] = t->names[i];
    t->count = kept;
}

wm_kotor_textures *wm_kotor_mdl_textures(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                         wm_error *error)
{
    wmi_arena arena;
    size_t most = 0;
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        most += names_in(&mdl->tree.nodes[i]);
    wmi_arena_init(&arena, allocator, 0);
    list *l = wmi_arena_new(&arena, 1, sizeof *l);
    const char **names = wmi_arena_raw(&arena, most, sizeof *names);
    if (!l || !names) {
        wmi_arena_fail(&arena, error, "textures");
        wmi_arena_free(&arena);
        return NULL;
    }
    l->pub = (wm_kotor_textures){.names = names, .memory = l};
    l->arena = arena;
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        add_node(l, &mdl->tree.nodes[i]);
    if (l->failed) {
        wmi_arena_fail(&l->arena, error, "textures");
        wm_kotor_textures_free(&l->pub);
        return NULL;
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
