/* Which meshes of a scene are the walkmesh. */
#ifndef WAYMARK_CONVERT_KOTOR_BWM_CHOOSE_H
#define WAYMARK_CONVERT_KOTOR_BWM_CHOOSE_H

#include "convert/internal.h"

/* Clears soup->wanted of all meshes that are not the walkmesh, counts them in soup->left_out, and
 * fills soup->state. door: the scene may hold the states of a door; state: the one whose meshes are
 * kept, or WM_NO_INDEX for all. False if out of memory. */
bool wmi_bwm_choose(wmi_soup *soup, const wm_scene *scene, const wm_kotor_surfaces *surfaces,
                    bool door, uint32_t state);

#endif
