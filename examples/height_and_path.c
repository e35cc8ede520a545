/* Asks a walkmesh for the height of the floor and for the way between two points.
 *
 *   height_and_path ROOM.wok X1 Y1 X2 Y2
 *
 * Coordinates are metres. Exits with 1 if there is no path. */
#include <stdio.h>
#include <stdlib.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

static int fail(const char *file, const wm_error *error)
{
    char text[512];
    fprintf(stderr, "height_and_path: %s\n", wm_error_format(error, file, text, sizeof text));
    return 2;
}

/* The neutral walkmesh of a file. The document it is built from is not needed afterwards. */
static wm_walkmesh *load(const char *file, wm_error *error)
{
    wm_buffer bytes;
    if (wm_file_read(file, NULL, &bytes, error) != WM_OK)
        return NULL;
    wm_kotor_bwm *bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, error);
    wm_walkmesh *mesh = bwm ? wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, error) : NULL;
    wm_kotor_bwm_free(bwm);
    wm_buffer_free(&bytes);
    return mesh;
}

static int print_path(wm_query *query, wm_vec3 from, wm_vec3 to, wm_error *error)
{
    wm_path_point points[64];
    wm_path path = {.points = points, .point_capacity = 64};
    if (wm_query_path(query, from, to, NULL, &path, error) != WM_OK)
        return 2;
    if (!path.found) { /* not an error: the answer is that there is none */
        puts("no path");
        return 1;
    }
    printf("a path of %.2f m:\n", path.length);
    for (uint32_t i = 0; i < path.point_count && i < path.point_capacity; i++)
        printf("  %.2f %.2f %.2f\n", (double)points[i].position.x, (double)points[i].position.y,
               (double)points[i].position.z);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: height_and_path ROOM.wok X1 Y1 X2 Y2\n", stderr);
        return 2;
    }
    wm_error error;
    wm_walkmesh *mesh = load(argv[1], &error);
    wm_query *query = mesh ? wm_query_new(mesh, NULL, &error) : NULL;
    if (!query) {
        wm_walkmesh_free(mesh);
        return fail(argv[1], &error);
    }
    wm_vec3 at[2] = {{strtof(argv[2], NULL), strtof(argv[3], NULL), 0},
                     {strtof(argv[4], NULL), strtof(argv[5], NULL), 0}};
    for (int i = 0; i < 2; i++) {
        wm_query_filter walkable = {.walkable_only = true};
        wm_hit hit;
        if (wm_query_height(query, at[i], WM_LOCATE_ALL, &walkable, &hit)) {
            at[i].z = hit.z; /* the highest floor; wm_query_path takes the one nearest to z */
            printf("height at %.2f, %.2f: %.2f\n", (double)at[i].x, (double)at[i].y, (double)hit.z);
        } else {
            printf("no floor at %.2f, %.2f\n", (double)at[i].x, (double)at[i].y);
        }
    }
    int code = print_path(query, at[0], at[1], &error);
    if (code == 2)
        fail(argv[1], &error);
    wm_query_free(query);
    wm_walkmesh_free(mesh);
    return code;
}
