/* Lists in nodes: vertices, faces, weights, boxes, flares. Each has a count after its
 * keyword and one row per line. docs/formats/kotor-mdl-ascii.md, "Lists". */
#include "base/words.h"
#include "kotor/mdl/text/read.h"

/* ---- rows -------------------------------------------------------------- */

/* Reads the count; returns false after a fault. Memory grows only as rows are read, so a
 * wrong count costs nothing. */
static bool start(wmi_mdl_parser *p, uint32_t *count)
{
    p->rows.count = 0;
    return wmi_mdlr_u32(p, count, UINT32_MAX);
}

/* Moves to the next row of a list that has `got` of `count` rows. Returns false at its
 * end. A list that ends early is a finding, and the line that ended it is held. */
static bool next_row(wmi_mdl_parser *p, uint32_t got, uint32_t count, const char *what)
{
    if (got == count || p->failed)
        return false;
    uint32_t line = p->line;
    if (wmi_mdlr_line(p)) {
        if (wmi_mdlr_numeric(p))
            return true;
        p->held = true;
    }
    if (!p->failed)
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_COUNT, line, "expected %s in '%s', found %lu",
                            wmi_count(count, "row", "rows").text, what, (ul)got);
    return false;
}

/* Reads rows of floats and keeps `columns` of each. Invalid rows become zeros, so that
 * row indices stay correct. */
float *wmi_mdlr_rows(wmi_mdl_parser *p, uint32_t *got, int columns, const char *what)
{
    uint32_t count;
    *got = 0;
    if (!start(p, &count))
        return NULL;
    for (uint32_t n = 0; next_row(p, n, count, what); n++) {
        float *to = wmi_mdlr_add(p, &p->rows, (uint32_t)columns, sizeof(float));
        if (!to)
            return NULL;
        memset(to, 0, (size_t)columns * sizeof *to);
        wmi_mdlr_floats(p, to, columns);
        *got = n + 1;
    }
    return wmi_mdlr_copy(p, p->rows.data, p->rows.count, sizeof(float));
}

static void index_rows(wmi_mdl_parser *p, int set, const char *what)
{
    uint32_t count, got = 0;
    if (!start(p, &count))
        return;
    for (uint32_t n = 0; next_row(p, n, count, what); n++) {
        uint32_t *to = wmi_mdlr_add(p, &p->rows, 3, sizeof *to);
        if (!to)
            return;
        to[0] = to[1] = to[2] = 0;
        for (int k = 0; k < 3 && wmi_mdlr_u32(p, &to[k], UINT32_MAX); k++)
            ;
        got = n + 1;
    }
    p->item->indices[set] = wmi_mdlr_copy(p, p->rows.data, got, 3 * sizeof(uint32_t));
    p->item->index_count[set] = p->item->indices[set] ? got : 0;
}

/* ---- faces ------------------------------------------------------------- */

/* Eight numbers, or eleven with those of the lightmap before the material. */
static void face_row(wmi_mdl_parser *p, wmi_source_face *f)
{
    uint32_t v[11], n = 0;
    *f = (wmi_source_face){0};
    for (; n < 11 && !wmi_mdlr_at_end(p); n++)
        if (!wmi_mdlr_u32(p, &v[n], UINT32_MAX))
            return;
    if (n != 8 && n != 11) {
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, p->at,
                       "expected 8 or 11 numbers in a face, found %lu", (ul)n);
        return;
    }
    memcpy(f->vertex, v, sizeof f->vertex);
    f->smoothing = v[3];
    memcpy(f->uv[0], v + 4, sizeof f->uv[0]);
    if (n == 11) {
        memcpy(f->uv[1], v + 7, sizeof f->uv[1]);
        p->item->lightmap_indices = true;
    }
    f->material = v[n - 1];
}

