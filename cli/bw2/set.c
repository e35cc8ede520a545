/* waymark set for Black & White 2 models: textures and names, entities, the footprint. */
#include <stdlib.h>
#include <string.h>

#include "bw2/bw2.h"
#include "kotor/edit.h"

/* The record that a text means: "#3" is an index, anything else the name of exactly one. */
typedef struct table {
    const char *what;   /* "entity" */
    const char *option; /* that names it */
    const char *first;  /* name field of the first record */
    size_t stride, size;
    uint32_t count;
} table;

static bool find(const table *t, const char *text, size_t length, uint32_t *number)
{
    uint32_t found = 0;
    char *end;
    if (length > 1 && text[0] == '#' && text[1] >= '0' && text[1] <= '9') {
        unsigned long long n = strtoull(text + 1, &end, 10);
        if (end == text + length && n < t->count) {
            *number = (uint32_t)n;
            return true;
        }
        if (end == text + length) {
            cli_fail(EXIT_USAGE, "--%s: no %s %.*s; the file has %u", t->option, t->what,
                     (int)length, text, (unsigned)t->count);
            return false;
        }
    }
    for (uint32_t i = 0; i < t->count; i++) {
        const char *name = t->first + i * t->stride;
        if (length > t->size || strncmp(name, text, length) != 0 ||
            (length < t->size && name[length]))
            continue;
        if (found++ == 0)
            *number = i;
    }
    if (found == 1)
        return true;
    if (found)
        cli_fail(EXIT_USAGE, "--%s: %u have the name '%.*s'; use an index such as #%u", t->option,
                 (unsigned)found, (int)length, text, (unsigned)*number);
    else
        cli_fail(EXIT_USAGE, "--%s: no %s has the name '%.*s'; 'waymark dump' lists them",
                 t->option, t->what, (int)length, text);
    return false;
}

static table materials(const wm_bw2_model *m, const char *option)
{
    return (table){"material",           option,      m->material_count ? m->materials->name : NULL,
                   sizeof *m->materials, WM_BW2_NAME, m->material_count};
}

static table entities(const wm_bw2_model *m, const char *option)
{
    return (table){"entity",
                   option,
                   m->entity_count ? m->entities->name : NULL,
                   sizeof *m->entities,
                   WM_BW2_ENTITY_NAME,
                   m->entity_count};
}

/* The text after WHICH=, and the record that WHICH means. */
static const char *split(const table *t, const char *text, const char *form, uint32_t *number)
{
    const char *equals = strrchr(text, '=');
    if (!equals) {
        cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", t->option, form, text);
        return NULL;
    }
    return find(t, text, (size_t)(equals - text), number) ? equals + 1 : NULL;
}

/* "1 - default.light=new.dds"; without a slot it is the diffuse one. */
static bool set_texture(wm_bw2_model *m, const char *text)
{
    const char *equals = strrchr(text, '='), *dot = NULL;
    uint32_t slot = 0, material;
    wm_error error;
    table t = materials(m, "texture");
    if (!equals) {
        cli_fail(EXIT_USAGE, "--texture takes MATERIAL.SLOT=NAME, not '%s'", text);
        return false;
    }
    for (const char *p = text; p < equals; p++)
        dot = *p == '.' ? p : dot;
    size_t length = (size_t)(equals - text);
    for (uint32_t i = 0; dot && i < WM_BW2_TEXTURES; i++) {
        size_t n = strlen(cli_bw2_slots[i]);
        if ((size_t)(equals - dot - 1) == n && strncmp(dot + 1, cli_bw2_slots[i], n) == 0) {
            slot = i;
            length = (size_t)(dot - text);
            break;
        }
    }
    return find(&t, text, length, &material) &&
           cli_edited("texture", text,
                      wm_bw2_model_set_texture(m, material, slot, equals + 1, &error), &error);
}

