#include "input/firefox/firefox_thread.h"

#include "base/mem.h"
#include "base/number.h"

static const struct text keys[] = {
    {"samples", 7},	   {"stackTable", 10},	{"frameTable", 10},  {"funcTable", 9},
    {"resourceTable", 13}, {"sources", 7},	{"stringTable", 11}, {"stringArray", 11},
    {"name", 4},	   {"processName", 11}, {"pid", 3},	     {"tid", 3},
};

enum {
	KEY_STRINGS = FIREFOX_TABLES,
	KEY_STRING_ARRAY,
	KEY_NAME,
	KEY_PROCESS,
	KEY_PID,
	KEY_TID,
	KEYS
};

/*
 * The order is that of the enums of firefox_store.c. Times are milliseconds; weights may have a
 * fraction.
 */
static const struct firefox_column columns[FIREFOX_TABLES][FIREFOX_COLUMNS_MAX] = {
    {{{"stack", 5}, 0}, {{"time", 4}, 6}, {{"timeDeltas", 10}, 6}, {{"weight", 6}, 6}},
    {{{"prefix", 6}, 0},
     {{"frame", 5}, 0},
     {{"category", 8}, 0},
     {{"prefixOffset", 12}, 0}},
    {{{"func", 4}, 0},
     {{"location", 8}, 0},
     {{"category", 8}, 0},
     {{"lib", 3}, 0},
     {{"flags", 5}, 0}},
    {{{"name", 4}, 0},
     {{"isJS", 4}, 0},
     {{"resource", 8}, 0},
     {{"fileName", 8}, 0},
     {{"source", 6}, 0},
     {{"flags", 5}, 0}},
    {{{"name", 4}, 0}},
    {{{"filename", 8}, 0}},
};
static const size_t column_counts[FIREFOX_TABLES] = {4, 4, 5, 6, 1, 1};

void firefox_thread_release(struct firefox_thread *t)
{
	for (size_t i = 0; i < FIREFOX_TABLES; i++)
		firefox_table_release(&t->tables[i]);
	mem_free(t->strings);
	*t = (struct firefox_thread){0};
}

static bool take_strings(struct firefox_thread *t, struct json_stream *s,
			 struct intern *texts, struct error *err)
{
	struct json_token v;

	while (json_stream_element(s, &v, err)) {
		uint32_t id = 0;

		t->lost += v.kind != JSON_STRING;
		if ((v.kind == JSON_STRING && !intern_put(texts, v.text, &id, err)) ||
		    !json_stream_skip(s, &v, err) ||
		    !JSON_APPEND(t->strings, t->string_count, t->string_room,
				 "texts of the profile", err, id))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* A number, or a string of a number. "1234.1", of the second profile of a process, is none. */
static int32_t id_of(const struct json_token *v)
{
	int32_t id;

	if ((v->kind != JSON_NUMBER && v->kind != JSON_STRING) ||
	    !number_i32(v->text, &id) || id < 0)
		return PROFILE_NO_ID;
	return id;
}

static bool take_value(struct firefox_thread *t, int key, const struct json_token *v,
		       struct json_stream *s, struct intern *texts, struct error *err)
{
	if (key < FIREFOX_TABLES && v->kind == JSON_OBJECT && !t->has[key]) {
		t->has[key] = true;
		return firefox_table_take(&t->tables[key], columns[key],
					  column_counts[key], s, err);
	}
	if ((key == KEY_STRINGS || key == KEY_STRING_ARRAY) && v->kind == JSON_ARRAY)
		return take_strings(t, s, texts, err);
	t->lost += v->kind != JSON_NULL && v->kind != JSON_STRING &&
		   (v->kind != JSON_NUMBER || (key != KEY_PID && key != KEY_TID));
	if (key == KEY_PID)
		t->pid = id_of(v);
	else if (key == KEY_TID)
		t->tid = id_of(v);
	else if (key == KEY_NAME && v->kind == JSON_STRING)
		return intern_put(texts, v->text, &t->name, err);
	else if (key == KEY_PROCESS && v->kind == JSON_STRING)
		return intern_put(texts, v->text, &t->process_name, err);
	return json_stream_skip(s, v, err);
}

/* Rows that the table claims but that some column lacks. */
static uint64_t missing_rows(const struct firefox_table *t)
{
	uint64_t least = t->length;

	for (size_t i = 0; i < FIREFOX_COLUMNS_MAX; i++)
		if (t->column[i].count && t->column[i].count < least)
			least = t->column[i].count;
	return t->length - least;
}

/* Rows of samples and stacks are counted when they are stored. */
void firefox_thread_lose(const struct firefox_thread *t, struct losses *losses)
{
	losses_add(losses, LOSS_RECORD, t->lost, t->at);
	for (size_t i = 0; i < FIREFOX_TABLES; i++)
		losses_add(losses, LOSS_RECORD, t->tables[i].lost, t->at);
	for (size_t i = FIREFOX_FRAMES; i < FIREFOX_TABLES; i++)
		losses_add(losses, LOSS_RECORD, missing_rows(&t->tables[i]), t->at);
}

bool firefox_thread_take(struct firefox_thread *t, struct json_stream *s,
			 struct intern *texts, struct error *err)
{
	struct json_token v = {.at = 0};
	int key;

	t->pid = t->tid = PROFILE_NO_ID;
	while (json_stream_next_known_member(s, keys, KEYS, &key, &v, err)) {
		t->at = v.at;
		if (!take_value(t, key, &v, s, texts, err))
			return false;
	}
	if (t->at == 0)
		t->at = v.at;
	return err->kind == ERROR_NONE;
}
