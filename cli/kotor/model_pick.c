/* What the options of waymark set name in a KotOR model: nodes and animations, by name, pattern or
 * index. */
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "kotor/model_set.h"
#include "kotor/model_text.h"

bool model_split(const char *option, const char *form, const char *text, bool value,
                 model_address *a)
{
    const char *equals = strchr(text, '='), *dot = NULL;
    const char *end = equals ? equals : text + strlen(text);
    for (const char *p = text; p < end; p++)
        dot = *p == '.' ? p : dot;
    const char *key = dot ? dot + 1 : text;
    a->item[0] = '\0';
    if ((equals != NULL) != value || (dot && !cli_cut(text, dot, a->item, sizeof a->item)) ||
        !cli_cut(key, end, a->key, sizeof a->key)) {
        cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", option, form, text);
        return false;
    }
    a->value = equals ? equals + 1 : NULL;
    return true;
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

static void node_name(const model_list *l, uint32_t i, char text[MODEL_PART])
{
    uint16_t name = l->mdl->tree.nodes[i].name;
    snprintf(text, MODEL_PART, "%s", name < l->mdl->name_count ? l->mdl->names[name] : "");
}

static void animation_name(const model_list *l, uint32_t i, char text[MODEL_PART])
{
    cli_fixed_text(l->mdl->animations[i].geometry.name, WM_KOTOR_NAME_SIZE, text);
}

model_list model_nodes(const wm_kotor_mdl *m)
{
    return (model_list){m, NULL, m->tree.count, "node", "'waymark dump' lists them", node_name};
}

model_list model_animations(const wm_kotor_mdl *m)
{
    return (model_list){
        m, NULL, m->animation_count, "animation", "'waymark info' lists them", animation_name};
}

bool model_fits(const model_list *l, const char *text, uint32_t i)
{
    char name[MODEL_PART];
    uint32_t index;
    if (is_index(text, &index))
        return index == i;
    l->name(l, i, name);
    return cli_matches(text, name);
}

bool model_find(const model_list *l, const char *option, const char *text, uint32_t *index)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < l->count; i++)
        if (model_fits(l, text, i) && found++ == 0)
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
