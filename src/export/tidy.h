/* tidy.h - names as FlameGraph's stackcollapse-perf.pl prints them. */

#ifndef EXPORT_TIDY_H
#define EXPORT_TIDY_H

#include "base/error.h"
#include "profile/profile.h"

/* A growing text. Zero to begin; the caller frees `at`. */
struct tidy_text {
	char *at; /* owned */
	size_t len, room;
};

bool tidy_append(struct tidy_text *to, struct text t, struct error *err);

/* How far along a stack, root to leaf, we are. Zero but for `java` at its start. */
struct tidy {
	bool java;     /* the process name begins with "java" */
	bool skipping; /* the frame was left out, and so are the pieces inlined into it */
};

/* The group's frame: blanks become '_'. */
bool tidy_group(struct tidy_text *to, struct text label, struct error *err);

/*
 * Append ";name" for a frame, several for "a->b", nothing for one that the script leaves
 * out. The rules are the script's, peculiarities included: what follows in the pipeline
 * was made for them.
 */
bool tidy_frame(struct tidy *t, struct tidy_text *to, const struct profile *p,
		uint32_t frame, struct error *err);

#endif
