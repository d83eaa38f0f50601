#include "engine/curl_calls.h"

#include <dlfcn.h>
#include <string.h>

/* Its ABI has been the fourth since 2006; Debian has three, by whose TLS it is. */
static void *load(void)
{
	static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4",
					    "libcurl-nss.so.4"};
	void *loaded = NULL;

	for (size_t i = 0; i < sizeof names / sizeof *names && !loaded; i++)
		loaded = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	return loaded;
}

/* POSIX: the two kinds of pointers have the same bytes. */
static bool find(const struct curl_calls *c, const char *name, void *call)
{
	void *found = dlsym(c->loaded, name);

	memcpy(call, &found, sizeof found);
	return found != NULL;
}

bool curl_calls_load(struct curl_calls *c, struct error *err)
{
	bool ok;

	*c = (struct curl_calls){.loaded = load()};
	ok = c->loaded != NULL;
#define CALL(name) ok = ok && find(c, "curl_" #name, &c->name);
	CURL_CALLS(CALL)
#undef CALL
	return ok || error_set(err, ERROR_SYSTEM,
			       "libcurl is not installed, so no ClickHouse can be "
			       "reached; export --format clickhouse prints the rows");
}

void curl_calls_release(struct curl_calls *c)
{
	if (c->loaded)
		dlclose(c->loaded);
	c->loaded = NULL;
}
