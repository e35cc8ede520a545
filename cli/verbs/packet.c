/* waymark packet: list, extract and replace the packets of TRN, TRX and MDB files. */
#include <stdlib.h>
#include <string.h>

#include "nwn2/edit.h"
#include "nwn2/nwn2.h"

static bool has_packets(wm_format format)
{
    return format == WM_FORMAT_NWN2_TRN || format == WM_FORMAT_NWN2_MDB;
}

static wm_nwn2_trn *load(const cli *c, const char *file, bool raw)
{
    wm_buffer bytes;
    wm_error error;
    wm_nwn2_trn_read_opts opts = {.base = {.allocator = cli_allocator()}, .raw = raw};
    if (!cli_load(file, &bytes))
        return NULL;
    wm_format format = wm_detect(bytes.data, bytes.size);
    wm_nwn2_trn *trn = NULL;
    if (has_packets(format))
        trn = wm_nwn2_trn_read(bytes.data, bytes.size, &opts, &error);
    else
        wm_format_error(format, bytes.size, "a TRN, TRX or MDB", &error);
    if (!trn)
        cli_unreadable(c, file, &error);
    wm_buffer_free(&bytes);
    return trn;
}

/* "ASWM", "WATR:2" (the third WATR) or "3" (the fourth packet). EXIT_FINE, or another code,
 * reported, if there is none. */
static int find(const wm_nwn2_trn *trn, const char *file, const char *which, wm_nwn2_packet **found)
{
    const char *colon = strchr(which, ':');
    bool number = which[0] && which[strspn(which, "0123456789")] == '\0';
    char *end = NULL;
    unsigned long skip = 0;
    if (number || colon) {
        skip = strtoul(number ? which : colon + 1, &end, 10);
        if (*end || end == colon + 1)
            return cli_fail(EXIT_USAGE, "expected a packet TYPE, TYPE:INDEX or INDEX, found '%s'",
                            which);
    }
    size_t size = colon ? (size_t)(colon - which) : strlen(which);
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const char *type = trn->packets[i].type;
        if ((number || (strlen(type) == size && memcmp(type, which, size) == 0)) && skip-- == 0) {
            *found = &trn->packets[i];
            return EXIT_FINE;
        }
    }
    return cli_fail(EXIT_INPUT, "%s: no packet '%s'; 'waymark packet list' lists them", file,
                    which);
}

/* ---- list ---- */

static const char *meaning(const char *type)
{
    static const char *const known[][2] = {{"TRWH", "size of the area"},
                                           {"TRRN", "ground"},
                                           {"WATR", "water"},
                                           {"ASWM", "walkmesh"},
                                           {"RIGD", "mesh"},
                                           {"SKIN", "mesh with bones"},
                                           {"COL2", "collision"},
                                           {"COL3", "collision"},
                                           {"COLS", "collision spheres"},
                                           {"WALK", "walkmesh of a model"},
                                           {"HOOK", "hook point"},
                                           {"HAIR", "hair point"},
                                           {"HELM", "helmet point"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], type) == 0)
            return known[i][1];
    return "unknown";
}

static void list_json(const char *file, const wm_nwn2_trn *trn)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", file);
    wm_json_begin_array(&j, "packets");
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        wm_json_begin_object(&j, NULL);
        wm_json_add_uint(&j, "index", i);
        wm_json_add_text(&j, "type", p->type);
        wm_json_add_uint(&j, "offset", p->offset);
        wm_json_add_uint(&j, "size", p->raw.size);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    json_finish(&j);
}

static void list_words(const wm_nwn2_trn *trn)
{
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        cli_print(stdout, "%4u  ", (unsigned)i);
        cli_put_name(stdout, p->type);
        cli_print(stdout, "  at %8u, %8u bytes, %s\n", (unsigned)p->offset, (unsigned)p->raw.size,
                  meaning(p->type));
    }
}

static int wrong_count(const cli *c, size_t needed, const char *usage)
{
    if (c->file_count < needed)
        return cli_fail(EXIT_USAGE, "an argument is missing; usage: waymark packet %s", usage);
    return cli_fail(EXIT_USAGE, "'%s' is one argument too many; usage: waymark packet %s",
                    c->files[needed], usage);
}

static int list(cli *c)
{
    if (c->file_count != 2)
        return wrong_count(c, 2, "list FILE");
    wm_nwn2_trn *trn = load(c, c->files[1], true);
    if (!trn)
        return EXIT_INPUT;
    if (c->json)
        list_json(c->files[1], trn);
    else
        list_words(trn);
    wm_nwn2_trn_free(trn);
    return EXIT_FINE;
}

/* ---- extract ---- */

/* Prints what was written, with --json. */
static void say_written(const cli *c, const char *out, size_t size)
{
    if (!c->json || strcmp(out, "-") == 0)
        return;
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", c->files[1]);
    wm_json_add_text(&j, "packet", c->files[2]);
    wm_json_add_text(&j, "output", out);
    wm_json_add_uint(&j, "bytes", size);
    json_finish(&j);
}

static int extract(cli *c)
{
    wm_error error;
    wm_buffer bytes;
    bool plain = cli_has(c, "plain");
    if (c->file_count != 4)
        return wrong_count(c, 4, "extract FILE PACKET OUT");
    wm_nwn2_trn *trn = load(c, c->files[1], !plain);
    if (!trn)
        return EXIT_INPUT;
    wm_nwn2_packet *p = NULL;
    int code = find(trn, c->files[1], c->files[2], &p);
    if (p && plain && !p->aswm) {
        code = cli_fail(EXIT_USAGE, "--plain works only for a walkmesh (ASWM), not for '%s'",
                        c->files[2]);
    } else if (p) {
        wm_status status =
            p->aswm ? wm_nwn2_aswm_write(p->aswm, CLI_WRITE_OPTS, &bytes, &error)
                    : wm_nwn2_packet_write(
                          p, &(wm_nwn2_trn_write_opts){.base = {.allocator = cli_allocator()}},
                          &bytes, &error);
        if (status == WM_OK) {
            code = cli_save(c, c->files[3], bytes.data, bytes.size);
            if (code == EXIT_FINE)
                say_written(c, c->files[3], bytes.size);
            wm_buffer_free(&bytes);
        } else {
            code = cli_fail_on(CLI_READING, c->files[1], &error);
        }
    }
    wm_nwn2_trn_free(trn);
    return code;
}

