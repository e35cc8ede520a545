/* Builds a document from a parsed model text: links nodes, restores meshes from notes
 * that still match, and compiles the rest. docs/formats/kotor-mdl-ascii.md. */
#include "kotor/mdl/text/read.h"

bool wm_kotor_mdl_text_detect(const void *data, size_t size)
{
    static const char *const first[] = {"newmodel", "setsupermodel", "classification",
                                        "beginmodelgeom", "name"};
    wmi_word word = wmi_first_keyword(data, size);
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
        if (wmi_word_is(word, first[k]))
            return true;
    return false;
}

/* ---- weights ----------------------------------------------------------- */

/* The index of each named bone; 0xFFFFFFFF if it is not a node. */
static uint32_t *find_bones(wmi_mdl_parser *p)
{
    uint32_t n = p->refs.exact.count;
    uint32_t *bones = wmi_mdlr_new(p, n, sizeof *bones);
    for (uint32_t i = 0; bones && i < n; i++) {
        wmi_word word = {p->refs.exact.text[i], p->refs.exact.size[i], 0};
        char shown[WMI_SHOWN];
        uint32_t entry = wmi_mdlr_find(p, word);
        bones[i] = entry == WM_NO_INDEX ? WM_NO_INDEX : p->entry_name[entry];
        if (entry == WM_NO_INDEX)
            wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_BONE, 0,
                            "weights name the bone '%s', which is not a node and is dropped",
                            wmi_mdlr_show(word, shown));
    }
    return bones;
}

/* The slots of a skin, as MDLedit lists them. */
static void name_slots(wmi_mdl_parser *p, const wmi_mdl_item *item, const uint32_t *bones)
{
    wmi_source_mesh *s = item->source;
    uint16_t *slots = wmi_mdlr_new(p, item->slot_count, sizeof *slots);
    if (!slots || !item->slot_count)
        return;
    for (uint32_t i = 0; i < item->slot_count; i++) {
        uint32_t bone = item->slots[i] == WM_NO_INDEX ? WM_NO_INDEX : bones[item->slots[i]];
        slots[i] = bone == WM_NO_INDEX ? 0xFFFF : (uint16_t)bone;
    }
    s->slots = slots;
    s->slot_count = item->slot_count;
}

static void name_weights(wmi_mdl_parser *p, wmi_mdl_item *item, const uint32_t *bones)
{
    wmi_source_mesh *s = item->source;
    if (!item->node.mesh->skin || (item->recorded && !item->weights))
        return;
    name_slots(p, item, bones);
    s->weights = wmi_mdlr_new(p, s->vertex_count, sizeof *s->weights);
    if (!s->weights || !item->weights)
        return;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        const wmi_mdl_weights *from = &item->weights[v];
        wmi_source_weights *to = &s->weights[v];
        for (uint32_t i = 0; i < from->count; i++) {
            if (bones[from->bone[i]] == WM_NO_INDEX)
                continue;
            to->name[to->count] = (uint16_t)bones[from->bone[i]];
            to->weight[to->count++] = from->weight[i];
        }
        wmi_mdl_sort_weights(to);
    }
}

/* ---- meshes ------------------------------------------------------------ */

static void link_boxes(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    size_t room = 0;
    void *stack = NULL;
    if (!s->aabb_count)
        return;
    if (!wmi_grow(p->allocator, &stack, &room, s->aabb_count, sizeof(uint32_t))) {
        wmi_mdlr_no_memory(p);
        return;
    }
    bool fine = wmi_mdl_link_boxes(s->aabbs, s->aabb_count, stack);
    for (uint32_t i = 0; i < s->aabb_count && fine; i++)
        fine = s->aabbs[i].face < 0 || (uint32_t)s->aabbs[i].face < s->face_count;
    wmi_release(p->allocator, stack, room, sizeof(uint32_t));
    if (fine)
        return;
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_TREE, item->line,
                    "the rows of 'aabb' do not form a tree over the faces: a new one is built");
    s->aabb_count = 0;
}

/* Do the boxes still fit? After an edit, a box may no longer contain its face, or a face
 * may be in no box. */
