#include "input/spans/csv_rows.h"

#include "base/append.h"
#include "base/mem.h"
#include "input/formats.h"
#include "input/scan.h"

#ifdef WITH_LIBCSV
#include <csv.h>

const struct library csv_library = {"libcsv",
				    LIBRARY_DIGITS(CSV_MAJOR) "." LIBRARY_DIGITS(
					CSV_MINOR) "." LIBRARY_DIGITS(CSV_RELEASE),
				    "tables of spans (CSV)"};

#define BLOCKS_EACH 16 /* blocks between checks of the cancel flag */

/* The row being parsed. */
struct csv_rows {
	struct reading *reading; /* borrowed, like `arg` */
	bool (*take)(void *arg, const struct csv_row *row, struct error *err);
	void *arg;
	struct error *err; /* borrowed; set when `take` has failed */
	struct csv_parser parser;
	char *field; /* owned: CSV_LONGEST bytes, libcsv's buffer */
	char *bytes; /* owned: the fields of the row, joined */
	size_t used, room;
	size_t ends[CSV_FIELDS_MOST];
	size_t count;
	uint64_t line;	/* the first line of the row */
	uint64_t lines; /* line ends so far */
	bool long_row;	/* the row is too long; a part of it is missing */
	bool skipping;	/* skipping to the end of the line */
};

/* Refuse to grow libcsv's buffer: a field that does not fit is too long. */
static void *no_more(void *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	return NULL;
}

static bool start_parser(struct csv_rows *c, char delimiter, struct error *err)
{
	if (csv_init(&c->parser, CSV_REPALL_NL) != 0)
		return error_set(err, ERROR_MEMORY, "libcsv cannot be started");
	csv_set_delim(&c->parser, (unsigned char)delimiter);
	csv_set_realloc_func(&c->parser, no_more);
	c->parser.entry_buf = (unsigned char *)c->field;
	c->parser.entry_size = CSV_LONGEST;
	return true;
}

static uint64_t line_ends(const char *at, size_t len)
{
	uint64_t n = 0;

	for (const char *end = at + len; at < end; at++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			break;
		n++;
	}
	return n;
}

static void take_field(void *bytes, size_t len, void *arg)
{
	struct csv_rows *c = arg;

	c->lines += line_ends(bytes, len);
	if (c->err->kind != ERROR_NONE || c->count == CSV_FIELDS_MOST)
		return;
	if (len > CSV_LONGEST - c->used) {
		c->long_row = true;
		len = 0;
	}
	if (!mem_reserve(&c->bytes, &c->room, c->used + len + 1, 1, "a row", c->err))
		return;
	memcpy(c->bytes + c->used, bytes, len);
	c->used += len;
	(void)APPEND_FIXED(c->ends, c->count, c->used);
}

static void hand_over(struct csv_rows *c, bool last)
{
	struct text fields[CSV_FIELDS_MOST];
	struct csv_row row = {fields, c->count, c->line, last};
	size_t from = 0;

	if (c->long_row) {
		losses_count(c->reading->losses, LOSS_LONG_LINE, c->line);
		return;
	}
	for (size_t i = 0; i < c->count; i++) {
		fields[i] = (struct text){c->bytes + from, c->ends[i] - from};
		from = c->ends[i];
	}
	c->take(c->arg, &row, c->err);
}

/*
 * `end` is the character that ended the row, or -1 at the end of the file. Called twice for "\r\n".
 */
static void take_row(int end, void *arg)
{
	struct csv_rows *c = arg;

	if (c->count && c->err->kind == ERROR_NONE)
		hand_over(c, end == -1);
	c->lines += end == '\n';
	c->line = c->lines + 1;
	c->count = c->used = 0;
	c->long_row = false;
}

/* Skip the rest of a line with a field that was too long. */
static struct text skip_long_line(struct csv_rows *c, struct text t)
{
	const char *end = t.len ? memchr(t.at, '\n', t.len) : NULL;

	if (!end)
		return text_from(t, t.len);
	c->skipping = false;
	c->lines++;
	c->line = c->lines + 1;
	return text_from(t, (size_t)(end - t.at) + 1);
}

static bool parse_csv(struct csv_rows *c, struct text t, char delimiter,
		      struct error *err)
{
	while (t.len && err->kind == ERROR_NONE) {
		size_t got;

		if (c->skipping) {
			t = skip_long_line(c, t);
			continue;
		}
		got = csv_parse(&c->parser, t.at, t.len, take_field, take_row, c);
		if (got == t.len)
			break;
		losses_count(c->reading->losses, LOSS_LONG_LINE, c->line);
		c->lines += line_ends(c->field, CSV_LONGEST);
		c->count = c->used = 0;
		c->long_row = false;
		c->skipping = true;
		t = text_from(t, got);
		if (!start_parser(c, delimiter, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

static bool read_all(struct csv_rows *c, char *block, char delimiter, struct error *err)
{
	struct source *s = c->reading->source;
	struct text head;
	size_t got, skip;

	if (!source_head(s, &head, err))
		return false;
	skip = head.len - scan_skip_mark(head).len;
	for (unsigned n = 0; source_read(s, block, CSV_BLOCK, &got, err) && got; n++) {
		size_t now = skip < got ? skip : got;

		skip -= now;
		if (!parse_csv(c, (struct text){block + now, got - now}, delimiter,
			       err) ||
		    (n % BLOCKS_EACH == 0 && !reading_goes_on(c->reading, err)))
			return false;
	}
	if (err->kind == ERROR_NONE && !c->skipping)
		csv_fini(&c->parser, take_field, take_row, c);
	return err->kind == ERROR_NONE;
}

bool csv_rows_read(struct reading *r, char delimiter,
		   bool (*take)(void *arg, const struct csv_row *row, struct error *err),
		   void *arg, struct error *err)
{
	struct csv_rows c = {
	    .reading = r, .take = take, .arg = arg, .err = err, .line = 1};
	char *block = mem_array(CSV_BLOCK, 1, "a block", err);
	bool ok;

	c.field = block ? mem_array(CSV_LONGEST, 1, "a field", err) : NULL;
	ok = c.field && start_parser(&c, delimiter, err) &&
	     read_all(&c, block, delimiter, err);
	mem_free(c.bytes);
	mem_free(c.field);
	mem_free(block);
	return ok;
}

#else /* without libcsv */

const struct library csv_library = {"libcsv", NULL, "tables of spans (CSV)"};

bool csv_rows_read(struct reading *r, char delimiter,
		   bool (*take)(void *arg, const struct csv_row *row, struct error *err),
		   void *arg, struct error *err)
{
	(void)r;
	(void)delimiter;
	(void)take;
	(void)arg;
	return error_set(err, ERROR_FORMAT,
			 "a table of spans: this flarescope was built without libcsv, "
			 "which reads it");
}

#endif
