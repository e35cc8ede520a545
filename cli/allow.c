/* Options that would have no effect: refused where the input is known before anything is done,
 * otherwise reported at the end. */
#include <string.h>

#include "cli.h"

/* Options that all verbs have, and where and what to write. */
static bool is_general(const char *option)
{
    for (const cli_option *o = cli_common_options; o->name; o++)
        if (strcmp(o->name, option) == 0)
            return true;
    return strcmp(option, "to") == 0 || strcmp(option, "output") == 0;
}

enum { LIST = 512 };

/* "kind|up" becomes "--kind|--up". */
static void dash_options(const char *options, char list[LIST])
{
    size_t used = 0;
    for (const char *p = options; *p && used + 4 < LIST; p++) {
        if (p == options || p[-1] == '|') {
            list[used++] = '-';
            list[used++] = '-';
        }
        list[used++] = *p;
    }
    list[used] = '\0';
}

int cli_allow_options(const cli *c, const char *options, const char *what)
{
    char list[LIST], text[LIST];
    for (size_t i = 0; i < c->value_count; i++) {
        const char *name = c->values[i].option->name;
        if (is_general(name) || cli_find_choice(options, name))
            continue;
        dash_options(options, list);
        return cli_fail(EXIT_USAGE, "--%s has no effect %s, which takes %s%s", name, what,
                        *options ? "" : "no options of its own",
                        cli_list_choices(list, text, sizeof text));
    }
    return EXIT_FINE;
}

int cli_allow_with(const cli *c, const char *option, const char *others)
{
    char list[LIST], text[LIST];
    for (size_t i = 0; i < c->value_count; i++) {
        const char *name = c->values[i].option->name;
        if (is_general(name) || strcmp(name, option) == 0 || cli_find_choice(others, name))
            continue;
        dash_options(others, list);
        return cli_fail(EXIT_USAGE, "--%s has no effect with --%s%s%s%s", name, option,
                        *others ? "; only " : "", cli_list_choices(list, text, sizeof text),
                        *others ? " can be used with it" : "");
    }
    return EXIT_FINE;
}

void cli_track(const cli *c, const char *option)
{
    for (size_t i = 0; i < c->value_count; i++)
        if (strcmp(c->values[i].option->name, option) == 0)
            c->values[i].tracked = true;
}

static void use(const cli *c, const char *option)
{
    for (size_t i = 0; i < c->value_count; i++)
        if (strcmp(c->values[i].option->name, option) == 0)
            atomic_store_explicit(&c->values[i].used, true, memory_order_relaxed);
}

const wm_kotor_surfaces *cli_kotor_surfaces(const cli *c)
{
    use(c, "surfacemat");
    use(c, "game");
    return &c->surfaces;
}

void cli_report_unused(const cli *c)
{
    for (size_t i = 0; i < c->value_count && !c->quiet; i++) {
        cli_value *v = &c->values[i];
        if (v->tracked && !v->used)
            cli_print(stderr, "waymark: warning: --%s has no effect: no KotOR walkmesh was read\n",
                      v->option->name);
    }
}
