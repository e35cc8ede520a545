/* See blender.h. */
#include "blender.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"

enum { JSON_ROOM = 65536, BIN_ROOM = 262144, RINGS = BLENDER_BONES + 1, SIDES = 4 };

typedef struct file {
    char *accessors, *views, *json;
    size_t accessor_size, view_size, json_size, bin_size;
    uint8_t *bin;
    unsigned count; /* of accessors, each with its own view */
} file;

static void put(char *text, size_t *size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text + *size, JSON_ROOM - *size, format, list);
    va_end(list);
    if (n < 0 || *size + (size_t)n >= JSON_ROOM)
        abort();
    *size += (size_t)n;
}

/* ---- data -------------------------------------------------------------- */

/* glTF is little-endian. */
static void store(uint8_t *to, const void *data, size_t size, int component)
{
    enum { BYTE = 5121, SHORT = 5123 };
    if (component == BYTE)
        memcpy(to, data, size);
    else if (component == SHORT)
        wmi_store16(to, data, size / 2);
    else
        wmi_store32(to, data, size / 4);
}

static unsigned add(file *f, const void *data, size_t size, unsigned count, int component,
                    const char *type, const char *more)
{
    if (f->bin_size + size + 4 > BIN_ROOM)
        abort();
    store(f->bin + f->bin_size, data, size, component);
    put(f->views, &f->view_size, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
        f->count ? "," : "", f->bin_size, size);
    put(f->accessors, &f->accessor_size,
        "%s{\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"%s\"%s}",
        f->count ? "," : "", f->count, component, count, type, more);
    f->bin_size += (size + 3) / 4 * 4;
    return f->count++;
}

static unsigned floats(file *f, const float *v, unsigned count, unsigned width)
{
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    char more[256] = "";
    size_t n = 0;
    float low[4], high[4];
    for (unsigned k = 0; k < width && k < 3; k++)
        low[k] = high[k] = v[k];
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < width && k < 3; k++) {
            low[k] = fminf(low[k], v[i * width + k]);
            high[k] = fmaxf(high[k], v[i * width + k]);
        }
    if (width == 3 && isfinite(high[0]) && isfinite(high[1]) && isfinite(high[2]))
        n = (size_t)snprintf(
            more, sizeof more, ",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0],
            (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
    if (width == 1)
        n = (size_t)snprintf(more, sizeof more, ",\"min\":[%.9g],\"max\":[%.9g]", (double)low[0],
                             (double)high[0]);
    (void)n;
    return add(f, v, (size_t)count * width * sizeof *v, count, 5126, types[width], more);
}

static unsigned indices(file *f, const uint16_t *v, unsigned count)
{
    return add(f, v, count * sizeof *v, count, 5123, "SCALAR", "");
}

/* ---- bone matrices ----------------------------------------------------- */

typedef struct affine {
    double m[3][4];
} affine;

static affine multiply(const affine *a, const affine *b)
{
    affine to;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            to.m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] +
                         a->m[r][2] * b->m[2][c] + (c == 3 ? a->m[r][3] : 0);
    return to;
}

/* Bone i is 0.1 above the previous one and slightly bent about z. */
static double bend(int bone)
{
    return bone % 3 == 1 ? 0.1 : -0.05;
}

static affine back_of(int bone)
{
    double c = wmi_cos(bend(bone)), s = wmi_sin(bend(bone));
    return (affine){{{c, s, 0, -s * 0.1}, {-s, c, 0, -c * 0.1}, {0, 0, 1, 0}}};
}

static unsigned inverse_binds(file *f)
{
    float m[BLENDER_BONES][16];
    affine at = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    for (int i = 0; i < BLENDER_BONES; i++) {
        affine back = back_of(i);
        at = multiply(&back, &at);
        for (int c = 0; c < 4; c++)
            for (int r = 0; r < 4; r++)
                m[i][4 * c + r] = r < 3 ? (float)at.m[r][c] : c == 3 ? 1.0f : 0.0f;
    }
    return add(f, m, sizeof m, BLENDER_BONES, 5126, "MAT4", "");
}

