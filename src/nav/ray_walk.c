/* The walk of a ray, using the baseline instructions of the machine. */
#define WMI_RAY_NEAREST wmi_ray_nearest
#define WMI_RAY_ANY wmi_ray_any
#include "nav/ray_kernel.h"
