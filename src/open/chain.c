/* Several finders, one after the other. */
#include "open/internal.h"

struct wm_chain {
    wmi_arena arena;
    size_t count;
    wm_finder finders[];
};

wm_chain *wm_chain_new(const wm_finder *finders, size_t count, const wm_allocator *allocator,
                       wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, 0);
    bool fits = count <= (SIZE_MAX - sizeof(wm_chain)) / sizeof *finders;
    wm_chain *c = fits ? wmi_arena_new(&arena, 1, sizeof *c + count * sizeof *finders) : NULL;
    if (!c) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    c->arena = arena;
    c->count = count;
    if (count)
        memcpy(c->finders, finders, count * sizeof *finders);
    return c;
}

void wm_chain_free(wm_chain *chain)
{
    if (chain) {
        wmi_arena arena = chain->arena; /* the chain is in it */
        wmi_arena_free(&arena);
    }
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    const wm_chain *c = user;
    wm_status status = WM_OK;
    for (size_t i = 0; i < c->count && status == WM_OK && !out->where; i++)
        if (c->finders[i].find)
            status = c->finders[i].find(c->finders[i].user, name, type, out, error);
    return status;
}

/* A visitor that remembers whether the caller wants more. */
typedef struct visitor {
    wm_list_visitor visit;
    void *user;
    bool more;
} visitor;

static bool pass_on(void *user, const char *name, const char *type, const char *where)
{
    visitor *v = user;
    return v->more = v->visit(v->user, name, type, where);
}

static wm_status list(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error)
{
    const wm_chain *c = user;
    visitor v = {visit, visit_user, true};
    wm_status status = WM_OK;
    for (size_t i = 0; i < c->count && status == WM_OK && v.more; i++)
        if (c->finders[i].list)
            status = c->finders[i].list(c->finders[i].user, name, type, pass_on, &v, error);
    return status;
}

wm_finder wm_chain_finder(wm_chain *chain)
{
    return (wm_finder){.find = find, .list = list, .user = chain};
}
