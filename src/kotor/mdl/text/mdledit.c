/* Keywords that only MDLedit writes (from version 1.0.5): stored values of the binary next
 * to what the dialect shows. Normals, tangent frames and slots of skins are used as they
 * are; controllers and neighbours only while they match the visible text.
 * docs/formats/kotor-mdl-ascii.md, "MDLedit". */
#include <math.h>

#include "base/words.h"
#include "kotor/mdl/text/read.h"

static void ignored(wmi_mdl_parser *p, uint32_t line, const char *keyword, const char *why)
{
    wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_IGNORED, line, "'%s' is ignored: %s", keyword, why);
}

/* ---- model and animations ---------------------------------------------- */

static void game(wmi_mdl_parser *p)
{
    wmi_word word = wmi_mdlr_word(p);
    bool second = wmi_word_is(word, "kotor2") || wmi_word_is(word, "k2");
    if (!second && !wmi_word_is(word, "kotor1") && !wmi_word_is(word, "k1")) {
        ignored(p, p->line, "game", "expected kotor1 or kotor2");
    } else if (!p->opts->game && !p->annotated && !p->items.count) {
        p->mdl->game = second ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1;
        p->game_given = true;
    }
}

static void platform(wmi_mdl_parser *p)
{
    wmi_word word = wmi_mdlr_word(p);
    if (!p->opts->game && !p->annotated && !p->items.count)
        p->mdl->platform =
            wmi_word_is(word, "xbox") ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC;
}

static bool bytes(wmi_mdl_parser *p, uint8_t *to, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t v;
        if (!wmi_mdlr_u32(p, &v, UINT8_MAX))
            return false;
        to[i] = (uint8_t)v;
    }
    return true;
}

/* Engine addresses, number of names, references, type, three pad bytes and a word. The
 * compiler computes the first three and the type. */
static void animation_header(wmi_mdl_parser *p, wm_kotor_animation *a)
{
    uint32_t v[5];
    for (int i = 0; i < 5; i++)
        if (!wmi_mdlr_u32(p, &v[i], UINT32_MAX))
            return;
    a->geometry.references = v[3];
    if (bytes(p, a->geometry.pad, 3))
        wmi_mdlr_u32(p, &a->unknown, UINT32_MAX);
}

bool wmi_mdlr_mdledit_header(wmi_mdl_parser *p, wmi_word word)
{
    wm_kotor_mdl *m = p->mdl;
    if (p->move && wmi_word_is(word, "animheader"))
        animation_header(p, &p->move->animation);
    else if (wmi_word_is(word, "game"))
        game(p);
    else if (wmi_word_is(word, "platform"))
        platform(p);
    else if (wmi_word_is(word, "totalnodes"))
        wmi_mdlr_u32(p, &p->total_nodes, UINT32_MAX);
    else if (wmi_word_is(word, "geometryheaderpadding"))
        bytes(p, m->geometry.pad, 3);
    else if (wmi_word_is(word, "supermodelreference"))
        wmi_mdlr_u32(p, &m->super_pointer, UINT32_MAX);
    else
        return false;
    return true;
}

/* ---- nodes ------------------------------------------------------------- */

/* Data without controllers; older versions wrote only the count. */
static void extra_data(wmi_mdl_parser *p)
{
    wm_kotor_mdl_node *n = &p->item->node;
    uint32_t count, got = 0;
    p->rows.count = 0;
    if (!wmi_mdlr_u32(p, &count, UINT32_MAX))
        return;
    while (got < count && wmi_mdlr_line(p)) {
        if (!wmi_mdlr_numeric(p)) {
            p->held = true;
            break;
        }
        float *to = wmi_mdlr_add(p, &p->rows, 1, sizeof *to);
        if (!to || !wmi_mdlr_floats(p, to, 1))
            return;
        got++;
    }
    if (n->controller_count || p->keys.count || !got)
        return;
    p->item->raw_data = wmi_mdlr_copy(p, p->rows.data, got, sizeof(float));
    p->item->raw_data_count = p->item->raw_data ? got : 0;
    p->item->raw = wmi_mdlr_new(p, 1, sizeof *p->item->raw); /* none of them is used */
    p->item->raw_line = p->line;
}

