/* Numbers of a glTF: buffers, views, accessors. Every offset is proven before it is
 * followed. */
#include <stdlib.h>
#include <string.h>

#include "convert/gltf/read.h"

bool gltf_u32(gltf *g, const wm_json_value *object, const char *name, uint32_t missing,
              uint32_t *value)
{
    const wm_json_value *item = wm_json_find(object, name);
    uint64_t whole;
    *value = missing;
    if (!item)
        return true;
    if (!wm_json_as_uint(item, &whole) || whole > UINT32_MAX)
        return gltf_fail(g, WM_BAD_VALUE, name, "is not a whole number of 0 or more");
    *value = (uint32_t)whole;
    return true;
}

/* ---- buffers ---- */

static int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool read_base64(gltf *g, const char *text, gltf_bytes *to)
{
    size_t n = strlen(text), made = 0;
    uint32_t bits = 0, held = 0;
    uint8_t *data = malloc(n / 4 * 3 + 3);
    if (!data)
        return gltf_no_memory(g);
    for (size_t i = 0; i < n && text[i] != '='; i++) {
        int d = digit_of(text[i]);
        if (d < 0) {
            free(data);
            return gltf_fail(g, WM_BAD_TEXT, "buffers", "a data URI is not base64");
        }
        bits = bits << 6 | (uint32_t)d;
        held += 6;
        if (held >= 8) {
            held -= 8;
            data[made++] = (uint8_t)(bits >> held);
        }
    }
    *to = (gltf_bytes){data, made, data, true};
    return true;
}

static int hex_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* A file beside the glTF; names that lead elsewhere are refused. */
static bool read_beside(gltf *g, const char *uri, gltf_bytes *to)
{
    const char *slash = strrchr(g->file, '/');
    size_t folder = slash ? (size_t)(slash + 1 - g->file) : 0, n = 0;
    char *path = malloc(folder + strlen(uri) + 1);
    wm_buffer bytes;
    if (!path)
        return gltf_no_memory(g);
    memcpy(path, g->file, folder);
    for (const char *p = uri; *p; p++, n++) {
        bool coded = *p == '%' && hex_of(p[1]) >= 0 && hex_of(p[2]) >= 0;
        path[folder + n] = coded ? (char)(hex_of(p[1]) * 16 + hex_of(p[2])) : *p;
        p += coded ? 2 : 0;
    }
    path[folder + n] = '\0';
    const char *name = path + folder;
    bool good = *name && *name != '/' && !strchr(name, ':') && !strstr(name, "..");
    if (!good)
        gltf_fail(g, WM_UNSUPPORTED, "buffers", "'%.80s' is not the name of a file beside it", uri);
    else if (!(good = wm_file_read(path, 0, NULL, &bytes, g->error) == WM_OK))
        snprintf(g->error->path, sizeof g->error->path, "%s", name);
    free(path);
    if (good) {
        void *copy = malloc(bytes.size + 1); /* of one kind with the others */
        if (copy && bytes.size)
            memcpy(copy, bytes.data, bytes.size);
        *to = (gltf_bytes){copy, bytes.size, copy, true};
        wm_buffer_free(&bytes);
        good = copy || gltf_no_memory(g);
    }
    return good;
}

static bool load_buffer(gltf *g, uint32_t number)
{
    gltf_bytes *to = &g->bytes[number];
    const wm_json_value *buffer = wm_json_item(g->buffers.list, number);
    const char *uri = gltf_text(buffer, "uri");
    uint32_t said;
    if (to->loaded)
        return true;
    if (!gltf_u32(g, buffer, "byteLength", 0, &said))
        return false;
    if (!uri) {
        if (number != 0 || !g->bin)
            return gltf_fail(g, WM_BAD_VALUE, "buffers", "buffer %u has no data", number);
        *to = (gltf_bytes){g->bin, g->bin_size, NULL, true};
    } else if (strncmp(uri, "data:", 5) == 0) {
        const char *comma = strstr(uri, ";base64,");
        if (!comma)
            return gltf_fail(g, WM_UNSUPPORTED, "buffers", "a data URI is not base64");
        if (!read_base64(g, comma + 8, to))
            return false;
    } else if (!read_beside(g, uri, to)) {
        return false;
    }
    if (said > to->size)
        return gltf_fail(g, WM_TRUNCATED, "buffers", "buffer %u has %zu bytes, but says %u", number,
                         to->size, said);
    to->size = said;
    return true;
}

