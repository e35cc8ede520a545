/* Phrases shared by messages: counts with the right singular and plural, and what is missing
 * from a truncated file. A phrase is valid until the end of the statement that creates it:
 * wmi_fail(error, code, path, "has %s", wmi_count(n, "face", "faces").text). */
#ifndef WAYMARK_BASE_WORDS_H
#define WAYMARK_BASE_WORDS_H

#include "base/internal.h"

typedef struct wmi_phrase {
    char text[160];
} wmi_phrase;

/* `one` if count is 1, else `many`. */
const char *wmi_plural(uint64_t count, const char *one, const char *many);
/* Joins a count and its first case: ":" if it is the only one, else "; the first is". */
const char *wmi_first(uint64_t count);
/* "5,940" */
wmi_phrase wmi_number(uint64_t number);
/* "1 face", "5,940 faces" */
wmi_phrase wmi_count(uint64_t count, const char *one, const char *many);
/* "3 of 48 faces" */
wmi_phrase wmi_part(uint64_t count, uint64_t total, const char *one, const char *many);
/* "there are no faces", "there is only 1 face", "there are only 48 faces" */
wmi_phrase wmi_only(uint64_t count, const char *one, const char *many);
/* The shortest text that reads back to the same float. */
wmi_phrase wmi_shortest(float value);
wmi_phrase wmi_coordinates(wm_vec3 v); /* "(1, 2.5, 3)" */

/* Explains why `need` bytes at `offset` cannot be read from a file of `size` bytes. `field`
 * is the path of a table or field: "ASWM.vertices" is called "the vertex table", "type" is
 * called "the field 'type'". */
wmi_phrase wmi_cut_off(const char *field, uint64_t offset, uint64_t need, uint64_t size);

#endif
