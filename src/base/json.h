/* JSON texts into a writer: values, and a builder that sets the commas. */
#ifndef WAYMARK_BASE_JSON_H
#define WAYMARK_BASE_JSON_H

#include "base/internal.h"

/* ---- values ------------------------------------------------------------ */

/* Names of the games are bytes: what is not UTF-8 is taken for Latin-1. */
void wmi_json_text(wmi_writer *w, const char *text);
bool wmi_is_utf8(const char *text);
/* Not finite ones become 0. */
void wmi_json_float(wmi_writer *w, float value);
/* Every digit, for numbers that readers compare with the float in the data. */
void wmi_json_double(wmi_writer *w, double value);
void wmi_json_u32(wmi_writer *w, uint32_t value);
void wmi_json_floats(wmi_writer *w, const float *values, uint32_t count);

/* Bytes as base64, without quotes. */
void wmi_json_base64(wmi_writer *w, const void *bytes, size_t size);

/* ---- objects and arrays ------------------------------------------------ */

typedef struct wmi_json {
    wmi_writer text;
    bool comma; /* the next member needs one in front */
} wmi_json;

void wmi_json_init(wmi_json *json, const wm_allocator *allocator);

/* Of all of these, `name` is NULL for the outermost value and for elements of arrays.
 * Numbers that are not finite become null. */
void wmi_json_begin(wmi_json *json, const char *name, char bracket);        /* '{' or '[' */
void wmi_json_end(wmi_json *json, char bracket);                            /* '}' or ']' */
void wmi_json_add_text(wmi_json *json, const char *name, const char *text); /* NULL: null */
void wmi_json_add_uint(wmi_json *json, const char *name, uint64_t value);
/* WM_NO_INDEX becomes null. */
void wmi_json_add_index(wmi_json *json, const char *name, uint32_t value);
void wmi_json_add_base64(wmi_json *json, const char *name, const void *bytes, size_t size);
void wmi_json_add_bool(wmi_json *json, const char *name, bool value);
void wmi_json_add_null(wmi_json *json, const char *name);
void wmi_json_add_float(wmi_json *json, const char *name, float value);
void wmi_json_add_double(wmi_json *json, const char *name, double value);
void wmi_json_add_vec3(wmi_json *json, const char *name, wm_vec3 value);

/* Hands the text over. */
wm_status wmi_json_finish(wmi_json *json, wm_buffer *out, wm_error *error);

#endif
