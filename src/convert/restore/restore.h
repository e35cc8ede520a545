/* Applies the edits of a scene that another program saved to the scene that it was exported from.
 * The program gave bones other axes, made a bone and an object of a node with a mesh, sampled keys
 * and more: docs/blender.md. The sections have the order of the steps in restore.c.
 *
 * `old` is the original, which becomes the result; `now` is the edited scene. Functions that change
 * something return false without memory, and have set the error then, unless they say otherwise. */
#ifndef WAYMARK_CONVERT_RESTORE_RESTORE_H
#define WAYMARK_CONVERT_RESTORE_RESTORE_H

#include "base/distinct.h"
#include "base/internal.h"
#include "scene/keys.h"
#include "scene/quat.h"
#include "waymark/convert.h"
#include "waymark/pose.h"

/* A walkmesh with the empties that mark its edges. */
typedef struct wmi_followed {
    uint32_t node;      /* of old */
    wm_scene_mesh mesh; /* as it was */
    uint32_t *triangle; /* by face of the file: its triangle in the mesh, or WM_NO_INDEX. NULL:
                           there is no such walkmesh */
    uint32_t *now_of;   /* by triangle of the mesh: that of the new mesh, or WM_NO_INDEX */
} wmi_followed;

/* The names of materials, and the materials that were made. A lookup takes no longer if there are
 * more of them. */
typedef struct wmi_material_names {
    wmi_distinct names;    /* of the materials of the original */
    uint32_t *first;       /* by name: the first material that has it */
    uint32_t *olds, *nows; /* by name: how many materials of the original and of now have it */
    wmi_distinct lights;   /* names of the light maps of materials that were made */
    wmi_distinct made;     /* each from a material of now and a light map: pairs of their indices */
    uint32_t (*pairs)[2];  /* the bytes of these keys */
    uint32_t *result;      /* by pair: its material in the result */
} wmi_material_names;

typedef struct wmi_restore {
    wm_scene *old;
    wm_scene *now;
    wm_scene_restore_result *result;
    wm_report *report;
    wm_error *error;
    wmi_arena scratch;
    bool changed; /* more than rounding differs */
    bool failed;  /* set if there was no memory for a material */

    /* nodes */
    wm_pose *old_pose, *now_pose;
    const wm_transform *rest;  /* by node of old: its rest pose before any edit */
    uint32_t *old_of, *now_of; /* by node of the one: node of the other, or WM_NO_INDEX */
    const char **new_names;    /* by node of old: what somebody called it, or NULL */
    wm_transform *bake;        /* by node of now: how the vertices of its mesh were moved */
    uint32_t *place_of;        /* by node of now: its node in the result, or WM_NO_INDEX */
    uint32_t *before_of;       /* by node of the result: its node in old, or WM_NO_INDEX */
    bool *kept;                /* by animation of old: nobody edited its keys */

    /* meshes and their materials */
    uint32_t *skin_of;                    /* by skin of now: its skin in the result */
    uint32_t own_skins;                   /* skins of one mesh each, after those of now */
    uint32_t *joint_number, *bind_number; /* of restore/skin_space.c */
    uint32_t *material_of;   /* by material of now: its material in the result, or WM_NO_INDEX */
    uint32_t first_material; /* from there, materials of the result are new */
    uint32_t most_materials; /* with more, none is made a second time for another light map */
    uint32_t first_copy;     /* from there, materials of now are copies of those of old */
    wmi_material_names names;

    /* walkmeshes */
    bool links_sought, has_links; /* old has empties that mark edges */
    wmi_followed followed;
} wmi_restore;

/* Sets the error, and returns false. */
bool wmi_restore_no_memory(wmi_restore *r);

/* ---- restore/space.c --------------------------------------------------- */

/* Converts `now` to the space of `old`, except for its up axis. */
void wmi_restore_space(wmi_restore *r);

/* ---- restore/match.c --------------------------------------------------- */

/* Fills old_of and now_of by name, and by position where names are the same. */
bool wmi_restore_match(wmi_restore *r);

/* ---- restore/upright.c ------------------------------------------------- */

/* Rotates `now` if another axis is up in it than in old. Call it after a first match. If *again is
 * set, match again. Fails as well if the scene cannot have come from the original. */
bool wmi_restore_upright(wmi_restore *r, bool *again);

/* ---- restore/renamed.c ------------------------------------------------- */

/* Finds nodes that were renamed: they get their old names in `now`, and new_names is set. Call it
 * after the first match. */
