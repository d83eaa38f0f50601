#include "view/theme.h"

#include "base/number.h"

#define STOPS_MAX 6

struct colour_stop {
	double at; /* the unit depends on the scale */
	colour colour;
};

static double channel(double from, double to, double share)
{
	return from + (to - from) * share;
}

colour theme_blend(colour under, colour over, unsigned percent)
{
	double share = percent / 100.0;
	unsigned c[3];

	for (int i = 0; i < 3; i++)
		c[i] = (unsigned)(channel(COLOUR_CHANNEL(under, i),
					  COLOUR_CHANNEL(over, i), share) +
				  0.5);
	return COLOUR_RGB(c[0], c[1], c[2]);
}

#define FADE 45 /* percent of the background in cells that are not selected */

colour theme_faded(const struct theme *t, colour c)
{
	colour ground = theme_ground(t);

	if (c == COLOUR_DEFAULT)
		return c;
	return theme_blend(c, ground ? ground : COLOUR_RGB(0, 0, 0), FADE);
}

/* The colour at `at`, between two stops, linear in each channel as in d3.scaleLinear. */
static colour blend_stops(const struct colour_stop *stops, int n, double at)
{
	for (int i = 1; i < n; i++) {
		double span = stops[i].at - stops[i - 1].at;

		if (at > stops[i].at && i < n - 1)
			continue;
		if (span <= 0)
			return stops[i].colour;
		return theme_blend(stops[i - 1].colour, stops[i].colour,
				   (unsigned)(100 * (at - stops[i - 1].at) / span + 0.5));
	}
	return stops[0].colour;
}

/*
 * FlameScope's enhanced scale: 0 white, 1 blue, 3 pink, half the peak and the peak red. Its stops
 * cross when the peak is 6 or less; those at or above half the peak are left out.
 */
static colour enhanced(uint64_t count, uint64_t peak)
{
	struct colour_stop stops[STOPS_MAX] = {{0, COLOUR_RGB(0xff, 0xff, 0xff)},
					       {1, COLOUR_RGB(0x6a, 0xaa, 0xff)}};
	int n = 2;
	double half = (double)peak / 2.0;

	/* room: STOPS_MAX is 6 */
	if (half > 3)
		stops[n++] = (struct colour_stop){3, COLOUR_RGB(0xfa, 0xa0, 0xb5)};
	if (half > 1)
		stops[n++] = (struct colour_stop){half, COLOUR_RGB(0xff, 0x50, 0x32)};
	if (peak > 1)
		stops[n++] =
		    (struct colour_stop){(double)peak, COLOUR_RGB(0xe5, 0x09, 0x14)};
	return blend_stops(stops, n, (double)count);
}

/* Even steps from the first count to the peak. */
static colour even(const colour *steps, int n, uint64_t count, uint64_t peak)
{
	double share = peak > 1 ? (double)(count - 1) / (double)(peak - 1) : 1;
	struct colour_stop stops[STOPS_MAX];

	for (int i = 0; i < n; i++)
		stops[i] = (struct colour_stop){(double)i / (n - 1), steps[i]};
	return blend_stops(stops, n, share);
}

/*
 * Scales made of the 6x6x6 cube. Rounded to the cube, viridis would be darker for two samples than
 * for one, and different reds would be equal. In these the lightness grows evenly, and neighbours
 * can be distinguished with any kind of colour vision.
 */
