#include "input/refusal.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "input/formats.h"
#include "input/json/json_head.h"
#include "input/plugin/plugin_readers.h"
#include "input/proto/proto_wire.h"
#include "input/scan.h"

/* ---- recognising other files ---- */

#define PPROF	" FILE > FILE.pb.gz"
#define FIREFOX "open it with profiler.firefox.com and save it from there"
#define SCOPE	"open it with www.speedscope.app and export it from there"

#define PERF "record with perf record -F 99 -g instead"
#define PPROF_TEXT                                                                       \
	"text of go tool pprof; give the profile that it was made from, or save that: "  \
	"go tool pprof -proto" PPROF
#define PERF_TEXT                                                                        \
	"a report of perf, sums without stacks; give the perf.data that it was made "    \
	"from, or its samples: perf script --header -i perf.data | flarescope -"
#define BCC                                                                              \
	"stacks of bcc, which are not folded; fold them with -f: profile-bpfcc -f, "     \
	"offcputime-bpfcc -f"
#define NETTRACE                                                                         \
	"a trace of .NET (nettrace); convert it: dotnet-trace convert --format "         \
	"Speedscope FILE"
#define OTLP                                                                             \
	"OTLP of OpenTelemetry, which cannot be read; a profile that was sent to "       \
	"Pyroscope is pprof there: profilecli query profile --output pprof=FILE.pb.gz"
#define GPROF	 "a gprof profile, sums without stacks; " PERF
#define OPROFILE "samples of OProfile, sums without stacks; " PERF
#define CPROFILE                                                                         \
	"sums of Python's cProfile, without stacks; record with py-spy record -f raw "   \
	"-o FILE -- python3 PROGRAM instead"

#define LINE	200  /* characters of a line of symbols */
#define TELLING 1024 /* bytes at the beginning that are searched for marks */

/*
 * A CPU profile of gperftools, or a Java one of the same layout: words of 32 or 64 bits in either
 * byte order: 0, 3, 0 (Java: 1), the period, 0, and then the samples.
 */
static bool is_gperftools_of(struct text head, unsigned width, bool big_endian)
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

static bool is_gperftools(struct text head)
{
	return is_gperftools_of(head, 4, false) || is_gperftools_of(head, 8, false) ||
	       is_gperftools_of(head, 4, true) || is_gperftools_of(head, 8, true);
}

/* A streamed trace of ART: "SLOW", then a version below 256 in two bytes. */
static bool is_art_stream(struct text head)
{
	return head.len >= 8 && text_starts(head, TEXT("SLOW")) && head.at[5] == '\0';
}

#define RECORDS_TELLING 3

/*
 * data.0 and so on of perf 6.1 record --threads: a series of records, each u32 type, u16 flags, u16
 * size (including these eight bytes). Only the file `data` beside them describes them.
 */