/* Next row of a list of words; holds the line that ends it early. */
static bool next_row(wmi_mdl_parser *p, uint32_t got, uint32_t count, const char *keyword)
{
    if (got == count || p->failed)
        return false;
    if (wmi_mdlr_line(p)) {
        if (wmi_mdlr_numeric(p))
            return true;
        p->held = true;
    }
    if (!p->failed)
        wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_COUNT, p->line, "expected %s in '%s', found %lu",
                            wmi_count(count, "row", "rows").text, keyword, (ul)got);
    return false;
}

static bool controller_row(wmi_mdl_parser *p, wm_kotor_controller *c)
{
    uint32_t v[6];
    for (int i = 0; i < 6; i++)
        if (!wmi_mdlr_u32(p, &v[i], i == 0 ? UINT32_MAX : i == 5 ? UINT8_MAX : UINT16_MAX))
            return false;
    *c = (wm_kotor_controller){.type = v[0],
                               .unknown = (uint16_t)v[1],
                               .rows = (uint16_t)v[2],
                               .time_index = (uint16_t)v[3],
                               .data_index = (uint16_t)v[4],
                               .columns = (uint8_t)v[5]};
    return bytes(p, c->pad, 3);
}

static void raw_controllers(wmi_mdl_parser *p)
{
    enum { WORDS = sizeof(wm_kotor_controller) / 4 };
    uint32_t count, got = 0;
    p->rows.count = 0;
    p->item->raw_line = p->line;
    if (!wmi_mdlr_u32(p, &count, UINT32_MAX))
        return;
    while (next_row(p, got, count, "controllerraw")) {
        wm_kotor_controller *to = wmi_mdlr_add(p, &p->rows, WORDS, 4);
        if (!to)
            return;
        *to = (wm_kotor_controller){0};
        if (!controller_row(p, to))
            return;
        got++;
    }
    p->item->raw = wmi_mdlr_copy(p, p->rows.data, got, sizeof *p->item->raw);
    p->item->raw_count = p->item->raw ? got : 0;
}

static void raw_data(wmi_mdl_parser *p)
{
    uint32_t count, got = 0;
    p->rows.count = 0;
    if (!wmi_mdlr_u32(p, &count, UINT32_MAX))
        return;
    while (next_row(p, got, count, "controllerdataraw")) {
        uint32_t *to = wmi_mdlr_add(p, &p->rows, 1, sizeof *to);
        if (!to || !wmi_mdlr_u32(p, to, UINT32_MAX))
            return;
        got++;
    }
    p->item->raw_data = wmi_mdlr_copy(p, p->rows.data, got, sizeof(float));
    p->item->raw_data_count = p->item->raw_data ? got : 0;
}

static void slots(wmi_mdl_parser *p)
{
    wmi_mdl_item *item = p->item;
    uint32_t count;
    bool quoted;
    if (!wmi_mdlr_u32(p, &count, UINT32_MAX))
        return;
    item->slot_count = 0;
    for (uint32_t i = 0; i < count && wmi_mdlr_line(p); i++) {
        wmi_word name = wmi_mdlr_name(p, &quoted);
        if (!quoted && wmi_word_is(name, "endnode")) {
            p->held = true;
            break;
        }
        if (i >= WMI_SKIN_SLOTS)
            continue;
        item->slots[i] = WM_NO_INDEX;
        if (!quoted && wmi_word_is(name, "null"))
            continue;
        item->slots[i] = wmi_names_add(&p->refs, name.text, (uint32_t)name.size);
        if (item->slots[i] == WM_NO_INDEX)
            wmi_mdlr_no_memory(p);
        item->slot_count = i + 1;
    }
}

static void extra_list(wmi_mdl_parser *p, wmi_mdl_extra *to, int columns, const char *keyword)
{
    to->line = p->line;
    to->rows = wmi_mdlr_rows(p, &to->count, columns, keyword);
    if (!to->rows)
        to->count = 0;
}

