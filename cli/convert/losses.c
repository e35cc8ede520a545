/* What a conversion did not keep, in words or JSON. */
#include "convert/losses.h"

bool cli_is_loss(const wm_issue *i)
{
    switch (i->code) {
    case WM_KOTOR_TEXT_IGNORED:
    case WM_KOTOR_TEXT_ROTATED:
    case WM_KOTOR_TEXT_HOOK:
    case WM_KOTOR_TEXT_LINK:
    case WM_KOTOR_MDL_TEXT_KEYWORD:
    case WM_KOTOR_MDL_TEXT_IGNORED:
    case WM_KOTOR_MDL_TEXT_SMOOTHING:
    case WM_KOTOR_MDL_TEXT_STALE: return true;
    default: return false;
    }
}

static void print_losses(const char *file, const char *out, const wm_report *report,
                         const wm_losses *losses)
{
    for (uint32_t i = 0; report && i < report->count; i++)
        if (cli_is_loss(&report->issues[i]))
            cli_print(cli_messages(), "waymark: loss: %s: line %u: %s\n", file,
                      report->issues[i].line, report->issues[i].message);
    for (uint32_t i = 0; losses && i < losses->count; i++)
        cli_print(cli_messages(), "waymark: loss: %s: %s: %s\n", out, losses->item[i].field,
                  losses->item[i].message);
}

void cli_add_read_losses(wm_json_writer *j, const wm_report *report)
{
    for (uint32_t i = 0; report && i < report->count; i++) {
        const wm_issue *issue = &report->issues[i];
        if (!cli_is_loss(issue))
            continue;
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "field", wm_issue_describe(issue->code)->name);
        wm_json_add_uint(j, "line", issue->line);
        wm_json_add_text(j, "message", issue->message);
        wm_json_end(j);
    }
}

static void losses_json(wm_json_writer *j, const wm_report *report, const wm_losses *losses)
{
    wm_json_begin_array(j, "losses");
    cli_add_read_losses(j, report);
    for (uint32_t i = 0; losses && i < losses->count; i++) {
        const wm_loss *loss = &losses->item[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "field", loss->field);
        wm_json_add_uint(j, "count", loss->count);
        wm_json_add_text(j, "message", loss->message);
        wm_json_end(j);
    }
    wm_json_end(j);
}

void cli_add_loss(wm_json_writer *j, const char *field, const char *message)
{
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "field", field);
    wm_json_add_text(j, "message", message);
    wm_json_end(j);
}

void cli_say_losses(const cli *c, const char *file, const char *out, const wm_report *report,
                    const wm_losses *losses, uint32_t state)
{
    wm_json_writer j;
    if (!c->json) {
        if (!c->quiet)
            print_losses(file, out, report, losses);
        return;
    }
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", file);
    wm_json_add_text(&j, "output", out);
    if (state != WM_NO_INDEX)
        wm_json_add_text(&j, "state", wm_kotor_door_state_name(state));
    losses_json(&j, report, losses);
    json_finish(&j);
}
