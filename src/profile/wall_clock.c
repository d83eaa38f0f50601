#include "profile/wall_clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/timestamp.h"
#include "base/number.h"
#include "profile/hosts.h"

const char *const wall_source_names[WALL_SOURCES] = {[WALL_RECORDED] = "recording",
						     [WALL_HEADER] = "header",
						     [WALL_FILE] = "file",
						     [WALL_STARTED] = "started"};

/* 2009-09-09, Linux 2.6.31: the first with perf */
#define FIRST_PERF (INT64_C(1252454400) * (int64_t)NS_PER_SECOND)

/* Split `t` at the first `mark`: returns the part before it and leaves the rest in `t`. */
static bool cut_at_mark(struct text *t, struct text mark, struct text *before)
{
	const char *at = t->len ? memmem(t->at, t->len, mark.at, mark.len) : NULL;

	if (!at)
		return false;
	*before = text_upto(*t, (size_t)(at - t->at));
	*t = text_from(*t, before->len + mark.len);
	return true;
}

/*
 * perf record -k CLOCK_MONOTONIC; perf script --header:
 *   2026-11-21 03:02:01.123456 = 1795230121.123456 (TOD) = 890.123456789
 * (CLOCK_MONOTONIC)
 */
static bool from_reference_time(const struct profile *p, const char *note,
				int64_t *offset)
{
	struct text t = profile_note(p, note), date, tod, clock;
	uint64_t wall, own, last = p->samples.time[p->samples.count - 1];

	if (!cut_at_mark(&t, TEXT(" = "), &date) ||
	    !cut_at_mark(&t, TEXT(" (TOD) = "), &tod) ||
	    !cut_at_mark(&t, TEXT(" ("), &clock) || !number_seconds(tod, &wall) ||
	    !number_seconds(clock, &own) || wall > INT64_MAX || own > INT64_MAX)
		return false;
	*offset = (int64_t)wall - (int64_t)own;
	/* the other two were read one after the other, but this is the wall clock itself */
	if (text_starts(t, TEXT("realtime)")) || text_starts(t, TEXT("CLOCK_REALTIME)")))
		*offset = 0;
	/* adding a time of the profile must neither overflow nor give a time before 1970 */
	return last <= INT64_MAX && *offset <= INT64_MAX - (int64_t)last &&
	       *offset >= -(int64_t)p->samples.time[0];
}

static bool parse_part(struct text *t, struct text mark, uint64_t max, int *value)
{
	struct text part;
	uint64_t v;

	if (!cut_at_mark(t, mark, &part) || !number_u64(text_trim(part), &v) || v > max)
		return false;
	*value = (int)v;
	return true;
}

/* Parse a date of ctime(), "Fri Nov 21 03:02:01 2026" or "Sat Nov  1 ..."; always in English. */
static bool parse_date(struct text t, int64_t *seconds)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const char *month = t.len > 8 ? memmem(months, 36, t.at + 4, 3) : NULL;
	struct tm tm = {0};
	uint64_t year;

	if (!month || (month - months) % 3)
		return false;
	tm.tm_mon = (int)(month - months) / 3;
	t = text_from(t, 8);
	if (text_starts(t, TEXT(" ")))
		t = text_from(t, 1);
	if (!parse_part(&t, TEXT(" "), 31, &tm.tm_mday) ||
	    !parse_part(&t, TEXT(":"), 23, &tm.tm_hour) ||
	    !parse_part(&t, TEXT(":"), 59, &tm.tm_min) ||
	    !parse_part(&t, TEXT(" "), 60, &tm.tm_sec) ||
	    !number_u64(text_upto(text_trim(t), 4), &year) || year < 1970 || year > 2200)
		return false;
	tm.tm_year = (int)year - 1900;
	*seconds = timegm(&tm);
	return true;
}

/*
 * "captured on" is when the file was last written: about the time of the last sample. The header
 * has the time of the last sample too, because not all samples need to be here.
 */
static bool from_last_write(const struct profile *p, int64_t *offset)
{
	uint64_t last = p->samples.time[p->samples.count - 1], recorded;
	int64_t seconds;

	if (number_seconds(text_trim(profile_note(p, "time of last sample")),
			   &recorded) &&
	    recorded > last)
		last = recorded;
	if (last > INT64_MAX || !parse_date(profile_note(p, "captured on"), &seconds))
		return false;
	*offset = seconds * (int64_t)NS_PER_SECOND - (int64_t)last;
	return true;
}

bool wall_clock_of(const struct profile *p, struct wall_clock *clock)
{
	static const enum wall_source sources[HOST_CLOCKS] = {
	    [HOST_CLOCK_RECORDED] = WALL_RECORDED, [HOST_CLOCK_STARTED] = WALL_STARTED,
	    [HOST_CLOCK_HEADER] = WALL_HEADER,	   [HOST_CLOCK_FILE] = WALL_FILE,
	    [HOST_CLOCK_START] = WALL_SOURCES,	   [HOST_CLOCK_NONE] = WALL_SOURCES,
	    [HOST_CLOCK_IN_TURN] = WALL_SOURCES};
	enum wall_source source;

	if (!p->has_times || p->samples.count == 0)
		return false;
	clock->source = WALL_STARTED;
	if (from_reference_time(p, WALL_STARTED_NOTE, &clock->offset))
		return true;
	if (hosts_are_several(
		p)) { /* times are already wall clocks, as exact as the worst */
		source = sources[hosts_worst_clock(p)];
		if (source != WALL_SOURCES)
			*clock = (struct wall_clock){0, source};
		return source != WALL_SOURCES;
	}
	clock->source = WALL_RECORDED;
	if (from_reference_time(p, "reference time", &clock->offset))
		return true;
	/* no machine has been up for 31 years: larger times are since 1970 (CLOCK_REALTIME) */
	if (p->samples.time[0] >= NS_PER_SECOND * NS_PER_SECOND) {
		clock->offset = 0;
		if (p->samples.time[p->samples.count - 1] <= INT64_MAX)
			return true;
	}
	clock->source = profile_note(p, WALL_FILE_NOTE).len ? WALL_FILE : WALL_HEADER;
	return from_last_write(p, &clock->offset) &&
	       clock->offset + (int64_t)p->samples.time[0] >= FIRST_PERF;
}

bool wall_clock_set_start(struct profile *p, uint64_t at, struct error *err)
{
	uint64_t first = p->samples.count ? p->samples.time[0] : 0;
	char date[TIMESTAMP_MAX], note[TIMESTAMP_MAX + 100];

	snprintf(note, sizeof note,
		 "%s = %" PRIu64 ".%09" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64
		 " (first sample)",
		 timestamp_text(at, date), at / NS_PER_SECOND, at % NS_PER_SECOND,
		 first / NS_PER_SECOND, first % NS_PER_SECOND);
	return profile_add_note(p, TEXT(WALL_STARTED_NOTE), text_of(note), err);
}
