/* known_texts.h - texts seen lately, and what they were found to mean. */

#ifndef INPUT_KNOWN_TEXTS_H
#define INPUT_KNOWN_TEXTS_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/* Memory is bounded: all is forgotten when it is used up. */
struct known_texts;

/* NULL and an error when memory runs out. Release with known_texts_free(). */
struct known_texts *known_texts_new(struct error *err);
void known_texts_free(struct known_texts *k);

/*
 * The place for what the text means: 0 when it is new, and to be filled in by the caller.
 * Borrowed until the next call.
 */
bool known_texts_find(struct known_texts *k, struct text t, uint32_t **meaning,
		      struct error *err);

#endif
