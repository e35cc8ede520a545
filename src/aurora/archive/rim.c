/* RIM V1.0. docs/formats/archives.md. */
#include "aurora/archive/internal.h"

enum { HEADER = 120, ROW = 32, NAME = 16 };

bool wmi_rim_read(wmi_archive *a, wm_error *error)
{
    const uint8_t *h = wmi_source_take(&a->source, &a->arena, 0, 1, HEADER, "header", error);
    if (!h)
        return false;
    memcpy(a->pub.tag, h, 4);
    memcpy(a->pub.version, h + 4, 4);
    uint32_t count = wmi_le32(h + 12), table = wmi_le32(h + 16);
    if (table == 0)
        table = HEADER;
    const uint8_t *rows =
        wmi_source_take(&a->source, &a->arena, table, count, ROW, "entries", error);
    if (!rows || !wmi_archive_entries(a, count, false, error))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = rows + (size_t)ROW * i;
        wm_archive_entry *e = &a->entries[i];
        e->name = wmi_archive_name(a, row, NAME);
        e->type_id = wmi_le32(row + 16);
        e->type = wmi_type_name(&a->arena, e->type_id, false);
        e->offset = wmi_le32(row + 24);
        e->size = wmi_le32(row + 28);
        if (!e->name || !e->type)
            return wmi_arena_fail(&a->arena, error, "entries") == WM_OK;
    }
    return true;
}
