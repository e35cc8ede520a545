/* Reads text files by line and by word. LF, CRLF and bare CR all end a line. */
#ifndef WAYMARK_BASE_TEXT_H
#define WAYMARK_BASE_TEXT_H

#include "base/internal.h"
#include "base/text.h"

typedef struct wmi_text {
    const char *at, *end;
    uint32_t line; /* number of the line read last, from 1 */
} wmi_text;

/* A line without its line ending. wmi_next_word consumes it from the left. */
typedef struct wmi_line {
    const char *start, *at, *end;
    uint32_t number;
} wmi_line;

typedef struct wmi_word {
    const char *text;
    size_t size;
    uint32_t column; /* from 1 */
} wmi_word;

wmi_text wmi_text_open(const void *data, size_t size);
bool wmi_next_line(wmi_text *text, wmi_line *line);
/* Words are separated by spaces and tabs. Size 0 at the end of the line. */
wmi_word wmi_next_word(wmi_line *line);
/* The first word of the first line that is not blank, not a comment (#) and not the
 * `filedependancy` line that several formats begin with. Size 0 if there is none. */
wmi_word wmi_first_keyword(const void *data, size_t size);
/* Of ASCII only, whatever the locale. */
static inline char wmi_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}
/* In place. */
void wmi_lower_text(char *text);
/* Case-insensitive, for ASCII. */
bool wmi_word_is(wmi_word word, const char *keyword);
/* Compares two names, ignoring ASCII case: negative, positive or 0. */
int wmi_compare_names(const char *a, const char *b);
/* The last part of a path that is stored in a file, after a slash or, since most were written on
 * Windows, a backslash: no name of a game's file has either in it. */
const char *wmi_file_name(const char *path);
/* How many of the n characters are left of a name without the ending of an image file. */
size_t wmi_image_stem(const char *name, size_t n);
/* The last part of a path of this system. */
const char *wmi_path_name(const char *path);
/* Does it separate folders in paths of this system? */
bool wmi_is_separator(char c);
/* The whole word must be a number. */
bool wmi_word_float(wmi_word word, float *value);
bool wmi_word_int(wmi_word word, int64_t *value);
/* Copies into a fixed array and truncates what does not fit. */
void wmi_word_copy(wmi_word word, char *to, size_t size);

#endif
