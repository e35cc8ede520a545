/* waymark set: materials, transitions, hooks, position and room numbers of walkmeshes; fields,
 * names, textures and animations of KotOR models (kotor/model_set.c); names, entities and
 * footprint of Black & White 2 models (bw2/set.c); cells of tables (aurora/twoda_set.c). */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "aurora/aurora.h"
#include "bw2/bw2.h"
#include "kotor/edit.h"
#include "kotor/model_edit.h"
#include "nwn2/nwn2.h"

/* A whole number up to one of the end characters; NULL if there is none. */
static const char *number(const char *text, const char *ends, uint32_t *value)
{
    char *end;
    if (*text < '0' || *text > '9')
        return NULL;
    unsigned long long v = strtoull(text, &end, 10);
    if (v >= WM_NO_INDEX || (*end && !strchr(ends, *end)))
        return NULL;
    *value = (uint32_t)v;
    return end;
}

static bool material(const cli *c, const char *text, uint32_t *value)
{
    const char *end = number(text, "", value);
    const wm_kotor_surfaces *surfaces = cli_kotor_surfaces(c);
    if (end && *value < WM_KOTOR_SURFACES)
        return true;
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (surfaces->row[i].name[0] && strcasecmp(surfaces->row[i].name, text) == 0) {
            *value = i;
            return true;
        }
    cli_fail(EXIT_USAGE,
             "unknown material '%s'; expected a number from 0 to 31, or a name of surfacemat.2da",
             text);
    return false;
}

/* "12=Metal", "3-9=4", "all=7" */
static bool set_material(const cli *c, wm_kotor_bwm *b, const char *text)
{
    uint32_t first = 0, last = b->face_count ? b->face_count - 1 : 0, to;
    const char *equals = strchr(text, '=');
    bool all = strncmp(text, "all=", 4) == 0;
    const char *p = all || !equals ? equals : number(text, "-=", &first);
    if (p && !all) {
        last = first;
        if (*p == '-')
            p = number(p + 1, "=", &last);
    }
    if (!p || *p != '=' || first > last) {
        cli_fail(EXIT_USAGE,
                 "--material takes FACE=MATERIAL, FIRST-LAST=MATERIAL or all=MATERIAL, "
                 "not '%s'",
                 text);
        return false;
    }
    if (!material(c, p + 1, &to))
        return false;
    if (last >= b->face_count) {
        cli_fail(EXIT_USAGE, "--material %s: no face %u; the last one is %ld", text, last,
                 (long)b->face_count - 1);
        return false;
    }
    for (uint32_t i = first; i <= last; i++)
        b->materials[i] = to;
    return true;
}

/* "7=10" */
static bool replace_material(const cli *c, wm_kotor_bwm *b, const char *text)
{
    char from_text[32];
    const char *equals = strchr(text, '=');
    uint32_t from, to;
    if (!cli_cut(text, equals, from_text, sizeof from_text)) {
        cli_fail(EXIT_USAGE, "--replace-material takes OLD=NEW, not '%s'", text);
        return false;
    }
    if (!material(c, from_text, &from) || !material(c, equals + 1, &to))
        return false;
    for (uint32_t i = 0; i < b->face_count; i++)
        if (b->materials[i] == from)
            b->materials[i] = to;
    return true;
}

static const char *room(const char *text, const char *ends, uint32_t *value)
{
    if (strncmp(text, "none", 4) == 0 && (!text[4] || strchr(ends, text[4]))) {
        *value = WM_NO_INDEX;
        return text + 4;
    }
    return number(text, ends, value);
}

/* "39=7", "39=none" */
static bool set_transition(wm_kotor_bwm *b, const char *text)
{
    uint32_t edge, to;
    wm_error error;
    const char *p = number(text, "=", &edge);
    if (!p || *p != '=' || !(p = room(p + 1, "", &to)) || *p) {
        cli_fail(EXIT_USAGE, "--transition takes EDGE=ROOM or EDGE=none, not '%s'", text);
        return false;
    }
    if (wm_kotor_bwm_set_transition(b, edge, to, &error) == WM_OK)
        return true;
    cli_fail(EXIT_USAGE, "--transition %s: %s", text, error.message);
    return false;
}

/* "3=5,7=6,9=none" */
static bool remap_rooms(wm_kotor_bwm *b, const char *text)
{
    wm_kotor_remap map[256];
    size_t count = 0;
    const char *p = text;
    while (p && count < 256) {
        p = number(p, "=", &map[count].from);
        p = p && *p == '=' ? room(p + 1, ",", &map[count].to) : NULL;
        if (!p)
            break;
        count++;
        if (!*p) {
            wm_kotor_bwm_remap_rooms(b, map, count);
            return true;
        }
        p++;
    }
    cli_fail(EXIT_USAGE, "--remap-rooms takes up to 256 pairs OLD=NEW,OLD=NEW..., not '%s'", text);
    return false;
}

