#include "input/perf_data/address_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_script/perf_line.h"
#include "symbols/file_pool.h"
#include "symbols/kallsyms.h"

/*
 * The entry of an address: its only frame, or with this bit set an index into `run`, where the
 * number of frames precedes the frames, callers first.
 */
#define SEVERAL (UINT32_C(1) << 31)

/*
 * The entries of a module's addresses. Most blocks of addresses lie within one function, and have a
 * single entry, which keeps the tables small.
 */
struct named_module {
	struct idmap addresses, blocks; /* to entries */
	uint32_t entry;			/* the entry of all addresses, if `all` */
	bool all;
};

#define BLOCK_BITS 6 /* low bits of an address: its place in a block */

struct address_names {
	struct builder *builder;	    /* borrowed */
	const struct perf_modules *modules; /* borrowed */
	const struct symbolizer *symbols;   /* borrowed; NULL: no symbols */
	struct named_module *by_module;	    /* owned: see row_of_module() */
	uint32_t *run;			    /* owned */
	struct perf_reasons reasons;
	uint32_t number; /* set by address_names_at() */
	size_t module_count, modules_room, run_count, run_room;
	bool by_address; /* names of nameless frames include the address */
};

struct address_frames {
	struct address_names *places;
	const struct perf_module *of; /* borrowed */
	/* why there is no name: enum symbol_status + 1; or 0 */
	uint8_t why;
	size_t first;	   /* index in `run` */
	uint64_t from, to; /* the addresses that have these names */
};

struct address_names *address_names_new(struct builder *builder,
					const struct perf_modules *modules,
					const struct symbolizer *symbols, bool addresses,
					struct error *err)
{
	struct address_names *p = mem_array(1, sizeof *p, "functions", err);

	if (!p)
		return NULL;
	p->builder = builder;
	p->modules = modules;
	p->symbols = symbols;
	p->by_address = addresses;
	return p;
}

static void release_module(struct named_module *m)
{
	idmap_release(&m->addresses);
	idmap_release(&m->blocks);
	*m = (struct named_module){0};
}

void address_names_free(struct address_names *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->module_count; i++)
		release_module(&p->by_module[i]);
	mem_free(p->by_module);
	mem_free(p->run);
	perf_reasons_release(&p->reasons);
	mem_free(p);
}

static bool add_frame(struct address_frames *n, uint32_t frame, struct error *err)
{
	struct address_names *p = n->places;

	return APPEND(p->run, p->run_count, p->run_room, "frames", err, frame);
}

bool address_frames_add(struct address_frames *n, struct text name, enum frame_kind kind,
			struct error *err)
{
	struct builder *b = n->places->builder;
	uint32_t module = builder_string(b, text_of(n->of->name));

	return add_frame(n, builder_frame(b, builder_string(b, name), module, kind), err);
}

void address_frames_cover(struct address_frames *n, uint64_t from, uint64_t to)
{
	n->from = from;
	n->to = to;
}

static enum frame_mode mode_of(const struct perf_place *place)
{
	switch (place->mode) {
	case PERF_MODE_KERNEL:
	case PERF_MODE_GUEST_KERNEL:
		return FRAME_MODE_KERNEL;
	case PERF_MODE_USER:
	case PERF_MODE_GUEST_USER:
		return FRAME_MODE_USER;
	default:
		return FRAME_MODE_UNKNOWN;
	}
}

/* As in perf_script.c: "[libc.so.6]", with addresses "[libc.so.6 <7f12>]", "[unknown]". */
static bool add_nameless(struct address_frames *names, const struct perf_place *place,
			 struct error *err)
{
	struct text module = text_of(names->of->name), base = text_basename(module);
	struct builder *b = names->places->builder;
	char buf[512], address[24] = "";

	if (base.len > 1 && base.at[0] == '[' && base.at[base.len - 1] == ']')
		base = text_upto(text_from(base, 1), base.len - 2);
	if (base.len == 0)
		base = TEXT("unknown");
	base = text_upto(base, sizeof buf - 32);
	if (names->places->by_address)
		snprintf(address, sizeof address, " <%" PRIx64 ">", place->address);
	snprintf(buf, sizeof buf, "[%.*s%s]", (int)base.len, base.at, address);
	return add_frame(names,
			 builder_nameless(b, builder_string(b, text_of(buf)),
					  builder_string(b, module), mode_of(place)),
			 err);
}

