/* GFF V3.2 with a TriggerList or a Placeable List, written as described in docs/formats/nwn2.md. */
#include "gits.h"

#include <stdlib.h>
#include <string.h>

enum { TRIGGER_FIELDS = 5, POINT_FIELDS = 3 };
enum { TRIGGERS, TYPE, GEOMETRY, Z, Y, X, POINT_Z, POINT_Y, POINT_X, LABELS };

static const char *const labels[LABELS] = {"TriggerList", "Type",      "Geometry",
                                           "ZPosition",   "YPosition", "XPosition",
                                           "PointZ",      "PointY",    "PointX"};

typedef struct table {
    uint8_t *data;
    uint32_t size, capacity;
} table;

static void put(table *t, uint32_t value)
{
    if (t->size + 4 > t->capacity) {
        t->capacity = 2 * t->capacity + 64;
        t->data = realloc(t->data, t->capacity);
        if (!t->data)
            abort();
    }
    for (int i = 0; i < 4; i++)
        t->data[t->size++] = (uint8_t)(value >> 8 * i);
}

static uint32_t bits(float value)
{
    uint32_t b;
    memcpy(&b, &value, 4);
    return b;
}

typedef struct maker {
    table part[6]; /* structs, fields, labels, field data, field indices, list indices */
} maker;

static void field(maker *m, uint32_t type, uint32_t label, uint32_t value)
{
    put(&m->part[4], m->part[1].size / 12);
    put(&m->part[1], type);
    put(&m->part[1], label);
    put(&m->part[1], value);
}

static void structure(maker *m, uint32_t id, uint32_t fields)
{
    put(&m->part[0], id);
    put(&m->part[0], m->part[4].size);
    put(&m->part[0], fields);
}

static void trigger(maker *m, const test_trigger *t, uint32_t first_point)
{
    uint32_t list = m->part[5].size;
    put(&m->part[5], t->count);
    for (uint32_t i = 0; i < t->count; i++)
        put(&m->part[5], first_point + i);
    structure(m, 1, TRIGGER_FIELDS);
    field(m, WM_GFF_KIND_I32, TYPE, (uint32_t)t->type);
    field(m, WM_GFF_KIND_LIST, GEOMETRY, list);
    field(m, WM_GFF_KIND_F32, Z, bits(t->position.z));
    field(m, WM_GFF_KIND_F32, Y, bits(t->position.y));
    field(m, WM_GFF_KIND_F32, X, bits(t->position.x));
}

/* Adds the labels, and joins the parts. */
static uint8_t *finish(maker *m, const char *const *names, int count, size_t *size)
{
    table out = {0};
    uint32_t offset = 56;
    for (int i = 0; i < count; i++) {
        char text[16] = "";
        memcpy(text, names[i], strlen(names[i]));
        for (int k = 0; k < 16; k += 4)
            put(&m->part[2], (uint32_t)text[k] | (uint32_t)text[k + 1] << 8 |
                                 (uint32_t)text[k + 2] << 16 | (uint32_t)text[k + 3] << 24);
    }
    put(&out, 0x20544947); /* "GIT " */
    put(&out, 0x322E3356); /* "V3.2" */
    for (int i = 0; i < 6; i++) {
        put(&out, offset);
        put(&out, m->part[i].size / (i < 2 ? 12 : i == 2 ? 16 : 1));
        offset += m->part[i].size;
    }
    for (int i = 0; i < 6; i++) {
        for (uint32_t k = 0; k < m->part[i].size; k += 4)
            put(&out, (uint32_t)m->part[i].data[k] | (uint32_t)m->part[i].data[k + 1] << 8 |
                          (uint32_t)m->part[i].data[k + 2] << 16 |
                          (uint32_t)m->part[i].data[k + 3] << 24);
        free(m->part[i].data);
    }
    *size = out.size;
    return out.data;
}

uint8_t *test_git(const test_trigger *triggers, uint32_t count, size_t *size)
{
    maker m = {0};
    uint32_t next = 1 + count;
    put(&m.part[0], UINT32_MAX); /* the root has one field and stores its index directly */
    put(&m.part[0], 0);
    put(&m.part[0], 1);
    put(&m.part[1], WM_GFF_KIND_LIST);
    put(&m.part[1], TRIGGERS);
    put(&m.part[1], 0);
    put(&m.part[5], count);
    for (uint32_t i = 0; i < count; i++)
        put(&m.part[5], 1 + i);
    for (uint32_t i = 0; i < count; i++) {
        trigger(&m, &triggers[i], next);
        next += triggers[i].count;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < triggers[i].count; k++) {
            structure(&m, 3, POINT_FIELDS);
            field(&m, WM_GFF_KIND_F32, POINT_Z, bits(triggers[i].points[k].z));
            field(&m, WM_GFF_KIND_F32, POINT_Y, bits(triggers[i].points[k].y));
            field(&m, WM_GFF_KIND_F32, POINT_X, bits(triggers[i].points[k].x));
        }
    return finish(&m, labels, LABELS, size);
}

