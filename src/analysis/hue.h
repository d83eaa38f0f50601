/* hue.h - the kind of code of a frame, and the colours of boxes. */

#ifndef ANALYSIS_HUE_H
#define ANALYSIS_HUE_H

#include "profile/profile.h"

/* The kinds that have colours: frame.kind, with C++ separated from other user code by its "::". */
enum code_kind {
	CODE_GROUP, /* a process or thread, not a function */
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

/* `frame` 0 is a group. */
enum code_kind hue_kind(const struct profile *p, uint32_t frame);

/*
 * The colour schemes of a graph, in the order of the words of --colours. The key for colours cycles
 * through those before FLAME_STEPS. The others are palettes of flamegraph.pl; rust and python are
 * from inferno.
 */
enum flame_colours {
	FLAME_BY_KIND,
	FLAME_BY_NAME,
	FLAME_BY_MODULE, /* one hue per module, the same in every file */
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

/* The properties of a box that its colour depends on. */
struct hue_box {
	enum code_kind kind;
	struct text label;
	struct text module;  /* empty if unknown */
	uint64_t value, all; /* the total of the box, and of the widest box */
};

/*
 * The colour of a box, 0xrrggbb. By kind, name and module, the label selects one of four shades.
 * Groups, and by module also boxes without a module, have the colour of their kind. With a named
 * palette, each label has exactly the colour that flamegraph.pl gives it; our kinds replace its
 * _[k], _[j] and _[i].
 */
uint32_t hue_of(enum flame_colours by, const struct hue_box *b);
uint32_t hue_by_kind(enum code_kind kind, struct text label);

/*
 * Does the box have a hue of its module? Modules of JIT code do not: their file names contain a
 * process id.
 */
bool hue_has_module(const struct hue_box *b);

/* The colour of a box that matches the search. Its text is white; other boxes have black text. */
#define HUE_MATCHED 0xaf00afu

#endif
