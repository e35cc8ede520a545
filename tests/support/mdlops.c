/* Texts as mdlops decompiles them, made from our own plain text. */
#include "mdlops.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct output {
    char *data;
    size_t size, room;
    int failed;
} output;

static void put(output *o, const char *format, ...)
{
    va_list args;
    char line[512];
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof line)
        o->failed = 1;
    if (!o->failed && o->size + (size_t)n > o->room) {
        o->room = 2 * (o->size + (size_t)n);
        char *more = realloc(o->data, o->room);
        o->failed = !more;
        o->data = more ? more : o->data;
    }
    if (o->failed)
        return;
    memcpy(o->data + o->size, line, (size_t)n);
    o->size += (size_t)n;
}

/* ---- lines --------------------------------------------------------------- */

/* Words after these are names, even if they look like numbers. */
static int has_names(const char *keyword)
{
    static const char *const keywords[] = {"node",     "parent",   "newmodel",  "setsupermodel",
                                           "bitmap",   "bitmap2",  "newanim",   "doneanim",
                                           "animroot", "refModel", "donemodel", "beginmodelgeom"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(keyword, keywords[i]) == 0)
            return 1;
    return 0;
}

static void put_word(output *o, const char *word)
{
    char *end;
    double value = strtod(word, &end);
    if (*end == '\0' && strpbrk(word, ".e"))
        put(o, " % .7g", value);
    else
        put(o, " %s", word);
}

static void put_line(output *o, char *line)
{
    char *at = line;
    int names = 0;
    for (const char *word = line; at && *word; word = at) {
        word += strspn(word, " ");
        at = strchr(word, ' ');
        if (at)
            *at++ = '\0';
        if (!*word)
            break;
        names |= has_names(word);
        if (names)
            put(o, " %s", word);
        else
            put_word(o, word);
        if (!at)
            break;
    }
    put(o, "\n");
}

/* ---- faces --------------------------------------------------------------- */

typedef struct face {
    unsigned vertex[3], map[3], material, part;
} face;

/* Numbers the parts of a mesh: faces that are connected by shared vertices. */
static int find_parts(face *faces, size_t count)
{
    unsigned top = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            top = faces[i].vertex[k] > top ? faces[i].vertex[k] : top;
    unsigned *part = malloc((top + (size_t)1) * sizeof *part);
    if (!part)
        return 0;
    for (unsigned v = 0; v <= top; v++)
        part[v] = v;
    for (int changed = 1; changed;) {
        changed = 0;
        for (size_t i = 0; i < count; i++) {
            unsigned low = part[faces[i].vertex[0]];
            for (int k = 1; k < 3; k++)
                low = part[faces[i].vertex[k]] < low ? part[faces[i].vertex[k]] : low;
            for (int k = 0; k < 3; k++) {
                changed |= part[faces[i].vertex[k]] != low;
                part[faces[i].vertex[k]] = low;
            }
        }
    }
    for (size_t i = 0; i < count; i++)
        faces[i].part = part[faces[i].vertex[0]];
    free(part);
    return 1;
}

static char *next_line(char **at)
{
    char *line = *at, *end = line ? strchr(line, '\n') : NULL;
    if (end)
        *end = '\0';
    *at = end ? end + 1 : NULL;
    return line && *line ? line : end ? line : NULL;
}

/* Reads whole numbers that are separated by spaces. */
static int read_numbers(const char *text, unsigned *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        numbers[i] = (unsigned)strtoul(text, &end, 10);
        if (end == text)
            return 0;
        text = end;
    }
    return 1;
}

static void put_faces(output *o, char **at, size_t count)
{
    face *faces = calloc(count + 1, sizeof *faces);
    o->failed |= !faces;
    for (size_t i = 0; !o->failed && i < count; i++) {
        const char *line = next_line(at);
        unsigned n[8]; /* vertices, smoothing group, maps, material */
        if (!line || !read_numbers(line, n, 8))
            o->failed = 1;
        else
            faces[i] = (face){{n[0], n[1], n[2]}, {n[4], n[5], n[6]}, n[7], 0};
    }
    if (!o->failed && !find_parts(faces, count))
        o->failed = 1;
    for (size_t i = 0; !o->failed && i < count; i++) {
        const face *f = &faces[i];
        put(o, "    %u %u %u %u %u %u %u %u\n", f->vertex[0], f->vertex[1], f->vertex[2],
            1u << (2 + f->part % 4), f->map[0], f->map[1], f->map[2], f->material);
    }
    free(faces);
}

/* ---- the text ------------------------------------------------------------ */

char *test_mdlops_text(const wm_kotor_mdl *mdl, size_t *size)
{
    const wm_kotor_mdl_text_write_opts plain = {.plain = true};
    wm_buffer text;
    output o = {NULL, 0, 0, 0};
    if (wm_kotor_mdl_text_write(mdl, &plain, &text, NULL) != WM_OK)
        return NULL;
    char *copy = malloc(text.size + 1), *at = copy;
    o.failed = !copy;
    if (copy) {
        memcpy(copy, text.data, text.size);
        copy[text.size] = '\0';
        next_line(&at); /* ours */
    }
    put(&o, "# mdlops ver: 1.0.2 from KOTOR binary source\n");
    for (char *line; !o.failed && (line = next_line(&at));) {
        const char *word = line + strspn(line, " ");
        unsigned count;
        if (strncmp(word, "faces ", 6) == 0 && read_numbers(word + 6, &count, 1)) {
            put(&o, "  faces %u\n", count);
            put_faces(&o, &at, count);
        } else {
            put_line(&o, line);
        }
    }
    free(copy);
    wm_buffer_free(&text);
    if (o.failed) {
        free(o.data);
        return NULL;
    }
    *size = o.size;
    return o.data;
}
