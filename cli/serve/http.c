/* Requests and the heads of answers. Whatever is not plainly right is refused. */
#include "serve/http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A piece of the request. */
typedef struct span {
    const char *at;
    size_t size;
} span;

static bool is(span s, const char *text)
{
    return s.size == strlen(text) && memcmp(s.at, text, s.size) == 0;
}

static bool is_name(span s, const char *text)
{
    return s.size == strlen(text) && strncasecmp(s.at, text, s.size) == 0;
}

static bool starts(span s, const char *text)
{
    size_t n = strlen(text);
    return s.size >= n && memcmp(s.at, text, n) == 0;
}

/* What comes before the first `c`; all if there is none. `rest` begins after it. */
static span cut(span s, char c, span *rest)
{
    const char *found = s.size ? memchr(s.at, c, s.size) : NULL;
    size_t n = found ? (size_t)(found - s.at) : s.size, skip = found ? n + 1 : n;
    *rest = (span){s.at + skip, s.size - skip};
    return (span){s.at, n};
}

static span trim(span s)
{
    while (s.size && (s.at[0] == ' ' || s.at[0] == '\t'))
        s = (span){s.at + 1, s.size - 1};
    while (s.size && (s.at[s.size - 1] == ' ' || s.at[s.size - 1] == '\t'))
        s.size--;
    return s;
}

/* ---- the parts of a request ---- */

static bool is_visible(span s)
{
    for (size_t i = 0; i < s.size; i++)
        if (s.at[i] <= ' ' || s.at[i] > '~')
            return false;
    return s.size > 0;
}

static int parse_first_line(span line, http_request *out)
{
    span rest, end;
    span method = cut(line, ' ', &rest), path = cut(rest, ' ', &end);
    if (!is_visible(method) || !is_visible(path) || !is_visible(end))
        return HTTP_BAD;
    if (!starts(end, "HTTP/"))
        return HTTP_BAD;
    if (!is(end, "HTTP/1.1") && !is(end, "HTTP/1.0"))
        return HTTP_BAD_VERSION;
    out->head = is(method, "HEAD");
    if (!out->head && !is(method, "GET"))
        return HTTP_BAD_METHOD;
    out->path = path.at;
    out->path_size = path.size;
    return path.at[0] == '/' ? HTTP_OK : HTTP_BAD;
}

/* Digits only, at least one; numbers that do not fit become the largest. */
static bool parse_number(span s, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < s.size; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(s.at[i] - '0');
        *value = *value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *value * 10 + digit;
    }
    return s.size > 0;
}

/* A range that is not understood is ignored, as the standard wants: then all bytes are sent. */
static void parse_range(span value, http_range *range)
{
    span rest, none;
    *range = (http_range){0};
    if (!is_name(cut(value, '=', &rest), "bytes"))
        return;
    span first = cut(trim(rest), '-', &none), last = none;
    if (first.size == trim(rest).size) /* no '-' */
        return;
    range->from_end = first.size == 0;
    if (range->from_end) {
        range->given = parse_number(last, &range->last);
        return;
    }
    range->last = UINT64_MAX;
    range->given =
        parse_number(first, &range->first) && (!last.size || parse_number(last, &range->last));
}

/* Is it this server, under one of its two names? */
static bool is_own_host(span host, uint16_t port)
{
    char numeric[32], named[32];
    snprintf(numeric, sizeof numeric, "127.0.0.1:%u", (unsigned)port);
    snprintf(named, sizeof named, "localhost:%u", (unsigned)port);
    return is_name(host, numeric) || is_name(host, named);
}

static bool is_own_origin(span origin, uint16_t port)
{
    return starts(origin, "http://") && is_own_host((span){origin.at + 7, origin.size - 7}, port);
}

typedef struct headers {
    unsigned hosts;
    bool foreign; /* to another host, or from a page of another site */
    bool body;
} headers;

static bool parse_header(span line, uint16_t port, headers *h, http_request *out)
{
    span rest, name = cut(line, ':', &rest), value = trim(rest);
    if (name.size == line.size || !is_visible(name))
        return false;
    for (size_t i = 0; i < value.size; i++)
        if ((unsigned char)value.at[i] < ' ' && value.at[i] != '\t')
            return false;
    if (is_name(name, "host")) {
        h->hosts++;
        h->foreign = h->foreign || !is_own_host(value, port);
    } else if (is_name(name, "origin")) {
        h->foreign = h->foreign || !is_own_origin(value, port);
    } else if (is_name(name, "sec-fetch-site")) {
        h->foreign = h->foreign || !(is(value, "same-origin") || is(value, "none"));
    } else if (is_name(name, "transfer-encoding")) {
        h->body = true;
    } else if (is_name(name, "content-length")) {
        h->body = h->body || !is(value, "0");
    } else if (is_name(name, "range")) {
        parse_range(value, &out->range);
    }
    return true;
}

