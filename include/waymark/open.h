/* Opening files of any format, together with the files that they need.
 *
 * A model has an MDX and supermodels, a layout has rooms and a visibility list, a glTF has
 * buffers, an OBJ has materials. wm_open reads a file and these companions. It asks a finder for
 * them, so they can be in a folder (waymark/folder.h), in an archive or in memory. docs/open.md is
 * the guide.
 */
#ifndef WAYMARK_OPEN_H
#define WAYMARK_OPEN_H

#include "waymark/archive.h"
#include "waymark/area.h"
#include "waymark/aurora.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/convert.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_layout.h"
#include "waymark/kotor_mdl.h"
#include "waymark/kotor_module.h"
#include "waymark/nwn2.h"
#include "waymark/nwn2_mdb.h"
#include "waymark/texture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- finders ----------------------------------------------------------- */

/* A resource that a finder has found. */
typedef struct wm_found {
    const char *where; /* for messages: a path, or "models.bif:c_dewback.mdl". NULL: not found */
    const void *data;  /* its bytes. NULL before `load`, or if it is empty */
    size_t size;
    /* Sets data and size. Called only if data is NULL: once, and if that failed or found no
     * bytes, a second time by wm_found_take. NULL: nothing to load. */
    wm_status (*load)(struct wm_found *found, wm_error *error);
    /* Called once when where and data are no longer needed. NULL: nothing to release. */
    void (*release)(struct wm_found *found);
    void *owner; /* for the finder's own use in load and release */
    /* Which place wins: of textures with one name and different types, KotOR takes the one with the
     * lowest rank. 0: a folder, 1: a RIM, 2: another archive, 3: a KEY with its BIFs. */
    uint32_t rank;
} wm_found;

/* Copies the bytes of what was found, after loading them if that is needed, and releases it. On
 * failure it is released, too.
 *
 * found: filled by a finder, or that of an entry of wm_document.companions. Its `where` must not be
 *   NULL. It is zeroed afterwards, also on failure, so the companion then counts as missing. If it
 *   is not loaded yet (WM_LOAD_FIND), what its finder uses must still exist. */
WM_API wm_status wm_found_take(wm_found *found, const wm_write_opts *opts, wm_buffer *out,
                               wm_error *error);

/* Called for each resource of a list. Returns false to stop. The strings live until it returns. */
typedef bool (*wm_list_visitor)(void *user, const char *name, const char *type, const char *where);

/* Where companions come from.
 *
 * A name is a file name without its extension; glTF and OBJ files may name one in a subfolder, as
 * "buffers/hall". Case is ignored when names are compared; if several match, the one in the given
 * case wins. A type is an extension without its dot, in lower case, such as "mdx", "git" or "tga";
 * empty for a file without one. A name is never empty. Both may come from damaged or hostile files:
 * a name may be any text, so the finder must make sure that it does not lead out of the place that
 * is searched.
 *
 * find, list and wm_found.load are called only inside functions of this library that get the
 * finder, or (load) inside wm_found_take, by the thread that calls these functions.
 * wm_found.release is called at the latest by wm_document_free, so what it uses must live until
 * then. */
typedef struct wm_finder {
    /* Fills *out, which is zeroed. If nothing is found, it returns WM_OK and leaves *out zeroed. On
     * failure it may set out->where to name the place; out->release is called in that case too. If
     * find is NULL, nothing is ever found. */
    wm_status (*find)(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error);
    /* Calls `visit`, with visit_user as its `user`, for every copy of a resource, first for the one
     * that `find` would return. If name is NULL, it visits all names, in an order that is always
     * the same; if type is NULL, all types. If `visit` returns false, it stops and returns WM_OK.
     * `visit` may call `find` of the same finder, and load and release what it finds.
     * May be NULL: then wm_open_opts.layout finds no layout of a room's walkmesh, and wm_check does
     * not report the textures of a model if none of them is found. */
    wm_status (*list)(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error);
    void *user; /* passed to find and list */
} wm_finder;

/* A finder for the entries of an archive. In a ZIP or STUFF it finds names in every folder. It is
 * valid until wm_archive_free; documents that were opened with it may outlive it. One thread at a
 * time may use it, or the archive. */
WM_API wm_finder wm_archive_finder(wm_archive *archive);

/* Several finders as one: the first that finds a resource wins. */
typedef struct wm_chain wm_chain;

/* Makes a chain. What the finders use must outlive it. Free with wm_chain_free.
 *
 * finders: an array of `count` finders; copied. */
WM_API wm_chain *wm_chain_new(const wm_finder *finders, size_t count, const wm_allocator *allocator,
                              wm_error *error);
