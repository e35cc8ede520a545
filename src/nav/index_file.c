/* Path indexes as bytes. Little-endian: "WMPATHIX", version, then counts, the mesh's
 * fingerprint, and the tables in the order of wm_path_index. Corners are not stored; they
 * are recomputed from the mesh. The file is not trusted: every number is checked, so that
 * queries stay in bounds and terminate whatever it contains. Whether its distances are
 * right cannot be checked. */
#include "base/words.h"
#include "nav/index.h"

enum { VERSION = 2, HEADER = 48 };

static const char magic[] = "WMPATHIX";

static double load64(const uint8_t *p)
{
    uint64_t bits = wmi_le32(p) | (uint64_t)wmi_le32(p + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void store64(uint8_t *p, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    wmi_put32(p, (uint32_t)bits);
    wmi_put32(p + 4, (uint32_t)(bits >> 32));
}

static uint32_t faces_of(const wm_path_index *x)
{
    return wmi_walkmesh_of(x->mesh)->walk.count;
}

/* ---- writing ----------------------------------------------------------- */

static void write_doubles(wmi_writer *w, const double *from, size_t count)
{
    uint8_t *to = wmi_writer_space(w, count * 8);
    for (size_t i = 0; to && i < count; i++)
        store64(to + 8 * i, from[i]);
}

static void write_words(wmi_writer *w, const void *from, size_t count)
{
    uint8_t *to = wmi_writer_space(w, count * 4);
    if (to)
        wmi_store32(to, from, count);
}

static void write_distances(wmi_writer *w, const wm_path_index *x)
{
    size_t n = x->corner_count, cells = n * n;
    if (x->table) {
        write_doubles(w, x->table, cells);
        uint8_t *next = wmi_writer_space(w, cells * 2);
        for (size_t i = 0; next && i < cells; i++) {
            next[2 * i] = (uint8_t)x->table_next[i];
            next[2 * i + 1] = (uint8_t)(x->table_next[i] >> 8);
        }
        return;
    }
    write_words(w, x->label_first, n + 1);
    uint32_t count = x->label_first[n];
    uint8_t *to = wmi_writer_space(w, (size_t)count * 16);
    for (uint32_t i = 0; to && i < count; i++) {
        store64(to + 16 * (size_t)i, x->labels[i].distance);
        wmi_put32(to + 16 * (size_t)i + 8, x->labels[i].hub);
        wmi_put32(to + 16 * (size_t)i + 12, x->labels[i].next);
    }
}

wm_status wm_path_index_write(const wm_path_index *x, const wm_write_opts *opts, wm_buffer *out,
                              wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    uint32_t faces = faces_of(x), entries = x->entry_first[faces];
    wmi_writer_init(&w, wmi_write_allocator(opts));
    wmi_writer_bytes(&w, magic, 8);
    wmi_writer_u32(&w, VERSION);
    wmi_writer_u32(&w, x->table ? 1 : 0);
    wmi_writer_u32(&w, (uint32_t)x->fingerprint);
    wmi_writer_u32(&w, (uint32_t)(x->fingerprint >> 32));
    wmi_writer_u32(&w, faces);
    wmi_writer_u32(&w, x->corner_count);
    wmi_writer_u32(&w, entries);
    wmi_writer_u32(&w, x->extra_count);
    wmi_writer_u32(&w, x->table ? 0 : x->label_first[x->corner_count]);
    wmi_writer_u32(&w, x->hinge_count);
    wmi_writer_bytes(&w, x->served, wmi_walkmesh_of(x->mesh)->walk.region_count);
    write_words(&w, x->entry_first, (size_t)faces + 1);
    write_words(&w, x->entries, (size_t)entries * 4);
    write_doubles(&w, &x->points[x->mesh->vertex_count].x, (size_t)x->extra_count * 2);
    write_words(&w, x->hinges, (size_t)x->hinge_count * 4);
    write_distances(&w, x);
    return wmi_writer_finish(&w, out, error);
}

/* ---- reading ----------------------------------------------------------- */

typedef struct source {
    wmi_reader r;
    uint64_t at;
    wm_path_index *x;
} source;

static wmi_span take(source *s, uint64_t count, uint32_t stride, const char *field)
{
    if (count > UINT32_MAX)
        wmi_reader_fail(&s->r, WM_BAD_VALUE, s->at, field, "%s are too many",
                        wmi_count(count, "record", "records").text);
    wmi_span span = wmi_reader_span(&s->r, s->at, (uint32_t)count, stride, field);
    s->at += count * stride;
    return span;
}

static void *room(source *s, wmi_span span, size_t size)
{
    void *data = wmi_arena_raw(&s->x->arena, span.count, size);
    if (!data && !s->r.failed)
        s->r.failed = wmi_arena_fail(&s->x->arena, s->r.error, "index");
    return data;
}

/* An array of start offsets: begins at 0, never decreases, ends at `end`. */
static uint32_t *take_starts(source *s, uint32_t count, uint32_t end, const char *field)
{
    wmi_span span = take(s, (uint64_t)count + 1, 4, field);
    uint32_t *starts = room(s, span, 4);
    if (s->r.failed)
        return NULL;
    wmi_load32(starts, span.data, span.count);
    bool good = starts[0] == 0 && starts[count] == end;
    for (uint32_t i = 0; i < count; i++)
        good = good && starts[i] <= starts[i + 1];
    if (!good)
        wmi_reader_fail(&s->r, WM_BAD_VALUE, span.offset, field,
                        "the values do not rise from 0 to %lu", (ul)end);
    return starts;
}

static bool is_point(const wm_path_index *x, uint32_t id)
{
    return id < x->mesh->vertex_count || id - x->mesh->vertex_count < x->extra_count;
}

static void read_served(source *s)
{
    wm_path_index *x = s->x;
    wmi_span span = take(s, wmi_walkmesh_of(x->mesh)->walk.region_count, 1, "served");
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++) {
        if (span.data[i] > x->served[i])
            wmi_reader_fail(&s->r, WM_BAD_VALUE, span.offset + i, "served",
                            "expected at most %u, found %u", x->served[i], span.data[i]);
        x->served[i] = span.data[i];
    }
}

static void read_entries(source *s, uint32_t count)
{
    wm_path_index *x = s->x;
    wmi_span span = take(s, count, 16, "entries");
    x->entries = room(s, span, sizeof *x->entries);
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++) {
        const uint8_t *p = span.data + 16 * (size_t)i;
        wmi_index_entry e = {wmi_le32(p), wmi_le32(p + 4), wmi_le32(p + 8), wmi_le32(p + 12)};
        bool whole = e.left == WM_NO_INDEX && e.right == WM_NO_INDEX;
        if (e.corner >= x->corner_count || !is_point(x, e.place) ||
            !(whole || (is_point(x, e.left) && is_point(x, e.right))))
            wmi_reader_fail(
                &s->r, WM_BAD_VALUE, span.offset + 16ull * i, "entries",
                "corner %lu at %lu between %lu and %lu is out of range: there are only %lu corners",
                (ul)e.corner, (ul)e.place, (ul)e.left, (ul)e.right, (ul)x->corner_count);
        x->entries[i] = e;
    }
}

