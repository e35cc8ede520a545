/* The mutator of all targets, which chooses that of the format by content, and what those
 * share: lists of fields, and values that readers stumble over. */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "pieces.h"

uint32_t fuzz_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

uint32_t fuzz_le32(const uint8_t *data)
{
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

void fuzz_put32(uint8_t *data, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        data[i] = (uint8_t)(value >> 8 * i);
}

void fuzz_add(fuzz_fields *f, size_t size, uint64_t at, unsigned width, fuzz_kind kind)
{
    if (f->count == FUZZ_FIELDS || at + width > size || at > UINT32_MAX)
        return;
    f->list[f->count++] = (fuzz_field){(uint32_t)at, (uint8_t)width, (uint8_t)kind};
}

void fuzz_add_row(fuzz_fields *f, size_t size, uint64_t at, unsigned width, fuzz_kind kind,
                  uint32_t count)
{
    for (uint32_t i = 0; i < count && f->count < FUZZ_FIELDS && at < size; i++, at += width)
        fuzz_add(f, size, at, width, kind);
}

static uint32_t load(const uint8_t *data, const fuzz_field *at)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < at->size; i++)
        value |= (uint32_t)data[at->at + i] << 8 * i;
    return value;
}

static void store(uint8_t *data, const fuzz_field *at, uint32_t value)
{
    for (unsigned i = 0; i < at->size; i++)
        data[at->at + i] = (uint8_t)(value >> 8 * i);
}

/* Another field of the same kind: shared arrays, cycles, equal counts. */
static uint32_t other(const fuzz_fields *f, const uint8_t *data, unsigned kind, uint32_t *state)
{
    for (int tries = 0; tries < 16; tries++) {
        const fuzz_field *at = &f->list[fuzz_random(state) % f->count];
        if (at->kind == kind)
            return load(data, at);
    }
    return 0;
}

static uint32_t new_float(uint32_t *state)
{
    static const uint32_t odd[] = {0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000,
                                   0xFF800000, 0x7FC00000, 0x7F7FFFFF, 0xFF7FFFFF, 1,
                                   0x00800000, 0x4B800000, 0x501502F9, 0x2EDBE6FF, 0x3727C5AC};
    return odd[fuzz_random(state) % (sizeof odd / sizeof *odd)];
}

static uint32_t new_value(const fuzz_fields *f, const uint8_t *data, size_t size,
                          const fuzz_field *at, uint32_t *state)
{
    static const uint32_t few[] = {0, 1, 2, 3, 4, 7, 8, 16, 255, 256, 0x7FFF, 0xFFFF};
    uint32_t value = load(data, at);
    if (at->kind == FUZZ_FLOAT && fuzz_random(state) % 4)
        return new_float(state);
    switch (fuzz_random(state) % 8) {
    case 0: return other(f, data, at->kind, state);
    case 1: return value + 1;
    case 2: return value - 1;
    case 3: return value + fuzz_random(state) % 64;
    case 4: return few[fuzz_random(state) % (sizeof few / sizeof *few)];
    case 5: return at->kind == FUZZ_POINTER ? fuzz_random(state) % (uint32_t)size : value * 2;
    case 6: return at->kind == FUZZ_POINTER ? (uint32_t)size - f->base : 0xFFFFFFFF;
    default: return value ^ 1u << fuzz_random(state) % (8u * at->size);
    }
}

void fuzz_change(const fuzz_fields *f, uint8_t *data, size_t size, unsigned seed)
{
    uint32_t state = seed;
    for (uint32_t n = 1 + fuzz_random(&state) % 4; f->count && n; n--) {
        const fuzz_field *at = &f->list[fuzz_random(&state) % f->count];
        store(data, at, new_value(f, data, size, at, &state));
    }
}

size_t fuzz_extend(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint32_t state = seed;
    if (!size || size >= most)
        return size;
    size_t from = fuzz_random(&state) % size, n = 1 + fuzz_random(&state) % 256;
    n = n < size - from ? n : size - from;
    n = n < most - size ? n : most - size;
    memmove(data + size, data + from, n);
    return size + n;
}

static bool starts(const uint8_t *data, size_t size, const char *with)
{
    size_t n = strlen(with);
    return size > n && memcmp(data, with, n) == 0;
}

/* Texts but JSON, and formats without pointers, are left to libFuzzer and its dictionaries. */
static size_t mutate_file(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    if (size > 208 && fuzz_le32(data) == 0)
        return fuzz_mutate_mdl(data, size, most, seed);
    if (size > 136 && starts(data, size, "BWM V1.0"))
        return fuzz_mutate_bwm(data, size, most, seed);
    if (starts(data, size, "glTF") || starts(data, size, "{"))
        return fuzz_mutate_gltf(data, size, most, seed);
    if (size > 60 && fuzz_le32(data) == 0x6C)
        return fuzz_mutate_aswm(data, size, most, seed);
    if (starts(data, size, "NWN2"))
        return fuzz_mutate_nwn2(data, size, most, seed);
    if (size > 8 && starts(data + 4, size - 4, "V3.2"))
        return fuzz_mutate_gff(data, size, most, seed);
    return LLVMFuzzerMutate(data, size, most);
}

/* The size of a first line that names a file ("m.mdl"), as in inputs of the viewer; else 0. */
static size_t name_line(const uint8_t *data, size_t size)
{
    bool dot = false;
    for (size_t i = 0; i < size && i < 64; i++) {
        if (data[i] == '\n')
            return dot ? i + 1 : 0;
        if (data[i] <= ' ' || data[i] > '~' || data[i] == '{')
            return 0;
        dot = dot || data[i] == '.';
    }
    return 0;
}

/* Changes one file of an input of several; the others stay as they are. */
static size_t mutate_piece(uint8_t *data, size_t size, size_t most, const fuzz_pieces *pieces,
                           unsigned seed)
{
    uint32_t state = seed;
    size_t i = fuzz_random(&state) % pieces->count, n = pieces->size[i];
    size_t start = (size_t)(pieces->data[i] - data), name = name_line(pieces->data[i], n);
    start += name;
    n -= name;
    size_t rest = size - start - n, room = n + (most - size);
    uint8_t *copy = malloc(room + 1);
    if (!copy)
        return size;
    if (n)
        memcpy(copy, data + start, n);
    size_t changed = mutate_file(copy, n, room, fuzz_random(&state));
    memmove(data + start + changed, data + start + n, rest);
    if (changed)
        memcpy(data + start, copy, changed);
    free(copy);
    return start + changed + rest;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    fuzz_pieces pieces = fuzz_cut(data, size);
    if (size < most && seed % 8 && (pieces.count > 1 || name_line(data, size)))
        return mutate_piece(data, size, most, &pieces, seed);
    return mutate_file(data, size, most, seed);
}
