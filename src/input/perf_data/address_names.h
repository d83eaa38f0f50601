/* address_names.h - the frames of an address in a recording: looked up once, then remembered. */

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

/* All addresses of [from, to) in the module have the same names. Without it each is asked for. */
void address_frames_cover(struct address_frames *n, uint64_t from, uint64_t to);

/*
 * A source of symbols. It is asked at most once for each address of a module, also when many
 * processes use the module: `place` is where the address was first seen, with a module of
 * `modules`. It may add no names: then the module names the place. False and an error only when
 * reading must stop.
 */
struct symbolizer {
	bool (*name)(void *arg, const struct perf_modules *modules,
		     const struct perf_place *place, struct address_frames *names,
		     struct error *err);
	void *arg; /* borrowed */

	/* a module was unloaded, and another may get its number; NULL: nothing to do */
	void (*forget)(void *arg, uint32_t module);
};

/* Remembers the frames of each place. */
struct address_names;

/*
 * NULL and an error when memory runs out. All are borrowed. Without `symbols` the module names
 * each place; with `addresses` such a name has the address in it.
 */
struct address_names *address_names_new(struct builder *builder,
					const struct perf_modules *modules,
					const struct symbolizer *symbols, bool addresses,
					struct error *err);
void address_names_free(struct address_names *p);

/*
 * The number of a place; symbols are asked for when it is new. False and an error when memory
 * runs out, or the source of symbols fails.
 */
bool address_names_find(struct address_names *p, const struct perf_place *place,
			uint32_t *number, struct error *err);

/* Put the frames of a place on a stack. Returns the new stack, 0 once the builder has failed. */
uint32_t address_names_push(const struct address_names *p, uint32_t number,
			    uint32_t stack);

/*
 * The builder's tables were made anew: `frames` has the new number of each frame, 0 if it is
 * gone. Places with such a frame are forgotten, and places get other numbers.
 */
void address_names_renew(struct address_names *p, const uint32_t *frames, size_t count);

/* A module was unloaded, and another may get its number. */
void address_names_forget(struct address_names *p, uint32_t module);

/* The number of the slice that is named now; it rises. The first reason of a frame stays. */
void address_names_at(struct address_names *p, uint32_t number);

/* Why frames have no names, by their numbers in the builder that `merge` joins into. */
bool address_names_reasons(const struct address_names *p, const struct merge *merge,
			   struct perf_reasons *all, struct error *err);

/* perf_reasons_tell() of its own reasons and builder. */
bool address_names_tell(const struct address_names *p, struct losses *losses,
			struct error *err);

/* The symbols on this machine. */
struct perf_symbols;

/*
 * All are borrowed: where to look (`symfs`, `kallsyms`), the recorded kernel, and the modules
 * that the symbolizer will be asked about. NULL and an error when memory runs out. Release with
 * perf_symbols_free().
 */
struct perf_symbols *perf_symbols_new(const struct reading_options *options,
				      const struct perf_features *features,
				      const struct perf_modules *modules,
				      struct error *err);
void perf_symbols_free(struct perf_symbols *n);

/*
 * The recording has addresses of the kernel: begin to read its symbols in the background. Call
 * it while no other thread asks for names. Without it they are read when the first is needed.
 */
void perf_symbols_expect_kernel(struct perf_symbols *n);

/* A module's file, as those who look for files want it. Borrows its texts. */
struct module_file perf_symbols_file(const struct perf_module *m);

/*
 * The function at a place, as the symbols of its file have it. False when there is none, or with
 * an error when memory runs out. Its texts stay until perf_symbols_free().
 */
bool perf_symbols_function(struct perf_symbols *n, const struct perf_place *place,
			   struct symbol *s, struct error *err);

/* The recorded kernel, as those who look for its files want it. Borrowed. */
struct module_kernel perf_symbols_kernel(const struct perf_symbols *n);

/* Where it looks for files. Borrowed. */
const struct symbol_source *perf_symbols_source(const struct perf_symbols *n);

/* For perf_replay_new(). Borrowed. `many`: for several of them, each with its own builder. */
struct symbolizer perf_symbols_symbolizer(struct perf_symbols *n, bool many);

/* Write notes: why the kernel has no names, and the inlined functions, if they were asked for. */
void perf_symbols_tell(struct perf_symbols *n, struct reading *r);

#endif
