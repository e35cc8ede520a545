/* Rules for names and materials. docs/formats/bw2-model.md, "What check finds". */
#include <stdio.h>

#include "base/sort.h"
#include "base/words.h"
#include "bw2/check.h"

/* A text field of a record. */
typedef struct field {
    const char *text;
    size_t size;
    uint64_t offset;
    char path[64];
} field;

static size_t length_of(const char *text, size_t size)
{
    size_t n = 0;
    while (n < size && text[n])
        n++;
    return n;
}

static void check_field(wmi_bw2_checker *c, const field *f)
{
    size_t n = length_of(f->text, f->size), rest = n;
    if (n == f->size) {
        wmi_report(c->report, WM_BW2_NAME_FULL, wmi_at(f->offset, "%s", f->path),
                   "\"%.40s...\" fills all %zu bytes, without a NUL", f->text, f->size);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if ((uint8_t)f->text[i] < 0x20 || (uint8_t)f->text[i] > 0x7E) {
            wmi_report(c->report, WM_BW2_NAME_TEXT, wmi_at(f->offset + i, "%s", f->path),
                       "the name contains byte 0x%02x, expected printable ASCII",
                       (unsigned)(uint8_t)f->text[i]);
            break;
        }
    while (rest < f->size && f->text[rest] == 0)
        rest++;
    if (rest < f->size)
        wmi_report(c->report, WM_BW2_NAME_REST, wmi_at(f->offset + rest, "%s", f->path),
                   "the bytes after the end of the name are not zero");
}

static bool ends_dds(const char *text, size_t n)
{
    return n >= 4 && text[n - 4] == '.' && (text[n - 3] | 0x20) == 'd' &&
           (text[n - 2] | 0x20) == 'd' && (text[n - 1] | 0x20) == 's';
}

static void check_texture(wmi_bw2_checker *c, const field *f)
{
    size_t n = length_of(f->text, f->size);
    bool path = false;
    for (size_t i = 0; i < n; i++)
        path |= f->text[i] == '/' || f->text[i] == '\\' || f->text[i] == ':';
    if (path)
        wmi_report(c->report, WM_BW2_TEXTURE_PATH, wmi_at(f->offset, "%s", f->path),
                   "\"%.*s\" is a path, expected a bare name", (int)n, f->text);
    else if (n && n < f->size && !ends_dds(f->text, n))
        wmi_report(c->report, WM_BW2_TEXTURE_ENDING, wmi_at(f->offset, "%s", f->path),
                   "\"%.*s\" does not end in .dds", (int)n, f->text);
}

static void check_materials(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->material_count; i++) {
        const wm_bw2_material *material = &m->materials[i];
        field f = {.size = WM_BW2_NAME, .offset = c->at.materials + (uint64_t)i * WMI_BW2_MATERIAL};
        for (uint32_t t = 0; t < WM_BW2_TEXTURES; t++, f.offset += WM_BW2_NAME) {
            f.text = material->texture[t];
            wmi_format(f.path, sizeof f.path, "materials[%lu].texture[%lu]", (ul)i, (ul)t);
            check_field(c, &f);
            check_texture(c, &f);
        }
        f.text = material->name;
        wmi_format(f.path, sizeof f.path, "materials[%lu].name", (ul)i);
        check_field(c, &f);
    }
}

static void check_unused(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    bool *used = wmi_bw2_check_new(c, m->material_count, sizeof *used);
    if (!used)
        return;
    for (uint32_t i = 0; i < m->reference_count; i++)
        used[m->references[i].material] = true;
    for (uint32_t i = 0; i < m->material_count; i++)
        if (!used[i])
            wmi_report(
                c->report, WM_BW2_MATERIAL_UNUSED,
                wmi_at(c->at.materials + (uint64_t)i * WMI_BW2_MATERIAL, "materials[%lu]", (ul)i),
                "no reference uses \"%.*s\"", (int)length_of(m->materials[i].name, WM_BW2_NAME),
                m->materials[i].name);
}

static void check_meshes(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        field f = {m->meshes[i].name, WM_BW2_NAME, wmi_bw2_mesh_at(c, i) + 0x94, ""};
        wmi_format(f.path, sizeof f.path, "meshes[%lu].name", (ul)i);
        check_field(c, &f);
    }
}

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_bw2_entity *e = context;
    int order = strncmp(e[a].name, e[b].name, WM_BW2_ENTITY_NAME);
    if (order == 0)
        order = memcmp(&e[a].frame, &e[b].frame, sizeof e[a].frame);
    return order ? order : a < b ? -1 : a > b;
}

/* Entities may share a name, but not both name and frame. One model of the game has each
 * three times. */
static void check_doubled(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint32_t *order = wmi_bw2_check_new(c, m->entity_count, sizeof *order);
    if (!order)
        return;
    for (uint32_t i = 0; i < m->entity_count; i++)
        order[i] = i;
    wmi_sort_by(order, m->entity_count, by_name, m->entities);
    uint32_t count = 0, first = 0;
    for (uint32_t k = 1; k < m->entity_count; k++) {
        const wm_bw2_entity *a = &m->entities[order[k - 1]], *b = &m->entities[order[k]];
        if (strncmp(a->name, b->name, WM_BW2_ENTITY_NAME) == 0 &&
            memcmp(&a->frame, &b->frame, sizeof a->frame) == 0)
            first = count++ && first < order[k] ? first : order[k];
    }
    if (count) {
        const wm_bw2_entity *e = &m->entities[first];
        wmi_report(c->report, WM_BW2_ENTITY_DOUBLED,
                   wmi_placed(wmi_at(c->at.entities + (uint64_t)first * WMI_BW2_ENTITY,
                                     "entities[%lu]", (ul)first),
                              e->frame.position),
                   "%s %s the name and frame of another%s \"%.*s\"",
                   wmi_part(count, m->entity_count, "entity", "entities").text,
                   wmi_plural(count, "has", "have"), wmi_first(count),
                   (int)length_of(e->name, WM_BW2_NAME), e->name);
    }
}

static void check_entities(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->entity_count; i++) {
        field f = {m->entities[i].name, WM_BW2_ENTITY_NAME,
                   c->at.entities + (uint64_t)i * WMI_BW2_ENTITY + 0x30, ""};
        wmi_format(f.path, sizeof f.path, "entities[%lu].name", (ul)i);
        check_field(c, &f);
        if (!f.text[0])
            wmi_report(c->report, WM_BW2_ENTITY_NAMELESS, wmi_at(f.offset, "%s", f.path),
                       "the name is empty");
    }
    check_doubled(c);
}

void wmi_bw2_check_names(wmi_bw2_checker *c)
{
    check_materials(c);
    check_unused(c);
    check_meshes(c);
    check_entities(c);
}