static void read_points(source *s, uint32_t extra_count)
{
    wm_path_index *x = s->x;
    wmi_span span = take(s, extra_count, 16, "points");
    if (s->r.failed)
        return;
    if (extra_count >= WM_NO_INDEX - x->mesh->vertex_count)
        wmi_reader_fail(&s->r, WM_BAD_VALUE, span.offset, "points", "%s are too many",
                        wmi_count(extra_count, "point", "points").text);
    else if (!wmi_index_make_points(x, extra_count))
        s->r.failed = wmi_arena_fail(&x->arena, s->r.error, "index");
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++)
        x->points[x->mesh->vertex_count + i] =
            (wmi_point){load64(span.data + 16 * (size_t)i), load64(span.data + 16 * (size_t)i + 8)};
}

static void read_hinges(source *s, uint32_t count)
{
    wm_path_index *x = s->x;
    wmi_span span = take(s, count, 16, "hinges");
    x->hinges = room(s, span, sizeof *x->hinges);
    x->hinge_count = count;
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++) {
        const uint8_t *p = span.data + 16 * (size_t)i;
        wmi_index_hinge h = {wmi_le32(p), wmi_le32(p + 4), wmi_le32(p + 8), wmi_le32(p + 12)};
        if (h.from >= x->corner_count || h.to >= x->corner_count || h.face >= faces_of(x) ||
            !is_point(x, h.place))
            wmi_reader_fail(&s->r, WM_BAD_VALUE, span.offset + 16ull * i, "hinges",
                            "corners %lu and %lu of %lu, face %lu or point %lu are out of range",
                            (ul)h.from, (ul)h.to, (ul)x->corner_count, (ul)h.face, (ul)h.place);
        x->hinges[i] = h;
    }
}

