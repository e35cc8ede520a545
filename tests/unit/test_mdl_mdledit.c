/* Keywords that only MDLedit writes: stored values are used as long as they match. */
#include "base/internal.h"
#include "support.h"

#define ROOT                                                                                       \
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
#define END "endmodelgeom m\ndonemodel m\n"
#define TWO                                                                                        \
    "verts 4\n0 0 0\n4 0 0\n4 4 0\n0 4 0\nfaces 2\n0 1 2 1 0 1 2 4\n0 2 3 1 0 2 3 4\n"             \
    "tverts 4\n0 0\n1 0\n1 1\n0 1\n"

typedef struct reading {
    wm_kotor_mdl *mdl;
    wm_report report;
} reading;

static reading read_text(const char *text)
{
    reading r;
    wm_error error;
    wm_report_init(&r.report, NULL);
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = &r.report}};
    r.mdl = wm_kotor_mdl_text_read(text, strlen(text), &opts, &error);
    if (!r.mdl)
        fail_msg("line %u column %u: %s", (unsigned)error.line, (unsigned)error.column,
                 error.message);
    wm_report_finish(&r.report);
    return r;
}

static void done(reading *r)
{
    wm_kotor_mdl_free(r->mdl);
    wm_report_free(&r->report);
}

/* The line of the only finding; 0 if there is none. */
static uint32_t ignored_line(const reading *r)
{
    if (!r->report.count)
        return 0;
    assert_int_equal(r->report.count, 1);
    assert_int_equal(r->report.issues[0].code, WM_KOTOR_MDL_TEXT_IGNORED);
    return r->report.issues[0].line;
}

static void headers(void **state)
{
    (void)state;
    reading r = read_text(
        "newmodel m\ngame kotor2\nplatform pc\nsetsupermodel m custom\ntotalnodes 300\n"
        "geometryheaderpadding 1 2 255\nsupermodelreference 4000000000\nbeginmodelgeom m\n"
        "node dummy m\nparent NULL\nnodepadding 7\nendnode\nendmodelgeom m\n"
        "newanim a m\nlength 1\nanimheader 1 2 3 4 5 6 7 8 9\nnode dummy m\nparent NULL\n"
        "extra_data 2\n  0.5\n  nan\nendnode\ndoneanim a m\ndonemodel m\n");
    const wm_kotor_mdl *m = r.mdl;
    assert_int_equal(r.report.count, 0);
    assert_int_equal(m->game, WM_KOTOR_GAME_2);
    assert_int_equal(m->geometry.node_count, 300);
    assert_true(m->geometry.pad[0] == 1 && m->geometry.pad[2] == 255);
    assert_int_equal(m->super_pointer, 4000000000u);
    assert_int_equal(m->tree.nodes[0].pad_6, 7);
    const wm_kotor_animation *a = &m->animations[0];
    assert_true(a->geometry.references == 4 && a->geometry.pad[2] == 8 && a->unknown == 9);
    assert_true(a->tree.nodes[0].data_count == 2 && a->tree.nodes[0].data[0] == 0.5f);
    done(&r);
    r = read_text(
        "newmodel m\ngame kotor1\nsetsupermodel m NULL\nbeginmodelgeom m\nnode trimesh m\n"
        "parent NULL\ndirt_enabled 1\n" TWO "endnode\n" END);
    assert_int_equal(r.mdl->game, WM_KOTOR_GAME_1); /* the keyword wins over those of meshes */
    done(&r);
    r = read_text(
        "newmodel m\ngame jade\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n" END);
    assert_int_equal(ignored_line(&r), 2);
    done(&r);
}

