/* perf_symbols.h - what can name the functions of an address in a recording. */

#ifndef INPUT_PERF_SYMBOLS_H
#define INPUT_PERF_SYMBOLS_H

#include "input/perf_data/perf_maps.h"
#include "profile/builder.h"
#include "symbols/symbol_status.h"

/* Where the names of one place go. */
struct perf_names;

/* One function at the place, callers first: those after the first one are inlined. */
bool perf_names_add(struct perf_names *n, struct text name, enum frame_kind kind,
		    struct error *err);

/* None is known, for this reason: it is counted for the frame that names the module. */
void perf_names_none(struct perf_names *n, enum symbol_status why);

/* Was one function added, and no more? Then this is its frame, ... */
bool perf_names_single(const struct perf_names *n, uint32_t *frame);

/* ... which saves looking for it again at another place of the same module. */
bool perf_names_again(struct perf_names *n, uint32_t frame, struct error *err);

/*
 * Something that knows symbols. It is asked once for each address of a module, also for those
 * of many processes: `place` is where that was first seen. It may add no names at all:
 * then the place is named by its module. False and an error only when nothing can go on.
 */
struct perf_symbols {
	bool (*name)(void *arg, const struct perf_module *module,
		     const struct perf_place *place, struct perf_names *names,
		     struct error *err);
	void *arg; /* borrowed */
};

#endif