static void mesh_padding(wmi_mdl_parser *p, wm_kotor_mesh *m, char which)
{
    uint32_t v;
    if (!wmi_mdlr_u32(p, &v, which == '1' || which == '2' ? UINT8_MAX : UINT16_MAX))
        return;
    if (which == '1') {
        m->pad_315 = (uint8_t)v;
    } else if (which == '2') {
        m->pad_321[0] = (uint8_t)v;
    } else if (p->mdl->game == WM_KOTOR_GAME_2) {
        m->pad_321[1] = (uint8_t)v;
        m->pad_321[2] = (uint8_t)(v >> 8);
    } else {
        m->dirt_enabled = (uint8_t)v;
        m->pad_315 = (uint8_t)(v >> 8);
    }
}

static bool mesh_word(wmi_mdl_parser *p, wmi_word word)
{
    wmi_mdl_item *item = p->item;
    uint32_t v;
    if (wmi_word_is(word, "normals"))
        extra_list(p, &item->normals, 3, "normals");
    else if (wmi_word_is(word, "tangentbasis"))
        extra_list(p, &item->frames, 9, "tangentbasis");
    else if (wmi_word_is(word, "faceextra"))
        extra_list(p, &item->planes, 7, "faceextra");
    else if (wmi_word_is(word, "saberdata"))
        extra_list(p, &item->saber_data, 8, "saberdata");
    else if (wmi_word_is(word, "compactbonemap"))
        slots(p);
    else if (wmi_word_is(word, "meshpadding1") || wmi_word_is(word, "meshpadding2") ||
             wmi_word_is(word, "meshpadding3"))
        mesh_padding(p, item->node.mesh, word.text[word.size - 1]);
    else if (!wmi_word_is(word, "meshpadding"))
        return false;
    else if (wmi_mdlr_u32(p, &v, UINT32_MAX) && v)
        ignored(p, p->line, "meshpadding", "it is 0 in the games' files");
    return true;
}

bool wmi_mdlr_mdledit(wmi_mdl_parser *p, wmi_word word)
{
    wm_kotor_mdl_node *n = &p->item->node;
    uint32_t v;
    if (n->mesh && mesh_word(p, word))
        return true;
    if (wmi_word_is(word, "nodepadding")) {
        if (wmi_mdlr_u32(p, &v, UINT16_MAX))
            n->pad_6 = (uint16_t)v;
    } else if (n->emitter && wmi_word_is(word, "emitterpadding1")) {
        bytes(p, &n->emitter->pad, 1);
    } else if (n->emitter && wmi_word_is(word, "emitterflagsraw")) {
        wmi_mdlr_u32(p, &n->emitter->flags, UINT32_MAX);
    } else if (wmi_word_is(word, "extra_data")) {
        extra_data(p);
    } else if (wmi_word_is(word, "controllerraw")) {
        raw_controllers(p);
    } else if (wmi_word_is(word, "controllerdataraw")) {
        raw_data(p);
    } else {
        return false;
    }
    return true;
}

/* ---- meshes ------------------------------------------------------------ */

/* MDLedit lists one normal for each vertex. */
static bool one_each(const wmi_mdl_item *item, uint32_t count)
{
    const wmi_source_mesh *s = item->source;
    uint32_t(*at)[3] = item->indices[WMI_NORMAL_INDICES];
    if (count != s->vertex_count)
        return false;
    if (!at)
        return true;
    if (item->index_count[WMI_NORMAL_INDICES] != s->face_count)
        return false;
    for (uint32_t f = 0; f < s->face_count; f++)
        if (memcmp(at[f], s->faces[f].vertex, sizeof at[f]) != 0)
            return false;
    return true;
}

