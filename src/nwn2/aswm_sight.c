#include "nwn2/bake.h"
wm_status wmi_bake_sight(wmi_baker *b, wm_nwn2_tile *t)
{
    (void)b; (void)t;
    return WM_OK;
}