/* The end of the head: after the first empty line. 0 if it is not there yet. */
static size_t find_end(const char *text, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i++)
        if (text[i] == '\r' && memcmp(text + i, "\r\n\r\n", 4) == 0)
            return i + 2;
    return 0;
}

int http_parse(const char *text, size_t size, uint16_t port, http_request *out)
{
    headers h = {0};
    *out = (http_request){0};
    size_t end = find_end(text, size);
    if (!end)
        return size < HTTP_HEAD_MAX ? HTTP_MORE : HTTP_TOO_LONG;
    int status = HTTP_OK;
    span rest = {text, end};
    for (bool first = true; rest.size && status == HTTP_OK; first = false) {
        span line = cut(rest, '\n', &rest);
        if (!line.size || line.at[line.size - 1] != '\r')
            return HTTP_BAD;
        line.size--;
        if (first)
            status = parse_first_line(line, out);
        else if (!parse_header(line, port, &h, out))
            status = HTTP_BAD;
    }
    if (status == HTTP_OK && (h.hosts != 1 || h.body))
        return HTTP_BAD;
    return status == HTTP_OK && h.foreign ? HTTP_FORBIDDEN : status;
}

/* ---- answers ---- */

int http_take_range(const http_range *range, uint64_t size, uint64_t *first, uint64_t *count)
{
    *first = 0;
    *count = size;
    if (!range->given)
        return HTTP_OK;
    if (range->from_end) {
        *count = range->last < size ? range->last : size;
        *first = size - *count;
        return *count ? HTTP_PARTIAL : HTTP_BAD_RANGE;
    }
    if (range->first >= size || range->last < range->first)
        return HTTP_BAD_RANGE;
    uint64_t last = range->last < size ? range->last : size - 1;
    *first = range->first;
    *count = last - range->first + 1;
    return HTTP_PARTIAL;
}

const char *http_reason(int status)
{
    switch (status) {
    case HTTP_OK: return "OK";
    case HTTP_PARTIAL: return "Partial Content";
    case HTTP_BAD: return "Bad Request";
    case HTTP_FORBIDDEN: return "Forbidden";
    case HTTP_NOT_FOUND: return "Not Found";
    case HTTP_BAD_METHOD: return "Method Not Allowed";
    case HTTP_BAD_RANGE: return "Range Not Satisfiable";
    case HTTP_TOO_LONG: return "Request Header Fields Too Large";
    case HTTP_NO_MEMORY: return "Service Unavailable";
    case HTTP_BAD_VERSION: return "HTTP Version Not Supported";
    default: return "Error";
    }
}

size_t http_head(const http_answer *answer, char text[HTTP_ANSWER_MAX])
{
    char part[128] = "";
    unsigned long long first = answer->first, count = answer->count, of = answer->of;
    if (answer->status == HTTP_PARTIAL)
        snprintf(part, sizeof part, "Content-Range: bytes %llu-%llu/%llu\r\n", first,
                 first + count - 1, of);
    else if (answer->status == HTTP_BAD_RANGE)
        snprintf(part, sizeof part, "Content-Range: bytes */%llu\r\n", of);
    else if (answer->status == HTTP_BAD_METHOD)
        snprintf(part, sizeof part, "Allow: GET, HEAD\r\n");
    int n = snprintf(text, HTTP_ANSWER_MAX,
                     "HTTP/1.1 %d %s\r\n"
                     "Content-Type: %s\r\n"
                     "Content-Length: %llu\r\n"
                     "%s%s"
                     "Content-Security-Policy: %s\r\n"
                     "X-Content-Type-Options: nosniff\r\n"
                     "X-Frame-Options: DENY\r\n"
                     "Cross-Origin-Resource-Policy: same-origin\r\n"
                     "Cross-Origin-Opener-Policy: same-origin\r\n"
                     "Referrer-Policy: no-referrer\r\n"
                     "Cache-Control: no-store\r\n"
                     "Connection: close\r\n\r\n",
                     answer->status, http_reason(answer->status), answer->type, count,
                     answer->ranges ? "Accept-Ranges: bytes\r\n" : "", part, answer->policy);
    return n > 0 && n < HTTP_ANSWER_MAX ? (size_t)n : 0;
}
