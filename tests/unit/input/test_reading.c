#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "input/reading.h"
#include "lib/check_profile.h"
#include "lib/hunger.h"
#include "symbols/demangle.h"

static struct profile *read_text(struct text data, const struct reading_options *o,
				 struct progress *progress, struct error *err)
{
	struct source *s = source_of_bytes(data.at, data.len, err);
	struct profile *p;

	if (!s)
		return NULL;
	p = reading_run_source(s, "app.perf", o, progress, err);
	source_close(s);
	return p;
}

static void assert_refused(struct text data, const char *format, enum error_kind kind,
			   const char *why)
{
	struct reading_options o = {.format = format};
	struct error err = ERROR_INIT;

	assert_null(read_text(data, &o, NULL, &err));
	assert_int_equal(err.kind, kind);
	assert_string_equal(err.message, why);
}

TEST(a_file_of_no_use_is_told_what_was_expected_and_what_to_try)
{
	setenv("XDG_CONFIG_HOME", "/nowhere", 1); /* without the user's own readers */
	unsetenv("PATH");
	assert_refused(TEXT(""), NULL, ERROR_FORMAT,
		       "app.perf: not a profile: an empty file; did the "
		       "program that should have written it fail?");
	assert_refused(
	    TEXT("2ELIFREP\0\0\0\x68"), NULL, ERROR_FORMAT,
	    "app.perf: not a profile: a perf.data recording from a machine with the "
	    "other byte order; convert it to text there: perf script --header -i FILE");
	assert_refused(TEXT("# ========\n# hostname : x\n# ========\n#\n"), NULL,
		       ERROR_FORMAT,
		       "app.perf: no samples in it (read as "
		       "perf-script); try: perf script --header -i perf.data > FILE");
	assert_refused(TEXT("nothing;work\n"), "folded", ERROR_FORMAT,
		       "app.perf: no samples in it (read as "
		       "folded): line not understood, at line 1; see flarescope "
		       "formats");
	assert_refused(TEXT("# nothing;work 3\n"), "folded", ERROR_FORMAT,
		       "app.perf: no samples in it (read as "
		       "folded); see flarescope formats");
	assert_refused(TEXT("main;work 3\n"), "perf-script", ERROR_FORMAT,
		       "app.perf: no samples in it (read as "
		       "perf-script): line not understood, at line 1; try: perf "
		       "script --header -i perf.data > FILE");
	assert_refused(TEXT("x"), "nonsense", ERROR_USAGE,
		       "app.perf: unknown format 'nonsense'; see flarescope formats");
}

TEST(a_path_that_cannot_be_read_is_named)
{
	struct error err = ERROR_INIT;
	char path[300] = "/", *end;

	assert_null(reading_run("/no/such/file", NULL, NULL, &err));
	assert_string_equal(err.message,
			    "/no/such/file: cannot be opened: No such file or directory");
	err = (struct error)ERROR_INIT;
	assert_null(reading_run("/", NULL, NULL, &err));
	assert_string_equal(err.message, "/: is a directory; name a file in it");
	memset(path + 1, 'x', 200);
	snprintf(path + 201, sizeof path - 201, "/end");
	err = (struct error)ERROR_INIT;
	assert_null(reading_run(path, NULL, NULL, &err));
	end = strstr(err.message, "/end: cannot be opened");
	assert_non_null(end);
	assert_memory_equal(err.message, "...xxx", 6);
}

TEST(progress_is_told_and_ends_at_the_whole)
{
	struct text data = TEXT("x 1 2.5: 1 e:\nx 1 2.6: 1 e:\n");
	struct progress progress = {0};
	struct error err = ERROR_INIT;
	struct profile *p = read_text(data, NULL, &progress, &err);

	assert_non_null(p);
	assert_int_equal(progress.done, data.len);
	assert_int_equal(progress.total, data.len);
	assert_int_equal(progress.samples, 2);
	profile_free(p);
}

TEST(a_reading_that_is_cancelled_ends)
{
	struct progress progress = {.cancel = true};
	struct error err = ERROR_INIT;

	assert_null(read_text(TEXT("x 1 2.5: 1 e:\n"), NULL, &progress, &err));
	assert_int_equal(err.kind, ERROR_CANCELLED);
}

TEST(damage_of_the_gzip_stream_is_a_loss)
{
	/* printf 'x 1 2.5: 1 e:\n' | gzip -n, and then "more" */
	static const char packed[] =
	    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\x50\x30\x54\x30\xd2"
	    "\x33\xb5\x02\x52\xa9\x56\x5c\x00\x5e\xc3\x57\xe5\x0e\x00\x00\x00"
	    "more";
	struct error err = ERROR_INIT;
	struct profile *p =
	    read_text((struct text){packed, sizeof packed - 1}, NULL, NULL, &err);

	assert_non_null(p);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 1);
	assert_int_equal(p->samples.count, 1);
	profile_free(p);
}

