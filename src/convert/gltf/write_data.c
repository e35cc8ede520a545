/* Writes the binary part of a glTF: accessors, each with its own view. */
#include <math.h>

#include "convert/gltf/write.h"

enum { FLOAT = 5126, U16 = 5123, U32 = 5125 };

static const char *const types[5] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};

/* Starts a view of `size` bytes at the next multiple of four. Returns where to put them. */
static uint8_t *begin_view(wmi_gltf *g, size_t size, int target)
{
    wmi_writer *w = &g->views.text;
    wmi_writer_space(&g->bin, (4 - g->bin.size % 4) % 4);
    wmi_gltf_item(&g->views);
    wmi_writer_printf(w, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", g->bin.size, size);
    if (target)
        wmi_writer_printf(w, ",\"target\":%d", target);
    wmi_writer_text(w, "}");
    return wmi_writer_space(&g->bin, size);
}

void wmi_gltf_bytes(wmi_gltf *g, const uint8_t *bytes, size_t size)
{
    uint8_t *to = begin_view(g, size, WMI_GLTF_OTHER);
    if (to && size)
        memcpy(to, bytes, size);
}

/* The accessor of the view just started; the caller closes the brace. */
static uint32_t begin_accessor(wmi_gltf *g, int component, uint32_t count, const char *type)
{
    wmi_gltf_item(&g->accessors);
    wmi_writer_printf(&g->accessors.text,
                      "{\"bufferView\":%lu,\"componentType\":%d,\"count\":%lu,\"type\":\"%s\"",
                      (ul)g->views.count - 1, component, (ul)count, type);
    return g->accessors.count - 1;
}

static void put_bounds(wmi_gltf *g, const float *values, uint32_t count, uint32_t width)
{
    wmi_writer *w = &g->accessors.text;
    for (int side = 0; side < 2; side++) {
        wmi_writer_text(w, side ? ",\"max\":[" : ",\"min\":[");
        for (uint32_t k = 0; k < width; k++) {
            float best = values[k];
            for (uint32_t i = 1; i < count; i++) {
                float v = values[(size_t)i * width + k];
                best = (side ? v > best : v < best) ? v : best;
            }
            if (k)
                wmi_writer_text(w, ",");
            wmi_gltf_digits(w, (double)best);
        }
        wmi_writer_text(w, "]");
    }
}

uint32_t wmi_gltf_floats(wmi_gltf *g, const float *values, uint32_t count, uint32_t width,
                         int target, bool bounds)
{
    uint8_t *to = begin_view(g, 4 * (size_t)count * width, target);
    if (to)
        wmi_store32(to, values, (size_t)count * width);
    uint32_t number = begin_accessor(g, FLOAT, count, types[width]);
    if (bounds && count)
        put_bounds(g, values, count, width);
    wmi_writer_text(&g->accessors.text, "}");
    return number;
}

uint32_t wmi_gltf_matrices(wmi_gltf *g, const wm_matrix *values, uint32_t count)
{
    uint8_t *to = begin_view(g, 64 * (size_t)count, WMI_GLTF_OTHER);
    for (uint32_t i = 0; to && i < count; i++)
        for (int column = 0; column < 4; column++)
            for (int row = 0; row < 4; row++, to += 4) {
                float v = row < 3 ? values[i].m[row][column] : column == 3 ? 1.0f : 0.0f;
                if (g->mirror && (row == 2) != (column == 2))
                    v = -v;
                v = isfinite(v) ? v : 0;
                wmi_store32(to, &v, 1);
            }
    uint32_t number = begin_accessor(g, FLOAT, count, "MAT4");
    wmi_writer_text(&g->accessors.text, "}");
    return number;
}

uint32_t wmi_gltf_indices(wmi_gltf *g, const uint32_t *values, uint32_t count, uint32_t most)
{
    bool wide = most >= 65535; /* 65535 itself would mean primitive restart */
    uint8_t *to = begin_view(g, (wide ? 4 : 2) * (size_t)count, WMI_GLTF_INDICES);
    for (uint32_t i = 0; to && i < count; i++) {
        if (wide)
            wmi_put32(to + 4 * (size_t)i, values[i]);
        else
            wmi_put16(to + 2 * (size_t)i, (uint16_t)values[i]);
    }
    uint32_t number = begin_accessor(g, wide ? U32 : U16, count, "SCALAR");
    wmi_writer_text(&g->accessors.text, "}");
    return number;
}

uint32_t wmi_gltf_u32(wmi_gltf *g, const uint32_t *values, uint32_t count)
{
    uint8_t *to = begin_view(g, 4 * (size_t)count, WMI_GLTF_OTHER);
    if (to)
        wmi_store32(to, values, count);
    uint32_t number = begin_accessor(g, U32, count, "SCALAR");
    wmi_writer_text(&g->accessors.text, "}");
    return number;
}

uint32_t wmi_gltf_joints(wmi_gltf *g, const uint16_t (*values)[4], uint32_t count)
{
    uint8_t *to = begin_view(g, 8 * (size_t)count, WMI_GLTF_VERTICES);
    for (uint32_t i = 0; to && i < count; i++)
        for (int k = 0; k < 4; k++, to += 2)
            wmi_put16(to, values[i][k]);
    uint32_t number = begin_accessor(g, U16, count, "VEC4");
    wmi_writer_text(&g->accessors.text, "}");
    return number;
}

float *wmi_gltf_scratch(wmi_gltf *g, size_t count)
{
    float *values = g->failed ? NULL
                              : g->allocator.resize(g->allocator.user, NULL, 0,
                                                    (count ? count : 1) * sizeof *values);
    g->failed = g->failed || !values;
    return values;
}

void wmi_gltf_unscratch(wmi_gltf *g, float *values, size_t count)
{
    wmi_release(&g->allocator, values, values ? (count ? count : 1) : 0, sizeof *values);
}

wm_quat wmi_gltf_unit(wm_quat q)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (!(length > 1e-12) || !isfinite(length))
        return (wm_quat){0, 0, 0, 1};
    if (fabs(length - 1) < 1e-4)
        return q; /* rounding in the source: keep its bits */
    return (wm_quat){(float)(x / length), (float)(y / length), (float)(z / length),
                     (float)(w / length)};
}
