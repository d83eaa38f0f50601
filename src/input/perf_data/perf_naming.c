#include "input/perf_data/perf_naming.h"

#include <stdio.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_script/perf_frame_line.h"
#include "symbols/module.h"

#define INLINED_MOST 128 /* at one address; the outermost are left out */

/* As one name: compilers put some 20 functions into one, and any user can write a map. */
#define CHAINED_MOST 128

struct perf_naming {
	struct symbol_source source;
	const struct perf_features *features; /* borrowed */
	const struct perf_modules *recorded;  /* borrowed */
	struct module *kernel;		      /* owned; NULL: not asked yet */
	struct module *
	    *modules; /* owned, and each: by row of `recorded`; NULL: not asked */
	size_t count, room;
	bool inlined, dwarf;	 /* look for them too; some module has what tells them */
	uint64_t inlined_places; /* addresses where there were some */
	bool built_in;		 /* files can be read */
};

struct perf_naming *perf_naming_new(const struct reading_options *options,
				    const struct perf_features *features,
				    const struct perf_modules *modules, struct error *err)
{
	struct perf_naming *n = mem_array(1, sizeof *n, "names", err);

	if (!n)
		return NULL;
	n->source.helper = options->helper;
	n->source.symfs = options->symfs;
	n->source.kallsyms = options->kallsyms;
	n->inlined = options->inlined;
	n->built_in = true;
	n->features = features;
	n->recorded = modules;
	n->source.running = module_kernel_ahead(
	    &n->source, &(struct module_kernel){.release = text_of(features->release),
						.host = text_of(features->host)});
	return n;
}

void perf_naming_free(struct perf_naming *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < n->count; i++)
		module_close(n->modules[i]);
	mem_free(n->modules);
	module_close(n->kernel);
	ahead_free(n->source.running);
	mem_free(n);
}

static struct build_id build_id_of(const struct perf_module *m)
{
	struct build_id id = {.len = m->build_id_size};

	memcpy(id.bytes, m->build_id, m->build_id_size);
	return id;
}

struct module_file perf_naming_file(const struct perf_module *m)
{
	return (struct module_file){
	    .path = text_of(m->path), .build_id = build_id_of(m), .inode = m->inode};
}

/* "/tmp/perf-123.map" */
static uint32_t map_pid(struct text path)
{
	struct text digits = text_from(path, sizeof "/tmp/perf-" - 1);
	uint64_t pid = 0;

	digits = text_upto(digits, digits.len < 4 ? 0 : digits.len - 4);
	return number_u64(digits, &pid) && pid <= UINT32_MAX ? (uint32_t)pid : 0;
}

static struct module *open_module(struct perf_naming *n, const struct perf_module *m,
				  struct error *err)
{
	struct module_file f = perf_naming_file(m);

	if (m->kind == PERF_MODULE_MADE)
		return module_open_map(&n->source, map_pid(f.path), 0, err);
	return module_open_file(&n->source, &f, err);
}

/* The kernel's symbols are those of its modules as well. */
static struct module *open_kernel(struct perf_naming *n, struct error *err)
{
	const struct perf_module *row = perf_modules_kernel(n->recorded);
	struct module_kernel k = {
	    .release = text_of(n->features->release),
	    .host = text_of(n->features->host),
	};
	const char *end = row ? strchr(row->path, ']') : NULL;

	if (row)
		k.build_id = build_id_of(row);
	if (end && end[1]) {
		k.anchor = text_of(end + 1);
		k.anchor_address = row->offset;
	}
	return module_open_kernel(&n->source, &k, err);
}

/* What has the symbols of a recorded module, opened when it is first asked. */
static struct module *module_of(struct perf_naming *n, const struct perf_module *m,
				uint32_t row, struct error *err)
{
	if (m->kind == PERF_MODULE_KERNEL || m->kind == PERF_MODULE_DRIVER) {
		if (!n->kernel)
			n->kernel = open_kernel(n, err);
		return n->kernel;
	}
	while (n->count <= row)
		if (!APPEND(n->modules, n->count, n->room, "modules", err, NULL))
			return NULL;
	if (!n->modules[row])
		n->modules[row] = open_module(n, m, err);
	return n->modules[row];
}

