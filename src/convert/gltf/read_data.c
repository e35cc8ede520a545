/* Reads the numbers of a glTF: buffers, views, accessors. Every offset is checked before use. */
#include "convert/file_names.h"
#include "convert/gltf/read.h"

bool wmi_gltf_get_u32(wmi_gltf_reader *g, const wm_json_value *object, const char *name,
                      uint32_t missing, uint32_t *value)
{
    const wm_json_value *item = wm_json_find(object, name);
    uint64_t whole;
    *value = missing;
    if (!item)
        return true;
    if (!wm_json_as_uint(item, &whole) || whole > UINT32_MAX)
        return wmi_gltf_fail(g, WM_BAD_VALUE, item, "expected a whole number of 0 or more");
    *value = (uint32_t)whole;
    return true;
}

/* ---- buffers ---- */

/* The value of each base64 character; 64: invalid. */
static const uint8_t digits[128] = {
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 62,
    64, 64, 64, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 64, 64, 64, 64, 64, 64, 64, 0,
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
    23, 24, 25, 64, 64, 64, 64, 64, 64, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
    39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 64, 64, 64, 64, 64};

static bool read_base64(wmi_gltf_reader *g, const wm_json_value *at, const char *text, size_t n,
                        wmi_gltf_bytes *to)
{
    size_t made = 0;
    uint32_t bits = 0, held = 0;
    uint8_t *data = wmi_arena_raw(&g->scratch, n / 4 * 3 + 3, 1);
    if (!data)
        return wmi_gltf_no_memory(g);
    for (size_t i = 0; i < n && text[i] != '='; i++) {
        unsigned char c = (unsigned char)text[i];
        uint32_t digit = c < 128 ? digits[c] : 64;
        if (digit > 63)
            return wmi_gltf_fail(g, WM_BAD_TEXT, at, "byte %zu of the data URI is not base64", i);
        bits = bits << 6 | digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            data[made++] = (uint8_t)(bits >> held);
        }
    }
    *to = (wmi_gltf_bytes){data, made, true};
    return true;
}

static int hex_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

char *wmi_gltf_decode_uri(wmi_gltf_reader *g, const char *uri)
{
    char *name = wmi_arena_text(&g->scratch, uri, strlen(uri)), *to = name;
    for (const char *p = uri; name && *p; p++) {
        bool coded =
            *p == '%' && hex_of(p[1]) >= 0 && hex_of(p[2]) >= 0 && hex_of(p[1]) + hex_of(p[2]) > 0;
        *to++ = coded ? (char)(hex_of(p[1]) * 16 + hex_of(p[2])) : *p;
        p += coded ? 2 : 0;
    }
    if (name)
        *to = '\0';
    return name;
}

/* The bytes of a file that were loaded before, under that name or another: a folder may find one
 * file by several names. Each file takes memory and raises the limits once. */
static const wmi_gltf_file *loaded_before(const wmi_gltf_file *list, const void *data, size_t size)
{
    for (const wmi_gltf_file *f = list; f; f = f->next)
        if (f->size == size && (!size || memcmp(f->data, data, size) == 0))
            return f;
    return NULL;
}

