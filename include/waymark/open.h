/* Documents with everything that belongs to them.
 *
 * A model has an MDX and supermodels, a layout has rooms and a visibility list, a glTF has
 * buffers, an OBJ has materials. wm_open reads a file and these companions. It asks a finder for
 * them, so they can be in a folder (waymark/folder.h), in an archive or in memory. docs/open.md is
 * the guide.
 */
#ifndef WAYMARK_OPEN_H
#define WAYMARK_OPEN_H

#include "waymark/area.h"
#include "waymark/aurora.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/convert.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_layout.h"
#include "waymark/kotor_mdl.h"
#include "waymark/nwn2.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- finders ----------------------------------------------------------- */

/* A resource that a finder has. */
typedef struct wm_found {
    const char *where; /* for messages: a path, or "models.bif:c_dewback.mdl". NULL: not found */
    const void *data;  /* its bytes. NULL before `load`, or when it is empty */
    size_t size;
    /* Sets data and size. Called at most once, and only if data is NULL. NULL: nothing to load. */
    wm_status (*load)(struct wm_found *found, wm_error *error);
    /* Called once when where and data are no longer needed. NULL: nothing to release. */
    void (*release)(struct wm_found *found);
    void *owner; /* the finder's, for load and release */
} wm_found;

/* Returns false to stop. The strings live until it returns. */
typedef bool (*wm_list_visitor)(void *user, const char *name, const char *type, const char *where);

/* Where companions come from.
 *
 * A name has no ending and is compared without regard to case. When several match, the one
 * in the given case wins. A type is an ending without its dot, in lower case: "mdx", "mdl",
 * "wok", "vis", "lyt", "2da", "bin", "mtl". Both may come from damaged files: a name may be any
 * text, and must not lead out of the place that is searched.
 *
 * A finder must outlive the documents that were opened with it. */
typedef struct wm_finder {
    /* Fills *out, which is zeroed. Not found is success, and leaves it zeroed. On failure it
     * may set out->where to name the place; out->release is called then too. NULL: nothing is
     * ever found. */
    wm_status (*find)(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error);
    /* Visits every copy of a resource, the one that `find` gives first. name NULL: of all names,
     * in order. type NULL: of all types. May be NULL; only wm_open_opts.layout needs it. */
    wm_status (*list)(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error);
    void *user;
} wm_finder;

/* ---- opening ----------------------------------------------------------- */

/* What to do about a kind of companion. */
typedef enum wm_load {
    WM_LOAD_DEFAULT, /* as wm_open_opts says for each */
    WM_LOAD_SKIP,    /* do not look for it */
    WM_LOAD_FIND,    /* look for it, but do not load or read it */
    WM_LOAD_READ     /* look for it, load and read it */
} wm_load;

typedef struct wm_open_opts {
    wm_read_opts base; /* allocator and memory limit count for each file; faults that can be
                          passed over, of the file and of its VIS, go to the report */
    const char
        *name; /* of the file, folders allowed: its last part without the ending is the
                  name of the MDX, VIS and WOK that belong to it. NULL: these are not found */
    wm_finder finder;

    const wm_kotor_surfaces *surfaces; /* NULL: from surfacemat.2da if it is found, else built-in */
    /* Used in place of the supermodels that the finder has: the nearest first. They must outlive
     * the document. NULL: look for them. */
    const wm_kotor_mdl *const *supers;
    uint32_t super_count;
    uint32_t part; /* of the text of a door: which of its meshes becomes wm_document.bwm */

    wm_load mdx;             /* of a model. Default: read */
    wm_load supermodels;     /* of a model, as far as they go, 16 at most. Default: read. Find:
                                only the first, as its file names the second */
    wm_load walkmesh;        /* of a model: the WOK of the same name. Default: skip */
    wm_load vis;             /* of a layout. Default: read */
    wm_load room_walkmeshes; /* of a layout. Default: read */
    wm_load room_models;     /* of a layout, with their MDX. Default: skip */
    wm_load layout;          /* of a room's walkmesh: the first layout that lists it, by
                                finder.list. Default: skip */
    uint32_t end_zero;
} wm_open_opts;

/* A companion that was looked for. */
typedef struct wm_companion {
    const char *name; /* as it was looked for */
    const char *type;
    wm_found found;        /* found.where is NULL: it is missing */
    const wm_error *error; /* why it cannot be found, loaded or read; NULL: no error */
} wm_companion;

/* A room of a layout. A room that is listed twice, or a placeholder, has nothing. */
typedef struct wm_document_room {
    wm_kotor_bwm *bwm;        /* NULL: none, or it cannot be read */
    bool text;                /* bwm was read from a text */
    wm_kotor_dialect dialect; /* of that text */
    wm_kotor_mdl *mdl;        /* NULL: none, not asked for, or it cannot be read */
    const wm_companion *walkmesh, *model, *mdx; /* NULL: not looked for */
} wm_document_room;