/*
 * Modules of the same name, such as two versions of a file, share a frame; it keeps the first
 * reason.
 */
static bool remember_why(struct perf_reasons *r, uint32_t frame,
			 struct perf_reason reason, struct error *err)
{
	if (!reason.why)
		return true;
	while (r->count <= frame)
		if (!APPEND(r->rows, r->count, r->room, "frames", err,
			    (struct perf_reason){0}))
			return false;
	if (!r->rows[frame].why || reason.since < r->rows[frame].since)
		r->rows[frame] = reason;
	return true;
}

/* Look up the frames of an address that has no entry yet. */
static bool make_entry(struct address_names *p, struct perf_place place, uint32_t *entry,
		       struct address_frames *names, struct error *err)
{
	const struct perf_module *module = perf_modules_get(p->modules, place.module);
	size_t first = p->run_count;

	*names = (struct address_frames){.places = p, .of = module, .first = first + 1};
	if (first > SEVERAL / 2)
		return error_set(err, ERROR_LIMIT, "too many different functions");
	if (!mem_reserve(&p->run, &p->run_room, first + 1, sizeof *p->run, "frames", err))
		return false;
	p->run_count++;
	if (!place.module || !p->symbols)
		address_frames_cover(names, 0, UINT64_MAX);
	if (module->kind == PERF_MODULE_SYMBOL) {
		address_frames_cover(names, 0, UINT64_MAX);
		if (!address_frames_add(names, text_of(module->name), FRAME_KERNEL, err))
			return false;
	} else if (place.module && p->symbols &&
		   !p->symbols->name(p->symbols->arg, p->modules, &place, names, err)) {
		return false;
	}
	if (p->run_count == first + 1) {
		if (!add_nameless(names, &place, err) ||
		    !remember_why(&p->reasons, p->run[first + 1],
				  (struct perf_reason){p->number, names->why}, err))
			return false;
		if (p->by_address)
			address_frames_cover(names, 0, 0);
	}
	p->run[first] = (uint32_t)(p->run_count - first - 1);
	*entry = (uint32_t)first | SEVERAL;
	if (p->run[first] == 1 && p->run[first + 1] < SEVERAL) {
		*entry = p->run[first + 1];
		p->run_count = first;
	}
	return true;
}

/* Module 0 stands for all unknown code, and has a row for each mode. */
static uint32_t row_of_module(uint32_t module)
{
	return module - 1 + FRAME_MODES;
}

bool address_names_find(struct address_names *p, const struct perf_place *place,
			uint32_t *entry, struct error *err)
{
	uint32_t row =
	    place->module ? row_of_module(place->module) : (uint32_t)mode_of(place);
	uint64_t block = place->address >> BLOCK_BITS, first = block << BLOCK_BITS;
	uint64_t last = first + ((UINT64_C(1) << BLOCK_BITS) - 1);
	struct address_frames names;
	struct named_module *m;
	uint32_t kept;

	while (p->module_count <= row)
		if (!APPEND(p->by_module, p->module_count, p->modules_room, "functions",
			    err, (struct named_module){0}))
			return false;
	m = &p->by_module[row];
	if (m->all) {
		*entry = m->entry;
		return true;
	}
	if (idmap_get(&m->blocks, block, entry) ||
	    idmap_get(&m->addresses, place->address, entry))
		return true;
	if (!make_entry(p, *place, entry, &names, err))
		return false;
	if (names.from == 0 && names.to == UINT64_MAX) {
		m->all = true;
		m->entry = *entry;
		return true;
	}
	if (names.from <= first && names.to > last)
		return idmap_put(&m->blocks, block, *entry, &kept, err);
	return idmap_put(&m->addresses, place->address, *entry, &kept, err);
}

uint32_t address_names_push(const struct address_names *p, uint32_t entry, uint32_t stack)
{
	const uint32_t *run;

	if (!(entry & SEVERAL))
		return builder_stack(p->builder, stack, entry);
	run = p->run + (entry & ~SEVERAL);
	for (uint32_t i = 1; i <= run[0]; i++)
		stack = builder_stack(p->builder, stack, run[i]);
	return stack;
}

/* ---- when frames get other numbers ---- */

