/* Quick floor height at a point with AVX2, for CPUs that have it. The results are the
 * same. */
#include "nav/internal.h"

#if WMI_HAS_AVX2
#define WMI_USE_AVX2
#define WMI_HEIGHT wmi_height_avx2
#define WMI_HEIGHTS wmi_heights_avx2
#include "nav/height_kernel.h"
#endif