static void face_rows(wmi_mdl_parser *p, wmi_source_mesh *s)
{
    uint32_t count, got = 0;
    if (!start(p, &count))
        return;
    for (uint32_t n = 0; next_row(p, n, count, "faces"); n++) {
        enum { WORDS = sizeof(wmi_source_face) / 4 };
        wmi_source_face *to = wmi_mdlr_add(p, &p->rows, WORDS, 4);
        if (!to)
            return;
        face_row(p, to);
        got = n + 1;
        if (n == 0)
            p->item->face_line = p->line;
        p->item->faces_dense = p->line - p->item->face_line == n;
    }
    s->faces = wmi_mdlr_copy(p, p->rows.data, got, sizeof *s->faces);
    s->face_count = s->faces ? got : 0;
}

/* ---- weights ----------------------------------------------------------- */

/* Adds one pair; with more than four, the weakest is dropped. */
static void add_weight(wmi_mdl_parser *p, wmi_mdl_weights *w, wmi_word name, float weight)
{
    uint32_t at = w->count, bone;
    if (at == 4) {
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_BONE, p->line,
                        "a vertex has more than four bones: the weakest is dropped");
        at = 0;
        for (uint32_t i = 1; i < 4; i++)
            if (w->weight[i] < w->weight[at])
                at = i;
        if (!(weight > w->weight[at]))
            return;
    } else {
        w->count++;
    }
    bone = wmi_names_add(&p->refs, name.text, (uint32_t)name.size);
    if (bone == WM_NO_INDEX)
        wmi_mdlr_no_memory(p);
    w->bone[at] = bone;
    w->weight[at] = weight;
}

static void weight_rows(wmi_mdl_parser *p)
{
    uint32_t count, got = 0;
    enum { WORDS = sizeof(wmi_mdl_weights) / 4 };
    if (!start(p, &count))
        return;
    while (got < count && wmi_mdlr_line(p)) {
        wmi_mdl_weights row = {0};
        bool quoted, keyword = false;
        for (uint32_t pair = 0; !wmi_mdlr_at_end(p); pair++) {
            float weight;
            wmi_word name = wmi_mdlr_name(p, &quoted);
            /* A single word, or an end keyword: the list is shorter than its count. */
            keyword = pair == 0 && !quoted &&
                      (wmi_mdlr_at_end(p) || wmi_word_is(name, "endnode") || !wmi_mdlr_numeric(p));
            if (keyword || !wmi_mdlr_floats(p, &weight, 1))
                break;
            if (quoted || !wmi_word_is(name, "NULL")) /* no bone */
                add_weight(p, &row, name, weight);
        }
        if (keyword) {
            p->held = true;
            break;
        }
        wmi_mdl_weights *to = wmi_mdlr_add(p, &p->rows, WORDS, 4);
        if (!to)
            return;
        *to = row;
        got++;
    }
    if (got < count && !p->failed)
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_COUNT, p->line,
                            "expected %s in 'weights', found %lu",
                            wmi_count(count, "row", "rows").text, (ul)got);
    p->item->weights = wmi_mdlr_copy(p, p->rows.data, got, sizeof(wmi_mdl_weights));
    p->item->weight_count = p->item->weights ? got : 0;
}

/* ---- boxes and flares -------------------------------------------------- */

/* Some tools write the number of records after the keyword. */
static void skip_count(wmi_mdl_parser *p)
{
    const char *start = p->at;
    if (!wmi_mdlr_at_end(p))
        wmi_mdlr_word(p);
    if (!wmi_mdlr_at_end(p))
        p->at = start;
}

/* The first record is after the keyword or on the next line. The first line that is not
 * a record ends the list. */
