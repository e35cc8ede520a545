/* Holds a target to what the library promises for any bytes. Memory is counted by hooks of the
 * sanitizers: an ordinary build measures the time alone. */
#include "limits.h"

#include <time.h>

#if defined(__SANITIZE_ADDRESS__)
#define COUNTS_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COUNTS_MEMORY 1
#endif
#endif

/* The promise is for an ordinary build; the sanitizers make everything a few times slower. */
enum { SANITIZER_FACTOR = 3 };

static long long live, peak; /* bytes that the running input has allocated */
static bool counting;
static double slowest;
static long long largest;
static size_t slowest_size, largest_size;

#ifdef COUNTS_MEMORY
/* Of the sanitizers. GCC has the functions, but no header for them. */
size_t __sanitizer_get_allocated_size(const volatile void *memory);
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *memory, size_t size)
{
    (void)memory;
    if (!counting)
        return;
    live += (long long)size;
    peak = live > peak ? live : peak;
}

static void on_free(const volatile void *memory)
{
    if (counting && memory)
        live -= (long long)__sanitizer_get_allocated_size(memory);
}

void limits_start(void)
{
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}
#else
void limits_start(void)
{
}
#endif

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The slowest input is kept in the file that FUZZ_SLOWEST names. */
static void keep(const uint8_t *data, size_t size)
{
    const char *name = getenv("FUZZ_SLOWEST");
    FILE *f = name ? fopen(name, "wb") : NULL;
    if (!f)
        return;
    fwrite(data, 1, size, f);
    fclose(f);
}

void limits_print(void)
{
    fprintf(stderr, "limits: slowest %.3f s (%zu bytes), memory %.1f MB (%zu bytes)\n", slowest,
            slowest_size, (double)largest / 1e6, largest_size);
}

void limits_run(const uint8_t *data, size_t size, bool judge_time)
{
    double start = seconds();
    live = peak = 0;
    counting = true;
    fuzz_one(data, size);
    counting = false;
    double took = seconds() - start, allowed = size > 100000 ? (double)size / 1e5 : 1;
    if (took > slowest) {
        slowest = took;
        slowest_size = size;
        if (took > 0.1)
            keep(data, size);
    }
    if (peak > largest) {
        largest = peak;
        largest_size = size;
    }
    if (judge_time && took > SANITIZER_FACTOR * allowed) {
        fprintf(stderr, "limits: %.2f s for %zu bytes\n", took, size);
        abort();
    }
    if (peak > 64000000 + 64 * (long long)size) {
        fprintf(stderr, "limits: %.1f MB for %zu bytes\n", (double)peak / 1e6, size);
        abort();
    }
}
