/* What separates folders in paths, on Windows. */
#include "base/text.h"

bool wmi_is_separator(char c)
{
    return c == '/' || c == '\\';
}
