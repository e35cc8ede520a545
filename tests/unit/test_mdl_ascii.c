/* Model texts: every keyword of the dialect, and animations. Their lines and faults are in
 * test_mdl_ascii_lines.c. */
#include <math.h>

#include "mdl_ascii.h"

/* ---- header ------------------------------------------------------------ */

static void header_keywords(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(
        "# a comment\nfiledependancy m NULL.mlk\nNEWMODEL m_odel\nsetsupermodel m_odel S_Female02\n"
        "classification Character\nclassification_unk1 4\nignorefog 1\ncompress_quaternions 1\n"
        "headlink 1\nsetanimationscale 0.5\nlayoutposition 1 2 3\nbumpmapped_texture skin01\n"
        "beginmodelgeom m\nbmin -1 -2 -3\nbmax 4 5 6\nradius 9\nnode dummy m\nparent "
        "NULL\nendnode\n"
        "name ghost\nnode dummy Neck_g\nparent m\nendnode\n" END);
    assert_string_equal(m->geometry.name, "m_odel");
    assert_string_equal(m->supermodel, "S_Female02");
    assert_int_equal(m->classification, 4);
    assert_int_equal(m->subclassification, 4);
    assert_int_equal(m->fog, 0);
    assert_int_equal(m->head_link, 1);
    assert_true(m->scale == 0.5f && m->radius == 9 && m->min.y == -2 && m->max.z == 6);
    assert_int_equal(m->name_count, 3);
    assert_string_equal(m->names[1], "ghost");
    assert_int_equal(m->tree.count, 2);
    assert_int_equal(m->tree.nodes[1].name, 2);
    wm_kotor_mdl_free(m);
}

