#include "symbols/dwarf/source_lines.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/bytes.h"
#include "base/mem.h"
#include "symbols/dwarf/inlined_unit.h"

/* The maximum number of files of a unit; generated units have thousands. */
#define FILES_MOST (64u * 1024)

/*
 * The maximum for one unit; units that combine many files, as of link-time optimization, are large.
 */
#define ROWS_MOST (8u * 1024 * 1024)

#define PATH_MOST 4096

/* The maximum number of fields in the header of a table, in the order of DWARF 5. */
#define FORMATS_MOST 16

struct named_path {
	struct text name; /* borrowed from a section */
	uint64_t dir;	  /* for a file: index of its directory */
};

struct names {
	struct named_path *rows; /* owned */
	size_t count, room;
};

/* The table of a unit. */
struct unit_table {
	const struct inlined_unit *unit; /* borrowed */
	struct bytes left;		 /* its unread part */
	struct bytes program;
	uint16_t version;
	bool wide; /* 64-bit offsets */
	uint8_t step, range, first_special;
	int8_t base;
	uint8_t operands[256];	  /* number of operands of standard instructions */
	struct names dirs, files; /* owned */
	/* borrowed: the directory of the compilation, or empty */
	struct text root;
	uint64_t work; /* as in struct source_lines */
};

/* ---- the header ---- */

static uint64_t offset_of(struct unit_table *t, struct bytes *b)
{
	return t->wide ? bytes_u64(b) : bytes_u32(b);
}

static uint8_t byte_of(struct bytes *b)
{
	struct text t = bytes_take(b, 1);

	return t.len ? (uint8_t)*t.at : 0;
}

static struct text string_of(struct bytes *b)
{
	struct text rest = {b->at, bytes_left(b)};
	struct text name = bytes_name(rest);

	bytes_skip(b, name.len + 1);
	return b->short_read ? TEXT("") : name;
}

/*
 * Only as much of the string as shows that it is too long: all rows may refer to the same string,
 * as long as its section.
 */
static struct text string_at(struct text section, uint64_t offset)
{
	return offset < section.len
		   ? bytes_name(text_upto(text_from(section, (size_t)offset), PATH_MOST))
		   : TEXT("");
}

/* Read the length of a table: 32 bits, or a mark and 64. */
static bool begin_table(struct unit_table *t, uint64_t offset)
{
	struct bytes b = bytes_of(t->unit->lines);
	uint64_t len;

	bytes_skip(&b, offset);
	len = bytes_u32(&b);
	t->wide = len == UINT32_MAX;
	if (t->wide)
		len = bytes_u64(&b);
	t->left = bytes_of(bytes_take(&b, len));
	if (b.short_read)
		return false;
	t->work = bytes_left(&t->left);
	t->version = bytes_u16(&t->left);
	/* the sizes of addresses and of segment selectors */
	if (t->version >= 5)
		bytes_skip(&t->left, 2);
	len = offset_of(t, &t->left);
	t->program = t->left;
	bytes_skip(&t->program, len);
	return t->version >= 2 && t->version <= 5 && !t->program.short_read;
}

static bool read_machine(struct unit_table *t)
{
	struct bytes *b = &t->left;

	t->step = byte_of(b);
	/* operations per instruction: always 1 on these machines */
	if (t->version >= 4)
		bytes_skip(b, 1);
	bytes_skip(b, 1); /* whether rows begin a statement by default */
	t->base = (int8_t)byte_of(b);
	t->range = byte_of(b);
	t->first_special = byte_of(b);
	for (unsigned i = 1; i < t->first_special; i++)
		t->operands[i] = byte_of(b);
	return !b->short_read && t->range && t->first_special;
}

static bool add_name(struct names *n, struct text name, uint64_t dir)
{
	struct error none = ERROR_INIT;

	return n->count < FILES_MOST && APPEND(n->rows, n->count, n->room, "files", &none,
					       (struct named_path){name, dir});
}

/* DWARF 2 to 4: names counted from 1, up to an empty one. */
static bool read_old_names(struct unit_table *t)
{
	struct bytes *b = &t->left;
	struct text name;

	if (!add_name(&t->dirs, TEXT(""), 0) || !add_name(&t->files, TEXT(""), 0))
		return false;
	while ((name = string_of(b)).len)
		if (!add_name(&t->dirs, name, 0))
			return false;
	while (!b->short_read && (name = string_of(b)).len) {
		uint64_t dir = bytes_leb128(b);

		(void)bytes_leb128(b); /* time of modification */
		(void)bytes_leb128(b); /* length */
		if (!add_name(&t->files, name, dir))
			return false;
	}
	return true;
}

