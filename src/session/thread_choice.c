#include "session/thread_choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "view/label.h"

/* ---- choosing a thread ---- */

/* Ids, or a name. */
struct thread_words {
	struct text name;
	bool has_pid, has_tid;
	int32_t pid, tid;
};

static struct thread_words parse_words(struct text all)
{
	const char *slash = all.len ? memchr(all.at, '/', all.len) : NULL;
	size_t len = slash ? (size_t)(slash - all.at) : 0;
	struct thread_words w = {.name = all};

	if (!slash)
		w.has_tid = number_i32(all, &w.tid);
	else if (number_i32(text_upto(all, len), &w.pid) &&
		 number_i32(text_from(all, len + 1), &w.tid))
		w.has_pid = w.has_tid = true;
	return w;
}

static bool fits_thread(const struct chart_threads *t, uint32_t thread, struct text words)
{
	const struct lane *l = chart_threads_lane(t, thread);
	struct thread_words w = parse_words(words);

	if (w.has_tid)
		return l->tid == w.tid && (!w.has_pid || l->pid == w.pid);
	return text_equal(chart_threads_name(t, thread), w.name);
}

/* With several hosts, "@web1" may follow. */
static bool is_meant(const struct chart_threads *t, uint32_t thread, const char *words)
{
	struct text host = lane_host(&t->lanes, t->list[thread].lane),
		    all = text_of(words);
	size_t at = all.len - host.len - 1;

	if (host.len && host.len < all.len && text_ends(all, host) && all.at[at] == '@' &&
	    fits_thread(t, thread, text_upto(all, at)))
		return true;
	return fits_thread(t, thread, all);
}

/* ---- errors ---- */

#define LISTED	   5
#define NAME_SHOWN 20 /* bytes of a name */
#define LIST_MAX   300

/* "4321 nginx (41 %)", in the form that --thread accepts. */
static void list_thread(const struct chart_threads *t, uint32_t thread, bool first,
			char *list)
{
	const struct lane *l = chart_threads_lane(t, thread);
	struct text name = utf8_upto(chart_threads_name(t, thread), NAME_SHOWN);
	size_t used = strlen(list);
	struct text host =
	    utf8_upto(lane_host(&t->lanes, t->list[thread].lane), NAME_SHOWN);
	char ids[32] = "", share[LABEL_MAX];

	if (l->pid != PROFILE_NO_ID && l->tid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, "%" PRId32 "/%" PRId32 " ", l->pid, l->tid);
	else if (l->tid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, "%" PRId32 " ", l->tid);
	snprintf(list + used, LIST_MAX - used, "%s%s%.*s%s%.*s (%s)", first ? "" : ", ",
		 ids, (int)name.len, name.at, host.len ? "@" : "", (int)host.len, host.at,
		 label_share(t->list[thread].count, t->all, share));
}

/*
 * List the threads that match, or all if `words` is NULL, the busiest first. Returns their number.
 */
static uint32_t list_threads(const struct chart_threads *t, const char *words, char *list)
{
	uint32_t n = 0;

	list[0] = '\0';
	for (uint32_t i = 0; i < t->count; i++) {
		if (words && !is_meant(t, i, words))
			continue;
		if (n < LISTED)
			list_thread(t, i, n == 0, list);
		n++;
	}
	return n;
}

static bool refuse_thread(const struct chart_threads *t, const char *words,
			  struct error *err)
{
	char list[LIST_MAX];
	uint32_t n = list_threads(t, NULL, list);
	const char *more = n > LISTED ? ", ..." : "";

	if (!words)
		return error_set(err, ERROR_USAGE,
				 "which thread? Name it with --thread: %s%s", list, more);
	return error_set(err, ERROR_USAGE,
			 "--thread: '%.40s' has no samples here; %s %s%s", words,
			 n == 1 ? "there is" : "the busiest are", list, more);
}

bool thread_choice_find(const struct chart_threads *t, const char *words,
			uint32_t *thread, struct error *err)
{
	uint32_t found = 0;
	char list[LIST_MAX];

	for (uint32_t i = 0; words && i < t->count; i++)
		if (is_meant(t, i, words) && !found++)
			*thread = i;
	if (!words && t->count == 1) {
		*thread = 0;
		return true;
	}
	if (found == 1)
		return true;
	if (!found)
		return refuse_thread(t, words, err);
	list_threads(t, words, list);
	return error_set(err, ERROR_USAGE, "--thread: %" PRIu32 " are '%.40s': %s%s",
			 found, words, list, found > LISTED ? ", ..." : "");
}

char *thread_choice_words(const struct lanes *lanes, uint32_t lane, struct error *err)
{
	const struct lane *of = &lanes->list[lane];
	struct text name = lane_name(lanes, lane), host = lane_host(lanes, lane);
	char ids[32] = "";

	if (of->tid != PROFILE_NO_ID && of->pid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, "%" PRId32 "/%" PRId32, of->pid, of->tid);
	else if (of->tid != PROFILE_NO_ID)
		snprintf(ids, sizeof ids, "%" PRId32, of->tid);
	if (*ids)
		name = text_of(ids);
	return mem_format(err, "%.*s%s%.*s", (int)name.len, name.at, host.len ? "@" : "",
			  (int)host.len, host.at);
}