bool wmi_restore_renamed(wmi_restore *r);

/* Gives the nodes of old their new names, and reports them. */
bool wmi_restore_new_names(wmi_restore *r);

/* ---- restore/axes.c: also called by the reader of glTF ----------------- */

typedef struct wmi_axes {
    wmi_quat top; /* set by the caller: that of the frame. Not for roots beside the frame */
    const bool *beside;
    const wmi_quat *hint; /* set by the caller; may be NULL. By node: axes of a joint whose rest
                             pose is not known, as exactly as they are known: near axes that map to
                             axes; wmi_no_hint if they are not known either */
    const bool *right;    /* set by the caller; may be NULL. By joint: its axes are right already */
    wmi_quat *of; /* by node: its new axes in its old frame; the identity if they are the same */
    uint32_t restored; /* joints whose axes had changed */
    uint32_t other;    /* joints that are not where they were, so that their axes are unknown */
} wmi_axes;

static inline wmi_quat wmi_no_hint(void)
{
    return (wmi_quat){0, 0, 0, 2};
}

static inline bool wmi_is_hint(wmi_quat q)
{
    return q.w < 2;
}

/* Gives joints the axes that they had, in the rest pose, in animations and in skins. Where they
 * are in the world, and how skins look, does not change. Sets no error.
 *
 * joint: by node: is it a joint?
 * rest, known: by node: its rest pose before, where it is known.
 * axes: set top, beside and hint. */
bool wmi_restore_axes(wm_scene *scene, const bool *joint, const wm_transform *rest,
                      const bool *known, wmi_arena *scratch, wmi_axes *axes);

/* ---- restore/pairs.c: also called by the reader of glTF ---------------- */

typedef struct wmi_pairs {
    uint32_t *into;   /* set by the caller: room for all nodes. Receives the node that a node became
                         part of, or WM_NO_INDEX */
    const bool *sure; /* set by the caller. By joint: are its axes those that it had? */
    /* Set by the caller; may be NULL: then objects that wmi_restore_shift cannot move stay nodes of
     * their own. By joint: what somebody did to the object of its mesh. */
    wm_transform *bake;
    wm_transform *shift; /* by joint: the same, for wmi_restore_shift */
    uint32_t apart;      /* lights that stay nodes of their own */
} wmi_pairs;

/* Makes one node again of each bone and the object that has its mesh or its light. Call it after
 * wmi_restore_axes, then wmi_restore_shift, then wmi_restore_remove. Sets no error.
 *
 * scene: finished. */
bool wmi_restore_pairs(wm_scene *scene, const bool *joint, wmi_pairs *pairs, wmi_arena *scratch);

/* Does the name of a node begin with another one, and end there or in a number? */
bool wmi_is_stem(const char *name, const char *of);

/* The axes of bones, as far as the objects that belong to them tell: the object of a mesh keeps the
 * axes that its bone had. */
void wmi_restore_hints(const wm_scene *scene, const bool *joint, wmi_quat *hint);

/* Removes these nodes.
 *
 * place: receives by node its new index; that of `into` for a removed one. */
void wmi_restore_remove(wm_scene *scene, const uint32_t *into, uint32_t *place);

/* ---- restore/shift.c --------------------------------------------------- */

wm_transform wmi_no_shift(void);

/* How an object was moved, rotated and scaled relative to its bone. What a program only rounded is
 * exactly nothing.
 *
 * light: only where it is counts. */
wm_transform wmi_shift_of(const wm_transform *rest, bool light);

bool wmi_is_shift(const wm_transform *t);
bool wmi_is_rotated(const wm_transform *t);
bool wmi_is_scaled(const wm_transform *t);

/* Sets by node whether an animation rotates or scales it. */
void wmi_find_rotating(const wm_scene *scene, bool *rotates);

/* Moves nodes without moving what is below them, at rest and in animations. How skins look does not
 * change. No shift scales, and no animation rotates a node with one. */
void wmi_restore_shift(wm_scene *scene, const wm_transform *shift);

/* Moves the vertices of a mesh. Sets no error. */
bool wmi_bake(wm_scene *scene, wm_scene_mesh *mesh, const wm_transform *by);

/* ---- restore/whole.c --------------------------------------------------- */

/* Moves, rotates and scales all of a scene, at rest and in animations.
 *
 * by: with the same scale along all axes.
 * except: by node: it stays where it is; may be NULL. */
void wmi_whole_move(wm_scene *scene, const wm_transform *by, const bool *except);

