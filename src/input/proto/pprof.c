#include "input/formats.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/append.h"
#include "base/fill.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/proto/proto_wire.h"
#include "input/refusal.h"
#include "input/string_ids.h"
#include "profile/frame_mode.h"

/* ---- recognition ---- */

static const struct proto_shape value_type_shape = {"vv", {0}};
static const struct proto_shape label_shape = {"vvvv", {0}};
static const struct proto_shape sample_shape = {"VVb", {[3] = &label_shape}};
static const struct proto_shape mapping_shape = {"vvvvvvvvvv", {0}};
static const struct proto_shape line_shape = {"vvv", {0}};
static const struct proto_shape location_shape = {"vvvbv", {[4] = &line_shape}};
static const struct proto_shape function_shape = {"vvvvv", {0}};
static const struct proto_shape pprof_shape = {
    "bbbbbbvvvvbvVvv",
    {[1] = &value_type_shape,
     &sample_shape,
     &mapping_shape,
     &location_shape,
     &function_shape,
     [11] = &value_type_shape},
};

#define TYPES	(1u << 1)
#define SAMPLES (1u << 2)

static unsigned probe_pprof(struct text head)
{
	unsigned seen, begun, parts = 0;

	if (!proto_shape_fits(&pprof_shape, head, &seen, &begun))
		return 0;
	for (unsigned n = 1; n <= 6; n++)
		parts += seen >> n & 1;
	return parts >= 2 && (seen & (TYPES | SAMPLES)) ? PROTO_SURE : 0;
}

/* ---- the contents of the file ---- */

/*
 * Kept until all of it has been read, as records may come in any order. They refer to texts,
 * functions and locations by number.
 */

#define NO_TEXT	     UINT32_MAX
#define BASE_LONGEST 4096 /* bytes of a path; file systems do not have longer ones */

/*
 * Inlined functions make stacks longer than their chains. This many additional frames are allowed;
 * a file of a few MB could otherwise make billions.
 */
#define INLINED_LEAST	  4000000
#define INLINED_PER_CHAIN 8

#define TYPES_MOST	 64	  /* values per sample; more are counted as lost */
#define NAME_LONGEST	 200	  /* bytes of an event's name */
#define NAMELESS	 "(root)" /* process name of samples, if the file names no program */
#define PPROF_LINES_MOST 64	  /* functions inlined into each other at one place */

/*
 * Most texts follow the records that refer to them; until then only their numbers are kept.
 * UINT32_MAX stands for an invalid number.
 */
struct pprof_function {
	uint32_t name, system_name; /* numbers of texts */
};

struct pprof_location {
	uint64_t mapping, address;
	/* range in `lines`; after make_frames(), in `frames` */
	uint32_t line, line_end;
	bool known; /* false: samples refer to it, but its record has not come */
};

/* A call chain, identified by its last call. Row 0 is the empty chain. */
struct pprof_chain {
	uint32_t parent;   /* number of a chain, smaller than this row's */
	uint32_t location; /* row in `locations` */
	uint32_t stack;	   /* of the builder, set by make_stacks() */
	uint32_t depth;	   /* of `stack` */
};

struct pprof_label {
	int64_t num;
	uint32_t key, str, unit; /* numbers of texts */
};

/* A sample. Its values and labels begin where those of the previous sample end. */
struct pprof_sample {
	size_t value_end, label_end;
	uint32_t chain;
};

/* The type of a value of samples, such as "cpu" in "nanoseconds": numbers of texts. */
struct value_type {
	int64_t type, unit;
	uint16_t event; /* of the builder */
	bool left_out;	/* proportional to another one */
};

struct pprof {
	struct reading *reading; /* borrowed */

	char *bytes; /* owned: all texts */
	size_t byte_count, byte_room;
	size_t *ends; /* owned: the end of each text in `bytes` */
	size_t text_count, text_room;

	struct pprof_function *functions; /* owned */
	size_t function_count, function_room;
	struct idmap function_ids; /* from ids in the file to rows */

	struct string_ids strings;

	uint32_t *mappings; /* owned: the number of the file name of each mapping */
	size_t mapping_count, mapping_room;
	struct idmap mapping_ids;

	struct pprof_location *locations; /* owned */
	size_t location_count, location_room;
	struct idmap location_ids;

	uint64_t *lines; /* owned: ids of functions, innermost first */
	size_t line_count, line_room;
	uint32_t *frames; /* owned: made of `lines` by make_frames() */
	size_t frame_count, frame_room;

