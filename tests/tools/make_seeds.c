/* make_seeds DIR: writes small inputs for the fuzzers, one folder per format: DIR/mdl,
 * DIR/gltf ... Small ones, because a fuzzer that runs thousands of inputs per second finds
 * more than one that runs ten. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archives.h"
#include "areas.h"
#include "bw2_models.h"
#include "gits.h"
#include "mdb_models.h"
#include "modules.h"
#include "samples.h"
#include "system.h"
#include "terrain.h"
#include "texts.h"
#include "textures.h"
#include "waymark/file.h"

static const char *root;
static unsigned count;

static void save(const char *folder, const char *name, const void *data, size_t size)
{
    char path[1024];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", root, folder);
    test_make_directory(path);
    snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
    if (wm_file_write(path, data, size, true, &error) != WM_OK) {
        fprintf(stderr, "make_seeds: %s: %s\n", path, error.message);
        exit(1);
    }
    count++;
}

static void save_buffer(const char *folder, const char *name, wm_buffer *bytes)
{
    save(folder, name, bytes->data, bytes->size);
    wm_buffer_free(bytes);
}

/* Two files as one input. */
static void save_two(const char *folder, const char *name, const wm_buffer *a, const char *between,
                     const wm_buffer *b)
{
    size_t gap = strlen(between), size = a->size + gap + b->size;
    uint8_t *both = malloc(size + 1);
    if (!both)
        exit(1);
    memcpy(both, a->data, a->size);
    memcpy(both + a->size, between, gap);
    if (b->size)
        memcpy(both + a->size + gap, b->data, b->size);
    save(folder, name, both, size);
    free(both);
}

/* ---- models ------------------------------------------------------------ */

#define TRIANGLE "verts 3\n0 0 0\n1 0 0\n0 1 0\ntverts 3\n0 0\n1 0\n0 1\nfaces 1\n0 1 2 1 0 1 2 4\n"

/* One node each, below the root. */
static const struct {
    const char *name, *type, *lines;
} nodes[] = {
    {"dummy", "dummy", "position 1 2 3\norientation 0 0 1 0.5\nscale 2\n"},
    {"mesh", "trimesh", "bitmap wall\nambient 0.2 0.2 0.2\ndiffuse 0.8 0.8 0.8\n" TRIANGLE},
    {"lightmap", "trimesh",
     "bitmap wall\nlightmap map\nverts 3\n0 0 0\n1 0 0\n0 1 0\ntverts 3\n0 0\n1 0\n0 1\n"
     "tverts1 3\n0 0\n1 0\n0 1\ntexindices1 1\n0 1 2\nfaces 1\n0 1 2 1 0 1 2 4\n"},
    {"skin", "skin", "bitmap wall\n" TRIANGLE "weights 3\nroot 1\nroot 0.5 m 0.5\nm 1\n"},
    {"cloth", "danglymesh",
     "bitmap wall\nperiod 1\ntightness 2\ndisplacement 3\n" TRIANGLE
     "constraints 3\n1\n128\n255\n"},
    {"floor", "aabb", "bitmap wall\n" TRIANGLE},
    {"light", "light",
     "radius 5\ncolor 1 1 1\nmultiplier 1\nlensflares 1\ntexturenames 1\nflare\n"
     "flaresizes 1\n1\nflarepositions 1\n0.5\nflarecolorshifts 1\n0 0 0\n"},
    {"emitter", "emitter",
     "update Fountain\nrender Normal\nblend Normal\ntexture fx\nbirthrate 5\nlifeexp 2\n"
     "colorstart 1 0 0\nalphastart 1\n"},
    {"reference", "reference", "refmodel other\nreattachable 1\n"},
};

static const char animation[] =
    "newanim walk m\nlength 1\ntranstime 0.25\nanimroot root\nevent 0.5 step\n"
    "node dummy m\nparent NULL\npositionkey 2\n0 0 0 0\n1 1 2 3\norientationkey 2\n"
    "0 0 0 1 0\n1 0 0 1 0.7\nendnode\ndoneanim walk m\n";

