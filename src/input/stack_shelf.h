/* stack_shelf.h - copies of stacks, put away: in memory, and more of them in a temporary file. */

#ifndef INPUT_STACK_SHELF_H
#define INPUT_STACK_SHELF_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

struct reading;
struct scratch;

/*
 * Equal ones are kept once, as far as that is seen at once. The file has no name. It gets no
 * longer than reading_allowance(), nor than half of what is free where it is; where files are
 * memory (tmpfs), it counts as such. Zero it to begin, and set what is borrowed.
 */
struct stack_shelf {
	const struct reading *reading; /* borrowed */
	struct scratch *scratch;       /* borrowed: where the file comes from; or NULL */
	char *bytes; /* owned: those that are in memory, all behind those in the file */
	size_t used, room;
	uint64_t filed, most; /* bytes in the file; on its disk */
	uint64_t taken;	      /* of them counted as memory */
	bool is_memory;
	int fd;			   /* + 1; owned; 0: there is no file */
	struct shelf_known *known; /* owned: what is there already; NULL: nothing */
	char *again;		   /* owned: room to look at one of them */
	uint64_t secret;
};

void stack_shelf_release(struct stack_shelf *s);

/*
 * Put `bytes`, at most STACK_SHELF_MOST, away and say where they are. `*kept` is false when
 * there is no room; false and an error when memory runs out.
 */
#define STACK_SHELF_MOST ((size_t)64 * 1024)
bool stack_shelf_put(struct stack_shelf *s, struct text bytes, uint64_t *where,
		     bool *kept, struct error *err);

/*
 * `size` bytes that were put there: in `buf` or where they lie, good until either changes.
 * NULL when they cannot be read. May be asked by several threads while none puts.
 */
const char *stack_shelf_get(const struct stack_shelf *s, uint64_t where, size_t size,
			    char *buf);

#endif
