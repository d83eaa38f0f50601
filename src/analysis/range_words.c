#include "analysis/range_words.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/timestamp.h"
#include "base/number.h"

#define SECOND	   ((int64_t)NS_PER_SECOND)
#define NS_PER_DAY (INT64_C(86400) * 1000000000)
#define FURTHEST   (INT64_MAX / 2) /* leaves room to add days */

static int64_t whole_below(int64_t value, int64_t unit)
{
	return value - ((value % unit) + unit) % unit;
}

/* How many ns the clock is ahead of UTC at that moment. */
static int64_t ahead(const struct time_of_day *t, int64_t at, char name[CLOCK_ZONE_MAX])
{
	return t->local ? clock_zone(whole_below(at, SECOND) / SECOND, name) * SECOND : 0;
}

/*
 * The range from the profile's origin until `length` later. Unknown if the profile has no time of
 * day, and from the year 2116 on, so that adding days cannot overflow.
 */
static struct time_of_day time_of_day_of(const struct profile *p, uint64_t length,
					 bool local)
{
	struct time_of_day t = {.known = false};
	struct wall_clock wall;

	if (!wall_clock_of(p, &wall))
		return t;
	t.begin = wall.offset + (int64_t)profile_origin(p);
	if (t.begin < -FURTHEST || t.begin > FURTHEST || length > (uint64_t)FURTHEST / 2)
		return t;
	t.end = t.begin + (int64_t)length;
	t.has_zone = wall_clock_has_zone(&wall);
	t.local = local && t.has_zone;
	t.known = true;
	return t;
}

/*
 * The first moment at or after `at` when a clock that is `zone` ahead of UTC shows `ns` after
 * midnight. If the clock is put forward past that time, it is the moment at which the clock would
 * have shown it.
 */
static int64_t next_in_zone(uint64_t ns, int64_t at, int64_t zone)
{
	int64_t next = whole_below(at + zone, NS_PER_DAY) + (int64_t)ns - zone;

	return next < at ? next + NS_PER_DAY : next;
}

/* The first moment at or after `at` that is `ns` after midnight, in ns since 1970. */
static int64_t time_of_day_next(const struct time_of_day *t, uint64_t ns, int64_t at)
{
	char name[CLOCK_ZONE_MAX];
	int64_t now = ahead(t, at, name), then = ahead(t, at + NS_PER_DAY, name);
	int64_t before = next_in_zone(ns, at, now), after = next_in_zone(ns, at, then);
	bool is_before = ahead(t, before, name) == now;
	bool is_after = ahead(t, after, name) == then;

	if (is_before && is_after)
		return before < after ? before : after;
	return is_after ? after : before;
}

/* The first such moment in the range, or else the nearest one. */
static int64_t time_of_day_nearest(const struct time_of_day *t, uint64_t ns)
{
	int64_t next = time_of_day_next(t, ns, t->begin), last;

	if (next <= t->end)
		return next;
	last = time_of_day_next(t, ns, t->begin - NS_PER_DAY);
	return t->begin - last < next - t->end ? last : next;
}

/* Parse a number of exactly `digits` digits; with 0, of one or two digits. */
static bool read_part(struct text t, size_t digits, uint64_t below, uint64_t *value)
{
	return (t.len == digits || (!digits && t.len && t.len <= 2)) &&
	       number_u64(t, value) && *value < below;
}

/* Split `t` at the first colon. */
static bool cut_at_colon(struct text *t, struct text *part)
{
	const char *colon = t->len ? memchr(t->at, ':', t->len) : NULL;

	if (!colon)
		return false;
	*part = text_upto(*t, (size_t)(colon - t->at));
	*t = text_from(*t, part->len + 1);
	return true;
}

/* Parse "10:44:23", "10:44:23.250" or "10:44", strictly, into ns after midnight. */
static bool time_of_day_read(struct text words, uint64_t *ns)
{
	struct text hour, minute;
	uint64_t h, m, s = 0;

	if (!cut_at_colon(&words, &hour) || !read_part(hour, 0, 24, &h))
		return false;
	if (cut_at_colon(&words, &minute)) {
		if (!read_part(text_upto(words, 2), 2, 60, &s) ||
		    (words.len > 2 && words.at[2] != '.') || !number_seconds(words, &s))
			return false;
	} else {
		minute = words;
	}
	if (!read_part(minute, 2, 60, &m))
		return false;
	*ns = (h * 60 + m) * 60 * NS_PER_SECOND + s;
	return true;
}

#define TIME_OF_DAY_MAX 48

