/* What the two kinds of pictures of waymark render share. */
#ifndef WAYMARK_CLI_RENDER_H
#define WAYMARK_CLI_RENDER_H

#include "cli.h"

typedef struct picture {
    const char *title;
    double width, height; /* 0: as it suits */
    bool view_given;
    int view; /* camera_view */
} picture;

/* Could this be a model? */
bool render_is_model(wm_format format);
/* Draws c->files[0], whose bytes were read, seen from a side, into c->files[1]. Walkmeshes too. */
int render_model(cli *c, const wm_buffer *bytes, wm_format format, const picture *pic);
/* draw/minimap.c: the map of an area, and the numbers for its ARE. */
int render_minimap(cli *c, const wm_buffer *bytes, wm_format format);

#endif