enum { PLACEABLES, APPEARANCE, STATIC, WALKABLE, PX, PY, PZ, BEARING, SCALE, SX, SY, SZ };

uint8_t *test_git_placeables(const test_placeable *p, uint32_t count, size_t *size)
{
    static const char *const names[] = {
        "Placeable List", "Appearance", "Static", "IsWalkable", "X", "Y", "Z",
        "Bearing",        "ModelScale", "x",      "y",          "z"};
    maker m = {0};
    put(&m.part[0], UINT32_MAX);
    put(&m.part[0], 0);
    put(&m.part[0], 1);
    put(&m.part[1], WM_GFF_KIND_LIST);
    put(&m.part[1], PLACEABLES);
    put(&m.part[1], 0);
    put(&m.part[5], count);
    for (uint32_t i = 0; i < count; i++)
        put(&m.part[5], 1 + i);
    for (uint32_t i = 0; i < count; i++) {
        structure(&m, 9, 8);
        field(&m, WM_GFF_KIND_U32, APPEARANCE, p[i].appearance);
        field(&m, WM_GFF_KIND_U8, STATIC, p[i].flags & 1);
        field(&m, WM_GFF_KIND_U8, WALKABLE, p[i].flags >> 1 & 1);
        field(&m, WM_GFF_KIND_F32, PX, bits(p[i].position.x));
        field(&m, WM_GFF_KIND_F32, PY, bits(p[i].position.y));
        field(&m, WM_GFF_KIND_F32, PZ, bits(p[i].position.z));
        field(&m, WM_GFF_KIND_F32, BEARING, bits(p[i].bearing));
        field(&m, WM_GFF_KIND_STRUCT, SCALE, 1 + count + i);
    }
    for (uint32_t i = 0; i < count; i++) {
        structure(&m, 0, 3);
        field(&m, WM_GFF_KIND_F32, SX, bits(p[i].scale.x));
        field(&m, WM_GFF_KIND_F32, SY, bits(p[i].scale.y));
        field(&m, WM_GFF_KIND_F32, SZ, bits(p[i].scale.z));
    }
    return finish(&m, names, sizeof names / sizeof *names, size);
}

/* ---- KotOR ---- */

/* A resref in the field data, padded to whole words. Returns its offset. */
static uint32_t resref(maker *m, const char *text)
{
    uint32_t at = m->part[3].size;
    uint8_t padded[20] = {(uint8_t)strlen(text)};
    memcpy(padded + 1, text, strlen(text));
    for (size_t i = 0; i < strlen(text) + 1; i += 4)
        put(&m->part[3], (uint32_t)padded[i] | (uint32_t)padded[i + 1] << 8 |
                             (uint32_t)padded[i + 2] << 16 | (uint32_t)padded[i + 3] << 24);
    return at;
}

static uint32_t of_kind(const test_object *o, uint32_t count, char kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += o[i].kind == kind;
    return n;
}

enum {
    K_DOORS,
    K_PLACEABLES,
    K_TRIGGERS,
    K_X,
    K_Y,
    K_Z,
    K_XP,
    K_YP,
    K_ZP,
    K_BEARING,
    K_RESOURCE,
    K_GENERIC,
    K_APPEARANCE,
    K_GEOMETRY,
    K_PX,
    K_PY
};

static void one_object(maker *m, const test_object *o, uint32_t first_corner)
{
    bool trigger = o->kind == 't';
    uint32_t list = m->part[5].size;
    structure(m, o->kind == 'd' ? 8 : trigger ? 1 : 9, 5);
    field(m, WM_GFF_KIND_F32, trigger ? K_XP : K_X, bits(o->position.x));
    field(m, WM_GFF_KIND_F32, trigger ? K_YP : K_Y, bits(o->position.y));
    field(m, WM_GFF_KIND_F32, trigger ? K_ZP : K_Z, bits(o->position.z));
    if (o->resource)
        field(m, WM_GFF_KIND_RESREF, K_RESOURCE, resref(m, o->resource));
    else
        field(m, WM_GFF_KIND_U32, o->kind == 'd' ? K_GENERIC : K_APPEARANCE, o->appearance);
    if (!trigger) {
        field(m, WM_GFF_KIND_F32, K_BEARING, bits(o->bearing));
        return;
    }
    field(m, WM_GFF_KIND_LIST, K_GEOMETRY, list);
    put(&m->part[5], o->corners);
    for (uint32_t i = 0; i < o->corners; i++)
        put(&m->part[5], first_corner + i);
}