/* "old.dds=new.dds", wherever it is used. */
static bool replace_texture(wm_bw2_model *m, const char *text)
{
    const char *equals = strchr(text, '=');
    uint32_t found = 0;
    wm_error error;
    if (!equals || equals == text || equals - text > WM_BW2_NAME) {
        cli_fail(EXIT_USAGE, "--replace-texture takes OLD=NEW, not '%s'", text);
        return false;
    }
    size_t n = (size_t)(equals - text);
    for (uint32_t i = 0; i < m->material_count; i++)
        for (uint32_t t = 0; t < WM_BW2_TEXTURES; t++) {
            const char *name = m->materials[i].texture[t];
            if (strncmp(name, text, n) != 0 || (n < WM_BW2_NAME && name[n]))
                continue;
            found++;
            if (!cli_edited("replace-texture", text,
                            wm_bw2_model_set_texture(m, i, t, equals + 1, &error), &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--replace-texture: no material uses '%.*s'", (int)n, text);
    return found > 0;
}

static bool rename_material(wm_bw2_model *m, const char *text)
{
    uint32_t number;
    wm_error error;
    table t = materials(m, "rename-material");
    const char *name = split(&t, text, "MATERIAL=NAME", &number);
    return name && cli_edited(t.option, text,
                              wm_bw2_model_set_material_name(m, number, name, &error), &error);
}

static bool rename_mesh(wm_bw2_model *m, const char *text)
{
    uint32_t number;
    wm_error error;
    table t = {
        "mesh",      "rename-mesh", m->mesh_count ? m->meshes->name : NULL, sizeof *m->meshes,
        WM_BW2_NAME, m->mesh_count};
    const char *name = split(&t, text, "MESH=NAME", &number);
    return name &&
           cli_edited(t.option, text, wm_bw2_model_set_mesh_name(m, number, name, &error), &error);
}

static bool rename_entity(wm_bw2_model *m, const char *text)
{
    uint32_t number;
    wm_error error;
    table t = entities(m, "rename-entity");
    const char *name = split(&t, text, "ENTITY=NAME", &number);
    return name && cli_edited(t.option, text, wm_bw2_model_set_entity_name(m, number, name, &error),
                              &error);
}

static bool move_entity(wm_bw2_model *m, const char *text)
{
    uint32_t number;
    table t = entities(m, "move-entity");
    const char *place = split(&t, text, "ENTITY=X,Y,Z", &number);
    return place && cli_vec3("move-entity", place, &m->entities[number].frame.position);
}

static bool remove_entity(wm_bw2_model *m, const char *text)
{
    uint32_t number;
    wm_error error;
    table t = entities(m, "remove-entity");
    return find(&t, text, strlen(text), &number) &&
           cli_edited(t.option, text, wm_bw2_model_remove_entity(m, number, &error), &error);
}

/* "NAME=X,Y,Z", oriented like most entities of the game. */
static bool add_entity(wm_bw2_model *m, const char *text)
{
    const char *equals = strrchr(text, '=');
    char name[WM_BW2_ENTITY_NAME * 2];
    wm_error error;
    wm_bw2_frame frame = {.axis = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}};
    if (!cli_cut(text, equals, name, sizeof name)) {
        cli_fail(EXIT_USAGE, "--add-entity takes NAME=X,Y,Z, not '%s'", text);
        return false;
    }
    return cli_vec3("add-entity", equals + 1, &frame.position) &&
           cli_edited("add-entity", text, wm_bw2_model_add_entity(m, name, &frame, &error), &error);
}

/* Three numbers per point, separated by spaces, commas, semicolons or line ends. */
static bool parse_points(const char *text, size_t size, wm_vec3 *points, uint32_t *count)
{
    uint32_t numbers = 0;
    float part[3] = {0, 0, 0};
    for (size_t i = 0; i < size;) {
        float value;
        if (strchr(" \t\r\n,;", text[i]) && text[i]) {
            i++;
            continue;
        }
        size_t used = wm_float_parse(text + i, size - i, &value);
        if (!used || value - value != 0)
            return false;
        part[numbers++ % 3] = value;
        if (numbers % 3 == 0)
            points[numbers / 3 - 1] = (wm_vec3){part[0], part[1], part[2]};
        i += used;
    }
    *count = numbers / 3;
    return numbers % 3 == 0;
}

/* "0,0,0 1,0,0 1,0,1", "@FILE" or "none". */
static bool set_footprint(wm_bw2_model *m, const char *text)
{
    wm_buffer bytes = {0};
    wm_error error;
    uint32_t count = 0;
    bool none = strcmp(text, "none") == 0;
    if (text[0] == '@' && !cli_load(text + 1, &bytes))
        return false;
    const char *from = bytes.data ? (const char *)bytes.data : text;
    size_t size = none ? 0 : text[0] == '@' ? bytes.size : strlen(text);
    wm_vec3 *points = malloc((size / 3 + 2) * sizeof *points);
    bool good = points && parse_points(from, size, points, &count) && (none || count);
    if (!good)
        cli_fail(EXIT_USAGE, "--footprint takes points 'X,Y,Z X,Y,Z ...', @FILE or none, not '%s'",
                 text);
    else
        good = cli_edited("footprint", text, wm_bw2_model_set_footprint(m, points, count, &error),
                          &error);
    free(points);
    wm_buffer_free(&bytes);
    return good;
}

typedef bool (*editor)(wm_bw2_model *m, const char *text);

static const struct {
    const char *option;
    editor edit;
} editors[] = {
    {"texture", set_texture},
    {"replace-texture", replace_texture},
    {"rename-material", rename_material},
    {"rename-mesh", rename_mesh},
    {"add-entity", add_entity},
    {"remove-entity", remove_entity},
    {"rename-entity", rename_entity},
    {"move-entity", move_entity},
    {"footprint", set_footprint},
};

bool cli_is_bw2_option(const char *name)
{
    for (size_t i = 0; i < sizeof editors / sizeof *editors; i++)
        if (strcmp(editors[i].option, name) == 0)
            return true;
    return false;
}

static bool apply(wm_bw2_model *m, const cli_value *v)
{
    for (size_t i = 0; i < sizeof editors / sizeof *editors; i++)
        if (strcmp(editors[i].option, v->option->name) == 0)
            return editors[i].edit(m, v->text);
    return true; /* a common option */
}

static int save(cli *c, const wm_bw2_model *before, const wm_bw2_model *after)
{
    wm_diff diff;
    wm_error error;
    int code = cli_save_bw2(c, after, c->files[1]);
    if (code != EXIT_FINE)
        return code;
    wm_diff_init(&diff, cli_allocator());
    cli_say_diff(c, wm_bw2_model_diff(before, after, &diff, &error), &diff, &error);
    return code;
}

int cli_bw2_set(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    int code = EXIT_FINE;
    wm_bw2_model *before = cli_read_bw2(c, c->files[0], bytes, &error);
    wm_bw2_model *after = before ? wm_bw2_model_copy(before, cli_allocator(), &error) : NULL;
    if (!after)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (!apply(after, &c->values[i]))
            code = EXIT_USAGE;
    if (code == EXIT_FINE)
        code = save(c, before, after);
    wm_bw2_model_free(before);
    wm_bw2_model_free(after);
    return code;
}
