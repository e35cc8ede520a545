/* What the files that open documents share. */
#ifndef WAYMARK_OPEN_INTERNAL_H
#define WAYMARK_OPEN_INTERNAL_H

#include "base/internal.h"
#include "waymark/open.h"

enum { WMI_SUPERS = 16 }; /* real chains have up to five */

/* A document and what the library knows of it. */
typedef struct wmi_opened {
    wm_document pub;
    wmi_arena arena;
    wm_kotor_mdl *supers[WMI_SUPERS]; /* those that were read here */
    uint32_t super_count;
    wm_scene **scenes; /* that a scene of the document points into */
    size_t scene_count, scene_room;
    uint32_t companion_room;   /* elements of pub.companions */
    void (*close)(void *user); /* called when the document is freed; may be NULL */
    void *close_user;
} wmi_opened;

/* The work of one wm_open. */
typedef struct wmi_opener {
    wmi_opened *out;
    const wm_open_opts *opts;
    const void *data;
    size_t size;
    char *stem; /* name of the file without folders and ending, or "" */
    wm_error *error;
} wmi_opener;

/* Makes room for further companions, before any is looked for: pointers to them are kept. */
bool wmi_expect_companions(wmi_opener *o, size_t count);
/* Looks for a companion. NULL when memory runs out; what is not found is listed too. */
wm_companion *wmi_find_companion(wmi_opener *o, const char *name, const char *type);
/* Its bytes. False when there are none to read; see wmi_lost. */
bool wmi_load_companion(wmi_opener *o, wm_companion *companion);
/* Notes why a companion cannot be read. False when that is for want of memory, which fails the
 * opening. */
bool wmi_note_error(wmi_opener *o, wm_companion *companion, const wm_error *error);
/* Did the opening fail? Then *o->error says why. */
bool wmi_lost(const wmi_opener *o);

/* The work on a kind of file: fills o->out->pub. False and *o->error when it fails. */
bool wmi_open_model(wmi_opener *o);
bool wmi_open_area(wmi_opener *o);
/* The model of a companion that is loaded, without its MDX if mdx is NULL. */
wm_kotor_mdl *wmi_read_model(wmi_opener *o, wm_companion *companion, const wm_companion *mdx);
/* The walkmesh of a companion that is loaded. text and dialect (may be NULL) are set if it is a
 * text. */
wm_kotor_bwm *wmi_read_room(wmi_opener *o, wm_companion *companion, bool *text,
                            wm_kotor_dialect *dialect);
/* Reports templates and models of doors and placeables that are missing. Without the tables of the
 * game, nothing can be said. */
void wmi_check_objects(const wm_kotor_objects *objects, wm_report *report);
/* Reports doors that do not meet the floor. */
wm_status wmi_check_doors(const wm_kotor_objects *objects, const wm_walkmesh *mesh,
                          const wm_allocator *allocator, wm_report *report, wm_error *error);
/* The layout that lists the room o->stem. */
bool wmi_open_layout(wmi_opener *o);

/* Reports textures of a model that the finder does not find: without `complete` as information, and
 * only if it finds others of the model. */
wm_status wmi_check_textures(const wm_document *document, const wm_finder *finder, bool complete,
                             wm_report *report, wm_error *error);

static inline wm_load wmi_load_of(wm_load asked, wm_load normally)
{
    return asked == WM_LOAD_DEFAULT ? normally : asked;
}

#endif
