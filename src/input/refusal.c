#include "input/refusal.h"

#include <stdint.h>
#include <stdio.h>

#include "base/bytes.h"
#include "input/formats.h"
#include "input/json/json_head.h"
#include "input/plugin/plugin_readers.h"
#include "input/scan.h"

/* ---- what it seems to be ---- */

#define PPROF	" FILE > FILE.pb.gz"
#define FIREFOX "open it with profiler.firefox.com and save it from there"
#define SCOPE	"open it with www.speedscope.app and export it from there"

/* What files of other kinds begin with. */
static const struct {
	struct text magic;
	const char *guess;
} magics[] = {
    {{"2ELIFREP", 8},
     "a perf.data recording from a machine with the other byte order; convert it to text "
     "there: perf script --header -i FILE"},
    /* simpleperf report-sample --protobuf -o FILE; the Firefox profiler opens it */
    {{"SIMPLEPERF", 10},
     "a simpleperf trace; convert its perf.data to text: report_sample.py -i perf.data > "
     "FILE, or save it again with profiler.firefox.com"},
    {{"MOJ", 3},
     "an Austin recording in MOJO format; convert it to text: mojo2austin FILE OUT"},
    /* Debug.startMethodTracing() of Android, written at the end or as it runs */
    {{"*version\n", 9}, "a method trace of Android (ART); " FIREFOX},
    {{"FLR\0", 4},
     "a Java Flight Recorder recording; fold it: jfrconv -o collapsed FILE OUT"},
    {{"\xfd\x37zXZ", 5}, "xz data; unpack it: xz -dc FILE | flarescope -"},
    {{"BZh", 3}, "bzip2 data; unpack it: bzip2 -dc FILE | flarescope -"},
    {{"\x04\x22\x4d\x18", 4}, "lz4 data; unpack it: lz4 -dc FILE | flarescope -"},
    {{"\x1f\x9d", 2}, "compress data (.Z); unpack it: gzip -dc FILE | flarescope -"},
    {{"PK\x03\x04", 4}, "a zip archive; unpack it and name the file in it"},
    {{"\x7f"
      "ELF",
      4},
     "a program or library (ELF); record it with: perf record -F 99 -g"},
    /* what pprof wrote before it had protocol buffers, and writes on: /debug/pprof?debug=1 */
    {{"heap profile: ", 14},
     "a heap profile in text; convert it: go tool pprof -proto" PPROF},
    {{"--- heap", 8}, "a heap profile in text; convert it: go tool pprof -proto" PPROF},
    {{"--- contention", 14},
     "a contention profile in text; convert it: go tool pprof -proto" PPROF},
    {{"--- mutex:", 10},
     "a contention profile in text; convert it: go tool pprof -proto" PPROF},
    {{"--- thread", 10},
     "a thread profile in text; convert it: go tool pprof -proto" PPROF},
    {{"goroutine profile: total ", 25},
     "a goroutine profile in text; convert it: go tool pprof -proto" PPROF},
    {{"threadcreate profile: total ", 28},
     "a thread profile in text; convert it: go tool pprof -proto" PPROF},
    /* node --prof */
    {{"v8-version,", 11},
     "a log of V8's ticks (node --prof); record with node --cpu-prof PROGRAM instead"},
    {{"Statistical profiling result from ", 34},
     "sums of V8's ticks (node --prof-process); record with node --cpu-prof PROGRAM "
     "instead"},
    {{"<!DOCTYPE", 9}, "a web page; was it meant to be a download?"},
    {{"<!doctype", 9}, "a web page; was it meant to be a download?"},
    {{"<html", 5}, "a web page; was it meant to be a download?"},
    {{"<?xml", 5}, "an XML or SVG file; give the profile that it was made from"},
    {{"<svg", 4}, "an SVG file; give the profile that it was made from"},
};

#define LINE	200  /* characters of a line of symbols */
#define TELLING 1024 /* characters at the beginning, in which they say what they are */