static void box_rows(wmi_mdl_parser *p, wmi_source_mesh *s)
{
    uint32_t got = 0, own = p->line;
    enum { WORDS = sizeof(wm_kotor_mdl_aabb) / 4 };
    p->rows.count = 0;
    skip_count(p);
    bool more = !wmi_mdlr_at_end(p) || wmi_mdlr_line(p);
    for (; more; more = wmi_mdlr_line(p)) {
        float v[6] = {0};
        double face;
        if (!wmi_mdlr_numeric(p)) {
            p->held = p->line > own;
            if (!p->held)
                wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, p->at,
                               "expected the numbers of a box after 'aabb'");
            break;
        }
        wm_kotor_mdl_aabb *box = wmi_mdlr_add(p, &p->rows, WORDS, 4);
        if (!box)
            return;
        *box = (wm_kotor_mdl_aabb){.face = -1};
        got++;
        if (!wmi_mdlr_floats(p, v, 6) || !wmi_mdlr_double(p, &face, false))
            continue;
        box->min = (wm_vec3){v[0], v[1], v[2]};
        box->max = (wm_vec3){v[3], v[4], v[5]};
        if (face >= -2147483648.0 && face <= 2147483647.0)
            box->face = (int32_t)face;
    }
    s->aabbs = wmi_mdlr_copy(p, p->rows.data, got, sizeof *s->aabbs);
    s->aabb_count = s->aabbs ? got : 0;
}

static void flare_names(wmi_mdl_parser *p, wm_kotor_light *light)
{
    uint32_t count, got = 0;
    bool quoted;
    if (!start(p, &count))
        return;
    while (got < count && wmi_mdlr_line(p)) {
        wmi_word name = wmi_mdlr_name(p, &quoted);
        if (!quoted && wmi_word_is(name, "endnode")) {
            p->held = true;
            break;
        }
        const char **to = wmi_mdlr_add(p, &p->rows, (uint32_t)(sizeof *to / 4), 4);
        const char *text = wmi_arena_text(p->arena, name.text, name.size);
        if (!text)
            wmi_mdlr_no_memory(p);
        if (!to || !text)
            return;
        memcpy((void *)to, (void *)&text, sizeof text);
        got++;
    }
    if (got < count && !p->failed)
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_COUNT, p->line,
                            "expected %s in 'texturenames', found %lu",
                            wmi_count(count, "row", "rows").text, (ul)got);
    light->textures = wmi_mdlr_copy(p, p->rows.data, got, sizeof *light->textures);
    light->texture_count = light->textures ? got : 0;
}

static bool light_list(wmi_mdl_parser *p, wmi_word word, wm_kotor_light *l)
{
    if (wmi_word_is(word, "texturenames"))
        flare_names(p, l);
    else if (wmi_word_is(word, "flarepositions"))
        l->positions = wmi_mdlr_rows(p, &l->position_count, 1, "flarepositions");
    else if (wmi_word_is(word, "flaresizes"))
        l->sizes = wmi_mdlr_rows(p, &l->size_count, 1, "flaresizes");
    else if (wmi_word_is(word, "flarecolorshifts"))
        l->colours = (void *)wmi_mdlr_rows(p, &l->colour_count, 3, "flarecolorshifts");
    else
        return false;
    if (!l->positions)
        l->position_count = 0;
    if (!l->sizes)
        l->size_count = 0;
    if (!l->colours)
        l->colour_count = 0;
    return true;
}

/* ---- all lists --------------------------------------------------------- */

/* The set of `tverts`, `tverts2`, `texindices3` ..., or -1. */
static int numbered(wmi_word word, const char *keyword)
{
    size_t n = strlen(keyword);
    wmi_word start_of = {word.text, n, 0};
    if (word.size < n || word.size > n + 1 || !wmi_word_is(start_of, keyword))
        return -1;
    if (word.size == n)
        return 0;
    return word.text[n] >= '1' && word.text[n] <= '3' ? word.text[n] - '0' : -1;
}

static void uv_rows(wmi_mdl_parser *p, wmi_source_mesh *s, int set)
{
    s->uvs[set] = (void *)wmi_mdlr_rows(p, &s->uv_count[set], 2, "tverts");
    if (!s->uvs[set])
        s->uv_count[set] = 0;
}

