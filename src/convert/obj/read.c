/* Reads Wavefront OBJ as a scene. The format has no standard; this follows the description of
 * version 3.0 for polygons: v, vt, vn, f, s, usemtl, mtllib, o and g, comments, and lines
 * continued with a backslash. docs/gltf.md, "OBJ". */
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/words.h"
#include "convert/internal.h"
#include "convert/obj/read.h"

/* ---- lines ------------------------------------------------------------- */

static bool goes_on(const wmi_line *line)
{
    return line->end > line->start && line->end[-1] == '\\';
}

/* Comments end with their line. */
static bool is_comment(wmi_line line)
{
    wmi_word word = wmi_next_word(&line);
    return word.size && word.text[0] == '#';
}

/* The next word of a statement, which may continue on the next line. */
static wmi_word next_word(wmi_obj_reader *r)
{
    for (;;) {
        bool more = goes_on(&r->line);
        wmi_line rest = r->line;
        if (more)
            rest.end--;
        wmi_word word = wmi_next_word(&rest);
        r->line.at = rest.at;
        if (word.size || !more || !wmi_next_line(&r->text, &r->line))
            return word;
    }
}

static wm_status bad(wmi_obj_reader *r, wmi_word word, const char *path, const char *what)
{
    char text[40];
    wmi_word_copy(word, text, sizeof text);
    return wmi_fail_line(r->error, WM_BAD_TEXT, r->line.number, word.column, path, "'%s' %s", text,
                         what);
}

/* ---- numbers ----------------------------------------------------------- */

/* Reads `wanted` numbers, of which the first `needed` must exist; missing ones are 0. */
static wm_status read_floats(wmi_obj_reader *r, float *values, uint32_t wanted, uint32_t needed,
                             const char *path)
{
    for (uint32_t i = 0; i < wanted; i++) {
        wmi_word word = next_word(r);
        values[i] = 0;
        if (word.size == 0 && i >= needed)
            continue;
        if (!wmi_word_float(word, &values[i]))
            return bad(r, word, path, "is not a number");
    }
    return WM_OK;
}

/* "7", or "-1" for the last one so far; returned 0-based. */
static bool parse_index(const char *text, size_t size, uint32_t count, uint32_t *index)
{
    int64_t value;
    if (!wmi_word_int((wmi_word){text, size, 0}, &value))
        return false;
    value = value < 0 ? value + count : value - 1;
    *index = (uint32_t)value;
    return value >= 0 && value < count;
}

/* v, v/vt, v//vn or v/vt/vn. */
static wm_status parse_corner(wmi_obj_reader *r, wmi_word word, wmi_obj_corner *corner)
{
    static const char *const names[3] = {"vertex", "uv", "normal"};
    const uint32_t counts[3] = {r->v, r->vt, r->vn};
    uint32_t found[3] = {WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX};
    const char *p = word.text, *end = word.text + word.size;
    for (int k = 0; k < 3 && p <= end; k++) {
        const char *slash = memchr(p, '/', (size_t)(end - p)), *stop = slash ? slash : end;
        if (stop > p && !parse_index(p, (size_t)(stop - p), counts[k], &found[k]))
            return wmi_fail_line(r->error, WM_BAD_VALUE, r->line.number, word.column, "f",
                                 "'%.*s' is not the index of a %s (%lu so far)",
                                 (int)(stop - p < 40 ? stop - p : 40), p, names[k], (ul)counts[k]);
        p = stop + 1;
    }
    if (found[0] == WM_NO_INDEX || p <= end)
        return bad(r, word, "f", "is not a corner, expected v, v/vt, v//vn or v/vt/vn");
    *corner = (wmi_obj_corner){{found[0], found[1], found[2]}};
    return WM_OK;
}

/* ---- statements -------------------------------------------------------- */

static wm_status add_triangle(wmi_obj_reader *r, const wmi_obj_corner c[3])
{
    if (r->triangles >= r->room.triangles) /* cannot happen: counted before */
        return wmi_fail(r->error, WM_LIMIT, "f", "more triangles than were counted");
    if (r->object == WM_NO_INDEX) { /* faces before any name */
        r->object = wmi_obj_number(r, &r->objects, (wmi_word){"mesh", 4, 0}, true);
        if (r->object == WM_NO_INDEX)
            return wm_scene_no_memory(r->scene, r->error);
    }
    wmi_obj_part *last = r->part_count ? &r->parts[r->part_count - 1] : NULL;
    if (!last || last->material != r->material || last->object != r->object) {
        last = &r->parts[r->part_count++];
        *last = (wmi_obj_part){r->triangles, 0, r->material, r->object};
    }
    last->count++;
    r->smoothing[r->triangles] = r->smooth;
    r->smoothed = r->smoothed || r->smooth;
    memcpy(r->corners + 3 * (size_t)r->triangles, c, 3 * sizeof *c);
    r->triangles++;
    return WM_OK;
}