static void read_table(source *s)
{
    wm_path_index *x = s->x;
    uint64_t n = x->corner_count, cells = n * n;
    wmi_span span = take(s, cells, 8, "table");
    x->table = room(s, span, sizeof *x->table);
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++) {
        x->table[i] = load64(span.data + 8 * (size_t)i);
        if (!(x->table[i] >= 0))
            wmi_reader_fail(&s->r, WM_BAD_VALUE, span.offset + 8ull * i, "table",
                            "%g is not a distance", x->table[i]);
    }
    span = take(s, cells, 2, "table_next");
    x->table_next = room(s, span, sizeof *x->table_next);
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++) {
        uint16_t next = wmi_le16(span.data + 2 * (size_t)i);
        /* The next corner from a corner to itself or to an unreachable one is never
         * used. */
        if (next >= n && i / n != i % n && x->table[(i % n) * n + i / n] < INFINITY)
            wmi_reader_fail(&s->r, WM_BAD_VALUE, span.offset + 2ull * i, "table_next",
                            "corner %u does not exist: there are only %lu corners", next, (ul)n);
        x->table_next[i] = next < n ? next : 0;
    }
}

static void read_labels(source *s, uint32_t count)
{
    wm_path_index *x = s->x;
    x->label_first = take_starts(s, x->corner_count, count, "label_first");
    wmi_span span = take(s, count, 16, "labels");
    x->labels = room(s, span, sizeof *x->labels);
    for (uint32_t i = 0; !s->r.failed && i < span.count; i++) {
        const uint8_t *p = span.data + 16 * (size_t)i;
        wmi_index_label l = {load64(p), wmi_le32(p + 8), wmi_le32(p + 12)};
        if (!(l.distance >= 0) || l.hub >= x->corner_count ||
            (l.next != WM_NO_INDEX && l.next >= x->corner_count))
            wmi_reader_fail(
                &s->r, WM_BAD_VALUE, span.offset + 16ull * i, "labels",
                "distance %g, hub %lu or next %lu is out of range: there are only %lu corners",
                l.distance, (ul)l.hub, (ul)l.next, (ul)x->corner_count);
        x->labels[i] = l;
    }
}

/* The number of elements of each kind. */
typedef struct counts {
    uint32_t entries, points, labels, hinges;
    bool table;
} counts;

static counts read_header(source *s)
{
    wm_path_index *x = s->x;
    wmi_span h = take(s, 1, HEADER, "header");
    if (s->r.failed)
        return (counts){0};
    uint64_t fingerprint = wmi_le32(h.data + 16) | (uint64_t)wmi_le32(h.data + 20) << 32;
    if (memcmp(h.data, magic, 8) != 0)
        wmi_reader_fail(&s->r, WM_BAD_MAGIC, 0, "magic", "expected \"%s\"", magic);
    else if (wmi_le32(h.data + 8) != VERSION)
        wmi_reader_fail(&s->r, WM_UNSUPPORTED, 8, "version", "%lu is not supported, expected %d",
                        (ul)wmi_le32(h.data + 8), VERSION);
    else if (fingerprint != x->fingerprint || wmi_le32(h.data + 24) != faces_of(x) ||
             wmi_le32(h.data + 28) != x->corner_count)
        wmi_reader_fail(&s->r, WM_BAD_VALUE, 16, "fingerprint",
                        "the index belongs to another mesh");
    return (counts){wmi_le32(h.data + 32), wmi_le32(h.data + 36), wmi_le32(h.data + 40),
                    wmi_le32(h.data + 44), wmi_le32(h.data + 12) != 0};
}

static void read_all(source *s)
{
    wm_path_index *x = s->x;
    counts n = read_header(s);
    x->extra_count = n.points;
    if (!s->r.failed)
        read_served(s);
    x->entry_first = s->r.failed ? NULL : take_starts(s, faces_of(x), n.entries, "entry_first");
    if (!s->r.failed)
        read_entries(s, n.entries);
    if (!s->r.failed)
        read_points(s, n.points);
    if (!s->r.failed)
        read_hinges(s, n.hinges);
    if (!s->r.failed && n.table)
        read_table(s);
    else if (!s->r.failed)
        read_labels(s, n.labels);
}

wm_path_index *wm_path_index_read(const void *data, size_t size, const wm_walkmesh *mesh,
                                  const wm_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    source s = {.at = 0};
    s.x = wmi_index_new(mesh, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size), error);
    if (!s.x)
        return NULL;
    wmi_reader_init(&s.r, data, size, error);
    read_all(&s);
    if (!s.r.failed)
        return s.x;
    wm_path_index_free(s.x);
    return NULL;
}