static bool vector_list(wmi_mdl_parser *p, wmi_word word)
{
    wmi_mdl_item *item = p->item;
    wmi_source_mesh *s = item->source;
    if (wmi_word_is(word, "verts")) {
        s->vertices = (void *)wmi_mdlr_rows(p, &s->vertex_count, 3, "verts");
        s->vertex_count = s->vertices ? s->vertex_count : 0;
    } else if (wmi_word_is(word, "colors")) {
        s->colours = (void *)wmi_mdlr_rows(p, &s->colour_count, 3, "colors");
        s->colour_count = s->colours ? s->colour_count : 0;
    } else if (wmi_word_is(word, "constraints")) {
        s->constraints = wmi_mdlr_rows(p, &item->constraint_count, 1, "constraints");
        item->constraint_count = s->constraints ? item->constraint_count : 0;
    } else if (wmi_word_is(word, "saber_verts")) {
        item->saber_vertices = (void *)wmi_mdlr_rows(p, &item->saber_count, 3, "saber_verts");
        item->saber_count = item->saber_vertices ? item->saber_count : 0;
    } else if (wmi_word_is(word, "saber_norms")) {
        item->saber_normals = (void *)wmi_mdlr_rows(p, &item->saber_normal_count, 3, "saber_norms");
        item->saber_normal_count = item->saber_normals ? item->saber_normal_count : 0;
    } else {
        return false;
    }
    return true;
}

bool wmi_mdlr_list(wmi_mdl_parser *p, wmi_word word)
{
    wmi_source_mesh *s = p->item->source;
    if (p->item->node.light && light_list(p, word, p->item->node.light))
        return true;
    if (!s)
        return false;
    if (vector_list(p, word))
        return true;
    int uvs = wmi_word_is(word, "lightmaptverts") ? 1 : numbered(word, "tverts");
    int indices = numbered(word, "texindices");
    if (uvs >= 0)
        uv_rows(p, s, uvs);
    else if (indices >= 1)
        index_rows(p, indices - 1, "texindices");
    else if (wmi_word_is(word, "colorindices"))
        index_rows(p, WMI_COLOUR_INDICES, "colorindices");
    else if (wmi_word_is(word, "normalindices"))
        index_rows(p, WMI_NORMAL_INDICES, "normalindices");
    else if (wmi_word_is(word, "faces"))
        face_rows(p, s);
    else if (wmi_word_is(word, "weights"))
        weight_rows(p);
    else if (wmi_word_is(word, "aabb"))
        box_rows(p, s);
    else
        return false;
    return true;
}

/* ---- counts ------------------------------------------------------------ */

/* Forgets a list of index triples that does not have one row per face. Those that nothing
 * uses are not a fault. */
static void settle_indices(wmi_mdl_parser *p, wmi_mdl_item *item, int list, bool used)
{
    uint32_t rows = item->index_count[list], faces = item->source->face_count;
    if (!item->indices[list] || rows == faces)
        return;
    item->indices[list] = NULL;
    item->index_count[list] = 0;
    if (used)
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_COUNT, item->line, "texindices%d has %s for %s",
                            list + 1, wmi_count(rows, "row", "rows").text,
                            wmi_count(faces, "face", "faces").text);
}

/* Does a list with `rows` rows have one per vertex? */
static bool settle_rows(wmi_mdl_parser *p, const wmi_mdl_item *item, uint32_t rows, const char *one,
                        const char *many)
{
    uint32_t vertices = item->source->vertex_count;
    if (rows != vertices)
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_COUNT, item->line, "%s for %s",
                            wmi_count(rows, one, many).text,
                            wmi_count(vertices, "vertex", "vertices").text);
    return rows == vertices;
}

/* The one place that compares the lengths of the dialect's lists. Once the numbers of
 * vertices and faces are final, lists with another number of rows are forgotten, whatever
 * their order in the text; later steps may index each list that is left. */
static void settle_lists(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    for (int set = 1; set < 4; set++)
        settle_indices(p, item, set - 1, s->uv_count[set] > 0);
    settle_indices(p, item, WMI_COLOUR_INDICES, false);
    if (item->weights &&
        !settle_rows(p, item, item->weight_count, "row of weights", "rows of weights")) {
        item->weights = NULL;
        item->weight_count = 0;
    }
    if (s->constraints &&
        !settle_rows(p, item, item->constraint_count, "constraint", "constraints")) {
        s->constraints = NULL;
        item->constraint_count = 0;
    }
}

