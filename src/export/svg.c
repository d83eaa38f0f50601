#include "export/svg.h"

#include <inttypes.h>

#include "analysis/compare/comparison.h"
#include "analysis/hue.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/export.h"
#include "export/extent.h"

/* Pixels. svg_script.js repeats some of them. */
#define WIDTH	  1200
#define LEFT	  10
#define INSIDE	  (WIDTH - 2 * LEFT)
#define LEVEL	  16  /* vertical distance of boxes */
#define NARROWEST 0.1 /* minimal width of a drawn box */
#define GAP	  0.5 /* between boxes, if there is room */
#define COLUMN	  7.3 /* maximal width of a character in labels */
#define HEAD	  72
#define FOOT	  36

#define SHORTEST_LABEL 3    /* columns */
#define LONGEST_NAME   4096 /* characters */

struct svg_drawing {
	const struct export_job *job; /* borrowed */
	/* borrowed: that of the job, or of its comparison */
	const struct flame *flame;
	FILE *out;
	struct siblings siblings;
	uint64_t *from;	  /* owned: by depth, the value to the left of the current box */
	uint32_t deepest; /* deepest drawn level */
	/* The number of boxes that are too narrow to draw. */
	uint64_t narrow;
	uint64_t hidden; /* value of the narrow boxes whose callers are drawn */
	struct text unit;
};

/* ---- text ---- */

void svg_text(struct text t, size_t most, FILE *out)
{
	struct printable p = printable_of(t);
	char bytes[UTF8_MAX];
	char32_t rune;

	for (size_t n = 0; p.rest.len; n++) {
		if (n == most) {
			fputs("\xe2\x80\xa6", out);
			return;
		}
		rune = printable_next(&p);
		switch (rune) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			fwrite(bytes, 1, utf8_encode(rune, bytes), out);
			break;
		}
	}
}

/* The number of characters that fit. A truncated text leaves one column for the mark. */
static size_t fitting(struct text t, int columns)
{
	struct printable p = printable_of(t);
	size_t n = 0, marked = 0;
	int used = 0;

	while (p.rest.len) {
		used += utf8_width(printable_next(&p));
		if (used > columns)
			return marked;
		n++;
		if (used < columns)
			marked = n;
	}
	return n;
}

void svg_text_columns(struct text t, int columns, FILE *out)
{
	size_t most = (size_t)columns * (1 + UTF8_MARKS_MAX);
	size_t n = fitting(t, columns);

	svg_text(t, n < most ? n : most, out);
}

/* ---- choice of boxes ---- */

static double width_of(const struct svg_drawing *d, uint32_t node)
{
	const uint64_t *total = d->flame->total;

	return (double)total[node] / (double)total[0] * INSIDE;
}

static bool is_drawn(const struct svg_drawing *d, uint32_t node)
{
	return width_of(d, node) >= NARROWEST;
}

/* The next node: callers before callees, siblings from left to right; 0 at the end. */
static uint32_t next_node(struct svg_drawing *d, uint32_t node)
{
	const struct tree *t = d->flame->tree;
	uint32_t next = siblings_first(&d->siblings, node);

	if (next) {
		d->from[t->depth[next]] = d->from[t->depth[node]];
		return next;
	}
	for (; node; node = t->parent[node]) {
		next = siblings_next(&d->siblings, node);
		if (next) {
			d->from[t->depth[node]] += d->flame->total[node];
			return next;
		}
	}
	return 0;
}

/* Find the deepest drawn level, and count the boxes that are too narrow. */
static void count_boxes(struct svg_drawing *d)
{
	const struct tree *t = d->flame->tree;

	for (uint32_t node = next_node(d, 0); node; node = next_node(d, node)) {
		if (is_drawn(d, node)) {
			if (t->depth[node] > d->deepest)
				d->deepest = t->depth[node];
			continue;
		}
		d->narrow++;
		if (is_drawn(d, t->parent[node]))
			d->hidden += d->flame->total[node];
	}
}

/* ---- numbers ---- */

static void put_share(const struct svg_drawing *d, uint64_t part)
{
	uint64_t all = d->flame->total[0];

	fprintf(d->out, "%.2f %%", all ? 100.0 * (double)part / (double)all : 0.0);
}