/* ---- meshes ------------------------------------------------------------ */

static void primitive(file *f, bool first, const unsigned a[6], unsigned faces, int material)
{
    static const char *const names[] = {"POSITION", "NORMAL", "TEXCOORD_0", "JOINTS_0",
                                        "WEIGHTS_0"};
    put(f->json, &f->json_size, "%s{\"attributes\":{", first ? "" : ",");
    bool any = false;
    for (int i = 0; i < 5; i++)
        if (a[i] != WM_NO_INDEX) {
            put(f->json, &f->json_size, "%s\"%s\":%u", any ? "," : "", names[i], a[i]);
            any = true;
        }
    put(f->json, &f->json_size, "},\"indices\":%u,\"material\":%d}", faces, material);
}

/* A tube round the bones; its lower and upper halves have different materials. */
static void body(file *f)
{
    for (int half = 0; half < 2; half++) {
        float p[RINGS * SIDES][3], n[RINGS * SIDES][3], uv[RINGS * SIDES][2],
            w[RINGS * SIDES][4] = {{0}};
        uint8_t j[RINGS * SIDES][4] = {{0}};
        uint16_t v[RINGS * SIDES * 6];
        unsigned vertices = 0, corners = 0, rings = RINGS / 2 + 1;
        for (unsigned r = 0; r < rings; r++)
            for (unsigned s = 0; s < SIDES; s++, vertices++) {
                unsigned ring = (unsigned)half * (RINGS / 2) + r;
                unsigned bone = ring < BLENDER_BONES - 1 ? ring : BLENDER_BONES - 1;
                double angle = s * 1.5707963267948966;
                p[vertices][0] = (float)(0.05 * wmi_cos(angle)) - 0.005f * (float)ring;
                p[vertices][1] = 0.1f + 0.098f * (float)ring;
                p[vertices][2] = (float)(0.05 * wmi_sin(angle));
                n[vertices][0] = (float)wmi_cos(angle);
                n[vertices][1] = 0;
                n[vertices][2] = (float)wmi_sin(angle);
                uv[vertices][0] = (float)s / 4;
                uv[vertices][1] = (float)ring / RINGS;
                j[vertices][0] = (uint8_t)bone;
                j[vertices][1] = (uint8_t)(bone ? bone - 1 : 0);
                w[vertices][0] = bone ? 0.75f : 1;
                w[vertices][1] = bone ? 0.25f : 0;
            }
        for (unsigned r = 0; r + 1 < rings; r++)
            for (unsigned s = 0; s < SIDES; s++) {
                uint16_t a = (uint16_t)(r * SIDES + s), b = (uint16_t)(r * SIDES + (s + 1) % SIDES);
                const uint16_t quad[6] = {a, (uint16_t)(a + SIDES), b,
                                          b, (uint16_t)(a + SIDES), (uint16_t)(b + SIDES)};
                memcpy(v + corners, quad, sizeof quad);
                corners += 6;
            }
        unsigned a[6] = {floats(f, &p[0][0], vertices, 3), floats(f, &n[0][0], vertices, 3),
                         floats(f, &uv[0][0], vertices, 2),
                         add(f, j, vertices * 4, vertices, 5121, "VEC4", ""),
                         floats(f, &w[0][0], vertices, 4)};
        primitive(f, half == 0, a, indices(f, v, corners), half);
    }
}

