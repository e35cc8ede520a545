/* Sockets on Windows. */
#include "serve/net.h"

#include <errno.h>

#include <winsock2.h>

enum { BACKLOG = 64 };

bool net_start(void)
{
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}

void net_stop(void)
{
    WSACleanup();
}

/* Sockets must not wait, and programs that are started must not inherit them. */
static bool prepare(SOCKET s)
{
    u_long yes = 1;
    return ioctlsocket(s, (long)FIONBIO, &yes) == 0 &&
           SetHandleInformation((HANDLE)s, HANDLE_FLAG_INHERIT, 0);
}

static int number_of(int code)
{
    return code == WSAEADDRINUSE ? EADDRINUSE : code == WSAEACCES ? EACCES : EADDRNOTAVAIL;
}

net_socket net_listen(uint16_t *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(*port)};
    int size = sizeof at;
    const BOOL yes = TRUE;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    SOCKET s = socket(AF_INET, SOCK_STREAM, 0);
    if (s == INVALID_SOCKET) {
        errno = number_of(WSAGetLastError());
        return NET_NONE;
    }
    /* without it another program could take the port away */
    (void)setsockopt(s, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes, sizeof yes);
    if (!prepare(s) || bind(s, (struct sockaddr *)&at, sizeof at) != 0 || listen(s, BACKLOG) != 0 ||
        getsockname(s, (struct sockaddr *)&at, &size) != 0) {
        errno = number_of(WSAGetLastError());
        closesocket(s);
        return NET_NONE;
    }
    *port = ntohs(at.sin_port);
    return (net_socket)s;
}

net_socket net_accept(net_socket listener)
{
    SOCKET s = accept((SOCKET)listener, NULL, NULL);
    if (s == INVALID_SOCKET)
        return NET_NONE;
    if (prepare(s))
        return (net_socket)s;
    closesocket(s);
    return NET_NONE;
}

static ptrdiff_t outcome(int n)
{
    if (n > 0)
        return n;
    return n < 0 && WSAGetLastError() == WSAEWOULDBLOCK ? NET_AGAIN : NET_ENDED;
}

static int limited(size_t size)
{
    return size < INT32_MAX ? (int)size : INT32_MAX;
}

ptrdiff_t net_receive(net_socket s, void *to, size_t size)
{
    return outcome(recv((SOCKET)s, to, limited(size), 0));
}

ptrdiff_t net_send(net_socket s, const void *from, size_t size)
{
    return outcome(send((SOCKET)s, from, limited(size), 0));
}

void net_finish(net_socket s)
{
    (void)shutdown((SOCKET)s, SD_SEND);
}

void net_close(net_socket s)
{
    closesocket((SOCKET)s);
}

void net_wait(net_watch *list, size_t count, int milliseconds)
{
    WSAPOLLFD polled[NET_WATCH_MAX];
    for (size_t i = 0; i < count; i++)
        polled[i] = (WSAPOLLFD){
            (SOCKET)list[i].socket,
            (SHORT)((list[i].receive ? POLLRDNORM : 0) | (list[i].send ? POLLWRNORM : 0)), 0};
    int found = WSAPoll(polled, (ULONG)count, milliseconds);
    for (size_t i = 0; i < count; i++)
        list[i].ready = found > 0 && polled[i].revents != 0;
}
