/* Surface materials: the built-in table, used when no surfacemat.2da is given. The
 * walkable flags follow the engine notes; docs/formats/kotor-bwm.md, "Materials". */
#include <stdio.h>

#include "kotor/bwm/internal.h"

/* clang-format off */
/* name, known, walk, walk check, line of sight */
#define ROW(name, walk, check, sight) {name, true, walk, check, sight}

static const wm_kotor_surfaces builtin = {{
    [0] = ROW("Undefined", false, false, false),
    [1] = ROW("Dirt", true, true, true),
    [2] = ROW("Obscuring", false, false, true),
    [3] = ROW("Grass", true, true, true),
    [4] = ROW("Stone", true, true, true),
    [5] = ROW("Wood", true, true, true),
    [6] = ROW("Water", true, true, true),
    [7] = ROW("Nonwalk", false, true, true),
    [8] = ROW("Transparent", false, true, false),
    [9] = ROW("Carpet", true, true, true),
    [10] = ROW("Metal", true, true, true),
    [11] = ROW("Puddles", true, true, true),
    [12] = ROW("Swamp", true, true, true),
    [13] = ROW("Mud", true, true, true),
    [14] = ROW("Leaves", true, true, true),
    [15] = ROW("Lava", false, true, true),
    [16] = ROW("BottomlessPit", true, true, true),
    [17] = ROW("DeepWater", false, true, true),
    [18] = ROW("Door", true, true, false),
    [19] = ROW("NonwalkGrass", false, true, true),
    [20] = ROW("Sand", true, true, true),
    [21] = ROW("BareBones", true, true, true),
    [22] = ROW("StoneBridge", true, true, true),
    [30] = ROW("Trigger", true, true, true),
}};

/* From the game's surfacemat.2da. It differs in 16 (not walkable), 19 (snow) and 30 (sight). */
static const wm_kotor_surfaces nwn1 = {{
    [0] = ROW("NotDefined", false, false, false),
    [1] = ROW("Dirt", true, true, true),
    [2] = ROW("Obscuring", false, false, true),
    [3] = ROW("Grass", true, true, true),
    [4] = ROW("Stone", true, true, true),
    [5] = ROW("Wood", true, true, true),
    [6] = ROW("Water", true, true, true),
    [7] = ROW("Nonwalk", false, true, true),
    [8] = ROW("Transparent", false, true, false),
    [9] = ROW("Carpet", true, true, true),
    [10] = ROW("Metal", true, true, true),
    [11] = ROW("Puddles", true, true, true),
    [12] = ROW("Swamp", true, true, true),
    [13] = ROW("Mud", true, true, true),
    [14] = ROW("Leaves", true, true, true),
    [15] = ROW("Lava", false, true, true),
    [16] = ROW("BottomlessPit", false, true, true),
    [17] = ROW("DeepWater", false, true, true),
    [18] = ROW("Door", true, true, false),
    [19] = ROW("Snow", true, true, true),
    [20] = ROW("Sand", true, true, true),
    [21] = ROW("Barebones", true, true, true),
    [22] = ROW("StoneBridge", true, true, true),
    [30] = ROW("Trigger", true, true, false),
}};
/* clang-format on */

const wm_kotor_surfaces *wm_kotor_surfaces_nwn1(void)
{
    return &nwn1;
}

const wm_kotor_surfaces *wm_kotor_surfaces_default(void)
{
    return &builtin;
}

bool wm_kotor_walkable(const wm_kotor_surfaces *surfaces, uint32_t material)
{
    const wm_kotor_surfaces *s = surfaces ? surfaces : &builtin;
    return material < WM_KOTOR_SURFACES && s->row[material].walk;
}

const char *wm_kotor_surface_name(const wm_kotor_surfaces *surfaces, uint32_t material,
                                  char text[24])
{
    const wm_kotor_surfaces *s = surfaces ? surfaces : &builtin;
    if (material < WM_KOTOR_SURFACES && s->row[material].name[0])
        return s->row[material].name;
    wmi_format(text, 24, "material %lu", (ul)material);
    return text;
}
