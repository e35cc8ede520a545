/* Names that programs give to the parts of a KotOR walkmesh. */
#include "convert/kotor/bwm_names.h"
#include "base/text.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_at(const char *text, size_t size, const char *word)
{
    size_t n = strlen(word);
    return size >= n && wmi_word_is((wmi_word){text, n, 0}, word);
}

/* Anywhere in the name. */
static bool contains(const char *name, const char *part)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        if (is_at(name + i, n - i, part))
            return true;
    return false;
}

bool wmi_bwm_numbered(const char *name, const char *word, uint32_t *number)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < n; i++) {
        char c = wmi_lower(name[i]);
        if (!(c == word[i] || (word[i] == '_' && (c == ' ' || c == '-'))))
            return false;
    }
    const char *p = name + n;
    while (*p == '_' || *p == ' ' || *p == '-')
        p++;
    uint64_t value = 0;
    const char *digits = p;
    for (; is_digit(*p) && value <= UINT32_MAX; p++)
        value = 10 * value + (uint64_t)(*p - '0');
    *number = (uint32_t)value;
    return p > digits && value < WM_NO_INDEX && (*p == '\0' || *p == '.');
}

bool wmi_bwm_is_walkmesh_name(const char *name)
{
    static const char *const parts[] = {"walkmesh", "_wok", "_pwk", "_dwk", "aabb"};
    static const char *const words[] = {"wok", "pwk", "dwk", "wg"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (contains(name, parts[i]))
            return true;
    const char *at = name, *end = name + wmi_stem_length(name, 1);
    wmi_word word;
    while (wmi_name_word(&at, end, &word))
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (wmi_word_is(word, words[i]))
                return true;
    return false;
}

uint32_t wmi_bwm_name_state(const char *name)
{
    const char *at = name, *end = name + wmi_stem_length(name, 1);
    wmi_word word;
    while (wmi_name_word(&at, end, &word))
        for (uint32_t s = 0; s < WM_KOTOR_DOOR_STATES; s++)
            if (wmi_word_is(word, wm_kotor_door_state_name(s)))
                return s;
    return WM_NO_INDEX;
}

uint32_t wmi_bwm_name_digit(const char *name, size_t *stem)
{
    size_t n = wmi_stem_length(name, 1);
    if (n < 2 || name[n - 1] < '0' || name[n - 1] > '2' || is_digit(name[n - 2]))
        return WM_NO_INDEX;
    *stem = n - 1;
    return (uint32_t)(name[n - 1] - '0');
}

/* Does it end in "use01", with any number of underscores and zeroes in between? The word must not
 * be the end of another one, such as "house01". */
static bool is_use(const char *name, size_t end)
{
    while (end > 0 && (name[end - 1] == '_' || name[end - 1] == '0'))
        end--;
    return end >= 3 && is_at(name + end - 3, 3, "use") && (end == 3 || !is_letter(name[end - 4]));
}

wmi_bwm_hook wmi_bwm_name_hook(const char *name, uint32_t *index)
{
    uint32_t number;
    bool relative = wmi_bwm_numbered(name, "relative_hook", &number);
    if (relative || wmi_bwm_numbered(name, "absolute_hook", &number)) {
        *index = number - 1;
        return number != 1 && number != 2 ? WMI_BWM_NO_HOOK
               : relative                 ? WMI_BWM_RELATIVE_HOOK
                                          : WMI_BWM_ABSOLUTE_HOOK;
    }
    size_t n = wmi_stem_length(name, 3);
    if (n < 2 || (name[n - 1] != '1' && name[n - 1] != '2') ||
        is_digit(name[n - 2]) != (name[n - 2] == '0'))
        return WMI_BWM_NO_HOOK;
    *index = (uint32_t)(name[n - 1] - '1');
    bool door =
        contains(name, "dp_") && wmi_bwm_name_state(name) != WM_NO_INDEX && name[n - 2] == '0';
    return door || is_use(name, n - 1) ? WMI_BWM_USE_HOOK : WMI_BWM_NO_HOOK;
}
