#include "view/difference.h"

#include <math.h>
#include <stdio.h>

#include "base/utf8.h"

enum shown_widths difference_widths(const struct difference_look *look)
{
	if (look->graph == GRAPH_ELIDED)
		return SHOWN_ELIDED;
	return look->both ? SHOWN_BOTH : SHOWN_DIFFERENTIAL;
}

struct difference difference_of(const struct comparison *c, struct change change)
{
	double points = change_points(c, change);

	if (c->parts[0].len) {
		points = change_mixture(change);
		return (struct difference){.points = points / 100,
					   .step = change_mixture_step(points),
					   .part = c->parts[points < 0]};
	}
	return (struct difference){.points = points / 100,
				   .step = change_step(points),
				   .is_new = change.is_new,
				   .is_gone = change.vanished};
}

struct difference difference_at(const struct comparison *c, uint32_t node, bool self)
{
	return difference_of(c,
			     self ? comparison_self(c, node) : comparison_total(c, node));
}

/* Bytes of the name of a part, which is a state. */
#define PART_MAX	 20
#define PART_SHOWN(part) (int)((part).len < PART_MAX ? (part).len : PART_MAX)

/* "+41 %", "-0.7 %", "new +3.1 %", "gone"; "" if there is hardly any difference. */
static const char *difference_label(struct difference d, char buf[LABEL_MAX])
{
	const char *what = d.is_new ? "new" : d.is_gone ? "gone" : "";
	double percent = d.points * 100;

	if (d.part.len)
		snprintf(buf, LABEL_MAX, "%.0f %% %.*s", 50 + 50 * fabs(d.points),
			 PART_SHOWN(d.part), d.part.at);
	else if (d.step == 0)
		snprintf(buf, LABEL_MAX, "%s", what);
	else
		snprintf(buf, LABEL_MAX, "%s%s%+.*f %%", what, *what ? " " : "",
			 fabs(percent) < 9.95, percent);
	return buf;
}

char32_t difference_sign(struct difference d, bool ascii)
{
	if (d.part.len) /* a part is neither more nor less */
		return 0;
	if (d.is_new || d.step > 0)
		return ascii ? U'^' : U'▲';
	if (d.is_gone || d.step < 0)
		return ascii ? U'v' : U'▼';
	return 0;
}

const char *difference_words(struct difference d, bool ascii, char buf[LABEL_MAX])
{
	char label[LABEL_MAX];
	char32_t sign = difference_sign(d, ascii);
	bool up = sign == U'^' || sign == U'▲';

	if (d.part.len)
		difference_label(d, buf);
	else if (sign)
		snprintf(buf, LABEL_MAX, "%.60s %s", difference_label(d, label),
			 ascii ? (up ? "^" : "v") : (up ? "▲" : "▼"));
	else
		buf[0] = '\0';
	return buf;
}

/* ---- colours ---- */

