#include "input/perf_script/perf_frames.h"

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_script/line_cache.h"
#include "input/scan.h"
#include "profile/frame_mode.h"

#define REMEMBERED_MOST (12u << 20) /* bytes, of each reading thread */
/* bytes of an entry in all tables, not counting its key */
#define ENTRY_COST 36

/* The frames of a line are run[first] ... run[first + count - 1], callers first. */
struct line_frames {
	uint32_t first, count;
	uint32_t alone; /* the stack of these frames only; 0: not known yet */
	bool is_user;	/* in user space, like all its callers */
	/* a string, if only the address gives the mode; otherwise 0 */
	uint32_t name;
	uint32_t called_from; /* the frame as a caller in user space; 0: not known yet */
};

struct perf_frames {
	struct builder *builder; /* borrowed */
	struct intern *keys;	 /* owned: texts of lines, whose ids are the entries */
	struct line_frames *entries;	/* owned */
	uint32_t *run;			/* owned: frames */
	char *key;			/* owned: room for one text */
	struct frame_line_cache *lines; /* owned */
	struct stack_cache *stacks;	/* owned */
	size_t entries_room, run_room, key_room, run_count;
	uint32_t known; /* entries that are filled in */
	uint64_t bytes; /* of `keys` */
	bool addresses;
};

static bool begin_tables(struct perf_frames *f, struct error *err)
{
	intern_free(f->keys);
	f->keys = intern_new(err);
	f->run_count = 0;
	f->bytes = 0;
	f->known = 1; /* the empty text: no frame */
	frame_line_cache_forget(f->lines);
	return f->keys && mem_reserve(&f->entries, &f->entries_room, 1,
				      sizeof *f->entries, "frame lines", err);
}

struct perf_frames *perf_frames_new(struct builder *builder, bool addresses,
				    struct error *err)
{
	struct perf_frames *f = mem_array(1, sizeof *f, "frame lines", err);

	if (!f)
		return NULL;
	f->builder = builder;
	f->addresses = addresses;
	f->lines = frame_line_cache_new(addresses, err);
	f->stacks = f->lines ? stack_cache_new(err) : NULL;
	if (!f->stacks || !begin_tables(f, err)) {
		perf_frames_free(f);
		return NULL;
	}
	f->entries[0] = (struct line_frames){0};
	return f;
}

void perf_frames_free(struct perf_frames *f)
{
	if (!f)
		return;
	intern_free(f->keys);
	mem_free(f->entries);
	mem_free(f->run);
	mem_free(f->key);
	frame_line_cache_free(f->lines);
	stack_cache_free(f->stacks);
	mem_free(f);
}

bool perf_frames_tidy(struct perf_frames *f, struct error *err)
{
	return f->bytes < REMEMBERED_MOST || begin_tables(f, err);
}

/* Join texts in the key buffer; none of them may be in it already. */
static bool join_texts(struct perf_frames *f, const struct text *parts, size_t n,
		       struct text *joined, struct error *err)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += parts[i].len;
	if (!mem_reserve(&f->key, &f->key_room, len + 1, 1, "a name", err))
		return false;
	len = 0;
	for (size_t i = 0; i < n; i++) {
		if (parts[i].len)
			memcpy(f->key + len, parts[i].at, parts[i].len);
		len += parts[i].len;
	}
	*joined = (struct text){f->key, len};
	return true;
}

/* The module and mode of the frames of a line. */
struct line_traits {
	uint32_t module; /* string */
	enum frame_kind kind;
	enum frame_mode mode; /* of a frame without a name */
};

static bool add_frame(struct perf_frames *f, struct text name,
		      const struct line_traits *t, struct error *err)
{
	const struct frame like = {.kind = (uint16_t)t->kind,
				   .mode =
				       t->kind == FRAME_NAMELESS ? (uint16_t)t->mode : 0};
	uint32_t frame = builder_frame_like(f->builder, builder_string(f->builder, name),
					    t->module, &like);

	return APPEND(f->run, f->run_count, f->run_room, "frames", err, frame);
}

/*
 * Name the frame "[libc.so.6]", "[libc.so.6 <7f12>]" (with addresses), "[kernel.kallsyms]" or
 * "0x7f12".
 */
