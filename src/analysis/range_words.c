#include "analysis/range_words.h"

#include <stdio.h>

#include "base/number.h"

enum end_kind {
	END_OPEN,  /* nothing is written: as far as it goes */
	END_AFTER, /* after the origin */
	END_BACK,  /* before the end */
	END_CLOCK  /* after midnight */
};

struct end {
	enum end_kind kind;
	uint64_t ns;
};

/* What is written, before it is known of what. */
struct words {
	struct end from, to;
	bool has_length; /* `to` is how long it is */
};

/* A moment, where there may be none: so many ns before the origin. */
struct moment {
	uint64_t at, before;
};

struct range_place range_place_of(const struct profile *p, bool local)
{
	struct range_place place = {.whole = range_whole(p)};

	place.time = time_of_day_of(p, place.whole.to, local);
	return place;
}

/* ---- what is written ---- */

enum mark {
	MARK_COMMA,
	MARK_DOTS,
	MARK_DASH,
	MARK_PLUS,
	MARK_MINUS,
	MARK_BLANK,
	MARK_TAB
};

/* Cut `t` at the first of the first of these that it has; false when it has none. */
static bool cut(struct text t, struct text *from, struct text *to, enum mark *by)
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

/* Take a unit off the end; 0 when there is none. */
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

/* `unit` is its own, 0: it has none; `usual` stands for that. */
static bool read_end(struct text t, uint64_t unit, uint64_t usual, struct end *end)
{
	if (t.len == 0)
		return !unit;
	if (memchr(t.at, ':', t.len)) {
		end->kind = END_CLOCK;
		return !unit && time_of_day_read(t, &end->ns);
	}
	end->kind = text_starts(t, TEXT("-")) ? END_BACK : END_AFTER;
	if (end->kind == END_BACK)
		t = text_trim(text_from(t, 1));
	return read_time(t, unit ? unit : usual, &end->ns);
}

/* Without a unit of its own, FROM has that of TO: "100-200 ms". */
static bool read_both(struct text t, struct words *w)
{
	struct text from, to;
	enum mark by = MARK_COMMA;
	uint64_t unit = take_unit(&t), own, usual = NS_PER_SECOND;
	bool two = cut(t, &from, &to, &by);

	if (!two) /* "-5" */
		return read_end(from, unit, usual, &w->from) && w->from.kind == END_BACK;
	if (!from.len && (!to.len || by > MARK_DOTS))
		return false;
	own = take_unit(&from);
	w->has_length = by == MARK_PLUS;
	if (unit && !w->has_length)
		usual = unit;
	return read_end(to, unit, NS_PER_SECOND, &w->to) &&
	       read_end(from, own, usual, &w->from);
}

/* A and B that are written alike may be written the wrong way round. */
static void put_in_order(struct words *w)
{
	bool back = w->from.kind == END_BACK;
	struct end from = w->from;

	if (w->has_length || from.kind != w->to.kind || from.kind == END_CLOCK ||
	    back == (from.ns > w->to.ns))
		return;
	w->from = w->to;
	w->to = from;
}

/* Do both ends go together? A time of the clock and seconds from the start hardly do. */
static bool suit(const struct words *w)
{
	if (w->has_length)
		return w->from.kind != END_OPEN && w->to.kind == END_AFTER;
	return w->from.kind == END_OPEN || w->to.kind == END_OPEN ||
	       w->to.kind == END_BACK || w->to.kind == w->from.kind;
}

/* ---- what is meant ---- */

/* Of something in ns since 1970. */
static struct moment moment_of(const struct range_place *p, int64_t at)
{
	return at < p->time.begin
		   ? (struct moment){.before = (uint64_t)(p->time.begin - at)}
		   : (struct moment){.at = (uint64_t)(at - p->time.begin)};
}

static struct moment find(const struct range_place *p, struct end end)
{
	uint64_t whole = p->whole.to;

	if (end.kind == END_CLOCK)
		return moment_of(p, time_of_day_nearest(&p->time, end.ns));
	if (end.kind == END_BACK)
		return end.ns > whole ? (struct moment){.before = end.ns - whole}
				      : (struct moment){.at = whole - end.ns};
	return (struct moment){.at = end.ns};
}

