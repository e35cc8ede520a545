/* What the server answers to a request. */
#ifndef WAYMARK_CLI_SERVE_ANSWER_H
#define WAYMARK_CLI_SERVE_ANSWER_H

#include "serve/http.h"
#include "serve/server.h"

typedef struct serve_body {
    const char *text; /* what is still to be sent, */
    size_t size;
    wm_buffer made; /* owns the text, if it was made for this answer; */
    FILE *file;     /* or a file at the right place, */
    uint64_t left;  /* and how much of it */
} serve_body;

/* Writes the head of the answer and prepares its body. Returns the size of the head. */
size_t serve_answer(serve_site *site, int status, const http_request *request,
                    char head[HTTP_ANSWER_MAX], serve_body *body);
void serve_body_free(serve_body *body);

#endif
