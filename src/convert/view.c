/* Embeds files in the viewer page. The page reserves an element with an empty list for them
 * (web/build.mjs); they are inserted as [{"name", "base64"}]. */
#include "waymark/view.h"

#include "base/internal.h"
#include "waymark/json.h"

static const char place[] = "<script id=\"waymark-files\" type=\"application/json\">";

/* The position of the list, or NULL. */
static const uint8_t *find_list(const uint8_t *page, size_t size)
{
    size_t n = sizeof place - 1;
    for (size_t i = 0; i + n + 2 <= size; i++)
        if (page[i] == '<' && memcmp(page + i, place, n) == 0)
            return memcmp(page + i + n, "[]", 2) == 0 ? page + i + n : NULL;
    return NULL;
}

static wm_status append(void *user, const void *data, size_t size)
{
    wmi_writer *w = user;
    wmi_writer_bytes(w, data, size);
    return w->failed ? WM_NO_MEMORY : WM_OK;
}

static void put_list(wmi_writer *out, const wm_view_file *files, size_t count)
{
    wm_json_writer j;
    const wm_json_write_opts opts = {.write = append, .user = out, .latin1 = true, .script = true};
    wm_json_writer_init(&j, &opts);
    wm_json_begin_array(&j, NULL);
    for (size_t i = 0; i < count; i++) {
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "name", files[i].name);
        wm_json_add_base64(&j, "base64", files[i].data, files[i].size);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    wm_json_writer_finish(&j, NULL, NULL); /* out remembers a failure */
}

wm_status wm_view_page(const void *viewer, size_t size, const wm_view_file *files, size_t count,
                       const wm_write_opts *opts, wm_buffer *out, wm_error *error)
{
    const uint8_t *page = viewer, *list = find_list(page, size);
    wmi_writer w;
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (!list)
        return wmi_fail(error, WM_BAD_VALUE, "", "expected the viewer's page without files");
    wmi_writer_init(&w, wmi_write_allocator(opts));
    wmi_writer_bytes(&w, page, (size_t)(list - page));
    put_list(&w, files, count);
    wmi_writer_bytes(&w, list + 2, size - (size_t)(list - page) - 2);
    return wmi_writer_finish(&w, out, error);
}
