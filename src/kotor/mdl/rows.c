/* The MDX: the rows of each mesh in turn, each block followed by a terminator row and
 * padding. docs/formats/kotor-mdl.md, "Rows". */
#include "base/sort.h"
#include "base/words.h"
#include "kotor/mdl/internal.h"

static bool wants_rows(const wm_kotor_mesh *m)
{
    return m && m->vertex_count && m->row_size;
}

/* The rows of a mesh that has them: the reader has checked that they fit the MDX. */
static uint64_t rows_size(const wm_kotor_mesh *m)
{
    return (uint64_t)m->vertex_count * m->row_size;
}

/* ---- order ------------------------------------------------------------- */

static void set_place(wmi_mdl_place *place, const wm_kotor_mdl *mdl, uint32_t key, uint32_t node)
{
    *place = (wmi_mdl_place){key, node, mdl->tree.nodes[node].mesh->mdx_offset};
}

static wm_status sort_places(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                             const wmi_mdl_places *places, wm_error *error)
{
    void *room = NULL;
    size_t n = places->count, capacity = 0;
    if (!wmi_grow(allocator, &room, &capacity, 2 * n, sizeof(uint64_t)))
        return wmi_no_memory(error);
    uint64_t *order = room;
    for (size_t i = 0; i < n; i++)
        order[i] = (uint64_t)places->items[i].key << 32 | places->items[i].node;
    wmi_sort_high(order, order + n, n);
    for (size_t i = 0; i < n; i++)
        set_place(&places->items[i], mdl, (uint32_t)(order[i] >> 32), (uint32_t)order[i]);
    wmi_release(allocator, order, capacity, sizeof *order);
    return WM_OK;
}

/* Lists the meshes that have rows. For a file that was read, they are in file order.
 * Otherwise skins come after the others, each group sorted by name. */
static wm_status list_meshes(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                             wmi_mdl_places *places, wm_error *error)
{
    void *items = NULL;
    bool by_rule = !mdl->mdx_stored && !mdl->mdx_lead_size, sorted = true;
    *places = (wmi_mdl_places){0};
    if (!wmi_grow(allocator, &items, &places->capacity, mdl->tree.count, sizeof *places->items))
        return wmi_no_memory(error);
    places->items = items;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        if (wants_rows(m) && m->rows) {
            places->items[places->count++].node = i;
            by_rule = by_rule && !m->tail;
        }
    }
    for (size_t i = 0; i < places->count; i++) {
        const wm_kotor_mdl_node *n = &mdl->tree.nodes[places->items[i].node];
        uint32_t key =
            by_rule ? (uint32_t)(n->mesh->skin != NULL) << 16 | n->name : n->mesh->mdx_offset;
        set_place(&places->items[i], mdl, key, places->items[i].node);
        sorted = sorted && (i == 0 || places->items[i - 1].key <= key);
    }
    wm_status status = sorted ? WM_OK : sort_places(mdl, allocator, places, error);
    if (status != WM_OK) {
        wmi_release(allocator, places->items, places->capacity, sizeof *places->items);
        *places = (wmi_mdl_places){0};
    }
    return status;
}

/* ---- read -------------------------------------------------------------- */

/* Text-mode transfers change line ends: one of the two bytes disappears, or each LF gets
 * a CR before it. Neither happens by chance in more than a few hundred bytes, nor does
 * the file without these CRs have the right size by chance. */
static bool newlines_changed(const uint8_t *mdx, size_t size, size_t right_size)
{
    size_t cr = 0, lf = 0, pairs = 0;
    for (size_t i = 0; i < size; i++) {
        cr += mdx[i] == '\r';
        lf += mdx[i] == '\n';
        pairs += i > 0 && mdx[i] == '\n' && mdx[i - 1] == '\r';
    }
    return (cr == 0 && lf >= 8) || (lf > 0 && pairs == lf && (lf >= 8 || size - lf == right_size));
}

/* A single CR becomes an LF and the size stays the same. Detected by comparing with the
 * MDL's copy of the vertices. */
static bool returns_became_newlines(const wm_kotor_mdl *mdl, const uint8_t *mdx, size_t size)
{
    uint32_t changed = 0;
    if (size == 0 || memchr(mdx, '\r', size))
        return false;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        int32_t at = m ? m->row_offset[WM_KOTOR_ROW_POSITION] : -1;
        if (!wants_rows(m) || !m->rows || !m->vertices || at < 0 || (uint32_t)at + 12 > m->row_size)
            continue;
        for (uint32_t v = 0; v < m->vertex_count; v++) {
            const uint8_t *row = m->rows + (size_t)v * m->row_size + at;
            uint8_t own[12];
            wmi_store32(own, &m->vertices[v], 3);
            for (int k = 0; k < 12; k++) {
                if (own[k] != row[k] && (own[k] != '\r' || row[k] != '\n'))
                    return false;
                changed += own[k] != row[k];
            }
        }
    }
    return changed > 0;
}

