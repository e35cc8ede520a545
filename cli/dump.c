/* Printing documents as JSON, bit by bit. */
#include "dump.h"

static void new_line(const dump *d)
{
    if (d->lines)
        fprintf(d->to, "\n%*s", 2 * d->depth, "");
}

static void put(const dump *d, cJSON *value)
{
    char *text = cJSON_PrintUnformatted(value);
    fputs(text ? text : "null", d->to);
    cJSON_free(text);
    cJSON_Delete(value);
}

void dump_name(dump *d, const char *name)
{
    if (!d->first)
        fputc(',', d->to);
    d->first = false;
    new_line(d);
    fprintf(d->to, "\"%s\":%s", name, d->lines ? " " : "");
}

void dump_member(dump *d, const char *name, cJSON *value)
{
    dump_name(d, name);
    put(d, value);
}

void dump_open_object(dump *d)
{
    fputc('{', d->to);
    d->depth++;
    d->first = true;
}

void dump_close_object(dump *d)
{
    d->depth--;
    d->first = false;
    new_line(d);
    fputc('}', d->to);
}

void dump_rows(dump *d, const char *name, uint32_t count, dump_row row, const void *document)
{
    dump_name(d, name);
    fputc('[', d->to);
    d->depth++;
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            fputc(',', d->to);
        new_line(d);
        put(d, row(document, i));
    }
    d->depth--;
    if (count)
        new_line(d);
    fputc(']', d->to);
}

cJSON *json_index(uint32_t value)
{
    return value == WM_NO_INDEX ? cJSON_CreateNull() : json_uint(value);
}

cJSON *json_indices(const uint32_t *values, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, json_index(values[i]));
    return array;
}

cJSON *json_floats(const float *values, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, json_float(values[i]));
    return array;
}