struct renewed {
	const uint32_t
	    *frames; /* borrowed: the new number of each frame, 0: it was removed */
	size_t count;
	uint32_t *run; /* owned */
	size_t run_count, run_room;
};

static uint32_t frame_now(const struct renewed *r, uint32_t frame)
{
	return frame < r->count ? r->frames[frame] : 0;
}

/* `*now` becomes 0 if a frame of this entry was removed. */
static bool renew_entry(const struct address_names *p, struct renewed *r, uint32_t entry,
			uint32_t *now, struct error *err)
{
	const uint32_t *run = p->run + (entry & ~SEVERAL);
	size_t first = r->run_count;

	*now = entry & SEVERAL ? 0 : frame_now(r, entry);
	if (!(entry & SEVERAL))
		return true;
	for (uint32_t i = 1; i <= run[0]; i++)
		if (!frame_now(r, run[i]))
			return true;
	for (uint32_t i = 0; i <= run[0]; i++)
		if (!APPEND(r->run, r->run_count, r->run_room, "frames", err,
			    i ? frame_now(r, run[i]) : run[0]))
			return false;
	*now = (uint32_t)first | SEVERAL;
	return true;
}

static bool renew_entries(const struct address_names *p, struct renewed *r,
			  struct idmap *places, struct error *err)
{
	struct idmap kept = {0};
	uint64_t address;
	uint32_t entry, now;
	size_t at = 0;
	bool ok = true;

	while (ok && idmap_next(places, &at, &address, &entry))
		ok = renew_entry(p, r, entry, &now, err) &&
		     (!now || idmap_put(&kept, address, now, &now, err));
	idmap_release(places);
	*places = kept;
	return ok;
}

/* If memory runs out, entries are forgotten, and looked up again later. */
void address_names_renew(struct address_names *p, const uint32_t *frames, size_t count)
{
	struct renewed r = {.frames = frames, .count = count};
	struct perf_reasons old = p->reasons;
	struct error err = ERROR_INIT;
	bool ok = true;

	p->reasons = (struct perf_reasons){0};
	for (uint32_t frame = 0; ok && frame < old.count; frame++)
		ok = !frame_now(&r, frame) ||
		     remember_why(&p->reasons, frame_now(&r, frame), old.rows[frame],
				  &err);
	perf_reasons_release(&old);

	for (size_t i = 0; i < p->module_count; i++) {
		struct named_module *m = &p->by_module[i];

		ok = ok && (!m->all || renew_entry(p, &r, m->entry, &m->entry, &err));
		m->all = m->all && m->entry;
		ok = ok && renew_entries(p, &r, &m->addresses, &err) &&
		     renew_entries(p, &r, &m->blocks, &err);
		if (!ok)
			release_module(m);
	}
	mem_free(p->run);
	p->run = r.run;
	p->run_count = r.run_count;
	p->run_room = r.run_room;
}

void address_names_forget(struct address_names *p, uint32_t module)
{
	uint32_t row = row_of_module(module);

	if (module && row < p->module_count)
		release_module(&p->by_module[row]);
	if (p->symbols && p->symbols->forget)
		p->symbols->forget(p->symbols->arg, module);
}

/* ---- frames without a name ---- */

void perf_reasons_release(struct perf_reasons *r)
{
	mem_free(r->rows);
	*r = (struct perf_reasons){0};
}

void address_names_at(struct address_names *p, uint32_t number)
{
	p->number = number;
}

bool address_names_reasons(const struct address_names *p, const struct merge *merge,
			   struct perf_reasons *all, struct error *err)
{
	uint32_t whole;

	for (uint32_t frame = 0; frame < p->reasons.count; frame++)
		if (merge_frame(merge, frame, &whole) &&
		    !remember_why(all, whole, p->reasons.rows[frame], err))
			return false;
	return true;
}

bool perf_reasons_tell(const struct perf_reasons *r, const struct builder *b,
		       struct losses *losses, struct error *err)
{
	uint64_t *uses = builder_frame_uses(b, err);

	if (!uses)
		return false;
	for (size_t frame = 0; frame < r->count; frame++) {
		unsigned why =
		    r->rows[frame].why ? r->rows[frame].why - 1u : SYMBOLS_STATUS_COUNT;

		if (why < SYMBOLS_STATUS_COUNT)
			losses_add(losses,
				   why == SYMBOLS_FOUND
				       ? ASIDE_NAMELESS
				       : (enum loss_reason)(LOSS_NAMELESS + why),
				   uses[frame], 0);
	}
	mem_free(uses);
	return true;
}

