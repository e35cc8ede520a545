/* JSON strings: UTF-8, escapes, base64. */
#ifndef WAYMARK_BASE_JSON_TEXT_H
#define WAYMARK_BASE_JSON_TEXT_H

#include "base/internal.h"
#include "waymark/json.h"

/* The length of the UTF-8 sequence at the start of text[0..size), or 0 if it is invalid:
 * overlong forms, surrogate halves and code points above 0x10FFFF are invalid. size
 * must not be 0. */
size_t wmi_utf8_length(const char *text, size_t size);
bool wmi_is_utf8(const char *text);

enum { WMI_JSON_ESCAPE = 6 };
enum { WMI_JSON_LATIN1 = 1, WMI_JSON_SCRIPT = 2 };

/* The number of bytes at the start of text[0..size) that never need an escape. */
size_t wmi_json_plain(const char *text, size_t size);
/* Writes the first character in JSON form. Invalid UTF-8 becomes U+FFFD; with WMI_JSON_LATIN1
 * every high byte is a character. WMI_JSON_SCRIPT escapes '<'. Returns the number of bytes
 * read; *made is the number of bytes written. */
size_t wmi_json_escape(const char *text, size_t size, int flags, char to[WMI_JSON_ESCAPE],
                       size_t *made);

/* Uses 15 digits if they are enough, else 17. The value must be finite. Returns the length. */
size_t wmi_json_double(double value, char text[32]);
/* Uses 17 digits, for numbers that readers compare with the float in the data. */
size_t wmi_json_digits(double value, char text[32]);

/* Writes (size + 2) / 3 * 4 bytes. */
void wmi_base64(const uint8_t *bytes, size_t size, uint8_t *to);

/* Starts the object of a wm_X_info function: "file" and "format". opts may be NULL. */
void wmi_info_begin(wm_json_writer *writer, const wm_info_opts *opts, const char *format);
static inline uint64_t wmi_info_bytes(const wm_info_opts *opts)
{
    return opts ? opts->bytes : 0;
}
/* "faults" and "first_fault", if the reader skipped faults. */
void wmi_info_faults(wm_json_writer *writer, uint32_t count, const wm_error *first);

#endif
