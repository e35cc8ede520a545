/* Writes lights, emitters and meshes as text. docs/formats/kotor-mdl-ascii.md, "Nodes". */
#include "kotor/mdl/fields.h"
#include "kotor/mdl/text/write.h"

/* ---- fields ------------------------------------------------------------ */

static bool named(const char *texture)
{
    return texture[0] && memcmp(texture, "NULL", 5) != 0;
}

static void put_inverted(wmi_mdl_text *t, const wm_kotor_mesh *m)
{
    if (m->saber)
        wmi_writer_printf(&t->w, "  inv_count %lu %lu\n", (ul)m->saber->inverted[0],
                          (ul)m->saber->inverted[1]);
    else if (m->inverted_count)
        wmi_mdlw_number(t, "inv_count", m->inverted[0]);
}

static void put_special(wmi_mdl_text *t, const wmi_field *f, const wm_kotor_mesh *m)
{
    if (strcmp(f->keyword, "inv_count") == 0)
        put_inverted(t, m);
    else if (strcmp(f->keyword, "tangentspace") == 0)
        wmi_mdlw_number(t, f->keyword, (m->row_flags & WM_KOTOR_MDX_TANGENT) != 0);
    else if (strcmp(f->keyword, "bitmap2") == 0 && named(m->texture[1]))
        wmi_mdlw_field(t, f->keyword, m->texture[1], f->size);
}

static void put_field(wmi_mdl_text *t, const wmi_field *f, const void *part)
{
    const char *field = (const char *)part + f->offset;
    float v[3] = {f->number, f->number, f->number};
    switch (f->type) {
    case WMI_FIELD_F1:
    case WMI_FIELD_F3:
        memcpy(v, field, f->type == WMI_FIELD_F1 ? sizeof *v : sizeof v); /* copies bits */
        wmi_mdlw_floats(t, f->keyword, v, f->type == WMI_FIELD_F1 ? 1 : 3);
        break;
    case WMI_FIELD_TEXT:
        if (!(f->rules & WMI_FIELD_IF_NAMED) || field[0])
            wmi_mdlw_field(t, f->keyword, field, f->size);
        break;
    case WMI_FIELD_FIXED: wmi_mdlw_floats(t, f->keyword, v, f->size); break;
    case WMI_FIELD_SPECIAL: put_special(t, f, part); break;
    default: wmi_mdlw_number(t, f->keyword, (uint32_t)wmi_field_number(f, part)); break;
    }
}

/* A mesh whose texture does not move often has garbage in these fields, even NaNs, which
 * other readers refuse. The record keeps it. */
static bool unused(const wmi_field *f, const void *part)
{
    return f->rules & WMI_FIELD_UV && !((const wm_kotor_mesh *)part)->animate_uv;
}

/* A reader would take the line for another part; the record keeps the field. */
static bool hidden(const wmi_field *f, const wm_kotor_mdl_node *n)
{
    int parts = (n->light != NULL) + (n->emitter != NULL) + (n->mesh != NULL);
    return parts > 1 && wmi_mdl_field_named(n, (wmi_word){f->keyword, strlen(f->keyword), 0}) != f;
}

void wmi_mdlw_fields(wmi_mdl_text *t, const wm_kotor_mdl_node *n, wmi_field_part part)
{
    size_t count;
    const wmi_field *f = wmi_mdl_fields(part, &count);
    const void *target = wmi_mdl_part(n, part);
    for (size_t i = 0; i < count && target; i++) {
        if (!wmi_field_in(&f[i], t->mdl->game) || hidden(&f[i], n))
            continue;
        if (unused(&f[i], target))
            wmi_mdlw_number(t, f[i].keyword, 0);
        else
            put_field(t, &f[i], target);
    }
}

/* ---- lights ------------------------------------------------------------ */

static void float_list(wmi_mdl_text *t, const char *keyword, const float *values, uint32_t count,
                       int columns)
{
    wmi_mdlw_number(t, keyword, count);
    for (uint32_t i = 0; i < count; i++)
        wmi_mdlw_floats(t, "  ", values + (size_t)i * (size_t)columns, columns);
}

