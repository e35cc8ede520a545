/* Writes models as text: header, nodes, animations. docs/formats/kotor-mdl-ascii.md. */
#include <stdio.h>

#include "base/words.h"
#include "kotor/mdl/compile/compile.h"
#include "kotor/mdl/text/write.h"

/* ---- helpers ----------------------------------------------------------- */

static bool is_word(const char *name, const char *keyword)
{
    return wmi_word_is((wmi_word){name, strlen(name), 0}, keyword);
}

/* Can the name be written without quotes? In a list of names, `endnode` ends it. */
static bool bare(const char *name)
{
    if (!*name || *name == '#' || strncmp(name, WMI_SABER_PREFIX, 6) == 0 ||
        is_word(name, "endnode"))
        return false;
    for (; *name; name++)
        if ((unsigned char)*name <= ' ' || *name == '"' || *name == '\\' || *name == 0x7F)
            return false;
    return true;
}

static void put_quoted(wmi_mdl_text *t, const char *name)
{
    wmi_writer_text(&t->w, "\"");
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < ' ' || c == 0x7F || c == '"' || c == '\\')
            wmi_writer_printf(&t->w, "\\x%02x", (unsigned)c);
        else
            wmi_writer_bytes(&t->w, name, 1);
    }
    wmi_writer_text(&t->w, "\"");
}

void wmi_mdlw_name(wmi_mdl_text *t, const char *name)
{
    if (bare(name))
        wmi_writer_text(&t->w, name);
    else
        put_quoted(t, name);
}

/* Where a text names a node, NULL means none. */
void wmi_mdlw_node(wmi_mdl_text *t, uint32_t name)
{
    if (is_word(t->mdl->names[name], "NULL"))
        put_quoted(t, t->mdl->names[name]);
    else
        wmi_mdlw_name(t, t->mdl->names[name]);
}

void wmi_mdlw_floats(wmi_mdl_text *t, const char *keyword, const float *values, int count)
{
    char line[64 + 4 * WMI_MDL_NUMBER];
    size_t n = strlen(keyword) + 2;
    memcpy(line, "  ", 2);
    memcpy(line + 2, keyword, n - 2);
    for (int i = 0; i < count; i++) {
        line[n++] = ' ';
        n += wmi_mdl_put_float(line + n, values[i]);
    }
    line[n++] = '\n';
    wmi_writer_bytes(&t->w, line, n);
}

void wmi_mdlw_number(wmi_mdl_text *t, const char *keyword, uint32_t value)
{
    char line[64];
    size_t n = strlen(keyword) + 2;
    memcpy(line, "  ", 2);
    memcpy(line + 2, keyword, n - 2);
    line[n++] = ' ';
    n += wmi_mdl_put_u32(line + n, value);
    line[n++] = '\n';
    wmi_writer_bytes(&t->w, line, n);
}

void wmi_mdlw_field(wmi_mdl_text *t, const char *keyword, const char *field, size_t size)
{
    char text[WM_KOTOR_NAME_SIZE + 1];
    size_t n = 0;
    for (; n < size && field[n]; n++)
        text[n] = field[n];
    text[n] = '\0';
    wmi_writer_text(&t->w, "  ");
    wmi_writer_text(&t->w, keyword);
    wmi_writer_text(&t->w, " ");
    wmi_mdlw_name(t, text);
    wmi_writer_text(&t->w, "\n");
}

/* Is the saber written as a trimesh with a name prefix? A quoted name cannot have the
 * prefix. */
static bool marked(const wmi_mdl_text *t, const wm_kotor_mdl_node *node)
{
    return node->mesh && node->mesh->saber && wmi_mdlw_short_saber(node->mesh) &&
           bare(t->mdl->names[node->name]) && !is_word(t->mdl->names[node->name], "NULL");
}

/* The name of a node as written: sabers have a prefix. */
static void write_node_name(wmi_mdl_text *t, const wm_kotor_mdl_node *node)
{
    const wm_kotor_mdl_node *geometry = node;
    uint32_t at = t->geometry[t->ids[node->name]];
    if (!node->mesh && at != WM_NO_INDEX)
        geometry = &t->mdl->tree.nodes[at];
    if (marked(t, geometry))
        wmi_writer_text(&t->w, WMI_SABER_PREFIX);
    wmi_mdlw_node(t, node->name);
}

