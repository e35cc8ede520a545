/* Lists of what a conversion loses. */
#include <stdarg.h>

#include "base/internal.h"

void wmi_losses_add(wm_losses *losses, const char *field, uint32_t count, const char *fmt, ...)
{
    if (!losses || count == 0)
        return;
    for (uint32_t i = 0; i < losses->count; i++)
        if (strcmp(losses->item[i].field, field) == 0) {
            losses->item[i].count += count;
            return;
        }
    if (losses->count == WM_LOSSES)
        return; /* impossible: there are fewer fields */
    wm_loss *loss = &losses->item[losses->count++];
    *loss = (wm_loss){.count = count};
    wmi_format(loss->field, sizeof loss->field, "%s", field);
    va_list args;
    va_start(args, fmt);
    wmi_vformat(loss->message, sizeof loss->message, fmt, args);
    va_end(args);
    wmi_plain(loss->message);
}
