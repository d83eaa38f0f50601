/* kept_kernel.h - names of the running kernel's functions, found in the cache or put there. */

#ifndef INPUT_KEPT_KERNEL_H
#define INPUT_KEPT_KERNEL_H

#include "profile/cache.h"
#include "symbols/module.h"

/*
 * Begin to get what module_open_kernel() will need: what an earlier run has kept, if it is still
 * right, else all that Linux tells. Both go to `source`, whose owner releases them. `cache` may be
 * NULL.
 */
void kept_kernel_expect(struct symbol_source *source, const struct cache *cache,
			const struct module_kernel *kernel);

/* Keep what was read since; what prevents that costs nothing but the cache. */
void kept_kernel_put(const struct symbol_source *source, const struct cache *cache);

#endif
