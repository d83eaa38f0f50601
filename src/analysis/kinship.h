/* kinship.h - which functions of a profile are those of another one, read from the same file. */

#ifndef ANALYSIS_KINSHIP_H
#define ANALYSIS_KINSHIP_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * By frame of `from`, the frame of `to` that has the same name, module and kind; 0: none. NULL
 * and an error when memory runs out. Release with mem_free().
 */
uint32_t *kinship_find(const struct profile *from, const struct profile *to,
		       struct error *err);

#endif
