#include "lib/unit.h"

#include <string.h>

#include "input/formats.h"
#include "input/refusal.h"

/* No format accepts it; the error has this name for it, and this advice. */
static void assert_guess(struct text head, const char *begin, const char *try)
{
	const char *guess = refusal_kind(head);

	if (formats_detect(head))
		fail_msg("%s is taken for %s", begin, formats_detect(head)->name);
	if (!guess)
		fail_msg("\"%s\" is not known", begin);
	else if (!text_starts(text_of(guess), text_of(begin)) ||
		 !text_has(text_of(guess), text_of(try)))
		fail_msg("\"%s\" is not \"%s ... %s\"", guess, begin, try);
}

TEST(other_files_are_told_by_what_they_begin_with)
{
	assert_guess(TEXT(""), "an empty file", "did the program");
	assert_guess(TEXT("2ELIFREP\0\0\0\x68"), "a perf.data recording", "perf script");
	assert_guess(TEXT("\x7f"
			  "ELF\2\1\1\0"),
		     "a program or library (ELF)", "perf record");
	assert_guess(TEXT("\xfd\x37zXZ\0"), "xz data", "xz -dc FILE");
	assert_guess(TEXT("BZh91AY"), "bzip2 data", "bzip2 -dc FILE");
	assert_guess(TEXT("\x04\x22\x4d\x18"), "lz4 data", "lz4 -dc FILE");
	assert_guess(TEXT("\x1f\x9d\x90"), "compress data", "gzip -dc FILE");
	assert_guess(TEXT("PK\x03\x04"), "a zip archive", "unpack it");
	assert_guess(TEXT("<svg xmlns"), "an SVG file", "made from");
	assert_guess(TEXT("<!DOCTYPE html>"), "a web page", "download");
}

TEST(profiles_that_cannot_be_read_are_called_by_their_names)
{
	assert_guess(TEXT("MOJ\4\1austin\0004.0.0\0"), "an Austin recording",
		     "mojo2austin");
	assert_guess(TEXT("SIMPLEPERF\1\0\x59\0\0\0*W\n"), "a simpleperf trace",
		     "report_sample.py");
	assert_guess(TEXT("FLR\0\0\2\0\1"), "a Java Flight Recorder recording",
		     "jfrconv -o collapsed");
	assert_guess(TEXT("go 1.22 trace\0\0\0"), "an execution trace of Go",
		     "go tool trace");
	assert_guess(TEXT("v8-version,11,3,244,8,-node.20,0\n"), "a log of V8's ticks",
		     "node --cpu-prof");
	assert_guess(TEXT("Analysis of sampling rg (pid 64751) every 1 millisecond\n"),
		     "a call graph of macOS sample", "inferno-collapse-sample");
	assert_guess(TEXT("# callgrind format\nevents: Instructions\n"), "a callgrind",
		     "perf record");
	assert_guess(TEXT("version: 1\ncreator: callgrind-3.19.0\npid: 1\n"),
		     "a callgrind", "perf record");
	assert_guess(TEXT("Function Stack,CPU Time:Self,Module\nTotal,0.0,[Unknown]\n"),
		     "a table of VTune", "inferno-collapse-vtune");
	assert_guess(TEXT("Weight\tSelf Weight\tSymbol Names\n"), "a call tree",
		     "xctrace");
	assert_guess(TEXT("<?xml version=\"1.0\"?>\n<trace-query-result>\n"),
		     "an export of xctrace", "inferno-collapse-xctrace");
	assert_guess(
	    TEXT("\tSun Aug  6 14:52 2023 Time and Allocation Profiling Report\n"),
	    "a profile of a Haskell program", "inferno-collapse-ghcprof");
	assert_guess(TEXT("{\n\"program\": \"b\",\n\"rts_arguments\": [\"-pj\"],\n"),
		     "a profile of a Haskell program", "+RTS -P");
	assert_guess(TEXT("@ inst_retired.any [35705 samples]\n\n20.86%  [7447]  x\n"),
		     "a call graph of pmcstat", "stackcollapse-pmc.pl");
	assert_guess(TEXT("{\"version\":1.2,\"mode\":\"cpu\",\"interval\":1000,"
			  "\"samples\":9,\"gc_samples\":7,\"frames\":{}}"),
		     "a profile of stackprof", "stackprof --stackcollapse");
	assert_guess(TEXT("{\"version\":1,\"recording\":{\"displayName\":\"x\"}}"),
		     "a timeline of Safari", "another browser");
}

