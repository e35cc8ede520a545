/* The server of `view --serve`: a page, a list of files and the files, for a browser on the same
 * machine. */
#ifndef WAYMARK_CLI_SERVE_SERVER_H
#define WAYMARK_CLI_SERVE_SERVER_H

#include "serve/folder.h"
#include "serve/net.h"

enum { SERVE_KEY_SIZE = 32 };

typedef struct serve_site {
    uint16_t port;
    /* All addresses begin with it, so that other users of the machine cannot guess them. */
    char key[SERVE_KEY_SIZE + 1];
    const void *page;
    size_t page_size;
    const char *open; /* the file that the page opens first, or NULL */
    serve_list *list;
} serve_site;

/* Serves until the process is told to end. False when out of memory. */
bool serve_run(serve_site *site, net_socket listener);

#endif
