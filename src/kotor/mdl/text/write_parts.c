/* Lights, emitters and meshes as text. docs/formats/kotor-mdl-ascii.md, "Nodes". */
#include "kotor/mdl/text/write.h"

/* ---- lights and emitters ----------------------------------------------- */

static void float_list(wmi_mdl_text *t, const char *keyword, const float *values, uint32_t count,
                       int columns)
{
    wmi_mdlw_number(t, keyword, count);
    for (uint32_t i = 0; i < count; i++)
        wmi_mdlw_floats(t, "  ", values + (size_t)i * (size_t)columns, columns);
}

void wmi_mdlw_light(wmi_mdl_text *t, const wm_kotor_light *l)
{
    wmi_mdlw_number(t, "ambientonly", l->ambient_only);
    wmi_mdlw_number(t, "nDynamicType", l->dynamic_type);
    wmi_mdlw_number(t, "affectDynamic", l->affect_dynamic);
    wmi_mdlw_number(t, "shadow", l->shadow);
    wmi_mdlw_number(t, "flare", l->flare);
    wmi_mdlw_number(t, "lightpriority", l->priority);
    wmi_mdlw_number(t, "fadingLight", l->fading);
    wmi_mdlw_floats(t, "flareradius", &l->flare_radius, 1);
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

void wmi_mdlw_emitter(wmi_mdl_text *t, const wm_kotor_emitter *e)
{
    wmi_mdlw_floats(t, "deadspace", &e->dead_space, 1);
    wmi_mdlw_floats(t, "blastRadius", &e->blast_radius, 1);
    wmi_mdlw_floats(t, "blastLength", &e->blast_length, 1);
    wmi_mdlw_number(t, "numBranches", e->branches);
    wmi_mdlw_floats(t, "controlptsmoothing", &e->control_point_smoothing, 1);
    wmi_mdlw_number(t, "xgrid", e->x_grid);
    wmi_mdlw_number(t, "ygrid", e->y_grid);
    wmi_mdlw_number(t, "spawntype", e->spawn_type);
    wmi_mdlw_field(t, "update", e->update, sizeof e->update);
    wmi_mdlw_field(t, "render", e->render, sizeof e->render);
    wmi_mdlw_field(t, "blend", e->blend, sizeof e->blend);
    wmi_mdlw_field(t, "texture", e->texture, sizeof e->texture);
    if (e->chunk[0])
        wmi_mdlw_field(t, "chunkname", e->chunk, sizeof e->chunk);
    wmi_mdlw_number(t, "twosidedtex", e->two_sided);
    wmi_mdlw_number(t, "loop", e->loop);
    wmi_mdlw_number(t, "renderorder", e->render_order);
    wmi_mdlw_number(t, "m_bFrameBlending", e->frame_blending);
    wmi_mdlw_field(t, "m_sDepthTextureName", e->depth_texture, sizeof e->depth_texture);
    for (int i = 0; i < WMI_EMITTER_FLAGS; i++)
        wmi_mdlw_number(t, wmi_mdl_emitter_flags[i], e->flags >> i & 1);
}

/* ---- meshes ------------------------------------------------------------ */

static bool named(const char *texture)
{
    return texture[0] && memcmp(texture, "NULL", 5) != 0;
}

static void mesh_header(wmi_mdl_text *t, const wm_kotor_mesh *m)
{
    static const float black[3], white[3] = {1, 1, 1};
    wmi_mdlw_floats(t, "diffuse", &m->diffuse.x, 3);
    wmi_mdlw_floats(t, "ambient", &m->ambient.x, 3);
    wmi_mdlw_number(t, "render", m->render);
    wmi_mdlw_number(t, "shadow", m->shadow);
    wmi_mdlw_floats(t, "specular", black, 3);
    wmi_mdlw_floats(t, "shininess", black, 1);
    wmi_mdlw_floats(t, "wirecolor", white, 3);
    wmi_mdlw_number(t, "tangentspace", (m->row_flags & WM_KOTOR_MDX_TANGENT) != 0);
    if (m->saber)
        wmi_writer_printf(&t->w, "  inv_count %lu %lu\n", (unsigned long)m->saber->inverted[0],
                          (unsigned long)m->saber->inverted[1]);
    else if (m->inverted_count)
        wmi_mdlw_number(t, "inv_count", m->inverted[0]);
    wmi_mdlw_floats(t, "bmin", &m->min.x, 3);
    wmi_mdlw_floats(t, "bmax", &m->max.x, 3);
    wmi_mdlw_floats(t, "radius", &m->radius, 1);
    wmi_mdlw_floats(t, "average", &m->average.x, 3);
    wmi_mdlw_number(t, "lightmapped", m->lightmapped);
    wmi_mdlw_number(t, "rotatetexture", m->rotate_texture);
    wmi_mdlw_number(t, "m_bIsBackgroundGeometry", m->background);
    wmi_mdlw_number(t, "beaming", m->beaming);
    wmi_mdlw_number(t, "transparencyhint", m->transparency_hint);
    if (t->mdl->game == WM_KOTOR_2) {
        wmi_mdlw_number(t, "dirt_enabled", m->dirt_enabled);
        wmi_mdlw_number(t, "dirt_texture", m->dirt_texture);
        wmi_mdlw_number(t, "dirt_worldspace", m->dirt_space);
        wmi_mdlw_number(t, "hologram_donotdraw", m->hide_in_holograms);
    }
    wmi_mdlw_number(t, "animateuv", m->animate_uv);
    wmi_mdlw_floats(t, "uvdirectionx", &m->uv_direction[0], 1);
    wmi_mdlw_floats(t, "uvdirectiony", &m->uv_direction[1], 1);
    wmi_mdlw_floats(t, "uvjitter", &m->uv_jitter, 1);
    wmi_mdlw_floats(t, "uvjitterspeed", &m->uv_jitter_speed, 1);
    if (m->texture[0][0])
        wmi_mdlw_field(t, "bitmap", m->texture[0], sizeof m->texture[0]);
    if (named(m->texture[1]))
        wmi_mdlw_field(t, "bitmap2", m->texture[1], sizeof m->texture[1]);
}

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
            wmi_mdlw_name(t, t->mdl->names[w->name[i]]);
            wmi_writer_bytes(&t->w, text, 1 + wmi_mdl_put_float(text + 1, w->weight[i]));
        }
        /* A line without a word would not count. */
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

/* ---- all of it --------------------------------------------------------- */

void wmi_mdlw_mesh(wmi_mdl_text *t, uint32_t node)
{
    const wm_kotor_mdl_node *n = &t->mdl->tree.nodes[node];
    const wm_kotor_mesh *m = n->mesh;
    wmi_arena scratch;
    mesh_header(t, m);
    if (m->dangly) {
        wmi_mdlw_floats(t, "displacement", &m->dangly->displacement, 1);
        wmi_mdlw_floats(t, "tightness", &m->dangly->tightness, 1);
        wmi_mdlw_floats(t, "period", &m->dangly->period, 1);
    }
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
