#include "input/firefox/firefox_thread.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "profile/frame_mode.h"
#include "profile/sample_run.h"

#define NAME_LONGEST	256
#define ADDRESS_LONGEST 40

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

enum { SAMPLE_STACK, SAMPLE_TIME, SAMPLE_DELTA, SAMPLE_WEIGHT };
enum { STACK_PREFIX, STACK_FRAME, STACK_CATEGORY, STACK_OFFSET };
enum { FRAME_FUNC, FRAME_LOCATION, FRAME_CATEGORY, FRAME_LIB, FRAME_FLAGS };
enum { FUNC_NAME, FUNC_IS_JS, FUNC_RESOURCE, FUNC_FILE, FUNC_SOURCE, FUNC_FLAGS };
enum { RESOURCE_NAME };
enum { SOURCE_FILE };

/* In the order of these enums. Times are milliseconds; weights may have a fraction. */
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
 * {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}, in any order.
 */
static bool take_table(struct firefox_thread *thread, int key, struct json_stream *s,
		       struct error *err)
{
	struct firefox_taking t = {.table = &thread->tables[key],
				   .columns = columns[key],
				   .count = column_counts[key],
				   .stream = s,
				   .err = err};
	bool ok;

	for (size_t i = 0; i < t.count; i++)
		t.place[i] = UINT64_MAX;
	ok = take_table_members(&t);
	t.table->lost += t.early.count;
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
		return take_table(t, key, s, err);
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

/* ---- storing a thread ---- */

/* Bits of flags: without them, a 0 in another column means nothing. */
#define FRAME_HAS_LIB	   2
#define FRAME_HAS_CATEGORY 4
#define FUNC_FLAG_IS_JS	   1
#define FUNC_HAS_RESOURCE  4
#define FUNC_HAS_SOURCE	   8

/* A thread being stored. All pointers are borrowed. */
struct firefox_storing {
	const struct firefox_thread *thread, *shared;
	struct firefox_names *names;
	const struct firefox_process *process;
	struct reading *reading;
	struct firefox_stacks *to; /* by row of the stack table */
};

/* Does the thread have its own stacks? Shared stacks are made once, and refer to shared tables. */
static bool has_stacks(const struct firefox_storing *s)
{
	return s->thread->has[FIREFOX_STACKS];
}

static const struct firefox_table *table(const struct firefox_storing *s,
					 enum firefox_kind kind)
{
	bool own = s->thread->has[kind] && (kind == FIREFOX_SAMPLES || has_stacks(s));

