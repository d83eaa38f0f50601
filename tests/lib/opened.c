#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lib/opened.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/check_profile.h"
#include "lib/dump.h"

struct profile *opened_or_not(struct text data, const struct reading_options *o,
			      struct error *err)
{
	struct source *s = source_of_bytes(data.at, data.len, err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", o, NULL, err);
	source_close(s);
	return p;
}

struct profile *opened(struct text data, const struct reading_options *o)
{
	struct error err = ERROR_INIT;
	struct profile *p = opened_or_not(data, o, &err);

	if (!p || !check_profile(p, &err))
		fail_msg("%s", err.message);
	return p;
}

void opened_is(struct text data, const struct reading_options *o, const char *dump)
{
	struct profile *p = opened(data, o);
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	profile_free(p);
	assert_string_equal(text, dump);
	free(text);
}

struct error opened_is_refused(struct text data, const struct reading_options *o,
			       const char *why)
{
	struct error err = ERROR_INIT;

	assert_null(opened_or_not(data, o, &err));
	if (!text_has(text_of(err.message), text_of(why)))
		fail_msg("\"%s\" does not say \"%s\"", err.message, why);
	return err;
}
