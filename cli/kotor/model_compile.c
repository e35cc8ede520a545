/* Compiles model texts. See model_compile.h. */
#include "kotor/model_compile.h"

#include <string.h>
#include <strings.h>

#include "kotor/model_text.h"

/* ---- messages ---------------------------------------------------------- */

bool cli_say_findings(const cli *c, wm_report *report)
{
    wm_report_finish(report);
    for (uint32_t i = 0; i < report->count; i++) {
        const wm_issue *issue = &report->issues[i];
        if (issue->severity == WM_SEVERITY_INFO && c->quiet)
            continue;
        cli_print(cli_messages(), "waymark: %s: %s: ", wm_severity_name(issue->severity),
                  c->files[0]);
        if (issue->line)
            cli_print(cli_messages(), "line %u: ", issue->line);
        cli_print(cli_messages(), "%s%s%s [%s]\n", issue->path, issue->path[0] ? ": " : "",
                  issue->message, wm_issue_describe(issue->code)->name);
        if (issue->severity == WM_SEVERITY_ERROR)
            cli_keep_issue(c->files[0], issue);
    }
    return report->errors == 0;
}

static const char *name_of(const wm_kotor_mdl *mdl, uint32_t node)
{
    uint16_t name = mdl->tree.nodes[node].name;
    return name < mdl->name_count ? mdl->names[name] : "?";
}

/* "; 2 nodes are not in it and get new numbers: a, b" */
static void say_unknown(const cli_compiled *r)
{
    enum { SHOWN = 12 };
    const wm_kotor_mdl_numbers *n = &r->mdl->numbers;
    if (n->unknown_count)
        cli_print(cli_messages(), "; %u %s not in it and %s: ", (unsigned)n->unknown_count,
                  n->unknown_count == 1 ? "node is" : "nodes are",
                  n->unknown_count == 1 ? "gets a new number" : "get new numbers");
    for (uint32_t i = 0; i < n->unknown_count && i < SHOWN; i++)
        cli_print(cli_messages(), "%s%s", i ? ", " : "", name_of(r->mdl, n->unknown[i]));
    fputs(n->unknown_count > SHOWN ? " ...\n" : "\n", cli_messages());
}

static void say_numbers(const cli *c, const cli_compiled *r)
{
    char super[WM_KOTOR_NAME_SIZE + 1];
    cli_fixed_text(r->mdl->supermodel, sizeof r->mdl->supermodel, super);
    FILE *to = cli_messages();
    switch (r->mdl->numbers.source) {
    case WM_KOTOR_NUMBER_SOURCE_SUPERMODEL:
        cli_print(to, "waymark: %s: node numbers are from the supermodel %s", c->files[0], r->from);
        break;
    case WM_KOTOR_NUMBER_SOURCE_PREVIOUS:
        cli_print(to, "waymark: %s: node numbers are from the older %s", c->files[0], r->from);
        break;
    case WM_KOTOR_NUMBER_SOURCE_STOCK:
        cli_print(to, "waymark: %s: node numbers are from the built-in table of %s", c->files[0],
                  super);
        break;
    case WM_KOTOR_NUMBER_SOURCE_UNKNOWN:
        cli_print(to,
                  "waymark: %s: the supermodel %s is not next to it; nodes get new numbers, and "
                  "animations of the supermodel may not find them (%s)\n",
                  c->files[0], super,
                  strcmp(c->verb->name, "convert") == 0 ? "give it with --supermodel"
                                                        : "put it there");
        return;
    default: return;
    }
    say_unknown(r);
}

void cli_numbers_json(wm_json_writer *j, const cli_compiled *r)
{
    static const char *const sources[] = {[WM_KOTOR_NUMBER_SOURCE_OWN] = "none",
                                          [WM_KOTOR_NUMBER_SOURCE_TEXT] = "text",
                                          [WM_KOTOR_NUMBER_SOURCE_SUPERMODEL] = "supermodel",
                                          [WM_KOTOR_NUMBER_SOURCE_PREVIOUS] = "older",
                                          [WM_KOTOR_NUMBER_SOURCE_STOCK] = "table",
                                          [WM_KOTOR_NUMBER_SOURCE_UNKNOWN] = "unknown"};
    wm_json_begin_object(j, "numbers");
    wm_json_add_text(j, "source", sources[r->mdl->numbers.source]);
    wm_json_add_text(j, "file", r->from[0] ? r->from : NULL);
    wm_json_begin_array(j, "unknown");
    for (uint32_t i = 0; i < r->mdl->numbers.unknown_count; i++)
        wm_json_add_text(j, NULL, name_of(r->mdl, r->mdl->numbers.unknown[i]));
    wm_json_end(j);
    wm_json_end(j);
}

/* ---- older binaries ---------------------------------------------------- */

