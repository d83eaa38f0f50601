#include "analysis/hue.h"

#include <math.h>
#include <string.h>

/* bytes of a name that are hashed; limited, as it happens for every box */
#define LABEL_LOOK 4096

const char *const code_kind_names[CODE_KINDS] = {
    "process", "user", "C++", "kernel", "jit", "inlined", "runtime", "no name", "idle"};

const char *const flame_colours_names[FLAME_COLOURS] = {
    [FLAME_BY_KIND] = "kind",  [FLAME_BY_NAME] = "name",  [FLAME_BY_MODULE] = "module",
    [FLAME_BY_HEAT] = "heat",  [FLAME_HOT] = "hot",	  [FLAME_MEM] = "mem",
    [FLAME_IO] = "io",	       [FLAME_WAKEUP] = "wakeup", [FLAME_CHAIN] = "chain",
    [FLAME_JAVA] = "java",     [FLAME_JS] = "js",	  [FLAME_PERL] = "perl",
    [FLAME_RED] = "red",       [FLAME_GREEN] = "green",	  [FLAME_BLUE] = "blue",
    [FLAME_AQUA] = "aqua",     [FLAME_YELLOW] = "yellow", [FLAME_PURPLE] = "purple",
    [FLAME_ORANGE] = "orange", [FLAME_RUST] = "rust",	  [FLAME_PYTHON] = "python"};

enum code_kind hue_kind(const struct profile *p, uint32_t frame)
{
	if (frame == 0)
		return CODE_GROUP;
	switch ((enum frame_kind)p->frames[frame].kind) {
	case FRAME_KERNEL:
		return CODE_KERNEL;
	case FRAME_JIT:
		return CODE_JIT;
	case FRAME_INLINED:
		return CODE_INLINED;
	case FRAME_RUNTIME:
		return CODE_RUNTIME;
	case FRAME_IDLE:
		return CODE_IDLE;
	case FRAME_USER:
		return text_has(text_upto(profile_frame_name(p, frame), LABEL_LOOK),
				TEXT("::"))
			   ? CODE_CPP
			   : CODE_USER;
	default:
		return CODE_NAMELESS;
	}
}

/* A cheap hash; similar names differ. */
static uint32_t hash_of(struct text label)
{
	uint32_t hash = 2166136261u;

	label = text_upto(label, LABEL_LOOK);
	for (size_t i = 0; i < label.len; i++)
		hash = (hash ^ (uint8_t)label.at[i]) * 16777619u;
	return hash;
}

/* 0 ... 1 */
static double shade_of(struct text label)
{
	return ((hash_of(label) >> 8) & 3) / 3.0;
}

static uint32_t tone(double v, int r, int r1, int g, int g1, int b, int b1)
{
	return (uint32_t)(r + r1 * v) << 16 | (uint32_t)(g + g1 * v) << 8 |
	       (uint32_t)(b + b1 * v);
}

/*
 * FlameScope's hues (features of its package.json's d3-flame-graph), in four shades each. The hue
 * of runtimes is a blue that none of FlameGraph's palettes by kind uses.
 */
uint32_t hue_by_kind(enum code_kind kind, struct text label)
{
	double v = shade_of(label);

	switch (kind) {
	case CODE_USER:
		return tone(v, 200, 55, 80, 60, 80, 50);
	case CODE_CPP:
		return tone(v, 185, 55, 175, 55, 50, 20);
	case CODE_KERNEL:
		return tone(v, 200, 55, 110, 55, 0, 10);
	case CODE_JIT:
		return tone(v, 60, 60, 175, 60, 60, 60);
	case CODE_INLINED:
		return tone(v, 60, 60, 170, 55, 170, 55);
	case CODE_RUNTIME:
		return tone(v, 105, 40, 130, 40, 225, 30);
	case CODE_IDLE:
		return tone(v, 110, 25, 110, 25, 110, 25);
	case CODE_GROUP:
		return tone(v, 150, 35, 165, 35, 190, 35);
	default:
		return tone(v, 150, 35, 150, 35, 150, 35);
	}
}

static uint32_t of_channels(double r, double g, double b)
{
	return (uint32_t)r << 16 | (uint32_t)g << 8 | (uint32_t)b;
}

/* ---- a wheel of hues, and heat ---- */

/* The strength (0 ... 1) of a channel whose hue is `sixths` of the wheel away. */
static double strength(double sixths)
{
	double away = fabs(fmod(sixths + 9, 6) - 3);

	return away >= 2 ? 0 : away <= 1 ? 1 : 2 - away;
}

