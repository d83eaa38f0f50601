#include "canvas/palette.h"

#define CUBE_FIRST 16
#define CUBE_SIDE  6
#define GREY_FIRST 232
#define GREYS	   24
#define FAR_AWAY   UINT32_MAX

/* The first 16 colours of xterm. Users redefine them, but red usually stays red. */
static const uint32_t ansi[16] = {
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

/* The levels of each side of the cube. */
static const int cube_steps[CUBE_SIDE] = {0, 95, 135, 175, 215, 255};

/* Not quite black and white, as in most terminals. */
const struct palette_ground palette_light = {COLOUR_RGB(0x1c, 0x20, 0x24),
					     COLOUR_RGB(0xff, 0xff, 0xff)};
const struct palette_ground palette_dark = {COLOUR_RGB(0xd8, 0xdc, 0xe0),
					    COLOUR_RGB(0x12, 0x14, 0x17)};

struct rgb {
	int r, g, b;
};

static struct rgb rgb_of(uint32_t c)
{
	return (struct rgb){COLOUR_CHANNEL(c, 0), COLOUR_CHANNEL(c, 1),
			    COLOUR_CHANNEL(c, 2)};
}

/* The eye is most sensitive to green; red has more weight among reds, and blue among blues. */
static uint32_t measure_colour_distance(struct rgb a, struct rgb b)
{
	int mean = (a.r + b.r) / 2, r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;

	return (uint32_t)(((512 + mean) * r * r >> 8) + 4 * g * g +
			  ((767 - mean) * blue * blue >> 8));
}

static int nearest_ansi(struct rgb want, int count)
{
	uint32_t best = FAR_AWAY;
	int number = 0;

	for (int i = 0; i < count; i++) {
		uint32_t d = measure_colour_distance(want, rgb_of(ansi[i]));

		if (d < best) {
			best = d;
			number = i;
		}
	}
	return number;
}

static int nearest_step(int value)
{
	int best = 0;

	for (int i = 1; i < CUBE_SIDE; i++)
		if (value * 2 > cube_steps[i - 1] + cube_steps[i])
			best = i;
	return best;
}

static int nearest_256(struct rgb want)
{
	int r = nearest_step(want.r), g = nearest_step(want.g), b = nearest_step(want.b);
	struct rgb cube = {cube_steps[r], cube_steps[g], cube_steps[b]};
	uint32_t best = measure_colour_distance(want, cube);
	int number = CUBE_FIRST + (r * CUBE_SIDE + g) * CUBE_SIDE + b;

	for (int i = 0; i < GREYS; i++) {
		int level = 8 + 10 * i;
		uint32_t d =
		    measure_colour_distance(want, (struct rgb){level, level, level});

		if (d < best) {
			best = d;
			number = GREY_FIRST + i;
		}
	}
	return number;
}

int palette_nearest(colour c, enum palette_depth depth)
{
	if (c == COLOUR_DEFAULT)
		return -1;
	switch (depth) {
	case PALETTE_NONE:
		return -1;
	case PALETTE_8:
		return nearest_ansi(rgb_of(c), 8);
	case PALETTE_16:
		return nearest_ansi(rgb_of(c), 16);
	case PALETTE_256:
		return nearest_256(rgb_of(c));
	case PALETTE_TRUE:
		return (int)(c & 0xffffff);
	}
	return -1;
}

/* The colour of a number from CUBE_FIRST on. */
static colour of_256(int number)
{
	int at = number - CUBE_FIRST, level = 8 + 10 * (number - GREY_FIRST);

	if (number >= GREY_FIRST)
		return COLOUR_RGB(level, level, level);
	return COLOUR_RGB(cube_steps[at / (CUBE_SIDE * CUBE_SIDE)],
			  cube_steps[at / CUBE_SIDE % CUBE_SIDE],
			  cube_steps[at % CUBE_SIDE]);
}

colour palette_shown(colour c, enum palette_depth depth)
{
	int number = palette_nearest(c, depth);

	if (number < 0)
		return COLOUR_DEFAULT;
	if (depth == PALETTE_TRUE)
		return c;
	return depth == PALETTE_256 ? of_256(number) : COLOUR_RGB(0, 0, 0) | ansi[number];
}