/* Opens a binary of the same model; NULL if it is something else. */
static wm_document *open_old(const cli *c, const wm_buffer *bytes, const char *file,
                             const wm_kotor_mdl *mdl)
{
    const wm_open_opts opts = {.mdx = WM_LOAD_SKIP, .supermodels = WM_LOAD_SKIP};
    wm_error error;
    if (wm_detect(bytes->data, bytes->size) != WM_FORMAT_KOTOR_MDL)
        return NULL;
    wm_document *d = cli_open_model(c, bytes, file, &opts, &error);
    if (d && strncasecmp(d->mdl->geometry.name, mdl->geometry.name, WM_KOTOR_NAME_SIZE) == 0)
        return d;
    wm_document_free(d);
    return NULL;
}

static wm_document *old_at(const cli *c, const char *file, const wm_kotor_mdl *mdl)
{
    wm_buffer bytes;
    if (!file || wm_file_read(file, CLI_FILE_OPTS, &bytes, NULL) != WM_OK)
        return NULL;
    wm_document *d = open_old(c, &bytes, file, mdl);
    wm_buffer_free(&bytes);
    return d;
}

static wm_document *old_beside(const cli *c, const wm_kotor_mdl *mdl)
{
    char name[WM_KOTOR_NAME_SIZE + 1];
    cli_place place;
    wm_found found = {0};
    wm_document *d = NULL;
    cli_fixed_text(mdl->geometry.name, sizeof mdl->geometry.name, name);
    if (!cli_place_open(c, c->files[0], WM_FORMAT_KOTOR_MDL, NULL, &place, NULL))
        return NULL;
    const wm_finder *finder = &place.opts.finder;
    if (finder->find && name[0])
        finder->find(finder->user, name, "mdl", &found, NULL);
    if (found.where && (!found.load || found.load(&found, NULL) == WM_OK)) {
        const wm_buffer bytes = {.data = (uint8_t *)(uintptr_t)found.data, .size = found.size};
        d = open_old(c, &bytes, found.where, mdl);
    }
    if (found.release)
        found.release(&found);
    cli_place_close(&place);
    return d;
}

/* ---- compile ----------------------------------------------------------- */

typedef struct sources {
    cli_supers supers;
    wm_document *old;
} sources;

/* Finds the models that may know the numbers. False after a reported error. */
static bool find_sources(const cli *c, const char *old, const wm_kotor_mdl *mdl, sources *s)
{
    char super[WM_KOTOR_NAME_SIZE + 1];
    if (cli_find_super(c, c->files[0], mdl, &s->supers) != EXIT_FINE)
        return false;
    cli_fixed_text(mdl->supermodel, sizeof mdl->supermodel, super);
    if (cli_has(c, "supermodel") || cli_is_null(super))
        return true;
    s->old = old_at(c, old, mdl);
    if (!s->old)
        s->old = old_beside(c, mdl);
    return true;
}

static void name_source(cli_compiled *r, const sources *s)
{
    const wm_document *d = NULL;
    if (r->mdl->numbers.source == WM_KOTOR_NUMBER_SOURCE_PREVIOUS)
        d = s->old;
    else if (r->mdl->numbers.source == WM_KOTOR_NUMBER_SOURCE_SUPERMODEL)
        d = s->supers.documents[0];
    if (d)
        snprintf(r->from, sizeof r->from, "%s", cli_basename(d->name));
}

static void read_text(const wm_buffer *bytes, const wm_kotor_mdl_text_read_opts *opts,
                      const sources *s, cli_compiled *r, wm_error *error)
{
    wm_kotor_mdl_text_read_opts o = *opts;
    o.base.report = &r->report;
    o.base.allocator = cli_allocator();
    o.supermodel = s->supers.count ? s->supers.list[0] : NULL;
    o.previous = s->old ? s->old->mdl : NULL;
    wm_report_init(&r->report, cli_allocator());
    r->mdl = wm_kotor_mdl_text_read(bytes->data, bytes->size, &o, error);
}

void cli_compile(const cli *c, const wm_buffer *bytes, const wm_kotor_mdl_text_read_opts *opts,
                 const char *old, cli_compiled *r)
{
    wm_error error = {.code = WM_OK};
    sources s = {.old = NULL};
    *r = (cli_compiled){.mdl = NULL};
    read_text(bytes, opts, &s, r, &error);
    if (r->mdl && !find_sources(c, old, r->mdl, &s)) {
        wm_kotor_mdl_free(r->mdl);
        r->mdl = NULL;
    } else if (r->mdl && (s.supers.count || s.old)) {
        wm_report_free(&r->report);
        wm_kotor_mdl_free(r->mdl);
        read_text(bytes, opts, &s, r, &error);
    }
    bool usable = cli_say_findings(c, &r->report);
    if (!r->mdl && error.code != WM_OK)
        cli_fail_on(CLI_READING, c->files[0], &error);
    if (r->mdl && !usable) {
        wm_kotor_mdl_free(r->mdl);
        r->mdl = NULL;
    }
    if (r->mdl) {
        name_source(r, &s);
        if (!c->quiet)
            say_numbers(c, r);
    }
    cli_free_supers(&s.supers);
    wm_document_free(s.old);
}

void cli_free_compiled(cli_compiled *r)
{
    wm_kotor_mdl_free(r->mdl);
    wm_report_free(&r->report);
}
