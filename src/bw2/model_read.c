/* Reader: tables follow one another, each as long as its count. Ranges and indices that lead
 * outside are replaced, and the stored numbers are kept. With a report, every fault is a finding
 * with its own code. docs/formats/bw2-model.md, "Layout". */
#include <stdio.h>

#include "base/words.h"
#include "bw2/internal.h"

/* Tables that are loaded as blocks of 32-bit values. */
_Static_assert(sizeof(wm_bw2_reference) == WMI_BW2_REFERENCE, "as in the file");
_Static_assert(sizeof(wm_bw2_frame) == WMI_BW2_BONE, "as in the file");
_Static_assert(sizeof(wm_bw2_circle) == WMI_BW2_POINT, "as in the file");
_Static_assert(sizeof(wm_vec3) == WMI_BW2_POINT, "as in the file");

typedef struct reading {
    wmi_reader r;
    wm_bw2_model *m;
    wmi_arena *arena;
    wm_report *report;
    uint64_t at;     /* end of what has been read */
    size_t odd_room; /* elements that the list of replaced numbers has room for */
} reading;

/* Rejects the file: the first fault becomes the error, all become findings. */
WM_PRINTF(6, 7)
static void fault(reading *g, wm_issue_code code, wm_status status, uint64_t offset,
                  const char *path, const char *fmt, ...)
{
    char text[200];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    wmi_reader_fail(&g->r, status, offset, path, "%s", text);
    wmi_report(g->report, code, wmi_at(offset, "%s", path), "%s", text);
}

/* A fault that leaves the rest readable. */
WM_PRINTF(6, 7)
static void forgive(reading *g, wm_issue_code code, wm_status status, uint64_t offset,
                    const char *path, const char *fmt, ...)
{
    char text[200];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    if (g->m->fault_count++ == 0)
        wmi_fail_at(&g->m->first_fault, status, offset, path, "%s", text);
    wmi_report(g->report, code, wmi_at(offset, "%s", path), "%s", text);
}

/* Makes room for more numbers that are replaced: as many as are needed, or twice as many as before
 * if they come one by one. */
static bool make_room(reading *g, size_t more)
{
    wmi_bw2 *doc = wmi_bw2_of(g->m);
    if (doc->odd_count + more <= g->odd_room)
        return true;
    g->odd_room = doc->odd_count + more + (more < 8 ? doc->odd_count : 0);
    wmi_bw2_odd *odd = wmi_arena_raw(g->arena, g->odd_room, sizeof *odd);
    if (!odd) {
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, "");
        return false;
    }
    if (doc->odd_count)
        memcpy(odd, doc->odd, doc->odd_count * sizeof *odd);
    doc->odd = odd;
    return true;
}

static void keep_odd(reading *g, uint64_t offset, uint32_t size, uint32_t stored, uint32_t used)
{
    wmi_bw2 *doc = wmi_bw2_of(g->m);
    doc->odd[doc->odd_count++] = (wmi_bw2_odd){(uint32_t)offset, size, stored, used};
}

/* Turns a fault found by the base reader into a finding too. */
static void tell(reading *g, bool failed_before)
{
    if (g->r.failed && !failed_before)
        wm_report_add_error(g->report, WM_BW2_TABLE_OUTSIDE, g->r.error);
}

/* Returns the next count records, or NULL if there are none or they do not fit. */
static const uint8_t *take(reading *g, uint32_t count, uint32_t stride, const char *field)
{
    bool before = g->r.failed;
    wmi_span s = wmi_reader_span(&g->r, g->at, count, stride, field);
    tell(g, before);
    if (s.count == 0)
        return NULL;
    g->at += (uint64_t)count * stride;
    return s.data;
}

static void *room(reading *g, size_t count, size_t size, const char *field)
{
    void *p = g->r.failed ? NULL : wmi_arena_raw(g->arena, count, size);
    if (!p && !g->r.failed)
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, field);
    return p;
}

