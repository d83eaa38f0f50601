#include "input/formats.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/string_ids.h"
#include "profile/frame_mode.h"
#include "profile/sample_run.h"

#define PROCESSES_DEEPEST   8 /* levels of processes inside processes */
#define FIREFOX_COLUMNS_MAX 6
#define FIREFOX_NONE	    INT64_MIN /* null, or not a number */
#define NAME_LONGEST	    256
#define ADDRESS_LONGEST	    40

/* The newest versions of the format that we know. */
#define NEWEST_PROCESSED 75
#define NEWEST_GECKO	 36

/* Only the first categories keep their kind of code; others count as other code. */
#define FIREFOX_CATEGORIES 64

/*
 * A table, stored by row or by column. Columns may differ in length; one that the file lacks has a
 * count of 0.
 */
struct firefox_table {
	struct {
		int64_t *at; /* owned */
		size_t count, room;
	} column[FIREFOX_COLUMNS_MAX];
	uint64_t length; /* the number of rows that the file states; 0: not stated */
	bool in_ms;	 /* weightType: the weights are times */
	uint64_t lost;	 /* rows without a schema, and cells that are not numbers */
};

enum firefox_kind {
	FIREFOX_SAMPLES,
	FIREFOX_STACKS,
	FIREFOX_FRAMES,
	FIREFOX_FUNCS,
	FIREFOX_RESOURCES,
	FIREFOX_SOURCES,
	FIREFOX_TABLES
};

/* The tables and texts of one thread, or those that all threads share. */
struct firefox_thread {
	struct firefox_table tables[FIREFOX_TABLES];
	uint32_t *strings; /* owned: ids of texts */
	size_t string_count, string_room;
	uint32_t name, process_name; /* ids of texts; 0: unknown */
	int32_t pid, tid;
	bool has[FIREFOX_TABLES];
	uint64_t lost; /* members of the wrong type */
	uint64_t at;   /* its last byte, for losses */
};

struct firefox_stack {
	uint32_t stack, depth; /* the builder's id */
	uint8_t kind;	       /* enum frame_kind of its category */
};

/* The stacks of a table of stacks, by row. */
struct firefox_stacks {
	struct firefox_stack *rows; /* owned; NULL: not made yet */
	uint64_t count;
};

/* A process of the file; its threads are kept until the whole process has been read. */
struct firefox_process {
	struct firefox_thread *threads; /* owned */
	size_t count, room;
	struct firefox_thread shared;	   /* owned */
	struct firefox_stacks stacks;	   /* owned: of `shared`, made when needed */
	uint8_t kinds[FIREFOX_CATEGORIES]; /* enum frame_kind by category; 0: other */
	uint32_t *libs; /* owned: ids of texts, the names of libraries */
	size_t lib_count, lib_room;
	bool untimed;	/* the times of its samples are not times */
	int64_t start;	/* ns since 1970; FIREFOX_NONE: not stated */
	int64_t offset; /* ns from the start of the main process to its own start */
	/* the outermost process or its profile: start times count from its start */
	bool is_main;
};

struct fox {
	struct reading *reading;    /* borrowed */
	struct json_stream *stream; /* owned */
	struct intern *texts;	    /* owned, like the next two; each is parsed once */
	struct string_ids strings;  /* the builder's strings of `texts` */
	struct idmap places; /* from the text of a location and a kind to a frame */
	int64_t start;	     /* of the main process; FIREFOX_NONE: not yet known */
	/* owned: processes read before that start was known */
	struct firefox_process *waiting;
	size_t waiting_count, waiting_room;
	/* if the current process is a text, the offset of its end; otherwise 0 */
	uint64_t text_at;
};

enum { SAMPLE_STACK, SAMPLE_TIME, SAMPLE_DELTA, SAMPLE_WEIGHT };
enum { STACK_PREFIX, STACK_FRAME, STACK_CATEGORY, STACK_OFFSET };
enum { FRAME_FUNC, FRAME_LOCATION, FRAME_CATEGORY, FRAME_LIB, FRAME_FLAGS };
enum { FUNC_NAME, FUNC_IS_JS, FUNC_RESOURCE, FUNC_FILE, FUNC_SOURCE, FUNC_FLAGS };
enum { RESOURCE_NAME };
enum { SOURCE_FILE };

