#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/firefox_thread.h"

#define DEEPEST	     65000
#define PUBLISH_EACH 16384
#define NAME_LONGEST 256

enum { SAMPLE_STACK, SAMPLE_TIME, SAMPLE_DELTA, SAMPLE_WEIGHT };
enum { STACK_PREFIX, STACK_FRAME, STACK_CATEGORY };
enum { FRAME_FUNC, FRAME_LOCATION, FRAME_CATEGORY };
enum { FUNC_NAME, FUNC_IS_JS, FUNC_RESOURCE, FUNC_FILE };
enum { RESOURCE_NAME };

/* A thread being stored. All borrowed but `stacks` and `depths`. */
struct storing {
	const struct firefox_thread *thread, *shared;
	const struct intern *texts;
	const struct firefox_process *process;
	struct reading *reading;
	uint32_t *stacks, *depths; /* owned: by row of the table of stacks */
	uint8_t *kinds;		   /* owned: what their categories say, see facts */
	uint64_t stack_count;
};

static const struct firefox_table *table(const struct storing *s, enum firefox_kind kind)
{
	return &(s->thread->has[kind] ? s->thread : s->shared)->tables[kind];
}

static int64_t get(const struct storing *s, enum firefox_kind kind, size_t column,
		   int64_t row)
{
	return row < 0 ? FIREFOX_NONE
		       : firefox_table_get(table(s, kind), column, (uint64_t)row);
}

static struct text text_at(const struct storing *s, int64_t place)
{
	const struct firefox_thread *t = s->thread->string_count ? s->thread : s->shared;

	if (place < 0 || (uint64_t)place >= t->string_count)
		return TEXT("");
	return intern_get(s->texts, t->strings[place]);
}

/* ---- frames ---- */

static uint32_t make_frame(struct builder *b, struct text name, struct text module,
			   enum frame_kind kind)
{
	return builder_frame(b, builder_string(b, name), builder_string(b, module), kind);
}

/* "simple.js:107:17" -> "simple.js". */
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
 * What the older form has of a frame: "a (file:///code/simple.js:8)" is a script's,
 * "nsThread::ProcessNextEvent (in XUL)" the program's, unless the `kind` is known.
 */