/* Reads a table of records that consist of 32-bit values or raw bytes. */
static void *take_words(reading *g, uint32_t count, uint32_t stride, const char *field)
{
    const uint8_t *from = take(g, count, stride, field);
    void *to = from ? room(g, count, stride, field) : NULL;
    if (to)
        wmi_load32(to, from, (size_t)count * (stride / 4));
    return to;
}

static void read_header(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, 1, WMI_BW2_HEADER, "header");
    if (!p)
        return;
    wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
    wmi_bw2_code_header(&c, m);
    if (m->magic != WMI_BW2_MAGIC)
        fault(g, WM_BW2_MAGIC, WM_BAD_MAGIC, 0x2C, "magic", "expected 0x2B00B1E5, found 0x%08lx",
              (ul)m->magic);
    if (m->version != 5 && m->version != 6)
        fault(g, WM_BW2_VERSION, WM_UNSUPPORTED, 0x30, "version",
              "%lu is not supported, expected 5 or 6", (ul)m->version);
    if (m->topology != WM_BW2_TOPOLOGY_LIST && m->topology != WM_BW2_TOPOLOGY_STRIP)
        fault(g, WM_BW2_TOPOLOGY, WM_BAD_VALUE, 0xB0, "topology",
              "expected 2 (lists) or 3 (strips), found %lu", (ul)m->topology);
}

static void read_materials(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->material_count, WMI_BW2_MATERIAL, "materials");
    m->materials = p ? room(g, m->material_count, sizeof *m->materials, "materials") : NULL;
    if (m->materials) /* characters only */
        memcpy(m->materials, p, (size_t)m->material_count * WMI_BW2_MATERIAL);
}

static void read_meshes(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->mesh_count, WMI_BW2_MESH, "meshes");
    m->meshes = p ? room(g, m->mesh_count, sizeof *m->meshes, "meshes") : NULL;
    if (!m->meshes)
        return;
    uint64_t total = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++, p += WMI_BW2_MESH) {
        wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
        wmi_bw2_code_mesh(&c, &m->meshes[i]);
        m->meshes[i].reference = (uint32_t)total;
        total += m->meshes[i].reference_count;
        if (total > UINT32_MAX) {
            fault(g, WM_BW2_TABLE_OUTSIDE, WM_TRUNCATED, (uint64_t)(p - g->r.base) + 0x88,
                  "meshes.reference_count",
                  "the file is cut off: it cannot hold that many references");
            return;
        }
    }
    m->reference_count = (uint32_t)total;
}

static void read_entities(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->entity_count, WMI_BW2_ENTITY, "entities");
    m->entities = p ? room(g, m->entity_count, sizeof *m->entities, "entities") : NULL;
    for (uint32_t i = 0; m->entities && i < m->entity_count; i++, p += WMI_BW2_ENTITY) {
        wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
        wmi_bw2_code_entity(&c, &m->entities[i]);
    }
}

static void measure_stream(reading *g, uint32_t number, uint64_t at)
{
    char path[64];
    wm_bw2_stream *s = &g->m->streams[number];
    if (s->element_count > WM_BW2_ELEMENTS) {
        wmi_format(path, sizeof path, "streams[%lu].element_count", (ul)number);
        fault(g, WM_BW2_STREAM_ELEMENTS, WM_BAD_VALUE, at, path, "%s, at most %d are possible",
              wmi_count(s->element_count, "element", "elements").text, WM_BW2_ELEMENTS);
        return;
    }
    for (uint32_t e = 0; e < s->element_count; e++) {
        uint32_t size = wm_bw2_format_size(s->elements[e].format);
        s->stride += size;
        if (size == 0) {
            wmi_format(path, sizeof path, "streams[%lu].elements[%lu].format", (ul)number, (ul)e);
            fault(g, WM_BW2_STREAM_FORMAT, WM_UNSUPPORTED, at + 8 + 8ull * e, path,
                  "format %lu is unknown, expected 0 to 4", (ul)s->elements[e].format);
        }
    }
}

