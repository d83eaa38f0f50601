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

/* Bytes: generated parsers have functions of some 100 KiB. */
#define BYTES_MOST (1u << 20) /* of a function */
#define BYTES_ALL  (4u << 20) /* of all functions */

/* Functions whose instructions are read. */
#define FUNCTIONS_MOST 64

/* Longer names of called functions are truncated. */
#define TEXT_MOST 512

/* Longer source lines are truncated: generated code has lines of megabytes. */
#define SOURCE_MOST 400

/* Inlined functions at one instruction; beyond that, the outermost are left out. */
#define INLINED_MOST 32

/* Instead of a number: the name of the function does not match. */
#define NOT_WANTED UINT32_MAX

struct module_code {
	struct idmap sites;	/* by address: the site, or 0 */
	struct idmap functions; /* by start: the function, or NOT_WANTED */
	bool left_out;		/* it is not one of the requested modules */
};

/* The place of a function in the recording. */
struct origin {
	uint32_t module;
	uint64_t start, size; /* offsets in the file */
	/* from offsets to addresses, once the function has been read */
	uint64_t shift;
};

struct perf_code {
	struct text wanted; /* borrowed */
	struct intern *in;  /* owned: names of the wanted modules; NULL: all */
	uint32_t in_count;
	bool in_others;	       /* some of these are not files */
	bool bare;	       /* omit source lines */
	const char *directory; /* borrowed: of source code, or NULL */
	/* owned, from the first function that is read */
	struct source_text *source;
	struct perf_symbols *symbols;	    /* borrowed */
	const struct perf_modules *modules; /* borrowed */
	struct code *code;		    /* owned */
	struct module_code *known;	    /* owned: by module */
	size_t known_count, known_room;
	struct origin *origins; /* owned: by function of `code` */
	size_t origin_count, origins_room;
	size_t left; /* bytes that may still be read */
	/* owned: stays open for the next function, as its debug symbols take long to read */
	struct code_file *file;
	uint32_t file_module;	/* 0: no file is open yet */
	enum symbol_status why; /* there is no file */
};

/* Store the names of the requested modules, one per line, in `c->in`. */
static bool take_wanted_modules(struct perf_code *c, const char *names, struct error *err)
{
	struct text rest = names ? text_of(names) : TEXT("");
	uint32_t id;

	if (!rest.len)
		return true;
	c->in = intern_new(err);
	while (c->in && rest.len) {
		const char *end = memchr(rest.at, '\n', rest.len);
		size_t len = end ? (size_t)(end - rest.at) : rest.len;

		c->in_others |= len && rest.at[0] != '/';
		if (!intern_put(c->in, text_upto(rest, len), &id, err))
			return false;
		rest = text_from(rest, len + (end != NULL));
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
	if (c->code && take_wanted_modules(c, options->instructions_in, err))
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
	code_file_close(c->file);
	code_free(c->code);
	mem_free(c);
}

/* ---- during the replay ---- */

/*
 * May the module contain requested functions? Modules without a file may have other names in the
 * list, in which newlines became blanks. Names are interned, as a recording with generated code may
 * have as many modules as samples.
 */
static bool is_module_wanted(struct perf_code *c, const struct perf_module *m,
			     bool *wanted, struct error *err)
{
	struct text name = text_of(m->name);
	uint32_t id;
	char *line;
	bool ok;

	*wanted = !c->in || (m->kind != PERF_MODULE_FILE && c->in_others);
	if (*wanted)
		return true;
	line = mem_text(name.at, name.len, err);
	if (!line)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (line[i] == '\n')
			line[i] = ' ';
	ok = intern_put(c->in, (struct text){line, name.len}, &id, err);
	mem_free(line);
	*wanted = ok && id < c->in_count;
	return ok;
}

/* "spin@l1.so" requests "spin" of one module; the module is chosen later. */
static bool is_name_wanted(struct text wanted, struct text name)
{
	const char *at = wanted.len ? memrchr(wanted.at, '@', wanted.len) : NULL;

	return text_has(name, wanted) ||
	       (at && text_equal(name, text_upto(wanted, (size_t)(at - wanted.at))));
}

/* The site of a new address. */
static bool find_site(struct perf_code *c, struct module_code *k,
		      const struct perf_place *place, uint32_t *site, struct error *err)
{
	const struct perf_module *m = perf_modules_get(c->modules, place->module);
	struct intern *texts = c->code->texts;
	struct code_function f;
	uint32_t function;
	struct symbol s;

	*site = 0;
	if (!perf_symbols_function(c->symbols, place, &s, err))
		return err->kind == ERROR_NONE;
	if (!idmap_get(&k->functions, s.start, &function)) {
		function = NOT_WANTED;
		f = (struct code_function){.start = s.start, .size = s.size};
		if ((is_name_wanted(c->wanted, s.name) &&
		     !(intern_put(texts, s.name, &f.name, err) &&
		       intern_put(texts, text_of(m->name), &f.module, err) &&
		       APPEND(c->origins, c->origin_count, c->origins_room, "functions",
			      err, (struct origin){place->module, s.start, s.size, 0}) &&
		       code_add_function(c->code, &f, &function, err))) ||
		    !idmap_put(&k->functions, s.start, function, &function, err))
			return false;
	}
	return function == NOT_WANTED ||
	       code_add_site(c->code, function, place->address, site, err);
}

bool perf_code_site(struct perf_code *c, const struct perf_place *place, uint32_t *site,
		    struct error *err)
{
	struct module_code *k;

	*site = 0;
	while (c->known_count <= place->module) {
		uint32_t next = (uint32_t)c->known_count;
		bool wanted = true;

		if ((next && !is_module_wanted(c, perf_modules_get(c->modules, next),
					       &wanted, err)) ||
		    !APPEND(c->known, c->known_count, c->known_room, "modules", err,
			    (struct module_code){.left_out = !wanted}))
			return false;
	}
	k = &c->known[place->module];
	return k->left_out || idmap_get(&k->sites, place->address, site) ||
	       (find_site(c, k, place, site, err) &&
		idmap_put(&k->sites, place->address, *site, site, err));
}

/* ---- reading the instructions ---- */

/* Reads one function. */
struct code_reader {
	struct perf_code *c;
	struct code_file *file;	    /* borrowed */
	struct disassembly *decode; /* owned */
	struct source_lines lines;  /* owned */
	struct code_function *function;
	struct origin *origin;
};

/* Name the target of a call, or of a jump out of the function: " <printf@plt>", " <main+0x1f>". */
static void name_target(const struct code_reader *r, uint64_t target, char *to,
			size_t room)
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

/* Add the line of the instruction, and the source text if available. */
static bool add_source_line(const struct code_reader *r, struct instruction *i,
			    struct error *err)
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

/* Add the functions inlined here, innermost first: "turned < weigh". */
static bool add_inlined(const struct code_reader *r, struct instruction *i,
			struct error *err)
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

static bool add_instruction(const struct code_reader *r, const struct decoded *d,
			    struct error *err)
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
	       add_source_line(r, &i, err) && add_inlined(r, &i, err) &&
	       code_add_instruction(code, &i, err);
}

