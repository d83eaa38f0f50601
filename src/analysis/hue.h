/* hue.h - the kind of code of a frame, and the colours of boxes. */

#ifndef ANALYSIS_HUE_H
#define ANALYSIS_HUE_H

#include "profile/profile.h"

/*
 * The kinds that have different colours: frame.kind, except that a user function with "::" in its
 * name is CODE_CPP.
 */
enum code_kind {
	CODE_GROUP, /* a group, such as a process, not a function */
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

/* The kind of a frame; CODE_GROUP for frame 0. */
enum code_kind hue_kind(const struct profile *p, uint32_t frame);

/*
 * The colour schemes of a graph, in the order of the words of --colours. The key for colours cycles
 * through the schemes before FLAME_STEPS. The others are palettes of flamegraph.pl, or of inferno
 * (rust and python).
 */
enum flame_colours {
	FLAME_BY_KIND,
	FLAME_BY_NAME,
	FLAME_BY_MODULE, /* a hue for each module, the same in all profiles */
	FLAME_BY_HEAT,	 /* redder for wider boxes */
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

/* The properties of a box that determine its colour. */
struct hue_box {
	enum code_kind kind;
	struct text label;
	struct text module;  /* empty if unknown */
	uint64_t value, all; /* the totals of the box and of the widest box */
};

/*
 * The colour of a box, 0xrrggbb. With FLAME_BY_KIND, _NAME and _MODULE, the label selects one of
 * four shades, and groups have the colour of their kind; with FLAME_BY_MODULE, so do boxes whose
 * module has no hue. With a palette of flamegraph.pl, a label has the colour that flamegraph.pl
 * gives it; the kind of code has the same effect as the annotations _[k], _[j] and _[i] of labels.
 */
uint32_t hue_of(enum flame_colours by, const struct hue_box *b);
uint32_t hue_by_kind(enum code_kind kind, struct text label);

/*
 * Does the module of the box have a hue? Modules of JIT code have none, because their file names
 * contain process ids.
 */
bool hue_has_module(const struct hue_box *b);

/*
 * The colour of boxes that match the search. Their text is white; the text of other boxes is black.
 */
#define HUE_MATCHED 0xaf00afu

#endif