static bool boxes_fit(const wmi_source_mesh *s, uint8_t *held)
{
    uint32_t missing = s->face_count;
    for (uint32_t i = 0; i < s->aabb_count; i++) {
        const wm_kotor_mdl_aabb *box = &s->aabbs[i];
        if (box->face < 0)
            continue;
        const wmi_source_face *face = &s->faces[box->face];
        for (int k = 0; k < 3; k++)
            if (!wmi_mdl_box_holds(box, s->vertices[face->vertex[k]]))
                return false;
        missing -= !held[box->face];
        held[box->face] = 1;
    }
    return missing == 0;
}

/* Only for meshes that are compiled; the others keep even a wrong tree. */
static void fit_boxes(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    if (!s->aabb_count)
        return;
    uint8_t *held = wmi_mdlr_new(p, s->face_count, 1);
    if (!held || boxes_fit(s, held))
        return;
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_TREE, item->line,
                    "the rows of 'aabb' do not list all faces: a new tree is built");
    s->aabb_count = 0;
}

static void set_tangents(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    const char *texture = item->node.mesh->texture[0];
    uint32_t n = 0;
    while (n < WM_KOTOR_NAME_SIZE && texture[n])
        n++;
    if (wmi_names_find_like(&p->bumpmapped, texture, n) != WM_NO_INDEX)
        item->source->tangents = true;
}

/* Sets the counters given by the text, so that the compiler keeps them. */
static void set_inverted(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wm_kotor_mesh *m = item->node.mesh;
    if (m->saber || !item->inverted_count)
        return;
    m->inverted = wmi_mdlr_copy(p, item->inverted, 1, sizeof *m->inverted);
    m->inverted_count = m->inverted ? 1 : 0;
}

static uint32_t pose_sum(const wmi_mdl_parser *p)
{
    const wm_kotor_mdl *m = p->mdl;
    uint64_t sum = 3;
    for (uint32_t i = 0; i < m->name_count; i++)
        sum = wmi_sum_text(sum, m->names[i]);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const wmi_mdl_item *item = (const wmi_mdl_item *)p->items.data + p->order[i];
        sum = wmi_mdl_sum_pose(sum, m->tree.nodes[i].name, m->tree.nodes[i].parent, item->shown);
    }
    return wmi_sum_end(sum);
}

/* Fills sources for the meshes that must be compiled. Returns true if there are any. */
static bool find_sources(wmi_mdl_parser *p, wmi_source_mesh **sources)
{
    uint32_t *bones = find_bones(p), sum = pose_sum(p);
    bool any = false;
    for (uint32_t i = 0; i < p->mdl->tree.count && bones && !p->failed; i++) {
        wmi_mdl_item *item = (wmi_mdl_item *)p->items.data + p->order[i];
        if (!item->source)
            continue;
        set_tangents(p, item);
        name_weights(p, item, bones);
        link_boxes(p, item);
        if (p->failed)
            break;
        bool done = item->node.mesh->saber ? wmi_mdlr_saber(p, item) : false;
        if (!item->node.mesh->saber)
            done = wmi_mdlr_apply_mesh(p, item, sum);
        p->mdl->tree.nodes[i].flags = item->node.flags;
        if (done)
            continue;
        fit_boxes(p, item);
        set_inverted(p, item);
        sources[i] = item->source;
        any = true;
    }
    return any;
}

/* ---- numbers ----------------------------------------------------------- */

/* Numbers in records override those of the compiler. Nodes of animations get the numbers
 * of the geometry nodes. */
static void restore_numbers(wmi_mdl_parser *p)
{
    wm_kotor_mdl *m = p->mdl;
    uint32_t *of_name = wmi_mdlr_new(p, m->name_count, sizeof *of_name);
    if (!of_name)
        return;
    for (uint32_t i = 0; i < m->name_count; i++)
        of_name[i] = i;
    for (uint32_t i = m->tree.count; i-- > 0;) {
        wm_kotor_mdl_node *n = &m->tree.nodes[i];
        if (n->offset)
            n->super_node = (uint16_t)(n->offset - 1);
        n->offset = 0;
        of_name[n->name] = n->super_node;
    }
    for (uint32_t a = 0; a < m->animation_count; a++)
        for (uint32_t i = 0; i < m->animations[a].tree.count; i++) {
            wm_kotor_mdl_node *n = &m->animations[a].tree.nodes[i];
            n->super_node = (uint16_t)(n->offset ? n->offset - 1 : of_name[n->name]);
            n->offset = 0;
        }
}

