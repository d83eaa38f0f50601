/* intern.h - a dictionary that stores each distinct text once and numbers the texts. */

#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stdint.h>

#include "base/mem.h"
#include "base/error.h"
#include "base/text.h"

/* A growing dictionary. Id 0 always exists and is the empty text. */
struct intern;

/* NULL and an error when memory runs out. Release with intern_free(). */
struct intern *intern_new(struct error *err);
void intern_free(struct intern *in);

/*
 * Like intern_new(), but the texts and their ends are stored in areas (borrowed, see mem.h), so
 * that the arrays of intern_bytes() and intern_ends() never move.
 */
struct intern *intern_new_in(struct mem_area *bytes, struct mem_area *ends,
			     struct error *err);

/* The id of these bytes, which are copied if they are new. */
bool intern_put(struct intern *in, struct text t, uint32_t *id, struct error *err);

/*
 * Like intern_put(), for `count` texts. Memory is prefetched for many of them at a time, which
 * makes large dictionaries three times as fast. After a failure, some texts may have been added.
 */
bool intern_put_all(struct intern *in, const struct text *texts, size_t count,
		    uint32_t *ids, struct error *err);

uint32_t intern_count(const struct intern *in);

/* Borrowed until another text is added. */
struct text intern_get(const struct intern *in, uint32_t id);

/* All texts concatenated, their total length in bytes, and the end of each text. Borrowed. */
const char *intern_bytes(const struct intern *in);
uint64_t intern_used(const struct intern *in);
const uint64_t *intern_ends(const struct intern *in);

/*
 * Hand over all texts, concatenated: text i extends from bytes[ends[i - 1]] (text 0: from bytes[0])
 * up to, but not including, bytes[ends[i]]. The caller owns both arrays; `in` is empty afterwards
 * and may only be freed.
 */
void intern_take(struct intern *in, char **bytes, uint64_t **ends, uint32_t *count);

#endif
