/* Sockets for the server of `view --serve`, on the loopback address only. One of net_posix.c and
 * net_windows.c is compiled. No call waits except net_wait. */
#ifndef WAYMARK_CLI_SERVE_NET_H
#define WAYMARK_CLI_SERVE_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef intptr_t net_socket;
enum { NET_NONE = -1 };

/* Before and after all others. */
bool net_start(void);
void net_stop(void);

/* Listens on 127.0.0.1. port: 0 takes a free one; receives the port. NET_NONE on failure, with
 * errno. */
net_socket net_listen(uint16_t *port);
/* NET_NONE if nobody waits. */
net_socket net_accept(net_socket listener);

enum { NET_AGAIN = -1, NET_ENDED = -2 };

/* The number of bytes, at least 1; NET_AGAIN if none can be moved now; NET_ENDED if none ever
 * will. */
ptrdiff_t net_receive(net_socket s, void *to, size_t size);
ptrdiff_t net_send(net_socket s, const void *from, size_t size);
/* Tells the other end that no more bytes follow. */
void net_finish(net_socket s);
void net_close(net_socket s);

typedef struct net_watch {
    net_socket socket;
    bool receive, send; /* what is waited for */
    bool ready;         /* it can be done, or has failed */
} net_watch;

enum { NET_WATCH_MAX = 64 };

/* Waits until one is ready, but at most so long. A signal ends it, too. */
void net_wait(net_watch *list, size_t count, int milliseconds);

#endif