/* What the begins of profiles have in them that cannot be read, or not yet. */
static const struct {
	struct text part;
	const char *guess;
} profiles[] = {
    {{"Analysis of sampling ", 21},
     "a call graph of macOS sample, without times; fold it: inferno-collapse-sample "
     "FILE | flarescope -"},
    {{"# callgrind format", 18},
     "a callgrind profile, sums without stacks; record with perf record -F 99 -g "
     "instead"},
    {{"creator: callgrind", 18},
     "a callgrind profile, sums without stacks; record with perf record -F 99 -g "
     "instead"},
    {{"creator: xdebug", 15},
     "a callgrind profile of Xdebug, sums without stacks; record a trace, "
     "xdebug.mode=trace and xdebug.trace_format=1, and fold it: "
     "stackcollapse-xdebug.php FILE | flarescope -"},
    /* "Level,Function Name,Inclusive Samples,Exclusive Samples,Inclusive Samples %,..." */
    {{"Level,Function Name,", 20},
     "a call tree of Visual Studio, without times; fold it: stackcollapse-vsprof.pl FILE "
     "| flarescope -"},
    {{"Function Stack,CPU Time", 23},
     "a table of VTune, without times; fold it: inferno-collapse-vtune FILE | flarescope "
     "-"},
    {{"Weight\tSelf Weight", 18},
     "a call tree of Instruments, without times; give an export of its samples: xctrace "
     "export | inferno-collapse-xctrace | flarescope -"},
    /* of Instruments 7 */
    {{"Running Time\tSelf", 17}, "a call tree of Instruments, without times; " SCOPE},
    {{"Running Time,Self", 17},
     "a call tree of Instruments, without times; fold it: stackcollapse-instruments.pl "
     "FILE | flarescope -"},
    {{"<trace-query-result", 19},
     "an export of xctrace; fold it: inferno-collapse-xctrace FILE | flarescope -"},
    {{"Time and Allocation Profiling Report", 36},
     "a profile of a Haskell program, without times; fold it: inferno-collapse-ghcprof "
     "FILE | flarescope -"},
    {{"\"rts_arguments\"", 15},
     "a profile of a Haskell program, without times; make one with +RTS -P and fold it: "
     "inferno-collapse-ghcprof FILE | flarescope -"},
    {{" samples]\n", 10},
     "a call graph of pmcstat, without times; fold it: stackcollapse-pmc.pl FILE | "
     "flarescope -"},
    {{"\"gc_samples\"", 12},
     "a profile of stackprof; fold it: stackprof --stackcollapse FILE | flarescope -"},
    {{" trace\0\0", 8},
     "an execution trace of Go; take a profile of it: go tool trace -pprof=sched FILE > "
     "FILE.pb.gz"},
    {{"\"recording\":{\"displayName\"", 26},
     "a timeline of Safari, which cannot be read; record it in another browser"},
};

/*
 * A CPU profile of gperftools, or one that Java wrote in its place: words of 32 or 64 bits in
 * either byte order, 0, 3, 0 (Java: 1), the period, 0, and then the samples.
 */
static bool is_gperftools(struct text head, unsigned width, bool big_endian)
{
	uint64_t words[5] = {0};

	if (head.len < sizeof words / sizeof *words * width)
		return false;
	for (size_t i = 0; i < 5; i++)
		for (unsigned k = 0; k < width; k++) {
			size_t at = i * width + (big_endian ? k : width - 1 - k);

			words[i] = words[i] << 8 | (unsigned char)head.at[at];
		}
	return words[0] == 0 && words[1] == 3 && words[2] <= 1 && words[3] > 0 &&
	       words[4] == 0;
}

/* "SLOW", a version below 256 in two bytes: what ART writes as it runs begins so. */
static bool is_art_stream(struct text head)
{
	return head.len >= 8 && text_starts(head, TEXT("SLOW")) && head.at[5] == '\0';
}

/* What a JSON text tells of itself, wherever it stands. */
struct told {
	bool head; /* this is what we are in */
	const char *guess;
};

static bool hear(void *arg, const struct json_head_member *m)
{
	struct told *told = arg;

	if (m->depth == 1) {
		told->head = text_equal(m->key, TEXT("head"));
		if (text_equal(m->key, TEXT("dhatFileVersion")))
			told->guess = "a heap profile of DHAT; " FIREFOX;
	}
	/* {"head":{"callFrame":{...},"selfSize":0,"id":1,"children":[... */
	if (m->depth == 2 && told->head && text_equal(m->key, TEXT("selfSize")))
		told->guess = "a heap profile of V8; " SCOPE;
	return !told->guess;
}

static const char *guess_json(struct text head)
{
	struct told told = {.guess = NULL};

	json_head_walk(head, hear, &told);
	return told.guess;
}

