/* Writes KotOR path points. docs/formats/kotor-pth-git.md, "PTH" */
#include "aurora/gff_build.h"
#include "convert/kotor/pth.h"

static bool same_content(const wm_kotor_pth *a, const wm_kotor_pth *b)
{
    return a->point_count == b->point_count && a->link_count == b->link_count &&
           (!a->point_count ||
            memcmp(a->points, b->points, a->point_count * sizeof *a->points) == 0) &&
           (!a->link_count || memcmp(a->links, b->links, a->link_count * sizeof *a->links) == 0);
}

static void put_value(uint8_t *bytes, uint64_t offset, const void *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    if (offset)
        wmi_put32(bytes + offset, bits);
}

/* The file that was read, with the numbers of the document in it. */
static void patch(const wmi_pth *doc, uint8_t *bytes)
{
    const wm_kotor_pth *pth = &doc->pub;
    memcpy(bytes, doc->bytes, doc->size);
    for (uint32_t i = 0; i < pth->point_count; i++) {
        const wm_kotor_pth_point *p = &pth->points[i];
        const uint64_t *at = doc->point_offsets[i];
        put_value(bytes, at[0], &p->x);
        put_value(bytes, at[1], &p->y);
        put_value(bytes, at[2], &p->first);
        put_value(bytes, at[3], &p->count);
    }
    for (uint32_t i = 0; i < pth->link_count; i++)
        put_value(bytes, doc->link_offsets[i], &pth->links[i]);
}

/* Sets *fits if the file of the document can hold its content. It cannot if a number that is not 0
 * is missing there, or if two points share their numbers and now differ: reading the result tells.
 */
static wm_status write_kept(const wmi_pth *doc, const wm_allocator *allocator, wm_buffer *out,
                            bool *fits, wm_error *error)
{
    wm_error fault = {.code = WM_OK};
    wmi_writer w;
    *fits = false;
    if (!doc->bytes || doc->pub.point_count != doc->kept_points ||
        doc->pub.link_count != doc->kept_links)
        return WM_OK;
    wmi_writer_init(&w, allocator);
    wmi_writer_reserve(&w, doc->size);
    uint8_t *bytes = wmi_writer_room(&w, doc->size);
    if (bytes)
        patch(doc, bytes);
    wm_status status = wmi_writer_finish(&w, out, error);
    if (status != WM_OK)
        return status;
    wm_kotor_pth *again =
        wm_kotor_pth_read(out->data, out->size, &(wm_read_opts){.allocator = allocator}, &fault);
    *fits = again && same_content(&doc->pub, again);
    wm_kotor_pth_free(again);
    if (!*fits)
        wm_buffer_free(out);
    if (fault.code == WM_NO_MEMORY)
        return wmi_no_memory(error);
    return WM_OK;
}

static void add_link(wmi_gff_builder *b, uint32_t list, uint32_t destination)
{
    uint32_t s = wmi_gff_add_struct(b, 3);
    wmi_gff_add_item(b, list, s);
    wmi_gff_add_u32(b, s, "Destination", destination);
}

/* The games write the links of a point before its numbers. Links always keep their order, also
 * where the ranges of points overlap or leave some out. */
static wm_status write_new(const wm_kotor_pth *pth, const wm_allocator *allocator, wm_buffer *out,
                           wm_error *error)
{
    wmi_gff_builder b;
    uint32_t next = 0;
    wmi_gff_begin(&b, allocator);
    uint32_t root = wmi_gff_add_struct(&b, UINT32_MAX);
    uint32_t points = wmi_gff_add_list(&b, root, "Path_Points");
    uint32_t links = wmi_gff_add_list(&b, root, "Path_Conections");
    for (uint32_t i = 0; i < pth->point_count; i++) {
        const wm_kotor_pth_point *p = &pth->points[i];
        uint32_t s = wmi_gff_add_struct(&b, 2);
        wmi_gff_add_item(&b, points, s);
        while (next < pth->link_count && p->first <= next && next - p->first < p->count)
            add_link(&b, links, pth->links[next++]);
        wmi_gff_add_u32(&b, s, "Conections", p->count);
        wmi_gff_add_u32(&b, s, "First_Conection", p->first);
        wmi_gff_add_f32(&b, s, "X", p->x);
        wmi_gff_add_f32(&b, s, "Y", p->y);
    }
    while (next < pth->link_count)
        add_link(&b, links, pth->links[next++]);
    return wmi_gff_finish(&b, "PTH ", out, error);
}

wm_status wm_kotor_pth_write(const wm_kotor_pth *pth, const wm_write_opts *opts, wm_buffer *out,
                             wm_error *error)
{
    bool fits;
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_allocator *allocator = wmi_write_allocator(opts);
    wm_status status = write_kept(wmi_pth_of(pth), allocator, out, &fits, error);
    if (status != WM_OK || fits)
        return status;
    return write_new(pth, allocator, out, error);
}
