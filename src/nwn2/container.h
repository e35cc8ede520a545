/* The container of TRN, TRX and MDB: a table of packets. docs/formats/nwn2.md, "Container". */
#ifndef WAYMARK_NWN2_CONTAINER_H
#define WAYMARK_NWN2_CONTAINER_H

#include "base/internal.h"

enum { WMI_FILE_HEADER = 12, WMI_PACKET_ENTRY = 8, WMI_PACKET_HEADER = 8 };

/* What is wrong with the place of a packet. */
typedef enum wmi_place_fault {
    WMI_PLACE_FINE,
    WMI_PLACE_OUTSIDE, /* its header is not in the file */
    WMI_PLACE_TABLE,   /* it starts inside the table */
    WMI_PLACE_SHARED,  /* it starts inside another packet */
    WMI_PLACE_CUT      /* it ends after the end of the file */
} wmi_place_fault;

typedef struct wmi_container {
    uint16_t major, minor;
    uint32_t count;
    uint32_t unclaimed; /* bytes that belong to no packet */
    uint32_t faults;    /* packets with a wrong place */
    wmi_arena scratch;
    uint8_t *fault;  /* wmi_place_fault of each packet */
    uint32_t *end;   /* of each packet; if it is shared, of the other one */
    uint32_t *order; /* the packets that are in the file, by their places */
    uint32_t present;
} wmi_container;

/* A packet as its entry and its own header describe it. If it cannot be in that place, it is empty
 * and `offset` is 0. If it is cut off, `size` is what is left of it. */
typedef struct wmi_packet_place {
    char type[5], stored_type[5];
    uint32_t offset;
    uint32_t start, size; /* of its content */
    wmi_place_fault fault;
} wmi_packet_place;

/* Reads header and table. Packets share no bytes, since otherwise a small file could become a large
 * document. Free with wmi_container_free, also after a failure. */
wmi_container wmi_container_read(wmi_reader *r, const wm_allocator *allocator);
void wmi_container_free(wmi_container *table);
/* Packet i of a container that was read. */
wmi_packet_place wmi_container_packet(const wmi_reader *r, const wmi_container *table, uint32_t i);
/* Describes what is wrong with the place of packet i. */
void wmi_container_fault(const wmi_reader *r, const wmi_container *table, uint32_t i,
                         wm_error *error);

/* Where the packets of a file are, and its bytes outside their contents. */
typedef struct wmi_container_layout {
    uint32_t size; /* of the file */
    uint32_t count;
    uint32_t *offset; /* of each packet; 0 if it has none */
    uint32_t *length; /* of its content */
    uint32_t *order;  /* the packets that are in the file, by their places */
    uint32_t present;
    uint32_t unclaimed; /* bytes that belong to no packet */
    uint32_t outside;   /* bytes outside all contents: with header, table and packet headers */
    uint8_t *bytes;     /* these, in the order of the file */
} wmi_container_layout;

/* Whether the packets follow one another in the order of the table up to the end of the file. Such
 * a file is written like that without a layout. */
bool wmi_container_is_plain(const wmi_reader *r, const wmi_container *table);
/* Keeps the layout of a file. Returns NULL if there is no memory. */
wmi_container_layout *wmi_container_keep(const wmi_reader *r, const wmi_container *table,
                                         wmi_arena *arena);
wmi_container_layout *wmi_container_twin(wmi_copier *c, const wmi_container_layout *from);
/* Moves the packets that were written to their places in the layout. Returns false if it does
 * nothing: there is no layout, or the number of packets or the length of one has changed. */
bool wmi_container_restore(wmi_writer *w, const wmi_container_layout *layout);

/* Writes the header and room for the table. */
void wmi_container_begin(wmi_writer *w, uint16_t major, uint16_t minor, uint32_t count);
/* Enters packet i, which starts at the end of the file, and writes its header. Returns its
 * offset for wmi_container_end. */
size_t wmi_container_add(wmi_writer *w, uint32_t i, const char *type, const char *stored_type);
/* Sets the size of the packet that starts at `start` and ends here. */
wm_status wmi_container_end(wmi_writer *w, size_t start, wm_error *error);

#endif