static colour colour_of(uint32_t rgb)
{
	return COLOUR_RGB(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
}

struct style difference_style(const struct theme *t, struct difference d)
{
	if (t->depth == PALETTE_NONE)
		return (struct style){0};
	if (t->depth < PALETTE_256) {
		/* With few colours all steps look alike; the number is in the label. */
		struct style s = {.fg = COLOUR_RGB(0, 0, 0),
				  .bg = COLOUR_RGB(0xe5, 0xe5, 0xe5)};

		if (d.is_new)
			s.bg = COLOUR_RGB(0xcd, 0xcd, 0);
		else if (d.is_gone || d.step < 0)
			s = (struct style){.fg = COLOUR_RGB(0xff, 0xff, 0xff),
					   .bg = COLOUR_RGB(0, 0, 0xee)};
		else if (d.step > 0)
			s.bg = COLOUR_RGB(0xcd, 0, 0);
		return s;
	}
	return (struct style){.fg = COLOUR_RGB(0, 0, 0),
			      .bg = colour_of(d.is_new	  ? CHANGE_HUE_NEW
					      : d.is_gone ? CHANGE_HUE_GONE
							  : change_hue_of_step(d.step))};
}

void difference_draw(const struct theme *t, struct difference d, bool ascii,
		     const char *instead, struct pane p, int x, int y, struct style s)
{
	char words[LABEL_MAX];

	if (t && t->depth != PALETTE_NONE)
		s = difference_style(t, d);
	for (int i = 0; i < DIFFERENCE_WIDTH; i++)
		pane_put(p, x + i, y, U' ', s);
	difference_words(d, ascii, words);
	pane_text_fit(p, x + 1, y, DIFFERENCE_WIDTH - 2, s,
		      text_of(*words ? words : instead));
}

/* ---- the legend ---- */

#define FIGURE_MAX 20
#define WORDS_MAX  32
#define PATH_LEAST 24 /* columns that the legend leaves to the path before it */

/* Some words on their colour: " +5 ". */
struct patch {
	struct difference difference;
	char words[WORDS_MAX + 8]; /* figure, blanks, arrow */
};

#define PATCHES_MAX (2 * DIFFERENCE_STEPS + 1)

static void add_step(const struct theme *t, int step, bool all, struct patch *p)
{
	int size = step < 0 ? -step : step;
	bool last = size == DIFFERENCE_STEPS;
	char figure[FIGURE_MAX] = "";

	p->difference = (struct difference){.step = step};
	if (all)
		snprintf(figure, sizeof figure, "%s%g%s", step < 0 ? "-" : "+",
			 change_step_from[size], last ? " %" : "");
	else
		snprintf(figure, sizeof figure, "%s", step < 0 ? "less" : "more");
	snprintf(p->words, sizeof p->words, " %s%s%s ", figure, last ? " " : "",
		 !last	    ? ""
		 : t->ascii ? (step < 0 ? "v" : "^")
			    : (step < 0 ? "▼" : "▲"));
}

/* Add all steps, or only "less" and "more". Returns their number. */
static int add_steps(const struct theme *t, bool all, struct patch of[PATCHES_MAX])
{
	int n = 0;

	for (int step = -DIFFERENCE_STEPS; step <= DIFFERENCE_STEPS; step++)
		if (step &&
		    (all || step == DIFFERENCE_STEPS || step == -DIFFERENCE_STEPS))
			add_step(t, step, all, &of[n++]);
	of[n] = (struct patch){{.is_new = true}, " new "};
	return n + 1;
}

static int width_of(const struct patch *of, int n, const char *title)
{
	int width = 1 + (int)strlen(title);

	for (int i = 0; i < n; i++)
		width += utf8_columns(text_of(of[i].words));
	return width;
}

static int draw_patches(const struct theme *t, const struct patch *of, int n,
			const char *title, struct pane p)
{
	int x = p.area.w - width_of(of, n, title), at = x;

	at += pane_print(p, at, 0, (struct style){.attr = ATTR_DIM}, title);
	for (int i = 0; i < n; i++)
		at += pane_print(p, at, 0, difference_style(t, of[i].difference),
				 of[i].words);
	return x;
}

static struct patch patch_of(int step, struct text part)
{
	struct patch p = {.difference = {.step = step}};

	snprintf(p.words, sizeof p.words, " %.*s ", PART_SHOWN(part), part.at);
	return p;
}

int difference_legend_of_parts(const struct theme *t, const struct comparison *c,
			       struct pane p)
{
	const struct patch of[] = {
	    patch_of(-DIFFERENCE_STEPS, c->parts[1]),
	    patch_of(-DIFFERENCE_STEPS / 2, TEXT("")),
	    patch_of(0, TEXT("both")),
	    patch_of(DIFFERENCE_STEPS / 2, TEXT("")),
	    patch_of(DIFFERENCE_STEPS, c->parts[0]),
	};
	int n = (int)(sizeof of / sizeof *of);

	return width_of(of, n, "") <= p.area.w - PATH_LEAST
		   ? draw_patches(t, of, n, "", p)
		   : p.area.w;
}

int difference_legend(const struct theme *t, const struct difference_look *look,
		      struct pane p)
{
	const char *title = look->self ? "self, in % of all " : "in % of all ";
	int room = p.area.w - PATH_LEAST, n;
	struct patch of[PATCHES_MAX];

	if (look->graph == GRAPH_ELIDED) {
		of[0] = (struct patch){{.is_gone = true}, " in B only "};
		of[1] = (struct patch){{.step = 0}, " callers, in both "};
		n = 2;
		return width_of(of, n, "") <= room ? draw_patches(t, of, n, "", p)
						   : p.area.w;
	}
	n = add_steps(t, t->depth >= PALETTE_256, of);
	if (width_of(of, n, title) <= room)
		return draw_patches(t, of, n, title, p);
	if (width_of(of, n, "") > room)
		n = add_steps(t, false, of);
	return width_of(of, n, "") <= room ? draw_patches(t, of, n, "", p) : p.area.w;
}
