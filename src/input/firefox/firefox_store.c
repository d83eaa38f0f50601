#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/firefox/firefox_thread.h"
#include "profile/frame_mode.h"
#include "profile/sample_run.h"

#define NAME_LONGEST	256
#define ADDRESS_LONGEST 40

enum { SAMPLE_STACK, SAMPLE_TIME, SAMPLE_DELTA, SAMPLE_WEIGHT };
enum { STACK_PREFIX, STACK_FRAME, STACK_CATEGORY, STACK_OFFSET };
enum { FRAME_FUNC, FRAME_LOCATION, FRAME_CATEGORY, FRAME_LIB, FRAME_FLAGS };
enum { FUNC_NAME, FUNC_IS_JS, FUNC_RESOURCE, FUNC_FILE, FUNC_SOURCE, FUNC_FLAGS };
enum { RESOURCE_NAME };
enum { SOURCE_FILE };

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

static int64_t get_value(const struct firefox_storing *s, enum firefox_kind kind,
			 size_t column, int64_t row)
{
	return row < 0 ? FIREFOX_NONE
		       : firefox_table_get(table(s, kind), column, (uint64_t)row);
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

/* Add a sample of a thread whose "times" are something else, such as memory. */
static void add_untimed(const struct sample_run *run, uint64_t weight, uint32_t stack)
{
	builder_sample(run->builder, &(struct sample){.weight = weight,
						      .stack = stack,
						      .thread = run->thread,
						      .cpu = run->cpu,
						      .event = run->event});
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
		add_untimed(run, weight, s->to->stacks[stack]);
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
