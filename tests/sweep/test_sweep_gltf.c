/* Sweeps over glTF, binary and text, of this library and of other programs. */
#include "scenes.h"
#include "support.h"
#include "sweep.h"
#include "walk.h"

static void *read_gltf(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    wm_gltf_read_opts full = {.load = NULL};
    if (opts)
        full.base = *opts;
    return wm_gltf_read(data, size, &full, error);
}

static uint64_t walk_mesh(uint64_t sum, const wm_scene_mesh *m)
{
    sum = test_walk_bytes(sum, m->positions, m->vertex_count * sizeof *m->positions);
    if (m->normals)
        sum = test_walk_bytes(sum, m->normals, m->vertex_count * sizeof *m->normals);
    if (m->joints)
        sum = test_walk_bytes(sum, m->joints, m->vertex_count * sizeof *m->joints);
    for (int k = 0; k < WM_SCENE_UV_SETS; k++)
        if (m->uvs[k])
            sum = test_walk_bytes(sum, m->uvs[k], m->vertex_count * sizeof *m->uvs[k]);
    for (uint32_t i = 0; i < m->index_count; i++)
        assert_true(m->indices[i] < m->vertex_count);
    return sum;
}

static uint64_t walk_scene(const void *document)
{
    const wm_scene *s = document;
    uint64_t sum = s->node_count;
    for (uint32_t i = 0; i < s->node_count; i++)
        sum = test_walk_bytes(sum, s->nodes[i].name, strlen(s->nodes[i].name));
    for (uint32_t i = 0; i < s->mesh_count; i++)
        sum = walk_mesh(sum, &s->meshes[i]);
    for (uint32_t i = 0; i < s->animation_count; i++)
        for (uint32_t k = 0; k < s->animations[i].channel_count; k++) {
            const wm_channel *c = &s->animations[i].channels[k];
            assert_true(c->node < s->node_count);
            sum = test_walk_bytes(sum, c->times, c->count * sizeof *c->times);
        }
    return sum;
}

static void free_scene(void *document)
{
    wm_scene_free(document);
}

static uint8_t *copy_of(const wm_buffer *bytes, size_t *size)
{
    uint8_t *copy = malloc(bytes->size);
    if (copy)
        memcpy(copy, bytes->data, bytes->size);
    *size = bytes->size;
    return copy;
}

/* The puppet as .glb and .gltf, and a .gltf of another program. */
static uint8_t *sample(size_t i, size_t *size)
{
    wm_buffer bytes = {0};
    if (i == 2) {
        assert_int_equal(wm_file_read(WM_SOURCE_DIR "/tests/gltf/other.gltf", NULL, &bytes, NULL),
                         WM_OK);
    } else if (i < 2) {
        const wm_gltf_write_opts opts = {.text = i == 1};
        wm_scene *scene = test_scene_puppet(NULL, NULL);
        assert_int_equal(wm_scene_finish(scene, NULL), WM_OK);
        assert_int_equal(wm_gltf_write(scene, &opts, &bytes, NULL), WM_OK);
        wm_scene_free(scene);
    } else {
        return NULL;
    }
    uint8_t *copy = copy_of(&bytes, size);
    wm_buffer_free(&bytes);
    return copy;
}

int main(void)
{
    const sweep_format gltf = {
        .name = "gltf",
        .read = read_gltf,
        .walk = walk_scene,
        .free = free_scene,
        .sample = sample,
        .header = 40,
        .memory_base = 256 << 10,
        .memory_factor = 200,
    };
    return sweep_main(&gltf);
}
