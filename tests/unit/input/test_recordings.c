#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "input/recordings.h"
#include "lib/made_profile.h"
#include "lib/stored.h"
#include "profile/hosts.h"

#define FILES 6

/* ---- recordings of hosts ---- */

struct fleet {
	char directory[64];
	struct recordings files;
	uint64_t samples[FILES]; /* of each */
};

/* If `untimed`, the profile has no times, and so does not match the others. */
static void write_host(struct fleet *f, uint32_t i, bool untimed)
{
	const struct made_sample bare = {.stack = "main;a", .untimed = true};
	struct profile *p =
	    untimed ? made_profile(&bare, 1) : random_profile(7 + i, 400 + 100 * i);
	char path[100];
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);
	FILE *out;

	f->samples[i] = p->samples.count;
	snprintf(path, sizeof path, "%s/host-%u.flare", f->directory, i);
	out = fopen(path, "wb");
	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
	free(bytes);
	profile_free(p);
}

/* `untimed`: which host has no times; FILES: none. */
static void begin(struct fleet *f, uint32_t untimed)
{
	struct error err = ERROR_INIT;

	*f = (struct fleet){.directory = "/tmp/test_recordings-XXXXXX"};
	assert_non_null(mkdtemp(f->directory));
	for (uint32_t i = 0; i < FILES; i++)
		write_host(f, i, i == untimed);
	assert_true(recordings_add(&f->files, f->directory, &err));
	assert_int_equal(f->files.count, FILES);
}

static void end(struct fleet *f)
{
	for (uint32_t i = 0; i < f->files.count; i++)
		unlink(f->files.list[i].path);
	rmdir(f->directory);
	recordings_release(&f->files);
	assert_int_equal(mem_used(), 0);
}

/* ---- previews ---- */

struct looker {
	const struct fleet *fleet;
	bool eager;
	unsigned asked, shown;
	uint32_t hosts; /* in the last preview */
};

static bool wants(void *arg)
{
	struct looker *l = arg;

	l->asked++;
	return l->eager;
}

static uint64_t samples_of(const struct fleet *f, uint32_t hosts)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < hosts; i++)
		all += f->samples[i];
	return all;
}

static void show(void *arg, struct profile *preview)
{
	struct looker *l = arg;
	uint32_t own = preview->hosts.count;

	assert_true(own > l->hosts && own < FILES);
	assert_int_equal(preview->samples.count, samples_of(l->fleet, own));
	for (uint32_t i = 0; i < own; i++) {
		char name[20];

		snprintf(name, sizeof name, "host-%u", i);
		assert_true(text_equal(host_name(preview, i), text_of(name)));
		assert_int_equal(preview->hosts.list[i].samples, l->fleet->samples[i]);
	}
	l->hosts = own;
	l->shown++;
	profile_free(preview);
}

static struct profile *read_all(const struct fleet *f, struct looker *l)
{
	const struct audience audience = {.wants = wants, .show = show, .arg = l};
	const struct reading_options options = {
	    .together = &f->files, .audience = &audience, .threads = 2};
	struct error err = ERROR_INIT;
	struct profile *p = recordings_run("-", &options, NULL, &err);

	assert_non_null(p);
	return p;
}

TEST(hosts_that_are_read_are_shown_before_the_others)
{
	struct fleet f;
	struct looker l = {.fleet = &f, .eager = true};
	struct profile *p;

	begin(&f, FILES);
	p = read_all(&f, &l);
	/* the first immediately, more if they are cheap enough */
	assert_true(l.shown > 0);
	assert_int_equal(p->hosts.count, FILES);
	assert_int_equal(p->samples.count, samples_of(&f, FILES));
	profile_free(p);
	end(&f);
}

TEST(who_wants_no_part_gets_none)
{
	struct fleet f;
	struct looker l = {.fleet = &f};

	begin(&f, FILES);
	profile_free(read_all(&f, &l));
	/* after the last one everything is there */
	assert_int_equal(l.asked, FILES - 1);
	assert_int_equal(l.shown, 0);
	end(&f);
}

/* It will be left out at the end: a preview either does not contain it, or is not shown. */
TEST(what_fits_no_other_is_in_no_part)
{
	struct fleet f;
	struct looker l = {.fleet = &f, .eager = true};
	struct profile *p;

	begin(&f, 1);
	p = read_all(&f, &l);
	assert_int_equal(l.shown, 1); /* the first, alone */
	assert_int_equal(l.hosts, 1);
	assert_int_equal(p->hosts.count, FILES - 1);
	assert_int_equal(p->samples.count, samples_of(&f, FILES) - 1);
	profile_free(p);
	end(&f);
}

/* The directory's owner may do that between the check and the reading. */
TEST(a_pipe_in_the_place_of_a_file_that_was_found_is_not_waited_for)
{
	struct fleet f;
	struct looker l = {.fleet = &f};
	struct profile *p;

	begin(&f, FILES);
	assert_int_equal(unlink(f.files.list[1].path), 0);
	assert_int_equal(mkfifo(f.files.list[1].path, 0600), 0);
	alarm(20);
	p = read_all(&f, &l);
	alarm(0);
	assert_int_equal(p->hosts.count, FILES - 1);
	profile_free(p);
	end(&f);
}