void wmi_mdlw_light(wmi_mdl_text *t, const wm_kotor_mdl_node *n)
{
    const wm_kotor_light *l = n->light;
    wmi_mdlw_fields(t, n, WMI_PART_LIGHT);
    if (!(l->texture_count | l->position_count | l->size_count | l->colour_count))
        return;
    wmi_mdlw_number(t, "lensflares", l->texture_count);
    wmi_mdlw_number(t, "texturenames", l->texture_count);
    for (uint32_t i = 0; i < l->texture_count; i++) {
        wmi_writer_text(&t->w, "    ");
        wmi_mdlw_name(t, l->textures[i]);
        wmi_writer_text(&t->w, "\n");
    }
    float_list(t, "flarepositions", l->positions, l->position_count, 1);
    float_list(t, "flaresizes", l->sizes, l->size_count, 1);
    float_list(t, "flarecolorshifts", l->colour_count ? &l->colours->x : NULL, l->colour_count, 3);
}

/* ---- meshes ------------------------------------------------------------ */

static void put_vectors(wmi_mdl_text *t, const char *keyword, const float *values, uint32_t count,
                        int columns)
{
    char line[8 + 3 * WMI_MDL_NUMBER];
    wmi_mdlw_number(t, keyword, count);
    for (uint32_t i = 0; i < count; i++, values += columns) {
        size_t n = 3;
        memcpy(line, "   ", 3);
        for (int k = 0; k < columns; k++) {
            line[n++] = ' ';
            n += wmi_mdl_put_float(line + n, values[k]);
        }
        line[n++] = '\n';
        wmi_writer_bytes(&t->w, line, n);
    }
}

static size_t put_three(char *to, const uint32_t v[3])
{
    size_t n = 0;
    for (int k = 0; k < 3; k++) {
        to[n++] = ' ';
        n += wmi_mdl_put_u32(to + n, v[k]);
    }
    return n;
}

static void put_faces(wmi_mdl_text *t, const wmi_source_mesh *s)
{
    static const uint32_t none[3];
    char line[128];
    wmi_mdlw_number(t, "faces", s->face_count);
    for (uint32_t f = 0; f < s->face_count; f++) {
        const wmi_source_face *face = &s->faces[f];
        size_t n = 3;
        memcpy(line, "   ", 3);
        n += put_three(line + n, face->vertex);
        line[n++] = ' ';
        n += wmi_mdl_put_u32(line + n, face->smoothing);
        n += put_three(line + n, s->uv_count[0] ? face->uv[0] : none);
        line[n++] = ' ';
        n += wmi_mdl_put_u32(line + n, face->material);
        line[n++] = '\n';
        wmi_writer_bytes(&t->w, line, n);
    }
}

static void put_uvs(wmi_mdl_text *t, const wmi_source_mesh *s)
{
    static const char *const lists[4] = {"tverts", "tverts1", "tverts2", "tverts3"};
    static const char *const indices[4] = {NULL, "texindices1", "texindices2", "texindices3"};
    for (int set = 0; set < 4; set++) {
        if (!s->uv_count[set])
            continue;
        put_vectors(t, lists[set], s->uvs[set][0], s->uv_count[set], 2);
        if (!set)
            continue;
        wmi_mdlw_number(t, indices[set], s->face_count);
        for (uint32_t f = 0; f < s->face_count; f++) {
            char line[48] = "   ";
            size_t n = 3 + put_three(line + 3, s->faces[f].uv[set]);
            line[n++] = '\n';
            wmi_writer_bytes(&t->w, line, n);
        }
    }
}

static void put_weights(wmi_mdl_text *t, const wmi_source_mesh *s)
{
    wmi_mdlw_number(t, "weights", s->vertex_count);
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        const wmi_source_weights *w = &s->weights[v];
        wmi_writer_text(&t->w, "   ");
        for (uint32_t i = 0; i < w->count; i++) {
            char text[WMI_MDL_NUMBER + 1] = " ";
            wmi_writer_text(&t->w, " ");
            wmi_mdlw_node(t, w->name[i]);
            wmi_writer_bytes(&t->w, text, 1 + wmi_mdl_put_float(text + 1, w->weight[i]));
        }
        /* A blank line would not count as a row. */
        wmi_writer_text(&t->w, w->count ? "\n" : " NULL 0\n");
    }
}

