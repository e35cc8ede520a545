/* Maps names of a text to numbers with crit-bit trees. The cost depends only on the
 * length of a name. */
#include "base/text.h"
#include "kotor/mdl/text/internal.h"

void wmi_names_init(wmi_names *names, const wm_allocator *allocator, wmi_arena *arena)
{
    *names =
        (wmi_names){.allocator = allocator ? allocator : wmi_default_allocator(), .arena = arena};
}

static void free_tree(const wm_allocator *a, wmi_name_tree *t)
{
    wmi_release(a, t->branch, t->branch_room, 2 * sizeof *t->branch);
    wmi_release(a, t->place, t->place_room, sizeof *t->place);
    wmi_release(a, (void *)t->text, t->text_room, sizeof *t->text);
    wmi_release(a, t->size, t->size_room, sizeof *t->size);
}

void wmi_names_free(wmi_names *names)
{
    free_tree(names->allocator, &names->exact);
    free_tree(names->allocator, &names->lower);
    wmi_release(names->allocator, names->first, names->first_room, sizeof *names->first);
}

static bool grow(const wm_allocator *a, wmi_name_tree *t)
{
    void *branch = t->branch, *place = t->place, *text = (void *)t->text, *size = t->size;
    bool fine = wmi_grow(a, &branch, &t->branch_room, t->branches + 1u, 2 * sizeof *t->branch);
    t->branch = branch;
    fine = fine && wmi_grow(a, &place, &t->place_room, t->branches + 1u, sizeof *t->place);
    t->place = place;
    fine = fine && wmi_grow(a, &text, &t->text_room, t->count + 1u, sizeof *t->text);
    t->text = text;
    fine = fine && wmi_grow(a, &size, &t->size_room, t->count + 1u, sizeof *t->size);
    t->size = size;
    return fine;
}

static unsigned byte_at(const char *text, uint32_t size, uint32_t at)
{
    return at < size ? (unsigned char)text[at] : 0;
}

static unsigned side(const wmi_name_tree *t, uint32_t branch, const char *text, uint32_t size)
{
    uint32_t place = t->place[branch];
    return (byte_at(text, size, place >> 8) & (place & 0xFF)) != 0;
}

/* Strings are stored as ~number, so the highest bit distinguishes them from branches. */
static bool is_string(uint32_t ref)
{
    return ref & 0x80000000u;
}

/* The string with the longest common prefix; the tree must not be empty. */
static uint32_t nearest(const wmi_name_tree *t, const char *text, uint32_t size)
{
    uint32_t at = t->root;
    while (!is_string(at))
        at = t->branch[2 * at + side(t, at, text, size)];
    return ~at;
}

static bool equal(const wmi_name_tree *t, uint32_t i, const char *text, uint32_t size)
{
    return t->size[i] == size && memcmp(t->text[i], text, size) == 0;
}

static uint32_t find(const wmi_name_tree *t, const char *text, uint32_t size)
{
    if (!t->count)
        return WM_NO_INDEX;
    uint32_t i = nearest(t, text, size);
    return equal(t, i, text, size) ? i : WM_NO_INDEX;
}

/* Adds a text or finds an equal one. Texts have no zero bytes and are shorter than 2^24. */
static uint32_t add(const wm_allocator *a, wmi_name_tree *t, const char *text, uint32_t size)
{
    uint32_t near = t->count ? nearest(t, text, size) : 0, at = 0;
    if (t->count && equal(t, near, text, size))
        return near;
    if (t->count >= 0x7FFFFFFFu || !grow(a, t))
        return WM_NO_INDEX;
    uint32_t number = t->count++;
    t->text[number] = text;
    t->size[number] = size;
    if (number == 0) {
        t->root = ~number;
        return number;
    }
    while (byte_at(text, size, at) == byte_at(t->text[near], t->size[near], at))
        at++;
    unsigned differ = byte_at(text, size, at) ^ byte_at(t->text[near], t->size[near], at);
    unsigned mask = 0x80;
    while (!(differ & mask))
        mask >>= 1;
    /* The new branch goes above the first branch that tests a later bit. */
    uint32_t *ref = &t->root;
    while (!is_string(*ref)) {
        uint32_t place = t->place[*ref];
        if (place >> 8 > at || (place >> 8 == at && (place & 0xFF) < mask))
            break;
        ref = &t->branch[2 * *ref + side(t, *ref, text, size)];
    }
    uint32_t branch = t->branches++;
    unsigned mine = (byte_at(text, size, at) & mask) != 0;
    t->place[branch] = at << 8 | mask;
    t->branch[2 * branch + mine] = ~number;
    t->branch[2 * branch + !mine] = *ref;
    *ref = branch;
    return number;
}

uint32_t wmi_names_add(wmi_names *names, const char *text, uint32_t size)
{
    uint32_t before = names->exact.count, exact, low;
    if (size >= 1u << 24)
        size = (1u << 24) - 1;
    exact = add(names->allocator, &names->exact, text, size);
    if (exact == WM_NO_INDEX || exact < before)
        return exact;
    char *copy = wmi_arena_raw(names->arena, size ? size : 1, 1);
    if (!copy)
        return WM_NO_INDEX;
    for (uint32_t i = 0; i < size; i++)
        copy[i] = wmi_lower(text[i]);
    before = names->lower.count;
    low = add(names->allocator, &names->lower, copy, size);
    if (low == WM_NO_INDEX)
        return WM_NO_INDEX;
    void *first = names->first;
    bool fine = wmi_grow(names->allocator, &first, &names->first_room, names->lower.count,
                         sizeof *names->first);
    names->first = first;
    if (!fine)
        return WM_NO_INDEX;
    if (low == before)
        names->first[low] = exact;
    return exact;
}

uint32_t wmi_names_find(const wmi_names *names, const char *text, uint32_t size)
{
    return find(&names->exact, text, size);
}

uint32_t wmi_names_find_like(const wmi_names *names, const char *text, uint32_t size)
{
    uint32_t at;
    const wmi_name_tree *t = &names->lower;
    if (!t->count)
        return WM_NO_INDEX;
    /* The same walk, converting letters to lower case on the fly. */
    for (at = t->root; !is_string(at);) {
        uint32_t place = t->place[at], byte = place >> 8;
        unsigned c = byte < size ? (unsigned char)wmi_lower(text[byte]) : 0;
        at = t->branch[2 * at + ((c & (place & 0xFF)) != 0)];
    }
    at = ~at;
    if (t->size[at] != size)
        return WM_NO_INDEX;
    for (uint32_t i = 0; i < size; i++)
        if (t->text[at][i] != wmi_lower(text[i]))
            return WM_NO_INDEX;
    return names->first[at];
}
