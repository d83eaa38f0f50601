/* saving.h - what is to be saved of a session, for whatever notation. */

#ifndef SESSION_SAVING_H
#define SESSION_SAVING_H

#include "export/export.h"
#include "session/session.h"

/* What the flame graph shows; all borrowed from the session and the settings. */
struct export_job saving_job(const struct session *s, const struct settings *settings);

/* The range with both ends known; the whole profile when none was chosen. */
struct range saving_range(const struct session *s);

/* "service.perf.gz", "standard input": `path` as titles name it; NULL is "profile". */
struct text saving_title(const char *path);

#endif
