/* The face of the system's sans font, found by fontconfig. */
#include <fontconfig/fontconfig.h>

#include "draw/draw.h"

void draw_choose_face(cairo_t *cr, bool bold)
{
    cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

void draw_release_faces(void)
{
    cairo_debug_reset_static_data();
    FcFini();
}
