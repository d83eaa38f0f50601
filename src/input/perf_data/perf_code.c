#include "input/perf_data/perf_code.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "profile/code.h"
#include "symbols/code/code_file.h"
#include "symbols/code/source_text.h"

/* Generated parsers have functions of some 100 KiB. */
#define BYTES_MOST (1u << 20) /* of one function, */
#define BYTES_ALL  (4u << 20) /* and of all together */

/* Functions that have the words in their names. */
#define FUNCTIONS_MOST 64

/* Longer names of what is called are cut. */
#define TEXT_MOST 512

/* Generated source code has lines of megabytes. */
#define SOURCE_MOST 400

/* At one instruction; the outermost are left out. */
#define INLINED_MOST 32

/* A function whose name has other words. */
#define NOT_WANTED UINT32_MAX

/* What is known of a module: addresses, and the functions that they are in. */
struct known {
	struct idmap sites, functions;
	bool left_out; /* it is not one of those that are asked for */
};

/* Of a function, as the recording has it. */
struct origin {
	uint32_t module;
	uint64_t start, size; /* places in the file */
	uint64_t shift;	      /* from those to addresses, once it has been read */
};

struct perf_code {
	struct text wanted; /* borrowed */
	struct intern *in;  /* owned: names of modules; NULL: all are wanted, */
	uint32_t in_count;
	bool in_others;			    /* and some of those are of no file */
	bool bare;			    /* no lines are asked for */
	const char *directory;		    /* borrowed: of source code, or NULL */
	struct source_text *source;	    /* owned, once a function is read */
	struct perf_symbols *symbols;	    /* borrowed */
	const struct perf_modules *modules; /* borrowed */
	struct code *code;		    /* owned */
	struct known *known;		    /* owned: by module */
	size_t known_count, known_room;
	struct origin *origins; /* owned: by function of `code` */
	size_t origin_count, origins_room;
	size_t left; /* bytes that may still be read */
};

static struct text take_line(struct text *rest)
{
	struct text line = *rest;
	const char *end = memchr(rest->at, '\n', rest->len);

	if (end)
		line.len = (size_t)(end - rest->at);
	*rest = text_from(*rest, line.len + (end != NULL));
	return line;
}

/* Recordings of what is compiled anew all the time have as many modules as samples. */
static bool gather_modules(struct perf_code *c, const char *names, struct error *err)
{
	struct text rest = names ? text_of(names) : TEXT("");
	uint32_t id;

	if (!rest.len)
		return true;
	c->in = intern_new(err);
	while (c->in && rest.len) {
		struct text line = take_line(&rest);

		c->in_others |= line.len && line.at[0] != '/';
		if (!intern_put(c->in, line, &id, err))
			return false;
	}
	c->in_count = c->in ? intern_count(c->in) : 0;
	return c->in != NULL;
}

struct perf_code *perf_code_new(const struct reading_options *options,
				struct perf_symbols *symbols,
				const struct perf_modules *modules, struct error *err)
{
	struct perf_code *c = mem_array(1, sizeof *c, "instructions", err);

	if (!c)
		return NULL;
	c->wanted = text_of(options->instructions_of);
	c->directory = options->source;
	c->bare = options->instructions_bare;
	c->symbols = symbols;
	c->modules = modules;
	c->left = BYTES_ALL;
	c->code = code_new(err);
	if (c->code && gather_modules(c, options->instructions_in, err))
		return c;
	perf_code_free(c);
	return NULL;
}

void perf_code_free(struct perf_code *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->known_count; i++) {
		idmap_release(&c->known[i].sites);
		idmap_release(&c->known[i].functions);
	}
	mem_free(c->known);
	mem_free(c->origins);
	intern_free(c->in);
	source_text_free(c->source);
	code_free(c->code);
	mem_free(c);
}

/* ---- while it is replayed ---- */

