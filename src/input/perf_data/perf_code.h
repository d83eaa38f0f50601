/* perf_code.h - the instructions of functions, and which of them the samples hit. */

#ifndef INPUT_PERF_CODE_H
#define INPUT_PERF_CODE_H

#include "input/perf_data/perf_maps.h"
#include "input/perf_data/address_names.h"
#include "profile/builder.h"

/*
 * While a recording is replayed, this gets the innermost address of each sample, once for each
 * address. Addresses in functions whose name contains the wanted text become sites. At the end the
 * instructions of these functions are read; if functions have exactly that name, of those only.
 */
struct perf_code;

/*
 * All pointers are borrowed; `options` has the wanted text. NULL and an error when memory runs out.
 */
struct perf_code *perf_code_new(const struct reading_options *options,
				struct perf_symbols *symbols,
				const struct perf_modules *modules, struct error *err);
void perf_code_free(struct perf_code *c);

/* The site of a place; 0: it is in no wanted function. False and an error when memory runs out. */
bool perf_code_site(struct perf_code *c, const struct perf_place *place, uint32_t *site,
		    struct error *err);

/* After the last sample: read the instructions, and pass everything to the builder. */
bool perf_code_finish(struct perf_code *c, struct builder *b, struct error *err);

#endif
