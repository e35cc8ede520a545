/* A posed scene as triangles, upright and not mirrored, whatever the space of its source. */
#ifndef WAYMARK_CLI_FIGURE_H
#define WAYMARK_CLI_FIGURE_H

#include "draw/camera.h"
#include "draw/draw.h"
#include "draw/raster.h"

typedef struct figure_triangle {
    uint32_t vertex[3];
    uint32_t part; /* of parts[] */
} figure_triangle;

/* All triangles of a node with one material. */
typedef struct figure_part {
    uint32_t node, material;       /* of the scene; material WM_NO_INDEX: none */
    uint32_t colour;               /* 0xRRGGBB */
    uint32_t opaque;               /* of 16 */
    const raster_surface *surface; /* NULL: the colour above */
    bool two_sided;
    bool creased; /* its normals were computed here: they do not smooth sharp edges */
    bool overlay; /* walkmesh or hidden: drawn over the model, and not part of its size */
} figure_part;

enum { FIGURE_SHOWN = 1, FIGURE_OVERLAY = 2 };

typedef struct figure {
    const wm_scene *scene;
    uint8_t *drawn; /* of each node: 0 or one of the two above */
    bool bare; /* no texture is named, as in walkmeshes: materials decide the colours, and two-sided
                  parts are not meant to be seen from both sides */
    uint32_t vertex_count, triangle_count, part_count;
    float (*points)[3];
    float (*normals)[3];
    float (*uvs)[2][2];       /* of the colour and the light map; v from the top. NULL: no images */
    texel_map *maps;          /* of each image of the scene; NULL: no images */
    raster_surface *surfaces; /* of each material; NULL: no images */
    figure_triangle *triangles;
    figure_part *parts;
    uint32_t shown_vertices; /* of the model itself, which come first */
    uint32_t shown_triangles, shown_meshes;
    float min[3], max[3]; /* of what is shown */
    wm_vec3 size;         /* the same, along the axes of the source */
} figure;

/* Converts a point from the scene's space to that of pictures. */
void figure_to_z_up(const wm_scene *scene, wm_vec3 from, float to[3]);

/* False when memory runs out. Free in any case. The pose was updated. */
/* figure_surface.c: mipmaps and surfaces of the materials, if the scene has images. False when
 * memory runs out. */
bool figure_surfaces(figure *f, const draw_layers *layers);
void figure_surfaces_free(figure *f);

bool figure_make(wm_pose *pose, const draw_layers *layers, figure *f);
void figure_free(figure *f);

/* A pleasant colour for a name, always the same; 0xRRGGBB. */
uint32_t figure_colour(const char *name);

#endif
