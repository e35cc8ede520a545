/* compare_png GOLDEN PICTURE [MEAN [WORST]]: are two pictures alike? Exit 0 if they are, 1 if
 * not, 2 if one cannot be read.
 *
 * MEAN is the largest mean difference of a channel (0 to 255) that is allowed, WORST that of any
 * spot of five by five pixels: machines draw the rims of shapes a little differently, but not
 * whole spots. */
#include <cairo.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPOT = 5 };

typedef struct picture {
    cairo_surface_t *surface;
    int width, height, stride;
    const unsigned char *data;
} picture;

static bool open_picture(const char *file, picture *p)
{
    p->surface = cairo_image_surface_create_from_png(file);
    p->data = cairo_image_surface_get_data(p->surface);
    p->width = cairo_image_surface_get_width(p->surface);
    p->height = cairo_image_surface_get_height(p->surface);
    p->stride = cairo_image_surface_get_stride(p->surface);
    if (p->data && p->width > 0 && p->height > 0)
        return true;
    printf("%s cannot be read: %s\n", file,
           cairo_status_to_string(cairo_surface_status(p->surface)));
    return false;
}

static int channel(const picture *p, int x, int y, int k)
{
    uint32_t pixel = *(const uint32_t *)(const void *)(p->data + (long)y * p->stride + 4L * x);
    return (int)(pixel >> (8 * k) & 255);
}

/* Difference of the mean colours of a spot. */
static double spot_difference(const picture *a, const picture *b, int x, int y)
{
    double most = 0;
    for (int k = 0; k < 3; k++) {
        long sum = 0;
        for (int j = 0; j < SPOT; j++)
            for (int i = 0; i < SPOT; i++)
                sum += channel(a, x + i, y + j, k) - channel(b, x + i, y + j, k);
        most = fmax(most, fabs((double)sum) / (SPOT * SPOT));
    }
    return most;
}

/* 0 when they are alike, 1 when they are not; says so. */
static int judge(const picture *a, const picture *b, double mean, double worst)
{
    double most = 0, total = 0;
    int at[2] = {0, 0};
    if (a->width != b->width || a->height != b->height) {
        printf("%d x %d pixels in place of %d x %d\n", b->width, b->height, a->width, a->height);
        return 1;
    }
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            for (int k = 0; k < 3; k++)
                total += abs(channel(a, x, y, k) - channel(b, x, y, k));
    total /= 3.0 * a->width * a->height;
    for (int y = 0; y + SPOT <= a->height; y++)
        for (int x = 0; x + SPOT <= a->width; x++) {
            double d = spot_difference(a, b, x, y);
            if (d > most) {
                most = d;
                at[0] = x;
                at[1] = y;
            }
        }
    if (total <= mean && most <= worst)
        return 0;
    printf("they differ by %.2f on the mean (%.2f allowed) and %.1f at %d,%d (%.1f allowed)\n",
           total, mean, most, at[0], at[1], worst);
    return 1;
}

int main(int argc, char **argv)
{
    picture a = {0}, b = {0};
    if (argc < 3) {
        printf("usage: compare_png GOLDEN PICTURE [MEAN [WORST]]\n");
        return 2;
    }
    bool good = open_picture(argv[1], &a) && open_picture(argv[2], &b);
    int code =
        good ? judge(&a, &b, argc > 3 ? atof(argv[3]) : 1.5, argc > 4 ? atof(argv[4]) : 24) : 2;
    cairo_surface_destroy(a.surface);
    cairo_surface_destroy(b.surface);
    cairo_debug_reset_static_data();
    return code;
}
