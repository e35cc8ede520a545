/* The entries of an archive, as `waymark ls` and `waymark extract` have them. */
#include "core.h"

static wm_status not_an_archive(wm_error *error)
{
    return wm_error_set(error, WM_BAD_ARGUMENT, "", "it is not an archive that can be read");
}

static void put_entry(wm_archive *archive, uint32_t i, wm_json_writer *j)
{
    const wm_archive_entry *e = &archive->entries[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", e->name);
    wm_json_add_text(j, "type", e->type);
    if (e->path)
        wm_json_add_text(j, "path", e->path);
    if (e->offset != WM_NO_OFFSET) { /* a KEY knows neither */
        wm_json_add_uint(j, "size", e->size);
        wm_json_add_uint(j, "offset", e->offset);
    }
    wm_json_end(j);
}

wm_status core_entries(core_file *f, wm_json_writer *j, wm_error *error)
{
    if (!f->mounted)
        return not_an_archive(error);
    wm_json_begin_array(j, NULL);
    for (uint32_t i = 0; i < f->mounted->entry_count; i++)
        put_entry(f->mounted, i, j);
    wm_json_end(j);
    return WM_OK;
}

wm_status core_extract(core *c, core_file *f, uint32_t entry, wm_json_writer *j, wm_error *error)
{
    wm_buffer bytes;
    if (!f->mounted)
        return not_an_archive(error);
    wm_status status = wm_archive_extract(f->mounted, entry, NULL, &bytes, error);
    if (status == WM_OK)
        core_add_owned(c, j, NULL, "u8", &bytes);
    return status;
}
