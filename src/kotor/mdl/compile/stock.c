/* The table of stock supermodels. docs/formats/kotor-mdl-ascii.md, "Stock supermodels". */
#include "kotor/mdl/compile/stock.h"
#include "base/text.h"

enum { M1 = 1, M2 = 2, F1 = 4, F2 = 8, F3 = 16, KID = 32, TWILEK = 64, WOOKIEE = 128, T3 = 256 };

static const wmi_stock stocks[] = {
    {"S_Male01", WM_KOTOR_GAME_1, 82, 82, M1},
    {"S_Male02", WM_KOTOR_GAME_1, 86, 164, M2},
    {"S_Female01", WM_KOTOR_GAME_1, 88, 248, F1},
    {"S_Female02", WM_KOTOR_GAME_1, 88, 332, F2},
    {"S_Female03", WM_KOTOR_GAME_1, 89, 416, F3},
    {"N_CommKidF", WM_KOTOR_GAME_1, 99, 494, KID},
    {"N_TwilekM", WM_KOTOR_GAME_1, 91, 416, TWILEK},
    {"N_WookieM", WM_KOTOR_GAME_1, 98, 415, WOOKIEE},
    {"P_T3M3", WM_KOTOR_GAME_1, 31, 31, T3},
    {"S_Male01", WM_KOTOR_GAME_2, 102, 102, M1},
    {"S_Male02", WM_KOTOR_GAME_2, 134, 212, M2},
    {"S_Female01", WM_KOTOR_GAME_2, 261, 319, F1},
    {"S_Female02", WM_KOTOR_GAME_2, 345, 423, F2},
    {"S_Female03", WM_KOTOR_GAME_2, 346, 525, F3},
};

static const struct {
    wm_kotor_game game;
    uint16_t parent, number;
    const char *name;
    uint32_t stocks;
} nodes[] = {
#define KOTOR_1_NODE(parent, number, name, in) {WM_KOTOR_GAME_1, parent, number, name, in},
#define KOTOR_2_NODE(parent, number, name, in) {WM_KOTOR_GAME_2, parent, number, name, in},
#include "kotor/mdl/compile/stock.def"
};

const wmi_stock *wmi_stock_find(wm_kotor_game game, const char *name)
{
    for (size_t i = 0; i < sizeof stocks / sizeof *stocks; i++)
        if (stocks[i].game == game && wmi_compare_names(stocks[i].name, name) == 0)
            return &stocks[i];
    return NULL;
}

uint32_t wmi_stock_number(const wmi_stock *stock, uint32_t parent, const char *name)
{
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        if (nodes[i].game == stock->game && nodes[i].parent == parent &&
            nodes[i].stocks & stock->bit && wmi_compare_names(nodes[i].name, name) == 0)
            return nodes[i].number;
    return WM_NO_INDEX;
}

bool wmi_stock_has_name(const wmi_stock *stock, const char *name)
{
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        if (nodes[i].game == stock->game && nodes[i].stocks & stock->bit &&
            wmi_compare_names(nodes[i].name, name) == 0)
            return true;
    return false;
}
