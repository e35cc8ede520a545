/* GFF V3.2. docs/formats/nwn2.md, "GIT". */
#include "waymark/aurora.h"

#include "base/words.h"

/* Real structs have fewer than 100 fields. In a hostile file, all of them could share one
 * enormous list. */
enum { HEADER = 56, STRUCT = 12, FIELD = 12, LABEL = 16, FIELDS_MOST = 512 };

struct wm_gff {
    wmi_arena arena;
    const uint8_t *bytes;
    char type[5];
    uint32_t struct_count, field_count, label_count;
    uint32_t data_bytes, index_bytes, list_bytes; /* of the field data, field and list indices */
    const uint8_t *structs, *fields, *labels, *data, *indices, *lists;
};

bool wm_gff_detect(const void *data, size_t size)
{
    return size >= 8 && memcmp((const uint8_t *)data + 4, "V3.2", 4) == 0;
}

static void read_tables(wmi_reader *r, wm_gff *g)
{
    static const struct {
        const char *name;
        uint32_t stride;
    } tables[6] = {{"structs", STRUCT}, {"fields", FIELD},    {"labels", LABEL},
                   {"field_data", 1},   {"field_indices", 1}, {"list_indices", 1}};
    const uint8_t **start[6] = {&g->structs, &g->fields,  &g->labels,
                                &g->data,    &g->indices, &g->lists};
    uint32_t *count[6] = {&g->struct_count, &g->field_count, &g->label_count,
                          &g->data_bytes,   &g->index_bytes, &g->list_bytes};
    for (int i = 0; i < 6 && !r->failed; i++) {
        uint32_t offset = wmi_le32(r->base + 8 + 8 * i);
        uint32_t claimed = wmi_le32(r->base + 12 + 8 * i);
        wmi_span s = wmi_reader_span(r, offset, claimed, tables[i].stride, tables[i].name);
        *count[i] = s.count;
        *start[i] = s.data;
    }
}

wm_gff *wm_gff_read(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    if (size < HEADER) {
        wmi_fail_at(error, WM_TRUNCATED, 0, "header", "%s",
                    wmi_cut_off("header", 0, HEADER, size).text);
        return NULL;
    }
    if (!wm_gff_detect(data, size)) {
        wmi_fail_at(error, WM_BAD_MAGIC, 4, "version", "expected \"V3.2\"");
        return NULL;
    }
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    wm_gff *g = wmi_arena_new(&arena, 1, sizeof *g);
    uint8_t *bytes = g ? wmi_arena_raw(&arena, size, 1) : NULL;
    if (!bytes) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    memcpy(bytes, data, size);
    memcpy(g->type, bytes, 4);
    g->arena = arena;
    g->bytes = bytes;
    wmi_reader r;
    wmi_reader_init(&r, bytes, size, error);
    read_tables(&r, g);
    if (!r.failed && g->struct_count == 0)
        wmi_reader_fail(&r, WM_BAD_VALUE, 12, "structs",
                        "the file has no structs, not even the root");
    if (!r.failed)
        return g;
    wm_gff_free(g);
    return NULL;
}

void wm_gff_free(wm_gff *gff)
{
    if (gff) {
        wmi_arena arena = gff->arena; /* the document is in it */
        wmi_arena_free(&arena);
    }
}

const char *wm_gff_type(const wm_gff *g)
{
    return g->type;
}

uint32_t wm_gff_struct_count(const wm_gff *g)
{
    return g->struct_count;
}

uint32_t wm_gff_struct_id(const wm_gff *g, uint32_t structure)
{
    return structure < g->struct_count ? wmi_le32(g->structs + (size_t)STRUCT * structure) : 0;
}

/* The index of field i of a struct, or WM_NO_INDEX. A single field is stored in the struct
 * itself, several in the field indices. */
static uint32_t field_of(const wm_gff *g, const uint8_t *structure, uint32_t i)
{
    uint32_t data = wmi_le32(structure + 4), count = wmi_le32(structure + 8);
    if (i >= count || i >= FIELDS_MOST)
        return WM_NO_INDEX;
    if (count == 1)
        return data;
    uint64_t at = (uint64_t)data + 4 * (uint64_t)i;
    return at + 4 <= g->index_bytes ? wmi_le32(g->indices + at) : WM_NO_INDEX;
}

static bool has_label(const wm_gff *g, uint32_t label, const char *name)
{
    size_t n = strlen(name);
    if (label >= g->label_count || n > LABEL)
        return false;
    const uint8_t *p = g->labels + (size_t)LABEL * label;
    return memcmp(p, name, n) == 0 && (n == LABEL || p[n] == 0);
}

/* Bytes of the field data, or NULL. */
static const uint8_t *data_at(const wm_gff *g, uint64_t at, uint64_t size)
{
    return at <= g->data_bytes && size <= g->data_bytes - at ? g->data + at : NULL;
}

/* A value of 64 bits in the field data. */
static bool take_wide(const wm_gff *g, uint32_t at, wm_gff_value *v)
{
    const uint8_t *p = data_at(g, at, 8);
    if (!p)
        return false;
    uint64_t bits = wmi_le32(p) | (uint64_t)wmi_le32(p + 4) << 32;
    if (v->kind == WM_GFF_KIND_F64)
        memcpy(&v->real64, &bits, sizeof bits);
    else
        memcpy(&v->integer, &bits, sizeof bits);
    return true;
}

/* `size` bytes of the field data, from `at` on. */
static bool take_bytes(const wm_gff *g, uint32_t at, uint32_t size, wm_gff_value *v)
{
    v->text = (const char *)data_at(g, at, size);
    v->count = size;
    return v->text != NULL;
}

