/* wait_place.h - the node of a flame graph of waits at which most of one wait was spent. */

#ifndef ANALYSIS_WAIT_PLACE_H
#define ANALYSIS_WAIT_PLACE_H

#include "analysis/flame.h"

/*
 * The node of the flame's tree with most of the time of the wait `name`, words of wait_keys_of(); 0: there
 * is none. False and an error as wait_keys_of().
 */
bool wait_place_find(const struct flame *f, struct text name, uint32_t *node,
		     struct error *err);

#endif
