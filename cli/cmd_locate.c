/* waymark locate: which face is under a point, and how high it is. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef struct point {
    wm_vec3 at;
    bool has_z;
} point;

typedef struct points {
    point *list;
    size_t count, capacity;
} points;

static bool push(points *p, point value)
{
    if (p->count == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 64;
        point *grown = realloc(p->list, capacity * sizeof *grown);
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
static bool parse_point(const char *text, size_t size, point *out)
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
    *out = (point){{v[0], v[1], v[2]}, n == 3};
    return at == size && n >= 2;
}

/* One point a line; '#' starts a comment. */
static int read_points(const char *file, points *p)
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
        point value;
        line++;
        if (hash)
            size = (size_t)(hash - at);
        while (size && is_blank(at[size - 1]))
            size--;
        if (size && !parse_point(at, size, &value))
            code = cli_fail(EXIT_INPUT, "%s: line %u: a point is X,Y or X,Y,Z", file, line);
        else if (size && !push(p, value))
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
static bool parse_materials(const cli *c, const char *text, uint64_t *mask)
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

typedef struct question {
    wm_query_filter filter;
    bool all, below;
} question;

static int parse_question(const cli *c, question *q, points *p)
{
    const char *materials = cli_get(c, "material"), *file = cli_get(c, "points");
    *q = (question){.all = cli_has(c, "all"), .below = cli_has(c, "below")};
    q->filter.walkable_only = !cli_has(c, "any") && !materials;
    q->filter.upward_only = cli_has(c, "up");
    if (file && strcmp(file, "-") == 0 && strcmp(c->files[0], "-") == 0)
        return cli_fail(EXIT_USAGE, "standard input cannot be both the walkmesh and the points");
    if (q->all && q->below)
        return cli_fail(EXIT_USAGE, "--all and --below exclude each other");
    if (materials && !parse_materials(c, materials, &q->filter.materials))
        return EXIT_USAGE;
    for (size_t i = 1; i < c->file_count; i++) {
        point value;
        if (!parse_point(c->files[i], strlen(c->files[i]), &value))
            return cli_fail(EXIT_USAGE, "a point is X,Y or X,Y,Z, not '%s'", c->files[i]);
        if (!push(p, value))
            return cli_fail(EXIT_INPUT, "out of memory");
    }
    int code = file ? read_points(file, p) : EXIT_FINE;
    if (code == EXIT_FINE && !file && p->count == 0)
        code = cli_fail(EXIT_USAGE, "which point? usage: waymark %s %s", c->verb->name,
                        c->verb->synopsis);
    for (size_t i = 0; i < p->count && q->below; i++)
        if (!p->list[i].has_z)
            return cli_fail(EXIT_USAGE, "--below needs points with a height, X,Y,Z");
    return code;
}

/* The answers for one point: at most `capacity`, from *hits, which may grow. */
static bool ask(wm_query *query, const question *q, point p, wm_hit **hits, uint32_t *capacity,
                uint32_t *count, wm_error *error)
{
    /* Without a height the highest one is wanted, which comes first of all. */
    wm_locate what = q->all || !p.has_z ? WM_LOCATE_ALL
                     : q->below         ? WM_LOCATE_BELOW
                                        : WM_LOCATE_NEAREST;
    if (wm_query_locate(query, p.at, what, &q->filter, *hits, *capacity, count, error) != WM_OK)
        return false;
    if (*count > *capacity) {
        wm_hit *grown = realloc(*hits, *count * sizeof *grown);
        if (!grown) {
            *error = (wm_error){
                .code = WM_NO_MEMORY, .offset = WM_NO_OFFSET, .message = "out of memory"};
            return false;
        }
        *hits = grown;
        *capacity = *count;
        if (wm_query_locate(query, p.at, what, &q->filter, *hits, *capacity, count, error) != WM_OK)
            return false;
    }
    if (!q->all && *count > 1)
        *count = 1;
    return true;
}

static cJSON *result_json(const cli *c, const wm_walkmesh *m, point p, const wm_hit *hits,
                          uint32_t count)
{
    cJSON *o = cJSON_CreateObject(), *at = cJSON_CreateArray(), *list = cJSON_CreateArray();
    cJSON_AddItemToArray(at, json_float(p.at.x));
    cJSON_AddItemToArray(at, json_float(p.at.y));
    if (p.has_z)
        cJSON_AddItemToArray(at, json_float(p.at.z));
    json_add(o, "point", at);
    for (uint32_t i = 0; i < count; i++) {
        cJSON *hit = cJSON_CreateObject();
        uint32_t face = hits[i].face;
        char name[24];
        json_add(hit, "face", json_uint(face));
        json_add(hit, "z", json_float(hits[i].z));
        json_add(hit, "material", json_uint(m->materials[face]));
        json_add(hit, "material_name",
                 json_text(wm_kotor_surface_name(&c->surfaces, m->materials[face], name)));
        json_add(hit, "walkable", cJSON_CreateBool(m->walkable[face]));
        cJSON_AddItemToArray(list, hit);
    }
    json_add(o, "faces", list);
    return o;
}

