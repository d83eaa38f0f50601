#include "lib/unit.h"

#include <stdlib.h>

#include "analysis/hue.h"

#define R(c) ((int)((c) >> 16))
#define G(c) ((int)((c) >> 8 & 0xff))
#define B(c) ((int)((c)&0xff))

static struct hue_box box(enum code_kind kind, const char *label)
{
	return (struct hue_box){.kind = kind, .label = text_of(label)};
}

static uint32_t hue(enum flame_colours by, enum code_kind kind, const char *label)
{
	struct hue_box b = box(kind, label);

	return hue_of(by, &b);
}

/* What `flamegraph.pl --colors hot` draws for a frame "foo". */
TEST(foo_has_the_colour_that_flamegraph_gives_it)
{
	assert_int_equal(hue(FLAME_HOT, CODE_USER, "foo"), 220 << 16 | 71 << 8 | 17);
}

/* As flamegraph.pl documents it: the minimum of each channel, and the range of its random part. */
static const struct range_of_channels {
	enum flame_colours by;
	int least[3], span[3];
} documented[] = {
    {FLAME_HOT, {205, 0, 0}, {50, 230, 55}},
    {FLAME_MEM, {0, 190, 0}, {0, 50, 210}},
    {FLAME_IO, {80, 80, 190}, {60, 60, 55}},
    {FLAME_RED, {200, 50, 50}, {55, 80, 80}},
    {FLAME_GREEN, {50, 200, 50}, {60, 55, 60}},
    {FLAME_BLUE, {80, 80, 205}, {60, 60, 50}},
    {FLAME_YELLOW, {175, 175, 50}, {55, 55, 20}},
    {FLAME_PURPLE, {190, 80, 190}, {65, 60, 65}},
    {FLAME_AQUA, {50, 165, 165}, {60, 55, 55}},
    {FLAME_ORANGE, {190, 90, 0}, {65, 65, 0}},
};

static bool is_of(enum flame_colours by, uint32_t c)
{
	int channel[3] = {R(c), G(c), B(c)};

	for (size_t i = 0; i < sizeof documented / sizeof *documented; i++) {
		const struct range_of_channels *d = &documented[i];

		if (d->by != by)
			continue;
		for (int k = 0; k < 3; k++)
			if (channel[k] < d->least[k] ||
			    channel[k] > d->least[k] + d->span[k])
				return false;
		return true;
	}
	return false;
}

/* The reference is libc's own drand48(), which perl's rand() uses too. */
TEST(every_name_has_the_colour_that_flamegraph_gives_it)
{
	for (unsigned seed = 0; seed < 400; seed++) {
		char name[40] = "";
		long sum = 0;
		double v;

		srand(seed);
		for (int n = rand() % 39, i = 0; i < n; i++) {
			name[i] = (char)(1 + rand() % 255);
			sum += (unsigned char)name[i];
		}
		srand48(sum);
		v = drand48();
		for (size_t i = 0; i < sizeof documented / sizeof *documented; i++) {
			const struct range_of_channels *d = &documented[i];
			uint32_t c = hue(d->by, CODE_USER, name);

			assert_true(is_of(d->by, c));
			assert_int_equal(R(c), d->least[0] + (int)(d->span[0] * v));
			assert_int_equal(G(c), d->least[1] + (int)(d->span[1] * v));
			assert_int_equal(B(c), d->least[2] + (int)(d->span[2] * v));
		}
	}
}