/* A box of six faces with separate normals; the last face has a second material. */
static void box(file *f, blender_fault fault)
{
    for (int part = 0; part < 2; part++) {
        float p[20][3], n[20][3], uv[20][2];
        uint16_t v[30];
        unsigned vertices = 0, corners = 0;
        for (int side = part ? 5 : 0; side < (part ? 6 : 5); side++) {
            int axis = side / 2, u = (axis + 1) % 3, w = (axis + 2) % 3;
            float sign = side % 2 ? 1.0f : -1.0f;
            for (int c = 0; c < 4; c++, vertices++) {
                float x = c == 1 || c == 2 ? 1.0f : -1.0f, y = c > 1 ? 1.0f : -1.0f;
                p[vertices][axis] = 0.3f * sign;
                p[vertices][u] = 0.2f * x * sign; /* counter-clockwise from outside */
                p[vertices][w] = 0.1f * y;
                n[vertices][axis] = sign;
                n[vertices][u] = n[vertices][w] = 0;
                uv[vertices][0] = (x + 1) / 2;
                uv[vertices][1] = (y + 1) / 2;
            }
            const uint16_t b = (uint16_t)(vertices - 4);
            const uint16_t quad[6] = {b, (uint16_t)(b + 1), (uint16_t)(b + 2),
                                      b, (uint16_t)(b + 2), (uint16_t)(b + 3)};
            memcpy(v + corners, quad, sizeof quad);
            corners += 6;
        }
        if (fault == BLENDER_NOT_FINITE && part)
            p[2][1] = INFINITY;
        unsigned a[6] = {floats(f, &p[0][0], vertices, 3), floats(f, &n[0][0], vertices, 3),
                         fault == BLENDER_NO_UV ? WM_NO_INDEX : floats(f, &uv[0][0], vertices, 2),
                         WM_NO_INDEX, WM_NO_INDEX};
        primitive(f, part == 0, a, indices(f, v, corners), part + 2);
    }
}

static void ground(file *f, blender_fault fault)
{
    static const float p[][3] = {{-2, 0, -2}, {2, 0, -2}, {2, 0, 2}, {-2, 0, 2}};
    static const uint16_t v[2][3] = {{0, 1, 2}, {0, 3, 2}}; /* the first one faces down */
    for (int part = 0; part < 2; part++) {
        unsigned a[6] = {floats(f, &p[0][0], 4, 3), WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX,
                         WM_NO_INDEX};
        primitive(f, part == 0, a, indices(f, v[part], 3),
                  part && fault == BLENDER_NO_SURFACE ? 2 : part + 4);
    }
}

static void meshes(file *f, blender_fault fault)
{
    put(f->json, &f->json_size, ",\"meshes\":[{\"name\":\"Body\",\"primitives\":[");
    body(f);
    put(f->json, &f->json_size, "]},{\"name\":\"Cube.003\",\"primitives\":[");
    box(f, fault);
    put(f->json, &f->json_size, "]},{\"name\":\"Plane\",\"primitives\":[");
    ground(f, fault);
    put(f->json, &f->json_size, "]}]");
}

static void materials(file *f)
{
    static const char *const names[] = {"n_body01",  "n_body02.001", "plc_box01",
                                        "plc_box02", "Stone",        "Nonwalk.001"};
    put(f->json, &f->json_size, ",\"materials\":[");
    for (int i = 0; i < 6; i++)
        put(f->json, &f->json_size,
            "%s{\"name\":\"%s\",\"doubleSided\":true,\"pbrMetallicRoughness\":"
            "{\"baseColorFactor\":[0.8,0.75,0.5,1],\"metallicFactor\":0}}",
            i ? "," : "", names[i]);
    put(f->json, &f->json_size, "]");
}

/* ---- nodes ------------------------------------------------------------- */

enum { BODY = 1, PIVOT = 2, LID, MIRRORED, ROOM, HOOK, LAMP, BONES };

/* The pose of the bones differs from the bind pose: bone 10 is rotated further. */
static void bones(file *f)
{
    for (int i = 0; i < BLENDER_BONES; i++) {
        double angle = bend(i) + (i == 10 ? 0.35 : 0);
        put(f->json, &f->json_size,
            ",{\"name\":\"bone.%03d\",\"translation\":[0,0.1,0],\"rotation\":[0,0,%.9g,%.9g]", i,
            wmi_sin(angle / 2), wmi_cos(angle / 2));
        if (i + 1 < BLENDER_BONES)
            put(f->json, &f->json_size, ",\"children\":[%d]", BONES + i + 1);
        put(f->json, &f->json_size, "}");
    }
}

