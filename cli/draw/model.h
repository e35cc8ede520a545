/* The page of a model: the lit picture, and words and lines on top of it. */
#ifndef WAYMARK_CLI_DRAW_MODEL_H
#define WAYMARK_CLI_DRAW_MODEL_H

#include "draw/still.h"

/* What to draw. Nothing is owned. */
typedef struct draw_model_job {
    const wm_pose *pose;
    const figure *figure;
    draw_layers layers;
    camera_view view;
    const char *title;
    char subtitle[2][256];
    double width, height; /* of the page in pixels or points; 0: as it suits */
    unsigned jobs;        /* threads */
} draw_model_job;

/* The picture, to be freed. */
typedef struct draw_model_picture {
    char *bytes;
    size_t size;
    uint32_t left_out; /* triangles that were not drawn: too many others are in front of them */
} draw_model_picture;

/* EXIT_FINE and a picture, or an exit code with a message on stderr. */
int draw_model_to_bytes(const draw_model_job *job, const char *name, draw_model_picture *out);

/* draw/model_marks.c: what is drawn over the picture. The camera is in units of the page. */
typedef struct draw_model_page {
    const draw_model_job *job;
    still still;
    camera camera;
    draw_page page; /* cr, frame and labels, for the parts that plans have too */
} draw_model_page;
void draw_model_marks(draw_model_page *m);
void draw_model_axes(draw_model_page *m);

/* draw/model_legend.c */
void draw_model_legend(draw_model_page *m);

#endif
