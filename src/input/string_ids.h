/* string_ids.h - map a file's string numbers to the builder's. */

#ifndef INPUT_STRING_IDS_H
#define INPUT_STRING_IDS_H

#include "profile/builder.h"

/*
 * A file may refer to a long text many times with a few bytes. This passes each text to the builder
 * once, as the builder reads it completely. Zero it to begin.
 */
struct string_ids {
	uint32_t *ids; /* owned: the builder's id + 1; 0: not added yet */
	size_t room;
};

/*
 * The builder's id of text `t`, which has this number in the file. If memory runs out, it works
 * without the map.
 */
uint32_t string_ids_get(struct string_ids *s, struct builder *b, uint32_t number,
			struct text t);
void string_ids_release(struct string_ids *s);

#endif
