#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/filter.h"
#include "analysis/range_words.h"
#include "base/utf8.h"

#define TEXT_SHOWN 100 /* bytes of a filter or a name in a message, at most */

static const char *kind_of(const struct session *s)
{
	return s->kept.spans ? "span" : "sample";
}

bool session_has_range(const struct session *s, struct range r, struct error *err)
{
	return range_is_recorded(r, range_whole(s->profile), err);
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
	snprintf(buf, RANGE_WORDS_MAX, "these %" PRIu32 " ranges", s->selection.count);
	return buf;
}

bool session_has_match(const struct session *s, struct error *err)
{
	if (s->kept.filtered == 0 || s->kept.filtered < s->kept.of_event)
		return true;
	return filter_fits_none(s->choice.filter, kind_of(s), err);
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
	char text[RANGE_WORDS_MAX];

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

static bool has_ranges_of(const struct session *s, const struct baseline *b,
			  struct error *err)
{
	for (uint32_t i = 0; i < b->also.count; i++)
		if (!session_has_range(s, b->also.list[i], err))
			return false;
	return b->also.count > 0 || session_has_range(s, b->range, err);
}

bool session_has_sides(const struct session *s, struct error *err)
{
	const struct comparison *c = session_comparison(s);
	const struct baseline *b = &s->choice.baseline;
	char text[RANGE_WORDS_MAX];

	if (!session_has_samples(s, err))
		return false;
	if (b->against == AGAINST_RANGE && b->also.count && !has_ranges_of(s, b, err))
		return error_at(err, "--against");
	if (!c || c->baseline.samples || c->baseline.value)
		return true;
	if (s->choice.baseline.against == AGAINST_FILE)
		return session_has_samples(s->other, err) ||
		       error_at(err, "the second file");
	if (s->choice.baseline.against == AGAINST_REST)
		return error_set(err, ERROR_NOTHING,
				 "no %s is outside the range: there is no rest",
				 kind_of(s));
	if (!has_ranges_of(s, b, err))
		return error_at(err, "--against");
	return error_set(
	    err, ERROR_NOTHING, "no %s is in %s to be held against", kind_of(s),
	    b->also.count ? "any of its ranges" : range_words(b->range, text));
}