/* In the order of these enums. */
static const struct text columns[FIREFOX_TABLES][FIREFOX_COLUMNS_MAX] = {
    {{"stack", 5}, {"time", 4}, {"timeDeltas", 10}, {"weight", 6}},
    {{"prefix", 6}, {"frame", 5}, {"category", 8}, {"prefixOffset", 12}},
    {{"func", 4}, {"location", 8}, {"category", 8}, {"lib", 3}, {"flags", 5}},
    {{"name", 4},
     {"isJS", 4},
     {"resource", 8},
     {"fileName", 8},
     {"source", 6},
     {"flags", 5}},
    {{"name", 4}},
    {{"filename", 8}},
};
static const size_t column_counts[FIREFOX_TABLES] = {4, 4, 5, 6, 1, 1};

static void release_thread(struct firefox_thread *t)
{
	for (size_t i = 0; i < FIREFOX_TABLES; i++)
		for (size_t k = 0; k < FIREFOX_COLUMNS_MAX; k++)
			mem_free(t->tables[i].column[k].at);
	mem_free(t->strings);
}

static void release_process(struct firefox_process *p)
{
	for (size_t i = 0; i < p->count; i++)
		release_thread(&p->threads[i]);
	mem_free(p->threads);
	release_thread(&p->shared);
	mem_free(p->stacks.rows);
	mem_free(p->libs);
}

/* ---- one table ---- */

/* A value of a row that came before the schema, so that its column is not yet known. */
struct early_cell {
	struct decimal number;
	enum json_kind kind;
};

/* A table being read. */
struct firefox_taking {
	struct firefox_table *table; /* borrowed, like all without a note */
	const struct text *columns;
	size_t count;
	int32_t
	    shift[FIREFOX_COLUMNS_MAX]; /* numbers become 10^shift; true is 1, false 0 */
	uint64_t place[FIREFOX_COLUMNS_MAX]; /* the index in a row, by the schema */
	bool has_schema;
	/* rows before the schema: all their cells, and the end of each row */
	struct early_cell *cells; /* owned */
	size_t cell_count, cell_room;
	size_t *ends; /* owned */
	size_t end_count, end_room;
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
	if (c->kind == JSON_NUMBER && number_scaled(c->number, t->shift[column], &value))
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
	struct json_token v;
	int key;

