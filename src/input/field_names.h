/* field_names.h - the field of trace points that is to be the weight of samples, and those there are. */

#ifndef INPUT_FIELD_NAMES_H
#define INPUT_FIELD_NAMES_H

#include <pthread.h>

#include "base/error.h"
#include "base/text.h"

#define FIELD_NAMES_MOST   24 /* for a message: of more the first by the alphabet */
#define FIELD_NAME_LONGEST 31

/*
 * What reading_options.field asks for. Its readers say what they have come across; all calls but
 * the first and the last may come from several threads.
 */
struct field_names {
	struct text wanted;   /* borrowed */
	pthread_mutex_t lock; /* guards the rest */
	bool found;	      /* some sample has it */
	bool more;	      /* there are others than those kept */
	unsigned count;
	char names[FIELD_NAMES_MOST][FIELD_NAME_LONGEST + 1]; /* sorted */
};

void field_names_begin(struct field_names *n, struct text wanted);
void field_names_end(struct field_names *n);

/* Some sample has the field. */
void field_names_found(struct field_names *n);

/* There is a field of this name, which is a number. */
void field_names_add(struct field_names *n, struct text name);

/* False and the names that there are, in one sentence, when no sample had the field. */
bool field_names_check(const struct field_names *n, struct error *err);

#endif
