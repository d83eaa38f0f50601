/* filter.h - the expression that selects samples. */

#ifndef ANALYSIS_FILTER_H
#define ANALYSIS_FILTER_H

#include "base/bits.h"
#include "base/clock.h"
#include "profile/profile.h"

/*
 * Terms joined by " & " (all must hold); "!" in front negates a term:
 *
 * 	REGEX         some frame of the stack, or the thread's name, matches
 * 	comm=NAME     the thread's name is NAME; comm~REGEX: it matches
 * 	process=NAME  the name of its process (process_names.h); process~REGEX
 * 	pid=N tid=N   that process, that thread (tid= also if only one number is known)
 * 	cpu=N         that CPU
 * 	host=NAME     that host, if there are several; host~REGEX
 * 	service=NAME  that service, of samples in ClickHouse; service~REGEX
 * 	module=NAME   some frame's module has this base name or path; module~REGEX
 * 	self=NAME     the function that ran, the innermost of the stack; self~REGEX
 * 	self-module=NAME, self-module~REGEX, self-kind=KIND: its module, the kind of its code
 * 	mode=MODE     it ran in this mode: user, kernel, or unknown if it was not recorded
 *
 * The function that ran is named by lanes_frame_name(), which also covers samples without a stack
 * or a name. Within \Q...\E a " & " is part of the pattern. Case matters as in regex.h, but
 * ^\Q...\E$ matches exactly that name.
 */
struct filter;

enum filter_subject {
	FILTER_ANY,
	FILTER_COMM,
	FILTER_PROCESS,
	FILTER_PID,
	FILTER_TID,
	FILTER_CPU,
	FILTER_HOST,
	FILTER_SERVICE,
	FILTER_MODULE,
	FILTER_SELF,
	FILTER_SELF_MODULE,
	FILTER_SELF_KIND,
	FILTER_MODE
};

/*
 * Parse an expression; on failure return NULL and an error that names the bad term. An empty text
 * gives a filter that keeps everything. Release with filter_free().
 */
struct filter *filter_new(struct text expression, struct error *err);
void filter_free(struct filter *f);

/* A term, for callers that evaluate it elsewhere. Its text is borrowed from the filter. */
struct filter_term {
	enum filter_subject subject;
	bool negated;
	bool matches;	  /* `text` is a pattern, not a name */
	struct text text; /* empty for pid=, tid= and cpu= */
	int32_t number;	  /* the number of pid=, tid= or cpu= */
};
size_t filter_term_count(const struct filter *f);
struct filter_term filter_term_at(const struct filter *f, size_t i);

/*
 * Set an error that explains why the filter matches no `kind` ("sample", "span", "wait"), as far as
 * its text shows: an unknown key, an "&" without blanks. Always returns false, with ERROR_NOTHING.
 */
bool filter_explain_no_match(struct text expression, const char *kind, struct error *err);

/* Let all patterns of the filter share the time limit `p` (borrowed); see regex_share(). */
void filter_share(struct filter *f, struct time_limit *p);

/* May the filter keep samples of this CPU, judging by cpu= and host= alone? */
bool filter_admits_cpu(const struct filter *f, const struct profile *p, uint16_t cpu);

/* Remove every sample that the filter rejects from `keep` (one bit per sample). */
bool filter_apply(const struct filter *f, const struct profile *p, struct bits *keep,
		  struct error *err);

/*
 * Write the pattern that matches exactly this name: "^\Qname\E$", with any \E in it escaped. With
 * "!" in front it drops the stacks that have such a frame. Returns the length as snprintf() does.
 */
size_t filter_quote(struct text name, char *buf, size_t room);

/*
 * "host=web1 & ", to be put before a term that applies to this host only; unusual characters in the
 * name are quoted. Empty for an empty name.
 */
#define FILTER_HOST_MAX 512
const char *filter_host_term(struct text host, char buf[static FILTER_HOST_MAX]);

/* The term for a CPU of the profile: "cpu=3"; with several hosts "host=web1 & cpu=3". */
#define FILTER_CPU_MAX (FILTER_HOST_MAX + 16)
const char *filter_cpu_term(const struct profile *p, uint16_t cpu,
			    char buf[static FILTER_CPU_MAX]);

/*
 * The name in a pattern that filter_quote() wrote, truncated to `room`; false for any other
 * pattern.
 */
bool filter_unquote(struct text pattern, char *buf, size_t room, size_t *len);

/* Take the first term off `rest`, and trim it. */
struct text filter_next_term(struct text *rest);

/*
 * Add the samples that an expression keeps to `passed`, an empty set. It stays empty if all samples
 * are kept, or if the profile has only times so far. Release with bits_release(), also after a
 * failure.
 */
bool filter_select(struct bits *passed, const struct profile *p, struct text words,
		   struct time_limit *limit, struct error *err);

#endif
