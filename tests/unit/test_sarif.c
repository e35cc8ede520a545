/* wm_report_sarif: what SARIF 2.1.0 requires, judged by our JSON reader. Only properties of the
 * standard may appear, because its schema allows no others. */
#include "memory.h"
#include "support.h"

/* ---- a judge ---- */

static const char *text_of(const wm_json_value *object, const char *name)
{
    return wm_json_as_text(wm_json_find(object, name), NULL);
}

static bool is_one_of(const char *text, const char *const *list)
{
    for (; text && *list; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

/* Are all members of the object in the list, and are the first `required` of the list present? */
static void must_have(const wm_json_value *object, const char *what, int required,
                      const char *const *list)
{
    if (wm_json_kind_of(object) != WM_JSON_KIND_OBJECT)
        fail_msg("%s is not an object", what);
    for (uint32_t i = 0; i < wm_json_count(object); i++)
        if (!is_one_of(wm_json_name(wm_json_item(object, i)), list))
            fail_msg("%s has '%s'", what, wm_json_name(wm_json_item(object, i)));
    for (int i = 0; i < required; i++)
        if (!wm_json_find(object, list[i]))
            fail_msg("%s has no '%s'", what, list[i]);
}

static void judge_message(const wm_json_value *message, const char *what)
{
    static const char *const names[] = {"text", "markdown", NULL};
    must_have(message, what, 1, names);
    assert_true(strlen(text_of(message, "text")) > 0);
}

static void judge_level(const wm_json_value *object)
{
    static const char *const levels[] = {"none", "note", "warning", "error", NULL};
    assert_true(is_one_of(text_of(object, "level"), levels));
}

static void judge_uri(const wm_json_value *location)
{
    static const char *const names[] = {"uri", "uriBaseId", "index", NULL};
    must_have(location, "artifactLocation", 1, names);
    const char *uri = text_of(location, "uri");
    for (const char *p = uri; *p; p++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/%:", *p))
            fail_msg("'%s' is not a URI", uri);
    bool relative = !strchr(uri, ':');
    assert_true(relative == (wm_json_find(location, "uriBaseId") != NULL));
}

static void judge_rule(const wm_json_value *rule)
{
    static const char *const names[] = {"id",   "shortDescription",     "fullDescription",
                                        "help", "defaultConfiguration", NULL};
    static const char *const settings[] = {"level", NULL};
    must_have(rule, "a rule", 5, names);
    judge_message(wm_json_find(rule, "shortDescription"), "shortDescription");
    judge_message(wm_json_find(rule, "fullDescription"), "fullDescription");
    judge_message(wm_json_find(rule, "help"), "help");
    assert_non_null(strstr(text_of(wm_json_find(rule, "help"), "text"), "\nFix: "));
    must_have(wm_json_find(rule, "defaultConfiguration"), "defaultConfiguration", 1, settings);
    judge_level(wm_json_find(rule, "defaultConfiguration"));
}

static void judge_location(const wm_json_value *location, const wm_json_value *artifacts)
{
    static const char *const names[] = {"physicalLocation", "logicalLocations", NULL};
    static const char *const physical[] = {"artifactLocation", "region", NULL};
    static const char *const logical[] = {"fullyQualifiedName", NULL};
    static const char *const starts[] = {"startLine", "byteOffset", NULL};
    must_have(location, "a location", 1, names);
    const wm_json_value *p = wm_json_find(location, "physicalLocation");
    must_have(p, "physicalLocation", 2, physical);
    const wm_json_value *artifact = wm_json_find(p, "artifactLocation");
    uint64_t index = 0, line = 0;
    judge_uri(artifact);
    assert_true(wm_json_as_uint(wm_json_find(artifact, "index"), &index));
    const wm_json_value *listed = wm_json_item(artifacts, (uint32_t)index);
    assert_string_equal(text_of(wm_json_find(listed, "location"), "uri"), text_of(artifact, "uri"));
    const wm_json_value *region = wm_json_find(p, "region");
    must_have(region, "region", 1, starts);
    assert_true(wm_json_as_uint(wm_json_find(region, "startLine"), &line));
    assert_true(line >= 1);
    const wm_json_value *list = wm_json_find(location, "logicalLocations");
    for (uint32_t i = 0; i < wm_json_count(list); i++)
        must_have(wm_json_item(list, i), "a logical location", 1, logical);
}

static void judge_result(const wm_json_value *result, const wm_json_value *run)
{
    static const char *const names[] = {
        "message", "ruleId", "ruleIndex", "level", "locations", "partialFingerprints", NULL};
    must_have(result, "a result", 6, names);
    judge_message(wm_json_find(result, "message"), "message");
    judge_level(result);
    uint64_t index = 0;
    assert_true(wm_json_as_uint(wm_json_find(result, "ruleIndex"), &index));
    const wm_json_value *driver = wm_json_find(wm_json_find(run, "tool"), "driver");
    const wm_json_value *rule = wm_json_item(wm_json_find(driver, "rules"), (uint32_t)index);
    assert_string_equal(text_of(rule, "id"), text_of(result, "ruleId"));
    assert_int_equal(wm_json_count(wm_json_find(result, "locations")), 1);
    judge_location(wm_json_item(wm_json_find(result, "locations"), 0),
                   wm_json_find(run, "artifacts"));
}

static void judge_run(const wm_json_value *run)
{
    static const char *const names[] = {"tool", "results", "artifacts", NULL};
    static const char *const tool[] = {"driver", NULL};
    static const char *const driver[] = {"name", "version", "rules", NULL};
    must_have(run, "a run", 3, names);
    must_have(wm_json_find(run, "tool"), "tool", 1, tool);
    const wm_json_value *d = wm_json_find(wm_json_find(run, "tool"), "driver");
    must_have(d, "driver", 3, driver);
    const wm_json_value *rules = wm_json_find(d, "rules");
    for (uint32_t i = 0; i < wm_json_count(rules); i++) {
        judge_rule(wm_json_item(rules, i));
        for (uint32_t k = 0; k < i; k++)
            assert_string_not_equal(text_of(wm_json_item(rules, i), "id"),
                                    text_of(wm_json_item(rules, k), "id"));
    }
    for (uint32_t i = 0; i < wm_json_count(wm_json_find(run, "results")); i++)
        judge_result(wm_json_item(wm_json_find(run, "results"), i), run);
}

static wm_json *judge(const wm_buffer *text)
{
    static const char *const names[] = {"version", "runs", "$schema", NULL};
    wm_error error;
    wm_json *json = wm_json_read(text->data, text->size, NULL, &error);
    if (!json)
        fail_msg("line %u: %s", error.line, error.message);
    const wm_json_value *root = wm_json_root(json);
    must_have(root, "the document", 2, names);
    assert_string_equal(text_of(root, "version"), "2.1.0");
    assert_int_equal(wm_json_count(wm_json_find(root, "runs")), 1);
    judge_run(wm_json_item(wm_json_find(root, "runs"), 0));
    return json;
}

/* ---- the tests ---- */

static void add(wm_report *report, wm_issue_code code, uint64_t offset, uint32_t line,
                const char *path)
{
    wm_error error = {.code = WM_BAD_VALUE, .offset = offset, .line = line};
    snprintf(error.path, sizeof error.path, "%s", path);
    snprintf(error.message, sizeof error.message, "\"quoted\" and \x80 too");
    wm_report_add_error(report, code, &error);
}

static const wm_json_value *run_of(const wm_json *json)
{
    return wm_json_item(wm_json_find(wm_json_root(json), "runs"), 0);
}

static const char *uri_of(const wm_json *json, uint32_t artifact)
{
    const wm_json_value *list = wm_json_find(run_of(json), "artifacts");
    return text_of(wm_json_find(wm_json_item(list, artifact), "location"), "uri");
}

static void no_files_are_a_document(void **state)
{
    (void)state;
    wm_buffer text;
    assert_int_equal(wm_report_sarif(NULL, 0, NULL, &text, NULL), WM_OK);
    wm_json_free(judge(&text));
    wm_buffer_free(&text);
}

static void every_code_is_a_valid_rule(void **state)
{
    (void)state;
    wm_report report;
    wm_buffer text;
    wm_report_init(&report, NULL);
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++)
        add(&report, (wm_issue_code)code, (uint64_t)code, 0, "faces[1]");
    const wm_report_file file = {"room.wok", &report};
    assert_int_equal(wm_report_sarif(&file, 1, NULL, &text, NULL), WM_OK);
    wm_json *json = judge(&text);
    const wm_json_value *driver = wm_json_find(wm_json_find(run_of(json), "tool"), "driver");
    assert_int_equal(wm_json_count(wm_json_find(driver, "rules")), WM_ISSUE_CODE_COUNT);
    wm_json_free(json);
    wm_buffer_free(&text);
    wm_report_free(&report);
}

static void files_have_places_and_uris(void **state)
{
    (void)state;
    wm_report first, second;
    wm_buffer text;
    uint64_t number = 0;
    wm_report_init(&first, NULL);
    wm_report_init(&second, NULL);
    add(&first, WM_KOTOR_FACE_DEGENERATE, 0x1A4, 0, "faces[3]");
    add(&first, WM_FILE_UNREADABLE, WM_NO_OFFSET, 0, "");
    add(&second, WM_KOTOR_VIS_COUNT, WM_NO_OFFSET, 7, "");
    const wm_report_file files[] = {{"./mod//a b/r\xE9m%:.wok", &first},
                                    {"/tmp/m01.vis", &second},
                                    {"-", &second},
                                    {"clean.mdl", &(wm_report){0}}};
    assert_int_equal(wm_report_sarif(files, 4, NULL, &text, NULL), WM_OK);
    wm_json *json = judge(&text);
    assert_string_equal(uri_of(json, 0), "mod//a%20b/r%E9m%25%3A.wok");
    assert_string_equal(uri_of(json, 1), "file:///tmp/m01.vis");
    assert_string_equal(uri_of(json, 2), "stdin");
    assert_string_equal(uri_of(json, 3), "clean.mdl");
    const wm_json_value *results = wm_json_find(run_of(json), "results");
    assert_int_equal(wm_json_count(results), 4);
    const char *const levels[] = {"warning", "error", "warning", "warning"};
    const char *const starts[] = {"byteOffset", "startLine", "startLine", "startLine"};
    const uint64_t values[] = {0x1A4, 1, 7, 7};
    for (uint32_t i = 0; i < 4; i++) {
        const wm_json_value *r = wm_json_item(results, i);
        const wm_json_value *where = wm_json_item(wm_json_find(r, "locations"), 0);
        const wm_json_value *region =
            wm_json_find(wm_json_find(where, "physicalLocation"), "region");
        assert_string_equal(text_of(r, "level"), levels[i]);
        assert_true(wm_json_as_uint(wm_json_find(region, starts[i]), &number));
        assert_int_equal(number, values[i]);
    }
    wm_json_free(json);
    wm_buffer_free(&text);
    wm_report_free(&first);
    wm_report_free(&second);
}

static void refused_memory_is_an_error(void **state)
{
    (void)state;
    wm_report report;
    wm_buffer text;
    test_memory memory;
    wm_report_init(&report, NULL);
    add(&report, WM_FILE_UNREADABLE, 1, 0, "x");
    const wm_report_file file = {"room.wok", &report};
    test_memory_init(&memory);
    const wm_write_opts opts = {.allocator = &memory.allocator};
    memory.fail_at = 1;
    assert_int_equal(wm_report_sarif(&file, 1, &opts, &text, NULL), WM_NO_MEMORY);
    assert_true(memory.refused > 0);
    test_memory_done(&memory, "sarif");
    wm_report_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_files_are_a_document),
        cmocka_unit_test(every_code_is_a_valid_rule),
        cmocka_unit_test(files_have_places_and_uris),
        cmocka_unit_test(refused_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