static void read_streams(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->stream_count, WMI_BW2_STREAM, "streams");
    if (p && m->stream_count > WM_BW2_STREAMS)
        fault(g, WM_BW2_STREAM_LIMIT, WM_LIMIT, 0xAC, "stream_count",
              "%s, at most %d are supported; the game's models have 1 or 9",
              wmi_count(m->stream_count, "stream", "streams").text, WM_BW2_STREAMS);
    m->streams = p ? room(g, m->stream_count, sizeof *m->streams, "streams") : NULL;
    if (!m->streams)
        return;
    for (uint32_t i = 0; i < m->stream_count; i++, p += WMI_BW2_STREAM) {
        wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
        m->streams[i] = (wm_bw2_stream){0};
        wmi_bw2_code_stream(&c, &m->streams[i]);
        measure_stream(g, i, (uint64_t)(p - g->r.base));
    }
    for (uint32_t i = 0; i < m->stream_count && !g->r.failed; i++) {
        wm_bw2_stream *s = &m->streams[i];
        const uint8_t *data =
            s->stride ? take(g, m->vertex_count, s->stride, "streams.data") : NULL;
        s->data = data ? room(g, m->vertex_count, s->stride, "streams.data") : NULL;
        if (s->data)
            memcpy(s->data, data, (size_t)m->vertex_count * s->stride);
    }
}

static void check_positions(reading *g)
{
    const wm_bw2_model *m = g->m;
    uint32_t format = WM_BW2_FORMAT_FLOAT3;
    if (!g->r.failed && m->vertex_count &&
        !wm_bw2_model_vertex(m, 0, WM_BW2_ELEMENT_POSITION, 0, &format))
        fault(g, WM_BW2_NO_POSITION, WM_BAD_VALUE, 0xAC, "streams", "no stream holds positions");
    else if (format != WM_BW2_FORMAT_FLOAT3)
        fault(g, WM_BW2_NO_POSITION, WM_BAD_VALUE, 0xAC, "streams",
              "positions have format %lu, expected 2 (3 floats)", (ul)format);
}

/* Returns true if every index is a valid vertex. A separate function, so that compilers see
 * one simple loop. */
static bool all_below(const uint16_t *indices, uint32_t count, uint32_t limit)
{
    uint16_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = indices[i] > most ? indices[i] : most;
    return most < limit;
}

/* The index of a neighbour, so that the triangles have no area. The ones before are valid. */
static uint16_t stand_in(const wm_bw2_model *m, uint32_t i)
{
    bool first = m->topology == WM_BW2_TOPOLOGY_LIST && i % 3 == 0;
    if (first && i + 1 < m->index_count && m->indices[i + 1] < m->vertex_count)
        return m->indices[i + 1];
    return i > 0 ? m->indices[i - 1] : 0;
}

static void replace_indices(reading *g, uint64_t start)
{
    wm_bw2_model *m = g->m;
    size_t bad = 0;
    for (uint32_t i = 0; i < m->index_count; i++)
        bad += m->indices[i] >= m->vertex_count;
    if (m->vertex_count == 0) { /* no valid index exists */
        fault(g, WM_BW2_INDEX_RANGE, WM_BAD_VALUE, start, "indices", "%s but no vertices",
              wmi_count(m->index_count, "index", "indices").text);
        return;
    }
    if (!make_room(g, bad))
        return;
    for (uint32_t i = 0; i < m->index_count; i++) {
        char path[48];
        uint16_t stored = m->indices[i];
        if (stored < m->vertex_count)
            continue;
        wmi_format(path, sizeof path, "indices[%lu]", (ul)i);
        forgive(g, WM_BW2_INDEX_RANGE, WM_BAD_VALUE, start + 2ull * i, path,
                "the index is %u, but %s", stored,
                wmi_only(m->vertex_count, "vertex", "vertices").text);
        m->indices[i] = stand_in(m, i);
        keep_odd(g, start + 2ull * i, 2, stored, m->indices[i]);
    }
}

