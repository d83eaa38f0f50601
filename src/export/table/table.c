#include "export/table/table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/document.h"
#include "profile/profile.h"

struct table table_of(enum table_format format, const struct table_column *columns,
		      size_t count, FILE *out)
{
	return (struct table){.format = format,
			      .columns = columns,
			      .count = count,
			      .out = out,
			      .json = {.out = out, .lines = true}};
}

/* ---- cells ---- */

#define WORDS_MAX 400 /* the largest double has 309 digits before the point */

static void decimal_words(const struct table_column *col, double n,
			  enum table_format format, char buf[static WORDS_MAX])
{
	int places = col->places;
	double least = 0.5;

	if (col->kind == COLUMN_SHARE) {
		places = format == TABLE_TEXT ? 2 : 6;
		n *= format == TABLE_TEXT ? 100 : 1;
	}
	for (int i = 0; i < places; i++)
		least /= 10;
	if ((format == TABLE_TEXT || col->zero) && n > -least && n < least)
		n = 0; /* not "-0.00" for small numbers */
	snprintf(buf, WORDS_MAX, col->sign ? "%+.*f" : "%.*f", places, n);
}

/* The text of a cell: the cell itself, or a number formatted into `buf`. */
static struct text words_of(const struct table_column *col, const struct table_cell *c,
			    enum table_format format, char buf[static WORDS_MAX])
{
	const uint64_t tenth = NS_PER_SECOND / 10;

	switch (col->kind) {
	case COLUMN_TEXT:
	case COLUMN_HOST:
		return c->text;
	case COLUMN_GROUPED:
		if (format == TABLE_TEXT) {
			number_grouped(c->number, buf);
			break;
		}
		/* fall through */
	case COLUMN_NUMBER:
		snprintf(buf, WORDS_MAX, "%" PRIu64, c->number);
		break;
	case COLUMN_ID:
		if (format == TABLE_JSON && c->id == PROFILE_NO_ID)
			return TEXT("null");
		snprintf(buf, WORDS_MAX, "%" PRId64, c->id);
		break;
	case COLUMN_ADDRESS:
		snprintf(buf, WORDS_MAX, format == TABLE_TEXT ? "%" PRIx64 : "0x%" PRIx64,
			 c->number);
		break;
	case COLUMN_BOOL:
		if (format == TABLE_JSON)
			return c->number ? TEXT("true") : TEXT("false");
		return c->number ? TEXT("1") : TEXT("0");
	case COLUMN_SHARE:
	case COLUMN_DECIMAL:
		decimal_words(col, c->decimal, format, buf);
		break;
	case COLUMN_SIGNIFICANT:
		snprintf(buf, WORDS_MAX, "%.6g", c->decimal);
		break;
	case COLUMN_TENTHS:
		if (format == TABLE_JSON)
			number_plain_seconds(
			    number_rounded(c->decimal * 10, UINT64_MAX / tenth) * tenth,
			    buf);
		else
			snprintf(buf, WORDS_MAX, "%.1f", c->decimal);
		break;
	case COLUMN_SECONDS:
		number_plain_seconds(c->number, buf);
		break;
	case COLUMN_NANOSECONDS:
		number_exact_seconds(c->number, buf);
		break;
	case COLUMN_LENGTHS: /* handled by the callers, like the rest */
	case COLUMN_OBJECT:
	case COLUMN_ROWS:
	case COLUMN_OTHER:
		return TEXT("");
	}
	return text_of(buf);
}

/* ---- CSV ---- */

/*
 * Spreadsheets evaluate cells that begin with = + - or @, even in quotes. So such a character gets
 * an apostrophe before it wherever a cell may begin: at the beginning, and after a ; or a tab, at
 * which some spreadsheets split cells. Blanks and quotes before it are skipped. An apostrophe there
 * gets another one, so removing the first apostrophe restores the name. The last four runes are the
 * full-width forms.
 */
static bool begins_formula(char32_t rune)
{
	return rune == '=' || rune == '+' || rune == '-' || rune == '@' || rune == '\'' ||
	       rune == 0xff1d || rune == 0xff0b || rune == 0xff0d || rune == 0xff20;
}

static bool is_blank(char32_t rune)
{
	return rune == ' ' || rune == '"' || rune == 0xa0 || rune == 0x3000;
}

/* Quote a text if necessary, and double its quotes. */
static void put_csv_text(struct text t, FILE *out)
{
	struct printable p = printable_of(t);
	bool quotes = false, begin = true;

	while (p.rest.len && !quotes) {
		char32_t rune = printable_next(&p);

		quotes = rune == ',' || rune == ';' || rune == '"' ||
			 (begin && begins_formula(rune));
		begin = begin && is_blank(rune);
	}
	if (quotes)
		putc('"', out);
	begin = true;
	for (p = printable_of(t); p.rest.len;) {
		char bytes[UTF8_MAX];
		char32_t rune = printable_next(&p);

		if (begin && begins_formula(rune))
			putc('\'', out);
		if (rune == '"')
			putc('"', out);
		fwrite(bytes, 1, utf8_encode(rune, bytes), out);
		begin = rune == ';' || (begin && is_blank(rune));
	}
	if (quotes)
		putc('"', out);
}