static colour of_cube(enum heat_scale scale, uint64_t count, uint64_t peak)
{
	static const colour safe[] = {
	    COLOUR_RGB(0x5f, 0x00, 0x5f), COLOUR_RGB(0x5f, 0x00, 0xaf),
	    COLOUR_RGB(0x00, 0x5f, 0xaf), COLOUR_RGB(0x00, 0x87, 0x87),
	    COLOUR_RGB(0x00, 0xaf, 0x87), COLOUR_RGB(0x5f, 0xd7, 0x5f),
	    COLOUR_RGB(0xd7, 0xd7, 0x00), COLOUR_RGB(0xff, 0xff, 0x87)};
	static const colour dark[] = {
	    COLOUR_RGB(0x5f, 0x00, 0x00), COLOUR_RGB(0x87, 0x00, 0x00),
	    COLOUR_RGB(0xaf, 0x00, 0x00), COLOUR_RGB(0xd7, 0x5f, 0x00),
	    COLOUR_RGB(0xff, 0x87, 0x00), COLOUR_RGB(0xff, 0xd7, 0x5f),
	    COLOUR_RGB(0xff, 0xff, 0xaf)};
	const uint64_t last = scale == HEAT_SAFE ? 7 : 6;
	uint64_t step = peak > 1 ? number_share(count - 1, peak - 1, last) : last;

	return scale == HEAT_SAFE ? safe[step] : dark[step];
}

/* With 8 or 16 colours there are no shades: each step, and each kind, has a separate colour. */
static bool few(const struct theme *t)
{
	return t->depth < PALETTE_256;
}

#define ANSI(r, g, b) COLOUR_RGB((r)*205, (g)*205, (b)*205)

bool theme_has_blocks(const struct theme *t)
{
	return !t->ascii && t->depth >= PALETTE_256;
}

colour theme_ground(const struct theme *t)
{
	if (few(t))
		return COLOUR_DEFAULT;
	if (t->scale == HEAT_DEFAULT || t->scale == HEAT_ENHANCED)
		return COLOUR_RGB(0xff, 0xff, 0xff);
	return COLOUR_DEFAULT;
}

enum heat_scale theme_usual_scale(bool light)
{
	return light ? HEAT_DEFAULT : HEAT_DARK;
}

bool theme_follow(struct theme *t, const struct choice *c)
{
	const struct theme was = *t;

	t->light =
	    c->theme == BACKGROUND_AUTO ? t->told_light : c->theme == BACKGROUND_LIGHT;
	t->scale =
	    c->scale ? (enum heat_scale)(c->scale - 1) : theme_usual_scale(t->light);
	t->flame = c->colours;
	return t->light != was.light || t->scale != was.scale || t->flame != was.flame;
}

colour theme_heat(const struct theme *t, uint64_t count, uint64_t peak)
{
	/* FlameScope: white, half the peak, the peak */
	const struct colour_stop plain[] = {
	    {0, COLOUR_RGB(0xff, 0xff, 0xff)},
	    {(double)peak / 2, COLOUR_RGB(0xff, 0x50, 0x32)},
	    {(double)peak, COLOUR_RGB(0xe5, 0x09, 0x14)}};
	/* viridis without its first two tenths: the darkest must differ from a black ground */
	const colour safe[] = {COLOUR_RGB(0x41, 0x44, 0x87), COLOUR_RGB(0x2a, 0x78, 0x8e),
			       COLOUR_RGB(0x22, 0xa8, 0x84), COLOUR_RGB(0x7a, 0xd1, 0x51),
			       COLOUR_RGB(0xfd, 0xe7, 0x25)};
	/* steps as even in lightness as those of viridis, for any kind of colour vision */
	const colour dark[] = {COLOUR_RGB(0x5f, 0x00, 0x00), COLOUR_RGB(0xaf, 0x00, 0x00),
			       COLOUR_RGB(0xdf, 0x5f, 0x00), COLOUR_RGB(0xff, 0xaf, 0x2f),
			       COLOUR_RGB(0xff, 0xff, 0xaf)};

	if (count == 0)
		return theme_ground(t);
	if (few(t)) {
		/*
		 * The colour of characters. Terminals with few colours seldom report
		 * whether they are light, so each colour must be readable on black and on
		 * white; the hottest has the terminal's own colour.
		 */
		const colour steps[] = {ANSI(1, 0, 1), ANSI(1, 0, 0), COLOUR_DEFAULT};

		return steps[peak > 1 ? number_share(count - 1, peak - 1, 2) : 2];
	}
	if (t->depth == PALETTE_256 && (t->scale == HEAT_SAFE || t->scale == HEAT_DARK))
		return of_cube(t->scale, count, peak);
	switch (t->scale) {
	case HEAT_ENHANCED:
		return enhanced(count, peak);
	case HEAT_SAFE:
		return even(safe, 5, count, peak);
	case HEAT_DARK:
		return even(dark, 5, count, peak);
	default:
		return blend_stops(plain, 3, (double)count);
	}
}