/* A finder for the chain. It lists the resources of the first finder, then those of the next. It
 * is valid until wm_chain_free; documents that were opened with it may outlive the chain as far as
 * they may outlive its finders. One thread at a time may use it, unless all its finders allow
 * more. */
WM_API wm_finder wm_chain_finder(wm_chain *chain);
/* Frees the chain, not what its finders use. NULL is allowed. */
WM_API void wm_chain_free(wm_chain *chain);

/* ---- opening ----------------------------------------------------------- */

/* What to do about a kind of companion. */
typedef enum wm_load {
    WM_LOAD_DEFAULT, /* see the fields of wm_open_opts */
    WM_LOAD_SKIP,    /* do not look for it */
    WM_LOAD_FIND,    /* look for it, but do not read it */
    WM_LOAD_READ     /* look for it and read it */
} wm_load;

typedef struct wm_open_opts {
    wm_read_opts base; /* the memory limit applies to each file separately; the report receives
                          the faults of the file itself and of its VIS */
    /* The name of the file, folders allowed, as the system separates them; copied. Its last part
     * without the extension is the name of the MDX, WOK, VIS, PTH, GIT and LYT that belong to it,
     * and of the room that `layout` looks for. NULL: these are not found. */
    const char *name;
    wm_finder finder; /* zeroed: nothing is found, except by wm_open_file */
    bool complete;    /* the finder has every file of the game: for wm_check, a texture that it does
                         not find is missing */

    const wm_kotor_surfaces *surfaces; /* copied. NULL: from surfacemat.2da if it is found, else
                                          built-in */
    /* Supermodels to use, the nearest first. They must outlive the document. NULL: look for
     * them. */
    const wm_kotor_mdl *const *supers;
    uint32_t super_count;
    /* How to read an OBJ; base, load and user are not used. NULL: the defaults. */
    const wm_obj_read_opts *obj;
    bool nwn1; /* a walkmesh text is that of a tile of Neverwinter Nights 1, with the materials
                  of that game. A binary walkmesh is refused */
    uint32_t text_mesh; /* walkmesh text: index of the mesh that becomes wm_document.bwm, such as a
                           state of a door. If there is no such mesh, wm_open fails with
                           WM_BAD_ARGUMENT */

    wm_load mdx;             /* of a model. Default: read */
    wm_load supermodels;     /* of a model: the whole chain, at most 16. Default: read. With find,
                                only the first: its file names the next one */
    wm_load walkmesh;        /* of a model: the WOK of the same name. Default: skip */
    wm_load vis;             /* of a layout. Default: read */
    wm_load paths;           /* of a layout: the PTH of the same name. Default: read */
    wm_load objects;         /* of a layout: the GIT of the same name, and what its doors and
                                placeables need. Default: read. With find, only the GIT */
    wm_load room_walkmeshes; /* of a layout. Default: read */
    wm_load room_models;     /* of a layout, with their MDX. Default: skip */
    wm_load layout;          /* of a room's walkmesh: the first layout that lists it, by
                                finder.list. Default: skip. Find is the same as read: layouts
                                must be read to know their rooms. Of a VIS: the layout of the same
                                name. Default: read */
    uint32_t end_zero;
} wm_open_opts;

/* A companion that was looked for. It is missing if both found.where and error are NULL. */
typedef struct wm_companion {
    const char *name; /* passed to the finder */
    const char *type; /* passed to the finder */
    wm_found found;
    const wm_error *error; /* why it cannot be found, loaded or read; NULL: no error */
} wm_companion;

/* A room of a layout. All pointers are NULL for a placeholder (see wm_kotor_lyt_placeholder), and
 * if an earlier room has the same name. */
typedef struct wm_document_room {
    wm_kotor_bwm *bwm;        /* NULL: none, or it cannot be read */
    bool text;                /* bwm was read from text */
    wm_kotor_dialect dialect; /* of that text */
    wm_kotor_mdl *mdl;        /* NULL: none, not asked for, or it cannot be read */
    const wm_companion *walkmesh, *model, *mdx; /* NULL: not looked for */
} wm_document_room;

/* A file that was read, and its companions. Which pointers are set depends on the format; the
 * others are NULL. To take over one of them, set its pointer to NULL before wm_document_free and
 * free it yourself. This does not work for `lyt` and `area` (the area refers to the layout), for
 * `supers`, or for `bwm` of a text, which belongs to `text`. `objects` refers to `git`: take over
 * both, and keep `git` as long as `objects`. */