	return &(own ? s->thread : s->shared)->tables[kind];
}

/* FIREFOX_NONE if there is no such cell. */
static int64_t get_value(const struct firefox_storing *s, enum firefox_kind kind,
			 size_t column, int64_t row)
{
	const struct firefox_table *t = table(s, kind);

	return row >= 0 && (uint64_t)row < t->column[column].count
		   ? t->column[column].at[row]
		   : FIREFOX_NONE;
}

/* Like get_value(), where flags (v71 of frames, v75 of functions) say whether there is a value. */
static int64_t get_flagged(const struct firefox_storing *s, enum firefox_kind kind,
			   size_t column, int64_t row, size_t flags, int64_t bit)
{
	int64_t told = get_value(s, kind, flags, row);

	return told >= 0 && !(told & bit) ? FIREFOX_NONE
					  : get_value(s, kind, column, row);
}

static void count_thread_loss(const struct firefox_storing *s, enum loss_reason why)
{
	losses_count(s->reading->losses, why, s->thread->at);
}

/* The number of the text at this index; 0: there is none. */
static uint32_t text_at(const struct firefox_storing *s, int64_t place)
{
	bool own = s->thread->string_count && has_stacks(s);
	const struct firefox_thread *t = own ? s->thread : s->shared;

	if (place >= 0 && (uint64_t)place < t->string_count)
		return t->strings[place];
	count_thread_loss(s, LOSS_RECORD);
	return 0;
}

static struct text text_of_number(const struct firefox_storing *s, uint32_t number)
{
	return intern_get(s->names->texts, number);
}

/* The builder's string for a text. */
static uint32_t string_of(const struct firefox_storing *s, uint32_t number)
{
	return string_ids_get(&s->names->strings, s->reading->builder, number,
			      text_of_number(s, number));
}

/* ---- frames ---- */

static uint32_t make_frame(struct builder *b, struct text name, struct text module,
			   enum frame_kind kind)
{
	return builder_frame(b, builder_string(b, name), builder_string(b, module), kind);
}

/* Remove line and column: "simple.js:107:17" -> "simple.js". */
static bool cut_numbers(struct text *file)
{
	size_t len = file->len;

	while (len && file->at[len - 1] >= '0' && file->at[len - 1] <= '9')
		len--;
	if (len < 2 || len == file->len || file->at[len - 1] != ':')
		return false;
	file->len = len - 1;
	return true;
}

/*
 * Parse a frame of the older form: "a (file:///code/simple.js:8)" is of a script,
 * "nsThread::ProcessNextEvent (in XUL)" of the program, unless `kind` is known.
 */
static uint32_t frame_of_location(struct builder *b, struct text t, enum frame_kind kind)
{
	enum frame_kind program = kind ? kind : FRAME_USER;
	struct text file = TEXT("");
	size_t at = t.len;

	/* since version 32 of Gecko with the number of a source: "f (https://a.b/c.js:10:4)[12]" */
	if (at && t.at[at - 1] == ']') {
		for (at--; at && t.at[at - 1] >= '0' && t.at[at - 1] <= '9';)
			at--;
		if (at > 1 && t.at[at - 1] == '[' && t.at[at - 2] == ')')
			t.len = at - 1;
	}
	at = t.len;
	if (t.len < 4 || t.at[t.len - 1] != ')')
		return make_frame(b, t, file, program);
	while (at > 1 && !(t.at[at - 1] == '(' && t.at[at - 2] == ' '))
		at--;
	if (at <= 2)
		return make_frame(b, t, file, program);
	file = (struct text){t.at + at, t.len - at - 1};
	if (text_starts(file, TEXT("in ")))
		return make_frame(b, text_upto(t, at - 2), text_from(file, 3), program);
	if (!cut_numbers(&file))
		return make_frame(b, t, TEXT(""), program);
	cut_numbers(&file);
	return make_frame(b, text_upto(t, at - 2), file, kind ? kind : FRAME_JIT);
}

static uint32_t known_location(const struct firefox_storing *s, uint32_t number,
			       enum frame_kind kind)
{
	struct idmap *places = &s->names->places;
	struct error ignored = ERROR_INIT;
	uint64_t key = idmap_pair(number, kind);
	uint32_t frame;

