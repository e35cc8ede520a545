/* Writes a posed scene as Wavefront OBJ, and its materials as MTL. Neither has a standard;
 * this writes the subset that every program reads. */
#include <math.h>

#include "base/distinct.h"
#include "waymark/convert.h"

typedef struct obj {
    wmi_writer w;
    wm_pose *pose;
    const wm_obj_write_opts *opts;
    bool upright; /* from z up to y up */
    bool mirror;  /* from left-handed to right-handed */
    /* vertices written so far; OBJ indices start at 1 and run over the whole file */
    uint64_t positions, uvs, normals;
    wm_vec3 *points, *directions; /* holds the largest mesh */
    const uint32_t *twins;        /* by material */
} obj;

/* Writes the name as one word. */
static void put_name(wmi_writer *w, const char *name)
{
    char part[64];
    size_t n = 0;
    if (!*name)
        wmi_writer_text(w, "unnamed");
    for (const char *p = name; *p; p++) {
        unsigned char c = (unsigned char)*p;
        part[n++] = c <= ' ' || c == 127 ? '_' : (char)c;
        if (n == sizeof part || !p[1]) {
            wmi_writer_bytes(w, part, n);
            n = 0;
        }
    }
}

/* ---- material names ---------------------------------------------------- */

/* By material: how many before it have the same name. Games give several materials the same
 * name but different textures, while MTL identifies materials by name only. Returns NULL if
 * out of memory. */
static uint32_t *count_twins(wmi_arena *arena, const wm_scene *s)
{
    wmi_distinct names;
    uint32_t *seen = wmi_arena_new(arena, s->material_count, sizeof *seen); /* by name */
    uint32_t *twins = wmi_arena_raw(arena, s->material_count, sizeof *twins);
    if (!seen || !twins || !wmi_distinct_init(&names, arena, s->material_count))
        return NULL;
    for (uint32_t i = 0; i < s->material_count; i++) {
        const char *name = s->materials[i].name;
        twins[i] = seen[wmi_distinct_add(&names, name, strlen(name))]++;
    }
    return twins;
}

/* Numbered as in Blender: "stone", "stone.001". */
static void put_material(wmi_writer *w, const wm_scene *s, const uint32_t *twins, uint32_t i)
{
    put_name(w, s->materials[i].name);
    if (twins[i])
        wmi_writer_printf(w, ".%03lu", (ul)twins[i]);
    wmi_writer_text(w, "\n");
}

/* ---- geometry ---------------------------------------------------------- */

static void put_number(wmi_writer *w, float value)
{
    wmi_writer_text(w, " ");
    wmi_writer_float(w, isfinite(value) ? value : 0); /* no program reads "nan" */
}

static void put_vec3(obj *o, const char *keyword, wm_vec3 v)
{
    if (o->upright)
        v = (wm_vec3){v.x, v.z, 0 - v.y};
    if (o->mirror)
        v.z = 0 - v.z;
    wmi_writer_text(&o->w, keyword);
    put_number(&o->w, v.x);
    put_number(&o->w, v.y);
    put_number(&o->w, v.z);
    wmi_writer_text(&o->w, "\n");
}

static void put_corner(obj *o, const wm_scene_mesh *m, uint32_t index)
{
    unsigned long long v = (unsigned long long)o->positions + index + 1,
                       t = (unsigned long long)o->uvs + index + 1,
                       n = (unsigned long long)o->normals + index + 1;
    if (m->uvs[0] && m->normals)
        wmi_writer_printf(&o->w, " %llu/%llu/%llu", v, t, n);
    else if (m->uvs[0])
        wmi_writer_printf(&o->w, " %llu/%llu", v, t);
    else if (m->normals)
        wmi_writer_printf(&o->w, " %llu//%llu", v, n);
    else
        wmi_writer_printf(&o->w, " %llu", v);
}

static void put_part(obj *o, const wm_scene_mesh *m, const wm_scene_part *part, const char *group,
                     uint32_t number)
{
    uint32_t corners = m->primitive == WM_PRIMITIVE_LINES ? 2 : 3;
    wmi_writer_text(&o->w, "g ");
    put_name(&o->w, group);
    if (m->part_count > 1)
        wmi_writer_printf(&o->w, ".%u", (unsigned)number);
    wmi_writer_text(&o->w, "\n");
    if (part->material != WM_NO_INDEX) {
        wmi_writer_text(&o->w, "usemtl ");
        put_material(&o->w, o->pose->scene, o->twins, part->material);
    }
    for (uint32_t i = part->first; i < part->first + part->count; i += corners) {
        wmi_writer_text(&o->w, m->primitive == WM_PRIMITIVE_LINES ? "l" : "f");
        for (uint32_t k = 0; k < corners; k++) {
            uint32_t at = o->mirror && k ? corners - k : k; /* a mirror flips faces */
            put_corner(o, m, m->indices[i + at]);
        }
        wmi_writer_text(&o->w, "\n");
    }
}

