/* waymark diff: how two files differ in meaning. */
#include <string.h>

#include "cli.h"

static wm_kotor_bwm *load(cli *c, const char *file, wm_buffer *bytes)
{
    if (!cli_load(file, stderr, bytes))
        return NULL;
    return cli_read_walkmesh(c, bytes, file, stderr, NULL);
}

static void print_json(const cli *c, const wm_diff *diff, bool identical)
{
    cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray();
    json_add(o, "file", json_text(c->files[0]));
    json_add(o, "other", json_text(c->files[1]));
    json_add(o, "identical", cJSON_CreateBool(identical));
    json_add(o, "equal", cJSON_CreateBool(diff->count == 0));
    for (uint32_t i = 0; i < diff->count; i++) {
        cJSON *item = cJSON_CreateObject();
        json_add(item, "field", json_text(diff->items[i].field));
        json_add(item, "count", json_uint(diff->items[i].count));
        json_add(item, "message", json_text(diff->items[i].message));
        cJSON_AddItemToArray(list, item);
    }
    json_add(o, "differences", list);
    json_print(o, stdout);
}

static void print_words(const cli *c, const wm_diff *diff, bool identical)
{
    if (diff->count == 0)
        printf("%s and %s: %s\n", c->files[0], c->files[1],
               identical ? "identical" : "the same in meaning, other bytes");
    else
        printf("%s and %s differ:\n", c->files[0], c->files[1]);
    for (uint32_t i = 0; i < diff->count; i++)
        printf("  %s: %s\n", diff->items[i].field, diff->items[i].message);
}

static int run(cli *c)
{
    wm_buffer bytes[2] = {{0}};
    wm_error error;
    wm_diff diff;
    int code = EXIT_INPUT;
    wm_kotor_bwm *a = load(c, c->files[0], &bytes[0]);
    wm_kotor_bwm *b = a ? load(c, c->files[1], &bytes[1]) : NULL;
    wm_diff_init(&diff, NULL);
    if (b && wm_kotor_bwm_diff(a, b, &diff, &error) == WM_OK) {
        bool identical = bytes[0].size == bytes[1].size &&
                         memcmp(bytes[0].data, bytes[1].data, bytes[0].size) == 0;
        if (c->json)
            print_json(c, &diff, identical);
        else
            print_words(c, &diff, identical);
        code = diff.count ? EXIT_FINDINGS : EXIT_FINE;
    } else if (b) {
        cli_say_error(stderr, c->files[0], &error);
    }
    wm_diff_free(&diff);
    wm_kotor_bwm_free(a);
    wm_kotor_bwm_free(b);
    wm_buffer_free(&bytes[0]);
    wm_buffer_free(&bytes[1]);
    return code;
}

const cli_verb cmd_diff = {
    .name = "diff",
    .synopsis = "[options] FILE OTHER",
    .summary = "say how two files differ in meaning",
    .details = "Faces are matched by where they are, so another order of vertices or faces is one\n"
               "remark. Text and binary can be compared with each other. Exit 0 when they mean\n"
               "the same, 1 when they differ.\n\n"
               "  waymark diff before.wok after.wok",
    .min_files = 2,
    .max_files = 2,
    .run = run,
};
