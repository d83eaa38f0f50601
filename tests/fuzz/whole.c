#include "fuzz/whole.h"

#include <stdlib.h>

#include "input/reading.h"
#include "profile/check.h"

static void check_result(struct profile *p, const struct error *why)
{
	struct error err = ERROR_INIT;

	if (p ? why->kind != ERROR_NONE : why->kind == ERROR_NONE || !why->message[0])
		abort();
	if (p && (p->samples.count == 0 || !check_profile(p, &err)))
		abort();
	profile_free(p);
}

static void read_as(const uint8_t *data, size_t size, const char *format, bool addresses)
{
	struct reading_options o = {
	    .format = format, .addresses = addresses, .threads = 1};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data, size, &err);

	if (!s)
		abort();
	check_result(reading_run_source(s, "fuzz", &o, NULL, &err), &err);
	source_close(s);
}

#define SMALL 1024 /* bytes: read both ways; of larger inputs the last byte chooses one */

void whole_read(const uint8_t *data, size_t size, const char *format)
{
	bool odd = size && data[size - 1] & 1;

	if (size <= SMALL || !odd)
		read_as(data, size, format, false);
	if (size <= SMALL || odd)
		read_as(data, size, format, true);
}