	if (idmap_get(places, key, &frame))
		return frame;
	frame = frame_of_location(s->reading->builder, text_of_number(s, number), kind);
	(void)idmap_put(places, key, frame, &frame, &ignored);
	return frame;
}

/* The frame of a function without a name, which is named by its address: see reading_options. */
static uint32_t unknown_frame(const struct firefox_storing *s, struct text address,
			      uint32_t number, enum frame_kind kind)
{
	struct builder *b = s->reading->builder;
	struct text module = text_of_number(s, number);
	char name[NAME_LONGEST];
	bool bare = module.len > 2 && module.at[0] == '[' && module.len < NAME_LONGEST;
	int shown;

	if (bare) /* for example [kernel.kallsyms] */
		module = (struct text){module.at + 1, module.len - 2};
	shown = module.len < 200 ? (int)module.len : 200;

	if (s->reading->options->addresses && address.len < 40)
		snprintf(name, sizeof name, "[%.*s <%.*s>]", shown, module.at,
			 (int)address.len - 2, address.at + 2);
	else
		snprintf(name, sizeof name, "[%.*s]", shown, module.at);
	return builder_frame_like(
	    b, builder_string(b, text_of(name)),
	    bare ? builder_string(b, module) : string_of(s, number),
	    kind == FRAME_IDLE
		? &(struct frame){.kind = FRAME_IDLE}
		: &(struct frame){.kind = FRAME_NAMELESS,
				  .mode = kind == FRAME_KERNEL ? FRAME_MODE_KERNEL
							       : FRAME_MODE_UNKNOWN});
}

static bool is_address(struct text name, uint64_t *address)
{
	return name.len <= ADDRESS_LONGEST && text_starts(name, TEXT("0x")) &&
	       number_hex(text_from(name, 2), address);
}

/* The file or library of a function, as a text; 0: none. */
static uint32_t module_of(const struct firefox_storing *s, int64_t frame, int64_t func)
{
	int64_t file = get_value(s, FIREFOX_FUNCS, FUNC_FILE, func);
	int64_t source =
	    get_flagged(s, FIREFOX_FUNCS, FUNC_SOURCE, func, FUNC_FLAGS, FUNC_HAS_SOURCE);
	int64_t resource = get_flagged(s, FIREFOX_FUNCS, FUNC_RESOURCE, func, FUNC_FLAGS,
				       FUNC_HAS_RESOURCE);
	int64_t lib =
	    get_flagged(s, FIREFOX_FRAMES, FRAME_LIB, frame, FRAME_FLAGS, FRAME_HAS_LIB);
	uint32_t module = 0;

	if (file >= 0)
		module = text_at(s, file);
	if (!module && source >= 0)
		module = text_at(s, get_value(s, FIREFOX_SOURCES, SOURCE_FILE, source));
	if (!module && resource >= 0)
		module =
		    text_at(s, get_value(s, FIREFOX_RESOURCES, RESOURCE_NAME, resource));
	if (module || lib < 0)
		return module;
	if ((uint64_t)lib < s->process->lib_count)
		module = s->process->libs[lib];
	if (!module)
		count_thread_loss(s, LOSS_RECORD);
	return module;
}

/* The builder's frame; 0: the root, which is in no stack. */
static uint32_t frame_of(const struct firefox_storing *s, int64_t frame,
			 enum frame_kind kind)
{
	int64_t func = get_value(s, FIREFOX_FRAMES, FRAME_FUNC, frame);
	int64_t location = get_value(s, FIREFOX_FRAMES, FRAME_LOCATION, frame);
	uint32_t number = text_at(
	    s, func < 0 ? location : get_value(s, FIREFOX_FUNCS, FUNC_NAME, func));
	struct text name = text_of_number(s, number);
	int64_t flags = get_value(s, FIREFOX_FUNCS, FUNC_FLAGS, func);
	bool is_js = flags >= 0 ? flags & FUNC_FLAG_IS_JS
				: get_value(s, FIREFOX_FUNCS, FUNC_IS_JS, func) == 1;
	struct builder *b = s->reading->builder;
	uint32_t module;
	uint64_t address;
	bool nameless = is_address(name, &address);

