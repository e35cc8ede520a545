/* Sweeps over JSON. */
#include "support.h"
#include "sweep.h"
#include "walk.h"

static const char *const samples[] = {
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"translation\":[1,-2.5,3e-7]},{}],"
    "\"text\":\"a\\\"b\\\\c\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00 \xC3\xA9 \xE2\x82\xAC "
    "\xF0\x9F\x98\x80\"}",
    ("[0,-0,18446744073709551615,-9223372036854775808,18446744073709551616,1.7976931348623157e308,"
     "5e-324,0.1000000000000000055511151231257827,1e400,1E+2,true,false,null,\"\",[],{}]"),
    "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,\"a\":11}",
    " \r\n\t[[[[[[[[]]]],[[[]]]]]]] \n",
    "\"text\"",
};

static void *read_json(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_json_read(data, size, opts, error);
}

static uint64_t walk_json(const void *document)
{
    return test_walk_json(document);
}

static void free_json(void *document)
{
    wm_json_free(document);
}

static uint8_t *sample(size_t i, size_t *size)
{
    if (i >= sizeof samples / sizeof *samples)
        return NULL;
    *size = strlen(samples[i]);
    uint8_t *copy = malloc(*size);
    if (copy)
        memcpy(copy, samples[i], *size);
    return copy;
}

int main(void)
{
    const sweep_format json = {
        .name = "json",
        .read = read_json,
        .walk = walk_json,
        .free = free_json,
        .sample = sample,
        .header = 600,
        .memory_base = 10 << 10,
        .memory_factor = 18,
    };
    return sweep_main(&json);
}