/* As it stands in the list, where lines end names. */
static bool put_name(struct perf_code *c, const char *name, uint32_t *id,
		     struct error *err)
{
	struct text text = text_of(name);
	char *line;
	bool ok;

	if (!memchr(text.at, '\n', text.len))
		return intern_put(c->in, text, id, err);
	line = mem_text(text.at, text.len, err);
	if (!line)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (line[i] == '\n')
			line[i] = ' ';
	ok = intern_put(c->in, (struct text){line, text.len}, id, err);
	mem_free(line);
	return ok;
}

/* May functions be in it that are asked for? Those without a file go by other names as well. */
static bool ask_for(struct perf_code *c, const struct perf_module *m, bool *asked,
		    struct error *err)
{
	uint32_t id;

	*asked = !c->in || (m->kind != PERF_MODULE_FILE && c->in_others);
	if (*asked)
		return true;
	if (!put_name(c, m->name, &id, err))
		return false;
	*asked = id < c->in_count;
	return true;
}

static struct known *known_of(struct perf_code *c, uint32_t module, struct error *err)
{
	while (c->known_count <= module) {
		uint32_t next = (uint32_t)c->known_count;
		bool in = true;

		if ((next && !ask_for(c, perf_modules_get(c->modules, next), &in, err)) ||
		    !APPEND(c->known, c->known_count, c->known_room, "modules", err,
			    (struct known){.left_out = !in}))
			return NULL;
	}
	return &c->known[module];
}

static bool add_function(struct perf_code *c, const struct perf_place *place,
			 const struct symbol *s, uint32_t *function, struct error *err)
{
	const struct perf_module *m = perf_modules_get(c->modules, place->module);
	struct code_function f = {.start = s->start, .size = s->size};

	return intern_put(c->code->texts, s->name, &f.name, err) &&
	       intern_put(c->code->texts, text_of(m->name), &f.module, err) &&
	       APPEND(c->origins, c->origin_count, c->origins_room, "functions", err,
		      (struct origin){place->module, s->start, s->size, 0}) &&
	       code_add_function(c->code, &f, function, err);
}

/* "spin@l1.so" is the "spin" of one module, and which that is is told later. */
static bool is_apart(struct text wanted, struct text name)
{
	const char *at = wanted.len ? memrchr(wanted.at, '@', wanted.len) : NULL;

	return at && text_equal(name, text_upto(wanted, (size_t)(at - wanted.at)));
}

/* A new address: is it in a function of that name? */
static bool learn(struct perf_code *c, struct known *k, const struct perf_place *place,
		  uint32_t *site, struct error *err)
{
	uint32_t function;
	struct symbol s;

	*site = 0;
	if (!perf_symbols_function(c->symbols, place, &s, err))
		return err->kind == ERROR_NONE;
	if (!idmap_get(&k->functions, s.start, &function)) {
		function = NOT_WANTED;
		if (((text_has(s.name, c->wanted) || is_apart(c->wanted, s.name)) &&
		     !add_function(c, place, &s, &function, err)) ||
		    !idmap_put(&k->functions, s.start, function, &function, err))
			return false;
	}
	return function == NOT_WANTED ||
	       code_add_site(c->code, function, place->address, site, err);
}

bool perf_code_site(struct perf_code *c, const struct perf_place *place, uint32_t *site,
		    struct error *err)
{
	struct known *k = known_of(c, place->module, err);

	*site = 0;
	if (!k || k->left_out)
		return k != NULL;
	return idmap_get(&k->sites, place->address, site) ||
	       (learn(c, k, place, site, err) &&
		idmap_put(&k->sites, place->address, *site, site, err));
}

/* ---- afterwards ---- */

/* One function being read. */
struct reader {
	struct perf_code *c;
	struct code_file *file;	    /* borrowed */
	struct disassembly *decode; /* owned */
	struct source_lines lines;  /* owned */
	struct code_function *function;
	struct origin *origin;
};