/* Five words: 0, 3, 0 (Java: 1), the period, 0. */
TEST(profiles_of_gperftools_are_known_in_any_width_and_order)
{
	static const unsigned char widths[] = {4, 8};
	static const unsigned char words[][5] = {{0, 3, 0, 100, 0}, {0, 3, 1, 100, 0}};

	for (unsigned i = 0; i < 8; i++) {
		size_t width = widths[i & 1];
		char bytes[48] = "";

		for (size_t w = 0; w < 5; w++)
			bytes[w * width + (i & 2 ? width - 1 : 0)] =
			    (char)words[i >> 2][w];
		assert_guess((struct text){bytes, 5 * width}, "a CPU profile of gperf",
			     "go tool pprof -proto PROGRAM FILE > FILE.pb.gz");
		assert_null(refusal_kind((struct text){bytes, 5 * width - 1}));
		bytes[3 * width + (i & 2 ? width - 1 : 0)] = 0; /* no period */
		assert_null(refusal_kind((struct text){bytes, 5 * width}));
	}
}

TEST(what_pprof_wrote_as_text_is_known)
{
	const char *convert = "go tool pprof -proto FILE > FILE.pb.gz";

	assert_guess(TEXT("heap profile: 13: 1595680 [47: 25] @ heap/1048576\n"),
		     "a heap profile in text", convert);
	assert_guess(TEXT("--- heapz 1 ---\nformat = java\n"), "a heap profile", convert);
	assert_guess(TEXT("--- contentionz 1 ---\nformat = java\n"),
		     "a contention profile in text", convert);
	assert_guess(TEXT("--- contention:\ncycles/second=26\n"), "a contention profile",
		     convert);
	assert_guess(TEXT("--- mutex:\ncycles/second=26\n"), "a contention profile",
		     convert);
	assert_guess(TEXT("--- threadz 1 ---\n"), "a thread profile", convert);
	assert_guess(TEXT("goroutine profile: total 4\n1 @ 0x43 0x40\n"),
		     "a goroutine profile", convert);
}

TEST(profiles_of_other_programs_are_told_how_to_convert)
{
	assert_guess(TEXT("{\"head\":{\"callFrame\":{\"functionName\":\"(root)\"},"
			  "\"selfSize\":0,\"id\":1,\"children\":[]},\"samples\":[]}"),
		     "a heap profile of V8", "www.speedscope.app");
	assert_guess(TEXT("{\"samples\":[],\"head\":{\"id\":1,\"selfSize\":0}}"),
		     "a heap profile of V8", "www.speedscope.app");
	assert_guess(TEXT("{\"pps\":[],\"mode\":\"heap\",\"dhatFileVersion\":2}"),
		     "a heap profile of DHAT", "profiler.firefox.com");
	assert_guess(TEXT("*version\n3\ndata-file-overflow=false\nclock=dual\n"),
		     "a method trace of Android", "profiler.firefox.com");
	assert_guess(TEXT("SLOW\xf3\0\x20\0"), "a method trace of Android",
		     "profiler.firefox.com");
	assert_null(refusal_kind(TEXT("SLOW DOWN\n")));
	assert_guess(TEXT("Running Time\tSelf (ms)\t\tSymbol Name\n"
			  "1.0ms  100.0%\t0.0\t\tmain\n"),
		     "a call tree of Instruments", "www.speedscope.app");
	assert_guess(TEXT("Running Time,Self,,Symbol Name\n"),
		     "a call tree of Instruments", "stackcollapse-instruments.pl");
	assert_guess(TEXT("version: 1\ncreator: xdebug 3.1.6 (PHP 8.1.2)\ncmd: a.php\n"),
		     "a callgrind profile of Xdebug", "stackcollapse-xdebug.php");
	assert_guess(
	    TEXT("\xef\xbb\xbfLevel,Function Name,Inclusive Samples,Module Name,\n"
		 "1,\"main\",8,\"a.exe\",\n"),
	    "a call tree of Visual Studio", "stackcollapse-vsprof.pl");
}

