/* waymark set for KotOR models: fields of the model, its nodes and animations, names, textures
 * and events. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kotor/model.h"
#include "kotor/model_edit.h"
#include "kotor/model_text.h"

enum { PART = 256, PATH = 4096 };

/* For editors that read another file. */
typedef struct setting {
    const cli *c;
    int code; /* to leave with after a failure */
    cli_lost *lost;
} setting;

/* "NODE.KEYWORD=VALUE" and its shorter forms. */
typedef struct address {
    char item[PART]; /* "" if there is no dot */
    char key[PART];
    const char *value; /* after the '=', or NULL */
} address;

/* Splits at the first '=', and before it at the last dot. */
static bool split(const char *option, const char *form, const char *text, bool value, address *a)
{
    const char *equals = strchr(text, '='), *dot = NULL;
    const char *end = equals ? equals : text + strlen(text);
    for (const char *p = text; p < end; p++)
        dot = *p == '.' ? p : dot;
    const char *key = dot ? dot + 1 : text;
    size_t item = dot ? (size_t)(dot - text) : 0, size = (size_t)(end - key);
    if ((equals != NULL) != value || !size || (dot && !item) || item >= PART || size >= PART) {
        cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", option, form, text);
        return false;
    }
    memcpy(a->item, text, item);
    a->item[item] = '\0';
    memcpy(a->key, key, size);
    a->key[size] = '\0';
    a->value = equals ? equals + 1 : NULL;
    return true;
}

static bool done(const char *option, const char *text, wm_status status, const wm_error *error)
{
    if (status != WM_OK)
        cli_fail(EXIT_USAGE, "--%s %s: %s%s%s", option, text, error->path,
                 error->path[0] ? ": " : "", error->message);
    return status == WM_OK;
}

/* ---- nodes, animations and events by name -------------------------------- */

/* Does a name match a pattern, in which '*' matches anything? Case is ignored. */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *retry = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            retry = name;
        } else if (strncasecmp(pattern, name, 1) == 0) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* An index such as "#3". */
static bool is_index(const char *text, uint32_t *index)
{
    char *end;
    if (text[0] != '#' || text[1] < '0' || text[1] > '9')
        return false;
    unsigned long long v = strtoull(text + 1, &end, 10);
    *index = v < WM_NO_INDEX ? (uint32_t)v : WM_NO_INDEX - 1;
    return !*end;
}

typedef struct list {
    const wm_kotor_mdl *mdl;
    const wm_kotor_animation *animation; /* for events */
    uint32_t count;
    const char *one, *hint;
    void (*name)(const struct list *l, uint32_t i, char text[PART]);
} list;

static void node_name(const list *l, uint32_t i, char text[PART])
{
    uint16_t name = l->mdl->tree.nodes[i].name;
    snprintf(text, PART, "%s", name < l->mdl->name_count ? l->mdl->names[name] : "");
}

static void animation_name(const list *l, uint32_t i, char text[PART])
{
    cli_fixed_text(l->mdl->animations[i].geometry.name, WM_KOTOR_NAME_SIZE, text);
}

static void event_name(const list *l, uint32_t i, char text[PART])
{
    cli_fixed_text(l->animation->events[i].name, WM_KOTOR_NAME_SIZE, text);
}

static list nodes_of(const wm_kotor_mdl *m)
{
    return (list){m, NULL, m->tree.count, "node", "'waymark dump' lists them", node_name};
}

static list animations_of(const wm_kotor_mdl *m)
{
    return (list){
        m, NULL, m->animation_count, "animation", "'waymark info' lists them", animation_name};
}

static bool fits(const list *l, const char *text, uint32_t i)
{
    char name[PART];
    uint32_t index;
    if (is_index(text, &index))
        return index == i;
    l->name(l, i, name);
    return matches(text, name);
}

/* The one that a text means. */
static bool find_one(const list *l, const char *option, const char *text, uint32_t *index)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < l->count; i++)
        if (fits(l, text, i) && found++ == 0)
            *index = i;
    if (found == 1)
        return true;
    if (found)
        cli_fail(EXIT_USAGE, "--%s: %u match '%s'; use an index such as #%u", option,
                 (unsigned)found, text, (unsigned)*index);
    else
        cli_fail(EXIT_USAGE, "--%s: there is no %s '%s'; %s", option, l->one, text, l->hint);
    return false;
}

/* ---- fields -------------------------------------------------------------- */

/* Sets a field of all nodes that match and have it. `render` and `shadow` mean something else in
 * emitters and lights, so these change only if no mesh has the field. */