static bool all_recorded(const wmi_mdl_parser *p)
{
    bool all = p->header_recorded;
    for (uint32_t i = 0; i < p->items.count && all; i++)
        all = ((const wmi_mdl_item *)p->items.data)[i].recorded;
    return all && p->noted_nodes == p->items.count && p->noted_names == p->mdl->name_count;
}

/* What can only be done with compiled meshes. */
static void finish_meshes(wmi_mdl_parser *p, wmi_source_mesh *const *sources)
{
    wm_kotor_mdl *m = p->mdl;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const wmi_mdl_item *item = (const wmi_mdl_item *)p->items.data + p->order[i];
        if (sources[i] && item->planes.rows)
            wmi_mdlr_mdledit_faces(p, item, m->tree.nodes[i].mesh);
    }
}

/* Reports that the groups of mdlops do not count. */
static void say_smoothing(wmi_mdl_parser *p, wmi_source_mesh *const *sources)
{
    uint32_t meshes = 0, listed = 0;
    for (uint32_t i = 0; i < p->mdl->tree.count; i++)
        if (sources[i] && !p->mdl->tree.nodes[i].mesh->saber) {
            meshes++;
            listed += wmi_source_listed(sources[i]);
        }
    if (p->opts->smoothing == WM_KOTOR_SMOOTHING_AUTO &&
        p->smoothing == WM_KOTOR_SMOOTHING_ANGLES && meshes && meshes == listed)
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_SMOOTHING, 1,
                        "mdlops wrote the text: its smoothing groups are ignored, and smoothing "
                        "follows from shared vertices and angles");
}

/* If nothing is compiled, all numbers are in the records. */
static void start_numbers(wm_kotor_mdl *m)
{
    bool inherits = m->supermodel[0] && memcmp(m->supermodel, "NULL", 5) != 0;
    m->numbers = (wm_kotor_mdl_numbers){.source = inherits ? WM_KOTOR_NUMBER_SOURCE_TEXT
                                                           : WM_KOTOR_NUMBER_SOURCE_OWN};
}

static void compile(wmi_mdl_parser *p)
{
    wm_kotor_mdl *m = p->mdl;
    start_numbers(m);
    uint32_t recorded = m->geometry.node_count;
    wmi_source_mesh **sources = wmi_mdlr_new(p, m->tree.count, sizeof *sources);
    if (!sources)
        return;
    bool any = find_sources(p, sources);
    if (p->failed)
        return;
    if (!p->annotated && !p->opts->game && !p->game_given && p->second_game)
        m->game = WM_KOTOR_GAME_2;
    say_smoothing(p, sources);
    if (any || !all_recorded(p)) {
        wmi_compile_opts opts = {.supermodel = p->opts->supermodel,
                                 .previous = p->opts->previous,
                                 .stock = true,
                                 .numbered = true,
                                 .report = p->report,
                                 .smoothing = p->smoothing};
        p->failed = wmi_mdl_compile(m, sources, &opts, p->error);
        if (p->failed)
            return;
        finish_meshes(p, sources);
        if (m->numbers.source == WM_KOTOR_NUMBER_SOURCE_UNKNOWN && p->total_nodes >= m->tree.count)
            m->geometry.node_count = p->total_nodes;
        /* With a supermodel, the count exceeds the model's own nodes. */
        if (p->header_recorded && !p->opts->supermodel)
            m->geometry.node_count = m->tree.count + (recorded - p->noted_nodes);
    }
    restore_numbers(p);
}

/* ---- the whole text ---------------------------------------------------- */

