/* What a conversion did not keep, in words or JSON. */
#ifndef WAYMARK_CLI_CONVERT_LOSSES_H
#define WAYMARK_CLI_CONVERT_LOSSES_H

#include "cli.h"

/* Whether a finding about a text names something that its binary does not have. */
bool cli_is_loss(const wm_issue *issue);
/* `report` is what reading a text found, `losses` what writing dropped; both may be NULL.
 * `state` is that of a door, or WM_NO_INDEX. */
void cli_say_losses(const cli *c, const char *file, const char *out, const wm_report *report,
                    const wm_losses *losses, uint32_t state);
/* A loss that has no count, as an item of a list. */
void cli_add_loss(wm_json_writer *j, const char *field, const char *message);
/* The losses of a report, which have lines. */
void cli_add_read_losses(wm_json_writer *j, const wm_report *report);

#endif
