/* Poses a KotOR model and prints where its vertices are.
 *
 *   pose_model MODEL.mdl MODEL.mdx ANIMATION SECONDS
 *
 * The model becomes a neutral scene, and a pose of the scene gives the vertices of each mesh,
 * skinned where it has a skin. An ANIMATION that the model does not have is the rest pose. */
#include <stdio.h>
#include <stdlib.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

static wm_scene *load(const char *mdl_file, const char *mdx_file, wm_error *error)
{
    wm_buffer mdl = {0}, mdx = {0};
    wm_kotor_mdl *model = NULL;
    wm_scene *scene = NULL;
    if (wm_file_read(mdl_file, NULL, &mdl, error) == WM_OK &&
        wm_file_read(mdx_file, NULL, &mdx, error) == WM_OK)
        model = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, error);
    if (model) /* without supermodels: only its own animations */
        scene = wm_scene_from_kotor_mdl(model, NULL, 0, NULL, error);
    wm_kotor_mdl_free(model);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return scene;
}

/* The vertices of one node's mesh, in the space of the model. */
static void print_mesh(wm_pose *pose, uint32_t node)
{
    const wm_scene_node *n = &pose->scene->nodes[node];
    const wm_scene_mesh *mesh = &pose->scene->meshes[n->mesh];
    wm_vec3 *positions = malloc(mesh->vertex_count * sizeof *positions + 1);
    if (!positions)
        return;
    wm_pose_mesh(pose, node, positions, NULL);
    printf("%s: %u vertices%s\n", n->name, mesh->vertex_count,
           n->skin == WM_NO_INDEX ? "" : ", skinned");
    for (uint32_t v = 0; v < mesh->vertex_count && v < 3; v++) /* the first three */
        printf("  %.3f %.3f %.3f\n", (double)positions[v].x, (double)positions[v].y,
               (double)positions[v].z);
    free(positions);
}

int main(int argc, char **argv)
{
    wm_error error;
    char text[512];
    if (argc != 5) {
        fputs("usage: pose_model MODEL.mdl MODEL.mdx ANIMATION SECONDS\n", stderr);
        return 2;
    }
    wm_scene *scene = load(argv[1], argv[2], &error);
    wm_pose *pose = scene ? wm_pose_new(scene, NULL, &error) : NULL;
    if (!pose) {
        fprintf(stderr, "pose_model: %s\n", wm_error_format(&error, argv[1], text, sizeof text));
        wm_scene_free(scene);
        return 2;
    }
    /* Each frame: sample an animation, update the nodes, read the meshes. */
    uint32_t animation = wm_scene_find_animation(scene, argv[3]);
    wm_pose_sample(pose, animation, strtof(argv[4], NULL), WM_PLAY_LOOP);
    wm_pose_update(pose);
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (scene->nodes[i].mesh != WM_NO_INDEX)
            print_mesh(pose, i);
    wm_pose_free(pose);
    wm_scene_free(scene);
    return 0;
}
