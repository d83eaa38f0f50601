#include "workspace/anomaly_list.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/find/anomalies.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/number.h"
#include "base/utf8.h"

const struct anomalies *anomaly_list_of(struct open_profile *o, struct error *err)
{
	const struct session *s = o->session;
	const struct anomaly_query q = {.kept = &s->kept,
					.range = RANGE_ALL,
					.event = s->choice.event,
					.kinds = ANOMALY_ALL_APART};

	if (open_profile_is_part(o)) {
		error_set(err, ERROR_NOTHING,
			  "odd moments are found when the whole file has been read");
		return NULL;
	}
	if (!o->odd_known && !anomalies_build(&o->odd, s->profile, &q, err))
		return NULL;
	o->odd_known = true;
	return &o->odd;
}

/*
 * Without a selection the search begins at the cursor. An anomaly that begins there is the next
 * one; at the start of the profile, which may lie within the first cell, the next one is the first
 * of all.
 */
static const struct anomaly *from_cursor(const struct anomalies *odd, uint64_t from,
					 uint64_t at, bool on)
{
	const struct anomaly *first = &odd->moment[odd->by_time[0]];

	if (!on)
		return anomalies_before(odd, at);
	if (at <= from)
		return first;
	return anomalies_after(odd, at - 1);
}

const struct anomaly *anomaly_list_next(struct open_profile *o, bool on,
					struct error *err)
{
	const struct anomalies *odd = anomaly_list_of(o, err);
	struct range r = o->session->choice.range;
	const struct anomaly *m;

	if (!odd)
		return NULL;
	if (!odd->count) {
		char words[ANOMALY_LIST_WORDS];

		error_set(err, ERROR_NOTHING, "%s", anomaly_list_nothing(odd, words));
		return NULL;
	}
	if (range_is_all(r))
		m = from_cursor(odd, o->whole.from, o->heat.cursor, on);
	else
		m = on ? anomalies_after(odd, r.from) : anomalies_before(odd, r.from);
	/* in a live recording new anomalies appear at the end, where the cursor is */
	if (!m && on && o->settings->reading.live && range_is_all(r))
		m = &odd->moment[odd->by_time[odd->count - 1]];
	if (!m)
		error_set(err, ERROR_NOTHING,
			  on ? "that was the last odd moment"
			     : "that was the first odd moment");
	return m;
}

bool anomaly_list_joint_wait(struct open_profile *o, struct joint_wait *c,
			     struct error *err)
{
	struct range r = o->session->choice.range;

	if (open_profile_is_part(o))
		return error_set(
		    err, ERROR_NOTHING,
		    "common waits are found when the whole file has been read");
	if (!session_find_joint_wait(o->session, RANGE_ALL, c, err))
		return false;
	if (!c->threads)
		return error_set(err, ERROR_NOTHING,
				 "most threads of a process never wait at the same time");
	return (c->range.from != r.from || c->range.to != r.to) ||
	       error_set(err, ERROR_NOTHING,
			 "this is the longest time in which most wait");
}

const char *anomaly_list_joint_wait_words(const struct joint_wait *c,
					  const struct profile *p,
					  char buf[ANOMALY_LIST_WORDS])
{
	char words[JOINT_WAIT_WORDS], key[COMMAND_KEY_MAX];

	snprintf(buf, ANOMALY_LIST_WORDS, "%s (%s: why)", joint_wait_words(c, p, words),
		 command_key(COMMAND_WHY, key));
	return buf;
}

#define NAME_MOST 40 /* bytes: on a line of a screen */

const char *anomaly_list_words(const struct anomaly *m, const struct profile *p,
			       char buf[ANOMALY_LIST_WORDS])
{
	char key[COMMAND_KEY_MAX];
	struct anomaly_sentence s;
	size_t n = 0;

	anomaly_words_say(&s, m, p, true);
	for (int i = 0; i < ANOMALY_PARTS; i++) {
		struct text name = utf8_upto(s.part[i].name, NAME_MOST);

		n += (size_t)snprintf(buf + n, ANOMALY_LIST_WORDS - n, "%s%.*s",
				      s.part[i].words, (int)name.len, name.at);
	}
	snprintf(buf + n, ANOMALY_LIST_WORDS - n, " (%s: why)",
		 command_key(COMMAND_WHY, key));
	return buf;
}

const char *anomaly_list_nothing(const struct anomalies *odd,
				 char buf[ANOMALY_LIST_WORDS])
{
	char looked[ANOMALY_WORDS_MAX], lanes[COMMAND_KEY_MAX], periods[COMMAND_KEY_MAX];

	snprintf(buf, ANOMALY_LIST_WORDS, "nothing is odd in %s (%s: lanes, %s: periods)",
		 anomaly_words_looked(odd, looked), command_key(COMMAND_LANES, lanes),
		 command_key(COMMAND_PERIODS, periods));
	return buf;
}

#define NAME_LEAST 22 /* columns */
#define BESIDE	   66 /* columns of a line: border, kind, range, length and samples */

struct text anomaly_list_fitting(struct text name, int columns)
{
	size_t at = 0,
	       most = 4 * (size_t)columns; /* a character takes at most four bytes */

	while (at < name.len && at < most) {
		char32_t rune;
		size_t len = utf8_decode(text_from(name, at), &rune);

		columns -= utf8_width(rune);
		if (columns < 0)
			break;
		at += len;
	}
	return text_upto(name, at);
}

int anomaly_list_name_width(const struct anomalies *odd, const struct profile *p,
			    int screen)
{
	int most = screen - BESIDE, width = NAME_LEAST;

	most = most > ANOMALY_LIST_NAME ? ANOMALY_LIST_NAME : most;
	for (uint32_t i = 0; i < odd->count; i++) {
		int w = utf8_columns(anomaly_reason(&odd->moment[i], p));

		width = w > width ? w : width;
	}
	return most < NAME_LEAST ? NAME_LEAST : width > most ? most : width;
}

const char *anomaly_list_brief(const struct anomaly *m, const struct profile *p,
			       int width, char buf[ANOMALY_LIST_BRIEF])
{
	struct text all = anomaly_reason(m, p), reason = all;
	char n[NUMBER_GROUPED_MAX], seen[80];
	bool cut = utf8_columns(all) > width;

	if (cut)
		reason = anomaly_list_fitting(all, width - 2);
	if (m->of && m->kind != ANOMALY_STALL && m->kind != ANOMALY_BURST)
		snprintf(seen, sizeof seen, "%.0f %% (%.0f %% usual)",
			 100 * (double)m->samples / (double)m->of,
			 100 * m->expected / (double)m->of);
	else
		snprintf(seen, sizeof seen, "%s (%.*f usual)",
			 number_grouped(m->samples, n), m->expected < 9.95, m->expected);
	snprintf(buf, ANOMALY_LIST_BRIEF, "%s  %.*s%s%*s", seen, (int)reason.len,
		 reason.at, cut ? ".." : "", width - utf8_columns(reason) - (cut ? 2 : 0),
		 "");
	return buf;
}

struct range anomaly_list_brief_range(struct range r)
{
	const uint64_t ms = 1000000;

	if (r.to - r.from < 100 * ms || r.to > UINT64_MAX - ms)
		return r;
	return (struct range){(r.from + ms / 2) / ms * ms, (r.to + ms / 2) / ms * ms};
}