/* A file that was read, and what belongs to it. Which pointers are set depends on the format;
 * the others are NULL. A caller may take a document out by setting its pointer to NULL. */
typedef struct wm_document {
    wm_format format;
    const char *name; /* of wm_open_opts, or "" */
    size_t size;      /* bytes of the file */

    wm_kotor_bwm *bwm;       /* KotOR walkmesh; of a text: mesh `part`, which belongs to the text */
    wm_kotor_bwm_text *text; /* KotOR walkmesh text: all its meshes */
    wm_kotor_mdl *mdl;       /* KotOR model, binary or text */
    wm_kotor_lyt *lyt;       /* KotOR layout */
    wm_nwn2_trn *trn;
    wm_bw2_model *bw2;
    wm_2da *table;
    wm_scene *scene; /* glTF or OBJ, with its buffers or materials; an OBJ is read as y up */
    bool binary;     /* of a glTF: a .glb */

    /* of a model */
    const wm_companion *mdx;
    const wm_kotor_mdl **supers; /* the nearest first */
    uint32_t super_count;
    wm_kotor_bwm *walkmesh; /* NULL: none, not asked for, or it cannot be read */
    /* of a layout */
    wm_kotor_vis *vis; /* NULL: none, or it cannot be read */
    const wm_companion *vis_file;
    wm_document_room *rooms;   /* lyt->room_count */
    wm_kotor_bwm **walkmeshes; /* the same as rooms[].bwm */
    wm_kotor_area *area;       /* of the rooms as they were read */
    /* of a room's walkmesh */
    wm_kotor_lyt *layout;

    wm_kotor_surfaces surfaces;
    /* All that were looked for, in that order. Missing are those with neither where nor error. */
    uint32_t companion_count;
    wm_companion *companions;
    bool searched;        /* there was a finder: what is missing really is */
    uint32_t read_errors; /* errors that reading the file itself added to the report */
    void *memory;         /* private */
} wm_document;

/* Reads a file, identified by its content, and its companions. `data` is not needed
 * afterwards. opts and error may be NULL. NULL and *error when the file itself cannot be read
 * or memory runs out. A companion that is missing or cannot be read fails nothing: `companions`
 * lists it. Free with wm_document_free. */
WM_API wm_document *wm_open(const void *data, size_t size, const wm_open_opts *opts,
                            wm_error *error);
WM_API void wm_document_free(wm_document *document);

/* The first companion of this type that was looked for and not found, or NULL. type NULL: of
 * any type. */
WM_API const wm_companion *wm_document_missing(const wm_document *document, const char *type);
/* The first companion of this type that was found and cannot be loaded or read, or NULL. type
 * NULL: of any type. */
WM_API const wm_companion *wm_document_unreadable(const wm_document *document, const char *type);

/* ---- what can be done with any document --------------------------------- */

/* Appends what is wrong with a document and its companions: rules of its format, rooms and a
 * VIS that cannot be read, a supermodel that was looked for and is missing, a model that differs
 * from its WOK. Open it with the same report, which holds the faults of reading. opts may be
 * NULL. */
WM_API wm_status wm_document_check(const wm_document *document, const wm_check_opts *opts,
                                   wm_report *report, wm_error *error);
/* Opens and checks in one call. A file that cannot be read, or is not of a known format, is a
 * finding too. By default supermodels are found and the WOK of a model is read. opts may be NULL;
 * its own report is not used. Fails only when memory is refused. */
WM_API wm_status wm_check(const void *data, size_t size, const wm_open_opts *opts,
                          wm_report *report, wm_error *error);

/* The object of `waymark info --json`. Without opts->file and opts->bytes, name and size of the
 * document are used. WM_BAD_MAGIC for a table. opts may be NULL. Free with wm_buffer_free. */
WM_API wm_status wm_document_info(const wm_document *document, const wm_info_opts *opts,
                                  wm_buffer *json, wm_error *error);

/* The document as a neutral walkmesh: all rooms of a layout joined, or the mesh of a walkmesh or
 * terrain. NULL and *error for a document that has none. allocator may be NULL. */
WM_API wm_walkmesh *wm_document_walkmesh(const wm_document *document, const wm_allocator *allocator,
                                         wm_error *error);

/* The document as a scene. A model has the animations of its supermodels. A layout has a node for
 * each walkmesh and each model that was read, and for its door hooks, tracks and obstacles. NULL
 * and *error for a table, and for a layout without any room. opts may be NULL. Free the scene
 * before the document. */
WM_API wm_scene *wm_document_scene(wm_document *document, const wm_scene_opts *opts,
                                   wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