/* Write the names of the columns if `cells` is NULL. */
static void put_csv_row(const struct table *t, const struct table_cell *cells)
{
	const char *between = "";

	for (size_t i = 0; i < t->count; i++) {
		const struct table_column *col = &t->columns[i];
		char buf[WORDS_MAX];

		if (!(col->in & IN_CSV))
			continue;
		fputs(between, t->out);
		between = ",";
		if (!cells)
			fputs(col->name, t->out);
		else if (!cells[i].known)
			continue;
		else if (col->kind == COLUMN_TEXT || col->kind == COLUMN_HOST)
			put_csv_text(cells[i].text, t->out);
		else if (col->kind == COLUMN_LENGTHS)
			for (size_t k = 0; k < cells[i].pair_count; k++)
				fprintf(
				    t->out, "%s%s:%" PRIu64, k ? " " : "",
				    number_plain_seconds(cells[i].pairs[k].first, buf),
				    cells[i].pairs[k].second);
		else
			fputs(words_of(col, &cells[i], TABLE_CSV, buf).at, t->out);
	}
}

/* ---- JSON ---- */

static void put_json_cell(struct json_writer *e, const struct table_column *col,
			  const struct table_cell *c)
{
	char buf[WORDS_MAX];

	switch (col->kind) {
	case COLUMN_TEXT:
	case COLUMN_HOST:
	case COLUMN_ADDRESS:
		emit_text(e, words_of(col, c, TABLE_JSON, buf));
		break;
	case COLUMN_SHARE:
	case COLUMN_DECIMAL:
		emit_decimal(e, c->decimal);
		break;
	case COLUMN_SIGNIFICANT:
		emit_significant(e, c->decimal);
		break;
	case COLUMN_LENGTHS:
		emit_open(e, '[');
		for (size_t i = 0; i < c->pair_count; i++) {
			emit_open(e, '[');
			emit_seconds(e, c->pairs[i].first);
			emit_number(e, c->pairs[i].second);
			emit_close(e, ']');
		}
		emit_close(e, ']');
		break;
	default:
		emit_value(e, words_of(col, c, TABLE_JSON, buf));
	}
}

void table_json_members(struct json_writer *e, const struct table_column *columns,
			size_t count, const struct table_cell *cells)
{
	for (size_t i = 0; i < count; i++) {
		const struct table_column *c = &columns[i];

		if (!(c->in & IN_JSON) ||
		    (c->optional && !c->nullable && !cells[i].known))
			continue;
		emit_key(e, c->name);
		if (cells[i].known)
			put_json_cell(e, c, &cells[i]);
		else
			emit_null(e);
	}
}

/* ---- text ---- */

/* Write the headings if `cells` is NULL. */
static void put_text_row(const struct table *t, const struct table_cell *cells)
{
	const char *between = "";

	for (size_t i = 0; i < t->count; i++) {
		const struct table_column *col = &t->columns[i];
		struct text words;
		char buf[WORDS_MAX];
		int padding;

		if (!(col->in & IN_TEXT) || (!cells && !col->heading) ||
		    (cells && col->optional && !col->nullable && !cells[i].known))
			continue;
		if (!cells)
			words = text_of(col->heading);
		else if (cells[i].known)
			words = words_of(col, &cells[i], TABLE_TEXT, buf);
		else
			words = text_of(col->unknown ? col->unknown : "");
		padding = (col->width < 0 ? -col->width : col->width) - (int)words.len;
		if (padding < 0 || !col->width)
			padding = 0;
		fputs(between, t->out);
		between = "  ";
		if (cells && col->kind == COLUMN_HOST)
			putc('@', t->out);
		for (; col->width > 0 && padding > 0; padding--)
			putc(' ', t->out);
		printable_write(words, t->out);
		for (; padding > 0; padding--)
			putc(' ', t->out);
	}
}

/* ---- whole tables ---- */

void table_open(struct table *t, const struct document *d)
{
	if (t->format == TABLE_JSON)
		document_open(&t->json, d);
}

void table_begin_rows(struct table *t)
{
	if (t->format == TABLE_JSON) {
		emit_open(emit_key(&t->json, "rows"), '[');
		return;
	}
	table_cells(t, NULL);
	putc('\n', t->out);
}

void table_cells(struct table *t, const struct table_cell *cells)
{
	if (t->format == TABLE_JSON)
		table_json_members(&t->json, t->columns, t->count, cells);
	else if (t->format == TABLE_CSV)
		put_csv_row(t, cells);
	else
		put_text_row(t, cells);
}

void table_row(struct table *t, const struct table_cell *cells)
{
	if (t->format == TABLE_JSON)
		emit_open(&t->json, '{');
	table_cells(t, cells);
	if (t->format == TABLE_JSON)
		emit_close(&t->json, '}');
	else
		putc('\n', t->out);
}

void table_end_rows(struct table *t, uint64_t all)
{
	if (t->format != TABLE_JSON)
		return;
	emit_close(&t->json, ']');
	emit_number(emit_key(&t->json, "rows_total"), all);
}

bool table_close(struct table *t, struct error *err)
{
	if (t->format == TABLE_JSON) {
		emit_close(&t->json, '}');
		return emit_end(&t->json, err);
	}
	return !ferror(t->out) || error_sys(err, "cannot write");
}
