/* What the files of the JSON reader share. */
#ifndef WAYMARK_BASE_JSON_READ_H
#define WAYMARK_BASE_JSON_READ_H

#include "base/internal.h"
#include "waymark/json.h"

/* How a number is stored. */
enum { WMI_NUMBER_WHOLE = 1, WMI_NUMBER_NEGATIVE = 2 };

/* The members of an object with many: in the order of the text, and sorted. */
typedef struct wmi_json_members {
    const wm_json_value *items;
    const uint32_t *sorted; /* by length and bytes of the name, then by index */
} wmi_json_members;

struct wm_json_value {
    const char *name; /* of a member; NULL for others */
    union {
        const wm_json_value *items;      /* arrays and small objects */
        const wmi_json_members *members; /* objects with more than WMI_JSON_LINEAR members */
        const char *text;
        uint64_t whole; /* the amount of a whole number */
        double number;  /* of others */
        bool truth;
    } as;
    uint32_t name_size;
    uint32_t offset;
    union {
        uint32_t count; /* items, members, or bytes of a text */
        float number;   /* a number that is not whole, rounded from its text */
    } also;
    uint8_t kind;   /* wm_json_kind */
    uint8_t number; /* WMI_NUMBER_* */
};

enum { WMI_JSON_LINEAR = 8 };

struct wm_json {
    wmi_arena arena;
    const wm_json_value *root;
};

/* An array or object that is not closed yet. */
typedef struct wmi_json_frame {
    wm_json_value *above; /* where the pending values begin that are not its own */
    wm_json_value self;   /* kind, name and offset */
    uint32_t index;       /* in the array or object around it */
} wmi_json_frame;

/* Finished values grow from the front of one array, those whose array or object is still
 * open down from its end; they never meet, because each value is in one of both. */
typedef struct wmi_json_parser {
    const char *start, *at, *end;
    wm_json *json;
    wm_json_value *front, *back;
    char *pool; /* room for all texts: each takes less than its bytes in the input */
    const char *name;
    uint32_t name_size; /* of the member that is being read */
    uint32_t depth;
    wmi_json_frame frames[WM_JSON_DEPTH_MAX];
    wm_error *error;
} wmi_json_parser;

/* False, so that readers can end with it. */
bool wmi_json_fail(wmi_json_parser *p, wm_status code, const char *at, const char *fmt, ...)
    WM_PRINTF(4, 5);
/* The same with "expected EXPECTED, found" and what is at `at`. */
bool wmi_json_expected(wmi_json_parser *p, const char *at, const char *expected);

/* json_read_text.c: a text at p->at, which is '"', decoded into the pool. */
bool wmi_json_read_text(wmi_json_parser *p, const char **text, uint32_t *size);
/* json_read_number.c: a number at p->at, which is '-' or a digit. */
bool wmi_json_read_number(wmi_json_parser *p, wm_json_value *value);

#endif
