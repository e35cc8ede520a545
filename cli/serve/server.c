/* One thread, a fixed number of connections, one request for each. Nothing that a client does or
 * leaves undone takes more than its own place, and that only for some seconds. */
#include "serve/server.h"

#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "serve/answer.h"

enum { PLACES = 32, PIECE = 65536, PAUSE = 250 };

/* Seconds for sending a request, for taking a piece of the answer, for closing. */
static const double REQUEST_TIME = 10, PIECE_TIME = 20, CLOSE_TIME = 2;

typedef enum phase { FREE, RECEIVING, SENDING, CLOSING } phase;

typedef struct connection {
    net_socket socket;
    phase phase;
    double end; /* of its patience */
    char in[HTTP_HEAD_MAX];
    size_t in_size;
    char out[PIECE]; /* the head, then pieces of a file */
    const char *at;  /* what is being sent */
    size_t left;
    serve_body body;
} connection;

typedef struct server {
    serve_site *site;
    net_socket listener;
    connection places[PLACES];
} server;

static void drop(connection *c)
{
    if (c->phase == FREE)
        return;
    serve_body_free(&c->body);
    net_close(c->socket);
    c->phase = FREE;
}

/* Closing at once could take away what the client has not read yet, so what it still sends is read
 * and thrown away until it closes. */
static void begin_closing(connection *c)
{
    serve_body_free(&c->body);
    net_finish(c->socket);
    c->phase = CLOSING;
    c->end = platform_now() + CLOSE_TIME;
}

/* ---- answers ---- */

/* The next piece of the answer. False if there is none. */
static bool next_piece(connection *c)
{
    serve_body *body = &c->body;
    c->end = platform_now() + PIECE_TIME;
    if (body->size) {
        c->at = body->text;
        c->left = body->size;
        body->size = 0;
        return true;
    }
    if (!body->file || !body->left)
        return false;
    size_t size = body->left < PIECE ? (size_t)body->left : PIECE;
    c->at = c->out;
    c->left = fread(c->out, 1, size, body->file);
    body->left -= c->left;
    return c->left > 0; /* it became shorter: the client sees that bytes are missing */
}

static void send_some(connection *c)
{
    ptrdiff_t n = net_send(c->socket, c->at, c->left < PIECE ? c->left : PIECE);
    if (n == NET_AGAIN)
        return;
    if (n < 0) {
        drop(c);
        return;
    }
    c->at += n;
    c->left -= (size_t)n;
    if (!c->left && !next_piece(c))
        begin_closing(c);
}

/* ---- requests ---- */

static void receive_some(serve_site *site, connection *c)
{
    http_request request;
    ptrdiff_t n = net_receive(c->socket, c->in + c->in_size, sizeof c->in - c->in_size);
    if (n == NET_AGAIN)
        return;
    if (n < 0) {
        drop(c);
        return;
    }
    c->in_size += (size_t)n;
    int status = http_parse(c->in, c->in_size, site->port, &request);
    if (status == HTTP_MORE)
        return;
    c->left = serve_answer(site, status, &request, c->out, &c->body);
    c->at = c->out;
    c->phase = SENDING;
    c->end = platform_now() + PIECE_TIME;
    send_some(c);
}

static void throw_away(connection *c)
{
    ptrdiff_t n = net_receive(c->socket, c->in, sizeof c->in);
    if (n != NET_AGAIN && n < 0)
        drop(c);
}

static void advance(serve_site *site, connection *c)
{
    switch (c->phase) {
    case RECEIVING: receive_some(site, c); break;
    case SENDING: send_some(c); break;
    case CLOSING: throw_away(c); break;
    case FREE: break;
    }
}

/* ---- connections ---- */

/* If all places are taken, the one that has waited longest for its request, or for the client to
 * close, is given away. NULL if all get their answers. */
static connection *find_place(server *s)
{
    connection *oldest = NULL;
    for (size_t i = 0; i < PLACES; i++) {
        connection *c = &s->places[i];
        if (c->phase == FREE)
            return c;
        if (c->phase != SENDING && (!oldest || c->end < oldest->end))
            oldest = c;
    }
    if (oldest)
        drop(oldest);
    return oldest;
}

static bool has_place(const server *s)
{
    for (size_t i = 0; i < PLACES; i++)
        if (s->places[i].phase != SENDING)
            return true;
    return false;
}

static void accept_one(server *s)
{
    net_socket socket = net_accept(s->listener);
    connection *c = socket == NET_NONE ? NULL : find_place(s);
    if (!c) {
        if (socket != NET_NONE)
            net_close(socket);
        return;
    }
    c->socket = socket;
    c->phase = RECEIVING;
    c->end = platform_now() + REQUEST_TIME;
    c->in_size = 0;
}

static void end_late_ones(server *s)
{
    double now = platform_now();
    for (size_t i = 0; i < PLACES; i++)
        if (s->places[i].phase != FREE && now > s->places[i].end)
            drop(&s->places[i]);
}

static void step(server *s)
{
    net_watch watched[PLACES + 1];
    connection *of[PLACES] = {0};
    size_t n = 0;
    for (size_t i = 0; i < PLACES; i++) {
        connection *c = &s->places[i];
        if (c->phase == FREE)
            continue;
        of[n] = c;
        watched[n++] = (net_watch){c->socket, c->phase != SENDING, c->phase == SENDING, false};
    }
    if (has_place(s))
        watched[n] = (net_watch){s->listener, true, false, false};
    size_t listeners = has_place(s);
    net_wait(watched, n + listeners, PAUSE);
    for (size_t i = 0; i < n; i++)
        if (watched[i].ready)
            advance(s->site, of[i]);
    if (listeners && watched[n].ready)
        accept_one(s);
    end_late_ones(s);
}

bool serve_run(serve_site *site, net_socket listener)
{
    server *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->site = site;
    s->listener = listener;
    while (!cli_told_to_end())
        step(s);
    for (size_t i = 0; i < PLACES; i++)
        drop(&s->places[i]);
    free(s);
    return true;
}
