/* Shared by the files of the NWN2 family. */
#ifndef WAYMARK_NWN2_INTERNAL_H
#define WAYMARK_NWN2_INTERNAL_H

#include "base/deflate.h"
#include "base/internal.h"
#include "waymark/nwn2.h"

/* The document and its arena live in one block. */
typedef struct wmi_trn {
    wm_nwn2_trn pub;
    wmi_arena arena;
    size_t packet_capacity;              /* of pub.packets */
    struct wmi_container_layout *layout; /* of the file it was read from; NULL: plain */
} wmi_trn;

static inline wmi_trn *wmi_trn_of(const wm_nwn2_trn *trn)
{
    return trn->memory;
}

/* Creates an empty document in an arena with a limit. */
wm_nwn2_trn *wmi_trn_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                            wm_error *error);
/* For the end of public functions that replace arrays: moves all packets into new memory if much of
 * the old is not needed any more. Pointers into the document become invalid. */
void wmi_trn_tidy(wm_nwn2_trn *trn);
/* wm_nwn2_trn_rebuild without moving the document. */
wm_status wmi_trn_rebuild(wm_nwn2_trn *trn, const wm_nwn2_trn_rebuild_opts *opts,
                          wm_nwn2_trn_rebuild_result *result, wm_error *error);

/* Reads sequentially. Errors name the field, inside group[index] if there is a group. */
typedef struct wmi_cursor {
    wmi_reader r;
    uint64_t at;
    wmi_arena *arena; /* for arrays */
    uint8_t *own;     /* the bytes being read, if they are in that arena: then arrays can stay in
                         place */
    wm_nwn2_trn *trn; /* counts the faults */
    wm_report *report;
    bool bad_index; /* it failed because of a vertex that does not exist */
    const char *group;
    uint32_t index;
} wmi_cursor;

/* Skips count records of stride bytes and returns them. Empty after a failure. */
wmi_span wmi_take(wmi_cursor *c, uint32_t count, uint32_t stride, const char *field);
uint32_t wmi_take_u32(wmi_cursor *c, const char *field);
/* The same bytes copied to the arena; NULL after a failure. A count of 0 gives a valid
 * pointer. _words: the stride is a multiple of 4 and holds 32-bit values, which stay in
 * place if possible. */
void *wmi_take_words(wmi_cursor *c, uint32_t count, uint32_t stride, const char *field);
void *wmi_take_shorts(wmi_cursor *c, uint32_t count, uint32_t stride, const char *field);
wm_nwn2_bytes wmi_take_bytes(wmi_cursor *c, uint32_t count, const char *field);
void wmi_take_fixed(wmi_cursor *c, void *to, uint32_t size, const char *field);
void wmi_take_floats(wmi_cursor *c, void *to, uint32_t count, const char *field);
/* All remaining bytes. */
wm_nwn2_bytes wmi_take_rest(wmi_cursor *c, const char *field);
/* Memory of the arena, not zeroed. If allocation fails, returns NULL and the cursor fails. */
void *wmi_take_room(wmi_cursor *c, size_t count, size_t size, const char *field);
/* Counts and reports a fault that leaves the rest readable. */
void wmi_trn_fault(wmi_cursor *c, wm_issue_code code, const wm_error *fault);
/* Checks triangles with 16-bit indices. An index out of range fails the cursor. `limit` is the
 * vertex count. */
void wmi_prove_short(wmi_cursor *c, const wm_nwn2_short_triangle *triangles, uint32_t count,
                     uint32_t limit, const char *field);

/* Readers of packets. Each starts at c->at and must end at the end of c->r. */
void wmi_trrn_read(wmi_cursor *c, wm_nwn2_trrn *out);
void wmi_trrn_write(wmi_writer *w, const wm_nwn2_trrn *t);
void wmi_watr_read(wmi_cursor *c, wm_nwn2_watr *out);
void wmi_watr_write(wmi_writer *w, const wm_nwn2_watr *t);

/* Does no triangle have water? */
bool wmi_watr_is_dry(const wm_nwn2_watr *w);
/* Reduces flat water to one rectangle that shows the same, if possible: sets *done. Changes only
 * *w, not its arrays. */
wm_status wmi_watr_flatten(wm_nwn2_trn *trn, wm_nwn2_watr *w, bool *done, wm_error *error);

/* Reads the uncompressed bytes of a walkmesh. */
void wmi_aswm_read(wmi_cursor *c, wm_nwn2_aswm *out);
/* The uncompressed size; 0 if larger than 4 GiB. */
size_t wmi_aswm_size(const wm_nwn2_aswm *aswm);
/* Writes wmi_aswm_size bytes. */
void wmi_aswm_put(const wm_nwn2_aswm *aswm, uint8_t *to);

/* Reads the payload of a packet at file->at, compressed or not. Adds the number of bytes
 * after the compressed ones to *unclaimed. */
void wmi_aswm_unpack(wmi_cursor *file, wm_nwn2_aswm *out, uint32_t *unclaimed);
/* Whether the walkmesh still says what aswm->stored says. Adds the number of bytes after the
 * compressed ones to *unclaimed. */
bool wmi_aswm_is_stored(const wm_nwn2_aswm *aswm, const wm_allocator *allocator,
                        uint32_t *unclaimed);
/* Appends the payload of a packet. */
wm_status wmi_aswm_pack(wmi_writer *w, const wm_nwn2_aswm *aswm, wmi_effort effort,
                        wm_error *error);

/* Writes integers or floats of a file as raw bits. */
void wmi_put_words(wmi_writer *w, const void *words, size_t count);
void wmi_put_bytes(wmi_writer *w, wm_nwn2_bytes bytes); /* size first */

/* trn/diff_near.c: the walkmeshes of two files, whose triangles are matched by position. Returns
 * false if out of memory. */
bool wmi_aswm_diff_near(wm_diff *diff, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b,
                        wmi_arena *scratch);
/* Are two packets of ground or water the same, within the tolerance? */
bool wmi_packets_near(double tolerance, const wm_nwn2_packet *a, const wm_nwn2_packet *b);

#endif