colour theme_match(const struct theme *t, uint64_t count, uint64_t peak)
{
	const colour steps[] = {COLOUR_RGB(0x87, 0x00, 0x87),
				COLOUR_RGB(0xd7, 0x00, 0xd7),
				COLOUR_RGB(0xff, 0x5f, 0xff)};

	return few(t) ? ANSI(1, 0, 1) : even(steps, 3, count, peak);
}

colour theme_unmatched(const struct theme *t, uint64_t count, uint64_t peak)
{
	const colour dark[] = {COLOUR_RGB(0x30, 0x30, 0x30),
			       COLOUR_RGB(0x94, 0x94, 0x94)};
	const colour light[] = {COLOUR_RGB(0xe4, 0xe4, 0xe4),
				COLOUR_RGB(0x80, 0x80, 0x80)};

	if (count == 0)
		return theme_heat(t, count, peak);
	if (few(t)) /* magenta marks matches */
		return COLOUR_DEFAULT;
	return even(theme_ground(t) == COLOUR_DEFAULT && !t->light ? dark : light, 2,
		    count, peak);
}

/* On white the colours are darker: orange would be faint. */
static colour side_on(bool white, enum side_mark side)
{
	if (side == SIDE_A)
		return white ? COLOUR_RGB(0xaf, 0x5f, 0x00)
			     : COLOUR_RGB(0xff, 0x87, 0x00);
	return white ? COLOUR_RGB(0x00, 0x5f, 0xaf) : COLOUR_RGB(0x00, 0x87, 0xff);
}

colour theme_side(const struct theme *t, enum side_mark side)
{
	if (few(t) && side == SIDE_A)
		return ANSI(1, 1, 0);
	if (few(t)) /* the dark blue of eight colours is unreadable on black */
		return t->depth == PALETTE_16 ? COLOUR_RGB(0x5c, 0x5c, 0xff)
					      : ANSI(0, 1, 1);
	return side_on(theme_ground(t) != COLOUR_DEFAULT || t->light, side);
}

/*
 * Running is green, waiting for a CPU has warm colours, blocked cool ones; state D, rare and
 * important, is red. They differ in lightness, too.
 */
colour theme_state(const struct theme *t, enum thread_state state)
{
	static const colour of_few[THREAD_STATES + 1] = {
	    [STATE_RUNNING] = ANSI(0, 1, 0),   [STATE_BLOCKED] = ANSI(0, 1, 1),
	    [STATE_DISK] = ANSI(1, 0, 0),      [STATE_RUNNABLE] = ANSI(1, 1, 0),
	    [STATE_PREEMPTED] = ANSI(1, 1, 0), [STATE_UNKNOWN] = COLOUR_DEFAULT,
	    [THREAD_STATES] = COLOUR_DEFAULT};
	static const colour on_dark[THREAD_STATES] = {
	    [STATE_RUNNING] = COLOUR_RGB(0x4f, 0xb8, 0x5a),
	    [STATE_BLOCKED] = COLOUR_RGB(0x2f, 0x55, 0x87),
	    [STATE_DISK] = COLOUR_RGB(0xe0, 0x3c, 0x5f),
	    [STATE_RUNNABLE] = COLOUR_RGB(0xff, 0xc6, 0x3d),
	    [STATE_PREEMPTED] = COLOUR_RGB(0xd0, 0x87, 0x2c),
	    [STATE_UNKNOWN] = COLOUR_RGB(0x6c, 0x6c, 0x6c)};
	static const colour on_light[THREAD_STATES] = {
	    [STATE_RUNNING] = COLOUR_RGB(0x2e, 0x8b, 0x3a),
	    [STATE_BLOCKED] = COLOUR_RGB(0xa9, 0xc4, 0xe6),
	    [STATE_DISK] = COLOUR_RGB(0xc6, 0x1f, 0x45),
	    [STATE_RUNNABLE] = COLOUR_RGB(0xf0, 0xa8, 0x00),
	    [STATE_PREEMPTED] = COLOUR_RGB(0xb3, 0x62, 0x00),
	    [STATE_UNKNOWN] = COLOUR_RGB(0xb0, 0xb0, 0xb0)};

	if (few(t))
		return of_few[state];
	if (state == THREAD_STATES)
		return theme_ground(t);
	return theme_ground(t) != COLOUR_DEFAULT || t->light ? on_light[state]
							     : on_dark[state];
}

