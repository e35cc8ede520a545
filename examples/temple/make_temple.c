/* Makes a whole area with textures and light maps: a temple under the open sky.
 *
 *   make_temple DIRECTORY            temple.lyt, temple.vis, five rooms, their textures
 *   make_temple --broken DIRECTORY   the same, but the east door leads nowhere
 *
 * Each room has a walkmesh (WOK), a model (MDL, as text) and a light map. Only rectangles are
 * given: the library builds the walkmeshes, and the light is computed here, with rays. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "temple.h"
#include "waymark/file.h"

/* ---- files ---- */

typedef struct output {
    const char *directory;
    char path[1024]; /* of the last file */
    wm_error error;
    bool failed;
} output;

static void put(output *o, const char *name, const char *ending, const void *data, size_t size)
{
    if (o->failed)
        return;
    snprintf(o->path, sizeof o->path, "%s/%s%s", o->directory, name, ending);
    if (wm_file_write(o->path, data, size, true, &o->error) != WM_OK)
        o->failed = true;
}

/* Compressed, as the games' own textures are. Takes ownership of the image. */
static void put_image(output *o, const char *name, wm_image *image)
{
    const wm_texture_from_image_opts opts = {.kind = WM_TEXTURE_KIND_TPC,
                                             .pixels = WM_TEXTURE_PIXELS_DXT1};
    wm_buffer bytes = {0};
    wm_texture *t = image ? wm_texture_from_image(image, &opts, &o->error) : NULL;
    if (t && wm_texture_write(t, NULL, &bytes, &o->error) == WM_OK)
        put(o, name, ".tpc", bytes.data, bytes.size);
    else
        o->failed = true;
    wm_buffer_free(&bytes);
    wm_texture_free(t);
    wm_image_free(image);
}

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

static void say(text *t, const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (t->size + (size_t)n + 1 > t->capacity) {
        t->capacity = 2 * t->capacity + 65536;
        t->data = realloc(t->data, t->capacity);
        if (!t->data)
            exit(1);
    }
    memcpy(t->data + t->size, line, (size_t)n + 1);
    t->size += (size_t)n;
}

/* The rectangles of a room that have one texture, as a mesh. Positions are relative to the room. */
static void say_mesh(text *t, const room *r, const model *m, const char *texture, wm_vec3 origin)
{
    int count = 0;
    for (int i = 0; i < m->count; i++)
        count += strcmp(m->quads[i].texture, texture) == 0;
    if (!count)
        return;
    say(t, "node trimesh %s_%s\n  parent %s\n  position 0 0 0\n  orientation 0 0 1 0\n", r->name,
        texture + 4, r->name);
    say(t, "  diffuse 1 1 1\n  ambient 1 1 1\n  render 1\n  shadow 0\n  lightmapped 1\n");
    say(t, "  bitmap %s\n  bitmap2 %s_l\n  verts %d\n", texture, r->name, 4 * count);
    for (int set = 0; set < 3; set++) {
        if (set)
            say(t, "  %s %d\n", set == 1 ? "tverts" : "tverts1", 4 * count);
        for (int i = 0; i < m->count; i++)
            for (int k = 0; k < 4 && strcmp(m->quads[i].texture, texture) == 0; k++) {
                const quad *q = &m->quads[i];
                float s = k == 1 || k == 2 ? 1 : 0, v = k > 1 ? 1 : 0;
                wm_vec3 p = temple_along(temple_along(q->at, q->u, s), q->v, v);
                if (set == 0)
                    say(t, "    %g %g %g\n", (double)(p.x - origin.x), (double)(p.y - origin.y),
                        (double)p.z);
                else if (set == 1)
                    say(t, "    %g %g\n", (double)(s * temple_length(q->u) / 2),
                        (double)(v * temple_length(q->v) / 2));
                else /* v = 0 is the bottom row of a picture */
                    say(t, "    %g %g\n",
                        ((double)q->x + 0.5 + (double)s * (q->w - 1)) / TEMPLE_LIGHT,
                        1 - ((double)q->y + 0.5 + (double)v * (q->h - 1)) / TEMPLE_LIGHT);
            }
    }
    say(t, "  faces %d\n", 2 * count);
    for (int i = 0; i < count; i++) {
        int a = 4 * i;
        say(t, "    %d %d %d 1 %d %d %d 0\n", a, a + 1, a + 2, a, a + 1, a + 2);
        say(t, "    %d %d %d 1 %d %d %d 0\n", a, a + 2, a + 3, a, a + 2, a + 3);
    }
    say(t, "endnode\n");
}

static wm_vec3 centre(const room *r)
{
    return (wm_vec3){(float)(r->at.x0 + r->at.x1) / 2, (float)(r->at.y0 + r->at.y1) / 2, 0};
}

static void put_model(output *o, int own)
{
    static model m;
    const room *r = &temple_rooms[own];
    text t = {0};
    char name[64];
    temple_build(&m, own);
    wm_image *light =
        temple_arrange(&m) ? wm_image_new(TEMPLE_LIGHT, TEMPLE_LIGHT, NULL, &o->error) : NULL;
    if (light)
        temple_bake(&m, light);
    snprintf(name, sizeof name, "%s_l", r->name);
    put_image(o, name, light);
    say(&t, "newmodel %s\nsetsupermodel %s NULL\nclassification Effect\nsetanimationscale 1\n",
        r->name, r->name);
    say(&t, "beginmodelgeom %s\nnode dummy %s\n  parent NULL\nendnode\n", r->name, r->name);
    for (int i = 0; i < TEMPLE_TEXTURES; i++)
        say_mesh(&t, r, &m, temple_textures[i], centre(r));
    say(&t, "endmodelgeom %s\ndonemodel %s\n", r->name, r->name);
    put(o, r->name, ".mdl", t.data, t.size);
    free(t.data);
}

