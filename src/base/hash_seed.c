#include "base/hash_seed.h"

#include <string.h>
#include <sys/auxv.h>
#include <xxhash.h>

#define GIVEN 16 /* bytes at AT_RANDOM */

void hash_seed_fill(uint64_t *words, size_t count)
{
	const void *given = (const void *)(uintptr_t)getauxval(AT_RANDOM);
	const void *here = &given; /* fallback: the address of the stack */

	for (size_t i = 0; i < count; i++)
		words[i] = given ? XXH3_64bits_withSeed(given, GIVEN, i)
				 : XXH3_64bits_withSeed(&here, sizeof here, i);
}
