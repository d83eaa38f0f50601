/* caching.h - where the cache of parsed profiles is, by the environment. */

#ifndef CLI_CACHING_H
#define CLI_CACHING_H

#include "profile/cache.h"

/*
 * $XDG_CACHE_HOME/flarescope, else ~/.cache/flarescope. FLARESCOPE_CACHE_MAX is its size in
 * bytes (whoever limits it, but in other words, gets none rather than a large one),
 * FLARESCOPE_CACHE=no turns it off. False and the reason when there is none.
 */
bool caching_find(struct cache *c, struct error *err);

#endif