static void print_words(const cli *c, const wm_walkmesh *m, point p, const wm_hit *hits,
                        uint32_t count)
{
    char x[WM_FLOAT_TEXT], y[WM_FLOAT_TEXT], z[WM_FLOAT_TEXT], name[24];
    wm_float_format(p.at.x, x);
    wm_float_format(p.at.y, y);
    wm_float_format(p.at.z, z);
    printf("(%s, %s%s%s):", x, y, p.has_z ? ", " : "", p.has_z ? z : "");
    if (count == 0)
        puts(" nothing");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = hits[i].face;
        wm_float_format(hits[i].z, z);
        printf("%s face %u at height %s, %s%s\n", i ? "   " : "", (unsigned)face, z,
               wm_kotor_surface_name(&c->surfaces, m->materials[face], name),
               m->walkable[face] ? "" : ", not walkable");
    }
}

static int answer(const cli *c, const wm_walkmesh *mesh, const question *q, const points *p)
{
    wm_error error;
    wm_hit *hits = NULL;
    uint32_t capacity = 0, count;
    bool good = true;
    cJSON *results = cJSON_CreateArray();
    wm_query *query = wm_query_create(mesh, NULL, &error);
    good = query != NULL;
    for (size_t i = 0; good && i < p->count; i++) {
        good = ask(query, q, p->list[i], &hits, &capacity, &count, &error);
        if (good && c->json)
            cJSON_AddItemToArray(results, result_json(c, mesh, p->list[i], hits, count));
        else if (good)
            print_words(c, mesh, p->list[i], hits, count);
    }
    if (good && c->json) {
        cJSON *o = cJSON_CreateObject();
        json_add(o, "file", json_text(c->files[0]));
        json_add(o, "results", results);
        json_print(o, stdout);
    } else {
        cJSON_Delete(results);
    }
    if (!good)
        cli_say_error(stderr, c->files[0], &error);
    free(hits);
    wm_query_free(query);
    return good ? EXIT_FINE : EXIT_INPUT;
}

static int locate_in_file(const cli *c, const question *q, const points *p)
{
    wm_buffer bytes;
    wm_error error;
    if (!cli_load(c->files[0], stderr, &bytes))
        return EXIT_INPUT;
    wm_kotor_bwm *bwm = cli_read_walkmesh(c, &bytes, c->files[0], stderr, &error);
    wm_buffer_free(&bytes);
    if (!bwm) {
        if (c->json)
            json_print_error(stdout, c->files[0], &error);
        return EXIT_INPUT;
    }
    int code = EXIT_INPUT;
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, &c->surfaces, NULL, &error);
    wm_kotor_bwm_free(bwm);
    if (mesh)
        code = answer(c, mesh, q, p);
    else
        cli_say_error(stderr, c->files[0], &error);
    wm_walkmesh_free(mesh);
    return code;
}

static int run(cli *c)
{
    question q;
    points p = {0};
    int code = parse_question(c, &q, &p);
    if (code == EXIT_FINE)
        code = locate_in_file(c, &q, &p);
    free(p.list);
    return code;
}

static const cli_option options[] = {
    {"all", 'a', NULL, "every face under the point, highest first, not only one"},
    {"below", 'b', NULL, "the highest face at or below Z, not the nearest to Z"},
    {"any", 0, NULL, "also faces that nobody can walk on"},
    {"up", 0, NULL, "leave out faces that look down"},
    {"material", 'm', "LIST", "only these materials, by name or number: metal,4"},
    {"points", 'p', "FILE", "also the points of a file, one a line (-: standard input)"},
    {0},
};

const cli_verb cmd_locate = {
    .name = "locate",
    .synopsis = "[options] FILE X,Y[,Z]...",
    .summary = "say which face is under a point and how high it is",
    .details = "Answers for each point with the walkable face under it: the one nearest to Z, or\n"
               "the highest when no Z is given. Edges belong to both their faces. Nothing under a\n"
               "point is an answer too, not an error.\n\n"
               "  waymark locate room.wok 12,18 -3.5,7,0\n"
               "  waymark locate --all --any room.wok 16,15.5\n"
               "  waymark locate --json --points walk.txt room.wok | jq '.results[].faces[0].z'",
    .options = options,
    .min_files = 1,
    .run = run,
    .numbers = true,
};
