/* The hashes themselves: FNV-1a, 64 bits. */
#include <math.h>
#include <string.h>

#include "outputs.h"

const char *const output_names[OUTPUT_COUNT] = {"input",   "info",   "check",  "bytes",
                                                "rebuilt", "turned", "text",   "gltf",
                                                "obj",     "back",   "queries"};

void hash_bytes(hashes *h, output which, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint64_t value = h->made[which] ? h->value[which] : 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        value = (value ^ bytes[i]) * 1099511628211u;
    value = (value ^ 0xFF) * 1099511628211u; /* an end, so that "ab", "c" is not "a", "bc" */
    h->value[which] = value;
    h->made[which] = true;
}

void hash_word(hashes *h, output which, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    hash_bytes(h, which, bytes, sizeof bytes);
}

void hash_float(hashes *h, output which, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash_word(h, which, isnan(value) ? 0x7FC00000 : bits);
}

void hash_double(hashes *h, output which, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = isnan(value) ? 0x7FF8000000000000u : bits;
    hash_word(h, which, (uint32_t)bits);
    hash_word(h, which, (uint32_t)(bits >> 32));
}

void hash_result(hashes *h, output which, wm_status status, wm_buffer *bytes, const wm_error *error)
{
    char text[512];
    if (status == WM_OK) {
        hash_bytes(h, which, bytes->data, bytes->size);
        wm_buffer_free(bytes);
    } else {
        wm_error_format(error, "file", text, sizeof text);
        hash_bytes(h, which, text, strlen(text));
    }
}
