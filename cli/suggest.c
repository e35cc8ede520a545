/* "Did you mean": the nearest known word by edit distance. */
#include <ctype.h>
#include <string.h>

#include "help.h"

enum { LONGEST = 64 }; /* longer words are never near */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t cli_edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), d[LONGEST + 1][LONGEST + 1];
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(d[i - 1][j - 1] + !same(a[i - 1], b[j - 1]),
                            least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

/* Keeps `known` in *best if it is nearer to `word` than what was there. A third of the
 * letters may be wrong, and at least one. */
static void offer(const char *word, const char *known, const char **best, size_t *best_distance)
{
    size_t allowed = strlen(word) / 3 > 1 ? strlen(word) / 3 : 1;
    size_t d = cli_edit_distance(word, known);
    if (strlen(word) >= 3 && strncmp(known, word, strlen(word)) == 0)
        d = least(d, 1); /* the beginning of a longer word */
    if (d > allowed || (*best && d >= *best_distance))
        return;
    *best = known;
    *best_distance = d;
}

const char *cli_nearest_verb(const char *word)
{
    const char *best = NULL;
    size_t d = 0;
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        offer(word, (*v)->name, &best, &d);
    return best;
}

int cli_unknown_verb(const char *word)
{
    const char *near = cli_nearest_verb(word);
    if (near)
        return cli_fail(EXIT_USAGE, "unknown verb '%s'; did you mean '%s'?", word, near);
    return cli_fail(EXIT_USAGE, "unknown verb '%s'; 'waymark --help' lists the verbs", word);
}

int cli_unknown_option(const cli_verb *verb, const char *typed, char letter)
{
    const cli_option *all[CLI_OPTIONS_MAX];
    const char *best = NULL;
    size_t n = cli_all_options(verb, all), d = 0;
    char word[64];
    if (letter)
        return cli_fail(EXIT_USAGE, "unknown option '-%c'; 'waymark %s --help' lists the options",
                        letter, verb->name);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(typed, "="), typed);
    for (size_t i = 0; i < n && strlen(word) > 2; i++)
        offer(word + 2, all[i]->name, &best, &d);
    if (best)
        return cli_fail(EXIT_USAGE, "unknown option '%s'; did you mean '--%s'?", word, best);
    return cli_fail(EXIT_USAGE, "unknown option '%s'; 'waymark %s --help' lists the options", word,
                    verb->name);
}