char theme_state_glyph(enum thread_state state)
{
	static const char glyphs[] = {
	    [STATE_RUNNING] = '#',  [STATE_BLOCKED] = '-',   [STATE_DISK] = 'D',
	    [STATE_RUNNABLE] = 'w', [STATE_PREEMPTED] = 'p', [STATE_UNKNOWN] = '?',
	    [THREAD_STATES] = ' '};

	return glyphs[state];
}

struct style theme_found_words(const struct theme *t)
{
	return (struct style){.fg = t->light && !few(t) ? COLOUR_RGB(0xaf, 0x00, 0xaf)
							: COLOUR_RGB(0xff, 0x5f, 0xff),
			      .attr = ATTR_BOLD};
}

char theme_side_letter(enum side_mark side)
{
	return " AB"[side];
}

colour theme_side_ground(const struct theme *t, enum side_mark side)
{
	if (theme_ground(t) == COLOUR_DEFAULT && !t->light)
		return side == SIDE_A ? COLOUR_RGB(0x5f, 0x5f, 0x00)
				      : COLOUR_RGB(0x00, 0x00, 0x5f);
	return side == SIDE_A ? COLOUR_RGB(0xff, 0xd7, 0xaf)
			      : COLOUR_RGB(0xd7, 0xd7, 0xff);
}

uint64_t theme_scale_step(uint64_t peak, bool counts, unsigned i, unsigned steps)
{
	if (i == 0)
		return peak;
	return counts ? peak - number_share(i, steps - 1, peak - 1)
		      : peak - number_share(i, steps, peak);
}

char theme_heat_glyph(uint64_t count, uint64_t peak)
{
	static const char ramp[] = ".:-=+*#%@";
	const uint32_t steps = sizeof ramp - 1;

	if (count == 0)
		return ' ';
	if (peak <= 1)
		return ramp[steps - 1];
	return ramp[number_share(count - 1, peak - 1, steps - 1)];
}

char theme_match_glyph(uint64_t count, uint64_t peak)
{
	return peak <= 1 ? '9' : (char)('1' + number_share(count - 1, peak - 1, 8));
}

static colour plain_kind(enum code_kind kind)
{
	static const colour of[CODE_KINDS] = {
	    [CODE_GROUP] = ANSI(0, 0, 1),
	    [CODE_USER] = ANSI(1, 0, 0),
	    [CODE_CPP] = ANSI(1, 0, 1),
	    [CODE_KERNEL] = ANSI(1, 1, 0),
	    [CODE_JIT] = ANSI(0, 1, 0),
	    [CODE_INLINED] = ANSI(0, 1, 1),
	    [CODE_NAMELESS] = ANSI(1, 1, 1),
	    /* from the second eight colours; see merged() */
	    [CODE_RUNTIME] = COLOUR_RGB(0x5c, 0x5c, 0xff),
	    [CODE_IDLE] = COLOUR_RGB(0x7f, 0x7f, 0x7f),
	};

	return of[kind];
}

static colour of_hue(uint32_t hue)
{
	return COLOUR_RGB(hue >> 16, hue >> 8 & 0xff, hue & 0xff);
}

/*
 * With eight colours two kinds share the colours of others; the legend and the line about the frame
 * name them.
 */