static void save_scene(const wm_kotor_mdl *m, const char *name)
{
    char file[64];
    wm_buffer glb;
    wm_scene *scene = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    const wm_gltf_write_opts text = {.text = true};
    if (!scene)
        exit(1);
    snprintf(file, sizeof file, "%s.glb", name);
    if (wm_gltf_write(scene, NULL, &glb, NULL) != WM_OK)
        exit(1);
    save_buffer("gltf", file, &glb);
    snprintf(file, sizeof file, "%s.gltf", name);
    if (wm_gltf_write(scene, &text, &glb, NULL) != WM_OK)
        exit(1);
    save_two("restore", file, &glb, "\nnext\n", &glb);
    save("json", file, glb.data, glb.size);
    save_buffer("gltf", file, &glb);
    wm_scene_free(scene);
}

static void save_model(const char *name, const char *text, size_t size)
{
    char file[64];
    wm_buffer mdl, mdx, annotated;
    wm_error error;
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(text, size, NULL, &error);
    if (!m) {
        fprintf(stderr, "make_seeds: %s: line %lu: %s\n", name, (unsigned long)error.line,
                error.message);
        exit(1);
    }
    if (wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL) != WM_OK ||
        wm_kotor_mdl_text_write(m, NULL, &annotated, NULL) != WM_OK)
        exit(1);
    snprintf(file, sizeof file, "%s.txt", name);
    save("mdl_ascii", file, text, size);
    snprintf(file, sizeof file, "%s-notes.txt", name);
    save_buffer("mdl_ascii", file, &annotated);
    snprintf(file, sizeof file, "%s.both", name);
    save_two("mdl", file, &mdl, "", &mdx);
    snprintf(file, sizeof file, "%s.files", name);
    save_two("open", file, &mdl, "\nnext\n", &mdx);
    wm_buffer title = {.data = (uint8_t *)"m.mdl\n", .size = 6}, web = {0};
    web.size = mdl.size + title.size;
    web.data = malloc(web.size);
    if (!web.data)
        exit(1);
    memcpy(web.data, title.data, title.size);
    memcpy(web.data + title.size, mdl.data, mdl.size);
    save_two("web", file, &web, "\nnext\nm.mdx\n", &mdx);
    free(web.data);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    save_scene(m, name);
    wm_kotor_mdl_free(m);
}

static void save_models(void)
{
    enum { NODES = sizeof nodes / sizeof *nodes, ROOM = 16384 };
    static char text[ROOM];
    for (size_t i = 0; i <= NODES; i++) { /* the last one has all nodes */
        size_t n = (size_t)snprintf(text, ROOM,
                                    "newmodel m\nsetsupermodel m NULL\nclassification Character\n"
                                    "setanimationscale 1\nbeginmodelgeom m\nnode dummy m\n"
                                    "parent NULL\nendnode\nnode dummy root\nparent m\nendnode\n");
        for (size_t k = 0; k < NODES; k++)
            if (k == i || i == NODES)
                n += (size_t)snprintf(text + n, ROOM - n, "node %s %s\nparent root\n%sendnode\n",
                                      nodes[k].type, nodes[k].name, nodes[k].lines);
        n += (size_t)snprintf(text + n, ROOM - n, "endmodelgeom m\n%sdonemodel m\n",
                              i == 0 || i == NODES ? animation : "");
        save_model(i < NODES ? nodes[i].name : "all", text, n);
    }
}

/* ---- the others -------------------------------------------------------- */

static void save_walkmeshes(void)
{
    for (const test_sample *s = test_samples; s->name; s++) {
        wm_buffer bytes;
        wm_kotor_bwm *b = s->make(NULL);
        if (!b || wm_kotor_bwm_write(b, NULL, &bytes, NULL) != WM_OK)
            exit(1);
        if (bytes.size < 4000)
            save("bwm", s->name, bytes.data, bytes.size);
        wm_buffer_free(&bytes);
        wm_kotor_bwm_free(b);
    }
    for (const test_text *t = test_texts; t->name; t++)
        save("bwm_ascii", t->name, t->text, test_text_size(t));
    for (const test_text *t = test_tables; t->name; t++)
        save("2da", t->name, t->text, test_text_size(t));
}

