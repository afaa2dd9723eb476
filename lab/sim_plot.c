#include "sim_plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "text.h"

enum { ROW = 24, AXIS = 34, BINS = 48, TICKS = 4, HEIGHT = 150, COLOURS = 8 };

void page_format(struct lan_text *page, const char *format, ...)
{
    char line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    lan_text_add(page, line);
}

void page_escape(struct lan_text *page, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            lan_text_add(page, "&lt;");
        else if (*text == '&')
            lan_text_add(page, "&amp;");
        else if (*text == '"')
            lan_text_add(page, "&quot;");
        else if (*text == '\'')
            lan_text_add(page, "&#39;");
        else
            lan_text_add_char(page, *text);
    }
}

/* ---- Scales -------------------------------------------------------------------------------------------- */

/* Round numbers `step` apart that enclose all values. */
struct scale {
    double from, to, step;
};

static double step_of(double span, int ticks)
{
    double raw = span / ticks, power = pow(10, floor(log10(raw))), lead = raw / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

static struct scale scale_of(double low, double high, double least_step)
{
    double step = fmax(least_step, step_of(fmax(high - low, 1e-9), TICKS));
    return (struct scale){floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step};
}

/* The place of a value, in per cent of the width. */
static double place(const struct scale *scale, double value)
{
    return 100 * (value - scale->from) / (scale->to - scale->from);
}

static int ticks_of(const struct scale *scale)
{
    return (int)floor((scale->to - scale->from) / scale->step + 0.5);
}

static void figure_open(struct lan_text *page, const char *title)
{
    lan_text_add(page, "<figure><figcaption>");
    page_escape(page, title);
    lan_text_add(page, "</figcaption>\n");
}

/* ---- Rates --------------------------------------------------------------------------------------------- */

static void grid_draw(struct lan_text *page, const struct scale *scale, struct plot_line line, int height)
{
    for (int i = 0; i <= ticks_of(scale); i++) {
        double x = place(scale, scale->from + i * scale->step);
        page_format(page, "<line class='grid' x1='%.2f%%' x2='%.2f%%' y1='0' y2='%d'/>", x, x, height);
    }
    if (line.share >= 0) {
        double x = place(scale, 100 * line.share);
        page_format(page, "<line class='fair' x1='%.2f%%' x2='%.2f%%' y1='0' y2='%d'/>", x, x, height);
    }
}

static void row_draw(struct lan_text *page, const struct scale *scale, const struct plot_row *row,
                     struct plot_line line)
{
    double low = place(scale, 100 * row->low), high = place(scale, 100 * row->high);
    lan_text_add(page, "<div class='row'><span class='name'>");
    page_escape(page, row->name);
    page_format(page, "</span><svg height='%d' aria-hidden='true'>", ROW);
    grid_draw(page, scale, line, ROW);
    page_format(page,
                "<g class='c%d'><line class='span' x1='%.2f%%' x2='%.2f%%' y1='12' y2='12'/>"
                "<line class='end' x1='%.2f%%' x2='%.2f%%' y1='7' y2='17'/>"
                "<line class='end' x1='%.2f%%' x2='%.2f%%' y1='7' y2='17'/>"
                "<circle cx='%.2f%%' cy='12' r='4.5'/></g></svg>",
                row->colour % COLOURS, low, high, low, low, high, high, place(scale, 100 * row->rate));
    page_format(page,
                "<span class='figure'>%.1f&nbsp;%% <small>[%.1f,&nbsp;%.1f]&ensp;n&nbsp;=&nbsp;%llu</small>"
                "</span></div>\n",
                100 * row->rate, 100 * row->low, 100 * row->high, (unsigned long long)row->count);
}

/* The labels of the axis below the rows; `name` is that of the axis. */
static void axis_draw(struct lan_text *page, const struct scale *scale, const char *name,
                      struct plot_line line)
{
    int digits = scale->step >= 1 ? 0 : scale->step >= 0.1 ? 1 : 2;
    page_format(page, "<div class='row axis'><span class='name'></span><svg height='%d' aria-hidden='true'>",
                AXIS);
    lan_text_add(page, "<line class='base' x1='0' x2='100%' y1='0.5' y2='0.5'/>");
    for (int i = 0; i <= ticks_of(scale); i++) {
        double value = scale->from + i * scale->step, x = place(scale, value);
        page_format(page,
                    "<line class='base' x1='%.2f%%' x2='%.2f%%' y1='0' y2='5'/>"
                    "<text x='%.2f%%' y='18' text-anchor='middle'>%.*f%%</text>",
                    x, x, x, digits, value);
    }
    lan_text_add(page, "<text class='label' x='50%' y='32' text-anchor='middle'>");
    page_escape(page, name);
    lan_text_add(page, "</text></svg><span class='figure'></span></div>\n");
    if (line.share >= 0) {
        page_format(page,
                    "<p class='legend'><svg width='22' height='10' aria-hidden='true'><line class='fair' "
                    "x1='0' x2='22' y1='5' y2='5'/></svg> ");
        page_escape(page, line.name);
        page_format(page, ": %.1f&nbsp;%%</p>\n", 100 * line.share);
    }
}

void plot_rates(struct lan_text *page, const char *title, const char *axis, const struct plot_row *row,
                int rows, struct plot_line line)
{
    double low = 1, high = 0;
    for (int i = 0; i < rows; i++) {
        low = fmin(low, row[i].low);
        high = fmax(high, row[i].high);
    }
    if (line.share >= 0) {
        low = fmin(low, line.share);
        high = fmax(high, line.share);
    }
    /* In per cent, a little wider than the data, within 0 and 100. */
    double room = fmax(0.25, 100 * (high - low) * 0.04);
    struct scale scale = scale_of(fmax(0, 100 * low - room), fmin(100, 100 * high + room), 0.1);
    figure_open(page, title);
    for (int i = 0; i < rows; i++)
        row_draw(page, &scale, &row[i], line);
    axis_draw(page, &scale, axis, line);
    lan_text_add(page, "</figure>\n");
}

/* ---- Histograms ---------------------------------------------------------------------------------------- */

struct bins {
    int from, width, count; /* the first value, values in a bin, bins */
    double share[BINS + 1]; /* in per cent of all */
    double most;
};

/* False when there is nothing to show: two values next to each other are a rate, which has its own figure. */
static bool bins_fill(struct bins *bins, const uint64_t *count, int size)
{
    int from = 0, to = size;
    double all = 0;
    while (from < size && !count[from])
        from++;
    while (to > from && !count[to - 1])
        to--;
    if (to - from < 3)
        return false;
    *bins = (struct bins){.from = from, .width = (to - from + BINS - 1) / BINS};
    bins->count = (to - from + bins->width - 1) / bins->width;
    for (int i = from; i < to; i++)
        all += (double)count[i];
    for (int i = from; i < to; i++) {
        double *share = &bins->share[(i - from) / bins->width];
        *share += 100 * (double)count[i] / all;
        bins->most = fmax(bins->most, *share);
    }
    return true;
}

static void bins_draw(struct lan_text *page, const struct bins *bins, const struct scale *up, int zero)
{
    for (int i = 0; i < bins->count; i++) {
        double height = bins->share[i] / up->to * HEIGHT, step = 100.0 / bins->count;
        int first = bins->from + i * bins->width - zero;
        page_format(page, "<rect class='bar' x='%.3f%%' y='%.1f' width='%.3f%%' height='%.1f'><title>",
                    i * step + step * 0.05, HEIGHT + 8 - height, step * 0.9, height);
        if (bins->width == 1)
            page_format(page, "%d: %.2f %%</title></rect>\n", first, bins->share[i]);
        else
            page_format(page, "%d to %d: %.2f %%</title></rect>\n", first, first + bins->width - 1,
                        bins->share[i]);
    }
}

/* Ticks below the bars, at round values. */
static void values_draw(struct lan_text *page, const struct bins *bins, int zero)
{
    int first = bins->from - zero, last = first + bins->count * bins->width - 1;
    int step = (int)fmax(1, step_of(last - first, 2 * TICKS));
    page_format(page, "<line class='base' x1='0' x2='100%%' y1='%d.5' y2='%d.5'/>", HEIGHT + 8, HEIGHT + 8);
    for (int value = (int)ceil((double)first / step) * step; value <= last; value += step) {
        double x = 100 * (value - first + 0.5) / (bins->count * bins->width);
        page_format(page,
                    "<line class='base' x1='%.2f%%' x2='%.2f%%' y1='%d' y2='%d'/>"
                    "<text x='%.2f%%' y='%d' text-anchor='%s'>%d</text>",
                    x, x, HEIGHT + 8, HEIGHT + 13, x, HEIGHT + 26,
                    x < 2    ? "start"
                    : x > 98 ? "end"
                             : "middle",
                    value);
    }
}

void plot_histogram(struct lan_text *page, const char *title, const char *axis, const uint64_t *count,
                    int size, int zero)
{
    struct bins bins;
    if (!bins_fill(&bins, count, size))
        return;
    struct scale up = scale_of(0, bins.most, 0.1);
    int digits = up.step >= 1 ? 0 : 1;
    figure_open(page, title);
    page_format(page, "<div class='histogram'><svg class='scale' height='%d' aria-hidden='true'>",
                HEIGHT + 12);
    for (int i = 0; i <= ticks_of(&up); i++)
        page_format(page, "<text x='100%%' y='%.1f' text-anchor='end'>%.*f%%</text>",
                    HEIGHT + 12 - i * up.step / up.to * HEIGHT, digits, i * up.step);
    page_format(page, "</svg><svg height='%d' role='img'>", HEIGHT + 46);
    for (int i = 1; i <= ticks_of(&up); i++) {
        double y = HEIGHT + 8 - i * up.step / up.to * HEIGHT;
        page_format(page, "<line class='grid' x1='0' x2='100%%' y1='%.1f' y2='%.1f'/>", y, y);
    }
    bins_draw(page, &bins, &up, zero);
    values_draw(page, &bins, zero);
    page_format(page, "<text class='label' x='50%%' y='%d' text-anchor='middle'>", HEIGHT + 42);
    page_escape(page, axis);
    lan_text_add(page, "</text></svg></div></figure>\n");
}
