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

/* Why a frame has no name, and the number set by address_names_at() when it was first needed. */
struct perf_reason {
	uint32_t since;
	uint8_t why; /* enum symbol_status + 1; 0: it has a name */
};

/* One row for each frame. Zero it to begin. */
struct perf_reasons {
	struct perf_reason *rows; /* owned */
	size_t count, room;
};

void perf_reasons_release(struct perf_reasons *r);

/* Count the frames without a name in the stacks of all the builder's samples, by reason. */
bool perf_reasons_tell(const struct perf_reasons *r, const struct builder *b,
		       struct losses *losses, struct error *err);

/* Collects the names of one address. */
struct address_frames;

/* Add one function, callers first: all but the first are inlined. */
bool address_frames_add(struct address_frames *n, struct text name, enum frame_kind kind,
			struct error *err);

/*
 * All addresses of [from, to) in the module have the same names. Otherwise each address is looked
 * up.
 */
void address_frames_cover(struct address_frames *n, uint64_t from, uint64_t to);

/*
 * A source of symbols. It is called at most once for each address of a module, even when many
 * processes use the module: `place` is where the address was first seen, with a module of
 * `modules`. It may add no names: then the frame is named after the module. False and an error only
 * when reading must stop.
 */
struct symbolizer {
	bool (*name)(void *arg, const struct perf_modules *modules,
		     const struct perf_place *place, struct address_frames *names,
		     struct error *err);
	void *arg; /* borrowed */

	/* a module was unloaded, and another may get its number; NULL: nothing to do */
	void (*forget)(void *arg, uint32_t module);
};

/* Caches the frames of each place. */
struct address_names;

/*
 * NULL and an error when memory runs out. All pointers are borrowed. Without `symbols`, frames are
 * named after the module; with `addresses`, such names include the address.
 */
struct address_names *address_names_new(struct builder *builder,
					const struct perf_modules *modules,
					const struct symbolizer *symbols, bool addresses,
					struct error *err);
void address_names_free(struct address_names *p);

/*
 * The number of a place; new places are looked up. False and an error when memory runs out, or the
 * source of symbols fails.
 */
bool address_names_find(struct address_names *p, const struct perf_place *place,
			uint32_t *number, struct error *err);

/* Push the frames of a place onto a stack. Returns the new stack, 0 once the builder has failed. */
uint32_t address_names_push(const struct address_names *p, uint32_t number,
			    uint32_t stack);

/*
 * The builder's tables were made anew: `frames` has the new number of each frame, 0 if it was
 * removed. Places with such a frame are forgotten, and places get other numbers.
 */
void address_names_renew(struct address_names *p, const uint32_t *frames, size_t count);

/* A module was unloaded, and another may get its number. */
void address_names_forget(struct address_names *p, uint32_t module);

/*
 * Set the number of the current slice; it must rise. A frame keeps the reason of the first slice.
 */
void address_names_at(struct address_names *p, uint32_t number);

/* Copy the reasons to `all`, with the frame numbers of the builder that `merge` joins into. */
bool address_names_reasons(const struct address_names *p, const struct merge *merge,
			   struct perf_reasons *all, struct error *err);

/* perf_reasons_tell() for its own reasons and builder. */
bool address_names_tell(const struct address_names *p, struct losses *losses,
			struct error *err);

/* The symbols on this machine. */
struct perf_symbols;

/*
 * All pointers are borrowed: where to look (`symfs`, `kallsyms`), the recorded kernel, and the
 * modules that will be looked up. NULL and an error when memory runs out. Release with
 * perf_symbols_free().
 */
struct perf_symbols *perf_symbols_new(const struct reading_options *options,
				      const struct perf_features *features,
				      const struct perf_modules *modules,
				      struct error *err);
void perf_symbols_free(struct perf_symbols *n);

/*
 * The recording has addresses of the kernel: start reading its symbols in the background. Call this
 * while no other thread looks up names. Otherwise they are read when first needed.
 */
void perf_symbols_expect_kernel(struct perf_symbols *n);

/* Describe a module's file for a search on disk. Borrows the texts. */
struct module_file perf_symbols_file(const struct perf_module *m);

/*
 * The function at a place according to the symbols of its file. False when there is none, or with
 * an error when memory runs out. Its texts live until perf_symbols_free().
 */
bool perf_symbols_function(struct perf_symbols *n, const struct perf_place *place,
			   struct symbol *s, struct error *err);

/* Describe the recorded kernel for a search of its files. Borrowed. */
struct module_kernel perf_symbols_kernel(const struct perf_symbols *n);

/* Where files are searched for. Borrowed. */
const struct symbol_source *perf_symbols_source(const struct perf_symbols *n);

/* For perf_replay_new(). Borrowed. `many`: several replays with a builder each will use it. */
struct symbolizer perf_symbols_symbolizer(struct perf_symbols *n, bool many);

/* Write notes: why the kernel has no names, and on inlined functions, if they were requested. */
void perf_symbols_tell(struct perf_symbols *n, struct reading *r);

#endif
