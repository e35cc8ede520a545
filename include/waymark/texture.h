/* Textures: the TPC of KotOR, KotOR's own kind of DDS, the DDS of Neverwinter Nights 2 and Black &
 * White 2, the TGA that all of them use, and the TXI texts that say how a texture is used.
 *
 * A wm_texture mirrors a file of any of the four kinds. wm_texture_decode makes a wm_image of one
 * of its pictures: RGBA with the top row first, whatever the file holds. docs/formats/textures.md
 * describes the formats.
 */
#ifndef WAYMARK_TEXTURE_H
#define WAYMARK_TEXTURE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- images ------------------------------------------------------------ */

/* Pixels that are ready to be shown. */
typedef struct wm_image {
    uint32_t width, height;
    uint8_t *rgba; /* 4 * width * height bytes: red, green, blue, alpha; the top row first */
    void *memory;  /* private */
} wm_image;

/* Makes a transparent black image. Free with wm_image_free. */
WM_API wm_image *wm_image_new(uint32_t width, uint32_t height, const wm_allocator *allocator,
                              wm_error *error);
/* Frees the image. NULL is allowed. */
WM_API void wm_image_free(wm_image *image);
/* Makes an image of half the width and height, rounded down, at least 1: the next mipmap. Each
 * pixel is the mean of four; colours are weighted by their alpha. Fails with WM_BAD_ARGUMENT if
 * the image has no pixels. */
WM_API wm_image *wm_image_halve(const wm_image *image, const wm_allocator *allocator,
                                wm_error *error);
/* The lowest and the highest alpha. Both are 255 if the image has no pixels. */
WM_API void wm_image_alpha(const wm_image *image, uint8_t *lowest, uint8_t *highest);

/* Writes the image as a PNG, without an alpha channel if every pixel is opaque. The bytes depend on
 * the version of libdeflate, the pixels do not. Fails with WM_LIMIT if the image has no pixels,
 * more than 429,496,729 of them, or a width above 268,435,455. */
WM_API wm_status wm_png_write(const wm_image *image, const wm_write_opts *opts, wm_buffer *out,
                              wm_error *error);

/* ---- TXI --------------------------------------------------------------- */

/* A line with a keyword. Blank lines, comments (#) and lines of numbers have none. */
typedef struct wm_txi_line {
    const char *key;   /* as stored */
    const char *value; /* the rest of the line without spaces around it; "" if there is none */
    uint32_t line;     /* from 1 */
    bool known;        /* the keyword is one of the games' */
} wm_txi_line;

typedef enum wm_txi_blending {
    WM_TXI_BLENDING_DEFAULT, /* by alpha */
    WM_TXI_BLENDING_ADDITIVE,
    WM_TXI_BLENDING_PUNCHTHROUGH /* opaque or not at all */
} wm_txi_blending;

/* How a texture is used. If a keyword occurs twice, the last one counts. */
typedef struct wm_txi {
    uint32_t line_count;
    const wm_txi_line *lines;
    const char
        *environment;      /* envmaptexture or bumpyshinytexture: an environment map. NULL: none */
    const char *bump;      /* bumpmaptexture: a normal map. NULL: none */
    const char *procedure; /* proceduretype: "cycle" is a flip book, an animation. NULL: none */
    wm_txi_blending blending;
    uint32_t columns, rows; /* numx, numy: frames of a flip book; 0: not given */
    float fps;              /* frames of a flip book in a second; 0: not given */
    uint32_t clamp;         /* bit 0: u, bit 1: v; otherwise the texture repeats */
    float water_alpha;      /* opacity; 1: not given */
    float bump_scaling;     /* 1: not given */
    bool cube;              /* six faces */
    bool decal;             /* drawn over other surfaces, without depth */
    bool bump_map;          /* isbumpmap: the texture itself is a normal or height map */
    bool no_mipmaps;        /* mipmap 0 */
    bool nearest;           /* filter 0 */
    void *memory;           /* private */
} wm_txi;

/* Whether the text starts like a TXI: with one of its keywords. */
WM_API bool wm_txi_detect(const void *data, size_t size);
/* Reads a TXI, which may be empty. Free with wm_txi_free.
 *
 * opts: its report is not used. */
WM_API wm_txi *wm_txi_read(const void *data, size_t size, const wm_read_opts *opts,
                           wm_error *error);
/* Reports what is wrong with the text. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_txi_check(const wm_txi *txi, const wm_check_opts *opts, wm_report *report,
                              wm_error *error);
/* Frees the TXI. NULL is allowed. */
WM_API void wm_txi_free(wm_txi *txi);