static void nodes(file *f, blender_fault fault)
{
    bool full = fault != BLENDER_EMPTY;
    const char *mesh[3] = {full ? ",\"mesh\":0,\"skin\":0" : "", full ? ",\"mesh\":1" : "",
                           full ? ",\"mesh\":2" : ""};
    put(f->json, &f->json_size,
        ",\"nodes\":[{\"name\":\"Armature\",\"translation\":[1,0,0.5],\"scale\":[0.5,0.5,0.5],"
        "\"children\":[%d,%d]}",
        BODY, BONES);
    put(f->json, &f->json_size, ",{\"name\":\"Body\"%s}", mesh[0]);
    put(f->json, &f->json_size,
        ",{\"name\":\"Pivot\",\"translation\":[0,1,2],\"rotation\":[0,0.38268343,0,0.92387953],"
        "\"scale\":[1,%d,1],\"children\":[%d]}",
        fault == BLENDER_FLAT ? 0 : 2, LID);
    put(f->json, &f->json_size,
        ",{\"name\":\"Lid\",\"translation\":[0,0.5,0],\"rotation\":[0.25881905,0,0,0.96592583]%s}",
        mesh[1]);
    put(f->json, &f->json_size,
        ",{\"name\":\"Lid.001\",\"translation\":[-3,0,0],\"scale\":[-1,1,1]%s}", mesh[1]);
    put(f->json, &f->json_size, ",{\"name\":\"room_walkmesh\"%s}", mesh[2]);
    put(f->json, &f->json_size, ",{\"name\":\"hook point\",\"translation\":[1,2,3]}");
    put(f->json, &f->json_size, ",{\"name\":\"Lamp\",\"translation\":[0,4,0]%s}",
        full ? ",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}" : "");
    bones(f);
    put(f->json, &f->json_size, "]");
}

/* ---- actions ----------------------------------------------------------- */

static unsigned rotations(file *f, const double *angles, unsigned count, int axis, bool slopes)
{
    float q[32][4] = {{0}};
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        n += slopes; /* slopes of 0 before and after each key */
        q[n][axis] = (float)wmi_sin(angles[i] / 2);
        q[n++][3] = (float)wmi_cos(angles[i] / 2);
        n += slopes;
    }
    return floats(f, &q[0][0], n, 4);
}

static void actions(file *f)
{
    static const float times[] = {0, 0.5f, 1.25f}, ends[] = {0, 1.25f};
    static const double swing[] = {0.1, 0.9, -0.3}, spin[] = {0.52359878, 1.4, 0.2};
    static const float curve[][3] = {{0, 0, 0},       {0, 0.1f, 0},    {0.2f, 0, 0.4f},
                                     {0.1f, 0, 0.1f}, {0.1f, 0.2f, 0}, {0.3f, 0.1f, 0},
                                     {0, 0.5f, 0},    {0, 0.1f, 0.1f}, {0, 0, 0}};
    static const float still[][3] = {{1, 1, 1}, {1, 1, 1}};
    static const float steps[][3] = {{0, 1, 2}, {0, 1.5f, 2}, {0.5f, 1, 2}};
    unsigned t = floats(f, times, 3, 1), e = floats(f, ends, 2, 1);
    unsigned swings = rotations(f, swing, 3, 2, false), curves = floats(f, &curve[0][0], 9, 3);
    unsigned stills = floats(f, &still[0][0], 2, 3), spins = rotations(f, spin, 3, 0, true);
    unsigned stepped = floats(f, &steps[0][0], 3, 3);
    put(f->json, &f->json_size,
        ",\"animations\":[{\"name\":\"walk\",\"samplers\":["
        "{\"input\":%u,\"output\":%u,\"interpolation\":\"LINEAR\"},"
        "{\"input\":%u,\"output\":%u,\"interpolation\":\"CUBICSPLINE\"},"
        "{\"input\":%u,\"output\":%u,\"interpolation\":\"LINEAR\"}],\"channels\":["
        "{\"sampler\":0,\"target\":{\"node\":%d,\"path\":\"rotation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":%d,\"path\":\"translation\"}},"
        "{\"sampler\":2,\"target\":{\"node\":%d,\"path\":\"scale\"}}]},",
        t, swings, t, curves, e, stills, BONES + 5, BONES, BONES + 5);
    put(f->json, &f->json_size,
        "{\"name\":\"wave\",\"samplers\":["
        "{\"input\":%u,\"output\":%u,\"interpolation\":\"CUBICSPLINE\"},"
        "{\"input\":%u,\"output\":%u,\"interpolation\":\"STEP\"}],\"channels\":["
        "{\"sampler\":0,\"target\":{\"node\":%d,\"path\":\"rotation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":%d,\"path\":\"translation\"}}]}]",
        t, spins, t, stepped, MIRRORED, PIVOT);
}

