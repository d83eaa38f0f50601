#include "export/table/annotation_table.h"

#include <inttypes.h>

#include "analysis/code/jump_lanes.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/document.h"
#include "export/extent.h"
#include "export/table/table.h"
#include "export/table/value_columns.h"

bool annotation_table_size_is_allowed(const struct annotation *a, const struct profile *p,
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
	return extent_size_is_allowed(bytes, EXTENT_FILE, p) ||
	       error_set(err, ERROR_LIMIT,
			 "the lines and names beside these instructions take %s",
			 number_bytes(bytes, size));
}

/* ---- text ---- */

/* The arrows beside the lines. */
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

/* "spin.c:12  x ^= x << 13;", when the source line changes. */
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

/* Mention it if lines are known but no source text was found. */
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
	fputs(" was not found or cannot be read; --source DIR says where "
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
	if (a->others) {
		fprintf(out, "%s in other functions of this name%s",
			number_things(a->others, "samples", number),
			*a->names ? ": " : "");
		printable_write(text_of(a->names), out);
		putc('\n', out);
	}
	put_sourceless(a, out);
	if (a->function->count && a->samples)
		fputs("a sample is counted at the next instruction: the one that took "
		      "the time may be just above\n",
		      out);
}

bool annotation_table_text(const struct annotation *a, bool ascii, FILE *out,
			   struct error *err)
{
	const struct code_function *f = a->function;
	struct margin m = {.ascii = ascii};
	char samples[NUMBER_THINGS_MAX];

	if (!jump_lanes_build(&m.jumps, a->lines, f->count, err))
		return false;
	printable_write(code_text(a->code, f->name), out);
	fprintf(out, ": %s, %.2f %% of the range\n",
		number_things(a->samples, "samples", samples),
		100 * value_columns_share(a->samples, a->all));
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
	if (f->count)
		fputs(" samples   share    address  instruction\n", out);
	for (uint32_t i = 0; i < f->count; i++) {
		const struct instruction *line = &a->lines[i];
		uint64_t n = a->counts[i];

		put_source(a, &m, i, out);
		if (n)
			fprintf(out, "%8" PRIu64 "  %6.2f %c", n,
				100 * value_columns_share(n, a->samples),
				i == a->hottest ? '>' : ' ');
		else
			fprintf(out, "%18s", "");
		fprintf(out, " %8" PRIx64 "  ", line->address);
		put_margin(&m, i, false, out);
		printable_write(code_text(a->code, line->text), out);
		putc('\n', out);
	}
	put_remarks(a, out);
	jump_lanes_release(&m.jumps);
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- JSON ---- */

static struct table_cell code_cell(const struct annotation *a, uint32_t id)
{
	return cell_if(id, cell_text(code_text(a->code, id)));
}

static void write_json_row(struct table *t, const struct annotation *a, uint32_t i)
{
	const struct instruction *line = &a->lines[i];
	char digits[2 * INSTRUCTION_BYTES + 1] = "";

	for (unsigned k = 0; k < line->size && k < INSTRUCTION_BYTES; k++)
		snprintf(digits + 2 * (size_t)k, 3, "%02x", line->bytes[k]);
	table_row(t, (struct table_cell[]){
			 cell_number(line->address),
			 cell_text(text_of(digits)),
			 cell_text(code_text(a->code, line->text)),
			 cell_number(a->counts[i]),
			 cell_decimal(value_columns_share(a->counts[i], a->samples)),
			 code_cell(a, line->file),
			 cell_if(line->line, cell_number(line->line)),
			 code_cell(a, line->inlined),
			 code_cell(a, line->source),
			 cell_if(line->target != CODE_NOWHERE, cell_number(line->target)),
		     });
}

static const struct table_column columns[] = {
    {"address", COLUMN_ADDRESS, .in = IN_JSON, .about = "in the file: 0x1170"},
    {"bytes", COLUMN_TEXT, .in = IN_JSON, .about = "of the instruction, in hexadecimal"},
    {"text", COLUMN_TEXT, .in = IN_JSON, .about = "the disassembled instruction"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "the samples at it"},
    {"share", COLUMN_SHARE, .in = IN_JSON,
     .about = "their part of those of the function"},
    {"file", COLUMN_TEXT, .in = IN_JSON, .nullable = true, .about = "the source file"},
    {"line", COLUMN_NUMBER, .in = IN_JSON, .nullable = true, .about = "the line in it"},
    {"inlined", COLUMN_TEXT, IN_JSON, .optional = true,
     .about = "the inlined function that it belongs to"},
    {"source", COLUMN_TEXT, IN_JSON, .optional = true, .about = "the text of the line"},
    {"jumps_to", COLUMN_ADDRESS, IN_JSON, .optional = true,
     .about = "the target of a jump"},
};

static const struct table_column members[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "the name of the function"},
    {"by", COLUMN_TEXT, .in = IN_JSON, .about = "function"},
    {"module", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "its program or library"},
    {"build_id", COLUMN_TEXT, .in = IN_JSON, .nullable = true, .about = "of the module"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "its samples"},
    {"samples_in_others", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the samples of other functions with this name"},
    {"others", COLUMN_TEXT, .in = IN_JSON, .optional = true, .about = "where these are"},
    {"absence", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about = "why there are no instructions"},
    DOCUMENT_ROWS(columns),
};
const struct document_kind annotate_document = {
    .command = "annotate",
    .title = "the instructions of a function",
    .has_file = true,
    .has_selection = true,
    .members = members,
    .count = sizeof members / sizeof *members,
};

bool annotation_table_json(const struct annotation *a, const struct document *d,
			   FILE *out, struct error *err)
{
	const struct code_function *f = a->function;
	struct table t = TABLE_OF(TABLE_JSON, columns, out);

	table_open(&t, d);
	table_json_members(&t.json, members, sizeof members / sizeof *members - 2,
			   (struct table_cell[]){
			       cell_text(code_text(a->code, f->name)),
			       cell_text(TEXT("function")),
			       cell_name(code_text(a->code, f->module)),
			       code_cell(a, f->build_id),
			       cell_number(a->samples),
			       cell_if(a->others, cell_number(a->others)),
			       cell_if(a->others, cell_text(text_of(a->names))),
			       code_cell(a, f->absence),
			   });
	table_begin_rows(&t);
	for (uint32_t i = 0; i < f->count; i++)
		write_json_row(&t, a, i);
	table_end_rows(&t, f->count);
	return table_close(&t, err);
}
