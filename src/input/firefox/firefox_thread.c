#include "input/firefox/firefox_thread.h"

#include "base/mem.h"
#include "base/number.h"

/* A column to look for. */
struct firefox_column {
	struct text name;
	int32_t shift; /* numbers are multiplied by 10^shift; true is 1, false 0 */
};

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
		for (size_t k = 0; k < FIREFOX_COLUMNS_MAX; k++)
			mem_free(t->tables[i].column[k].at);
	mem_free(t->strings);
	*t = (struct firefox_thread){0};
}

/* ---- one table ---- */

/* A value of a row that came before the schema, so that its column is not yet known. */
struct early_cell {
	struct decimal number;
	enum json_kind kind;
};

/* Rows before the schema: all their cells, and the end of each row. */
struct early_rows {
	struct early_cell *cells; /* owned */
	size_t cell_count, cell_room;
	size_t *ends; /* owned */
	size_t count, room;
};

/* A table being read. All pointers are borrowed, except in `early`. */
struct firefox_taking {
	struct firefox_table *table;
	const struct firefox_column *columns;
	size_t count;
	uint64_t place[FIREFOX_COLUMNS_MAX]; /* the index in a row, by the schema */
	bool has_schema;
	struct early_rows early;
	struct json_stream *stream;
	struct error *err;
};

static struct early_cell cell_of(const struct json_token *v)
{
	struct early_cell c = {.kind = v->kind};

	if (v->kind == JSON_NUMBER && !number_decimal(v->text, &c.number))
		c.kind = JSON_STRING;
	return c;
}

static int64_t value_of(const struct firefox_taking *t, const struct early_cell *c,
			size_t column)
{
	int64_t value;

	if (c->kind == JSON_TRUE || c->kind == JSON_FALSE)
		return c->kind == JSON_TRUE;
	if (c->kind == JSON_NUMBER &&
	    number_scaled(c->number, t->columns[column].shift, &value))
		return value;
	t->table->lost += c->kind != JSON_NULL;
	return FIREFOX_NONE;
}

static bool push_value(struct firefox_taking *t, size_t column, int64_t value)
{
	return JSON_APPEND(t->table->column[column].at, t->table->column[column].count,
			   t->table->column[column].room, "a table of the profile",
			   t->err, value);
}

static bool take_column(struct firefox_taking *t, size_t column)
{
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		struct early_cell c = cell_of(&v);
		int64_t value = value_of(t, &c, column);

		if (!json_stream_skip(t->stream, &v, t->err) ||
		    !push_value(t, column, value))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

static bool take_schema(struct firefox_taking *t)
{
	struct text names[FIREFOX_COLUMNS_MAX];
	struct json_token v;
	int key;

	t->has_schema = true;
	for (size_t i = 0; i < t->count; i++)
		names[i] = t->columns[i].name;
	while (json_stream_next_known_member(t->stream, names, (int)t->count, &key, &v,
					     t->err)) {
		if (v.kind != JSON_NUMBER || !number_u64(v.text, &t->place[key]))
			t->table->lost++;
		if (!json_stream_skip(t->stream, &v, t->err))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* Put a value of a row into its column, if it has one. */
static void place_cell(const struct firefox_taking *t, int64_t *row, uint64_t place,
		       const struct early_cell *c)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->place[i] == place)
			row[i] = value_of(t, c, i);
}

static bool push_row(struct firefox_taking *t, const int64_t *row)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->place[i] != UINT64_MAX && !push_value(t, i, row[i]))
			return false;
	return true;
}

/* Rows may end early: missing cells are null. */
static bool take_row(struct firefox_taking *t)
{
	int64_t row[FIREFOX_COLUMNS_MAX];
	struct json_token v;

	for (size_t i = 0; i < t->count; i++)
		row[i] = FIREFOX_NONE;
	for (uint64_t place = 0; json_stream_element(t->stream, &v, t->err); place++) {
		struct early_cell c = cell_of(&v);

		place_cell(t, row, place, &c);
		if (!json_stream_skip(t->stream, &v, t->err))
			return false;
	}
	return t->err->kind == ERROR_NONE && push_row(t, row);
}

/* ---- rows before the schema ---- */

