// A C interface for Detour. Detour is y up and stores vertices as 16-bit steps of a cell,
// so each mesh gets the finest cell that fits: its paths are over a slightly rounded mesh.
#include "detour_peer.h"

#include <cmath>
#include <vector>

#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

struct detour_peer {
    dtNavMesh *mesh = nullptr;
    dtNavMeshQuery *query = nullptr;
    std::vector<dtPolyRef> refs; // of each face, 0 if it is not walkable
    std::vector<uint32_t> faces; // of each polygon
    std::vector<dtPolyRef> corridor;
    int corridor_count = 0; // of the last path
    std::vector<float> straight;
    std::vector<unsigned char> flags;
    std::vector<dtPolyRef> straight_refs;
    dtQueryFilter filter;
};

static const unsigned short no_index = 0xffff;

extern "C" void detour_peer_free(detour_peer *peer)
{
    if (!peer)
        return;
    dtFreeNavMeshQuery(peer->query);
    dtFreeNavMesh(peer->mesh);
    delete peer;
}

extern "C" detour_peer *detour_peer_create(const wm_walkmesh *m)
{
    if (m->vertex_count >= no_index || m->walkable_count >= no_index)
        return nullptr;
    auto *peer = new detour_peer;
    float range = std::max(m->max.x - m->min.x, std::max(m->max.y - m->min.y, m->max.z - m->min.z));
    float cell = range > 0 ? range / 65000 : 1;
    std::vector<unsigned short> verts, polys, flags;
    std::vector<unsigned char> areas;
    std::vector<uint32_t> number(m->face_count, WM_NO_INDEX);
    uint32_t count = 0;
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        const wm_vec3 &p = m->vertices[v];
        verts.push_back((unsigned short)std::lround((p.x - m->min.x) / cell));
        verts.push_back((unsigned short)std::lround((p.z - m->min.z) / cell));
        verts.push_back((unsigned short)std::lround((p.y - m->min.y) / cell));
    }
    for (uint32_t f = 0; f < m->face_count; f++)
        if (m->walkable[f])
            number[f] = count++;
    for (uint32_t f = 0; f < m->face_count; f++) {
        if (!m->walkable[f])
            continue;
        // Swapping y and z flips the winding, so vertices are stored in reverse.
        for (int k = 2; k >= 0; k--)
            polys.push_back((unsigned short)m->faces[f].vertex[k]);
        for (int k = 2; k >= 0; k--) { // reversed edge i joins v[k] and v[k - 1]
            uint32_t to = m->neighbours[f].edge[(k + 2) % 3];
            polys.push_back(to == WM_NO_INDEX ? no_index : (unsigned short)number[to / 3]);
        }
        peer->faces.push_back(f);
        flags.push_back(1);
        areas.push_back(0);
    }
    dtNavMeshCreateParams params = {};
    params.verts = verts.data();
    params.vertCount = (int)m->vertex_count;
    params.polys = polys.data();
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = (int)count;
    params.nvp = 3;
    params.walkableHeight = 2;
    params.walkableRadius = 0;
    params.walkableClimb = 0.5f;
    params.bmin[0] = m->min.x, params.bmin[1] = m->min.z, params.bmin[2] = m->min.y;
    params.bmax[0] = m->max.x, params.bmax[1] = m->max.z, params.bmax[2] = m->max.y;
    params.cs = params.ch = cell;
    params.buildBvTree = true;
    unsigned char *data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) {
        detour_peer_free(peer);
        return nullptr;
    }
    peer->mesh = dtAllocNavMesh();
    peer->query = dtAllocNavMeshQuery();
    if (dtStatusFailed(peer->mesh->init(data, size, DT_TILE_FREE_DATA)) ||
        dtStatusFailed(peer->query->init(peer->mesh, 65535))) {
        detour_peer_free(peer);
        return nullptr;
    }
    dtPolyRef base = peer->mesh->getPolyRefBase(
        const_cast<const dtNavMesh *>(peer->mesh)->getTile(0));
    for (uint32_t f = 0; f < m->face_count; f++)
        peer->refs.push_back(number[f] == WM_NO_INDEX ? 0 : base | number[f]);
    peer->corridor.resize(65535);
    peer->straight.resize(3 * 4096);
    peer->flags.resize(4096);
    peer->straight_refs.resize(4096);
    return peer;
}

extern "C" double detour_peer_path(detour_peer *peer, uint32_t from_face, wm_vec3 from,
                                   uint32_t to_face, wm_vec3 to)
{
    const float a[3] = {from.x, from.z, from.y}, b[3] = {to.x, to.z, to.y};
    int count = 0, points = 0;
    dtStatus status = peer->query->findPath(peer->refs[from_face], peer->refs[to_face], a, b,
                                            &peer->filter, peer->corridor.data(), &count,
                                            (int)peer->corridor.size());
    if (dtStatusFailed(status) || count == 0 || peer->corridor[count - 1] != peer->refs[to_face])
        return -1;
    peer->query->findStraightPath(a, b, peer->corridor.data(), count, peer->straight.data(),
                                  peer->flags.data(), peer->straight_refs.data(), &points, 4096);
    peer->corridor_count = count;
    double length = 0;
    for (int i = 1; i < points; i++) {
        const float *p = &peer->straight[3 * (i - 1)], *q = p + 3;
        length += std::hypot((double)q[0] - p[0], (double)q[2] - p[2]);
    }
    return length;
}

extern "C" uint32_t detour_peer_corridor(const detour_peer *peer, uint32_t i)
{
    if (i >= (uint32_t)peer->corridor_count)
        return WM_NO_INDEX;
    return peer->faces[peer->mesh->decodePolyIdPoly(peer->corridor[i])];
}
