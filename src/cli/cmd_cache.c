#include "cli/subcommand.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "base/timestamp.h"
#include "cli/output.h"
#include "cli/subcommand.h"
#include "export/document.h"
#include "view/label.h"

static const char *read_cache_variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* The XDG Base Directory Specification declares relative paths invalid. */
static bool place_cache(struct cache *c, struct error *err)
{
	const char *caches = read_cache_variable("XDG_CACHE_HOME"),
		   *home = read_cache_variable("HOME");
	int n;

	if (*caches == '/')
		n = snprintf(c->dir, sizeof c->dir, "%s/flarescope", caches);
	else if (*home == '/')
		n = snprintf(c->dir, sizeof c->dir, "%s/.cache/flarescope", home);
	else
		return error_set(err, ERROR_SYSTEM,
				 "neither XDG_CACHE_HOME nor HOME is set");
	return (n > 0 && (size_t)n < sizeof c->dir) ||
	       error_set(err, ERROR_LIMIT, "the name of its directory is too long");
}

bool options_find_cache(struct cache *c, struct error *err)
{
	const char *max = read_cache_variable("FLARESCOPE_CACHE_MAX"),
		   *on = read_cache_variable("FLARESCOPE_CACHE");

	*c = (struct cache){.max = CACHE_SIZE_MAX};
	if (strcmp(on, "no") == 0 || strcmp(on, "off") == 0 || strcmp(on, "0") == 0)
		return error_set(err, ERROR_SYSTEM, "FLARESCOPE_CACHE=%s turns it off",
				 on);
	if (*max && !number_u64(text_of(max), &c->max))
		return error_set(err, ERROR_SYSTEM,
				 "FLARESCOPE_CACHE_MAX=%.40s: expected a number of bytes",
				 max);
	return place_cache(c, err);
}

static void print_entry(const struct cache_entry *e, time_t now)
{
	char size[LABEL_MAX], age[LABEL_MAX];

	printf("  %8s  %9s  ", label_size(e->size, size), label_age(now - e->used, age));
	printable_write(text_of(*e->name ? e->name : e->file), stdout);
	puts(*e->name ? "" : " (of another version)");
}

static void list_text(const struct cache *c, const struct cache_entry *entries,
		      size_t count, uint64_t total)
{
	char sum[LABEL_MAX], max[LABEL_MAX], n[NUMBER_THINGS_MAX];

	printable_write(text_of(c->dir), stdout);
	printf(": %s, %s of at most %s\n", number_things(count, "profiles", n),
	       label_size(total, sum), label_size(c->max, max));
	if (count)
		printf("  %8s  %9s  %s\n", "size", "last used", "made of");
	for (size_t i = 0; i < count; i++)
		print_entry(&entries[i], time(NULL));
}

/* ---- JSON ---- */

static const struct table_column entry_columns[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the file that was parsed; null if another version wrote the entry"},
    {"bytes", COLUMN_NUMBER, .in = IN_JSON, .about = "its size"},
    {"used_date", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "when it was last used, in UTC"},
};

static const struct table_column cache_members[] = {
    {"directory", COLUMN_TEXT, .in = IN_JSON, .about = "where the cache is"},
    {"bytes", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the size of all entries"},
    {"max_bytes", COLUMN_NUMBER, .in = IN_JSON, .optional = true, .about = "its limit"},
    {"removed_files", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "with --clear: the number of entries"},
    {"removed_bytes", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "with --clear: their size"},
    {"rows", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "the entries, last used first", COLUMNS_OF(entry_columns)},
    {"rows_total", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of rows"},
};
#define CACHE_NUMBERS 5 /* members before "rows" */

const struct document_kind cache_document = {
    .command = "cache",
    .title = "the cache of parsed profiles",
    .members = cache_members,
    .count = sizeof cache_members / sizeof *cache_members,
};

static bool write_json(const struct cache *c, const struct table_cell numbers[static 4],
		       const struct cache_entry *entries, size_t count, struct error *err)
{
	const struct document d = {.command = "cache"};
	struct table t = TABLE_OF(TABLE_JSON, entry_columns, stdout);

	table_open(&t, &d);
	table_json_members(&t.json, cache_members, CACHE_NUMBERS,
			   (struct table_cell[]){cell_text(text_of(c->dir)), numbers[0],
						 numbers[1], numbers[2], numbers[3]});
	if (entries) {
		table_begin_rows(&t);
		for (size_t i = 0; i < count; i++) {
			char buf[TIMESTAMP_MAX], date[TIMESTAMP_MAX + 1];
			/* the date of a file can be anything */
			bool dated =
			    entries[i].used >= 0 &&
			    (uint64_t)entries[i].used < INT64_MAX / NS_PER_SECOND;

			snprintf(date, sizeof date, "%sZ",
				 timestamp_text((uint64_t)entries[i].used * NS_PER_SECOND,
						buf));
			table_row(&t, (struct table_cell[]){
					  cell_name(text_of(entries[i].name)),
					  cell_number(entries[i].size),
					  cell_if(dated, cell_text(text_of(date))),
				      });
		}
		table_end_rows(&t, count);
	}
	return table_close(&t, err);
}

static bool list(const struct cache *c, bool json, struct error *err)
{
	struct cache_entry *entries;
	uint64_t total = 0;
	bool ok = true;
	size_t count;

	if (!cache_list(c, &entries, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		total += entries[i].size;
	if (json)
		ok = write_json(
		    c, (struct table_cell[4]){cell_number(total), cell_number(c->max)},
		    entries, count, err);
	else
		list_text(c, entries, count, total);
	cache_entries_free(entries, count);
	return ok;
}

static bool empty_cache(const struct cache *c, bool json, struct error *err)
{
	uint64_t files, bytes;
	char size[LABEL_MAX], n[NUMBER_THINGS_MAX];

	if (!cache_clear(c, &files, &bytes, err))
		return false;
	if (json)
		return write_json(c,
				  (struct table_cell[4]){
				      [2] = cell_number(files), [3] = cell_number(bytes)},
				  NULL, 0, err);
	printf("%s removed, %s\n", number_things(files, "files", n),
	       label_size(bytes, size));
	return true;
}

bool cmd_cache_run(const struct options *o, struct error *err)
{
	bool json = output_table_format(o) == TABLE_JSON;
	struct cache c;

	if (o->file)
		return error_set(err, ERROR_USAGE, "cache takes no file: '%s'", o->file);
	if (!options_find_cache(&c, err) ||
	    !(o->clear ? empty_cache(&c, json, err) : list(&c, json, err)))
		return error_at(err, "there is no cache");
	return true;
}