/* ---- nodes ------------------------------------------------------------- */

/* For both trees: a reader takes the last node with that name as the parent. */
static void parent_line(wmi_mdl_text *t, const wm_kotor_tree *tree, uint32_t i, uint32_t stamp,
                        const char *indent)
{
    uint32_t parent = tree->nodes[i].parent;
    wmi_writer_text(&t->w, indent);
    wmi_writer_text(&t->w, "parent ");
    if (parent == WM_NO_INDEX)
        wmi_writer_text(&t->w, "NULL");
    else
        write_node_name(t, &tree->nodes[parent]);
    wmi_writer_text(&t->w, "\n");
    if (!t->notes || parent == WM_NO_INDEX)
        return;
    uint32_t id = t->ids[tree->nodes[parent].name];
    if (t->last_tree[id] != stamp || t->last[id] != parent)
        wmi_writer_printf(&t->w, "  #wm below %lu\n", (ul)parent);
}

static void written(wmi_mdl_text *t, const wm_kotor_tree *tree, uint32_t i, uint32_t stamp)
{
    uint32_t id = t->ids[tree->nodes[i].name];
    t->last[id] = i;
    t->last_tree[id] = stamp;
}

/* A damaged saber may have no blades. Only the notes can say so. */
static bool bladeless(const wmi_mdl_text *t, const wm_kotor_mdl_node *node)
{
    return !t->notes && node->mesh && node->mesh->saber && !node->mesh->saber->positions;
}

static void geometry_node(wmi_mdl_text *t, uint32_t i)
{
    const wm_kotor_mdl_node *n = &t->mdl->tree.nodes[i];
    wmi_writer_text(&t->w, "node ");
    wmi_writer_text(&t->w,
                    marked(t, n) || bladeless(t, n) ? "trimesh" : wmi_mdl_type_name(n->flags));
    wmi_writer_text(&t->w, " ");
    write_node_name(t, n);
    wmi_writer_text(&t->w, "\n");
    parent_line(t, &t->mdl->tree, i, 1, "  ");
    if (t->notes) {
        uint8_t record[WMI_MDL_NODE_MOST];
        size_t size = wmi_mdl_record_node(t->mdl, n, record);
        wmi_note_write_packed(&t->w, "record", record, size);
    }
    wmi_mdlw_controllers(t, n, n->flags, NULL);
    if (t->notes)
        wmi_mdlw_controller_notes(t, n, t->shown[i]);
    if (n->light)
        wmi_mdlw_light(t, n);
    wmi_mdlw_fields(t, n, WMI_PART_EMITTER);
    wmi_mdlw_fields(t, n, WMI_PART_REFERENCE);
    if (n->mesh)
        wmi_mdlw_mesh(t, i);
    wmi_writer_text(&t->w, "endnode\n");
    written(t, &t->mdl->tree, i, 1);
}

/* Is this a usual animation node, which has default values except for its controllers? */
static bool usual_node(const wmi_mdl_text *t, const wm_kotor_mdl_node *n)
{
    static const wm_kotor_quat identity = {1, 0, 0, 0};
    static const wm_vec3 origin;
    uint32_t at = t->geometry[t->ids[n->name]];
    uint32_t super = at == WM_NO_INDEX ? n->name : t->mdl->tree.nodes[at].super_node;
    return n->flags == WM_KOTOR_NODE_HEADER && n->super_node == super && !n->pad_6 &&
           n->name == t->found[n->name] && memcmp(&n->position, &origin, sizeof origin) == 0 &&
           memcmp(&n->orientation, &identity, sizeof identity) == 0;
}

