/* Areas for the command: a layout and the files next to it. */
#ifndef WAYMARK_CLI_AREA_H
#define WAYMARK_CLI_AREA_H

#include "open.h"

int cli_area_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_vis_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_pth_info(cli *c, cli_out *out, const wm_buffer *bytes);
int cli_pth_dump(cli *c, cli_out *out, const wm_buffer *bytes);
/* waymark fix of a layout, whose bytes are read already, into the folder of --output. */
int cli_area_fix(cli *c, const char *file, const wm_buffer *bytes);

/* The first layout of the place of a walkmesh that lists it as a room: next to it, in its archive,
 * or in the game. NULL if there is none or memory runs out; free it with wm_kotor_lyt_free. */
wm_kotor_lyt *cli_room_layout(const cli *c, const char *file);

#endif
