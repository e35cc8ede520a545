/* TXI: lines of a keyword and its value. docs/formats/textures.md, "TXI". */
#include "base/text.h"
#include "texture/internal.h"

typedef struct txi_memory {
    wm_txi pub;
    wmi_arena arena;
} txi_memory;

/* ---- keywords ------------------------------------------------------------ */

typedef enum meaning {
    NONE, /* not shown */
    NONE_NUMBER,
    ENVIRONMENT,
    BUMP,
    PROCEDURE,
    BLENDING,
    COLUMNS,
    ROWS,
    FPS,
    CLAMP,
    WATER_ALPHA,
    BUMP_SCALING,
    CUBE,
    DECAL,
    BUMP_MAP,
    MIPMAP,
    FILTER
} meaning;

/* Those of the games. Numbers are checked even if they are not used. */
static const struct keyword {
    const char *name;
    meaning meaning;
} keywords[] = {
    {"envmaptexture", ENVIRONMENT},
    {"bumpyshinytexture", ENVIRONMENT},
    {"bumpmaptexture", BUMP},
    {"proceduretype", PROCEDURE},
    {"blending", BLENDING},
    {"numx", COLUMNS},
    {"numy", ROWS},
    {"fps", FPS},
    {"clamp", CLAMP},
    {"wateralpha", WATER_ALPHA},
    {"bumpmapscaling", BUMP_SCALING},
    {"cube", CUBE},
    {"decal", DECAL},
    {"isbumpmap", BUMP_MAP},
    {"mipmap", MIPMAP},
    {"filter", FILTER},
    {"alphamean", NONE_NUMBER},
    {"arturoheight", NONE_NUMBER},
    {"arturowidth", NONE_NUMBER},
    {"baselineheight", NONE_NUMBER},
    {"candownsample", NONE_NUMBER},
    {"caretindent", NONE_NUMBER},
    {"channelscale", NONE_NUMBER},
    {"channeltranslate", NONE_NUMBER},
    {"codepage", NONE_NUMBER},
    {"cols", NONE_NUMBER},
    {"compresstexture", NONE_NUMBER},
    {"controllerscript", NONE},
    {"dbmapping", NONE},
    {"defaultbpp", NONE_NUMBER},
    {"defaultheight", NONE_NUMBER},
    {"defaultwidth", NONE_NUMBER},
    {"distort", NONE_NUMBER},
    {"distortangle", NONE_NUMBER},
    {"distortionamplitude", NONE_NUMBER},
    {"downsamplefactor", NONE_NUMBER},
    {"downsamplemax", NONE_NUMBER},
    {"downsamplemin", NONE_NUMBER},
    {"filerange", NONE_NUMBER},
    {"fontheight", NONE_NUMBER},
    {"fontwidth", NONE_NUMBER},
    {"forcecyclespeed", NONE_NUMBER},
    {"isdiffusebumpmap", NONE_NUMBER},
    {"isdoublebyte", NONE_NUMBER},
    {"islightmap", NONE_NUMBER},
    {"isspecularbumpmap", NONE_NUMBER},
    {"lowerrightcoords", NONE_NUMBER},
    {"maxsizehq", NONE_NUMBER},
    {"maxsizelq", NONE_NUMBER},
    {"minsizehq", NONE_NUMBER},
    {"minsizelq", NONE_NUMBER},
    {"numchars", NONE_NUMBER},
    {"numcharspersheet", NONE_NUMBER},
    {"ondemand", NONE_NUMBER},
    {"priority", NONE_NUMBER},
    {"rows", NONE_NUMBER},
    {"spacingb", NONE_NUMBER},
    {"spacingr", NONE_NUMBER},
    {"speed", NONE_NUMBER},
    {"temporary", NONE_NUMBER},
    {"texturewidth", NONE_NUMBER},
    {"unique", NONE_NUMBER},
    {"upperleftcoords", NONE_NUMBER},
    {"waterheight", NONE_NUMBER},
    {"waterwidth", NONE_NUMBER},
    {"xbox_downsample", NONE_NUMBER},
};

static const struct keyword *find_keyword(const char *key, size_t size)
{
    const wmi_word word = {key, size, 0};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (wmi_word_is(word, keywords[i].name))
            return &keywords[i];
    return NULL;
}

/* ---- lines --------------------------------------------------------------- */

/* Tables of fonts are lines of numbers; the count before them may be wrong. */
static bool is_number(wmi_word word)
{
    const char *p = word.text, *end = word.text + word.size;
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p < end && *p == '.')
        p++;
    return p < end && *p >= '0' && *p <= '9';
}

/* The next line that has a keyword. Size 0 at the end. */
static wmi_word next_key(wmi_text *text, wmi_line *line)
{
    while (wmi_next_line(text, line)) {
        wmi_word word = wmi_next_word(line);
        if (word.size && *word.text != '#' && !is_number(word))
            return word;
    }
    return (wmi_word){NULL, 0, 0};
}

bool wm_txi_detect(const void *data, size_t size)
{
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    wmi_word key = next_key(&text, &line);
    return key.size && find_keyword(key.text, key.size);
}

size_t wmi_txi_length(const uint8_t *data, size_t size)
{
    size_t n = 0;
    while (n < size && ((data[n] >= 32 && data[n] != 127) || data[n] == '\t' || data[n] == '\n' ||
                        data[n] == '\r'))
        n++;
    return n == size || data[n] == 0 ? n : 0;
}

/* ---- values -------------------------------------------------------------- */

static float number_of(const char *value, float otherwise)
{
    wm_float_parse(value, strlen(value), &otherwise);
    return otherwise;
}

