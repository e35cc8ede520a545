/* A C interface for Detour, for the benchmarks only. */
#ifndef WAYMARK_BENCH_DETOUR_PEER_H
#define WAYMARK_BENCH_DETOUR_PEER_H

#include "waymark/walkmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detour_peer detour_peer;

/* The walkable faces of a mesh as Detour polygons, one each, with the mesh's own
 * links. NULL when Detour refuses (more vertices than it can number). */
detour_peer *detour_peer_create(const wm_walkmesh *mesh);
void detour_peer_free(detour_peer *peer);

/* findPath and findStraightPath between points of two faces: the length in the plan,
 * or a negative number when there is no whole path. */
double detour_peer_path(detour_peer *peer, uint32_t from_face, wm_vec3 from, uint32_t to_face,
                        wm_vec3 to);
/* The i-th face of the corridor of the last path, WM_NO_INDEX after its end. */
uint32_t detour_peer_corridor(const detour_peer *peer, uint32_t i);

#ifdef __cplusplus
}
#endif
#endif
