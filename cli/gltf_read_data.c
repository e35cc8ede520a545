/* Numbers of a glTF: buffers, views, accessors. Every offset is proven before it is
 * followed. */
#include <stdlib.h>
#include <string.h>

#include "gltf_read.h"

bool gltf_u32(gltf *g, const cJSON *object, const char *name, uint32_t missing, uint32_t *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    *value = missing;
    if (!item)
        return true;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble > 4294967295.0 ||
        item->valuedouble != (double)(uint32_t)item->valuedouble)
        return gltf_fail(g, WM_BAD_VALUE, name, "is not a whole number of 0 or more");
    *value = (uint32_t)item->valuedouble;
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
    const char *base = cli_basename(g->file);
    size_t folder = (size_t)(base - g->file), n = 0;
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
    else if (!(good = cli_read_file(path, &bytes, g->error) == WM_OK))
        snprintf(g->error->path, sizeof g->error->path, "%s", cli_basename(path));
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
    const cJSON *uri = cJSON_GetObjectItemCaseSensitive(g->buffers.item[number], "uri");
    uint32_t said;
    if (to->loaded)
        return true;
    if (!gltf_u32(g, g->buffers.item[number], "byteLength", 0, &said))
        return false;
    if (!cJSON_IsString(uri)) {
        if (number != 0 || !g->bin)
            return gltf_fail(g, WM_BAD_VALUE, "buffers", "buffer %u has no data", number);
        *to = (gltf_bytes){g->bin, g->bin_size, NULL, true};
    } else if (strncmp(uri->valuestring, "data:", 5) == 0) {
        const char *comma = strstr(uri->valuestring, ";base64,");
        if (!comma)
            return gltf_fail(g, WM_UNSUPPORTED, "buffers", "a data URI is not base64");
        if (!read_base64(g, comma + 8, to))
            return false;
    } else if (!read_beside(g, uri->valuestring, to)) {
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

static uint32_t width_of(const cJSON *accessor)
{
    static const char *const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(accessor, "type");
    for (uint32_t i = 0; cJSON_IsString(type) && i < 4; i++)
        if (strcmp(type->valuestring, names[i]) == 0)
            return i + 1;
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
    const cJSON *view = g->views.item[number];
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

bool gltf_span_of(gltf *g, uint32_t number, gltf_span *s)
{
    uint32_t view, offset, size, stride;
    if (number >= g->accessors.count)
        return gltf_fail(g, WM_BAD_OFFSET, "accessors", "there is no accessor %u, only %u", number,
                         g->accessors.count);
    const cJSON *a = g->accessors.item[number];
    *s = (gltf_span){.width = width_of(a)};
    s->normalized = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(a, "normalized"));
    if (!gltf_u32(g, a, "bufferView", WM_NO_INDEX, &view) ||
        !gltf_u32(g, a, "byteOffset", 0, &offset) || !gltf_u32(g, a, "count", 0, &s->count) ||
        !gltf_u32(g, a, "componentType", 0, &s->type))
        return false;
    if (cJSON_GetObjectItemCaseSensitive(a, "sparse"))
        return gltf_fail(g, WM_UNSUPPORTED, "accessors",
                         "accessor %u is sparse: export without that", number);
    if (view == WM_NO_INDEX)
        return gltf_fail(g, WM_UNSUPPORTED, "accessors", "accessor %u has no bufferView", number);
    if (!size_of(s->type) || !s->width)
        return gltf_fail(g, WM_BAD_VALUE, "accessors", "accessor %u is of no known type", number);
    if (!view_of(g, view, &s->data, &size, &stride))
        return false;
    uint64_t element = (uint64_t)size_of(s->type) * s->width;
    s->stride = stride ? stride : (size_t)element;
    uint64_t end = s->count ? offset + (uint64_t)s->stride * (s->count - 1) + element : offset;
    if (end > size)
        return gltf_fail(g, WM_TRUNCATED, "accessors",
                         "accessor %u ends at byte %llu of a view of %u", number,
                         (unsigned long long)end, size);
    s->data += offset;
    g->read += s->count;
    if (g->read > GLTF_ELEMENTS_MAX)
        return gltf_fail(g, WM_LIMIT, "accessors", "more than %d elements", GLTF_ELEMENTS_MAX);
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
