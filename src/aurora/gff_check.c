/* Fields of a GFF that point outside the file. */
#include "base/words.h"
#include "waymark/aurora.h"

typedef struct checker {
    const wm_gff *gff;
    wm_report *report;
    uint64_t looks; /* items of lists that may still be looked at */
} checker;

static void check_list(checker *c, uint32_t structure, const char *label, const wm_gff_value *list)
{
    for (uint32_t i = 0; i < list->count && c->looks; i++, c->looks--)
        if (wm_gff_list_item(c->gff, list, i) == WM_NO_INDEX)
            wmi_report(
                c->report, WM_GFF_RANGE,
                wmi_at(list->offset, "structs[%u].%s[%u]", (unsigned)structure, label, (unsigned)i),
                "the item is a struct that does not exist; the file has %u",
                (unsigned)wm_gff_struct_count(c->gff));
}

static void check_struct(checker *c, uint32_t structure)
{
    uint32_t count = wm_gff_field_count(c->gff, structure);
    for (uint32_t i = 0; i < count; i++) {
        char label[WM_GFF_LABEL_SIZE];
        wm_gff_value v;
        bool good = wm_gff_field(c->gff, structure, i, label, &v);
        wmi_plain(label);
        if (!good)
            wmi_report(
                c->report, WM_GFF_RANGE,
                wmi_at(WM_NO_OFFSET, "structs[%u].fields[%u]", (unsigned)structure, (unsigned)i),
                "the field%s%s points outside its table", *label ? " " : "", label);
        else if (v.kind == WM_GFF_KIND_LIST)
            check_list(c, structure, label, &v);
    }
}

wm_status wm_gff_check(const wm_gff *gff, const wm_check_opts *opts, wm_report *report,
                       wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t count = wm_gff_struct_count(gff), first = report->count;
    /* A struct is in one list at most, unless lists share their items. */
    checker c = {gff, report, 16 * (uint64_t)count + 1024};
    for (uint32_t i = 0; i < count; i++)
        check_struct(&c, i);
    return wmi_check_end(opts, report, first, false, error);
}