static void skins(file *f)
{
    put(f->json, &f->json_size,
        ",\"skins\":[{\"name\":\"Armature\",\"inverseBindMatrices\":%u,\"joints\":[",
        inverse_binds(f));
    for (int i = 0; i < BLENDER_BONES; i++)
        put(f->json, &f->json_size, "%s%d", i ? "," : "", BONES + i);
    put(f->json, &f->json_size, "]}]");
}

/* ---- the file ---------------------------------------------------------- */

static void store32(uint8_t *to, size_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static wm_buffer join(const file *f)
{
    size_t json = (f->json_size + 3) / 4 * 4, bin = f->bin_size;
    size_t size = 12 + 8 + json + 8 + bin;
    uint8_t *data = malloc(size);
    if (!data)
        abort();
    memcpy(data, "glTF", 4);
    store32(data + 4, 2);
    store32(data + 8, size);
    store32(data + 12, json);
    memcpy(data + 16, "JSON", 4);
    memset(data + 20, ' ', json);
    memcpy(data + 20, f->json, f->json_size);
    store32(data + 20 + json, bin);
    memcpy(data + 24 + json, "BIN", 4);
    memcpy(data + 28 + json, f->bin, bin);
    return (wm_buffer){.data = data, .size = size, .allocator = *wmi_default_allocator()};
}

wm_buffer test_blender_file(blender_fault fault)
{
    file f = {.accessors = malloc(JSON_ROOM),
              .views = malloc(JSON_ROOM),
              .json = malloc(JSON_ROOM),
              .bin = calloc(BIN_ROOM, 1)};
    if (!f.accessors || !f.views || !f.json || !f.bin)
        abort();
    put(f.json, &f.json_size,
        "{\"asset\":{\"generator\":\"Khronos glTF Blender I/O v4.2.57\",\"version\":\"2.0\"},"
        "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":"
        "{\"lights\":[{\"type\":\"point\",\"color\":[1,0.9,0.8],\"intensity\":54.35,\"name\":"
        "\"Lamp\"}]}},\"scene\":0,\"scenes\":[{\"name\":\"Scene\",\"nodes\":[0,%d,%d,%d,%d,%d]}]",
        PIVOT, MIRRORED, ROOM, HOOK, LAMP);
    nodes(&f, fault);
    materials(&f);
    meshes(&f, fault);
    skins(&f);
    if (fault != BLENDER_EMPTY)
        actions(&f);
    put(f.json, &f.json_size,
        ",\"accessors\":[%s],\"bufferViews\":[%s],\"buffers\":[{\"byteLength\":%zu}]}", f.accessors,
        f.views, f.bin_size);
    wm_buffer out = join(&f);
    free(f.accessors);
    free(f.views);
    free(f.json);
    free(f.bin);
    return out;
}
