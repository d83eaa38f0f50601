/* hue.h - what kind of code a frame is, and the colours that tell kinds apart. */

#ifndef ANALYSIS_HUE_H
#define ANALYSIS_HUE_H

#include "profile/profile.h"

/* What a frame is coloured as: frame.kind, and C++ told from other user code by its "::". */
enum code_kind {
	CODE_GROUP, /* process, thread: no frame of code */
	CODE_USER,
	CODE_CPP,
	CODE_KERNEL,
	CODE_JIT,
	CODE_INLINED,
	CODE_RUNTIME,
	CODE_NAMELESS,
	CODE_IDLE,
	CODE_KINDS
};
extern const char *const code_kind_names[CODE_KINDS];

/* `frame` 0 is a group's. */
enum code_kind hue_kind(const struct profile *p, uint32_t frame);

/*
 * What the boxes of a graph are coloured by, in the order of the words of --colours. The key steps
 * through those before FLAME_STEPS. The rest are palettes of flamegraph.pl, and rust and python of
 * inferno.
 */
enum flame_colours {
	FLAME_BY_KIND,
	FLAME_BY_NAME,
	FLAME_BY_MODULE, /* a hue each, the same in every file */
	FLAME_BY_HEAT,	 /* the wider the redder */
	FLAME_STEPS,
	FLAME_HOT = FLAME_STEPS,
	FLAME_MEM,
	FLAME_IO,
	FLAME_WAKEUP,
	FLAME_CHAIN,
	FLAME_JAVA,
	FLAME_JS,
	FLAME_PERL,
	FLAME_RED,
	FLAME_GREEN,
	FLAME_BLUE,
	FLAME_AQUA,
	FLAME_YELLOW,
	FLAME_PURPLE,
	FLAME_ORANGE,
	FLAME_RUST,
	FLAME_PYTHON,
	FLAME_COLOURS
};
extern const char *const flame_colours_names[FLAME_COLOURS];
#define FLAME_COLOURS_WORDS                                                              \
	"kind|name|module|heat|hot|mem|io|wakeup|chain|java|js|perl|red|green|blue|aqua" \
	"|yellow|purple|orange|rust|python"

/* What colours a box. */
struct hue_box {
	enum code_kind kind;
	struct text label;
	struct text module;  /* empty: not known */
	uint64_t value, all; /* its total, and that of the widest box */
};

/*
 * The colour of a box, 0xrrggbb. By kind, name and module equal labels have the same, in one of
 * four shades; groups, and by module what has none, keep the colour of their kind. A named palette
 * has for each label the very colour that flamegraph.pl has; our kinds stand for its _[k], _[j]
 * and _[i].
 */
uint32_t hue_of(enum flame_colours by, const struct hue_box *b);
uint32_t hue_by_kind(enum code_kind kind, struct text label);

/* Has it a hue by module? Files of code made at run time have the number of a process in their names. */
bool hue_has_module(const struct hue_box *b);

/* Of `share` (0 ... 1) of the width: pale, orange, red. */
uint32_t hue_of_heat(double share);

/* One of so many hues, in which black text can be read; `shade` is 0 ... 1. */
#define HUE_WHEEL 24
uint32_t hue_of_wheel(uint32_t at, double shade);

/* Which of them a name has. */
uint32_t hue_wheel_of(struct text name);

/* Of a box that a search has found. Its text is white, others' are black. */
#define HUE_MATCHED 0xaf00afu

#endif