bool address_names_tell(const struct address_names *p, struct losses *losses,
			struct error *err)
{
	return perf_reasons_tell(&p->reasons, p->builder, losses, err);
}

/* ---- the symbols of this machine ---- */

/* Inlined functions at one address; beyond that, the outermost are left out. */
#define INLINED_MOST MODULE_INLINED_MOST

/* Functions in one name: compilers inline about 20, but any user can write a map. */
#define CHAINED_MOST 128

struct perf_symbols {
	struct symbol_source source;
	const struct perf_features *features; /* borrowed */
	const struct perf_modules *recorded;  /* borrowed */
	struct module *kernel;		      /* owned; NULL: not opened yet */
	/* owned, and so is each module: by row of `recorded`; NULL: not opened yet */
	struct module **modules;
	size_t count, room;
	bool inlined, lines;	 /* look for inlined functions, and for source lines */
	bool dwarf;		 /* some module has DWARF */
	uint64_t inlined_places; /* addresses with inlined functions */
	uint64_t line_places;	 /* addresses with a line */
	char *lined;		 /* owned: buffer for a name with its line */
	size_t lined_room;
	uint64_t lines_lost, inlined_lost; /* in modules that have been closed */
	bool built_in;			   /* symbols of files can be read */
	/* symbols must not hold frame numbers: these change, or there are several builders */
	bool noteless;
	/* the kernel's symbols are needed, and reading them has not begun */
	bool kernel_due;
};

struct perf_symbols *perf_symbols_new(const struct reading_options *options,
				      const struct perf_features *features,
				      const struct perf_modules *modules,
				      struct error *err)
{
	struct perf_symbols *n = mem_array(1, sizeof *n, "names", err);
	const char *in = options->instructions_in;

	if (!n)
		return NULL;
	n->source.helper = options->helper;
	n->source.symfs = options->symfs;
	n->source.kallsyms = options->kallsyms;
	n->inlined = options->inlined;
	n->lines = n->source.lines = options->lines;
	n->built_in = true;
	n->noteless = options->live;
	n->source.pool = file_pool_new(err);
	if (!n->source.pool) {
		perf_symbols_free(n);
		return NULL;
	}
	n->features = features;
	n->recorded = modules;
	/* they take long to read: not if only functions of programs are requested */
	n->kernel_due = !in || in[0] == '[' || strstr(in, "\n[");
	return n;
}

void perf_symbols_free(struct perf_symbols *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < n->count; i++)
		module_close(n->modules[i]);
	mem_free(n->modules);
	mem_free(n->lined);
	module_close(n->kernel);
	kallsyms_prefetch_free(n->source.running);
	file_pool_free(n->source.pool);
	mem_free(n);
}

struct module_file perf_symbols_file(const struct perf_module *m)
{
	struct module_file f = {.path = text_of(m->path),
				.build_id = {.len = m->build_id_size},
				.inode = m->inode};

	memcpy(f.build_id.bytes, m->build_id, m->build_id_size);
	return f;
}

/* The pid in "/tmp/perf-123.map". */
static uint32_t map_pid(struct text path)
{
	struct text digits = text_from(path, sizeof "/tmp/perf-" - 1);
	uint64_t pid = 0;

	digits = text_upto(digits, digits.len < 4 ? 0 : digits.len - 4);
	return number_u64(digits, &pid) && pid <= UINT32_MAX ? (uint32_t)pid : 0;
}

struct module_kernel perf_symbols_kernel(const struct perf_symbols *n)
{
	return perf_features_kernel(n->features, n->recorded);
}

static void expect_kernel(struct perf_symbols *n, const struct perf_modules *modules)
{
	struct module_kernel k = perf_features_kernel(n->features, modules);
	struct text told;

	if (!n->kernel_due)
		return;
	n->kernel_due = false;
	/* modules are known only after maps are replayed: until then, use the list of build ids */
	if (!k.build_id.len &&
	    perf_modules_told_id(modules, TEXT("[kernel.kallsyms]"), &told) &&
	    told.len <= sizeof k.build_id.bytes) {
		k.build_id.len = (uint32_t)told.len;
		memcpy(k.build_id.bytes, told.at, told.len);
	}
	n->source.running = module_kernel_prefetch(&n->source, &k);
}

