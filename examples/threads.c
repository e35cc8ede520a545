/* Asks one walkmesh from several threads.
 *
 *   threads ROOM.wok
 *
 * A wm_walkmesh never changes, so all threads share it. A wm_query has scratch memory, so
 * each thread has its own. Nothing is locked. */
#include <pthread.h>
#include <stdio.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

enum { THREADS = 4, STEPS = 200 };

typedef struct job {
    const wm_walkmesh *mesh; /* shared */
    uint32_t found;          /* points with a floor */
    double sum;              /* of their heights */
    wm_error error;          /* there was no memory for its query; else zeroed */
} job;

/* Walks over the mesh in steps and asks for the height at each. */
static void *measure(void *argument)
{
    job *j = argument;
    const wm_walkmesh *m = j->mesh;
    wm_query *query = wm_query_new(m, NULL, &j->error);
    for (int y = 0; query && y < STEPS; y++)
        for (int x = 0; x < STEPS; x++) {
            wm_vec3 point = {m->min.x + (m->max.x - m->min.x) * (float)x / STEPS,
                             m->min.y + (m->max.y - m->min.y) * (float)y / STEPS, 0};
            wm_hit hit;
            if (wm_query_height(query, point, WM_LOCATE_ALL, NULL, &hit)) {
                j->found++;
                j->sum += (double)hit.z;
            }
        }
    wm_query_free(query);
    return NULL;
}

int main(int argc, char **argv)
{
    wm_error error;
    wm_buffer bytes = {0};
    char text[512];
    if (argc != 2) {
        fputs("usage: threads ROOM.wok\n", stderr);
        return 2;
    }
    wm_kotor_bwm *bwm = NULL;
    if (wm_file_read(argv[1], NULL, &bytes, &error) == WM_OK)
        bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    wm_walkmesh *mesh = bwm ? wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, &error) : NULL;
    wm_kotor_bwm_free(bwm);
    wm_buffer_free(&bytes);
    if (!mesh) {
        fprintf(stderr, "threads: %s\n", wm_error_format(&error, argv[1], text, sizeof text));
        return 2;
    }
    pthread_t thread[THREADS];
    job jobs[THREADS] = {{.mesh = NULL}};
    int started = 0, good = 1;
    for (; started < THREADS; started++) {
        jobs[started].mesh = mesh;
        if (pthread_create(&thread[started], NULL, measure, &jobs[started]) != 0)
            break;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        good = good && jobs[i].error.code == WM_OK && jobs[i].found == jobs[0].found &&
               jobs[i].sum == jobs[0].sum;
    }
    wm_walkmesh_free(mesh);
    if (started == 0 || !good)
        return fputs("threads: a thread failed, or none started\n", stderr), 1;
    printf("%d threads found the same %u heights\n", started, jobs[0].found);
    return 0;
}