/* A text in the field data: its size, in one byte or four, and its bytes. */
static bool take_text(const wm_gff *g, uint32_t at, uint32_t width, wm_gff_value *v)
{
    if ((uint64_t)at + width > g->data_bytes)
        return false;
    v->count = width == 1 ? g->data[at] : wmi_le32(g->data + at);
    v->text = (const char *)g->data + at + width;
    return v->count <= g->data_bytes - at - width;
}

static bool take_value(const wm_gff *g, const uint8_t *field, wm_gff_value *v)
{
    uint32_t raw = wmi_le32(field + 8);
    *v = (wm_gff_value){.kind = wmi_le32(field),
                        .structure = WM_NO_INDEX,
                        .offset = (uint64_t)(field + 8 - g->bytes)};
    switch (v->kind) {
    case WM_GFF_KIND_U8: v->integer = raw & 0xFF; break;
    case WM_GFF_KIND_I8:
        /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): a number, not a character */
        v->integer = (int8_t)(raw & 0xFF);
        break;
    case WM_GFF_KIND_U16: v->integer = raw & 0xFFFF; break;
    case WM_GFF_KIND_I16: v->integer = (int16_t)(raw & 0xFFFF); break;
    case WM_GFF_KIND_U32: v->integer = raw; break;
    case WM_GFF_KIND_I32: v->integer = (int32_t)raw; break;
    case WM_GFF_KIND_F32: v->real = wmi_lef32(field + 8); break;
    case WM_GFF_KIND_STRING: return take_text(g, raw, 4, v);
    case WM_GFF_KIND_RESREF: return take_text(g, raw, 1, v);
    case WM_GFF_KIND_STRUCT: v->structure = raw; return raw < g->struct_count;
    case WM_GFF_KIND_LIST:
        if ((uint64_t)raw + 4 > g->list_bytes)
            return false;
        v->count = wmi_le32(g->lists + raw);
        v->at = (uint64_t)raw + 4;
        return v->count <= (g->list_bytes - v->at) / 4;
    case WM_GFF_KIND_U64:
    case WM_GFF_KIND_I64:
    case WM_GFF_KIND_F64: return take_wide(g, raw, v);
    case WM_GFF_KIND_LOCALISED:
    case WM_GFF_KIND_BINARY: return take_text(g, raw, 4, v);
    case WM_GFF_KIND_ORIENTATION: return take_bytes(g, raw, 16, v);
    case WM_GFF_KIND_VECTOR: return take_bytes(g, raw, 12, v);
    default: break;
    }
    return true;
}

bool wm_gff_find(const wm_gff *g, uint32_t structure, const char *label, wm_gff_value *value)
{
    if (structure >= g->struct_count)
        return false;
    const uint8_t *s = g->structs + (size_t)STRUCT * structure;
    for (uint32_t i = 0, field; (field = field_of(g, s, i)) != WM_NO_INDEX; i++) {
        if (field >= g->field_count)
            continue;
        const uint8_t *p = g->fields + (size_t)FIELD * field;
        if (has_label(g, wmi_le32(p + 4), label))
            return take_value(g, p, value);
    }
    return false;
}

uint32_t wm_gff_field_count(const wm_gff *g, uint32_t structure)
{
    if (structure >= g->struct_count)
        return 0;
    uint32_t count = wmi_le32(g->structs + (size_t)STRUCT * structure + 8);
    return count < FIELDS_MOST ? count : FIELDS_MOST;
}

bool wm_gff_field(const wm_gff *g, uint32_t structure, uint32_t i, char *label, wm_gff_value *value)
{
    label[0] = '\0';
    if (structure >= g->struct_count)
        return false;
    uint32_t field = field_of(g, g->structs + (size_t)STRUCT * structure, i);
    if (field >= g->field_count)
        return false;
    const uint8_t *p = g->fields + (size_t)FIELD * field;
    uint32_t name = wmi_le32(p + 4);
    if (name >= g->label_count)
        return false;
    memcpy(label, g->labels + (size_t)LABEL * name, LABEL);
    label[LABEL] = '\0';
    return take_value(g, p, value);
}

const char *wm_gff_kind_name(uint32_t kind)
{
    static const char *const names[] = {"u8",     "i8",          "u16",       "i16",    "u32",
                                        "i32",    "u64",         "i64",       "f32",    "f64",
                                        "string", "resref",      "localised", "binary", "struct",
                                        "list",   "orientation", "vector"};
    return kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

uint32_t wm_gff_list_item(const wm_gff *g, const wm_gff_value *list, uint32_t i)
{
    if (list->kind != WM_GFF_KIND_LIST || i >= list->count)
        return WM_NO_INDEX;
    uint32_t structure = wmi_le32(g->lists + list->at + 4 * (size_t)i);
    return structure < g->struct_count ? structure : WM_NO_INDEX;
}

double wm_gff_number(const wm_gff *g, uint32_t structure, const char *label, double otherwise)
{
    wm_gff_value v;
    if (!wm_gff_find(g, structure, label, &v))
        return otherwise;
    if (v.kind == WM_GFF_KIND_F32)
        return (double)v.real;
    return v.kind <= WM_GFF_KIND_I32 ? (double)v.integer : otherwise;
}

bool wm_gff_text(const wm_gff *g, uint32_t structure, const char *label, char *text, size_t size)
{
    wm_gff_value v;
    text[0] = '\0';
    if (!wm_gff_find(g, structure, label, &v) ||
        (v.kind != WM_GFF_KIND_STRING && v.kind != WM_GFF_KIND_RESREF) || v.count >= size ||
        (v.count && memchr(v.text, 0, v.count)))
        return false;
    if (v.count)
        memcpy(text, v.text, v.count);
    text[v.count] = '\0';
    return true;
}