	t->has_schema = true;
	while (json_stream_next_known_member(t->stream, t->columns, (int)t->count, &key,
					     &v, t->err)) {
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

/* Rows may end early: missing cells are null. A row before the schema is kept. */
static bool take_row(struct firefox_taking *t)
{
	int64_t row[FIREFOX_COLUMNS_MAX];
	struct json_token v;

	for (size_t i = 0; i < t->count; i++)
		row[i] = FIREFOX_NONE;
	for (uint64_t place = 0; json_stream_element(t->stream, &v, t->err); place++) {
		struct early_cell c = cell_of(&v);

		if (t->has_schema)
			place_cell(t, row, place, &c);
		if (!json_stream_skip(t->stream, &v, t->err) ||
		    (!t->has_schema && !JSON_APPEND(t->cells, t->cell_count, t->cell_room,
						    "a table of the profile", t->err, c)))
			return false;
	}
	if (t->err->kind != ERROR_NONE)
		return false;
	return t->has_schema
		   ? push_row(t, row)
		   : JSON_APPEND(t->ends, t->end_count, t->end_room,
				 "a table of the profile", t->err, t->cell_count);
}

/* Place the rows that came before the schema. */
static bool place_early(struct firefox_taking *t)
{
	size_t at = 0;

	for (size_t n = 0; n < t->end_count; n++) {
		int64_t row[FIREFOX_COLUMNS_MAX];

		for (size_t i = 0; i < t->count; i++)
			row[i] = FIREFOX_NONE;
		for (size_t place = 0; at < t->ends[n]; at++, place++)
			place_cell(t, row, place, &t->cells[at]);
		if (!push_row(t, row))
			return false;
	}
	t->end_count = t->cell_count = 0;
	return true;
}

static bool take_rows(struct firefox_taking *t)
{
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		t->table->lost += v.kind != JSON_ARRAY;
		if (!(v.kind == JSON_ARRAY ? take_row(t)
					   : json_stream_skip(t->stream, &v, t->err)))
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

/*
 * Read a table after its JSON_OBJECT: {"prefix":[null,0],"frame":[0,1]}, or
 * {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}, in any order.
 */
static bool take_table(struct firefox_thread *thread, int kind, struct json_stream *s,
		       struct error *err)
{
	struct firefox_taking t = {.table = &thread->tables[kind],
				   .columns = columns[kind],
				   .count = column_counts[kind],
				   .stream = s,
				   .err = err};
	struct text names[FIREFOX_COLUMNS_MAX + 4];
	size_t count = t.count, key;
	bool ok = true, has_data = false;
	struct json_token v;
	int known;

	for (size_t i = 0; i < count; i++) {
		names[i] = t.columns[i];
		t.place[i] = UINT64_MAX;
		/* times are milliseconds; weights may have a fraction */
		t.shift[i] = kind == FIREFOX_SAMPLES && i >= SAMPLE_TIME ? 6 : 0;
	}
	names[count] = TEXT("schema");
	names[count + 1] = TEXT("data");
	names[count + 2] = TEXT("length");
	names[count + 3] = TEXT("weightType");
	while (ok &&
	       json_stream_next_known_member(s, names, (int)count + 4, &known, &v, err)) {
		key = (size_t)known;
		has_data |= key == count + 1 && v.kind != JSON_NULL;
		if (key == count + 2 && v.kind == JSON_NUMBER)
			number_u64(v.text, &t.table->length);
		else if (key == count + 3)
			take_weight_type(&t, &v);
		else if (v.kind != (key == count ? JSON_OBJECT : JSON_ARRAY))
			t.table->lost += v.kind != JSON_NULL;
		if (v.kind == JSON_OBJECT && key == count)
			ok = take_schema(&t) && place_early(&t);
		else if (v.kind == JSON_ARRAY && key == count + 1)
			ok = take_rows(&t);
		else if (v.kind == JSON_ARRAY && key < count)
			ok = take_column(&t, key);
		else
			ok = json_stream_skip(s, &v, err);
	}
	ok = ok && err->kind == ERROR_NONE;
	t.table->lost += t.end_count + (t.has_schema && !has_data);
	mem_free(t.cells);
	mem_free(t.ends);
	return ok;
}

/* ---- a thread ---- */

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

/* Rows that the table claims but that some column lacks. */
static uint64_t missing_rows(const struct firefox_table *t)
{
	uint64_t least = t->length;

	for (size_t i = 0; i < FIREFOX_COLUMNS_MAX; i++)
		if (t->column[i].count && t->column[i].count < least)
			least = t->column[i].count;
	return t->length - least;
}

/*
 * Count the losses of a thread, or of the shared tables. Rows of samples and stacks are counted
 * when they are stored.
 */
static void lose_thread(const struct firefox_thread *t, struct losses *losses)
{
	losses_add(losses, LOSS_RECORD, t->lost, t->at);
	for (size_t i = 0; i < FIREFOX_TABLES; i++)
		losses_add(losses, LOSS_RECORD, t->tables[i].lost, t->at);
	for (size_t i = FIREFOX_FRAMES; i < FIREFOX_TABLES; i++)
		losses_add(losses, LOSS_RECORD, missing_rows(&t->tables[i]), t->at);
}

/*
 * Read a thread, or the shared tables, after its JSON_OBJECT, and add its texts to `texts`. Zero
 * `t` to begin; release it even on failure.
 */
static bool take_thread(struct firefox_thread *t, struct json_stream *s,
			struct intern *texts, struct error *err)
{
	enum { STRINGS = FIREFOX_TABLES, STRING_ARRAY, NAME, PROCESS, PID, TID, KEYS };
	static const struct text keys[KEYS] = {
	    {"samples", 7},
	    {"stackTable", 10},
	    {"frameTable", 10},
	    {"funcTable", 9},
	    {"resourceTable", 13},
	    {"sources", 7},
	    {"stringTable", 11},
	    {"stringArray", 11},
	    {"name", 4},
	    {"processName", 11},
	    {"pid", 3},
	    {"tid", 3},
	};
	struct json_token v = {.at = 0};
	bool ok = true;
	int key;

	t->pid = t->tid = PROFILE_NO_ID;
	while (ok && json_stream_next_known_member(s, keys, KEYS, &key, &v, err)) {
		t->at = v.at;
		if (key < FIREFOX_TABLES && v.kind == JSON_OBJECT && !t->has[key]) {
			t->has[key] = true;
			ok = take_table(t, key, s, err);
			continue;
		}
		if ((key == STRINGS || key == STRING_ARRAY) && v.kind == JSON_ARRAY) {
			ok = take_strings(t, s, texts, err);
			continue;
		}
		t->lost += v.kind != JSON_NULL && v.kind != JSON_STRING &&
			   (v.kind != JSON_NUMBER || (key != PID && key != TID));
		if (key == PID)
			t->pid = id_of(&v);
		else if (key == TID)
			t->tid = id_of(&v);
		else if ((key == NAME || key == PROCESS) && v.kind == JSON_STRING)
			ok = intern_put(texts, v.text,
					key == NAME ? &t->name : &t->process_name, err);
		ok = ok && json_stream_skip(s, &v, err);
	}
	if (t->at == 0)
		t->at = v.at;
	return ok && err->kind == ERROR_NONE;
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
	struct fox *fox;
	struct firefox_process *process;
	const struct firefox_thread *thread;
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

	return &(own ? s->thread : &s->process->shared)->tables[kind];
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
	losses_count(s->fox->reading->losses, why, s->thread->at);
}

/* The number of the text at this index; 0: there is none. */
static uint32_t text_at(const struct firefox_storing *s, int64_t place)
{
	bool own = s->thread->string_count && has_stacks(s);
	const struct firefox_thread *t = own ? s->thread : &s->process->shared;

	if (place >= 0 && (uint64_t)place < t->string_count)
		return t->strings[place];
	count_thread_loss(s, LOSS_RECORD);
	return 0;
}

/* The builder's string for a text. */
static uint32_t string_of(const struct firefox_storing *s, uint32_t number)
{
	return string_ids_get(&s->fox->strings, s->fox->reading->builder, number,
			      intern_get(s->fox->texts, number));
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
	struct idmap *places = &s->fox->places;
	struct error ignored = ERROR_INIT;
	uint64_t key = idmap_pair(number, kind);
	uint32_t frame;

	if (idmap_get(places, key, &frame))
		return frame;
	frame = frame_of_location(s->fox->reading->builder,
				  intern_get(s->fox->texts, number), kind);
	(void)idmap_put(places, key, frame, &frame, &ignored);
	return frame;
}

/* The frame of a function without a name, which is named by its address: see reading_options. */
static uint32_t unknown_frame(const struct firefox_storing *s, struct text address,
			      uint32_t number, enum frame_kind kind)
{
	struct builder *b = s->fox->reading->builder;
	struct text module = intern_get(s->fox->texts, number);
	char name[NAME_LONGEST];
	bool bare = module.len > 2 && module.at[0] == '[' && module.len < NAME_LONGEST;
	int shown;

	if (bare) /* for example [kernel.kallsyms] */
		module = (struct text){module.at + 1, module.len - 2};
	shown = module.len < 200 ? (int)module.len : 200;

	if (s->fox->reading->options->addresses && address.len < 40)
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
	struct text name = intern_get(s->fox->texts, number);
	int64_t flags = get_value(s, FIREFOX_FUNCS, FUNC_FLAGS, func);
	bool is_js = flags >= 0 ? flags & FUNC_FLAG_IS_JS
				: get_value(s, FIREFOX_FUNCS, FUNC_IS_JS, func) == 1;
	struct builder *b = s->fox->reading->builder;
	uint32_t module;
	uint64_t address;
	bool nameless = name.len <= ADDRESS_LONGEST && text_starts(name, TEXT("0x")) &&
			number_hex(text_from(name, 2), &address);

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
	struct firefox_stack made = {0};
	uint32_t id;

	if (is_called)
		made = s->to->rows[prefix];
	made.kind = kind_of(s, (int64_t)row, frame, made.kind);
	id = frame_of(s, frame, (enum frame_kind)made.kind);
	if (!is_called && prefix != FIREFOX_NONE)
		count_thread_loss(s, LOSS_RECORD);
	if (made.depth == STACK_DEEPEST) {
		count_thread_loss(s, LOSS_DEEP);
	} else if (id != 0) {
		made.stack = builder_stack(s->fox->reading->builder, made.stack, id);
		made.depth++;
	}
	s->to->rows[row] = made;
}

static bool make_stacks(struct firefox_storing *s, struct error *err)
{
	const struct firefox_table *stacks = table(s, FIREFOX_STACKS);
	uint64_t callers = stacks->column[STACK_PREFIX].count, told = stacks->length;
	struct firefox_stacks *to = s->to;

	if (stacks->column[STACK_OFFSET].count > callers)
		callers = stacks->column[STACK_OFFSET].count;
	to->count = stacks->column[STACK_FRAME].count;
	told = callers > told ? callers : told;
	if (told > to->count)
		losses_add(s->fox->reading->losses, LOSS_RECORD, told - to->count,
			   s->thread->at);
	if (callers < to->count)
		losses_add(s->fox->reading->losses, LOSS_CALLERS, to->count - callers,
			   s->thread->at);
	to->rows = mem_array(to->count, sizeof *to->rows, "stacks", err);
	if (!to->rows)
		return false;
	for (uint64_t i = 0; i < to->count; i++) {
		if (i % READING_EACH == 0 && !reading_goes_on(s->fox->reading, err))
			return false;
		make_stack(s, i);
	}
	return true;
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
		builder_add_sample(run->builder,
				   &(struct sample){.weight = weight,
						    .stack = s->to->rows[stack].stack,
						    .thread = run->thread,
						    .cpu = run->cpu,
						    .event = run->event});
	else if (time == FIREFOX_NONE)
		count_thread_loss(s, LOSS_NO_TIME);
	else if (__builtin_add_overflow(time, s->process->offset, &at))
		count_thread_loss(s, LOSS_NUMBER);
	else
		sample_run_add(run, (uint64_t)at, weight, 0, s->to->rows[stack].stack);
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
	struct builder *b = s->fox->reading->builder;
	const struct firefox_table *t = table(s, FIREFOX_SAMPLES);
	uint64_t rows = t->column[SAMPLE_STACK].count, told = t->length;
	uint32_t name = s->thread->name;
	struct sample_run run;
	int64_t sum = 0;

	for (size_t i = SAMPLE_TIME; i <= SAMPLE_DELTA; i++)
		told = t->column[i].count > told ? t->column[i].count : told;
	if (told > rows)
		losses_add(s->fox->reading->losses, LOSS_RECORD, told - rows,
			   s->thread->at);
	/* the main thread of any program in converted profiles */
	if (text_equal(intern_get(s->fox->texts, name), TEXT("GeckoMain")) &&
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
		if (i % READING_EACH == 0 && !reading_goes_on(s->fox->reading, err))
			return false;
		add_sample(s, i, time_of(s, i, &sum), &run);
	}
	sample_run_flush(&run);
	return true;
}

/*
 * Add the samples of `t` to the reading's builder. Tables that `t` lacks are taken from the shared
 * ones; a shared table of stacks refers to shared tables and texts only.
 */
static bool store_thread(struct fox *f, struct firefox_process *p,
			 const struct firefox_thread *t, struct error *err)
{
	struct firefox_stacks own = {.rows = NULL};
	struct firefox_storing s = {.fox = f, .process = p, .thread = t};
	bool ok;

	s.to = has_stacks(&s) ? &own : &p->stacks;
	lose_thread(t, f->reading->losses);
	if (!t->has[FIREFOX_SAMPLES])
		count_thread_loss(&s, LOSS_RECORD);
	ok = (s.to->rows || make_stacks(&s, err)) && add_samples(&s, err);
	mem_free(own.rows);
	return ok;
}

/* ---- the members of a process ---- */

/*
 * The offset for losses. A process that is a text has no offsets within it, so its losses are at
 * its end.
 */
static uint64_t place_loss(const struct fox *f, uint64_t at)
{
	return f->text_at ? f->text_at : at;
}

/* Skip a value that is not understood. */
static bool lose_value(struct fox *f, const struct json_token *v, struct error *err)
{
	losses_count(f->reading->losses, LOSS_RECORD, place_loss(f, v->at));
	return json_stream_skip(f->stream, v, err);
}

/* The kind of code of a category; 0 for others, such as "Layout". */
static enum frame_kind kind_of_category(struct text name)
{
	if (text_equal(name, TEXT("Kernel")))
		return FRAME_KERNEL;
	if (text_equal(name, TEXT("GC / CC"))) /* garbage and cycle collection */
		return FRAME_RUNTIME;
	return text_equal(name, TEXT("Idle")) ? FRAME_IDLE : FRAME_NAMELESS;
}

static bool take_categories(struct fox *f, struct firefox_process *p, struct error *err)
{
	const struct text name = {"name", 4};
	struct json_token v, n;
	int key;

	for (unsigned number = 0; json_stream_element(f->stream, &v, err); number++) {
		if (v.kind != JSON_OBJECT && !lose_value(f, &v, err))
			return false;
		while (v.kind == JSON_OBJECT && json_stream_next_known_member(
						    f->stream, &name, 1, &key, &n, err)) {
			if (n.kind == JSON_STRING && number < FIREFOX_CATEGORIES)
				p->kinds[number] = (uint8_t)kind_of_category(n.text);
			if (n.kind != JSON_STRING && !lose_value(f, &n, err))
				return false;
		}
		if (err->kind != ERROR_NONE)
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* Take "sampleUnits":{"time":"bytes", ... of profiles of memory and of file sizes. */
static bool take_units(struct fox *f, struct firefox_process *p, struct error *err)
{
	const struct text time = {"time", 4};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, &time, 1, &key, &v, err)) {
		p->untimed = v.kind == JSON_STRING && text_equal(v.text, TEXT("bytes"));
		if (!json_stream_skip(f->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* Newer versions are read too, with a note, as known columns seldom change their meaning. */
static void check_version(struct fox *f, uint64_t gecko, uint64_t processed, uint64_t at)
{
	uint64_t version = processed ? processed : gecko;
	int newest = processed ? NEWEST_PROCESSED : NEWEST_GECKO;
	char text[80];

	if (version <= (uint64_t)newest)
		return;
	snprintf(text, sizeof text,
		 "%s %" PRIu64 ", newer than %d, the newest known here",
		 processed ? "processed" : "Gecko", version, newest);
	builder_note(f->reading->builder, TEXT("version"), text_of(text));
	losses_count(f->reading->losses, LOSS_VERSION, place_loss(f, at));
}

enum {
	META_CATEGORIES,
	META_UNITS,
	META_START,
	META_PRODUCT,
	META_GECKO,
	META_PROCESSED,
	META_KEYS
};

static bool take_meta(struct fox *f, struct firefox_process *p, struct error *err)
{
	static const struct text keys[META_KEYS] = {
	    {"categories", 10}, {"sampleUnits", 11}, {"startTime", 9},
	    {"product", 7},	{"version", 7},	     {"preprocessedProfileVersion", 26}};
	uint64_t versions[] = {0, 0}, at = 0;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, keys, META_KEYS, &key, &v, err)) {
		struct decimal d;
		int64_t number;

		at = v.at;
		if (key <= META_UNITS &&
		    v.kind == (key == META_UNITS ? JSON_OBJECT : JSON_ARRAY)) {
			if (!(key == META_UNITS ? take_units(f, p, err)
						: take_categories(f, p, err)))
				return false;
			continue;
		}
		if (v.kind != JSON_NULL &&
		    (key <= META_UNITS ||
		     v.kind != (key == META_PRODUCT ? JSON_STRING : JSON_NUMBER))) {
			if (!lose_value(f, &v, err))
				return false;
			continue;
		}
		if (key >= META_GECKO && v.kind == JSON_NUMBER &&
		    number_decimal(v.text, &d) && number_scaled(d, 0, &number) &&
		    number > 0)
			versions[key - META_GECKO] = (uint64_t)number;
		if (key == META_START && v.kind == JSON_NUMBER &&
		    number_decimal(v.text, &d) && !number_scaled(d, 6, &p->start))
			p->start = FIREFOX_NONE;
		if (key == META_PRODUCT && v.kind == JSON_STRING)
			builder_note(f->reading->builder, TEXT("product"), v.text);
	}
	check_version(f, versions[0], versions[1], at);
	return err->kind == ERROR_NONE;
}

/* Take "libs":[{"name":"libc.so.6", ... */
static bool take_libs(struct fox *f, struct firefox_process *p, struct error *err)
{
	static const struct text name = {"name", 4};
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		struct json_token n;
		uint32_t id = 0;
		int key;

		if (v.kind != JSON_OBJECT && !lose_value(f, &v, err))
			return false;
		while (v.kind == JSON_OBJECT &&
		       json_stream_next_known_member(f->stream, &name, 1, &key, &n, err))
			if ((n.kind == JSON_STRING &&
			     !intern_put(f->texts, n.text, &id, err)) ||
			    !json_stream_skip(f->stream, &n, err))
				return false;
		if (err->kind != ERROR_NONE ||
		    !JSON_APPEND(p->libs, p->lib_count, p->lib_room, "libraries", err,
				 id))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* ---- processes ---- */

static bool take_process(struct fox *f, unsigned depth, bool is_main, struct error *err);

/* In old Gecko profiles, a process is a text: JSON in JSON. */
static bool take_text(struct fox *f, const struct json_token *text, unsigned depth,
		      struct error *err)
{
	struct json_stream *around = f->stream;
	struct error inner = ERROR_INIT;
	uint64_t at = place_loss(f, text->at), around_at = f->text_at;
	size_t len = text->text.len;
	char *bytes = mem_text(text->text.at, len, err);
	struct source *source = bytes ? source_of_bytes(bytes, len, err) : NULL;
	struct json_token v;
	bool ok;

	f->text_at = at;
	f->stream = source ? json_stream_open(source, NULL, err) : NULL;
	ok = f->stream && json_stream_next(f->stream, &v, &inner) &&
	     v.kind == JSON_OBJECT && take_process(f, depth, false, &inner) &&
	     !json_stream_is_truncated(f->stream);
	json_stream_close(f->stream);
	f->stream = around;
	f->text_at = around_at;
	source_close(source);
	mem_free(bytes);
	if (err->kind != ERROR_NONE)
		return false;
	if (inner.kind != ERROR_NONE && inner.kind != ERROR_FORMAT) {
		*err = inner;
		return false;
	}
	if (!ok)
		losses_count(f->reading->losses, LOSS_RECORD, at);
	return true;
}

/* Some profiles have processes among their threads. */
static bool take_element(struct fox *f, const struct json_token *v, unsigned depth,
			 struct error *err)
{
	if (v->kind == JSON_STRING && depth < PROCESSES_DEEPEST)
		return take_text(f, v, depth + 1, err);
	return v->kind == JSON_OBJECT ? json_stream_skip(f->stream, v, err)
				      : lose_value(f, v, err);
}

static bool take_threads(struct fox *f, struct firefox_process *p, unsigned depth,
			 struct error *err)
{
	struct firefox_thread *t;
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		if (v.kind != JSON_OBJECT) {
			if (!take_element(f, &v, depth, err))
				return false;
			continue;
		}
		if (!JSON_APPEND(p->threads, p->count, p->room, "threads", err,
				 (struct firefox_thread){0}))
			return false;
		t = &p->threads[p->count - 1];
		if (!take_thread(t, f->stream, f->texts, err))
			return false;
		t->at = place_loss(f, t->at);
	}
	return err->kind == ERROR_NONE;
}

static bool take_processes(struct fox *f, unsigned depth, struct error *err)
{
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		bool ok = v.kind == JSON_OBJECT && depth < PROCESSES_DEEPEST
			      ? take_process(f, depth + 1, false, err)
			      : take_element(f, &v, depth, err);

		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}

enum { KEY_META, KEY_SHARED, KEY_PROFILE, KEY_THREADS, KEY_PROCESSES, KEY_LIBS, KEYS };

static bool take_value(struct fox *f, struct firefox_process *p, int key,
		       const struct json_token *v, unsigned depth, struct error *err)
{
	if (v->kind == JSON_OBJECT && key == KEY_META)
		return take_meta(f, p, err);
	if (v->kind == JSON_OBJECT && key == KEY_SHARED)
		return take_thread(&p->shared, f->stream, f->texts, err);
	if (v->kind == JSON_OBJECT && key == KEY_PROFILE && depth < PROCESSES_DEEPEST)
		return take_process(f, depth + 1, p->is_main, err);
	if (v->kind == JSON_ARRAY && key == KEY_THREADS)
		return take_threads(f, p, depth, err);
	if (v->kind == JSON_ARRAY && key == KEY_PROCESSES)
		return take_processes(f, depth, err);
	if (v->kind == JSON_ARRAY && key == KEY_LIBS)
		return take_libs(f, p, err);
	/* in some versions, `libs` was a text */
	return v->kind == JSON_NULL || key == KEY_LIBS
		   ? json_stream_skip(f->stream, v, err)
		   : lose_value(f, v, err);
}

/* Store a process. Its times count from its own start. */
static bool store_process(struct fox *f, struct firefox_process *p, struct error *err)
{
	if (p->start == FIREFOX_NONE || f->start == FIREFOX_NONE ||
	    __builtin_sub_overflow(p->start, f->start, &p->offset))
		p->offset = 0;
	lose_thread(&p->shared, f->reading->losses);
	for (size_t i = 0; i < p->count; i++)
		if (!store_thread(f, p, &p->threads[i], err))
			return false;
	return true;
}

/* Recursive for processes inside others, up to PROCESSES_DEEPEST. */
static bool take_process(struct fox *f, unsigned depth, bool is_main, struct error *err)
{
	static const struct text keys[KEYS] = {{"meta", 4},	 {"shared", 6},
					       {"profile", 7},	 {"threads", 7},
					       {"processes", 9}, {"libs", 4}};
	struct firefox_process p = {.start = FIREFOX_NONE, .is_main = is_main};
	struct json_token v = {.at = 0};
	bool ok = true, is_any = false;
	int key;

	while (ok &&
	       json_stream_next_known_member(f->stream, keys, KEYS, &key, &v, err)) {
		is_any |=
		    v.kind != JSON_NULL &&
		    (key == KEY_PROFILE || key == KEY_THREADS || key == KEY_PROCESSES);
		ok = take_value(f, &p, key, &v, depth, err);
		if (is_main && f->start == FIREFOX_NONE)
			f->start = p.start;
	}
	if (!is_any)
		losses_count(f->reading->losses, LOSS_RECORD, place_loss(f, v.at));
	ok = ok && err->kind == ERROR_NONE;
	/* keep a process that was read before the start of the main one is known */
	if (ok && f->start == FIREFOX_NONE &&
	    JSON_APPEND(f->waiting, f->waiting_count, f->waiting_room, "processes", err,
			p))
		return true;
	ok = ok && f->start != FIREFOX_NONE && store_process(f, &p, err);
	release_process(&p);
	return ok;
}

/* ---- the file ---- */

static bool read_all(struct fox *f, struct error *err)
{
	struct json_token v;

	if (!json_stream_next(f->stream, &v, err))
		return false;
	if (v.kind != JSON_OBJECT)
		return error_set(err, ERROR_FORMAT,
				 "expected a Firefox profile, found other JSON");
	if (!take_process(f, 0, true, err))
		return false;
	/* if the main process states no start, use the first start of another */
	for (size_t i = 0; f->start == FIREFOX_NONE && i < f->waiting_count; i++)
		f->start = f->waiting[i].start;
	for (size_t i = 0; i < f->waiting_count; i++)
		if (!store_process(f, &f->waiting[i], err))
			return false;
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct fox f = {.reading = r, .start = FIREFOX_NONE};
	bool ok;

	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	f.texts = intern_new(err);
	if (f.texts)
		f.stream = json_stream_open(r->source, r, err);
	ok =
	    f.stream && read_all(&f, err) && json_stream_finish(f.stream, r->losses, err);
	for (size_t i = 0; i < f.waiting_count; i++)
		release_process(&f.waiting[i]);
	mem_free(f.waiting);
	string_ids_release(&f.strings);
	idmap_release(&f.places);
	intern_free(f.texts);
	json_stream_close(f.stream);
	return ok;
}

/* ---- detection ---- */

struct firefox_signs {
	unsigned sure;
	unsigned wrapped; /* levels of objects that the profile is a member of */
	bool meta, libs;
};

/*
 * Detects {"meta":{"abi":"x86_64-gcc3","interval":1,"stackwalk":1, ... and, in files of the old
 * developer tools, {"label":"a", ... "profile":{"libs":[{"start":0, ... "breakpadId": ...
 */
static bool detect_firefox(void *arg, const struct json_head_member *m)
{
	static const struct text telling[] = {{"preprocessedProfileVersion", 26},
					      {"stackwalk", 9},
					      {"processType", 11},
					      {"markerSchema", 12}};
	struct firefox_signs *seen = arg;
	unsigned level = 1 + seen->wrapped;

	if (m->in_array)
		return false;
	if (m->depth == level) {
		seen->meta = text_equal(m->key, TEXT("meta"));
		seen->libs = text_equal(m->key, TEXT("libs"));
		if (text_equal(m->key, TEXT("profile")) && m->kind == JSON_OBJECT)
			seen->wrapped++;
	}
	for (size_t i = 0; seen->meta && i < sizeof telling / sizeof *telling; i++)
		if (m->depth == level + 1 && text_equal(m->key, telling[i]))
			seen->sure = 95;
	if (seen->libs && m->depth == level + 2 && text_equal(m->key, TEXT("breakpadId")))
		seen->sure = 90;
	return seen->sure < 90;
}

const struct format firefox_format = {
    .name = "firefox",
    .help = "profiles of the Firefox Profiler and of samply",
    .witness = detect_firefox,
    .read = read_profile,
};