/* The positions, texture vertices and normals of a saber. */
void wmi_mdlr_mdledit_saber(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    const wmi_mdl_extra *from = &item->saber_data;
    wmi_source_mesh *s = item->source;
    uint32_t n = from->count;
    if (n != WM_KOTOR_SABER_VERTICES || !item->node.mesh->saber) {
        ignored(p, from->line, "saberdata", "expected 176 rows in a lightsaber");
        return;
    }
    item->saber_vertices = wmi_mdlr_new(p, n, sizeof *item->saber_vertices);
    item->saber_normals = wmi_mdlr_new(p, n, sizeof *item->saber_normals);
    s->uvs[0] = wmi_mdlr_new(p, n, sizeof *s->uvs[0]);
    if (p->failed)
        return;
    for (uint32_t v = 0; v < n; v++) {
        const float *row = from->rows + 8 * (size_t)v;
        memcpy(&item->saber_vertices[v], row, 12);
        memcpy(s->uvs[0][v], row + 3, 8);
        memcpy(&item->saber_normals[v], row + 5, 12);
    }
    item->saber_count = item->saber_normal_count = s->uv_count[0] = n;
}

void wmi_mdlr_mdledit_mesh(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    wmi_source_mesh *s = item->source;
    if (item->node.mesh->saber) /* its rows are those of saberdata */
        return;
    if (item->normals.rows && one_each(item, item->normals.count))
        s->normals = (wm_vec3 *)(void *)item->normals.rows;
    else if (item->normals.rows)
        ignored(p, item->normals.line, "normals", "there is not one for each vertex");
    if (item->frames.rows && item->frames.count == s->vertex_count)
        s->frames = (const float(*)[9])item->frames.rows;
    else if (item->frames.rows)
        ignored(p, item->frames.line, "tangentbasis", "there is not one for each vertex");
}

/* Is the plane of the row that of the face? A face without area has none. */
static bool same_plane(const float row[7], const wm_kotor_mdl_face *face)
{
    const float off = 1e-3f;
    return fabsf(row[0] - face->normal.x) < off && fabsf(row[1] - face->normal.y) < off &&
           fabsf(row[2] - face->normal.z) < off &&
           fabsf(row[3] - face->distance) < off * (1 + fabsf(face->distance));
}

/* Planes are computed with more digits than the text has. */
void wmi_mdlr_mdledit_faces(wmi_mdl_parser *p, const wmi_mdl_item *item, wm_kotor_mesh *m)
{
    const wmi_mdl_extra *from = &item->planes;
    uint32_t moved = 0;
    bool fits = from->count == m->face_count && !m->saber;
    for (uint32_t f = 0; f < from->count && fits; f++) {
        const float *row = from->rows + 7 * (size_t)f;
        moved += !same_plane(row, &m->faces[f]);
        for (int k = 4; k < 7 && fits; k++)
            fits =
                row[k] == -1 || row[k] == 65535 || (row[k] >= 0 && row[k] < (float)m->face_count);
    }
    if (!fits || 10ull * moved > m->face_count) {
        if (!m->saber)
            ignored(p, from->line, "faceextra", "it does not match the faces");
        return;
    }
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            float to = from->rows[7 * (size_t)f + 4 + (size_t)k];
            m->faces[f].adjacent[k] = to < 0 ? 0xFFFF : (uint16_t)to;
        }
}

/* ---- controllers ------------------------------------------------------- */

static uint32_t width_of(const wm_kotor_controller *c)
{
    uint32_t columns = c->columns & 15u;
    if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 2)
        return 1; /* packed */
    return c->columns & WM_KOTOR_CONTROLLER_BEZIER ? 3 * columns : columns;
}

static bool inside(const wm_kotor_controller *c, uint32_t count)
{
    return (uint32_t)c->time_index + c->rows <= count &&
           (uint64_t)c->data_index + (uint64_t)c->rows * width_of(c) <= count;
}

static void unpack(float packed, float q[4])
{
    uint32_t v;
    memcpy(&v, &packed, sizeof v);
    q[0] = (float)(v & 2047) / 1023.0f - 1;
    q[1] = (float)(v >> 11 & 2047) / 1023.0f - 1;
    q[2] = (float)(v >> 22) / 511.0f - 1;
    float rest = 1 - q[0] * q[0] - q[1] * q[1] - q[2] * q[2];
    q[3] = rest > 0 ? sqrtf(rest) : 0;
}