static void judge(wm_kotor_mdl *mdl, const uint8_t *mdx, size_t size, uint32_t lost,
                  uint32_t wanted, wm_report *report)
{
    if (!mdx) {
        if (wanted == 0 && mdl->mdx_size == 0)
            return;
        mdl->mdx_state = WM_KOTOR_MDX_STATE_MISSING;
        wmi_report(report, WM_KOTOR_MDX_MISSING, wmi_at(8, "mdx_size"),
                   "%s vertices in an MDX of %s, which is missing",
                   wmi_count(wanted, "mesh has its", "meshes have their").text,
                   wmi_count(mdl->mdx_size, "byte", "bytes").text);
        return;
    }
    if (size == mdl->mdx_size && lost == 0) {
        if (!returns_became_newlines(mdl, mdx, size))
            return;
        mdl->mdx_state = WM_KOTOR_MDX_STATE_NEWLINES;
        wmi_report(report, WM_KOTOR_MDX_NEWLINES, wmi_at(8, "mdx_size"),
                   "line ends in the MDX were converted: bytes 13 became 10");
        return;
    }
    if (newlines_changed(mdx, size, mdl->mdx_size)) {
        mdl->mdx_state = WM_KOTOR_MDX_STATE_NEWLINES;
        wmi_report(
            report, WM_KOTOR_MDX_NEWLINES, wmi_at(8, "mdx_size"),
            "the MDX has %s bytes instead of %s: its line ends were converted as if it were text",
            wmi_number(size).text, wmi_number(mdl->mdx_size).text);
    } else if (lost) {
        mdl->mdx_state = WM_KOTOR_MDX_STATE_SHORT;
        wmi_report(report, WM_KOTOR_MDX_SHORT, wmi_at(8, "mdx_size"),
                   "the file is cut off: the MDX has %s bytes instead of %s, and the vertices of "
                   "%s are missing",
                   wmi_number(size).text, wmi_number(mdl->mdx_size).text,
                   wmi_part(lost, wanted, "mesh", "meshes").text);
    } else {
        mdl->mdx_state = WM_KOTOR_MDX_STATE_SIZE;
        wmi_report(report, WM_KOTOR_MDX_SIZE, wmi_at(8, "mdx_size"),
                   "the model says %s bytes, but the MDX has %s", wmi_number(mdl->mdx_size).text,
                   wmi_number(size).text);
    }
}

/* Finds the bytes after the rows of each mesh, up to the next mesh: terminator and
 * padding. */
static wm_status read_tails(wm_kotor_mdl *mdl, uint8_t *mdx, size_t size, wm_error *error)
{
    const wm_allocator *allocator = &wmi_mdl_arena(mdl)->allocator;
    wmi_mdl_places places;
    mdl->mdx_stored = true; /* sort by offset for now */
    wm_status status = list_meshes(mdl, allocator, &places, error);
    if (status)
        return status;
    uint64_t end = 0;
    mdl->mdx_stored = false;
    for (size_t i = 0; i < places.count; i++) {
        wm_kotor_mesh *m = mdl->tree.nodes[places.items[i].node].mesh;
        uint64_t next = i + 1 < places.count ? places.items[i + 1].offset : size;
        if (m->mdx_offset < end)
            mdl->mdx_stored = true; /* rows of two meshes overlap */
        if (i == 0)
            mdl->mdx_lead_size = m->mdx_offset;
        uint64_t own = m->mdx_offset + rows_size(m);
        end = own > end ? own : end;
        m->tail = mdx + (end < size ? end : size);
        m->tail_size = next > end ? (uint32_t)(next - end) : 0;
        mdl->mdx_stored = mdl->mdx_stored || own != end;
    }
    if (places.count == 0)
        mdl->mdx_lead_size = (uint32_t)size;
    mdl->mdx_lead = mdx;
    wmi_release(allocator, places.items, places.capacity, sizeof *places.items);
    return WM_OK;
}

