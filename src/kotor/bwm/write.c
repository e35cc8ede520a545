/* Binary walkmesh writer: puts each table at its offset in the layout. */
#include "base/words.h"
#include "kotor/bwm/internal.h"

static void put_vec3(uint8_t *to, const wm_vec3 *v)
{
    wmi_store32(to, v, 3);
}

static void write_header(uint8_t *h, const wm_kotor_bwm *b)
{
    const wm_kotor_bwm_offsets *l = &b->offsets;
    memcpy(h, "BWM V1.0", 8);
    wmi_put32(h + 0x08, b->type);
    put_vec3(h + 0x0C, &b->relative_hook[0]);
    put_vec3(h + 0x18, &b->relative_hook[1]);
    put_vec3(h + 0x24, &b->absolute_hook[0]);
    put_vec3(h + 0x30, &b->absolute_hook[1]);
    put_vec3(h + 0x3C, &b->position);
    wmi_put32(h + 0x48, b->vertex_count);
    wmi_put32(h + 0x4C, l->vertices);
    wmi_put32(h + 0x50, b->face_count);
    wmi_put32(h + 0x54, l->faces);
    wmi_put32(h + 0x58, l->materials);
    wmi_put32(h + 0x5C, l->normals);
    wmi_put32(h + 0x60, l->distances);
    wmi_put32(h + 0x64, b->aabb_count);
    wmi_put32(h + 0x68, l->aabbs);
    wmi_put32(h + 0x6C, b->aabb_root);
    wmi_put32(h + 0x70, b->adjacency_count);
    wmi_put32(h + 0x74, l->adjacency);
    wmi_put32(h + 0x78, b->edge_count);
    wmi_put32(h + 0x7C, l->edges);
    wmi_put32(h + 0x80, b->perimeter_count);
    wmi_put32(h + 0x84, l->perimeters);
}

/* Restores what the faults of a damaged file replaced by zeros. A word that is not 0 any more has
 * been edited and stays. */
static void put_odd_words(uint8_t *bytes, const wm_kotor_bwm *b)
{
    for (uint32_t i = 0; i < b->odd_count; i++) {
        uint32_t at = b->odd[i].offset, word = at < WMI_BWM_HEADER ? wmi_le32(bytes + at) : 1;
        uint32_t index = (at - b->offsets.faces) / 4;
        if (at >= b->offsets.faces && index < 3 * (uint64_t)b->face_count)
            word = b->faces[index / 3].vertex[index % 3];
        if (word == 0)
            wmi_put32(bytes + at, b->odd[i].value);
    }
}

/* Tables that shared bytes in the file may have been edited separately. Odd words differ from the
 * document. */
static bool tables_survived(const uint8_t *bytes, const wm_kotor_bwm *b, const wmi_bwm_table *t)
{
    for (int i = 0; i < WMI_BWM_TABLES; i++)
        for (uint32_t word = 0; word < t[i].count * (t[i].stride / 4); word++) {
            uint8_t expected[4];
            uint64_t at = t[i].offset + 4 * (uint64_t)word;
            wmi_store32(expected, (const uint8_t *)t[i].data + 4 * (size_t)word, 1);
            if (memcmp(expected, bytes + at, 4) != 0 && !wmi_bwm_odd(b, at))
                return false;
        }
    return true;
}

static bool overlap(const wmi_bwm_table *t)
{
    for (int i = 0; i < WMI_BWM_TABLES; i++)
        for (int k = 0; k < i; k++)
            if (t[i].count && t[k].count &&
                t[i].offset < t[k].offset + (uint64_t)t[k].count * t[k].stride &&
                t[k].offset < t[i].offset + (uint64_t)t[i].count * t[i].stride)
                return true;
    return false;
}

/* Materials that were not in the file are zeros until they are edited. */
static bool materials_edited(const wm_kotor_bwm *b)
{
    if (b->offsets.materials == 0 && b->odd_count)
        for (uint32_t i = 0; i < b->face_count; i++)
            if (b->materials[i])
                return true;
    return false;
}

wm_status wm_kotor_bwm_write(const wm_kotor_bwm *bwm, const wm_write_opts *opts, wm_buffer *out,
                             wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (materials_edited(bwm))
        return wmi_fail(error, WM_BAD_OFFSET, "materials",
                        "the file has no place for the materials (pack the document)");
    wmi_bwm_table t[WMI_BWM_TABLES];
    uint64_t total = WMI_BWM_HEADER;
    wmi_bwm_tables(bwm, t);
    for (int i = 0; i < WMI_BWM_TABLES; i++) {
        if (wmi_bwm_lost(bwm, &t[i]))
            t[i].count = 0;
        uint64_t end = t[i].offset + (uint64_t)t[i].count * t[i].stride;
        if (t[i].count && t[i].offset < WMI_BWM_HEADER)
            return wmi_fail(
                error, WM_BAD_OFFSET, t[i].name,
                "the table would start at byte %lu, inside the header (pack the document)",
                (ul)t[i].offset);
        if (t[i].count && end > total)
            total = end;
    }
    for (uint32_t i = 0; i < bwm->gap_count; i++)
        if ((uint64_t)bwm->gaps[i].offset + bwm->gaps[i].size > total)
            total = (uint64_t)bwm->gaps[i].offset + bwm->gaps[i].size;
    if (total > UINT32_MAX)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "",
                        "the walkmesh would need %s bytes, at most 4 GiB are possible",
                        wmi_number(total).text);

    wmi_writer w;
    wmi_writer_init(&w, wmi_write_allocator(opts));
    uint8_t *bytes = wmi_writer_space(&w, (size_t)total);
    if (bytes) {
        write_header(bytes, bwm);
        for (uint32_t i = 0; i < bwm->gap_count; i++)
            memcpy(bytes + bwm->gaps[i].offset, bwm->gaps[i].data, bwm->gaps[i].size);
        for (int i = 0; i < WMI_BWM_TABLES; i++)
            if (t[i].count)
                wmi_store32(bytes + t[i].offset, t[i].data, (size_t)t[i].count * (t[i].stride / 4));
        put_odd_words(bytes, bwm);
        if (overlap(t) && !tables_survived(bytes, bwm, t)) {
            wmi_release(&w.allocator, w.data, w.capacity, 1);
            return wmi_fail(error, WM_BAD_OFFSET, "offsets",
                            "tables overlap but hold different bytes (pack the document)");
        }
    }
    return wmi_writer_finish(&w, out, error);
}
