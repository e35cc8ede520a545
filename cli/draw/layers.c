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
    {"paths", DRAW_PATHS},
    {"objects", DRAW_OBJECTS},
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

/* 1 to 9 for lod1 to lod9, otherwise 0. */
static uint32_t level_of(const char *word, size_t size)
{
    bool level = size == 4 && strncmp(word, "lod", 3) == 0 && word[3] >= '1' && word[3] <= '9';
    return level ? (uint32_t)(word[3] - '0') : 0;
}

static const layer_name *find_layer(const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof layer_names / sizeof *layer_names; i++)
        if (strlen(layer_names[i].name) == size && strncmp(layer_names[i].name, word, size) == 0)
            return &layer_names[i];
    return NULL;
}

/* One word without its sign. */
static int apply(const char *word, size_t size, char sign, bool model, draw_layers *layers)
{
    const layer_name *l = find_layer(word, size);
    uint32_t level = level_of(word, size);
    if (model && level) {
        layers->lod = level;
        return EXIT_FINE;
    }
    if (!l || !(l->bit & (model ? DRAW_OF_MODELS : DRAW_OF_PLANS)))
        return unknown(word, size, model);
    if (sign == '-')
        layers->on &= ~l->bit;
    else
        layers->on |= l->bit;
    return EXIT_FINE;
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

int draw_layers_check(const cli *c)
{
    for (size_t i = 0; i < c->value_count; i++) {
        const char *at = c->values[i].text, *end;
        for (; strcmp(c->values[i].option->name, "layer") == 0 && *at; at = *end ? end + 1 : end) {
            at += *at == '+' || *at == '-';
            end = at + strcspn(at, ",");
            size_t size = (size_t)(end - at);
            if (!find_layer(at, size) && !level_of(at, size))
                return cli_fail(EXIT_USAGE,
                                "--layer: unknown layer '%.*s'; 'waymark render --help' lists them",
                                (int)size, at);
        }
    }
    return EXIT_FINE;
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
