/* Writes a changed TRX, and rebuilds one. */
#include "nwn2/edit.h"

#include <string.h>

#include "kotor/edit.h"

void cli_say_dropped(const cli *c, const char *to, uint32_t dropped)
{
    if (dropped && !c->quiet)
        cli_print(cli_messages(), "waymark: %s: %u %s to no packet and %s not written\n", to,
                  (unsigned)dropped, cli_word(dropped, "byte belongs", "bytes belong"),
                  cli_word(dropped, "is", "are"));
}

int cli_trn_save(const cli *c, const wm_nwn2_trn *trn, const char *to, cli_packing packing,
                 size_t *size)
{
    wm_buffer out;
    wm_error error;
    uint32_t dropped = 0;
    wm_nwn2_trn_write_opts opts = {.base = {.allocator = cli_allocator()},
                                   .dropped = &dropped,
                                   .fast = packing == CLI_PACK_FAST,
                                   .small = packing == CLI_PACK_SMALL};
    if (wm_nwn2_trn_write(trn, &opts, &out, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, to, &error);
    int code = cli_save(c, to, out.data, out.size);
    if (size)
        *size = out.size;
    wm_buffer_free(&out);
    if (code == EXIT_FINE)
        cli_say_dropped(c, to, dropped);
    return code;
}

/* Is this a finding about data that a rebuild computes? */
static bool is_derived(wm_issue_code code)
{
    static const wm_issue_code codes[] = {
        WM_NWN2_EDGE_ORDER,   WM_NWN2_EDGE_COUNT,  WM_NWN2_SLOT_ORDER,    WM_NWN2_CENTRE_WRONG,
        WM_NWN2_NORMAL_WRONG, WM_NWN2_DOT_WRONG,   WM_NWN2_ISLAND_CENTRE, WM_NWN2_ISLAND_DISTANCE,
        WM_NWN2_STEP_WEIGHT,  WM_NWN2_TILES_FLAGS,
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

/* Does check find no error, and no warning about the tables? */
static bool is_valid(const wm_nwn2_trn *trn)
{
    wm_report report;
    wm_error error;
    wm_report_init(&report, cli_allocator());
    bool valid = wm_nwn2_trn_check(trn, NULL, &report, &error) == WM_OK && !report.out_of_memory &&
                 report.errors == 0 && trn->aswm->tiles_flags == WM_NWN2_TRX_TILES;
    for (uint32_t i = 0; valid && i < report.count; i++)
        valid =
            report.issues[i].severity != WM_SEVERITY_WARNING || !is_derived(report.issues[i].code);
    wm_report_free(&report);
    return valid;
}

/* What a rebuild would have changed. */
static void say_kept(const cli *c, const wm_diff *diff)
{
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", c->files[1]);
        wm_json_begin_array(&j, "changes");
        wm_json_end(&j);
        json_diff(&j, "kept", diff);
        json_finish(&j);
    } else if (!c->quiet) {
        cli_print(cli_messages(), "waymark: %s: nothing changed\n", c->files[1]);
        if (diff->count)
            cli_print(cli_messages(), "  these are valid and were kept; computed ones differ:\n");
        for (uint32_t i = 0; i < diff->count; i++)
            cli_print(cli_messages(), "    %s: %s\n", diff->items[i].field, diff->items[i].message);
    }
}

static void say_changes(const cli *c, wm_status status, wm_diff *diff, const wm_error *error,
                        bool valid)
{
    uint32_t count = diff->count;
    if (status == WM_OK && valid && cli_has(c, "keep-valid")) {
        say_kept(c, diff);
        wm_diff_free(diff);
        return;
    }
    cli_say_diff(c, status, diff, error);
    if (valid && count && !c->json && !c->quiet)
        cli_print(cli_messages(), "  check finds nothing wrong with what was stored; --keep-valid "
                                  "keeps it\n");
}

static int save_rebuilt(cli *c, const wm_nwn2_trn *before, const wm_nwn2_trn *after)
{
    wm_diff diff;
    wm_error error;
    bool valid = is_valid(before), keep = valid && cli_has(c, "keep-valid");
    int code = cli_trn_save(c, keep ? before : after, c->files[1], CLI_PACK_AS_GAME, NULL);
    if (code != EXIT_FINE)
        return code;
    wm_diff_init(&diff, cli_allocator());
    wm_status status = wm_nwn2_trn_diff(before, after, &diff, &error);
    say_changes(c, status, &diff, &error, valid);
    return code;
}

int cli_trn_rebuild(cli *c, const wm_buffer *bytes)
{
    wm_error error;
    int code = EXIT_INPUT;
    wm_nwn2_trn *before = cli_read_trn_mesh(c, c->files[0], bytes, &error), *after = NULL;
    const char *to = c->files[1];
    if (before && before->aswm->tiles_flags == WM_NWN2_TRN_TILES && strcmp(to, "-") != 0 &&
        !cli_ends(to, ".trx")) {
        wm_nwn2_trn_free(before);
        return cli_fail(
            EXIT_USAGE,
            "a rebuilt TRN is a TRX, but OUT is '%s': name it .trx; 'waymark bake' also "
            "cuts out the cutters and placeables of the GIT",
            to);
    }
    if (before)
        after = wm_nwn2_trn_copy(before, cli_allocator(), &error);
    if (!after || wm_nwn2_trn_rebuild(after, NULL, NULL, &error) != WM_OK)
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    else
        code = save_rebuilt(c, before, after);
    wm_nwn2_trn_free(before);
    wm_nwn2_trn_free(after);
    return code;
}
