/* The report: collects findings from checks and limits how many are kept per code. */
#include <stdio.h>

#include "base/words.h"

typedef struct memory {
    wmi_arena arena;
    size_t capacity;
    uint32_t seen[WM_ISSUE_CODE_COUNT];
} memory;

static const wm_issue_info table[WM_ISSUE_CODE_COUNT] = {
#define WM_ISSUE(code, severity, title, notice, remedy)                                            \
    {#code, WM_SEVERITY_##severity, title, notice, remedy},
#include "waymark/issues.def"
#undef WM_ISSUE
};

const wm_issue_info *wm_issue_describe(wm_issue_code code)
{
    return (unsigned)code < WM_ISSUE_CODE_COUNT ? &table[code] : NULL;
}

const char *wm_severity_name(wm_severity severity)
{
    return severity == WM_SEVERITY_ERROR     ? "error"
           : severity == WM_SEVERITY_WARNING ? "warning"
                                             : "info";
}

/* The memory of a report, NULL if there is none. A zeroed report gets it here. */
static memory *memory_of(wm_report *report, const wm_allocator *allocator)
{
    if (report->memory || report->out_of_memory)
        return report->memory;
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, 0);
    memory *m = wmi_arena_new(&arena, 1, sizeof *m);
    if (m)
        m->arena = arena;
    report->out_of_memory = !m;
    report->memory = m;
    return m;
}

void wm_report_init(wm_report *report, const wm_allocator *allocator)
{
    *report = (wm_report){.max_per_code = 50};
    (void)memory_of(report, allocator);
}

void wmi_report_drop(wm_report *report)
{
    *report = (wm_report){.out_of_memory = true};
}

void wm_report_free(wm_report *report)
{
    if (!report || !report->memory)
        return;
    memory *m = report->memory;
    wmi_arena arena = m->arena;
    wmi_release(&arena.allocator, report->issues, m->capacity, sizeof *report->issues);
    wmi_arena_free(&arena);
    *report = (wm_report){0};
}

/* count: how many findings it stands for. */
static void add(wm_report *report, wm_issue_code code, const wmi_where *where, const char *message,
                uint32_t count)
{
    memory *m = report->memory;
    void *issues = report->issues;
    const char *path = wmi_arena_text(&m->arena, where->path, strlen(where->path));
    const char *text = wmi_arena_text(&m->arena, message, strlen(message));
    if (!path || !text ||
        !wmi_grow(&m->arena.allocator, &issues, &m->capacity, (size_t)report->count + 1,
                  sizeof *report->issues)) {
        report->out_of_memory = true;
        return;
    }
    report->issues = issues;
    wm_severity severity = table[code].severity;
    report->issues[report->count++] = (wm_issue){.code = code,
                                                 .severity = severity,
                                                 .offset = where->offset,
                                                 .line = where->line,
                                                 .path = path,
                                                 .message = text,
                                                 .has_place = where->has_place,
                                                 .place = where->place};
    if (severity == WM_SEVERITY_ERROR)
        report->errors += count;
    else if (severity == WM_SEVERITY_WARNING)
        report->warnings += count;
    else
        report->infos += count;
}

void wmi_report(wm_report *report, wm_issue_code code, wmi_where where, const char *fmt, ...)
{
    memory *m = report ? memory_of(report, NULL) : NULL;
    if (!m)
        return;
    uint32_t most = report->max_per_code ? report->max_per_code : 50;
    if (m->seen[code]++ >= most)
        return;
    char message[512];
    va_list args;
    va_start(args, fmt);
    wmi_vformat(message, sizeof message, fmt, args);
    va_end(args);
    wmi_plain(where.path);
    wmi_plain(message);
    add(report, code, &where, message, 1);
}

void wm_report_add_error(wm_report *report, wm_issue_code code, const wm_error *error)
{
    wmi_where where = wmi_nowhere();
    where.offset = error->offset;
    where.line = error->line;
    memcpy(where.path, error->path, sizeof where.path);
    wmi_report(report, code, where, "%s", error->message);
}

void wm_report_finish(wm_report *report)
{
    memory *m = report->memory;
    uint32_t most = report->max_per_code ? report->max_per_code : 50;
    for (int code = 0; m && code < WM_ISSUE_CODE_COUNT; code++) {
        if (m->seen[code] <= most)
            continue;
        char message[224];
        wmi_where where = wmi_nowhere();
        wmi_format(message, sizeof message, "and %s more of the same",
                   wmi_number(m->seen[code] - most).text);
        add(report, (wm_issue_code)code, &where, message, m->seen[code] - most);
        m->seen[code] = most;
    }
}

wm_status wmi_check_end(const wm_check_opts *opts, wm_report *report, uint32_t first,
                        bool out_of_memory, wm_error *error)
{
    for (uint32_t i = first; opts && opts->no_offsets && i < report->count; i++)
        report->issues[i].offset = WM_NO_OFFSET;
    if (out_of_memory || report->out_of_memory)
        return wmi_no_memory(error);
    return WM_OK;
}

wmi_where wmi_nowhere(void)
{
    return (wmi_where){.offset = WM_NO_OFFSET};
}

static wmi_where with_path(wmi_where where, const char *fmt, va_list args)
{
    wmi_vformat(where.path, sizeof where.path, fmt, args);
    return where;
}

wmi_where wmi_at(uint64_t offset, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    wmi_where where = with_path((wmi_where){.offset = offset}, fmt, args);
    va_end(args);
    return where;
}

wmi_where wmi_at_line(uint32_t line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    wmi_where where = with_path((wmi_where){.offset = WM_NO_OFFSET, .line = line}, fmt, args);
    va_end(args);
    return where;
}

wmi_where wmi_placed(wmi_where where, wm_vec3 place)
{
    where.has_place = true;
    where.place = place;
    return where;
}
