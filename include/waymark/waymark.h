/* All headers of the library except file.h, folder.h and game.h, which need a file system.
 *
 * Read base.h first: its rules hold for all headers. Then read open.h: wm_open reads a file of any
 * format.
 */
#ifndef WAYMARK_H
#define WAYMARK_H

#include "waymark/archive.h"
#include "waymark/area.h"
#include "waymark/aurora.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/convert.h"
#include "waymark/import.h"
#include "waymark/info.h"
#include "waymark/json.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_layout.h"
#include "waymark/kotor_mdl.h"
#include "waymark/kotor_mdl_document.h"
#include "waymark/kotor_module.h"
#include "waymark/move.h"
#include "waymark/nwn2.h"
#include "waymark/nwn2_document.h"
#include "waymark/nwn2_mdb.h"
#include "waymark/open.h"
#include "waymark/pose.h"
#include "waymark/scene.h"
#include "waymark/scene_file.h"
#include "waymark/texture.h"
#include "waymark/view.h"
#include "waymark/walkmesh.h"

#endif