wm_status wmi_mdl_read_rows(wm_kotor_mdl *mdl, const uint8_t *mdx, size_t size, wm_report *report,
                            wm_error *error)
{
    uint32_t wanted = 0, lost = 0;
    uint8_t *copy = NULL;
    if (size > UINT32_MAX)
        return wmi_fail(error, WM_UNSUPPORTED, "mdx", "an MDX cannot be larger than 4 GiB");
    if (mdx) {
        copy = wmi_arena_raw(wmi_mdl_arena(mdl), size, 1);
        if (!copy)
            return wmi_arena_fail(wmi_mdl_arena(mdl), error, "mdx");
        if (size)
            memcpy(copy, mdx, size);
    }
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        if (!wants_rows(m))
            continue;
        wanted++;
        wmi_reader probe; /* may fail: rows that are missing are counted */
        wmi_reader_init(&probe, copy, copy ? size : 0, NULL);
        wmi_span rows =
            wmi_reader_span(&probe, m->mdx_offset, m->vertex_count, m->row_size, "rows");
        if (rows.count)
            m->rows = copy + rows.offset;
        else
            lost++;
    }
    judge(mdl, mdx, size, lost, wanted, report);
    return copy ? read_tails(mdl, copy, size, error) : WM_OK;
}

/* ---- write ------------------------------------------------------------- */

/* Size of what follows a block of rows that ends at `end`: a terminator row, then
 * padding. The padding is the end of the terminator modulo 16. The last block and
 * kotorblender's files have none. */
static uint64_t tail_size(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, uint64_t end, bool last)
{
    if (m->tail)
        return m->tail_size;
    end += m->row_size;
    return m->row_size + (last || mdl->order == WM_KOTOR_MDL_ORDER_B ? 0 : end % 16);
}

wm_status wmi_mdl_place_rows(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                             wmi_mdl_places *places, uint64_t *size, wm_error *error)
{
    wm_status status = list_meshes(mdl, allocator, places, error);
    if (status)
        return status;
    uint64_t at = mdl->mdx_lead_size, most = at;
    for (size_t i = 0; i < places->count; i++) {
        wmi_mdl_place *p = &places->items[i];
        const wm_kotor_mesh *m = mdl->tree.nodes[p->node].mesh;
        if (mdl->mdx_stored)
            at = m->mdx_offset;
        p->offset = (uint32_t)at;
        at += rows_size(m);
        if (mdl->mdx_stored && at < most)
            at = most;
        at += tail_size(mdl, m, at, i + 1 == places->count);
        most = at > most ? at : most;
        if (most > UINT32_MAX) {
            wmi_release(allocator, places->items, places->capacity, sizeof *places->items);
            *places = (wmi_mdl_places){0};
            return wmi_fail(error, WM_NOT_REPRESENTABLE, "mdx",
                            "the vertices of all meshes need more than 4 GiB");
        }
    }
    *size = mdl->mdx_state == WM_KOTOR_MDX_STATE_MISSING ? 0 : most;
    return WM_OK;
}

static void put_float(uint8_t *row, const wm_kotor_mesh *m, int64_t offset, float value)
{
    if (offset >= 0 && offset + 4 <= (int64_t)m->row_size)
        wmi_store32(row + offset, &value, 1);
}

/* The row that ends a block: a position far away; in a skin, bound to the first bone. */
static void write_terminator(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, uint8_t *row)
{
    bool skin = m->skin != NULL;
    float far_away = skin && mdl->order != WM_KOTOR_MDL_ORDER_B ? 1e6f : 1e7f;
    int64_t position = m->row_offset[WM_KOTOR_ROW_POSITION]; /* of a damaged file: any number */
    for (int i = 0; i < 3; i++)
        put_float(row, m, (position < 0 ? 0 : position) + 4 * i, far_away);
    if (skin && m->skin->weight_offset >= 0)
        put_float(row, m, m->skin->weight_offset, 1.0f);
}

void wmi_mdl_write_rows(const wm_kotor_mdl *mdl, const wmi_mdl_places *places, uint8_t *mdx,
                        uint64_t size)
{
    uint64_t most = 0;
    if (size && mdl->mdx_lead_size)
        memcpy(mdx, mdl->mdx_lead, mdl->mdx_lead_size);
    for (size_t i = 0; i < places->count && size; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[places->items[i].node].mesh;
        uint64_t end = places->items[i].offset + rows_size(m);
        memcpy(mdx + places->items[i].offset, m->rows, (size_t)rows_size(m));
        most = end > most ? end : most;
        if (m->tail)
            memcpy(mdx + most, m->tail, m->tail_size);
        else
            write_terminator(mdl, m, mdx + end);
    }
}
