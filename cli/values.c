/* Values of options: choices and numbers. */
#include <string.h>

#include "cli.h"

bool cli_is_optional(const cli_option *o)
{
    return o->value && o->value[0] == '[' && o->value[strlen(o->value) - 1] == ']';
}

int cli_find_choice(const char *choices, const char *text)
{
    size_t size = strlen(text);
    int place = 1;
    for (const char *at = choices + (*choices == '['); *at && *at != ']'; place++) {
        size_t n = strcspn(at, "|]");
        if (n == size && strncmp(at, text, n) == 0)
            return place;
        at += n + (at[n] == '|');
    }
    return 0;
}

int cli_choice(const cli *c, const char *option)
{
    int place = 0;
    for (size_t i = 0; i < c->value_count; i++)
        if (strcmp(c->values[i].option->name, option) == 0)
            place = c->values[i].text
                        ? cli_find_choice(c->values[i].option->value, c->values[i].text)
                        : 1;
    return place;
}

const char *cli_list_choices(const char *choices, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    choices += *choices == '[';
    for (const char *at = choices; *at && *at != ']' && used < size;) {
        size_t n = strcspn(at, "|]");
        bool last = at[n] != '|';
        const char *join = at == choices ? "" : last ? " or " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", join, (int)n, at);
        at += n + !last;
    }
    return text;
}

bool cli_number(const char *option, const char *text, float *value)
{
    size_t n = strlen(text);
    if (n && wm_float_parse(text, n, value) == n && *value - *value == 0)
        return true;
    cli_fail(EXIT_USAGE, "--%s takes a number, not '%s'", option, text);
    return false;
}

bool cli_vec3(const char *option, const char *text, wm_vec3 *value)
{
    float v[3];
    const char *p = text, *end = text + strlen(text);
    for (int i = 0; i < 3; i++) {
        size_t used = wm_float_parse(p, (size_t)(end - p), &v[i]);
        bool ended = i == 2 ? p + used == end : p[used] == ',';
        if (!used || !ended || v[i] - v[i] != 0) {
            cli_fail(EXIT_USAGE, "--%s takes three numbers X,Y,Z, not '%s'", option, text);
            return false;
        }
        p += used + 1;
    }
    *value = (wm_vec3){v[0], v[1], v[2]};
    return true;
}

bool cli_uint(const char *option, const char *text, uint32_t *value)
{
    uint64_t v = 0;
    const char *p = text;
    while (*p >= '0' && *p <= '9' && v < UINT32_MAX)
        v = v * 10 + (uint64_t)(*p++ - '0');
    if (p == text || *p || v >= UINT32_MAX) {
        cli_fail(EXIT_USAGE, "--%s takes a whole number, not '%s'", option, text);
        return false;
    }
    *value = (uint32_t)v;
    return true;
}

bool cli_size(const char *option, const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    const uint64_t most = UINT64_C(1) << 60;
    uint64_t v = 0;
    const char *p = text;
    while (*p >= '0' && *p <= '9' && v < most / 16)
        v = v * 10 + (uint64_t)(*p++ - '0');
    const char *unit = *p && p > text ? strchr(units, *p == 'k' ? 'K' : *p) : NULL;
    for (const char *u = units; unit && u <= unit && v <= most / 1024; u++)
        v *= 1024;
    if (p == text || p[unit != NULL] || v == 0 || v > most) {
        cli_fail(EXIT_USAGE, "--%s takes a number of bytes such as 500K, 64M or 2G, not '%s'",
                 option, text);
        return false;
    }
    *bytes = v;
    return true;
}