/* ---- replace ---- */

/* Puts the new bytes into *p: the whole file, or if that consists of packets, its first one of
 * the same type. The bytes must outlive the packet. */
static bool replacement(const cli *c, const char *file, const wm_buffer *bytes, wm_nwn2_packet *p,
                        wm_nwn2_trn **donor)
{
    if (!has_packets(wm_detect(bytes->data, bytes->size))) {
        p->raw = (wm_nwn2_bytes){(uint32_t)bytes->size, bytes->data};
        return true;
    }
    *donor = load(c, file, true);
    wm_nwn2_packet *from = NULL;
    if (!*donor || find(*donor, file, p->type, &from) != EXIT_FINE)
        return false;
    p->raw = from->raw;
    return true;
}

/* The new bytes must be a valid packet of their type, or the game would not start. */
static bool is_valid(const char *file, const wm_buffer *whole)
{
    wm_error error;
    if (wm_nwn2_mdb_detect(whole->data, whole->size)) {
        wm_nwn2_mdb *mdb = wm_nwn2_mdb_read(whole->data, whole->size, CLI_READ_OPTS, &error);
        bool fine = mdb && mdb->fault_count == 0;
        if (!fine)
            cli_fail_on(CLI_READING, file, mdb ? &mdb->first_fault : &error);
        wm_nwn2_mdb_free(mdb);
        return fine;
    }
    wm_nwn2_trn *again =
        wm_nwn2_trn_read(whole->data, whole->size,
                         &(wm_nwn2_trn_read_opts){.base = {.allocator = cli_allocator()}}, &error);
    bool valid = again && again->fault_count == 0;
    if (!valid)
        cli_fail_on(CLI_READING, file, again ? &again->first_fault : &error);
    wm_nwn2_trn_free(again);
    return valid;
}

static int replace(cli *c)
{
    wm_error error;
    wm_buffer bytes, whole;
    wm_nwn2_trn *donor = NULL;
    uint32_t dropped = 0;
    const wm_nwn2_trn_write_opts opts = {.base = {.allocator = cli_allocator()},
                                         .dropped = &dropped};
    if (c->file_count != 5)
        return wrong_count(c, 5, "replace FILE PACKET WITH OUT");
    if (!cli_load(c->files[3], &bytes))
        return EXIT_INPUT;
    wm_nwn2_trn *trn = load(c, c->files[1], true);
    wm_nwn2_packet *p = NULL;
    int code = trn ? find(trn, c->files[1], c->files[2], &p) : EXIT_INPUT;
    if (p)
        code = EXIT_INPUT;
    if (p && bytes.size <= UINT32_MAX && replacement(c, c->files[3], &bytes, p, &donor)) {
        if (wm_nwn2_trn_write(trn, &opts, &whole, &error) != WM_OK) {
            code = cli_fail_on(CLI_WRITING, c->files[4], &error);
        } else {
            if (cli_has(c, "any") || is_valid(c->files[3], &whole))
                code = cli_save(c, c->files[4], whole.data, whole.size);
            if (code == EXIT_FINE) {
                say_written(c, c->files[4], whole.size);
                cli_say_dropped(c, c->files[4], dropped);
            }
            wm_buffer_free(&whole);
        }
    }
    wm_nwn2_trn_free(donor);
    wm_nwn2_trn_free(trn);
    wm_buffer_free(&bytes);
    return code;
}

static int run(cli *c)
{
    static const struct {
        const char *name;
        int (*run)(cli *c);
        const char *options, *what;
    } actions[] = {{"list", list, "", "on 'packet list'"},
                   {"extract", extract, "plain|output", "on 'packet extract'"},
                   {"replace", replace, "any|output", "on 'packet replace'"}};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(c->files[0], actions[i].name) != 0)
            continue;
        int code = cli_allow_options(c, actions[i].options, actions[i].what);
        return code == EXIT_FINE ? actions[i].run(c) : code;
    }
    return cli_fail(EXIT_USAGE,
                    "unknown action '%s'; 'waymark packet' can list, extract and replace",
                    c->files[0]);
}

static const cli_option options[] = {
    {"plain", NULL, "extract a walkmesh uncompressed"},
    {"any", NULL, "replace even if the new bytes are not a valid packet of that type"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_packet = {
    .name = "packet",
    .synopsis = "list FILE | extract FILE PACKET OUT | replace FILE PACKET WITH OUT",
    .summary = "list, extract and replace the packets of a TRN, TRX or MDB",
    .details =
        "PACKET is a type (ASWM: the first of that type), a type and an index (WATR:2: the\n"
        "third), or an index in the list (4). WITH is a file that 'extract' wrote, or a whole\n"
        "TRN, TRX or MDB, whose packet of the same type is used. All other packets keep their\n"
        "bytes.\n\n"
        "  waymark packet list area.trx\n"
        "  waymark packet extract area.trx ASWM area.aswm\n"
        "  waymark packet replace area.trx ASWM old-area.trx repaired.trx",
    .options = options,
    .min_files = 2,
    .max_files = 5,
    .first_file = 1,
    .run = run,
    .output_last = true,
};