/* "relative1=X,Y,Z" */
static bool set_hook(wm_kotor_bwm *b, const char *text)
{
    static const char *const names[] = {"relative1", "relative2", "absolute1", "absolute2"};
    wm_vec3 *const hooks[] = {&b->relative_hook[0], &b->relative_hook[1], &b->absolute_hook[0],
                              &b->absolute_hook[1]};
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(text, names[i], n) == 0 && text[n] == '=')
            return cli_vec3("hook", text + n + 1, hooks[i]);
    }
    cli_fail(EXIT_USAGE,
             "--hook takes NAME=X,Y,Z with relative1, relative2, absolute1 or absolute2, not '%s'",
             text);
    return false;
}

static bool apply(const cli *c, wm_kotor_bwm *b, const cli_value *v)
{
    const char *name = v->option->name;
    if (strcmp(name, "material") == 0)
        return set_material(c, b, v->text);
    if (strcmp(name, "replace-material") == 0)
        return replace_material(c, b, v->text);
    if (strcmp(name, "transition") == 0)
        return set_transition(b, v->text);
    if (strcmp(name, "remap-rooms") == 0)
        return remap_rooms(b, v->text);
    if (strcmp(name, "hook") == 0)
        return set_hook(b, v->text);
    if (strcmp(name, "position") == 0)
        return cli_vec3("position", v->text, &b->position);
    return true; /* a common option */
}

/* Did a face become walkable or stop being so? */
static bool walkability_changed(const cli *c, const wm_kotor_bwm *b, const uint32_t *old)
{
    for (uint32_t i = 0; i < b->face_count; i++)
        if (wm_kotor_walkable(cli_kotor_surfaces(c), old[i]) !=
            wm_kotor_walkable(cli_kotor_surfaces(c), b->materials[i]))
            return true;
    return false;
}

static int edit(cli *c, wm_kotor_bwm *b)
{
    wm_error error;
    uint32_t *old = malloc(((size_t)b->face_count + 1) * sizeof *old);
    int code = EXIT_FINE;
    if (!old)
        return cli_no_memory(CLI_READING);
    if (b->face_count)
        memcpy(old, b->materials, b->face_count * sizeof *old);
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (!apply(c, b, &c->values[i]))
            code = EXIT_USAGE;
    if (code == EXIT_FINE && walkability_changed(c, b, old)) {
        wm_kotor_bwm_rebuild_opts opts = {.surfaces = cli_kotor_surfaces(c), .keep_tree = true};
        if (wm_kotor_bwm_rebuild(b, &opts, NULL, &error) != WM_OK)
            code = cli_fail_on(CLI_READING, c->files[0], &error);
    }
    free(old);
    return code;
}

typedef enum family {
    WALKMESH = 1,
    BW2_MODEL = 2,
    KOTOR_MODEL = 4,
    NWN2_MODEL = 8,
    TABLE = 16
} family;

static const char *family_name(unsigned f, bool many)
{
    switch (f) {
    case BW2_MODEL | KOTOR_MODEL | NWN2_MODEL: return "models";
    case BW2_MODEL | NWN2_MODEL: return "models of NWN2 and Black & White 2";
    case KOTOR_MODEL | NWN2_MODEL: return "models of KotOR and NWN2";
    case NWN2_MODEL: return many ? "NWN2 models" : "an NWN2 model";
    case TABLE: return many ? "tables (2DA)" : "a table (2DA)";
    case WALKMESH: return many ? "KotOR walkmeshes" : "a KotOR walkmesh";
    case BW2_MODEL: return many ? "Black & White 2 models" : "a Black & White 2 model";
    default: return many ? "KotOR models" : "a KotOR model";
    }
}

/* The families of files that have an option. */
static unsigned families(const char *option)
{
    unsigned mask = (cli_is_bw2_option(option) ? BW2_MODEL : 0u) |
                    (cli_is_model_option(option) ? KOTOR_MODEL : 0u) |
                    (cli_is_mdb_option(option) ? NWN2_MODEL : 0u) |
                    (strcmp(option, "cell") == 0 ? TABLE : 0u);
    return mask ? mask : WALKMESH;
}

