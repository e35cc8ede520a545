/* waymark diff: how two files differ in meaning. */
#include <string.h>

#include "bw2/bw2.h"
#include "kotor/model.h"
#include "nwn2/nwn2.h"

static void print_json(const cli *c, const wm_diff *diff, bool identical)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "other", c->files[1]);
    wm_json_add_bool(&j, "identical", identical);
    wm_json_add_bool(&j, "equal", diff->count == 0);
    wm_json_begin_array(&j, "differences");
    for (uint32_t i = 0; i < diff->count; i++) {
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "field", diff->items[i].field);
        wm_json_add_uint(&j, "count", diff->items[i].count);
        wm_json_add_text(&j, "message", diff->items[i].message);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    json_finish(&j);
}

static void print_words(const cli *c, const wm_diff *diff, bool identical)
{
    if (diff->count == 0)
        printf("%s and %s: %s\n", c->files[0], c->files[1],
               identical ? "identical" : "the same meaning, different bytes");
    else
        printf("%s and %s differ:\n", c->files[0], c->files[1]);
    for (uint32_t i = 0; i < diff->count; i++)
        printf("  %s: %s\n", diff->items[i].field, diff->items[i].message);
}

static wm_status compare_walkmeshes(cli *c, const wm_buffer bytes[2], wm_diff *diff,
                                    wm_error *error, int *at)
{
    wm_kotor_bwm *mesh[2] = {NULL, NULL};
    wm_status status = WM_BAD_VALUE;
    for (*at = 0; *at < 2; ++*at)
        if (!(mesh[*at] = cli_read_walkmesh(c, &bytes[*at], c->files[*at], error)))
            break;
    if (*at == 2) {
        *at = 0;
        status = wm_kotor_bwm_diff(mesh[0], mesh[1], diff, error);
    }
    wm_kotor_bwm_free(mesh[0]);
    wm_kotor_bwm_free(mesh[1]);
    return status;
}

static wm_status compare_terrain(cli *c, const wm_buffer bytes[2], wm_diff *diff, wm_error *error,
                                 int *at)
{
    wm_nwn2_trn *trn[2] = {NULL, NULL};
    wm_status status = WM_BAD_VALUE;
    (void)c;
    for (*at = 0; *at < 2; ++*at)
        if (!(trn[*at] = cli_read_trn(&bytes[*at], error)))
            break;
    if (*at == 2) {
        *at = 0;
        status = wm_nwn2_trn_diff(trn[0], trn[1], diff, error);
    }
    wm_nwn2_trn_free(trn[0]);
    wm_nwn2_trn_free(trn[1]);
    return status;
}

/* A text has none. */
static bool same_mdx(const wm_companion *a, const wm_companion *b)
{
    size_t size = a ? a->found.size : 0, other = b ? b->found.size : 0;
    return size == other && (size == 0 || memcmp(a->found.data, b->found.data, size) == 0);
}

static wm_status compare_models(cli *c, const wm_buffer bytes[2], wm_diff *diff, wm_error *error,
                                int *at)
{
    wm_document *model[2] = {NULL, NULL};
    wm_status status = WM_BAD_VALUE;
    for (*at = 0; *at < 2; ++*at)
        if (!(model[*at] = cli_open_model(c, &bytes[*at], c->files[*at], NULL, error)))
            break;
    if (*at == 2) {
        *at = 0;
        status = wm_kotor_mdl_diff(model[0]->mdl, model[1]->mdl, diff, error);
        /* The caller compares the bytes of the MDL; the MDX counts too. */
        if (status == WM_OK && diff->count == 0 && !same_mdx(model[0]->mdx, model[1]->mdx))
            *at = 1;
    }
    wm_document_free(model[0]);
    wm_document_free(model[1]);
    return status;
}

static wm_status compare_bw2(cli *c, const wm_buffer bytes[2], wm_diff *diff, wm_error *error,
                             int *at)
{
    wm_bw2_model *model[2] = {NULL, NULL};
    wm_status status = WM_BAD_VALUE;
    (void)c;
    for (*at = 0; *at < 2; ++*at)
        if (!(model[*at] = cli_read_bw2(&bytes[*at], error)))
            break;
    if (*at == 2) {
        *at = 0;
        status = wm_bw2_model_diff(model[0], model[1], diff, error);
    }
    wm_bw2_model_free(model[0]);
    wm_bw2_model_free(model[1]);
    return status;
}

typedef wm_status (*comparer)(cli *c, const wm_buffer bytes[2], wm_diff *diff, wm_error *error,
                              int *at);

static comparer comparer_of(const wm_buffer *bytes)
{
    switch (wm_detect(bytes->data, bytes->size)) {
    case WM_FORMAT_NWN2_TRN: return compare_terrain;
    case WM_FORMAT_BW2_MODEL: return compare_bw2;
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return compare_models;
    default: return compare_walkmeshes;
    }
}

static int run(cli *c)
{
    wm_buffer bytes[2] = {{0}};
    wm_error error;
    wm_diff diff;
    int code = EXIT_INPUT, at = 0; /* index of the file with the error; 1 if companions differ */
    bool loaded = cli_load(c->files[0], &bytes[0]) && cli_load(c->files[1], &bytes[1]);
    wm_diff_init(&diff, NULL);
    if (loaded && comparer_of(&bytes[0])(c, bytes, &diff, &error, &at) == WM_OK) {
        bool identical = at == 0 && bytes[0].size == bytes[1].size &&
                         memcmp(bytes[0].data, bytes[1].data, bytes[0].size) == 0;
        if (c->json)
            print_json(c, &diff, identical);
        else
            print_words(c, &diff, identical);
        code = diff.count ? EXIT_FINDINGS : EXIT_FINE;
    } else if (loaded) {
        code = cli_fail_on(CLI_READING, c->files[at], &error);
    }
    wm_diff_free(&diff);
    wm_buffer_free(&bytes[0]);
    wm_buffer_free(&bytes[1]);
    return code;
}

const cli_verb cmd_diff = {
    .name = "diff",
    .synopsis = "[options] FILE OTHER",
    .summary = "show how two files differ in meaning",
    .details =
        "Compares what the files mean, not their bytes. Faces are matched by position, so a\n"
        "different order of vertices or faces is one difference. Text and binary can be\n"
        "compared. TRN, TRX and Black & White 2 models are compared table by table; what the\n"
        "games' tools leave to chance is ignored. Nodes, animations and entities are matched by\n"
        "name.\n\n"
        "Exits with 0 if the files mean the same and with 1 if they differ.\n\n"
        "  waymark diff before.wok after.wok",
    .min_files = 2,
    .max_files = 2,
    .run = run,
};
