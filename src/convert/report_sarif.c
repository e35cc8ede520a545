/* Findings of many files as one SARIF 2.1.0 document (OASIS), for code-scanning tools. */
#include <stdio.h>

#include "base/internal.h"
#include "waymark/info.h"
#include "waymark/json.h"

static const char *level_of(wm_severity severity)
{
    return severity == WM_SEVERITY_ERROR     ? "error"
           : severity == WM_SEVERITY_WARNING ? "warning"
                                             : "note";
}

/* A message object: {"text": ...}. */
static void put_message(wm_json_writer *j, const char *name, const char *text)
{
    wm_json_begin_object(j, name);
    wm_json_add_text(j, "text", text);
    wm_json_end(j);
}

/* ---- URIs --------------------------------------------------------------- */

enum { URI = 3 * 4096 + 16 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_plain(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

/* A relative URI of a relative path, and a file URI of an absolute one. A colon in the first part
 * would be taken for a scheme; it is encoded like all other special characters. */
static void put_uri(wm_json_writer *j, const char *file)
{
    static const char hex[] = "0123456789ABCDEF";
    char uri[URI];
    bool drive = is_letter(file[0]) && file[1] == ':' && file[2] == '/';
    bool absolute = drive || file[0] == '/';
    const char *start = file, *scheme = drive ? "file:///" : absolute ? "file://" : "";
    size_t n = (size_t)wmi_format(uri, sizeof uri, "%s", scheme);
    while (file[0] == '.' && file[1] == '/')
        for (file += 2; *file == '/';)
            file++;
    if (strcmp(file, "-") == 0)
        file = "stdin";
    for (; *file && n + 4 < sizeof uri; file++) {
        unsigned char c = (unsigned char)*file;
        if (is_plain(*file) || (drive && file == start + 1)) {
            uri[n++] = *file;
            continue;
        }
        uri[n++] = '%';
        uri[n++] = hex[c >> 4];
        uri[n++] = hex[c & 15];
    }
    uri[n] = '\0';
    wm_json_add_text(j, "uri", uri);
    if (!absolute)
        wm_json_add_text(j, "uriBaseId", "%SRCROOT%");
}

/* ---- rules -------------------------------------------------------------- */

/* "A face without area." of "a face without area". */
static void put_sentence(wm_json_writer *j, const char *name, const char *title)
{
    char text[256];
    wmi_format(text, sizeof text, "%s.", title);
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    put_message(j, name, text);
}

static void put_rule(wm_json_writer *j, const wm_issue_info *info)
{
    char help[1024];
    wmi_format(help, sizeof help, "In the game: %s\nFix: %s", info->notice, info->remedy);
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "id", info->name);
    put_sentence(j, "shortDescription", info->title);
    put_message(j, "fullDescription", info->notice);
    wm_json_begin_object(j, "help");
    wm_json_add_text(j, "text", help);
    wmi_format(help, sizeof help, "**In the game:** %s\n\n**Fix:** %s", info->notice, info->remedy);
    wm_json_add_text(j, "markdown", help);
    wm_json_end(j);
    wm_json_begin_object(j, "defaultConfiguration");
    wm_json_add_text(j, "level", level_of(info->severity));
    wm_json_end(j);
    wm_json_end(j);
}

/* The codes that occur, in the order of issues.def; rule[code] is the index of each. */
static void put_tool(wm_json_writer *j, const uint32_t *rule)
{
    wm_json_begin_object(j, "tool");
    wm_json_begin_object(j, "driver");
    wm_json_add_text(j, "name", "Waymark");
    wm_json_add_text(j, "version", wm_version());
    wm_json_begin_array(j, "rules");
    wm_json_spread(j);
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++)
        if (rule[code] != WM_NO_INDEX)
            put_rule(j, wm_issue_describe((wm_issue_code)code));
    wm_json_end(j);
    wm_json_end(j);
    wm_json_end(j);
}

/* ---- results ------------------------------------------------------------ */

