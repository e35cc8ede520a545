/* Everything at once. */
#ifndef WAYMARK_H
#define WAYMARK_H

#include "waymark/base.h"
#include "waymark/convert.h"
#include "waymark/kotor.h"
#include "waymark/walkmesh.h"

#endif
