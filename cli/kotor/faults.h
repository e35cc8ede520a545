/* Faults that reading a damaged file passed over: what they concern is lost when the file is
 * written without them. */
#ifndef WAYMARK_CLI_FAULTS_H
#define WAYMARK_CLI_FAULTS_H

#include "cli.h"

typedef struct cli_faults {
    uint32_t count;
    bool edges; /* of a walkmesh: among them is one of the table that holds the transitions */
} cli_faults;

/* Those of a binary walkmesh; none if the bytes are another file. */
cli_faults cli_walkmesh_faults(const wm_buffer *bytes);
/* Adds what is lost with them, with the fields that 'convert' uses. */
void cli_add_fault_losses(const cli_faults *faults, wm_losses *losses);
/* An array "losses", if there are any. */
void json_losses(wm_json_writer *json, const wm_losses *losses);

#endif
