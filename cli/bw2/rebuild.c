/* waymark rebuild for Black & White 2 models. */
#include "bw2/bw2.h"
#include "kotor/edit.h"

enum { FIELDS = 6, MESSAGE = 128 };

/* What a rebuild changed, in words. */
typedef struct changes {
    wm_difference items[FIELDS];
    char messages[FIELDS][MESSAGE];
    uint32_t count;
} changes;

/* Room for the message of a change; NULL if there is none. */
static char *add(changes *to, const char *field, uint32_t count)
{
    if (!count)
        return NULL;
    char *message = to->messages[to->count];
    to->items[to->count++] = (wm_difference){.field = field, .count = count, .message = message};
    return message;
}

static void add_count(changes *to, const char *field, uint32_t count, const char *one,
                      const char *many)
{
    char *message = add(to, field, count);
    if (message)
        snprintf(message, MESSAGE, "%u %s", (unsigned)count, cli_word(count, one, many));
}

/* The two sizes of the header count as one change. */
static void add_sizes(changes *to, const wm_bw2_model *was, const wm_bw2_model *now)
{
    bool size = was->size != now->size, tables = was->metadata_size != now->metadata_size;
    char *message = add(to, "sizes", size || tables);
    int n = 0;
    if (size)
        n = snprintf(message, MESSAGE, "file size %u instead of %u", (unsigned)now->size,
                     (unsigned)was->size);
    if (tables)
        snprintf(message + n, (size_t)(MESSAGE - n), "%stable size %u instead of %u",
                 size ? ", " : "", (unsigned)now->metadata_size, (unsigned)was->metadata_size);
}

static void list(changes *to, const wm_bw2_model_rebuild_result *r, const wm_bw2_model *was,
                 const wm_bw2_model *now)
{
    add_count(to, "bounds", r->bounds, "block differs", "blocks differ");
    add_count(to, "meshes", r->meshes, "mesh has other counts or ranges",
              "meshes have other counts or ranges");
    add_count(to, "references", r->references, "reference has other counts or ranges",
              "references have other counts or ranges");
    add_count(to, "bones", r->bones, "mesh has another bone range",
              "meshes have another bone range");
    add_sizes(to, was, now);
    char *footprint = add(to, "footprint", r->footprint);
    if (footprint)
        snprintf(footprint, MESSAGE, "another centre or radius");
}

int cli_bw2_rebuild(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    wm_bw2_model_rebuild_result result = {0};
    changes made = {.count = 0};
    int code = EXIT_INPUT;
    const wm_bw2_model_rebuild_opts opts = {.tight = cli_has(c, "tight")};
    wm_bw2_model *model = cli_read_bw2(c, c->files[0], bytes, &error);
    wm_bw2_model was = model ? *model : (wm_bw2_model){.size = 0}; /* only its sizes are used */
    if (!model || wm_bw2_model_rebuild(model, &opts, &result, &error) != WM_OK)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else
        code = cli_save_bw2(c, model, c->files[1]);
    if (code == EXIT_FINE) {
        list(&made, &result, &was, model);
        wm_diff changed = {.items = made.items, .count = made.count};
        cli_say_changes(c, c->files[0], c->files[1], &changed);
    }
    wm_bw2_model_free(model);
    return code;
}