/* ---- textures ---------------------------------------------------------- */

typedef enum wm_texture_kind {
    WM_TEXTURE_KIND_TPC,
    WM_TEXTURE_KIND_TGA,
    WM_TEXTURE_KIND_DDS,
    WM_TEXTURE_KIND_KOTOR_DDS /* without a signature */
} wm_texture_kind;

typedef enum wm_texture_form {
    WM_TEXTURE_FORM_PICTURE,
    WM_TEXTURE_FORM_CUBE,      /* layers are faces: +X -X +Y -Y +Z -Z */
    WM_TEXTURE_FORM_FLIP_BOOK, /* layers are frames, in the order in which they are shown */
    WM_TEXTURE_FORM_VOLUME     /* layers are slices; each level has half as many */
} wm_texture_form;

typedef enum wm_texture_pixels {
    WM_TEXTURE_PIXELS_GREY, /* one byte */
    WM_TEXTURE_PIXELS_RGB,  /* three bytes in this order */
    WM_TEXTURE_PIXELS_RGBA, /* four bytes in this order */
    WM_TEXTURE_PIXELS_DXT1,
    WM_TEXTURE_PIXELS_DXT3,
    WM_TEXTURE_PIXELS_DXT5,
    WM_TEXTURE_PIXELS_MASKS,  /* little-endian numbers; bit masks say where their channels are */
    WM_TEXTURE_PIXELS_INDEXED /* numbers of colours in a colour map */
} wm_texture_pixels;

/* The header of a TPC. */
typedef struct wm_texture_tpc {
    uint32_t size;    /* bytes of the top level, or of all frames; 0: not compressed */
    float alpha_mean; /* mean alpha; many tools write 1 */
    uint16_t width, height;
    uint8_t encoding; /* 1 grey, 2 RGB or DXT1, 4 RGBA or DXT5 */
    uint8_t levels;
    uint8_t reserved[114]; /* zeros */
} wm_texture_tpc;

/* The header of a TGA. Image id and colour map follow it. */
typedef struct wm_texture_tga {
    uint8_t id_size, map_type, type;
    uint16_t map_first, map_length;
    uint8_t map_bits;
    uint16_t x, y, width, height;
    uint8_t bits;
    uint8_t descriptor; /* bits 0-3: alpha bits, 4: right to left, 5: top to bottom */
    uint8_t *id;        /* id_size bytes */
    uint32_t map_size;
    uint8_t *map; /* map_size bytes */
} wm_texture_tga;

/* The header of a DDS, after its signature. */
typedef struct wm_texture_dds {
    uint32_t size, flags, height, width, pitch, depth, levels, reserved[11];
    uint32_t format_size, format_flags, fourcc, bits, masks[4];
    uint32_t caps[4], reserved2;
} wm_texture_dds;

/* The header of KotOR's own DDS. */
typedef struct wm_texture_kotor_dds {
    uint32_t width, height;
    uint32_t channels; /* 3: DXT1, 4: DXT5 */
    uint32_t size;     /* bytes of the top level */
    float alpha_mean;
} wm_texture_kotor_dds;

/* One level of one layer. */
typedef struct wm_texture_image {
    uint32_t layer, level, width, height;
    uint8_t *data; /* in wm_texture.data */
    size_t size;
} wm_texture_image;

/* A texture file. The fields from `form` to `rle` follow from the others: the reader sets them, and
 * the writer ignores them. */
typedef struct wm_texture {
    wm_texture_kind kind;
    wm_texture_form form;
    wm_texture_pixels pixels;
    uint32_t width, height; /* of a layer */
    uint32_t layer_count;   /* at least 1; of a volume: of its top level */
    uint32_t level_count;   /* at least 1; those that are stored */
    uint32_t columns, rows; /* of a flip book: how its frames form a sheet. Else 1 */
    uint32_t image_count;
    wm_texture_image *images;      /* in the order of the file */
    uint32_t bits;                 /* of a pixel; DXT: 4 or 8 */
    uint32_t masks[4];             /* of MASKS: red, green, blue, alpha; 0: no such channel */
    bool grey;                     /* of MASKS: green and blue equal red */
    bool alpha;                    /* the pixels have alpha */
    bool bottom_up, right_to_left; /* the order of rows and of columns */
    bool rle;                      /* packed in runs: a TGA of type 9, 10 or 11 */

    wm_texture_tpc tpc; /* the header that belongs to `kind`; others are zero */
    wm_texture_tga tga;
    wm_texture_dds dds;
    wm_texture_kotor_dds kotor_dds;
    size_t data_size;
    uint8_t *data; /* all pixels, as stored */
    size_t txi_size;
    char *txi; /* of a TPC: the text after the pixels; not terminated */
    size_t extra_size;
    uint8_t *extra; /* what follows: the footer of a TGA, bytes that belong to nothing */
    void *memory;   /* private */
} wm_texture;