/* The end of a range from A until the clock shows B, be it after midnight. */
static struct moment find_after(const struct range_place *p, struct moment from,
				uint64_t ns)
{
	int64_t begin =
	    p->time.begin + (int64_t)from.at - (int64_t)(from.at ? 0 : from.before);
	int64_t next = time_of_day_next(&p->time, ns, begin);
	int64_t nearest = time_of_day_nearest(&p->time, ns);

	/* written the wrong way round */
	if (next > p->time.end && nearest >= p->time.begin && nearest <= p->time.end)
		next = nearest;
	return moment_of(p, next);
}

static bool is_of_clock(const struct words *w)
{
	return w->from.kind == END_CLOCK || w->to.kind == END_CLOCK;
}

static bool refuse(struct text t, struct error *err)
{
	struct text shown = text_upto(t, 10); /* so that all of it fits 80 columns */

	return error_set(err, ERROR_USAGE,
			 "range '%.*s%s': expected FROM,TO or FROM+LENGTH: 600ms,2s "
			 "10:44:23+2 -5",
			 (int)shown.len, shown.at, shown.len < t.len ? "..." : "");
}

/* A range of the clock is where nothing is: say when that was, by the clock. */
static bool miss(struct text t, const struct range_place *p, struct error *err)
{
	char begin[TIME_OF_DAY_MAX], end[TIME_OF_DAY_MAX];

	return error_set(err, ERROR_NOTHING,
			 "nothing was recorded at '%.*s': the profile is from %s to %s",
			 (int)text_upto(t, 60).len, t.at,
			 time_of_day_text(&p->time, p->time.begin, begin),
			 time_of_day_text(&p->time, p->time.end, end));
}

static struct moment later(struct moment from, uint64_t ns)
{
	if (from.before > ns)
		return (struct moment){.before = from.before - ns};
	return (struct moment){.at = number_add(from.at, ns - from.before)};
}

static struct moment end_of(const struct range_place *p, const struct words *w,
			    struct moment from)
{
	if (w->has_length)
		return later(from, w->to.ns);
	if (w->to.kind == END_CLOCK && w->from.kind == END_CLOCK)
		return find_after(p, from, w->to.ns);
	if (w->to.kind != END_OPEN)
		return find(p, w->to);
	return (struct moment){.at = w->from.kind == END_BACK ? p->whole.to : UINT64_MAX};
}

static bool place_words(const struct words *w, struct text t, const struct range_place *p,
			struct range *r, struct error *err)
{
	struct moment from = find(p, w->from), to = end_of(p, w, from);
	bool clock = is_of_clock(w), too_early = to.before || (from.before && !to.at);

	if (clock && (too_early || (from.at > p->whole.to && !p->growing)))
		return miss(t, p, err);
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

/* Where there is nothing to be placed in. */
static struct range_place nowhere(void)
{
	return (struct range_place){.whole = {0, UINT64_MAX}, .growing = true};
}

static bool is_of_profile(const struct words *w)
{
	return is_of_clock(w) || w->from.kind == END_BACK || w->to.kind == END_BACK;
}

bool range_parse(struct text t, const struct range_place *place, struct range *r,
		 struct error *err)
{
	struct words w = {.has_length = false};
	struct range_place none = nowhere();

	if (!read_both(text_trim(t), &w) || !suit(&w))
		return refuse(t, err);
	put_in_order(&w);
	if (!place && is_of_profile(&w)) {
		*r = RANGE_ALL;
		return true;
	}
	if (place && is_of_clock(&w) && !place->time.known)
		return error_set(err, ERROR_USAGE,
				 "range '%.*s': nobody knows at what time of day this "
				 "was recorded; give seconds from its start",
				 (int)text_upto(t, 60).len, t.at);
	return place_words(&w, t, place ? place : &none, r, err);
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
	*r = all.count ? all.list[0] : first; /* nothing: where the first is */
	ranges_release(&all);
	return true;
}

/* ---- what is said of one ---- */

/* To the millisecond, as the map has it, but of what is shorter than a second exactly. */
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
				 "%s is no time at all: the end of a range is not in it",
				 range_words(r, text));
	if (range_is_all(r) || (r.from < whole.to && r.to > whole.from))
		return true;
	return error_set(err, ERROR_NOTHING,
			 "nothing was recorded in %s: the profile is from %s to %s s",
			 range_words(r, text), moment_text(whole.from, whole, from),
			 moment_text(whole.to, whole, to));
}
