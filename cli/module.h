/* A KotOR module in place of a file: the layout of its area. */
#ifndef WAYMARK_CLI_MODULE_H
#define WAYMARK_CLI_MODULE_H

#include "files.h"

/* For verbs that work on one area: replaces an archive, or --module without a file, by the layout
 * of the module's area. An exit code, with a message. */
int cli_use_module(cli *c);
/* Adds the layout of the area if the archive itself does not have it, but the game or the folder
 * does; a note says that nobody has it. False when out of memory. */
bool cli_list_module_layout(const cli *c, cli_list *list, const char *archive);
/* Reads "module.mod:area.lyt" from next to the module, or from the game, where modules leave it. */
wm_status cli_module_read_layout(const char *file, wm_buffer *out, wm_error *error);

#endif
