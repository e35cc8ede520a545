/* waymark view --serve. */
#ifndef WAYMARK_CLI_SERVE_VIEW_H
#define WAYMARK_CLI_SERVE_VIEW_H

#include "cli.h"

/* Serves the files that were named, with this viewer, which it changes. The exit code. */
int serve_view(const cli *c, wm_buffer *viewer);

#endif
