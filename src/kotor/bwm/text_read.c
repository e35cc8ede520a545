/* Reads complete walkmesh texts: all meshes, door states, use hooks.
 * docs/formats/kotor-ascii-walkmesh.md, "Hooks" and "Doors". */
#include <stdio.h>

#include "kotor/bwm/text.h"

typedef struct text_memory {
    wm_kotor_bwm_text pub;
    wmi_arena arena;
} text_memory;

const char *wm_kotor_door_state_name(uint32_t state)
{
    static const char *const names[WM_KOTOR_DOOR_STATES] = {"closed", "open1", "open2"};
    return state < WM_KOTOR_DOOR_STATES ? names[state] : "";
}

bool wmi_text_contains(const char *text, const char *part)
{
    size_t length = strlen(text), n = strlen(part);
    for (size_t i = 0; i + n <= length; i++)
        if (wmi_word_is((wmi_word){text + i, n, 0}, part))
            return true;
    return false;
}

bool wmi_text_ends(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && wmi_word_is((wmi_word){text + n - m, m, 0}, end);
}

uint32_t wmi_text_state(const char *name, const char *prefix)
{
    for (uint32_t s = 0; s < WM_KOTOR_DOOR_STATES; s++) {
        char part[16];
        wmi_format(part, sizeof part, "%s%s", prefix, wm_kotor_door_state_name(s));
        if (wmi_text_contains(name, part))
            return s;
    }
    return WM_NO_INDEX;
}

static bool is_mesh(const wmi_text_node *n)
{
    return (n->type == WMI_NODE_MESH || n->type == WMI_NODE_AABB) && (n->has_verts || n->has_faces);
}

/* The mesh of each door state; the last mesh without a state, and the number of such
 * meshes. */
typedef struct mesh_index {
    uint32_t state[WM_KOTOR_DOOR_STATES];
    uint32_t plain, plain_count;
} mesh_index;

static bool index_meshes(wmi_text_parser *p, const wm_kotor_bwm_text *t, mesh_index *x)
{
    *x = (mesh_index){{WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX}, WM_NO_INDEX, 0};
    for (uint32_t i = 0; i < t->mesh_count; i++) {
        uint32_t state = t->meshes[i].state;
        if (state == WM_NO_INDEX) {
            x->plain = i;
            x->plain_count++;
        } else if (x->state[state] == WM_NO_INDEX) {
            x->state[state] = i;
        } else {
            wmi_text_at(p, "node");
            if (!wmi_text_fault_at(
                    p, WM_KOTOR_TEXT_SYNTAX, WM_BAD_TEXT, t->meshes[i].line, 1,
                    "%s: a second walkmesh for the door state %s, the first is at line %lu",
                    wmi_text_called(t->meshes[i].name).text, wm_kotor_door_state_name(state),
                    (ul)t->meshes[x->state[state]].line))
                return false;
        }
    }
    return true;
}

static void place_hook(wmi_text_parser *p, const wm_kotor_bwm_text *t, const mesh_index *x,
                       const wmi_text_node *n)
{
    bool second = wmi_text_ends(n->name, "02");
    uint32_t state = wmi_text_state(n->name, "dp_"), mesh = WM_NO_INDEX;
    if (!(second || wmi_text_ends(n->name, "01")) ||
        !(state != WM_NO_INDEX || wmi_text_contains(n->name, "use"))) {
        if (n->position.x != 0 || n->position.y != 0 || n->position.z != 0)
            wmi_report(p->report, WM_KOTOR_TEXT_IGNORED, wmi_at_line(n->line, "%s", ""),
                       "the position of dummy %s is ignored", n->name);
        return;
    }
    if (state != WM_NO_INDEX)
        mesh = x->state[state];
    else if (x->plain_count == 1)
        mesh = x->plain;
    if (mesh == WM_NO_INDEX || t->meshes[mesh].bwm->type == WM_KOTOR_BWM_TYPE_AREA)
        wmi_report(p->report, WM_KOTOR_TEXT_HOOK, wmi_at_line(n->line, "%s", ""),
                   "dummy %s belongs to no mesh", n->name);
    else
        t->meshes[mesh].bwm->relative_hook[second] = n->position;
}

/* Hooks are relative to the mesh. All known doors also store them with the position
 * added; placeables leave those fields zero. */
