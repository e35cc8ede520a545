/* The pictures of a scene, for a glTF: TPC, TGA and DDS from where the model is, as PNG. */
#include <string.h>

#include "texture/texture.h"

bool cli_pictures_open(const cli *c, const char *file, const wm_scene *scene, cli_pictures *p,
                       wm_error *error)
{
    memset(p, 0, sizeof *p);
    p->kotor = scene->source && strncmp(scene->source, "kotor", 5) == 0;
    return cli_place_open(c, file, WM_FORMAT_KOTOR_LYT, NULL, &p->place, error);
}

void cli_pictures_close(cli_pictures *p)
{
    cli_place_close(&p->place);
}

/* ---- finding ------------------------------------------------------------- */

/* Reads the first of these types that is there; *out stays NULL if none is. One that cannot be read
 * counts as missing. */
static wm_status find_texture(const cli_pictures *p, const char *name, wm_texture **out,
                              wm_error *error)
{
    static const char *const kotor[] = {"tpc", "tga", "dds", NULL}, *const others[] = {"dds", "tga",
                                                                                       NULL};
    wm_status status = WM_OK;
    for (const char *const *type = p->kotor ? kotor : others; *type && !*out; type++) {
        wm_found found = {0};
        status = cli_find(&p->place, name, *type, &found, error);
        if (status == WM_OK && found.where)
            *out = wm_texture_read(found.data, found.size, CLI_READ_OPTS, error);
        cli_found_free(&found);
        if (status == WM_NO_MEMORY)
            return status;
    }
    return WM_OK;
}

/* The text of a TPC, or that next to the texture. */
static wm_txi *find_text(const cli_pictures *p, const char *name, const wm_texture *t,
                         wm_error *error)
{
    wm_found found = {0};
    const void *text = t->txi ? t->txi : "";
    size_t size = t->txi_size;
    if (!size && cli_find(&p->place, name, "txi", &found, error) == WM_OK && found.where) {
        text = found.data ? found.data : "";
        size = found.size;
    }
    wm_txi *txi = wm_txi_read(text, size, CLI_READ_OPTS, error);
    cli_found_free(&found);
    return txi;
}

/* ---- alpha --------------------------------------------------------------- */

/* With an environment map the alpha says where the surface shines, and it is opaque. */
static void choose_alpha(const cli_pictures *p, const wm_image *image, const wm_txi *txi,
                         wm_gltf_image *out)
{
    uint8_t lowest, highest;
    wm_image_alpha(image, &lowest, &highest);
    if (lowest == 255 || !p->kotor) {
        out->alpha = WM_GLTF_ALPHA_MATERIAL;
    } else if (txi->environment || txi->bump) {
        out->alpha = WM_GLTF_ALPHA_OPAQUE;
    } else if (txi->blending == WM_TXI_BLENDING_PUNCHTHROUGH) {
        out->alpha = WM_GLTF_ALPHA_MASK;
        out->cutoff = 0.35f;
    } else {
        out->alpha = WM_GLTF_ALPHA_BLEND;
    }
}

/* ---- pictures ------------------------------------------------------------ */

static void note_missing(cli_pictures *p, const char *name)
{
    if (!p->missing++)
        snprintf(p->first_missing, sizeof p->first_missing, "%s", name);
}

/* The name without the ending that those of Black & White 2 have. */
static void strip(const char *name, char *to, size_t size)
{
    snprintf(to, size, "%s", name);
    size_t n = strlen(to);
    if (n > 4 && (cli_ends(to, ".dds") || cli_ends(to, ".tga") || cli_ends(to, ".tpc")))
        to[n - 4] = '\0';
}

wm_status cli_picture(void *user, const char *name, wm_gltf_image *out, wm_error *error)
{
    cli_pictures *p = user;
    char stem[256];
    wm_texture *t = NULL;
    strip(name, stem, sizeof stem);
    wm_status status = *stem ? find_texture(p, stem, &t, error) : WM_OK;
    if (status != WM_OK || !t) {
        note_missing(p, name);
        return status;
    }
    wm_image *image = wm_texture_decode(t, 0, 0, cli_allocator(), error);
    wm_txi *txi = find_text(p, stem, t, error);
    status = image && txi ? wm_png_write(image, CLI_WRITE_OPTS, &out->png, error) : WM_NO_MEMORY;
    if (status == WM_OK) {
        choose_alpha(p, image, txi, out);
        p->found++;
    }
    wm_txi_free(txi);
    wm_image_free(image);
    wm_texture_free(t);
    return status;
}

void cli_say_pictures(const cli *c, const char *file, const cli_pictures *p)
{
    if (c->quiet || !p->missing)
        return;
    cli_print(cli_messages(), "waymark: note: %s: %u %s embedded, %u not found%s %s\n", file,
              (unsigned)p->found, cli_word(p->found, "texture", "textures"), (unsigned)p->missing,
              p->missing == 1 ? ":" : "; the first is", p->first_missing);
}
