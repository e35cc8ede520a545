/* Names that programs give to the parts of a KotOR walkmesh: Waymark itself, kotorblender, NWmax
 * and KOTORmax. docs/gltf.md, "KotOR walkmeshes from any scene". */
#ifndef WAYMARK_CONVERT_KOTOR_BWM_NAMES_H
#define WAYMARK_CONVERT_KOTOR_BWM_NAMES_H

#include "convert/internal.h"

/* "transition_3", "Transition 3", "transition_3.001": the number after the word. */
bool wmi_bwm_numbered(const char *name, const char *word, uint32_t *number);

/* Is it the name of a walkmesh, or of the empty above one? "walkmesh", "room_wok", "chair_pwk_wg",
 * "door_DWK_wg_closed". */
bool wmi_bwm_is_walkmesh_name(const char *name);

/* The state of a door that a name has: "closed", "door_DWK_wg_open1", "dp_open2_01.001".
 * WM_NO_INDEX if none. */
uint32_t wmi_bwm_name_state(const char *name);

/* "door0", "door1.001": the digit, and the length of what comes before it. WM_NO_INDEX if the name
 * does not end in one of the digits 0 to 2. */
uint32_t wmi_bwm_name_digit(const char *name, size_t *stem);

typedef enum wmi_bwm_hook {
    WMI_BWM_NO_HOOK,
    WMI_BWM_RELATIVE_HOOK, /* "relative_hook_1" */
    WMI_BWM_ABSOLUTE_HOOK, /* "absolute_hook_1" */
    WMI_BWM_USE_HOOK       /* "pwk_use01", "chair_use02", "door_DWK_dp_open1_01" */
} wmi_bwm_hook;

/* Which hook an empty is; *index is 0 or 1. */
wmi_bwm_hook wmi_bwm_name_hook(const char *name, uint32_t *index);

#endif
