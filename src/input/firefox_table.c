#include "input/firefox_table.h"

#include "base/mem.h"
#include "base/number.h"

/* A table being read. All borrowed. */
struct taking {
	struct firefox_table *table;
	const struct firefox_column *columns;
	size_t count;
	uint64_t place[FIREFOX_COLUMNS_MAX]; /* in a row, by the schema */
	struct json_stream *stream;
	struct error *err;
};

void firefox_table_release(struct firefox_table *t)
{
	for (size_t i = 0; i < FIREFOX_COLUMNS_MAX; i++)
		mem_free(t->column[i].at);
	*t = (struct firefox_table){0};
}

static int64_t value_of(const struct json_token *v, int32_t shift)
{
	struct decimal d;
	int64_t value;

	if (v->kind == JSON_TRUE || v->kind == JSON_FALSE)
		return v->kind == JSON_TRUE;
	if (v->kind != JSON_NUMBER || !number_decimal(v->text, &d) ||
	    !number_scaled(d, shift, &value))
		return FIREFOX_NONE;
	return value;
}

static bool push(struct taking *t, size_t column, int64_t value)
{
	if (!json_stream_reserve(&t->table->column[column].at,
				 &t->table->column[column].room,
				 t->table->column[column].count + 1, sizeof value,
				 "a table of the profile", t->err))
		return false;
	t->table->column[column].at[t->table->column[column].count++] = value;
	return true;
}

static bool take_column(struct taking *t, size_t column)
{
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		int64_t value = value_of(&v, t->columns[column].shift);

		if (!json_stream_skip(t->stream, &v, t->err) || !push(t, column, value))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

static bool take_schema(struct taking *t)
{
	struct text names[FIREFOX_COLUMNS_MAX];
	struct json_token v;
	int key;

	for (size_t i = 0; i < t->count; i++)
		names[i] = t->columns[i].name;
	while (json_stream_known(t->stream, names, (int)t->count, &key, &v, t->err)) {
		if (v.kind == JSON_NUMBER)
			number_u64(v.text, &t->place[key]);
		if (!json_stream_skip(t->stream, &v, t->err))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* Rows may end early: what is missing is null. */
static bool take_row(struct taking *t)
{
	int64_t row[FIREFOX_COLUMNS_MAX];
	struct json_token v;

	for (size_t i = 0; i < t->count; i++)
		row[i] = FIREFOX_NONE;
	for (uint64_t place = 0; json_stream_element(t->stream, &v, t->err); place++) {
		for (size_t i = 0; i < t->count; i++)
			if (t->place[i] == place)
				row[i] = value_of(&v, t->columns[i].shift);
		if (!json_stream_skip(t->stream, &v, t->err))
			return false;
	}
	for (size_t i = 0; i < t->count; i++)
		if (t->place[i] != UINT64_MAX && !push(t, i, row[i]))
			return false;
	return t->err->kind == ERROR_NONE;
}

static bool take_rows(struct taking *t)
{
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		bool ok = v.kind == JSON_ARRAY ? take_row(t)
					       : json_stream_skip(t->stream, &v, t->err);

		if (!ok)
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

bool firefox_table_take(struct firefox_table *table, const struct firefox_column *columns,
			size_t count, struct json_stream *s, struct error *err)
{
	struct taking t = {
	    .table = table, .columns = columns, .count = count, .stream = s, .err = err};
	struct text names[FIREFOX_COLUMNS_MAX + 2];
	struct json_token v;
	int key;

	for (size_t i = 0; i < count; i++) {
		names[i] = columns[i].name;
		t.place[i] = UINT64_MAX;
	}
	names[count] = TEXT("schema");
	names[count + 1] = TEXT("data");
	while (json_stream_known(s, names, (int)count + 2, &key, &v, err)) {
		bool ok;

		if (v.kind == JSON_OBJECT && (size_t)key == count)
			ok = take_schema(&t);
		else if (v.kind == JSON_ARRAY && (size_t)key == count + 1)
			ok = take_rows(&t);
		else if (v.kind == JSON_ARRAY && (size_t)key < count)
			ok = take_column(&t, (size_t)key);
		else
			ok = json_stream_skip(s, &v, err);
		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}
