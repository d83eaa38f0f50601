/* address_names.h - the frames of recorded addresses, and the symbols that name them. */

#ifndef INPUT_ADDRESS_NAMES_H
#define INPUT_ADDRESS_NAMES_H

#include "input/losses.h"
#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_maps.h"
#include "input/reading.h"
#include "profile/builder.h"
#include "symbols/module.h"
#include "symbols/symbol_file.h"

/* The reason for a missing name, and the slice (address_names_at()) that first needed the frame. */
struct perf_reason {
	uint32_t since;
	uint8_t why; /* enum symbol_status + 1; 0: the frame has a name */
};

/* One row for each frame of the builder. Zero it to begin. */
struct perf_reasons {
	struct perf_reason *rows; /* owned */
	size_t count, room;
};

void perf_reasons_release(struct perf_reasons *r);

/* Count the nameless frames in the stacks of all samples of `b` as losses, by reason. */
bool perf_reasons_tell(const struct perf_reasons *r, const struct builder *b,
		       struct losses *losses, struct error *err);

/* Collects the functions at one address. */
struct address_frames;

/* Add a function: first the outermost function, then those inlined into it, callers first. */
bool address_frames_add(struct address_frames *n, struct text name, enum frame_kind kind,
			struct error *err);

/*
 * Declare that all addresses of the module in [from, to) have the same functions. Without this
 * call, each address is looked up.
 */
void address_frames_cover(struct address_frames *n, uint64_t from, uint64_t to);

/*
 * A source of symbols. name() adds the functions at `place`, whose module is a row of `modules`. If
 * it adds none, the frame is named after the module. The result is cached for the address in the
 * module, so all processes share it. False and an error only if the reading must stop.
 */
struct symbolizer {
	bool (*name)(void *arg, const struct perf_modules *modules,
		     const struct perf_place *place, struct address_frames *names,
		     struct error *err);
	void *arg; /* borrowed */

	/* the module was removed, and its number may be reused; NULL: not needed */
	void (*forget)(void *arg, uint32_t module);
};

/* Caches the frames of each place. */
struct address_names;

/*
 * NULL and an error when memory runs out. All pointers are borrowed. If `symbols` is NULL, frames
 * are named after their modules. `addresses`: such names include the address.
 */
struct address_names *address_names_new(struct builder *builder,
					const struct perf_modules *modules,
					const struct symbolizer *symbols, bool addresses,
					struct error *err);
void address_names_free(struct address_names *p);

/*
 * Get the number of a place; a new place is looked up first. False and an error when memory runs
 * out, there are too many functions, or the source of symbols fails.
 */
bool address_names_find(struct address_names *p, const struct perf_place *place,
			uint32_t *number, struct error *err);

/* Push the frames of a place onto a stack. Returns the new stack; 0: the builder has failed. */
uint32_t address_names_push(const struct address_names *p, uint32_t number,
			    uint32_t stack);

/*
 * Call this after the builder has renumbered its frames: `frames` has the new number of each old
 * frame; 0: removed. Places with a removed frame are forgotten; all others get new numbers.
 */
void address_names_renew(struct address_names *p, const uint32_t *frames, size_t count);

/* Call this after a module was removed, as its number may be reused. */
void address_names_forget(struct address_names *p, uint32_t module);

/*
 * Set the number of the current slice. Numbers must rise: a frame keeps the reason of the slice
 * with the lowest number.
 */
void address_names_at(struct address_names *p, uint32_t number);

/* Add the reasons to `all`; `merge` converts the frame numbers. */
bool address_names_reasons(const struct address_names *p, const struct merge *merge,
			   struct perf_reasons *all, struct error *err);

/* perf_reasons_tell() for the reasons and the builder of `p`. */
bool address_names_tell(const struct address_names *p, struct losses *losses,
			struct error *err);

/* Symbols from files of this machine. */
struct perf_symbols;

/*
 * All pointers are borrowed. `options` has the places to search (`symfs`, `kallsyms`); `features`
 * describes the recorded kernel; `modules` are the modules to look up. NULL and an error when
 * memory runs out. Release with perf_symbols_free().
 */
struct perf_symbols *perf_symbols_new(const struct reading_options *options,
				      const struct perf_features *features,
				      const struct perf_modules *modules,
				      struct error *err);
void perf_symbols_free(struct perf_symbols *n);

/*
 * For a recording with kernel addresses: start to read the kernel's symbols in the background. No
 * other thread may look up names during the call.
 */
void perf_symbols_expect_kernel(struct perf_symbols *n);

/* Describe a module's file for a search on disk. Borrows the texts. */
struct module_file perf_symbols_file(const struct perf_module *m);

/*
 * Find the function at a place in the symbols of its file. False: not found; false and an error:
 * memory ran out. The texts of `s` live until the module is forgotten.
 */
bool perf_symbols_function(struct perf_symbols *n, const struct perf_place *place,
			   struct symbol *s, struct error *err);

/* Describe the recorded kernel for a search of its files. Borrows the texts. */
struct module_kernel perf_symbols_kernel(const struct perf_symbols *n);

/* The places where files are searched for. Borrowed. */
const struct symbol_source *perf_symbols_source(const struct perf_symbols *n);

/* For perf_replay_new(); borrows `n`. `many`: several replays use it, each with its own builder. */
struct symbolizer perf_symbols_symbolizer(struct perf_symbols *n, bool many);

/*
 * Write notes: the reason if the kernel has no names and, if requested, the numbers of addresses
 * with inlined functions and source lines. Lookups that failed because debug symbols are too large
 * are counted as losses.
 */
void perf_symbols_tell(struct perf_symbols *n, struct reading *r);

#endif
