/* JSON on the outputs of the command. */
#include <assert.h>

#include "cli.h"

/* A failure is kept in the stream and reported at the end. */
static wm_status put(void *file, const void *data, size_t size)
{
    fwrite(data, 1, size, file);
    return WM_OK;
}

void json_begin(wm_json_writer *json, FILE *to)
{
    json_begin_lines(json, to, false);
}

void json_begin_lines(wm_json_writer *json, FILE *to, bool lines)
{
    cli_set_object_printed();
    wm_json_writer_init(json, &(wm_json_write_opts){.base = {.allocator = cli_allocator()},
                                                    .write = put,
                                                    .user = to,
                                                    .indent = lines});
    wm_json_begin_object(json, NULL);
    wm_json_spread(json);
}

void json_finish(wm_json_writer *json)
{
    wm_json_end(json);
    wm_status status = wm_json_writer_finish(json, NULL, NULL);
    assert(status == WM_OK);
    (void)status;
    fputc('\n', json->opts.user);
}

void json_vectors(wm_json_writer *json, const char *name, const wm_vec3 *values, uint32_t count)
{
    wm_json_begin_array(json, name);
    for (uint32_t i = 0; values && i < count; i++)
        wm_json_add_vec3(json, NULL, values[i]);
    wm_json_end(json);
}

void json_diff(wm_json_writer *json, const char *name, const wm_diff *diff)
{
    wm_json_begin_array(json, name);
    for (uint32_t i = 0; i < diff->count; i++) {
        wm_json_begin_object(json, NULL);
        wm_json_add_text(json, "field", diff->items[i].field);
        wm_json_add_uint(json, "count", diff->items[i].count);
        wm_json_add_text(json, "message", diff->items[i].message);
        wm_json_end(json);
    }
    wm_json_end(json);
}

int json_print_made(wm_status status, wm_buffer *json, const wm_error *error, FILE *to)
{
    cli_set_object_printed();
    if (status != WM_OK) {
        fprintf(to, "{\"error\":{\"code\":\"%s\"}}\n", wm_status_name(error->code));
        return cli_fail_on(CLI_READING, NULL, error);
    }
    fprintf(to, "%.*s\n", (int)json->size, (const char *)json->data);
    wm_buffer_free(json);
    return EXIT_FINE;
}

void json_print_error(FILE *to, const char *file, const wm_error *fault)
{
    wm_buffer json;
    wm_error error;
    json_print_made(wm_error_json(file, fault, CLI_WRITE_OPTS, &json, &error), &json, &error, to);
}