TEST(reports_are_no_profiles_and_what_they_were_made_from_is_asked_for)
{
	const char *perf = "perf script --header -i perf.data",
		   *pprof = "go tool pprof -proto";

	assert_guess(TEXT("PeriodType: cpu nanoseconds\nPeriod: 10000000\nSamples:\n"),
		     "text of go tool pprof", pprof);
	assert_guess(
	    TEXT("File: svc\nType: cpu\n      flat  flat%   sum%        cum   cum%\n"
		 "     1.20s 28.57% 28.57%      1.30s 30.95%  main.work\n"),
	    "text of go tool pprof", pprof);
	assert_guess(
	    TEXT("File: svc\nType: cpu\n-----------+------------\n      10ms   f\n"),
	    "text of go tool pprof", pprof);
	assert_guess(
	    TEXT("# To display the perf.data header info, please use --header\n#\n"
		 "# Samples: 369  of event 'cpu-clock:u'\n"
		 "# Event count (approx.): 369369369\n#\n# Overhead  Command\n"),
	    "a report of perf", perf);
	assert_guess(
	    TEXT("\n    22.76%  sh       libc.so.6             [.] __strcmp_evex\n"),
	    "a report of perf", perf);
	assert_guess(TEXT("# Event 'cycles'\n#\n# Baseline  Delta Abs  Shared Object\n"),
		     "a report of perf", perf);
	assert_guess(
	    TEXT(" Percent |\tSource code & Disassembly of bash for cycles (9)\n"),
	    "a report of perf", perf);
	assert_guess(TEXT("\n Performance counter stats for 'true':\n\n  1.2 msec\n"),
		     "counts of perf stat", "perf record");
	assert_guess(
	    TEXT("top - 02:04:11 up 6:51,  0 users,  load average: 1.0, 1.1, 1\n"
		 "Tasks: 112 total,   1 running\n\n    PID USER      PR  NI    VIRT\n"
		 "      1 root      20   0  169436   0:05.14 systemd\n"),
	    "lists of processes", "perf record");
	assert_guess(
	    TEXT("         1976 function calls (4 primitive calls) in 0.001 seconds\n"),
	    "sums of Python's cProfile", "py-spy record -f raw");
	assert_guess(TEXT("Flat profile:\n\nEach sample counts as 0.01 seconds.\n"),
		     "a gprof profile", "perf record");
	assert_guess(
	    TEXT("CPU: Intel Haswell, speed 2400 MHz (estimated)\nCounted x events "
		 "(Clock) with a unit mask of 0x00 (No unit mask) count 100000\n"),
	    "samples of OProfile", "perf record");
}

