/* Shared by the files of textures. */
#ifndef WAYMARK_TEXTURE_INTERNAL_H
#define WAYMARK_TEXTURE_INTERNAL_H

#include "base/internal.h"
#include "waymark/texture.h"

/* ---- documents ----------------------------------------------------------- */

/* The document and its arena are in one block. */
typedef struct wmi_texture {
    wm_texture pub;
    wmi_arena arena;
} wmi_texture;

static inline wmi_arena *wmi_texture_arena(const wm_texture *texture)
{
    return texture->memory;
}

wm_texture *wmi_texture_create(const wm_allocator *allocator, uint64_t limit, wm_error *error);

/* As wm_image_new, but the pixels are not set. */
wm_image *wmi_image_create(uint32_t width, uint32_t height, const wm_allocator *allocator,
                           wm_error *error);

/* ---- sizes --------------------------------------------------------------- */

enum {
    WMI_TPC_HEADER = 128,
    WMI_TGA_HEADER = 18,
    WMI_DDS_HEADER = 128, /* with its signature */
    WMI_KOTOR_DDS_HEADER = 20,
    WMI_TEXTURE_SIDE = 65536 /* more pixels in a row or column are refused */
};

static inline bool wmi_is_dxt(wm_texture_pixels pixels)
{
    return pixels == WM_TEXTURE_PIXELS_DXT1 || pixels == WM_TEXTURE_PIXELS_DXT3 ||
           pixels == WM_TEXTURE_PIXELS_DXT5;
}

/* The side of a level, from that of the top level. */
static inline uint32_t wmi_level_side(uint32_t side, uint32_t level)
{
    return level < 32 && side >> level ? side >> level : 1;
}

/* The bytes of a picture that is not packed in runs. */
uint64_t wmi_picture_size(const wm_texture *texture, uint32_t width, uint32_t height);
/* The number of levels down to 1 x 1. */
uint32_t wmi_full_levels(uint32_t width, uint32_t height);
/* The bytes of all layers with so many levels. Sides are at most WMI_TEXTURE_SIDE. */
uint64_t wmi_texture_bytes(const wm_texture *texture, uint32_t levels);

/* ---- reading ------------------------------------------------------------- */

/* Each of the readers proves its header and fills the document up to the pixels. */
typedef struct wmi_texture_source {
    const uint8_t *data;
    size_t size;
    uint64_t at;         /* where the pixels start */
    uint64_t most_bytes; /* of all pixels when they are decoded */
    wm_error *error;
} wmi_texture_source;

bool wmi_tpc_detect(const uint8_t *data, size_t size);
bool wmi_tga_detect(const uint8_t *data, size_t size);
bool wmi_dds_detect(const uint8_t *data, size_t size);
bool wmi_kotor_dds_detect(const uint8_t *data, size_t size);
wm_status wmi_tpc_read(wm_texture *texture, wmi_texture_source *source);
wm_status wmi_tga_read(wm_texture *texture, wmi_texture_source *source);
wm_status wmi_dds_read(wm_texture *texture, wmi_texture_source *source);
wm_status wmi_kotor_dds_read(wm_texture *texture, wmi_texture_source *source);

/* Copies bytes of the file into the document. */
wm_status wmi_texture_keep(wm_texture *texture, const wmi_texture_source *source, uint64_t at,
                           uint64_t size, uint8_t **to);
/* Sets level_count to the complete levels of `levels`, and takes the pixels. Fails if not even the
 * top level is there. */
wm_status wmi_texture_take(wm_texture *texture, wmi_texture_source *source, uint32_t levels);
/* Makes the list of images and points them into `data`. */
wm_status wmi_texture_list(wm_texture *texture, wm_error *error);
/* A file that ends in its header. */
wm_status wmi_texture_short(const wmi_texture_source *source, uint32_t need);
/* Refuses sides of 0 and those that are too long. */
wm_status wmi_texture_sides(const wm_texture *texture, const wmi_texture_source *source,
                            uint64_t offset);

/* ---- decoding ------------------------------------------------------------ */

/* Where pixels go: the first row that is stored, and how far the next is, in bytes. */
typedef struct wmi_target {
    uint8_t *first;
    ptrdiff_t stride;
    uint32_t width, height;
} wmi_target;

/* Four bytes in the order of memory. */
static inline uint32_t wmi_pixel(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return wmi_little_endian() ? r | g << 8 | b << 16 | a << 24 : r << 24 | g << 16 | b << 8 | a;
}

/* opaque: DXT1 has no transparent colour. */
void wmi_decode_blocks(const uint8_t *data, wm_texture_pixels pixels, bool opaque, wmi_target to);
void wmi_decode_rows(const wm_texture *texture, const uint8_t *data, wmi_target to);
/* Unpacks the runs of a TGA: `count` pixels of `bytes` bytes. Returns the number of bytes read, or
 * 0 if they end too early. `to` may be NULL. */
size_t wmi_unpack_runs(const uint8_t *data, size_t size, uint64_t count, uint32_t bytes,
                       uint8_t *to);

/* As wm_texture_decode_sheet, with the alpha that is stored. */
wm_image *wmi_texture_sheet(const wm_texture *texture, const wm_allocator *allocator,
                            wm_error *error);

/* ---- encoding ------------------------------------------------------------ */

/* For blocks of one colour: the two values that mix to each value. */
typedef struct wmi_compressor {
    uint8_t five[256][2], six[256][2];
} wmi_compressor;

void wmi_compressor_init(wmi_compressor *compressor);
/* To DXT1 or DXT5. */
void wmi_compress(const wmi_compressor *compressor, const wm_image *image, wm_texture_pixels pixels,
                  uint8_t *to);

/* ---- TXI ----------------------------------------------------------------- */

/* How many bytes at the start can be text. */
size_t wmi_txi_length(const uint8_t *data, size_t size);
/* Findings of a TXI. */
void wmi_txi_findings(const wm_txi *txi, wm_report *report);

#endif