#define HUE_WHEEL 24

/* `shade` is 0 ... 1. No channel is below 110; otherwise black on blue would be unreadable. */
static uint32_t hue_of_wheel(uint32_t at, double shade)
{
	double sixths = 6.0 * (at % HUE_WHEEL) / HUE_WHEEL;
	double low = 110 + 40 * shade, span = 220 + 25 * shade - low;

	return of_channels(low + span * strength(sixths),
			   low + span * strength(sixths - 2),
			   low + span * strength(sixths - 4));
}

/* The hue of a name. */
static uint32_t hue_wheel_of(struct text name)
{
	return (hash_of(name) >> 15) %
	       HUE_WHEEL; /* gives distinct hues for libc, the kernel, python ... */
}

bool hue_has_module(const struct hue_box *b)
{
	return b->module.len && b->kind != CODE_GROUP && b->kind != CODE_JIT;
}

/* A `share` (0 ... 1) of the width is pale, orange in the middle, then red. */
static uint32_t hue_of_heat(double share)
{
	double low = share < 0.5 ? 2 * share : 1, high = share < 0.5 ? 0 : 2 * share - 1;

	return of_channels(250 - 15 * high, 240 - 90 * low - 105 * high,
			   220 - 160 * low - 20 * high);
}

/* ---- flamegraph.pl's palettes, and two of inferno's ---- */

/* base + random * span, per channel */
struct basic {
	uint8_t base[3], span[3];
};

static const struct basic basics[FLAME_COLOURS] = {
    [FLAME_HOT] = {{205, 0, 0}, {50, 230, 55}},
    [FLAME_MEM] = {{0, 190, 0}, {0, 50, 210}},
    [FLAME_IO] = {{80, 80, 190}, {60, 60, 55}},
    [FLAME_RED] = {{200, 50, 50}, {55, 80, 80}},
    [FLAME_GREEN] = {{50, 200, 50}, {60, 55, 60}},
    [FLAME_BLUE] = {{80, 80, 205}, {60, 60, 50}},
    [FLAME_YELLOW] = {{175, 175, 50}, {55, 55, 20}},
    [FLAME_PURPLE] = {{190, 80, 190}, {65, 60, 65}},
    [FLAME_AQUA] = {{50, 165, 165}, {60, 55, 55}},
    [FLAME_ORANGE] = {{190, 90, 0}, {65, 65, 0}},
};

/* Does the name end in `mark`, such as "_[k]", or does the frame have this kind? */
static bool is_marked(const struct hue_box *b, struct text mark, enum code_kind kind)
{
	return b->kind == kind || text_ends(b->label, mark);
}

static bool is_kernel(const struct hue_box *b)
{
	return is_marked(b, TEXT("_[k]"), CODE_KERNEL);
}

static bool is_jit(const struct hue_box *b)
{
	return is_marked(b, TEXT("_[j]"), CODE_JIT);
}

static bool is_java_path(struct text name)
{
	static const char *const roots[] = {"java/", "javax/", "jdk/", "net/",
					    "org/",  "com/",   "io/",  "sun/"};

	name = text_from(name, text_starts(name, TEXT("L")));
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (text_starts(name, text_of(roots[i])))
			return true;
	return false;
}

static enum flame_colours of_java(const struct hue_box *b, struct text name)
{
	if (is_jit(b))
		return FLAME_GREEN;
	if (is_marked(b, TEXT("_[i]"), CODE_INLINED))
		return FLAME_AQUA;
	if (is_java_path(name) || text_has(name, TEXT(":::")))
		return FLAME_GREEN;
	if (text_has(name, TEXT("::")))
		return FLAME_YELLOW;
	return is_kernel(b) ? FLAME_ORANGE : FLAME_RED;
}

static enum flame_colours of_js(const struct hue_box *b, struct text name)
{
	const char *slash = name.len ? memchr(name.at, '/', name.len) : NULL;
	struct text path = slash ? text_from(name, (size_t)(slash - name.at)) : TEXT("");

	if (is_jit(b))
		return slash ? FLAME_GREEN : FLAME_AQUA;
	if (text_has(name, TEXT("::")))
		return FLAME_YELLOW;
	if (text_has(path, TEXT(".js")))
		return FLAME_GREEN;
	if (text_has(name, TEXT(":")))
		return FLAME_AQUA;
	if (text_equal(name, TEXT(" ")))
		return FLAME_GREEN;
	return is_kernel(b) ? FLAME_ORANGE : FLAME_RED;
}