/* "10:44:23 UTC"; without a known zone "10:44:23". Returns `buf`. */
static const char *time_of_day_text(const struct time_of_day *t, int64_t at,
				    char buf[static TIME_OF_DAY_MAX])
{
	char name[CLOCK_ZONE_MAX] = "UTC";
	int64_t shown = at + ahead(t, at, name);
	int64_t s = (shown - whole_below(shown, NS_PER_DAY)) / SECOND;

	snprintf(buf, TIME_OF_DAY_MAX, "%02" PRId64 ":%02" PRId64 ":%02" PRId64 "%s%s",
		 s / 3600, s / 60 % 60, s % 60, t->has_zone ? " " : "",
		 t->has_zone ? name : "");
	return buf;
}

enum end_kind {
	END_OPEN,  /* omitted: as far as possible */
	END_AFTER, /* time after the origin */
	END_BACK,  /* time before the end */
	END_CLOCK, /* time of day */
	END_DATE   /* ns since 1970 */
};

struct end {
	enum end_kind kind;
	bool utc; /* of END_DATE: it has a zone, which `ns` includes */
	uint64_t ns;
};

/* A range as written, before it is placed in a profile. */
struct range_text {
	struct end from, to;
	bool has_length; /* `to` is a length */
};

/* A moment of the profile, or a time in ns before its origin. */
struct placed {
	uint64_t at, before;
};

struct range_place range_place_of(const struct profile *p, bool local)
{
	struct range_place place = {.whole = range_whole(p)};

	place.time = time_of_day_of(p, place.whole.to, local);
	return place;
}

/* ---- parsing ---- */

enum mark {
	MARK_COMMA,
	MARK_DOTS,
	MARK_DASH,
	MARK_PLUS,
	MARK_MINUS,
	MARK_BLANK,
	MARK_TAB
};

/* Split `t` at the first kind of mark that occurs in it; false if it contains none. */
static bool split_at_mark(struct text t, struct text *from, struct text *to,
			  enum mark *by)
{
	static const struct text marks[] = {{",", 1}, {"..", 2}, {"\xe2\x80\x93", 3},
					    {"+", 1}, {"-", 1},	 {" ", 1},
					    {"\t", 1}};
	size_t sign = text_starts(t, TEXT("-"));

	for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
		for (size_t i = sign; i < t.len; i++) {
			struct text here = text_from(t, i);

			if (!text_starts(here, marks[m]))
				continue;
			*from = text_trim(text_upto(t, i));
			*to = text_trim(text_from(here, marks[m].len));
			*by = (enum mark)m;
			return true;
		}
	}
	*from = t;
	*to = text_from(t, t.len);
	return false;
}

/* Remove a unit from the end; 0: there is none. */
static uint64_t take_unit(struct text *t)
{
	static const struct {
		struct text name;
		uint64_t ns;
	} units[] = {{{"ns", 2}, 1},
		     {{"us", 2}, 1000},
		     {{"\xc2\xb5s", 3}, 1000},
		     {{"ms", 2}, 1000000},
		     {{"s", 1}, NS_PER_SECOND},
		     {{"m", 1}, 60 * NS_PER_SECOND},
		     {{"h", 1}, 3600 * NS_PER_SECOND}};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (!text_ends(*t, units[i].name))
			continue;
		*t = text_trim(text_upto(*t, t->len - units[i].name.len));
		return units[i].ns;
	}
	return 0;
}

static bool read_time(struct text t, uint64_t unit, uint64_t *ns)
{
	uint64_t whole, part, seconds = unit / NS_PER_SECOND;
	uint32_t billionths;

	if (!number_parts(t, &whole, &billionths))
		return false;
	part = seconds ? billionths * seconds : billionths * unit / NS_PER_SECOND;
	if (whole > (UINT64_MAX - part) / unit)
		return false;
	*ns = whole * unit + part;
	return true;
}

bool duration_parse(struct text t, uint64_t *ns)
{
	uint64_t unit;

	t = text_trim(t);
	unit = take_unit(&t);
	return read_time(t, unit ? unit : NS_PER_SECOND, ns);
}

/* "2026-11-21T03:07:40.5" or "2026-11-21T03:07:40Z": a plus sign would begin a length. */
static bool read_date(struct text t, struct end *end)
{
	char word[TIMESTAMP_MAX];

	if (t.len < 10 || t.len >= sizeof word || t.at[4] != '-' || t.at[7] != '-')
		return false;
	memcpy(word, t.at, t.len); /* room: checked above */
	word[t.len] = '\0';
	end->kind = END_DATE;
	end->utc = t.at[t.len - 1] == 'Z' || memchr(t.at + 10, '-', t.len - 10);
	return !strchr(word, '+') && timestamp_parse(word, &end->ns) &&
	       end->ns <= INT64_MAX;
}

