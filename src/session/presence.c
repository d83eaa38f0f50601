#include "session/presence.h"

#include <stdio.h>

#include "base/number.h"

#define SHOWN 100 /* bytes of a filter, at most */

/* To the millisecond, as the map has it, but of what is shorter than a second exactly. */
static const char *moment(uint64_t ns, struct range whole, char *buf)
{
	const uint64_t ms = NS_PER_SECOND / 1000;

	if (whole.to - whole.from >= NS_PER_SECOND && ns < UINT64_MAX - ms)
		ns = (ns + ms / 2) / ms * ms;
	return number_plain_seconds(ns, buf);
}

/* "11.2-11.36 s", as short as can be: it is a part of a sentence. */
#define PLAIN_MAX (2 * NUMBER_SECONDS_MAX + 16)
static const char *plain(struct range r, char *buf)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	number_plain_seconds(r.from, from);
	if (r.to == UINT64_MAX)
		snprintf(buf, PLAIN_MAX, "%s s to the end", from);
	else
		snprintf(buf, PLAIN_MAX, "%s-%s s", from, number_plain_seconds(r.to, to));
	return buf;
}

static const char *kind_of(const struct session *s)
{
	return s->kept.spans ? "span" : "sample";
}

bool presence_of_range(const struct profile *p, struct range r, struct error *err)
{
	struct range whole = range_whole(p);
	char text[PLAIN_MAX], from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	if (r.from == r.to)
		return error_set(err, ERROR_NOTHING,
				 "%s is no time at all: the end of a range is not in it",
				 plain(r, text));
	if (range_is_all(r) || (r.from < whole.to && r.to > whole.from))
		return true;
	return error_set(err, ERROR_NOTHING,
			 "nothing was recorded in %s: the profile is from %s to %s s",
			 plain(r, text), moment(whole.from, whole, from),
			 moment(whole.to, whole, to));
}

/* Is there an "&" that looks as if it joined terms? */
static bool has_tight_and(struct text filter)
{
	for (size_t i = 0; i < filter.len; i++)
		if (filter.at[i] == '&' &&
		    (i == 0 || filter.at[i - 1] != ' ' || i + 1 == filter.len ||
		     filter.at[i + 1] != ' '))
			return true;
	return false;
}

/* A word before "=" or "~" that is no key is a part of a pattern, which is rarely meant. */
bool presence_of_match(const struct session *s, struct error *err)
{
	struct text filter = s->choice.filter, key;
	const char *more = filter.len > SHOWN ? "..." : "";
	int shown = (int)(filter.len < SHOWN ? filter.len : SHOWN);

	if (s->kept.filtered == 0 || s->kept.filtered < s->kept.of_event)
		return true;
	if (filter_odd_key(filter, &key))
		return error_set(err, ERROR_NOTHING,
				 "no %s fits the filter %.*s%s: %.*s is no key, so it is "
				 "part of a pattern; keys are " FILTER_KEYS,
				 kind_of(s), shown, filter.at, more, (int)key.len,
				 key.at);
	if (has_tight_and(filter))
		return error_set(err, ERROR_NOTHING,
				 "no %s fits the filter %.*s%s; \"&\" joins terms where "
				 "blanks are around it",
				 kind_of(s), shown, filter.at, more);
	return error_set(err, ERROR_NOTHING, "no %s fits the filter %.*s%s", kind_of(s),
			 shown, filter.at, more);
}

bool presence_of_kept(const struct session *s, struct error *err)
{
	const struct kept *k = &s->kept;
	struct text event = session_event_name(s);

	if (k->count)
		return true;
	if (k->of_event == 0)
		return error_set(err, ERROR_NOTHING, "there is no %s of %.*s", kind_of(s),
				 (int)(event.len < SHOWN ? event.len : SHOWN), event.at);
	if (!presence_of_match(s, err))
		return false;
	if (s->choice.idle == IDLE_ONLY)
		return error_set(err, ERROR_NOTHING, "no %s%s is idle", kind_of(s),
				 k->filtered ? " that fits the filter" : "");
	return error_set(err, ERROR_NOTHING,
			 "every %s%s is idle, and these are hidden; --idle show counts "
			 "them",
			 kind_of(s), k->filtered ? " that fits the filter" : "");
}

bool presence_of_found(const struct session *s, size_t found, struct error *err)
{
	struct text search = s->choice.search;
	const char *more = search.len > SHOWN ? "..." : "";

	return found ||
	       error_set(err, ERROR_NOTHING, "nothing matches %.*s%s",
			 (int)(search.len < SHOWN ? search.len : SHOWN), search.at, more);
}

bool presence_may_be_perf(const struct profile *p)
{
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (p->threads[i].tid != PROFILE_NO_ID)
			return true;
	return false;
}

bool presence_in_range(const struct session *s, struct error *err)
{
	char text[PLAIN_MAX];

	if (!presence_of_range(s->profile, s->choice.range, err) ||
	    !presence_of_kept(s, err))
		return false;
	if (s->flame.samples || s->flame.total[0])
		return true;
	return error_set(err, ERROR_NOTHING, "no %s%s is in %s%s", kind_of(s),
			 s->kept.filtered ? " that fits the filter" : "",
			 plain(s->choice.range, text),
			 s->kept.hidden ? "; idle ones are hidden" : "");
}