static bool keep_row(struct firefox_taking *t)
{
	struct early_rows *e = &t->early;
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		struct early_cell c = cell_of(&v);

		if (!json_stream_skip(t->stream, &v, t->err) ||
		    !JSON_APPEND(e->cells, e->cell_count, e->cell_room,
				 "a table of the profile", t->err, c))
			return false;
	}
	return t->err->kind == ERROR_NONE &&
	       JSON_APPEND(e->ends, e->count, e->room, "a table of the profile", t->err,
			   e->cell_count);
}

/* Place the rows that came before the schema. */
static bool place_early(struct firefox_taking *t)
{
	struct early_rows *e = &t->early;
	size_t at = 0;

	for (size_t n = 0; n < e->count; n++) {
		int64_t row[FIREFOX_COLUMNS_MAX];

		for (size_t i = 0; i < t->count; i++)
			row[i] = FIREFOX_NONE;
		for (size_t place = 0; at < e->ends[n]; at++, place++)
			place_cell(t, row, place, &e->cells[at]);
		if (!push_row(t, row))
			return false;
	}
	e->count = e->cell_count = 0;
	return true;
}

static bool take_rows(struct firefox_taking *t)
{
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		bool ok;

		t->table->lost += v.kind != JSON_ARRAY;
		if (v.kind != JSON_ARRAY)
			ok = json_stream_skip(t->stream, &v, t->err);
		else
			ok = t->has_schema ? take_row(t) : keep_row(t);
		if (!ok)
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* "samples" and "bytes" are counts. */
static void take_weight_type(struct firefox_taking *t, const struct json_token *v)
{
	struct text type = v->kind == JSON_STRING ? v->text : TEXT("");

	t->table->in_ms = text_equal(type, TEXT("tracing-ms"));
	t->table->lost += v->kind != JSON_NULL && !t->table->in_ms &&
			  !text_equal(type, TEXT("samples")) &&
			  !text_equal(type, TEXT("bytes"));
}

static bool take_table_members(struct firefox_taking *t)
{
	struct text names[FIREFOX_COLUMNS_MAX + 4];
	size_t count = t->count;
	bool has_data = false;
	struct json_token v;
	int key;

	for (size_t i = 0; i < count; i++)
		names[i] = t->columns[i].name;
	names[count] = TEXT("schema");
	names[count + 1] = TEXT("data");
	names[count + 2] = TEXT("length");
	names[count + 3] = TEXT("weightType");
	while (json_stream_next_known_member(t->stream, names, (int)count + 4, &key, &v,
					     t->err)) {
		bool ok;

		has_data |= (size_t)key == count + 1 && v.kind != JSON_NULL;
		if ((size_t)key == count + 2 && v.kind == JSON_NUMBER)
			number_u64(v.text, &t->table->length);
		else if ((size_t)key == count + 3)
			take_weight_type(t, &v);
		else if (v.kind != ((size_t)key == count ? JSON_OBJECT : JSON_ARRAY))
			t->table->lost += v.kind != JSON_NULL;
		if (v.kind == JSON_OBJECT && (size_t)key == count)
			ok = take_schema(t) && place_early(t);
		else if (v.kind == JSON_ARRAY && (size_t)key == count + 1)
			ok = take_rows(t);
		else if (v.kind == JSON_ARRAY && (size_t)key < count)
			ok = take_column(t, (size_t)key);
		else
			ok = json_stream_skip(t->stream, &v, t->err);
		if (!ok)
			return false;
	}
	t->table->lost += t->has_schema && !has_data;
	return t->err->kind == ERROR_NONE;
}

/*
 * Read a table after its JSON_OBJECT: {"prefix":[null,0],"frame":[0,1]}, or
 * {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}, in any order. Zero `t` to begin;
 * it is released with its thread.
 */
static bool take_table(struct firefox_table *table, const struct firefox_column *columns,
		       size_t count, struct json_stream *s, struct error *err)
{
	struct firefox_taking t = {
	    .table = table, .columns = columns, .count = count, .stream = s, .err = err};
	bool ok;

	for (size_t i = 0; i < count; i++)
		t.place[i] = UINT64_MAX;
	ok = take_table_members(&t);
	table->lost += t.early.count;
	mem_free(t.early.cells);
	mem_free(t.early.ends);
	return ok;
}

/* ---- the thread ---- */

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
		return take_table(&t->tables[key], columns[key], column_counts[key], s,
				  err);
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
