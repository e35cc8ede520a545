/* Bridges between the formats and the neutral forms; telling formats apart. */
#ifndef WAYMARK_CONVERT_H
#define WAYMARK_CONVERT_H

#include "waymark/base.h"
#include "waymark/kotor.h"
#include "waymark/nwn2.h"
#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wm_format {
    WM_FORMAT_UNKNOWN,
    WM_FORMAT_KOTOR_BWM,       /* "BWM V1.0" */
    WM_FORMAT_KOTOR_BWM_ASCII, /* node ... endnode */
    WM_FORMAT_KOTOR_LYT,
    WM_FORMAT_KOTOR_MDL,
    WM_FORMAT_KOTOR_MDL_ASCII,
    WM_FORMAT_NWN2_TRN,
    WM_FORMAT_BW2_MODEL,
    WM_FORMAT_2DA,     /* text or binary */
    WM_FORMAT_ALL_ZERO /* nothing but zero bytes: two such files shipped with Black & White 2 */
} wm_format;

/* Tells a file by its bytes, never by its name. */
WM_API wm_format wm_detect(const void *data, size_t size);
/* "kotor-bwm", "nwn2-trn" ..., "unknown": the names of `info --json`. */
WM_API const char *wm_format_name(wm_format format);
/* "KotOR walkmesh" ...: for people. */
WM_API const char *wm_format_title(wm_format format);
/* The error for a file that is of another format than is needed; `wanted` comes first in the
 * message ("a walkmesh is wanted here, ", or ""). */
WM_API void wm_format_error(wm_error *error, const char *wanted, wm_format format, size_t size);
/* Adds to the error for a file of no known format what an MDX is for, if it is named so. */
WM_API void wm_format_hint_mdx(const char *file, wm_format format, wm_error *error);

/* ---- neutral walkmeshes ------------------------------------------------ */

/* The walkmesh as the game sees it: walkable by `surfaces` (NULL: built-in), joined
 * by the adjacency stored in the file where that is sound, else by vertex number
 * (neighbours_found says so). Normals, distances, the AABB tree, perimeters, hooks and
 * position are not carried over. */
WM_API wm_walkmesh *wm_walkmesh_from_kotor_bwm(const wm_kotor_bwm *bwm,
                                               const wm_kotor_surfaces *surfaces,
                                               const wm_allocator *allocator, wm_error *error);

/* The same of an NWN2 walkmesh: walkable by its flag, material as wm_nwn2_material numbers
 * it, joined by the stored links where those are sound. Triangles of a TRX, which run
 * clockwise, are turned round so that floors look up. Tiles, islands and tables are not
 * carried over. */
WM_API wm_walkmesh *wm_walkmesh_from_nwn2_aswm(const wm_nwn2_aswm *aswm,
                                               const wm_allocator *allocator, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