static enum flame_colours of_perl(const struct hue_box *b, struct text name)
{
	if (text_has(name, TEXT("::")))
		return FLAME_YELLOW;
	if (text_has(name, TEXT("Perl")) || text_has(name, TEXT(".pl")))
		return FLAME_GREEN;
	return is_kernel(b) ? FLAME_ORANGE : FLAME_RED;
}

static enum flame_colours of_rust(struct text name)
{
	if (text_starts(name, TEXT("core::")) || text_starts(name, TEXT("std::")) ||
	    text_has(name, TEXT("as core::")) || text_has(name, TEXT("as std::")) ||
	    text_has(name, TEXT("as alloc::")))
		return FLAME_ORANGE;
	return text_has(name, TEXT("::")) ? FLAME_YELLOW : FLAME_RED;
}

/* Is it a directory of Python's standard library: "python3.11", "Python39", "python"? */
static bool is_of_python(struct text part)
{
	if (!text_starts(part, TEXT("python")) && !text_starts(part, TEXT("Python")))
		return false;
	for (size_t i = 6; i < part.len; i++)
		if (part.at[i] != '.' && (part.at[i] < '0' || part.at[i] > '9'))
			return false;
	return true;
}

/* The palette for installed packages, for the standard library, or for the profiled program. */
static enum flame_colours of_python(struct text name)
{
	bool own = text_starts(name, TEXT("<built-in")) ||
		   text_starts(name, TEXT("<method")) ||
		   text_starts(name, TEXT("<frozen"));

	for (size_t from = 0, i = 0; i <= name.len; i++) {
		struct text part;

		if (i < name.len && name.at[i] != '/' && name.at[i] != '\\')
			continue;
		part = text_from(text_upto(name, i), from);
		if (text_equal(part, TEXT("site-packages")))
			return FLAME_AQUA;
		own = own || is_of_python(part);
		from = i + 1;
	}
	return own ? FLAME_YELLOW : FLAME_RED;
}

/* The palette in `basics` for a box. */
static enum flame_colours basic_of(enum flame_colours by, const struct hue_box *b)
{
	struct text name = text_upto(b->label, LABEL_LOOK);

	switch (by) {
	case FLAME_JAVA:
		return of_java(b, name);
	case FLAME_JS:
		return of_js(b, name);
	case FLAME_PERL:
		return of_perl(b, name);
	case FLAME_RUST:
		return of_rust(name);
	case FLAME_PYTHON:
		return of_python(name);
	case FLAME_WAKEUP:
		return FLAME_AQUA;
	case FLAME_CHAIN:
		return text_ends(b->label, TEXT("_[w]")) ? FLAME_AQUA : FLAME_BLUE;
	default:
		return by;
	}
}

/* drand48() seeded with the sum of the name's bytes, as flamegraph.pl does. */
static double random_of(struct text name)
{
	uint64_t seed = 0;

	name = text_upto(name, LABEL_LOOK);
	for (size_t i = 0; i < name.len; i++)
		seed += (uint8_t)name.at[i];
	seed = (seed << 16 | 0x330e) & 0xffffffffffff;
	seed = (seed * 0x5deece66d + 0xb) & 0xffffffffffff;
	return (double)seed / (double)(UINT64_C(1) << 48);
}

uint32_t hue_of(enum flame_colours by, const struct hue_box *b)
{
	double v;

	if (by >= FLAME_STEPS) {
		const struct basic *p = &basics[basic_of(by, b)];

		v = random_of(b->label);
		return of_channels(p->base[0] + (int)(p->span[0] * v),
				   p->base[1] + (int)(p->span[1] * v),
				   p->base[2] + (int)(p->span[2] * v));
	}
	if (by == FLAME_BY_HEAT) {
		/* the scale ends at half of the width; else the root would use up most of it */
		v = b->value < b->all ? (double)b->value / (double)b->all : 1;
		return hue_of_heat(sqrt(v));
	}
	if (by == FLAME_BY_NAME && b->kind != CODE_GROUP) {
		v = shade_of(b->label); /* like flamegraph.pl's "hot", in four shades */
		return tone(v, 205, 50, (int)(60 + 120 * (1 - v)), 50, 20, 35);
	}
	if (by == FLAME_BY_MODULE && hue_has_module(b))
		return hue_of_wheel(hue_wheel_of(text_basename(b->module)),
				    shade_of(b->label));
	return hue_by_kind(b->kind, b->label);
}
