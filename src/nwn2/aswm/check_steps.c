/* Checks the table of steps between islands. docs/formats/nwn2.md, "Islands". */
#include "base/union_find.h"
#include "base/words.h"
#include "nwn2/aswm/check.h"

enum { RANGE, STRANGER, MISSING, NOWHERE, LOOP, WEIGHT, KINDS };

typedef struct steps {
    wmi_aswm_checker *c;
    const wm_nwn2_aswm *a;
    uint32_t n;
    uint32_t *group; /* per island: its group; islands of a group can reach each other */
    uint8_t *follow; /* [from * n + to]: the step leads to a linked island */
    uint32_t count[KINDS], from[KINDS], to[KINDS];
} steps;

static void fault(steps *s, int kind, uint32_t from, uint32_t to)
{
    if (s->count[kind]++ == 0) {
        s->from[kind] = from;
        s->to[kind] = to;
    }
}

static bool known(const steps *s, uint32_t island)
{
    return island < s->n;
}

/* Groups islands by the links of their triangles, not by the stored island links. */
static void find_groups(steps *s)
{
    const wm_nwn2_aswm *a = s->a;
    uint32_t *group = s->group;
    wmi_union_init(group, s->n);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = wmi_aswm_neighbour(a, i, k);
            uint32_t x = a->triangles[i].island;
            uint32_t y = to == WM_NO_INDEX ? x : a->triangles[to].island;
            if (x == y || !known(s, x) || !known(s, y))
                continue;
            wmi_union_join(group, x, y);
        }
    wmi_union_settle(group, s->n);
}

static void check_row(steps *s, uint32_t from, uint32_t *link_of)
{
    const wm_nwn2_island *island = &s->a->islands[from];
    const wm_nwn2_island_step *row = s->a->island_table + (size_t)from * s->n;
    for (uint32_t k = 0; k < island->link_count; k++)
        if (known(s, island->links[k].island))
            link_of[island->links[k].island] = k;
    for (uint32_t to = 0; to < s->n; to++) {
        uint32_t next = row[to].next;
        bool joined = s->group[from] == s->group[to] && from != to;
        if (next == WM_NWN2_NO_ISLAND) {
            if (joined)
                fault(s, MISSING, from, to);
        } else if (!known(s, next)) {
            fault(s, RANGE, from, to);
        } else if (!joined) {
            fault(s, NOWHERE, from, to);
        } else if (link_of[next] == WM_NO_INDEX) {
            fault(s, STRANGER, from, to);
        } else {
            s->follow[(size_t)from * s->n + to] = 1;
            if (memcmp(&row[to].weight, &island->links[link_of[next]].distance, 4) != 0)
                fault(s, WEIGHT, from, to);
        }
    }
    for (uint32_t k = 0; k < island->link_count; k++)
        if (known(s, island->links[k].island))
            link_of[island->links[k].island] = WM_NO_INDEX;
}

/* Follows the table to one goal from every island. Visits each island once. */
static void check_goal(steps *s, uint32_t goal, uint8_t *state, uint32_t *trail)
{
    enum { UNKNOWN, OPEN, ARRIVES, STOPS, CIRCLES };
    memset(state, UNKNOWN, s->n);
    state[goal] = ARRIVES;
    for (uint32_t from = 0; from < s->n; from++) {
        uint32_t length = 0, at = from;
        while (state[at] == UNKNOWN) {
            size_t cell = (size_t)at * s->n + goal;
            state[at] = OPEN;
            trail[length++] = at;
            if (!s->follow[cell]) {
                state[at] = STOPS;
                break;
            }
            at = s->a->island_table[cell].next;
        }
        uint8_t end = state[at] == OPEN ? CIRCLES : state[at];
        for (uint32_t i = 0; i < length; i++) {
            state[trail[i]] = end;
            if (end == CIRCLES)
                fault(s, LOOP, trail[i], goal);
        }
    }
}

static void say_faults(const steps *s)
{
    static const struct {
        wm_issue_code code;
        const char *one, *many;
    } kinds[KINDS] = {
        [RANGE] = {WM_NWN2_STEP_RANGE, "names an island that does not exist",
                   "name an island that does not exist"},
        [STRANGER] = {WM_NWN2_STEP_STRANGER, "leads to an island that is not linked",
                      "lead to an island that is not linked"},
        [MISSING] = {WM_NWN2_STEP_MISSING, "has no path although one exists",
                     "have no path although one exists"},
        [NOWHERE] = {WM_NWN2_STEP_NOWHERE, "leads on although there is no path",
                     "lead on although there is no path"},
        [LOOP] = {WM_NWN2_STEP_LOOP, "leads in a circle", "lead in a circle"},
        [WEIGHT] = {WM_NWN2_STEP_WEIGHT, "has a weight other than the distance to the next island",
                    "have a weight other than the distance to the next island"},
    };
    for (int k = 0; k < KINDS; k++)
        if (s->count[k])
            wmi_report(s->c->report, kinds[k].code,
                       wmi_placed(wmi_at(WM_NO_OFFSET, "ASWM.islands_path_nodes[%lu]",
                                         (ul)s->from[k] * s->n + s->to[k]),
                                  s->a->islands[s->from[k]].centre),
                       "%s %s%s from island %lu to %lu",
                       wmi_part(s->count[k], (uint64_t)s->n * s->n, "step", "steps").text,
                       wmi_plural(s->count[k], kinds[k].one, kinds[k].many), wmi_first(s->count[k]),
                       (ul)s->from[k], (ul)s->to[k]);
}

void wmi_aswm_check_steps(wmi_aswm_checker *c)
{
    steps s = {.c = c, .a = c->a, .n = c->a->island_count};
    size_t n = s.n;
    s.group = wmi_aswm_check_new(c, n, sizeof *s.group);
    s.follow = wmi_aswm_check_new(c, n * n, 1);
    uint32_t *link_of = wmi_aswm_check_new(c, n, sizeof *link_of);
    uint32_t *trail = wmi_aswm_check_new(c, n, sizeof *trail);
    uint8_t *state = wmi_aswm_check_new(c, n, 1);
    if (c->out_of_memory || n == 0)
        return;
    find_groups(&s);
    memset(link_of, 0xFF, n * sizeof *link_of);
    for (uint32_t i = 0; i < n; i++)
        check_row(&s, i, link_of);
    for (uint32_t i = 0; i < n; i++)
        check_goal(&s, i, state, trail);
    say_faults(&s);
}
