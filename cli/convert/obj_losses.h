/* What the OBJ of a model cannot hold. */
#ifndef WAYMARK_CLI_CONVERT_OBJ_LOSSES_H
#define WAYMARK_CLI_CONVERT_OBJ_LOSSES_H

#include "cli.h"

typedef struct cli_obj_loss {
    const char *field, *message;
    uint32_t count;
} cli_obj_loss;

enum { CLI_OBJ_LOSSES = 10 };

/* Returns their number. */
uint32_t cli_obj_losses(const wm_scene *scene, cli_obj_loss list[CLI_OBJ_LOSSES]);
/* One, as an item of a list. */
void cli_add_obj_loss(wm_json_writer *j, const cli_obj_loss *loss);

#endif
