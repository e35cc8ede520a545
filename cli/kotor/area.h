/* Areas for the command: a layout and the files beside it. */
#ifndef WAYMARK_CLI_AREA_H
#define WAYMARK_CLI_AREA_H

#include "cli.h"

/* The walkmesh of one room. */
typedef struct cli_room {
    char *path; /* NULL: no such file */
    wm_buffer bytes;
    wm_kotor_bwm *walkmesh; /* NULL without a file, or when it cannot be read */
    wm_error error;         /* why it cannot */
    bool text;              /* it is a text, in this dialect */
    wm_kotor_dialect dialect;
} cli_room;

typedef struct cli_area {
    wm_kotor_lyt *lyt;
    wm_kotor_vis *vis; /* NULL: none beside the layout */
    char *vis_path;
    wm_buffer vis_bytes;
    cli_room *rooms;           /* lyt->room_count */
    wm_kotor_bwm **walkmeshes; /* the same as the rooms', for wm_kotor_area_new */
    uint32_t unreadable;       /* rooms whose file cannot be read */
} cli_area;

/* Reads a layout, the VIS beside it and the rooms' walkmeshes, names compared
 * without regard to case. Faults of the texts go to the report if there is one.
 * False and *error when the layout itself cannot be read. Free in any case. */
bool cli_area_open(const cli *c, cli_area *area, const char *file, const wm_buffer *bytes,
                   wm_report *report, wm_error *error);
void cli_area_close(cli_area *area);

/* The verbs' parts for a layout whose bytes are read already. */
int cli_area_info(cli *c, cli_out *out, const wm_buffer *bytes);
void cli_area_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report);
/* waymark fix of a layout into the directory of --output. */
int cli_area_fix(cli *c, const char *file, const wm_buffer *bytes);

#endif