static bool set_absence(struct code_reader *r, const char *why, struct error *err)
{
	return intern_put(r->c->code->texts, text_of(why), &r->function->absence, err);
}

static bool read_bytes(struct code_reader *r, struct error *err)
{
	size_t wanted =
	    r->origin->size < BYTES_MOST ? (size_t)r->origin->size : BYTES_MOST;
	struct code *code = r->c->code;
	struct error why = ERROR_INIT;
	char words[sizeof why.message + 96];
	struct decoded d;
	uint8_t *bytes;
	size_t len;
	bool ok = true;

	if (wanted > r->c->left)
		wanted = r->c->left;
	if (!wanted)
		return set_absence(r, "its file does not have the size of this function",
				   err);
	bytes = mem_array(wanted, 1, "instructions", err);
	if (!bytes)
		return false;
	len = code_file_read(r->file, r->origin->start, bytes, wanted, &why);
	r->c->left -= len;
	code_file_lines(r->file, r->origin->start, len, &r->lines);
	if (len) {
		r->function->first = (uint32_t)code->instruction_count;
		disassembly_begin(r->decode, bytes, len, r->function->start);
		while (ok && disassembly_next(r->decode, &d))
			ok = add_instruction(r, &d, err);
		r->function->count =
		    (uint32_t)code->instruction_count - r->function->first;
	} else {
		/* a kernel without a file is read from memory */
		snprintf(words, sizeof words, "%s%s",
			 code_file_is_memory(r->file)
			     ? "there is no vmlinux with the recorded build id, and "
			       "/proc/kcore cannot be used: "
			     : "",
			 why.message);
		ok = set_absence(r, words, err);
	}
	mem_free(bytes);
	return ok;
}

/* From here on, the function's addresses are those of the file. */
static bool read_file(struct code_reader *r, struct error *err)
{
	const struct build_id *id = code_file_build_id(r->file);
	enum machine machine = code_file_machine(r->file);
	char digits[2 * BUILD_ID_MAX + 1];

	r->function->start = code_file_address(r->file, r->origin->start);
	r->origin->shift = r->function->start - r->origin->start;
	for (uint32_t i = 0; i < id->len; i++)
		snprintf(digits + 2 * i, 3, "%02x", id->bytes[i]);
	if (id->len &&
	    !intern_put(r->c->code->texts, (struct text){digits, 2 * (size_t)id->len},
			&r->function->build_id, err))
		return false;
	if (!capstone_library.version)
		return set_absence(r, "flarescope was built without capstone", err);
	if (machine == MACHINE_OTHER)
		return set_absence(
		    r, "instructions of this kind of CPU are not supported", err);
	r->decode = disassembly_new(machine);
	if (!r->decode)
		return error_set(err, ERROR_MEMORY, "out of memory for instructions");
	return read_bytes(r, err);
}

