/* Linux, macOS and other POSIX systems. */
#include "platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- the process ------------------------------------------------------- */

void platform_start(int *argc, char ***argv)
{
    (void)argc, (void)argv;
}

unsigned platform_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 && cores < 256 ? (unsigned)cores : 1;
}

double platform_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool platform_self(char path[PLATFORM_PATH])
{
    ssize_t n = readlink("/proc/self/exe", path, PLATFORM_PATH - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    return true;
}

/* ---- the terminal ------------------------------------------------------ */

bool platform_is_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

bool platform_owns_window(void)
{
    return false;
}

int platform_wait_for_key(void)
{
    return 0;
}

static bool has_display(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && *x) || (wayland && *wayland);
}

/* Starts the desktop's opener, which may be the browser itself. */
static bool start_opener(char *what)
{
    char *arguments[] = {(char[]){"xdg-open"}, what, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool good =
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO) == 0 &&
        posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return good;
}

bool platform_open_page(const char *path)
{
    char *whole = has_display() ? realpath(path, NULL) : NULL;
    bool good = whole && start_opener(whole);
    free(whole);
    return good;
}

bool platform_open_address(const char *address)
{
    char *copy = has_display() ? strdup(address) : NULL;
    bool good = copy && start_opener(copy);
    free(copy);
    return good;
}

bool platform_random(void *bytes, size_t size)
{
    FILE *file = fopen("/dev/urandom", "rb");
    bool good = file && fread(bytes, 1, size, file) == size;
    if (file)
        fclose(file);
    return good;
}

/* ---- files ------------------------------------------------------------- */

bool platform_is_separator(char c)
{
    return c == '/';
}

size_t platform_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

static platform_kind kind_of(const struct stat *st)
{
    return S_ISREG(st->st_mode)   ? PLATFORM_FILE
           : S_ISDIR(st->st_mode) ? PLATFORM_DIRECTORY
                                  : PLATFORM_OTHER;
}

bool platform_is_link(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

platform_kind platform_find(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? kind_of(&st) : PLATFORM_NOTHING;
}

bool platform_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

FILE *platform_open_to_read(const char *path)
{
    return fopen(path, "rb");
}

static bool take_state(const struct stat *st, platform_state *state)
{
    const uint64_t second = 1000000000;
    *state = (platform_state){(uint64_t)st->st_size,
                              (uint64_t)st->st_mtim.tv_sec * second + (uint64_t)st->st_mtim.tv_nsec,
                              (uint64_t)st->st_ino};
    return S_ISREG(st->st_mode);
}

bool platform_find_state(const char *path, platform_state *state)
{
    struct stat st;
    return lstat(path, &st) == 0 && take_state(&st, state);
}

/* Opening a pipe would wait for a writer without O_NONBLOCK. */
FILE *platform_open_state(const char *path, platform_state *state)
{
    struct stat st;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    bool good = fstat(file, &st) == 0 && take_state(&st, state);
    FILE *stream = good ? fdopen(file, "rb") : NULL;
    if (!stream)
        close(file);
    return stream;
}

bool platform_seek(FILE *file, uint64_t offset)
{
    return offset <= INT64_MAX && fseeko(file, (off_t)offset, SEEK_SET) == 0;
}

bool platform_make_directory(const char *path)
{
    return mkdir(path, 0777) == 0;
}

bool platform_remove_directory(const char *path)
{
    return rmdir(path) == 0;
}

bool platform_make_temporary(char path[PLATFORM_PATH])
{
    const char *folder = getenv("TMPDIR");
    int n = snprintf(path, PLATFORM_PATH, "%s/waymark-XXXXXX", folder && *folder ? folder : "/tmp");
    return n > 0 && n < PLATFORM_PATH && mkdtemp(path);
}

/* Of `name` in an open folder. */
static platform_kind kind_in(int directory, const char *name)
{
    struct stat st;
    if (fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return PLATFORM_NOTHING;
    if (!S_ISLNK(st.st_mode))
        return kind_of(&st);
    bool file = fstatat(directory, name, &st, 0) == 0 && S_ISREG(st.st_mode);
    return file ? PLATFORM_FILE : PLATFORM_OTHER;
}

bool platform_list(const char *directory, platform_listing *listing)
{
    *listing = (platform_listing){0};
    DIR *opened = opendir(directory);
    const struct dirent *entry;
    bool good = opened;
    while (good && (entry = readdir(opened)))
        if (entry->d_name[0] != '.')
            good =
                platform_listing_add(listing, entry->d_name, kind_in(dirfd(opened), entry->d_name));
    if (opened)
        closedir(opened);
    if (opened && !good)
        errno = ENOMEM;
    platform_listing_sort(listing);
    return good;
}

bool platform_expand(const char *pattern, platform_listing *paths)
{
    (void)pattern; /* the shell has done it */
    *paths = (platform_listing){0};
    return true;
}

/* ---- streams ----------------------------------------------------------- */

bool platform_memory_open(platform_memory *memory)
{
    *memory = (platform_memory){0};
    memory->stream = open_memstream(&memory->data, &memory->size);
    return memory->stream;
}

bool platform_memory_close(platform_memory *memory)
{
    FILE *stream = memory->stream;
    memory->stream = NULL;
    bool good = stream && !ferror(stream);
    return stream && fclose(stream) == 0 && good;
}
