/* Everything at once. */
#ifndef WAYMARK_H
#define WAYMARK_H

#include "waymark/area.h"
#include "waymark/base.h"
#include "waymark/bw2.h"
#include "waymark/convert.h"
#include "waymark/convert_scene.h"
#include "waymark/gff.h"
#include "waymark/gltf.h"
#include "waymark/info.h"
#include "waymark/kotor.h"
#include "waymark/kotor_layout.h"
#include "waymark/kotor_mdl.h"
#include "waymark/kotor_mdl_check.h"
#include "waymark/kotor_mdl_text.h"
#include "waymark/kotor_text.h"
#include "waymark/move.h"
#include "waymark/nwn2.h"
#include "waymark/open.h"
#include "waymark/pose.h"
#include "waymark/scene.h"
#include "waymark/twoda.h"
#include "waymark/view.h"
#include "waymark/walkmesh.h"

#endif
