/* Super-node numbers: the number of each node in the chain of supermodels. A node has the
 * number of the supermodel's node with the same name below the same parent; a node that
 * the supermodel lacks there gets the next number after its highest, in tree order. Its
 * children that the supermodel has elsewhere are counted after all nodes. Without the
 * supermodel, the numbers come from an older binary of the model or from the table of
 * stock supermodels. docs/formats/kotor-mdl-ascii.md, "Node numbers". */
#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "kotor/mdl/compile/compile.h"
#include "kotor/mdl/compile/stock.h"

/* ---- numbers of another model -------------------------------------------- */

typedef struct known {
    const char *name;
    uint32_t parent; /* number of the parent; WM_NO_INDEX for a root */
    uint32_t number;
    uint32_t order;
} known;

typedef struct known_list {
    known *list;        /* by parent and name */
    const char **names; /* in order */
    uint32_t count;
    uint32_t next; /* the lowest number above all */
} known_list;

static const char *name_of(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node)
{
    return node->name < mdl->name_count ? mdl->names[node->name] : "";
}

static int compare_keys(const known *x, uint32_t parent, const char *name)
{
    if (x->parent != parent)
        return x->parent < parent ? -1 : 1;
    return wmi_compare_names(x->name, name);
}

static int compare_known(const void *a, const void *b)
{
    const known *x = a, *y = b;
    int order = compare_keys(x, y->parent, y->name);
    return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

static int compare_names(const void *a, const void *b)
{
    return wmi_compare_names(*(const char *const *)a, *(const char *const *)b);
}

static bool list_numbers(const wm_kotor_mdl *from, known_list *to, wmi_arena *scratch)
{
    const wm_kotor_tree *tree = &from->tree;
    to->list = wmi_arena_raw(scratch, tree->count, sizeof *to->list);
    to->names = wmi_arena_raw(scratch, tree->count, sizeof *to->names);
    if (!to->list || !to->names)
        return false;
    to->count = tree->count;
    for (uint32_t i = 0; i < tree->count; i++) {
        const wm_kotor_mdl_node *node = &tree->nodes[i];
        uint32_t parent =
            node->parent < tree->count ? tree->nodes[node->parent].super_node : WM_NO_INDEX;
        to->names[i] = name_of(from, node);
        to->list[i] = (known){to->names[i], parent, node->super_node, i};
        if (node->super_node >= to->next)
            to->next = node->super_node + 1u;
    }
    wmi_sort(to->list, to->count, sizeof *to->list, compare_known);
    wmi_sort(to->names, to->count, sizeof *to->names, compare_names);
    return true;
}

static uint32_t find_number(const known_list *in, uint32_t parent, const char *name)
{
    wmi_search search = {.high = in->count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, compare_keys(&in->list[search.at], parent, name) < 0);
    uint32_t low = search.low;
    if (low == in->count || compare_keys(&in->list[low], parent, name) != 0)
        return WM_NO_INDEX;
    return in->list[low].number;
}

/* ---- sources ------------------------------------------------------------- */

typedef struct numbering {
    wm_kotor_mdl *mdl;
    const wm_kotor_mdl *super;    /* may be NULL */
    const wm_kotor_mdl *previous; /* may be NULL */
    const wmi_stock *stock;       /* may be NULL */
    known_list of_super, of_previous;
    bool given;    /* node offsets hold numbers from the text, plus 1 */
    bool inherits; /* the model names a supermodel */
    uint32_t next; /* the number of the next node that the supermodel lacks */
    uint32_t first_new;
    uint32_t others; /* nodes without a number in the text */
    uint32_t *unknown, unknown_count;
} numbering;

static void super_name(const wm_kotor_mdl *mdl, char name[WM_KOTOR_NAME_SIZE + 1])
{
    memcpy(name, mdl->supermodel, WM_KOTOR_NAME_SIZE);
    name[WM_KOTOR_NAME_SIZE] = '\0';
    if (wmi_compare_names(name, "NULL") == 0)
        name[0] = '\0';
}

/* Numbers of another game or supermodel mean other nodes. */
static bool fits(const wm_kotor_mdl *previous, const wm_kotor_mdl *mdl)
{
    char one[WM_KOTOR_NAME_SIZE + 1], other[WM_KOTOR_NAME_SIZE + 1];
    super_name(mdl, one);
    super_name(previous, other);
    return previous->game == mdl->game && wmi_compare_names(one, other) == 0;
}

/* The number that the supermodel has, by its file or the table. */
static uint32_t super_number(const numbering *n, uint32_t parent, const char *name)
{
    uint32_t number = n->super ? find_number(&n->of_super, parent, name) : WM_NO_INDEX;
    return number == WM_NO_INDEX && n->stock ? wmi_stock_number(n->stock, parent, name) : number;
}

/* Was the older binary compiled without its supermodel? Its numbers are wrong then. */
static bool contradicts(const numbering *n)
{
    for (uint32_t i = 0; i < n->of_previous.count; i++) {
        const known *old = &n->of_previous.list[i];
        uint32_t number =
            old->parent == WM_NO_INDEX ? WM_NO_INDEX : super_number(n, old->parent, old->name);
        if (number != WM_NO_INDEX && number != old->number)
            return true;
    }
    return false;
}

static bool open_sources(numbering *n, const wmi_compile_opts *opts, wmi_arena *scratch)
{
    char name[WM_KOTOR_NAME_SIZE + 1];
    super_name(n->mdl, name);
    n->inherits = name[0] != '\0';
    if (opts) {
        n->given = opts->numbered;
        n->super = opts->supermodel;
        if (opts->previous && n->inherits && fits(opts->previous, n->mdl))
            n->previous = opts->previous;
        if (opts->stock && !n->super && n->inherits)
            n->stock = wmi_stock_find(n->mdl->game, name);
    }
    if ((n->super && !list_numbers(n->super, &n->of_super, scratch)) ||
        (n->previous && !list_numbers(n->previous, &n->of_previous, scratch)))
        return false;
    if (n->previous && contradicts(n)) {
        n->previous = NULL;
        n->of_previous = (known_list){.count = 0};
    }
    n->next = n->of_super.next;
    if (n->of_previous.next > n->next)
        n->next = n->of_previous.next;
    if (n->stock && n->stock->next > n->next)
        n->next = n->stock->next;
    for (uint32_t i = 0; i < n->mdl->tree.count; i++) {
        uint32_t given = n->given ? n->mdl->tree.nodes[i].offset : 0;
        n->others += !given;
        if (given > n->next)
            n->next = given;
    }
    return true;
}

/* ---- numbers ------------------------------------------------------------- */

static uint32_t root_number(const numbering *n)
{
    const wm_kotor_mdl *from = n->previous ? n->previous : n->super;
    return from && from->tree.count ? from->tree.nodes[0].super_node : 0;
}

static uint32_t known_number(const numbering *n, uint32_t i)
{
    const wm_kotor_tree *tree = &n->mdl->tree;
    const char *name = name_of(n->mdl, &tree->nodes[i]);
    uint32_t number = WM_NO_INDEX;
    if (i == 0)
        return root_number(n);
    if (tree->nodes[i].parent >= i) /* not a tree in pre-order */
        return number;
    uint32_t parent = tree->nodes[tree->nodes[i].parent].super_node;
    if (n->previous)
        number = find_number(&n->of_previous, parent, name);
    return number == WM_NO_INDEX ? super_number(n, parent, name) : number;
}

/* Does the supermodel have a node of this name anywhere? */
static bool super_has_name(const numbering *n, const char *name)
{
    const char *const *names = n->of_super.names;
    uint32_t count = n->of_super.count;
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, wmi_compare_names(names[search.at], name) < 0);
    if (search.low < count && wmi_compare_names(names[search.low], name) == 0)
        return true;
    return n->stock && wmi_stock_has_name(n->stock, name);
}

