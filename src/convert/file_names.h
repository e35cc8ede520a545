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

#endif
