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
            if (!model_done("anim", text,
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
               model_done("remove-anim", text, wm_kotor_mdl_remove_animation(m, index, &error),
                          &error);
    for (uint32_t i = m->animation_count; i-- > 0;)
        if (model_fits(&l, text, i)) {
            found++;
            if (!model_done("remove-anim", text, wm_kotor_mdl_remove_animation(m, i, &error),
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
        if (!model_done("copy-anim", text,
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
    size_t key = colon ? (equals ? (size_t)(equals - colon - 1) : strlen(colon + 1)) : 0;
    wm_buffer bytes;
    if (!key || colon == text || key >= MODEL_PART || (size_t)(colon - text) >= sizeof file ||
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
    if (!comma || equals == text || !comma[1] || (size_t)(equals - text) >= MODEL_PART ||
        (size_t)(comma - equals) > MODEL_PART) {
        cli_fail(EXIT_USAGE, "--add-event takes ANIM=TIME,NAME, not '%s'", text);
        return false;
    }
    memcpy(animation, text, (size_t)(equals - text));
    animation[equals - text] = '\0';
    memcpy(number, equals + 1, (size_t)(comma - equals - 1));
    number[comma - equals - 1] = '\0';
    return model_find(&l, "add-event", animation, &index) &&
           cli_number("add-event", number, &time) &&
           model_done("add-event", text, wm_kotor_mdl_add_event(m, index, time, comma + 1, &error),
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
           model_done("remove-event", text, wm_kotor_mdl_remove_event(m, animation, event, &error),
                      &error);
}

bool model_rename_event(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    model_address a;
    uint32_t animation, event;
    wm_error error;
    return find_event(m, "rename-event", text, &a, &animation, &event) &&
           model_done("rename-event", text,
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
           model_done("move-event", text,
                      wm_kotor_mdl_set_event(m, animation, event, time, NULL, &error), &error);
}
