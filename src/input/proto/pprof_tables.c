#include "input/proto/pprof_tables.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/append.h"
#include "base/mem.h"
#include "profile/frame_mode.h"

#define NO_TEXT	     UINT32_MAX
#define BASE_LONGEST 4096 /* bytes of a path; file systems do not have longer ones */

/*
 * Inlined functions make stacks longer than their chains. This many additional frames are allowed;
 * a file of a few MB could otherwise make billions.
 */
#define INLINED_LEAST	  4000000
#define INLINED_PER_CHAIN 8

/* ---- collecting the file ---- */

static uint32_t text_number(int64_t number)
{
	return number >= 0 && number < NO_TEXT ? (uint32_t)number : NO_TEXT;
}

static bool add_text(struct pprof_tables *t, struct text text, struct error *err)
{
	if (!mem_reserve(&t->bytes, &t->byte_room, t->byte_count + text.len, 1, "names",
			 err))
		return false;
	if (text.len)
		memcpy(t->bytes + t->byte_count, text.at, text.len);
	t->byte_count += text.len;
	return APPEND(t->ends, t->text_count, t->text_room, "names", err, t->byte_count);
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

static bool add_function(struct pprof_tables *t, struct text message, bool *fresh,
			 struct error *err)
{
	uint64_t v[4]; /* id, name, system_name */

	proto_wire_varints(message, v, 4);
	if (!new_id(&t->function_ids, v[1], t->function_count, fresh, err))
		return false;
	return !*fresh ||
	       APPEND(t->functions, t->function_count, t->function_room, "functions", err,
		      (struct pprof_function){text_number((int64_t)v[2]),
					      text_number((int64_t)v[3])});
}

static bool add_mapping(struct pprof_tables *t, struct text message, bool *fresh,
			struct error *err)
{
	uint64_t v[6]; /* 1: id, 5: filename */

	proto_wire_varints(message, v, 6);
	if (!new_id(&t->mapping_ids, v[1], t->mapping_count, fresh, err))
		return false;
	return !*fresh || APPEND(t->mappings, t->mapping_count, t->mapping_room,
				 "mappings", err, text_number((int64_t)v[5]));
}

/*
 * Find the row of `locations` with this id. A placeholder is added if its record has not come yet.
 */
static bool find_location(struct pprof_tables *t, uint64_t id, uint32_t *row,
			  struct error *err)
{
	if (t->location_count >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many records for 32-bit numbers");
	if (!idmap_put(&t->location_ids, id, (uint32_t)t->location_count, row, err))
		return false;
	return *row != t->location_count ||
	       APPEND(t->locations, t->location_count, t->location_room, "places", err,
		      (struct pprof_location){0});
}

static bool add_lines(struct pprof_tables *t, struct text location, struct error *err)
{
	struct proto_field f;
	uint64_t v[2]; /* function_id */

	while (proto_wire_next(&location, &f) == PROTO_FIELD) {
		if (f.number != 4)
			continue;
		if (t->line_count >= UINT32_MAX)
			return error_set(err, ERROR_LIMIT,
					 "too many records for 32-bit numbers");
		proto_wire_varints(f.body, v, 2);
		if (!APPEND(t->lines, t->line_count, t->line_room, "functions", err,
			    v[1]))
			return false;
	}
	return true;
}

static bool add_location(struct pprof_tables *t, struct text message, bool *fresh,
			 struct error *err)
{
	uint32_t row, line = (uint32_t)t->line_count;
	uint64_t v[4]; /* id, mapping_id, address */

	proto_wire_varints(message, v, 4);
	if (!find_location(t, v[1], &row, err))
		return false;
	*fresh = !t->locations[row].known;
	if (!*fresh)
		return true;
	if (!add_lines(t, message, err))
		return false;
	t->locations[row] = (struct pprof_location){
	    .mapping = v[2],
	    .address = v[3],
	    .line = line,
	    .line_end = (uint32_t)t->line_count,
	    .known = true,
	};
	return true;
}

bool pprof_tables_take(struct pprof_tables *t, const struct proto_field *f,
		       uint64_t offset, struct losses *losses, struct error *err)
{
	bool fresh = true, ok;

	ok = f->number == 3   ? add_mapping(t, f->body, &fresh, err)
	     : f->number == 4 ? add_location(t, f->body, &fresh, err)
	     : f->number == 5 ? add_function(t, f->body, &fresh, err)
			      : add_text(t, f->body, err);
	if (!fresh)
		losses_count(losses, LOSS_RECORD, offset);
	return ok;
}

/* ---- names ---- */

struct text pprof_tables_text(const struct pprof_tables *t, int64_t number)
{
	size_t from;

	if (number <= 0 || (uint64_t)number >= t->text_count || !t->bytes)
		return TEXT("");
	from = t->ends[number - 1];
	return (struct text){t->bytes + from, t->ends[number] - from};
}

uint32_t pprof_tables_string(struct pprof_tables *t, struct builder *b, uint32_t number)
{
	return string_ids_get(&t->strings, b, number, pprof_tables_text(t, number));
}

/* Long paths are shortened first, as a module may have many locations. */
static struct text base_of(struct text module)
{
	size_t from = module.len > BASE_LONGEST ? module.len - BASE_LONGEST : 0;

	return text_basename(text_from(module, from));
}

struct text pprof_tables_program(const struct pprof_tables *t)
{
	return t->mapping_count ? base_of(pprof_tables_text(t, t->mappings[0]))
				: TEXT("");
}

/* The name of the location's module, as a number; 0: none. */
static uint32_t module_of(const struct pprof_tables *t, const struct pprof_location *l)
{
	uint32_t row;

	if (!l->mapping || !idmap_get(&t->mapping_ids, l->mapping, &row))
		return 0;
	return t->mappings[row];
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
static uint32_t name_of(const struct pprof_tables *t, uint64_t function)
{
	const struct pprof_function *f;
	uint32_t row;

	if (!idmap_get(&t->function_ids, function, &row))
		return 0;
	f = &t->functions[row];
	return pprof_tables_text(t, f->name).len ? f->name : f->system_name;
}

/*
 * Name the frame "[libc.so.6]", "[libc.so.6 <7f12>]" or "[unknown]". A module such as "[vdso]"
 * keeps its brackets.
 */
static uint32_t name_pprof_frame(struct pprof_tables *t, struct builder *b,
				 uint32_t module, uint64_t address, bool addresses)
{
	struct text base = base_of(pprof_tables_text(t, module));
	char name[300], at[32] = "";
	enum frame_mode mode;

	if (base.len > 2 && base.at[0] == '[' && base.at[base.len - 1] == ']')
		base = (struct text){base.at + 1, base.len - 2};
	if (base.len == 0)
		base = TEXT("unknown");
	base = text_upto(base, sizeof name - sizeof at - 3);
	if (addresses)
		snprintf(at, sizeof at, " <%" PRIx64 ">", address);
	snprintf(name, sizeof name, "[%.*s%s]", (int)base.len, base.at, at);
	mode = frame_mode_of_module(pprof_tables_text(t, module));
	return builder_nameless(b, builder_string(b, text_of(name)),
				pprof_tables_string(t, b, module),
				mode ? mode : frame_mode_of_address(address));
}

/* ---- frames ---- */

static bool add_frame(struct pprof_tables *t, uint32_t frame, struct error *err)
{
	return APPEND(t->frames, t->frame_count, t->frame_room, "functions", err, frame);
}

/* The last of several lines is the physical function; the others were inlined into it. */
static bool frames_of(struct pprof_tables *t, struct pprof_location *l, struct builder *b,
		      bool addresses, struct error *err)
{
	uint32_t first = l->line, end = l->line_end;
	uint32_t module = module_of(t, l);
	enum frame_kind outer = kind_of(pprof_tables_text(t, module), l->address);
	bool ok = true;

	if (end - first > PPROF_LINES_MOST)
		first = end - PPROF_LINES_MOST;
	l->line = (uint32_t)t->frame_count;
	if (first == end)
		ok = add_frame(t, name_pprof_frame(t, b, module, l->address, addresses),
			       err);
	for (uint32_t i = first; ok && i < end; i++) {
		uint32_t name = pprof_tables_string(t, b, name_of(t, t->lines[i]));
		enum frame_kind kind = i + 1 < end ? FRAME_INLINED : outer;

		ok = add_frame(
		    t,
		    name ? builder_frame(b, name, pprof_tables_string(t, b, module), kind)
			 : name_pprof_frame(t, b, module, l->address, addresses),
		    err);
	}
	l->line_end = (uint32_t)t->frame_count;
	return ok;
}

/* The number of functions and mappings whose names are missing from the texts. */
static uint64_t lost_names(const struct pprof_tables *t)
{
	uint64_t n = 0;

	for (size_t i = 0; i < t->function_count; i++)
		n += t->functions[i].name && t->functions[i].name >= t->text_count;
	for (size_t i = 0; i < t->mapping_count; i++)
		n += t->mappings[i] && t->mappings[i] >= t->text_count;
	return n;
}

/* The number of mappings and functions of a location that the file lacks. */
static uint64_t lost_parts(const struct pprof_tables *t, const struct pprof_location *l)
{
	uint32_t row;
	uint64_t n = l->mapping && !idmap_get(&t->mapping_ids, l->mapping, &row);

	for (uint32_t i = l->line; i < l->line_end; i++)
		n += t->lines[i] && !idmap_get(&t->function_ids, t->lines[i], &row);
	return n;
}

bool pprof_tables_frames(struct pprof_tables *t, struct builder *b, bool addresses,
			 struct losses *losses, struct error *err)
{
	losses_add(losses, LOSS_TEXT, lost_names(t), 0);
	for (size_t i = 0; i < t->location_count; i++) {
		struct pprof_location *l = &t->locations[i];
		uint32_t lines = l->line_end - l->line;

		losses_add(losses, LOSS_RECORD, !l->known + lost_parts(t, l), 0);
		if (lines > PPROF_LINES_MOST)
			losses_add(losses, LOSS_DEEP, lines - PPROF_LINES_MOST, 0);
		if (!frames_of(t, l, b, addresses, err))
			return false;
	}
	return true;
}

void pprof_tables_release(struct pprof_tables *t)
{
	mem_free(t->bytes);
	mem_free(t->ends);
	mem_free(t->functions);
	mem_free(t->mappings);
	string_ids_release(&t->strings);
	mem_free(t->locations);
	mem_free(t->lines);
	mem_free(t->frames);
	idmap_release(&t->function_ids);
	idmap_release(&t->mapping_ids);
	idmap_release(&t->location_ids);
	*t = (struct pprof_tables){0};
}

/* ---- samples ---- */

static bool start_chains(struct pprof_samples *s, struct error *err)
{
	if (s->chain_count)
		return true;
	return APPEND(s->chains, s->chain_count, s->chain_room, "call paths", err,
		      (struct pprof_chain){0});
}

static bool longer(struct pprof_samples *s, uint32_t parent, uint32_t location,
		   uint32_t *chain, struct error *err)
{
	if (s->chain_count >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT,
				 "too many call paths for 32-bit numbers");
	if (!idmap_put(&s->chain_ids, idmap_pair(parent, location),
		       (uint32_t)s->chain_count, chain, err))
		return false;
	return *chain != s->chain_count ||
	       APPEND(s->chains, s->chain_count, s->chain_room, "call paths", err,
		      (struct pprof_chain){.parent = parent, .location = location});
}

/* The chain of s->ids, which have the leaf first. */
static bool chain_of(struct pprof_samples *s, struct pprof_tables *t,
		     struct losses *losses, uint32_t *chain, struct error *err)
{
	size_t n = s->id_count, least = n > STACK_DEEPEST ? n - STACK_DEEPEST : 0;
	uint32_t location;

	*chain = 0;
	losses_add(losses, LOSS_DEEP, least, 0);
	for (size_t i = n; i > least; i--)
		if (!find_location(t, s->ids[i - 1], &location, err) ||
		    !longer(s, *chain, location, chain, err))
			return false;
	return true;
}

static bool add_label(struct pprof_samples *s, struct text message, struct error *err)
{
	uint64_t v[5]; /* key, str, num, num_unit */

	proto_wire_varints(message, v, 5);
	return APPEND(s->labels, s->label_count, s->label_room, "labels", err,
		      (struct pprof_label){
			  .num = (int64_t)v[3],
			  .key = text_number((int64_t)v[1]),
			  .str = text_number((int64_t)v[2]),
			  .unit = text_number((int64_t)v[4]),
		      });
}

/* Add the values and the labels, and collect the locations in s->ids. */
static bool add_parts(struct pprof_samples *s, struct text message, struct error *err)
{
	struct proto_field f;
	uint64_t n;
	bool ok = true;

	s->id_count = 0;
	while (ok && proto_wire_next(&message, &f) == PROTO_FIELD) {
		if (f.number == 3)
			ok = add_label(s, f.body, err);
		else if (f.number == 1)
			while (ok && proto_wire_varint(&f, &n))
				ok = APPEND(s->ids, s->id_count, s->id_room, "call paths",
					    err, n);
		else if (f.number == 2)
			while (ok && proto_wire_varint(&f, &n))
				ok = APPEND(s->values, s->value_count, s->value_room,
					    "weights", err, (int64_t)n);
	}
	return ok;
}

bool pprof_samples_take(struct pprof_samples *s, struct text message, uint64_t offset,
			struct pprof_tables *t, struct losses *losses, struct error *err)
{
	size_t values = s->value_count, labels = s->label_count;
	uint32_t chain;

	if (!start_chains(s, err) || !add_parts(s, message, err))
		return false;
	if (s->value_count == values) {
		s->label_count = labels;
		losses_count(losses, LOSS_RECORD, offset);
		return true;
	}
	return chain_of(s, t, losses, &chain, err) &&
	       APPEND(s->rows, s->count, s->room, "samples", err,
		      (struct pprof_sample){s->value_count, s->label_count, chain});
}

const int64_t *pprof_samples_values(const struct pprof_samples *s, size_t row, size_t *n)
{
	size_t from = row ? s->rows[row - 1].value_end : 0;

	*n = s->rows[row].value_end - from;
	return s->values + from;
}

const struct pprof_label *pprof_samples_labels(const struct pprof_samples *s, size_t row,
					       size_t *n)
{
	size_t from = row ? s->rows[row - 1].label_end : 0;

	*n = s->rows[row].label_end - from;
	return *n ? s->labels + from : NULL;
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

/* The last function of a location is the outermost one. */
void pprof_samples_stacks(struct pprof_samples *s, const struct pprof_tables *t,
			  struct builder *b, struct losses *losses)
{
	uint64_t more = INLINED_LEAST + (uint64_t)s->chain_count * INLINED_PER_CHAIN;

	for (size_t i = 1; i < s->chain_count && !builder_failed(b); i++) {
		struct pprof_chain *c = &s->chains[i];
		const struct pprof_chain *parent = &s->chains[c->parent];
		const struct pprof_location *l = &t->locations[c->location];
		uint32_t room =
		    room_for(l->line_end - l->line, parent->depth, &more, losses);

		c->stack = parent->stack;
		c->depth = parent->depth + room;
		for (uint32_t f = l->line_end; f > l->line_end - room; f--)
			c->stack = builder_stack(b, c->stack, t->frames[f - 1]);
	}
}

uint32_t pprof_samples_stack(const struct pprof_samples *s, size_t row)
{
	return s->chains[s->rows[row].chain].stack;
}

void pprof_samples_release(struct pprof_samples *s)
{
	mem_free(s->rows);
	mem_free(s->values);
	mem_free(s->labels);
	mem_free(s->chains);
	mem_free(s->ids);
	idmap_release(&s->chain_ids);
	*s = (struct pprof_samples){0};
}