void gltf_free_bytes(gltf *g)
{
    for (uint32_t i = 0; g->bytes && i < g->buffers.count; i++)
        free(g->bytes[i].owned);
    free(g->bytes);
    for (uint32_t i = 0; g->dense && i < g->accessors.count; i++)
        free(g->dense[i]);
    free(g->dense);
}

/* ---- accessors ---- */

static uint32_t size_of(uint32_t type)
{
    switch (type) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
    }
}

static uint32_t width_of(const wm_json_value *accessor)
{
    static const struct {
        const char *name;
        uint32_t width;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const char *type = gltf_text(accessor, "type");
    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].name) == 0)
            return types[i].width;
    return 0;
}

/* The bytes of a view, and the distance of its elements if it says one. */
static bool view_of(gltf *g, uint32_t number, const uint8_t **data, uint32_t *size,
                    uint32_t *stride)
{
    uint32_t buffer, offset;
    if (number >= g->views.count)
        return gltf_fail(g, WM_BAD_OFFSET, "bufferViews", "there is no view %u, only %u", number,
                         g->views.count);
    const wm_json_value *view = wm_json_item(g->views.list, number);
    if (!gltf_u32(g, view, "buffer", WM_NO_INDEX, &buffer) ||
        !gltf_u32(g, view, "byteOffset", 0, &offset) || !gltf_u32(g, view, "byteLength", 0, size) ||
        !gltf_u32(g, view, "byteStride", 0, stride))
        return false;
    if (buffer >= g->buffers.count)
        return gltf_fail(g, WM_BAD_OFFSET, "bufferViews", "view %u: there is no such buffer",
                         number);
    if (!load_buffer(g, buffer))
        return false;
    const gltf_bytes *bytes = &g->bytes[buffer];
    if (offset > bytes->size || *size > bytes->size - offset)
        return gltf_fail(g, WM_TRUNCATED, "bufferViews",
                         "view %u ends at byte %llu of a buffer of %zu", number,
                         (unsigned long long)offset + *size, bytes->size);
    *data = bytes->data + offset;
    return true;
}

/* Where `count` elements of `element` bytes lie: a view, and an offset in it. */
static bool place(gltf *g, uint32_t number, const wm_json_value *from, uint32_t count,
                  uint64_t element, const uint8_t **data, size_t *stride)
{
    uint32_t view, offset, size, step;
    if (!gltf_u32(g, from, "bufferView", WM_NO_INDEX, &view) ||
        !gltf_u32(g, from, "byteOffset", 0, &offset) || !view_of(g, view, data, &size, &step))
        return false;
    *stride = step ? step : (size_t)element;
    uint64_t end = count ? offset + (uint64_t)*stride * (count - 1) + element : offset;
    if (end > size)
        return gltf_fail(g, WM_TRUNCATED, "accessors",
                         "accessor %u ends at byte %llu of a view of %u", number,
                         (unsigned long long)end, size);
    *data += offset;
    return true;
}

static uint32_t load(const uint8_t *p, uint32_t size)
{
    uint32_t v = p[0];
    if (size > 1)
        v |= (uint32_t)p[1] << 8;
    if (size > 2)
        v |= (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return v;
}

/* Puts the elements that a sparse accessor names over the others. */
static bool put_sparse(gltf *g, uint32_t number, const wm_json_value *sparse, const gltf_span *s,
                       uint8_t *to)
{
    const wm_json_value *indices = wm_json_find(sparse, "indices");
    const wm_json_value *values = wm_json_find(sparse, "values");
    uint32_t count, type;
    size_t element = s->stride, index_step, value_step;
    const uint8_t *index, *value;
    if (!gltf_u32(g, sparse, "count", 0, &count) ||
        !gltf_u32(g, indices, "componentType", 0, &type))
        return false;
    if (count > s->count || (type != 5121 && type != 5123 && type != 5125))
        return gltf_fail(g, WM_BAD_VALUE, "accessors",
                         "accessor %u: its sparse part is of no known form", number);
    if (!place(g, number, indices, count, size_of(type), &index, &index_step) ||
        !place(g, number, values, count, element, &value, &value_step))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = load(index + i * index_step, size_of(type));
        if (at >= s->count)
            return gltf_fail(g, WM_BAD_OFFSET, "accessors",
                             "accessor %u: sparse element %u, but there are %u", number, at,
                             s->count);
        memcpy(to + at * element, value + i * value_step, element);
    }
    return true;
}

