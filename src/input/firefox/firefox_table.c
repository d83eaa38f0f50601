#include "input/firefox/firefox_thread.h"

#include "base/mem.h"
#include "base/number.h"

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

void firefox_table_release(struct firefox_table *t)
{
	for (size_t i = 0; i < FIREFOX_COLUMNS_MAX; i++)
		mem_free(t->column[i].at);
	*t = (struct firefox_table){0};
}

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
	bool is_text = v->kind == JSON_STRING;

	t->table->in_ms = is_text && text_equal(v->text, TEXT("tracing-ms"));
	t->table->lost += v->kind != JSON_NULL && !t->table->in_ms &&
			  !(is_text && (text_equal(v->text, TEXT("samples")) ||
					text_equal(v->text, TEXT("bytes"))));
}

static bool take_members(struct firefox_taking *t)
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

bool firefox_table_take(struct firefox_table *table, const struct firefox_column *columns,
			size_t count, struct json_stream *s, struct error *err)
{
	struct firefox_taking t = {
	    .table = table, .columns = columns, .count = count, .stream = s, .err = err};
	bool ok;

	for (size_t i = 0; i < count; i++)
		t.place[i] = UINT64_MAX;
	ok = take_members(&t);
	table->lost += t.early.count;
	mem_free(t.early.cells);
	mem_free(t.early.ends);
	return ok;
}
