/* perf_places.h - the frames that an address in a recording stands for, remembered. */

#ifndef INPUT_PERF_PLACES_H
#define INPUT_PERF_PLACES_H

#include "input/losses.h"
#include "input/perf_data/perf_symbols.h"

struct perf_places;

/*
 * NULL and an error when memory runs out. All are borrowed; `symbols` may be NULL: then
 * every place is named by its module. `addresses`: such names tell the address too.
 */
struct perf_places *perf_places_new(struct builder *builder,
				    const struct perf_modules *modules,
				    const struct perf_symbols *symbols, bool addresses,
				    struct error *err);
void perf_places_free(struct perf_places *p);

/*
 * The number of a place, whose symbols are asked for when it is new. False and an error when
 * memory runs out, or what knows symbols fails.
 */
bool perf_places_find(struct perf_places *p, const struct perf_place *place,
		      uint32_t *number, struct error *err);

/* Put the frames of a place on a stack: the new one, 0 once the builder has failed. */
uint32_t perf_places_push(const struct perf_places *p, uint32_t number, uint32_t stack);

/* Count the frames without a name in the stacks of all samples, by reason. */
bool perf_places_tell(const struct perf_places *p, struct losses *losses,
		      struct error *err);

#endif
