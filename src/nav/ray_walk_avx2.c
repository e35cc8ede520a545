/* The walk of a ray with AVX2, for CPUs that have it. The results are the same. */
#include "nav/bvh.h"

#if WMI_HAS_AVX2
#define WMI_USE_AVX2
#define WMI_RAY_NEAREST wmi_ray_nearest_avx2
#define WMI_RAY_ANY wmi_ray_any_avx2
#include "nav/ray_kernel.h"
#endif
