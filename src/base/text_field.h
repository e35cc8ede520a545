/* Text fields of a fixed size in documents, which edits fill. */
#ifndef WAYMARK_BASE_TEXT_FIELD_H
#define WAYMARK_BASE_TEXT_FIELD_H

#include "base/internal.h"

/* WM_NOT_REPRESENTABLE if the text and its terminator do not fit into `size` bytes. */
wm_status wmi_text_field_fits(const char *text, size_t size, const char *path, wm_error *error);
/* Fills the field. If it already holds the text, no byte changes, not even garbage after it. */
wm_status wmi_text_field_set(char *field, size_t size, const char *text, const char *path,
                             wm_error *error);
/* WM_BAD_ARGUMENT: the model has only `count` of what was asked for by number. */
wm_status wmi_no_such(wm_error *error, const char *path, uint32_t number, uint32_t count);

#endif