static void put_location(wm_json_writer *j, const wm_report_file *f, uint32_t file,
                         const wm_issue *i)
{
    wm_json_begin_array(j, "locations");
    wm_json_begin_object(j, NULL);
    wm_json_begin_object(j, "physicalLocation");
    wm_json_begin_object(j, "artifactLocation");
    put_uri(j, f->file);
    wm_json_add_uint(j, "index", file);
    wm_json_end(j);
    /* GitHub needs a line, also in binary files. */
    wm_json_begin_object(j, "region");
    wm_json_add_uint(j, "startLine", i->line ? i->line : 1);
    if (!i->line && i->offset != WM_NO_OFFSET)
        wm_json_add_uint(j, "byteOffset", i->offset);
    wm_json_end(j);
    wm_json_end(j);
    if (i->path[0]) {
        wm_json_begin_array(j, "logicalLocations");
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "fullyQualifiedName", i->path);
        wm_json_end(j);
        wm_json_end(j);
    }
    wm_json_end(j);
    wm_json_end(j);
}

static uint64_t hash(uint64_t h, const char *text)
{
    for (; *text; text++) /* FNV-1a */
        h = (h ^ (unsigned char)*text) * 0x100000001B3u;
    return h;
}

/* Tools recognise a finding by this when the file has changed elsewhere. Its path in the file is
 * what stays. */
static void put_fingerprint(wm_json_writer *j, const wm_issue *i)
{
    char text[24];
    uint64_t h = hash(0xCBF29CE484222325u, wm_issue_describe(i->code)->name);
    h = hash(h, i->path[0] ? i->path : i->message);
    wmi_format(text, sizeof text, "%08lx%08lx:1", (unsigned long)(h >> 32),
               (unsigned long)(h & 0xFFFFFFFFu));
    wm_json_begin_object(j, "partialFingerprints");
    wm_json_add_text(j, "primaryLocationLineHash", text);
    wm_json_end(j);
}

static void put_result(wm_json_writer *j, const wm_report_file *f, uint32_t file, const wm_issue *i,
                       uint32_t rule)
{
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "ruleId", wm_issue_describe(i->code)->name);
    wm_json_add_uint(j, "ruleIndex", rule);
    wm_json_add_text(j, "level", level_of(i->severity));
    put_message(j, "message", i->message);
    put_location(j, f, file, i);
    put_fingerprint(j, i);
    wm_json_end(j);
}

static void put_artifacts(wm_json_writer *j, const wm_report_file *files, uint32_t count)
{
    wm_json_begin_array(j, "artifacts");
    wm_json_spread(j);
    for (uint32_t i = 0; i < count; i++) {
        wm_json_begin_object(j, NULL);
        wm_json_begin_object(j, "location");
        put_uri(j, files[i].file);
        wm_json_end(j);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* ---- the document ------------------------------------------------------- */

static void number_rules(const wm_report_file *files, uint32_t count, uint32_t *rule)
{
    uint32_t next = 0;
    memset(rule, 0xFF, WM_ISSUE_CODE_COUNT * sizeof *rule);
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t i = 0; i < files[f].report->count; i++)
            rule[files[f].report->issues[i].code] = 0;
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++)
        if (rule[code] == 0)
            rule[code] = next++;
}

static void put_run(wm_json_writer *j, const wm_report_file *files, uint32_t count)
{
    uint32_t rule[WM_ISSUE_CODE_COUNT];
    number_rules(files, count, rule);
    wm_json_begin_object(j, NULL);
    wm_json_spread(j);
    put_tool(j, rule);
    put_artifacts(j, files, count);
    wm_json_begin_array(j, "results");
    wm_json_spread(j);
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t i = 0; i < files[f].report->count; i++) {
            const wm_issue *issue = &files[f].report->issues[i];
            put_result(j, &files[f], f, issue, rule[issue->code]);
        }
    wm_json_end(j);
    wm_json_end(j);
}

wm_status wm_report_sarif(const wm_report_file *files, uint32_t count, const wm_write_opts *opts,
                          wm_buffer *json, wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wm_json_write_opts write = {.latin1 = true, .indent = true};
    if (opts)
        write.base = *opts;
    wm_json_writer_init(&j, &write);
    wm_json_begin_object(&j, NULL);
    wm_json_spread(&j);
    wm_json_add_text(&j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    wm_json_add_text(&j, "version", "2.1.0");
    wm_json_begin_array(&j, "runs");
    put_run(&j, files, count);
    wm_json_end(&j);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