/* Adds a file to a list. Its bytes are copied into `to`, or shared with a file before. */
static bool keep_in(wmi_gltf_reader *g, wmi_gltf_file **list, const wmi_gltf_file *before,
                    wmi_arena *to, wmi_gltf_file bytes)
{
    wmi_gltf_file *file = wmi_arena_new(&g->scratch, 1, sizeof *file);
    uint8_t *copy = before || !file ? NULL : wmi_arena_raw(to, bytes.size, 1);
    if (!file || (!before && !copy))
        return wmi_gltf_no_memory(g);
    if (copy && bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    *file = (wmi_gltf_file){*list, bytes.name, before ? before->data : copy, bytes.size};
    *list = file;
    return true;
}

static bool keep_file(wmi_gltf_reader *g, const char *name, const void *data, size_t size)
{
    const wmi_gltf_file *before = loaded_before(g->files, data, size);
    if (!before)
        g->size += size;
    if (!before && !g->opts->base.memory_limit) { /* the default limit grows with what is read */
        g->scratch.limit += 64 * (uint64_t)size;
        ((wmi_arena *)g->scene->memory)->limit += 64 * (uint64_t)size;
    }
    return keep_in(g, &g->files, before, &g->scratch, (wmi_gltf_file){NULL, name, data, size});
}

/* Loads a file next to the glTF. Names that lead elsewhere are refused. */
static bool load_file(wmi_gltf_reader *g, const wm_json_value *at, const char *name)
{
    const wm_gltf_read_opts *opts = g->opts;
    const void *data = NULL;
    size_t size = 0;
    wm_error why = {.code = WM_OK};
    wm_status status = WM_OK;
    if (opts->load)
        status = opts->load(opts->user, name, &data, &size, &why);
    if (status != WM_OK)
        return wmi_gltf_fail(g, status, at, "cannot read the file '%.80s': %s", name,
                             *why.message ? why.message : wm_status_name(status));
    if (!data)
        return wmi_gltf_refuse(g, WM_GLTF_BUFFER_MISSING, WM_IO, at, "cannot read the file '%.80s'",
                               name);
    return keep_file(g, name, data, size);
}

static bool read_beside(wmi_gltf_reader *g, const wm_json_value *at, const char *uri,
                        wmi_gltf_bytes *to)
{
    const char *name = wmi_gltf_decode_uri(g, uri);
    const wmi_gltf_file *file = g->files;
    if (!name)
        return wmi_gltf_no_memory(g);
    if (!wmi_is_beside(name))
        return wmi_gltf_fail(g, WM_UNSUPPORTED, at,
                             "'%.80s' is not the name of a file next to this one", uri);
    while (file && strcmp(file->name, name) != 0)
        file = file->next;
    if (!file && !load_file(g, at, name))
        return false;
    file = file ? file : g->files;
    *to = (wmi_gltf_bytes){file->data, file->size, true};
    return true;
}

static bool load_buffer(wmi_gltf_reader *g, uint32_t number)
{
    wmi_gltf_bytes *to = &g->bytes[number];
    const wm_json_value *buffer = wm_json_item(g->buffers.list, number);
    const wm_json_value *at = wm_json_find(buffer, "uri");
    size_t length = 0;
    const char *uri = wm_json_as_text(at, &length);
    uint32_t stated;
    if (to->loaded)
        return true;
    if (!wmi_gltf_get_u32(g, buffer, "byteLength", 0, &stated))
        return false;
    if (!uri) {
        if (number != 0 || !g->bin)
            return wmi_gltf_fail(g, WM_BAD_VALUE, buffer, "the buffer has no data");
        *to = (wmi_gltf_bytes){g->bin, g->bin_size, true};
    } else if (strncmp(uri, "data:", 5) == 0) {
        const char *comma = strchr(uri, ',');
        if (!comma || comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0)
            return wmi_gltf_fail(g, WM_UNSUPPORTED, at, "the data URI is not base64");
        if (!read_base64(g, at, comma + 1, length - (size_t)(comma + 1 - uri), to))
            return false;
    } else if (!read_beside(g, at, uri, to)) {
        return false;
    }
    if (stated > to->size)
        return wmi_gltf_fail(g, WM_TRUNCATED, buffer, "byteLength is %lu, but there are %zu bytes",
                             (ul)stated, to->size);
    to->size = stated;
    return true;
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
    const char *type = wmi_gltf_get_text(accessor, "type");
    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].name) == 0)
            return types[i].width;
    return 0;
}

/* The bytes of the view that `from` names, and its stride if it has one. */
static bool view_of(wmi_gltf_reader *g, const wm_json_value *from, const uint8_t **data,
                    uint32_t *size, uint32_t *stride)
{
    uint32_t number, buffer, offset;
    if (!wmi_gltf_get_u32(g, from, "bufferView", WM_NO_INDEX, &number))
        return false;
    if (number >= g->views.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, wm_json_find(from, "bufferView"),
                             "there is no buffer view %lu; there are %lu", (ul)number,
                             (ul)g->views.count);
    const wm_json_value *view = wm_json_item(g->views.list, number);
    if (!wmi_gltf_get_u32(g, view, "buffer", WM_NO_INDEX, &buffer) ||
        !wmi_gltf_get_u32(g, view, "byteOffset", 0, &offset) ||
        !wmi_gltf_get_u32(g, view, "byteLength", 0, size) ||
        !wmi_gltf_get_u32(g, view, "byteStride", 0, stride))
        return false;
    if (buffer >= g->buffers.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, view, "there is no buffer %lu; there are %lu",
                             (ul)buffer, (ul)g->buffers.count);
    if (!load_buffer(g, buffer))
        return false;
    const wmi_gltf_bytes *bytes = &g->bytes[buffer];
    if (!wmi_fits(bytes->size, offset, *size, 1))
        return wmi_gltf_fail(g, WM_TRUNCATED, view, "the view ends at byte %llu of a buffer of %zu",
                             (unsigned long long)offset + *size, bytes->size);
    *data = bytes->data + offset;
    return true;
}

