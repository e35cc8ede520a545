/* Points and materials, for the verbs that ask a walkmesh. The mesh is mesh.c's. */
#include "query/spatial.h"
#include "nwn2/nwn2.h"

#include <stdlib.h>
#include <string.h>

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

/* One point a line; '#' starts a comment. */
static int read_points(const char *file, spatial_points *p)
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
        spatial_point value;
        line++;
        if (hash)
            size = (size_t)(hash - at);
        while (size && is_blank(at[size - 1]))
            size--;
        if (size && !spatial_parse(at, size, &value))
            code = cli_fail(EXIT_INPUT, "%s: line %u: a point is X,Y or X,Y,Z", file, line);
        else if (size && !spatial_add(p, value))
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

/* Names mean something else in each game, and options are looked at before the file is.
 * Standard input cannot be looked at twice: there, NWN2's materials go by number. */
static void peek(cli *c)
{
    uint8_t start[16];
    FILE *from = strcmp(c->files[0], "-") == 0 ? NULL : fopen(c->files[0], "rb");
    if (!from)
        return;
    cli_know_game(c, wm_detect(start, fread(start, 1, sizeof start, from)));
    fclose(from);
}

bool spatial_materials(cli *c, const char *text, uint64_t *mask)
{
    peek(c);
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

int spatial_gather(const cli *c, spatial_points *points)
{
    const char *file = cli_get(c, "points");
    if (file && strcmp(file, "-") == 0 && strcmp(c->files[0], "-") == 0)
        return cli_fail(EXIT_USAGE, "standard input cannot be both the walkmesh and the points");
    for (size_t i = 1; i < c->file_count; i++) {
        spatial_point value;
        if (!spatial_parse(c->files[i], strlen(c->files[i]), &value))
            return cli_fail(EXIT_USAGE, "a point is X,Y or X,Y,Z, not '%s'", c->files[i]);
        if (!spatial_add(points, value))
            return cli_fail(EXIT_INPUT, "out of memory");
    }
    int code = file ? read_points(file, points) : EXIT_FINE;
    if (code == EXIT_FINE && !file && points->count == 0)
        code = cli_fail(EXIT_USAGE, "which point? usage: waymark %s %s", c->verb->name,
                        c->verb->synopsis);
    return code;
}

void spatial_print(wm_vec3 v)
{
    char x[WM_FLOAT_TEXT], y[WM_FLOAT_TEXT], z[WM_FLOAT_TEXT];
    wm_float_format(v.x, x);
    wm_float_format(v.y, y);
    wm_float_format(v.z, z);
    printf("(%s, %s, %s)", x, y, z);
}
