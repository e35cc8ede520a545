/* Many query objects on one mesh, each in a thread of its own, under ThreadSanitizer: the
 * answers are those of one thread, and nobody writes what another reads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "path_check.h"
#include "path_meshes.h"

enum { THREADS = 16, PAIRS = 100 };

typedef struct worker {
    const wm_walkmesh *mesh;
    const wm_path_index *index;
    double length[PAIRS];
    unsigned hits;
} worker;

static void *work(void *context)
{
    worker *w = context;
    test_mesh dice = test_mesh_new(5);
    wm_query *query = wm_query_new(w->mesh, NULL, NULL);
    const wm_query_filter filter = {.materials = UINT64_C(1) << 4};
    if (!query)
        abort();
    for (int i = 0; i < PAIRS; i++) {
        test_end ends[2];
        for (int k = 0; k < 2; k++) {
            double random[4];
            uint32_t face;
            do
                face = (uint32_t)(test_mesh_random(&dice) * w->mesh->face_count);
            while (!w->mesh->walkable[face]);
            for (int j = 0; j < 4; j++)
                random[j] = test_mesh_random(&dice);
            ends[k] = test_end_in(w->mesh, face, random);
        }
        const wm_path_opts opts = {.filter = i % 5 == 0 ? &filter : NULL,
                                   .index = i % 3 == 0 ? w->index : NULL};
        wm_path path = {0};
        wm_hit hit;
        uint32_t count;
        if (wm_query_path_between_faces(query, ends[0].face, ends[0].at, ends[1].face, ends[1].at,
                                        &opts, &path, NULL) != WM_OK ||
            wm_query_locate(query, ends[0].at, WM_LOCATE_NEAREST, NULL, &hit, 1, &count, NULL) !=
                WM_OK)
            abort();
        w->length[i] = path.found ? path.length : -1;
        w->hits += count;
    }
    wm_query_free(query);
    return NULL;
}

int main(void)
{
    unsigned meshes = 0, paths = 0;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++) {
        test_mesh made = test_mesh_new(1);
        static worker workers[THREADS];
        pthread_t thread[THREADS];
        kind->make(&made);
        wm_walkmesh *mesh = test_mesh_build(&made, NULL);
        wm_path_index *index = mesh ? wm_path_index_new(mesh, 0, NULL, NULL) : NULL;
        if (!index)
            return 1;
        for (int i = 0; i < THREADS; i++) {
            workers[i] = (worker){.mesh = mesh, .index = index};
            if (pthread_create(&thread[i], NULL, work, &workers[i]) != 0)
                return 1;
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(thread[i], NULL);
        for (int i = 0; i < PAIRS; i++) {
            paths += workers[0].length[i] >= 0;
            for (int k = 1; k < THREADS; k++)
                if (workers[k].length[i] != workers[0].length[i]) {
                    fprintf(stderr, "%s: pair %d differs between threads\n", kind->name, i);
                    return 1;
                }
        }
        wm_path_index_free(index);
        wm_walkmesh_free(mesh);
        test_mesh_free(&made);
        meshes++;
    }
    printf("%u meshes, %u paths, %d threads: all the same\n", meshes, paths, THREADS);
    return meshes < 10 || paths < 1000;
}