/* "1,234 samples", "1.5 s", "4,096 bytes" */
static void put_value(const struct svg_drawing *d, uint64_t value)
{
	char number[NUMBER_GROUPED_MAX], seconds[NUMBER_SECONDS_MAX];

	if (text_equal(d->unit, TEXT("ns"))) {
		fprintf(d->out, "%s s", number_plain_seconds(value, seconds));
		return;
	}
	fprintf(d->out, "%s ", number_grouped(value, number));
	if (d->unit.len)
		svg_text(d->unit, LONGEST_NAME, d->out);
	else if (d->flame->weigh == WEIGH_PERIOD)
		fputs(value == 1 ? "period" : "periods", d->out);
	else
		fputs(value == 1 ? "sample" : "samples", d->out);
}

/* ---- boxes ---- */

static int top_of(const struct svg_drawing *d, uint32_t depth)
{
	return HEAD + LEVEL * (int)(d->job->icicle ? depth : d->deepest - depth);
}

static int height_of(const struct svg_drawing *d)
{
	return HEAD + LEVEL * ((int)d->deepest + 1) + FOOT;
}

static double left_of(const struct svg_drawing *d, uint32_t node)
{
	uint64_t from = d->from[d->flame->tree->depth[node]];

	return LEFT + (double)from / (double)d->flame->total[0] * INSIDE;
}

static bool is_match(const struct svg_drawing *d, uint32_t node)
{
	return d->job->search && bits_has(&d->job->search->nodes, node);
}

static enum code_kind kind_of(const struct svg_drawing *d, uint32_t node)
{
	const struct tree *t = d->flame->tree;

	return hue_kind(t->profile, t->frame[node]);
}

/*
 * The picture shows lost stacks only, so callers that exist in both sides have no change to
 * state.
 */
static bool is_elided(const struct svg_drawing *d)
{
	return d->job->shown && d->job->shown->widths == SHOWN_ELIDED;
}

static struct change change_of(const struct svg_drawing *d, uint32_t node)
{
	const struct comparison *c = d->job->comparison;

	return d->job->self && !is_elided(d) ? comparison_self(c, node)
					     : comparison_total(c, node);
}

static bool has_change(const struct svg_drawing *d, uint32_t node)
{
	return d->job->comparison && (!is_elided(d) || change_of(d, node).vanished ||
				      d->job->comparison->parts[0].len);
}

static uint32_t colour_of(const struct svg_drawing *d, uint32_t node)
{
	const struct tree *t = d->flame->tree;
	const struct comparison *c = d->job->comparison;
	struct hue_box box = {.kind = kind_of(d, node),
			      .label = tree_label(t, node),
			      .module = profile_frame_module(t->profile, t->frame[node]),
			      .value = d->flame->total[node],
			      .all = d->flame->total[0]};

	if (!c)
		return hue_of(d->job->colours, &box);
	return has_change(d, node) ? change_hue(c, change_of(d, node))
				   : change_hue_of_step(0);
}

/* ", 1.20 % of the baseline, change +3.41 %": see change_points() */
static void put_change(const struct svg_drawing *d, uint32_t node)
{
	const struct comparison *c = d->job->comparison;
	struct change x = change_of(d, node);
	double points = change_points(c, x);

	if (d->job->self && !is_elided(d))
		fprintf(d->out, ", itself %.2f %%", 100 * x.share);
	fprintf(d->out, ", %.2f %% of the baseline, change %+.2f %%%s",
		100 * x.baseline_share, points > -0.005 && points < 0.005 ? 0 : points,
		x.is_new     ? ", new"
		: x.vanished ? ", gone"
			     : "");
}

/* <rect ...><title>main\n12 samples, 34.00 %, user</title></rect> */
static void put_box(const struct svg_drawing *d, uint32_t node)
{
	uint32_t depth = d->flame->tree->depth[node], colour = colour_of(d, node);
	double width = width_of(d, node);
	bool match = is_match(d, node);

	fprintf(d->out, "<rect x=\"%.6f\" y=\"%d\" width=\"%.4f\" height=\"%d\" ",
		left_of(d, node), top_of(d, depth), width > 4 * GAP ? width - GAP : width,
		LEVEL - 1);
	fprintf(d->out, "fill=\"#%06" PRIx32 "\" ", match ? HUE_MATCHED : colour);
	if (match) /* the colour without the search */
		fprintf(d->out, "data-fill=\"#%06" PRIx32 "\" ", colour);
	fprintf(d->out, "data-d=\"%" PRIu32 "\" data-n=\"%" PRIu64 "\"><title>", depth,
		d->flame->total[node]);
	svg_text(tree_label(d->flame->tree, node), LONGEST_NAME, d->out);
	putc('\n', d->out);
	put_value(d, d->flame->total[node]);
	fputs(", ", d->out);
	put_share(d, d->flame->total[node]);
	if (node)
		fprintf(d->out, ", %s", code_kind_names[kind_of(d, node)]);
	if (has_change(d, node))
		put_change(d, node);
	fputs("</title></rect>\n", d->out);
}

