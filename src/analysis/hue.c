#include "analysis/hue.h"

#define LABEL_LOOK 4096 /* bytes of a name that decide: each box asks anew */

const char *const code_kind_names[CODE_KINDS] = {
    "process", "user", "C++", "kernel", "jit", "inlined", "runtime", "unknown", "idle"};

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
		return CODE_UNKNOWN;
	}
}

/* 0 ... 1, the same for equal names; cheap, and different for neighbours. */
static double shade_of(struct text label)
{
	uint32_t hash = 2166136261u;

	label = text_upto(label, LABEL_LOOK);
	for (size_t i = 0; i < label.len; i++)
		hash = (hash ^ (uint8_t)label.at[i]) * 16777619u;
	return ((hash >> 8) & 3) / 3.0;
}

static uint32_t tone(double v, int r, int r1, int g, int g1, int b, int b1)
{
	return (uint32_t)(r + r1 * v) << 16 | (uint32_t)(g + g1 * v) << 8 |
	       (uint32_t)(b + b1 * v);
}

/* FlameScope's hues (features of its package.json's d3-flame-graph), in four shades each. A
 * runtime has the blue that none of FlameGraph's palettes by kind uses. */
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

/* flamegraph.pl's "hot" */
uint32_t hue_by_name(enum code_kind kind, struct text label)
{
	double v = shade_of(label);

	if (kind == CODE_GROUP)
		return hue_by_kind(kind, label);
	return tone(v, 205, 50, (int)(60 + 120 * (1 - v)), 50, 20, 35);
}