static wm_status read_face(wmi_obj_reader *r)
{
    wmi_obj_corner c[3];
    wmi_word word;
    uint32_t count = 0;
    while ((word = next_word(r)).size) {
        wm_status status = parse_corner(r, word, &c[count < 3 ? count : 2]);
        if (status == WM_OK && ++count >= 3)
            status = add_triangle(r, c);
        if (status != WM_OK)
            return status;
        if (count >= 3)
            c[1] = c[2];
    }
    if (count < 3)
        return wmi_fail_line(r->error, WM_BAD_TEXT, r->line.number, 0, "f",
                             "a face has %s, expected at least three",
                             wmi_count(count, "corner", "corners").text);
    return WM_OK;
}

wmi_word wmi_obj_rest(const wmi_line *line)
{
    const char *p = line->at, *end = line->end;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return (wmi_word){p, (size_t)(end - p), 0};
}

static wm_status use_material(wmi_obj_reader *r)
{
    wmi_word name = wmi_obj_rest(&r->line);
    r->material = name.size ? wmi_obj_number(r, &r->materials, name, true) : WM_NO_INDEX;
    return name.size && r->material == WM_NO_INDEX ? wm_scene_no_memory(r->scene, r->error) : WM_OK;
}

/* Objects come from o, or from g in files without o. */
static wm_status name_object(wmi_obj_reader *r, bool group)
{
    wmi_word name = wmi_obj_rest(&r->line);
    if (name.size == 0 || (group && r->room.objects))
        return WM_OK;
    r->object = wmi_obj_number(r, &r->objects, name, true);
    return r->object == WM_NO_INDEX ? wm_scene_no_memory(r->scene, r->error) : WM_OK;
}

/* x, y, z, followed in some programs by red, green, blue. */
static wm_status read_vertex(wmi_obj_reader *r)
{
    float more[4];
    uint32_t count = 0;
    wm_status status = read_floats(r, &r->positions[r->v].x, 3, 3, "v");
    while (status == WM_OK && count < 4 && wmi_word_float(next_word(r), &more[count]))
        count++;
    r->colours[r->v] = count == 3 ? (wm_vec3){more[0], more[1], more[2]} : (wm_vec3){1, 1, 1};
    r->coloured = r->coloured || count == 3;
    r->v++;
    return status;
}

/* "off" is 0. */
static wm_status set_smoothing(wmi_obj_reader *r)
{
    int64_t group;
    r->smooth = wmi_word_int(next_word(r), &group) && group > 0 && group <= UINT32_MAX
                    ? (uint32_t)group
                    : 0;
    return WM_OK;
}

static wm_status read_statement(wmi_obj_reader *r)
{
    wmi_word word = next_word(r);
    if (wmi_word_is(word, "v"))
        return read_vertex(r);
    if (wmi_word_is(word, "vt"))
        return read_floats(r, r->uvs[r->vt++], 2, 1, "vt");
    if (wmi_word_is(word, "vn"))
        return read_floats(r, &r->normals[r->vn++].x, 3, 3, "vn");
    if (wmi_word_is(word, "f"))
        return read_face(r);
    if (wmi_word_is(word, "usemtl"))
        return use_material(r);
    if (wmi_word_is(word, "o") || wmi_word_is(word, "g"))
        return name_object(r, wmi_word_is(word, "g"));
    if (wmi_word_is(word, "s"))
        return set_smoothing(r);
    if (wmi_word_is(word, "mtllib")) {
        r->libraries[r->library_count++] = wmi_obj_rest(&r->line);
        return WM_OK;
    }
    if (wmi_word_is(word, "#") && wmi_word_is(next_word(r), "waymark"))
        return wmi_obj_note(r);
    return WM_OK;
}

/* Skips the rest of a statement: its continuation lines. */
static void finish_statement(wmi_obj_reader *r)
{
    while (goes_on(&r->line) && wmi_next_line(&r->text, &r->line)) {
    }
}

/* Moves to the line that begins the next statement. */
static bool next_statement(wmi_obj_reader *r)
{
    if (!wmi_next_line(&r->text, &r->line))
        return false;
    bool comment = is_comment(r->line);
    while (comment && goes_on(&r->line))
        r->line.end--;
    return true;
}

