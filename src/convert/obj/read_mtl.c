/* Materials of an OBJ: grey, or as described by the files in its mtllib statements. From MTL,
 * which has no standard, colours, alpha and image names are read. */
#include "convert/file_names.h"
#include "convert/obj/read.h"

typedef struct mtl {
    wmi_obj_reader *r;
    wm_scene_material *m; /* the current newmtl; NULL if no face uses it */
    bool good;            /* false if out of memory */
    wm_status status;     /* of opts->load */
    bool elsewhere;       /* a name of the current mtllib leads out of the folder */
} mtl;

static void read_colour(wmi_line line, wm_vec3 *colour)
{
    float c[3];
    int n = 0;
    while (n < 3 && wmi_word_float(wmi_next_word(&line), &c[n]))
        n++;
    if (n > 0) /* a single number applies to all three */
        *colour = (wm_vec3){c[0], n > 1 ? c[1] : c[0], n > 2 ? c[2] : c[0]};
}

static void read_alpha(wmi_line line, wm_scene_material *m, bool inverted)
{
    float alpha;
    wmi_word word = wmi_next_word(&line);
    if (wmi_word_is(word, "-halo"))
        word = wmi_next_word(&line);
    if (!wmi_word_float(word, &alpha))
        return;
    m->alpha = inverted ? 1 - alpha : alpha;
    m->blended = m->blended || m->alpha < 1;
}

/* Skips options such as "-s 1 1 1" and "-clamp on". */
static void pass_options(wmi_line *line, wm_scene_texture *t)
{
    for (;;) {
        wmi_line rest = *line;
        wmi_word option = wmi_next_word(&rest);
        float number;
        if (option.size < 2 || option.text[0] != '-')
            return;
        bool vector = wmi_word_is(option, "-s") || wmi_word_is(option, "-o") ||
                      wmi_word_is(option, "-t") || wmi_word_is(option, "-mm");
        *line = rest;
        wmi_word value = wmi_next_word(&rest);
        if (vector ? !wmi_word_float(value, &number) : value.size == 0)
            continue;
        *line = rest;
        if (wmi_word_is(option, "-clamp") && wmi_word_is(value, "on"))
            t->clamp_u = t->clamp_v = true;
        for (int i = 0; vector && i < 2 && wmi_word_float(wmi_next_word(&rest), &number); i++)
            *line = rest;
    }
}

static void read_picture(mtl *l, wmi_line line, wm_texture_slot slot)
{
    wm_scene_texture *t = &l->m->textures[slot];
    pass_options(&line, t);
    wmi_word path = wmi_obj_rest(&line);
    size_t size = path.size;
    const char *name = wmi_image_name(path.text, &size);
    if (size == 0)
        return;
    t->name = wm_scene_text(l->r->scene, name, size, NULL);
    l->good = l->good && t->name;
}

static void read_line(mtl *l, wmi_line line)
{
    wmi_word word = wmi_next_word(&line);
    if (wmi_word_is(word, "newmtl")) {
        uint32_t number = wmi_obj_number(l->r, &l->r->materials, wmi_obj_rest(&line), false);
        l->m = number == WM_NO_INDEX ? NULL : &l->r->scene->materials[number];
        return;
    }
    if (!l->m)
        return;
    if (wmi_word_is(word, "Kd"))
        read_colour(line, &l->m->diffuse);
    else if (wmi_word_is(word, "Ka"))
        read_colour(line, &l->m->ambient);
    else if (wmi_word_is(word, "Ke"))
        read_colour(line, &l->m->self_illumination);
    else if (wmi_word_is(word, "d") || wmi_word_is(word, "Tr"))
        read_alpha(line, l->m, wmi_word_is(word, "Tr"));
    else if (wmi_word_is(word, "map_d"))
        l->m->blended = true;
    else if (wmi_word_is(word, "map_Kd"))
        read_picture(l, line, WM_TEXTURE_SLOT_COLOUR);
    else if (wmi_word_is(word, "map_Ks"))
        read_picture(l, line, WM_TEXTURE_SLOT_SPECULAR);
    else if (wmi_word_is(word, "map_Bump") || wmi_word_is(word, "bump") ||
             wmi_word_is(word, "norm"))
        read_picture(l, line, WM_TEXTURE_SLOT_NORMAL);
}

/* Returns false if there is no such file next to the OBJ, or if `load` fails: then the status is
 * set. */
static bool read_library(mtl *l, wmi_word name)
{
    const wm_obj_read_opts *opts = l->r->opts;
    char file[256];
    const void *data = NULL;
    size_t size = 0;
    wm_error why = {.code = WM_OK};
    wmi_line line;
    if (name.size == 0 || name.size >= sizeof file || l->status != WM_OK)
        return false;
    wmi_word_copy(name, file, sizeof file);
    if (!wmi_is_beside(file)) {
        l->elsewhere = true;
        return false;
    }
    l->status = opts->load(opts->user, file, &data, &size, &why);
    if (l->status != WM_OK)
        wmi_fail(l->r->error, l->status, "mtllib", "cannot read '%.80s': %s", file,
                 *why.message ? why.message : wm_status_name(l->status));
    if (l->status != WM_OK || !data)
        return false;
    wmi_text text = wmi_text_open(data, size);
    l->m = NULL;
    while (wmi_next_line(&text, &line))
        read_line(l, line);
    return true;
}

/* How much of a name fits a message. */
static int shown(size_t size)
{
    return size < 80 ? (int)size : 80;
}

wm_status wmi_obj_make_materials(wmi_obj_reader *r)
{
    enum { LIBRARIES = 16 };
    wm_scene *s = r->scene;
    mtl l = {.r = r, .good = true};
    const wm_vec3 grey = {0.8f, 0.8f, 0.8f};
    s->materials = wm_scene_alloc(s, r->materials.keys.count, sizeof *s->materials, NULL);
    if (!s->materials)
        return wm_scene_no_memory(s, r->error);
    s->material_count = r->materials.keys.count;
    for (uint32_t i = 0; i < r->materials.keys.count; i++)
        s->materials[i] = (wm_scene_material){
            .name = r->materials.list[i], .diffuse = grey, .ambient = grey, .alpha = 1};
    for (uint32_t i = 0; r->opts->load && i < r->library_count && i < LIBRARIES; i++) {
        wmi_line line = {.start = r->libraries[i].text,
                         .at = r->libraries[i].text,
                         .end = r->libraries[i].text + r->libraries[i].size};
        wmi_word word;
        l.elsewhere = false;
        if (read_library(&l, r->libraries[i])) /* names may contain spaces */
            continue;
        bool any = false;
        for (int k = 0; k < LIBRARIES && (word = wmi_next_word(&line)).size; k++)
            any = read_library(&l, word) || any;
        if (l.status != WM_OK)
            return l.status;
        if (!any)
            wmi_report(r->opts->base.report, WM_OBJ_MATERIALS_MISSING,
                       wmi_at(WM_NO_OFFSET, "mtllib"),
                       l.elsewhere ? "'%.*s' is not the name of a file next to this one"
                                   : "cannot read '%.*s'",
                       shown(r->libraries[i].size), r->libraries[i].text);
    }
    return l.good ? WM_OK : wm_scene_no_memory(s, r->error);
}
