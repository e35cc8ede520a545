/* Shared by the files of the Black & White 2 family. */
#ifndef WAYMARK_BW2_INTERNAL_H
#define WAYMARK_BW2_INTERNAL_H

#include "base/internal.h"
#include "waymark/bw2.h"

/* A number of the file that the document does not have, and what it has instead. */
typedef struct wmi_bw2_odd {
    uint32_t offset;
    uint32_t size; /* 2 or 4 bytes */
    uint32_t stored, used;
} wmi_bw2_odd;

/* The document and its arena are in one block. */
typedef struct wmi_bw2 {
    wm_bw2_model pub;
    wmi_arena arena;
    uint64_t file_size; /* as it was read */
    uint32_t odd_count;
    wmi_bw2_odd *odd;
    bool no_cleave_count; /* the file ends before it */
} wmi_bw2;

static inline wmi_bw2 *wmi_bw2_of(const wm_bw2_model *model)
{
    return (wmi_bw2 *)(uintptr_t)model;
}

static inline wmi_arena *wmi_bw2_arena(const wm_bw2_model *model)
{
    return model->memory;
}

wm_bw2_model *wmi_bw2_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error);
/* For the end of public functions that replace arrays: moves all arrays into new memory if much of
 * the old is not needed any more. Pointers into the model become invalid. */
void wmi_bw2_tidy(wm_bw2_model *model);

/* Record sizes. */
enum {
    WMI_BW2_HEADER = 0xB8,
    WMI_BW2_MATERIAL = 0x1C0,
    WMI_BW2_MESH = 0xDC,
    WMI_BW2_REFERENCE = 0x20,
    WMI_BW2_BONE = 0x30,
    WMI_BW2_ENTITY = 0x130,
    WMI_BW2_POINT = 0x0C, /* circles, footprint and cleaves */
    WMI_BW2_STREAM = 0x88
};

enum { WMI_BW2_MAGIC = 0x2B00B1E5 };
/* Whether the bytes have the magic number of a model. Its signature may be damaged. */
bool wmi_bw2_has_magic(const uint8_t *data, size_t size);

/* File offsets of the tables that the model would have when written. */
typedef struct wmi_bw2_layout {
    uint64_t materials, meshes, references, bones, entities, circles, footprint, streams;
    uint64_t data; /* of the first stream */
    uint64_t indices;
    uint64_t cleaves; /* of their count, if the model has one */
    uint64_t extra, end;
} wmi_bw2_layout;

/* Whether the model is written with a count of cleaves: from version 6 on, unless it was read from
 * a file that ends before it. */
bool wmi_bw2_has_cleaves(const wm_bw2_model *model);
wmi_bw2_layout wmi_bw2_layout_of(const wm_bw2_model *model);

/* One description of each record serves both directions: with `put` the fields are written
 * to p, otherwise they are read from it. */
typedef struct wmi_bw2_codec {
    uint8_t *p;
    bool put;
} wmi_bw2_codec;

/* Reads or writes the header. Its table counts are stored in the model. */
void wmi_bw2_code_header(wmi_bw2_codec *c, wm_bw2_model *model);
void wmi_bw2_code_mesh(wmi_bw2_codec *c, wm_bw2_mesh *mesh);
void wmi_bw2_code_entity(wmi_bw2_codec *c, wm_bw2_entity *entity);
void wmi_bw2_code_stream(wmi_bw2_codec *c, wm_bw2_stream *stream);

#endif