static wm_status read_all(wmi_obj_reader *r)
{
    wm_status status = WM_OK;
    while (status == WM_OK && next_statement(r)) {
        status = read_statement(r);
        finish_statement(r);
    }
    return status;
}

static void count_statement(wmi_obj_reader *r)
{
    wmi_obj_room *n = &r->room;
    wmi_word word = next_word(r);
    size_t corners = 0;
    if (wmi_word_is(word, "v"))
        n->v++;
    else if (wmi_word_is(word, "vt"))
        n->vt++;
    else if (wmi_word_is(word, "vn"))
        n->vn++;
    else if (wmi_word_is(word, "usemtl"))
        n->materials++;
    else if (wmi_word_is(word, "o"))
        n->objects++;
    else if (wmi_word_is(word, "g"))
        n->groups++;
    else if (wmi_word_is(word, "mtllib"))
        n->libraries++;
    else if (wmi_word_is(word, "#"))
        n->comments += wmi_word_is(next_word(r), "waymark");
    else if (wmi_word_is(word, "f")) {
        while (next_word(r).size)
            corners++;
        n->triangles += corners > 2 ? corners - 2 : 0;
    }
}

/* Counts first, so that arrays can be allocated before they are filled. It takes the words
 * of each statement exactly as read_all does, so that nothing is read that was not
 * counted. */
static void count_all(wmi_obj_reader *r)
{
    while (next_statement(r)) {
        count_statement(r);
        finish_statement(r);
    }
}

/* ---- the whole file ---------------------------------------------------- */

static wm_status make_room(wmi_obj_reader *r)
{
    const wmi_obj_room *n = &r->room;
    size_t names = n->objects + n->groups + 1;
    r->positions = wmi_arena_raw(&r->scratch, n->v, sizeof *r->positions);
    r->colours = wmi_arena_raw(&r->scratch, n->v, sizeof *r->colours);
    r->uvs = wmi_arena_raw(&r->scratch, n->vt, sizeof *r->uvs);
    r->normals = wmi_arena_raw(&r->scratch, n->vn, sizeof *r->normals);
    r->corners = wmi_arena_raw(&r->scratch, 3 * n->triangles, sizeof *r->corners);
    r->smoothing = wmi_arena_raw(&r->scratch, n->triangles, sizeof *r->smoothing);
    r->parts = wmi_arena_raw(&r->scratch, n->materials + names, sizeof *r->parts);
    r->libraries = wmi_arena_raw(&r->scratch, n->libraries, sizeof *r->libraries);
    r->notes = wmi_arena_raw(&r->scratch, n->comments, sizeof *r->notes);
    r->empties = wmi_arena_raw(&r->scratch, n->comments, sizeof *r->empties);
    bool good = r->positions && r->colours && r->uvs && r->normals && r->corners && r->smoothing &&
                r->parts && r->libraries && r->notes && r->empties &&
                wmi_obj_open_names(r, &r->materials, n->materials) &&
                wmi_obj_open_names(r, &r->objects, names);
    return good ? WM_OK : wmi_arena_fail(&r->scratch, r->error, "");
}

static wm_status read_scene(wmi_obj_reader *r, const void *data, size_t size)
{
    r->text = wmi_text_open(data, size);
    count_all(r);
    if (r->room.triangles > UINT32_MAX / 3 || r->room.v >= UINT32_MAX)
        return wmi_fail(r->error, WM_LIMIT, "f", "too many triangles");
    wm_status status = make_room(r);
    r->text = wmi_text_open(data, size);
    r->material = r->object = WM_NO_INDEX;
    if (status == WM_OK)
        status = read_all(r);
    if (status == WM_OK && r->v == 0 && r->triangles == 0)
        status =
            wmi_fail(r->error, WM_BAD_MAGIC, "", "expected an OBJ file, found neither v nor f");
    if (status == WM_OK)
        status = wmi_obj_make_scene(r);
    return status;
}

wm_scene *wm_obj_read(const void *data, size_t size, const wm_obj_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_obj_read_opts defaults;
    wmi_obj_reader r = {.opts = opts ? opts : &defaults, .error = error};
    uint64_t limit = wmi_memory_limit(&r.opts->base, size);
    wmi_arena_init(&r.scratch, r.opts->base.allocator, limit);
    r.scene = wm_scene_new(limit, r.opts->base.allocator, error);
    wm_status status = r.scene ? read_scene(&r, data, size) : WM_NO_MEMORY;
    wmi_arena_free(&r.scratch);
    if (status == WM_OK && wm_scene_finish(r.scene, error) == WM_OK)
        return r.scene;
    wm_scene_free(r.scene);
    return NULL;
}
