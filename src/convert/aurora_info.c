/* Describes 2DA tables and GFF trees. */
#include "base/json_text.h"
#include "waymark/info.h"
#include "waymark/json.h"

wm_status wm_2da_info(const wm_2da *table, const wm_info_opts *opts, wm_buffer *json,
                      wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "2da");
    wm_json_add_text(&j, "variant", table->binary ? "binary" : "text");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_begin_array(&j, "columns");
    for (uint32_t i = 0; i < table->column_count; i++)
        wm_json_add_text(&j, NULL, table->columns[i]);
    wm_json_end(&j);
    wm_json_add_uint(&j, "rows", table->row_count);
    wm_json_add_text(&j, "default", table->fallback);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}

wm_status wm_gff_info(const wm_gff *gff, const wm_info_opts *opts, wm_buffer *json, wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "gff");
    wm_json_add_field(&j, "type", wm_gff_type(gff), 4);
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_uint(&j, "structs", wm_gff_struct_count(gff));
    wm_json_begin_array(&j, "fields");
    for (uint32_t i = 0; i < wm_gff_field_count(gff, 0); i++) {
        char label[WM_GFF_LABEL_SIZE];
        wm_gff_value v;
        if (!wm_gff_field(gff, 0, i, label, &v))
            continue;
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "label", label);
        wm_json_add_text(&j, "kind", wm_gff_kind_name(v.kind));
        if (v.kind == WM_GFF_KIND_LIST)
            wm_json_add_uint(&j, "items", v.count);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
