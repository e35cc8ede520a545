/* waymark set for KotOR models: model_set.c has its options, model_set_anim.c those for animations,
 * and model_pick.c finds what they name. */
#ifndef WAYMARK_CLI_MODEL_SET_H
#define WAYMARK_CLI_MODEL_SET_H

#include "kotor/model_edit.h"

enum { MODEL_PART = 256, MODEL_PATH = 4096 };

/* For editors that read another file. */
typedef struct model_setting {
    const cli *c;
    int code; /* to leave with after a failure */
    cli_lost *lost;
} model_setting;

/* "NODE.KEYWORD=VALUE" and its shorter forms. */
typedef struct model_address {
    char item[MODEL_PART]; /* "" if there is no dot */
    char key[MODEL_PART];
    const char *value; /* after the '=', or NULL */
} model_address;

/* What has names: nodes, animations, events. */
typedef struct model_list {
    const wm_kotor_mdl *mdl;
    const wm_kotor_animation *animation; /* for events */
    uint32_t count;
    const char *one, *hint;
    void (*name)(const struct model_list *l, uint32_t i, char text[MODEL_PART]);
} model_list;

/* Splits at the first '=', and before it at the last dot. False, reported, if a text has another
 * form. */
bool model_split(const char *option, const char *form, const char *text, bool value,
                 model_address *a);
model_list model_nodes(const wm_kotor_mdl *m);
model_list model_animations(const wm_kotor_mdl *m);
/* Does a name, a pattern with '*' or an index such as "#3" mean this one? */
bool model_fits(const model_list *l, const char *text, uint32_t i);
/* The one that a text means. False, reported, if there is none or more than one. */
bool model_find(const model_list *l, const char *option, const char *text, uint32_t *index);

/* Each changes the model as the text of its option says. False, reported, if it cannot. */
bool model_set_animation(model_setting *s, wm_kotor_mdl *m, const char *text);
bool model_remove_animation(model_setting *s, wm_kotor_mdl *m, const char *text);
bool model_copy_animation(model_setting *s, wm_kotor_mdl *m, const char *text);
bool model_add_event(model_setting *s, wm_kotor_mdl *m, const char *text);
bool model_remove_event(model_setting *s, wm_kotor_mdl *m, const char *text);
bool model_rename_event(model_setting *s, wm_kotor_mdl *m, const char *text);
bool model_move_event(model_setting *s, wm_kotor_mdl *m, const char *text);

#endif