static void save_terrain(void)
{
    for (const test_terrain *t = test_terrains; t->name; t++) {
        size_t size;
        wm_buffer plain;
        uint8_t *bytes = t->make(&size);
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, NULL, NULL);
        if (!trn)
            exit(1);
        if (size < 4000)
            save("trn", t->name, bytes, size);
        if (trn->aswm) {
            trn->aswm->compressed = false;
            if (wm_nwn2_aswm_write(trn->aswm, NULL, &plain, NULL) != WM_OK)
                exit(1);
            if (plain.size < 16000)
                save("aswm", t->name, plain.data, plain.size);
            wm_buffer_free(&plain);
        }
        wm_nwn2_trn_free(trn);
        free(bytes);
    }
    const wm_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const test_trigger trigger = {3, {1, 1, 0}, 3, points};
    size_t size;
    uint8_t *git = test_git(&trigger, 1, &size);
    save("gff", "cutter.git", git, size);
    free(git);
}

/* ---- bakes ------------------------------------------------------------- */

static void append(wm_buffer *to, const void *data, size_t size)
{
    uint8_t *grown = realloc(to->data, to->size + size + 1);
    if (!grown)
        exit(1);
    memcpy(grown + to->size, data, size);
    to->data = grown;
    to->size += size;
}

/* Ground: two tiles by one, with two rows of squares. */
static void append_ground(wm_buffer *to, const char *map, bool baked)
{
    const test_plan plan = {.width = 2, .height = 1, .squares = 2, .tile_width = 10, .map = map};
    wm_buffer plain;
    wm_nwn2_trn *trn = test_terrain_plan(&plan, baked);
    trn->aswm->compressed = false;
    if (wm_nwn2_aswm_write(trn->aswm, NULL, &plain, NULL) != WM_OK)
        exit(1);
    append(to, plain.data, plain.size);
    wm_buffer_free(&plain);
    wm_nwn2_trn_free(trn);
}

/* The files of a bake, one after the other: fuzz/fuzz_bake.c. `old`: the map of an earlier bake. */
static void save_bake(const char *name, uint8_t *git, size_t size, const char *model,
                      const char *old)
{
    static const char next[] = "\nnext\n";
    static const char table[] = "2DA V2.0\n\n  Label NWN2_ModelName\n0 A plc_a\n1 B plc_b\n";
    wm_buffer all = {0};
    append_ground(&all,
                  "...."
                  ".w,.",
                  false);
    append(&all, next, sizeof next - 1);
    append(&all, git, size);
    free(git);
    append(&all, next, sizeof next - 1);
    append(&all, table, sizeof table - 1);
    if (model) {
        uint8_t *mdb = test_mdb_bytes(model, &size);
        if (!mdb)
            exit(1);
        append(&all, next, sizeof next - 1);
        append(&all, mdb, size);
        free(mdb);
    }
    if (old) {
        append(&all, next, sizeof next - 1);
        append_ground(&all, old, true);
    }
    save("bake", name, all.data, all.size);
    free(all.data);
}

static void save_bakes(void)
{
    const wm_vec3 points[] = {{0, 0, 0}, {6, 0, 0}, {6, 4, 0}, {1, 5, 0}};
    const test_trigger triggers[] = {{3, {3, 2, 0}, 4, points}, {3, {11, 4, 0}, 3, points}};
    const test_placeable placeables[] = {{0, 1, {5, 5, 0}, 0.5f, {1, 1, 1}},
                                         {1, 1, {12, 4, 0}, 0, {2, 1, 1}},
                                         {0, 3, {1, 1, 0}, 0, {1, 1, 1}}};
    size_t size;
    uint8_t *git = test_git(triggers, 2, &size);
    save_bake("cutters", git, size, NULL, NULL);
    git = test_git_placeables(placeables, 3, &size);
    save_bake("kept", git, size, NULL,
              "w. ."
              ".w,.");
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++) {
        git = test_git_placeables(placeables, 3, &size);
        save_bake(s->name, git, size, s->name, NULL);
    }
}

