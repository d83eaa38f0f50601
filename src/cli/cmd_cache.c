#include "cli/subcommand.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "cli/options.h"
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

static bool list(const struct cache *c, struct error *err)
{
	struct cache_entry *entries;
	char sum[LABEL_MAX], max[LABEL_MAX], n[NUMBER_THINGS_MAX];
	uint64_t total = 0;
	size_t count;

	if (!cache_list(c, &entries, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		total += entries[i].size;
	printable_write(text_of(c->dir), stdout);
	printf(": %s, %s of at most %s\n", number_things(count, "profiles", n),
	       label_size(total, sum), label_size(c->max, max));
	if (count)
		printf("  %8s  %9s  %s\n", "size", "last used", "made of");
	for (size_t i = 0; i < count; i++)
		print_entry(&entries[i], time(NULL));
	cache_entries_free(entries, count);
	return true;
}

static bool empty_cache(const struct cache *c, struct error *err)
{
	uint64_t files, bytes;
	char size[LABEL_MAX], n[NUMBER_THINGS_MAX];

	if (!cache_clear(c, &files, &bytes, err))
		return false;
	printf("%s removed, %s\n", number_things(files, "files", n),
	       label_size(bytes, size));
	return true;
}

bool cmd_cache_run(const struct options *o, struct error *err)
{
	struct cache c;

	if (o->file)
		return error_set(err, ERROR_USAGE, "cache takes no file: '%s'", o->file);
	if (!options_find_cache(&c, err) ||
	    !(o->clear ? empty_cache(&c, err) : list(&c, err)))
		return error_at(err, "there is no cache");
	return true;
}
