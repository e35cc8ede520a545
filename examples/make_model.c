/* Makes a KotOR model from a mesh: a pyramid with a texture.
 *
 *   make_model OUT.mdl OUT.mdx
 *
 * The mesh goes into a neutral scene; the library computes everything else that the game's
 * file needs, such as normals, bounds and the vertex rows of the MDX. */
#include <stdio.h>
#include <string.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

/* Metres, z up. Counter-clockwise seen from outside. */
static const wm_vec3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 2}};
static const float uvs[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5f, 0.5f}}; /* seen from above */
static const uint32_t triangles[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 3, 2, 0, 2, 1};
enum { CORNERS = sizeof corners / sizeof *corners, INDICES = sizeof triangles / sizeof *triangles };

/* Arrays of a scene come from wm_scene_alloc and live as long as the scene. */
static bool fill(wm_scene *s, wm_error *error)
{
    wm_scene_node *node = s->nodes = wm_scene_alloc(s, 1, sizeof *s->nodes, error);
    wm_scene_mesh *mesh = s->meshes = wm_scene_alloc(s, 1, sizeof *s->meshes, error);
    wm_scene_material *material = s->materials = wm_scene_alloc(s, 1, sizeof *material, error);
    if (!node || !mesh || !material)
        return false;
    mesh->positions = wm_scene_alloc(s, CORNERS, sizeof *mesh->positions, error);
    mesh->uvs[0] = wm_scene_alloc(s, CORNERS, sizeof *mesh->uvs[0], error);
    mesh->indices = wm_scene_alloc(s, INDICES, sizeof *mesh->indices, error);
    mesh->parts = wm_scene_alloc(s, 1, sizeof *mesh->parts, error);
    if (!mesh->positions || !mesh->uvs[0] || !mesh->indices || !mesh->parts)
        return false;
    memcpy(mesh->positions, corners, sizeof corners);
    memcpy(mesh->uvs[0], uvs, sizeof uvs);
    memcpy(mesh->indices, triangles, sizeof triangles);
    mesh->vertex_count = CORNERS;
    mesh->index_count = INDICES;
    mesh->part_count = 1;
    mesh->parts[0] = (wm_scene_part){.first = 0, .count = INDICES, .material = 0};
    *material = (wm_scene_material){.diffuse = {1, 1, 1}, .ambient = {1, 1, 1}, .alpha = 1};
    material->textures[WM_TEXTURE_SLOT_COLOUR].name = "lda_wall01";
    *node = (wm_scene_node){.name = "pyramid",
                            .kind = WM_NODE_KIND_MESH,
                            .parent = WM_NO_INDEX,
                            .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                            .skin = WM_NO_INDEX,
                            .light = WM_NO_INDEX,
                            .source = WM_NO_INDEX};
    s->name = "monument";
    s->up = WM_UP_Z;
    s->node_count = s->mesh_count = s->material_count = 1;
    return wm_scene_finish(s, error) == WM_OK; /* proves that every index leads somewhere */
}

int main(int argc, char **argv)
{
    wm_error error;
    char text[512];
    if (argc != 3) {
        fputs("usage: make_model OUT.mdl OUT.mdx\n", stderr);
        return 2;
    }
    wm_buffer mdl = {0}, mdx = {0};
    wm_scene *scene = wm_scene_new(0, NULL, &error);
    wm_kotor_mdl *model = NULL; /* of KotOR 1, unless options say otherwise */
    if (scene && fill(scene, &error))
        model = wm_kotor_mdl_from_scene(scene, NULL, NULL, &error);
    bool good = model && wm_kotor_mdl_write(model, NULL, &mdl, &mdx, &error) == WM_OK;
    if (good) { /* both files or none */
        wm_file_output files[] = {{argv[1], mdl.data, mdl.size}, {argv[2], mdx.data, mdx.size}};
        good = wm_file_write_all(files, 2, true, NULL, &error) == WM_OK;
    }
    if (!good)
        fprintf(stderr, "make_model: %s\n", wm_error_format(&error, NULL, text, sizeof text));
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(model);
    wm_scene_free(scene);
    return good ? 0 : 1;
}
