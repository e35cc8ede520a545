/* The face of DejaVu Sans, which is inside the program as a resource: no fontconfig is needed, and
 * text looks the same on every machine. */
#include <pthread.h>
#include <windows.h>

#include <cairo-ft.h>

#include "draw/draw.h"

enum { REGULAR, BOLD, FACES };

static struct {
    FT_Library library;
    FT_Face face[FACES];
} fonts;

/* The resources are named in windows.rc. */
static void load_faces(void)
{
    static const wchar_t *const names[FACES] = {L"FONT_REGULAR", L"FONT_BOLD"};
    if (FT_Init_FreeType(&fonts.library) != 0)
        return;
    for (int i = 0; i < FACES; i++) {
        HRSRC found = FindResourceW(NULL, names[i], (LPCWSTR)RT_RCDATA);
        HGLOBAL loaded = found ? LoadResource(NULL, found) : NULL;
        if (loaded)
            FT_New_Memory_Face(fonts.library, LockResource(loaded),
                               (FT_Long)SizeofResource(NULL, found), 0, &fonts.face[i]);
    }
}

void draw_choose_face(cairo_t *cr, bool bold)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_faces);
    FT_Face from = fonts.face[bold ? BOLD : REGULAR];
    if (!from)
        return; /* cairo then draws with the face that it brings */
    cairo_font_face_t *face = cairo_ft_font_face_create_for_ft_face(from, 0);
    cairo_set_font_face(cr, face);
    cairo_font_face_destroy(face);
}

void draw_release_faces(void)
{
    cairo_debug_reset_static_data();
    for (int i = 0; i < FACES; i++)
        if (fonts.face[i])
            FT_Done_Face(fonts.face[i]);
    FT_Done_FreeType(fonts.library);
}
