/* opening.h - what a new session has before anything is chosen. */

#ifndef SESSION_OPENING_H
#define SESSION_OPENING_H

#include "session/session.h"

/*
 * Fill in idle, spans, summary and the tree under `root` of a session that has only its profile: the
 * tree beside the others where that is worth a second thread. At most `threads` run; 0: as many as
 * there are CPUs. When this fails they are still the session's to release.
 */
bool opening_run(struct session *s, enum root_mode root, unsigned threads,
		 struct error *err);

#endif
