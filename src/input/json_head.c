#include "input/json_head.h"

#include "base/mem.h"
#include "input/scan.h"

#define KEY_LONGEST 64 /* of those that anybody looks for */

/* Most files do not, and need no parser. */
static bool may_be_json(struct text head)
{
	head = scan_skip_mark(head);
	while (head.len &&
	       (scan_is_blank(head.at[0]) || head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	return head.len && (head.at[0] == '{' || head.at[0] == '[');
}

static void walk(struct json_stream *s,
		 bool (*see)(void *, const struct json_head_member *), void *arg)
{
	struct error err = ERROR_INIT;
	struct json_head_member m = {.in_array = false};
	char key[KEY_LONGEST];
	struct json_token t;
	bool is_first = true;

	while (json_stream_next(s, &t, &err) && t.kind != JSON_END) {
		if (is_first)
			m.in_array = t.kind == JSON_ARRAY;
		is_first = false;
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

void json_head_walk(struct text head,
		    bool (*see)(void *arg, const struct json_head_member *m), void *arg)
{
	struct error err = ERROR_INIT;
	struct source *source;
	struct json_stream *s = NULL;

	if (!may_be_json(head))
		return;
	source = source_of_bytes(head.at, head.len, &err);
	if (source)
		s = json_stream_open(source, NULL, &err);
	if (s)
		walk(s, see, arg);
	json_stream_close(s);
	source_close(source);
}