struct entry_format {
	uint64_t content, form;
};

/* Read a reference to a section of strings; `name` may be NULL. */
static void read_reference(struct unit_table *t, struct text section, struct text *name)
{
	uint64_t offset = offset_of(t, &t->left);

	if (!name)
		return;
	*name = string_at(section, offset);
	t->work += name->len;
}

/*
 * Read a number or, if `name` is not NULL, a text; false: the form is unknown, and so is its
 * length.
 */
static bool read_value(struct unit_table *t, uint64_t form, uint64_t *number,
		       struct text *name)
{
	struct bytes *b = &t->left;
	struct text here;

	switch (form) {
	case DW_FORM_string:
		here = string_of(b);
		if (name)
			*name = here;
		break;
	case DW_FORM_line_strp:
		read_reference(t, t->unit->line_strings, name);
		break;
	case DW_FORM_strp:
		read_reference(t, t->unit->strings, name);
		break;
	case DW_FORM_udata:
		*number = bytes_leb128(b);
		break;
	case DW_FORM_data1:
		*number = byte_of(b);
		break;
	case DW_FORM_data2:
		*number = bytes_u16(b);
		break;
	case DW_FORM_data4:
		*number = bytes_u32(b);
		break;
	case DW_FORM_data8:
		*number = bytes_u64(b);
		break;
	case DW_FORM_data16:
		bytes_skip(b, 16);
		break;
	case DW_FORM_block:
		bytes_skip(b, bytes_leb128(b));
		break;
	default:
		return false;
	}
	return !b->short_read;
}

/*
 * Read the fields that each row has. Returns their number, or -1. At most one of them may be a
 * path.
 */
static int read_formats(struct bytes *b, struct entry_format formats[FORMATS_MOST])
{
	uint8_t n = byte_of(b);
	unsigned paths = 0;

	if (n > FORMATS_MOST)
		return -1;
	for (uint8_t i = 0; i < n; i++) {
		formats[i].content = bytes_leb128(b);
		formats[i].form = bytes_leb128(b);
		paths += formats[i].content == DW_LNCT_path;
	}
	return paths > 1 ? -1 : n;
}

/* DWARF 5: the fields of the rows, then the rows. */
static bool read_new_names(struct unit_table *t, struct names *names)
{
	struct entry_format formats[FORMATS_MOST];
	int n = read_formats(&t->left, formats);
	uint64_t count;

	if (n < 0)
		return false;
	count = bytes_leb128(&t->left);
	while (count-- && n && !t->left.short_read) {
		struct text name = TEXT("");
		uint64_t dir = 0, skipped;

		for (int i = 0; i < n; i++)
			if (!read_value(
				t, formats[i].form,
				formats[i].content == DW_LNCT_directory_index ? &dir
									      : &skipped,
				formats[i].content == DW_LNCT_path ? &name : NULL))
				return false;
		if (!add_name(names, name, dir))
			return false;
	}
	return true;
}

/* Find the table of a unit, and the root of its paths. */
static bool find_table(const struct inlined_unit *unit, uint64_t *offset,
		       struct text *root)
{
	Dwarf_Attribute attr;
	Dwarf_Word at;
	Dwarf_Die die = unit->die;
	const char *path = NULL;

	if (!dwarf_attr(&die, DW_AT_stmt_list, &attr) || dwarf_formudata(&attr, &at) != 0)
		return false;
	if (dwarf_attr(&die, DW_AT_comp_dir, &attr))
		path = dwarf_formstring(&attr);
	*offset = at;
	*root = path ? text_of(path) : TEXT("");
	return true;
}

static bool read_head(struct unit_table *t)
{
	uint64_t offset;

	if (!find_table(t->unit, &offset, &t->root) || !begin_table(t, offset) ||
	    !read_machine(t))
		return false;
	return t->version < 5
		   ? read_old_names(t)
		   : read_new_names(t, &t->dirs) && read_new_names(t, &t->files);
}

/* ---- the program ---- */

