/* Files put into the page of the viewer. The page has a place for them, an empty list in
 * an element of its own (web/build.mjs); they come in as [{"name", "base64"}]. */
#include "waymark/view.h"

#include "base/json.h"

static const char place[] = "<script id=\"waymark-files\" type=\"application/json\">";

/* Where the list stands, or NULL. */
static const uint8_t *find_list(const uint8_t *page, size_t size)
{
    size_t n = sizeof place - 1;
    for (size_t i = 0; i + n + 2 <= size; i++)
        if (page[i] == '<' && memcmp(page + i, place, n) == 0)
            return memcmp(page + i + n, "[]", 2) == 0 ? page + i + n : NULL;
    return NULL;
}

/* A name in a script element: '<' would let it end the element. */
static void put_name(wmi_json *j, const char *name)
{
    wmi_writer w;
    wmi_writer_init(&w, &j->text.allocator);
    wmi_json_text(&w, name);
    wmi_writer_text(&j->text, "\"name\":");
    for (size_t i = 0; i < w.size; i++) {
        if (w.data[i] == '<')
            wmi_writer_text(&j->text, "\\u003c");
        else
            wmi_writer_bytes(&j->text, w.data + i, 1);
    }
    j->text.failed = j->text.failed || w.failed;
    wmi_release(&w.allocator, w.data, w.capacity, 1);
    j->comma = true;
}

wm_status wm_view_page(const void *viewer, size_t size, const wm_view_file *files, size_t count,
                       const wm_allocator *allocator, wm_buffer *out, wm_error *error)
{
    const uint8_t *page = viewer, *list = find_list(page, size);
    wmi_json j;
    if (!list)
        return wmi_fail(error, WM_BAD_VALUE, "", "this page is not a viewer without files");
    wmi_json_init(&j, allocator);
    wmi_writer_bytes(&j.text, page, (size_t)(list - page));
    wmi_json_begin(&j, NULL, '[');
    for (size_t i = 0; i < count; i++) {
        wmi_json_begin(&j, NULL, '{');
        put_name(&j, files[i].name);
        wmi_json_add_base64(&j, "base64", files[i].data, files[i].size);
        wmi_json_end(&j, '}');
    }
    wmi_json_end(&j, ']');
    wmi_writer_bytes(&j.text, list + 2, size - (size_t)(list - page) - 2);
    return wmi_json_finish(&j, out, error);
}
