/* JSON for the glTF writer: items of lists, extras. */
#include <math.h>

#include "convert/gltf/write.h"

void wmi_gltf_item(wmi_gltf_list *list)
{
    if (list->count++)
        wmi_writer_text(&list->text, ",\n");
}

/* Extras hold floats and 32-bit numbers: the shortest text of whichever it is. */
static void extra_number(wmi_writer *w, double value)
{
    float narrow = (float)value;
    /* The shortest text of a large float names another whole number. */
    bool large = fabs(value) >= 16777216 && fabs(value) <= UINT32_MAX;
    if ((double)narrow == value && !large)
        wmi_json_float(w, narrow);
    else
        wmi_json_double(w, value);
}

void wmi_json_members(wmi_writer *w, const wm_extras *extras, bool *first)
{
    for (uint32_t i = 0; i < extras->count; i++) {
        const wm_extra *e = &extras->items[i];
        wmi_writer_text(w, *first ? "" : ",");
        *first = false;
        wmi_json_text(w, e->name);
        wmi_writer_text(w, e->list ? ":[" : ":");
        for (uint32_t k = 0; k < e->count; k++) {
            if (k)
                wmi_writer_text(w, ",");
            if (e->numbers)
                extra_number(w, e->numbers[k]);
            else
                wmi_json_text(w, e->texts[k]);
        }
        if (e->list)
            wmi_writer_text(w, "]");
    }
}
