/* What material names mean for walkmeshes: NWN2 flags and KotOR surfaces. docs/gltf.md,
 * "Names of materials", describes the grammar. */
#include <stdio.h>

#include "convert/internal.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t wmi_stem_length(const char *name, size_t digits)
{
    size_t n = strlen(name), end = n;
    while (end > 0 && is_digit(name[end - 1]))
        end--;
    return n - end >= digits && end < n && end > 1 && name[end - 1] == '.' ? end - 1 : n;
}

bool wmi_name_word(const char **at, const char *end, wmi_word *word)
{
    const char *p = *at;
    while (p < end && !is_letter(*p) && !is_digit(*p))
        p++;
    const char *start = p;
    while (p < end && (is_letter(*p) || is_digit(*p)))
        p++;
    *at = p;
    *word = (wmi_word){start, (size_t)(p - start), 0};
    return p > start;
}

/* ---- NWN2 -------------------------------------------------------------- */

enum { NAMED = WM_NWN2_WALKABLE | WM_NWN2_CLOCKWISE | WM_NWN2_MATERIALS };

void wmi_nwn2_surface_name(uint16_t flags, char name[WMI_SURFACE_TEXT])
{
    size_t n = 0;
    for (uint32_t m = 1; m < WM_NWN2_MATERIAL_COUNT; m++)
        if (flags & WM_NWN2_DIRT << (m - 1))
            n += (size_t)wmi_format(name + n, WMI_SURFACE_TEXT - n, "%s%s", n ? "_" : "",
                                    wm_nwn2_material_name(m));
    if (n == 0)
        n = (size_t)wmi_format(name, WMI_SURFACE_TEXT, "none");
    if (!(flags & WM_NWN2_WALKABLE))
        n += (size_t)wmi_format(name + n, WMI_SURFACE_TEXT - n, "_not_walkable");
    if (flags & ~NAMED)
        wmi_format(name + n, WMI_SURFACE_TEXT - n, "_bits_0x%x", (unsigned)(flags & ~NAMED));
}

static bool is_one_of(wmi_word word, const char *const *list)
{
    for (; *list; list++)
        if (wmi_word_is(word, *list))
            return true;
    return false;
}

/* Hexadecimal digits after "0x". */
static bool parse_bits(wmi_word word, uint16_t *flags)
{
    uint32_t value = 0;
    if (word.size < 3 || word.size > 6 || word.text[0] != '0' || (word.text[1] | 32) != 'x')
        return false;
    for (size_t i = 2; i < word.size; i++) {
        char c = (char)(word.text[i] | 32);
        if (!is_digit(word.text[i]) && !(c >= 'a' && c <= 'f'))
            return false;
        value = value << 4 | (uint32_t)(is_digit(word.text[i]) ? word.text[i] - '0' : c - 'a' + 10);
    }
    *flags = (uint16_t)(*flags | (value & ~(uint32_t)NAMED));
    return true;
}

bool wmi_nwn2_surface_flags(const char *name, uint16_t *flags)
{
    static const char *const closed[] = {"not",         "non",      "unwalkable", "nonwalkable",
                                         "notwalkable", "nonwalk",  "notwalk",    "nowalk",
                                         "blocked",     "obstacle", NULL};
    static const char *const neutral[] = {"walkable", "walk", "none", "bits", NULL};
    const char *at = name, *end = name + wmi_stem_length(name, 1);
    uint16_t made = WM_NWN2_WALKABLE;
    wmi_word word;
    bool any = false;
    while (wmi_name_word(&at, end, &word)) {
        uint32_t m = 1;
        while (m < WM_NWN2_MATERIAL_COUNT && !wmi_word_is(word, wm_nwn2_material_name(m)))
            m++;
        if (m < WM_NWN2_MATERIAL_COUNT)
            made = (uint16_t)(made | WM_NWN2_DIRT << (m - 1));
        else if (is_one_of(word, closed))
            made &= (uint16_t)~WM_NWN2_WALKABLE;
        else if (!is_one_of(word, neutral) && !parse_bits(word, &made))
            return false;
        any = true;
    }
    *flags = made;
    return any;
}

/* ---- KotOR ------------------------------------------------------------- */

void wmi_kotor_surface_word(const wm_kotor_surfaces *surfaces, uint32_t material,
                            char name[WMI_SURFACE_TEXT])
{
    char text[24];
    wmi_format(name, WMI_SURFACE_TEXT, "%s", wm_kotor_surface_name(surfaces, material, text));
    for (char *p = name; *p; p++)
        if ((unsigned char)*p <= ' ')
            *p = '_';
    uint32_t back; /* a table may have two rows with the same name */
    if (!wmi_kotor_surface_number(surfaces, name, &back) || back != material)
        wmi_format(name, WMI_SURFACE_TEXT, "material_%lu", (ul)material);
}

/* Letters and digits only, in lower case. */
static void squeeze(const char *name, size_t size, char to[WMI_SURFACE_TEXT])
{
    size_t n = 0;
    for (size_t i = 0; i < size && n + 1 < WMI_SURFACE_TEXT; i++)
        if (is_letter(name[i]) || is_digit(name[i]))
            to[n++] = (char)(is_letter(name[i]) ? name[i] | 32 : name[i]);
    to[n] = '\0';
}

/* kotorblender calls the materials of walkmeshes "wok_Grass", after NWN's table. */
static const char *without_prefix(const char *name)
{
    static const char *const prefixes[] = {"wok_", "pwk_", "dwk_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(name) > 4 && wmi_word_is((wmi_word){name, 4, 0}, prefixes[i]))
            return name + 4;
    return name;
}

/* Rows that other tables name in another way. */
static bool is_alias(const char *name, uint32_t *material)
{
    static const struct {
        const char *name;
        uint32_t row;
    } aliases[] = {{"undefined", 0}, {"notdefined", 0}, {"snow", 19}, {"nonwalkgrass", 19}};
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(name, aliases[i].name) == 0) {
            *material = aliases[i].row;
            return true;
        }
    return false;
}

bool wmi_kotor_surface_number(const wm_kotor_surfaces *surfaces, const char *name,
                              uint32_t *material)
{
    char wanted[WMI_SURFACE_TEXT], row[WMI_SURFACE_TEXT];
    name = without_prefix(name);
    const wm_kotor_surfaces *s = surfaces ? surfaces : wm_kotor_surfaces_default();
    squeeze(name, wmi_stem_length(name, 1), wanted);
    for (uint32_t i = 0; *wanted && i < WM_KOTOR_SURFACES; i++) {
        squeeze(s->row[i].name, strlen(s->row[i].name), row);
        if (*row && strcmp(row, wanted) == 0) {
            *material = i;
            return true;
        }
    }
    if (is_alias(wanted, material))
        return true;
    const char *digits = strncmp(wanted, "material", 8) == 0 ? wanted + 8 : wanted;
    int64_t value;
    wmi_word word = {digits, strlen(digits), 0};
    if (word.size == 0 || !is_digit(*digits) || !wmi_word_int(word, &value) || value < 0 ||
        value > UINT32_MAX)
        return false;
    *material = (uint32_t)value;
    return true;
}