void perf_symbols_expect_kernel(struct perf_symbols *n)
{
	expect_kernel(n, n->recorded);
}

/* The module of a row, opened if necessary. A single module has all symbols of the kernel. */
static struct module *module_of(struct perf_symbols *n,
				const struct perf_modules *modules, uint32_t row,
				struct error *err)
{
	const struct perf_module *m = perf_modules_get(modules, row);
	struct module_kernel k;
	struct module_file f;

	if (m->kind == PERF_MODULE_KERNEL || m->kind == PERF_MODULE_DRIVER) {
		if (!n->kernel) {
			k = perf_features_kernel(n->features, modules);
			expect_kernel(n, modules);
			n->kernel = module_open_kernel(&n->source, &k, err);
		}
		return n->kernel;
	}
	while (n->count <= row)
		if (!APPEND(n->modules, n->count, n->room, "modules", err, NULL))
			return NULL;
	if (!n->modules[row]) {
		f = perf_symbols_file(m);
		n->modules[row] =
		    m->kind == PERF_MODULE_JIT
			? module_open_map(&n->source, map_pid(f.path), 0, err)
			: module_open_file(&n->source, &f, err);
	}
	return n->modules[row];
}

/*
 * Maps of Java list all inlined functions in one name, which is split as in texts of perf script.
 */
static bool add_names(struct address_frames *names, struct text all, enum frame_kind kind,
		      struct error *err)
{
	struct text name, rest = all;
	int n = 0;

	/* few names have an arrow: skip the character-by-character search */
	if (all.len && !text_has(all, TEXT("->")))
		return address_frames_add(names, all, kind, err);
	while (n <= CHAINED_MOST && perf_symbol_next(&rest, &name))
		n++;
	if (all.len && n > CHAINED_MOST)
		return address_frames_add(names, all, kind, err);
	for (; perf_symbol_next(&all, &name); kind = FRAME_INLINED)
		if (!address_frames_add(names, name, kind, err))
			return false;
	return true;
}

/*
 * Add the source line as perf report does, if known: "main a.c:12". A file name that contains an
 * arrow would be parsed as a call.
 */
static bool add_lined(struct perf_symbols *n, struct address_frames *names,
		      struct text name, struct source_place at, enum frame_kind kind,
		      struct error *err)
{
	struct text file = text_basename(at.path);
	size_t room = name.len + file.len + 16;

	if (!at.line || !file.len || text_has(file, TEXT("->")))
		return add_names(names, name, kind, err);
	if (!mem_reserve(&n->lined, &n->lined_room, room, 1, "a name", err))
		return false;
	snprintf(n->lined, room, "%.*s %.*s:%" PRIu32, (int)name.len, name.at,
		 (int)file.len, file.at, at.line);
	return add_names(names, text_of(n->lined), kind, err);
}

/*
 * Add a symbol and the functions inlined at the address, as perf script --inline does. Each has the
 * line where it calls the next, and the innermost the line of the address. If the symbol is the
 * only frame, its note is the frame + 1.
 */
static bool add_function(struct perf_symbols *n, struct module *m,
			 const struct perf_module *module, const struct perf_place *place,
			 const struct symbol *s, struct address_frames *names,
			 struct error *err)
{
	const struct address_names *p = names->places;
	struct text inlined[INLINED_MOST];
	struct source_place calls[INLINED_MOST], at = {TEXT(""), 0}, own;
	size_t count = 0;

	if (s->note && *s->note)
		return add_frame(names, *s->note - 1, err);
	if (n->lines && module_line(m, place->address, &at))
		n->line_places++;
	if (n->inlined && n->lines)
		count =
		    module_inlined_lines(m, place->address, inlined, calls, INLINED_MOST);
	else if (n->inlined)
		count = module_inlined(m, place->address, inlined, INLINED_MOST);
	n->dwarf |= (n->inlined || n->lines) && module_has_dwarf(m);
	own = count && n->lines ? calls[count - 1] : at;
	if (!n->lines)
		memset(calls, 0, count * sizeof *calls);
	if (!add_lined(n, names, s->name, own,
		       perf_module_kind(text_of(module->name), true), err))
		return false;
	n->inlined_places += count > 0;
	while (count--)
		if (!add_lined(n, names, inlined[count], count ? calls[count - 1] : at,
			       FRAME_INLINED, err))
			return false;
	if (s->note && p->run_count == names->first + 1)
		*s->note = p->run[p->run_count - 1] + 1;
	return true;
}

