/* proto_arena.h - memory for a message that is unpacked, used, and given back as a whole. */

#ifndef INPUT_PROTO_ARENA_H
#define INPUT_PROTO_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct proto_chunk;

/* Zero it to begin, then release it. */
struct proto_arena {
	struct proto_chunk *chunks; /* owned: the newest first */
	size_t used;		    /* of the newest */
	size_t total;		    /* bytes of all chunks */
	size_t most;		    /* that `total` may become */
	bool refused;		    /* something did not fit, or no memory was left */
};

/* Aligned for anything, not cleared. NULL when it would be too much. */
void *proto_arena_take(struct proto_arena *a, size_t size);

/* Everything taken is gone; from now on at most `most` bytes. */
void proto_arena_empty(struct proto_arena *a, size_t most);
void proto_arena_release(struct proto_arena *a);

#endif