/* "tpc", "tga", "dds" or "kotor-dds". A static string. */
WM_API const char *wm_texture_kind_name(wm_texture_kind kind);
/* "picture", "cube", "flip-book" or "volume". A static string. */
WM_API const char *wm_texture_form_name(wm_texture_form form);
/* "grey", "rgb", "rgba", "dxt1", "dxt3", "dxt5", "masks" or "indexed". A static string. */
WM_API const char *wm_texture_pixels_name(wm_texture_pixels pixels);

/* Whether the bytes are the start of a texture. Only a DDS has a signature; the others are
 * identified by headers that make sense as a whole. */
WM_API bool wm_texture_detect(const void *data, size_t size);

/* Reads a texture of any kind. It fails if the top level of a layer is not complete, and for a
 * cube or flip book if any level is not. Other textures may lack smaller levels: level_count counts
 * the levels that are complete. Free with wm_texture_free.
 *
 * opts: its report is not used. memory_limit is that of the stored texture, with the usual default,
 *   and separately that of the pixels when they are decoded later (4 bytes each, top level of all
 *   layers). This call fails with WM_LIMIT if either needs more. The default for the pixels is
 *   16 MiB + 20 * input size; only a TGA that is packed in runs can exceed that default. */
WM_API wm_texture *wm_texture_read(const void *data, size_t size, const wm_read_opts *opts,
                                   wm_error *error);
/* Writes the file: write(read(x)) == x. */
WM_API wm_status wm_texture_write(const wm_texture *texture, const wm_write_opts *opts,
                                  wm_buffer *out, wm_error *error);
/* Reports what is wrong with the texture and its TXI. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_texture_check(const wm_texture *texture, const wm_check_opts *opts,
                                  wm_report *report, wm_error *error);
/* Frees the texture. NULL is allowed. */
WM_API void wm_texture_free(wm_texture *texture);

/* The index in `images`, or WM_NO_INDEX if there is no such level or layer. */
WM_API uint32_t wm_texture_find(const wm_texture *texture, uint32_t layer, uint32_t level);
/* Decodes one level of one layer. DXT1 in a TPC or in KotOR's own DDS has no alpha. If every alpha
 * of a TGA is 0, the image is opaque: many programs leave it unset. Free with wm_image_free. Fails
 * if there is no such level or layer. */
WM_API wm_image *wm_texture_decode(const wm_texture *texture, uint32_t layer, uint32_t level,
                                   const wm_allocator *allocator, wm_error *error);
/* Decodes the top levels of all layers into one image: faces and slices from top to bottom, frames
 * in rows from bottom to top, as the games expect them in a TGA. Free with wm_image_free. */
WM_API wm_image *wm_texture_decode_sheet(const wm_texture *texture, const wm_allocator *allocator,
                                         wm_error *error);

typedef struct wm_texture_from_image_opts {
    uint32_t begin_zero;
    const wm_allocator *allocator; /* NULL: malloc. Must outlive the texture */
    wm_texture_kind kind;          /* TPC or TGA */
    wm_texture_pixels pixels;      /* TPC: GREY, RGB, RGBA, DXT1 or DXT5. TGA: GREY, RGB or RGBA,
                                      never packed in runs */
    uint32_t levels; /* of a TPC; 0, or more than there are: down to 1 x 1. A flip book
                        always has all. A TGA has 1 */
    const char *txi; /* of a TPC; copied. With `proceduretype cycle`, and numx and numy
                        that divide the sides, a sheet of DXT1 or DXT5 becomes a flip
                        book. NULL: none */
    uint32_t end_zero;
} wm_texture_from_image_opts;

/* Makes a texture; by default a grey TPC, so set `pixels`. Six squares, one above the other, become
 * the faces of a cube in a TPC. Fails with WM_NOT_REPRESENTABLE if a side is 0 or above 65535, or
 * with WM_BAD_ARGUMENT for another kind or other pixels than those listed. Free with
 * wm_texture_free.
 *
 * image: not needed afterwards. */
WM_API wm_texture *wm_texture_from_image(const wm_image *image,
                                         const wm_texture_from_image_opts *opts, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
