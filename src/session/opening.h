/* opening.h - what a new session has before anything is chosen. */

#ifndef SESSION_OPENING_H
#define SESSION_OPENING_H

#include "session/session.h"

/*
 * Fill in idle, spans, summary, what passes the filter of the first choice and is kept by it, and the
 * tree under its root, of a session that has only its profile: the tree beside the others where that is
 * worth a second thread. At most `threads` run; 0: as many as there are CPUs. When this fails they are
 * still the session's to release. `early` may be NULL.
 */
bool opening_run(struct session *s, const struct choice *first, unsigned threads,
		 const struct early *early, struct error *err);

#endif