static void animation_node(wmi_mdl_text *t, const wm_kotor_tree *tree, uint32_t i, uint32_t stamp)
{
    static const float origin[3], still[7] = {0, 0, 0, 1, 0, 0, 0};
    const wm_kotor_mdl_node *n = &tree->nodes[i];
    uint32_t at = t->geometry[t->ids[n->name]];
    wmi_writer_text(&t->w, "  node dummy ");
    write_node_name(t, n);
    wmi_writer_text(&t->w, "\n");
    parent_line(t, tree, i, stamp, "    ");
    if (t->notes && !usual_node(t, n)) {
        wm_kotor_mdl_node bare_node = *n;
        uint8_t record[WMI_MDL_NODE_MOST];
        bare_node.light = NULL;
        bare_node.emitter = NULL;
        bare_node.reference = NULL;
        bare_node.mesh = NULL;
        wmi_note_write_packed(&t->w, "record", record,
                              wmi_mdl_record_node(t->mdl, &bare_node, record));
    }
    wmi_mdlw_controllers(t, n, at == WM_NO_INDEX ? 0 : t->mdl->tree.nodes[at].flags,
                         at == WM_NO_INDEX ? origin : t->shown[at]);
    if (t->notes)
        wmi_mdlw_controller_notes(t, n, still);
    wmi_writer_text(&t->w, "  endnode\n");
    written(t, tree, i, stamp);
}

/* ---- model ------------------------------------------------------------- */

static void animation(wmi_mdl_text *t, uint32_t number)
{
    const wm_kotor_animation *a = &t->mdl->animations[number];
    char name[WM_KOTOR_NAME_SIZE + 1] = {0}, model[WM_KOTOR_NAME_SIZE + 1] = {0};
    memcpy(name, a->geometry.name, WM_KOTOR_NAME_SIZE);
    memcpy(model, t->mdl->geometry.name, WM_KOTOR_NAME_SIZE);
    wmi_writer_text(&t->w, "\nnewanim ");
    wmi_mdlw_name(t, name);
    wmi_writer_text(&t->w, " ");
    wmi_mdlw_name(t, model);
    wmi_writer_text(&t->w, "\n");
    if (t->notes) {
        uint8_t record[WMI_MDL_ANIMATION];
        wmi_note_write_packed(&t->w, "record", record, wmi_mdl_record_animation(a, record));
    }
    wmi_mdlw_floats(t, "length", &a->length, 1);
    wmi_mdlw_floats(t, "transtime", &a->transition, 1);
    wmi_mdlw_field(t, "animroot", a->root, sizeof a->root);
    for (uint32_t e = 0; e < a->event_count; e++) {
        char text[WMI_MDL_NUMBER], event[WM_KOTOR_NAME_SIZE + 1] = {0};
        memcpy(event, a->events[e].name, WM_KOTOR_NAME_SIZE);
        wmi_writer_text(&t->w, "  event ");
        wmi_writer_bytes(&t->w, text, wmi_mdl_put_float(text, a->events[e].time));
        wmi_writer_text(&t->w, " ");
        wmi_mdlw_name(t, event);
        wmi_writer_text(&t->w, "\n");
        size_t used = strlen(event) + 1;
        static const char zeros[WM_KOTOR_NAME_SIZE];
        if (t->notes && used < WM_KOTOR_NAME_SIZE &&
            memcmp(a->events[e].name + used, zeros, WM_KOTOR_NAME_SIZE - used) != 0)
            wmi_note_write(&t->w, "rest", a->events[e].name + used, WM_KOTOR_NAME_SIZE - used);
    }
    for (uint32_t i = 0; i < a->tree.count; i++)
        animation_node(t, &a->tree, i, number + 2);
    wmi_writer_text(&t->w, "\ndoneanim ");
    wmi_mdlw_name(t, name);
    wmi_writer_text(&t->w, " ");
    wmi_mdlw_name(t, model);
    wmi_writer_text(&t->w, "\n");
}

static const char *classification(uint8_t value)
{
    switch (value) {
    case 1: return "Effect";
    case 2: return "Tile";
    case 4: return "Character";
    case 8: return "Door";
    case 16: return "Lightsaber";
    case 32: return "Placeable";
    case 64: return "Flyer";
    default: return "Other";
    }
}

static void named_line(wmi_mdl_text *t, const char *keyword, const char *name)
{
    wmi_writer_text(&t->w, keyword);
    wmi_writer_text(&t->w, " ");
    wmi_mdlw_name(t, name);
    wmi_writer_text(&t->w, "\n");
}