	struct pprof_sample *samples; /* owned */
	size_t sample_count, sample_room;
	int64_t *values; /* owned */
	size_t value_count, value_room;
	struct pprof_label *labels; /* owned */
	size_t label_count, label_room;
	struct pprof_chain *chains; /* owned */
	size_t chain_count, chain_room;
	struct idmap chain_ids; /* (parent, location): chain */
	uint64_t *ids;		/* owned: the locations of the current sample */
	size_t id_count, id_room;

	struct value_type types[TYPES_MOST];
	size_t type_count;
	int64_t default_type; /* number of a text */
	struct value_type period_type;
	int64_t started, duration; /* ns, since 1970 */
	int64_t period;
	/* the builder's string: process name of samples without a label */
	uint32_t program;
	bool timed; /* labels contain times of samples */
};

static uint32_t text_number(int64_t number)
{
	return number >= 0 && number < NO_TEXT ? (uint32_t)number : NO_TEXT;
}

static bool add_text(struct pprof *p, struct text text, struct error *err)
{
	if (!mem_reserve(&p->bytes, &p->byte_room, p->byte_count + text.len, 1, "names",
			 err))
		return false;
	if (text.len)
		memcpy(p->bytes + p->byte_count, text.at, text.len);
	p->byte_count += text.len;
	return APPEND(p->ends, p->text_count, p->text_room, "names", err, p->byte_count);
}

/* Add a row for this id. `*fresh` is false if the id has one already. */
static bool new_id(struct idmap *ids, uint64_t id, size_t count, bool *fresh,
		   struct error *err)
{
	uint32_t row;

	if (count >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many records for 32-bit numbers");
	if (!idmap_put(ids, id, (uint32_t)count, &row, err))
		return false;
	*fresh = row == count;
	return true;
}

static bool add_function(struct pprof *p, struct text message, bool *fresh,
			 struct error *err)
{
	uint64_t v[4]; /* id, name, system_name */

	proto_wire_varints(message, v, 4);
	if (!new_id(&p->function_ids, v[1], p->function_count, fresh, err))
		return false;
	return !*fresh ||
	       APPEND(p->functions, p->function_count, p->function_room, "functions", err,
		      (struct pprof_function){text_number((int64_t)v[2]),
					      text_number((int64_t)v[3])});
}

static bool add_mapping(struct pprof *p, struct text message, bool *fresh,
			struct error *err)
{
	uint64_t v[6]; /* 1: id, 5: filename */

