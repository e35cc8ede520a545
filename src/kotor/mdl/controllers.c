/* The controller table. Numbers are the same in both games, but one number means
 * different things on a light, an emitter and a mesh. docs/formats/kotor-mdl.md,
 * "Controllers". */
#include "kotor/mdl/controllers.h"

enum {
    LIGHT = WM_KOTOR_NODE_LIGHT,
    EMITTER = WM_KOTOR_NODE_EMITTER,
    MESH = WM_KOTOR_NODE_MESH,
    ANY = 0xFFFF,
    PLAIN = 0xFFFE /* any node except an emitter */
};

static const wmi_mdl_controller_info table[] = {
    {8, ANY, 3, "position"},
    {20, ANY, 4, "orientation"},
    {132, PLAIN, 1, "alpha"},
    {36, ANY, 1, "scale"},
    {100, MESH, 3, "selfillumcolor"},
    {88, LIGHT, 1, "radius"},
    {96, LIGHT, 1, "shadowradius"},
    {100, LIGHT, 1, "verticaldisplacement"},
    {140, LIGHT, 1, "multiplier"},
    {76, LIGHT, 3, "color"},
    {104, EMITTER, 1, "fps"},
    {88, EMITTER, 1, "birthrate"},
    {240, EMITTER, 1, "m_fRandomBirthRate"},
    {168, EMITTER, 1, "velocity"},
    {140, EMITTER, 1, "randvel"},
    {124, EMITTER, 1, "mass"},
    {136, EMITTER, 1, "particleRot"},
    {160, EMITTER, 1, "spread"},
    {120, EMITTER, 1, "lifeExp"},
    {172, EMITTER, 1, "xsize"},
    {176, EMITTER, 1, "ysize"},
    {392, EMITTER, 3, "colorStart"},
    {284, EMITTER, 3, "colorMid"},
    {380, EMITTER, 3, "colorEnd"},
    {220, EMITTER, 1, "percentStart"},
    {224, EMITTER, 1, "percentMid"},
    {228, EMITTER, 1, "percentEnd"},
    {84, EMITTER, 1, "alphaStart"},
    {216, EMITTER, 1, "alphaMid"},
    {80, EMITTER, 1, "alphaEnd"},
    {144, EMITTER, 1, "sizeStart"},
    {232, EMITTER, 1, "sizeMid"},
    {148, EMITTER, 1, "sizeEnd"},
    {152, EMITTER, 1, "sizeStart_y"},
    {236, EMITTER, 1, "sizeMid_y"},
    {156, EMITTER, 1, "sizeEnd_y"},
    {112, EMITTER, 1, "frameStart"},
    {108, EMITTER, 1, "frameEnd"},
    {92, EMITTER, 1, "bounce_co"},
    {184, EMITTER, 1, "lightningDelay"},
    {188, EMITTER, 1, "lightningRadius"},
    {196, EMITTER, 1, "lightningSubDiv"},
    {192, EMITTER, 1, "lightningScale"},
    {200, EMITTER, 1, "lightningzigzag"},
    {252, EMITTER, 1, "targetsize"},
    {96, EMITTER, 1, "combinetime"},
    {128, EMITTER, 1, "p2p_bezier2"},
    {132, EMITTER, 1, "p2p_bezier3"},
    {256, EMITTER, 1, "numcontrolpts"},
    {260, EMITTER, 1, "controlptradius"},
    {264, EMITTER, 1, "controlptdelay"},
    {268, EMITTER, 1, "tangentspread"},
    {272, EMITTER, 1, "tangentlength"},
    {100, EMITTER, 1, "drag"},
    {116, EMITTER, 1, "grav"},
    {164, EMITTER, 1, "threshold"},
    {180, EMITTER, 1, "blurlength"},
    {502, EMITTER, 1, "detonate"},
    {0, 0, 0, NULL},
};

static bool suits(const wmi_mdl_controller_info *c, uint32_t flags)
{
    if (c->flags == ANY)
        return true;
    return c->flags == PLAIN ? !(flags & EMITTER) : (c->flags & flags) != 0;
}

const wmi_mdl_controller_info *wmi_mdl_controllers(void)
{
    return table;
}

const wmi_mdl_controller_info *wmi_mdl_controller(uint32_t type, uint32_t flags)
{
    for (const wmi_mdl_controller_info *c = table; c->name; c++)
        if (c->type == type && suits(c, flags))
            return c;
    return NULL;
}

const wmi_mdl_controller_info *wmi_mdl_controller_named(const char *name, size_t size,
                                                        uint32_t flags)
{
    wmi_word word = {name, size, 0};
    for (const wmi_mdl_controller_info *c = table; c->name; c++)
        if (suits(c, flags) && wmi_word_is(word, c->name))
            return c;
    return NULL;
}
