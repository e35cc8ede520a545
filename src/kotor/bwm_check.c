#include "kotor/internal.h"
wm_status wm_kotor_bwm_check(const wm_kotor_bwm *bwm, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error)
{ (void)bwm;(void)opts;(void)report;(void)error; return WM_OK; }