/* One of everything that the reader has to store. */
/* Whether there is a frame with this raw name, and how it is shown. */
static void assert_shown(const struct profile *p, const char *written, const char *shown)
{
	for (uint32_t i = 0; i < p->frame_count; i++) {
		struct text name = profile_frame_name(p, i);

		if (!text_equal(profile_frame_written(p, i), text_of(written)))
			continue;
		if (!text_equal(name, text_of(shown)))
			fail_msg("%.*s, not %s", (int)name.len, name.at, shown);
		return;
	}
	fail_msg("%s is not there", written);
}

TEST(names_are_shown_as_people_read_them)
{
	struct error err = ERROR_INIT;
	uint64_t steps = DEMANGLE_STEPS;
	char *plain = demangle_name("_ZN4work4spinEi", &steps);
	struct profile *p = read_text(
	    TEXT("java 1 1.0: cycles:\n\t1 Lorg/a/B;::c (/tmp/perf-1.map)\n"
		 "\t2 _ZN4work4spinEi (/bin/x)\n\t3 Label (/bin/x)\n\t4 _Z!no (/bin/x)\n"
		 "\t5 L;::x (/bin/x)\n"),
	    NULL, NULL, &err);

	assert_non_null(p);
	assert_shown(p, "Lorg/a/B;::c", "org/a/B::c");
	assert_shown(p, "_ZN4work4spinEi", plain ? "work::spin" : "_ZN4work4spinEi");
	assert_shown(p, "Label", "Label");
	assert_shown(p, "_Z!no", "_Z!no");
	assert_shown(p, "L;::x", "L;::x");
	mem_free(plain);
	profile_free(p);
}

static const char everything[] =
    "# ========\n# hostname : box\n# event : name = e, , freq = 1\n# ========\n#\n"
    "x 1/1 [000] 2.5: 7 e:\n\t1 a->b (/tmp/perf-1.map)\n\t2 [unknown] (/lib/c)\n"
    "\t3 c+0x1\n  c.c:3 (inlined)\n\t4\n ABI:2 AX:0x1\n\n"
    "y 2 1.5: 1 f: 7f12 g (m)\nnonsense\n"
    "y 2 1.6: PERF_RECORD_LOST lost 3\ny 2 e:\n\t1 h (m)\n";

/* Fails the first allocation, then the second ... until reading succeeds. */
static void read_without_memory(struct text data, uint64_t samples)
{
	for (int addresses = 0; addresses < 2; addresses++) {
		struct reading_options o = {.addresses = addresses};
		unsigned n = 0;
		bool done = false;

		while (!done) {
			struct error err = ERROR_INIT;
			struct profile *p;

			hunger_due = ++n;
			p = read_text(data, &o, NULL, &err);
			done = hunger_due > 0;
			hunger_due = 0;
			/* only shrinking a block may fail without harm */
			assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
			if (p && !check_profile(p, &err))
				fail_msg("failure %u: %s", n, err.message);
			if (done || p)
				assert_int_equal(p ? p->samples.count : 0, samples);
			profile_free(p);
		}
		assert_true(n > 40);
	}
}

TEST(threads_without_memory_leave_the_work_to_the_others)
{
	struct reading_options o = {.format = "perf-script", .threads = 3};
	struct error err = ERROR_INIT;
	struct profile *p;

	hunger_of_helpers = true;
	p = read_text(TEXT("a 1 1.0: 1 cycles:\n\t1 f (/a)\n\n"), &o, NULL, &err);
	hunger_of_helpers = false;
	assert_non_null(p);
	assert_int_equal(err.kind, ERROR_NONE);
	assert_int_equal(p->samples.count, 1);
	profile_free(p);
}

TEST(without_memory_a_reading_is_an_error_and_no_leak)
{
	read_without_memory(text_of(everything), 3);
}

/* A file from the fuzz target's corpus has one of each kind of record and feature. */
TEST(without_memory_a_recording_is_an_error_and_no_leak)
{
	static const char *const names[] = {"file", "piped"};
	const char *src = getenv("srcdir");
	char path[4096], bytes[4096];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		FILE *in;
		size_t len;

		snprintf(path, sizeof path, "%s/tests/fuzz/corpus/perf_data/%s",
			 src ? src : ".", names[i]);
		in = fopen(path, "rb");
		assert_non_null(in);
		len = fread(bytes, 1, sizeof bytes, in);
		fclose(in);
		read_without_memory((struct text){bytes, len}, 3);
	}
}
