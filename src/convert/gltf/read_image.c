/* Reads the images of a glTF: the bytes of PNG and JPEG are kept as they are. */
#include "convert/gltf/read.h"
#include "scene/internal.h"

/* By content: mimeType may be missing or wrong. NULL: neither. */
static const char *type_of(const wmi_gltf_bytes *bytes)
{
    static const uint8_t png[4] = {0x89, 'P', 'N', 'G'}, jpeg[3] = {0xFF, 0xD8, 0xFF};
    if (bytes->size > sizeof png && memcmp(bytes->data, png, sizeof png) == 0)
        return "image/png";
    if (bytes->size > sizeof jpeg && memcmp(bytes->data, jpeg, sizeof jpeg) == 0)
        return "image/jpeg";
    return NULL;
}

/* The bytes in the memory of the scene. Those of a file are there already; images in a row that
 * show one part of a buffer share them, as wm_gltf_write writes it. */
static const uint8_t *keep(wmi_gltf_reader *g, const wmi_gltf_bytes *bytes)
{
    for (const wmi_gltf_file *f = g->pictures; f; f = f->next)
        if (f->data == bytes->data)
            return f->data;
    if (g->viewed == bytes->data && g->viewed_size == bytes->size)
        return g->kept;
    uint8_t *data = wmi_arena_raw(wmi_scene_arena(g->scene), bytes->size, 1);
    if (!data)
        return NULL;
    memcpy(data, bytes->data, bytes->size);
    g->viewed = bytes->data;
    g->viewed_size = bytes->size;
    return g->kept = data;
}

bool wmi_gltf_read_image(wmi_gltf_reader *g, uint32_t number, const char *name, uint32_t *image)
{
    wm_scene *s = g->scene;
    wmi_gltf_bytes bytes;
    *image = g->image_of[number];
    if (*image)
        return true;
    if (!wmi_gltf_image_bytes(g, number, &bytes))
        return false;
    const char *mime = bytes.data ? type_of(&bytes) : NULL;
    if (!mime)
        return true;
    const uint8_t *data = keep(g, &bytes);
    if (!data)
        return wmi_gltf_no_memory(g);
    s->images[s->image_count++] = (wm_scene_image){
        .name = name, .mime = mime, .data = data, .size = bytes.size, .opacity = 1};
    *image = g->image_of[number] = s->image_count;
    return true;
}
