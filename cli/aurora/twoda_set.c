/* waymark set on 2DA tables: --cell. */
#include <stdlib.h>
#include <string.h>

#include "aurora/aurora.h"
#include "kotor/edit.h"

typedef struct cell {
    uint32_t row, column;
    const char *text;
} cell;

static bool bad_form(const char *text)
{
    cli_fail(EXIT_USAGE, "--cell takes ROW.COLUMN=TEXT, such as 3.Walk=1, not '%s'", text);
    return false;
}

/* "Walk", or "#1" */
static bool find_column(const wm_2da *t, const char *name, size_t length, cell *to)
{
    char text[80];
    if (length == 0 || length >= sizeof text)
        return false;
    memcpy(text, name, length);
    text[length] = '\0';
    to->column = wm_2da_column(t, text);
    if (to->column == WM_NO_INDEX && text[0] == '#' && strspn(text + 1, "0123456789") > 0 &&
        !text[1 + strspn(text + 1, "0123456789")])
        to->column = (uint32_t)strtoul(text + 1, NULL, 10);
    return to->column < t->column_count;
}

/* "3.Walk=1" */
static bool parse(const wm_2da *t, const char *text, cell *to)
{
    size_t digits = strspn(text, "0123456789");
    const char *equals = strchr(text, '=');
    if (digits == 0 || digits > 9 || text[digits] != '.' || !equals)
        return bad_form(text);
    const char *name = text + digits + 1;
    if (equals <= name)
        return bad_form(text);
    *to = (cell){.row = (uint32_t)strtoul(text, NULL, 10), .text = equals + 1};
    if (find_column(t, name, (size_t)(equals - name), to))
        return true;
    cli_fail(EXIT_USAGE, "--cell %s: there is no column '%.*s'", text, (int)(equals - name), name);
    return false;
}

static void describe(wm_difference *d, char *message, size_t size, const char *column,
                     const cell *at, const char *was)
{
    const char *now = strcmp(at->text, "****") != 0 ? at->text : "";
    snprintf(message, size, "row %u, %.40s: now %s%.60s%s; was %s%.60s%s", (unsigned)at->row,
             column, *now ? "'" : "", *now ? now : "empty", *now ? "'" : "", was ? "'" : "",
             was ? was : "empty", was ? "'" : "");
    *d = (wm_difference){.field = "cells", .count = 1, .message = message};
}

enum { MESSAGE = 240 };

typedef struct changes {
    wm_difference *items;
    char (*messages)[MESSAGE];
    uint32_t count;
} changes;

/* One --cell: replaces *bytes. Cells that have the text already are left alone. */
static int set_one(const cli *c, const char *text, wm_buffer *bytes, changes *list)
{
    wm_error error;
    wm_buffer made;
    cell at;
    const wm_write_opts opts = {.allocator = cli_allocator()};
    wm_2da *t = wm_2da_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    if (!t)
        return cli_fail_on(CLI_READING, c->files[0], &error);
    int code = parse(t, text, &at) ? EXIT_FINE : EXIT_USAGE;
    if (code == EXIT_FINE && wm_2da_set_cell(bytes->data, bytes->size, at.row, at.column, at.text,
                                             &opts, &made, &error) != WM_OK)
        code = cli_fail(error.code == WM_NO_MEMORY ? EXIT_INPUT : EXIT_USAGE, "--cell %s: %s", text,
                        error.message);
    else if (code == EXIT_FINE) {
        const char *was = wm_2da_cell(t, at.row, at.column);
        const char *now = strcmp(at.text, "****") != 0 ? at.text : "";
        if (strcmp(was ? was : "", now) != 0) {
            describe(&list->items[list->count], list->messages[list->count], MESSAGE,
                     t->columns[at.column], &at, was);
            list->count++;
            wm_buffer_free(bytes);
            *bytes = made;
        } else {
            wm_buffer_free(&made);
        }
    }
    wm_2da_free(t);
    return code;
}

int cli_2da_set(cli *c, wm_buffer *bytes)
{
    changes list = {.items = calloc(c->value_count, sizeof *list.items),
                    .messages = calloc(c->value_count, sizeof *list.messages)};
    int code = list.items && list.messages ? EXIT_FINE : cli_no_memory(CLI_READING);
    for (size_t i = 0; i < c->value_count && code == EXIT_FINE; i++)
        if (strcmp(c->values[i].option->name, "cell") == 0)
            code = set_one(c, c->values[i].text, bytes, &list);
    if (code == EXIT_FINE)
        code = cli_save(c, c->files[1], bytes->data, bytes->size);
    const wm_diff diff = {.items = list.items, .count = list.count};
    if (code == EXIT_FINE)
        cli_say_changes(c, c->files[0], c->files[1], &diff);
    free(list.items);
    free(list.messages);
    return code;
}
