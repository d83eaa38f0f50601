/* perf_code.h - the instructions of functions, and the samples at each instruction. */

#ifndef INPUT_PERF_CODE_H
#define INPUT_PERF_CODE_H

#include "input/perf_data/perf_maps.h"
#include "input/perf_data/address_names.h"
#include "profile/builder.h"

/*
 * During a replay, perf_code_site() gets the innermost addresses of samples. An address becomes a
 * site if the name of its function contains the wanted text (options->instructions_of). At the end,
 * the instructions of up to 64 such functions are read. If the name of some function is exactly
 * that text, only such functions are read.
 */
struct perf_code;

/* All pointers are borrowed. NULL and an error when memory runs out. */
struct perf_code *perf_code_new(const struct reading_options *options,
				struct perf_symbols *symbols,
				const struct perf_modules *modules, struct error *err);
void perf_code_free(struct perf_code *c);

/* Get the site of a place; 0: not in a wanted function. False and an error: memory ran out. */
bool perf_code_site(struct perf_code *c, const struct perf_place *place, uint32_t *site,
		    struct error *err);

/* After the last sample: read the instructions, and pass them and the sites to the builder. */
bool perf_code_finish(struct perf_code *c, struct builder *b, struct error *err);

#endif
