#include "input/perf_script/perf_frames.h"

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_script/line_cache.h"
#include "input/scan.h"
#include "profile/frame_mode.h"

#define REMEMBERED_MOST (12u << 20) /* bytes, of each reading thread */
#define ENTRY_COST	36	    /* of a key besides its text, in all tables */

/* The frames of one line are run[first] ... run[first + count - 1], callers first. */
struct entry {
	uint32_t first, count;
	uint32_t alone; /* the stack of these frames and no others; 0: not known yet */
	bool is_user;	/* it ran in user space; its callers did, too */
	uint32_t name;	/* string: of what only its address tells the mode of; else 0 */
	uint32_t called_from; /* that frame as a caller of user space; 0: not known yet */
};

struct perf_frames {
	struct builder *builder; /* borrowed */
	struct intern *keys;	 /* owned: texts of lines; their ids are the entries */
	struct entry *entries;	 /* owned */
	uint32_t *run;		 /* owned: frames */
	char *key;		 /* owned: room for one text */
	struct frame_line_cache *lines; /* owned */
	struct stack_cache *stacks;	/* owned */
	size_t entries_room, run_room, key_room, run_count;
	uint32_t known; /* entries that are filled in */
	uint64_t bytes; /* of the keys */
	bool addresses;
};

static bool begin(struct perf_frames *f, struct error *err)
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
	if (!f->stacks || !begin(f, err)) {
		perf_frames_free(f);
		return NULL;
	}
	f->entries[0] = (struct entry){0};
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
	return f->bytes < REMEMBERED_MOST || begin(f, err);
}

/* `n` parts in a row, in the key buffer; none of them may be there already. */
static bool join(struct perf_frames *f, const struct text *parts, size_t n,
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

/* What is known of the frames of a line. */
struct told {
	uint32_t module; /* string */
	enum frame_kind kind;
	enum frame_mode mode; /* of one without a name */
};

static bool add(struct perf_frames *f, struct text name, const struct told *t,
		struct error *err)
{
	const struct frame like = {.kind = (uint16_t)t->kind,
				   .mode =
				       t->kind == FRAME_NAMELESS ? (uint16_t)t->mode : 0};
	uint32_t frame = builder_frame_like(f->builder, builder_string(f->builder, name),
					    t->module, &like);

	return APPEND(f->run, f->run_count, f->run_room, "frames", err, frame);
}

/* "[libc.so.6]", "[libc.so.6 <7f12>]" with addresses, "[kernel.kallsyms]", "0x7f12" */
static bool add_nameless(struct perf_frames *f, struct perf_frame_line line,
			 const struct perf_symbol *s, const struct told *t,
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

		return join(f, parts, 2, name, err) && add(f, *name, t, err);
	}
	if (f->addresses) {
		struct text parts[] = {TEXT("["), base, TEXT(" <"), line.ip, TEXT(">]")};

		return join(f, parts, 5, name, err) && add(f, *name, t, err);
	}
	struct text parts[] = {TEXT("["), base, TEXT("]")};

	return join(f, parts, 3, name, err) && add(f, *name, t, err);
}

/* Where a line shows no module, its address tells whether it is the kernel's. */
static bool shows_module(struct text rest)
{
	return rest.len && rest.at[rest.len - 1] == ')' &&
	       !text_ends(rest, TEXT("([unknown])"));
}

/* "ftrace_trampoline" may be the kernel's or a program's: its address tells. */
static bool tells_mode(struct text module)
{
	return frame_mode_of_module(module) != FRAME_MODE_UNKNOWN;
}

