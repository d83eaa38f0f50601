#include "input/json/json_head.h"

#include <stddef.h>

#include "base/mem.h"
#include "input/scan.h"

#define KEY_LONGEST 64 /* bytes of a key; no detector looks for longer ones */

bool json_head_may_be(struct text head)
{
	head = scan_skip_mark(head);
	while (head.len &&
	       (scan_is_blank(head.at[0]) || head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	return head.len && (head.at[0] == '{' || head.at[0] == '[');
}

static void walk_members(struct json_stream *s,
			 bool (*see)(void *, const struct json_head_member *), void *arg)
{
	struct error err = ERROR_INIT;
	struct json_head_member m = {.in_array = false};
	char key[KEY_LONGEST];
	struct json_token t;

	for (bool first = true; json_stream_next(s, &t, &err) && t.kind != JSON_END;
	     first = false) {
		if (first)
			m.in_array = t.kind == JSON_ARRAY;
		if (t.kind != JSON_KEY || t.text.len > sizeof key)
			continue;
		memcpy(key, t.text.at, t.text.len);
		m.key = (struct text){key, t.text.len};
		m.depth = json_stream_depth(s);
		if (!json_stream_next(s, &t, &err))
			return;
		m.kind = t.kind;
		m.value = t.text;
		if (t.kind == JSON_END)
			m.value = TEXT("");
		if (!see(arg, &m) || t.kind == JSON_END)
			return;
	}
}

static void walk_source(struct source *source,
			bool (*see)(void *arg, const struct json_head_member *m),
			void *arg)
{
	struct error err = ERROR_INIT;
	struct json_stream *s = json_stream_open(source, NULL, &err);

	if (s)
		walk_members(s, see, arg);
	json_stream_close(s);
}

void json_head_walk(struct text head,
		    bool (*see)(void *arg, const struct json_head_member *m), void *arg)
{
	struct error err = ERROR_INIT;
	struct source *source;

	if (!json_head_may_be(head)) /* most files, which need no parser */
		return;
	source = source_of_bytes(head.at, head.len, &err);
	if (source)
		walk_source(source, see, arg);
	source_close(source);
}

/* The state of one detector. */
union detector_state {
	char bytes[JSON_SEEN_MOST];
	max_align_t aligned;
	unsigned sure;
};

unsigned json_head_sure(struct text head, json_detector *see)
{
	union detector_state seen;

	memset(&seen, 0, sizeof seen);
	json_head_walk(head, see, &seen);
	return seen.sure;
}

/* The states of all detectors. */
struct head_detection {
	json_detector *const *witnesses; /* borrowed */
	size_t count;
	union detector_state seen[JSON_WITNESSES_MOST];
	bool is_done[JSON_WITNESSES_MOST];
};

static bool see_all(void *arg, const struct json_head_member *m)
{
	struct head_detection *a = arg;
	bool goes_on = false;

	for (size_t i = 0; i < a->count; i++) {
		if (a->is_done[i])
			continue;
		a->is_done[i] = !a->witnesses[i](&a->seen[i], m);
		if (a->is_done[i] && a->seen[i].sure >= JSON_SURE)
			return false;
		goes_on |= !a->is_done[i];
	}
	return goes_on;
}

void json_head_recognise(struct source *source, json_detector *const *witnesses, size_t n,
			 unsigned *sure)
{
	struct head_detection a = {.witnesses = witnesses, .count = n};

	for (size_t i = 0; i < n; i++)
		a.is_done[i] = witnesses[i] == NULL;
	walk_source(source, see_all, &a);
	for (size_t i = 0; i < n; i++)
		sure[i] = a.seen[i].sure;
}