	proto_wire_varints(message, v, 6);
	if (!new_id(&p->mapping_ids, v[1], p->mapping_count, fresh, err))
		return false;
	return !*fresh || APPEND(p->mappings, p->mapping_count, p->mapping_room,
				 "mappings", err, text_number((int64_t)v[5]));
}

/*
 * Find the row of `locations` with this id. A placeholder is added if its record has not come yet.
 */
static bool find_location(struct pprof *p, uint64_t id, uint32_t *row, struct error *err)
{
	if (p->location_count >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many records for 32-bit numbers");
	if (!idmap_put(&p->location_ids, id, (uint32_t)p->location_count, row, err))
		return false;
	return *row != p->location_count ||
	       APPEND(p->locations, p->location_count, p->location_room, "places", err,
		      (struct pprof_location){0});
}

static bool add_lines(struct pprof *p, struct text location, struct error *err)
{
	struct proto_field f;
	uint64_t v[2]; /* function_id */

	while (proto_wire_next(&location, &f) == PROTO_FIELD) {
		if (f.number != 4)
			continue;
		if (p->line_count >= UINT32_MAX)
			return error_set(err, ERROR_LIMIT,
					 "too many records for 32-bit numbers");
		proto_wire_varints(f.body, v, 2);
		if (!APPEND(p->lines, p->line_count, p->line_room, "functions", err,
			    v[1]))
			return false;
	}
	return true;
}

static bool add_location(struct pprof *p, struct text message, bool *fresh,
			 struct error *err)
{
	uint32_t row, line = (uint32_t)p->line_count;
	uint64_t v[4]; /* id, mapping_id, address */

	proto_wire_varints(message, v, 4);
	if (!find_location(p, v[1], &row, err))
		return false;
	*fresh = !p->locations[row].known;
	if (!*fresh)
		return true;
	if (!add_lines(p, message, err))
		return false;
	p->locations[row] = (struct pprof_location){
	    .mapping = v[2],
	    .address = v[3],
	    .line = line,
	    .line_end = (uint32_t)p->line_count,
	    .known = true,
	};
	return true;
}

/* ---- names ---- */

/* Empty when there is no such text; borrowed until the next field. */
static struct text text_at(const struct pprof *p, int64_t number)
{
	size_t from;

	if (number <= 0 || (uint64_t)number >= p->text_count || !p->bytes)
		return TEXT("");
	from = p->ends[number - 1];
	return (struct text){p->bytes + from, p->ends[number] - from};
}

static uint32_t string_of(struct pprof *p, uint32_t number)
{
	return string_ids_get(&p->strings, p->reading->builder, number,
			      text_at(p, number));
}

/* Long paths are shortened first, as a module may have many locations. */
static struct text base_of(struct text module)
{
	size_t from = module.len > BASE_LONGEST ? module.len - BASE_LONGEST : 0;

	return text_basename(text_from(module, from));
}

/* The name of the location's module, as a number; 0: none. */
static uint32_t module_of(const struct pprof *p, const struct pprof_location *l)
{
	uint32_t row;

	if (!l->mapping || !idmap_get(&p->mapping_ids, l->mapping, &row))
		return 0;
	return p->mappings[row];
}

/*
 * perf names the kernel "[kernel.kallsyms]", Parca "[kernel]". Without such a name the address
 * decides.
 */
static enum frame_kind kind_of(struct text module, uint64_t address)
{
	struct text base = base_of(module);
	enum frame_mode mode = frame_mode_of_module(module);

	if (text_starts(module, TEXT("[kernel")) || text_starts(base, TEXT("vmlinux")) ||
	    text_ends(base, TEXT(".ko")) ||
	    (mode == FRAME_MODE_UNKNOWN &&
	     frame_mode_of_address(address) == FRAME_MODE_KERNEL))
		return FRAME_KERNEL;
	if (text_starts(base, TEXT("perf-")) && text_ends(base, TEXT(".map")))
		return FRAME_JIT;
	return FRAME_USER;
}

/* The number of the function's name, otherwise of its linker name. */
static uint32_t name_of(const struct pprof *p, uint64_t function)
{
	const struct pprof_function *f;
	uint32_t row;

	if (!idmap_get(&p->function_ids, function, &row))
		return 0;
	f = &p->functions[row];
	return text_at(p, f->name).len ? f->name : f->system_name;
}

/*
 * Name the frame "[libc.so.6]", "[libc.so.6 <7f12>]" or "[unknown]". A module such as "[vdso]"
 * keeps its brackets.
 */
static uint32_t name_pprof_frame(struct pprof *p, uint32_t module, uint64_t address)
{
	struct builder *b = p->reading->builder;
	struct text base = base_of(text_at(p, module));
	char name[300], at[32] = "";
	enum frame_mode mode;

	if (base.len > 2 && base.at[0] == '[' && base.at[base.len - 1] == ']')
		base = (struct text){base.at + 1, base.len - 2};
	if (base.len == 0)
		base = TEXT("unknown");
	base = text_upto(base, sizeof name - sizeof at - 3);
	if (p->reading->options->addresses)
		snprintf(at, sizeof at, " <%" PRIx64 ">", address);
	snprintf(name, sizeof name, "[%.*s%s]", (int)base.len, base.at, at);
	mode = frame_mode_of_module(text_at(p, module));
	return builder_nameless(b, builder_string(b, text_of(name)), string_of(p, module),
				mode ? mode : frame_mode_of_address(address));
}

/* ---- frames ---- */

static bool add_frame(struct pprof *p, uint32_t frame, struct error *err)
{
	return APPEND(p->frames, p->frame_count, p->frame_room, "functions", err, frame);
}

/* The last of several lines is the physical function; the others were inlined into it. */
static bool frames_of(struct pprof *p, struct pprof_location *l, struct error *err)
{
	uint32_t first = l->line, end = l->line_end;
	uint32_t module = module_of(p, l);
	enum frame_kind outer = kind_of(text_at(p, module), l->address);
	bool ok = true;

	if (end - first > PPROF_LINES_MOST)
		first = end - PPROF_LINES_MOST;
	l->line = (uint32_t)p->frame_count;
	if (first == end)
		ok = add_frame(p, name_pprof_frame(p, module, l->address), err);
	for (uint32_t i = first; ok && i < end; i++) {
		uint32_t name = string_of(p, name_of(p, p->lines[i]));
		enum frame_kind kind = i + 1 < end ? FRAME_INLINED : outer;

		ok = add_frame(p,
			       name ? builder_frame(p->reading->builder, name,
						    string_of(p, module), kind)
				    : name_pprof_frame(p, module, l->address),
			       err);
	}
	l->line_end = (uint32_t)p->frame_count;
	return ok;
}

/* The number of mappings and functions of a location that the file lacks. */
static uint64_t lost_parts(const struct pprof *p, const struct pprof_location *l)
{
	uint32_t row;
	uint64_t n = l->mapping && !idmap_get(&p->mapping_ids, l->mapping, &row);

	for (uint32_t i = l->line; i < l->line_end; i++)
		n += p->lines[i] && !idmap_get(&p->function_ids, p->lines[i], &row);
	return n;
}

/*
 * Make frames of the lines, after the whole file has been read. A location without a function
 * becomes a frame named after its module: [libc.so.6], or [libc.so.6 <7f12>] with addresses.
 */
static bool make_frames(struct pprof *p, struct error *err)
{
	struct losses *losses = p->reading->losses;
	/* functions and mappings whose names are missing from the texts */
	uint64_t nameless = 0;

	for (size_t i = 0; i < p->function_count; i++)
		nameless += p->functions[i].name && p->functions[i].name >= p->text_count;
	for (size_t i = 0; i < p->mapping_count; i++)
		nameless += p->mappings[i] && p->mappings[i] >= p->text_count;
	losses_add(losses, LOSS_TEXT, nameless, 0);
	for (size_t i = 0; i < p->location_count; i++) {
		struct pprof_location *l = &p->locations[i];
		uint32_t lines = l->line_end - l->line;

		losses_add(losses, LOSS_RECORD, !l->known + lost_parts(p, l), 0);
		if (lines > PPROF_LINES_MOST)
			losses_add(losses, LOSS_DEEP, lines - PPROF_LINES_MOST, 0);
		if (!frames_of(p, l, err))
			return false;
	}
	return true;
}

/* ---- samples ---- */

/* The chain of `ids`, which have the leaf first. */
static bool chain_of(struct pprof *p, uint32_t *chain, struct error *err)
{
	size_t n = p->id_count, least = n > STACK_DEEPEST ? n - STACK_DEEPEST : 0;
	uint32_t location, parent;

	*chain = 0;
	losses_add(p->reading->losses, LOSS_DEEP, least, 0);
	for (size_t i = n; i > least; i--) {
		if (!find_location(p, p->ids[i - 1], &location, err))
			return false;
		if (p->chain_count >= UINT32_MAX)
			return error_set(err, ERROR_LIMIT,
					 "too many call paths for 32-bit numbers");
		parent = *chain;
		if (!idmap_put(&p->chain_ids, idmap_pair(parent, location),
			       (uint32_t)p->chain_count, chain, err) ||
		    (*chain == p->chain_count &&
		     !APPEND(
			 p->chains, p->chain_count, p->chain_room, "call paths", err,
			 (struct pprof_chain){.parent = parent, .location = location})))
			return false;
	}
	return true;
}

static bool add_label(struct pprof *p, struct text message, struct error *err)
{
	uint64_t v[5]; /* key, str, num, num_unit */

	proto_wire_varints(message, v, 5);
	return APPEND(p->labels, p->label_count, p->label_room, "labels", err,
		      (struct pprof_label){
			  .num = (int64_t)v[3],
			  .key = text_number((int64_t)v[1]),
			  .str = text_number((int64_t)v[2]),
			  .unit = text_number((int64_t)v[4]),
		      });
}

/* Add the values and the labels, and collect the locations in `ids`. */
static bool add_parts(struct pprof *p, struct text message, struct error *err)
{
	struct proto_field f;
	uint64_t n;
	bool ok = true;

	p->id_count = 0;
	while (ok && proto_wire_next(&message, &f) == PROTO_FIELD) {
		if (f.number == 3)
			ok = add_label(p, f.body, err);
		else if (f.number == 1)
			while (ok && proto_wire_varint(&f, &n))
				ok = APPEND(p->ids, p->id_count, p->id_room, "call paths",
					    err, n);
		else if (f.number == 2)
			while (ok && proto_wire_varint(&f, &n))
				ok = APPEND(p->values, p->value_count, p->value_room,
					    "weights", err, (int64_t)n);
	}
	return ok;
}

/* Keep a sample, the message of a field of the profile. */
static bool take_sample(struct pprof *p, struct text message, uint64_t offset,
			struct error *err)
{
	size_t values = p->value_count, labels = p->label_count;
	uint32_t chain;

	if (!p->chain_count && !APPEND(p->chains, p->chain_count, p->chain_room,
				       "call paths", err, (struct pprof_chain){0}))
		return false;
	if (!add_parts(p, message, err))
		return false;
	if (p->value_count == values) {
		p->label_count = labels;
		losses_count(p->reading->losses, LOSS_RECORD, offset);
		return true;
	}
	return chain_of(p, &chain, err) &&
	       APPEND(p->samples, p->sample_count, p->sample_room, "samples", err,
		      (struct pprof_sample){p->value_count, p->label_count, chain});
}

/* The values and labels of a row, `*n` of each. The pointer must not be read when `*n` is 0. */
static const int64_t *values_of(const struct pprof *p, size_t row, size_t *n)
{
	size_t from = row ? p->samples[row - 1].value_end : 0;

	*n = p->samples[row].value_end - from;
	return p->values + from;
}

static const struct pprof_label *labels_of(const struct pprof *p, size_t row, size_t *n)
{
	size_t from = row ? p->samples[row - 1].label_end : 0;

	*n = p->samples[row].label_end - from;
	return *n ? p->labels + from : NULL;
}

/* ---- stacks of samples ---- */

/* The number of frames of a location that are added to a stack; the others are counted as lost. */
static uint32_t room_for(uint32_t lines, uint32_t depth, uint64_t *more,
			 struct losses *losses)
{
	uint32_t room = lines;

	if (lines - 1 > *more)
		room = 1;
	if (room > STACK_DEEPEST - depth)
		room = STACK_DEEPEST - depth;
	*more -= room ? room - 1 : 0;
	losses_add(losses, LOSS_DEEP, lines - room, 0);
	return room;
}

/*
 * Make stacks of the chains, after make_frames(). The last function of a location is the
 * outermost one.
 */
static void make_stacks(struct pprof *p)
{
	struct builder *b = p->reading->builder;
	uint64_t more = INLINED_LEAST + (uint64_t)p->chain_count * INLINED_PER_CHAIN;

	for (size_t i = 1; i < p->chain_count && !builder_failed(b); i++) {
		struct pprof_chain *c = &p->chains[i];
		const struct pprof_chain *parent = &p->chains[c->parent];
		const struct pprof_location *l = &p->locations[c->location];
		uint32_t room = room_for(l->line_end - l->line, parent->depth, &more,
					 p->reading->losses);

		c->stack = parent->stack;
		c->depth = parent->depth + room;
		for (uint32_t f = l->line_end; f > l->line_end - room; f--)
			c->stack = builder_stack(b, c->stack, p->frames[f - 1]);
	}
}

/* ---- labels: keys in use by several programs ---- */

/* The thread and CPU of a sample. Members without a label keep their values. */
struct who {
	uint32_t comm; /* number of a text; 0: no label */
	int32_t pid, tid;
	uint16_t cpu;
};

enum label_time {
	PPROF_NO_TIME,
	PPROF_TIME,
	PPROF_BAD_TIME, /* a number out of range */
};

#define ID_LONGEST 20 /* digits */

/* Keys of Go's pprof.Labels("thread", ...), Datadog ("thread id"), Parca ("thread_id") ... */
enum meaning { NOTHING, COMM, PID, TID, CPU, TIME_NS, TIME_UNIT };

static const struct {
	const char *key;
	enum meaning meaning;
} meanings[] = {
    {"comm", COMM},
    {"thread", COMM},
    {"thread name", COMM},
    {"thread_name", COMM},
    {"pid", PID},
    {"process_id", PID},
    {"process id", PID},
    {"tid", TID},
    {"thread_id", TID},
    {"thread id", TID},
    {"os_thread_id", TID},
    {"cpu", CPU},
    {"end_timestamp_ns", TIME_NS},
    {"timestamp_ns", TIME_NS},
    {"time_ns", TIME_NS},
    {"timestamp", TIME_UNIT},
    {"time", TIME_UNIT},
};

static enum meaning meaning_of(const struct pprof *p, uint32_t key)
{
	struct text name = text_at(p, key);

	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (text_equal(name, text_of(meanings[i].key)))
			return meanings[i].meaning;
	return NOTHING;
}

/* Get a label that is a number, or a text of digits. */
static bool number_of(const struct pprof_label *l, struct text str, int32_t *id)
{
	if (str.len)
		return str.len <= ID_LONGEST && number_i32(str, id) && *id >= 0;
	if (l->num < 0 || l->num > INT32_MAX)
		return false;
	*id = (int32_t)l->num;
	return true;
}

static void labels_who(const struct pprof_label *labels, size_t n, const struct pprof *p,
		       struct who *who)
{
	for (size_t i = 0; i < n; i++) {
		struct text str = text_at(p, labels[i].str);
		enum meaning what = meaning_of(p, labels[i].key);
		int32_t id;

		if (what == COMM && str.len)
			who->comm = labels[i].str;
		if (what == NOTHING || what == COMM || !number_of(&labels[i], str, &id))
			continue;
		if (what == PID)
			who->pid = id;
		else if (what == TID)
			who->tid = id;
		else if (what == CPU && id < PROFILE_NO_CPU)
			who->cpu = (uint16_t)id;
	}
}

/* Nanoseconds of a unit; 0: not a unit of time. */
static uint64_t unit_of(struct text unit)
{
	if (text_equal(unit, TEXT("nanoseconds")) || text_equal(unit, TEXT("ns")))
		return 1;
	if (text_equal(unit, TEXT("microseconds")) || text_equal(unit, TEXT("us")))
		return 1000;
	if (text_equal(unit, TEXT("milliseconds")) || text_equal(unit, TEXT("ms")))
		return 1000000;
	if (text_equal(unit, TEXT("seconds")) || text_equal(unit, TEXT("s")))
		return NS_PER_SECOND;
	return 0;
}

/* Get the time of the sample in ns, if this label has it. */
static enum label_time labels_time(const struct pprof_label *label, const struct pprof *p,
				   uint64_t *ns)
{
	enum meaning what = meaning_of(p, label->key);
	uint64_t unit;

	if ((what != TIME_NS && what != TIME_UNIT) || text_at(p, label->str).len)
		return PPROF_NO_TIME;
	unit = what == TIME_NS ? 1 : unit_of(text_at(p, label->unit));
	if (unit == 0)
		return PPROF_NO_TIME;
	if (label->num < 0 || __builtin_mul_overflow((uint64_t)label->num, unit, ns) ||
	    *ns > INT64_MAX)
		return PPROF_BAD_TIME;
	return PPROF_TIME;
}

/* ---- collecting the file ---- */

static struct value_type value_type_of(struct text message)
{
	uint64_t v[3];

	proto_wire_varints(message, v, 3);
	return (struct value_type){.type = (int64_t)v[1], .unit = (int64_t)v[2]};
}

/* The numbers of fields are those of profile.proto of github.com/google/pprof. */
static bool take_field(void *arg, const struct proto_field *f, uint64_t offset,
		       struct error *err)
{
	struct pprof *p = arg;
	struct losses *losses = p->reading->losses;
	int64_t number = (int64_t)f->value;
	bool fresh = true, ok = true;

	switch (f->number) {
	case 1:
		if (!APPEND_FIXED(p->types, p->type_count, value_type_of(f->body)))
			losses_count(losses, LOSS_RECORD, 0);
		return true;
	case 2:
		return take_sample(p, f->body, offset, err);
	case 3:
		ok = add_mapping(p, f->body, &fresh, err);
		break;
	case 4:
		ok = add_location(p, f->body, &fresh, err);
		break;
	case 5:
		ok = add_function(p, f->body, &fresh, err);
		break;
	case 6:
		return add_text(p, f->body, err);
	case 9:
		p->started = number ? number : p->started;
		return true;
	case 10:
		p->duration = number ? number : p->duration;
		return true;
	case 11:
		p->period_type = value_type_of(f->body);
		return true;
	case 12:
		p->period = number ? number : p->period;
		return true;
	case 14:
		p->default_type = number ? number : p->default_type;
		return true;
	default:
		return true;
	}
	if (!fresh)
		losses_count(losses, LOSS_RECORD, offset);
	return ok;
}

/* Without the names of the value types, neither the event nor its unit is known. */
static bool has_type_names(const struct pprof *p, struct error *err)
{
	int64_t texts = (int64_t)p->text_count;

	for (size_t i = 0; i < p->type_count; i++)
		if ((p->types[i].type &&
		     !(p->types[i].type > 0 && p->types[i].type < texts)) ||
		    (p->types[i].unit &&
		     !(p->types[i].unit > 0 && p->types[i].unit < texts)))
			return error_set(
			    err, ERROR_FORMAT,
			    "the meaning of its values is not known (read as pprof): the "
			    "names, which are at its end, are missing%s",
			    p->reading->losses->of[LOSS_RECORDS_CUT].count
				? "; the file is cut off"
				: "");
	return true;
}

/* ---- choosing the values ---- */

static bool is_count(const struct pprof *p, size_t type)
{
	struct text unit = text_at(p, p->types[type].unit);

	return unit.len == 0 || text_equal(unit, TEXT("count"));
}

/* As in go tool pprof: the default type that the file names, otherwise the last one. */
static size_t default_type(const struct pprof *p)
{
	struct text wanted = text_at(p, p->default_type);

	for (size_t i = 0; wanted.len && i < p->type_count; i++)
		if (text_equal(text_at(p, p->types[i].type), wanted))
			return i;
	return p->type_count - 1;
}

/* Is one value a constant multiple of the other in all samples, such as 10 ms per sample? */
static bool are_proportional(const struct pprof *p, size_t value, size_t count)
{
	int64_t ratio = 0;

	for (size_t i = 0; i < p->sample_count; i++) {
		size_t n;
		const int64_t *v = values_of(p, i, &n);

		if (value >= n || count >= n || v[value] < 0 || v[count] < 0)
			return false;
		if (v[value] == 0 && v[count] == 0)
			continue;
		if (v[count] == 0 || v[value] % v[count])
			return false;
		if (ratio && v[value] / v[count] != ratio)
			return false;
		ratio = v[value] / v[count];
		if (ratio == 0)
			return false;
	}
	return ratio != 0;
}

/*
 * Without times, a row stands for as many samples as its weight. So if the default value is a time
 * (10 ms per sample) and a count is proportional to it, the count comes first: the flame graph is
 * the same, and the number of samples is correct.
 */
static size_t first_type(const struct pprof *p, size_t wanted)
{
	if (p->timed || is_count(p, wanted))
		return wanted;
	for (size_t i = 0; i < p->type_count; i++)
		if (is_count(p, i) && are_proportional(p, wanted, i))
			return i;
	return wanted;
}

/* ---- adding the samples ---- */

static struct text type_name(const struct pprof *p, size_t i)
{
	struct text type = text_at(p, p->types[i].type);

	return text_upto(type.len ? type : TEXT("samples"), NAME_LONGEST);
}

/* The unit of a type; empty for counts. */
static struct text unit_name(const struct pprof *p, size_t i)
{
	return is_count(p, i) ? TEXT("")
			      : text_upto(text_at(p, p->types[i].unit), NAME_LONGEST);
}

/* The number of types before this one with the same name. */
static unsigned namesakes(const struct pprof *p, size_t i)
{
	unsigned n = 0;

	for (size_t k = 0; k < i; k++)
		n += text_equal(type_name(p, k), type_name(p, i)) &&
		     text_equal(unit_name(p, k), unit_name(p, i));
	return n;
}

/*
 * Add an event: "samples"; "inuse_space/bytes" for values that are not counts, as in pprof -raw;
 * "samples (2)" for the second event of that name.
 */
static void add_event(struct pprof *p, size_t i)
{
	struct text unit = unit_name(p, i);
	unsigned before = namesakes(p, i);
	char name[2 * NAME_LONGEST + 20];
	struct fill f = fill_of(name, sizeof name);

	fill_text(&f, type_name(p, i));
	if (unit.len) {
		fill_char(&f, '/');
		fill_text(&f, unit);
	}
	if (before) {
		fill_text(&f, TEXT(" ("));
		fill_number(&f, before + 1);
		fill_char(&f, ')');
	}
	if (text_equal(unit, TEXT("nanoseconds")))
		unit = TEXT("ns");
	p->types[i].event = builder_event(p->reading->builder, fill_written(&f), unit);
}

/*
 * The first type becomes the first event. A type that is proportional to the default one adds
 * nothing and is left out: the default one itself if a count replaces it, or, with times, the
 * counts.
 */
static void add_events(struct pprof *p)
{
	size_t wanted = default_type(p), first = first_type(p, wanted);

	p->types[wanted].left_out = first != wanted;
	for (size_t i = 0; i < p->type_count && p->timed; i++)
		p->types[i].left_out =
		    i != wanted && is_count(p, i) && are_proportional(p, wanted, i);
	add_event(p, first);
	for (size_t i = 0; i < p->type_count; i++)
		if (i != first && !p->types[i].left_out)
			add_event(p, i);
}

/* Add the values of a sample, or part number `part` of `parts` of them. */
static void add_values(struct pprof *p, size_t row, struct sample *s, uint64_t part,
		       uint64_t parts)
{
	size_t n;
	const int64_t *v = values_of(p, row, &n);

	if (n > p->type_count) {
		if (part == 0)
			losses_count(p->reading->losses, LOSS_RECORD, 0);
		n = p->type_count;
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t value = (uint64_t)v[i];

		if (v[i] < 0) {
			if (part == 0)
				losses_count(p->reading->losses, LOSS_NUMBER, 0);
			continue;
		}
		s->weight = value / parts + (part < value % parts);
		s->event = p->types[i].event;
		if (s->weight && !p->types[i].left_out)
			builder_add_sample(p->reading->builder, s);
	}
}

static size_t times_of(const struct pprof *p, size_t row)
{
	size_t n, times = 0;
	const struct pprof_label *labels = labels_of(p, row, &n);
	uint64_t ns;

	for (size_t i = 0; i < n; i++)
		times += labels_time(&labels[i], p, &ns) != PPROF_NO_TIME;
	return times;
}

/* A record may stand for several equal samples, with a time label for each. */
static void add_at_times(struct pprof *p, size_t row, struct sample *s)
{
	size_t n, part = 0, times = times_of(p, row);
	const struct pprof_label *labels = labels_of(p, row, &n);

	s->timed = true;
	for (size_t i = 0; i < n; i++) {
		switch (labels_time(&labels[i], p, &s->time)) {
		case PPROF_NO_TIME:
			break;
		case PPROF_BAD_TIME:
			part++;
			losses_count(p->reading->losses, LOSS_NUMBER, 0);
			break;
		case PPROF_TIME:
			add_values(p, row, s, part++, times);
			break;
		}
	}
}

static void add_sample(struct pprof *p, size_t row)
{
	struct who who = {
	    .pid = PROFILE_NO_ID,
	    .tid = PROFILE_NO_ID,
	    .cpu = PROFILE_NO_CPU,
	};
	struct sample s = {.stack = p->chains[p->samples[row].chain].stack};
	uint32_t comm = p->program;
	size_t n;
	const struct pprof_label *labels = labels_of(p, row, &n);

	labels_who(labels, n, p, &who);
	if (who.comm)
		comm = string_of(p, who.comm);
	s.thread = builder_thread_of(p->reading->builder, comm, who.pid, who.tid);
	s.cpu = who.cpu;
	if (p->timed && times_of(p, row))
		add_at_times(p, row, &s);
	else
		add_values(p, row, &s, 0, 1);
}

/* Note "2023-09-09 07:08:29 UTC", "30 s", and "10000000 nanoseconds of cpu". */
static void note_facts(struct pprof *p)
{
	struct text type = text_upto(text_at(p, p->period_type.type), NAME_LONGEST);
	struct text unit = text_upto(text_at(p, p->period_type.unit), NAME_LONGEST);
	time_t seconds = (time_t)(p->started / (int64_t)NS_PER_SECOND);
	struct builder *b = p->reading->builder;
	char lasted[NUMBER_SECONDS_MAX], buf[2 * NAME_LONGEST + 40];
	struct tm tm;

	if (p->started > 0 && gmtime_r(&seconds, &tm) &&
	    strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S UTC", &tm))
		builder_note(b, TEXT("started"), text_of(buf));
	if (p->duration > 0) {
		snprintf(buf, sizeof buf, "%s s",
			 number_plain_seconds((uint64_t)p->duration, lasted));
		builder_note(b, TEXT("duration"), text_of(buf));
	}
	if (p->period > 0 && type.len) {
		snprintf(buf, sizeof buf, "%" PRId64 " %.*s of %.*s", p->period,
			 (int)unit.len, unit.at, (int)type.len, type.at);
		builder_note(b, TEXT("period"), text_of(buf));
	}
}

static bool hand_on(struct pprof *p, struct error *err)
{
	struct builder *b = p->reading->builder;
	/* the first mapping is the program */
	struct text program =
	    p->mapping_count ? base_of(text_at(p, p->mappings[0])) : TEXT("");

	if (!has_type_names(p, err) || !make_frames(p, err))
		return false;
	make_stacks(p);
	if (p->type_count == 0)
		(void)APPEND_FIXED(p->types, p->type_count, (struct value_type){0});
	for (size_t i = 0; i < p->sample_count && !p->timed; i++)
		p->timed = times_of(p, i) > 0;
	if (!p->timed)
		builder_weights_are_counts(b);
	p->program = builder_string(b, program.len ? program : TEXT(NAMELESS));
	add_events(p);
	note_facts(p);
	for (size_t i = 0; i < p->sample_count; i++) {
		if (i % READING_EACH == 0 && !reading_goes_on(p->reading, err))
			return false;
		add_sample(p, i);
	}
	return true;
}

/* Another kind of message would be read as nonsense, as any bytes are valid in most fields. */
static bool is_pprof(struct source *source, struct error *err)
{
	struct text head;
	const char *kind;

	if (!source_head(source, &head, err) || proto_shape_may_be(&pprof_shape, head))
		return err->kind == ERROR_NONE;
	kind = refusal_kind(head);
	return error_set(err, ERROR_FORMAT, "expected a pprof profile, found %s",
			 kind ? kind : "another message");
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct pprof p = {.reading = r};
	bool ok = is_pprof(r->source, err) &&
		  proto_fields_read(r, &pprof_shape, take_field, &p, err) &&
		  hand_on(&p, err);

	mem_free(p.bytes);
	mem_free(p.ends);
	mem_free(p.functions);
	mem_free(p.mappings);
	string_ids_release(&p.strings);
	mem_free(p.locations);
	mem_free(p.lines);
	mem_free(p.frames);
	idmap_release(&p.function_ids);
	idmap_release(&p.mapping_ids);
	idmap_release(&p.location_ids);
	mem_free(p.samples);
	mem_free(p.values);
	mem_free(p.labels);
	mem_free(p.chains);
	mem_free(p.ids);
	idmap_release(&p.chain_ids);
	return ok;
}

const struct format pprof_format = {
    .name = "pprof",
    .help = "pprof profiles: Go's runtime/pprof, py-spy, Parca and many others",
    .probe = probe_pprof,
    .read = read_profile,
};