/* An accessor that does not simply lie in a buffer: sparse, or all zeros. Made once. */
static bool make_dense(gltf *g, uint32_t number, gltf_span *s, uint64_t element)
{
    const wm_json_value *a = wm_json_item(g->accessors.list, number);
    const wm_json_value *sparse = wm_json_find(a, "sparse");
    uint64_t size = element * s->count;
    s->stride = (size_t)element;
    s->data = g->dense[number];
    if (s->data)
        return true;
    if (size > g->limit - g->dense_size)
        return gltf_fail(g, WM_LIMIT, "accessors", "accessor %u: %u elements are too many", number,
                         s->count);
    uint8_t *to = calloc((size_t)size + 1, 1);
    if (!to)
        return gltf_no_memory(g);
    s->data = g->dense[number] = to;
    g->dense_size += size;
    if (wm_json_find(a, "bufferView")) {
        const uint8_t *from;
        size_t stride;
        if (!place(g, number, a, s->count, element, &from, &stride))
            return false;
        for (uint32_t i = 0; i < s->count; i++)
            memcpy(to + i * (size_t)element, from + i * stride, (size_t)element);
    }
    return !sparse || put_sparse(g, number, sparse, s, to);
}

bool gltf_span_of(gltf *g, uint32_t number, gltf_span *s)
{
    if (number >= g->accessors.count)
        return gltf_fail(g, WM_BAD_OFFSET, "accessors", "there is no accessor %u, only %u", number,
                         g->accessors.count);
    const wm_json_value *a = wm_json_item(g->accessors.list, number);
    *s = (gltf_span){.width = width_of(a)};
    s->normalized = gltf_is_true(wm_json_find(a, "normalized"));
    if (!gltf_u32(g, a, "count", 0, &s->count) || !gltf_u32(g, a, "componentType", 0, &s->type))
        return false;
    if (!size_of(s->type) || !s->width)
        return gltf_fail(g, WM_BAD_VALUE, "accessors", "accessor %u is of no known type", number);
    uint64_t element = (uint64_t)size_of(s->type) * s->width;
    bool lies = wm_json_find(a, "bufferView") && !wm_json_find(a, "sparse");
    if (lies ? !place(g, number, a, s->count, element, &s->data, &s->stride)
             : !make_dense(g, number, s, element))
        return false;
    g->read += s->count;
    if (g->read > GLTF_ELEMENTS_MAX)
        return gltf_fail(g, WM_LIMIT, "accessors", "more than %d elements", GLTF_ELEMENTS_MAX);
    return true;
}

bool gltf_floats_of(gltf *g, uint32_t accessor, uint32_t count, uint32_t width, float *to)
{
    gltf_span s;
    if (!gltf_span_of(g, accessor, &s))
        return false;
    if (s.width != width || s.count != count)
        return gltf_fail(g, WM_BAD_VALUE, "accessors",
                         "accessor %u has %u elements of %u numbers, not %u of %u", accessor,
                         s.count, s.width, count, width);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < width; k++)
            to[(size_t)i * width + k] = gltf_float(&s, i, k);
    return true;
}

uint32_t gltf_uint(const gltf_span *s, uint32_t element)
{
    return load(s->data + element * s->stride, size_of(s->type));
}

float gltf_float(const gltf_span *s, uint32_t element, uint32_t k)
{
    uint32_t size = size_of(s->type), bits = load(s->data + element * s->stride + k * size, size);
    float value, most = 0;
    switch (s->type) {
    case 5126: memcpy(&value, &bits, sizeof value); return value;
    case 5120:
        value = (float)(int8_t)(uint8_t)bits;
        most = 127;
        break;
    case 5122:
        value = (float)(int16_t)(uint16_t)bits;
        most = 32767;
        break;
    case 5121:
        value = (float)bits;
        most = 255;
        break;
    case 5123:
        value = (float)bits;
        most = 65535;
        break;
    default: value = (float)bits; break;
    }
    if (!s->normalized || most <= 0)
        return value;
    return value / most < -1 ? -1 : value / most;
}
