/* The camera of a model. Its space is that of pictures: x to the right, y away from the viewer, z
 * up, right-handed, metres. */
#ifndef WAYMARK_CLI_CAMERA_H
#define WAYMARK_CLI_CAMERA_H

#include "cli.h"

typedef enum camera_view {
    CAMERA_THREE_QUARTER,
    CAMERA_FRONT,
    CAMERA_BACK,
    CAMERA_LEFT, /* the model's left side */
    CAMERA_RIGHT,
    CAMERA_TOP,
    CAMERA_VIEWS
} camera_view;

typedef struct camera {
    double right[3], up[3], back[3]; /* of the picture; back: out of it, towards the eye */
    double target[3];
    bool perspective;
    double distance; /* from the eye to the target */
    double zoom;     /* pixels of a metre, with perspective at a distance of one metre */
    double cx, cy;   /* where the target is, pixels */
} camera;

/* "front", "three-quarter" ... False for other names. */
bool camera_view_named(const char *name, camera_view *view);
const char *camera_view_name(camera_view view);

/* Direction of a three-quarter view: degrees to the side of the front, and above it. */
typedef struct camera_angle {
    double aside, above;
} camera_angle;

/* Aims the camera at a model that faces (front_x, front_y). */
void camera_aim(camera *c, camera_view view, double front_x, double front_y, camera_angle angle);

typedef struct camera_frame {
    double x, y, w, h; /* pixels */
} camera_frame;

/* Moves the camera so that all points are inside the frame. */
void camera_fit(camera *c, const float (*points)[3], size_t count, camera_frame frame);

/* Projects a point to pixels, y down. Depth grows towards the eye and is linear on the screen.
 * False for points behind the eye. */
bool camera_project(const camera *c, const double p[3], double xy[2], float *depth);
/* From that depth to the distance along the line of sight, and to the eye from the target. */
double camera_reach(const camera *c, float depth);

/* The point of the plane z = height that is seen at a pixel. False if there is none. */
bool camera_ground(const camera *c, double x, double y, double height, double p[3]);

double camera_dot(const double a[3], const double b[3]);
void camera_unit(double v[3]);

#endif