static void put_label(const struct svg_drawing *d, uint32_t node)
{
	int columns = (int)((width_of(d, node) - 4) / COLUMN);

	if (columns < SHORTEST_LABEL)
		return;
	fprintf(d->out, "<text x=\"%.2f\" y=\"%d\"%s>", left_of(d, node) + 3,
		top_of(d, d->flame->tree->depth[node]) + 11,
		is_match(d, node) ? " fill=\"#ffffff\"" : "");
	svg_text_columns(tree_label(d->flame->tree, node), columns, d->out);
	fputs("</text>\n", d->out);
}

static void put_each(struct svg_drawing *d,
		     void (*put)(const struct svg_drawing *d, uint32_t node))
{
	uint32_t node = 0;

	do {
		if (is_drawn(d, node))
			put(d, node);
		node = next_node(d, node);
	} while (node);
}

/* ---- head and foot ---- */

/* "60-63 s", "all but 60-63 s", "3 ranges"; without times the name of the side. */
static void put_side(const struct svg_drawing *d, const struct side *s,
		     const char *called)
{
	struct range whole = range_whole(s->flame->tree->profile);
	struct range r = range_shown(s->range, whole);
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	r.to = r.to < whole.to ? r.to : whole.to;
	if (s->length && s->less && s->less->several)
		fprintf(d->out, "all but these %" PRIu32 " ranges", s->less->several);
	else if (s->told)
		fprintf(d->out, "%s%" PRIu32 " ranges", s->rest ? "all but " : "",
			s->told);
	else if (s->length)
		fprintf(
		    d->out, "%s%s\xe2\x80\x93%s s", s->less || s->rest ? "all but " : "",
		    number_plain_seconds(r.from, from), number_plain_seconds(r.to, to));
	else
		fputs(called, d->out);
}

static void put_against(const struct svg_drawing *d)
{
	static const char *const ways[NORMALISED_WAYS] = {
	    [NORMALISED_BY_TIME] = "per second",
	    [NORMALISED_BY_SHARE] = "by share",
	    [NOT_NORMALISED] = "as counted",
	};
	const struct comparison *c = d->job->comparison;
	struct text file = c->swapped ? d->job->title : d->job->against;

	fputs(is_elided(d) ? " gone, against " : ", against ", d->out);
	if (d->job->against.len) {
		svg_text_columns(file, 40, d->out);
		if (c->baseline.length)
			fputs(", ", d->out);
	}
	put_side(d, &c->baseline, d->job->against.len ? "" : "the baseline");
	fprintf(d->out, " %s", ways[c->normalised]);
	if (is_elided(d))
		return;
	if (!c->parts[0].len) {
		fputs(": blue less, red more, yellow new", d->out);
		return;
	}
	fputs(": red ", d->out);
	svg_text_columns(c->parts[0], 20, d->out);
	fputs(", blue ", d->out);
	svg_text_columns(c->parts[1], 20, d->out);
}