static const char *why_no_file(uint8_t kind, enum symbol_status why)
{
	if (kind == PERF_MODULE_DRIVER && why == SYMBOLS_NOT_ELF)
		return "the file of this module is compressed, or not an ELF file";
	if (kind != PERF_MODULE_KERNEL)
		return symbol_status_text(why);
	switch (why) {
	case SYMBOLS_NO_FILE:
		return "there is no vmlinux with the recorded build id";
	case SYMBOLS_BUILD_ID:
		return "the build id of vmlinux differs from that of the recorded kernel";
	case SYMBOLS_KERNEL_UNKNOWN:
		return "the recording does not have the build id of the kernel";
	default:
		return symbol_status_text(why);
	}
}

static bool read_function(struct perf_code *c, size_t i, struct error *err)
{
	struct code_reader r = {
	    .c = c, .function = &c->code->functions[i], .origin = &c->origins[i]};
	const struct perf_module *m = perf_modules_get(c->modules, r.origin->module);
	const struct symbol_source *from = perf_symbols_source(c->symbols);
	struct module_kernel kernel = perf_symbols_kernel(c->symbols);
	struct module_file file = perf_symbols_file(m);
	uint8_t kind = m->kind;
	size_t n = 1;
	bool ok;

	if (kind == PERF_MODULE_DRIVER && !m->build_id_size)
		return set_absence(
		    &r, "the recording does not have the build id of this module", err);
	if (kind != PERF_MODULE_FILE && kind != PERF_MODULE_KERNEL &&
	    kind != PERF_MODULE_DRIVER)
		return set_absence(&r, "code generated at run time is not in a file",
				   err);
	if (c->file_module != r.origin->module) {
		code_file_close(c->file);
		if (kind == PERF_MODULE_KERNEL)
			c->file = code_file_open_kernel(from, &kernel, !c->bare, &c->why);
		else if (kind == PERF_MODULE_DRIVER)
			c->file = code_file_open_object(from, &file, &c->why);
		else
			c->file = code_file_open(from, &file, !c->bare, &c->why);
		c->file_module = r.origin->module;
	}
	r.file = c->file;
	/* the file of a kernel module must have exactly one function of that name */
	if (r.file && kind == PERF_MODULE_DRIVER)
		n = code_file_enter(r.file, code_text(c->code, r.function->name),
				    r.origin->start, &r.origin->size);
	if (!r.file)
		ok = set_absence(&r, why_no_file(kind, c->why), err);
	else if (n != 1)
		ok = set_absence(&r,
				 n ? "its file has several functions of this name"
				   : "its file has no function of this name",
				 err);
	else
		ok = read_file(&r, err);
	source_lines_release(&r.lines);
	disassembly_free(r.decode);
	return ok;
}

/*
 * The user may give the last word of a name or a part of it, which the layers above resolve
 * (analysis/transform/function_name.h). Here the functions of exactly that name are read, or
 * otherwise the first ones that contain it.
 */
static bool is_just(const struct perf_code *c, size_t function)
{
	return text_equal(code_text(c->code, c->code->functions[function].name),
			  c->wanted);
}

bool perf_code_finish(struct perf_code *c, struct builder *b, struct error *err)
{
	struct code *code = c->code;
	uint32_t chosen[FUNCTIONS_MOST], left_out;
	bool exact = false, ok;
	size_t n = 0;

	/* the numbers of the functions to read, sorted by module */
	for (size_t i = 0; i < code->function_count; i++)
		exact |= is_just(c, i);
	for (size_t i = 0; i < code->function_count && n < FUNCTIONS_MOST; i++) {
		size_t at = n;

		if (exact && !is_just(c, i))
			continue;
		for (; at && c->origins[chosen[at - 1]].module > c->origins[i].module;
		     at--)
			chosen[at] = chosen[at - 1]; /* room: at <= n */
		chosen[at] = (uint32_t)i;	     /* room: at <= n */
		n++;
	}
	ok = intern_put(code->texts, TEXT("too many functions have this in their names"),
			&left_out, err);

	for (size_t i = 0; ok && i < code->function_count; i++)
		code->functions[i].absence = left_out;
	c->source = source_text_new(c->directory);
	for (size_t i = 0; ok && i < n; i++) {
		code->functions[chosen[i]].absence = 0;
		ok = read_function(c, chosen[i], err);
	}
	for (size_t i = 1; i < code->site_count; i++)
		code->sites[i].address += c->origins[code->sites[i].function].shift;
	if (!ok)
		return false;
	builder_code(b, code);
	c->code = NULL;
	return true;
}
