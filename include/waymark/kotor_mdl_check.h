/* What can be said about a KotOR model: who compiled it, what each byte of its files
 * is, what is wrong with it, and how two of them differ. */
#ifndef WAYMARK_KOTOR_MDL_CHECK_H
#define WAYMARK_KOTOR_MDL_CHECK_H

#include "waymark/kotor.h"
#include "waymark/kotor_mdl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The compiler, by what it leaves in bytes that the game does not read: "BioWare",
 * "mdledit", "mdlops", "kotorblender", "waymark" or "unknown". */
WM_API const char *wm_kotor_mdl_maker(const wm_kotor_mdl *mdl);

/* ---- coverage ---------------------------------------------------------- */

/* A run of bytes that is one thing. */
typedef struct wm_kotor_range {
    uint32_t offset, size;
    const char *kind;   /* "node", "faces", "rows" ...; "gap": nothing points at it */
    uint32_t animation; /* WM_NO_INDEX: of the model itself */
    uint32_t node;      /* of the tree of that; WM_NO_INDEX: of no node */
    uint32_t index;     /* which name or texture */
    bool overlaps;      /* it begins before the range in front of it ends */
} wm_kotor_range;

typedef struct wm_kotor_coverage {
    uint32_t mdl_count, mdx_count;
    wm_kotor_range *mdl, *mdx; /* by offset; without overlaps they cover the whole file */
    uint64_t mdl_gap, mdx_gap; /* bytes in gaps */
    uint32_t overlaps;
    size_t capacity;
    wm_allocator allocator; /* the library's */
} wm_kotor_coverage;

/* Names every byte of the files that wm_kotor_mdl_write gives, which for a model that
 * was read are the files it was read from. Free with wm_kotor_coverage_free. */
WM_API wm_status wm_kotor_mdl_cover(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                    wm_kotor_coverage *out, wm_error *error);
WM_API void wm_kotor_coverage_free(wm_kotor_coverage *coverage);

/* ---- check ------------------------------------------------------------- */

typedef struct wm_kotor_mdl_check_opts {
    const wm_kotor_bwm *walkmesh;   /* the WOK of the same room; NULL: not compared */
    const wm_kotor_mdl *supermodel; /* where numbers of nodes come from; may be NULL */
    bool supermodel_missing;        /* it was looked for and not found */
} wm_kotor_mdl_check_opts;

/* Looks for everything that would show in the game and for what a compiler did
 * differently. Takes n log n time. Faults that the reader can pass over are reported by
 * wm_kotor_mdl_read; read with the same report. opts may be NULL. Fails only when memory
 * is refused. */
WM_API wm_status wm_kotor_mdl_check(const wm_kotor_mdl *mdl, const wm_kotor_mdl_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* ---- difference -------------------------------------------------------- */

/* How two models differ in meaning: nodes are matched by name, animations too. What the
 * game does not read (garbage, order of blocks) does not count. */
WM_API wm_status wm_kotor_mdl_diff(const wm_kotor_mdl *a, const wm_kotor_mdl *b, wm_diff *diff,
                                   wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
