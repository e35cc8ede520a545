/* waymark set and rebuild for NWN2 models: textures, colours, flags and names. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "archive.h"
#include "kotor/edit.h"
#include "nwn2/edit.h"
#include "nwn2/nwn2.h"

static const char *const slots[WM_NWN2_MDB_TEXTURES] = {"diffuse", "normal", "tint", "glow"};

/* "PACKET.KEY=VALUE"; without a dot, the packet is "". */
typedef struct address {
    char packet[256], key[64];
    const char *value;
} address;

static bool split(const char *option, const char *form, const char *text, address *a)
{
    const char *equals = strchr(text, '='), *dot = NULL;
    for (const char *p = text; equals && p < equals; p++)
        dot = *p == '.' ? p : dot;
    const char *key = dot ? dot + 1 : text;
    a->packet[0] = '\0';
    if ((dot && !cli_cut(text, dot, a->packet, sizeof a->packet)) ||
        !cli_cut(key, equals, a->key, sizeof a->key)) {
        cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", option, form, text);
        return false;
    }
    a->value = equals + 1;
    return true;
}

/* Is it the packet that the text names: by name, pattern or index? "" names all. */
static bool is_named(const wm_nwn2_mdb *m, uint32_t i, const char *text)
{
    const char *field = wm_nwn2_mdb_packet_name(&m->packets[i]);
    char name[WM_NWN2_MDB_NAME + 1] = "", *end;
    if (text[0] == '#' && text[1] >= '0' && text[1] <= '9')
        return strtoul(text + 1, &end, 10) == i && !*end;
    if (field)
        memcpy(name, field, WM_NWN2_MDB_NAME);
    return !*text || cli_matches(text, name);
}

static bool none_changed(const char *option, const char *text, const address *a)
{
    if (*a->packet)
        cli_fail(EXIT_USAGE,
                 "--%s %s: no packet '%s' has the field '%s'; 'waymark info' lists them", option,
                 text, a->packet, a->key);
    else
        cli_fail(EXIT_USAGE, "--%s %s: no packet has the field '%s'", option, text, a->key);
    return false;
}

/* ---- textures ---- */

static bool has_material(const wm_nwn2_mdb_packet *p)
{
    return p->kind == WM_NWN2_MDB_KIND_RIGD || p->kind == WM_NWN2_MDB_KIND_SKIN;
}

static bool set_texture(wm_nwn2_mdb *m, const char *text)
{
    address a;
    uint32_t slot = 0, found = 0;
    wm_error error;
    if (!split("texture", "[PACKET.]SLOT=NAME", text, &a))
        return false;
    while (slot < WM_NWN2_MDB_TEXTURES && strcmp(slots[slot], a.key) != 0)
        slot++;
    if (slot == WM_NWN2_MDB_TEXTURES) {
        cli_fail(EXIT_USAGE, "--texture %s: the slots of an MDB are diffuse, normal, tint and glow",
                 text);
        return false;
    }
    for (uint32_t i = 0; i < m->packet_count; i++) {
        if (!has_material(&m->packets[i]) || !is_named(m, i, a.packet))
            continue;
        found++;
        if (!cli_edited("texture", text, wm_nwn2_mdb_set_texture(m, i, slot, a.value, &error),
                        &error))
            return false;
    }
    return found || none_changed("texture", text, &a);
}