/* Nodes of the supermodel and those above it, as node_count has them. */
static uint32_t inherited_nodes(const numbering *n)
{
    if (n->super)
        return n->super->geometry.node_count + 1;
    if (n->stock)
        return n->stock->node_count + 1u;
    if (n->previous && n->previous->geometry.node_count >= n->previous->tree.count)
        return n->previous->geometry.node_count - n->previous->tree.count;
    return 0;
}

/* The number of a node that the supermodel does not have below this parent. */
static uint32_t new_number(numbering *n, uint32_t i)
{
    const wm_kotor_tree *tree = &n->mdl->tree;
    uint32_t parent = tree->nodes[i].parent, first = n->first_new;
    if (parent < i && tree->nodes[parent].super_node >= first &&
        super_has_name(n, name_of(n->mdl, &tree->nodes[i])))
        return inherited_nodes(n) + tree->nodes[i].name;
    return n->next++;
}

static bool has_source(const numbering *n)
{
    return n->super || n->previous || n->stock ||
           (n->given && n->inherits && n->others < n->mdl->tree.count);
}

static void number_tree(numbering *n)
{
    bool source = has_source(n);
    n->first_new = n->next;
    for (uint32_t i = 0; i < n->mdl->tree.count; i++) {
        wm_kotor_mdl_node *node = &n->mdl->tree.nodes[i];
        uint32_t number = WM_NO_INDEX;
        if (n->given && node->offset)
            number = node->offset - 1;
        else if (source)
            number = known_number(n, i);
        bool unknown = number == WM_NO_INDEX && n->inherits && !n->super && i > 0;
        if (unknown)
            n->unknown[n->unknown_count++] = i;
        if (number == WM_NO_INDEX)
            number = source ? new_number(n, i) : node->name;
        node->super_node = (uint16_t)number;
    }
}