static void header(wmi_mdl_text *t, const char *name)
{
    const wm_kotor_mdl *m = t->mdl;
    char super[WM_KOTOR_NAME_SIZE + 1] = {0}, line[64];
    memcpy(super, m->supermodel, WM_KOTOR_NAME_SIZE);
    wmi_writer_printf(&t->w, "# model text of waymark, %s\n", wm_kotor_mdl_variant(m));
    if (t->notes) {
        uint8_t record[WMI_MDL_HEADER];
        wmi_writer_printf(&t->w, "#wm text 1 %s %lu %lu\n", wm_kotor_mdl_variant(m),
                          (ul)m->tree.count, (ul)m->name_count);
        wmi_note_write_packed(&t->w, "record", record, wmi_mdl_record_header(m, record));
    }
    wmi_writer_text(&t->w, "filedependancy ");
    wmi_mdlw_name(t, name);
    wmi_writer_text(&t->w, " NULL.mlk\n");
    named_line(t, "newmodel", name);
    wmi_writer_text(&t->w, "setsupermodel ");
    wmi_mdlw_name(t, name);
    wmi_writer_text(&t->w, " ");
    wmi_mdlw_name(t, super);
    wmi_writer_printf(&t->w, "\nclassification %s\nclassification_unk1 %u\nignorefog %d\n",
                      classification(m->classification), (unsigned)m->subclassification, !m->fog);
    wmi_writer_printf(&t->w, "compress_quaternions %d\nheadlink %d\nsetanimationscale ", t->packed,
                      m->head_link != 0);
    size_t n = wmi_mdl_put_float(line, m->scale);
    line[n++] = '\n';
    line[n++] = '\n';
    wmi_writer_bytes(&t->w, line, n);
    named_line(t, "beginmodelgeom", name);
    wmi_mdlw_floats(t, "bmin", &m->min.x, 3);
    wmi_mdlw_floats(t, "bmax", &m->max.x, 3);
    wmi_mdlw_floats(t, "radius", &m->radius, 1);
}

/* Names without a node are written before the next node with a higher index. */
static void geometry(wmi_mdl_text *t)
{
    const wm_kotor_mdl *m = t->mdl;
    uint32_t items = 0, next = 0;
    bool usual = true;
    uint8_t *used = wmi_arena_new(&t->scratch, m->name_count, 1);
    uint8_t *order = wmi_arena_new(&t->scratch, (size_t)m->name_count + m->tree.count, 2);
    if (!used || !order) {
        t->w.failed = true;
        return;
    }
    for (uint32_t i = 0; i < m->tree.count; i++)
        used[m->tree.nodes[i].name] = 1;
    for (uint32_t i = 0; i <= m->tree.count; i++) {
        uint32_t name = i < m->tree.count ? m->tree.nodes[i].name : m->name_count;
        for (; next < name; next++)
            if (!used[next]) {
                named_line(t, "name", m->names[next]);
                usual = usual && next == items;
                order[2 * items] = (uint8_t)next;
                order[2 * items++ + 1] = (uint8_t)(next >> 8);
            }
        if (i == m->tree.count)
            break;
        geometry_node(t, i);
        usual = usual && name == items;
        order[2 * items] = (uint8_t)name;
        order[2 * items++ + 1] = (uint8_t)(name >> 8);
    }
    if (t->notes && !usual)
        wmi_note_write(&t->w, "order", order, 2 * (size_t)items);
}

static void write_model(wmi_mdl_text *t)
{
    char name[WM_KOTOR_NAME_SIZE + 1] = {0};
    memcpy(name, t->mdl->geometry.name, WM_KOTOR_NAME_SIZE);
    header(t, name);
    geometry(t);
    named_line(t, "endmodelgeom", name);
    for (uint32_t i = 0; i < t->mdl->animation_count; i++)
        animation(t, i);
    wmi_writer_text(&t->w, "\n");
    named_line(t, "donemodel", name);
    if (t->notes)
        wmi_mdlw_layout_notes(t);
}

/* ---- preparation ------------------------------------------------------- */

/* Finds the index that a reader will find for each name, given the order of the text's
 * items. */
static void find_names(wmi_mdl_text *t)
{
    const wm_kotor_mdl *m = t->mdl;
    for (uint32_t id = 0; id < m->name_count; id++)
        t->geometry[id] = WM_NO_INDEX;
    for (uint32_t i = m->tree.count; i-- > 0;)
        t->geometry[t->ids[m->tree.nodes[i].name]] = i;
    /* Uses `last` as scratch: the first index of each id, for ids without a node. */
    for (uint32_t n = m->name_count; n-- > 0;)
        t->last[t->ids[n]] = n;
    for (uint32_t n = 0; n < m->name_count; n++) {
        uint32_t node = t->geometry[t->ids[n]];
        t->found[n] =
            (uint16_t)(node == WM_NO_INDEX ? t->last[t->ids[n]] : m->tree.nodes[node].name);
    }
}