/*
 * What belongs to a recording, by its first line:
 *   kallsyms   "ffffffff9a000000 T _text"
 *   perf-PID.map   "7f2b9c0a1000 5a0 LazyCompile:~f native"
 */
static const char *guess_symbols(struct text head)
{
	struct text line = text_upto(head, LINE), rest = text_from(line, scan_hex(line));
	size_t hex = line.len - rest.len, size, digits = 0;

	for (size_t i = 0; i < hex; i++)
		digits += scan_is_digit(line.at[i]);
	if (digits == 0)
		return NULL; /* a word */
	rest = text_from(rest, 1);
	size = scan_hex(rest);
	if (hex == 16 && rest.len > 2 && rest.at[1] == ' ' && (rest.at[0] | ' ') >= 'a' &&
	    (rest.at[0] | ' ') <= 'z' && line.at[hex] == ' ' && rest.at[2] > ' ')
		return "a table of kernel symbols; use it with a recording: flarescope "
		       "--kallsyms FILE perf.data";
	if (hex >= 6 && size > 0 && rest.len > size + 1 && rest.at[size] == ' ' &&
	    line.at[hex] == ' ' && rest.at[size + 1] > ' ')
		return "symbols of code made at run time; they belong in "
		       "/tmp/perf-PID.map, next to a recording";
	return NULL;
}

#define RECORDS_TELLING 3

/* COMPRESSED: zstd; COMPRESSED2 of perf 6.16: u64 how many bytes, zstd. */
static bool is_packed_record(uint32_t type, struct text body)
{
	const struct text zstd = {"\x28\xb5\x2f\xfd", 4};

	return (type == 81 && text_starts(body, zstd)) ||
	       (type == 83 && text_starts(text_from(body, body.len < 8 ? 0 : 8), zstd));
}

/*
 * perf 6.1 record --threads: data.0 and so on are records, one behind the other: u32 type, u16
 * flags, u16 size with these eight bytes. What they mean, data tells beside them.
 */
static bool is_perf_records(struct text head)
{
	struct bytes b = bytes_of(head);
	unsigned records = 0;

	while (bytes_left(&b) >= 8) {
		uint32_t type = bytes_u32(&b), size;

		bytes_skip(&b, 2);
		size = bytes_u16(&b);
		if (is_packed_record(type, (struct text){b.at, bytes_left(&b)}))
			return true;
		if (size < 8 || size % 8 || type == 0 || type > 83 ||
		    (type > 21 && type < 64))
			return false;
		records++;
		if (size - 8 > bytes_left(&b))
			break;
		bytes_skip(&b, size - 8);
	}
	return records >= RECORDS_TELLING;
}

const char *refusal_kind(struct text head)
{
	if (head.len == 0)
		return "an empty file; did the program that should have written it fail?";
	if (is_perf_records(head))
		return "a part of a recording of perf record --threads (data.0 and so "
		       "on), which has no head; open the directory that it is in";
	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		if (text_has(text_upto(head, TELLING), profiles[i].part))
			return profiles[i].guess;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if (text_starts(head, magics[i].magic))
			return magics[i].guess;
	if (is_art_stream(head))
		return "a method trace of Android (ART); " FIREFOX;
	for (unsigned i = 0; i < 4; i++)
		if (is_gperftools(head, i & 1 ? 8 : 4, i & 2))
			return "a CPU profile of gperftools; convert it: go tool pprof "
			       "-proto PROGRAM" PPROF;
	return json_head_may_be(head) ? guess_json(head) : guess_symbols(head);
}

/* Control characters that no text has. */
static bool is_binary(struct text head)
{
	size_t odd = 0;

	for (size_t i = 0; i < head.len; i++) {
		unsigned char c = (unsigned char)head.at[i];

		odd +=
		    c < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 27;
	}
	return odd * 50 > head.len;
}