static void classifications(void **state)
{
    static const struct {
        const char *name;
        uint8_t value;
    } known[] = {{"Effect", 1}, {"TILE", 2},        {"character", 4},
                 {"Door", 8},   {"Lightsaber", 16}, {"Placeable", 32},
                 {"Flyer", 64}, {"Other", 0},       {"Item", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[256];
        snprintf(text, sizeof text, "classification %s\n" ROOT END, known[i].name);
        wm_kotor_mdl *m = read_text(text);
        assert_int_equal(m->classification, known[i].value);
        wm_kotor_mdl_free(m);
    }
}

/* ---- nodes ------------------------------------------------------------- */

static void mesh_keywords(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(
        ROOT "node trimesh box\nparent m\nposition 1 2 3\norientation 0 0 1 1.5707963267948966\n"
             "scale 2\nalpha 0.5\nwirecolor 1 1 1\nselfillumcolor 0.1 0.2 0.3\n"
             "diffuse 0.4 0.5 0.6\nambient 0.7 0.8 0.9\nspecular 0 0 0\nshininess 1\nrender 0\n"
             "shadow 1\nbeaming 1\nlightmapped 1\nrotatetexture 1\nm_bIsBackgroundGeometry 1\n"
             "transparencyhint 3\ntangentspace 1\ninv_count 77\nbmin -1 -1 -1\nbmax 5 5 5\n"
             "average 1 1 0\nradius 4\nanimateuv 1\nuvdirectionx 0.25\nuvdirectiony 0.75\n"
             "uvjitter 2\nuvjitterspeed 3\nbitmap stone\nbitmap2 light\n" TRIANGLE
             "tverts1 3\n0 0 0\n0.5 0 0\n0 0.5 0\ntexindices1 1\n2 1 0\nendnode\n" END);
    const wm_kotor_mdl_node *n = node(m, 1);
    const wm_kotor_mesh *x = n->mesh;
    float uv[2];
    assert_int_equal(n->flags, WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH);
    assert_true(n->position.y == 2 && fabsf(n->orientation.z - 0.70710678f) < 1e-7f);
    assert_true(values(n, 36, 1)[0] == 2 && values(n, 132, 1)[0] == 0.5f);
    assert_true(values(n, 100, 3)[2] == 0.3f && values(n, 8, 3)[0] == 1);
    assert_true(x->diffuse.y == 0.5f && x->ambient.z == 0.9f);
    assert_true(!x->render && x->shadow && x->beaming && x->lightmapped && x->rotate_texture);
    assert_true(x->background && x->transparency_hint == 3 && x->inverted[0] == 77);
    assert_true(x->min.x == -1 && x->max.x == 5 && x->average.x == 1 && x->radius == 4);
    assert_true(x->animate_uv == 1 && x->uv_direction[0] == 0.25f && x->uv_direction[1] == 0.75f);
    assert_true(x->uv_jitter == 2 && x->uv_jitter_speed == 3);
    assert_string_equal(x->texture[0], "stone");
    assert_string_equal(x->texture[1], "light");
    assert_true(x->row_flags & WM_KOTOR_MDX_TANGENT);
    assert_true(wm_kotor_mesh_uv(x, x->faces[0].vertex[0], 1, uv) && uv[1] == 0.5f);
    assert_int_equal(x->faces[0].material, 4);
    /* BioWare's order: position, orientation, alpha, scale, selfillumcolor */
    static const uint32_t order[] = {8, 20, 132, 36, 100};
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(n->controllers[i].type, order[i]);
    wm_kotor_mdl_free(m);
}

static void mesh_spellings(void **state)
{
    (void)state;
    wm_kotor_mdl *m =
        read_text(ROOT "node trimesh a\nparent m\ntexture0 x\ntexture1 y\n"
                       "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n"
                       "0 1 2 1 0 1 2 2 1 0 9\ntverts 3\n0 0 7\n1 0 7\n0 1 7\n"
                       "lightmaptverts 3\n0.5 0\n0.25 0\n0.125 0\nendnode\n"
                       "node trimesh b\nparent m\nbitmap x\nlightmap y\n"
                       "multimaterial 2\nstone\nwood\ncenter undefined\n"
                       "inheritcolor 0\ntilefade 0\nroomlinks 1\n0 3\n" TRIANGLE
                       "colors 3\n1 0 0\n0 1 0\n0 0 1\ncolorindices 1\n0 1 2\n"
                       "tverts2 3\n0 0\n0 0\n0 0\ntexindices2 1\n0 1 2\n"
                       "tverts3 3\n0 0\n0 0\n0 0\ntexindices3 1\n0 1 2\nendnode\n" END);
    float uv[2];
    const wm_kotor_mesh *x = node(m, 1)->mesh;
    assert_string_equal(x->texture[0], "x");
    assert_string_equal(x->texture[1], "y");
    assert_true(wm_kotor_mesh_uv(x, x->faces[0].vertex[0], 1, uv) && uv[0] == 0.125f);
    assert_int_equal(x->faces[0].material, 9);
    x = node(m, 2)->mesh;
    assert_string_equal(x->texture[1], "y");
    assert_int_equal(x->face_count, 1);
    wm_kotor_mdl_free(m);
}

static void second_game(void **state)
{
    (void)state;
    wm_kotor_mdl *m =
        read_text(ROOT "node trimesh a\nparent m\ndirt_enabled 1\ndirt_texture 2\n"
                       "dirt_worldspace 3\nhologram_donotdraw 1\n" TRIANGLE "endnode\n" END);
    const wm_kotor_mesh *x = node(m, 1)->mesh;
    assert_int_equal(m->game, WM_KOTOR_GAME_2);
    assert_true(x->dirt_enabled == 1 && x->dirt_texture == 2 && x->dirt_space == 3 &&
                x->hide_in_holograms == 1);
    wm_kotor_mdl_free(m);
    /* MDLedit spells one keyword in its own way, and writes those of K2 for K1 too. */
    m = read_text(ROOT "node trimesh a\nparent m\nm_blsBackgroundGeometry 1\ndirt_enabled 0\n"
                       "dirt_texture 0\ndirt_worldspace 0\nhologram_donotdraw 0\n" TRIANGLE
                       "endnode\n" END);
    assert_int_equal(m->game, WM_KOTOR_GAME_1);
    assert_int_equal(node(m, 1)->mesh->background, 1);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_text_read_opts opts = {.game = WM_KOTOR_GAME_2,
                                        .platform = WM_KOTOR_PLATFORM_XBOX};
    m = read_as(ROOT "node trimesh a\nparent m\n" TRIANGLE "endnode\n" END, &opts);
    assert_string_equal(wm_kotor_mdl_variant(m), "k2-xbox");
    wm_kotor_mdl_free(m);
}

static void parts_of_meshes(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(
        ROOT "node dummy bone1\nparent m\nendnode\nnode dummy bone2\nparent m\nposition 1 0 0\n"
             "endnode\nnode skin s\nparent m\n" TRIANGLE
             "weights 3\nbone1 1\nbone1 0.25 BONE2 0.75\n\"bone2\" 1\nendnode\n"
             "node danglymesh d\nparent m\ndisplacement 1\ntightness 2\nperiod 3\n" TRIANGLE
             "constraints 3\n0\n128\n255\nendnode\n"
             "node aabb w\nparent m\n" TRIANGLE "aabb 0 0 0 4 4 0 0\nendnode\n"
             "node animmesh a\nparent m\n" TRIANGLE "endnode\n" END);
    int slot[4];
    float weight[4];
    const wm_kotor_mesh *s = node(m, 3)->mesh, *d = node(m, 4)->mesh, *w = node(m, 5)->mesh;
    assert_true(wm_kotor_mesh_weights(m, s, 1, slot, weight));
    assert_true(weight[0] == 0.75f && weight[1] == 0.25f && slot[2] == -1);
    assert_string_equal(m->names[s->skin->slots[slot[0]]], "bone2");
    assert_true(d->dangly->displacement == 1 && d->dangly->tightness == 2);
    assert_true(d->dangly->period == 3 && d->dangly->constraints[1] == 128);
    assert_int_equal(w->aabb_count, 1);
    assert_int_equal(w->aabbs[0].face, 0);
    assert_true(node(m, 6)->flags & WM_KOTOR_NODE_ANIM);
    assert_non_null(node(m, 6)->mesh->anim);
    wm_kotor_mdl_free(m);
}

static void light_keywords(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(
        ROOT "node light l\nparent m\nambientonly 1\nnDynamicType 2\naffectDynamic 1\nshadow 1\n"
             "flare 1\nlightpriority 5\nfadingLight 1\nlensflares 2\ntexturenames 2\nflare1\n"
             "\"two words\"\nflarepositions 2\n0.5\n1\nflaresizes 2\n3\n4\nflarecolorshifts 1\n"
             "1 2 3\nflareradius 7\ncolor 1 0.5 0\nradius 14\nshadowradius 2\n"
             "verticaldisplacement 3\nmultiplier 1.5\nendnode\n" END);
    const wm_kotor_light *l = node(m, 1)->light;
    assert_true(l->ambient_only == 1 && l->dynamic_type == 2 && l->affect_dynamic == 1);
    assert_true(l->shadow == 1 && l->flare == 1 && l->priority == 5 && l->fading == 1);
    assert_true(l->texture_count == 2 && l->position_count == 2 && l->size_count == 2);
    assert_string_equal(l->textures[1], "two words");
    assert_true(l->positions[0] == 0.5f && l->sizes[1] == 4 && l->colours[0].z == 3);
    assert_true(l->flare_radius == 7 && values(node(m, 1), 76, 3)[1] == 0.5f);
    assert_true(values(node(m, 1), 88, 1)[0] == 14 && values(node(m, 1), 96, 1)[0] == 2);
    assert_true(values(node(m, 1), 100, 1)[0] == 3 && values(node(m, 1), 140, 1)[0] == 1.5f);
    wm_kotor_mdl_free(m);
}

static void emitter_keywords(void **state)
{
    (void)state;
    char text[8192];
    static const char *const flags[] = {
        "p2p",          "p2p_sel",       "affectedByWind", "m_isTinted",    "bounce",
        "random",       "inherit",       "inheritvel",     "inherit_local", "splat",
        "inherit_part", "depth_texture", "emitterflag13"};
    for (int bit = 0; bit < 13; bit++) {
        size_t n = (size_t)snprintf(
            text, sizeof text,
            ROOT "node emitter e\nparent m\ndeadspace 1\nblastRadius 2\nblastLength 3\n"
                 "numBranches 4\ncontrolptsmoothing 5\nxgrid 6\nygrid 7\nspawntype 1\n"
                 "update Fountain\nrender Normal\nblend Lighten\ntexture fx_spark\n"
                 "chunkname chunk\ntwosidedtex 1\nloop 1\nrenderorder 9\nm_bFrameBlending 1\n"
                 "m_sDepthTextureName deep\n");
        for (int i = 0; i < 13; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s %s\n", flags[i],
                                  i % 2      ? (i == bit ? "True" : "false")
                                  : i == bit ? "1"
                                             : "0");
        snprintf(text + n, sizeof text - n, "%s", "endnode\n" END);
        wm_kotor_mdl *m = read_text(text);
        const wm_kotor_emitter *e = node(m, 1)->emitter;
        assert_true(e->dead_space == 1 && e->blast_radius == 2 && e->blast_length == 3);
        assert_true(e->branches == 4 && e->control_point_smoothing == 5 && e->x_grid == 6);
        assert_true(e->y_grid == 7 && e->spawn_type == 1 && e->two_sided == 1 && e->loop == 1);
        assert_true(e->render_order == 9 && e->frame_blending == 1);
        assert_string_equal(e->update, "Fountain");
        assert_string_equal(e->render, "Normal");
        assert_string_equal(e->blend, "Lighten");
        assert_string_equal(e->texture, "fx_spark");
        assert_string_equal(e->chunk, "chunk");
        assert_string_equal(e->depth_texture, "deep");
        assert_int_equal(e->flags, 1u << bit);
        wm_kotor_mdl_free(m);
    }
}

static void emitter_controllers(void **state)
{
    static const struct {
        const char *name;
        uint32_t type, columns;
    } known[] = {
        {"alphaEnd", 80, 1},
        {"alphaStart", 84, 1},
        {"birthrate", 88, 1},
        {"bounce_co", 92, 1},
        {"combinetime", 96, 1},
        {"drag", 100, 1},
        {"fps", 104, 1},
        {"frameEnd", 108, 1},
        {"frameStart", 112, 1},
        {"grav", 116, 1},
        {"lifeExp", 120, 1},
        {"mass", 124, 1},
        {"p2p_bezier2", 128, 1},
        {"p2p_bezier3", 132, 1},
        {"particleRot", 136, 1},
        {"randvel", 140, 1},
        {"sizeStart", 144, 1},
        {"sizeEnd", 148, 1},
        {"sizeStart_y", 152, 1},
        {"sizeEnd_y", 156, 1},
        {"spread", 160, 1},
        {"threshold", 164, 1},
        {"velocity", 168, 1},
        {"xsize", 172, 1},
        {"ysize", 176, 1},
        {"blurlength", 180, 1},
        {"lightningDelay", 184, 1},
        {"lightningRadius", 188, 1},
        {"lightningScale", 192, 1},
        {"lightningSubDiv", 196, 1},
        {"lightningzigzag", 200, 1},
        {"alphaMid", 216, 1},
        {"percentStart", 220, 1},
        {"percentMid", 224, 1},
        {"percentEnd", 228, 1},
        {"sizeMid", 232, 1},
        {"sizeMid_y", 236, 1},
        {"m_fRandomBirthRate", 240, 1},
        {"targetsize", 252, 1},
        {"numcontrolpts", 256, 1},
        {"controlptradius", 260, 1},
        {"controlptdelay", 264, 1},
        {"tangentspread", 268, 1},
        {"tangentlength", 272, 1},
        {"colorMid", 284, 3},
        {"colorEnd", 380, 3},
        {"colorStart", 392, 3},
        {"detonate", 502, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 ROOT "node emitter e\nparent m\n%s 1.5 2 3\nendnode\nendmodelgeom m\n"
                      "newanim a m\nlength 1\nnode dummy e\nparent NULL\n%skey\n0 1 2 3\n1 4 5 6\n"
                      "endlist\nendnode\ndoneanim a m\ndonemodel m\n",
                 known[i].name, known[i].name);
        wm_kotor_mdl *m = read_text(text);
        assert_true(values(node(m, 1), known[i].type, known[i].columns)[0] == 1.5f);
        assert_true(values(&m->animations[0].tree.nodes[0], known[i].type,
                           known[i].columns)[known[i].columns] == 4);
        wm_kotor_mdl_free(m);
    }
}

static void reference_keywords(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(ROOT "node reference r\nparent m\nrefModel fx_ref\nreattachable 1\n"
                                     "endnode\n" END);
    assert_string_equal(node(m, 1)->reference->model, "fx_ref");
    assert_int_equal(node(m, 1)->reference->reattachable, 1);
    wm_kotor_mdl_free(m);
}

static void sabers(void **state)
{
    (void)state;
    char text[4096];
    size_t n = (size_t)snprintf(text, sizeof text,
                                ROOT "node trimesh 2081__blade\nparent m\n"
                                     "inv_count 5 6\nverts 16\n");
    for (int i = 0; i < 16; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d %d 0\n", i, i * i);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "faces 12\n5 4 0 1 5 4 0 0\n0 1 5 1 0 1 5 0\n13 8 12 1 13 8 12 0\n"
                          "8 13 9 1 8 13 9 0\n6 5 1 1 6 5 1 0\n1 2 6 1 1 2 6 0\n"
                          "10 9 13 1 10 9 13 0\n13 14 10 1 13 14 10 0\n3 6 2 1 3 6 2 0\n"
                          "6 3 7 1 6 3 7 0\n15 11 14 1 15 11 14 0\n10 14 11 1 10 14 11 0\n"
                          "tverts 16\n");
    for (int i = 0; i < 16; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "0 0.%02d\n", i);
    snprintf(text + n, sizeof text - n, "%s",
             "endnode\nnode dummy tip\nparent 2081__blade\nendnode\n" END);
    wm_kotor_mdl *m = read_text(text);
    const wm_kotor_saber *s = node(m, 1)->mesh->saber;
    assert_string_equal(m->names[1], "blade");
    assert_non_null(s);
    assert_int_equal(node(m, 2)->parent, 1);
    assert_true(s->inverted[0] == 5 && s->inverted[1] == 6);
    assert_true(s->positions[95].x == 15 && s->positions[8].x == 0 && s->positions[175].x == 11);
    assert_true(s->uvs[95][1] == 0.15f);
    /* As in the games' sabers, the mesh has the positions too. */
    wm_buffer mdl, mdx;
    assert_int_equal(node(m, 1)->mesh->vertex_count, WM_KOTOR_SABER_VERTICES);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl *back = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(back);
    assert_memory_equal(node(back, 1)->mesh->vertices, s->positions,
                        WM_KOTOR_SABER_VERTICES * sizeof *s->positions);
    wm_kotor_mdl_free(back);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(m);
}

static void saber_lists(void **state)
{
    (void)state;
    char text[16384];
    size_t n = (size_t)snprintf(text, sizeof text, "%s",
                                ROOT "node lightsaber blade\nparent m\nsaber_verts 176\n");
    for (int i = 0; i < 176; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d 0 0\n", i);
    n += (size_t)snprintf(text + n, sizeof text - n, "saber_norms 176\n");
    for (int i = 0; i < 176; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "0 0 1\n");
    n += (size_t)snprintf(text + n, sizeof text - n, "tverts 176\n");
    for (int i = 0; i < 176; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "0 %d\n", i);
    snprintf(text + n, sizeof text - n, "%s", "endnode\n" END);
    wm_kotor_mdl *m = read_text(text);
    const wm_kotor_saber *s = node(m, 1)->mesh->saber;
    assert_true(s->positions[100].x == 100 && s->normals[7].z == 1 && s->uvs[20][1] == 20);
    wm_kotor_mdl_free(m);
}

/* ---- animations -------------------------------------------------------- */

static void animations(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(
        ROOT "node trimesh a\nparent m\nposition 1 2 3\n" TRIANGLE "endnode\nendmodelgeom m\n"
             "newanim walk m\nlength 2\ntranstime 0.25\nanimroot m\nevent 0.5 snd_step\n"
             "eventlist\n1 hit\n1.5 \"big bang\"\nendlist\n"
             "node dummy m\nparent NULL\nendnode\nnode trimesh a\nparent m\n"
             "positionkey 2\n0 1 2 3\n1 2 2 3.5\norientationkey\n0 0 0 1 0.5\nendlist\n"
             "alphakey 1\n0 0.5\nendlist\nselfillumcolorkey\n0 1 1 1\nendlist\n"
             "scalekey\n0 1\nendlist\ncontroller77key\n0 1 2\nendlist\nendnode\ndoneanim walk m\n"
             "newanim wave m\nlength 1\nnode dummy A\nparent NULL\n"
             "positionbezierkey\n0 1 2 3 4 5 6 7 8 9\nendlist\nextra_data 4\nendnode\n"
             "node dummy m\nparent a\ncontrollerless_positionkey\n0 1 2 3\nendlist\nendnode\n"
             "doneanim wave m\ndonemodel m\n");
    assert_int_equal(m->animation_count, 2);
    const wm_kotor_animation *a = &m->animations[0];
    assert_string_equal(a->geometry.name, "walk");
    assert_string_equal(a->root, "m");
    assert_true(a->length == 2 && a->transition == 0.25f && a->event_count == 3);
    assert_true(a->events[2].time == 1.5f);
    assert_string_equal(a->events[2].name, "big bang");
    const wm_kotor_mdl_node *n = &a->tree.nodes[1];
    assert_int_equal(n->flags, WM_KOTOR_NODE_HEADER);
    const float *p = values(n, 8, 3);
    assert_true(p[0] == 0 && p[3] == 1 && p[5] == 0.5f); /* what they add to 1 2 3 */
    assert_true(fabsf(values(n, 20, 4)[2] - 0.24740396f) < 1e-7f);
    assert_true(values(n, 132, 1)[0] == 0.5f && values(n, 77, 2)[1] == 2);
    assert_int_equal(n->controllers[0].unknown, 16);
    assert_int_equal(n->controllers[1].unknown, 28);
    assert_int_equal(n->controllers[2].unknown, 0xFFFF);
    n = &m->animations[1].tree.nodes[0];
    assert_int_equal(n->controllers[0].columns, 19);
    assert_true(n->data[1] == 0 && n->data[4] == 4 && n->data[9] == 9);
    assert_int_equal(m->animations[1].tree.nodes[1].data_count, 0);
    wm_kotor_mdl_free(m);
}

static void packed_orientations(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text("compress_quaternions 1\n" ROOT "endmodelgeom m\nnewanim a m\n"
                                "node dummy m\nparent NULL\norientationkey\n0 1 0 0 0.3\nendlist\n"
                                "endnode\ndoneanim a m\n");
    const wm_kotor_mdl_node *n = &m->animations[0].tree.nodes[0];
    uint32_t word;
    memcpy(&word, n->data + 1, 4);
    assert_int_equal(n->controllers[0].columns, 2);
    float q[4] = {0.14943813f, 0, 0, 0.98877108f};
    assert_int_equal(word, wm_kotor_quat_pack(q));
    wm_kotor_mdl_free(m);
}

static void animations_before_the_geometry(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text("newanim a m\nlength 3\nnode dummy b\nparent NULL\n"
                                "positionkey\n0 2 0 0\nendlist\nendnode\ndoneanim a m\n" ROOT
                                "node dummy b\nparent m\nposition 1 0 0\nendnode\n" END);
    assert_int_equal(m->animation_count, 1);
    assert_true(values(&m->animations[0].tree.nodes[0], 8, 3)[0] == 1);
    wm_kotor_mdl_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_keywords),
        cmocka_unit_test(classifications),
        cmocka_unit_test(mesh_keywords),
        cmocka_unit_test(mesh_spellings),
        cmocka_unit_test(second_game),
        cmocka_unit_test(parts_of_meshes),
        cmocka_unit_test(light_keywords),
        cmocka_unit_test(emitter_keywords),
        cmocka_unit_test(emitter_controllers),
        cmocka_unit_test(reference_keywords),
        cmocka_unit_test(sabers),
        cmocka_unit_test(saber_lists),
        cmocka_unit_test(animations),
        cmocka_unit_test(packed_orientations),
        cmocka_unit_test(animations_before_the_geometry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