/* An image in a file next to the glTF, in the memory of the scene. If it is missing, only its name
 * is known. */
static bool keep_picture(wmi_gltf_reader *g, const char *name, const void *data, size_t size)
{
    const wmi_gltf_file *before = loaded_before(g->pictures, data, size);
    wmi_arena *scene = g->scene->memory;
    if (!before && !g->opts->base.memory_limit) /* the default limit grows with what is read */
        scene->limit += size;
    return keep_in(g, &g->pictures, before, scene, (wmi_gltf_file){NULL, name, data, size});
}

static bool find_beside(wmi_gltf_reader *g, const char *uri, wmi_gltf_bytes *to)
{
    const wm_gltf_read_opts *opts = g->opts;
    const char *name = wmi_gltf_decode_uri(g, uri);
    const wmi_gltf_file *file = g->pictures;
    const void *data = NULL;
    size_t size = 0;
    if (!name)
        return wmi_gltf_no_memory(g);
    if (!wmi_is_beside(name) || !opts->load)
        return true;
    while (file && strcmp(file->name, name) != 0)
        file = file->next;
    if (!file) {
        wm_status status = opts->load(opts->user, name, &data, &size, NULL);
        if (status == WM_NO_MEMORY)
            return wmi_gltf_no_memory(g);
        if (status != WM_OK || !data)
            return true;
        if (!keep_picture(g, name, data, size))
            return false;
        file = g->pictures;
    }
    *to = (wmi_gltf_bytes){file->data, file->size, true};
    return true;
}

bool wmi_gltf_image_bytes(wmi_gltf_reader *g, uint32_t number, wmi_gltf_bytes *to)
{
    const wm_json_value *image = wm_json_item(g->images.list, number);
    const wm_json_value *at = wm_json_find(image, "uri");
    size_t length = 0;
    const char *uri = wm_json_as_text(at, &length);
    *to = (wmi_gltf_bytes){0};
    if (!uri) {
        uint32_t size, stride;
        const uint8_t *data = NULL;
        if (!wm_json_find(image, "bufferView"))
            return true;
        if (!view_of(g, image, &data, &size, &stride))
            return false;
        *to = (wmi_gltf_bytes){data, size, true};
        return true;
    }
    const char *comma = strncmp(uri, "data:", 5) == 0 ? strchr(uri, ',') : NULL;
    if (comma)
        return comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0 ||
               read_base64(g, at, comma + 1, length - (size_t)(comma + 1 - uri), to);
    return find_beside(g, uri, to);
}

/* Finds `count` elements of `element` bytes: a view, and an offset in it. */
static bool place(wmi_gltf_reader *g, const wm_json_value *from, uint32_t count, uint32_t element,
                  const uint8_t **data, size_t *stride)
{
    uint32_t offset, size, step;
    if (!wmi_gltf_get_u32(g, from, "byteOffset", 0, &offset) ||
        !view_of(g, from, data, &size, &step))
        return false;
    step = step ? step : element;
    *stride = step;
    uint32_t between = count ? count - 1 : 0, last = count ? element : 0;
    if (last > size || !wmi_fits(size - last, offset, between, step)) {
        uint64_t end = offset + (uint64_t)step * between + last;
        return wmi_gltf_fail(g, WM_TRUNCATED, from,
                             "%lu elements end at byte %llu of a view of %lu", (ul)count,
                             (unsigned long long)end, (ul)size);
    }
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

/* Replaces the elements that a sparse accessor names. */
static bool put_sparse(wmi_gltf_reader *g, const wm_json_value *sparse, const wmi_gltf_span *s,
                       uint8_t *to)
{
    const wm_json_value *indices = wm_json_find(sparse, "indices");
    const wm_json_value *values = wm_json_find(sparse, "values");
    uint32_t count, type;
    uint32_t element = (uint32_t)s->stride;
    size_t index_step, value_step;
    const uint8_t *index, *value;
    if (!wmi_gltf_get_u32(g, sparse, "count", 0, &count) ||
        !wmi_gltf_get_u32(g, indices, "componentType", 0, &type))
        return false;
    if (count > s->count || (type != 5121 && type != 5123 && type != 5125))
        return wmi_gltf_fail(g, WM_BAD_VALUE, sparse,
                             "the count or the type of the indices is invalid");
    if (!place(g, indices, count, size_of(type), &index, &index_step) ||
        !place(g, values, count, element, &value, &value_step))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = load(index + i * index_step, size_of(type));
        if (at >= s->count)
            return wmi_gltf_fail(g, WM_BAD_OFFSET, sparse,
                                 "index %lu is %lu, but there are %lu elements", (ul)i, (ul)at,
                                 (ul)s->count);
        memcpy(to + (size_t)at * element, value + i * value_step, element);
    }
    return true;
}