const char *refusal_contents(struct text head)
{
	if (is_binary(head))
		return "binary data of an unknown kind";
	while (head.len &&
	       (scan_is_blank(head.at[0]) || head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	if (head.len == 0)
		return "nothing but blanks";
	if (head.at[0] == '{' || head.at[0] == '[')
		return "JSON of an unknown kind";
	return "text of an unknown kind";
}

const char *const *refusal_formats(struct text head)
{
	static const char *const binary[] = {"perf-data", "pprof", "nflxprofile", NULL};
	static const char *const json[] = {"trace-event", "cpuprofile", "firefox", NULL};
	static const char *const table[] = {"spans", "folded", "timed-folded", NULL};
	static const char *const text[] = {"perf-script", "folded", "timed-folded", NULL};
	struct text line = text_upto(head, LINE);
	const char *end = line.len ? memchr(line.at, '\n', line.len) : NULL;

	if (is_binary(head))
		return binary;
	if (json_head_may_be(head))
		return json;
	line = end ? text_upto(line, (size_t)(end - line.at)) : line;
	if (text_has(line, TEXT(",")) || text_has(line, TEXT("\t")))
		return table;
	return text;
}

/* ---- what is said of it ---- */

/* "acme, foo or bar"; where there are too many for that, "NAME". */
static const char *names_of(const struct plugin_readers *list, char *to, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < list->count; i++) {
		const char *joint = i == 0 ? "" : i + 1 < list->count ? ", " : " or ";
		int more = snprintf(to + n, room - n, "%s%s", joint,
				    plugin_reader_name(&list->rows[i]));

		if (more < 0 || (size_t)more >= room - n)
			return "NAME";
		n += (size_t)more;
	}
	return to;
}

/* "; to try your own reader: --input-format acme", or nothing. */
static const char *offer_plugins(char *to, size_t room)
{
	struct error ignored = ERROR_INIT;
	struct plugin_readers plugins;
	char names[PLUGIN_NAME_MOST + 20];

	to[0] = '\0';
	if (plugin_readers_list(&plugins, &ignored))
		plugin_readers_keep_trusted(&plugins);
	if (plugins.count)
		snprintf(to, room, "; to try your own reader: --input-format %s",
			 names_of(&plugins, names, sizeof names));
	plugin_readers_release(&plugins);
	return to;
}

/* "perf-script, folded or timed-folded": of those that are likely, what can be read here. */
static const char *likely_formats(struct text head, char *to, size_t room)
{
	const char *const *names = refusal_formats(head);
	size_t count = 0, said = 0, n = 0;

	for (size_t i = 0; names[i]; i++)
		count += !formats_lack(formats_find(names[i]));
	to[0] = '\0';
	for (size_t i = 0; names[i] && n < room; i++) {
		const char *joint = said == 0 ? "" : said + 1 < count ? ", " : " or ";

		if (formats_lack(formats_find(names[i])))
			continue;
		n += (size_t)snprintf(to + n, room - n, "%s%s", joint, names[i]);
		said++;
	}
	return to;
}

/* JSON in a pipe that is longer than what was looked at may tell its format behind that. To look
 * moves the head, which `*head` follows. */
static const char *pipe_hint(struct source *source, struct text *head)
{
	struct error ignored = ERROR_INIT;
	struct text all = TEXT("");

	if (source_file(source) >= 0 || !json_head_may_be(*head))
		return "";
	(void)source_head_upto(source, FORMATS_LOOK_PIPE, &all, &ignored);
	(void)source_head_upto(source, head->len, head, &ignored); /* it is there */
	return all.len < FORMATS_LOOK_PIPE
		   ? ""
		   : " (in the first 16 MiB; of a file, not a pipe, all is looked at)";
}

void refusal_say(struct source *source, struct text head, struct error *err)
{
	const char *guess = refusal_kind(head), *damage = source_damage(source);
	const char *kind = refusal_contents(head), *hint = pipe_hint(source, &head);
	char plugins[PLUGIN_NAME_MOST + 80], likely[100];

	offer_plugins(plugins, sizeof plugins);
	if (head.len == 0 && damage)
		error_set(err, ERROR_FORMAT, "%s", damage);
	else if (guess)
		error_set(err, ERROR_FORMAT, "not a profile: %s%s", guess, plugins);
	else if (damage)
		error_set(err, ERROR_FORMAT, "not a profile: %s; %s%s", kind, damage,
			  plugins);
	else if (*plugins)
		error_set(err, ERROR_FORMAT,
			  "not a profile: %s%s%s; see flarescope formats", kind, hint,
			  plugins);
	else
		error_set(err, ERROR_FORMAT,
			  "not a profile: %s%s; if it is %s, say so with "
			  "--input-format; see flarescope formats",
			  kind, hint, likely_formats(head, likely, sizeof likely));
}
