/* field_names.h - finds the tracepoint field that the user named, and lists existing fields. */

#ifndef INPUT_FIELD_NAMES_H
#define INPUT_FIELD_NAMES_H

#include <pthread.h>

#include "base/error.h"
#include "base/text.h"

#define FIELD_NAMES_MOST   24 /* names in a message: the first ones alphabetically */
#define FIELD_NAME_LONGEST 31 /* bytes; longer names are left out */

/*
 * The search for the field named by reading_options.field. Readers report the fields that they
 * find. Any thread may call field_names_found() and field_names_add().
 */
struct field_names {
	struct text wanted;   /* borrowed */
	pthread_mutex_t lock; /* guards the rest */
	bool found;	      /* a sample has the wanted field */
	bool more;	      /* some names did not fit into `names` */
	unsigned count;
	char names[FIELD_NAMES_MOST][FIELD_NAME_LONGEST + 1]; /* sorted */
};

void field_names_begin(struct field_names *n, struct text wanted);
void field_names_end(struct field_names *n);

/* Report that a sample has the wanted field. */
void field_names_found(struct field_names *n);

/* Report that the recording has a numeric field of this name. */
void field_names_add(struct field_names *n, struct text name);

/* After reading: false and an error that lists existing fields if no sample has the wanted one. */
bool field_names_check(const struct field_names *n, struct error *err);

#endif