static struct told told_of(struct perf_frames *f, struct perf_frame_line line,
			   const struct perf_symbol *s)
{
	struct told t = {.kind = s->kind};
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

/* The key was new: parse it. */
static bool learn(struct perf_frames *f, struct perf_frame_line line, struct entry *e,
		  struct error *err)
{
	struct perf_symbol s = perf_symbol_parse(line.rest);
	struct told t = told_of(f, line, &s);
	struct text name, nameless = TEXT("");

	*e = (struct entry){.first = (uint32_t)f->run_count};
	if (f->run_count > UINT32_MAX / 2)
		return error_set(err, ERROR_LIMIT, "too many different frame lines");
	if (s.names.len == 0 && !add_nameless(f, line, &s, &t, &nameless, err))
		return false;
	for (; perf_symbol_next(&s.names, &name); t.kind = FRAME_INLINED)
		if (!add(f, name, &t, err))
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
	/* the module's name is what stands behind its last "/" */
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

/* An address that stands for all of the same mode. */
static struct text address_like(struct text ip)
{
	static const struct text like[FRAME_MODES] = {
	    [FRAME_MODE_UNKNOWN] = {"0", 1},
	    [FRAME_MODE_USER] = {"1", 1},
	    [FRAME_MODE_KERNEL] = {"ffffffffffffffff", 16}};
	uint64_t address = 0;

	number_hex(ip, &address);
	return like[frame_mode_of_address(address)];
}

/*
 * "foo+0x1f (/lib/a.so)" where the plainest of looks shows name, offset and module: `name` is
 * what stands before the offset, and `module` the parentheses. Both together, with a blank
 * between, mean the same as the whole.
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

/* What tells this line's frames from those of others: no line end is in a line. */
static bool key_of(struct perf_frames *f, struct perf_frame_line line, struct text *key,
		   struct error *err)
{
	enum line_address tells = address_tells(f, line.rest);
	struct text name, module;

	*key = line.rest;
	if (tells != LINE_ADDRESS_NOTHING) {
		struct text parts[] = {tells == LINE_ADDRESS_NAME ? line.ip
								  : address_like(line.ip),
				       TEXT("\n"), line.rest};

		return join(f, parts, 3, key, err);
	}
	if (has_offset(line.rest, &name, &module)) {
		struct text parts[] = {name, TEXT(" "), module};

		return join(f, parts, 3, key, err);
	}
	return true;
}

bool perf_frames_find(struct perf_frames *f, struct perf_frame_line line, uint32_t *entry,
		      struct error *err)
{
	struct text key;

	if (!key_of(f, line, &key, err))
		return false;
	if (!intern_put(f->keys, key, entry, err))
		return false;
	if (*entry < f->known)
		return true;
	f->bytes += key.len + ENTRY_COST;
	if (!mem_reserve(&f->entries, &f->entries_room, (size_t)*entry + 1,
			 sizeof *f->entries, "frame lines", err) ||
	    !learn(f, line, &f->entries[*entry], err))
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

/* The line that an entry was made of. */
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
 * As perf prints what is inlined without source lines, and perf report what is split by them:
 * "work::Engine::operator() (inlined)", "work a.c:12 (/usr/bin/a)".
 */
static struct perf_frame_line told_line(const struct perf_symbol *s, struct text ip,
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
	char *copy; /* the dictionary may move its texts, the key buffer is in use */
	bool ok;

	*told = entry;
	if (s.names.len == 0) /* without a name there is no function to split */
		source.len = 0;
	inlined = inlined && s.kind != FRAME_INLINED;
	if (!inlined && !source.len)
		return true;
	if (s.names.len == 0 && text_starts(line.rest, TEXT("[unknown]")))
		s.names = TEXT("[unknown]");
	copy = mem_array(line.ip.len + line.rest.len + source.len + 16, 1, "a name", err);
	if (!copy)
		return false;
	line = told_line(&s, line.ip, source, inlined, copy);
	ok = perf_frames_find(f, line, told, err);
	mem_free(copy);
	return ok;
}

uint32_t perf_frames_count(const struct perf_frames *f, uint32_t entry)
{
	return f->entries[entry].count;
}

/*
 * Who called a function of user space is there, too, whatever its address: programs without frame pointers
 * have numbers in the place of callers that may be anything.
 */
static uint32_t as_caller(struct perf_frames *f, uint32_t entry)
{
	struct entry *e = &f->entries[entry];

	if (!e->called_from)
		e->called_from =
		    builder_nameless(f->builder, e->name, 0, FRAME_MODE_USER);
	return e->called_from;
}

/* The entries from this one on are callers of one in user space. */
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
	const struct entry *e = &f->entries[entry];

	return is_caller && e->name && !e->is_user ? as_caller(f, entry)
						   : f->run[e->first + i];
}

static uint32_t push(struct perf_frames *f, uint32_t entry, bool is_caller,
		     uint32_t stack)
{
	for (uint32_t i = 0; i < f->entries[entry].count; i++)
		stack =
		    builder_stack(f->builder, stack, frame_at(f, entry, i, is_caller));
	return stack;
}

/* Their frames in a row, callers first; 0: too many, or none. */
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

/* Many have one line: programs without frame pointers. */
static uint32_t alone(struct perf_frames *f, uint32_t entry)
{
	struct entry *e = &f->entries[entry];

	if (!e->alone)
		e->alone = push(f, entry, false, 0);
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
		stack = push(f, entries[n], n >= caller, stack);
	if (count)
		stack_cache_put(f->stacks, count, stack);
	return stack;
}