/* Are there more names in this one than are taken apart? */
static bool is_endless(struct text all)
{
	struct text name;
	int n = 0;

	while (n <= CHAINED_MOST && perf_symbol_next(&all, &name))
		n++;
	return n > CHAINED_MOST;
}

/* Maps of Java name all functions that were inlined: they are taken apart as in text. */
static bool add_names(struct perf_names *names, struct text all, enum frame_kind kind,
		      struct error *err)
{
	struct text name;

	/* As nearly all: no need to look at each character. */
	if (all.len && (!text_has(all, TEXT("->")) || is_endless(all)))
		return perf_names_add(names, all, kind, err);
	for (; perf_symbol_next(&all, &name); kind = FRAME_INLINED)
		if (!perf_names_add(names, name, kind, err))
			return false;
	return true;
}

/* As perf script --inline has it: the functions inlined there come after the symbol. */
static bool add_inlined(struct perf_naming *n, struct module *m, uint64_t address,
			struct perf_names *names, struct error *err)
{
	struct text inlined[INLINED_MOST];
	size_t count = module_inlined(m, address, inlined, INLINED_MOST);

	n->dwarf |= module_has_dwarf(m);
	n->inlined_places += count > 0;
	while (count--)
		if (!perf_names_add(names, inlined[count], FRAME_INLINED, err))
			return false;
	return true;
}

/* A symbol's note is the number of its frame and 1, where that says all. */
static bool add_function(struct perf_naming *n, struct module *m,
			 const struct perf_module *module, const struct perf_place *place,
			 const struct symbol *s, struct perf_names *names,
			 struct error *err)
{
	uint32_t frame;

	if (s->note && *s->note)
		return perf_names_again(names, *s->note - 1, err);
	if (!add_names(names, s->name, perf_module_kind(text_of(module->name), true),
		       err) ||
	    (n->inlined && !add_inlined(n, m, place->address, names, err)))
		return false;
	if (s->note && perf_names_single(names, &frame))
		*s->note = frame + 1;
	return true;
}

static bool name_place(void *arg, const struct perf_module *module,
		       const struct perf_place *place, struct perf_names *names,
		       struct error *err)
{
	struct perf_naming *n = arg;
	struct module *m;
	struct symbol s;

	if (module->kind == PERF_MODULE_GUEST || !*module->path)
		return true; /* its files are not here */
	m = module_of(n, module, place->module, err);
	if (!m)
		return false;
	if (module_find(m, place->address, &s)) {
		/* the kernel's functions are of several modules; what is inlined depends
		 * on the address */
		if (m == n->kernel || n->inlined)
			s.note = NULL;
		return add_function(n, m, module, place, &s, names, err);
	}
	n->built_in &= module_status(m) != SYMBOLS_NOT_BUILT_IN;
	perf_names_none(names, module_status(m));
	return true;
}

struct perf_symbols perf_naming_symbols(struct perf_naming *n)
{
	return (struct perf_symbols){name_place, n};
}

static void tell_inlined(const struct perf_naming *n, struct builder *b)
{
	char count[NUMBER_GROUPED_MAX], text[128];

	if (n->inlined_places)
		snprintf(text, sizeof text, "at %s of the addresses",
			 number_grouped(n->inlined_places, count));
	else
		snprintf(text, sizeof text, "none%s",
			 n->dwarf ? " at any of the addresses"
			 : !n->built_in
			     ? ": built without elfutils, which reads DWARF"
			     : ": no file here has DWARF (cc -g, or a package of "
			       "debug symbols)");
	builder_note(b, TEXT(PERF_NAMING_INLINED), text_of(text));
}

void perf_naming_tell(const struct perf_naming *n, struct reading *r)
{
	enum symbol_status kernel = n->kernel ? module_status(n->kernel) : SYMBOLS_FOUND;

	if (kernel != SYMBOLS_FOUND)
		builder_note(r->builder, TEXT("kernel symbols"),
			     text_of(symbol_status_text(kernel)));
	if (n->inlined)
		tell_inlined(n, r->builder);
}
