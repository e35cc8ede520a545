/* waymark info and dump on GFF trees.
 *
 * A dump prints the tree. The file refers to structs by index, so a hostile one can put a struct
 * into itself, or share large texts among many fields. Each struct is printed where it is found
 * first, and the whole is measured before anything is printed. */
#include "aurora/aurora.h"

#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "open.h"

static void print_field(FILE *to, const char *label, const wm_gff_value *v)
{
    cli_print(to, "  %s: ", label);
    switch (v->kind) {
    case WM_GFF_KIND_LIST: cli_put_item(to, "list of ", v->count, "struct", "structs"); break;
    case WM_GFF_KIND_STRING:
    case WM_GFF_KIND_RESREF: cli_print(to, "\"%.*s\"", (int)v->count, v->text); break;
    case WM_GFF_KIND_F32: cli_print(to, "%g", (double)v->real); break;
    case WM_GFF_KIND_F64: cli_print(to, "%g", v->real64); break;
    default:
        if (v->kind <= WM_GFF_KIND_I64)
            cli_print(to, "%lld", (long long)v->integer);
        else
            cli_print(to, "%s", wm_gff_kind_name(v->kind));
    }
    fputc('\n', to);
}

static void print_words(cli_out *out, size_t size, const wm_gff *gff)
{
    FILE *to = out->data;
    uint32_t fields = wm_gff_field_count(gff, 0);
    const char *type = wm_gff_type(gff); /* "GIT " */
    cli_print(to, "%s: GFF tree of type %.*s, %zu bytes\n", out->file, (int)strcspn(type, " "),
              type, size);
    cli_put_item(to, "  ", wm_gff_struct_count(gff), "struct", "structs");
    cli_put_item(to, ", ", fields, "field in the root", "fields in the root");
    cli_print(to, fields ? ":\n" : "\n");
    for (uint32_t i = 0; i < fields; i++) {
        char label[WM_GFF_LABEL_SIZE];
        wm_gff_value v;
        if (wm_gff_field(gff, 0, i, label, &v))
            print_field(to, label, &v);
        else
            cli_print(to, "  %s: points outside the file\n", *label ? label : "a field");
    }
}

int cli_gff_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    const wm_info_opts opts = {
        .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
    wm_gff *gff = wm_gff_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    int code = EXIT_FINE;
    if (!gff)
        return cli_unreadable(c, out->file, &error);
    if (c->json)
        code = json_print_made(wm_gff_info(gff, &opts, &json, &error), &json, &error, out->data);
    else
        print_words(out, bytes->size, gff);
    wm_gff_free(gff);
    return code;
}

/* ---- dump --------------------------------------------------------------- */

/* A struct in a list takes four levels of JSON: the struct, its fields, a field, its list. There is
 * one around the root, and two may follow inside the deepest list or text. */
enum { DEEPEST = (WM_JSON_DEPTH_MAX - 2) / 4, SHARED = 16 };

typedef struct dumper {
    const wm_gff *gff;
    wm_json_writer *j; /* NULL: only measure */
    bool *seen;        /* for each struct: was it printed? */
    uint64_t bytes;    /* of all values so far */
    uint64_t most;
} dumper;

static void put_text(dumper *d, const wm_gff_value *v)
{
    if (v->count && memchr(v->text, 0, v->count))
        wm_json_add_base64(d->j, "base64", v->text, v->count);
    else
        wm_json_add_field(d->j, "value", v->count ? v->text : "", v->count);
}

