/* report_json.h - a report for programs. */

#ifndef SESSION_REPORT_REPORT_JSON_H
#define SESSION_REPORT_REPORT_JSON_H

#include "session/report/report.h"

/* The manual has its shape. */
bool report_json_write(const struct report *r, const struct report_room *room, FILE *out,
		       struct error *err);

#endif
