/* Rules for stream records and vertex values. docs/formats/bw2-model.md, "What check finds". */
#include "base/words.h"
#include "bw2/check.h"

static const char *name_of(uint32_t id)
{
    switch (id) {
    case WM_BW2_ELEMENT_POSITION: return "position";
    case WM_BW2_ELEMENT_NORMAL: return "normal";
    case WM_BW2_ELEMENT_UV: return "uv";
    case WM_BW2_ELEMENT_BONE_INDEX: return "bone index";
    case WM_BW2_ELEMENT_BONE_WEIGHT: return "bone weight";
    default: return NULL;
    }
}

static uint32_t format_of(uint32_t id)
{
    switch (id) {
    case WM_BW2_ELEMENT_UV: return WM_BW2_FORMAT_FLOAT2;
    case WM_BW2_ELEMENT_BONE_INDEX: return WM_BW2_FORMAT_BYTE;
    case WM_BW2_ELEMENT_BONE_WEIGHT: return WM_BW2_FORMAT_FLOAT;
    default: return WM_BW2_FORMAT_FLOAT3;
    }
}

/* Checks each value of a float element. `start` is the file offset of the stream's data,
 * `offset` the offset of the element in a vertex. */
static void check_element(wmi_bw2_checker *c, const wm_bw2_stream *s, uint64_t start,
                          uint32_t element, uint32_t offset)
{
    const wm_bw2_model *m = c->m;
    uint32_t id = s->elements[element].id, words = wm_bw2_format_size(s->elements[element].format);
    uint32_t odd = 0, first = 0, bent = 0, first_bent = 0;
    if (s->elements[element].format > WM_BW2_FORMAT_FLOAT3)
        return;
    words /= 4;
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        float f[3] = {0, 0, 0};
        wmi_load32(f, s->data + (size_t)v * s->stride + offset, words);
        if (!isfinite(f[0]) || !isfinite(f[1]) || !isfinite(f[2])) {
            first = odd++ ? first : v;
            continue;
        }
        double length = wmi_length(wmi_vec_of((wm_vec3){f[0], f[1], f[2]}));
        if (id == WM_BW2_ELEMENT_NORMAL && words == 3 && fabs(length - 1) > 0.02)
            first_bent = bent++ ? first_bent : v;
    }
    if (odd)
        wmi_report(c->report, WM_BW2_NOT_FINITE,
                   wmi_at(start + (uint64_t)first * s->stride + offset, "vertices[%lu].%s",
                          (ul)first, name_of(id) ? name_of(id) : "element"),
                   "%s not finite", wmi_count(odd, "vertex is", "vertices are").text);
    if (bent)
        wmi_report(c->report, WM_BW2_NORMAL_LENGTH,
                   wmi_placed(wmi_at(start + (uint64_t)first_bent * s->stride + offset,
                                     "vertices[%lu].normal", (ul)first_bent),
                              wmi_bw2_position(c, first_bent)),
                   "%s %s not have length 1",
                   wmi_part(bent, m->vertex_count, "normal", "normals").text,
                   wmi_plural(bent, "does", "do"));
}

static void check_stream(wmi_bw2_checker *c, uint32_t stream, uint64_t start)
{
    const wm_bw2_stream *s = &c->m->streams[stream];
    uint64_t at = c->at.streams + (uint64_t)stream * WMI_BW2_STREAM;
    uint32_t offset = 0;
    for (uint32_t e = 0; e < s->element_count; e++) {
        uint32_t id = s->elements[e].id, format = s->elements[e].format;
        if (!name_of(id))
            wmi_report(
                c->report, WM_BW2_ELEMENT_UNKNOWN,
                wmi_at(at + 4 + 8ull * e, "streams[%lu].elements[%lu].id", (ul)stream, (ul)e),
                "element %lu is unknown, expected 0, 1, 2, 6 or 7", (ul)id);
        else if (format != format_of(id))
            wmi_report(
                c->report, WM_BW2_ELEMENT_FORMAT,
                wmi_at(at + 8 + 8ull * e, "streams[%lu].elements[%lu].format", (ul)stream, (ul)e),
                "format %lu, expected %lu for a %s", (ul)format, (ul)format_of(id), name_of(id));
        if (s->data)
            check_element(c, s, start, e, offset);
        offset += wm_bw2_format_size(format);
    }
}

/* Static models have one stream. Skins have nine: four more for bone indices, four for weights. */
static void check_streams(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint32_t count[8] = {0}, right = wm_bw2_model_is_skin(m) ? 9 : 1;
    for (uint32_t i = 0; i < m->stream_count; i++)
        for (uint32_t e = 0; e < m->streams[i].element_count; e++)
            if (m->streams[i].elements[e].id < 8)
                count[m->streams[i].elements[e].id]++;
    if (m->stream_count != right)
        wmi_report(c->report, WM_BW2_STREAM_COUNT, wmi_at(0xAC, "stream_count"),
                   "%s, expected %lu in a %s", wmi_count(m->stream_count, "stream", "streams").text,
                   (ul)right, wm_bw2_model_is_skin(m) ? "skin" : "static model");
    if (m->vertex_count && (count[WM_BW2_ELEMENT_NORMAL] != 1 || count[WM_BW2_ELEMENT_UV] < 1 ||
                            count[WM_BW2_ELEMENT_UV] > 3 || count[WM_BW2_ELEMENT_POSITION] != 1))
        wmi_report(c->report, WM_BW2_ELEMENTS_UNUSUAL, wmi_at(c->at.streams, "streams"),
                   "%s, %s and %s, expected 1, 1 and 1 to 3",
                   wmi_count(count[WM_BW2_ELEMENT_POSITION], "position", "positions").text,
                   wmi_count(count[WM_BW2_ELEMENT_NORMAL], "normal", "normals").text,
                   wmi_count(count[WM_BW2_ELEMENT_UV], "uv set", "uv sets").text);
}

/* One byte for each uv set: 0, or 1 or 3 for u and for v. */
static void check_addressing(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->reference_count; i++)
        for (uint32_t set = 0; set < 4; set++) {
            uint32_t mode = m->references[i].addressing >> 8 * set & 0xFF;
            if (mode == 0 || mode == 5 || mode == 7 || mode == 13 || mode == 15)
                continue;
            wmi_report(c->report, WM_BW2_ADDRESSING,
                       wmi_at(wmi_bw2_reference_at(c, i) + 0x1C + set, "references[%lu].addressing",
                              (ul)i),
                       "0x%02lx is unknown for uv set %lu, expected 0x05, 0x07, 0x0D, 0x0F, or 0 "
                       "for no texture",
                       (ul)mode, (ul)set);
            break;
        }
}

void wmi_bw2_check_vertices(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint64_t start = c->at.data;
    check_streams(c);
    for (uint32_t i = 0; i < m->stream_count; i++) {
        check_stream(c, i, start);
        start += (uint64_t)m->vertex_count * m->streams[i].stride;
    }
    check_addressing(c);
    uint32_t odd = 0, first = 0;
    for (uint32_t v = 0; v < m->cleave_count; v++)
        if (!wmi_finite(m->cleaves[v]))
            first = odd++ ? first : v;
    if (odd)
        wmi_report(c->report, WM_BW2_NOT_FINITE,
                   wmi_at(c->at.cleaves + 4 + 12ull * first, "cleaves[%lu]", (ul)first),
                   "%s not finite", wmi_count(odd, "cleave vector is", "cleave vectors are").text);
}
