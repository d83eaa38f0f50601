#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/utf8.h"
#include "canvas/canvas.h"
#include "canvas/short_name.h"

/* A name, and how it is shortened to this many columns. */
static void assert_short(const char *name, int columns, const char *expected)
{
	char out[SHORT_NAME_MAX], line[400];
	struct text t = short_name(text_of(name), columns, false, out);

	snprintf(line, sizeof line, "%.*s", (int)t.len, t.at);
	assert_string_equal(line, expected);
}

TEST(template_arguments_go_first_then_parameters_then_namespaces)
{
	static const char name[] =
	    "void v8::internal::MarkingVisitorBase<v8::internal::Concurrent>::"
	    "ProcessStrong(v8::internal::Heap*, int) const";

	assert_short(name, 200, name);
	assert_short(name, 80,
		     "void v8::internal::MarkingVisitorBase<…>::ProcessStrong(…)");
	assert_short(name, 54, "…v8::internal::MarkingVisitorBase<…>::ProcessStrong");
	assert_short(name, 49, "…::internal::MarkingVisitorBase<…>::ProcessStrong");
	assert_short(name, 39, "…::MarkingVisitorBase<…>::ProcessStrong");
	assert_short(name, 16, "…::ProcessStrong");
	assert_short(name, 13, "ProcessStrong");
	assert_short(name, 12, "Proces…trong");
	assert_short(name, 5, "Proc…");
}

TEST(names_of_each_language_keep_what_tells_them_apart)
{
	assert_short(
	    "<alloc::vec::Vec<T> as core::iter::Iterator>::next::h0123456789abcdef", 51,
	    "<alloc::vec::Vec<T> as core::iter::Iterator>::next");
	assert_short(
	    "<alloc::vec::Vec<T> as core::iter::Iterator>::next::h0123456789abcdef", 26,
	    "<Vec<T> as Iterator>::next");
	assert_short("tokio::runtime::poll::{{closure}}::{{closure}}", 30,
		     "poll::{{closure}}::{{closure}}");
	assert_short("github.com/a/b/prometheus.(*Registry).Gather.func1", 39,
		     "…/b/prometheus.(*Registry).Gather.func1");
	assert_short("github.com/a/b/prometheus.(*Registry).Gather.func1", 13,
		     "…Gather.func1");
	assert_short("org.apache.cassandra.db.ColumnFamilyStore.apply", 25,
		     "…ColumnFamilyStore.apply");
	assert_short(
	    "java.lang.String java.util.regex.Pattern.split(java.lang.String, int)", 16,
	    "…Pattern.split");
	assert_short("void java.util.regex.Pattern.<init>(java.lang.String, int)", 16,
		     "…Pattern.<init>");
	assert_short("Lorg/apache/cassandra/db/Store;::apply", 20, "…/db/Store;::apply");
	assert_short("JS:*answer file:///tmp/server/gc.js:25:22", 20,
		     "answer …/gc.js:25:22");
	assert_short("JS:*answer file:///tmp/server/gc.js:25:22", 6, "answer");
	assert_short("JS:* /tmp/server/gc.js:1:1", 12, "…/gc.js:1:1");
	assert_short("handle (site-packages/flask/app.py:14)", 24,
		     "handle (…/app.py:14)");
	assert_short("/usr/lib/jvm/java-11/lib/server/libjvm.so", 20,
		     "…/server/libjvm.so");
	assert_short("std::ostream& operator<< <std::traits>(std::ostream&)", 12,
		     "…operator<<");
	assert_short("foo(int)::{lambda(int)#1}::operator()(int) const", 20,
		     "foo::{lambda(int)#1}");
	assert_short("-[NSArray(Foo) objectAtIndexedSubscript:]", 20,
		     "-[NSArray(…bscript:]");
	assert_short("update_curr.constprop.0.isra.5", 20, "update_curr…");
	assert_short("clock_nanosleep@@GLIBC_2.17", 20, "clock_nanosleep…");
	assert_short("clock_nanosleep@GLIBC_2.2.5", 15, "clock_nanosleep");
	assert_short("clock_nanosleep@plt", 12, "clock_…p@plt");
	assert_short("entry_SYSCALL_64_after_hwframe", 20, "entry_SYSC…r_hwframe");
	assert_short("kworker/u16:3-events", 14, "kworker…events");
}

TEST(ascii_has_dots_for_what_is_left_out)
{
	char out[SHORT_NAME_MAX];

	assert_true(
	    text_equal(short_name(TEXT("abc::Visitor<int *>::visit(int)"), 22, true, out),
		       TEXT("..::Visitor<..>::visit")));
	assert_true(text_equal(short_name(TEXT("entry_SYSCALL_64_after"), 12, true, out),
			       TEXT("entry..after")));
}

/* ---- random cases ---- */

static uint64_t seed;

static unsigned next(unsigned below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % below;
}

