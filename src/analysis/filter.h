/* filter.h - the expression that says which samples are looked at. */

#ifndef ANALYSIS_FILTER_H
#define ANALYSIS_FILTER_H

#include "base/bits.h"
#include "base/clock.h"
#include "profile/profile.h"

/*
 * Terms joined by " & " (all must hold); each may have "!" in front, which turns it round:
 *
 *	REGEX         some frame of the stack, or the thread's name, matches
 *	comm=NAME     the thread's name is NAME      comm~REGEX  it matches
 *	process=NAME  that of its process is NAME (process_names.h); process~REGEX it matches
 *	pid=N tid=N   that process, that thread (tid= also where only one number is known)
 *	cpu=N         that CPU
 *	host=NAME     that host, of several together; host~REGEX its name matches
 *	service=NAME  that service, of samples in ClickHouse; service~REGEX its name matches
 *	module=NAME   some frame's module has this base name or path; module~REGEX matches it
 *	self=NAME     the function that ran, the innermost of the stack; self~REGEX matches it
 *	self-module=NAME, self-module~REGEX, self-kind=KIND  its module, the kind of its code
 *	mode=MODE     it ran there: user, kernel; unknown: the recording does not tell
 *
 * What ran is called as lanes_frame_name() says, also where there is no stack or no name.
 * Within \Q...\E a " & " is part of the pattern. Upper and lower case as in regex.h, but
 * ^\Q...\E$ holds for exactly that name.
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

/* Parse; NULL and an error that names the bad term. An empty text gives a filter that keeps
 * everything. Release with filter_free(). */
struct filter *filter_new(struct text expression, struct error *err);
void filter_free(struct filter *f);

/* A term, for who has it asked elsewhere. Its text is borrowed from the filter. */
struct filter_term {
	enum filter_subject subject;
	bool negated;
	bool matches;	  /* `text` is a pattern, else a name; */
	struct text text; /* empty ... */
	int32_t number;	  /* ... for a pid, a tid, a CPU */
};
size_t filter_term_count(const struct filter *f);
struct filter_term filter_term_at(const struct filter *f, size_t i);

/*
 * Say why the filter fits no `kind` ("sample", "span", "wait"), as far as its text tells: a word that
 * is no key, an "&" that joins nothing. Always false, with ERROR_NOTHING.
 */
bool filter_fits_none(struct text expression, const char *kind, struct error *err);

/* The time of all its patterns together is that of `p` (borrowed); see regex_share(). */
void filter_share(struct filter *f, struct time_limit *p);

/* Can a sample of this CPU of the profile be kept, as far as cpu= and host= tell? */
bool filter_admits_cpu(const struct filter *f, const struct profile *p, uint16_t cpu);

/* Clear from `keep` (one bit a sample) every sample that the filter does not keep. */
bool filter_apply(const struct filter *f, const struct profile *p, struct bits *keep,
		  struct error *err);

/*
 * Write the term that holds for exactly this name, "^\Qname\E$" with what is needed against
 * an \E inside; for "drop this frame's stacks" put "!" in front. Returns the length as
 * snprintf() does.
 */
size_t filter_quote(struct text name, char *buf, size_t room);

/*
 * "host=web1 & ", in front of a term that is of this host alone; a name with other characters is
 * quoted. Empty for an empty name.
 */
#define FILTER_HOST_MAX 512
const char *filter_host_term(struct text host, char buf[static FILTER_HOST_MAX]);

/* "cpu=3", of several hosts together "host=web1 & cpu=3", of a CPU of the profile. */
#define FILTER_CPU_MAX (FILTER_HOST_MAX + 16)
const char *filter_cpu_term(const struct profile *p, uint16_t cpu,
			    char buf[static FILTER_CPU_MAX]);

/* The name of what filter_quote() has written, as far as there is room; false where a pattern is
 * another. */
bool filter_unquote(struct text pattern, char *buf, size_t room, size_t *len);

/* Take the first term from `rest`, without blanks around it. */
struct text filter_next_term(struct text *rest);

/*
 * What an expression leaves of a profile, by sample, in an empty set, which stays empty where that is
 * all; and of times alone, of which nobody knows it yet. Release with bits_release(), also when this
 * has failed.
 */
bool filter_pass(struct bits *passed, const struct profile *p, struct text words,
		 struct time_limit *limit, struct error *err);

#endif
