/* Skins of the original whose bones were moved at rest. Programs do not move the vertices of a skin
 * when somebody moves its bones at rest: from then on, the vertices follow the bone from its new
 * place. So the bind pose changes with the rest pose. */
#include <math.h>

#include "convert/restore/restore.h"
#include "scene/internal.h"

typedef struct affine {
    double m[3][4];
} affine;

static affine affine_of(const wm_matrix *from)
{
    affine to;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            to.m[i][k] = (double)from->m[i][k];
    return to;
}

/* b first, then a. */
static affine multiply(const affine *a, const affine *b)
{
    affine to;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            to.m[i][k] = a->m[i][0] * b->m[0][k] + a->m[i][1] * b->m[1][k] +
                         a->m[i][2] * b->m[2][k] + (k == 3 ? a->m[i][3] : 0);
    return to;
}

static bool invert(const affine *a, affine *to)
{
    double det = 0;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        for (int n = 0; n < 3; n++) {
            int p = (n + 1) % 3, q = (n + 2) % 3;
            to->m[n][k] = a->m[i][p] * a->m[j][q] - a->m[i][q] * a->m[j][p];
        }
        det += a->m[k][0] * to->m[0][k];
    }
    if (!(fabs(det) > 1e-12) || !isfinite(det))
        return false;
    for (int n = 0; n < 3; n++)
        for (int k = 0; k < 3; k++)
            to->m[n][k] /= det;
    for (int n = 0; n < 3; n++)
        to->m[n][3] =
            -(to->m[n][0] * a->m[0][3] + to->m[n][1] * a->m[1][3] + to->m[n][2] * a->m[2][3]);
    return true;
}

static bool is_near(const wm_matrix *a, const wm_matrix *b)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            if (!(fabsf(a->m[i][k] - b->m[i][k]) <= 1e-6f + 1e-6f * fabsf(a->m[i][k])))
                return false;
    return true;
}

static void move_bind(wm_matrix *bind, const wm_matrix *old, const wm_matrix *now)
{
    affine was = affine_of(old), is = affine_of(now), back, own = affine_of(bind);
    if (is_near(old, now) || !invert(&is, &back))
        return;
    was = multiply(&was, &own);
    own = multiply(&back, &was);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            bind->m[i][k] = (float)own.m[i][k];
}

void wmi_restore_binds(wmi_restore *r, uint32_t skins, const wm_pose *now)
{
    for (uint32_t i = 0; i < skins; i++)
        for (uint32_t j = 0; j < r->old->skins[i].joint_count; j++) {
            uint32_t node = r->old->skins[i].joints[j], before = r->before_of[node];
            if (before != WM_NO_INDEX)
                move_bind(&r->old->skins[i].inverse_bind[j], &r->old_pose->world[before],
                          &now->world[node]);
        }
}
