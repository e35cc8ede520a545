/* KotOR models as text, in the dialect of mdlops and MDLedit, which KotOR.js reads
 * too. docs/formats/kotor-mdl-ascii.md.
 *
 * What the dialect cannot carry goes into comment lines (`#wm ...`) that other tools
 * pass over, so that a binary comes back byte for byte. They are of no more use once the
 * part of the text that they belong to was edited: then they are passed over, and the
 * values are compiled from what is visible. */
#ifndef WAYMARK_KOTOR_MDL_TEXT_H
#define WAYMARK_KOTOR_MDL_TEXT_H

#include "waymark/kotor_mdl.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_kotor_mdl_ascii_write_opts {
    bool plain; /* nothing but the dialect: no `#wm` lines */
} wm_kotor_mdl_ascii_write_opts;

/* The model as text: the same document gives the same bytes, floats read back to
 * the same bits. opts and allocator may be NULL. Free with wm_buffer_free. */
WM_API wm_status wm_kotor_mdl_ascii_write(const wm_kotor_mdl *mdl,
                                          const wm_kotor_mdl_ascii_write_opts *opts,
                                          const wm_allocator *allocator, wm_buffer *out,
                                          wm_error *error);

typedef struct wm_kotor_mdl_ascii_opts {
    wm_read_opts read;              /* with read.report, reading goes on after faults */
    wm_kotor_game game;             /* 0: what the text says, else K1 */
    bool xbox;                      /* platform of the result when `game` is given */
    const wm_kotor_mdl *supermodel; /* numbers of nodes are taken from it; may be NULL */
    bool plain;                     /* pass over `#wm` lines: compile everything */
} wm_kotor_mdl_ascii_opts;

/* True if the bytes look like the text of a model: no NUL bytes, and a first line that
 * is a comment or a keyword in front of the geometry. */
WM_API bool wm_kotor_mdl_ascii_detect(const void *data, size_t size);

/* Reads a text and compiles it to a document that can be written as binary. Errors
 * have line and column; with a report the read goes on behind them and fails only
 * when nothing is left. NULL and *error otherwise. Free with wm_kotor_mdl_free. */
WM_API wm_kotor_mdl *wm_kotor_mdl_ascii_read(const void *data, size_t size,
                                             const wm_kotor_mdl_ascii_opts *opts, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
