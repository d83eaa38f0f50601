/* kernel_key.h - what tells the running kernel, and what is loaded into it, from any other. */

#ifndef SYMBOLS_KERNEL_KEY_H
#define SYMBOLS_KERNEL_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "symbols/symbol_source.h"

/* Zero it first; release it also when it could not be made. */
struct kernel_key {
	char *bytes; /* owned */
	size_t len, capacity;
	char *modules; /* owned: their names, "[ext4]", a line each */
	size_t modules_len, modules_capacity;
	bool failed; /* out of memory */
};

/* False: the kernel does not tell all of it, or hides it, or is just loading a module. */
bool kernel_key_make(struct kernel_key *k, const struct symbol_source *src);
void kernel_key_release(struct kernel_key *k);

bool kernel_key_same(const struct kernel_key *a, struct text bytes);

/* Is it the name of a loaded module, as kallsyms has it: "[ext4]"? */
bool kernel_key_has(const struct kernel_key *k, struct text owner);

#endif
