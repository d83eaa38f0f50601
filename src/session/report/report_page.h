/* report_page.h - a report for people: plain text, or Markdown for a ticket. */

#ifndef SESSION_REPORT_REPORT_PAGE_H
#define SESSION_REPORT_REPORT_PAGE_H

#include "session/report/report.h"

bool report_page_write(const struct report *r, const struct report_room *room,
		       bool markdown, FILE *out, struct error *err);

#endif
