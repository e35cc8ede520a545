/* JSON for the glTF writer: values, list items, extras. */
#include <math.h>

#include "convert/gltf/write.h"

void wmi_gltf_text(wmi_writer *w, const char *text)
{
    int flags = wmi_is_utf8(text) ? 0 : WMI_JSON_LATIN1;
    wmi_writer_text(w, "\"");
    for (size_t left = strlen(text); left;) {
        char to[WMI_JSON_ESCAPE];
        size_t made, plain = wmi_json_plain(text, left);
        wmi_writer_bytes(w, text, plain);
        text += plain;
        left -= plain;
        if (left == 0)
            break;
        size_t read = wmi_json_escape(text, left, flags, to, &made);
        wmi_writer_bytes(w, to, made);
        text += read;
        left -= read;
    }
    wmi_writer_text(w, "\"");
}

void wmi_gltf_number(wmi_writer *w, float value)
{
    wmi_writer_float(w, isfinite(value) ? value : 0);
}

void wmi_gltf_numbers(wmi_writer *w, const float *values, uint32_t count)
{
    wmi_writer_text(w, "[");
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            wmi_writer_text(w, ",");
        wmi_gltf_number(w, values[i]);
    }
    wmi_writer_text(w, "]");
}

void wmi_gltf_digits(wmi_writer *w, double value)
{
    char text[32];
    wmi_writer_bytes(w, text, wmi_json_digits(isfinite(value) ? value : 0.0, text));
}

void wmi_gltf_item(wmi_gltf_list *list)
{
    if (list->count++)
        wmi_writer_text(&list->text, ",\n");
}

/* Extras hold floats and 32-bit integers. Writes the shortest text for whichever it is. */
static void extra_number(wmi_writer *w, double value)
{
    float narrow = (float)value;
    /* The shortest text of a large float names a different integer. */
    bool large = fabs(value) >= 16777216 && fabs(value) <= UINT32_MAX;
    if ((double)narrow == value && !large)
        wmi_gltf_number(w, narrow);
    else
        wmi_gltf_digits(w, value);
}

void wmi_gltf_members(wmi_writer *w, const wm_extras *extras, bool *first)
{
    for (uint32_t i = 0; i < extras->count; i++) {
        const wm_extra *e = &extras->items[i];
        wmi_writer_text(w, *first ? "" : ",");
        *first = false;
        wmi_gltf_text(w, e->name);
        wmi_writer_text(w, e->list ? ":[" : ":");
        for (uint32_t k = 0; k < e->count; k++) {
            if (k)
                wmi_writer_text(w, ",");
            if (e->numbers)
                extra_number(w, e->numbers[k]);
            else
                wmi_gltf_text(w, e->texts[k]);
        }
        if (e->list)
            wmi_writer_text(w, "]");
    }
}
