/* The frame of the benchmarks: clocks, medians, and rows of results.
 *
 * Every figure that matters is a ratio of two things measured in the same run, in
 * many short rounds. Work of one thread is measured in its own processor time: by the
 * wall clock, rounds of some milliseconds fall in step with the scheduler on a busy
 * machine, and then only one of the two sides pays (seen: a load "faster" than the
 * copy it contains). A benchmark checks its results while it is timed and ends the
 * program when they are wrong. */
#ifndef WAYMARK_BENCH_H
#define WAYMARK_BENCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

#define BENCH_CHECK(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: wrong result: %s\n", __FILE__, __LINE__, #condition);          \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

double bench_seconds(void);      /* processor time of this thread */
double bench_wall_seconds(void); /* for work of several processes */

/* Makes the compiler assume that the bytes are used. */
void bench_use(const void *data);

enum { BENCH_ROUNDS = 401 };

/* One side of a comparison: does its work `times` times. */
typedef void (*bench_work)(void *context, unsigned times);

/* Median seconds per run of each side, measured alternately. `times` of each side is chosen
 * so that a round takes a quarter of a millisecond or is one run. */
typedef struct bench_pair {
    double first, second; /* seconds each */
    double ratio;         /* median of second / first per round */
} bench_pair;

bench_pair bench_compare(bench_work first, void *first_context, bench_work second,
                         void *second_context);
/* The same for work that goes on for long, such as queries: the rounds of both sides take as
 * long as each other. Each side finds the caches full of the other's data, so in short rounds
 * the faster side would spend more of its time on filling them. */
bench_pair bench_race(bench_work first, void *first_context, bench_work second,
                      void *second_context);
/* The median; sorts the values. */
double bench_middle(double *values, unsigned count);
/* Median seconds of one call. */
double bench_median(bench_work work, void *context, unsigned rounds);

/* One line of the result. `note` may be "". */
void bench_row(const char *name, double value, const char *unit, const char *fmt, ...)
    WM_PRINTF(4, 5);
void bench_heading(const char *title);
void bench_note(const char *text); /* a line without a figure; not in JSON */

/* A file below the corpus; false if it is missing. */
bool bench_corpus(const char *file, wm_buffer *bytes);

/* 203tell.wok of the corpus, or a generated mesh of its size; reports which. */
wm_buffer bench_room(const char **name);

/* Walkmeshes to measure on: `desc` points at the arrays. */
typedef struct bench_mesh {
    const char *name;
    wm_walkmesh_desc desc;
    wm_vec3 *vertices;
    wm_walk_face *faces;
    bool *walkable;
    uint32_t *materials;
    wm_walk_edges *neighbours; /* NULL: found by vertex number */
} bench_mesh;

bench_mesh bench_mesh_room(void); /* bench_room as a neutral mesh */
/* The three largest NWN2 meshes of the corpus, i from 0; false if they are missing. */
bool bench_mesh_terrain(unsigned i, bench_mesh *mesh);
/* About `faces` faces: hills without walls; corridors 2 m wide between walls. */
bench_mesh bench_mesh_field(uint32_t faces);
bench_mesh bench_mesh_maze(uint32_t faces);
bench_mesh bench_mesh_loops(uint32_t faces); /* the maze with some walls opened */
void bench_mesh_free(bench_mesh *m);

void bench_rays(void);  /* against Embree, where it is installed */
void bench_paths(void); /* against Detour, where it is installed */
void bench_load(void);
void bench_models(void);
void bench_pose(void);
void bench_rebuild(void);
void bench_text(void);
void bench_command(void);
void bench_terrain(void);
void bench_bake(void);
void bench_area(void);
void bench_bw2(void);
void bench_mdb(void);
void bench_archive(void); /* against pread */
void bench_images(void);
void bench_texture(void); /* against libsquish, where it is installed */

#endif