static void put_mesh(obj *o, uint32_t node)
{
    const wm_scene *scene = o->pose->scene;
    const wm_scene_node *n = &scene->nodes[node];
    const wm_scene_mesh *m = &scene->meshes[n->mesh];
    wm_pose_mesh(o->pose, node, o->points, o->directions);
    wmi_writer_text(&o->w, "o ");
    put_name(&o->w, n->name);
    wmi_writer_text(&o->w, "\n");
    for (uint32_t v = 0; v < m->vertex_count; v++)
        put_vec3(o, "v", o->points[v]);
    for (uint32_t v = 0; m->uvs[0] && v < m->vertex_count; v++) {
        float *uv = m->uvs[0][v];
        wmi_writer_text(&o->w, "vt");
        put_number(&o->w, uv[0]);
        put_number(&o->w, scene->v_down ? 1 - uv[1] : uv[1]);
        wmi_writer_text(&o->w, "\n");
    }
    for (uint32_t v = 0; m->normals && v < m->vertex_count; v++)
        put_vec3(o, "vn", o->directions[v]);
    for (uint32_t i = 0; i < m->part_count; i++)
        put_part(o, m, &m->parts[i], n->name, i);
    o->positions += m->vertex_count;
    o->uvs += m->uvs[0] ? m->vertex_count : 0;
    o->normals += m->normals ? m->vertex_count : 0;
}

/* Hulls, outlines and walkmeshes are parts of these models. */
static bool is_whole(const wm_scene *scene)
{
    static const char *const sources[] = {"joined", "bw2-model", "nwn2-mdb"};
    for (size_t i = 0; scene->source && i < sizeof sources / sizeof *sources; i++)
        if (strcmp(scene->source, sources[i]) == 0)
            return true;
    return false;
}

static void put_all(obj *o)
{
    const wm_scene *scene = o->pose->scene;
    bool all = o->opts->all || is_whole(scene);
    if (o->opts->material_file) {
        wmi_writer_text(&o->w, "mtllib ");
        put_name(&o->w, o->opts->material_file);
        wmi_writer_text(&o->w, "\n");
    }
    for (uint32_t i = 0; i < scene->node_count && !o->w.failed; i++) {
        const wm_scene_node *n = &scene->nodes[i];
        if (n->mesh != WM_NO_INDEX && (all || n->role == WM_NODE_ROLE_SHOWN))
            put_mesh(o, i);
    }
}

wm_status wm_obj_write(wm_pose *pose, const wm_obj_write_opts *opts, wm_buffer *out,
                       wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    static const wm_obj_write_opts defaults;
    const wm_scene *scene = pose->scene;
    obj o = {.pose = pose, .opts = opts ? opts : &defaults};
    wmi_arena scratch;
    uint32_t most = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].vertex_count > most)
            most = scene->meshes[i].vertex_count;
    o.upright = o.opts->y_up && scene->up == WM_UP_Z;
    o.mirror = o.opts->y_up && scene->left_handed;
    wmi_arena_init(&scratch, o.opts->base.allocator, 0);
    o.points = wmi_arena_raw(&scratch, most, sizeof *o.points);
    o.directions = wmi_arena_raw(&scratch, most, sizeof *o.directions);
    o.twins = count_twins(&scratch, scene);
    if (!o.points || !o.directions || !o.twins) {
        wm_status status = wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        return status;
    }
    wmi_writer_init(&o.w, o.opts->base.allocator);
    put_all(&o);
    wmi_arena_free(&scratch);
    return wmi_writer_finish(&o.w, out, error);
}

/* ---- MTL --------------------------------------------------------------- */

static void put_colour(wmi_writer *w, const char *keyword, wm_vec3 c)
{
    wmi_writer_text(w, keyword);
    put_number(w, c.x);
    put_number(w, c.y);
    put_number(w, c.z);
    wmi_writer_text(w, "\n");
}

static void put_texture(wmi_writer *w, const char *keyword, const wm_scene_texture *t,
                        const char *const *files)
{
    const char *file = files && t->image ? files[t->image - 1] : NULL;
    if (!t->name && !file)
        return;
    wmi_writer_text(w, keyword);
    put_name(w, file ? file : t->name);
    /* Formats that name no extension have their textures extracted as TGA. */
    wmi_writer_text(w, file || strchr(t->name, '.') ? "\n" : ".tga\n");
}

/* The normal map of a material, or the one that belongs to its colour. */
static wm_scene_texture normal_of(const wm_scene *scene, const wm_scene_material *m)
{
    wm_scene_texture t = m->textures[WM_TEXTURE_SLOT_NORMAL];
    uint32_t colour = m->textures[WM_TEXTURE_SLOT_COLOUR].image;
    if (!t.name && colour)
        t.image = scene->images[colour - 1].bump;
    return t;
}

wm_status wm_obj_write_mtl(const wm_scene *scene, const wm_obj_write_opts *opts, wm_buffer *out,
                           wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_allocator *allocator = opts ? opts->base.allocator : NULL;
    const char *const *files = opts ? opts->image_files : NULL;
    wmi_writer w;
    wmi_arena scratch;
    wmi_arena_init(&scratch, allocator, 0);
    const uint32_t *twins = count_twins(&scratch, scene);
    if (!twins) {
        wm_status status = wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        return status;
    }
    wmi_writer_init(&w, allocator);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const wm_scene_material *m = &scene->materials[i];
        wmi_writer_text(&w, i ? "\nnewmtl " : "newmtl ");
        put_material(&w, scene, twins, i);
        put_colour(&w, "Ka", m->ambient);
        put_colour(&w, "Kd", m->diffuse);
        put_colour(&w, "Ke", m->self_illumination);
        wmi_writer_text(&w, "d");
        put_number(&w, m->alpha);
        wmi_writer_text(&w, "\n");
        const wm_scene_texture normal = normal_of(scene, m);
        put_texture(&w, "map_Kd ", &m->textures[WM_TEXTURE_SLOT_COLOUR], files);
        put_texture(&w, "map_Ks ", &m->textures[WM_TEXTURE_SLOT_SPECULAR], files);
        put_texture(&w, "map_Bump ", &normal, files);
    }
    wmi_arena_free(&scratch);
    return wmi_writer_finish(&w, out, error);
}
