/* Many files at once: worker threads, output in order, a progress bar. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "platform.h"

typedef struct slot {
    platform_memory data, messages; /* what the worker printed */
    int code;
    bool done, skipped, companion, other;
    cli_verdict verdict;
} slot;

typedef struct work {
    cli *c;
    cli_worker worker;
    cli_list list;
    slot *slots;
    size_t next;    /* first file that no thread has taken */
    size_t printed; /* files whose output is printed */
    pthread_mutex_t lock;
    pthread_cond_t progress;
} work;

/* Windows keeps outputs in temporary files: the folder for these may be missing or full. */
static void say_lost(const char *file)
{
    cli_print(
        stderr,
        "waymark: error: %s: its output cannot be kept: there is no memory left, or no folder "
        "for temporary files\n",
        file);
}

/* The output of a single file is printed at once, so that it need not fit into memory. */
static void run_one(work *w, size_t i)
{
    slot s = {0};
    cli_out out = {
        .file = w->list.entries[i].path, .walked = w->list.entries[i].walked, .index = i};
    bool direct = w->list.count == 1;
    if (!direct)
        platform_memory_open(&s.data);
    platform_memory_open(&s.messages);
    out.data = direct ? stdout : s.data.stream;
    out.messages = s.messages.stream;
    if (out.data && out.messages) {
        cli_set_streams(out.data, out.messages);
        s.code = w->worker(w->c, &out);
        cli_set_streams(NULL, NULL);
        s.skipped = out.skipped && !out.companion;
        s.companion = out.companion;
        s.other = out.other;
        s.verdict = out.verdict;
    } else {
        s.code = EXIT_OUTPUT;
    }
    bool kept = direct || platform_memory_close(&s.data);
    bool lost = !platform_memory_close(&s.messages) || !kept;
    if (lost)
        s.code = EXIT_OUTPUT;
    pthread_mutex_lock(&w->lock);
    if (lost)
        say_lost(out.file);
    w->slots[i] = s;
    w->slots[i].done = true;
    pthread_cond_signal(&w->progress);
    pthread_mutex_unlock(&w->lock);
}

static void *thread_main(void *argument)
{
    work *w = argument;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        size_t i = w->next < w->list.count ? w->next++ : w->list.count;
        pthread_mutex_unlock(&w->lock);
        if (i == w->list.count)
            return NULL;
        run_one(w, i);
    }
}

static void print_slot(slot *s)
{
    if (s->data.size)
        fwrite(s->data.data, 1, s->data.size, stdout);
    if (s->messages.size) {
        fflush(stdout); /* keep the two in order on a terminal */
        fwrite(s->messages.data, 1, s->messages.size, stderr);
        fflush(stderr);
    }
    free(s->data.data);
    free(s->messages.data);
    s->data.data = s->messages.data = NULL;
}

static void add_to_totals(cli_totals *t, const slot *s)
{
    if (s->skipped || s->companion)
        return;
    t->files++;
    t->infos += s->verdict.infos;
    if (s->verdict.unopened)
        t->unopened++;
    else if (s->verdict.errors)
        t->errors++;
    else if (s->verdict.warnings)
        t->warnings++;
}

static void draw_bar(size_t done, size_t total, bool *shown)
{
    enum { WIDTH = 32 };
    char bar[WIDTH + 1];
    size_t filled = total ? done * WIDTH / total : 0;
    memset(bar, '-', WIDTH);
    memset(bar, '#', filled);
    bar[WIDTH] = '\0';
    fputc('\r', stderr);
    cli_print(stderr, "[%s] %zu/%zu ", bar, done, total);
    fflush(stderr);
    *shown = true;
}

static void erase_bar(bool *shown)
{
    if (*shown)
        fputs("\r\033[K", stderr);
    *shown = false;
}

/* Prints finished outputs in order until all are printed. Without threads it also does the work,
 * one file at a time. */
static int collect(work *w, bool threads)
{
    bool bar = !w->c->quiet && platform_is_terminal(stderr), shown = false;
    double start = platform_now(), last = 0;
    int code = EXIT_FINE;
    while (w->printed < w->list.count) {
        if (!threads) /* one file, -j 1, or no thread could be started */
            run_one(w, w->printed);
        pthread_mutex_lock(&w->lock);
        while (!w->slots[w->printed].done)
            pthread_cond_wait(&w->progress, &w->lock);
        pthread_mutex_unlock(&w->lock);
        slot *s = &w->slots[w->printed++];
        if (s->data.size || s->messages.size)
            erase_bar(&shown);
        if (s->code > code)
            code = s->code;
        add_to_totals(&w->c->totals, s);
        print_slot(s);
        double t = platform_now();
        if (bar && t - start > 0.5 && t - last > 0.1) {
            last = t;
            draw_bar(w->printed, w->list.count, &shown);
        }
    }
    erase_bar(&shown);
    return code;
}

/* "a.txt and 7 more": the first file that was skipped, or the first with a wrong ending. */
static void put_skipped(const work *w, bool other, size_t count)
{
    size_t i = 0;
    while (!(other ? w->slots[i].other : w->slots[i].skipped))
        i++;
    cli_print(stderr, "%s", w->list.entries[i].path);
    if (count > 1)
        cli_print(stderr, " and %zu more", count - 1);
}

static void note_skipped(const work *w)
{
    size_t skipped = 0, other = 0;
    for (size_t i = 0; i < w->list.count; i++) {
        skipped += w->slots[i].skipped;
        other += w->slots[i].skipped && w->slots[i].other;
    }
    if (skipped) {
        cli_print(stderr, "waymark: skipped %zu of %zu files: 'waymark %s' does not read %s (",
                  skipped, w->list.count, w->c->verb->name,
                  cli_word(skipped, "its format", "their formats"));
        put_skipped(w, false, skipped);
        fputs(")\n", stderr);
    }
    if (other) {
        fputs("waymark: note: of these, ", stderr);
        put_skipped(w, true, other);
        cli_print(stderr, " %s not what %s: name %s to see why\n", other == 1 ? "is" : "are",
                  other == 1 ? "its ending promises" : "their endings promise",
                  other == 1 ? "it" : "one");
    }
}

int cli_each_listed(cli *c, const cli_list *list, cli_worker worker)
{
    work w = {.c = c, .worker = worker, .list = *list};
    pthread_t threads[256];
    unsigned started = 0;
    w.slots = calloc(w.list.count + 1, sizeof *w.slots);
    if (!w.slots)
        return cli_no_memory(CLI_READING);
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.progress, NULL);
    unsigned needed = c->jobs < w.list.count ? c->jobs : (unsigned)w.list.count;
    if (needed > 1)
        while (started < needed && pthread_create(&threads[started], NULL, thread_main, &w) == 0)
            started++;
    int code = collect(&w, started > 0);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    cli_set_streams(NULL, NULL); /* the objects of --json are printed, those of failures too */
    if (!c->quiet && !c->batch)
        note_skipped(&w);
    if (w.list.count == 0 && !c->quiet)
        fputs("waymark: no files found\n", stderr);
    if (w.list.unreadable && code < EXIT_INPUT)
        code = EXIT_INPUT;
    pthread_cond_destroy(&w.progress);
    pthread_mutex_destroy(&w.lock);
    free(w.slots);
    return code;
}

int cli_each_file(cli *c, cli_worker worker)
{
    cli_list list;
    int code =
        cli_list_files(c, &list) ? cli_each_listed(c, &list, worker) : cli_no_memory(CLI_READING);
    cli_list_free(&list);
    return code;
}
