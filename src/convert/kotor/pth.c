/* Reads KotOR path points. docs/formats/kotor-pth-git.md, "PTH" */
#include "convert/kotor/pth.h"
#include "waymark/aurora.h"

static const char *const point_labels[WMI_PTH_FIELDS] = {"X", "Y", "First_Conection", "Conections"};

typedef struct reader {
    const wm_gff *gff;
    wmi_pth *doc;
    uint32_t *first_use; /* by struct: 1 + the item that was read from it */
} reader;

bool wm_kotor_pth_detect(const void *data, size_t size)
{
    return size >= 8 && memcmp(data, "PTH V3.2", 8) == 0;
}

/* ---- reading ---- */

/* A u32, or a float if `real`. *at is where it is stored; 0: it is missing. */
static uint32_t read_bits(reader *r, uint32_t structure, const char *label, bool real, uint64_t *at)
{
    wm_gff_value v;
    uint32_t bits = 0;
    bool good = wm_gff_find(r->gff, structure, label, &v) &&
                v.kind == (uint32_t)(real ? WM_GFF_KIND_F32 : WM_GFF_KIND_U32);
    *at = good ? v.offset : 0;
    if (good)
        bits = wmi_le32(r->doc->bytes + v.offset);
    else
        r->doc->pub.missing++;
    return bits;
}

static void read_point(reader *r, uint32_t structure, uint32_t i)
{
    uint32_t bits[WMI_PTH_FIELDS] = {0};
    wm_kotor_pth_point *p = &r->doc->pub.points[i];
    for (int k = 0; k < WMI_PTH_FIELDS; k++)
        bits[k] = read_bits(r, structure, point_labels[k], k < 2, &r->doc->point_offsets[i][k]);
    memcpy(&p->x, &bits[0], 4);
    memcpy(&p->y, &bits[1], 4);
    p->first = bits[2];
    p->count = bits[3];
}

static void copy_point(reader *r, uint32_t from, uint32_t to)
{
    r->doc->pub.points[to] = r->doc->pub.points[from];
    memcpy(r->doc->point_offsets[to], r->doc->point_offsets[from], sizeof *r->doc->point_offsets);
}

static void read_link(reader *r, uint32_t structure, uint32_t i)
{
    r->doc->pub.links[i] = read_bits(r, structure, "Destination", false, &r->doc->link_offsets[i]);
}

static void copy_link(reader *r, uint32_t from, uint32_t to)
{
    r->doc->pub.links[to] = r->doc->pub.links[from];
    r->doc->link_offsets[to] = r->doc->link_offsets[from];
}

/* A struct that a list has several times is read once, so that the work is bounded by the size of
 * the file. */
static void read_list(reader *r, const wm_gff_value *list,
                      void (*read)(reader *, uint32_t structure, uint32_t i),
                      void (*copy)(reader *, uint32_t from, uint32_t to))
{
    memset(r->first_use, 0, wm_gff_struct_count(r->gff) * sizeof *r->first_use);
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t s = wm_gff_list_item(r->gff, list, i);
        if (s != WM_NO_INDEX && r->first_use[s]) {
            copy(r, r->first_use[s] - 1, i);
            continue;
        }
        read(r, s, i);
        if (s != WM_NO_INDEX)
            r->first_use[s] = i + 1;
    }
}

static void find_list(reader *r, const char *label, wm_gff_value *list)
{
    if (wm_gff_find(r->gff, 0, label, list) && list->kind == WM_GFF_KIND_LIST)
        return;
    *list = (wm_gff_value){.kind = WM_GFF_KIND_LIST};
    r->doc->pub.missing++;
}

static wm_status fill(reader *r, wm_error *error)
{
    wmi_pth *doc = r->doc;
    wmi_arena *arena = &doc->arena;
    wm_gff_value points, links;
    find_list(r, "Path_Points", &points);
    find_list(r, "Path_Conections", &links);
    doc->pub.points = wmi_arena_new(arena, points.count, sizeof *doc->pub.points);
    doc->point_offsets = wmi_arena_new(arena, points.count, sizeof *doc->point_offsets);
    doc->pub.links = wmi_arena_new(arena, links.count, sizeof *doc->pub.links);
    doc->link_offsets = wmi_arena_new(arena, links.count, sizeof *doc->link_offsets);
    if (!doc->pub.points || !doc->point_offsets || !doc->pub.links || !doc->link_offsets)
        return wmi_arena_fail(arena, error, "");
    doc->pub.point_count = doc->kept_points = points.count;
    doc->pub.link_count = doc->kept_links = links.count;
    read_list(r, &points, read_point, copy_point);
    read_list(r, &links, read_link, copy_link);
    return WM_OK;
}