TEST(stacks_of_other_tracers_are_told_how_to_fold)
{
	assert_guess(
	    TEXT("Sampling at 49 Hertz of all threads by user + kernel stack... Hit "
		 "Ctrl-C to end.\n    func_a\n    main\n"),
	    "stacks of bcc", "profile-bpfcc -f");
	assert_guess(
	    TEXT("Tracing off-CPU time (us) of all threads by user + kernel stack\n"),
	    "stacks of bcc", "offcputime-bpfcc -f");
	assert_guess(TEXT("    func_a\n    main\n    -                func_ab (13549)\n"
			  "        5\n\n    func_b\n"),
		     "stacks of bcc", "profile-bpfcc -f");
	assert_guess(
	    TEXT(" 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]\n"
		 " 0xffffffff8101c6a3 : default_idle+0x53/0x1d0 [kernel]\n\t\t24\n"),
	    "stacks of SystemTap", "stackcollapse-stap.pl");
	assert_guess(
	    TEXT("2026-12-01 02:14:41\nFull thread dump OpenJDK 64-Bit Server VM\n"),
	    "stacks of one moment", "stackcollapse-jstack.pl");
}

TEST(recordings_of_other_programs_are_known_by_their_first_bytes)
{
	assert_guess(TEXT("Nettrace\x14\0\0\0!FastSerialization.1\5\5"),
		     "a trace of .NET", "dotnet-trace convert --format Speedscope FILE");
	assert_guess(TEXT("\x14\0\0\0!FastSerialization.1\4\4\1"), "a trace of .NET",
		     "dotnet-trace convert");
	assert_guess(TEXT("gmon\1\0\0\0\0\0\0\0"), "a gprof profile", "perf record");
	assert_guess(TEXT("DAE\n\x12\0\0\0"), "samples of OProfile", "perf record");
	assert_guess(TEXT("OPFILE\0\0\1\0"), "samples of OProfile", "perf record");
	assert_guess(TEXT("JAVA PROFILE 1.0.2\0\0\0\0\x08"),
		     "a heap dump or profile of Java", "asprof -d 30 -o collapsed");
	assert_guess(TEXT("\xfb)\3\xfa;/root/p.py\xe9\1\0\0\0\xda\1f)\5"),
		     "sums of Python's cProfile", "py-spy");
	assert_guess(TEXT("{(\3\0\0\0s\4\0\0\0a.py"), "sums of Python's cProfile",
		     "py-spy");
	assert_guess(TEXT("memray\0\x0c\0\0\0"), "a recording of memray",
		     "memray flamegraph");
	assert_guess(TEXT("\x04\x22\x4d\x18\x60\x40\x82\x10\x20\0\0\xf0\x10memray\0\x0c"),
		     "a recording of memray", "memray flamegraph");
	assert_guess(
	    TEXT("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\n"),
	    "a pointer of Git LFS", "git lfs pull");
	assert_guess(
	    TEXT("{\"version\":1,\"flamebearer\":{\"names\":[\"total\"],\"levels\":[]}}"),
	    "a flame graph of Pyroscope", "profilecli query profile");
	assert_guess(TEXT("{\"metadata\":{\"a\":[1]},\"flamebearer\":{}}"),
		     "a flame graph of Pyroscope", "profilecli query profile");
	assert_guess(TEXT("\x7f"
			  "ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0\x3e\0"),
		     "a core dump", "gdb -batch");
	assert_guess(TEXT("\x7f"
			  "ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\4\0\x16"),
		     "a core dump", "gdb -batch");
	assert_guess(TEXT("\x7f"
			  "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0"),
		     "a program or library", "perf record");
}

/* Trace { packet { timestamp, sequence id } ... }, and one with the marker of the service. */
TEST(traces_of_perfetto_are_known_by_their_packets)
{
	assert_guess(
	    TEXT("\x0a\5\x40\x95\1\x50\1\x0a\5\x40\x96\1\x50\1\x0a\5\x40\x97\1\x50\1"),
	    "a trace of Perfetto", "traceconv json");
	assert_guess(
	    TEXT("\x0a\2\x50\1\x0a\x13\xa2\2\x10\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81"
		 "\xdc\x33\x32\x6d\x57\xa0\x79"),
	    "a trace of Perfetto", "traceconv json");
	assert_null(refusal_kind(TEXT("\x0a\2\x50\1\x0a\2\x50\1\x0a\2\x50\1")));
}