static bool place_hooks(wmi_text_parser *p, const wm_kotor_bwm_text *t)
{
    const wmi_text_node *nodes = p->nodes.data;
    mesh_index x;
    if (!index_meshes(p, t, &x))
        return false;
    for (uint32_t i = 0; i < p->nodes.count; i++)
        if (nodes[i].type == WMI_NODE_DUMMY)
            place_hook(p, t, &x, &nodes[i]);
    for (uint32_t i = 0; i < t->mesh_count; i++) {
        wm_kotor_bwm *b = t->meshes[i].bwm;
        for (int h = 0; h < 2 && t->meshes[i].state != WM_NO_INDEX; h++)
            b->absolute_hook[h] = (wm_vec3){b->relative_hook[h].x + b->position.x,
                                            b->relative_hook[h].y + b->position.y,
                                            b->relative_hook[h].z + b->position.z};
    }
    return true;
}

static bool build(wmi_text_parser *p, const wm_kotor_bwm_text_read_opts *opts, text_memory *m)
{
    const wmi_text_node *nodes = p->nodes.data;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->nodes.count; i++)
        count += is_mesh(&nodes[i]);
    if (count == 0) {
        p->failed = wmi_fail_line(p->error, p->text.line ? WM_BAD_TEXT : WM_TRUNCATED,
                                  p->text.line ? p->text.line : 1, 1, "node",
                                  "the text has no aabb or trimesh node with verts and faces");
        return false;
    }
    m->pub.meshes = wmi_arena_new(&m->arena, count, sizeof *m->pub.meshes);
    if (!m->pub.meshes) {
        p->failed = wmi_arena_fail(&m->arena, p->error, "");
        return false;
    }
    for (uint32_t i = 0; i < p->nodes.count; i++)
        if (is_mesh(&nodes[i]) &&
            !wmi_text_build(p, &nodes[i], opts, &m->pub.meshes[m->pub.mesh_count++]))
            return false;
    return place_hooks(p, &m->pub);
}

wm_kotor_bwm_text *wm_kotor_bwm_text_read(const void *data, size_t size,
                                          const wm_kotor_bwm_text_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_kotor_bwm_text_read_opts defaults;
    const wm_kotor_bwm_text_read_opts *o = opts ? opts : &defaults;
    wmi_arena arena;
    wmi_arena_init(&arena, o->base.allocator, wmi_memory_limit(&o->base, size));
    text_memory *m = wmi_arena_new(&arena, 1, sizeof *m);
    if (!m) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    m->arena = arena;
    m->pub.memory = &m->arena;
    wmi_text_parser p = {.allocator = o->base.allocator,
                         .error = error,
                         .report = o->base.report,
                         .strict = o->strict,
                         .budget = wmi_memory_limit(&o->base, size),
                         .names = &m->arena};
    uint32_t before = p.report ? p.report->errors : 0;
    wmi_text_parse(&p, data, size);
    if (!p.failed)
        build(&p, o, m);
    m->pub.faulty = p.report && p.report->errors > before;
    wmi_text_release(&p);
    if (!p.failed)
        return &m->pub;
    wm_kotor_bwm_text_free(&m->pub);
    return NULL;
}

bool wm_kotor_bwm_text_detect(const void *data, size_t size)
{
    wmi_word word = wmi_first_keyword(data, size);
    return wmi_word_is(word, "node") || wmi_word_is(word, "beginwalkmeshgeom");
}

void wm_kotor_bwm_text_free(wm_kotor_bwm_text *text)
{
    if (!text)
        return;
    for (uint32_t i = 0; i < text->mesh_count; i++)
        wm_kotor_bwm_free(text->meshes[i].bwm);
    wmi_arena_free(text->memory);
}

wm_status wm_kotor_bwm_text_check(const wm_kotor_bwm_text *text,
                                  const wm_kotor_bwm_check_opts *opts, wm_report *report,
                                  wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_kotor_bwm_check_opts check = opts ? *opts : (wm_kotor_bwm_check_opts){0};
    wm_status status = WM_OK;
    check.base.no_offsets = true;
    for (uint32_t i = 0; !text->faulty && i < text->mesh_count && status == WM_OK; i++) {
        if (!text->meshes[i].bwm)
            continue; /* the caller took it */
        uint32_t first = report->count;
        status = wm_kotor_bwm_check(text->meshes[i].bwm, &check, report, error);
        for (uint32_t k = first; k < report->count; k++)
            report->issues[k].line = text->meshes[i].line; /* start of its node */
    }
    return status;
}
