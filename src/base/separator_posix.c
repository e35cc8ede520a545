/* What separates folders in paths: here, and where there are no files. */
#include "base/text.h"

bool wmi_is_separator(char c)
{
    return c == '/'; /* a backslash is part of a name */
}
