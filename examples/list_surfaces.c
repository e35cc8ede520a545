/* Prints the surface materials of KotOR and NWN2 as JSON: the names that glTF files use, whether
 * characters can walk on them, and the colours of exports. The Blender add-on reads it.
 *
 *   list_surfaces */
#include <stdio.h>

#include "waymark/waymark.h"

static void add_surface(wm_json_writer *json, const char *name, bool walkable, wm_vec3 colour)
{
    wm_json_begin_object(json, NULL);
    wm_json_add_text(json, "name", name);
    wm_json_add_bool(json, "walkable", walkable);
    wm_json_add_vec3(json, "colour", colour);
    wm_json_end(json);
}

static void add_kotor(wm_json_writer *json)
{
    const wm_kotor_surfaces *table = wm_kotor_surfaces_default();
    wm_json_begin_array(json, "kotor");
    wm_json_spread(json);
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++) {
        char text[24];
        if (table->row[i].known)
            add_surface(json, wm_kotor_surface_name(table, i, text), wm_kotor_walkable(table, i),
                        wm_kotor_surface_colour(table, i));
    }
    wm_json_end(json);
}

/* Each sound of footsteps twice: on floors, and on triangles that are not walkable. */
static void add_nwn2(wm_json_writer *json)
{
    wm_json_begin_array(json, "nwn2");
    wm_json_spread(json);
    for (uint32_t i = 0; i < 2 * WM_NWN2_MATERIAL_COUNT; i++) {
        uint32_t material = i / 2;
        bool walkable = i % 2 == 0;
        char name[48];
        snprintf(name, sizeof name, "%s%s", wm_nwn2_material_name(material),
                 walkable ? "" : "_not_walkable");
        add_surface(json, name, walkable, wm_nwn2_material_colour(material, walkable));
    }
    wm_json_end(json);
}

int main(void)
{
    wm_json_writer json;
    wm_buffer text;
    wm_error error;
    wm_json_writer_init(&json, &(wm_json_write_opts){.indent = true});
    wm_json_begin_object(&json, NULL);
    wm_json_spread(&json);
    add_kotor(&json);
    add_nwn2(&json);
    wm_json_end(&json);
    if (wm_json_writer_finish(&json, &text, &error) != WM_OK)
        return 1;
    size_t written = fwrite(text.data, 1, text.size, stdout);
    bool bad = written != text.size || putchar('\n') == EOF || fflush(stdout) != 0;
    wm_buffer_free(&text);
    return bad ? 1 : 0;
}
