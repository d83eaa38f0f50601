#include "input/spans/span_columns.h"

#include "base/append.h"
#include "input/spans/csv_rows.h"
#include "input/scan.h"

#define HEADING_LONGEST 40

/* Small letters and digits with one '_' between words: "end (ms)" is "end_ms". */
struct heading {
	char bytes[HEADING_LONGEST];
	size_t len;
};

static const struct {
	struct text word;
	enum span_column column;
} words[] = {
    {{"name", 4}, COLUMN_NAME},		{{"operator", 8}, COLUMN_NAME},
    {{"operation", 9}, COLUMN_NAME},	{{"op", 2}, COLUMN_NAME},
    {{"span", 4}, COLUMN_NAME},		{{"label", 5}, COLUMN_NAME},
    {{"task", 4}, COLUMN_NAME},		{{"step", 4}, COLUMN_NAME},
    {{"start", 5}, COLUMN_START},	{{"start_time", 10}, COLUMN_START},
    {{"begin", 5}, COLUMN_START},	{{"begin_time", 10}, COLUMN_START},
    {{"end", 3}, COLUMN_END},		{{"end_time", 8}, COLUMN_END},
    {{"finish", 6}, COLUMN_END},	{{"finish_time", 11}, COLUMN_END},
    {{"stop", 4}, COLUMN_END},		{{"stop_time", 9}, COLUMN_END},
    {{"duration", 8}, COLUMN_DURATION}, {{"dur", 3}, COLUMN_DURATION},
    {{"elapsed", 7}, COLUMN_DURATION},	{{"track", 5}, COLUMN_TRACK},
    {{"thread", 6}, COLUMN_TRACK},	{{"service", 7}, COLUMN_TRACK},
    {{"worker", 6}, COLUMN_TRACK},	{{"lane", 4}, COLUMN_TRACK},
    {{"parent", 6}, COLUMN_PARENT},	{{"parent_name", 11}, COLUMN_PARENT},
};

static const struct {
	struct text word;
	enum time_unit unit;
} units[] = {
    {{"_ns", 3}, TIME_UNIT_NS},
    {{"_us", 3}, TIME_UNIT_US},
    {{"_ms", 3}, TIME_UNIT_MS},
    {{"_s", 2}, TIME_UNIT_S},
    {{"_sec", 4}, TIME_UNIT_S},
    {{"_seconds", 8}, TIME_UNIT_S},
    {{"_nanoseconds", 12}, TIME_UNIT_NS},
    {{"_microseconds", 13}, TIME_UNIT_US},
    {{"_milliseconds", 13}, TIME_UNIT_MS},
};

/* U+00B5 and U+03BC, before an s, are the u of "us". */
static size_t micro_sign(struct text t)
{
	return text_starts(t, TEXT("\xc2\xb5")) || text_starts(t, TEXT("\xce\xbc")) ? 2
										    : 0;
}

static struct heading heading_of(struct text t)
{
	struct heading h = {.len = 0};
	bool gap = false;

	for (; t.len; t = text_from(t, 1)) {
		char c = t.at[0];

		if (micro_sign(t)) {
			t = text_from(t, 1);
			c = 'u';
		}
		c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
		if (!(c >= 'a' && c <= 'z') && !scan_is_digit(c)) {
			gap = true;
			continue;
		}
		if ((gap && h.len && !APPEND_FIXED(h.bytes, h.len, '_')) ||
		    !APPEND_FIXED(h.bytes, h.len, c))
			return (struct heading){.len = 0};
		gap = false;
	}
	return h;
}

static bool is_time(enum span_column c)
{
	return c == COLUMN_START || c == COLUMN_END || c == COLUMN_DURATION;
}

static bool find_word(struct text t, enum span_column *column)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_equal(t, words[i].word)) {
			*column = words[i].column;
			return true;
		}
	return false;
}

static void take_heading(struct span_columns *c, struct text t, size_t at)
{
	struct heading h = heading_of(t);
	struct text word = {h.bytes, h.len};
	enum time_unit unit = TIME_UNIT_AUTO;
	enum span_column column;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (text_ends(word, units[i].word)) {
			unit = units[i].unit;
			word.len -= units[i].word.len;
			break;
		}
	if (!find_word(word, &column) || c->at[column] != COLUMN_NONE ||
	    (unit != TIME_UNIT_AUTO && !is_time(column)))
		return;
	c->at[column] = at;
	c->unit[column] = unit;
}

static void none(struct span_columns *c)
{
	for (size_t i = 0; i < COLUMN_ALL; i++) {
		c->at[i] = COLUMN_NONE;
		c->unit[i] = TIME_UNIT_AUTO;
	}
}

static void share_unit(struct span_columns *c)
{
	enum time_unit told = TIME_UNIT_AUTO;

	for (size_t i = COLUMN_ALL; i-- > 0;)
		told = c->unit[i] == TIME_UNIT_AUTO ? told : c->unit[i];
	for (size_t i = 0; i < COLUMN_ALL; i++)
		c->unit[i] = c->unit[i] == TIME_UNIT_AUTO ? told : c->unit[i];
}

bool span_columns_find(struct span_columns *c, const struct text *headings, size_t count)
{
	none(c);
	for (size_t i = 0; i < count; i++)
		take_heading(c, headings[i], i);
	if (c->at[COLUMN_END] != COLUMN_NONE) {
		c->at[COLUMN_DURATION] = COLUMN_NONE;
		c->unit[COLUMN_DURATION] = TIME_UNIT_AUTO;
	}
	share_unit(c);
	return c->at[COLUMN_NAME] != COLUMN_NONE && c->at[COLUMN_START] != COLUMN_NONE &&
	       (c->at[COLUMN_END] != COLUMN_NONE ||
		c->at[COLUMN_DURATION] != COLUMN_NONE);
}

void span_columns_usual(struct span_columns *c, size_t count)
{
	none(c);
	c->at[COLUMN_NAME] = 0;
	c->at[COLUMN_START] = 1;
	c->at[COLUMN_END] = 2;
	if (count > 3)
		c->at[COLUMN_TRACK] = 3;
	if (count > 4)
		c->at[COLUMN_PARENT] = 4;
}

/* ---- recognising ---- */

/* Headings have neither quotes nor line ends in them: no grammar is needed to cut them. */
static bool are_headings(struct text line, char delimiter)
{
	struct text fields[CSV_FIELDS_MOST];
	struct span_columns c;
	size_t n = 0;

	for (;;) {
		const char *end = line.len ? memchr(line.at, delimiter, line.len) : NULL;
		struct text field = end ? text_upto(line, (size_t)(end - line.at)) : line;

		if (!APPEND_FIXED(fields, n, field) || !end)
			break;
		line = text_from(line, field.len + 1);
	}
	return span_columns_find(&c, fields, n);
}

char span_columns_delimiter(struct text head)
{
	static const char delimiters[] = {',', '\t', ';'};
	const char *end;

	head = scan_skip_mark(head);
	while (head.len && (head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	end = head.len ? memchr(head.at, '\n', head.len) : NULL;
	if (end)
		head.len = (size_t)(end - head.at);
	end = head.len ? memchr(head.at, '\r', head.len) : NULL;
	if (end)
		head.len = (size_t)(end - head.at);
	for (size_t i = 0; i < sizeof delimiters; i++)
		if (are_headings(head, delimiters[i]))
			return delimiters[i];
	return '\0';
}