/* ---- walkmeshes ---- */

enum { LOW = -20, SPAN = 42, CELLS = 600 };

typedef struct floor_plan {
    uint32_t corner[SPAN][SPAN]; /* vertex + 1 of a corner of a square metre */
    wm_vec3 vertex[2 * CELLS];
    uint32_t face[2 * CELLS][3], material[2 * CELLS];
    uint32_t vertices, faces;
} floor_plan;

static uint32_t corner_of(floor_plan *p, int x, int y)
{
    uint32_t *known = &p->corner[y - LOW][x - LOW];
    if (!*known) {
        p->vertex[p->vertices] = (wm_vec3){(float)x, (float)y, 0};
        *known = ++p->vertices;
    }
    return *known - 1;
}

static void add_cell(floor_plan *p, int x, int y, uint32_t material)
{
    const uint32_t c[4] = {corner_of(p, x, y), corner_of(p, x + 1, y), corner_of(p, x + 1, y + 1),
                           corner_of(p, x, y + 1)};
    for (uint32_t k = 0; k < 2; k++) {
        const uint32_t face[3] = {c[0], c[k + 1], c[k + 2]};
        memcpy(p->face[p->faces], face, sizeof face);
        p->material[p->faces++] = material;
    }
}

/* An edge on the border leads to the room on its other side. */
static wm_status link_rooms(wm_kotor_bwm *b, int own, bool broken, wm_error *error)
{
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t e = b->edges[i].edge;
        wm_vec3 p = b->vertices[b->faces[e / 3].vertex[e % 3]];
        wm_vec3 q = b->vertices[b->faces[e / 3].vertex[(e + 1) % 3]];
        /* A border runs counter-clockwise around the floor, so outside is on its right. */
        float x = (p.x + q.x) / 2 + (q.y - p.y) / 2, y = (p.y + q.y) / 2 - (q.x - p.x) / 2;
        int other = temple_room_at((int)floorf(x), (int)floorf(y));
        if (other < 0 || other == own || (broken && own == 2))
            continue;
        wm_status status = wm_kotor_bwm_set_transition(b, e, (uint32_t)other, error);
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

static void put_walkmesh(output *o, int own, bool broken)
{
    static floor_plan p;
    wm_buffer bytes = {0};
    memset(&p, 0, sizeof p);
    for (int y = LOW; y < LOW + SPAN - 1; y++)
        for (int x = LOW; x < LOW + SPAN - 1; x++)
            if (temple_room_at(x, y) == own)
                add_cell(&p, x, y, temple_is_blocked(x, y) ? 7 : temple_rooms[own].surface);
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, &o->error);
    bool good = b && wm_kotor_bwm_reserve(b, p.vertices, p.faces, &o->error) == WM_OK;
    if (good) {
        memcpy(b->vertices, p.vertex, p.vertices * sizeof *p.vertex);
        memcpy(b->faces, p.face, p.faces * sizeof *p.face);
        memcpy(b->materials, p.material, p.faces * sizeof *p.material);
        b->position = centre(&temple_rooms[own]);
    }
    good = good && wm_kotor_bwm_rebuild(b, NULL, NULL, &o->error) == WM_OK &&
           link_rooms(b, own, broken, &o->error) == WM_OK &&
           wm_kotor_bwm_write(b, NULL, &bytes, &o->error) == WM_OK;
    if (good)
        put(o, temple_rooms[own].name, ".wok", bytes.data, bytes.size);
    o->failed = o->failed || !good;
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(b);
}

static void put_layout(output *o)
{
    text lyt = {0}, vis = {0};
    say(&lyt, "beginlayout\n   roomcount %d\n", TEMPLE_ROOMS);
    for (int i = 0; i < TEMPLE_ROOMS; i++) {
        wm_vec3 c = centre(&temple_rooms[i]);
        say(&lyt, "      %s %g %g %g\n", temple_rooms[i].name, (double)c.x, (double)c.y,
            (double)c.z);
        say(&vis, "%s %d\n", temple_rooms[i].name, TEMPLE_ROOMS - 1);
        for (int k = 0; k < TEMPLE_ROOMS; k++)
            if (k != i)
                say(&vis, "  %s\n", temple_rooms[k].name);
    }
    say(&lyt, "   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n");
    put(o, "temple", ".lyt", lyt.data, lyt.size);
    put(o, "temple", ".vis", vis.data, vis.size);
    free(lyt.data);
    free(vis.data);
}

int main(int argc, char **argv)
{
    bool broken = argc == 3 && strcmp(argv[1], "--broken") == 0;
    output o = {.directory = argv[argc - 1]};
    char words[512];
    if (argc != 2 + broken) {
        fputs("usage: make_temple [--broken] DIRECTORY\n", stderr);
        return 2;
    }
    put_layout(&o);
    for (int i = 0; i < TEMPLE_TEXTURES && !o.failed; i++) {
        wm_image *image = wm_image_new(TEMPLE_SIDE, TEMPLE_SIDE, NULL, &o.error);
        if (image)
            temple_paint(i, image);
        put_image(&o, temple_textures[i], image);
    }
    for (int i = 0; i < TEMPLE_ROOMS && !o.failed; i++) {
        put_model(&o, i);
        put_walkmesh(&o, i, broken);
    }
    if (o.failed)
        fprintf(stderr, "make_temple: %s\n",
                wm_error_format(&o.error, o.path, words, sizeof words));
    return o.failed ? 1 : 0;
}