/* Not written by the service: a begin and an end on a track, without a sequence. */
TEST(traces_of_perfetto_that_programs_write_by_themselves_are_known)
{
	/* packet { track_descriptor { uuid 7, name "t" } }, packet { timestamp, track_event } */
	assert_guess(TEXT("\x0a\x08\xe2\3\5\x08\7\x12\1t"
			  "\x0a\x0c\x40\x95\1\x5a\7\x48\1\x58\7\xba\1\0"
			  "\x0a\x09\x40\x99\1\x5a\4\x48\2\x58\7"),
		     "a trace of Perfetto", "traceconv json");
	/* from the kernel: packet { ftrace_events { cpu, event }, trusted_uid, sequence } */
	assert_guess(TEXT("\x0a\x0d\x0a\x06\x08\1\x12\2\x08\5\x18\x8f\x4e\x50\2"
			  "\x0a\x0d\x0a\x06\x08\0\x12\2\x08\5\x18\x8f\x4e\x50\3"),
		     "a trace of Perfetto", "traceconv json");
	/* compressed, the second ends after the end of the buffer */
	assert_guess(TEXT("\x0a\6\x92\3\3\x78\x9c\1\x0a\x7f\x92\3\x7c\x78\x9c\1"),
		     "a trace of Perfetto", "traceconv json");
}

/* ResourceProfiles, and a dictionary; or a text that identifies it as OpenTelemetry. */
TEST(messages_of_opentelemetry_are_known)
{
	/* 1 { 2 { 2 { 3: a time } } }, 2 { 3 {}, 5 "", 5 "main" } */
	assert_guess(TEXT("\x0a\x0d\x12\x0b\x12\x09\x19\1\2\3\4\5\6\7\x08"
			  "\x12\x0a\x1a\0\x2a\0\x2a\4main"),
		     "OTLP of OpenTelemetry", "pprof");
	/* 1 { 1 { 1 { 1 "a.b", 2 {} } }, 2 {} }; the next one is cut off */
	assert_guess(TEXT("\x0a\x0d\x0a\x09\x0a\7\x0a\3"
			  "a.b\x12\0\x12\0"),
		     "OTLP of OpenTelemetry", "pprof");
	assert_guess(TEXT("\x0a\x7f\x0a\x09\x0a\7\x0a\3"
			  "a.b\x12\0\x12\x60\x12"),
		     "OTLP of OpenTelemetry", "pprof");
	assert_guess(TEXT("{\"resourceProfiles\":[{\"resource\":{}}]}"),
		     "OTLP of OpenTelemetry", "pprof");
	assert_null(refusal_kind(TEXT("\x0a\2\x12\0")));
}

TEST(logs_are_no_json)
{
	assert_string_equal(
	    refusal_contents(TEXT("[2026-12-01 12:00:00] INFO started\n")),
	    "text of an unknown kind");
	assert_string_equal(
	    refusal_contents(TEXT("[    0.000000] Linux version 6.1\n[ 0.1] x\n")),
	    "text of an unknown kind");
	assert_string_equal(refusal_contents(TEXT("[INFO] started\n")),
			    "text of an unknown kind");
	assert_string_equal(refusal_contents(TEXT("{main} started\n")),
			    "text of an unknown kind");
	assert_string_equal(refusal_contents(TEXT("{\"a\": [1, 2, {\"b\"")),
			    "JSON of an unknown kind");
	assert_string_equal(refusal_contents(TEXT("[1]")), "JSON of an unknown kind");
}

static void assert_likely(struct text head, const char *expected)
{
	char names[100] = "";

	for (const char *const *name = refusal_formats(head); *name; name++) {
		strcat(names, *name);
		strcat(names, " ");
	}
	assert_string_equal(names, expected);
}

