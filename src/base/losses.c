/* Lists of what a conversion loses. */
#include <stdarg.h>

#include "base/internal.h"

static const char others[] = "others";

/* Whether one of the words of a text is this one. */
static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = strstr(text, word); p; p = strstr(p + 1, word))
        if (p > text && p[-1] == ' ' && (p[n] == ' ' || p[n] == '\0'))
            return true;
    return false;
}

/* The last place collects all fields that have none of their own: their names as far as they fit,
 * and the sum of their counts. */
static void add_to_others(wm_losses *losses, const char *field, uint32_t count)
{
    wm_loss *last = &losses->item[WM_LOSSES - 1];
    if (losses->count < WM_LOSSES) {
        losses->count = WM_LOSSES;
        *last = (wm_loss){.count = 0};
        wmi_format(last->field, sizeof last->field, "%s", others);
        wmi_format(last->message, sizeof last->message, "more fields differ:");
    }
    last->count += count;
    if (has_word(last->message, field))
        return;
    size_t n = strlen(last->message), more = strlen(field);
    if (n + 1 + more + sizeof " ..." <= sizeof last->message)
        wmi_format(last->message + n, sizeof last->message - n, " %s", field);
    else if (strcmp(last->message + n - 3, "...") != 0)
        wmi_format(last->message + n, sizeof last->message - n, " ...");
    wmi_plain(last->message);
}

void wmi_losses_add(wm_losses *losses, const char *field, uint32_t count, const char *fmt, ...)
{
    if (!losses || count == 0)
        return;
    for (uint32_t i = 0; i < losses->count; i++)
        if (strcmp(losses->item[i].field, field) == 0) {
            losses->item[i].count += count;
            return;
        }
    if (losses->count >= WM_LOSSES - 1) {
        add_to_others(losses, field, count);
        return;
    }
    wm_loss *loss = &losses->item[losses->count++];
    *loss = (wm_loss){.count = count};
    wmi_format(loss->field, sizeof loss->field, "%s", field);
    va_list args;
    va_start(args, fmt);
    wmi_vformat(loss->message, sizeof loss->message, fmt, args);
    va_end(args);
    wmi_plain(loss->message);
}