static bool add_nameless(struct perf_frames *f, struct perf_frame_line line,
			 const struct perf_symbol *s, const struct line_traits *t,
			 struct text *name, struct error *err)
{
	struct text base = text_basename(s->module);
	bool bare = (base.len == 0 || s->kind == FRAME_INLINED) &&
		    !text_starts(line.rest, TEXT("[unknown]"));

	if (base.len > 1 && base.at[0] == '[' && base.at[base.len - 1] == ']')
		base = text_upto(text_from(base, 1), base.len - 2);
	if (base.len == 0)
		base = TEXT("unknown");
	if (bare) {
		struct text parts[] = {TEXT("0x"), line.ip};

		return join_texts(f, parts, 2, name, err) && add_frame(f, *name, t, err);
	}
	if (f->addresses) {
		struct text parts[] = {TEXT("["), base, TEXT(" <"), line.ip, TEXT(">]")};

		return join_texts(f, parts, 5, name, err) && add_frame(f, *name, t, err);
	}
	struct text parts[] = {TEXT("["), base, TEXT("]")};

	return join_texts(f, parts, 3, name, err) && add_frame(f, *name, t, err);
}

/* If a line shows no module, its address determines whether it belongs to the kernel. */
static bool shows_module(struct text rest)
{
	return rest.len && rest.at[rest.len - 1] == ')' &&
	       !text_ends(rest, TEXT("([unknown])"));
}

/*
 * Does the module determine the mode? "ftrace_trampoline" may belong to the kernel or a program:
 * then the address decides.
 */
static bool tells_mode(struct text module)
{
	return frame_mode_of_module(module) != FRAME_MODE_UNKNOWN;
}

static struct line_traits traits_of(struct perf_frames *f, struct perf_frame_line line,
				    const struct perf_symbol *s)
{
	struct line_traits t = {.kind = s->kind};
	uint64_t address;

	if (s->module.len)
		t.module = builder_string(f->builder, s->module);
	if (!shows_module(line.rest) && number_hex(line.ip, &address))
		t.mode = frame_mode_of_address(address);
	else if (perf_module_kind(s->module, true) == FRAME_KERNEL ||
		 (!tells_mode(s->module) && number_hex(line.ip, &address) &&
		  frame_mode_of_address(address) == FRAME_MODE_KERNEL))
		t.mode = FRAME_MODE_KERNEL;
	else
		t.mode = FRAME_MODE_USER;
	if (t.kind == FRAME_USER && t.mode == FRAME_MODE_KERNEL)
		t.kind = FRAME_KERNEL;
	return t;
}

/* Parse a line with a new key. */
static bool parse_frames(struct perf_frames *f, struct perf_frame_line line,
			 struct line_frames *e, struct error *err)
{
	struct perf_symbol s = perf_symbol_parse(line.rest);
	struct line_traits t = traits_of(f, line, &s);
	struct text name, nameless = TEXT("");

	*e = (struct line_frames){.first = (uint32_t)f->run_count};
	if (f->run_count > UINT32_MAX / 2)
		return error_set(err, ERROR_LIMIT, "too many different frame lines");
	if (s.names.len == 0 && !add_nameless(f, line, &s, &t, &nameless, err))
		return false;
	for (; perf_symbol_next(&s.names, &name); t.kind = FRAME_INLINED)
		if (!add_frame(f, name, &t, err))
			return false;
	e->count = (uint32_t)f->run_count - e->first;
	e->is_user = t.mode == FRAME_MODE_USER && s.kind != FRAME_INLINED;
	if (s.names.len == 0 && !shows_module(line.rest))
		e->name = builder_string(f->builder, nameless);
	return true;
}

static bool is_by_address(const struct perf_frames *f, struct text rest)
{
	if (rest.len == 0 || text_equal(rest, TEXT("([unknown])")) ||
	    text_equal(rest, TEXT("(inlined)")))
		return true;
	/* the module's name follows its last "/" */
	if (rest.at[0] == '(' && (text_ends(rest, TEXT("/)")) || rest.len == 2))
		return true;
	return f->addresses &&
	       (rest.at[0] == '(' || text_starts(rest, TEXT("[unknown]")));
}

static enum line_address address_tells(const struct perf_frames *f, struct text rest)
{
	if (is_by_address(f, rest))
		return LINE_ADDRESS_NAME;
	return shows_module(rest) && tells_mode(perf_symbol_parse(rest).module)
		   ? LINE_ADDRESS_NOTHING
		   : LINE_ADDRESS_MODE;
}

