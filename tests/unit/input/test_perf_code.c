/*
 * Where in a function samples were taken, and its instructions: for a recording made by the test,
 * and a known program (tests/fuzz/corpus/code/lines-of-dwarf-5).
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "input/reading.h"
#include "lib/check_profile.h"
#include "lib/hunger.h"
#include "lib/made_recording.h"
#include "profile/code.h"
#include "symbols/code/disassembly.h"

#define USER	((uint64_t)-512)
#define CODE	0x7000 /* f() starts here; it has 0x16 bytes */
#define SAMPLES 10

/* Not in order of time, so that they have to be sorted. */
static struct made_recording of_samples(void)
{
	static const uint64_t at[SAMPLES] = {
	    CODE,     CODE + 8, CODE + 8,    CODE + 0x15, CODE + 0x16,
	    CODE + 8, 0x100,	CODE + 0x0b, CODE,	  CODE + 0x15};
	struct made_recording m = {0};

	made_file_head(&m, 1, 0);
	made_map(&m, 10, 7, CODE, 0x1000, 0x1000, "/lines-of-dwarf-5");
	for (uint64_t i = 0; i < SAMPLES; i++) {
		uint64_t chain[] = {USER, at[i], CODE + 0x20};

		made_sample(&m, i % 2 ? 200 - i : 100 + i, 7, 7, chain, 3);
	}
	made_file_end(&m);
	return m;
}

static struct profile *read_made_in(const struct made_recording *m, const char *function,
				    const char *modules, struct error *err)
{
	const char *top = getenv("srcdir");
	char symfs[4096];
	const struct reading_options o = {.symbols = true,
					  .symfs = symfs,
					  .instructions_of = function,
					  .instructions_in = modules,
					  .instructions_bare = modules != NULL,
					  .threads = 1};
	struct source *s = source_of_bytes(m->bytes, m->len, err);
	struct profile *p;

	snprintf(symfs, sizeof symfs, "%s/tests/fuzz/corpus/code", top ? top : ".");
	p = s ? reading_run_source(s, "it", &o, NULL, err) : NULL;
	source_close(s);
	return p;
}

static struct profile *read_made(const struct made_recording *m, const char *function,
				 struct error *err)
{
	return read_made_in(m, function, NULL, err);
}

/* "f:401000*2", by address: function, address, samples. */
static void tell_sites(const struct profile *p, char *to, size_t room)
{
	const struct code *c = p->code;
	size_t len = 0;

	*to = '\0';
	for (size_t i = 1; i < c->site_count; i++) {
		struct text name = code_text(c, c->functions[c->sites[i].function].name);
		unsigned n = 0;

		for (uint64_t row = 0; row < p->samples.count; row++)
			n += p->samples.site[row] == i;
		len +=
		    (size_t)snprintf(to + len, room - len, "%.*s:%lx*%u ", (int)name.len,
				     name.at, (unsigned long)c->sites[i].address, n);
	}
}

TEST(samples_are_at_addresses_of_the_file)
{
	struct made_recording m = of_samples();
	struct error err = ERROR_INIT;
	struct profile *p = read_made(&m, "f", &err);
	char sites[256];

	assert_non_null(p);
	assert_non_null(p->code);
	tell_sites(p, sites, sizeof sites);
	assert_string_equal(sites, "f:401000*2 f:401008*3 f:401015*2 f:40100b*1 ");
	profile_free(p);
	free(m.bytes);
}

TEST(rows_keep_their_places_when_they_are_sorted)
{
	struct made_recording m = of_samples();
	struct error err = ERROR_INIT;
	struct profile *p = read_made(&m, "f", &err);
	char order[256] = "";
	size_t len = 0;

	assert_non_null(p);
	for (uint64_t row = 0; row < p->samples.count; row++)
		len += (size_t)snprintf(
		    order + len, sizeof order - len, "%lu:%lx ",
		    (unsigned long)p->samples.time[row],
		    (unsigned long)p->code->sites[p->samples.site[row]].address & 0xfff);
	assert_string_equal(order, "100:0 102:8 104:fff 106:fff 108:0 191:15 193:b 195:8 "
				   "197:15 199:8 ");
	profile_free(p);
	free(m.bytes);
}

