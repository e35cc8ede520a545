/* A C interface for libsquish, for the benchmarks only. */
#ifndef WAYMARK_BENCH_SQUISH_PEER_H
#define WAYMARK_BENCH_SQUISH_PEER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* RGBA from blocks, and blocks from RGBA (libsquish's best fit that is not iterative). dxt: 1, 3 or
 * 5. */
void squish_peer_decode(const uint8_t *blocks, int width, int height, int dxt, uint8_t *rgba);
void squish_peer_encode(const uint8_t *rgba, int width, int height, int dxt, uint8_t *blocks);

#ifdef __cplusplus
}
#endif
#endif