/* ---- the mesh ---------------------------------------------------------- */

/* Line of a face, or of the first face if there are comments in between. */
static uint32_t line_of_face(const wmi_mdl_item *item, uint32_t face)
{
    return item->face_line + (item->faces_dense ? face : 0);
}

/* Sets the texture vertices of one set for all faces, or for none. */
static void join_set(wmi_mdl_parser *p, wmi_mdl_item *item, int set)
{
    wmi_source_mesh *s = item->source;
    uint32_t(*from)[3] = set ? item->indices[set - 1] : NULL;
    bool own = set == 0 || (set == 1 && item->lightmap_indices);
    for (uint32_t f = 0; f < s->face_count; f++)
        for (int k = 0; k < 3; k++) {
            wmi_source_face *face = &s->faces[f];
            uint32_t *at = &face->uv[set][k];
            if (from)
                *at = from[f][k];
            else if (!own) /* use those of the first set, if the counts match */
                *at = s->uv_count[set] == s->uv_count[0] ? face->uv[0][k] : face->vertex[k];
            if (!s->uv_count[set])
                *at = WM_NO_INDEX;
            if (*at < s->uv_count[set] || !s->uv_count[set])
                continue;
            if (!p->failed)
                wmi_mdlr_fault_line(
                    p, WM_KOTOR_MDL_TEXT_INDEX, line_of_face(item, f),
                    "face %lu uses texture vertex %lu, but %s", (ul)f, (ul)*at,
                    wmi_only(s->uv_count[set], "texture vertex", "texture vertices").text);
            *at = 0;
        }
}

static void join_colours(wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    uint32_t(*from)[3] = item->indices[WMI_COLOUR_INDICES];
    for (uint32_t f = 0; f < s->face_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t at = from ? from[f][k] : WM_NO_INDEX;
            s->faces[f].colour[k] = at < s->colour_count ? at : WM_NO_INDEX;
        }
}

/* Final numbers of vertices and faces. The blades of a saber replace its mesh. */
static void settle_size(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    if (item->node.mesh->saber && item->saber_count == WM_KOTOR_SABER_VERTICES) {
        s->vertices = item->saber_vertices;
        s->vertex_count = item->saber_count;
        s->face_count = 0;
    }
    if (s->vertex_count > UINT16_MAX || s->face_count > UINT16_MAX) {
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_RANGE, item->line,
                            "the mesh has %s and %s, at most 65,535 of each are allowed",
                            wmi_count(s->vertex_count, "vertex", "vertices").text,
                            wmi_count(s->face_count, "face", "faces").text);
        s->vertex_count = s->face_count = 0;
        item->weights = NULL;
    }
    for (uint32_t f = 0; f < s->face_count; f++)
        for (int k = 0; k < 3; k++) {
            if (s->faces[f].vertex[k] < s->vertex_count)
                continue;
            if (!p->failed)
                wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_INDEX, line_of_face(item, f),
                                    "face %lu uses vertex %lu, but %s", (ul)f,
                                    (ul)s->faces[f].vertex[k],
                                    wmi_only(s->vertex_count, "vertex", "vertices").text);
            s->faces[f].vertex[k] = 0;
        }
    if (!s->vertex_count)
        s->face_count = 0;
}

void wmi_mdlr_finish_mesh(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    if (item->saber_data.rows)
        wmi_mdlr_mdledit_saber(p, item);
    settle_size(p, item);
    settle_lists(p, item);
    for (int set = 0; set < 4; set++)
        join_set(p, item, set);
    join_colours(item);
    wmi_mdlr_mdledit_mesh(p, item);
    s->has_inverted = item->inverted_count > 0;
    s->has_average = item->bounds == 15;
}
