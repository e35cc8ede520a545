/* Shared by the files of the JSON reader. */
#ifndef WAYMARK_BASE_JSON_READ_H
#define WAYMARK_BASE_JSON_READ_H

#include "base/internal.h"
#include "waymark/json.h"

/* How a number is stored. */
enum { WMI_NUMBER_WHOLE = 1, WMI_NUMBER_NEGATIVE = 2 };

/* The members of an object with many members, in text order and sorted. */
typedef struct wmi_json_members {
    const wm_json_value *items;
    const uint32_t *sorted; /* by name length and bytes, then by index */
} wmi_json_members;

struct wm_json_value {
    const char *name; /* member name; NULL if not a member */
    union {
        const wm_json_value *items;      /* arrays and small objects */
        const wmi_json_members *members; /* objects with more than WMI_JSON_LINEAR members */
        const char *text;
        uint64_t whole; /* absolute value of an integer */
        double number;  /* value of any other number */
        bool truth;
    } as;
    uint32_t name_size;
    uint32_t offset;
    union {
        uint32_t count; /* number of items, members, or bytes of a string */
        float number;   /* a non-integer, rounded from its text */
    } also;
    uint8_t kind;   /* wm_json_kind */
    uint8_t number; /* WMI_NUMBER_* flags */
};

enum { WMI_JSON_LINEAR = 8 };

struct wm_json {
    wmi_arena arena;
    const wm_json_value *root;
};

/* An array or object that is not closed yet. */
typedef struct wmi_json_frame {
    wm_json_value *above; /* start of the pending values that belong to outer containers */
    wm_json_value self;   /* kind, name and offset */
    uint32_t index;       /* index in the enclosing array or object */
} wmi_json_frame;

/* Finished values grow from the front of one array. Values whose array or object is still
 * open grow down from its end. The two never meet, because each value is in only one of them. */
typedef struct wmi_json_parser {
    const char *start, *at, *end;
    wm_json *json;
    wm_json_value *front, *back;
    char *pool; /* holds all strings: each takes fewer bytes than in the input */
    const char *name;
    uint32_t name_size; /* name of the member being read */
    uint32_t depth;
    wmi_json_frame frames[WM_JSON_DEPTH_MAX];
    wm_error *error;
} wmi_json_parser;

/* Returns false, so that readers can end with it. */
bool wmi_json_fail(wmi_json_parser *p, wm_status code, const char *at, const char *fmt, ...)
    WM_PRINTF(4, 5);
/* The same with the message "expected EXPECTED, found ..." for what is at `at`. */
bool wmi_json_expected(wmi_json_parser *p, const char *at, const char *expected);

/* json_read_text.c: decodes a string at p->at, which is '"', into the pool. */
bool wmi_json_read_text(wmi_json_parser *p, const char **text, uint32_t *size);
/* json_read_number.c: reads a number at p->at, which is '-' or a digit. */
bool wmi_json_read_number(wmi_json_parser *p, wm_json_value *value);

#endif