struct line_program {
	struct unit_table *t;
	struct source_lines *to;
	uint64_t start, end; /* the requested addresses */
	uint64_t address, file, line;
	struct source_row before; /* the previous row of this sequence */
	bool begun;		  /* `before` is valid */
	bool fine;
};

static void put_source_row(struct line_program *r, uint64_t address, uint64_t file,
			   uint64_t line)
{
	struct error none = ERROR_INIT;

	r->fine = r->fine && r->to->count < ROWS_MOST &&
		  APPEND(r->to->rows, r->to->count, r->to->room, "lines", &none,
			 (struct source_row){address, (uint32_t)file, (uint32_t)line});
}

/* Append a row: the previous one ends here. */
static void emit_source_row(struct line_program *r)
{
	const struct source_row *b = &r->before;

	if (r->begun && b->address < r->address && b->address < r->end &&
	    r->address > r->start)
		put_source_row(r, b->address > r->start ? b->address : r->start, b->file,
			       b->line);
	r->before = (struct source_row){r->address, (uint32_t)r->file, (uint32_t)r->line};
	r->begun = true;
}

static void end_sequence(struct line_program *r)
{
	emit_source_row(r);
	if (r->address > r->start && r->address < r->end)
		put_source_row(r, r->address, 0, 0);
	r->begun = false;
	r->address = 0;
	r->file = r->line = 1;
}

static void do_extended(struct line_program *r, struct bytes *b)
{
	struct bytes body = bytes_of(bytes_take(b, bytes_leb128(b)));

	switch (byte_of(&body)) {
	case DW_LNE_end_sequence:
		end_sequence(r);
		break;
	case DW_LNE_set_address:
		r->address = bytes_left(&body) >= 8 ? bytes_u64(&body) : bytes_u32(&body);
		break;
	default:
		break;
	}
}

static int64_t signed_leb128(struct bytes *b)
{
	const char *from = b->at;
	uint64_t v = bytes_leb128(b);
	size_t len = (size_t)(b->at - from);

	/* the second highest bit of the last byte is the sign */
	if (len && len < 10 && (b->at[-1] & 0x40))
		v |= UINT64_MAX << 7 * len;
	return (int64_t)v;
}

static void do_standard(struct line_program *r, struct bytes *b, uint8_t code)
{
	const struct unit_table *t = r->t;

	switch (code) {
	case DW_LNS_copy:
		emit_source_row(r);
		break;
	case DW_LNS_advance_pc:
		r->address += bytes_leb128(b) * t->step;
		break;
	case DW_LNS_advance_line:
		r->line += (uint64_t)signed_leb128(b);
		break;
	case DW_LNS_set_file:
		r->file = bytes_leb128(b);
		break;
	case DW_LNS_const_add_pc:
		r->address += (uint64_t)((255 - t->first_special) / t->range) * t->step;
		break;
	case DW_LNS_fixed_advance_pc:
		r->address += bytes_u16(b);
		break;
	default:
		for (uint8_t i = 0; i < t->operands[code]; i++)
			(void)bytes_leb128(b);
		break;
	}
}

static void run_line_program(struct line_program *r)
{
	const struct unit_table *t = r->t;
	struct bytes b = t->program;

	while (bytes_left(&b) && r->fine) {
		uint8_t code = byte_of(&b);

		if (code >= t->first_special) {
			code = (uint8_t)(code - t->first_special);
			r->address += (uint64_t)(code / t->range) * t->step;
			r->line += (uint64_t)(int64_t)(t->base + code % t->range);
			emit_source_row(r);
		} else if (code == 0) {
			do_extended(r, &b);
		} else {
			do_standard(r, &b, code);
		}
	}
}

/* ---- paths ---- */

static int join_path(char *to, int at, struct text part)
{
	int n = snprintf(to + at, (size_t)(PATH_MOST - at), "%.*s%s", (int)part.len,
			 part.at, part.len && part.at[part.len - 1] != '/' ? "/" : "");

	return n < PATH_MOST - at ? at + n : at;
}

static bool is_absolute(struct text path)
{
	return path.len && path.at[0] == '/';
}