	if (text_equal(name, TEXT("(root)")))
		return 0;
	if (func < 0 && !nameless)
		return known_location(s, number, kind);
	module = module_of(s, frame, func);
	if (!is_js && nameless && module)
		return unknown_frame(s, name, module, kind);
	if (!kind && nameless && !module)
		return builder_nameless(b, string_of(s, number), 0,
					frame_mode_of_address(address));
	if (!kind && !nameless)
		kind = is_js ? FRAME_JIT : FRAME_USER;
	return builder_frame(
	    b, number ? string_of(s, number) : builder_string(b, TEXT("(anonymous)")),
	    string_of(s, module), kind);
}

/* ---- stacks ---- */

/*
 * The kind of code from the category of the stack row, otherwise of its frame, otherwise of its
 * caller.
 */
static uint8_t kind_of(const struct firefox_storing *s, int64_t row, int64_t frame,
		       uint8_t caller)
{
	int64_t category = get_value(s, FIREFOX_STACKS, STACK_CATEGORY, row);

	if (category < 0)
		category = get_flagged(s, FIREFOX_FRAMES, FRAME_CATEGORY, frame,
				       FRAME_FLAGS, FRAME_HAS_CATEGORY);
	if (category < 0)
		return caller;
	return category < FIREFOX_CATEGORIES ? s->process->kinds[category] : 0;
}

/* The row of the caller, which version 66 stores as the distance to it; FIREFOX_NONE: a root. */
static int64_t prefix_of(const struct firefox_storing *s, int64_t row)
{
	int64_t offset = get_value(s, FIREFOX_STACKS, STACK_OFFSET, row), prefix;

	if (!table(s, FIREFOX_STACKS)->column[STACK_OFFSET].count) {
		prefix = get_value(s, FIREFOX_STACKS, STACK_PREFIX, row);
		return prefix == -1 ? FIREFOX_NONE : prefix;
	}
	if (offset == 0 || offset == FIREFOX_NONE)
		return FIREFOX_NONE;
	return offset < 0 || offset > row ? row : row - offset;
}

/* Callers precede their callees; if one does not, the stack starts again at a root. */
static void make_stack(struct firefox_storing *s, uint64_t row)
{
	int64_t prefix = prefix_of(s, (int64_t)row);
	int64_t frame = get_value(s, FIREFOX_STACKS, STACK_FRAME, (int64_t)row);
	bool is_called = prefix >= 0 && (uint64_t)prefix < row;
	uint32_t below = 0, depth = 0, id;

	s->to->kinds[row] =
	    kind_of(s, (int64_t)row, frame, is_called ? s->to->kinds[prefix] : 0);
	id = frame_of(s, frame, (enum frame_kind)s->to->kinds[row]);
	if (is_called) {
		below = s->to->stacks[prefix];
		depth = s->to->depths[prefix];
	} else if (prefix != FIREFOX_NONE) {
		count_thread_loss(s, LOSS_RECORD);
	}
	if (depth == STACK_DEEPEST)
		count_thread_loss(s, LOSS_DEEP);
	s->to->stacks[row] = below;
	s->to->depths[row] = depth;
	if (id == 0 || depth == STACK_DEEPEST)
		return;
	s->to->stacks[row] = builder_stack(s->reading->builder, below, id);
	s->to->depths[row]++;
}

static bool make_stacks(struct firefox_storing *s, struct error *err)
{
	const struct firefox_table *stacks = table(s, FIREFOX_STACKS);
	uint64_t callers = stacks->column[STACK_PREFIX].count, told = stacks->length;
	struct firefox_stacks *to = s->to;

	if (stacks->column[STACK_OFFSET].count > callers)
		callers = stacks->column[STACK_OFFSET].count;
	to->made = true;
	to->count = stacks->column[STACK_FRAME].count;
	told = callers > told ? callers : told;
	if (told > to->count)
		losses_add(s->reading->losses, LOSS_RECORD, told - to->count,
			   s->thread->at);
	if (callers < to->count)
		losses_add(s->reading->losses, LOSS_CALLERS, to->count - callers,
			   s->thread->at);
	to->stacks = mem_array(to->count, sizeof *to->stacks, "stacks", err);
	to->depths =
	    to->stacks ? mem_array(to->count, sizeof *to->depths, "stacks", err) : NULL;
	to->kinds = to->depths ? mem_array(to->count, 1, "stacks", err) : NULL;
	if (!to->kinds)
		return false;
	for (uint64_t i = 0; i < to->count; i++) {
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
		make_stack(s, i);
	}
	return true;
}

void firefox_stacks_release(struct firefox_stacks *s)
{
	mem_free(s->stacks);
	mem_free(s->depths);
	mem_free(s->kinds);
	*s = (struct firefox_stacks){0};
}

void firefox_names_release(struct firefox_names *n)
{
	string_ids_release(&n->strings);
	idmap_release(&n->places);
	*n = (struct firefox_names){0};
}

/* ---- samples ---- */

#define WEIGHT_PARTS 1000000 /* the scale of stored weights */

/* Milliseconds become ns; counts are rounded, but not to 0. False: the value is not a weight. */
static bool weight_of(const struct firefox_storing *s, uint64_t row, uint64_t *weight)
{
	const struct firefox_table *t = table(s, FIREFOX_SAMPLES);
	int64_t parts = get_value(s, FIREFOX_SAMPLES, SAMPLE_WEIGHT, (int64_t)row);

	*weight = 1;
	if (t->column[SAMPLE_WEIGHT].count && row >= t->column[SAMPLE_WEIGHT].count)
		count_thread_loss(s, LOSS_RECORD);
	if (parts == FIREFOX_NONE)
		return true;
	*weight = 0;
	if (parts < 0) {
		count_thread_loss(s, LOSS_NEGATIVE);
		return true;
	}
	*weight = (uint64_t)parts;
	if (!t->in_ms)
		*weight = (*weight + WEIGHT_PARTS / 2) / WEIGHT_PARTS;
	if (*weight || parts == 0)
		return true;
	count_thread_loss(s, LOSS_NUMBER);
	return false;
}

static void add_sample(struct firefox_storing *s, uint64_t row, int64_t time,
		       struct sample_run *run)
{
	int64_t stack = get_value(s, FIREFOX_SAMPLES, SAMPLE_STACK, (int64_t)row);
	uint64_t weight;
	int64_t at;

