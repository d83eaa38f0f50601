/* field_names.h - the field of trace points that weighs samples, and the fields that exist. */

#ifndef INPUT_FIELD_NAMES_H
#define INPUT_FIELD_NAMES_H

#include <pthread.h>

#include "base/error.h"
#include "base/text.h"

#define FIELD_NAMES_MOST   24 /* for a message; the first ones alphabetically */
#define FIELD_NAME_LONGEST 31

/*
 * The search for the field that reading_options.field names. Readers report the fields that they
 * come across. All functions but field_names_begin() and field_names_end() are thread-safe.
 */
struct field_names {
	struct text wanted;   /* borrowed */
	pthread_mutex_t lock; /* guards the rest */
	bool found;	      /* a sample has it */
	bool more;	      /* there are more names than `names` holds */
	unsigned count;
	char names[FIELD_NAMES_MOST][FIELD_NAME_LONGEST + 1]; /* sorted */
};

void field_names_begin(struct field_names *n, struct text wanted);
void field_names_end(struct field_names *n);

/* A sample has the field. */
void field_names_found(struct field_names *n);

/* The recording has a numeric field of this name. */
void field_names_add(struct field_names *n, struct text name);

/* When no sample had the field: false, and an error that lists the fields that exist. */
bool field_names_check(const struct field_names *n, struct error *err);

#endif