uint8_t *test_kotor_git(const test_object *o, uint32_t count, size_t *size)
{
    static const char *const names[] = {"Door List",
                                        "Placeable List",
                                        "TriggerList",
                                        "X",
                                        "Y",
                                        "Z",
                                        "XPosition",
                                        "YPosition",
                                        "ZPosition",
                                        "Bearing",
                                        "TemplateResRef",
                                        "GenericType",
                                        "Appearance",
                                        "Geometry",
                                        "PointX",
                                        "PointY"};
    static const char kinds[] = "dpt";
    maker m = {0};
    uint32_t corner = 1 + count;
    structure(&m, UINT32_MAX, 3);
    for (uint32_t k = 0; k < 3; k++) {
        field(&m, WM_GFF_KIND_LIST, k, m.part[5].size);
        put(&m.part[5], of_kind(o, count, kinds[k]));
        for (uint32_t i = 0; i < count; i++)
            if (o[i].kind == kinds[k])
                put(&m.part[5], 1 + i);
    }
    for (uint32_t i = 0; i < count; i++) {
        one_object(&m, &o[i], corner);
        corner += o[i].corners;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < o[i].corners; k++) {
            structure(&m, 3, 2);
            field(&m, WM_GFF_KIND_F32, K_PX, bits(k == 1 || k == 2 ? 2 : 0));
            field(&m, WM_GFF_KIND_F32, K_PY, bits(k > 1 ? 2 : 0));
        }
    return finish(&m, names, sizeof names / sizeof *names, size);
}

uint8_t *test_template(const char *type, const char *label, uint32_t number, const char *text,
                       size_t *size)
{
    maker m = {0};
    put(&m.part[0], UINT32_MAX); /* the root has one field and stores its index directly */
    put(&m.part[0], 0);
    put(&m.part[0], 1);
    put(&m.part[1], text ? WM_GFF_KIND_RESREF : WM_GFF_KIND_U32);
    put(&m.part[1], 0);
    put(&m.part[1], text ? resref(&m, text) : number);
    uint8_t *bytes = finish(&m, &label, 1, size);
    memcpy(bytes, type, 4);
    return bytes;
}

uint8_t *test_git_hall(size_t *size)
{
    static const wm_vec3 square[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    static const wm_vec3 arrow[] = {{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}};
    static const test_trigger all[] = {{3, {1.5f, 1.5f, 0}, 4, square},
                                       {1, {4, 4, 0}, 4, square},
                                       {3, {7, 11, 0}, 4, arrow},
                                       {3, {0, 0, 0}, 2, square}};
    return test_git(all, 4, size);
}

uint8_t *test_are(uint32_t width, uint32_t height, bool interior, size_t *size)
{
    static const char names[3][17] = {"Width", "Height", "Flags"};
    const uint32_t values[3] = {width, height, interior};
    const uint32_t counts[6] = {1, 3, 3, 0, 12, 0}, sizes[6] = {12, 12, 16, 1, 1, 1};
    table out = {0};
    uint32_t offset = 56;
    put(&out, 0x20455241); /* "ARE " */
    put(&out, 0x322E3356); /* "V3.2" */
    for (int i = 0; i < 6; i++) {
        put(&out, offset);
        put(&out, counts[i]);
        offset += counts[i] * sizes[i];
    }
    put(&out, UINT32_MAX); /* the root: id, offset in the field indices, number of fields */
    put(&out, 0);
    put(&out, 3);
    for (uint32_t i = 0; i < 3; i++) {
        put(&out, i == 2 ? WM_GFF_KIND_U32 : WM_GFF_KIND_I32);
        put(&out, i);
        put(&out, values[i]);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 16; k += 4)
            put(&out, (uint32_t)names[i][k] | (uint32_t)names[i][k + 1] << 8 |
                          (uint32_t)names[i][k + 2] << 16 | (uint32_t)names[i][k + 3] << 24);
    for (uint32_t i = 0; i < 3; i++)
        put(&out, i);
    *size = out.size;
    return out.data;
}
