/* check --sarif: reports are kept until the last file is done, then printed as one document. */
#include "sarif.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct kept {
    size_t index; /* of the file among all */
    char *file;
    wm_report report;
} kept;

struct cli_sarif {
    pthread_mutex_t lock;
    kept *list;
    size_t count, room;
    bool failed;
};

cli_sarif *cli_sarif_new(void)
{
    cli_sarif *s = calloc(1, sizeof *s);
    if (s)
        pthread_mutex_init(&s->lock, NULL);
    return s;
}

void cli_sarif_free(cli_sarif *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++) {
        free(s->list[i].file);
        wm_report_free(&s->list[i].report);
    }
    free(s->list);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static bool grow(cli_sarif *s)
{
    size_t room = s->room ? 2 * s->room : 64;
    kept *list = s->count < s->room ? s->list : realloc(s->list, room * sizeof *list);
    if (!list)
        return false;
    s->room = s->count < s->room ? s->room : room;
    s->list = list;
    return true;
}

void cli_sarif_keep(cli_sarif *s, const cli_out *out, wm_report *report)
{
    char *file = strdup(out->file);
    for (char *p = file; p && *p; p++) /* a URI has slashes on every system */
        *p = platform_is_separator(*p) ? '/' : *p;
    pthread_mutex_lock(&s->lock);
    bool room = file && !report->out_of_memory && grow(s);
    if (room) {
        s->list[s->count++] = (kept){out->index, file, *report};
        *report = (wm_report){0}; /* ours now */
    } else {
        s->failed = true;
    }
    pthread_mutex_unlock(&s->lock);
    if (!room)
        free(file);
}

static int by_index(const void *a, const void *b)
{
    const kept *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

int cli_sarif_print(cli_sarif *s, FILE *to)
{
    wm_report_file *files = calloc(s->count + 1, sizeof *files);
    wm_buffer json = {0};
    wm_error error = {.code = WM_NO_MEMORY};
    if (s->count)
        qsort(s->list, s->count, sizeof *s->list, by_index);
    for (size_t i = 0; files && i < s->count; i++)
        files[i] = (wm_report_file){s->list[i].file, &s->list[i].report};
    bool good = files && !s->failed && s->count < UINT32_MAX &&
                wm_report_sarif(files, (uint32_t)s->count, CLI_WRITE_OPTS, &json, &error) == WM_OK;
    free(files);
    if (!good)
        return cli_no_memory(CLI_READING);
    fwrite(json.data, 1, json.size, to);
    fputc('\n', to);
    wm_buffer_free(&json);
    return EXIT_FINE;
}
