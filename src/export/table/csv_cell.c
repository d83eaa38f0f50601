#include "export/table/csv_cell.h"

#include "base/utf8.h"

/* What a spreadsheet calculates, and what says that it must not; also as wide as Chinese. */
static bool is_order(char32_t rune)
{
	return rune == '=' || rune == '+' || rune == '-' || rune == '@' || rune == '\'' ||
	       rune == 0xff1d || rune == 0xff0b || rune == 0xff0d || rune == 0xff20;
}

static bool is_blank(char32_t rune)
{
	return rune == ' ' || rune == '"' || rune == 0xa0 || rune == 0x3000;
}

/* One character after the other; `begin`: may a cell begin here? */
static void put_csv(struct text t, FILE *out)
{
	struct printable p = printable_of(t);
	bool begin = true;

	while (p.rest.len) {
		char bytes[UTF8_MAX];
		char32_t rune = printable_next(&p);

		if (begin && is_order(rune))
			putc('\'', out);
		if (rune == '"')
			putc('"', out);
		fwrite(bytes, 1, utf8_encode(rune, bytes), out);
		begin = rune == ';' || (begin && is_blank(rune));
	}
}

void csv_cell_write(struct text t, FILE *out)
{
	struct printable p = printable_of(t);
	bool quotes = false, begin = true;

	while (p.rest.len && !quotes) {
		char32_t rune = printable_next(&p);

		quotes = rune == ',' || rune == ';' || rune == '"' ||
			 (begin && is_order(rune));
		begin = begin && is_blank(rune);
	}
	if (quotes)
		putc('"', out);
	put_csv(t, out);
	if (quotes)
		putc('"', out);
}
