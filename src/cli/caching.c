#include "cli/caching.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static const char *get(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* A relative path is not valid there, says the XDG Base Directory Specification. */
static bool place(struct cache *c, struct error *err)
{
	const char *caches = get("XDG_CACHE_HOME"), *home = get("HOME");
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

bool caching_find(struct cache *c, struct error *err)
{
	const char *max = get("FLARESCOPE_CACHE_MAX"), *on = get("FLARESCOPE_CACHE");

	*c = (struct cache){.max = CACHE_SIZE_MAX};
	if (strcmp(on, "no") == 0 || strcmp(on, "off") == 0 || strcmp(on, "0") == 0)
		return error_set(err, ERROR_SYSTEM, "FLARESCOPE_CACHE=%s turns it off",
				 on);
	if (*max && !number_u64(text_of(max), &c->max))
		return error_set(err, ERROR_SYSTEM,
				 "FLARESCOPE_CACHE_MAX=%.40s: expected a number of bytes",
				 max);
	return place(c, err);
}