TEST(a_function_has_its_instructions_and_lines)
{
	struct made_recording m = of_samples();
	struct error err = ERROR_INIT;
	struct profile *p = read_made(&m, "f", &err);
	const struct code *c = p->code;
	const struct instruction *jump;
	struct text text;

	if (!capstone_library.version) {
		text = code_text(c, c->functions[0].absence);
		assert_true(
		    text_equal(text, TEXT("flarescope was built without capstone")));
		profile_free(p);
		free(m.bytes);
		return;
	}
	assert_int_equal(c->functions[0].count, 7);
	assert_int_equal(c->functions[0].start, 0x401000);
	jump = &c->instructions[2];
	assert_int_equal(jump->address, 0x401008);
	assert_int_equal(jump->target, 0x401015);
	assert_int_equal(jump->size, 2);
	assert_memory_equal(jump->bytes, "\x7f\x0b", 2);
	assert_int_equal(jump->line, 2);
	assert_int_equal(c->instructions[0].line, 2);
	profile_free(p);
	free(m.bytes);
}

/* As many samples at the same times, but without stacks and lines; other modules are not read. */
TEST(of_some_modules_nothing_else_is_read)
{
	struct made_recording m = of_samples();
	struct error err = ERROR_INIT;
	struct profile *all = read_made(&m, "f", &err), *p;
	size_t bytes = all->samples.count * sizeof *all->samples.time;
	char sites[256];

	p = read_made_in(&m, "f", "[vdso]\n/lines-of-dwarf-5\n", &err);
	assert_non_null(p);
	tell_sites(p, sites, sizeof sites);
	assert_string_equal(sites, "f:401000*2 f:401008*3 f:401015*2 f:40100b*1 ");
	assert_int_equal(p->samples.count, all->samples.count);
	assert_memory_equal(p->samples.time, all->samples.time, bytes);
	assert_memory_equal(p->samples.site, all->samples.site, bytes / 2);
	assert_int_equal(p->stack_count, 1);
	assert_int_equal(p->code->instruction_count, all->code->instruction_count);
	for (size_t i = 0; i < p->code->instruction_count; i++)
		assert_int_equal(p->code->instructions[i].line, 0);
	profile_free(p);
	p = read_made_in(&m, "f", "[vdso]\n/lines-of-dwarf\n", &err);
	assert_non_null(p);
	assert_null(p->samples.site);
	profile_free(p);
	profile_free(all);
	free(m.bytes);
}

/*
 * Programs that are rebuilt all the time, each with a function of the same name: the time for the
 * list is proportional to its length (comparing pairs would take minutes).
 */
TEST(of_very_many_modules_each_is_looked_up_once)
{
	const unsigned count = 100000;
	char *list = malloc(count * 32), path[32];
	struct made_recording m = {0};
	struct error err = ERROR_INIT;
	struct profile *p;
	size_t len = 0;
	clock_t begun;

	assert_non_null(list);
	made_file_head(&m, 1, 0);
	for (unsigned i = 0; i < count; i++) {
		uint64_t at = CODE + UINT64_C(0x1000) * i, chain[] = {USER, at};

		snprintf(path, sizeof path, "/made/anew/%08u/it", i);
		made_map(&m, 10 + i, 7, at, 0x1000, 0, path);
		made_sample(&m, 10 + i, 7, 7, chain, 2);
		len += (size_t)sprintf(list + len, "/made/anew/%08u/it\n", count - 1 - i);
	}
	made_file_end(&m);
	begun = clock();
	p = read_made_in(&m, "f", list, &err);
	assert_true(clock() - begun < 8 * CLOCKS_PER_SEC);
	assert_non_null(p);
	assert_int_equal(p->samples.count, count);
	profile_free(p);
	free(m.bytes);
	free(list);
}

TEST(who_does_not_ask_gets_nothing)
{
	struct made_recording m = of_samples();
	struct error err = ERROR_INIT;
	struct profile *p = read_made(&m, NULL, &err);

	assert_non_null(p);
	assert_null(p->code);
	assert_null(p->samples.site);
	profile_free(p);
	p = read_made(&m, "none of them", &err);
	assert_non_null(p->code);
	assert_null(p->samples.site);
	profile_free(p);
	free(m.bytes);
}

TEST(without_memory_it_is_an_error)
{
	struct made_recording m = of_samples();
	bool done = false;
	size_t used = mem_used();
	unsigned n = 0;

	while (!done) {
		struct error err = ERROR_INIT;
		struct profile *p;

		hunger_due = ++n;
		p = read_made(&m, "f", &err);
		done = hunger_due > 0;
		hunger_due = 0;
		assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
		if (p && !check_profile(p, &err))
			fail_msg("failure %u: %s", n, err.message);
		profile_free(p);
	}
	assert_true(n > 100);
	assert_int_equal(mem_used(), used);
	free(m.bytes);
}
