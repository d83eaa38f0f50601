/* report_command.h - the commands that show what a report says. */

#ifndef SESSION_REPORT_REPORT_COMMAND_H
#define SESSION_REPORT_REPORT_COMMAND_H

#include "session/session.h"

/*
 * All of them ask what the report was asked, of the same file read in the same way. Where that
 * takes long options or a long name, they have "$@" in its place, and a line before sets that.
 */
struct report_commands {
	const char *file;	    /* borrowed: as it was opened */
	const char *baseline_file;  /* borrowed; NULL: there is none */
	struct selection selection; /* of the report; borrowed from the session */
	char *words;   /* owned: options and file, quoted; a blank before each */
	char *second;  /* owned: the second file in the same way; NULL: there is none */
	char *renamed; /* owned: options that are of both files; NULL or "": none */
	size_t place;  /* where in them those end that info does not take */
	bool is_apart; /* they are long */
	bool is_huge;  /* too long to be written at all */
};

/* `ascii`: see shell_line_word(). Release with report_commands_release(). */
bool report_commands_build(struct report_commands *c, const struct session *s,
			   const struct settings *settings, bool ascii,
			   struct error *err);
void report_commands_release(struct report_commands *c);

/*
 * "flarescope top --limit 3 --range 1,2 FILE": `verb` is "top --limit 3". With RANGE_ALL it has the
 * range of the report, if that has one. NULL and an error without memory; release with mem_free(),
 * as the next two.
 */
char *report_command(const struct report_commands *c, const char *verb,
		     struct range range, struct error *err);

/* The same with the second file behind the first, if there is one: for diff. */
char *report_command_diff(const struct report_commands *c, const char *verb,
			  struct range range, struct error *err);

/* "flarescope info FILE"; NULL without an error when that cannot be said in a short line. */
char *report_command_info(const struct report_commands *c, struct error *err);

/* "set -- FILE": what makes "$@" mean the same. NULL without an error when nothing has to. */
char *report_command_set(const struct report_commands *c, struct error *err);

#endif
