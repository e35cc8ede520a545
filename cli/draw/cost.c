/* What drawing costs, and what is left out where far too much lies in one place. */
#include "draw/draw.h"
#include "real.h"

#include <stdlib.h>

static double within(double v, double from, double size)
{
    return cli_min(cli_max(v, from), from + size);
}

double draw_cost(const draw_box *frame, const double x[3], const double y[3], draw_cost_kind kind)
{
    double px[3], py[3], outline = 0;
    for (int k = 0; k < 3; k++) { /* what lies beyond the frame is not drawn */
        px[k] = within(x[k], frame->x, frame->w);
        py[k] = within(y[k], frame->y, frame->h);
    }
    for (int k = 0; k < 3; k++)
        outline += cli_hypot(px[(k + 1) % 3] - px[k], py[(k + 1) % 3] - py[k]);
    double area = (px[1] - px[0]) * (py[2] - py[0]) - (px[2] - px[0]) * (py[1] - py[0]);
    return kind == DRAW_AS_LINES ? outline : fabs(area) / 2 + outline;
}

static int highest_first(const void *left, const void *right)
{
    const draw_choice *a = left, *b = right;
    if (a->top != b->top)
        return a->top > b->top ? -1 : 1;
    return a->face < b->face ? -1 : 1;
}

void draw_choose(draw_choice *list, size_t count, double most, bool *left_out)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += list[i].cost;
    if (sum <= most)
        return;
    qsort(list, count, sizeof *list, highest_first);
    for (size_t i = 0; i < count; i++) {
        most -= list[i].cost;
        left_out[list[i].face] = most < 0;
    }
}
