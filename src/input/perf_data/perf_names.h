/* perf_names.h - the frames that an address in a recording stands for: asked once, then known. */

#ifndef INPUT_PERF_NAMES_H
#define INPUT_PERF_NAMES_H

#include "input/losses.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_maps.h"
#include "input/reading.h"
#include "profile/builder.h"
#include "symbols/module.h"
#include "symbols/symbol_file.h"

/* Why a frame has no name, and in what it was first needed: see perf_names_at(). */
struct perf_reason {
	uint32_t since;
	uint8_t why; /* enum symbol_status + 1; 0: it has one */
};

/* By frame. Zero it to begin. */
struct perf_reasons {
	struct perf_reason *rows; /* owned */
	size_t count, room;
};

void perf_reasons_release(struct perf_reasons *r);

/* Count the frames without a name in the stacks of all samples of the builder, by reason. */
bool perf_reasons_tell(const struct perf_reasons *r, const struct builder *b,
		       struct losses *losses, struct error *err);

/* Where the names of one place go. */
struct perf_frame_names;

/* One function at the place, callers first: those after the first one are inlined. */
bool perf_frame_names_add(struct perf_frame_names *n, struct text name,
			  enum frame_kind kind, struct error *err);

/* All addresses of [from, to) in the module have the same names; who does not say so is asked for each. */
void perf_frame_names_cover(struct perf_frame_names *n, uint64_t from, uint64_t to);

/*
 * Something that knows symbols. It is asked at most once for each address of a module, also for those
 * of many processes: `place` is where that was first seen, with a module of `modules`. It may add no names at all:
 * then the place is named by its module. False and an error only when nothing can go on.
 */
struct perf_namer {
	bool (*name)(void *arg, const struct perf_modules *modules,
		     const struct perf_place *place, struct perf_frame_names *names,
		     struct error *err);
	void *arg; /* borrowed */

	/* a module is no more, and another one may get its number; NULL: nobody minds */
	void (*forget)(void *arg, uint32_t module);
};

/* The frames of each place, remembered. */
struct perf_names;

/*
 * NULL and an error when memory runs out. All are borrowed; `symbols` may be NULL: then
 * every place is named by its module. `addresses`: such names tell the address too.
 */
struct perf_names *perf_names_new(struct builder *builder,
				  const struct perf_modules *modules,
				  const struct perf_namer *symbols, bool addresses,
				  struct error *err);
void perf_names_free(struct perf_names *p);

/*
 * The number of a place, whose symbols are asked for when it is new. False and an error when
 * memory runs out, or what knows symbols fails.
 */
bool perf_names_find(struct perf_names *p, const struct perf_place *place,
		     uint32_t *number, struct error *err);

/* Put the frames of a place on a stack: the new one, 0 once the builder has failed. */
uint32_t perf_names_push(const struct perf_names *p, uint32_t number, uint32_t stack);

/*
 * The builder's tables were made anew: `frames` says what each frame is now, 0: gone. Places with
 * one that is gone are forgotten, and numbers of places are others.
 */
void perf_names_renew(struct perf_names *p, const uint32_t *frames, size_t count);

/* A module is no more, and another one may get its number. */
void perf_names_forget(struct perf_names *p, uint32_t module);

/* The number of what is being named now, which rises: the first reason of a frame stays. */
void perf_names_at(struct perf_names *p, uint32_t number);

/* Why frames have no names, by their numbers in the whole that `merge` puts the builder into. */
bool perf_names_reasons(const struct perf_names *p, const struct merge *merge,
			struct perf_reasons *all, struct error *err);

/* Count the frames without a name in the stacks of all samples, by reason. */
bool perf_names_tell(const struct perf_names *p, struct losses *losses,
		     struct error *err);

/* What knows the symbols on this machine. */
struct perf_symbols;

/*
 * All are borrowed: where to look (`symfs`, `kallsyms`), which kernel it was, and the modules
 * that perf_namer will be asked about. NULL and an error when memory runs out. Release with
 * perf_symbols_free().
 */
struct perf_symbols *perf_symbols_new(const struct reading_options *options,
				      const struct perf_features *features,
				      const struct perf_modules *modules,
				      struct error *err);
void perf_symbols_free(struct perf_symbols *n);

/*
 * The recording has addresses of the kernel: from here on its symbols are read while other
 * things are done. Only where no other thread asks for names. Once is enough; who never calls it
 * has them read when the first is asked for.
 */
void perf_symbols_expect_kernel(struct perf_symbols *n);

/* A module that is a file, as those who look for files want it. Borrows its texts. */
struct module_file perf_symbols_file(const struct perf_module *m);

/*
 * The function that a place is in, as the symbols of its file have it. False: none is known; with
 * an error when memory runs out. Its texts stay until perf_symbols_free().
 */
bool perf_symbols_function(struct perf_symbols *n, const struct perf_place *place,
			   struct symbol *s, struct error *err);

/* The recorded kernel, as those who look for its files want it. Borrowed. */
struct module_kernel perf_symbols_kernel(const struct perf_symbols *n);

/* Where it looks for files. Borrowed. */
const struct symbol_source *perf_symbols_source(const struct perf_symbols *n);

/* What perf_replay_new() wants. Borrowed. `many`: of several, each with a builder of its own. */
struct perf_namer perf_symbols_namer(struct perf_symbols *n, bool many);

/* Notes: why the kernel has no names, and what was found inlined, when that was asked for. */
void perf_symbols_tell(struct perf_symbols *n, struct reading *r);

#endif