typedef struct wm_document {
    wm_format format;
    const char *name; /* a copy of wm_open_opts.name, or "" */
    size_t size;      /* of the file, in bytes */

    wm_kotor_bwm *bwm;       /* KotOR walkmesh; of a text: its mesh `text_mesh` */
    wm_kotor_bwm_text *text; /* KotOR walkmesh text: all its meshes */
    wm_kotor_mdl *mdl;       /* KotOR model, binary or text */
    wm_kotor_lyt *lyt;       /* KotOR layout */
    wm_kotor_pth *pth;       /* KotOR path points; of a layout: those of its area, or NULL */
    wm_nwn2_trn *trn;
    wm_nwn2_mdb *mdb;
    wm_bw2_model *bw2;
    wm_2da *table;   /* 2DA */
    wm_gff *gff;     /* any GFF but a PTH */
    wm_scene *scene; /* glTF or OBJ, with its buffers or materials; an OBJ as opts->obj says */
    wm_texture *texture;
    wm_txi *txi;
    bool binary; /* of a glTF: a .glb */
    bool nwn1;   /* a walkmesh text of Neverwinter Nights 1, by wm_open_opts.nwn1 */

    /* of a model */
    const wm_companion *mdx;     /* NULL: not looked for */
    const wm_kotor_mdl **supers; /* the nearest first */
    uint32_t super_count;
    wm_kotor_bwm *walkmesh; /* NULL: none, not asked for, or it cannot be read */
    /* of a layout, or a VIS itself */
    wm_kotor_vis *vis;                /* NULL: none, or it cannot be read */
    const wm_companion *vis_file;     /* NULL: not looked for */
    const wm_companion *pth_file;     /* NULL: not looked for, or there is none */
    const wm_companion *git_file;     /* the same */
    wm_kotor_git *git;                /* NULL: none, not read, or it cannot be read */
    struct wm_kotor_objects *objects; /* its doors and placeables; NULL: there is no git */
    wm_document_room *rooms;          /* lyt->room_count elements */
    wm_kotor_bwm **walkmeshes; /* rooms[].bwm again; to take one over, set rooms[].bwm to NULL */
    wm_kotor_area *area;       /* of the rooms as they were read; after changes, make another.
                                  NULL: their walkmeshes were not read */
    /* of a room's walkmesh or a VIS */
    wm_kotor_lyt *layout; /* NULL: none, or not asked for */

    wm_kotor_surfaces surfaces; /* the table that was used */
    uint32_t companion_count;
    wm_companion *companions; /* those that were looked for, in that order. A PTH, GIT or
                                 surfacemat.2da is listed only if it was found or has an error, a
                                 layout of a room's walkmesh only if it lists the room. The files
                                 of doors and placeables are not listed: see `objects` */
    bool searched;            /* there was a finder; otherwise everything counts as missing */
    uint32_t read_errors;     /* errors that reading the file, and the VIS of a layout, added to the
                                 report */
    void *memory;             /* private */
} wm_document;

/* Reads a file, identified by its content, and its companions. Fails if the file itself or a
 * buffer of a glTF cannot be read, or if memory runs out; for a file of an unknown format, the
 * status is WM_BAD_MAGIC, or WM_TRUNCATED if it is empty. Any other companion that is missing or
 * cannot be read is not a failure: see `companions`. Archives are not documents: see
 * wm_archive_new. Free with wm_document_free. */
WM_API wm_document *wm_open(const void *data, size_t size, const wm_open_opts *opts,
                            wm_error *error);
/* Frees the document and everything that was read for it. NULL is allowed. */
WM_API void wm_document_free(wm_document *document);

/* The first companion of this type that was looked for and not found, or NULL.
 *
 * type: NULL: any type. */
WM_API const wm_companion *wm_document_missing(const wm_document *document, const char *type);
/* The first companion of this type that has an error: the search for it failed, or it exists but
 * cannot be loaded or read. NULL: there is none.
 *
 * type: NULL: any type. */
WM_API const wm_companion *wm_document_unreadable(const wm_document *document, const char *type);

/* ---- placeables of an NWN2 area ----------------------------------------- */

/* A placeable that is not baked, because its model was not found or could not be read. */
typedef struct wm_nwn2_missing {
    wm_nwn2_placeable placeable;
    const char *model; /* in placeables.2da; NULL: the table has none, or was not found */
    bool unreadable;   /* the search failed, or the model was found but is damaged */
} wm_nwn2_missing;

