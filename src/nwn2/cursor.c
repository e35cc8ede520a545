/* Reads packets sequentially, and a few helpers for writing them. */
#include <stdio.h>

#include "base/words.h"
#include "nwn2/internal.h"

wmi_span wmi_take(wmi_cursor *c, uint32_t count, uint32_t stride, const char *field)
{
    bool fine = !c->r.failed;
    wmi_span s = wmi_reader_span(&c->r, c->at, count, stride, field);
    if (c->r.failed) {
        if (fine && c->group && c->r.error)
            wmi_format(c->r.error->path, sizeof c->r.error->path, "%s[%lu].%s", c->group,
                       (ul)c->index, field);
        return s;
    }
    c->at += (uint64_t)count * stride;
    return s;
}

uint32_t wmi_take_u32(wmi_cursor *c, const char *field)
{
    wmi_span s = wmi_take(c, 1, 4, field);
    return s.count ? wmi_le32(s.data) : 0;
}

void *wmi_take_room(wmi_cursor *c, size_t count, size_t size, const char *field)
{
    if (c->r.failed)
        return NULL;
    void *data = wmi_arena_raw(c->arena, count, size);
    if (!data)
        c->r.failed = wmi_arena_fail(c->arena, c->r.error, field);
    return data;
}

void *wmi_take_words(wmi_cursor *c, uint32_t count, uint32_t stride, const char *field)
{
    wmi_span s = wmi_take(c, count, stride, field);
    bool stay = c->own && s.count && (uintptr_t)(c->own + s.offset) % 4 == 0;
    void *data = stay ? c->own + s.offset : wmi_take_room(c, s.count, stride, field);
    if (data)
        wmi_load32(data, s.data, (size_t)s.count * (stride / 4));
    return data;
}

void *wmi_take_shorts(wmi_cursor *c, uint32_t count, uint32_t stride, const char *field)
{
    wmi_span s = wmi_take(c, count, stride, field);
    void *data = wmi_take_room(c, s.count, stride, field);
    if (data)
        wmi_load16(data, s.data, (size_t)s.count * (stride / 2));
    return data;
}

wm_nwn2_bytes wmi_take_bytes(wmi_cursor *c, uint32_t count, const char *field)
{
    wmi_span s = wmi_take(c, count, 1, field);
    uint8_t *data = wmi_take_room(c, s.count, 1, field);
    if (!data)
        return (wm_nwn2_bytes){0, NULL};
    if (s.count)
        memcpy(data, s.data, s.count);
    return (wm_nwn2_bytes){s.count, data};
}

wm_nwn2_bytes wmi_take_rest(wmi_cursor *c, const char *field)
{
    return wmi_take_bytes(c, c->r.failed ? 0 : (uint32_t)(c->r.size - c->at), field);
}

void wmi_take_fixed(wmi_cursor *c, void *to, uint32_t size, const char *field)
{
    wmi_span s = wmi_take(c, 1, size, field);
    if (s.count)
        memcpy(to, s.data, size);
}

void wmi_take_floats(wmi_cursor *c, void *to, uint32_t count, const char *field)
{
    wmi_span s = wmi_take(c, count, 4, field);
    wmi_load32(to, s.data, s.count);
}

void wmi_trn_fault(wmi_cursor *c, wm_issue_code code, const wm_error *fault)
{
    if (c->trn->fault_count++ == 0)
        c->trn->first_fault = *fault;
    wm_report_add_error(c->report, code, fault);
}

/* One simple loop, which compilers can vectorise. */
static bool all_below(const wm_nwn2_short_triangle *triangles, uint32_t count, uint32_t limit)
{
    if (count == 0)
        return true;
    const uint16_t *v = triangles->vertex;
    uint16_t most = 0;
    for (size_t i = 0; i < 3 * (size_t)count; i++)
        most = v[i] > most ? v[i] : most;
    return most < limit;
}

void wmi_prove_short(wmi_cursor *c, const wm_nwn2_short_triangle *triangles, uint32_t count,
                     uint32_t limit, const char *field)
{
    if (c->r.failed || all_below(triangles, count, limit))
        return;
    for (uint32_t i = 0; i < count && !c->r.failed; i++)
        for (int k = 0; k < 3; k++) {
            uint16_t v = triangles[i].vertex[k];
            char path[64];
            if (v < limit)
                continue;
            wmi_format(path, sizeof path, "%s[%lu].vertex[%d]", field, (ul)i, k);
            wmi_reader_fail(&c->r, WM_BAD_VALUE, WM_NO_OFFSET, path,
                            "triangle %lu uses vertex %u, but %s", (ul)i, (unsigned)v,
                            wmi_only(limit, "vertex", "vertices").text);
            c->bad_index = true;
        }
}

void wmi_put_words(wmi_writer *w, const void *words, size_t count)
{
    uint8_t *to = wmi_writer_space(w, count * 4);
    if (to)
        wmi_store32(to, words, count);
}

void wmi_put_bytes(wmi_writer *w, wm_nwn2_bytes bytes)
{
    wmi_writer_u32(w, bytes.size);
    wmi_writer_bytes(w, bytes.data, bytes.size);
}
