/* string_ids.h - the builder's numbers of texts that a file refers to by numbers of its own. */

#ifndef INPUT_STRING_IDS_H
#define INPUT_STRING_IDS_H

#include "profile/builder.h"

/*
 * A few bytes may refer to a text of many: it is handed to the builder, which looks at all of
 * it, once and not with each reference. Zero it to begin.
 */
struct string_ids {
	uint32_t *ids; /* owned: 1 + the builder's; 0: not handed on yet */
	size_t room;
};

/* Of text `t`, which has this number in the file. Without memory to remember it works as well. */
uint32_t string_ids_get(struct string_ids *s, struct builder *b, uint32_t number,
			struct text t);
void string_ids_release(struct string_ids *s);

#endif