static void normals_are_those_of_the_text(void **state)
{
    static const char text[] =
        ROOT "node trimesh a\nparent m\ntangentspace 1\n" TWO
             "normalindices 2\n0 1 2\n0 2 3\nnormals 4\n1 0 0\n0 1 0\n0 0 -1\n0.6 0 0.8\n"
             "tangentbasis 4\n1 2 3 4 5 6 7 8 9\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n"
             "0 0 0 0 0 0 0 0 0\nendnode\n" END;
    wm_vec3 v;
    (void)state;
    reading r = read_text(text);
    const wm_kotor_mesh *x = r.mdl->tree.nodes[1].mesh;
    assert_int_equal(r.report.count, 0);
    assert_int_equal(x->vertex_count, 4);
    assert_true(wm_kotor_mesh_normal(r.mdl, x, 0, &v) && v.x == 1);
    assert_true(wm_kotor_mesh_normal(r.mdl, x, 2, &v) && v.z == -1);
    assert_true(wm_kotor_mesh_normal(r.mdl, x, 3, &v) && v.x == 0.6f && v.z == 0.8f);
    assert_true(wmi_lef32(x->rows + x->row_offset[WM_KOTOR_ROW_TANGENT0] + 20) == 6);
    done(&r);
}

static void normals_need_their_vertices(void **state)
{
    static const struct {
        const char *text;
        uint32_t line;
    } bad[] = {
        {ROOT "node trimesh a\nparent m\n" TWO "normals 3\n1 0 0\n0 1 0\n0 0 -1\nendnode\n" END,
         22},
        {ROOT "node trimesh a\nparent m\n" TWO "normals 4\n1 0 0\n0 1 0\n0 0 -1\n0 0 -1\n"
              "normalindices 2\n0 1 2\n1 2 3\nendnode\n" END,
         22},
        {ROOT "node trimesh a\nparent m\n" TWO "normals 4\n1 0 0\n0 1 0\n0 0 -1\n0 0 -1\n"
              "normalindices 1\n0 1 2\nendnode\n" END,
         22},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wm_vec3 v;
        reading r = read_text(bad[i].text);
        assert_int_equal(ignored_line(&r), bad[i].line);
        assert_true(wm_kotor_mesh_normal(r.mdl, r.mdl->tree.nodes[1].mesh, 0, &v) && v.z == 1);
        done(&r);
    }
}

static void neighbours_need_their_faces(void **state)
{
    (void)state;
    reading r = read_text(ROOT "node trimesh a\nparent m\n" TWO
                               "faceextra 2\n0 0 1 0 -1 0 65535\n0 0 1 0 1 -1 -1\nendnode\n" END);
    const wm_kotor_mdl_face *f = r.mdl->tree.nodes[1].mesh->faces;
    assert_int_equal(r.report.count, 0);
    assert_true(f[0].adjacent[0] == 0xFFFF && f[0].adjacent[1] == 0 && f[1].adjacent[0] == 1);
    done(&r);
    r = read_text(ROOT "node trimesh a\nparent m\n" TWO
                       "faceextra 2\n1 0 0 0 -1 0 -1\n1 0 0 0 1 -1 -1\nendnode\n" END);
    assert_int_equal(ignored_line(&r), 22); /* the faces were rotated */
    assert_int_equal(r.mdl->tree.nodes[1].mesh->faces[0].adjacent[2], 1);
    done(&r);
}

#define KEYS(visible)                                                                              \
    "newmodel m\nbeginmodelgeom m\nnode dummy m\nparent NULL\nposition 1 2 " visible "\n"          \
    "controllerraw 2\n20 65535 1 4 5 4 9 8 7\n8 65535 1 0 1 3 1 2 3\n"                             \
    "controllerdataraw 9\n0\n1065353217\n1073741824\n1077936128\n0\n0\n0\n0\n1065353216\n"         \
    "orientation 0 0 0 0\nendnode\n" END