static bool name_place(void *arg, const struct perf_modules *modules,
		       const struct perf_place *place, struct address_frames *names,
		       struct error *err)
{
	const struct perf_module *module = perf_modules_get(modules, place->module);
	struct perf_symbols *n = arg;
	struct module *m;
	struct symbol s;
	bool any;

	if (module->kind == PERF_MODULE_GUEST || module->kind == PERF_MODULE_DATA ||
	    !*module->path) {
		address_frames_cover(names, 0, UINT64_MAX);
		return true; /* there is no file, or none on this machine */
	}
	m = module_of(n, modules, place->module, err);
	if (!m)
		return false;
	any = module_find(m, place->address, &s);
	/* otherwise inlined functions and lines depend on the address */
	if (!any || (!n->inlined && !n->lines))
		address_frames_cover(names, s.from, s.to);
	if (any) {
		/* no note for the kernel, whose functions belong to several modules */
		if (m == n->kernel || n->inlined || n->lines || n->noteless ||
		    module_is_shared(m))
			s.note = NULL;
		return add_function(n, m, module, place, &s, names, err);
	}
	n->built_in &= module_status(m) != SYMBOLS_NOT_BUILT_IN;
	names->why = (uint8_t)(module_status(m) + 1);
	return true;
}

bool perf_symbols_function(struct perf_symbols *n, const struct perf_place *place,
			   struct symbol *s, struct error *err)
{
	const struct perf_module *module = perf_modules_get(n->recorded, place->module);
	struct module *m;

	if (!place->module || module->kind == PERF_MODULE_GUEST ||
	    module->kind == PERF_MODULE_SYMBOL || module->kind == PERF_MODULE_DATA ||
	    !*module->path)
		return false;
	m = module_of(n, n->recorded, place->module, err);
	return m && module_find(m, place->address, s);
}

const struct symbol_source *perf_symbols_source(const struct perf_symbols *n)
{
	return &n->source;
}

static void add_lost(struct perf_symbols *n, struct module *m)
{
	uint64_t lines, inlined;

	if (!m)
		return;
	module_count_lost(m, &lines, &inlined);
	n->lines_lost += lines;
	n->inlined_lost += inlined;
}

static void forget_module(void *arg, uint32_t module)
{
	struct perf_symbols *n = arg;

	if (module >= n->count)
		return;
	add_lost(n, n->modules[module]);
	module_close(n->modules[module]);
	n->modules[module] = NULL;
}

struct symbolizer perf_symbols_symbolizer(struct perf_symbols *n, bool many)
{
	n->noteless |= many;
	return (struct symbolizer){name_place, n, forget_module};
}

/* Why there are no inlined functions or lines. */
static const char *absence_of(const struct perf_symbols *n)
{
	if (n->inlined_lost)
		return "none: the debug symbols need too much memory";
	if (n->dwarf)
		return "none at any of the addresses";
	return n->built_in ? "none: no file here has DWARF (cc -g, or a package of debug "
			     "symbols)"
			   : "none: built without elfutils, which reads DWARF";
}

void perf_symbols_tell(struct perf_symbols *n, struct reading *r)
{
	enum symbol_status kernel = n->kernel ? module_status(n->kernel) : SYMBOLS_FOUND;

	for (size_t i = 0; i < n->count; i++)
		add_lost(n, n->modules[i]);
	if (kernel != SYMBOLS_FOUND)
		builder_note(r->builder, TEXT("kernel symbols"),
			     text_of(symbol_status_text(kernel)));
	if (n->inlined)
		reading_tell_found(r, READING_INLINED, n->inlined_places, "addresses",
				   absence_of(n));
	if (n->lines)
		reading_tell_found(r, READING_LINES, n->line_places, "addresses",
				   absence_of(n));
	losses_add(r->losses, LOSS_LINES, n->lines_lost, 0);
	losses_add(r->losses, LOSS_INLINED, n->inlined_lost, 0);
}