static wm_status prepare(wmi_mdl_text *t, wm_error *error)
{
    const wm_kotor_mdl *m = t->mdl;
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].name >= m->name_count)
            return wmi_fail(error, WM_BAD_VALUE, "nodes", "node %lu uses name %u, but %s", (ul)i,
                            (unsigned)m->tree.nodes[i].name,
                            wmi_only(m->name_count, "name", "names").text);
    t->ids = wmi_arena_raw(&t->scratch, m->name_count, sizeof *t->ids);
    t->found = wmi_arena_raw(&t->scratch, m->name_count, sizeof *t->found);
    t->geometry = wmi_arena_raw(&t->scratch, m->name_count, sizeof *t->geometry);
    t->last = wmi_arena_raw(&t->scratch, m->name_count, sizeof *t->last);
    t->last_tree = wmi_arena_new(&t->scratch, m->name_count, sizeof *t->last_tree);
    t->shown = wmi_arena_new(&t->scratch, m->tree.count, sizeof *t->shown);
    if (!t->ids || !t->found || !t->geometry || !t->last || !t->last_tree || !t->shown)
        return wmi_arena_fail(&t->scratch, error, "");
    for (uint32_t i = 0; i < m->name_count; i++) {
        t->ids[i] = wmi_names_add(&t->names, m->names[i], (uint32_t)strlen(m->names[i]));
        if (t->ids[i] == WM_NO_INDEX)
            return wmi_no_memory(error);
    }
    find_names(t);
    uint64_t sum = 3;
    for (uint32_t i = 0; i < m->name_count; i++)
        sum = wmi_sum_text(sum, m->names[i]);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        wmi_mdlw_shown(&m->tree.nodes[i], t->shown[i]);
        sum = wmi_mdl_sum_pose(sum, m->tree.nodes[i].name, m->tree.nodes[i].parent, t->shown[i]);
    }
    t->pose_sum = wmi_sum_end(sum);
    for (uint32_t a = 0; a < m->animation_count; a++)
        for (uint32_t i = 0; i < m->animations[a].tree.count; i++) {
            const wm_kotor_mdl_node *n = &m->animations[a].tree.nodes[i];
            if (n->name >= m->name_count)
                return wmi_fail(error, WM_BAD_VALUE, "animations",
                                "node %lu of animation %lu uses name %u, but %s", (ul)i, (ul)a,
                                (unsigned)n->name, wmi_only(m->name_count, "name", "names").text);
            for (uint32_t c = 0; c < n->controller_count; c++)
                t->packed =
                    t->packed || (n->controllers[c].type == WM_KOTOR_CONTROLLER_ORIENTATION &&
                                  n->controllers[c].columns == 2);
        }
    return WM_OK;
}

wm_status wm_kotor_mdl_text_write(const wm_kotor_mdl *mdl, const wm_kotor_mdl_text_write_opts *opts,
                                  wm_buffer *out, wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_allocator *allocator = opts ? opts->base.allocator : NULL;
    wmi_mdl_text t = {.mdl = mdl, .notes = !opts || !opts->plain};
    wmi_writer_init(&t.w, allocator);
    wmi_arena_init(&t.scratch, allocator, 0);
    wmi_names_init(&t.names, &t.w.allocator, &t.scratch);
    wm_status status = prepare(&t, error);
    if (status == WM_OK)
        status = wmi_mdl_smoothing(mdl, &t.smoothing, &t.scratch, error);
    if (status == WM_OK)
        write_model(&t);
    wmi_names_free(&t.names);
    wmi_release(&t.w.allocator, t.keys.controllers, t.keys.controller_room,
                sizeof *t.keys.controllers);
    wmi_release(&t.w.allocator, t.keys.data, t.keys.data_room, sizeof *t.keys.data);
    wmi_arena_free(&t.scratch);
    if (status == WM_OK)
        return wmi_writer_finish(&t.w, out, error);
    wmi_release(&t.w.allocator, t.w.data, t.w.capacity, 1);
    return status;
}
