/* Sweeps over model texts, with notes and without: every truncation, patched bytes,
 * refused memory. */
#include "models.h"
#include "support.h"
#include "sweep.h"

static void *read_text(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    wm_kotor_mdl_text_read_opts o = {0};
    if (opts)
        o.base = *opts;
    return wm_kotor_mdl_text_read(data, size, &o, error);
}

static uint64_t walk_tree(const wm_kotor_mdl *m, const wm_kotor_tree *t)
{
    uint64_t sum = t->count;
    for (uint32_t i = 0; i < t->count; i++) {
        const wm_kotor_mdl_node *n = &t->nodes[i];
        if (i ? n->parent >= i : n->parent != WM_NO_INDEX)
            abort();
        sum = sum * 31 + strlen(m->names[n->name]);
        for (uint32_t c = 0; c < n->controller_count; c++)
            sum += wm_kotor_controller_fits(&n->controllers[c], n);
        for (uint32_t k = 0; k < n->data_count; k++)
            sum += n->data[k] > 0;
        const wm_kotor_mesh *mesh = n->mesh;
        for (uint32_t f = 0; mesh && f < mesh->face_count; f++)
            for (int k = 0; k < 3; k++)
                if (mesh->faces[f].vertex[k] >= mesh->vertex_count)
                    abort();
        for (uint32_t v = 0; mesh && v < mesh->vertex_count; v++) {
            wm_vec3 p;
            if (wm_kotor_mesh_position(mesh, v, &p))
                sum += p.x > 0;
        }
        for (uint32_t b = 0; mesh && b < mesh->aabb_count; b++)
            if ((mesh->aabbs[b].left != WM_NO_INDEX && mesh->aabbs[b].left >= mesh->aabb_count) ||
                (mesh->aabbs[b].right != WM_NO_INDEX && mesh->aabbs[b].right >= mesh->aabb_count))
                abort();
    }
    return sum;
}

static uint64_t walk(const void *document)
{
    const wm_kotor_mdl *m = document;
    uint64_t sum = walk_tree(m, &m->tree);
    for (uint32_t i = 0; i < m->animation_count; i++)
        sum = sum * 31 + walk_tree(m, &m->animations[i].tree) + m->animations[i].event_count;
    return sum;
}

static wm_status write_text(void *document, const wm_allocator *allocator, wm_error *error)
{
    for (int plain = 0; plain < 2; plain++) {
        wm_kotor_mdl_text_write_opts opts = {.base = {.allocator = allocator}, .plain = plain};
        wm_buffer text;
        wm_status status = wm_kotor_mdl_text_write(document, &opts, &text, error);
        if (status != WM_OK)
            return status;
        wm_buffer_free(&text);
    }
    return WM_OK;
}

static wm_status write_binary(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_buffer mdl, mdx;
    wm_status status =
        wm_kotor_mdl_write(document, &(wm_write_opts){.allocator = allocator}, &mdl, &mdx, error);
    if (status == WM_OK) {
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
    return status;
}

static void free_model(void *document)
{
    wm_kotor_mdl_free(document);
}

/* What only MDLedit writes. */
static const char mdledit[] =
    "newmodel m\ngame kotor2\nplatform pc\nsetsupermodel m S_Female02\ntotalnodes 300\n"
    "geometryheaderpadding 1 2 255\nsupermodelreference 4000000000\nbeginmodelgeom m\n"
    "node dummy m\nparent NULL\nnodepadding 7\nposition 1 2 3\ncontrollerraw 2\n"
    "20 65535 1 4 5 4 9 8 7\n8 65535 1 0 1 3 1 2 3\ncontrollerdataraw 9\n0\n1065353217\n"
    "1073741824\n1077936128\n0\n0\n0\n0\n1065353216\norientation 0 0 0 0\nendnode\n"
    "node dummy one\nparent m\nendnode\nnode skin a\nparent m\ntangentspace 1\n"
    "meshpadding3 513\nverts 4\n0 0 0\n4 0 0\n4 4 0\n0 4 0\nfaces 2\n0 1 2 1 0 1 2 4\n"
    "0 2 3 1 0 2 3 4\ntverts 4\n0 0\n1 0\n1 1\n0 1\nweights 4\none 1\nm 1\none 1\none 1\n"
    "compactbonemap 3\none\nnull\nm\nfaceextra 2\n0 0 1 0 -1 0 65535\n0 0 1 0 1 -1 -1\n"
    "normalindices 2\n0 1 2\n0 2 3\nnormals 4\n1 0 0\n0 1 0\n0 0 -1\n0.6 0 0.8\n"
    "tangentbasis 4\n1 2 3 4 5 6 7 8 9\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n"
    "0 0 0 0 0 0 0 0 0\nendnode\nnode aabb w\nparent m\nverts 3\n0 0 0\n4 0 0\n4 4 0\n"
    "faces 1\n0 1 2 1 0 0 0 4\naabb 1\n0 0 0 4 4 0 0 0 0 0\nroomlinks\n0 3\nendlist\n"
    "endnode\nnode emitter e\nparent m\nemitterpadding1 4\nemitterflagsraw 8193\n"
    "endnode\nendmodelgeom m\nnewanim a m\nlength 1\nanimheader 1 2 3 4 5 6 7 8 9\n"
    "node dummy m\nparent NULL\nextra_data 2\n0.5\nnan\nendnode\nnode dummy one\n"
    "parent m\npositionkey\n0 1 2 3\n1 4 5 6\nendlist\ncontrollerraw 1\n"
    "8 16 2 0 2 3 0 0 0\ncontrollerdataraw 8\n0\n1065353216\n1065353216\n1073741824\n"
    "1077936128\n1082130432\n1084227584\n1086324736\nendnode\ndoneanim a m\ndonemodel m\n";

/* The sample of both games, with notes and without, and a text as MDLedit writes it. */
static uint8_t *sample(size_t i, size_t *size)
{
    if (i > 4)
        return NULL;
    if (i == 4) {
        uint8_t *copy = malloc(sizeof mdledit - 1);
        if (copy)
            memcpy(copy, mdledit, sizeof mdledit - 1);
        *size = sizeof mdledit - 1;
        return copy;
    }
    wm_kotor_mdl *m =
        test_model_make(i % 2 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl_text_write_opts opts = {.plain = i >= 2};
    wm_buffer text;
    if (!m || wm_kotor_mdl_text_write(m, &opts, &text, NULL) != WM_OK)
        abort();
    wm_kotor_mdl_free(m);
    uint8_t *copy = malloc(text.size);
    if (copy)
        memcpy(copy, text.data, text.size);
    *size = text.size;
    wm_buffer_free(&text);
    return copy;
}

int main(void)
{
    static const sweep_operation operations[] = {
        {"write text", write_text}, {"write binary", write_binary}, {0}};
    const sweep_format text = {
        .name = "kotor-mdl-ascii",
        .read = read_text,
        .walk = walk,
        .free = free_model,
        .operations = operations,
        .sample = sample,
        .header = 48,
        .memory_base = 1 << 20,
        .memory_factor = 120,
    };
    return sweep_main(&text);
}
