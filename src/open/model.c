/* KotOR models with their MDX, their supermodels and the WOK of the same room. */
#include "base/text.h"
#include "open/internal.h"

static wm_read_opts companion_opts(const wmi_opener *o)
{
    return (wm_read_opts){.allocator = o->opts->base.allocator,
                          .memory_limit = o->opts->base.memory_limit};
}

wm_kotor_mdl *wmi_read_model(wmi_opener *o, wm_companion *c, const wm_companion *mdx)
{
    const wm_found *f = &c->found;
    wm_read_opts opts = companion_opts(o);
    wm_kotor_mdl_text_read_opts text = {.base = opts};
    wm_error error = {.code = WM_OK};
    wm_kotor_mdl *mdl = NULL;
    wm_format format = wm_detect(f->data, f->size);
    if (format == WM_FORMAT_KOTOR_MDL) {
        mdl = wm_kotor_mdl_read(f->data, f->size, mdx ? mdx->found.data : NULL,
                                mdx ? mdx->found.size : 0, &opts, &error);
    } else if (format == WM_FORMAT_KOTOR_MDL_TEXT) {
        mdl = wm_kotor_mdl_text_read(f->data, f->size, &text, &error);
    } else {
        wm_format_error(format, f->size, "a KotOR model", &error);
        wm_format_hint_mdx(f->where, format, &error);
    }
    if (!mdl)
        wmi_note_error(o, c, &error);
    return mdl;
}

/* ---- supermodels ------------------------------------------------------- */

enum { NAME = WM_KOTOR_NAME_SIZE + 1 };

/* The name of a model's supermodel; "" if it has none. */
static void super_name(const wm_kotor_mdl *mdl, char name[NAME])
{
    memcpy(name, mdl->supermodel, NAME - 1);
    name[NAME - 1] = '\0';
    if (wmi_compare_names(name, "null") == 0)
        name[0] = '\0';
}

static bool is_named(const wm_kotor_mdl *mdl, const char *name)
{
    char own[NAME];
    memcpy(own, mdl->geometry.name, NAME - 1);
    own[NAME - 1] = '\0';
    return wmi_compare_names(own, name) == 0;
}

/* Has the chain come to this name already? Names in files and names of files may differ. */
static bool seen(const wm_document *d, const char *name)
{
    if (is_named(d->mdl, name))
        return true;
    for (uint32_t i = 0; i < d->super_count; i++)
        if (is_named(d->supers[i], name))
            return true;
    for (uint32_t i = 0; i < d->companion_count; i++)
        if (strcmp(d->companions[i].type, "mdl") == 0 &&
            wmi_compare_names(d->companions[i].name, name) == 0)
            return true;
    return false;
}

/* As far as they go: animations do not need the MDX of a supermodel. */
static bool find_supers(wmi_opener *o, wm_load load)
{
    wm_document *d = &o->out->pub;
    const wm_kotor_mdl *below = d->mdl;
    char name[NAME];
    while (d->super_count < WMI_SUPERS) {
        super_name(below, name);
        if (!*name || seen(d, name))
            return true;
        wm_companion *c = wmi_find_companion(o, name, "mdl");
        if (!c)
            return false;
        if (load == WM_LOAD_FIND || !wmi_load_companion(o, c))
            return !wmi_lost(o);
        wm_kotor_mdl *mdl = wmi_read_model(o, c, NULL);
        if (!mdl)
            return !wmi_lost(o);
        o->out->supers[o->out->super_count++] = mdl;
        d->supers[d->super_count++] = mdl;
        below = mdl;
    }
    return true;
}

static bool open_supers(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    const wm_open_opts *opts = o->opts;
    wm_load load = wmi_load_of(opts->supermodels, WM_LOAD_READ);
    uint32_t count = opts->supers ? opts->super_count : WMI_SUPERS;
    d->supers = wmi_arena_new(&o->out->arena, count, sizeof *d->supers);
    if (!d->supers)
        return wmi_arena_fail(&o->out->arena, o->error, "") == WM_OK;
    if (!opts->supers)
        return load == WM_LOAD_SKIP || find_supers(o, load);
    for (uint32_t i = 0; i < count; i++)
        d->supers[d->super_count++] = opts->supers[i];
    return true;
}

/* ---- the model ---------------------------------------------------------- */

/* An MDX that is found and cannot be loaded counts as missing. */
static bool open_mdx(wmi_opener *o, const wm_companion **mdx)
{
    wm_load load = wmi_load_of(o->opts->mdx, WM_LOAD_READ);
    *mdx = NULL;
    if (load == WM_LOAD_SKIP)
        return true;
    wm_companion *c = wmi_find_companion(o, o->stem, "mdx");
    if (!c)
        return false;
    o->out->pub.mdx = c;
    if (load == WM_LOAD_READ && wmi_load_companion(o, c))
        *mdx = c;
    return !wmi_lost(o);
}

static bool read_model(wmi_opener *o)
{
    wm_document *d = &o->out->pub;
    const wm_companion *mdx;
    if (d->format == WM_FORMAT_KOTOR_MDL_TEXT) {
        wm_kotor_mdl_text_read_opts opts = {.base = o->opts->base};
        d->mdl = wm_kotor_mdl_text_read(o->data, o->size, &opts, o->error);
    } else if (open_mdx(o, &mdx)) {
        d->mdl = wm_kotor_mdl_read(o->data, o->size, mdx ? mdx->found.data : NULL,
                                   mdx ? mdx->found.size : 0, &o->opts->base, o->error);
    }
    return d->mdl != NULL;
}

static bool open_walkmesh(wmi_opener *o)
{
    wm_load load = wmi_load_of(o->opts->walkmesh, WM_LOAD_SKIP);
    if (load == WM_LOAD_SKIP)
        return true;
    wm_companion *c = wmi_find_companion(o, o->stem, "wok");
    if (c && load == WM_LOAD_READ && wmi_load_companion(o, c))
        o->out->pub.walkmesh = wmi_read_room(o, c, NULL, NULL);
    return !wmi_lost(o);
}

bool wmi_open_model(wmi_opener *o)
{
    /* The MDX, the supermodels, the WOK. */
    return wmi_expect_companions(o, WMI_SUPERS + 2) && read_model(o) && open_supers(o) &&
           open_walkmesh(o);
}
