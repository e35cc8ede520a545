/* What is wrong with a texture. docs/issues.md has the codes. */
#include "base/text.h"
#include "base/words.h"
#include "texture/internal.h"

typedef struct checking {
    const wm_texture *t;
    const wm_txi *txi;
    wm_report *report;
} checking;

static bool power_of_two(uint32_t side)
{
    return (side & (side - 1)) == 0;
}

/* ---- levels -------------------------------------------------------------- */

/* The levels that the header promises; 0 for formats without levels. */
static uint32_t promised(const wm_texture *t)
{
    uint32_t full = wmi_full_levels(t->width, t->height), levels = 0;
    if (t->kind == WM_TEXTURE_KIND_TPC && t->form != WM_TEXTURE_FORM_FLIP_BOOK)
        levels = t->tpc.levels ? t->tpc.levels : 1;
    else if (t->kind == WM_TEXTURE_KIND_DDS)
        levels = t->dds.levels ? t->dds.levels : 1;
    else if (t->kind == WM_TEXTURE_KIND_KOTOR_DDS)
        levels = full;
    return levels < full ? levels : full;
}

static void check_levels(const checking *c)
{
    const wm_texture *t = c->t;
    uint32_t full = wmi_full_levels(t->width, t->height), levels = promised(t);
    uint64_t at = t->kind == WM_TEXTURE_KIND_TPC   ? 13
                  : t->kind == WM_TEXTURE_KIND_DDS ? 28
                                                   : WM_NO_OFFSET;
    if (t->level_count < levels)
        wmi_report(c->report, WM_TEXTURE_LEVELS, wmi_at(at, "levels"),
                   "the header promises %s, but the file holds %lu",
                   wmi_count(levels, "level", "levels").text, (ul)t->level_count);
    else if (levels && levels < full && !c->txi->no_mipmaps)
        wmi_report(c->report, WM_TEXTURE_NO_MIPMAPS, wmi_at(at, "levels"),
                   "%s of %lu that lead to 1 x 1", wmi_count(levels, "level", "levels").text,
                   (ul)full);
}

/* ---- sizes --------------------------------------------------------------- */

static void check_sides(const checking *c)
{
    const wm_texture *t = c->t;
    if (!power_of_two(t->width) || !power_of_two(t->height))
        wmi_report(c->report, WM_TEXTURE_SIDES, wmi_nowhere(), "%lu x %lu pixels", (ul)t->width,
                   (ul)t->height);
    if (wmi_is_dxt(t->pixels) &&
        ((t->width % 4 && t->width > 2) || (t->height % 4 && t->height > 2)))
        wmi_report(c->report, WM_TEXTURE_BLOCKS, wmi_nowhere(),
                   "%lu x %lu pixels in blocks of 4 x 4", (ul)t->width, (ul)t->height);
}

/* 23 textures of the first game store 16 for pictures of one block. */
static void check_size(const checking *c)
{
    const wm_texture *t = c->t;
    uint64_t top = wmi_picture_size(t, t->width, t->height);
    if (t->kind == WM_TEXTURE_KIND_TPC && t->tpc.size && t->form != WM_TEXTURE_FORM_FLIP_BOOK &&
        t->tpc.size != top && !(t->tpc.size == 16 && top == 8))
        wmi_report(c->report, WM_TEXTURE_SIZE, wmi_at(0, "size"),
                   "the header says %lu bytes, but %lu x %lu pixels take %lu", (ul)t->tpc.size,
                   (ul)t->width, (ul)t->height, (ul)top);
    if (t->kind == WM_TEXTURE_KIND_DDS && (t->dds.size != 124 || t->dds.format_size != 32))
        wmi_report(c->report, WM_TEXTURE_SIZE, wmi_at(4, "size"),
                   "the header says that it has %lu and %lu bytes, expected 124 and 32",
                   (ul)t->dds.size, (ul)t->dds.format_size);
}

static void check_extra(const checking *c)
{
    const wm_texture *t = c->t;
    if (t->kind != WM_TEXTURE_KIND_TGA && t->extra_size)
        wmi_report(c->report, WM_TEXTURE_EXTRA, wmi_nowhere(), "%s after the pixels",
                   wmi_count(t->extra_size, "byte", "bytes").text);
}

/* ---- forms --------------------------------------------------------------- */

static void check_form(const checking *c)
{
    const wm_texture *t = c->t;
    bool cycle = c->txi->procedure && wmi_compare_names(c->txi->procedure, "cycle") == 0;
    if (t->kind != WM_TEXTURE_KIND_TPC)
        return;
    if (c->txi->cube != (t->form == WM_TEXTURE_FORM_CUBE))
        wmi_report(c->report, WM_TEXTURE_CUBE_TEXT, wmi_nowhere(),
                   c->txi->cube ? "\"cube 1\", but the picture is not six squares"
                                : "six squares, but the TXI has no \"cube 1\"");
    if (cycle && c->txi->columns && c->txi->rows && t->form != WM_TEXTURE_FORM_FLIP_BOOK &&
        wmi_is_dxt(t->pixels))
        wmi_report(c->report, WM_TEXTURE_FRAMES, wmi_at(0, "size"),
                   "%lu x %lu frames, but the pixels are not those of so many frames with all "
                   "their levels",
                   (ul)c->txi->columns, (ul)c->txi->rows);
}

/* ---- alpha --------------------------------------------------------------- */

/* Returns false if out of memory. */
static bool check_alpha(const checking *c)
{
    const wm_texture *t = c->t;
    uint8_t lowest, highest;
    if (!t->alpha || t->pixels == WM_TEXTURE_PIXELS_DXT1)
        return true;
    wm_error error = {.code = WM_OK};
    wm_image *image = wmi_texture_sheet(t, &wmi_texture_arena(t)->allocator, &error);
    if (!image)
        return error.code != WM_NO_MEMORY;
    wm_image_alpha(image, &lowest, &highest);
    wm_image_free(image);
    if (lowest == 255)
        wmi_report(c->report, WM_TEXTURE_OPAQUE, wmi_nowhere(), "every alpha is 255");
    else if (highest == 0 && t->kind == WM_TEXTURE_KIND_TGA)
        wmi_report(c->report, WM_TEXTURE_ALPHA_ZERO, wmi_nowhere(), "every alpha is 0");
    return true;
}

wm_status wm_texture_check(const wm_texture *t, const wm_check_opts *opts, wm_report *report,
                           wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    const wm_read_opts read = {.allocator = &wmi_texture_arena(t)->allocator};
    wm_txi *txi = wm_txi_read(t->txi ? t->txi : "", t->txi_size, &read, NULL);
    checking c = {t, txi, report};
    if (!txi)
        return wmi_check_end(opts, report, first, true, error);
    check_levels(&c);
    check_sides(&c);
    check_size(&c);
    check_extra(&c);
    check_form(&c);
    wmi_txi_findings(txi, report);
    bool enough = check_alpha(&c);
    wm_txi_free(txi);
    return wmi_check_end(opts, report, first, !enough, error);
}