/* `unit` is the unit of this end; 0: it has none, and `usual` applies. */
static bool read_end(struct text t, uint64_t unit, uint64_t usual, struct end *end)
{
	if (t.len == 0)
		return !unit;
	if (!unit && read_date(t, end))
		return true;
	if (memchr(t.at, ':', t.len)) {
		end->kind = END_CLOCK;
		return !unit && time_of_day_read(t, &end->ns);
	}
	end->kind = text_starts(t, TEXT("-")) ? END_BACK : END_AFTER;
	if (end->kind == END_BACK)
		t = text_trim(text_from(t, 1));
	return read_time(t, unit ? unit : usual, &end->ns);
}

/* If FROM has no unit, it has the unit of TO: "100-200 ms". */
static bool read_ends(struct text t, struct range_text *w)
{
	struct text from, to;
	enum mark by = MARK_COMMA;
	uint64_t unit = take_unit(&t), own, usual = NS_PER_SECOND;
	bool two = split_at_mark(t, &from, &to, &by);

	if (!two) /* "-5" */
		return read_end(from, unit, usual, &w->from) && w->from.kind == END_BACK;
	if (!from.len && (!to.len || by > MARK_DOTS))
		return false;
	own = take_unit(&from);
	w->has_length = by == MARK_PLUS;
	if (unit && !w->has_length)
		usual = unit;
	if (!read_end(to, unit, NS_PER_SECOND, &w->to) ||
	    !read_end(from, own, usual, &w->from))
		return false;
	/* a time of day cannot be combined with seconds from the start */
	if (w->has_length)
		return w->from.kind != END_OPEN && w->to.kind == END_AFTER;
	return w->from.kind == END_OPEN || w->to.kind == END_OPEN ||
	       w->to.kind == END_BACK || w->to.kind == w->from.kind;
}

/* Swap two ends of the same form if they are in the wrong order. */
static void put_in_order(struct range_text *w)
{
	bool back = w->from.kind == END_BACK;
	struct end from = w->from;

	if (w->has_length || from.kind != w->to.kind || from.kind == END_CLOCK ||
	    back == (from.ns > w->to.ns))
		return;
	w->from = w->to;
	w->to = from;
}

/* ---- placing in a profile ---- */

/* `at` is in ns since 1970. */
static struct placed place_clock(const struct range_place *p, int64_t at)
{
	return at < p->time.begin
		   ? (struct placed){.before = (uint64_t)(p->time.begin - at)}
		   : (struct placed){.at = (uint64_t)(at - p->time.begin)};
}

static struct placed place_end(const struct range_place *p, struct end end)
{
	uint64_t whole = p->whole.to;

	if (end.kind == END_CLOCK)
		return place_clock(p, time_of_day_nearest(&p->time, end.ns));
	if (end.kind == END_DATE) {
		int64_t at = (int64_t)end.ns;
		char name[CLOCK_ZONE_MAX];

		return place_clock(p, end.utc ? at : at - ahead(&p->time, at, name));
	}
	if (end.kind == END_BACK)
		return end.ns > whole ? (struct placed){.before = end.ns - whole}
				      : (struct placed){.at = whole - end.ns};
	return (struct placed){.at = end.ns};
}

static bool has_clock(const struct range_text *w)
{
	return w->from.kind >= END_CLOCK || w->to.kind >= END_CLOCK;
}

/* Place the end of a range that begins at `from`. */
static struct placed place_to(const struct range_place *p, const struct range_text *w,
			      struct placed from)
{
	uint64_t ns = w->to.ns;
	int64_t begin, next, nearest;

	if (w->has_length && from.before > ns)
		return (struct placed){.before = from.before - ns};
	if (w->has_length)
		return (struct placed){.at = number_add(from.at, ns - from.before)};
	if (w->to.kind == END_OPEN)
		return (struct placed){.at = w->from.kind == END_BACK ? p->whole.to
								      : UINT64_MAX};
	if (w->to.kind != END_CLOCK || w->from.kind != END_CLOCK)
		return place_end(p, w->to);
	/*
	 * until the clock shows TO, possibly after midnight, unless the two are in the wrong order
	 */
	begin = p->time.begin + (int64_t)from.at - (int64_t)(from.at ? 0 : from.before);
	next = time_of_day_next(&p->time, ns, begin);
	nearest = time_of_day_nearest(&p->time, ns);
	if (next > p->time.end && nearest >= p->time.begin && nearest <= p->time.end)
		next = nearest;
	return place_clock(p, next);
}

