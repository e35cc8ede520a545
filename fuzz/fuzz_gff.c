/* GFF: queries every struct for the fields of a GIT, and reads the cutters and placeables. */
#include <math.h>

#include "fuzz.h"

static void ask(const wm_gff *g)
{
    static const char *const labels[] = {"TriggerList", "Geometry", "Type", "XPosition", "PointX"};
    uint32_t count = wm_gff_struct_count(g);
    for (uint32_t s = 0; s < count && s < 64; s++)
        for (size_t k = 0; k < sizeof labels / sizeof *labels; k++) {
            wm_gff_value v;
            if (!wm_gff_find(g, s, labels[k], &v))
                continue;
            FUZZ_CHECK(v.kind != WM_GFF_KIND_STRUCT || v.structure < count);
            for (uint32_t i = 0; v.kind == WM_GFF_KIND_LIST && i < v.count && i < 64; i++) {
                uint32_t item = wm_gff_list_item(g, &v, i);
                FUZZ_CHECK(item < count || item == WM_NO_INDEX);
            }
        }
}

/* Every field, whose bytes must be in the file. */
static void ask_all(const wm_gff *g)
{
    char label[WM_GFF_LABEL_SIZE];
    volatile uint8_t last = 0;
    for (uint32_t s = 0; s < wm_gff_struct_count(g) && s < 64; s++)
        for (uint32_t i = 0; i < wm_gff_field_count(g, s); i++) {
            wm_gff_value v;
            if (wm_gff_field(g, s, i, label, &v) && v.text && v.count)
                last = (uint8_t)v.text[v.count - 1];
        }
    (void)last;
}

static void describe(const wm_gff *g)
{
    wm_report report;
    wm_buffer json;
    wm_report_init(&report, NULL);
    FUZZ_CHECK(wm_gff_check(g, NULL, &report, NULL) == WM_OK);
    FUZZ_CHECK(wm_gff_info(g, NULL, &json, NULL) == WM_OK);
    wm_buffer_free(&json);
    wm_report_free(&report);
}

static void walk_objects(const wm_kotor_git *git)
{
    wm_report report;
    uint32_t count = 0;
    for (int k = 0; git && k < WM_KOTOR_OBJECT_KINDS; k++) {
        FUZZ_CHECK(git->first[k] == count);
        count += git->count[k];
    }
    FUZZ_CHECK(!git || count == git->object_count);
    wm_report_init(&report, NULL);
    FUZZ_CHECK(!git || wm_kotor_git_check(git, NULL, &report, NULL) == WM_OK);
    wm_report_free(&report);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_gff *g = wm_gff_read(data, size, NULL, NULL);
    wm_nwn2_cutters *c = wm_nwn2_cutters_read(data, size, NULL, NULL);
    wm_nwn2_placeables *p = wm_nwn2_placeables_read(data, size, NULL, NULL);
    if (g) {
        ask(g);
        ask_all(g);
        describe(g);
    }
    FUZZ_CHECK(g || (!c && !p));
    FUZZ_CHECK(!p || p->count + p->left_out + p->skipped == p->total);
    for (uint32_t i = 0; p && i < p->count; i++)
        FUZZ_CHECK(isfinite(p->items[i].position.x) && isfinite(p->items[i].scale.z));
    for (uint32_t i = 0; c && i < c->count; i++) {
        FUZZ_CHECK(c->polygons[i].count >= 3);
        for (uint32_t k = 0; k < c->polygons[i].count; k++)
            FUZZ_CHECK(isfinite(c->polygons[i].points[k].x) &&
                       isfinite(c->polygons[i].points[k].y));
    }
    wm_kotor_git *objects = wm_kotor_git_read(data, size, NULL, NULL);
    FUZZ_CHECK(!objects || wm_kotor_git_detect(data, size));
    walk_objects(objects);
    wm_kotor_git_free(objects);
    wm_nwn2_placeables_free(p);
    wm_nwn2_cutters_free(c);
    wm_gff_free(g);
}
