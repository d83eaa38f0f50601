#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"
#include "base/utf8.h"

#define TEXT_SHOWN 100 /* bytes of a filter or a name in a message, at most */

/* To the millisecond, as the map has it, but of what is shorter than a second exactly. */
static const char *moment_text(uint64_t ns, struct range whole, char *buf)
{
	const uint64_t ms = NS_PER_SECOND / 1000;

	if (whole.to - whole.from >= NS_PER_SECOND && ns < UINT64_MAX - ms)
		ns = (ns + ms / 2) / ms * ms;
	return number_plain_seconds(ns, buf);
}

/* "11.2-11.36 s", as short as can be: it is a part of a sentence. */
#define RANGE_WORDS (2 * NUMBER_SECONDS_MAX + 16)
static const char *range_words(struct range r, char *buf)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	number_plain_seconds(r.from, from);
	if (r.to == UINT64_MAX)
		snprintf(buf, RANGE_WORDS, "%s s to the end", from);
	else
		snprintf(buf, RANGE_WORDS, "%s-%s s", from,
			 number_plain_seconds(r.to, to));
	return buf;
}

static const char *kind_of(const struct session *s)
{
	return s->kept.spans ? "span" : "sample";
}

bool session_has_range(const struct session *s, struct range r, struct error *err)
{
	struct range whole = range_whole(s->profile);
	char text[RANGE_WORDS], from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	if (r.from == r.to)
		return error_set(err, ERROR_NOTHING,
				 "%s is no time at all: the end of a range is not in it",
				 range_words(r, text));
	if (range_is_all(r) || (r.from < whole.to && r.to > whole.from))
		return true;
	return error_set(err, ERROR_NOTHING,
			 "nothing was recorded in %s: the profile is from %s to %s s",
			 range_words(r, text), moment_text(whole.from, whole, from),
			 moment_text(whole.to, whole, to));
}

bool session_has_selection(const struct session *s, struct error *err)
{
	for (uint32_t i = 0; i < s->selection.count; i++)
		if (!session_has_range(s, s->selection.list[i], err))
			return false;
	return true;
}

/* What was chosen, in a sentence. */
static const char *selection_words(const struct session *s, char *buf)
{
	if (s->selection.count == 1)
		return range_words(s->selection.list[0], buf);
	snprintf(buf, RANGE_WORDS, "these %" PRIu32 " ranges", s->selection.count);
	return buf;
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
bool session_has_match(const struct session *s, struct error *err)
{
	struct text filter = s->choice.filter, key;
	const char *more = filter.len > TEXT_SHOWN ? "..." : "";
	int shown = (int)utf8_upto(filter, TEXT_SHOWN).len;

	if (s->kept.filtered == 0 || s->kept.filtered < s->kept.of_event)
		return true;
	if (filter_unknown_key(filter, &key))
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

static bool has_kept(const struct session *s, struct error *err)
{
	const struct kept *k = &s->kept;
	struct text event = session_event_name(s);

	if (k->count)
		return true;
	if (k->of_event == 0)
		return error_set(err, ERROR_NOTHING, "there is no %s of %.*s", kind_of(s),
				 (int)utf8_upto(event, TEXT_SHOWN).len, event.at);
	if (!session_has_match(s, err))
		return false;
	if (s->choice.idle == IDLE_ONLY)
		return error_set(err, ERROR_NOTHING, "no %s%s is idle", kind_of(s),
				 k->filtered ? " that fits the filter" : "");
	return error_set(err, ERROR_NOTHING,
			 "every %s%s is idle, and these are hidden; --idle show counts "
			 "them",
			 kind_of(s), k->filtered ? " that fits the filter" : "");
}

bool session_has_found(const struct session *s, size_t found, struct error *err)
{
	struct text search = s->choice.search;
	const char *more = search.len > TEXT_SHOWN ? "..." : "";

	return found ||
	       error_set(err, ERROR_NOTHING, "nothing matches %.*s%s",
			 (int)utf8_upto(search, TEXT_SHOWN).len, search.at, more);
}

bool session_has_samples(const struct session *s, struct error *err)
{
	char text[RANGE_WORDS];

	if (!session_has_selection(s, err) || !has_kept(s, err))
		return false;
	if (s->flame.samples || s->flame.total[0])
		return s->flame.total[0] == 0 || session_functions(s)->total[0] ||
		       error_set(err, ERROR_NOTHING,
				 "no %s here is left by what is to be transformed",
				 kind_of(s));
	return error_set(err, ERROR_NOTHING, "no %s%s is in %s%s", kind_of(s),
			 s->kept.filtered ? " that fits the filter" : "",
			 selection_words(s, text),
			 s->kept.hidden ? "; idle ones are hidden" : "");
}

bool session_has_sides(const struct session *s, struct error *err)
{
	const struct comparison *c = session_comparison(s);
	struct range range = s->choice.baseline.range;
	char text[RANGE_WORDS];

	if (!session_has_samples(s, err))
		return false;
	if (!c || c->baseline.samples || c->baseline.value)
		return true;
	if (s->choice.baseline.against == AGAINST_FILE)
		return session_has_samples(s->other, err) ||
		       error_at(err, "the second file");
	if (s->choice.baseline.against == AGAINST_REST)
		return error_set(err, ERROR_NOTHING,
				 "no %s is outside the range: there is no rest",
				 kind_of(s));
	if (!session_has_range(s, range, err))
		return error_at(err, "--against");
	return error_set(err, ERROR_NOTHING, "no %s is in %s to be held against",
			 kind_of(s), range_words(range, text));
}