static bool place_range(const struct range_text *w, struct text t,
			const struct range_place *p, struct range *r, struct error *err)
{
	struct placed from = place_end(p, w->from), to = place_to(p, w, from);
	bool too_early = to.before || (from.before && !to.at);
	char begin[TIME_OF_DAY_MAX], end[TIME_OF_DAY_MAX];

	if (has_clock(w) && (too_early || (from.at > p->whole.to && !p->growing)))
		return error_set(
		    err, ERROR_NOTHING,
		    "nothing was recorded at '%.*s': the profile is from %s to %s",
		    (int)text_upto(t, 60).len, t.at,
		    time_of_day_text(&p->time, p->time.begin, begin),
		    time_of_day_text(&p->time, p->time.end, end));
	if (too_early)
		return error_set(err, ERROR_NOTHING,
				 "range '%.*s' ends before the profile begins",
				 (int)text_upto(t, 60).len, t.at);
	if (from.at > to.at && w->from.kind != w->to.kind)
		return error_set(err, ERROR_USAGE, "range '%.*s' ends before it begins",
				 (int)text_upto(t, 60).len, t.at);
	*r = from.at <= to.at ? (struct range){from.at, to.at}
			      : (struct range){to.at, from.at};
	return true;
}

bool range_parse(struct text t, const struct range_place *place, struct range *r,
		 struct error *err)
{
	/* without a place, everything counts as recorded */
	const struct range_place none = {.whole = {0, UINT64_MAX}, .growing = true};
	struct range_text w = {.has_length = false};
	struct text shown = text_upto(t, 10); /* keeps the message within 80 columns */

	if (!read_ends(text_trim(t), &w))
		return error_set(
		    err, ERROR_USAGE,
		    "range '%.*s%s': expected FROM,TO or FROM+LENGTH: 600ms,2s "
		    "10:44:23+2 -5",
		    (int)shown.len, shown.at, shown.len < t.len ? "..." : "");
	put_in_order(&w);
	if (!place &&
	    (has_clock(&w) || w.from.kind == END_BACK || w.to.kind == END_BACK)) {
		*r = RANGE_ALL;
		return true;
	}
	if (place && has_clock(&w) && !place->time.known)
		return error_set(err, ERROR_USAGE,
				 "range '%.*s': the time of day of this recording is not "
				 "known; give seconds from its start",
				 (int)text_upto(t, 60).len, t.at);
	return place_range(&w, t, place ? place : &none, r, err);
}

bool ranges_parse(struct text t, const struct range_place *place, struct range *r,
		  struct ranges *also, struct error *err)
{
	struct ranges all = {0};
	struct range first = {0}, one;
	size_t from = 0;

	for (size_t i = 0; i <= t.len; i++) {
		if (i < t.len && t.at[i] != '/')
			continue;
		if (!range_parse((struct text){t.at + from, i - from}, place, &one,
				 err) ||
		    !ranges_add(&all, one, err)) {
			ranges_release(&all);
			return false;
		}
		first = from ? first : one;
		from = i + 1;
	}
	*also = (struct ranges){0};
	*r = RANGE_ALL;
	if (all.count > 1) {
		*also = all;
		return true;
	}
	*r = all.count ? all.list[0] : first; /* all are empty: use the first one */
	ranges_release(&all);
	return true;
}

/* ---- ranges in sentences ---- */

/* Rounded to the millisecond, as the heat map does; exact for a profile shorter than a second. */
static const char *moment_text(uint64_t ns, struct range whole, char *buf)
{
	const uint64_t ms = NS_PER_SECOND / 1000;

	if (whole.to - whole.from >= NS_PER_SECOND && ns < UINT64_MAX - ms)
		ns = (ns + ms / 2) / ms * ms;
	return number_plain_seconds(ns, buf);
}

const char *range_words(struct range r, char *buf)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	number_plain_seconds(r.from, from);
	if (r.to == UINT64_MAX)
		snprintf(buf, RANGE_WORDS_MAX, "%s s to the end", from);
	else
		snprintf(buf, RANGE_WORDS_MAX, "%s-%s s", from,
			 number_plain_seconds(r.to, to));
	return buf;
}

bool range_is_recorded(struct range r, struct range whole, struct error *err)
{
	char text[RANGE_WORDS_MAX], from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	if (r.from == r.to)
		return error_set(err, ERROR_NOTHING,
				 "%s is empty: a range does not include its end",
				 range_words(r, text));
	if (range_is_all(r) || (r.from < whole.to && r.to > whole.from))
		return true;
	return error_set(err, ERROR_NOTHING,
			 "nothing was recorded in %s: the profile is from %s to %s s",
			 range_words(r, text), moment_text(whole.from, whole, from),
			 moment_text(whole.to, whole, to));
}