static bool is_perf_records(struct text head)
{
	const struct text zstd = TEXT("\x28\xb5\x2f\xfd");
	struct bytes b = bytes_of(head);
	unsigned records = 0;

	while (bytes_left(&b) >= 8) {
		uint32_t type = bytes_u32(&b), size;
		struct text body;

		bytes_skip(&b, 2);
		size = bytes_u16(&b);
		body = (struct text){b.at, bytes_left(&b)};
		/* COMPRESSED (81): zstd; COMPRESSED2 (83) of perf 6.16: a u64 size, then zstd */
		if (type == 83 && body.len >= 8)
			body = text_from(body, 8);
		if ((type == 81 || type == 83) && text_starts(body, zstd))
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

/* ELF: byte 5 is the byte order; the type is in bytes 16 and 17, and 4 is a core dump. */
static bool is_core(struct text head)
{
	return head.len >= 18 &&
	       text_starts(head, TEXT("\x7f"
				      "ELF")) &&
	       head.at[16 + (head.at[5] == 2)] == 4 &&
	       head.at[17 - (head.at[5] == 2)] == 0;
}

/*
 * marshal: a dictionary whose first key is a tuple of three. Bit 128 marks objects that are
 * referred to later.
 */
static bool is_pstats(struct text head)
{
	return head.len >= 4 && (head.at[0] & 0x7f) == '{' &&
	       (((head.at[1] & 0x7f) == ')' && head.at[2] == 3) ||
		((head.at[1] & 0x7f) == '(' &&
		 text_starts(text_from(head, 2), TEXT("\3\0\0\0"))));
}

/* Plain, or in the first block of lz4, where the first bytes cannot be compressed yet. */
static bool is_memray(struct text head)
{
	return text_starts(head, TEXT("memray\0")) ||
	       (text_starts(head, TEXT("\x04\x22\x4d\x18")) &&
		text_has(text_upto(head, 40), TEXT("memray\0")));
}

/* The next field; if its bytes continue beyond the head, the part in the head. */
static bool next_field(struct text *rest, struct proto_field *f)
{
	enum proto_next next = proto_wire_next(rest, f);

	if (next != PROTO_CUT || f->wire != PROTO_BYTES || f->size <= f->value)
		return next == PROTO_FIELD;
	f->body = text_from(*rest, (size_t)(f->size - f->value));
	*rest = text_from(*rest, rest->len);
	return true;
}

#define PACKETS_TELLING 2

/*
 * A packet has a time or a sequence number, or both, and usually one message: events of the kernel
 * (1), of tracks (11) ... Or it contains compressed packets (50) of zlib. Other packets are no
 * evidence, and none has a number that packets do not have.
 */
static bool is_packet(struct text body, bool *tells)
{
	/* numeric fields: 3 user, 8 time, 10 sequence, 13 flags, 41, 42, 58 clock, 79 pid, 87 */
	static const uint8_t known[] = {3, 8, 10, 13, 41, 42, 58, 79, 87};
	unsigned dated = 0, messages = 0, packed = 0;
	struct proto_field f;

	while (next_field(&body, &f)) {
		if (f.wire == PROTO_VARINT &&
		    (f.number > UINT8_MAX || !memchr(known, (int)f.number, sizeof known)))
			return false;
		dated += f.wire == PROTO_VARINT && (f.number == 8 || f.number == 10);
		messages += f.wire == PROTO_BYTES && f.body.len > 0;
		packed += f.number == 50 && text_starts(f.body, TEXT("\x78"));
	}
	*tells = body.len == 0 && (packed || dated == 2 || (dated && messages == 1));
	return body.len == 0;
}

/*
 * A file of packets as field 1. Traces of the service contain markers now and then, others do not.
 */
static bool is_perfetto(struct text head)
{
	const struct text marker = {
	    "\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81\xdc\x33\x32\x6d\x57\xa0\x79", 16};
	unsigned packets = 0, telling = 0, others = 0;
	struct proto_field packet, f;

	while (packets < 100 && next_field(&head, &packet)) {
		struct text body = packet.body;
		bool tells = false;

		if (packet.number != 1 || packet.wire != PROTO_BYTES)
			return false;
		packets++;
		others += !is_packet(body, &tells);
		telling += tells;
		while (proto_wire_next(&body, &f) == PROTO_FIELD)
			if (f.wire == PROTO_BYTES && text_equal(f.body, marker))
				return true;
	}
	return telling >= PACKETS_TELLING && others * 4 < packets;
}

/* A key such as "service.name" or "process.executable.path". */
static bool is_attribute_key(struct text key)
{
	for (size_t i = 0; i < key.len; i++)
		if (!scan_is_digit(key.at[i]) &&
		    !(key.at[i] >= 'a' && key.at[i] <= 'z') && key.at[i] != '.' &&
		    key.at[i] != '_')
			return false;
	return text_has(key, TEXT("."));
}

/* A resource has attributes (1): a key (1) and a value (2). */
static bool has_attributes(struct text resource)
{
	struct proto_field f, part;

	while (next_field(&resource, &f)) {
		if (f.number == 1 && f.wire == PROTO_BYTES &&
		    next_field(&f.body, &part) && part.number == 1 &&
		    part.wire == PROTO_BYTES && is_attribute_key(part.body))
			return true;
	}
	return false;
}

/* A dictionary has tables (1 to 7) of messages; the first text (5) is empty. */
static bool is_dictionary(struct text body)
{
	bool has_texts = false;
	struct proto_field f;

	while (next_field(&body, &f)) {
		if (f.number > 7 || f.wire != PROTO_BYTES ||
		    (f.number == 5 && !has_texts && f.value > 0))
			return false;
		has_texts |= f.number == 5;
	}
	return has_texts && body.len == 0;
}

/*
 * OpenTelemetry: for each resource (1) its description (1), its measurements (2) and the address of
 * a schema (3), all of them messages or texts; profiles end with a dictionary (2).
 */
static bool is_otlp(struct text head)
{
	unsigned measured = 0, known = 0;
	struct proto_field f, part;

	while (next_field(&head, &f)) {
		if (f.wire != PROTO_BYTES || f.number > 2)
			return false;
		if (f.number == 2) {
			known += is_dictionary(f.body);
			continue;
		}
		while (next_field(&f.body, &part)) {
			if (part.wire != PROTO_BYTES ||
			    (part.number > 3 && part.number != 1000))
				return false;
			measured += part.number == 2;
			known += part.number == 1 && has_attributes(part.body);
			known += part.number == 3 &&
				 text_starts(part.body,
					     TEXT("https://opentelemetry.io/schemas/"));
		}
		if (f.body.len && head.len) /* only the last field may be cut */
			return false;
	}
	return measured && known;
}

/* perf report without comments: "    22.76%  sh       libc.so.6   [.] __strcmp_evex". */
static bool is_perf_report(struct text head)
{
	struct text line;
	size_t digits;

	while (head.len && (head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	line = scan_until(text_trim(text_upto(head, LINE)), '\n');
	digits = scan_digits(line);
	line = text_from(line, digits);
	return digits && text_starts(line, TEXT(".")) &&
	       scan_digits(text_from(line, 1)) == 2 &&
	       text_starts(text_from(line, 3), TEXT("%")) &&
	       (text_has(line, TEXT("[.] ")) || text_has(line, TEXT("[k] ")));
}

/* Output of print_backtrace(): " 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]". */
static bool is_systemtap(struct text head)
{
	struct text part = text_upto(head, TELLING);
	const char *at = part.len ? memmem(part.at, part.len, " : ", 3) : NULL;
	struct text name, before;
	size_t hex = 0;

	if (!at)
		return false;
	before = text_upto(part, (size_t)(at - part.at));
	while (hex < before.len && scan_is_hex(before.at[before.len - 1 - hex]))
		hex++;
	name = text_from(part, before.len + 3);
	name = text_upto(name, scan_word(name));
	return hex >= 6 && text_ends(text_upto(before, before.len - hex), TEXT("0x")) &&
	       text_has(name, TEXT("+0x")) && text_has(name, TEXT("/0x"));
}

/* A member of the outermost object, or of an object in it. */
struct wanted {
	struct text within; /* empty: of the outermost object */
	struct text key;
	bool inside, found; /* inside: we are in the member `within` */
};

static bool hear_key(void *arg, const struct json_head_member *m)
{
	struct wanted *w = arg;

	if (m->depth == 1)
		w->inside = text_equal(m->key, w->within);
	w->found = text_equal(m->key, w->key) &&
		   (w->within.len ? m->depth == 2 && w->inside : m->depth == 1);
	return !w->found;
}

static bool has_key(struct text head, struct text within, struct text key)
{
	struct wanted w = {.within = within, .key = key};

	json_head_walk(head, hear_key, &w);
	return w.found;
}

/* {"head":{"callFrame":{...},"selfSize":0,"id":1,"children":[... */
static bool is_v8_heap(struct text head)
{
	return has_key(head, TEXT("head"), TEXT("selfSize"));
}

/* Where the mark of a kind is, or the function that recognises it. */
enum where { AT_BEGINNING, IN_TELLING, IN_HEAD, IN_OBJECT };

#define MARK(s)	     {s, sizeof(s) - 1}, NULL
#define BEGINS(s)    AT_BEGINNING, MARK(s)
#define WITHIN(s)    IN_TELLING, MARK(s) /* in the first TELLING bytes */
#define SOMEWHERE(s) IN_HEAD, MARK(s)	 /* anywhere in the head */
#define KEY(s)	     IN_OBJECT, MARK(s)	 /* JSON: a member of the outermost object */
#define ASKED(is)    AT_BEGINNING, {"", 0}, is

/*
 * Files that cannot be read, or not yet; the first row that matches applies. Rows with `sure` apply
 * even if a text format would accept the file.
 */
static const struct foreign {
	enum where where;
	struct text mark;
	bool (*is)(struct text head); /* NULL: the mark is enough */
	bool sure;
	const char *guess;
} foreign[] = {
    {ASKED(is_perf_records), false,
     "a part of a recording of perf record --threads (data.0 and so on), without a "
     "header; open its directory"},
    {WITHIN("Analysis of sampling "), false,
     "a call graph of macOS sample, without times; fold it: inferno-collapse-sample FILE "
     "| flarescope -"},
    {WITHIN("# callgrind format"), false,
     "a callgrind profile, sums without stacks; " PERF},
    {WITHIN("creator: callgrind"), false,
     "a callgrind profile, sums without stacks; " PERF},
    {WITHIN("creator: xdebug"), false,
     "a callgrind profile of Xdebug, sums without stacks; record a trace, "
     "xdebug.mode=trace and xdebug.trace_format=1, and fold it: stackcollapse-xdebug.php "
     "FILE | flarescope -"},
    /*
     * The first line: "Level,Function Name,Inclusive Samples,Exclusive Samples,Inclusive Samples
     * %,..."
     */
    {WITHIN("Level,Function Name,"), false,
     "a call tree of Visual Studio, without times; fold it: stackcollapse-vsprof.pl FILE "
     "| flarescope -"},
    {WITHIN("Function Stack,CPU Time"), false,
     "a table of VTune, without times; fold it: inferno-collapse-vtune FILE | flarescope "
     "-"},
    {WITHIN("Weight\tSelf Weight"), false,
     "a call tree of Instruments, without times; give an export of its samples: xctrace "
     "export | inferno-collapse-xctrace | flarescope -"},
    /* Instruments 7 */
    {WITHIN("Running Time\tSelf"), false,
     "a call tree of Instruments, without times; " SCOPE},
    {WITHIN("Running Time,Self"), false,
     "a call tree of Instruments, without times; fold it: stackcollapse-instruments.pl "
     "FILE | flarescope -"},
    {WITHIN("<trace-query-result"), false,
     "an export of xctrace; fold it: inferno-collapse-xctrace FILE | flarescope -"},
    {WITHIN("Time and Allocation Profiling Report"), false,
     "a profile of a Haskell program, without times; fold it: inferno-collapse-ghcprof "
     "FILE | flarescope -"},
    {WITHIN("\"rts_arguments\""), false,
     "a profile of a Haskell program, without times; make one with +RTS -P and fold it: "
     "inferno-collapse-ghcprof FILE | flarescope -"},
    {WITHIN(" samples]\n"), false,
     "a call graph of pmcstat, without times; fold it: stackcollapse-pmc.pl FILE | "
     "flarescope -"},
    {WITHIN("\"gc_samples\""), false,
     "a profile of stackprof; fold it: stackprof --stackcollapse FILE | flarescope -"},
    {WITHIN(" trace\0\0"), false,
     "an execution trace of Go; take a profile of it: go tool trace -pprof=sched FILE > "
     "FILE.pb.gz"},
    {WITHIN("\"recording\":{\"displayName\""), false,
     "a timeline of Safari, which cannot be read; record it in another browser"},
    {KEY("dhatFileVersion"), false, "a heap profile of DHAT; " FIREFOX},
    {KEY("flamebearer"), true,
     "a flame graph of Pyroscope; get the profile instead: profilecli query profile "
     "--output pprof=FILE.pb.gz"},
    {ASKED(is_v8_heap), false, "a heap profile of V8; " SCOPE},
    /* go tool pprof -raw, -top and -text, -traces */
    {BEGINS("PeriodType: "), true, PPROF_TEXT},
    {WITHIN("flat  flat%   sum%"), true, PPROF_TEXT},
    {WITHIN("-----------+-------"), true, PPROF_TEXT},
    {SOMEWHERE("# Event count (approx.): "), true, PERF_TEXT},
    {WITHIN("\n# Baseline  "), true, PERF_TEXT}, /* perf diff */
    {WITHIN("Source code & Disassembly of "), true, PERF_TEXT},
    {ASKED(is_perf_report), false, PERF_TEXT},
    {WITHIN("Performance counter stats for "), true,
     "counts of perf stat, without samples; " PERF},
    /* profile, offcputime and similar tools of bcc */
    {BEGINS("Sampling at "), true, BCC},
    {BEGINS("Tracing off-CPU time "), true, BCC},
    {SOMEWHERE("\n    -                "), true, BCC},
    {BEGINS("{\"type\": \"attached_probes\""), true,
     "output of bpftrace -f json; print text instead, without -f"},
    {ASKED(is_systemtap), true,
     "stacks of SystemTap; fold them: stackcollapse-stap.pl FILE | flarescope -"},
    {BEGINS("top - "), true, "lists of processes (top -b), without samples; " PERF},
    {WITHIN(" PR  NI "), true, "lists of processes (top -b), without samples; " PERF},
    {BEGINS("gmon\1\0\0\0"), false, GPROF},
    {BEGINS("gmon\0\0\0\1"), false, GPROF},
    {BEGINS("Flat profile:\n"), true, GPROF},
    {BEGINS("DAE\n"), false, OPROFILE},
    {BEGINS("OPFILE"), false, OPROFILE},
    {WITHIN(" with a unit mask of 0x"), true, OPROFILE},
    {BEGINS("JAVA PROFILE 1."), true,
     "a heap dump or profile of Java (HPROF); record with async-profiler instead: asprof "
     "-d 30 -o collapsed -f FILE PID"},
    {WITHIN("Full thread dump "), true,
     "stacks of one moment (jstack); fold several of them: stackcollapse-jstack.pl FILE "
     "| flarescope -"},
    {BEGINS("Nettrace"), true, NETTRACE},
    /* .NET Core 2.1, .netperf */
    {BEGINS("\x14\0\0\0!FastSerialization.1"), true, NETTRACE},
    {ASKED(is_perfetto), true,
     "a trace of Perfetto; convert it: traceconv json FILE FILE.json, or save it as JSON "
     "from ui.perfetto.dev"},
    {ASKED(is_otlp), true, OTLP},
    {KEY("resourceProfiles"), true, OTLP},
    {ASKED(is_pstats), true, CPROFILE},
    {WITHIN(" function calls in "), true, CPROFILE},
    {WITHIN(" primitive calls) in "), true, CPROFILE},
    {ASKED(is_memray), true,
     "a recording of memray, which only has memory; view it with: memray flamegraph "
     "FILE"},
    {BEGINS("version https://git-lfs.github.com/spec/"), true,
     "a pointer of Git LFS instead of the file; get the file: git lfs pull"},
    {ASKED(is_core), false,
     "a core dump of a program, not a profile; to print its stacks: gdb -batch -ex "
     "'thread apply all bt' PROGRAM FILE"},
    {ASKED(is_gperftools), false,
     "a CPU profile of gperftools; convert it: go tool pprof -proto PROGRAM" PPROF},
    {ASKED(is_art_stream), false, "a method trace of Android (ART); " FIREFOX},
    {BEGINS("\x17\x08\x44tracing"), false,
     "a recording of trace-cmd; record with perf record instead"},
    {BEGINS("2ELIFREP"), false,
     "a perf.data recording from a machine with the other byte order; convert it to text "
     "there: perf script --header -i FILE"},
    /* simpleperf report-sample --protobuf -o FILE; the Firefox profiler opens it */
    {BEGINS("SIMPLEPERF"), false,
     "a simpleperf trace; convert its perf.data to text: report_sample.py -i perf.data > "
     "FILE, or save it again with profiler.firefox.com"},
    {BEGINS("MOJ"), false,
     "an Austin recording in MOJO format; convert it to text: mojo2austin FILE OUT"},
    /* Debug.startMethodTracing() of Android, written at the end or as it runs */
    {BEGINS("*version\n"), false, "a method trace of Android (ART); " FIREFOX},
    {BEGINS("FLR\0"), false,
     "a Java Flight Recorder recording; fold it: jfrconv -o collapsed FILE OUT"},
    {BEGINS("\xfd\x37zXZ"), false, "xz data; unpack it: xz -dc FILE | flarescope -"},
    {BEGINS("BZh"), false, "bzip2 data; unpack it: bzip2 -dc FILE | flarescope -"},
    {BEGINS("\x04\x22\x4d\x18"), false,
     "lz4 data; unpack it: lz4 -dc FILE | flarescope -"},
    {BEGINS("\x1f\x9d"), false,
     "compress data (.Z); unpack it: gzip -dc FILE | flarescope -"},
    {BEGINS("PK\x03\x04"), false, "a zip archive; unpack it and name the file in it"},
    {BEGINS("\x7f"
	    "ELF"),
     false, "a program or library (ELF); record it with: perf record -F 99 -g"},
    /* the text formats of pprof before protocol buffers, still written for /debug/pprof?debug=1 */
    {BEGINS("heap profile: "), false,
     "a heap profile in text; convert it: go tool pprof -proto" PPROF},
    {BEGINS("--- heap"), false,
     "a heap profile in text; convert it: go tool pprof -proto" PPROF},
    {BEGINS("--- contention"), false,
     "a contention profile in text; convert it: go tool pprof -proto" PPROF},
    {BEGINS("--- mutex:"), false,
     "a contention profile in text; convert it: go tool pprof -proto" PPROF},
    {BEGINS("--- thread"), false,
     "a thread profile in text; convert it: go tool pprof -proto" PPROF},
    {BEGINS("goroutine profile: total "), false,
     "a goroutine profile in text; convert it: go tool pprof -proto" PPROF},
    {BEGINS("threadcreate profile: total "), false,
     "a thread profile in text; convert it: go tool pprof -proto" PPROF},
    /* node --prof */
    {BEGINS("v8-version,"), false,
     "a log of V8's ticks (node --prof); record with node --cpu-prof PROGRAM instead"},
    {BEGINS("Statistical profiling result from "), false,
     "sums of V8's ticks (node --prof-process); record with node --cpu-prof PROGRAM "
     "instead"},
    {BEGINS("<!DOCTYPE"), false, "a web page; was it meant to be a download?"},
    {BEGINS("<!doctype"), false, "a web page; was it meant to be a download?"},
    {BEGINS("<html"), false, "a web page; was it meant to be a download?"},
    {BEGINS("<?xml"), false,
     "an XML or SVG file; give the profile that it was made from"},
    {BEGINS("<svg"), false, "an SVG file; give the profile that it was made from"},
};

static bool fits_foreign(const struct foreign *f, struct text head)
{
	if (f->is)
		return f->is(head);
	switch (f->where) {
	case AT_BEGINNING:
		return text_starts(head, f->mark);
	case IN_TELLING:
		return text_has(text_upto(head, TELLING), f->mark);
	case IN_HEAD:
		return text_has(head, f->mark);
	case IN_OBJECT:
		return has_key(head, TEXT(""), f->mark);
	}
	return false;
}

/*
 * Files that accompany a recording, by their first line:
 *    kallsyms      "ffffffff9a000000 T _text"
 *    perf-PID.map  "7f2b9c0a1000 5a0 LazyCompile:~f native"
 */
static const char *guess_symbols(struct text head)
{
	struct text line = text_upto(head, LINE), rest = text_from(line, scan_hex(line));
	size_t hex = line.len - rest.len, size, digits = 0;

	for (size_t i = 0; i < hex; i++)
		digits += scan_is_digit(line.at[i]);
	if (digits == 0)
		return NULL; /* a word, not a number */
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

static const struct foreign *find_foreign(struct text head, bool sure)
{
	head = scan_skip_mark(head);
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
		if (foreign[i].sure >= sure && fits_foreign(&foreign[i], head))
			return &foreign[i];
	return NULL;
}

bool refusal_is_sure(struct text head)
{
	return find_foreign(head, true) != NULL;
}

const char *refusal_kind(struct text head)
{
	const struct foreign *f;

	if (head.len == 0)
		return "an empty file; did the program that should have written it fail?";
	f = find_foreign(head, false);
	if (f)
		return f->guess;
	return json_head_may_be(head) ? NULL : guess_symbols(head);
}

/* Control characters that do not occur in text. */
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

#define TOKENS_TELLING 8

/* Logs begin with "[2026-12-01 ..." or "{main}": parse further to distinguish them from JSON. */
static bool is_json(struct text head)
{
	struct error err = ERROR_INIT;
	struct source *source =
	    json_head_may_be(head) ? source_of_bytes(head.at, head.len, &err) : NULL;
	struct json_stream *s = source ? json_stream_open(source, NULL, &err) : NULL;
	struct json_token t = {.kind = JSON_END};
	unsigned tokens = 0;

	while (s && tokens < TOKENS_TELLING && json_stream_next(s, &t, &err) &&
	       t.kind != JSON_END)
		tokens = t.kind == JSON_KEY ? TOKENS_TELLING : tokens + 1;
	json_stream_close(s);
	source_close(source);
	return tokens == TOKENS_TELLING || (tokens && err.kind == ERROR_NONE);
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
	if (is_json(head))
		return "JSON of an unknown kind";
	return "text of an unknown kind";
}

const char *const *refusal_formats(struct text head)
{
	static const char *const binary[] = {"perf-data", "pprof", "nflxprofile", NULL};
	static const char *const json[] = {"trace-event", "cpuprofile", "firefox", NULL};
	static const char *const table[] = {"spans", "folded", "timed-folded", NULL};
	static const char *const text[] = {"perf-script", "folded", "timed-folded", NULL};
	struct text line = scan_until(text_upto(head, LINE), '\n');

	if (is_binary(head))
		return binary;
	if (is_json(head))
		return json;
	if (text_has(line, TEXT(",")) || text_has(line, TEXT("\t")))
		return table;
	return text;
}

/* ---- the message ---- */

/* "acme, foo or bar"; "NAME" if there are too many. */
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

/* "; to try your own reader: --input-format acme", or "". */
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

/* "perf-script, folded or timed-folded": the likely formats that this build can read. */
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

/*
 * In a pipe, JSON that is longer than the examined part may show its format only later. Examining
 * more may move the head; `*head` is updated.
 */
static const char *pipe_hint(struct source *source, struct text *head)
{
	struct error ignored = ERROR_INIT;
	struct text all = TEXT("");

	if (source_file(source) >= 0 || !json_head_may_be(*head))
		return "";
	(void)source_head_upto(source, FORMATS_LOOK_PIPE, &all, &ignored);
	(void)source_head_upto(source, head->len, head, &ignored); /* it is there */
	return all.len < FORMATS_LOOK_PIPE ? ""
					   : " (in the first 16 MiB; a file, unlike a "
					     "pipe, is searched completely)";
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
			  "not a profile: %s%s; if it is %s, give --input-format; see "
			  "flarescope formats",
			  kind, hint, likely_formats(head, likely, sizeof likely));
}