static void put_boxes(wmi_mdl_text *t, const wmi_source_mesh *s)
{
    wmi_writer_text(&t->w, "  aabb");
    for (uint32_t i = 0; i < s->aabb_count; i++) {
        const wm_kotor_mdl_aabb *b = &s->aabbs[i];
        float values[6] = {b->min.x, b->min.y, b->min.z, b->max.x, b->max.y, b->max.z};
        char line[16 + 6 * WMI_MDL_NUMBER];
        size_t n = 0;
        if (i) {
            memcpy(line, "     ", 5);
            n = 5;
        }
        for (int k = 0; k < 6; k++) {
            line[n++] = ' ';
            n += wmi_mdl_put_float(line + n, values[k]);
        }
        line[n++] = ' ';
        if (b->face < 0)
            line[n++] = '-';
        n += wmi_mdl_put_u32(line + n, b->face < 0 ? 0u - (uint32_t)b->face : (uint32_t)b->face);
        line[n++] = '\n';
        wmi_writer_bytes(&t->w, line, n);
    }
}

/* ---- sabers ------------------------------------------------------------ */

bool wmi_mdlw_short_saber(const wm_kotor_mesh *m)
{
    const wm_kotor_saber *s = m->saber;
    if (!s->positions || !s->uvs)
        return false;
    for (uint32_t v = 0; v < WM_KOTOR_SABER_VERTICES; v++) {
        uint32_t shown = wmi_mdl_saber_vertex(v), same = shown < 8 ? shown : 80 + shown;
        if (memcmp(&s->positions[v], &s->positions[same], sizeof *s->positions) != 0 ||
            memcmp(&s->uvs[v], &s->uvs[same], sizeof *s->uvs) != 0)
            return false;
    }
    return true;
}

static void put_saber(wmi_mdl_text *t, const wm_kotor_mesh *m)
{
    wm_vec3 vertices[WMI_SABER_SHOWN];
    float uvs[WMI_SABER_SHOWN][2];
    wmi_source_face faces[WMI_SABER_FACES];
    wmi_source_mesh s = {.vertex_count = WMI_SABER_SHOWN,
                         .uv_count = {WMI_SABER_SHOWN},
                         .face_count = WMI_SABER_FACES,
                         .faces = faces};
    if (!wmi_mdlw_short_saber(m)) {
        if (m->saber->positions)
            put_vectors(t, "verts", &m->saber->positions->x, WM_KOTOR_SABER_VERTICES, 3);
        if (m->saber->uvs)
            put_vectors(t, "tverts", m->saber->uvs[0], WM_KOTOR_SABER_VERTICES, 2);
        return;
    }
    for (uint32_t v = 0; v < WMI_SABER_SHOWN; v++) {
        uint32_t from = v < 8 ? v : 80 + v;
        vertices[v] = m->saber->positions[from];
        memcpy(uvs[v], m->saber->uvs[from], sizeof uvs[v]);
    }
    memset(faces, 0, sizeof faces);
    for (uint32_t f = 0; f < WMI_SABER_FACES; f++) {
        faces[f].smoothing = 1;
        for (int k = 0; k < 3; k++)
            faces[f].vertex[k] = faces[f].uv[0][k] = wmi_mdl_saber_faces[f][k];
    }
    s.vertices = vertices;
    s.uvs[0] = uvs;
    put_vectors(t, "verts", &vertices->x, WMI_SABER_SHOWN, 3);
    put_faces(t, &s);
    put_uvs(t, &s);
}

/* ---- all parts --------------------------------------------------------- */

void wmi_mdlw_mesh(wmi_mdl_text *t, uint32_t node)
{
    const wm_kotor_mdl_node *n = &t->mdl->tree.nodes[node];
    const wm_kotor_mesh *m = n->mesh;
    wmi_arena scratch;
    wmi_mdlw_fields(t, n, WMI_PART_MESH);
    wmi_mdlw_fields(t, n, WMI_PART_DANGLY);
    if (m->saber) {
        put_saber(t, m);
        if (t->notes)
            wmi_mdlw_saber_notes(t, m);
        return;
    }
    wmi_arena_init(&scratch, &t->w.allocator, 0);
    const wmi_source_mesh *s =
        wmi_mdl_visible_mesh(t->mdl, n, t->found, t->smoothing[node], &scratch);
    if (!s) {
        t->w.failed = true;
    } else {
        put_vectors(t, "verts", &s->vertices->x, s->vertex_count, 3);
        put_faces(t, s);
        put_uvs(t, s);
        if (s->weights)
            put_weights(t, s);
        if (s->constraints)
            put_vectors(t, "constraints", s->constraints, s->vertex_count, 1);
        if (s->aabb_count)
            put_boxes(t, s);
        if (t->notes)
            wmi_mdlw_mesh_notes(t, n, s);
    }
    wmi_arena_free(&scratch);
}
