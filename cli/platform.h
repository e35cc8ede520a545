/* What the command asks of the operating system, besides the library, C and POSIX threads. One of
 * platform_posix.c and platform_windows.c is compiled. Paths are UTF-8 on Windows and plain bytes
 * elsewhere. Functions that can fail set errno. */
#ifndef WAYMARK_CLI_PLATFORM_H
#define WAYMARK_CLI_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PLATFORM_PATH = 4096 }; /* room for a path */

/* ---- the process ------------------------------------------------------- */

/* To be called first: makes the arguments UTF-8 and the standard streams binary. */
void platform_start(int *argc, char ***argv);
unsigned platform_cores(void);
/* Seconds since some moment. */
double platform_now(void);
/* The path of this program. */
bool platform_self(char path[PLATFORM_PATH]);

/* ---- the terminal ------------------------------------------------------ */

/* Is it a terminal? If so, it takes escape sequences from now on. */
bool platform_is_terminal(FILE *stream);
/* Was the command started outside a terminal, in a window that closes when it ends? */
bool platform_owns_window(void);
/* Waits for a key and returns its character. 0 if there is no keyboard. */
int platform_wait_for_key(void);
/* Opens a page in the desktop's browser without waiting for it. False if there is no desktop. */
bool platform_open_page(const char *path);
/* The same for an address, such as http://127.0.0.1:8080/. */
bool platform_open_address(const char *address);
/* Bytes that nobody can guess. */
bool platform_random(void *bytes, size_t size);

/* ---- files ------------------------------------------------------------- */

bool platform_is_separator(char c);
/* The size of the part of a path that leads to the folder: "area/" of "area/room.wok". */
size_t platform_folder(const char *path);

typedef enum platform_kind {
    PLATFORM_NOTHING,
    PLATFORM_FILE,
    PLATFORM_DIRECTORY,
    PLATFORM_OTHER /* a device or the like */
} platform_kind;

/* What is at the path; links are followed. */
platform_kind platform_find(const char *path);
bool platform_exists(const char *path);
/* Is the path itself a link, wherever it leads? */
bool platform_is_link(const char *path);
bool platform_same_file(const char *a, const char *b);
FILE *platform_open_to_read(const char *path);

/* Two states are equal as long as nobody has written or replaced the file. */
typedef struct platform_state {
    uint64_t size;
    uint64_t time; /* of the last write, in the units of the system */
    uint64_t node; /* which file it is */
} platform_state;

/* The state of a regular file. False if there is none; a link is none, wherever it leads. */
bool platform_find_state(const char *path, platform_state *state);
/* Opens such a file. Others may write, rename and remove it meanwhile. */
FILE *platform_open_state(const char *path, platform_state *state);
bool platform_seek(FILE *file, uint64_t offset);

/* Fails if it exists already, with EEXIST. */
bool platform_make_directory(const char *path);
bool platform_remove_directory(const char *path);
/* Creates an empty folder for temporary files. */
bool platform_make_temporary(char path[PLATFORM_PATH]);

typedef struct platform_entry {
    char *name;
    platform_kind kind; /* a link to a folder counts as other, a link to a file as file */
} platform_entry;

typedef struct platform_listing {
    platform_entry *entries; /* sorted by name; without hidden ones */
    size_t count, capacity;
} platform_listing;

/* Free it in any case. */
bool platform_list(const char *directory, platform_listing *listing);
void platform_listing_free(platform_listing *listing);
/* Appends to a listing; for the implementations. The name is copied. */
bool platform_listing_add(platform_listing *listing, const char *name, platform_kind kind);
void platform_listing_sort(platform_listing *listing);

/* The files that a pattern such as DIRECTORY\*.wok stands for, as paths, if it is the program and
 * not the shell that expands patterns. Otherwise, and if there are none, the listing is empty. */
bool platform_expand(const char *pattern, platform_listing *paths);

/* ---- streams ----------------------------------------------------------- */

/* A stream whose bytes are kept. NULL if there is none to be had. */
typedef struct platform_memory {
    FILE *stream;
    char *data; /* once it is closed */
    size_t size;
} platform_memory;

bool platform_memory_open(platform_memory *memory);
/* Closes the stream, if there is one, and sets data and size; the caller frees data. False if not
 * all bytes could be kept. */
bool platform_memory_close(platform_memory *memory);

#endif