static void read_indices(reading *g)
{
    wm_bw2_model *m = g->m;
    uint64_t start = g->at;
    const uint8_t *p = take(g, m->index_count, 2, "indices");
    m->indices = p ? room(g, m->index_count, 2, "indices") : NULL;
    if (!m->indices)
        return;
    wmi_load16(m->indices, p, m->index_count);
    if (!all_below(m->indices, m->index_count, m->vertex_count))
        replace_indices(g, start);
}

/* The cleaves are the last table: if the file is cut off there, the model has all the rest. */
static void read_cleaves(reading *g)
{
    wm_bw2_model *m = g->m;
    uint64_t left = g->r.size - g->at;
    wmi_bw2_of(m)->no_cleave_count = left < 4;
    if (left < 4) {
        forgive(g, WM_BW2_TABLE_OUTSIDE, WM_TRUNCATED, g->at, "cleave_count", "%s",
                wmi_cut_off("cleave_count", g->at, 4, g->r.size).text);
        return;
    }
    uint32_t stored = wmi_reader_u32(&g->r, g->at, "cleave_count");
    m->cleave_count = stored;
    if (!wmi_fits(g->r.size, g->at + 4, stored, WMI_BW2_POINT) && make_room(g, 1)) {
        m->cleave_count = (uint32_t)((left - 4) / WMI_BW2_POINT);
        forgive(
            g, WM_BW2_TABLE_OUTSIDE, WM_TRUNCATED, g->at, "cleaves", "%s",
            wmi_cut_off("cleaves", g->at + 4, (uint64_t)stored * WMI_BW2_POINT, g->r.size).text);
        keep_odd(g, g->at, 4, stored, m->cleave_count);
    }
    g->at += 4;
    m->cleaves = take_words(g, m->cleave_count, WMI_BW2_POINT, "cleaves");
}

static void read_rest(reading *g)
{
    wm_bw2_model *m = g->m;
    if (m->version >= 6 && !g->r.failed)
        read_cleaves(g);
    if (g->r.failed || g->at >= g->r.size)
        return;
    m->extra_size = (uint32_t)(g->r.size - g->at);
    m->extra = room(g, m->extra_size, 1, "extra");
    if (m->extra)
        memcpy(m->extra, g->r.base + g->at, m->extra_size);
}

/* A range in a table of `all` records, stored as two words at `offset`: its start and its length.
 * In messages it is called what[number].part, and one record `one`. */
typedef struct range {
    const char *what, *part, *one, *many;
    uint32_t number;
    uint64_t offset;
    uint32_t *first, *count;
    uint32_t all;
    wm_issue_code code;
} range;

/* A range that leaves its table becomes empty. */
static void check_range(reading *g, range r)
{
    char path[64];
    if (g->r.failed || (uint64_t)*r.first + *r.count <= r.all || !make_room(g, 2))
        return;
    wmi_format(path, sizeof path, "%s[%lu].%s", r.what, (ul)r.number, r.part);
    forgive(g, r.code, WM_BAD_VALUE, r.offset, path, "%s from %lu on, but %s",
            wmi_count(*r.count, r.one, r.many).text, (ul)*r.first,
            wmi_only(r.all, r.one, r.many).text);
    keep_odd(g, r.offset, 4, *r.first, 0);
    keep_odd(g, r.offset + 4, 4, *r.count, 0);
    *r.first = *r.count = 0;
}

