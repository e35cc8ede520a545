/* Points and materials as arguments, for the verbs that ask about places. */
#include "points.h"

#include <stdlib.h>
#include <string.h>

bool cli_add_point(cli_points *p, cli_point value)
{
    if (p->count == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 64;
        cli_point *grown = realloc(p->list, capacity * sizeof *grown);
        if (!grown)
            return false;
        p->list = grown;
        p->capacity = capacity;
    }
    p->list[p->count++] = value;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

/* "X,Y" or "X,Y,Z"; blanks do as well as commas. */
bool cli_parse_point(const char *text, size_t size, cli_point *out)
{
    float v[3] = {0, 0, 0};
    size_t at = 0;
    int n = 0;
    while (n < 3) {
        size_t used;
        while (at < size && is_blank(text[at]))
            at++;
        if (at == size)
            break;
        used = wm_float_parse(text + at, size - at, &v[n]);
        if (!used || v[n] - v[n] != 0)
            return false;
        at += used;
        n++;
        if (at < size && !is_blank(text[at]))
            return false;
    }
    while (at < size && is_blank(text[at]))
        at++;
    *out = (cli_point){{v[0], v[1], v[2]}, n == 3};
    return at == size && n >= 2;
}

/* One point a line; '#' starts a comment. */
int cli_read_points(const char *file, cli_points *p)
{
    wm_buffer bytes;
    int code = EXIT_FINE;
    unsigned line = 0;
    if (!cli_load(file, stderr, &bytes))
        return EXIT_INPUT;
    const char *at = (const char *)bytes.data, *end = at + bytes.size;
    while (at < end && code == EXIT_FINE) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *next = stop ? stop + 1 : end;
        size_t size = (size_t)((stop ? stop : end) - at);
        const char *hash = memchr(at, '#', size);
        cli_point value;
        line++;
        if (hash)
            size = (size_t)(hash - at);
        while (size && is_blank(at[size - 1]))
            size--;
        if (size && !cli_parse_point(at, size, &value))
            code = cli_fail(EXIT_INPUT, "%s: line %u: a point is X,Y or X,Y,Z", file, line);
        else if (size && !cli_add_point(p, value))
            code = cli_fail(EXIT_INPUT, "out of memory");
        at = next;
    }
    wm_buffer_free(&bytes);
    return code;
}

static bool same_name(const char *name, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char a = name[i], b = text[i];
        if ((a >= 'A' && a <= 'Z' ? a + 32 : a) != (b >= 'A' && b <= 'Z' ? b + 32 : b))
            return false;
    }
    return name[size] == '\0';
}

/* "metal,4" as a mask of materials. */
bool cli_parse_materials(const cli *c, const char *text, uint64_t *mask)
{
    for (const char *at = text;; at++) {
        size_t size = strcspn(at, ",");
        uint32_t number = WM_NO_INDEX;
        for (uint32_t i = 0; size && i < WM_KOTOR_SURFACES; i++) {
            char digits[12];
            snprintf(digits, sizeof digits, "%u", (unsigned)i);
            if (same_name(digits, at, size) || same_name(c->surfaces.row[i].name, at, size))
                number = i;
        }
        if (number == WM_NO_INDEX) {
            cli_fail(EXIT_USAGE, "--material: there is no material '%.*s'", (int)size, at);
            return false;
        }
        *mask |= UINT64_C(1) << number;
        at += size;
        if (!*at)
            return true;
    }
}

char *cli_point_text(cli_point p, char text[96])
{
    char x[WM_FLOAT_TEXT], y[WM_FLOAT_TEXT], z[WM_FLOAT_TEXT];
    wm_float_format(p.at.x, x);
    wm_float_format(p.at.y, y);
    wm_float_format(p.at.z, z);
    snprintf(text, 96, "(%s, %s%s%s)", x, y, p.has_z ? ", " : "", p.has_z ? z : "");
    return text;
}

cJSON *json_point(cli_point p)
{
    cJSON *at = cJSON_CreateArray();
    cJSON_AddItemToArray(at, json_float(p.at.x));
    cJSON_AddItemToArray(at, json_float(p.at.y));
    if (p.has_z)
        cJSON_AddItemToArray(at, json_float(p.at.z));
    return at;
}