/* The files of a game, one after the other: fuzz/fuzz_game.c. */
static void save_game(const char *name, char game, const wm_archive_kind *kinds, size_t most)
{
    test_entry e = {.name = "a", .type = 2002, .data = "model", .size = 5};
    uint8_t all[8192];
    size_t size = 1;
    all[0] = (uint8_t)game;
    for (size_t i = 0; i < most; i++) {
        size_t n;
        bool paths = kinds[i] == WM_ARCHIVE_KIND_ZIP || kinds[i] == WM_ARCHIVE_KIND_STUFF;
        e.name = paths ? "models/a.mdl" : "a";
        uint8_t *bytes = test_archive(kinds[i], "V1.0", &e, 1, &n);
        if (size + n + 6 > sizeof all)
            exit(1);
        memcpy(all + size, "\nnext\n", i ? 6 : 0);
        size += i ? 6 : 0;
        memcpy(all + size, bytes, n);
        size += n;
        free(bytes);
    }
    save("game", name, all, size);
}

static void save_games(void)
{
    static const wm_archive_kind kotor[] = {WM_ARCHIVE_KIND_KEY, WM_ARCHIVE_KIND_BIF,
                                            WM_ARCHIVE_KIND_RIM, WM_ARCHIVE_KIND_ERF,
                                            WM_ARCHIVE_KIND_RIM, WM_ARCHIVE_KIND_ERF};
    static const wm_archive_kind nwn2[] = {WM_ARCHIVE_KIND_ZIP, WM_ARCHIVE_KIND_ZIP,
                                           WM_ARCHIVE_KIND_ERF, WM_ARCHIVE_KIND_ERF};
    static const wm_archive_kind bw2[] = {WM_ARCHIVE_KIND_STUFF, WM_ARCHIVE_KIND_STUFF};
    save_game("kotor.game", 0, kotor, sizeof kotor / sizeof *kotor);
    save_game("nwn2.game", 1, nwn2, sizeof nwn2 / sizeof *nwn2);
    save_game("bw2.game", 2, bw2, sizeof bw2 / sizeof *bw2);
}

static void save_archives(void)
{
    static const char *const names[TEST_ARCHIVE_KINDS] = {"v10.erf", "v11.erf", "a.rim",  "a.key",
                                                          "a.bif",   "a.zip",   "a.stuff"};
    for (size_t i = 0; i < TEST_ARCHIVE_KINDS; i++) {
        wm_archive_kind kind;
        size_t size;
        uint8_t *bytes = test_archive_sample(i, &kind, &size);
        save("archive", names[i], bytes, size);
        free(bytes);
    }
}

static void save_statues(void)
{
    for (const test_bw2_sample *s = test_bw2_samples; s->name; s++) {
        size_t size;
        uint8_t *bytes = test_bw2_bytes(s->kind, &size);
        if (!bytes)
            exit(1);
        save("bw2", s->name, bytes, size);
        free(bytes);
    }
}

static void save_placeables(void)
{
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++) {
        size_t size;
        uint8_t *bytes = test_mdb_bytes(s->name, &size);
        if (!bytes)
            exit(1);
        save("mdb", s->name, bytes, size);
        free(bytes);
    }
}

static void save_textures(void)
{
    static const char txi[] = "blending additive\r\nnumx 2\r\n#decal 1\r\nupperleftcoords 1\r\n"
                              "0.5 0.5 0\r\nproceduretype cycle";
    for (const test_texture *t = test_textures; t->name; t++) {
        size_t size;
        uint8_t *bytes = test_texture_bytes(t->name, &size);
        if (!bytes)
            exit(1);
        save("texture", t->name, bytes, size);
        free(bytes);
    }
    save("texture", "glow.txi", txi, sizeof txi - 1);
}