/* An option that would have no effect is an error. */
static int useless_options(const cli *c, family f)
{
    for (size_t i = 0; i < c->value_count; i++) {
        const char *name = c->values[i].option->name;
        bool ours = false;
        for (const cli_option *o = c->verb->options; o->name; o++)
            ours |= strcmp(o->name, name) == 0;
        unsigned mask = families(name);
        if (ours && strcmp(name, "output") != 0 && !(mask & f))
            return cli_fail(EXIT_USAGE, "--%s works only for %s; %s is %s", name,
                            family_name(mask, true), c->files[0], family_name(f, false));
    }
    return EXIT_FINE;
}

/* Is there an option that changes something? */
static bool has_edit(const cli *c)
{
    for (size_t i = 0; i < c->value_count; i++)
        for (const cli_option *o = c->verb->options; o->name; o++)
            if (strcmp(o->name, c->values[i].option->name) == 0 && strcmp(o->name, "output") != 0)
                return true;
    return false;
}

static int run(cli *c)
{
    wm_buffer bytes;
    if (!has_edit(c))
        return cli_fail(EXIT_USAGE, "nothing to do; use an option such as --material, --field or "
                                    "--texture (see 'waymark set --help')");
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool bw2 = format == WM_FORMAT_BW2_MODEL, model = cli_is_model(&bytes);
    bool mdb = format == WM_FORMAT_NWN2_MDB;
    bool walkmesh = format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT;
    bool table = format == WM_FORMAT_2DA;
    int code = EXIT_FINE;
    if (bw2 || mdb || model || walkmesh || table)
        code = useless_options(c, bw2     ? BW2_MODEL
                                  : mdb   ? NWN2_MODEL
                                  : model ? KOTOR_MODEL
                                  : table ? TABLE
                                          : WALKMESH);
    else
        code =
            cli_wrong_format(c, c->files[0], &bytes, "a KotOR walkmesh, a model or a table (2DA)");
    if (code == EXIT_FINE && walkmesh)
        return cli_edit_bytes(c, &bytes, edit);
    if (code == EXIT_FINE)
        code = bw2     ? cli_bw2_set(c, &bytes)
               : mdb   ? cli_mdb_set(c, &bytes)
               : table ? cli_2da_set(c, &bytes)
                       : cli_model_set(c, &bytes);
    wm_buffer_free(&bytes);
    return code;
}