TEST(names_of_a_language_have_their_palette)
{
	static const struct {
		enum flame_colours by;
		const char *name;
		enum flame_colours is;
	} rows[] = {
	    {FLAME_JAVA, "Interpreter_[j]", FLAME_GREEN},
	    {FLAME_JAVA, "java/lang/String.hashCode_[i]", FLAME_AQUA},
	    {FLAME_JAVA, "java/lang/String.hashCode", FLAME_GREEN},
	    {FLAME_JAVA, "Lorg/mozilla/Parser.parse", FLAME_GREEN},
	    {FLAME_JAVA, "lorg/mozilla/Parser.parse", FLAME_RED},
	    {FLAME_JAVA, "scala:::foo", FLAME_GREEN},
	    {FLAME_JAVA, "JavaThread::run", FLAME_YELLOW},
	    {FLAME_JAVA, "sys_read_[k]", FLAME_ORANGE},
	    {FLAME_JAVA, "start_thread", FLAME_RED},
	    {FLAME_JS, "/app/server.js:12_[j]", FLAME_GREEN},
	    {FLAME_JS, "LazyCompile:~handle_[j]", FLAME_AQUA},
	    {FLAME_JS, "v8::internal::Heap", FLAME_YELLOW},
	    {FLAME_JS, "handle /app/server.js:12", FLAME_GREEN},
	    {FLAME_JS, "server.js", FLAME_RED},
	    {FLAME_JS, "Builtin:ArrayMap", FLAME_AQUA},
	    {FLAME_JS, " ", FLAME_GREEN},
	    {FLAME_JS, "sys_read_[k]", FLAME_ORANGE},
	    {FLAME_JS, "uv_run", FLAME_RED},
	    {FLAME_PERL, "main::work", FLAME_YELLOW},
	    {FLAME_PERL, "Perl_pp_entersub", FLAME_GREEN},
	    {FLAME_PERL, "run.pl", FLAME_GREEN},
	    {FLAME_PERL, "sys_read_[k]", FLAME_ORANGE},
	    {FLAME_PERL, "malloc", FLAME_RED},
	    {FLAME_RUST, "core::fmt::write", FLAME_ORANGE},
	    {FLAME_RUST, "<alloc::vec::Vec<T> as core::ops::Drop>::drop", FLAME_ORANGE},
	    {FLAME_RUST, "ripgrep::main", FLAME_YELLOW},
	    {FLAME_RUST, "memchr", FLAME_RED},
	    {FLAME_PYTHON, "get (/venv/lib/python3.11/site-packages/a.py:7)", FLAME_AQUA},
	    {FLAME_PYTHON, "C:\\Python39\\lib\\site-packages\\a.py", FLAME_AQUA},
	    {FLAME_PYTHON, "dumps (/usr/lib/python3.11/json/__init__.py:1)",
	     FLAME_YELLOW},
	    {FLAME_PYTHON, "C:\\Python39\\lib\\json.py", FLAME_YELLOW},
	    {FLAME_PYTHON, "<built-in method time.sleep>", FLAME_YELLOW},
	    {FLAME_PYTHON, "<method 'append' of 'list' objects>", FLAME_YELLOW},
	    {FLAME_PYTHON, "<frozen importlib._bootstrap>:_load:680", FLAME_YELLOW},
	    {FLAME_PYTHON, "main (/home/me/python-tools/run.py:3)", FLAME_RED},
	    {FLAME_PYTHON, "main (/home/me/my-site-packages/run.py:3)", FLAME_RED},
	    {FLAME_PYTHON, "main (run.py:3)", FLAME_RED},
	    {FLAME_PYTHON, "", FLAME_RED},
	    {FLAME_WAKEUP, "anything", FLAME_AQUA},
	    {FLAME_CHAIN, "schedule_[w]", FLAME_AQUA},
	    {FLAME_CHAIN, "schedule", FLAME_BLUE},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (hue(rows[i].by, CODE_USER, rows[i].name) !=
		    hue(rows[i].is, CODE_USER, rows[i].name))
			fail_msg("%s: %s is not %s", flame_colours_names[rows[i].by],
				 rows[i].name, flame_colours_names[rows[i].is]);
}

TEST(a_kind_stands_for_its_annotation)
{
	assert_int_equal(hue(FLAME_JAVA, CODE_KERNEL, "f"),
			 hue(FLAME_ORANGE, CODE_USER, "f"));
	assert_int_equal(hue(FLAME_JAVA, CODE_JIT, "f"),
			 hue(FLAME_GREEN, CODE_USER, "f"));
	assert_int_equal(hue(FLAME_JAVA, CODE_INLINED, "f"),
			 hue(FLAME_AQUA, CODE_USER, "f"));
	assert_int_equal(hue(FLAME_JS, CODE_JIT, "f"), hue(FLAME_AQUA, CODE_USER, "f"));
	assert_int_equal(hue(FLAME_JS, CODE_KERNEL, "f"),
			 hue(FLAME_ORANGE, CODE_USER, "f"));
	assert_int_equal(hue(FLAME_PERL, CODE_KERNEL, "f"),
			 hue(FLAME_ORANGE, CODE_USER, "f"));
}

static uint32_t of_module(enum code_kind kind, const char *label, const char *module)
{
	struct hue_box b = box(kind, label);

	b.module = text_of(module);
	return hue_of(FLAME_BY_MODULE, &b);
}

/* The angle on the colour wheel in degrees, whatever the shade. */
static int degrees(uint32_t c)
{
	int most = R(c) > G(c) ? R(c) : G(c), least = R(c) < G(c) ? R(c) : G(c);
	double span;

	most = B(c) > most ? B(c) : most;
	least = B(c) < least ? B(c) : least;
	span = most - least;
	if (most == R(c))
		return (int)(60 * (6 + (G(c) - B(c)) / span)) % 360;
	return most == G(c) ? (int)(60 * (2 + (B(c) - R(c)) / span))
			    : (int)(60 * (4 + (R(c) - G(c)) / span));
}

static bool same_hue(uint32_t a, uint32_t b)
{
	int away = abs(degrees(a) - degrees(b));

	return away < 5 || away > 355;
}

TEST(a_module_has_one_hue_wherever_it_lies)
{
	static const char *const modules[] = {"libc.so.6", "libcrypto.so.3", "python3.11",
					      "[kernel.kallsyms]", "[vdso]"};
	uint32_t seen[5];

	for (int i = 0; i < 5; i++) {
		char server[60] = "/usr/lib/";

		strcat(server, modules[i]);
		seen[i] = of_module(CODE_USER, "f", modules[i]);
		assert_int_equal(of_module(CODE_KERNEL, "f", server), seen[i]);
		for (char c = 'a'; c <= 'z'; c++)
			assert_true(
			    same_hue(of_module(CODE_USER, (char[]){c, '\0'}, modules[i]),
				     seen[i]));
		for (int k = 0; k < i; k++)
			assert_false(same_hue(seen[i], seen[k]));
	}
}

TEST(what_has_no_module_has_the_colour_of_its_kind)
{
	for (int k = 0; k < CODE_KINDS; k++)
		assert_int_equal(
		    of_module((enum code_kind)k, "f", ""),
		    hue((enum flame_colours)FLAME_BY_KIND, (enum code_kind)k, "f"));
	assert_int_equal(of_module(CODE_GROUP, "f", "libc.so.6"),
			 hue(FLAME_BY_KIND, CODE_GROUP, "f"));
}

static uint32_t of_width(uint64_t value, uint64_t all)
{
	struct hue_box b = box(CODE_USER, "f");

	b.value = value;
	b.all = all;
	return hue_of(FLAME_BY_HEAT, &b);
}

TEST(the_wider_the_redder)
{
	uint32_t last = of_width(0, 1000);

	for (uint64_t value = 1; value <= 1000; value++) {
		uint32_t now = of_width(value, 1000);

		assert_true(R(now) - G(now) >= R(last) - G(last));
		assert_true(G(now) <= G(last));
		last = now;
	}
	assert_true(R(last) > 200 && G(last) < 60 && B(last) < 60);
	assert_true(G(of_width(10, 1000)) > 200);
	assert_int_equal(of_width(UINT64_MAX, 1), last);
	assert_int_equal(of_width(0, 0), last);
}

TEST(a_name_of_a_megabyte_costs_no_more_than_a_page)
{
	size_t len = 1 << 20;
	char *name = malloc(len + 1);

	assert_non_null(name);
	memset(name, ':', len);
	name[len] = '\0';
	for (int i = 0; i < FLAME_COLOURS; i++) {
		uint32_t first = hue((enum flame_colours)i, CODE_USER, name);

		for (int n = 0; n < 1000; n++)
			assert_int_equal(hue_of((enum flame_colours)i,
						&(struct hue_box){.kind = CODE_USER,
								  .label = {name, len}}),
					 first);
	}
	free(name);
}

TEST(every_palette_has_a_name_of_its_own_and_is_a_word)
{
	const char *words = FLAME_COLOURS_WORDS;

	for (int i = 0; i < FLAME_COLOURS; i++) {
		size_t len = strcspn(words, "|");

		assert_non_null(flame_colours_names[i]);
		assert_true(text_equal((struct text){words, len},
				       text_of(flame_colours_names[i])));
		words += len + (words[len] != '\0');
		for (int k = 0; k < i; k++)
			assert_string_not_equal(flame_colours_names[i],
						flame_colours_names[k]);
	}
	assert_int_equal(*words, '\0');
}