static uint32_t frame_of_location(struct builder *b, struct text t, enum frame_kind kind)
{
	enum frame_kind program = kind ? kind : FRAME_USER;
	struct text file = TEXT("");
	size_t at = t.len;

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

/* A function that nobody has named is called by its address: see reading_options. */
static uint32_t unknown_frame(const struct storing *s, struct text address,
			      struct text module, enum frame_kind kind)
{
	char name[NAME_LONGEST];
	int shown;

	if (module.len > 2 && module.at[0] == '[') /* [kernel.kallsyms] */
		module = (struct text){module.at + 1, module.len - 2};
	shown = module.len < 200 ? (int)module.len : 200;

	if (s->reading->options->addresses && address.len < 40)
		snprintf(name, sizeof name, "[%.*s <%.*s>]", shown, module.at,
			 (int)address.len - 2, address.at + 2);
	else
		snprintf(name, sizeof name, "[%.*s]", shown, module.at);
	return make_frame(s->reading->builder, text_of(name), module, kind);
}

static bool is_address(struct text name)
{
	uint64_t value;

	return text_starts(name, TEXT("0x")) && number_hex(text_from(name, 2), &value);
}

/* 0: the root, which is in no stack. */
static uint32_t frame_of(const struct storing *s, int64_t frame, enum frame_kind kind)
{
	int64_t func = get(s, FIREFOX_FRAMES, FRAME_FUNC, frame);
	int64_t location = get(s, FIREFOX_FRAMES, FRAME_LOCATION, frame);
	struct text name =
	    text_at(s, func < 0 ? location : get(s, FIREFOX_FUNCS, FUNC_NAME, func));
	bool is_js = get(s, FIREFOX_FUNCS, FUNC_IS_JS, func) == 1;
	struct text module = text_at(s, get(s, FIREFOX_FUNCS, FUNC_FILE, func));

	if (text_equal(name, TEXT("(root)")))
		return 0;
	if (func < 0 && !is_address(name))
		return frame_of_location(s->reading->builder, name, kind);
	if (module.len == 0)
		module = text_at(s, get(s, FIREFOX_RESOURCES, RESOURCE_NAME,
					get(s, FIREFOX_FUNCS, FUNC_RESOURCE, func)));
	if (!is_js && is_address(name) && module.len)
		return unknown_frame(s, name, module,
				     kind == FRAME_IDLE ? kind : FRAME_UNKNOWN);
	if (!kind && !is_address(name))
		kind = is_js ? FRAME_JIT : FRAME_USER;
	if (name.len == 0)
		name = TEXT("(anonymous)");
	return make_frame(s->reading->builder, name, module, kind);
}

/* ---- stacks ---- */

/* What the category of a place says: its own, else that of its frame, else its caller's. */
static uint8_t kind_of(const struct storing *s, int64_t row, int64_t frame,
		       uint8_t caller)
{
	int64_t category = get(s, FIREFOX_STACKS, STACK_CATEGORY, row);

	if (category < 0)
		category = get(s, FIREFOX_FRAMES, FRAME_CATEGORY, frame);
	if (category < 0)
		return caller;
	return category < FIREFOX_CATEGORIES ? s->process->kinds[category] : 0;
}

/* A caller stands before those it calls; where it does not, the stack begins anew. */
static void make_stack(struct storing *s, uint64_t row)
{
	int64_t prefix = get(s, FIREFOX_STACKS, STACK_PREFIX, (int64_t)row);
	int64_t frame = get(s, FIREFOX_STACKS, STACK_FRAME, (int64_t)row);
	bool is_called = prefix >= 0 && (uint64_t)prefix < row;
	uint32_t below = 0, depth = 0, id;

	s->kinds[row] = kind_of(s, (int64_t)row, frame, is_called ? s->kinds[prefix] : 0);
	id = frame_of(s, frame, (enum frame_kind)s->kinds[row]);
	if (is_called) {
		below = s->stacks[prefix];
		depth = s->depths[prefix];
	} else if (prefix != FIREFOX_NONE) {
		losses_count(s->reading->losses, LOSS_RECORD, s->thread->at);
	}
	if (depth == DEEPEST)
		losses_count(s->reading->losses, LOSS_DEEP, s->thread->at);
	s->stacks[row] = below;
	s->depths[row] = depth;
	if (id == 0 || depth == DEEPEST)
		return;
	s->stacks[row] = builder_stack(s->reading->builder, below, id);
	s->depths[row]++;
}

static bool make_stacks(struct storing *s, struct error *err)
{
	for (size_t i = 0; i < FIREFOX_TABLES; i++)
		losses_add(s->reading->losses, LOSS_RECORD, s->thread->tables[i].lost,
			   s->thread->at);
	s->stack_count = table(s, FIREFOX_STACKS)->column[STACK_FRAME].count;
	s->stacks = mem_array(s->stack_count, sizeof *s->stacks, "stacks", err);
	s->depths = s->stacks
			? mem_array(s->stack_count, sizeof *s->depths, "stacks", err)
			: NULL;
	s->kinds = s->depths ? mem_array(s->stack_count, 1, "stacks", err) : NULL;
	if (!s->kinds)
		return false;
	for (uint64_t i = 0; i < s->stack_count; i++) {
		if (i % PUBLISH_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
		make_stack(s, i);
	}
	return true;
}

/* ---- samples ---- */

static void add_sample(struct storing *s, uint64_t row, int64_t time,
		       struct sample *sample)
{
	int64_t stack = get(s, FIREFOX_SAMPLES, SAMPLE_STACK, (int64_t)row);
	int64_t weight = get(s, FIREFOX_SAMPLES, SAMPLE_WEIGHT, (int64_t)row);
	int64_t at;

	if (stack < 0 || (uint64_t)stack >= s->stack_count) {
		losses_count(s->reading->losses,
			     stack == FIREFOX_NONE ? ASIDE_RECORD : LOSS_RECORD,
			     s->thread->at);
	} else if (time == FIREFOX_NONE) {
		losses_count(s->reading->losses, LOSS_NO_TIME, s->thread->at);
	} else if (__builtin_add_overflow(time, s->process->offset, &at) || at < 0) {
		losses_count(s->reading->losses, LOSS_NUMBER, s->thread->at);
	} else {
		sample->time = (uint64_t)at;
		sample->weight = weight < 0 ? 1 : (uint64_t)weight;
		sample->stack = s->stacks[stack];
		builder_sample(s->reading->builder, sample);
	}
}

/* The time of a row: its own, or what the deltas so far add up to. */
static int64_t time_of(const struct storing *s, uint64_t row, int64_t *sum)
{
	int64_t delta = get(s, FIREFOX_SAMPLES, SAMPLE_DELTA, (int64_t)row);

	if (table(s, FIREFOX_SAMPLES)->column[SAMPLE_TIME].count)
		return get(s, FIREFOX_SAMPLES, SAMPLE_TIME, (int64_t)row);
	if (delta == FIREFOX_NONE || *sum == FIREFOX_NONE ||
	    __builtin_add_overflow(*sum, delta, sum))
		*sum = FIREFOX_NONE;
	return *sum;
}

static bool add_samples(struct storing *s, struct error *err)
{
	struct builder *b = s->reading->builder;
	uint64_t rows = table(s, FIREFOX_SAMPLES)->column[SAMPLE_STACK].count;
	uint32_t name = s->thread->name;
	struct sample sample = {.cpu = PROFILE_NO_CPU, .timed = true};
	int64_t sum = 0;

	/* the main thread of any program, in profiles of other programs */
	if (text_equal(intern_get(s->texts, name), TEXT("GeckoMain")) &&
	    s->thread->process_name)
		name = s->thread->process_name;
	sample.thread =
	    builder_thread(b, intern_get(s->texts, name), s->thread->pid, s->thread->tid);
	sample.event = builder_event(b, TEXT("samples"), TEXT(""));
	for (uint64_t i = 0; i < rows; i++) {
		if (i % PUBLISH_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
		add_sample(s, i, time_of(s, i, &sum), &sample);
	}
	return true;
}

bool firefox_thread_store(const struct firefox_thread *t,
			  const struct firefox_thread *shared, const struct intern *texts,
			  const struct firefox_process *p, struct reading *r,
			  struct error *err)
{
	struct storing s = {
	    .thread = t, .shared = shared, .texts = texts, .process = p, .reading = r};
	bool ok = make_stacks(&s, err) && add_samples(&s, err);

	mem_free(s.stacks);
	mem_free(s.depths);
	mem_free(s.kinds);
	return ok;
}