/* Moves nodes by the rest pose of another one, at rest and in animations.
 *
 * below: by node: that node, which comes before it, or WM_NO_INDEX; changed to WM_NO_INDEX where
 *   nothing moves. */
void wmi_whole_move_below(wm_scene *scene, uint32_t *below);

/* The transform that undoes another one. */
wm_transform wmi_transform_back(const wm_transform *t);

/* Makes the y axis of a scene its z axis, or, with `back`, the z axis its y axis: coordinates of
 * everything change, and nothing is moved relative to anything else. */
void wmi_whole_turn(wm_scene *scene, bool back);

/* ---- restore/bare.c (see mesh.h) --------------------------------------- */

/* Adds copies of the materials of old to `now`, from r->first_copy on. */
bool wmi_restore_copy_materials(wmi_restore *r);

/* ---- restore/nodes.c --------------------------------------------------- */

/* Applies what was done to the nodes that both scenes have, and reports the others of old as
 * missing. Fails as well if no node is in both. */
bool wmi_restore_nodes(wmi_restore *r);

/* Gives a node a copy of a mesh of the edited scene. */
bool wmi_restore_add_mesh(wmi_restore *r, wm_scene_node *to, const wm_scene_node *from);

/* Is the node missing because programs leave it out by themselves? */
bool wmi_restore_is_left_out(const wmi_restore *r, uint32_t old);

/* ---- restore/extras.c -------------------------------------------------- */

/* Adds an extra of the result with the number 1, if it is not there. */
bool wmi_mark(wmi_restore *r, wm_extras *extras, const char *name);
/* Adds the extras of `now`; those of `old` with the same names are replaced. */
bool wmi_restore_extras(wmi_restore *r, wm_extras *old, const wm_extras *now);

/* ---- restore/lights.c -------------------------------------------------- */

/* What the options of the program made of the strength of all lights. */
double wmi_restore_light_factor(const wmi_restore *r);

void wmi_restore_light(wmi_restore *r, wm_scene_node *to, const wm_scene_node *from, double factor);

/* ---- restore/mesh.c ---------------------------------------------------- */

/* Decides whether the mesh of a node changed, and if so replaces it. */
bool wmi_restore_mesh(wmi_restore *r, uint32_t old, uint32_t now);

/* Moves the vertices of a node's mesh, which gets a copy of its own. */
bool wmi_restore_baked(wmi_restore *r, wm_scene_node *node, const wm_transform *by);

/* ---- restore/doubles.c ------------------------------------------------- */

/* By triangle or line: would a program drop it by itself? NULL without memory; sets no error. */
bool *wmi_restore_droppable(const wm_scene_mesh *mesh, wmi_arena *scratch);

/* ---- restore/order.c (see mesh.h) -------------------------------------- */

/* A triangle may begin with another corner than before: corner i of the old one is corner i + the
 * result of the new one. The turn that moves the corners least.
 *
 * corners: how many it has, 2 or 3. */
uint32_t wmi_restore_turn(const wm_vec3 *old, const wm_vec3 *now, uint32_t corners);

/* ---- restore/sheets.c (see mesh.h) ------------------------------------- */

/* Numbers the vertices at one place of the walkmeshes of old: WMI_SHEET. */
bool wmi_restore_number_sheets(wmi_restore *r);

/* ---- restore/transfer.c ------------------------------------------------ */

/* Gives a changed mesh what programs drop: uv sets and attributes of the vertices that are where
 * they were.
 *
 * was: by vertex of now: the vertex of old that it was, or WM_NO_INDEX if that is not known. */
bool wmi_restore_transfer(wmi_restore *r, const wm_scene_mesh *old, wm_scene_mesh *now,
                          const wm_vec3 *old_places, const wm_vec3 *now_places,
                          const uint32_t *was);

/* By point of `at`: the nearest of the places, or WM_NO_INDEX if none is near. */
bool wmi_restore_nearest(wmi_restore *r, const wm_vec3 *places, uint32_t count, const wm_vec3 *at,
                         uint32_t at_count, uint32_t *of);

/* ---- restore/material.c ------------------------------------------------ */

/* The material in the result for one of the edited scene, which is made if there is none. Sets
 * r->failed without memory.
 *
 * like: a material of the old scene that it may be, or WM_NO_INDEX. */
uint32_t wmi_restore_material(wmi_restore *r, uint32_t material, uint32_t like);

/* ---- restore/material_names.c ------------------------------------------ */

