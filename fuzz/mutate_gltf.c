/* Changes values of a JSON text, alone or in a GLB, whose lengths are kept right: numbers
 * become odd ones, values take the place of others, elements are doubled or dropped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

enum { VALUES = 2048, ROOM = 1 << 16, DEPTH = 64, GLB_HEADER = 20 };

typedef struct value {
    uint32_t start, end;
    bool element; /* of an array */
    char first;
} value;

typedef struct values {
    value list[VALUES];
    uint32_t count;
} values;

static uint32_t skip_string(const char *text, uint32_t at, uint32_t end)
{
    for (at++; at < end && text[at] != '"'; at++)
        at += text[at] == '\\';
    return at < end ? at + 1 : end;
}

static uint32_t skip_word(const char *text, uint32_t at, uint32_t end)
{
    while (at < end && !strchr(" \t\r\n,:[]{}\"", text[at]))
        at++;
    return at;
}

static value *add(values *v, const char *text, uint32_t at, bool element)
{
    if (v->count == VALUES)
        return NULL;
    v->list[v->count] = (value){at, at, element, text[at]};
    return &v->list[v->count++];
}

/* Lists the values of a text that need not be valid. */
static void list(values *v, const char *text, uint32_t end)
{
    value *open[DEPTH];
    int depth = 0;
    v->count = 0;
    for (uint32_t at = 0; at < end && v->count < VALUES;) {
        char c = text[at];
        bool element = depth && open[depth - 1]->first == '[';
        if (c == '{' || c == '[') {
            value *x = add(v, text, at++, element);
            if (!x || depth == DEPTH)
                return;
            x->end = end;
            open[depth++] = x;
        } else if (c == '}' || c == ']') {
            at++;
            if (depth)
                open[--depth]->end = at;
        } else if (memchr(" \t\r\n,:", c, 6)) {
            at++;
        } else {
            uint32_t next = c == '"' ? skip_string(text, at, end) : skip_word(text, at, end);
            value *x = add(v, text, at, element);
            if (x)
                x->end = next > at ? next : at + 1;
            at = next > at ? next : at + 1;
        }
    }
}

static const char *odd_number(uint32_t *state, const char *old, char text[32])
{
    static const char *const odd[] = {
        "0",          "-1",         "1",     "2",          "3",          "4",
        "255",        "65535",      "65536", "2147483647", "5120",       "5121",
        "5123",       "5125",       "5126",  "1e39",       "-1e39",      "1e-46",
        "4294967295", "4294967296", "1e308", "0.5",        "1073741824", "9007199254740993"};
    long n = strtol(old, NULL, 10);
    if (fuzz_random(state) % 3 || n > 1 << 30 || n < -(1 << 30))
        return odd[fuzz_random(state) % (sizeof odd / sizeof *odd)];
    snprintf(text, 32, "%ld", n + (long)(fuzz_random(state) % 9) - 4);
    return text;
}

/* Puts n bytes in the place of a value. Returns the new length. */
static uint32_t put(char *text, uint32_t size, uint32_t most, const value *at, const char *from,
                    uint32_t n)
{
    if (size - (at->end - at->start) + n > most)
        return size;
    memmove(text + at->start + n, text + at->end, size - at->end);
    memcpy(text + at->start, from, n);
    return size - (at->end - at->start) + n;
}

static uint32_t change(char *text, uint32_t size, uint32_t most, uint32_t *state)
{
    static values v;
    static char copy[ROOM];
    char number[32];
    list(&v, text, size);
    if (!v.count)
        return size;
    const value *at = &v.list[fuzz_random(state) % v.count];
    const value *from = &v.list[fuzz_random(state) % v.count];
    uint32_t n = from->end - from->start;
    bool digits = at->first == '-' || (at->first >= '0' && at->first <= '9');
    if (digits && fuzz_random(state) % 4) {
        memcpy(number, text + at->start, at->end - at->start < 31 ? at->end - at->start : 31);
        number[at->end - at->start < 31 ? at->end - at->start : 31] = '\0';
        char digits_of[32];
        const char *with = odd_number(state, number, digits_of);
        return put(text, size, most, at, with, (uint32_t)strlen(with));
    }
    if (at->element && fuzz_random(state) % 3 == 0) { /* twice */
        n = at->end - at->start;
        if (2 * n + 1 > ROOM)
            return size;
        memcpy(copy, text + at->start, n);
        copy[n] = ',';
        memcpy(copy + n + 1, copy, n);
        return put(text, size, most, at, copy, 2 * n + 1);
    }
    if (at->element && fuzz_random(state) % 3 == 0 && text[at->end] == ',') { /* dropped */
        const value gone = {at->start, at->end + 1, true, ','};
        return put(text, size, most, &gone, "", 0);
    }
    if (n > ROOM)
        return size;
    memcpy(copy, text + from->start, n);
    return put(text, size, most, at, copy, n);
}

size_t fuzz_mutate_gltf(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static char text[ROOM];
    uint32_t state = seed, start = 0, length = (uint32_t)size;
    bool glb = size > GLB_HEADER && memcmp(data, "glTF", 4) == 0;
    if (glb) {
        start = GLB_HEADER;
        length = fuzz_le32(data + 12);
    }
    if (length > size - start || length >= ROOM || size > ROOM || fuzz_random(&state) % 6 == 0)
        return LLVMFuzzerMutate(data, size, most);
    size_t rest = size - start - length, room = most - start - rest;
    if (room > ROOM - 5)
        room = ROOM - 5;
    if (room < length + 4)
        return LLVMFuzzerMutate(data, size, most);
    memcpy(text, data + start, length);
    text[length] = '\0';
    uint32_t changed = length;
    for (uint32_t n = 1 + fuzz_random(&state) % 3; n; n--) {
        changed = change(text, changed, (uint32_t)room - 4, &state);
        text[changed] = '\0';
    }
    while (glb && changed % 4)
        text[changed++] = ' ';
    if (start + changed + rest > most)
        return size;
    memmove(data + start + changed, data + start + length, rest);
    memcpy(data + start, text, changed);
    if (glb) {
        fuzz_put32(data + 8, (uint32_t)(start + changed + rest));
        fuzz_put32(data + 12, changed);
    }
    return start + changed + rest;
}