static void link_head(wmi_mdl_parser *p)
{
    wm_kotor_mdl *m = p->mdl;
    m->head_link = 0;
    for (uint32_t i = 0; i < m->tree.count && p->head_link && !m->head_link; i++) {
        const char *name = m->names[m->tree.nodes[i].name];
        if (wmi_word_is((wmi_word){name, strlen(name), 0}, "neck_g"))
            m->head_link = i;
    }
}

static void build(wmi_mdl_parser *p)
{
    wm_kotor_mdl *m = p->mdl;
    if (!p->items.count) { /* a binary without a root cannot be read either */
        p->failed = wmi_fail_line(p->error, WM_BAD_TEXT, p->line ? p->line : 1, 1, "node",
                                  "the text has no nodes");
        return;
    }
    wmi_mdlr_link(p);
    if (!p->failed)
        compile(p);
    if (p->failed)
        return;
    p->failed = wmi_mdl_limit_controllers(m, UINT64_MAX, p->size, p->error);
    if (p->failed)
        return;
    link_head(p);
    wmi_mdlr_apply_layout(p);
    if (!p->failed && p->opts->game)
        p->failed = wmi_mdl_set_variant(m, p->opts->game, p->opts->platform, p->error);
}

static void start(wmi_mdl_parser *p)
{
    bool chosen = p->opts->game != 0;
    wmi_mdl_defaults(p->mdl, chosen ? p->opts->game : WM_KOTOR_GAME_1,
                     chosen ? p->opts->platform : WM_KOTOR_PLATFORM_PC);
}

static void release(wmi_mdl_parser *p)
{
    const wm_allocator *a = p->allocator;
    wmi_names_free(&p->names);
    wmi_names_free(&p->refs);
    wmi_names_free(&p->bumpmapped);
    wmi_release(a, p->items.data, p->items.room, sizeof(wmi_mdl_item));
    wmi_release(a, p->moving.data, p->moving.room, sizeof(wmi_mdl_item));
    wmi_release(a, p->moves.data, p->moves.room, sizeof(wmi_mdl_move));
    wmi_release(a, p->entries.data, p->entries.room, sizeof(wmi_mdl_entry));
    wmi_release(a, p->first_entry.data, p->first_entry.room, sizeof(uint32_t));
    wmi_release(a, p->deferred.data, p->deferred.room, sizeof(wmi_mdl_spot));
    wmi_release(a, p->events.data, p->events.room, sizeof(wm_kotor_event));
    wmi_release(a, p->keys.data, p->keys.room, sizeof(wmi_mdl_key));
    wmi_release(a, p->values.data, p->values.room, sizeof(float));
    wmi_release(a, p->rows.data, p->rows.room, sizeof(float));
}

wm_kotor_mdl *wm_kotor_mdl_text_read(const void *data, size_t size,
                                     const wm_kotor_mdl_text_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_kotor_mdl_text_read_opts defaults;
    const wm_kotor_mdl_text_read_opts *o = opts ? opts : &defaults;
    wm_error local;
    wmi_mdl_parser p = {.error = error ? error : &local, .report = o->base.report, .opts = o};
    p.mdl = wmi_mdl_create(o->base.allocator, wmi_memory_limit(&o->base, size), size, p.error);
    if (!p.mdl)
        return NULL;
    p.arena = wmi_mdl_arena(p.mdl);
    p.allocator = &p.arena->allocator;
    wmi_names_init(&p.names, p.allocator, p.arena);
    wmi_names_init(&p.refs, p.allocator, p.arena);
    wmi_names_init(&p.bumpmapped, p.allocator, p.arena);
    p.smoothing = o->smoothing != WM_KOTOR_SMOOTHING_AUTO ? o->smoothing
                  : wmi_mdl_text_decompiled(data, size)   ? WM_KOTOR_SMOOTHING_ANGLES
                                                          : WM_KOTOR_SMOOTHING_GROUPS;
    wmi_text text = wmi_text_open(data, size);
    p.at = p.line_start = text.at;
    p.end = text.end;
    p.size = size;
    start(&p);
    wmi_mdlr_parse(&p);
    if (!p.failed)
        build(&p);
    release(&p);
    if (!p.failed)
        return p.mdl;
    wm_kotor_mdl_free(p.mdl);
    return NULL;
}