/* What is called, or jumped to outside: " <printf@plt>", " <main+0x1f>". */
static void name_target(const struct reader *r, uint64_t target, char *to, size_t room)
{
	struct perf_place place = {.module = r->origin->module,
				   .address = target - r->origin->shift};
	struct error none = ERROR_INIT;
	struct symbol s;
	int len;

	*to = '\0';
	if (!perf_symbols_function(r->c->symbols, &place, &s, &none))
		return;
	len = s.name.len < room / 2 ? (int)s.name.len : (int)(room / 2);
	if (s.start == place.address)
		snprintf(to, room, " <%.*s>", len, s.name.at);
	else
		snprintf(to, room, " <%.*s+0x%" PRIx64 ">", len, s.name.at,
			 place.address - s.start);
}

/* Which line it is of, and what that says, where it is here. */
static bool tell_line(const struct reader *r, struct instruction *i, struct error *err)
{
	const struct source_row *row = source_lines_find(&r->lines, i->address);
	struct intern *texts = r->c->code->texts;
	struct text path;

	if (!row)
		return true;
	path = intern_get(r->lines.files, row->file);
	i->line = row->line;
	return intern_put(texts, path, &i->file, err) &&
	       (!r->c->source ||
		intern_put(texts,
			   utf8_upto(source_text_line(r->c->source, path, row->line),
				     SOURCE_MOST),
			   &i->source, err));
}

/* The functions that were put in here, the innermost first: "turned < weigh". */
static bool tell_inlined(const struct reader *r, struct instruction *i, struct error *err)
{
	struct text names[INLINED_MOST];
	size_t n = code_file_inlined(r->file, i->address, names, INLINED_MOST);
	char text[TEXT_MOST];
	size_t len = 0;

	for (size_t k = 0; k < n && len + names[k].len + 4 < sizeof text; k++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%.*s",
					k ? " < " : "", (int)names[k].len, names[k].at);
	return !len ||
	       intern_put(r->c->code->texts, (struct text){text, len}, &i->inlined, err);
}

static bool take(const struct reader *r, const struct decoded *d, struct error *err)
{
	struct code *code = r->c->code;
	struct instruction i = {
	    .address = d->address, .target = CODE_NOWHERE, .size = d->size};
	char text[DECODED_TEXT + TEXT_MOST], called[TEXT_MOST] = "";
	struct text unlinked;

	_Static_assert(DECODED_BYTES <= INSTRUCTION_BYTES, "they fit");
	memcpy(i.bytes, d->bytes, d->size);
	unlinked = code_file_unlinked(r->file, d->address, d->size);
	if (unlinked.len) {
		snprintf(
		    called, sizeof called, " [%.*s, linked when loaded]",
		    (int)(unlinked.len < TEXT_MOST / 2 ? unlinked.len : TEXT_MOST / 2),
		    unlinked.at);
	} else if (d->target != DECODED_NOWHERE) {
		if (d->is_jump && d->target - r->function->start < r->function->size)
			i.target = d->target;
		else
			name_target(r, d->target, called, sizeof called);
	}
	snprintf(text, sizeof text, "%s%s", d->text, called);
	return intern_put(code->texts, text_of(text), &i.text, err) &&
	       tell_line(r, &i, err) && tell_inlined(r, &i, err) &&
	       code_add_instruction(code, &i, err);
}

static bool decode(struct reader *r, const uint8_t *bytes, size_t len, struct error *err)
{
	struct code *code = r->c->code;
	struct decoded d;

	r->function->first = (uint32_t)code->instruction_count;
	disassembly_begin(r->decode, bytes, len, r->function->start);
	while (disassembly_next(r->decode, &d))
		if (!take(r, &d, err))
			return false;
	r->function->count = (uint32_t)code->instruction_count - r->function->first;
	return true;
}

static bool tell_absence(struct reader *r, const char *why, struct error *err)
{
	return intern_put(r->c->code->texts, text_of(why), &r->function->absence, err);
}

