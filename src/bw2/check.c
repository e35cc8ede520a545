/* Checks models: the container, and rules for the file as a whole. The reader already
 * rejects files with ranges or indices out of bounds. docs/formats/bw2-model.md, "What check
 * finds". */
#include "bw2/check.h"
#include "base/words.h"

void *wmi_bw2_check_new(wmi_bw2_checker *c, size_t count, size_t size)
{
    void *data = wmi_arena_new(c->scratch, count, size);
    c->out_of_memory |= !data;
    return data;
}

wm_vec3 wmi_bw2_position(const wmi_bw2_checker *c, uint32_t vertex)
{
    wm_vec3 at = {0, 0, 0};
    if (c->positions)
        wmi_load32(&at, c->positions + (size_t)vertex * c->stride, 3);
    return at;
}

/* Positions are in one stream, in the same format for all vertices. */
static void find_positions(wmi_bw2_checker *c)
{
    c->positions = wm_bw2_model_vertex(c->m, 0, WM_BW2_ELEMENT_POSITION, 0, NULL);
    for (uint32_t s = 0; s < c->m->stream_count; s++)
        for (uint32_t e = 0; e < c->m->streams[s].element_count && c->stride == 0; e++)
            if (c->m->streams[s].elements[e].id == WM_BW2_ELEMENT_POSITION)
                c->stride = c->m->streams[s].stride;
}

uint64_t wmi_bw2_mesh_at(const wmi_bw2_checker *c, uint32_t mesh)
{
    return c->at.meshes + (uint64_t)mesh * WMI_BW2_MESH;
}

uint64_t wmi_bw2_reference_at(const wmi_bw2_checker *c, uint32_t reference)
{
    return c->at.references + (uint64_t)reference * WMI_BW2_REFERENCE;
}

static void check_sizes(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (size_t i = 13; i < sizeof m->signature; i++)
        if (m->signature[i]) {
            wmi_report(c->report, WM_BW2_SIGNATURE_REST, wmi_at(i, "signature"),
                       "byte %zu is 0x%02x, expected zeros after \"LiOnHeAdMODEL\"", i,
                       (unsigned)(uint8_t)m->signature[i]);
            break;
        }
    if (m->size != c->at.end - 44)
        wmi_report(c->report, WM_BW2_SIZE, wmi_at(0x28, "size"),
                   "the stored size is %s, expected %s for a file of %s", wmi_number(m->size).text,
                   wmi_number(c->at.end - 44).text, wmi_count(c->at.end, "byte", "bytes").text);
    if (m->metadata_size != c->at.data - 0x38)
        wmi_report(c->report, WM_BW2_METADATA_SIZE, wmi_at(0x34, "metadata_size"),
                   "the stored size is %s, expected %s because the first stream starts at 0x%llx",
                   wmi_number(m->metadata_size).text, wmi_number(c->at.data - 0x38).text,
                   (unsigned long long)c->at.data);
    if (m->extra_size)
        wmi_report(c->report, WM_BW2_TRAILING, wmi_at(c->at.extra, "extra"), "%s the last table",
                   wmi_count(m->extra_size, "byte follows", "bytes follow").text);
    if (m->version >= 6 && m->cleave_count != m->vertex_count)
        wmi_report(c->report, WM_BW2_CLEAVE_COUNT, wmi_at(c->at.cleaves, "cleave_count"),
                   "%s for %s, expected one for each",
                   wmi_count(m->cleave_count, "cleave vector", "cleave vectors").text,
                   wmi_count(m->vertex_count, "vertex", "vertices").text);
    if (m->mesh_count == 0 || m->vertex_count == 0 || m->index_count == 0)
        wmi_report(c->report, WM_BW2_EMPTY, wmi_at(0x80, "mesh_count"),
                   "the model has %s, %s and %s", wmi_count(m->mesh_count, "mesh", "meshes").text,
                   wmi_count(m->vertex_count, "vertex", "vertices").text,
                   wmi_count(m->index_count, "index", "indices").text);
}

static void measure_ranges(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint64_t vertices = 0, indices = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++)
        vertices += m->meshes[i].vertex_count;
    for (uint32_t i = 0; i < m->reference_count; i++)
        indices += m->references[i].index_count;
    c->walk_meshes = vertices <= 4 * (uint64_t)m->vertex_count;
    c->walk_references = indices <= 4 * (uint64_t)m->index_count;
}

wm_status wm_bw2_model_check(const wm_bw2_model *model, const wm_check_opts *opts,
                             wm_report *report, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    wmi_arena scratch;
    wmi_arena_init(&scratch, &wmi_bw2_arena(model)->allocator, 0);
    wmi_bw2_checker c = {
        .m = model, .report = report, .at = wmi_bw2_layout_of(model), .scratch = &scratch};
    find_positions(&c);
    measure_ranges(&c);
    check_sizes(&c);
    wmi_bw2_check_names(&c);
    wmi_bw2_check_vertices(&c);
    wmi_bw2_check_meshes(&c);
    wmi_bw2_check_bounds(&c);
    wmi_bw2_check_skin(&c);
    wmi_bw2_check_places(&c);
    wmi_arena_free(&scratch);
    return wmi_check_end(opts, report, first, c.out_of_memory, error);
}