static bool close_to(const float *a, const float *b, uint32_t count, float off, float sign)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fabsf(a[i] - sign * b[i]) <= off * (1 + fabsf(a[i]))))
            return false;
    return true;
}

/* Texts have six digits, of positions absolute ones. */
static bool same_row(const wm_kotor_controller *c, const float *a, const float *b, float base)
{
    float x[4], y[4];
    if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 2) {
        unpack(*a, x);
        unpack(*b, y);
        return close_to(x, y, 4, 5e-3f, 1) || close_to(x, y, 4, 5e-3f, -1);
    }
    if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 4)
        return close_to(a, b, 4, 1e-3f, 1) || close_to(a, b, 4, 1e-3f, -1);
    return close_to(a, b, width_of(c), 1e-4f * (1 + base), 1);
}

static bool same_keys(const wm_kotor_controller *raw, const float *raw_data,
                      const wm_kotor_controller *shown, const float *data, float base)
{
    if (raw->rows != shown->rows || raw->columns != shown->columns)
        return false;
    if (!raw->rows) /* then there may be no data at all */
        return true;
    uint32_t width = width_of(raw);
    if (!close_to(raw_data + raw->time_index, data + shown->time_index, raw->rows, 1e-4f, 1))
        return false;
    for (uint32_t r = 0; r < raw->rows; r++)
        if (!same_row(raw, raw_data + raw->data_index + (size_t)r * width,
                      data + shown->data_index + (size_t)r * width, base))
            return false;
    return true;
}

/* Does each stored controller have a visible one with its values, and no other? A type
 * that repeats is compared in order. */
static bool same_controllers(const wmi_mdl_item *item, float base)
{
    const wm_kotor_mdl_node *n = &item->node;
    if (item->raw_count != n->controller_count || !(item->raw_data || !item->raw_data_count))
        return false;
    for (uint32_t i = 0; i < item->raw_count; i++) {
        const wm_kotor_controller *raw = &item->raw[i];
        uint32_t skip = 0, k = 0;
        for (uint32_t e = 0; e < i; e++)
            skip += item->raw[e].type == raw->type;
        for (; k < n->controller_count; k++)
            if (n->controllers[k].type == raw->type && skip-- == 0)
                break;
        if (k == n->controller_count || !inside(raw, item->raw_data_count) ||
            !inside(&n->controllers[k], n->data_count) ||
            !same_keys(raw, item->raw_data, &n->controllers[k], n->data, base))
            return false;
    }
    return true;
}

/* The pose of the node, with all its digits. */
static void use_pose(wmi_mdl_item *item)
{
    const wm_kotor_mdl_node *n = &item->node;
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *c = &n->controllers[i];
        const float *at = wmi_mdl_floats_at(n, c->data_index);
        if (!at || c->rows != 1)
            continue;
        if (c->type == WM_KOTOR_CONTROLLER_POSITION && c->columns == 3)
            memcpy(item->shown, at, 3 * sizeof *at);
        if (c->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 4) {
            item->shown[3] = at[3];
            memcpy(item->shown + 4, at, 3 * sizeof *at);
        }
    }
}

void wmi_mdlr_mdledit_keys(wmi_mdl_parser *p, wmi_mdl_item *item)
{
    enum { MOST = 1000 }; /* controllers; each is compared with all before it */
    wm_kotor_mdl_node *n = &item->node;
    float base = 0;
    for (int k = 0; k < 3; k++)
        base = fabsf(p->base[k]) > base ? fabsf(p->base[k]) : base;
    if (item->raw_count > MOST || !same_controllers(item, base)) {
        ignored(p, item->raw_line, "controllerraw", "it does not match the controllers");
        return;
    }
    n->controllers = item->raw;
    n->controller_count = item->raw_count;
    n->data = item->raw_data;
    n->data_count = item->raw_data_count;
    if (!p->item_moves)
        use_pose(item);
}