/* Of the kernel its memory is asked where it has no file. */
static bool tell_unread(struct reader *r, const char *why, struct error *err)
{
	char words[sizeof((struct error *)0)->message + 96];

	if (!code_file_is_memory(r->file))
		return tell_absence(r, why, err);
	snprintf(words, sizeof words,
		 "neither a vmlinux of that kernel, by its build id, is here, nor its "
		 "memory: %s",
		 why);
	return tell_absence(r, words, err);
}

static bool read_bytes(struct reader *r, struct error *err)
{
	size_t wanted =
	    r->origin->size < BYTES_MOST ? (size_t)r->origin->size : BYTES_MOST;
	struct error why = ERROR_INIT;
	uint8_t *bytes;
	size_t len;
	bool ok;

	if (wanted > r->c->left)
		wanted = r->c->left;
	if (!wanted)
		return tell_absence(r, "its file does not tell how long it is", err);
	bytes = mem_array(wanted, 1, "instructions", err);
	if (!bytes)
		return false;
	len = code_file_read(r->file, r->origin->start, bytes, wanted, &why);
	r->c->left -= len;
	code_file_lines(r->file, r->origin->start, len, &r->lines);
	ok = len ? decode(r, bytes, len, err) : tell_unread(r, why.message, err);
	mem_free(bytes);
	return ok;
}

static bool tell_build_id(struct reader *r, struct error *err)
{
	const struct build_id *id = code_file_build_id(r->file);
	char digits[2 * BUILD_ID_MAX + 1];

	for (uint32_t i = 0; i < id->len; i++)
		snprintf(digits + 2 * i, 3, "%02x", id->bytes[i]);
	return !id->len ||
	       intern_put(r->c->code->texts, (struct text){digits, 2 * (size_t)id->len},
			  &r->function->build_id, err);
}

/* Its addresses are those of the file from here on. */
static bool read_file(struct reader *r, struct error *err)
{
	enum machine machine = code_file_machine(r->file);

	r->function->start = code_file_address(r->file, r->origin->start);
	r->origin->shift = r->function->start - r->origin->start;
	if (!tell_build_id(r, err))
		return false;
	if (!capstone_library.version)
		return tell_absence(r, "flarescope was built without capstone", err);
	if (machine == MACHINE_OTHER)
		return tell_absence(
		    r, "instructions of this kind of CPU are not known here", err);
	r->decode = disassembly_new(machine);
	if (!r->decode)
		return error_set(err, ERROR_MEMORY, "no memory for instructions");
	return read_bytes(r, err);
}

/* Of a module of the kernel, where it has only one function of that name. */
static bool read_object(struct reader *r, struct error *err)
{
	struct text name = code_text(r->c->code, r->function->name);
	size_t n = code_file_enter(r->file, name, r->origin->start, &r->origin->size);

	return n == 1 ? read_file(r, err)
		      : tell_absence(r,
				     n ? "its file has several functions of this name"
				       : "its file has no function of this name",
				     err);
}

/* Files stay open for the next function: their debug symbols take long. */
struct open_file {
	struct code_file *file; /* owned */
	uint32_t module;	/* 0: none was opened */
	enum symbol_status why;
};

static void open_module(struct perf_code *c, struct open_file *open, uint32_t module)
{
	const struct perf_module *m = perf_modules_get(c->modules, module);
	struct module_file file = perf_symbols_file(m);
	const struct symbol_source *from = perf_symbols_source(c->symbols);
	struct module_kernel kernel = perf_symbols_kernel(c->symbols);

	if (open->module == module)
		return;
	code_file_close(open->file);
	if (m->kind == PERF_MODULE_KERNEL)
		open->file = code_file_open_kernel(from, &kernel, !c->bare, &open->why);
	else if (m->kind == PERF_MODULE_DRIVER)
		open->file = code_file_open_object(from, &file, &open->why);
	else
		open->file = code_file_open(from, &file, !c->bare, &open->why);
	open->module = module;
}

