/* UTF-8 inside, UTF-16 at the border: paths as Windows wants them. For the files that talk to
 * Windows, here and in the command. */
#ifndef WAYMARK_BASE_UTF16_WINDOWS_H
#define WAYMARK_BASE_UTF16_WINDOWS_H

#include <wchar.h>

/* The path as UTF-16. One that is too long for the old limit of 260 is made absolute and gets the
 * prefix that lifts the limit. Free it with free. NULL, with the last error set, if it is not
 * UTF-8 or there is no memory. */
wchar_t *wmi_utf16_path(const char *path);
/* Any text as UTF-8. Free it with free. NULL if there is no memory. */
char *wmi_utf8(const wchar_t *text);
/* The same for an absolute path, without the prefix. */
char *wmi_utf8_path(const wchar_t *path);

#endif
