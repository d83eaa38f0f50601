#include "export/table/annotation_table.h"

#include <inttypes.h>

#include "analysis/code/jump_lanes.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/emit.h"
#include "export/extent.h"

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

static bool written(FILE *out, struct error *err)
{
	return !ferror(out) || error_sys(err, "cannot write");
}

bool annotation_table_is_expected(const struct annotation *a, const struct profile *p,
				  struct error *err)
{
	char size[NUMBER_BYTES_MAX];
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < a->function->count; i++) {
		const struct instruction *line = &a->lines[i];

		bytes += code_text(a->code, line->text).len +
			 code_text(a->code, line->file).len +
			 code_text(a->code, line->source).len +
			 code_text(a->code, line->inlined).len;
	}
	return extent_is_expected(bytes, EXTENT_FILE, p) ||
	       error_set(err, ERROR_LIMIT,
			 "the lines and names beside these instructions take %s",
			 number_bytes(bytes, size));
}

/* ---- text ---- */

static void put_heading(const struct annotation *a, FILE *out)
{
	char samples[NUMBER_THINGS_MAX];
	const struct code_function *f = a->function;

	printable_write(code_text(a->code, f->name), out);
	fprintf(out, ": %s, %.2f %% of the range\n",
		number_things(a->samples, "samples", samples), share(a->samples, a->all));
	printable_write(code_text(a->code, f->module), out);
	if (f->build_id) {
		fputs(", build id ", out);
		printable_write(code_text(a->code, f->build_id), out);
	}
	putc('\n', out);
	if (f->absence) {
		fputs("no instructions: ", out);
		printable_write(code_text(a->code, f->absence), out);
		putc('\n', out);
	}
}

/* What is drawn beside the lines. */
struct margin {
	struct jump_lanes jumps; /* owned */
	bool ascii;
};

static void put_margin(const struct margin *m, uint32_t line, bool between, FILE *out)
{
	char utf8[UTF8_MAX];

	for (int i = 0; m->jumps.any && i < JUMP_COLUMNS; i++) {
		char32_t rune = between ? jump_lanes_between(&m->jumps, line, i, m->ascii)
					: jump_lanes_rune(&m->jumps, line, i, m->ascii);

		fwrite(utf8, 1, utf8_encode(rune, utf8), out);
	}
	fputs(m->jumps.any ? " " : "", out);
}

/* "spin.c:12  x ^= x << 13;", where another line begins. */
static void put_source(const struct annotation *a, const struct margin *m, uint32_t i,
		       FILE *out)
{
	const struct instruction *line = &a->lines[i];
	struct text text = text_trim(code_text(a->code, line->source));

	if (!annotation_tells_line(a, i))
		return;
	fprintf(out, "%29s", "");
	put_margin(m, i, true, out);
	if (line->inlined) {
		printable_write(code_text(a->code, line->inlined), out);
		fputs("  ", out);
	}
	if (line->line) {
		printable_write(text_basename(code_text(a->code, line->file)), out);
		fprintf(out, ":%" PRIu32 "  ", line->line);
	} else {
		fputs("no line", out);
	}
	printable_write(text, out);
	putc('\n', out);
}

static void put_line(const struct annotation *a, const struct margin *m, uint32_t i,
		     FILE *out)
{
	const struct instruction *line = &a->lines[i];
	uint64_t n = a->counts[i];

	if (n)
		fprintf(out, "%8" PRIu64 "  %6.2f %c", n, share(n, a->samples),
			i == a->hottest ? '>' : ' ');
	else
		fprintf(out, "%18s", "");
	fprintf(out, " %8" PRIx64 "  ", line->address);
	put_margin(m, i, false, out);
	printable_write(code_text(a->code, line->text), out);
	putc('\n', out);
}

static void put_others(const struct annotation *a, FILE *out)
{
	char number[NUMBER_THINGS_MAX];

	fprintf(out, "%s in other functions of this name%s",
		number_things(a->others, "samples", number), *a->names ? ": " : "");
	printable_write(text_of(a->names), out);
	putc('\n', out);
}

