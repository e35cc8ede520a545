/* What tests need from the system: folders of their own and other processes. One implementation
 * for each kind of system: system_posix.c, system_windows.c. */
#ifndef WAYMARK_TEST_SYSTEM_H
#define WAYMARK_TEST_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* There already is fine. */
void test_make_directory(const char *path);
/* Removes a directory and all in it; false if something is left. There being none is fine. */
bool test_remove_directory(const char *path);

enum { TEST_FOLDER = 512 };
/* A new empty directory, in memory where the system has such a place; '/' separates. */
bool test_new_folder(char path[TEST_FOLDER]);

/* ---- processes ---- */

typedef enum test_ending {
    TEST_NONE,
    TEST_KILL,      /* nothing in the process can hinder it */
    TEST_INTERRUPT, /* as a user does at the keyboard */
    TEST_TERMINATE,
    TEST_HANG_UP
} test_ending;

typedef struct test_process {
    intptr_t id;
    test_ending ending; /* what it was sent */
} test_process;

/* Starts a program; the arguments begin with its path and end with NULL. Fails the test if it
 * cannot. */
test_process test_start(const char *const *arguments);
void test_end(test_process *process, test_ending how);
enum { TEST_ENDED = -1 };
/* Waits until it has ended: its exit code, or TEST_ENDED if it ended by what test_end sent. */
int test_wait(test_process process);

/* Runs the program with arguments that are separated by spaces and stores what it prints on
 * standard output, as text. Returns the exit code. */
int test_capture(const char *program, const char *arguments, char *printed, size_t room);

#endif
