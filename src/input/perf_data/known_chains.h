/* known_chains.h - what call chains were the last time: most come again soon, or never. */

#ifndef INPUT_KNOWN_CHAINS_H
#define INPUT_KNOWN_CHAINS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/* What a chain was under one version of the maps. */
struct known_chain {
	uint32_t stack, site;
	uint32_t deep; /* so many of its addresses had no room */
	bool kernel;   /* all of it: it is the same in all processes */
};

/*
 * A cache of fixed size: a chain that falls on the place of another one takes it, and the bytes of
 * the oldest are written over.
 */
struct known_chains;

/* NULL and an error when memory runs out. Release with known_chains_free(). */
struct known_chains *known_chains_new(struct error *err);
void known_chains_free(struct known_chains *k);

/* By which it is found; whatever chains have the same. */
uint64_t known_chains_hash(struct text chain);

/* Have at hand what known_chains_get() will look at. */
void known_chains_fetch(const struct known_chains *k, uint64_t hash);

/*
 * What the chain was with the maps of the kernel, if it is all of it, or of the process in these
 * versions, which are never 0. NULL: not known. Borrowed until the next one is put.
 */
const struct known_chain *known_chains_get(const struct known_chains *k, uint64_t hash,
					   struct text chain, uint32_t kernel,
					   uint32_t process);

/* `version` is the kernel's where all of the chain is, else the process's. */
void known_chains_put(struct known_chains *k, uint64_t hash, struct text chain,
		      uint32_t version, const struct known_chain *is);
void known_chains_forget(struct known_chains *k);

#endif