/* Lines are known, and the text of none. */
static void put_sourceless(const struct annotation *a, FILE *out)
{
	uint32_t file = 0;

	for (uint32_t i = 0; i < a->function->count; i++) {
		if (a->lines[i].source)
			return;
		if (!file && a->lines[i].line)
			file = a->lines[i].file;
	}
	if (!file)
		return;
	fputs("no source text: ", out);
	printable_write(code_text(a->code, file), out);
	fputs(" is not here, or no plain file that may be read; --source DIR says where "
	      "source code is\n",
	      out);
}

static void put_remarks(const struct annotation *a, FILE *out)
{
	uint64_t outside = a->counts[a->function->count];
	char number[NUMBER_THINGS_MAX];

	if (a->function->count && outside)
		fprintf(out, "%s at no instruction here\n",
			number_things(outside, "samples", number));
	if (a->others)
		put_others(a, out);
	put_sourceless(a, out);
	if (a->function->count && a->samples)
		fputs("a sample names the instruction that came next: what took the time "
		      "may stand just above\n",
		      out);
}

bool annotation_table_text(const struct annotation *a, bool ascii, FILE *out,
			   struct error *err)
{
	struct margin m = {.ascii = ascii};

	if (!jump_lanes_build(&m.jumps, a->lines, a->function->count, err))
		return false;
	put_heading(a, out);
	if (a->function->count)
		fputs(" samples   share    address  instruction\n", out);
	for (uint32_t i = 0; i < a->function->count; i++) {
		put_source(a, &m, i, out);
		put_line(a, &m, i, out);
	}
	put_remarks(a, out);
	jump_lanes_release(&m.jumps);
	return written(out, err);
}

/* ---- JSON ---- */

static void put_text_or_null(struct emit *e, const struct annotation *a, uint32_t id)
{
	if (id)
		emit_text(e, code_text(a->code, id));
	else
		emit_null(e);
}

static void put_address(struct emit *e, uint64_t address)
{
	char digits[24];

	snprintf(digits, sizeof digits, "0x%" PRIx64, address);
	emit_text(e, text_of(digits));
}

static void put_bytes(struct emit *e, const struct instruction *line)
{
	char digits[2 * INSTRUCTION_BYTES + 1] = "";

	for (unsigned i = 0; i < line->size && i < INSTRUCTION_BYTES; i++)
		snprintf(digits + 2 * (size_t)i, 3, "%02x", line->bytes[i]);
	emit_text(e, text_of(digits));
}

static void put_row(struct emit *e, const struct annotation *a, uint32_t i)
{
	const struct instruction *line = &a->lines[i];

	emit_open(e, '{');
	emit_key(e, "address");
	put_address(e, line->address);
	emit_key(e, "bytes");
	put_bytes(e, line);
	emit_key(e, "text");
	emit_text(e, code_text(a->code, line->text));
	emit_key(e, "samples");
	emit_number(e, a->counts[i]);
	emit_key(e, "share");
	emit_share(e, a->counts[i], a->samples);
	emit_key(e, "file");
	put_text_or_null(e, a, line->file);
	emit_key(e, "line");
	if (line->line)
		emit_number(e, line->line);
	else
		emit_null(e);
	if (line->inlined) {
		emit_key(e, "inlined");
		put_text_or_null(e, a, line->inlined);
	}
	if (line->source) {
		emit_key(e, "source");
		put_text_or_null(e, a, line->source);
	}
	if (line->target != CODE_NOWHERE) {
		emit_key(e, "jumps_to");
		put_address(e, line->target);
	}
	emit_close(e, '}');
}

bool annotation_table_json(const struct annotation *a, FILE *out, struct error *err)
{
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_key(&e, "function");
	emit_text(&e, code_text(a->code, a->function->name));
	emit_key(&e, "module");
	emit_text(&e, code_text(a->code, a->function->module));
	emit_key(&e, "build_id");
	put_text_or_null(&e, a, a->function->build_id);
	emit_key(&e, "samples");
	emit_number(&e, a->samples);
	if (a->others) {
		emit_key(&e, "samples_in_others");
		emit_number(&e, a->others);
		emit_key(&e, "others");
		emit_text(&e, text_of(a->names));
	}
	if (a->function->absence) {
		emit_key(&e, "absence");
		put_text_or_null(&e, a, a->function->absence);
	}
	emit_key(&e, "lines");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < a->function->count; i++)
		put_row(&e, a, i);
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
