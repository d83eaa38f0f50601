/* filter.h - the expression that selects samples. */

#ifndef ANALYSIS_FILTER_H
#define ANALYSIS_FILTER_H

#include "base/bits.h"
#include "base/clock.h"
#include "profile/profile.h"

/*
 * An expression consists of terms joined by " & ": a sample must match all of them. "!" before a
 * term negates it:
 *
 * 	REGEX         some frame of the stack, or the thread's name, matches
 * 	comm=NAME     the thread's name is NAME; comm~REGEX: it matches
 * 	process=NAME  the name of its process (process_names.h); process~REGEX
 * 	pid=N tid=N   that process, that thread (tid= if the input has only one number)
 * 	cpu=N         that CPU; pid=, tid= and cpu= also take lists: cpu=0-3,8
 * 	host=NAME     that host, if there are several; host~REGEX
 * 	service=NAME  that service, of samples in ClickHouse; service~REGEX
 * 	module=NAME   some frame's module has this base name or path; module~REGEX
 * 	self=NAME     the function that ran, the innermost of the stack; self~REGEX
 * 	self-module=NAME, self-module~REGEX, self-kind=KIND: its module, the kind of its code
 * 	mode=MODE     the mode in which it ran: user, kernel, or unknown if not recorded
 *
 * The function that ran is named by lanes_frame_name(), which also covers samples without a stack
 * or a name. A " & " within \Q...\E is part of the pattern. Whether case matters is decided as in
 * regex.h, but it always matters in ^\Q...\E$.
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
 * Parse an expression. An empty expression keeps all samples. On failure, returns NULL and an
 * error. Release with filter_free().
 */
struct filter *filter_new(struct text expression, struct error *err);
void filter_free(struct filter *f);

/* The ranges of "0-3,8", with both ends. */
#define FILTER_NUMBERS 32
struct filter_numbers {
	struct {
		int32_t from, to;
	} list[FILTER_NUMBERS];
	uint32_t count;
};

/* A term, for callers that evaluate it themselves. The text is borrowed from the filter. */
struct filter_term {
	enum filter_subject subject;
	bool negated;
	bool matches;			      /* `text` is a pattern, not a name */
	struct text text;		      /* empty for pid=, tid= and cpu= */
	const struct filter_numbers *numbers; /* of pid=, tid= or cpu= */
};
size_t filter_term_count(const struct filter *f);
struct filter_term filter_term_at(const struct filter *f, size_t i);

/*
 * Set the error that the filter matches no `kind` ("sample", "span", "wait"). The message mentions
 * an unknown key or an "&" without blanks, if there is one. Always returns false, with
 * ERROR_NOTHING.
 */
bool filter_explain_no_match(struct text expression, const char *kind, struct error *err);

/* Let all patterns of the filter share the time limit `p` (borrowed); see regex_share(). */
void filter_share(struct filter *f, struct time_limit *p);

/* Do the cpu= and host= terms of the filter match this CPU? */
bool filter_admits_cpu(const struct filter *f, const struct profile *p, uint16_t cpu);

/* Remove from `keep` (one bit per sample) each sample that does not match the filter. */
bool filter_apply(const struct filter *f, const struct profile *p, struct bits *keep,
		  struct error *err);

/*
 * Write the pattern that matches exactly this name: "^\Qname\E$", with each \E in the name escaped.
 * Returns the length like snprintf().
 */
size_t filter_quote(struct text name, char *buf, size_t room);

/*
 * Write the start of an expression for one host: "host=web1 & ", or a quoted pattern if the name
 * has unusual characters. Empty if the name is empty or too long. Returns `buf`.
 */
#define FILTER_HOST_MAX 512
const char *filter_host_term(struct text host, char buf[static FILTER_HOST_MAX]);

/* Write the term for a CPU of the profile: "cpu=3"; with several hosts "host=web1 & cpu=3". */
#define FILTER_CPU_MAX (FILTER_HOST_MAX + 16)
const char *filter_cpu_term(const struct profile *p, uint16_t cpu,
			    char buf[static FILTER_CPU_MAX]);

/*
 * Get the name, truncated to `room` bytes, from a pattern of filter_quote(). Returns false for any
 * other pattern.
 */
bool filter_unquote(struct text pattern, char *buf, size_t room, size_t *len);

/* Remove the first term from `rest` (its `at` is NULL after the last), and return it trimmed. */
struct text filter_next_term(struct text *rest);

/*
 * Build `passed`, which must be zeroed, from the samples that the expression `words` keeps. It is
 * not built if `words` is empty, or if only the times of the profile have been read so far. Release
 * with bits_release(), even after a failure.
 */
bool filter_select(struct bits *passed, const struct profile *p, struct text words,
		   struct time_limit *limit, struct error *err);

#endif
