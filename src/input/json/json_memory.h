/* json_memory.h - memory for yajl, which does not look whether it got any. */

#ifndef INPUT_JSON_MEMORY_H
#define INPUT_JSON_MEMORY_H

#include <setjmp.h>
#include <yajl/yajl_common.h>

#define JSON_MEMORY_BLOCKS 16 /* a handle, its lexer, three buffers and a message: 9 */

/*
 * All blocks are known here, so that they can be released together without yajl's help. When
 * memory runs out, control goes to `hungry`, which has to be set before any call of yajl.
 */
struct json_memory {
	struct json_block {
		void *bytes; /* owned; NULL: a free place */
		size_t room;
	} blocks[JSON_MEMORY_BLOCKS];
	jmp_buf hungry;
};

/* What yajl_alloc() takes; it borrows `m`. Zero `m` to begin. */
yajl_alloc_funcs json_memory_functions(struct json_memory *m);

/* Give all of it back: no handle that used it may be used again. */
void json_memory_release(struct json_memory *m);

#endif