static wm_kotor_number_source source_of(const numbering *n)
{
    if (!n->inherits && !n->super)
        return WM_KOTOR_NUMBER_SOURCE_OWN;
    if (n->given && !n->others)
        return WM_KOTOR_NUMBER_SOURCE_TEXT;
    if (n->previous)
        return WM_KOTOR_NUMBER_SOURCE_PREVIOUS;
    if (n->super)
        return WM_KOTOR_NUMBER_SOURCE_SUPERMODEL;
    if (n->stock)
        return WM_KOTOR_NUMBER_SOURCE_STOCK;
    return has_source(n) ? WM_KOTOR_NUMBER_SOURCE_TEXT : WM_KOTOR_NUMBER_SOURCE_UNKNOWN;
}

/* Nodes of animations get the numbers of the geometry nodes. */
static bool number_animations(wm_kotor_mdl *mdl, wmi_arena *scratch)
{
    uint16_t *of_name = wmi_arena_raw(scratch, mdl->name_count, sizeof *of_name);
    if (!of_name)
        return false;
    for (uint32_t i = 0; i < mdl->name_count; i++)
        of_name[i] = (uint16_t)i;
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].name < mdl->name_count)
            of_name[mdl->tree.nodes[i].name] = mdl->tree.nodes[i].super_node;
    for (uint32_t a = 0; a < mdl->animation_count; a++)
        for (uint32_t i = 0; i < mdl->animations[a].tree.count; i++) {
            wm_kotor_mdl_node *node = &mdl->animations[a].tree.nodes[i];
            if (node->name < mdl->name_count)
                node->super_node = of_name[node->name];
        }
    return true;
}

bool wmi_number_nodes(wm_kotor_mdl *mdl, const wmi_compile_opts *opts, wmi_arena *scratch)
{
    numbering n = {.mdl = mdl};
    n.unknown = wmi_arena_raw(wmi_mdl_arena(mdl), mdl->tree.count, sizeof *n.unknown);
    if (!n.unknown || !open_sources(&n, opts, scratch))
        return false;
    number_tree(&n);
    mdl->geometry.node_count = mdl->tree.count + inherited_nodes(&n);
    mdl->numbers = (wm_kotor_mdl_numbers){source_of(&n), n.unknown_count, n.unknown};
    return number_animations(mdl, scratch);
}