static const char *why_none(uint8_t kind, enum symbol_status why)
{
	if (kind == PERF_MODULE_DRIVER && why == SYMBOLS_NOT_ELF)
		return "the file of this module is packed, or no ELF file";
	if (kind != PERF_MODULE_KERNEL)
		return symbol_status_text(why);
	switch (why) {
	case SYMBOLS_NO_FILE:
		return "no vmlinux of that kernel, by its build id, is here";
	case SYMBOLS_BUILD_ID:
		return "the vmlinux that is here has another build id than the recorded "
		       "kernel";
	case SYMBOLS_KERNEL_UNTOLD:
		return "the recording does not tell the build id of the kernel";
	default:
		return symbol_status_text(why);
	}
}

static bool read_function(struct perf_code *c, size_t i, struct open_file *open,
			  struct error *err)
{
	struct reader r = {
	    .c = c, .function = &c->code->functions[i], .origin = &c->origins[i]};
	const struct perf_module *m = perf_modules_get(c->modules, r.origin->module);
	uint8_t kind = m->kind;
	bool ok;

	if (kind == PERF_MODULE_DRIVER && !m->build_id_size)
		return tell_absence(
		    &r, "the recording does not tell the build id of this module", err);
	if (kind != PERF_MODULE_FILE && kind != PERF_MODULE_KERNEL &&
	    kind != PERF_MODULE_DRIVER)
		return tell_absence(&r, "code made at run time is in no file", err);
	open_module(c, open, r.origin->module);
	r.file = open->file;
	ok = r.file && kind == PERF_MODULE_DRIVER ? read_object(&r, err)
	     : r.file				  ? read_file(&r, err)
		      : tell_absence(&r, why_none(kind, open->why), err);
	source_lines_release(&r.lines);
	disassembly_free(r.decode);
	return ok;
}

/*
 * Who asks may mean one by its last word, or by a part: analysis/shape/function_name.h knows, above
 * us. Here those that have just that name are read, or else the first that have it in theirs.
 */
static bool is_just(const struct perf_code *c, size_t function)
{
	return text_equal(code_text(c->code, c->code->functions[function].name),
			  c->wanted);
}

/* Their numbers, those of one module together. */
static size_t choose(const struct perf_code *c, uint32_t chosen[FUNCTIONS_MOST])
{
	bool exact = false;
	size_t n = 0;

	for (size_t i = 0; i < c->code->function_count; i++)
		exact |= is_just(c, i);
	for (size_t i = 0; i < c->code->function_count && n < FUNCTIONS_MOST; i++) {
		size_t at = n;

		if (exact && !is_just(c, i))
			continue;
		for (; at && c->origins[chosen[at - 1]].module > c->origins[i].module;
		     at--)
			chosen[at] = chosen[at - 1]; /* room: at <= n */
		chosen[at] = (uint32_t)i;	     /* room: at <= n */
		n++;
	}
	return n;
}

static bool read_chosen(struct perf_code *c, struct error *err)
{
	struct code *code = c->code;
	uint32_t chosen[FUNCTIONS_MOST], left_out;
	size_t n = choose(c, chosen);
	struct open_file open = {.module = 0};
	bool ok =
	    intern_put(code->texts, TEXT("too many functions have this in their names"),
		       &left_out, err);

	for (size_t i = 0; ok && i < code->function_count; i++)
		code->functions[i].absence = left_out;
	c->source = source_text_new(c->directory);
	for (size_t i = 0; ok && i < n; i++) {
		code->functions[chosen[i]].absence = 0;
		ok = read_function(c, chosen[i], &open, err);
	}
	code_file_close(open.file);
	for (size_t i = 1; i < code->site_count; i++)
		code->sites[i].address += c->origins[code->sites[i].function].shift;
	return ok;
}

bool perf_code_finish(struct perf_code *c, struct builder *b, struct error *err)
{
	if (!read_chosen(c, err))
		return false;
	builder_code(b, c->code);
	c->code = NULL;
	return true;
}