/* Looks at all names, and makes room for so many materials that are made. */
bool wmi_restore_name_materials(wmi_restore *r, uint32_t most_made);

/* The first material of the original that has this name, with or without a number that programs
 * append; or WM_NO_INDEX. */
uint32_t wmi_restore_named_material(wmi_restore *r, const char *name);

/* Does the edited scene have as many materials of a name as the original, which has at least one?
 */
bool wmi_restore_has_material(wmi_restore *r, const char *name);

/* Where the result for a material of now and the name of a light map is stored: WM_NO_INDEX until
 * it is made. */
uint32_t *wmi_restore_made_material(wmi_restore *r, uint32_t material, const char *light);

/* ---- restore/links.c --------------------------------------------------- */

/* Notes a mesh of old before it changes, if it is a walkmesh with empties. Its triangles stay the
 * same until now_of is set. */
bool wmi_restore_note_links(wmi_restore *r, uint32_t node, const wm_scene_mesh *old);

/* Moves the empties with their edges. */
void wmi_restore_follow(wmi_restore *r);

/* ---- restore/list.c ---------------------------------------------------- */

/* Makes the new list of nodes, and renumbers what names nodes by index. Fails as well if nodes
 * would hang on each other in a circle. */
bool wmi_restore_list(wmi_restore *r);

/* ---- restore/anim.c ---------------------------------------------------- */

/* Applies the edits of animations, and adds those that are new. */
bool wmi_restore_animations(wmi_restore *r);

/* ---- restore/anim_same.c ----------------------------------------------- */

/* A little more than one frame of 24 in a second, in seconds. */
#define WMI_FRAME 0.05f

/* Is `now` a sampling of `old`, a channel of a transform? */
bool wmi_channel_is_same(const wm_channel *old, const wm_channel *now);

/* Does a channel of a transform leave its node at rest? */
bool wmi_channel_stays_at(const wm_channel *c, const wm_transform *rest);

/* How far two values of a channel of a transform are apart: the sine of half the angle between
 * rotations, metres, or the difference of scales. */
double wmi_key_distance(const wm_channel *c, const float *a, const float *b);

/* The value that a channel of a transform has at rest. */
const float *wmi_rest_value(const wm_transform *rest, wm_property property);

/* ---- restore/anim_moved.c ---------------------------------------------- */

/* Sets *to to a channel of the original, moved with its node, if the edited one is a sampling of
 * that. */
bool wmi_find_moved(wmi_restore *r, const wm_channel *c, const wm_channel *now, wm_channel *to,
                    bool *found);

/* An animation that the edited scene does not have: it moves nodes from where they are now. */
bool wmi_move_kept(wmi_restore *r, wm_scene_animation *animation);

/* ---- restore/anim_kept.c ----------------------------------------------- */

/* Do they have the same keys in memory? */
bool wmi_shares_keys(const wm_scene_animation *a, const wm_scene_animation *b);
/* Extras of animations that name nodes of old by index: they get new indices, and are never taken
 * from the edited scene. */
bool wmi_names_nodes(const wm_extra *extra);
bool wmi_renumber_extras(wmi_restore *r, const uint32_t *of_old);
/* Marks the animations that nobody edited. */
bool wmi_mark_kept(wmi_restore *r);

/* ---- restore/reduce.c -------------------------------------------------- */

/* What a key may lose: metres, radians, and a factor. docs/blender.md states them. Errors add up
 * along the bones of a limb, and the vertices of a skin should stay within 0.1 mm. Programs compute
 * in the space of the model, with errors of about 1e-6 of the distance from its origin: keys of an
 * animation far away from it may lose more. */
#define WMI_KEY_DISTANCE 1e-5
#define WMI_KEY_DISTANCE_FAR 1e-4
#define WMI_KEY_ANGLE 2e-5
#define WMI_KEY_SCALE 1e-4

/* Drops keys of a linear channel of a transform, in place. Returns how many.
 *
 * distance: what a translation may lose, in metres.
 * straight: rotations may be samples of a program that interpolates their numbers (Blender): then
 *   keys are dropped between two keys that the program interpolated, which the games do a little
 *   differently. */
uint32_t wmi_reduce_channel(wm_channel *channel, double distance, bool straight);

/* ---- restore/binds.c --------------------------------------------------- */

/* The bind poses of the first skins, whose bones were moved at rest.
 *
 * now: the rest pose of the result. */
void wmi_restore_binds(wmi_restore *r, uint32_t skins, const wm_pose *now);

#endif
