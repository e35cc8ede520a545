/* HTTP/1.1, as far as the server of `view --serve` needs it: a request in, the head of an answer
 * out. No sockets and no files here, so that the tests can give it anything. */
#ifndef WAYMARK_CLI_SERVE_HTTP_H
#define WAYMARK_CLI_SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 8192, /* of a request; a longer one is refused */
    HTTP_ANSWER_MAX = 1024
};

/* The answers that there are. */
enum {
    HTTP_MORE = 0, /* the request is not complete yet */
    HTTP_OK = 200,
    HTTP_PARTIAL = 206,
    HTTP_BAD = 400,
    HTTP_FORBIDDEN = 403,
    HTTP_NOT_FOUND = 404,
    HTTP_BAD_METHOD = 405,
    HTTP_BAD_RANGE = 416,
    HTTP_TOO_LONG = 431,
    HTTP_NO_MEMORY = 503,
    HTTP_BAD_VERSION = 505
};

/* What "Range: bytes=FIRST-LAST" asks for. */
typedef struct http_range {
    bool given;
    bool from_end; /* the last `last` bytes */
    uint64_t first, last;
} http_range;

typedef struct http_request {
    bool head; /* without the body */
    const char *path;
    size_t path_size;
    http_range range;
} http_request;

/* Reads the head of a request. HTTP_OK, HTTP_MORE or an error.
 *
 * port: that of the server. Only requests to 127.0.0.1 or localhost with this port are served,
 *   so that no other site can lead its name to this machine (DNS rebinding), and none that a page
 *   of another site sends. */
int http_parse(const char *text, size_t size, uint16_t port, http_request *out);

/* The part of `size` bytes that a range asks for. HTTP_OK for all of them, HTTP_PARTIAL or
 * HTTP_BAD_RANGE. */
int http_take_range(const http_range *range, uint64_t size, uint64_t *first, uint64_t *count);

typedef struct http_answer {
    int status;
    const char *type;   /* "text/html; charset=utf-8" */
    const char *policy; /* the content security policy */
    uint64_t count;     /* bytes of the body */
    bool ranges;        /* of a file: parts can be asked for */
    uint64_t first, of; /* HTTP_PARTIAL: where the part begins, and the size of the whole;
                           HTTP_BAD_RANGE: the size */
} http_answer;

/* Writes the head of an answer. Returns its size. */
size_t http_head(const http_answer *answer, char text[HTTP_ANSWER_MAX]);
/* What the status means, for people. */
const char *http_reason(int status);

#endif