static const char *const bits[] = {"a",	       "Foo",
				   "::",       "<",
				   ">",	       "(",
				   ")",	       "[",
				   "]",	       "{",
				   "}",	       ".",
				   "/",	       " ",
				   "`",	       ":",
				   "*",	       "operator",
				   "<<",       "->",
				   "const",    "世",
				   "é",	       "e\xcc\x81",
				   "\xff",     "\xe4\xb8",
				   "\xf0\x9f", "\x1b[2J",
				   "\x80",     "::h0123456789abcdef",
				   "func1",    ".cold",
				   "@@",       " as ",
				   "<impl ",   ".js:1:2",
				   "JS:*",     "(anonymous namespace)",
				   "\xcc\x81", "\xe2\x80\xae",
				   "[clone ",  "-[",
				   "🙂",     "operator()",
				   "…",	       "0x12",
				   "/0x1"};

/* Any bytes, mostly those with a special meaning in names. */
static size_t make_any(char *name, size_t room)
{
	size_t len = 0, most = 1 + next((unsigned)room - 40);

	while (len < most) {
		const char *bit = bits[next(sizeof bits / sizeof *bits)];

		memcpy(name + len, bit, strlen(bit));
		len += strlen(bit);
	}
	return len;
}

static bool has_rune(struct text t, char32_t rune)
{
	struct printable p = printable_of(t);

	while (p.rest.len)
		if (printable_next(&p) == rune)
			return true;
	return false;
}

/* Whole characters of the name, or of the gap, that a screen may show. */
static void assert_characters_of(struct text got, struct text name, bool ascii)
{
	struct text rest = got;
	char32_t rune;

	while (rest.len) {
		rest = text_from(rest, utf8_decode(rest, &rune));
		assert_int_equal(utf8_harmless(rune), rune);
		assert_true(rune == (ascii ? U'.' : U'…') || has_rune(name, rune));
	}
}

static void assert_sound(struct text name, int columns, bool ascii)
{
	static char out[SHORT_NAME_MAX], again[SHORT_NAME_MAX];
	struct text got = short_name(name, columns, ascii, out);

	assert_true(utf8_columns(got) <= (columns > 0 ? columns : 0));
	if (utf8_columns(name) <= columns) {
		assert_true(got.at == name.at && got.len == name.len);
		return;
	}
	assert_true(columns < 1 || got.len > 0);
	assert_characters_of(got, name, ascii);
	assert_true(text_equal(short_name(got, columns, ascii, again), got));
}

TEST(no_short_name_is_too_wide_or_splits_a_character)
{
	static char name[4000];

	for (int i = 0; i < 20000; i++) {
		size_t len = make_any(name, i % 50 ? 200 : sizeof name);

		/* the end is where a reader might look too far */
		for (int k = 0; k < 3; k++)
			assert_sound((struct text){name, len}, (int)next(90) - 2, i & 1);
	}
}

/* "aa::bb<cc>::last(dd)", where the last part is the function. */
static size_t make_path(char *name, const char **last)
{
	static const char *const parts[] = {"::", ".", "::"};
	static const char *const words[] = {"net", "Visitor", "x1", "handle_all",
					    "Map$Node"};
	const char *between = parts[next(3)];
	size_t len = 0;

	for (unsigned n = 1 + next(6); n > 0; n--)
		len += (size_t)sprintf(name + len, "%s%s%s", words[next(5)],
				       next(3) ? "" : "<std::pair<int, a.b>>", between);
	*last = words[next(5)];
	len += (size_t)sprintf(name + len, "%s", *last);
	if (next(2))
		len += (size_t)sprintf(name + len, "<T>");
	if (next(2))
		len += (size_t)sprintf(name + len, "(int, std::string const&)");
	return len;
}

TEST(the_last_component_stays_whole_where_it_fits)
{
	char name[600], out[SHORT_NAME_MAX];
	const char *last;

	for (int i = 0; i < 20000; i++) {
		size_t len = make_path(name, &last);
		int columns = (int)strlen(last) + (int)next(60);
		struct text got =
		    short_name((struct text){name, len}, columns, false, out);

		if (!text_has(got, text_of(last)))
			fail_msg("%s in %d columns: %.*s", name, columns, (int)got.len,
				 got.at);
	}
}

TEST(a_name_of_a_mebibyte_costs_as_little_as_one_of_a_kibibyte)
{
	static const char *const of[] = {"<",  "a::", "(", "\xcc\x81", "\xe4\xb8\x96",
					 " x", "a"};
	static char name[1 << 20], out[SHORT_NAME_MAX];
	struct timespec begin, end;

	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		size_t len = 0, n = strlen(of[k]);

		for (; len + n <= sizeof name; len += n)
			memcpy(name + len, of[k], n);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
		for (int i = 0; i < 1000; i++)
			short_name((struct text){name, len}, 4 + i % 300, i & 1, out);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
		assert_true(end.tv_sec - begin.tv_sec < 2);
		assert_sound((struct text){name, len}, 50, false);
	}
}

static int prepare(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : (uint64_t)time(NULL);
	print_message("SEED=%llu\n", (unsigned long long)seed);
	return 0;
}

TEST_GROUP(prepare, NULL);
