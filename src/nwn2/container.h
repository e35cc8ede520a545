/* The container of TRN, TRX and MDB: a table of packets. docs/formats/nwn2.md, "Container". */
#ifndef WAYMARK_NWN2_CONTAINER_H
#define WAYMARK_NWN2_CONTAINER_H

#include "base/internal.h"

enum { WMI_FILE_HEADER = 12, WMI_PACKET_ENTRY = 8, WMI_PACKET_HEADER = 8 };

typedef struct wmi_container {
    uint16_t major, minor;
    uint32_t count;
    uint32_t unclaimed; /* bytes that belong to no packet */
} wmi_container;

/* A packet as its entry and its own header describe it. */
typedef struct wmi_packet_place {
    char type[5], stored_type[5];
    uint32_t offset;
    uint32_t start, size; /* of its content */
} wmi_packet_place;

/* Reads header and table. Fails the reader unless all packets lie in the file and share no bytes,
 * since otherwise a small file could become a large document. */
wmi_container wmi_container_read(wmi_reader *r, const wm_allocator *allocator);
/* Packet i of a container that was read. */
wmi_packet_place wmi_container_packet(const wmi_reader *r, uint32_t i);
/* Writes the header and room for the table. */
void wmi_container_begin(wmi_writer *w, uint16_t major, uint16_t minor, uint32_t count);
/* Enters packet i, which starts at the end of the file, and writes its header. Returns its
 * offset for wmi_container_end. */
size_t wmi_container_add(wmi_writer *w, uint32_t i, const char *type, const char *stored_type);
/* Sets the size of the packet that starts at `start` and ends here. */
wm_status wmi_container_end(wmi_writer *w, size_t start, wm_error *error);

#endif
