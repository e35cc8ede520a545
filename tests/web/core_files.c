/* See core_files.h. */
#include "core_files.h"

void test_give(core *c, const char *name, const void *data, size_t size)
{
    char *own_name = export_alloc(strlen(name) + 1);
    uint8_t *own = export_alloc(size);
    assert_true(own_name && own);
    memcpy(own_name, name, strlen(name) + 1);
    memcpy(own, data, size);
    assert_int_not_equal(export_add(c, own_name, own, size), 1);
}

bool test_says(const core *c, const char *words)
{
    char *text = malloc(export_text_size(c) + 1);
    assert_non_null(text);
    memcpy(text, export_text(c), export_text_size(c));
    text[export_text_size(c)] = '\0';
    bool found = strstr(text, words) != NULL;
    if (!found)
        print_error("no %s in %s\n", words, text);
    free(text);
    return found;
}