/*
 * Split a plain "foo+0x1f (/lib/a.so)" into `name` without the offset, and `module` with the
 * parentheses. Joined by a blank, they mean the same as the whole.
 */
static bool has_offset(struct text rest, struct text *name, struct text *module)
{
	const char *open = rest.len ? memrchr(rest.at, '(', rest.len) : NULL;
	size_t at = open ? (size_t)(open - rest.at) : 0;

	if (at < 2 || rest.at[at - 1] != ' ' ||
	    memchr(open, ')', rest.len - at) != rest.at + rest.len - 1)
		return false;
	*module = text_from(rest, at);
	*name = perf_symbol_without_offset(text_upto(rest, at - 1));
	return name->len < at - 1 && name->len &&
	       !scan_is_blank(name->at[name->len - 1]) &&
	       perf_symbol_without_offset(*name).len == name->len;
}

/*
 * The key that identifies the frames of a line. A line contains no line end, so "\n" can separate
 * parts.
 */
static bool make_key(struct perf_frames *f, struct perf_frame_line line, struct text *key,
		     struct error *err)
{
	/* one address stands for all of the same mode */
	static const struct text like[FRAME_MODES] = {
	    [FRAME_MODE_UNKNOWN] = {"0", 1},
	    [FRAME_MODE_USER] = {"1", 1},
	    [FRAME_MODE_KERNEL] = {"ffffffffffffffff", 16}};
	enum line_address tells = address_tells(f, line.rest);
	struct text name, module;
	uint64_t address = 0;

	*key = line.rest;
	if (tells != LINE_ADDRESS_NOTHING) {
		struct text parts[] = {line.ip, TEXT("\n"), line.rest};

		number_hex(line.ip, &address);
		if (tells == LINE_ADDRESS_MODE)
			parts[0] = like[frame_mode_of_address(address)];
		return join_texts(f, parts, 3, key, err);
	}
	if (has_offset(line.rest, &name, &module)) {
		struct text parts[] = {name, TEXT(" "), module};

		return join_texts(f, parts, 3, key, err);
	}
	return true;
}

bool perf_frames_find(struct perf_frames *f, struct perf_frame_line line, uint32_t *entry,
		      struct error *err)
{
	struct text key;

	if (!make_key(f, line, &key, err))
		return false;
	if (!intern_put(f->keys, key, entry, err))
		return false;
	if (*entry < f->known)
		return true;
	f->bytes += key.len + ENTRY_COST;
	if (!mem_reserve(&f->entries, &f->entries_room, (size_t)*entry + 1,
			 sizeof *f->entries, "frame lines", err) ||
	    !parse_frames(f, line, &f->entries[*entry], err))
		return false;
	f->known = *entry + 1;
	return true;
}

uint32_t perf_frames_ahead(const struct perf_frames *f, struct text ahead, size_t *len)
{
	return frame_line_cache_find(f->lines, ahead, len);
}

void perf_frames_remember(struct perf_frames *f, struct text line,
			  struct perf_frame_line cut, uint32_t entry)
{
	frame_line_cache_put(f->lines, line, address_tells(f, cut.rest), entry);
}

/* The line of an entry. */
static struct perf_frame_line line_of(const struct perf_frames *f, uint32_t entry)
{
	struct text key = intern_get(f->keys, entry);
	const char *end = key.len ? memchr(key.at, '\n', key.len) : NULL;
	struct perf_frame_line line = {{key.at, 0}, key};

	if (end) {
		line.ip = text_upto(key, (size_t)(end - key.at));
		line.rest = text_from(key, line.ip.len + 1);
	}
	return line;
}

/*
 * Write inlined functions as perf prints them without source lines, and functions with source lines
 * as perf report prints them: "work::Engine::operator() (inlined)", "work a.c:12 (/usr/bin/a)".
 */
