/* Phrases shared by messages. */
#include "base/words.h"

#include <stdio.h>

static wmi_phrase phrase(const char *fmt, ...) WM_PRINTF(1, 2);

static wmi_phrase phrase(const char *fmt, ...)
{
    wmi_phrase p;
    va_list args;
    va_start(args, fmt);
    wmi_vformat(p.text, sizeof p.text, fmt, args);
    va_end(args);
    return p;
}

const char *wmi_plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

const char *wmi_first(uint64_t count)
{
    return wmi_plural(count, ":", "; the first is");
}

wmi_phrase wmi_number(uint64_t number)
{
    wmi_phrase p = {""};
    char digits[24];
    size_t size = (size_t)wmi_format(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = p.text;
    for (size_t i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    return p;
}

wmi_phrase wmi_count(uint64_t count, const char *one, const char *many)
{
    return phrase("%s %s", wmi_number(count).text, wmi_plural(count, one, many));
}

wmi_phrase wmi_part(uint64_t count, uint64_t total, const char *one, const char *many)
{
    return phrase("%s of %s", wmi_number(count).text, wmi_count(total, one, many).text);
}

wmi_phrase wmi_only(uint64_t count, const char *one, const char *many)
{
    if (count == 0)
        return phrase("there are no %s", many);
    return phrase("there %s only %s", wmi_plural(count, "is", "are"),
                  wmi_count(count, one, many).text);
}

wmi_phrase wmi_shortest(float value)
{
    wmi_phrase p;
    wm_float_format(value, p.text);
    return p;
}

wmi_phrase wmi_coordinates(wm_vec3 v)
{
    return phrase("(%s, %s, %s)", wmi_shortest(v.x).text, wmi_shortest(v.y).text,
                  wmi_shortest(v.z).text);
}

/* ---- truncation -------------------------------------------------------- */

/* Names that the rules below get wrong. */
static const char *const irregular[][2] = {
    {"aabbs", "AABB table"},
    {"adjacency", "adjacency table"},
    {"bone_map", "bone map"},
    {"children", "list of children"},
    {"controller_data", "controller data"},
    {"data", "vertex data"},
    {"dds", "DDS texture"},
    {"grass", "grass table"},
    {"header", "header"},
    {"inverted", "inverted counter"},
    {"islands_path_nodes", "island table"},
    {"local_to_node", "list from triangles to nodes"},
    {"node_to_local", "list from nodes to triangles"},
    {"path_table_header", "path table header"},
    {"pixels", "pixel data"},
    {"raw", "packet"},
    {"signature", "signature"},
    {"table", "path table"},
    {"table_next", "path table"},
    {"unknown_array", "fourth array of the skin"},
};

/* Plural endings; the first match applies. */
static const char *const endings[][2] = {{"tices", "tex"}, {"dices", "dex"}, {"ies", "y"},
                                         {"shes", "sh"},   {"ss", NULL},     {"s", ""}};

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* "vertices" becomes "vertex table"; a name that is not a plural is a field. */
static void name_table(const char *field, char *text, size_t size)
{
    for (size_t i = 0; i < sizeof irregular / sizeof *irregular; i++)
        if (strcmp(field, irregular[i][0]) == 0) {
            wmi_format(text, size, "%s", irregular[i][1]);
            return;
        }
    wmi_format(text, size, "field '%s'", field);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(field, endings[i][0])) {
            if (endings[i][1])
                wmi_format(text, size, "%.*s%s table", (int)(strlen(field) - strlen(endings[i][0])),
                           field, endings[i][1]);
            break;
        }
    for (char *p = text; *p && strncmp(text, "field '", 7) != 0; p++)
        if (*p == '_')
            *p = ' ';
}

wmi_phrase wmi_cut_off(const char *field, uint64_t offset, uint64_t need, uint64_t size)
{
    char name[64];
    const char *dot = strrchr(field, '.');
    name_table(dot ? dot + 1 : field, name, sizeof name);
    if (offset > size)
        return phrase("the %s starts at byte %s, but the file has only %s", name,
                      wmi_number(offset).text, wmi_count(size, "byte", "bytes").text);
    return phrase("the file is cut off: the %s needs %s, %s %s", name,
                  wmi_count(need, "byte", "bytes").text, wmi_number(size - offset).text,
                  wmi_plural(size - offset, "remains", "remain"));
}
