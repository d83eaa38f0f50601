/* string_ids.h - maps the string numbers in a file to the builder's string ids. */

#ifndef INPUT_STRING_IDS_H
#define INPUT_STRING_IDS_H

#include "profile/builder.h"

/*
 * A file may refer to a long text many times, with a few bytes each time. The builder reads the
 * whole text at each call, so this table passes each text to it only once. Zero the table first.
 */
struct string_ids {
	uint32_t *ids; /* owned: the builder's id + 1; 0: not added yet */
	size_t room;
};

/*
 * The builder's id of text `t`, which has this number in the file. If there is no memory for the
 * table, the text is passed to the builder again.
 */
uint32_t string_ids_get(struct string_ids *s, struct builder *b, uint32_t number,
			struct text t);
void string_ids_release(struct string_ids *s);

#endif