TEST(the_formats_that_are_likely_are_of_the_kind)
{
	assert_likely(TEXT("{\"a\":1}"), "trace-event cpuprofile firefox ");
	assert_likely(TEXT("Dear diary\n"), "perf-script folded timed-folded ");
	assert_likely(TEXT("a,b\n1,2\n"), "spans folded timed-folded ");
	assert_likely(TEXT("\1\2\3\4\5"), "perf-data pprof nflxprofile ");
}

TEST(what_belongs_to_a_recording_is_told)
{
	assert_guess(TEXT("0000000000000000 A fixed_percpu_data\n"),
		     "a table of kernel symbols", "--kallsyms FILE");
	assert_guess(TEXT("ffffffff9a000000 T _text\n"), "a table of kernel symbols",
		     "--kallsyms FILE");
	assert_guess(TEXT("7f2b9c0a1000 5a0 LazyCompile:~f native\n"),
		     "symbols of code made at run time", "/tmp/perf-PID.map");
	assert_null(refusal_kind(TEXT("ffffffff9a000000 T")));
	assert_null(refusal_kind(TEXT("ffffffff9a000000 ")));
	assert_null(refusal_kind(TEXT("7f2b9c0a1000 5a0")));
	assert_null(refusal_kind(TEXT("decade 12 months\n")));
}

TEST(what_nobody_knows_is_called_what_it_is_made_of)
{
	static const struct {
		struct text head;
		const char *what;
	} all[] = {
	    {{" \n\t\n", 4}, "nothing but blanks"},
	    {{"{\"nodes\":[]}", 12}, "JSON of an unknown kind"},
	    {{"\n [1]", 5}, "JSON of an unknown kind"},
	    {{"\1\2\3\4\5\6\7\0", 8}, "binary data of an unknown kind"},
	    {{"Dear diary,\n", 12}, "text of an unknown kind"},
	    {{"go 1.22\n", 8}, "text of an unknown kind"},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		assert_null(formats_detect(all[i].head));
		assert_null(refusal_kind(all[i].head));
		assert_string_equal(refusal_contents(all[i].head), all[i].what);
	}
}

TEST(logs_whose_lines_begin_with_a_date_are_no_profiles)
{
	static const char *const logs[] = {
	    "2021-05-27 17:00:00 ERROR: starting up\n"
	    "2021-05-27 17:00:01 INFO: request took 12 ms\n",
	    "2021-05-27 17:00:00,123 app.db: starting up\n"
	    "2021-05-27 17:00:01,456 app.db: request took 12 ms\n",
	    "2021-05-27 17:00:00.123456 ERROR: starting up\n"
	    "2021-05-27 17:00:01.123456 INFO: request took 12 ms\n",
	    "2021-05-27 17:00:00 UTC:10.1.91.65:user@my_db:[24743]:LOG: duration: 0.054 "
	    "ms\n"
	    "2021-05-27 17:46:39 UTC:10.1.17.194:user@my_db:[19003]:LOG: duration: 0.06 "
	    "ms\n",
	    "1622134000 kernel: starting up\n1622134001 app: request took 12 ms\n"
	    "1622134002 app: ready\n",
	    "1622134000 kernel: starting up\n1622134001 app: request took 12 ms\n"};

	for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
		if (formats_detect(text_of(logs[i])))
			fail_msg("%s is taken for %s", logs[i],
				 formats_detect(text_of(logs[i]))->name);
}

TEST(events_behind_a_date_are_perfs)
{
	static const char *const texts[] = {
	    "2021-05-27 17:00:00.123456 cycles: \n2021-05-27 17:00:01.123456 cycles: \n",
	    "2021-05-27 17:00:00.123456789 sched:sched_wakeup: comm=a pid=1 prio=120\n"
	    "2021-05-27 17:00:01.123456789 sched:sched_wakeup: comm=b pid=2 prio=120\n"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_string_equal(formats_detect(text_of(texts[i]))->name,
				    "perf-script");
}
