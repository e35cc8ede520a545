/* Lines and words of text files. Numbers are parsed by wm_float_parse. */
#include "base/text.h"

wmi_text wmi_text_open(const void *data, size_t size)
{
    const char *start = data;
    const char *end = size ? start + size : start; /* empty data may be NULL */
    if (size >= 3 && memcmp(start, "\xEF\xBB\xBF", 3) == 0)
        start += 3; /* skip the UTF-8 byte order mark that some editors write */
    return (wmi_text){start, end, 0};
}

/* The first end of a line, or `end`. It searches in pieces: whichever of the two characters a text
 * does not have is not looked for in all of it. */
static const char *line_end(const char *p, const char *end)
{
    enum { PIECE = 256 };
    while (p < end) {
        size_t size = end - p < PIECE ? (size_t)(end - p) : PIECE;
        const char *feed = memchr(p, '\n', size);
        const char *back = memchr(p, '\r', feed ? (size_t)(feed - p) : size);
        if (back || feed)
            return back ? back : feed;
        p += size;
    }
    return end;
}

bool wmi_next_line(wmi_text *text, wmi_line *line)
{
    if (text->at == text->end)
        return false;
    const char *p = line_end(text->at, text->end);
    *line = (wmi_line){text->at, text->at, p, ++text->line};
    if (p < text->end)
        p += *p == '\r' && p + 1 < text->end && p[1] == '\n' ? 2 : 1;
    text->at = p;
    return true;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

wmi_word wmi_next_word(wmi_line *line)
{
    const char *p = line->at;
    while (p < line->end && blank(*p))
        p++;
    const char *start = p;
    while (p < line->end && !blank(*p))
        p++;
    line->at = p;
    return (wmi_word){start, (size_t)(p - start), (uint32_t)(start - line->start) + 1};
}

void wmi_lower_text(char *text)
{
    for (; *text; text++)
        *text = wmi_lower(*text);
}

wmi_word wmi_first_keyword(const void *data, size_t size)
{
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    while (wmi_next_line(&text, &line)) {
        wmi_word word = wmi_next_word(&line);
        if (word.size && *word.text != '#' && !wmi_word_is(word, "filedependancy") &&
            !wmi_word_is(word, "filedependency"))
            return word;
    }
    return (wmi_word){.size = 0};
}

bool wmi_word_is(wmi_word word, const char *keyword)
{
    size_t i = 0;
    for (; i < word.size && keyword[i]; i++)
        if (wmi_lower(word.text[i]) != wmi_lower(keyword[i]))
            return false;
    return i == word.size && !keyword[i];
}

bool wmi_word_float(wmi_word word, float *value)
{
    return word.size && wm_float_parse(word.text, word.size, value) == word.size;
}

bool wmi_word_int(wmi_word word, int64_t *value)
{
    size_t i = 0;
    bool negative = false;
    int64_t v = 0;
    if (word.size && (word.text[0] == '-' || word.text[0] == '+'))
        negative = word.text[i++] == '-';
    if (i == word.size)
        return false;
    for (; i < word.size; i++) {
        if (word.text[i] < '0' || word.text[i] > '9' || v > INT64_MAX / 10 - 1)
            return false;
        v = v * 10 + (word.text[i] - '0');
    }
    *value = negative ? -v : v;
    return true;
}

void wmi_word_copy(wmi_word word, char *to, size_t size)
{
    size_t n = word.size < size - 1 ? word.size : size - 1;
    memcpy(to, word.text, n);
    to[n] = '\0';
}

const char *wmi_file_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\')
            name = path + 1;
    return name;
}

size_t wmi_image_stem(const char *name, size_t n)
{
    static const char *const endings[] = {".dds", ".tga",  ".tpc", ".png",
                                          ".jpg", ".jpeg", ".bmp", ".tif"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (n > size && wmi_word_is((wmi_word){.text = name + n - size, .size = size}, endings[i]))
            return n - size;
    }
    return n;
}

const char *wmi_path_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (wmi_is_separator(*path))
            name = path + 1;
    return name;
}

int wmi_compare_names(const char *a, const char *b)
{
    for (;; a++, b++) {
        int x = (unsigned char)wmi_lower(*a), y = (unsigned char)wmi_lower(*b);
        if (x != y || x == 0)
            return x - y;
    }
}
