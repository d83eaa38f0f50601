/* perf_naming.h - the names of addresses in a recording, from symbols on this machine. */

#ifndef INPUT_PERF_NAMING_H
#define INPUT_PERF_NAMING_H

#include "input/perf_data/perf_features.h"
#include "input/perf_data/perf_symbols.h"
#include "input/reading.h"
#include "symbols/module.h"

struct perf_naming;

/*
 * All are borrowed: where to look (`symfs`, `kallsyms`), which kernel it was, and the modules
 * that perf_symbols will be asked about. NULL and an error when memory runs out. Release with
 * perf_naming_free().
 */
struct perf_naming *perf_naming_new(const struct reading_options *options,
				    const struct perf_features *features,
				    const struct perf_modules *modules,
				    struct error *err);
void perf_naming_free(struct perf_naming *n);

/* A module that is a file, as those who look for files want it. Borrows its texts. */
struct module_file perf_naming_file(const struct perf_module *m);

/* What perf_replay_new() wants. Borrowed. */
struct perf_symbols perf_naming_symbols(struct perf_naming *n);

/* The key of the note on inlined functions: how many, or why none. */
#define PERF_NAMING_INLINED "inlined functions"

/* Notes: why the kernel has no names, and what was found inlined, when that was asked for. */
void perf_naming_tell(const struct perf_naming *n, struct reading *r);

#endif