static wmi_pth *new_document(const wm_allocator *allocator, uint64_t limit, wm_error *error)
{
    wmi_arena arena;
    wmi_pth *doc = wmi_arena_begin(&arena, allocator, limit, sizeof *doc, error);
    if (!doc)
        return NULL;
    doc->arena = arena;
    doc->pub.memory = doc;
    return doc;
}

wm_kotor_pth *wm_kotor_pth_new(const wm_allocator *allocator, wm_error *error)
{
    wmi_pth *doc = new_document(allocator, 0, error);
    return doc ? &doc->pub : NULL;
}

/* The document keeps the bytes, at which the offsets of values point. */
static wm_status read_tree(wmi_pth *doc, const wm_gff *gff, const void *data, size_t size,
                           wm_error *error)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, &doc->arena.allocator, 0);
    uint8_t *bytes = wmi_arena_raw(&doc->arena, size, 1);
    reader r = {.gff = gff, .doc = doc};
    r.first_use = wmi_arena_raw(&scratch, wm_gff_struct_count(gff), sizeof *r.first_use);
    wm_status status;
    if (!bytes || !r.first_use) {
        status = wmi_arena_fail(bytes ? &scratch : &doc->arena, error, "");
    } else {
        memcpy(bytes, data, size);
        doc->bytes = bytes;
        doc->size = size;
        status = fill(&r, error);
    }
    wmi_arena_free(&scratch);
    return status;
}

wm_kotor_pth *wm_kotor_pth_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    wm_gff *gff = wm_gff_read(data, size, opts, error);
    if (gff && !wm_kotor_pth_detect(data, size)) {
        wmi_fail_at(error, WM_BAD_MAGIC, 0, "type", "expected \"PTH \", found \"%s\"",
                    wm_gff_type(gff));
        wm_gff_free(gff);
        return NULL;
    }
    wmi_pth *doc =
        gff ? new_document(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size), error)
            : NULL;
    if (doc && read_tree(doc, gff, data, size, error) != WM_OK) {
        wm_kotor_pth_free(&doc->pub);
        doc = NULL;
    }
    wm_gff_free(gff);
    return doc ? &doc->pub : NULL;
}

/* ---- copies and memory ---- */

wm_kotor_pth *wm_kotor_pth_copy(const wm_kotor_pth *pth, const wm_allocator *allocator,
                                wm_error *error)
{
    const wmi_pth *from = wmi_pth_of(pth);
    wmi_pth *doc = new_document(allocator, 0, error);
    if (!doc)
        return NULL;
    wmi_copier c = {.arena = &doc->arena};
    doc->pub.point_count = pth->point_count;
    doc->pub.points = wmi_copy(&c, pth->points, pth->point_count, sizeof *pth->points);
    doc->pub.link_count = pth->link_count;
    doc->pub.links = wmi_copy(&c, pth->links, pth->link_count, sizeof *pth->links);
    doc->pub.missing = pth->missing;
    doc->bytes = wmi_copy(&c, from->bytes, from->size, 1);
    doc->size = from->size;
    doc->kept_points = from->kept_points;
    doc->kept_links = from->kept_links;
    doc->point_offsets =
        wmi_copy(&c, from->point_offsets, from->kept_points, sizeof *from->point_offsets);
    doc->link_offsets =
        wmi_copy(&c, from->link_offsets, from->kept_links, sizeof *from->link_offsets);
    if (!c.failed)
        return &doc->pub;
    wmi_arena_fail(&doc->arena, error, "");
    wm_kotor_pth_free(&doc->pub);
    return NULL;
}

void *wm_kotor_pth_alloc(wm_kotor_pth *pth, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(&((wmi_pth *)pth->memory)->arena, count, size, error);
}

void wm_kotor_pth_free(wm_kotor_pth *pth)
{
    if (pth) {
        wmi_arena arena = ((wmi_pth *)pth->memory)->arena; /* the document is in it */
        wmi_arena_free(&arena);
    }
}

const uint32_t *wm_kotor_pth_links(const wm_kotor_pth *pth, uint32_t point, uint32_t *count)
{
    const wm_kotor_pth_point *p = &pth->points[point];
    uint32_t first = p->first < pth->link_count ? p->first : pth->link_count;
    uint32_t left = pth->link_count - first;
    *count = p->count < left ? p->count : left;
    return pth->links ? pth->links + first : NULL;
}
