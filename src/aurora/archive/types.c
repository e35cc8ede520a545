/* The types of resources: numbers in the archives, extensions everywhere else. From 3000 on, the
 * games use the same numbers for different types. */
#include "aurora/archive/internal.h"
#include "base/search.h"

typedef struct type {
    uint16_t id;
    char name[4];
} type;

/* In ascending order. */
static const type common[] = {
    {0, "res"},    {1, "bmp"},    {2, "mve"},    {3, "tga"},    {4, "wav"},    {6, "plt"},
    {7, "ini"},    {8, "bmu"},    {9, "mpg"},    {10, "txt"},   {2000, "plh"}, {2001, "tex"},
    {2002, "mdl"}, {2003, "thg"}, {2005, "fnt"}, {2007, "lua"}, {2008, "slt"}, {2009, "nss"},
    {2010, "ncs"}, {2011, "mod"}, {2012, "are"}, {2013, "set"}, {2014, "ifo"}, {2015, "bic"},
    {2016, "wok"}, {2017, "2da"}, {2018, "tlk"}, {2022, "txi"}, {2023, "git"}, {2024, "bti"},
    {2025, "uti"}, {2026, "btc"}, {2027, "utc"}, {2029, "dlg"}, {2030, "itp"}, {2031, "btt"},
    {2032, "utt"}, {2033, "dds"}, {2034, "bts"}, {2035, "uts"}, {2036, "ltr"}, {2037, "gff"},
    {2038, "fac"}, {2039, "bte"}, {2040, "ute"}, {2041, "btd"}, {2042, "utd"}, {2043, "btp"},
    {2044, "utp"}, {2045, "dft"}, {2046, "gic"}, {2047, "gui"}, {2048, "css"}, {2049, "ccs"},
    {2050, "btm"}, {2051, "utm"}, {2052, "dwk"}, {2053, "pwk"}, {2054, "btg"}, {2055, "utg"},
    {2056, "jrl"}, {2057, "sav"}, {2058, "utw"}, {2059, "4pc"}, {2060, "ssf"}, {2061, "hak"},
    {2062, "nwm"}, {2063, "bik"}, {2064, "ndb"}, {2065, "ptm"}, {2066, "ptt"}, {9997, "erf"},
    {9998, "bif"}, {9999, "key"}};

static const type kotor[] = {{3000, "lyt"}, {3001, "vis"}, {3002, "rim"},
                             {3003, "pth"}, {3004, "lip"}, {3005, "bwm"},
                             {3006, "txb"}, {3007, "tpc"}, {3008, "mdx"}};

static const type nwn2[] = {{3000, "osc"}, {3001, "usc"}, {3002, "trn"}, {3003, "utr"},
                            {3004, "uen"}, {3005, "ult"}, {3006, "sef"}, {3007, "pfx"},
                            {3008, "cam"}, {3015, "pfb"}, {3021, "xml"}, {3035, "trx"},
                            {4000, "mdb"}, {4003, "gr2"}, {4008, "pwc"}};

static const char *find_type(const type *types, uint32_t count, uint32_t id)
{
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, types[search.at].id < id);
    uint32_t low = search.low;
    return low < count && types[low].id == id ? types[low].name : NULL;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *wmi_type_name(wmi_arena *arena, uint32_t id, bool is_nwn2)
{
    const char *name = find_type(common, COUNT(common), id);
    if (!name)
        name = is_nwn2 ? find_type(nwn2, COUNT(nwn2), id) : find_type(kotor, COUNT(kotor), id);
    if (name)
        return name;
    char text[12];
    int size = wmi_format(text, sizeof text, "%lu", (ul)id);
    return wmi_arena_text(arena, text, (size_t)size);
}
