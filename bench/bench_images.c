/* A layout of 27 rooms to a GLB, with and without the textures of its models: opened from memory,
 * joined, textures decoded, written. */
#include "bench.h"
#include "models.h"

enum { ROOMS = 27, SHARED = 12, WALL = 256, LIGHT = 128 };

/* A file of the area, found by name. */
typedef struct file {
    char name[16];
    const char *type;
    wm_buffer bytes;
} file;

typedef struct area {
    file files[3 * ROOMS + SHARED + 1];
    uint32_t count;
    char layout[64 * ROOMS];
    size_t glb; /* bytes */
    bool images;
} area;

static file *add(area *a, const char *type, const char *fmt, unsigned number)
{
    file *f = &a->files[a->count++];
    snprintf(f->name, sizeof f->name, fmt, number);
    f->type = type;
    return f;
}

static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    const area *a = user;
    (void)error;
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->files[i].name, name) == 0 && strcmp(a->files[i].type, type) == 0)
            *out = (wm_found){.where = a->files[i].name,
                              .data = a->files[i].bytes.data,
                              .size = a->files[i].bytes.size};
    return WM_OK;
}

/* ---- the area --------------------------------------------------------------- */

/* Stones with specks, another for each number. */
static void paint(file *to, uint32_t side, bool tpc, uint32_t number)
{
    wm_image *image = wm_image_new(side, side, NULL, NULL);
    const wm_texture_from_image_opts opts = {
        .kind = tpc ? WM_TEXTURE_KIND_TPC : WM_TEXTURE_KIND_TGA,
        .pixels = tpc ? WM_TEXTURE_PIXELS_DXT1 : WM_TEXTURE_PIXELS_RGB};
    BENCH_CHECK(image);
    for (uint32_t i = 0; i < side * side; i++) {
        uint32_t x = i % side, y = i / side, speck = (i * 2654435761u + number) >> 28;
        uint8_t stone = (uint8_t)(x % 32 && y % 16 ? 120 + number + 2 * speck : 60);
        const uint8_t pixel[4] = {stone, (uint8_t)(stone - x / 8), (uint8_t)(stone - y / 8), 255};
        memcpy(image->rgba + 4 * (size_t)i, pixel, 4);
    }
    wm_texture *t = wm_texture_from_image(image, &opts, NULL);
    BENCH_CHECK(t && wm_texture_write(t, NULL, &to->bytes, NULL) == WM_OK);
    wm_texture_free(t);
    wm_image_free(image);
}

static void add_room(area *a, unsigned i, size_t *used)
{
    wm_kotor_mdl *mdl = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    BENCH_CHECK(mdl);
    for (uint32_t k = 0; k < mdl->tree.count; k++) {
        wm_kotor_mesh *m = mdl->tree.nodes[k].mesh;
        if (!m)
            continue;
        snprintf(m->texture[0], sizeof m->texture[0], "wall%02u", (i + k) % SHARED);
        snprintf(m->texture[1], sizeof m->texture[1], "light%02u", i);
        m->lightmapped = 1;
    }
    file *f = add(a, "mdl", "room%02u", i), *mdx = add(a, "mdx", "room%02u", i);
    BENCH_CHECK(wm_kotor_mdl_write(mdl, NULL, &f->bytes, &mdx->bytes, NULL) == WM_OK);
    wm_kotor_mdl_free(mdl);
    paint(add(a, "tga", "light%02u", i), LIGHT, false, i);
    *used += (size_t)snprintf(a->layout + *used, sizeof a->layout - *used, "    room%02u %u 0 0\n",
                              i, 10 * i);
}

static void make_area(area *a)
{
    size_t used = (size_t)snprintf(a->layout, sizeof a->layout,
                                   "#MAXLAYOUT ASCII\nbeginlayout\n  roomcount %d\n", ROOMS);
    for (unsigned i = 0; i < ROOMS; i++)
        add_room(a, i, &used);
    for (unsigned i = 0; i < SHARED; i++)
        paint(add(a, "tpc", "wall%02u", i), WALL, true, i);
    snprintf(a->layout + used, sizeof a->layout - used, "donelayout\n");
}

static void free_area(area *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        wm_buffer_free(&a->files[i].bytes);
}

/* ---- the work --------------------------------------------------------------- */

static void convert(void *context, unsigned times)
{
    area *a = context;
    const wm_open_opts opts = {
        .name = "area.lyt", .finder = {.find = find, .user = a}, .room_models = WM_LOAD_READ};
    const wm_scene_images_opts images = {.finder = opts.finder};
    for (unsigned i = 0; i < times; i++) {
        wm_buffer glb;
        wm_document *d = wm_open(a->layout, strlen(a->layout), &opts, NULL);
        wm_scene *scene = d ? wm_document_scene(d, NULL, NULL) : NULL;
        BENCH_CHECK(scene);
        if (a->images) {
            BENCH_CHECK(wm_scene_load_images(scene, &images, NULL) == WM_OK);
            BENCH_CHECK(scene->image_count == ROOMS + SHARED && !scene->missing_count);
        }
        BENCH_CHECK(wm_gltf_write(scene, NULL, &glb, NULL) == WM_OK);
        a->glb = glb.size;
        wm_buffer_free(&glb);
        wm_scene_free(scene);
        wm_document_free(d);
    }
}

void bench_images(void)
{
    static area with;
    bench_heading("A layout of 27 rooms to a GLB");
    make_area(&with);
    double plain = bench_median(convert, &with, 11);
    double small = (double)with.glb;
    with.images = true;
    double textured = bench_median(convert, &with, 11);
    double pixels = (double)SHARED * WALL * WALL + (double)ROOMS * LIGHT * LIGHT;
    bench_row("names of textures only", plain * 1e3, "ms", "%.1f MB", small / 1e6);
    bench_row("with 39 textures", textured * 1e3, "ms",
              "%.1f MB; %.1f times as long; %.1f Mpixel/s decoded and packed as PNG",
              (double)with.glb / 1e6, textured / plain, pixels / (textured - plain) / 1e6);
    free_area(&with);
}