/* What the placeables of an area do to its ground: for wm_nwn2_trn_lay. */
typedef struct wm_nwn2_obstacles {
    uint32_t floor_count;
    wm_nwn2_floor *floors; /* walkmeshes of models (WALK), in the order of the GIT */
    uint32_t polygon_count;
    wm_nwn2_polygon *polygons; /* holes of the models without a walkmesh */
    uint32_t walks;            /* placeables with a walkmesh */
    uint32_t hulls; /* placeables without a walkmesh but with a collision hull (COL2): its plan view
                       is the hole. That this is what the game does is likely, not proven */
    uint32_t boxes; /* placeables with neither: the hole is the rectangle round the visible meshes,
                       1 mm larger on each side */
    uint32_t empty; /* placeables that cut nothing */
    uint32_t missing_count;
    wm_nwn2_missing *missing;
    bool table;   /* placeables.2da was found */
    void *memory; /* private */
} wm_nwn2_obstacles;

/* Finds the models of placeables: NWN2_ModelName of placeables.2da names an MDB. Free with
 * wm_nwn2_obstacles_free.
 *
 * placeables: not needed afterwards.
 * finder: is asked for "placeables" of type "2da", and for models of type "mdb"; not needed
 *   afterwards.
 *
 * A model that is missing or damaged is not a failure: `missing` lists it. Fails if
 * placeables.2da cannot be read, or with WM_LIMIT if walkmeshes and hulls have too many vertices
 * and triangles. Let n be their number with each model counted once. With each model counted once
 * for each of its placeables, there must be no more than 262,144 + 4 * n. */
WM_API wm_nwn2_obstacles *wm_nwn2_obstacles_new(const wm_nwn2_placeables *placeables,
                                                const wm_finder *finder,
                                                const wm_allocator *allocator, wm_error *error);
/* The outline of a placeable whose model is not known: a square round its place, scaled and rotated
 * as the placeable is.
 *
 * side: of the square before it is scaled, in metres. */
WM_API void wm_nwn2_placeable_square(const wm_nwn2_placeable *placeable, float side,
                                     wm_vec3 points[4]);
/* Frees the obstacles. NULL is allowed. */
WM_API void wm_nwn2_obstacles_free(wm_nwn2_obstacles *obstacles);

/* ---- doors and placeables of a KotOR area -------------------------------- */

/* A door or placeable of a GIT, with what was found for it. */
typedef struct wm_kotor_placed_object {
    const wm_kotor_object *object;
    uint32_t row;          /* of genericdoors.2da or placeables.2da; WM_NO_INDEX: not known */
    const char *model;     /* in that row; NULL: none, or the table was not read */
    bool template_missing; /* it names a template that was not found or cannot be read */
    bool model_missing;    /* the table, and the template if it names one, were read, but the row,
                              its model or the MDL was not found */
    const wm_kotor_bwm *walkmesh; /* of a placeable, or of a door in its closed state (NAME0.dwk);
                                     NULL: none, or it cannot be read */
    bool walkmesh_unknown; /* whether it has a walkmesh is not known: its table, template or row was
                              not found, or its model and walkmesh; the walkmesh of a door was not
                              found; or it cannot be read. A placeable whose model is found may have
                              none */
} wm_kotor_placed_object;

typedef struct wm_kotor_objects {
    uint32_t count;
    wm_kotor_placed_object *items; /* doors first */
    uint32_t obstacle_count;
    wm_kotor_obstacle *obstacles; /* those with a walkmesh and a finite place, doors first: for
                                     wm_walkmesh_with_kotor_obstacles */
    uint32_t door_obstacles;      /* how many of them are doors */
    bool tables;                  /* both tables were read */
    void *memory;                 /* private */
} wm_kotor_objects;

/* Finds the walkmeshes of doors and placeables: a template (UTD, UTP) names a row of
 * genericdoors.2da or placeables.2da, the row names a model, and the model has a DWK or PWK. What
 * is missing is not a failure. Free with wm_kotor_objects_free.
 *
 * git: must outlive the result.
 * finder: not needed afterwards.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_kotor_objects *wm_kotor_objects_new(const wm_kotor_git *git, const wm_finder *finder,
                                              const wm_allocator *allocator, wm_error *error);
/* Frees the objects. NULL is allowed. */
WM_API void wm_kotor_objects_free(wm_kotor_objects *objects);

/* The area that a KotOR module begins in: Mod_Entry_Area of module.ifo. Its files have that name.
 *
 * area: receives the name, which is empty if there is no module.ifo. */
WM_API wm_status wm_module_area(const wm_finder *finder, const wm_allocator *allocator,
                                char area[33], wm_error *error);

/* ---- functions for any document ----------------------------------------- */