static bool set_many(wm_kotor_mdl *m, const char *text, const address *a)
{
    wm_error error;
    list l = nodes_of(m);
    uint32_t found = 0;
    for (int meshes = 1; meshes >= 0 && !found; meshes--)
        for (uint32_t i = 0; i < m->tree.count; i++) {
            if (!fits(&l, a->item, i) || !wm_kotor_mdl_has_field(m, i, a->key) ||
                (m->tree.nodes[i].mesh != NULL) != meshes)
                continue;
            found++;
            if (!done("field", text, wm_kotor_mdl_set_field(m, i, a->key, a->value, &error),
                      &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--field %s: no node matches and has this field", text);
    return found > 0;
}

/* "torso.bitmap=foo", "*.shadow=0", "supermodel=S_Female02". */
static bool set_field(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    address a;
    wm_error error;
    uint32_t index;
    list l = nodes_of(m);
    if (!split("field", "[NODE.]KEYWORD=VALUE", text, true, &a))
        return false;
    if (!a.item[0])
        return done("field", text, wm_kotor_mdl_set_field(m, WM_NO_INDEX, a.key, a.value, &error),
                    &error);
    if (!strchr(a.item, '*'))
        return find_one(&l, "field", a.item, &index) &&
               done("field", text, wm_kotor_mdl_set_field(m, index, a.key, a.value, &error),
                    &error);
    return set_many(m, text, &a);
}

static bool rename_node(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    const char *equals = strrchr(text, '=');
    char node[PART];
    uint32_t index;
    wm_error error;
    list l = nodes_of(m);
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof node) {
        cli_fail(EXIT_USAGE, "--rename-node takes NODE=NAME, not '%s'", text);
        return false;
    }
    memcpy(node, text, (size_t)(equals - text));
    node[equals - text] = '\0';
    return find_one(&l, "rename-node", node, &index) &&
           done("rename-node", text, wm_kotor_mdl_rename_node(m, index, equals + 1, &error),
                &error);
}

static bool replace_texture(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    const char *equals = strchr(text, '=');
    char from[PART];
    uint32_t count;
    wm_error error;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof from) {
        cli_fail(EXIT_USAGE, "--replace-texture takes OLD=NEW, not '%s'", text);
        return false;
    }
    memcpy(from, text, (size_t)(equals - text));
    from[equals - text] = '\0';
    if (!done("replace-texture", text,
              wm_kotor_mdl_replace_texture(m, from, equals + 1, &count, &error), &error))
        return false;
    if (!count)
        cli_fail(EXIT_USAGE, "--replace-texture: no node uses '%s'", from);
    return count > 0;
}

/* The node of a source: the one that is named, else the one with the name of the node that it
 * replaces, else the only mesh. */
static bool find_source(const wm_kotor_mdl *from, const char *name, const char *target,
                        uint32_t *index)
{
    list l = nodes_of(from);
    uint32_t meshes = 0, only = 0;
    if (name)
        return find_one(&l, "replace-mesh", name, index);
    *index = wm_kotor_mdl_find_node(from, target);
    for (uint32_t i = 0; i < from->tree.count; i++)
        if (from->tree.nodes[i].mesh && meshes++ == 0)
            only = i;
    if ((*index == WM_NO_INDEX || !from->tree.nodes[*index].mesh) && meshes == 1)
        *index = only;
    if (*index != WM_NO_INDEX)
        return true;
    cli_fail(EXIT_USAGE, "--replace-mesh: the file has no node '%s'; use NODE=FILE:NODE", target);
    return false;
}

/* Parts of "NODE=FILE" and "NODE=FILE:SOURCE". A colon before a slash belongs to the path. */
static bool split_mesh(const char *text, char node[PART], char file[PATH], const char **source)
{
    const char *equals = strchr(text, '='), *colon = equals ? strrchr(equals, ':') : NULL;
    if (colon && (strchr(colon, '/') || strchr(colon, '\\')))
        colon = NULL;
    size_t size = !equals ? 0 : colon ? (size_t)(colon - equals - 1) : strlen(equals + 1);
    if (!size || size >= PATH || equals == text || (size_t)(equals - text) >= PART ||
        (colon && !colon[1])) {
        cli_fail(EXIT_USAGE, "--replace-mesh takes NODE=FILE or NODE=FILE:NODE, not '%s'", text);
        return false;
    }
    memcpy(node, text, (size_t)(equals - text));
    node[equals - text] = '\0';
    memcpy(file, equals + 1, size);
    file[size] = '\0';
    *source = colon ? colon + 1 : NULL;
    return true;
}

static bool replace_mesh(setting *s, wm_kotor_mdl *m, const char *text)
{
    char node[PART], file[PATH], target[PART];
    const char *source;
    uint32_t index, other;
    wm_error error;
    wm_losses losses = {0};
    list l = nodes_of(m);
    if (!split_mesh(text, node, file, &source) || !find_one(&l, "replace-mesh", node, &index))
        return false;
    node_name(&l, index, target);
    wm_kotor_mdl *from = cli_read_source(s->c, file, m);
    s->code = from ? EXIT_USAGE : EXIT_INPUT;
    bool good = from && find_source(from, source, target, &other) &&
                done("replace-mesh", text,
                     wm_kotor_mdl_replace_mesh(m, index, from, other, &losses, &error), &error);
    char where[PART + 4];
    snprintf(where, sizeof where, "'%s'", target);
    if (good)
        cli_add_lost(s->lost, s->c, where, &losses);
    wm_kotor_mdl_free(from);
    return good;
}

/* ---- animations ---------------------------------------------------------- */

static bool set_animation(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    address a;
    wm_error error;
    uint32_t found = 0;
    list l = animations_of(m);
    if (!split("anim", "ANIM.KEYWORD=VALUE", text, true, &a))
        return false;
    if (!a.item[0]) {
        cli_fail(EXIT_USAGE, "--anim takes ANIM.KEYWORD=VALUE, not '%s'", text);
        return false;
    }
    for (uint32_t i = 0; i < m->animation_count; i++)
        if (fits(&l, a.item, i)) {
            found++;
            if (!done("anim", text, wm_kotor_mdl_set_animation_field(m, i, a.key, a.value, &error),
                      &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--anim: there is no animation '%s'; %s", a.item, l.hint);
    return found > 0;
}

static bool remove_animation(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    uint32_t index, found = 0;
    wm_error error;
    list l = animations_of(m);
    if (!strchr(text, '*'))
        return find_one(&l, "remove-anim", text, &index) &&
               done("remove-anim", text, wm_kotor_mdl_remove_animation(m, index, &error), &error);
    for (uint32_t i = m->animation_count; i-- > 0;)
        if (fits(&l, text, i)) {
            found++;
            if (!done("remove-anim", text, wm_kotor_mdl_remove_animation(m, i, &error), &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--remove-anim: there is no animation '%s'; %s", text, l.hint);
    return found > 0;
}

static bool copy_matching(const setting *s, wm_kotor_mdl *m, const wm_kotor_mdl *from,
                          const char *text, const address *a)
{
    wm_error error;
    list l = animations_of(from);
    uint32_t index = 0, found = 0;
    if (!strchr(a->key, '*') && !find_one(&l, "copy-anim", a->key, &index))
        return false;
    for (uint32_t i = index; i < from->animation_count; i++) {
        wm_losses losses = {0};
        char name[PART];
        if (!fits(&l, a->key, i))
            continue;
        found++;
        l.name(&l, i, name);
        if (!done("copy-anim", text,
                  wm_kotor_mdl_copy_animation(m, from, i, a->value, &losses, &error), &error))
            return false;
        char where[2 * PART];
        snprintf(where, sizeof where, "animation '%s'", a->value ? a->value : name);
        cli_add_lost(s->lost, s->c, where, &losses);
    }
    if (!found)
        cli_fail(EXIT_USAGE, "--copy-anim: there is no animation '%s'; %s", a->key, l.hint);
    return found > 0;
}

/* "OTHER.mdl:walk", "OTHER.mdl:walk=run" */
static bool copy_animation(setting *s, wm_kotor_mdl *m, const char *text)
{
    const char *colon = strrchr(text, ':'), *equals = colon ? strchr(colon, '=') : NULL;
    char file[PATH];
    address a = {.value = equals ? equals + 1 : NULL};
    size_t key = colon ? (equals ? (size_t)(equals - colon - 1) : strlen(colon + 1)) : 0;
    wm_buffer bytes;
    if (!key || colon == text || key >= PART || (size_t)(colon - text) >= sizeof file ||
        (equals && !equals[1])) {
        cli_fail(EXIT_USAGE, "--copy-anim takes FILE:ANIM or FILE:ANIM=NAME, not '%s'", text);
        return false;
    }
    memcpy(file, text, (size_t)(colon - text));
    file[colon - text] = '\0';
    memcpy(a.key, colon + 1, key);
    a.key[key] = '\0';
    s->code = EXIT_INPUT;
    if (!cli_load(file, &bytes))
        return false;
    wm_document *d = cli_open_model(s->c, &bytes, file, NULL, NULL);
    s->code = d ? EXIT_USAGE : EXIT_INPUT;
    bool good = d && copy_matching(s, m, d->mdl, text, &a);
    wm_document_free(d);
    wm_buffer_free(&bytes);
    return good;
}

/* ---- events -------------------------------------------------------------- */

/* "ANIM=TIME,NAME" */
static bool add_event(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    const char *equals = strchr(text, '='), *comma = equals ? strchr(equals, ',') : NULL;
    char animation[PART], number[PART];
    uint32_t index;
    float time;
    wm_error error;
    list l = animations_of(m);
    if (!comma || equals == text || !comma[1] || (size_t)(equals - text) >= PART ||
        (size_t)(comma - equals) > PART) {
        cli_fail(EXIT_USAGE, "--add-event takes ANIM=TIME,NAME, not '%s'", text);
        return false;
    }
    memcpy(animation, text, (size_t)(equals - text));
    animation[equals - text] = '\0';
    memcpy(number, equals + 1, (size_t)(comma - equals - 1));
    number[comma - equals - 1] = '\0';
    return find_one(&l, "add-event", animation, &index) && cli_number("add-event", number, &time) &&
           done("add-event", text, wm_kotor_mdl_add_event(m, index, time, comma + 1, &error),
                &error);
}

/* "ANIM.EVENT" or "ANIM.EVENT=VALUE" */
static bool find_event(const wm_kotor_mdl *m, const char *option, const char *text, address *a,
                       uint32_t *animation, uint32_t *event)
{
    const char *form = strcmp(option, "move-event") == 0     ? "ANIM.EVENT=TIME"
                       : strcmp(option, "rename-event") == 0 ? "ANIM.EVENT=NAME"
                                                             : "ANIM.EVENT";
    list l = animations_of(m);
    if (!split(option, form, text, strchr(form, '=') != NULL, a))
        return false;
    if (!a->item[0]) {
        cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", option, form, text);
        return false;
    }
    if (!find_one(&l, option, a->item, animation))
        return false;
    const wm_kotor_animation *of = &m->animations[*animation];
    list events = {m, of, of->event_count, "event", "'waymark dump' lists them", event_name};
    return find_one(&events, option, a->key, event);
}

static bool remove_event(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    address a;
    uint32_t animation, event;
    wm_error error;
    return find_event(m, "remove-event", text, &a, &animation, &event) &&
           done("remove-event", text, wm_kotor_mdl_remove_event(m, animation, event, &error),
                &error);
}

static bool rename_event(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    address a;
    uint32_t animation, event;
    wm_error error;
    return find_event(m, "rename-event", text, &a, &animation, &event) &&
           done("rename-event", text,
                wm_kotor_mdl_set_event(m, animation, event,
                                       m->animations[animation].events[event].time, a.value,
                                       &error),
                &error);
}

static bool move_event(setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    address a;
    uint32_t animation, event;
    float time;
    wm_error error;
    return find_event(m, "move-event", text, &a, &animation, &event) &&
           cli_number("move-event", a.value, &time) &&
           done("move-event", text, wm_kotor_mdl_set_event(m, animation, event, time, NULL, &error),
                &error);
}

/* ---- all ----------------------------------------------------------------- */

static const struct {
    const char *option;
    bool (*edit)(setting *s, wm_kotor_mdl *m, const char *text);
} editors[] = {
    {"field", set_field},           {"replace-texture", replace_texture},
    {"rename-node", rename_node},   {"replace-mesh", replace_mesh},
    {"anim", set_animation},        {"remove-anim", remove_animation},
    {"copy-anim", copy_animation},  {"add-event", add_event},
    {"remove-event", remove_event}, {"rename-event", rename_event},
    {"move-event", move_event},
};
enum { EDITORS = sizeof editors / sizeof *editors };

bool cli_is_model_option(const char *name)
{
    for (size_t i = 0; i < EDITORS; i++)
        if (strcmp(editors[i].option, name) == 0)
            return true;
    return false;
}

static int edit(cli *c, wm_kotor_mdl *m, cli_lost *lost)
{
    setting s = {c, EXIT_USAGE, lost};
    for (size_t i = 0; i < c->value_count; i++)
        for (size_t k = 0; k < EDITORS; k++)
            if (strcmp(editors[k].option, c->values[i].option->name) == 0 &&
                !editors[k].edit(&s, m, c->values[i].text))
                return s.code;
    return EXIT_FINE;
}

int cli_model_set(cli *c, const wm_buffer *bytes)
{
    return cli_edit_model(c, bytes, edit);
}