/* "old=new" wherever it is used, whatever its case. */
static bool replace_texture(wm_nwn2_mdb *m, const char *text)
{
    const char *equals = strchr(text, '=');
    char old[WM_NWN2_MDB_NAME], name[WM_NWN2_MDB_NAME + 1] = "";
    uint32_t found = 0;
    wm_error error;
    if (!cli_cut(text, equals, old, sizeof old)) {
        cli_fail(EXIT_USAGE, "--replace-texture takes OLD=NEW, not '%s'", text);
        return false;
    }
    for (uint32_t i = 0; i < m->packet_count; i++)
        for (uint32_t t = 0; has_material(&m->packets[i]) && t < WM_NWN2_MDB_TEXTURES; t++) {
            memcpy(name, m->packets[i].mesh->material.texture[t], WM_NWN2_MDB_NAME);
            if (strcasecmp(name, old) != 0)
                continue;
            found++;
            if (!cli_edited("replace-texture", text,
                            wm_nwn2_mdb_set_texture(m, i, t, equals + 1, &error), &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--replace-texture: no packet uses '%s'", old);
    return found > 0;
}

/* ---- fields ---- */

typedef enum outcome { NO_FIELD, CHANGED, FAILED } outcome;

static outcome outcome_of(bool good)
{
    return good ? CHANGED : FAILED;
}

static bool set_number(const char *text, const char *value, uint32_t *to)
{
    char *end;
    unsigned long long n = strtoull(value, &end, 0);
    if (*value < '0' || *value > '9' || *end || n > UINT32_MAX) {
        cli_fail(EXIT_USAGE, "--field %s: expected a number such as 1 or 0x10", text);
        return false;
    }
    *to = (uint32_t)n;
    return true;
}

static outcome set_material(wm_nwn2_mdb_material *m, const char *text, const address *a)
{
    if (strcmp(a->key, "diffuse") == 0)
        return outcome_of(cli_vec3("field", a->value, &m->diffuse));
    if (strcmp(a->key, "specular") == 0)
        return outcome_of(cli_vec3("field", a->value, &m->specular));
    if (strcmp(a->key, "specular_level") == 0)
        return outcome_of(cli_number("field", a->value, &m->specular_level));
    if (strcmp(a->key, "specular_power") == 0)
        return outcome_of(cli_number("field", a->value, &m->specular_power));
    if (strcmp(a->key, "flags") == 0)
        return outcome_of(set_number(text, a->value, &m->flags));
    return NO_FIELD;
}

static outcome set_one(wm_nwn2_mdb *m, uint32_t i, const char *text, const address *a)
{
    const wm_nwn2_mdb_packet *p = &m->packets[i];
    wm_error error;
    if (strcmp(a->key, "name") == 0 && wm_nwn2_mdb_packet_name(p))
        return outcome_of(
            cli_edited("field", text, wm_nwn2_mdb_set_name(m, i, a->value, &error), &error));
    if (strcmp(a->key, "skeleton") == 0 && p->kind == WM_NWN2_MDB_KIND_SKIN)
        return outcome_of(
            cli_edited("field", text, wm_nwn2_mdb_set_skeleton(m, i, a->value, &error), &error));
    if (strcmp(a->key, "value") == 0 && p->point)
        return outcome_of(set_number(text, a->value, &p->point->value));
    if (strcmp(a->key, "position") == 0 && p->point)
        return outcome_of(cli_vec3("field", a->value, &p->point->position));
    return has_material(p) ? set_material(&p->mesh->material, text, a) : NO_FIELD;
}

static bool set_field(wm_nwn2_mdb *m, const char *text)
{
    address a;
    uint32_t found = 0;
    wm_error error;
    if (!split("field", "[PACKET.]FIELD=VALUE", text, &a))
        return false;
    if (!*a.packet && strcmp(a.key, "name") == 0)
        return cli_edited("field", text, wm_nwn2_mdb_rename(m, a.value, &error), &error);
    for (uint32_t i = 0; i < m->packet_count; i++) {
        outcome o = is_named(m, i, a.packet) ? set_one(m, i, text, &a) : NO_FIELD;
        found += o == CHANGED;
        if (o == FAILED)
            return false;
    }
    return found || none_changed("field", text, &a);
}

/* ---- set ---- */

static const struct {
    const char *option;
    bool (*edit)(wm_nwn2_mdb *m, const char *text);
} editors[] = {
    {"texture", set_texture}, {"replace-texture", replace_texture}, {"field", set_field}};

bool cli_is_mdb_option(const char *name)
{
    for (size_t i = 0; i < sizeof editors / sizeof *editors; i++)
        if (strcmp(editors[i].option, name) == 0)
            return true;
    return false;
}

static bool apply(wm_nwn2_mdb *m, const cli_value *v)
{
    for (size_t i = 0; i < sizeof editors / sizeof *editors; i++)
        if (strcmp(editors[i].option, v->option->name) == 0)
            return editors[i].edit(m, v->text);
    return true; /* a common option */
}

int cli_mdb_set(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    wm_diff diff;
    int code = EXIT_FINE;
    wm_nwn2_mdb *before = cli_read_mdb(c, c->files[0], bytes, &error);
    wm_nwn2_mdb *after = before ? wm_nwn2_mdb_copy(before, cli_allocator(), &error) : NULL;
    if (!after)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (!apply(after, &c->values[i]))
            code = EXIT_USAGE;
    if (code == EXIT_FINE)
        code = cli_save_mdb(c, after, c->files[1]);
    if (code == EXIT_FINE) {
        wm_diff_init(&diff, cli_allocator());
        cli_say_diff(c, wm_nwn2_mdb_diff(before, after, &diff, &error), &diff, &error);
    }
    wm_nwn2_mdb_free(before);
    wm_nwn2_mdb_free(after);
    return code;
}

/* ---- rebuild ---- */

/* "normals,tangents" */
static bool parse_parts(const char *text, wm_nwn2_mdb_rebuild_opts *o)
{
    for (const char *p = text; p;) {
        size_t n = strcspn(p, ",");
        bool normals = n == 7 && strncmp(p, "normals", n) == 0;
        bool tangents = n == 8 && strncmp(p, "tangents", n) == 0;
        if (!normals && !tangents) {
            cli_fail(EXIT_USAGE, "--parts takes normals and tangents for an MDB, not '%s'", text);
            return false;
        }
        o->normals |= normals;
        o->tangents |= tangents;
        p = p[n] ? p + n + 1 : NULL;
    }
    return true;
}

int cli_mdb_rebuild(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    wm_nwn2_mdb_rebuild_opts opts = {.normals = false};
    wm_nwn2_mdb_rebuild_result r;
    char normals[64], tangents[64];
    wm_difference made[2];
    uint32_t changes = 0;
    if (!parse_parts(cli_get(c, "parts"), &opts))
        return EXIT_USAGE;
    wm_nwn2_mdb *m = cli_read_mdb(c, c->files[0], bytes, &error);
    if (!m || wm_nwn2_mdb_rebuild(m, &opts, &r, &error) != WM_OK) {
        wm_nwn2_mdb_free(m);
        return cli_fail_on(CLI_READING, c->files[0], &error);
    }
    int code = cli_save_mdb(c, m, c->files[1]);
    snprintf(normals, sizeof normals, "%u %s computed", (unsigned)r.normals,
             cli_word(r.normals, "normal", "normals"));
    snprintf(tangents, sizeof tangents, "those of %u %s computed", (unsigned)r.tangents,
             cli_word(r.tangents, "vertex", "vertices"));
    if (r.normals)
        made[changes++] =
            (wm_difference){.field = "normals", .count = r.normals, .message = normals};
    if (r.tangents)
        made[changes++] =
            (wm_difference){.field = "tangents", .count = r.tangents, .message = tangents};
    if (code == EXIT_FINE)
        cli_say_changes(c, c->files[0], c->files[1], &(wm_diff){.items = made, .count = changes});
    wm_nwn2_mdb_free(m);
    return code;
}