	if (!weight_of(s, row, &weight))
		return;
	if (stack < 0 || (uint64_t)stack >= s->to->count)
		count_thread_loss(s, stack == FIREFOX_NONE || stack == -1 ? ASIDE_RECORD
									  : LOSS_RECORD);
	else if (s->process->untimed)
		/* the "times" of this thread are something else, such as memory */
		builder_sample(run->builder,
			       &(struct sample){.weight = weight,
						.stack = s->to->stacks[stack],
						.thread = run->thread,
						.cpu = run->cpu,
						.event = run->event});
	else if (time == FIREFOX_NONE)
		count_thread_loss(s, LOSS_NO_TIME);
	else if (__builtin_add_overflow(time, s->process->offset, &at))
		count_thread_loss(s, LOSS_NUMBER);
	else
		sample_run_add(run, (uint64_t)at, weight, 0, s->to->stacks[stack]);
}

/* The time of a row: its own, or the sum of the deltas so far. */
static int64_t time_of(const struct firefox_storing *s, uint64_t row, int64_t *sum)
{
	int64_t delta = get_value(s, FIREFOX_SAMPLES, SAMPLE_DELTA, (int64_t)row);

	if (table(s, FIREFOX_SAMPLES)->column[SAMPLE_TIME].count)
		return get_value(s, FIREFOX_SAMPLES, SAMPLE_TIME, (int64_t)row);
	if (delta == FIREFOX_NONE || *sum == FIREFOX_NONE ||
	    __builtin_add_overflow(*sum, delta, sum))
		*sum = FIREFOX_NONE;
	return *sum;
}

static bool add_samples(struct firefox_storing *s, struct error *err)
{
	struct builder *b = s->reading->builder;
	const struct firefox_table *t = table(s, FIREFOX_SAMPLES);
	uint64_t rows = t->column[SAMPLE_STACK].count, told = t->length;
	uint32_t name = s->thread->name;
	struct sample_run run;
	int64_t sum = 0;

	for (size_t i = SAMPLE_TIME; i <= SAMPLE_DELTA; i++)
		told = t->column[i].count > told ? t->column[i].count : told;
	if (told > rows)
		losses_add(s->reading->losses, LOSS_RECORD, told - rows, s->thread->at);
	/* the main thread of any program in converted profiles */
	if (text_equal(text_of_number(s, name), TEXT("GeckoMain")) &&
	    s->thread->process_name)
		name = s->thread->process_name;
	run.builder = b;
	run.thread =
	    builder_thread_of(b, string_of(s, name), s->thread->pid, s->thread->tid);
	run.event = t->in_ms && t->column[SAMPLE_WEIGHT].count
			? builder_event(b, TEXT("tracing"), TEXT("ns"))
			: builder_event(b, TEXT("samples"), TEXT(""));
	run.cpu = PROFILE_NO_CPU;
	run.spans = false;
	run.count = 0;
	for (uint64_t i = 0; i < rows; i++) {
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
		add_sample(s, i, time_of(s, i, &sum), &run);
	}
	sample_run_flush(&run);
	return true;
}

bool firefox_thread_store(const struct firefox_thread *t,
			  const struct firefox_thread *shared,
			  struct firefox_names *names, struct firefox_process *p,
			  struct reading *r, struct error *err)
{
	struct firefox_stacks own = {.made = false};
	struct firefox_storing s = {
	    .thread = t, .shared = shared, .names = names, .process = p, .reading = r};
	bool ok;

	s.to = has_stacks(&s) ? &own : &p->shared;
	firefox_thread_lose(t, r->losses);
	if (!t->has[FIREFOX_SAMPLES])
		count_thread_loss(&s, LOSS_RECORD);
	ok = (s.to->made || make_stacks(&s, err)) && add_samples(&s, err);
	firefox_stacks_release(&own);
	return ok;
}
