/* Points and materials for the verbs that query a walkmesh. ground.c reads the mesh. */
#include "query/spatial.h"

#include <stdlib.h>
#include <string.h>

#include "platform.h"

bool spatial_add(spatial_points *p, spatial_point value)
{
    if (p->count == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 64;
        spatial_point *grown = realloc(p->list, capacity * sizeof *grown);
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

bool spatial_parse(const char *text, size_t size, spatial_point *out)
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
    *out = (spatial_point){{v[0], v[1], v[2]}, n == 3};
    return at == size && n >= 2;
}

/* A line without its comment and the blanks around it. */
static size_t trim(const char **text, size_t size)
{
    const char *hash = memchr(*text, '#', size);
    if (hash)
        size = (size_t)(hash - *text);
    for (; size && is_blank(**text); size--)
        ++*text;
    while (size && is_blank((*text)[size - 1]))
        size--;
    return size;
}

int spatial_lines(const char *file, const spatial_line *form, spatial_points *list)
{
    wm_buffer bytes;
    int code = EXIT_FINE;
    unsigned line = 0;
    if (!cli_load(file, &bytes))
        return EXIT_INPUT;
    const char *at = (const char *)bytes.data, *end = at + bytes.size;
    while (at < end && code == EXIT_FINE) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *next = stop ? stop + 1 : end, *text = at;
        size_t size = trim(&text, (size_t)((stop ? stop : end) - at));
        spatial_point value[2];
        line++;
        if (size && !form->parse(text, size, value))
            code = cli_fail(EXIT_INPUT, "%s: line %u: %s", file, line, form->expected);
        for (size_t i = 0; size && i < form->points && code == EXIT_FINE; i++)
            if (!spatial_add(list, value[i]))
                code = cli_no_memory(CLI_READING);
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

/* Each game has its own names, and options are parsed before the file is read. Standard
 * input cannot be read twice: there, NWN2's materials go by number. */
static const wm_kotor_surfaces *peek(const cli *c)
{
    uint8_t start[16];
    FILE *from = strcmp(c->files[0], "-") == 0 ? NULL : platform_open_to_read(c->files[0]);
    if (!from)
        return cli_kotor_surfaces(c);
    wm_format format = wm_detect(start, fread(start, 1, sizeof start, from));
    fclose(from);
    return cli_surfaces(c, format);
}

bool spatial_materials(const cli *c, const char *option, const char *text, uint64_t *mask)
{
    const wm_kotor_surfaces *surfaces = peek(c);
    for (const char *at = text;; at++) {
        size_t size = strcspn(at, ",");
        uint32_t number = WM_NO_INDEX;
        for (uint32_t i = 0; size && i < WM_KOTOR_SURFACES; i++) {
            char digits[12];
            snprintf(digits, sizeof digits, "%u", (unsigned)i);
            if (same_name(digits, at, size) || same_name(surfaces->row[i].name, at, size))
                number = i;
        }
        if (number == WM_NO_INDEX) {
            cli_fail(EXIT_USAGE,
                     "--%s: unknown material '%.*s'; 'waymark info' lists those of a file", option,
                     (int)size, at);
            return false;
        }
        *mask |= UINT64_C(1) << number;
        at += size;
        if (!*at)
            return true;
    }
}

int spatial_filter(const cli *c, wm_query_filter *filter)
{
    const char *materials = cli_get(c, "material");
    bool good = !materials || spatial_materials(c, "material", materials, &filter->materials);
    return good ? EXIT_FINE : EXIT_USAGE;
}

int spatial_floor(const cli *c, wm_query_filter *filter)
{
    filter->walkable_only = !cli_has(c, "any") && !cli_has(c, "material");
    filter->upward_only = cli_has(c, "up");
    return spatial_filter(c, filter);
}

int spatial_argument(const cli *c, size_t i, bool with_z, spatial_point *out)
{
    const char *text = c->files[i];
    if (spatial_parse(text, strlen(text), out) && (out->has_z || !with_z))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "expected a point %s, found '%s'",
                    with_z ? "X,Y,Z" : "X,Y or X,Y,Z", text);
}

int spatial_arguments(const cli *c, bool with_z)
{
    spatial_point p;
    int code = EXIT_FINE;
    for (size_t i = 1; i < c->file_count && code == EXIT_FINE; i++)
        code = spatial_argument(c, i, with_z, &p);
    return code;
}

int spatial_gather(const cli *c, bool below, spatial_points *points)
{
    static const spatial_line point = {spatial_parse, 1, "expected a point X,Y or X,Y,Z"};
    const char *file = cli_get(c, "points");
    if (file && strcmp(file, "-") == 0 && strcmp(c->files[0], "-") == 0)
        return cli_fail(EXIT_USAGE, "standard input cannot be both the walkmesh and the points");
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point value;
        if (spatial_argument(c, i, false, &value) != EXIT_FINE)
            return EXIT_USAGE;
        if (!spatial_add(points, value))
            return cli_no_memory(CLI_READING);
    }
    int code = file ? spatial_lines(file, &point, points) : EXIT_FINE;
    if (code == EXIT_FINE && !file && points->count == 0)
        code = cli_fail(EXIT_USAGE, "no point given; usage: waymark %s %s", c->verb->name,
                        c->verb->synopsis);
    for (size_t i = 0; code == EXIT_FINE && below && i < points->count; i++)
        if (!points->list[i].has_z)
            code = cli_fail(EXIT_USAGE, "--below needs points with a height: X,Y,Z");
    return code;
}

void spatial_print(wm_vec3 v)
{
    char x[WM_FLOAT_TEXT], y[WM_FLOAT_TEXT], z[WM_FLOAT_TEXT];
    wm_float_format(v.x, x);
    wm_float_format(v.y, y);
    wm_float_format(v.z, z);
    cli_print(stdout, "(%s, %s, %s)", x, y, z);
}
