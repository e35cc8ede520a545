// libsquish behind a small face in C.
#include "squish_peer.h"

#include <squish.h>

static int kind(int dxt)
{
    return dxt == 1 ? squish::kDxt1 : dxt == 3 ? squish::kDxt3 : squish::kDxt5;
}

void squish_peer_decode(const uint8_t *blocks, int width, int height, int dxt, uint8_t *rgba)
{
    squish::DecompressImage(rgba, width, height, blocks, kind(dxt));
}

void squish_peer_encode(const uint8_t *rgba, int width, int height, int dxt, uint8_t *blocks)
{
    squish::CompressImage(rgba, width, height, blocks, kind(dxt) | squish::kColourClusterFit);
}
