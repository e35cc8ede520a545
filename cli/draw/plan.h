/* What a plan shows, for any walkmesh file: draw/plan_kotor.c for a WOK, PWK or DWK and for
 * layouts, draw/plan_nwn2.c for a TRN or TRX, draw/plan_path.c for the paths on it. */
#ifndef WAYMARK_CLI_PLAN_H
#define WAYMARK_CLI_PLAN_H

#include "draw/draw.h"
#include "query/ground.h"

typedef struct plan {
    draw_job job;
    const char *file;
    wm_report report;
    /* What the job points at. */
    cli_ground ground;    /* mesh and query, and the area of a layout */
    wm_document *room;    /* a walkmesh; or NULL */
    wm_kotor_lyt *layout; /* that lists it, for the names of rooms; or NULL */
    wm_nwn2_trn *trn;
    budget budget;
    const char **names;
    draw_room *rooms;
    draw_hook *hooks;
    draw_border *borders;
    draw_way *ways;
} plan;

/* Fills the job from the bytes of c->files[0]; findings too unless `findings` is false. `objects`:
 * it shows the walkmeshes of doors and placeables. EXIT_FINE, or an exit code after saying why on
 * stderr. Close in any case. */
int plan_open(cli *c, const wm_buffer *bytes, wm_format format, bool findings, bool objects,
              plan *p);
void plan_close(plan *p);

/* For plan.c. False and *error when it cannot be read. */
bool plan_kotor(cli *c, const wm_buffer *bytes, bool findings, plan *p, wm_error *error);
bool plan_area(cli *c, const wm_buffer *bytes, bool findings, plan *p, wm_error *error);
bool plan_nwn2(cli *c, const wm_buffer *bytes, bool findings, plan *p, wm_error *error);
enum { PLAN_EXTENT = 80 };
/* "54 x 63 x 0.6 m". */
void plan_extent(wm_vec3 min, wm_vec3 max, char text[PLAN_EXTENT]);
bool plan_no_memory(wm_error *error); /* always false */

/* All --path options. */
int plan_paths(const cli *c, plan *p);
/* Only their values. EXIT_FINE, or EXIT_USAGE, reported. */
int plan_check_paths(const cli *c);

#endif