static const cli_option options[] = {
    {"material", "FACES=M",
     "for KotOR walkmeshes: give faces a material: 12=Metal, 3-9=4 or all=7; repeatable"},
    {"replace-material", "OLD=NEW", "for KotOR walkmeshes: replace one material with another"},
    {"transition", "EDGE=ROOM",
     "for KotOR walkmeshes: set a transition: 39=7, or 39=none; EDGE is 3 * face + side, as 'info' "
     "prints it"},
    {"remap-rooms", "OLD=NEW,...",
     "for KotOR walkmeshes: renumber rooms after a change of the layout: 3=5,7=6,9=none"},
    {"hook", "NAME=X,Y,Z",
     "for KotOR walkmeshes: move a hook; NAME is relative1, relative2, absolute1 or absolute2"},
    {"position", "X,Y,Z", "for KotOR walkmeshes: set the position of the node in the model"},
    {"texture", "MATERIAL.SLOT=NAME",
     "for Black & White 2 models: set a texture; SLOT is diffuse, light, growth, specular, "
     "additional or normal; for an MDB: [PACKET.]SLOT=NAME with diffuse, normal, tint or glow"},
    {"replace-texture", "OLD=NEW", "for models: replace a texture wherever it is used"},
    {"rename-material", "MATERIAL=NAME",
     "for Black & White 2 models: rename a material; MATERIAL is a name, or an index such as #0"},
    {"rename-mesh", "MESH=NAME", "for Black & White 2 models: rename a mesh"},
    {"add-entity", "NAME=X,Y,Z", "for Black & White 2 models: add an entity at a position"},
    {"remove-entity", "ENTITY",
     "for Black & White 2 models: remove an entity; ENTITY is a name, or an index such as #2"},
    {"rename-entity", "ENTITY=NAME", "for Black & White 2 models: rename an entity"},
    {"move-entity", "ENTITY=X,Y,Z", "for Black & White 2 models: move an entity; its axes stay"},
    {"footprint", "POINTS",
     "for Black & White 2 models: set the footprint: 'X,Y,Z X,Y,Z ...', @FILE with such points, or "
     "none"},
    {"field", "[NODE.]KEYWORD=VALUE",
     "for KotOR models: set a field, such as torso.bitmap=foo, lamp.radius=8 or fog=0; NODE is a "
     "name, a pattern such as '*', or an index such as #3; for an MDB: [PACKET.]FIELD=VALUE"},
    {"rename-node", "NODE=NAME", "for KotOR models: rename a node, also in animations"},
    {"replace-mesh", "NODE=FILE[:NODE]",
     "for KotOR models: replace the geometry of a mesh with that of a mesh in another model, a "
     "glTF or an OBJ"},
    {"anim", "ANIM.KEYWORD=VALUE",
     "for KotOR models: set name, animroot, length or transtime of animations"},
    {"remove-anim", "ANIM", "for KotOR models: remove an animation, or all that match a pattern"},
    {"copy-anim", "FILE:ANIM[=NAME]",
     "for KotOR models: add an animation of another model; nodes are matched by name"},
    {"add-event", "ANIM=TIME,NAME", "for KotOR models: add an event to an animation"},
    {"remove-event", "ANIM.EVENT",
     "for KotOR models: remove an event; EVENT is a name, or an index such as #0"},
    {"rename-event", "ANIM.EVENT=NAME", "for KotOR models: rename an event"},
    {"move-event", "ANIM.EVENT=TIME", "for KotOR models: set the time of an event, in seconds"},
    {"cell", "ROW.COLUMN=TEXT",
     "for tables (2DA): set a cell: 3.Walk=1; COLUMN is a name, or an index such as #2; "
     "repeatable"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_set = {
    .name = "set",
    .synopsis = "[options] IN OUT",
    .summary = "change fields, names, materials, transitions and other parts of a file",
    .details =
        "Options are applied in the order given. Face and edge indices are those of IN.\n"
        "Everything that is not named stays as it is, byte for byte. One exception: if a face\n"
        "becomes walkable or stops being so, the faces are sorted and the derived data is\n"
        "rebuilt.\n\n"
        "In KotOR models, --field takes the keywords of model text. Fields of the model: name,\n"
        "supermodel, classification, subclassification, fog, animationscale, bmin, bmax, radius.\n"
        "Fields of nodes: bitmap, lightmap, render, shadow, beaming, alpha, selfillumcolor and\n"
        "the others of meshes; color, radius, multiplier and the others of lights; update,\n"
        "texture, birthrate and the others of emitters; position, orientation, name. With a\n"
        "pattern, only nodes that have the field change. Renaming the model also renames\n"
        "its root node. The MDX is written next to OUT.\n\n"
        "In an MDB, --field has the form [PACKET.]FIELD=VALUE. FIELD is diffuse, specular\n"
        "(colours), specular_level, specular_power or flags of materials, skeleton of skins,\n"
        "value or position of hooks, or name. PACKET is given by name, by a pattern or by an "
        "index\n"
        "such as #0; without it, all packets that have the field change. 'name=NEW' renames the\n"
        "model in the names of all packets.\n\n"
        "In Black & White 2 models you can change textures, names, entities and the footprint.\n"
        "Sizes in the header and the centre and radius of the footprint are updated. A name\n"
        "that is too long for its field is an error. The points of a footprint go\n"
        "counter-clockwise in (x, z).\n\n"
        "In a table (2DA), --cell sets a cell of the row with index ROW, from 0. Without TEXT the\n"
        "cell becomes empty.\n\n"
        "  waymark set --transition 39=7 room.wok out.wok\n"
        "  waymark set --remap-rooms 3=5,7=6 --replace-material Grass=Dirt room.wok out.wok\n"
        "  waymark set --replace-texture LDA_wall01=my_wall m01aa_06a.mdl out.mdl\n"
        "  waymark set --field name=my_lamp --field '*.shadow=0' plc_lamp.mdl my_lamp.mdl\n"
        "  waymark set --field lamp.color=1,0.5,0.2 --field lamp.radius=8 room.mdl out.mdl\n"
        "  waymark set --add-event walk=0.35,snd_footstep --anim walk.transtime=0.2 a.mdl b.mdl\n"
        "  waymark set --replace-mesh torso=edited.glb n_commf.mdl out.mdl\n"
        "  waymark set --remove-anim run --copy-anim c_dog.mdl:run c_cat.mdl out.mdl\n"
        "  waymark set --field name=plc_my_stage --texture diffuse=my_wood plc_stage.mdb out.mdb\n"
        "  waymark set --replace-texture t_hut.dds=t_hut_evil.dds m_hut.bwm out.bwm\n"
        "  waymark set --move-entity bws_ep_door=0,0,4.5 m_hut.bwm out.bwm\n"
        "  waymark set --footprint @outline.txt m_hut.bwm out.bwm\n"
        "  waymark set --cell 7.Walk=1 --cell 7.Sound=sd_metal surfacemat.2da out.2da",
    .options = options,
    .min_files = 2,
    .max_files = 2,
    .output_last = true,
    .like_input = true,
    .run = run,
};
