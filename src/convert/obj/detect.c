/* Is it a Wavefront OBJ? */
#include "base/text.h"
#include "waymark/convert.h"

static bool is_one_of(wmi_word word, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == word.size && memcmp(*list, word.text, word.size) == 0)
            return true;
    return false;
}

/* "3", "-1", "3/1/2" */
static bool begins_with_number(wmi_word word)
{
    float number;
    return word.size && wm_float_parse(word.text, word.size, &number) > 0;
}

/* Words such as "o" and "s" may begin any text: lines with numbers decide. */
bool wm_obj_detect(const void *data, size_t size)
{
    static const char *const numbers[] = {"v", "vt", "vn", "vp", NULL};
    static const char *const indices[] = {"f", "l", "p", NULL};
    static const char *const others[] = {"o", "g", "s", "mg", "mtllib", "usemtl", NULL};
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    bool named = false;
    while (wmi_next_line(&text, &line)) {
        wmi_word word = wmi_next_word(&line);
        float number;
        if (word.size == 0 || word.text[0] == '#')
            continue;
        if (is_one_of(word, numbers))
            return wmi_word_float(wmi_next_word(&line), &number);
        if (is_one_of(word, indices))
            return begins_with_number(wmi_next_word(&line));
        if (!is_one_of(word, others))
            return false;
        named = named || word.size > 1;
    }
    return named;
}
