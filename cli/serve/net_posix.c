/* Sockets on POSIX systems. */
#include "serve/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 64 };

bool net_start(void)
{
    return true;
}

void net_stop(void)
{
}

/* Sockets must not wait, and programs that are started must not inherit them. */
static bool prepare(int s)
{
    int flags = fcntl(s, F_GETFL);
    return flags >= 0 && fcntl(s, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(s, F_SETFD, FD_CLOEXEC) == 0;
}

net_socket net_listen(uint16_t *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(*port)};
    socklen_t size = sizeof at;
    const int yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return NET_NONE;
    /* the port may be used again at once after the last server ended */
    (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!prepare(s) || bind(s, (struct sockaddr *)&at, sizeof at) != 0 || listen(s, BACKLOG) != 0 ||
        getsockname(s, (struct sockaddr *)&at, &size) != 0) {
        int number = errno;
        close(s);
        errno = number;
        return NET_NONE;
    }
    *port = ntohs(at.sin_port);
    return s;
}

net_socket net_accept(net_socket listener)
{
    int s = accept((int)listener, NULL, NULL);
    if (s >= 0 && !prepare(s)) {
        close(s);
        s = -1;
    }
    return s < 0 ? NET_NONE : s;
}

static ptrdiff_t outcome(ssize_t n)
{
    if (n > 0)
        return n;
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return later ? NET_AGAIN : NET_ENDED;
}

ptrdiff_t net_receive(net_socket s, void *to, size_t size)
{
    return outcome(recv((int)s, to, size, 0));
}

/* Without the signal that a closed connection would send. */
ptrdiff_t net_send(net_socket s, const void *from, size_t size)
{
    return outcome(send((int)s, from, size, MSG_NOSIGNAL));
}

void net_finish(net_socket s)
{
    (void)shutdown((int)s, SHUT_WR);
}

void net_close(net_socket s)
{
    close((int)s);
}

void net_wait(net_watch *list, size_t count, int milliseconds)
{
    struct pollfd polled[NET_WATCH_MAX];
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){
            (int)list[i].socket,
            (short)((list[i].receive ? POLLIN : 0) | (list[i].send ? POLLOUT : 0)), 0};
    int found = poll(polled, (nfds_t)count, milliseconds);
    for (size_t i = 0; i < count; i++)
        list[i].ready = found > 0 && polled[i].revents != 0;
}