static void put_head(const struct svg_drawing *d)
{
	bool swapped = d->job->comparison && d->job->comparison->swapped;
	struct range r = range_shown(d->job->range, range_whole(d->flame->tree->profile));
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX], number[NUMBER_THINGS_MAX];

	fprintf(d->out,
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#f8f8f8\"/>\n"
		"<text x=\"%d\" y=\"24\" text-anchor=\"middle\" font-size=\"17\">",
		WIDTH / 2);
	svg_text_columns(swapped && d->job->against.len ? d->job->against : d->job->title,
			 80, d->out);
	fprintf(d->out, "</text>\n<text x=\"%d\" y=\"43\" text-anchor=\"middle\">",
		WIDTH / 2);
	svg_text_columns(d->job->event, 60, d->out);
	if (swapped && d->job->timed) {
		fputs(", ", d->out);
		put_side(d, &d->job->comparison->subject, "all");
	} else if (d->job->timed && d->job->several.count) {
		fprintf(d->out, ", %" PRIu32 " ranges", d->job->several.count);
	} else if (d->job->timed) {
		fprintf(d->out, ", %s\xe2\x80\x93%s s",
			number_plain_seconds(r.from, from),
			number_plain_seconds(r.to, to));
	}
	fputs(", ", d->out);
	put_value(d, d->flame->total[0]);
	if (d->job->comparison)
		put_against(d);
	if (d->job->filter.len) {
		fputs(", filter ", d->out);
		svg_text_columns(d->job->filter, 50, d->out);
	}
	fprintf(d->out, "</text>\n<text x=\"%d\" y=\"60\" text-anchor=\"middle\">",
		WIDTH / 2);
	if (d->narrow) {
		fprintf(d->out, "%s narrower than %.1f pixels not drawn; together ",
			number_things(d->narrow, "boxes", number), NARROWEST);
		put_value(d, d->hidden);
		fputs(", ", d->out);
		put_share(d, d->hidden);
	}
	fputs("</text>\n", d->out);
}

/* Controls that work only with the script. */
static void put_foot(const struct svg_drawing *d)
{
	int y = height_of(d) - 14;

	fprintf(d->out,
		"<text class=\"reset\" x=\"%d\" y=\"24\" cursor=\"pointer\" "
		"display=\"none\">Reset zoom</text>\n"
		"<text class=\"search\" x=\"%d\" y=\"24\" text-anchor=\"end\" "
		"cursor=\"pointer\">Search</text>\n"
		"<text class=\"details\" x=\"%d\" y=\"%d\"> </text>\n"
		"<text class=\"found\" x=\"%d\" y=\"%d\" text-anchor=\"end\">",
		LEFT, WIDTH - LEFT, LEFT, y, WIDTH - LEFT, y);
	if (d->job->search) {
		fputs("matched ", d->out);
		put_share(d, search_value(d->job->search, d->flame, 0));
	}
	fputs("</text>\n", d->out);
}

static void put_file(struct svg_drawing *d)
{
	fprintf(d->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" "
		"height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"monospace\" "
		"font-size=\"12\" xml:space=\"preserve\">\n",
		WIDTH, height_of(d), WIDTH, height_of(d));
	put_head(d);
	if (d->flame->total[0]) {
		fputs("<g class=\"boxes\">\n", d->out);
		put_each(d, put_box);
		fputs("</g>\n<g class=\"labels\" pointer-events=\"none\">\n", d->out);
		put_each(d, put_label);
		fputs("</g>\n", d->out);
		put_foot(d);
		fputs("<script>/* <![CDATA[ */\n", d->out);
		for (const char *const *line = svg_script; *line; line++)
			fputs(*line, d->out);
		fputs("/* ]]> */</script>\n", d->out);
	}
	fputs("</svg>\n", d->out);
}

/*
 * Boxes narrower than a tenth of a pixel are left out, and their number is stated. Labels are
 * truncated to their boxes; tooltips show whole names (up to LONGEST_NAME characters). Boxes
 * that match a search are highlighted. Nothing is loaded from elsewhere, and names are always
 * plain text: see svg_text().
 */
static bool svg_write(const struct export_job *job, FILE *out, struct error *err)
{
	const struct flame *f = export_graph(job);
	struct svg_drawing d = {
	    .job = job, .flame = f, .out = out, .unit = flame_unit(f)};

	if (!siblings_build(&d.siblings, f, job->order, err))
		return false;
	d.from = mem_array((size_t)f->tree->deepest + 1, sizeof *d.from, "levels", err);
	if (d.from) {
		count_boxes(&d);
		put_file(&d);
	}
	mem_free(d.from);
	siblings_release(&d.siblings);
	return d.from && (!ferror(out) || error_sys(err, "cannot write"));
}

static bool svg_measure(const struct export_job *job, uint64_t *bytes, struct error *err)
{
	return extent_of_nodes(export_graph(job), bytes, err);
}

const struct notation svg_notation = {
    .name = "svg",
    .extension = "svg",
    .begins = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=",
    .has = "font-family=\"monospace\" font-size=\"12\" xml:space=\"preserve\">",
    .what = "a flame graph in SVG",
    .help = "a flame graph for browsers: one self-contained file, with tooltips, "
	    "zoom and search",
    .of_sides = true,
    .sums = SUMS_ALWAYS,
    .write = svg_write,
    .measure = svg_measure,
};
