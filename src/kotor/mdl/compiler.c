/* Identifies the compiler of a model: each one leaves a fingerprint in data that the
 * game does not read. docs/formats/kotor-mdl.md, "Compilers". */
#include "kotor/mdl/internal.h"
#include "waymark/kotor_mdl.h"

/* Are there bytes after the terminator of a text field? */
static bool has_tail(const char *text, size_t size)
{
    const char *end = memchr(text, 0, size);
    for (; end && end < text + size; end++)
        if (*end)
            return true;
    return false;
}

static bool tails_in_mesh(const wm_kotor_mesh *m)
{
    return has_tail(m->texture[0], sizeof m->texture[0]) ||
           has_tail(m->texture[1], sizeof m->texture[1]);
}

/* BioWare's compiler wrote its records from uncleared memory. Editors that rename a
 * model clear the fields of the header, but not all fields. */
static bool has_tails(const wm_kotor_mdl *mdl)
{
    if (has_tail(mdl->geometry.name, sizeof mdl->geometry.name) ||
        has_tail(mdl->supermodel, sizeof mdl->supermodel))
        return true;
    for (uint32_t i = 0; i < mdl->animation_count; i++)
        if (has_tail(mdl->animations[i].geometry.name, sizeof mdl->animations[i].geometry.name) ||
            has_tail(mdl->animations[i].root, sizeof mdl->animations[i].root))
            return true;
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].mesh && tails_in_mesh(mdl->tree.nodes[i].mesh))
            return true;
    return false;
}

/* mdlops writes the controllers of a mesh in ascending order. */
static bool sorted_controllers(const wm_kotor_mdl *mdl)
{
    static const uint32_t order[] = {WM_KOTOR_CONTROLLER_POSITION, WM_KOTOR_CONTROLLER_ORIENTATION,
                                     WM_KOTOR_CONTROLLER_SCALE, WM_KOTOR_CONTROLLER_SELFILLUM,
                                     WM_KOTOR_CONTROLLER_ALPHA};
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *n = &mdl->tree.nodes[i];
        if (!n->mesh || n->controller_count != 5)
            continue;
        for (uint32_t k = 0; k < 5; k++)
            if (n->controllers[k].type != order[k])
                return false;
        return true;
    }
    return false;
}

wm_kotor_compiler wm_kotor_mdl_compiler(const wm_kotor_mdl *mdl)
{
    static const uint8_t mdlops[3] = {0x31, 0x96, 0xBD};
    const uint8_t *pad = mdl->geometry.pad;
    if (mdl->order == WM_KOTOR_MDL_ORDER_STORED || mdl->tree.count == 0)
        return WM_KOTOR_COMPILER_UNKNOWN;
    if (mdl->order == WM_KOTOR_MDL_ORDER_B)
        return WM_KOTOR_COMPILER_KOTORBLENDER;
    if (memcmp(pad, wmi_mdl_mark, sizeof wmi_mdl_mark) == 0)
        return WM_KOTOR_COMPILER_WAYMARK;
    if (has_tails(mdl)) /* before mdlops: one BioWare file has its three bytes */
        return WM_KOTOR_COMPILER_BIOWARE;
    if (memcmp(pad, mdlops, sizeof mdlops) == 0 || sorted_controllers(mdl))
        return WM_KOTOR_COMPILER_MDLOPS;
    return pad[0] | pad[1] | pad[2] || mdl->super_pointer ? WM_KOTOR_COMPILER_BIOWARE
                                                          : WM_KOTOR_COMPILER_MDLEDIT;
}

const char *wm_kotor_compiler_name(wm_kotor_compiler compiler)
{
    switch (compiler) {
    case WM_KOTOR_COMPILER_BIOWARE: return "BioWare";
    case WM_KOTOR_COMPILER_MDLEDIT: return "mdledit";
    case WM_KOTOR_COMPILER_KOTORBLENDER: return "kotorblender";
    case WM_KOTOR_COMPILER_WAYMARK: return "waymark";
    case WM_KOTOR_COMPILER_MDLOPS: return "mdlops";
    case WM_KOTOR_COMPILER_UNKNOWN: break;
    }
    return "unknown";
}