static void controllers_need_their_values(void **state)
{
    (void)state;
    reading r = read_text(KEYS("3"));
    const wm_kotor_mdl_node *n = &r.mdl->tree.nodes[0];
    uint32_t bits;
    assert_int_equal(r.report.count, 0);
    assert_int_equal(n->controller_count, 2);
    assert_int_equal(n->controllers[0].type, 20); /* in the order of the file */
    assert_int_equal(n->controllers[1].pad[2], 3);
    memcpy(&bits, &n->position.x, sizeof bits);
    assert_int_equal(bits, 1065353217); /* one unit above 1 */
    done(&r);
    r = read_text(KEYS("4"));
    n = &r.mdl->tree.nodes[0];
    assert_int_equal(ignored_line(&r), 6);
    assert_true(n->position.x == 1 && n->position.z == 4 && n->controllers[0].type == 8);
    done(&r);
}

static void skins_keep_their_slots(void **state)
{
    (void)state;
    reading r = read_text(
        ROOT "node dummy one\nparent m\nendnode\nnode dummy two\nparent m\nendnode\n"
             "node skin a\nparent m\n" TWO "weights 4\none 1\ntwo 1\none 1\none 1\n"
             "compactbonemap 16\ntwo\nnull\none\nnull\nnull\nnull\nnull\nnull\nnull\nnull\nnull\n"
             "null\nnull\nnull\nnull\nnull\nendnode\n" END);
    const wm_kotor_skin *s = r.mdl->tree.nodes[3].mesh->skin;
    assert_int_equal(r.report.count, 0);
    assert_true(s->bone_map[2] == 0 && s->bone_map[1] == 2);
    assert_true(s->slots[0] == 2 && s->slots[2] == 1);
    done(&r);
}

static void sabers_have_all_rows(void **state)
{
    char text[32768];
    (void)state;
    size_t n = (size_t)snprintf(text, sizeof text, "%s",
                                ROOT "node lightsaber b\nparent m\nverts 3\n0 0 0\n1 0 0\n0 1 0\n"
                                     "faces 1\n0 1 2 1 0 0 0 1\nsaberdata 176\n");
    for (int i = 0; i < 176; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d 0 0 0.5 %d 0 0 1\n", i, i);
    snprintf(text + n, sizeof text - n, "endnode\n" END);
    reading r = read_text(text);
    const wm_kotor_saber *s = r.mdl->tree.nodes[1].mesh->saber;
    assert_int_equal(r.report.count, 0);
    assert_non_null(s);
    assert_true(s->positions[175].x == 175 && s->uvs[9][1] == 9 && s->normals[100].z == 1);
    done(&r);
}

static void other_words(void **state)
{
    (void)state;
    reading r = read_text(ROOT "node aabb w\nparent m\nmeshpadding3 513\nmeshpadding 0\n" TWO
                               "aabb 3\n0 0 0 4 4 0 -1 1 1 1\n0 0 0 4 4 0 0 0 0 0\n"
                               "0 0 0 4 4 0 1 0 0 0\nroomlinks\n0 3\n4 1\nendlist\nendnode\n"
                               "node emitter e\nparent m\nemitterpadding1 4\nemitterflagsraw 8193\n"
                               "p2p 0\nendnode\n" END);
    const wm_kotor_mesh *x = r.mdl->tree.nodes[1].mesh;
    assert_int_equal(ignored_line(&r), 28); /* room links belong to the walkmesh */
    assert_true(x->aabb_count == 3 && x->aabbs[2].face == 1);
    assert_true(x->dirt_enabled == 1 && x->pad_315 == 2); /* K1 has two pad bytes there */
    assert_int_equal(r.mdl->tree.nodes[2].emitter->flags, 8192);
    assert_int_equal(r.mdl->tree.nodes[2].emitter->pad, 4);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers),
        cmocka_unit_test(normals_are_those_of_the_text),
        cmocka_unit_test(normals_need_their_vertices),
        cmocka_unit_test(neighbours_need_their_faces),
        cmocka_unit_test(controllers_need_their_values),
        cmocka_unit_test(skins_keep_their_slots),
        cmocka_unit_test(sabers_have_all_rows),
        cmocka_unit_test(other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
