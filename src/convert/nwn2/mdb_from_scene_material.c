/* Materials of a scene as materials of an NWN2 model, and as surfaces of its walkmesh. */
#include "base/text.h"
#include "convert/nwn2/mdb_from_scene.h"

/* Materials of programs that stand for no texture. */
static bool means_nothing(const char *name)
{
    static const char *const words[] = {"", "material", "untextured", "none"};
    char stem[16] = {0};
    size_t n = wmi_stem_length(name, 3);
    if (n >= sizeof stem)
        return false;
    memcpy(stem, name, n);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (wmi_compare_names(stem, words[i]) == 0)
            return true;
    return false;
}

/* The game names a texture without folder and ending. */
static wm_status set_texture(wmi_to_mdb *t, const char *name, char field[WM_NWN2_MDB_NAME])
{
    char text[256];
    const char *base = t->own ? name : wmi_file_name(name);
    size_t n = t->own ? strlen(base) : wmi_image_stem(base, strlen(base));
    if (n >= sizeof text)
        return wmi_to_mdb_name(t, base, field, "texture");
    memcpy(text, base, n);
    text[n] = '\0';
    return wmi_to_mdb_name(t, text, field, "texture");
}

static wm_status set_extra_texture(wmi_to_mdb *t, const wm_extras *extras, const char *name,
                                   char field[WM_NWN2_MDB_NAME])
{
    const wm_extra *e = wm_extras_find(extras, name);
    return e && e->texts && e->count == 1 ? set_texture(t, e->texts[0], field) : WM_OK;
}

bool wmi_to_mdb_is_known(const wm_scene_material *m)
{
    return wm_extras_find(&m->extras, "specular_level") != NULL;
}

wm_status wmi_to_mdb_material(wmi_to_mdb *t, const wm_scene_material *from,
                              wm_nwn2_mdb_material *to)
{
    const wm_extra *specular = wmi_extra_list(&from->extras, "specular", 3);
    const char *colour = from->textures[WM_TEXTURE_SLOT_COLOUR].name;
    const char *normal = from->textures[WM_TEXTURE_SLOT_NORMAL].name;
    double usual = from->blended ? WM_NWN2_MDB_ALPHA_TEST : 0;
    wm_status status = WM_OK;
    if (!colour && !t->own && !wmi_to_mdb_is_known(from) && !means_nothing(from->name))
        colour = from->name; /* as in OBJ */
    to->diffuse = from->diffuse;
    to->specular = (wm_vec3){1, 1, 1};
    if (specular)
        to->specular = (wm_vec3){(float)specular->numbers[0], (float)specular->numbers[1],
                                 (float)specular->numbers[2]};
    to->specular_level = (float)wmi_extra_number(&from->extras, "specular_level", 0.2);
    to->specular_power = (float)wmi_extra_number(&from->extras, "specular_power", 10);
    if (!wmi_extra_u32(wmi_extra_number(&from->extras, "flags", usual), &to->flags))
        to->flags = (uint32_t)usual;
    if (colour)
        status = set_texture(t, colour, to->texture[WM_NWN2_MDB_TEXTURE_DIFFUSE]);
    if (status == WM_OK && normal)
        status = set_texture(t, normal, to->texture[WM_NWN2_MDB_TEXTURE_NORMAL]);
    if (status == WM_OK)
        status = set_extra_texture(t, &from->extras, "tint", to->texture[WM_NWN2_MDB_TEXTURE_TINT]);
    if (status == WM_OK)
        status = set_extra_texture(t, &from->extras, "glow", to->texture[WM_NWN2_MDB_TEXTURE_GLOW]);
    return status;
}

wm_status wmi_to_mdb_surface(wmi_to_mdb *t, uint32_t material, uint32_t *flags)
{
    uint16_t found = WM_NWN2_WALKABLE | WM_NWN2_STONE;
    const wm_scene_material *m = material == WM_NO_INDEX ? NULL : &t->scene->materials[material];
    bool known = m && (wmi_nwn2_surface_flags(m->name, &found) ||
                       wmi_nwn2_flags_of_colour(m->diffuse, &found));
    if (!known && t->opts->material && !wmi_nwn2_surface_flags(t->opts->material, &found))
        return wmi_fail(t->error, WM_BAD_ARGUMENT, "material", "'%.60s' is not a surface",
                        t->opts->material);
    if (m && !known && !t->opts->material)
        return wmi_fail(t->error, WM_BAD_VALUE, "materials.name",
                        "'%.60s' is not a surface: expected dirt, grass, stone, wood, carpet, "
                        "metal, swamp, mud, leaves, water, puddles or none, optionally followed "
                        "by _not_walkable",
                        m->name);
    *flags = found;
    return WM_OK;
}