/* An accessor that is not simply a range of a buffer: sparse, or all zeros. Built once. */
static bool make_dense(wmi_gltf_reader *g, uint32_t number, wmi_gltf_span *s, uint32_t element)
{
    const wm_json_value *a = wm_json_item(g->accessors.list, number);
    const wm_json_value *sparse = wm_json_find(a, "sparse");
    uint64_t size = (uint64_t)element * s->count;
    s->stride = element;
    s->data = g->dense[number];
    if (s->data)
        return true;
    uint8_t *to = size < SIZE_MAX ? wmi_gltf_scratch_of(g, (size_t)size, 1) : NULL;
    if (!to && (size >= SIZE_MAX || g->scratch.limit_hit))
        return wmi_gltf_fail(g, WM_LIMIT, a, "%lu elements are too many", (ul)s->count);
    if (!to)
        return wmi_gltf_no_memory(g);
    s->data = g->dense[number] = to;
    if (wm_json_find(a, "bufferView")) {
        const uint8_t *from;
        size_t stride;
        if (!place(g, a, s->count, element, &from, &stride))
            return false;
        for (uint32_t i = 0; i < s->count; i++)
            memcpy(to + i * (size_t)element, from + i * stride, element);
    }
    return !sparse || put_sparse(g, sparse, s, to);
}

const wm_json_value *wmi_gltf_accessor(const wmi_gltf_reader *g, uint32_t accessor)
{
    const wm_json_value *found = wm_json_item(g->accessors.list, accessor);
    return found ? found : g->accessors.list;
}

bool wmi_gltf_span_of(wmi_gltf_reader *g, uint32_t number, wmi_gltf_span *s)
{
    if (number >= g->accessors.count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, g->accessors.list,
                             "there is no accessor %lu; there are %lu", (ul)number,
                             (ul)g->accessors.count);
    const wm_json_value *a = wm_json_item(g->accessors.list, number);
    *s = (wmi_gltf_span){.width = width_of(a)};
    s->normalized = wmi_gltf_is_true(wm_json_find(a, "normalized"));
    if (!wmi_gltf_get_u32(g, a, "count", 0, &s->count) ||
        !wmi_gltf_get_u32(g, a, "componentType", 0, &s->type))
        return false;
    if (!size_of(s->type) || !s->width)
        return wmi_gltf_fail(g, WM_BAD_VALUE, a, "type or componentType is not known");
    uint32_t element = size_of(s->type) * s->width;
    bool lies = wm_json_find(a, "bufferView") && !wm_json_find(a, "sparse");
    if (lies ? !place(g, a, s->count, element, &s->data, &s->stride)
             : !make_dense(g, number, s, element))
        return false;
    g->read += s->count;
    if (g->read > WMI_GLTF_ELEMENTS_MAX)
        return wmi_gltf_fail(g, WM_LIMIT, a, "more than %d elements in all accessors",
                             WMI_GLTF_ELEMENTS_MAX);
    return true;
}

bool wmi_gltf_read_floats(wmi_gltf_reader *g, uint32_t accessor, uint32_t count, uint32_t width,
                          float *to)
{
    wmi_gltf_span s;
    if (!wmi_gltf_span_of(g, accessor, &s))
        return false;
    if (s.width != width || s.count != count)
        return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, accessor),
                             "expected %lu elements of %lu numbers, found %lu of %lu", (ul)count,
                             (ul)width, (ul)s.count, (ul)s.width);
    if (s.type == 5126 && s.stride == 4 * (size_t)width) {
        wmi_load32(to, s.data, (size_t)count * width);
        return true;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < width; k++)
            to[(size_t)i * width + k] = wmi_gltf_float_at(&s, i, k);
    return true;
}

uint32_t wmi_gltf_uint_at(const wmi_gltf_span *s, uint32_t element)
{
    return load(s->data + element * s->stride, size_of(s->type));
}

float wmi_gltf_float_at(const wmi_gltf_span *s, uint32_t element, uint32_t k)
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