static void check_material(reading *g, uint32_t i, uint64_t at)
{
    const wm_bw2_model *m = g->m;
    uint32_t *material = &m->references[i].material;
    char path[64];
    if (g->r.failed || *material < m->material_count)
        return;
    wmi_format(path, sizeof path, "references[%lu].material", (ul)i);
    if (m->material_count == 0) { /* no valid index exists */
        fault(g, WM_BW2_REFERENCE_MATERIAL, WM_BAD_VALUE, at, path,
              "the material is %lu, but there are none", (ul)*material);
        return;
    }
    if (!make_room(g, 1))
        return;
    forgive(g, WM_BW2_REFERENCE_MATERIAL, WM_BAD_VALUE, at, path, "the material is %lu, but %s",
            (ul)*material, wmi_only(m->material_count, "material", "materials").text);
    keep_odd(g, at, 4, *material, 0);
    *material = 0;
}

static void check_ranges(reading *g)
{
    wm_bw2_model *m = g->m;
    uint64_t at = WMI_BW2_HEADER + (uint64_t)m->material_count * WMI_BW2_MATERIAL;
    for (uint32_t i = 0; i < m->mesh_count; i++, at += WMI_BW2_MESH) {
        wm_bw2_mesh *mesh = &m->meshes[i];
        check_range(g, (range){"meshes", "first_vertex", "vertex", "vertices", i, at + 0x0C,
                               &mesh->first_vertex, &mesh->vertex_count, m->vertex_count,
                               WM_BW2_MESH_OUTSIDE});
        check_range(g, (range){"meshes", "first_index", "index", "indices", i, at + 4,
                               &mesh->first_index, &mesh->index_count, m->index_count,
                               WM_BW2_MESH_OUTSIDE});
    }
    for (uint32_t i = 0; i < m->reference_count; i++, at += WMI_BW2_REFERENCE) {
        wm_bw2_reference *r = &m->references[i];
        check_material(g, i, at);
        check_range(g, (range){"references", "first_index", "index", "indices", i, at + 4,
                               &r->first_index, &r->index_count, m->index_count,
                               WM_BW2_REFERENCE_OUTSIDE});
        check_range(g, (range){"references", "first_vertex", "vertex", "vertices", i, at + 0x0C,
                               &r->first_vertex, &r->vertex_count, m->vertex_count,
                               WM_BW2_REFERENCE_OUTSIDE});
    }
}

static void read_tables(reading *g)
{
    wm_bw2_model *m = g->m;
    read_header(g);
    read_materials(g);
    read_meshes(g);
    m->references = take_words(g, m->reference_count, WMI_BW2_REFERENCE, "references");
    m->bones = take_words(g, m->bone_count, WMI_BW2_BONE, "bones");
    read_entities(g);
    m->circles = take_words(g, m->circle_count, WMI_BW2_POINT, "circles");
    m->footprint = take_words(g, m->footprint_count, WMI_BW2_POINT, "footprint");
    read_streams(g);
    check_positions(g);
    if (!g->r.failed) {
        read_indices(g);
        check_ranges(g);
    }
    read_rest(g);
}

wm_bw2_model *wm_bw2_model_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wm_error local;
    reading g = {.report = opts ? opts->report : NULL};
    wmi_reader_init(&g.r, data, size, error ? error : &local);
    if (!wm_bw2_model_detect(data, size)) {
        fault(&g, WM_BW2_SIGNATURE, size < 13 ? WM_TRUNCATED : WM_BAD_MAGIC, 0, "signature",
              "expected \"LiOnHeAdMODEL\"");
        return NULL;
    }
    if (size > UINT32_MAX) {
        wmi_fail(error, WM_UNSUPPORTED, "", "a model cannot be larger than 4 GiB");
        return NULL;
    }
    /* The document in one block: meshes are 2 % larger than in the file, streams slightly
     * larger. */
    wm_bw2_model *m = wmi_bw2_create(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size),
                                     size + size / 32 + 4096, error);
    if (!m)
        return NULL;
    g.m = m;
    g.arena = wmi_bw2_arena(m);
    wmi_bw2_of(m)->file_size = size;
    read_tables(&g);
    if (!g.r.failed)
        return m;
    wm_bw2_model_free(m);
    return NULL;
}
