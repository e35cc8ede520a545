/* What is lost with the faults of a damaged file. */
#include "kotor/faults.h"

#include <string.h>

static bool is_of_edges(const wm_issue *issue)
{
    return strncmp(issue->path, "edges", 5) == 0;
}

cli_faults cli_walkmesh_faults(const wm_buffer *bytes)
{
    cli_faults f = {0};
    wm_report report;
    if (!wm_kotor_bwm_detect(bytes->data, bytes->size))
        return f;
    wm_report_init(&report, cli_allocator());
    const wm_read_opts opts = {.allocator = cli_allocator(), .report = &report};
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, &opts, NULL);
    f.count = b ? b->fault_count : 0;
    for (uint32_t i = 0; f.count && i < report.count; i++)
        f.edges |= is_of_edges(&report.issues[i]);
    wm_kotor_bwm_free(b);
    wm_report_free(&report);
    return f;
}

static void add(wm_losses *losses, const char *field, uint32_t count, const char *message)
{
    if (losses->count == WM_LOSSES)
        return;
    wm_loss *loss = &losses->item[losses->count++];
    *loss = (wm_loss){.count = count};
    snprintf(loss->field, sizeof loss->field, "%s", field);
    snprintf(loss->message, sizeof loss->message, "%s", message);
}

void cli_add_fault_losses(const cli_faults *faults, wm_losses *losses)
{
    if (faults->count)
        add(losses, "faults", faults->count,
            "what the faults in the file concern is left out (see 'waymark check')");
    if (faults->edges)
        add(losses, "transitions", 1,
            "the table of edges is damaged: transitions to other rooms are lost; set them again "
            "with 'waymark set', or with 'waymark fix' on the layout");
}

void json_losses(wm_json_writer *j, const wm_losses *losses)
{
    if (!losses->count)
        return;
    wm_json_begin_array(j, "losses");
    for (uint32_t i = 0; i < losses->count; i++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "field", losses->item[i].field);
        wm_json_add_uint(j, "count", losses->item[i].count);
        wm_json_add_text(j, "message", losses->item[i].message);
        wm_json_end(j);
    }
    wm_json_end(j);
}