static struct perf_frame_line make_told_line(const struct perf_symbol *s, struct text ip,
					     struct text source, bool inlined, char *to)
{
	struct text module = inlined ? TEXT("inlined") : s->module;
	const struct text parts[] = {ip,
				     s->names,
				     source.len ? TEXT(" ") : TEXT(""),
				     source,
				     module.len ? TEXT(" (") : TEXT(""),
				     module,
				     module.len ? TEXT(")") : TEXT("")};
	size_t len = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (parts[i].len)
			memcpy(to + len, parts[i].at, parts[i].len);
		len += parts[i].len;
	}
	return (struct perf_frame_line){
	    {to, ip.len}, text_trim((struct text){to + ip.len, len - ip.len})};
}

bool perf_frames_find_told(struct perf_frames *f, uint32_t entry, struct text source,
			   bool inlined, uint32_t *told, struct error *err)
{
	struct perf_frame_line line = line_of(f, entry);
	struct perf_symbol s = perf_symbol_parse(line.rest);
	char *copy; /* the entry's text may move, and the key buffer is in use */
	bool ok;

	*told = entry;
	if (s.names.len == 0) /* no function to distinguish by source line */
		source.len = 0;
	inlined = inlined && s.kind != FRAME_INLINED;
	if (!inlined && !source.len)
		return true;
	if (s.names.len == 0 && text_starts(line.rest, TEXT("[unknown]")))
		s.names = TEXT("[unknown]");
	copy = mem_array(line.ip.len + line.rest.len + source.len + 16, 1, "a name", err);
	if (!copy)
		return false;
	line = make_told_line(&s, line.ip, source, inlined, copy);
	ok = perf_frames_find(f, line, told, err);
	mem_free(copy);
	return ok;
}

uint32_t perf_frames_count(const struct perf_frames *f, uint32_t entry)
{
	return f->entries[entry].count;
}

/*
 * The caller of a function in user space is in user space too, whatever its address: without frame
 * pointers, chains contain arbitrary numbers instead of callers.
 */
static uint32_t as_caller(struct perf_frames *f, uint32_t entry)
{
	struct line_frames *e = &f->entries[entry];

	if (!e->called_from)
		e->called_from =
		    builder_nameless(f->builder, e->name, 0, FRAME_MODE_USER);
	return e->called_from;
}

/* The index of the first entry that has a callee in user space, as have all after it. */
static size_t first_caller(const struct perf_frames *f, const uint32_t *entries, size_t n)
{
	size_t i = 0;

	while (i < n && !f->entries[entries[i]].is_user)
		i++;
	return i + 1;
}

/* Frame `i` of an entry. */
static uint32_t frame_at(struct perf_frames *f, uint32_t entry, uint32_t i,
			 bool is_caller)
{
	const struct line_frames *e = &f->entries[entry];

	return is_caller && e->name && !e->is_user ? as_caller(f, entry)
						   : f->run[e->first + i];
}

static uint32_t push_frames(struct perf_frames *f, uint32_t entry, bool is_caller,
			    uint32_t stack)
{
	for (uint32_t i = 0; i < f->entries[entry].count; i++)
		stack =
		    builder_stack(f->builder, stack, frame_at(f, entry, i, is_caller));
	return stack;
}

/* Write the frames of all entries, callers first; 0: there are too many, or none. */
static uint32_t write_path(struct perf_frames *f, const uint32_t *entries, size_t n,
			   size_t caller, uint32_t *path)
{
	uint32_t count = 0;

	while (n--)
		for (uint32_t i = 0; i < f->entries[entries[n]].count; i++)
			if (!APPEND_WITHIN(path, count, STACK_CACHE_LONGEST,
					   frame_at(f, entries[n], i, n >= caller)))
				return 0;
	return count;
}

/* The stack of a single entry; frequent in programs without frame pointers. */
static uint32_t alone(struct perf_frames *f, uint32_t entry)
{
	struct line_frames *e = &f->entries[entry];

	if (!e->alone)
		e->alone = push_frames(f, entry, false, 0);
	return e->alone;
}

uint32_t perf_frames_stack(struct perf_frames *f, const uint32_t *entries, size_t n)
{
	uint32_t count, stack = 0;
	size_t caller;

	if (n == 1)
		return alone(f, entries[0]);
	caller = first_caller(f, entries, n);
	count = write_path(f, entries, n, caller, stack_cache_path(f->stacks));
	if (count && stack_cache_find(f->stacks, count, &stack))
		return stack;
	while (n--)
		stack = push_frames(f, entries[n], n >= caller, stack);
	if (count)
		stack_cache_put(f->stacks, count, stack);
	return stack;
}
