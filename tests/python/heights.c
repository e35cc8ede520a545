/* The other side of speed.py: heights one by one in C, as a program would ask for them.
 *
 *   heights WALKMESH POINTS ROUNDS     POINTS: a file of floats, three for each point
 *
 * Prints the least processor time of a round in seconds, and the sum of the heights found. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "waymark/file.h"
#include "waymark/folder.h"
#include "waymark/waymark.h"

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    wm_error error;
    wm_buffer bytes = {0};
    wm_document *document = argc == 4 ? wm_open_file(argv[1], NULL, &error) : NULL;
    wm_walkmesh *mesh = document ? wm_document_walkmesh(document, NULL, &error) : NULL;
    wm_query *query = mesh ? wm_query_new(mesh, NULL, &error) : NULL;
    if (!query || wm_file_read(argv[2], NULL, &bytes, &error) != WM_OK)
        return 1;
    size_t count = bytes.size / sizeof(wm_vec3);
    const wm_vec3 *points = (const wm_vec3 *)(const void *)bytes.data;
    wm_hit *hits = malloc(count * sizeof *hits);
    double best = 1e9, sum = 0;
    for (int round = 0; hits && round < atoi(argv[3]); round++) {
        double start = seconds();
        for (size_t i = 0; i < count; i++)
            if (!wm_query_height(query, points[i], WM_LOCATE_NEAREST, NULL, &hits[i]))
                hits[i].z = 0;
        double took = seconds() - start;
        best = took < best ? took : best;
    }
    for (size_t i = 0; hits && i < count; i++)
        sum += (double)hits[i].z;
    printf("%.9f %.17g\n", best, sum);
    free(hits);
    wm_buffer_free(&bytes);
    wm_query_free(query);
    wm_walkmesh_free(mesh);
    wm_document_free(document);
    return 0;
}
