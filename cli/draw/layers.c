/* The names of --layer. */
#include <string.h>

#include "draw/draw.h"

typedef struct layer_name {
    const char *name;
    uint32_t bit;
} layer_name;

static const layer_name layer_names[] = {
    {"title", DRAW_TITLE},
    {"legend", DRAW_LEGEND},
    {"grid", DRAW_GRID},
    {"scale", DRAW_SCALE},
    {"names", DRAW_NAMES},
    {"hooks", DRAW_HOOKS},
    {"faces", DRAW_FACES},
    {"walls", DRAW_WALLS},
    {"perimeters", DRAW_PERIMETERS},
    {"transitions", DRAW_TRANSITIONS},
    {"findings", DRAW_FINDINGS},
    {"tiles", DRAW_TILES},
    {"islands", DRAW_ISLANDS},
    {"water", DRAW_WATER},
    {"mesh", DRAW_MESH},
    {"wireframe", DRAW_WIREFRAME},
    {"skeleton", DRAW_SKELETON},
    {"walkmesh", DRAW_WALKMESH},
    {"outline", DRAW_OUTLINE},
    {"hidden", DRAW_HIDDEN},
    {"shadow", DRAW_SHADOW},
};

const char *draw_layer_name(size_t i)
{
    return i < sizeof layer_names / sizeof *layer_names ? layer_names[i].name : NULL;
}

static int unknown(const char *word, size_t size, bool model)
{
    char list[320] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof layer_names / sizeof *layer_names; i++)
        if (layer_names[i].bit & (model ? DRAW_OF_MODELS : DRAW_OF_PLANS))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                     layer_names[i].name);
    return cli_fail(EXIT_USAGE, "--layer: unknown layer '%.*s'; a %s has %s%s", (int)size, word,
                    model ? "model" : "plan", list, model ? ", and lod1 to lod9" : "");
}

/* One word without its sign. */
static int apply(const char *word, size_t size, char sign, bool model, draw_layers *layers)
{
    if (model && size == 4 && strncmp(word, "lod", 3) == 0 && word[3] >= '1' && word[3] <= '9') {
        layers->lod = (uint32_t)(word[3] - '0');
        return EXIT_FINE;
    }
    for (size_t i = 0; i < sizeof layer_names / sizeof *layer_names; i++) {
        const layer_name *l = &layer_names[i];
        if (strlen(l->name) != size || strncmp(l->name, word, size) != 0 ||
            !(l->bit & (model ? DRAW_OF_MODELS : DRAW_OF_PLANS)))
            continue;
        if (sign == '-')
            layers->on &= ~l->bit;
        else
            layers->on |= l->bit;
        return EXIT_FINE;
    }
    return unknown(word, size, model);
}

static int apply_list(const char *text, bool model, bool *fresh, draw_layers *layers)
{
    int code = EXIT_FINE;
    for (const char *at = text, *end; *at && code == EXIT_FINE; at = *end ? end + 1 : end) {
        char sign = *at == '+' || *at == '-' ? *at++ : '\0';
        size_t size = strcspn(at, ",");
        bool level = model && strncmp(at, "lod", 3) == 0;
        end = at + size;
        if (!sign && !level && !*fresh) { /* the first plain name: only what is named */
            layers->on = 0;
            *fresh = true;
        }
        code = apply(at, size, sign, model, layers);
    }
    return code;
}

int draw_layers_parse(const cli *c, bool model, draw_layers *layers)
{
    int code = EXIT_FINE;
    bool fresh = false;
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (strcmp(c->values[i].option->name, "layer") == 0)
            code = apply_list(c->values[i].text, model, &fresh, layers);
    return code;
}
