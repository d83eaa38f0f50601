/* text_cache.h - texts seen lately, and what they were found to mean. */

#ifndef INPUT_TEXT_CACHE_H
#define INPUT_TEXT_CACHE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/* Memory is bounded: all is forgotten when it is used up. */
struct text_cache;

/* NULL and an error when memory runs out. Release with text_cache_free(). */
struct text_cache *text_cache_new(struct error *err);
void text_cache_free(struct text_cache *k);

/*
 * The place for what the text means: 0 when it is new, and to be filled in by the caller.
 * Borrowed until the next call.
 */
bool text_cache_find(struct text_cache *k, struct text t, uint32_t **meaning,
		     struct error *err);

#endif
