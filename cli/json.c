/* JSON values in the forms that the command prints. cJSON does the writing. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* A failure stays with the file, and is reported at the end. */
static wm_status put(void *file, const void *data, size_t size)
{
    fwrite(data, 1, size, file);
    return WM_OK;
}

void json_begin(wm_json_writer *json, FILE *to)
{
    wm_json_writer_init(json, &(wm_json_write_opts){.write = put, .user = to});
    wm_json_begin_object(json, NULL);
}

void json_finish(wm_json_writer *json)
{
    wm_json_end(json);
    wm_status status = wm_json_writer_finish(json, NULL, NULL);
    assert(status == WM_OK);
    (void)status;
    fputc('\n', json->opts.user);
}

cJSON *json_float(float value)
{
    char text[WM_FLOAT_TEXT];
    if (!isfinite(value))
        return cJSON_CreateNull();
    wm_float_format(value, text);
    return cJSON_CreateRaw(text);
}

cJSON *json_double(double value)
{
    return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

cJSON *json_uint(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return cJSON_CreateRaw(text);
}

cJSON *json_vec3(wm_vec3 v)
{
    cJSON *array = cJSON_CreateArray();
    cJSON_AddItemToArray(array, json_float(v.x));
    cJSON_AddItemToArray(array, json_float(v.y));
    cJSON_AddItemToArray(array, json_float(v.z));
    return array;
}

/* Length of the UTF-8 sequence at p, 0 if it is none. */
static size_t utf8(const unsigned char *p)
{
    size_t n = p[0] < 0x80                   ? 1
               : p[0] >= 0xC2 && p[0] < 0xE0 ? 2
               : (p[0] & 0xF0) == 0xE0       ? 3
               : p[0] >= 0xF0 && p[0] < 0xF5 ? 4
                                             : 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if (n == 3 && ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)))
        return 0;
    if (n == 4 && ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F)))
        return 0;
    return n;
}

cJSON *json_text(const char *text)
{
    char *clean = malloc(3 * strlen(text) + 1), *out = clean;
    if (!clean)
        return cJSON_CreateNull();
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = utf8(p);
        if (n) {
            memcpy(out, p, n);
            out += n;
            p += n;
        } else { /* old Windows code pages: mark the byte as unreadable */
            memcpy(out, "\xEF\xBF\xBD", 3);
            out += 3;
            p++;
        }
    }
    *out = '\0';
    cJSON *string = cJSON_CreateString(clean);
    free(clean);
    return string;
}

void json_add(cJSON *object, const char *name, cJSON *value)
{
    cJSON_AddItemToObject(object, name, value);
}

void json_print(cJSON *object, FILE *to)
{
    char *text = cJSON_PrintUnformatted(object);
    if (text)
        fprintf(to, "%s\n", text);
    else
        fputs("{\"error\":{\"code\":\"no_memory\"}}\n", to);
    cJSON_free(text);
    cJSON_Delete(object);
}

void cli_put_name(FILE *to, const char *name)
{
    for (; *name; name++)
        fputc((unsigned char)*name < 0x20 || *name == 0x7F ? '?' : *name, to);
}

int json_print_made(wm_status status, wm_buffer *json, const wm_error *error, FILE *to)
{
    if (status != WM_OK) {
        fprintf(to, "{\"error\":{\"code\":\"%s\"}}\n", wm_status_name(error->code));
        return EXIT_INPUT;
    }
    fprintf(to, "%.*s\n", (int)json->size, (const char *)json->data);
    wm_buffer_free(json);
    return EXIT_FINE;
}

void json_print_error(FILE *to, const char *file, const wm_error *fault)
{
    wm_buffer json;
    wm_error error;
    json_print_made(wm_error_json(file, fault, &json, &error), &json, &error, to);
}
