/* waymark set for KotOR models: animations and their events. */
#include <string.h>

#include "kotor/model.h"
#include "kotor/model_set.h"
#include "kotor/model_text.h"

bool model_set_animation(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    model_address a;
    wm_error error;
    uint32_t found = 0;
    model_list l = model_animations(m);
    if (!model_split("anim", "ANIM.KEYWORD=VALUE", text, true, &a))
        return false;
    if (!a.item[0]) {
        cli_fail(EXIT_USAGE, "--anim takes ANIM.KEYWORD=VALUE, not '%s'", text);
        return false;
    }
    for (uint32_t i = 0; i < m->animation_count; i++)
        if (model_fits(&l, a.item, i)) {
            found++;
            if (!cli_edited("anim", text,
                            wm_kotor_mdl_set_animation_field(m, i, a.key, a.value, &error), &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--anim: there is no animation '%s'; %s", a.item, l.hint);
    return found > 0;
}

bool model_remove_animation(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    uint32_t index, found = 0;
    wm_error error;
    model_list l = model_animations(m);
    if (!strchr(text, '*'))
        return model_find(&l, "remove-anim", text, &index) &&
               cli_edited("remove-anim", text, wm_kotor_mdl_remove_animation(m, index, &error),
                          &error);
    for (uint32_t i = m->animation_count; i-- > 0;)
        if (model_fits(&l, text, i)) {
            found++;
            if (!cli_edited("remove-anim", text, wm_kotor_mdl_remove_animation(m, i, &error),
                            &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--remove-anim: there is no animation '%s'; %s", text, l.hint);
    return found > 0;
}

static bool copy_matching(const model_setting *s, wm_kotor_mdl *m, const wm_kotor_mdl *from,
                          const char *text, const model_address *a)
{
    wm_error error;
    model_list l = model_animations(from);
    uint32_t index = 0, found = 0;
    if (!strchr(a->key, '*') && !model_find(&l, "copy-anim", a->key, &index))
        return false;
    for (uint32_t i = index; i < from->animation_count; i++) {
        wm_losses losses = {0};
        char name[MODEL_PART];
        if (!model_fits(&l, a->key, i))
            continue;
        found++;
        l.name(&l, i, name);
        if (!cli_edited("copy-anim", text,
                        wm_kotor_mdl_copy_animation(m, from, i, a->value, &losses, &error), &error))
            return false;
        char where[2 * MODEL_PART];
        snprintf(where, sizeof where, "animation '%s'", a->value ? a->value : name);
        cli_add_lost(s->lost, s->c, where, &losses);
    }
    if (!found)
        cli_fail(EXIT_USAGE, "--copy-anim: there is no animation '%s'; %s", a->key, l.hint);
    return found > 0;
}

/* "OTHER.mdl:walk", "OTHER.mdl:walk=run" */
bool model_copy_animation(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    const char *colon = strrchr(text, ':'), *equals = colon ? strchr(colon, '=') : NULL;
    char file[MODEL_PATH];
    model_address a = {.value = equals ? equals + 1 : NULL};
    const char *end = equals ? equals : text + strlen(text);
    wm_buffer bytes;
    if (!cli_cut(text, colon, file, sizeof file) || !cli_cut(colon + 1, end, a.key, sizeof a.key) ||
        (equals && !equals[1])) {
        cli_fail(EXIT_USAGE, "--copy-anim takes FILE:ANIM or FILE:ANIM=NAME, not '%s'", text);
        return false;
    }
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

static void event_name(const model_list *l, uint32_t i, char text[MODEL_PART])
{
    cli_fixed_text(l->animation->events[i].name, WM_KOTOR_NAME_SIZE, text);
}

/* "ANIM=TIME,NAME" */
bool model_add_event(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    const char *equals = strchr(text, '='), *comma = equals ? strchr(equals, ',') : NULL;
    char animation[MODEL_PART], number[MODEL_PART];
    uint32_t index;
    float time;
    wm_error error;
    model_list l = model_animations(m);
    if (!cli_cut(text, equals, animation, sizeof animation) || !comma || !comma[1] ||
        !cli_cut(equals + 1, comma, number, sizeof number)) {
        cli_fail(EXIT_USAGE, "--add-event takes ANIM=TIME,NAME, not '%s'", text);
        return false;
    }
    return model_find(&l, "add-event", animation, &index) &&
           cli_number("add-event", number, &time) &&
           cli_edited("add-event", text, wm_kotor_mdl_add_event(m, index, time, comma + 1, &error),
                      &error);
}

/* "ANIM.EVENT" or "ANIM.EVENT=VALUE" */
static bool find_event(const wm_kotor_mdl *m, const char *option, const char *text,
                       model_address *a, uint32_t *animation, uint32_t *event)
{
    const char *form = strcmp(option, "move-event") == 0     ? "ANIM.EVENT=TIME"
                       : strcmp(option, "rename-event") == 0 ? "ANIM.EVENT=NAME"
                                                             : "ANIM.EVENT";
    model_list l = model_animations(m);
    if (!model_split(option, form, text, strchr(form, '=') != NULL, a))
        return false;
    if (!a->item[0]) {
        cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", option, form, text);
        return false;
    }
    if (!model_find(&l, option, a->item, animation))
        return false;
    const wm_kotor_animation *of = &m->animations[*animation];
    model_list events = {m, of, of->event_count, "event", "'waymark dump' lists them", event_name};
    return model_find(&events, option, a->key, event);
}

bool model_remove_event(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    model_address a;
    uint32_t animation, event;
    wm_error error;
    return find_event(m, "remove-event", text, &a, &animation, &event) &&
           cli_edited("remove-event", text, wm_kotor_mdl_remove_event(m, animation, event, &error),
                      &error);
}

bool model_rename_event(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    model_address a;
    uint32_t animation, event;
    wm_error error;
    return find_event(m, "rename-event", text, &a, &animation, &event) &&
           cli_edited("rename-event", text,
                      wm_kotor_mdl_set_event(m, animation, event,
                                             m->animations[animation].events[event].time, a.value,
                                             &error),
                      &error);
}

bool model_move_event(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    model_address a;
    uint32_t animation, event;
    float time;
    wm_error error;
    return find_event(m, "move-event", text, &a, &animation, &event) &&
           cli_number("move-event", a.value, &time) &&
           cli_edited("move-event", text,
                      wm_kotor_mdl_set_event(m, animation, event, time, NULL, &error), &error);
}