static enum code_kind merged(const struct theme *t, enum code_kind kind)
{
	if (t->depth >= PALETTE_16)
		return kind;
	return kind == CODE_RUNTIME ? CODE_GROUP
	       : kind == CODE_IDLE  ? CODE_NAMELESS
				    : kind;
}

/* Linear light of a channel of sRGB, 0 ... 1, to within a thousandth. */
static double linear(colour c, int channel)
{
	double v = COLOUR_CHANNEL(c, channel) / 255.0;

	return v * (v * (v * 0.305306 + 0.682171) + 0.012523);
}

static double light_of(colour c)
{
	return 0.2126 * linear(c, 0) + 0.7152 * linear(c, 1) + 0.0722 * linear(c, 2);
}

colour theme_ink(colour ground)
{
	/* where (light + 0.05) / 0.05 is 1.05 / (light + 0.05), as WCAG counts contrast */
	return light_of(ground) > 0.1791 ? COLOUR_RGB(0, 0, 0)
					 : COLOUR_RGB(0xff, 0xff, 0xff);
}

/*
 * The text colour on a background as this terminal shows it. The white of eight colours is a grey.
 */
static colour ink_on(const struct theme *t, colour ground)
{
	colour shown = palette_shown(ground, t->depth);

	if (t->depth == PALETTE_8 && light_of(shown) > 0.154)
		return COLOUR_RGB(0, 0, 0);
	return theme_ink(shown);
}

struct style theme_side_words(const struct theme *t, enum side_mark side)
{
	colour c = theme_side(t, side);

	if (t->depth == PALETTE_NONE)
		return (struct style){.attr = ATTR_BOLD};
	if (few(t))
		return (struct style){.fg = ink_on(t, c), .bg = c};
	return (struct style){.fg = side_on(t->light, side), .attr = ATTR_BOLD};
}

struct style theme_frame(const struct theme *t, enum code_kind kind, struct text label)
{
	struct style s = {0};

	kind = merged(t, kind);
	s.bg = few(t) ? plain_kind(kind) : of_hue(hue_by_kind(kind, label));
	s.fg = ink_on(t, s.bg);
	return s;
}

/* With few colours, a dark one: on bright red neither black nor white is readable. */
static colour choose_plain_colour(uint32_t hue)
{
	return palette_shown(of_hue(hue), PALETTE_8);
}

/* The same hue at its strongest: eight colours have no pale ones. */
static uint32_t strengthen_hue(uint32_t hue)
{
	uint32_t most = 1, least = 255, out = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		uint32_t v = hue >> shift & 0xff;

		most = v > most ? v : most;
		least = v < least ? v : least;
	}
	for (int shift = 0; shift < 24 && most > least; shift += 8)
		out |= ((hue >> shift & 0xff) - least) * 255 / (most - least) << shift;
	return out;
}

struct style theme_box(const struct theme *t, const struct hue_box *b)
{
	struct hue_box box = *b;
	struct style s = {0};
	uint32_t hue;

	/*
	 * few colours cannot distinguish names; a box without a module has the colour of its kind
	 */
	if (t->flame == FLAME_BY_KIND || (few(t) && t->flame == FLAME_BY_NAME) ||
	    (t->flame == FLAME_BY_MODULE && !hue_has_module(b)))
		return theme_frame(t, b->kind, b->label);
	if (t->flame == FLAME_BY_MODULE && t->depth < PALETTE_TRUE)
		box.label = TEXT(""); /* with 256 colours the next shade is another hue */
	hue = hue_of(t->flame, &box);
	if (t->flame == FLAME_BY_MODULE && few(t))
		hue = strengthen_hue(hue);
	s.bg = few(t) ? choose_plain_colour(hue) : of_hue(hue);
	s.fg = ink_on(t, s.bg);
	return s;
}

struct style theme_matched_frame(const struct theme *t)
{
	(void)t;
	return (struct style){.fg = COLOUR_RGB(255, 255, 255), .bg = of_hue(HUE_MATCHED)};
}
