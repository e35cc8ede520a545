/* Rules for weights and for the bones that meshes use: four slots per vertex, weights that
 * add up to 1, unused slots that repeat the first bone. docs/formats/bw2-model.md, "What
 * check finds". */
#include "base/words.h"
#include "bw2/check.h"

enum { SLOTS = 4 };

/* The slots of all vertices; data is NULL if there are none or the format differs. */
typedef struct slots {
    const uint8_t *bone[SLOTS], *weight[SLOTS];
    uint32_t bone_stride[SLOTS], weight_stride[SLOTS];
    uint64_t bone_at[SLOTS], weight_at[SLOTS];
    uint32_t count;
} slots;

/* Number of vertices that break a rule, and the first of them. */
typedef struct tally {
    uint32_t count, vertex, slot;
    double value;
} tally;

typedef struct tallies {
    tally sum, negative, outside, free_slot, root;
} tallies;

static void add(tally *t, uint32_t vertex, uint32_t slot, double value)
{
    if (t->count++ == 0)
        *t = (tally){1, vertex, slot, value};
}

static void find_slots(const wmi_bw2_checker *c, slots *s)
{
    const wm_bw2_model *m = c->m;
    uint32_t bones = 0, weights = 0;
    uint64_t start = c->at.data;
    for (uint32_t i = 0; i < m->stream_count; i++) {
        uint32_t offset = 0;
        for (uint32_t e = 0; e < m->streams[i].element_count; e++) {
            const wm_bw2_stream *from = &m->streams[i];
            uint32_t id = from->elements[e].id, format = from->elements[e].format;
            if (id == WM_BW2_ELEMENT_BONE_INDEX && format == WM_BW2_FORMAT_BYTE && bones < SLOTS) {
                s->bone[bones] = from->data + offset;
                s->bone_stride[bones] = from->stride;
                s->bone_at[bones++] = start + offset;
            } else if (id == WM_BW2_ELEMENT_BONE_WEIGHT && format == WM_BW2_FORMAT_FLOAT &&
                       weights < SLOTS) {
                s->weight[weights] = from->data + offset;
                s->weight_stride[weights] = from->stride;
                s->weight_at[weights++] = start + offset;
            }
            offset += wm_bw2_format_size(format);
        }
        start += (uint64_t)m->vertex_count * m->streams[i].stride;
    }
    s->count = bones < weights ? bones : weights;
}

static void check_vertex(const wm_bw2_model *m, const slots *s, uint32_t v, tallies *t)
{
    double sum = 0;
    for (uint32_t k = 0; k < s->count; k++) {
        uint8_t bone = s->bone[k][(size_t)v * s->bone_stride[k]];
        double weight = (double)wmi_lef32(s->weight[k] + (size_t)v * s->weight_stride[k]);
        sum += weight;
        if (weight < 0 || weight > 1.001)
            add(&t->negative, v, k, weight);
        if (bone >= m->bone_count)
            add(&t->outside, v, k, bone);
        else if (weight > 0 && bone < 4)
            add(&t->root, v, k, bone);
        if (weight == 0 && bone != s->bone[0][(size_t)v * s->bone_stride[0]])
            add(&t->free_slot, v, k, bone);
    }
    if (isfinite(sum) && fabs(sum - 1) > 1e-3)
        add(&t->sum, v, 0, sum);
}

static wmi_where at_weight(const wmi_bw2_checker *c, const slots *s, const tally *t, bool bone)
{
    uint64_t offset = bone
                          ? s->bone_at[t->slot] + (uint64_t)t->vertex * s->bone_stride[t->slot]
                          : s->weight_at[t->slot] + (uint64_t)t->vertex * s->weight_stride[t->slot];
    return wmi_placed(wmi_at(offset, "vertices[%lu].%s[%lu]", (ul)t->vertex,
                             bone ? "bone" : "weight", (ul)t->slot),
                      wmi_bw2_position(c, t->vertex));
}

static void say(wmi_bw2_checker *c, const slots *s, const tallies *t)
{
    if (t->sum.count)
        wmi_report(c->report, WM_BW2_WEIGHT_SUM, at_weight(c, s, &t->sum, false),
                   "the weights of %s do not add up to 1; the first add up to %g",
                   wmi_count(t->sum.count, "vertex", "vertices").text, t->sum.value);
    if (t->negative.count)
        wmi_report(c->report, WM_BW2_WEIGHT_RANGE, at_weight(c, s, &t->negative, false),
                   "%s outside 0 to 1%s %g",
                   wmi_count(t->negative.count, "weight is", "weights are").text,
                   wmi_first(t->negative.count), t->negative.value);
    if (t->outside.count)
        wmi_report(c->report, WM_BW2_BONE_OUTSIDE, at_weight(c, s, &t->outside, true),
                   "%s too large%s %g, but %s",
                   wmi_count(t->outside.count, "bone index is", "bone indices are").text,
                   wmi_first(t->outside.count), t->outside.value,
                   wmi_only(c->m->bone_count, "bone", "bones").text);
    if (t->root.count)
        wmi_report(c->report, WM_BW2_BONE_ROOT, at_weight(c, s, &t->root, true),
                   "%s for bones 0 to 3%s for bone %g",
                   wmi_count(t->root.count, "weight is", "weights are").text,
                   wmi_first(t->root.count), t->root.value);
    if (t->free_slot.count)
        wmi_report(
            c->report, WM_BW2_WEIGHT_FREE, at_weight(c, s, &t->free_slot, true),
            "%s not repeat the vertex's first bone; the first names bone %g",
            wmi_count(t->free_slot.count, "slot of weight 0 does", "slots of weight 0 do").text,
            t->free_slot.value);
}

/* Checks the lowest and highest bone with a weight in a mesh. */
static void check_range(wmi_bw2_checker *c, const slots *s, uint32_t number)
{
    const wm_bw2_mesh *mesh = &c->m->meshes[number];
    uint32_t low = 255, high = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (uint32_t k = 0; k < s->count; k++) {
            size_t v = (size_t)mesh->first_vertex + i;
            uint32_t bone = s->bone[k][v * s->bone_stride[k]];
            if (wmi_lef32(s->weight[k] + v * s->weight_stride[k]) <= 0)
                continue;
            low = bone < low ? bone : low;
            high = bone > high ? bone : high;
        }
    if (low <= high && (mesh->first_bone != low || mesh->bone_count != high - low + 1))
        wmi_report(c->report, WM_BW2_BONE_RANGE,
                   wmi_at(wmi_bw2_mesh_at(c, number) + 0xD4, "meshes[%lu].first_bone", (ul)number),
                   "%s from %lu on, but the vertices use %lu to %lu",
                   wmi_count(mesh->bone_count, "bone", "bones").text, (ul)mesh->first_bone, (ul)low,
                   (ul)high);
}

void wmi_bw2_check_skin(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    slots s = {.count = 0};
    tallies t = {.sum = {0}};
    if (m->vertex_count == 0)
        return;
    find_slots(c, &s);
    if (s.count == 0) {
        if (wm_bw2_model_is_skin(m))
            wmi_report(c->report, WM_BW2_WEIGHTS_MISSING, wmi_at(0xAC, "streams"),
                       "the skin has no bone indices and weights");
        return;
    }
    for (uint32_t v = 0; v < m->vertex_count; v++)
        check_vertex(m, &s, v, &t);
    say(c, &s, &t);
    for (uint32_t i = 0; c->walk_meshes && i < m->mesh_count; i++)
        check_range(c, &s, i);
}