/* A PNG, and a JPEG of two scans. */
static void save_images(void)
{
    static const uint8_t table[] = {0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0};
    static const uint8_t rest[] = {0xFF, 0xC2, 0, 11, 8,    0, 9, 0, 17, 1, 1, 0x11, 0, /* 17 x 9 */
                                   0xFF, 0xC4, 0, 20, 0x00, 1, 0, 0, 0,  0, 0, 0,    0,
                                   0,    0,    0, 0,  0,    0, 0, 0, 0, /* codes */
                                   0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0,  0, 0, 0,    0,
                                   0,    0,    0, 0,  0,    0, 0, 0, 0,        /**/
                                   0xFF, 0xDA, 0, 8,  1,    1, 0, 0, 0,  0, 0, /* scans */
                                   0xFF, 0xDA, 0, 8,  1,    1, 0, 1, 63, 0, 0, 0xFF, 0xD9};
    uint8_t jpeg[sizeof table + 64 + sizeof rest];
    wm_buffer png;
    wm_image *image = wm_image_new(5, 3, NULL, NULL);
    if (!image || wm_png_write(image, NULL, &png, NULL) != WM_OK)
        exit(1);
    save_buffer("image", "five.png", &png);
    wm_image_free(image);
    memcpy(jpeg, table, sizeof table);
    memset(jpeg + sizeof table, 1, 64);
    memcpy(jpeg + sizeof table + 64, rest, sizeof rest);
    save("image", "scans.jpg", jpeg, sizeof jpeg);
}

static void save_paths(void)
{
    size_t size;
    wm_kotor_pth *pth = test_pth_square();
    uint8_t *bytes = test_pth_bytes(pth, &size);
    save("pth", "square.pth", bytes, size);
    wm_kotor_pth_free(pth);
    free(bytes);
}

static void save_texts(void)
{
    static const char lyt[] =
        "beginlayout\n roomcount 2\n  a 0 0 0\n  b 10 0 0\n trackcount 0\n obstaclecount 0\n"
        " doorhookcount 1\n  a door 0 1 2 3 0 0 0 1\ndonelayout\n";
    static const char vis[] = "a 1\n  b\nb 1\n  a\n";
    static const char obj[] =
        "mtllib a.mtl\no floor\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nvt 0 0\nvn 0 1 0\n"
        "usemtl stone\nf 1/1/1 2/1/1 3/1/1 4/1/1\nf -4 -3 -2\nl 1 2\n";
    static const char mtl[] = "newmtl stone\nKd 0.5 0.5 0.5\nmap_Kd stone.png\n";
    static const char json[] = "{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\n\"],\"b\":{}}";
    static const char *const options[] = {
        "check\n--all\n-j\n4\na.wok\n", "path\n--radius\n0.5\na.wok\n-1,2\n3,4,5\n",
        "convert\n--game=k2\n--smoothing\nangles\na.mdl\n-o\nb.mdl\n",
        "render\n-s\n640x480\n--\n-x\n"};
    static const char http[] =
        "GET /key/list HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nRange: bytes=5-9\r\n"
        "Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost:8080\r\n\r\n";
    static const char journal[] = "file 782e6d646c 0 - 00000000000000100123456789abcdef\n"
                                  "file 782e6d6478 1 00000000000000200123456789abcdef "
                                  "0000000000000030fedcba9876543210\n";
    save("http", "list", http, sizeof http - 1);
    save("journal", "model", journal, sizeof journal - 1);
    save("lyt", "two.lyt", lyt, sizeof lyt - 1);
    save("open", "two.lyt", lyt, sizeof lyt - 1);
    save("vis", "two.vis", vis, sizeof vis - 1);
    save("obj", "floor.obj", obj, sizeof obj - 1);
    save("obj", "stone.mtl", mtl, sizeof mtl - 1);
    save("json", "small.json", json, sizeof json - 1);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char name[16];
        snprintf(name, sizeof name, "%zu", i);
        save("options", name, options[i], strlen(options[i]));
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_seeds DIR\n", stderr);
        return 2;
    }
    root = argv[1];
    test_make_directory(root);
    save_models();
    save_walkmeshes();
    save_terrain();
    save_bakes();
    save_archives();
    save_games();
    save_statues();
    save_placeables();
    save_textures();
    save_images();
    save_paths();
    save_texts();
    printf("%u seeds\n", count);
    return 0;
}
