/* Names of other files in OBJ, MTL and glTF. */
#ifndef WAYMARK_CONVERT_FILE_NAMES_H
#define WAYMARK_CONVERT_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Whether it names a file in the folder of the file that names it, or below. Only such names are
 * passed to wm_file_loader. */
bool wmi_is_beside(const char *name);
/* The name of an image without its folder, and without its extension unless the game itself writes
 * that (.dds, as in Black & White 2). The result is part of path; *size becomes its length. */
const char *wmi_image_name(const char *path, size_t *size);
/* Whether two names mean one image, as programs write them: in any case, with or without an ending,
 * counted by Blender (".001"), or cut by it (63 bytes). */
bool wmi_same_image(const char *a, const char *b);

#endif