/* The path of a file, absolute if possible. */
static uint32_t path_of(struct unit_table *t, uint64_t file, struct intern *files)
{
	struct error none = ERROR_INIT;
	char path[PATH_MOST];
	struct text name, dir;
	uint32_t id = 0;
	int at = 0, n;

	if (file >= t->files.count || !t->files.rows[file].name.len)
		return 0;
	name = t->files.rows[file].name;
	dir = t->files.rows[file].dir < t->dirs.count
		  ? t->dirs.rows[t->files.rows[file].dir].name
		  : TEXT("");
	if (name.len >= PATH_MOST || dir.len >= PATH_MOST)
		return 0;
	if (!is_absolute(name)) {
		if (!is_absolute(dir) && t->root.len < PATH_MOST)
			at = join_path(path, at, t->root);
		at = join_path(path, at, dir);
	}
	n = snprintf(path + at, (size_t)(PATH_MOST - at), "%.*s", (int)name.len, name.at);
	t->work += (uint64_t)(at + n);
	if (n >= PATH_MOST - at ||
	    !intern_put(files, (struct text){path, (size_t)(at + n)}, &id, &none))
		return 0;
	return id;
}

/* Replace file numbers by numbers of paths; each path is built once. */
static void name_files(struct unit_table *t, struct source_lines *l, bool all)
{
	struct error none = ERROR_INIT;
	uint32_t *known = mem_array(t->files.count + 1, sizeof *known, "files", &none);

	l->numbered_count = all && known ? t->files.count : 0;
	for (size_t i = 0; i < l->numbered_count; i++)
		known[i] = path_of(t, i, l->files) + 1;
	for (size_t i = 0; i < l->count; i++) {
		uint32_t file = l->rows[i].file;

		if (!known || file >= t->files.count) {
			l->rows[i].file = 0;
			continue;
		}
		if (!known[file])
			known[file] = path_of(t, file, l->files) + 1;
		l->rows[i].file = known[file] - 1;
	}
	if (!l->numbered_count) {
		mem_free(known);
		return;
	}
	l->numbered = known;
	for (size_t i = 0; i < l->numbered_count; i++)
		known[i]--;
}

static int by_address(const void *a, const void *b)
{
	const struct source_row *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	/* one sequence may begin where another ends: its row must be found */
	return (x->line > 0) - (y->line > 0);
}

/* Read the table of the unit of an address; the paths of all its files, or only of those used. */
static bool read_table(struct source_lines *l, struct inlined *in, uint64_t address,
		       uint64_t start, uint64_t end, bool all)
{
	struct error none = ERROR_INIT;
	struct inlined_unit unit;
	struct unit_table t = {.unit = &unit};
	struct line_program r = {.t = &t,
				 .to = l,
				 .start = start,
				 .end = end,
				 .file = 1,
				 .line = 1,
				 .fine = true};

	*l = (struct source_lines){.files = intern_new(&none)};
	if (l->files && inlined_unit(in, address, &unit) && read_head(&t)) {
		run_line_program(&r);
		if (l->count)
			qsort(l->rows, l->count, sizeof *l->rows, by_address);
		name_files(&t, l, all);
	}
	l->work = t.work;
	mem_free(t.dirs.rows);
	mem_free(t.files.rows);
	return l->count > 0;
}

bool source_lines_table(struct inlined *in, uint64_t address, struct intern *tables,
			uint32_t *id)
{
	struct error none = ERROR_INIT;
	struct inlined_unit unit;
	char key[PATH_MOST + 24];
	uint64_t offset;
	struct text root;

	if (!inlined_unit(in, address, &unit) || !find_table(&unit, &offset, &root) ||
	    root.len >= PATH_MOST)
		return false;
	snprintf(key, sizeof key, "%" PRIx64 " %.*s", offset, (int)root.len, root.at);
	return intern_put(tables, text_of(key), id, &none);
}

bool source_lines_read(struct source_lines *l, struct inlined *in, uint64_t start,
		       uint64_t end)
{
	return read_table(l, in, start, start, end, false);
}

bool source_lines_read_unit(struct source_lines *l, struct inlined *in, uint64_t address)
{
	return read_table(l, in, address, 0, UINT64_MAX, true);
}

void source_lines_release(struct source_lines *l)
{
	mem_free(l->rows);
	mem_free(l->numbered);
	intern_free(l->files);
	*l = (struct source_lines){0};
}

const struct source_row *source_lines_find(const struct source_lines *l, uint64_t address)
{
	size_t n = bisect_upto(l->rows, sizeof *l->rows, l->count, address);

	return n && l->rows[n - 1].line ? &l->rows[n - 1] : NULL;
}