static uint32_t word_at(const wm_gff_value *v, size_t at)
{
    uint8_t b[4];
    memcpy(b, v->text + at, sizeof b);
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* A localised text: the number of a line of dialog.tlk, then texts with their language. */
static void put_localised(dumper *d, const wm_gff_value *v)
{
    uint32_t texts = v->count >= 8 ? word_at(v, 4) : 0;
    size_t at = 8;
    if (v->count >= 4)
        wm_json_add_index(d->j, "line", word_at(v, 0));
    wm_json_begin_array(d->j, "texts");
    for (uint32_t i = 0; i < texts && v->count - at >= 8; i++) {
        uint32_t size = word_at(v, at + 4);
        if (size > v->count - at - 8)
            break;
        wm_json_begin_object(d->j, NULL);
        wm_json_add_uint(d->j, "language", word_at(v, at));
        wm_json_add_field(d->j, "value", v->text + at + 8, size);
        wm_json_end(d->j);
        at += 8 + (size_t)size;
    }
    wm_json_end(d->j);
}

static void put_floats(dumper *d, const wm_gff_value *v)
{
    float values[4];
    for (uint32_t i = 0; i < v->count / 4 && i < 4; i++) {
        uint32_t bits = word_at(v, (size_t)4 * i);
        memcpy(&values[i], &bits, sizeof bits);
    }
    wm_json_add_floats(d->j, "value", values, v->count / 4);
}

static void put_value(dumper *d, const wm_gff_value *v)
{
    switch (v->kind) {
    case WM_GFF_KIND_U64: wm_json_add_uint(d->j, "value", (uint64_t)v->integer); break;
    case WM_GFF_KIND_F32: wm_json_add_float(d->j, "value", v->real); break;
    case WM_GFF_KIND_F64: wm_json_add_double(d->j, "value", v->real64); break;
    case WM_GFF_KIND_STRING:
    case WM_GFF_KIND_RESREF: put_text(d, v); break;
    case WM_GFF_KIND_LOCALISED: put_localised(d, v); break;
    case WM_GFF_KIND_BINARY: wm_json_add_base64(d->j, "base64", v->text, v->count); break;
    case WM_GFF_KIND_ORIENTATION:
    case WM_GFF_KIND_VECTOR: put_floats(d, v); break;
    default:
        if (v->kind <= WM_GFF_KIND_I64)
            wm_json_add_int(d->j, "value", v->integer);
    }
}

/* A struct that is being printed. */
typedef struct level {
    uint32_t structure, field; /* the next field */
    wm_gff_value list;         /* the list that is being printed; kind 0: none */
    uint32_t item;             /* its next item */
} level;

static void end(const dumper *d)
{
    if (d->j)
        wm_json_end(d->j);
}

/* Begins {"struct", "id", "fields"}. Without the fields if it was printed before, does not exist or
 * lies too deep; then it returns false, and the object is complete. */
static bool begin_struct(dumper *d, const char *name, uint32_t structure, bool deep)
{
    bool goes_on = structure < wm_gff_struct_count(d->gff) && !d->seen[structure] && !deep;
    d->bytes += 4;
    if (goes_on)
        d->seen[structure] = true;
    if (!d->j)
        return goes_on;
    wm_json_begin_object(d->j, name);
    wm_json_add_index(d->j, "struct", structure);
    if (!goes_on) {
        wm_json_end(d->j);
        return false;
    }
    wm_json_add_uint(d->j, "id", wm_gff_struct_id(d->gff, structure));
    wm_json_begin_array(d->j, "fields");
    if (structure == 0)
        wm_json_spread(d->j);
    return true;
}

/* Prints a field. A struct or list is only begun: its content follows. */
static void put_field(dumper *d, uint32_t structure, uint32_t i, wm_gff_value *v)
{
    char label[WM_GFF_LABEL_SIZE];
    bool good = wm_gff_field(d->gff, structure, i, label, v);
    if (!good)
        v->kind = WM_NO_INDEX;
    bool nested = v->kind == WM_GFF_KIND_STRUCT || v->kind == WM_GFF_KIND_LIST;
    d->bytes += 12 + (good && !nested ? v->count : 0);
    if (!d->j)
        return;
    wm_json_begin_object(d->j, NULL);
    wm_json_add_text(d->j, "label", label);
    wm_json_add_text(d->j, "kind", good ? wm_gff_kind_name(v->kind) : "unreadable");
    if (v->kind == WM_GFF_KIND_LIST)
        wm_json_begin_array(d->j, "value");
    else if (good && !nested)
        put_value(d, v);
}

/* The struct that comes next at this level, in a list or as the value of a field. Returns false at
 * the end of the level. */
static bool next_struct(dumper *d, level *l, uint32_t *structure, const char **name)
{
    for (;;) {
        wm_gff_value v;
        if (l->list.kind == WM_GFF_KIND_LIST && l->item < l->list.count && d->bytes < d->most) {
            *structure = wm_gff_list_item(d->gff, &l->list, l->item++);
            *name = NULL;
            return true;
        }
        if (l->list.kind == WM_GFF_KIND_LIST)
            end(d); /* of the list */
        if (l->list.kind == WM_GFF_KIND_LIST || l->list.kind == WM_GFF_KIND_STRUCT)
            end(d); /* of its field */
        l->list.kind = 0;
        if (l->field >= wm_gff_field_count(d->gff, l->structure) || d->bytes >= d->most)
            return false;
        put_field(d, l->structure, l->field++, &v);
        if (v.kind == WM_GFF_KIND_LIST) {
            l->list = v;
            l->item = 0;
        } else if (v.kind == WM_GFF_KIND_STRUCT) {
            l->list = v; /* its field ends when this level goes on */
            *structure = v.structure;
            *name = "value";
            return true;
        } else {
            end(d);
        }
    }
}

static void put_tree(dumper *d)
{
    level levels[DEEPEST];
    int depth = 0;
    const char *name;
    uint32_t structure;
    levels[0] = (level){.structure = 0};
    if (!begin_struct(d, "root", 0, false))
        return;
    while (depth >= 0) {
        if (!next_struct(d, &levels[depth], &structure, &name)) {
            end(d); /* of the fields */
            end(d); /* of the struct */
            depth--;
        } else if (begin_struct(d, name, structure, depth + 1 == DEEPEST)) {
            levels[++depth] = (level){.structure = structure};
        }
    }
}

/* Does the tree fit the size of its file? */
static bool measure(dumper *d, wm_error *error)
{
    put_tree(d);
    memset(d->seen, 0, wm_gff_struct_count(d->gff) * sizeof *d->seen);
    bool fits = d->bytes < d->most;
    d->bytes = 0;
    if (!fits)
        wm_error_set(error, WM_LIMIT, "",
                     "the fields share data: printed, they are more than %d times the file",
                     SHARED);
    return fits;
}

int cli_gff_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_json_writer j;
    wm_gff *gff = wm_gff_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    if (!gff)
        return cli_unreadable(c, out->file, &error);
    dumper d = {.gff = gff,
                .seen = calloc(wm_gff_struct_count(gff), sizeof *d.seen),
                .most = SHARED * (uint64_t)bytes->size};
    int code = EXIT_FINE;
    if (!d.seen) {
        code = cli_no_memory(CLI_READING);
    } else if (!measure(&d, &error)) {
        code = cli_unreadable(c, out->file, &error);
    } else {
        d.j = &j;
        dump_begin(&j, c, out, "gff");
        wm_json_add_field(&j, "type", wm_gff_type(gff), 4);
        put_tree(&d);
        json_finish(&j);
    }
    free(d.seen);
    wm_gff_free(gff);
    return code;
}