/* Reports what is wrong with a document and its companions: broken rules of its format; rooms, a
 * VIS, a PTH and a GIT that cannot be read; path points and doors that do not fit the floor; doors
 * and placeables whose template or model is missing; a supermodel that was looked for and is
 * missing; a model that differs from its WOK; and places of a KotOR walkmesh where characters get
 * stuck or fall through, or where sight passes through a gap. Pass the same report to wm_open
 * first: it adds the faults that it finds. A binary KotOR walkmesh or NWN2 terrain with read_errors
 * is not checked further: the findings would mislead. Fails with WM_NO_MEMORY, or with WM_LIMIT if
 * there are 2^31 or more edges or faces. */
WM_API wm_status wm_document_check(const wm_document *document, const wm_check_opts *opts,
                                   wm_report *report, wm_error *error);
/* Compares two walkmeshes, two models of one game or two layouts, as wm_kotor_bwm_diff and the
 * others do. Fails if they are not of one kind; the error names what `b` is and what it has to
 * be. */
WM_API wm_status wm_document_diff(const wm_document *a, const wm_document *b, wm_diff *diff,
                                  wm_error *error);
/* Opens and checks a file in one call. A file that cannot be read, or that has an unknown format,
 * is a finding too. The textures of a model are looked for. If opts->complete is set and the finder
 * has textures, those that are not found are warnings; otherwise they are infos, reported only if
 * other textures of the model are found. Fails with WM_NO_MEMORY, or with WM_LIMIT if there are
 * 2^31 or more edges or faces.
 *
 * opts: two defaults differ from those of wm_open: supermodels are looked for but not read, and the
 *   WOK of a model is read. base.report is not used. */
WM_API wm_status wm_check(const void *data, size_t size, const wm_open_opts *opts,
                          wm_report *report, wm_error *error);

/* Writes the object of `waymark info --json`. Fails with WM_BAD_ARGUMENT for a layout
 * whose walkmeshes were not read.
 *
 * opts: without file and bytes, the name and size of the document are used. */
WM_API wm_status wm_document_info(const wm_document *document, const wm_info_opts *opts,
                                  wm_buffer *json, wm_error *error);

/* Makes a neutral walkmesh from a document: from all rooms of a layout, or from the mesh of a
 * walkmesh or terrain. Fails if the document has none. The document is not needed afterwards. Free
 * with wm_walkmesh_free. */
WM_API wm_walkmesh *wm_document_walkmesh(const wm_document *document, const wm_allocator *allocator,
                                         wm_error *error);

/* Makes a scene from a document. A model gets the animations of its supermodels. A layout gets a
 * node for each walkmesh and each model that was read, and for each door hook, track and obstacle.
 * Fails for a 2DA, a GFF, a VIS, a PTH, a texture or a TXI, and for a layout of which neither a
 * walkmesh nor a model was read. Free with wm_scene_free.
 *
 * opts: of a glTF or OBJ, whose scene is copied, only allocator and memory_limit are used.
 * document: must outlive the scene. If it is a layout, each call adds data to it that is freed only
 *   by wm_document_free, so opts->allocator must outlive it too; pointers into it stay valid.
 *   Other documents do not change. */
WM_API wm_scene *wm_document_scene(wm_document *document, const wm_scene_opts *opts,
                                   wm_error *error);

/* ---- images of a scene --------------------------------------------------- */

typedef struct wm_scene_images_opts {
    uint32_t begin_zero;
    wm_finder finder;
    uint32_t slots;        /* bits, 1 << wm_texture_slot; 0: colours, light maps and normal maps */
    uint64_t memory_limit; /* bytes of the pixels that this call adds; textures beyond it are listed
                              in wm_scene.missing. 0: 1 GiB */
    bool find_only;        /* fill wm_scene.missing, but read nothing */
    uint32_t end_zero;
} wm_scene_images_opts;

/* Finds, reads and decodes the textures of a scene that have no image yet, each name once. In a
 * scene of NWN2 or Black & White 2 it looks for types "dds" and "tga", in other scenes for "tpc",
 * "tga", "dds" and "txi": of several textures of one name, the one with the lowest wm_found.rank
 * wins, then the first in this order. Environment maps and normal maps that a TXI names are read
 * too. A texture that is missing or cannot be read is not a failure: wm_scene.missing lists it.
 * Each call replaces this list. Fails with WM_NO_MEMORY, or with WM_BAD_ARGUMENT if the
 * scene is not finished; the scene is then as it was.
 *
 * scene: finished, and not used by another thread. The pixels become part of it; its own memory
 *   limit does not count them.
 * opts: NULL is the same as zeroed options: everything is missing. */
WM_API wm_status wm_scene_load_images(wm_scene *scene, const wm_scene_images_opts *opts,
                                      wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