static uint32_t count_of(const char *value)
{
    float number = number_of(value, 0);
    return number >= 0 && number <= 65535 ? (uint32_t)number : 0;
}

static void apply(wm_txi *t, meaning what, const char *value)
{
    const wmi_word word = {value, strlen(value), 0};
    bool on = number_of(value, 0) != 0;
    switch (what) {
    case ENVIRONMENT: t->environment = *value ? value : NULL; break;
    case BUMP: t->bump = *value ? value : NULL; break;
    case PROCEDURE: t->procedure = *value ? value : NULL; break;
    case BLENDING:
        t->blending = wmi_word_is(word, "additive")       ? WM_TXI_BLENDING_ADDITIVE
                      : wmi_word_is(word, "punchthrough") ? WM_TXI_BLENDING_PUNCHTHROUGH
                                                          : WM_TXI_BLENDING_DEFAULT;
        break;
    case COLUMNS: t->columns = count_of(value); break;
    case ROWS: t->rows = count_of(value); break;
    case FPS: t->fps = number_of(value, 0); break;
    case CLAMP: t->clamp = count_of(value); break;
    case WATER_ALPHA: t->water_alpha = number_of(value, 1); break;
    case BUMP_SCALING: t->bump_scaling = number_of(value, 1); break;
    case CUBE: t->cube = on; break;
    case DECAL: t->decal = on; break;
    case BUMP_MAP: t->bump_map = on; break;
    case MIPMAP: t->no_mipmaps = !on; break;
    case FILTER: t->nearest = !on; break;
    case NONE:
    case NONE_NUMBER: break;
    }
}

/* Ends key and value in the copy of the text; the line is not read again. */
static wm_txi_line cut_line(char *copy, wmi_word key, const wmi_line *rest)
{
    const char *from = rest->at, *end = rest->end;
    while (from < end && (*from == ' ' || *from == '\t'))
        from++;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    const wm_txi_line line = {key.text, from, rest->number,
                              find_keyword(key.text, key.size) != NULL};
    copy[key.text + key.size - copy] = '\0';
    copy[end - copy] = '\0';
    return line;
}

static bool read_lines(txi_memory *m, const void *data, size_t size)
{
    char *copy = wmi_arena_text(&m->arena, data, size);
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    uint32_t count = 0;
    while (next_key(&text, &line).size)
        count++;
    wm_txi_line *lines = wmi_arena_new(&m->arena, count, sizeof *lines);
    if (!lines || !copy)
        return false;
    text = wmi_text_open(copy, size);
    for (uint32_t i = 0; i < count; i++) {
        wmi_word key = next_key(&text, &line);
        const struct keyword *known = find_keyword(key.text, key.size);
        lines[i] = cut_line(copy, key, &line);
        if (known)
            apply(&m->pub, known->meaning, lines[i].value);
    }
    m->pub.lines = lines;
    m->pub.line_count = count;
    return true;
}

wm_txi *wm_txi_read(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    txi_memory *m = wmi_arena_new(&arena, 1, sizeof *m);
    if (!m) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    m->arena = arena;
    m->pub = (wm_txi){.water_alpha = 1, .bump_scaling = 1, .memory = &m->arena};
    if (read_lines(m, data, size))
        return &m->pub;
    wmi_arena_fail(&m->arena, error, "");
    wm_txi_free(&m->pub);
    return NULL;
}

void wm_txi_free(wm_txi *txi)
{
    if (txi)
        wmi_arena_free(txi->memory);
}

/* ---- findings ------------------------------------------------------------ */

static bool expects_number(meaning what)
{
    return what != NONE && what != ENVIRONMENT && what != BUMP && what != PROCEDURE &&
           what != BLENDING;
}

static void check_line(const wm_txi_line *line, wm_report *report)
{
    const struct keyword *known = find_keyword(line->key, strlen(line->key));
    const wmi_word value = {line->value, strlen(line->value), 0};
    float number;
    if (!known) {
        wmi_report(report, WM_TXI_UNKNOWN, wmi_at_line(line->line, "%.60s", line->key),
                   "\"%.60s\" is no keyword of the games", line->key);
        return;
    }
    bool wrong = expects_number(known->meaning) ? !wm_float_parse(value.text, value.size, &number)
                                                : !value.size && known->meaning != NONE;
    if (known->meaning == BLENDING)
        wrong = !wmi_word_is(value, "additive") && !wmi_word_is(value, "punchthrough") &&
                !wmi_word_is(value, "default");
    if (wrong)
        wmi_report(report, WM_TXI_VALUE, wmi_at_line(line->line, "%s", known->name),
                   "the value is \"%.60s\", expected %s", line->value,
                   known->meaning == BLENDING       ? "additive or punchthrough"
                   : expects_number(known->meaning) ? "a number"
                                                    : "a name");
}

void wmi_txi_findings(const wm_txi *txi, wm_report *report)
{
    for (uint32_t i = 0; i < txi->line_count; i++)
        check_line(&txi->lines[i], report);
    if (txi->procedure && wmi_compare_names(txi->procedure, "cycle") == 0 &&
        (!txi->columns || !txi->rows))
        wmi_report(report, WM_TXI_FRAMES, wmi_nowhere(),
                   "\"proceduretype cycle\" without numx and numy");
}

wm_status wm_txi_check(const wm_txi *txi, const wm_check_opts *opts, wm_report *report,
                       wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    wmi_txi_findings(txi, report);
    return wmi_check_end(opts, report, first, false, error);
}
