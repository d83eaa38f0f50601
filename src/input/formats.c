#include "input/formats.h"

#include "input/austin.h"
#include "input/bpftrace.h"
#include "input/cpuprofile.h"
#include "input/dtrace.h"
#include "input/firefox.h"
#include "input/flare.h"
#include "input/folded_stacks.h"
#include "input/nflxprofile.h"
#include "input/perf_data.h"
#include "input/perf_probe.h"
#include "input/perf_script.h"
#include "input/pprof.h"
#include "input/scan.h"
#include "input/speedscope.h"
#include "input/timed_folded.h"
#include "input/trace_event.h"

const struct format formats[] = {
    {"perf-data", "recordings of Linux perf: perf record -F 99 -a -g -o FILE",
     perf_data_probe, perf_data_read, NULL, true},
    {"perf-script",
     "text of Linux perf: perf record -F 99 -a -g; perf script --header > FILE",
     perf_probe, perf_script_read, NULL, false},
    {"folded",
     "folded stacks, one a line, without times: stackcollapse-perf.pl, flarescope export",
     folded_stacks_probe, folded_stacks_read, NULL, false},
    {"flare", "a parsed profile, opened without being parsed again: flarescope convert",
     flare_probe, NULL, flare_open, false},
    {"timed-folded",
     "folded stacks with a time before each, from any script: flarescope export",
     timed_folded_probe, timed_folded_read, NULL, false},
    {"dtrace",
     "stacks that DTrace scripts print, with times or counts: "
     "dtrace -n 'profile-97 { @[ustack()] = count(); }'",
     dtrace_probe, dtrace_read, NULL, false},
    {"bpftrace",
     "stacks that bpftrace prints, with times or counts: "
     "bpftrace -e 'profile:hz:49 { @[kstack, ustack, comm] = count(); }'",
     bpftrace_probe, bpftrace_read, NULL, false},
    {"austin", "samples of Python programs, with times: austin -o FILE python3 PROGRAM",
     austin_probe, austin_read, NULL, false},
    {"nflxprofile", "Netflix's nflxprofile, made of perf script or V8 by its converters",
     nflxprofile_probe, nflxprofile_read, NULL, false},
    {"pprof", "profiles of pprof: Go's runtime/pprof, py-spy, Parca and many others",
     pprof_probe, pprof_read, NULL, false},
    {"cpuprofile", "CPU profiles of Chrome and Node: node --cpu-prof, DevTools",
     cpuprofile_probe, cpuprofile_read, NULL, false},
    {"speedscope",
     "speedscope files: py-spy record --format speedscope, austin2speedscope",
     speedscope_probe, speedscope_read, NULL, false},
    {"trace-event",
     "traces of Chrome, Node and others (trace_event JSON): node "
     "--trace-event-categories "
     "v8,node",
     trace_event_probe, trace_event_read, NULL, false},
    {"firefox", "profiles of the Firefox profiler and of samply", firefox_probe,
     firefox_read, NULL, false},
};

size_t formats_count(void)
{
	return sizeof formats / sizeof *formats;
}

const struct format *formats_find(const char *name)
{
	for (size_t i = 0; i < formats_count(); i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

const struct format *formats_detect(struct text head)
{
	const struct format *best = NULL;
	unsigned sure = 0;

	for (size_t i = 0; i < formats_count(); i++) {
		unsigned now = formats[i].probe(head);

		if (now > sure) {
			sure = now;
			best = &formats[i];
		}
	}
	return best;
}

/* What files of other kinds begin with. */
static const struct {
	struct text magic;
	const char *guess;
} magics[] = {
    {{"2ELIFREP", 8},
     "a perf.data recording of a machine with the other byte order; make text of it "
     "there: perf script --header -i FILE"},
    {{"SIMPLEPERF", 10},
     "a simpleperf recording; make text of it with its report_sample.py"},
    {{"MOJ", 3},
     "a recording of Austin in its MOJO form; make text of it: mojo2austin FILE OUT"},
    {{"\x28\xb5\x2f\xfd", 4}, "zstd data; unpack it: zstdcat FILE | flarescope -"},
    {{"\xfd\x37zXZ", 5}, "xz data; unpack it: xzcat FILE | flarescope -"},
    {{"BZh", 3}, "bzip2 data; unpack it: bzcat FILE | flarescope -"},
    {{"PK\x03\x04", 4}, "a zip archive; unpack it and name the file in it"},
    {{"\x7f"
      "ELF",
      4},
     "a program or library (ELF); record it with: perf record -F 99 -g"},
    {{"\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 16},
     "a CPU profile of gperftools; convert it: pprof -proto PROGRAM FILE > FILE.pb.gz"},
    {{"\0\0\0\0\3\0\0\0", 8},
     "a CPU profile of gperftools; convert it: pprof -proto PROGRAM FILE > FILE.pb.gz"},
    {{"heap profile: ", 14},
     "a heap profile in text; convert it: pprof -proto PROGRAM FILE > FILE.pb.gz"},
    {{"--- contention", 14},
     "a contention profile in text; convert it: pprof -proto PROGRAM FILE > FILE.pb.gz"},
    {{"<!DOCTYPE", 9}, "a web page; was it meant to be a download?"},
    {{"<!doctype", 9}, "a web page; was it meant to be a download?"},
    {{"<html", 5}, "a web page; was it meant to be a download?"},
    {{"<?xml", 5}, "an XML or SVG file; give the text of perf script it was made from"},
    {{"<svg", 4}, "an SVG file; give the text of perf script it was made from"},
};

#define TELLING 1024 /* characters at the begin, in which they say what they are */

/* What the begins of profiles have in them that cannot be read, or not yet. */
static const struct {
	struct text part;
	const char *guess;
} profiles[] = {
    {{"Analysis of sampling ", 21},
     "a call graph of macOS sample, without times; fold it: inferno-collapse-sample "
     "FILE | flarescope -"},
    {{"# callgrind format", 18},
     "a callgrind profile, sums without stacks; record it with: perf record -F 99 -g"},
    {{"Function Stack,CPU Time", 23},
     "a table of VTune, without times; fold it: inferno-collapse-vtune FILE | flarescope "
     "-"},
    {{"Weight\tSelf Weight", 18},
     "a call tree of Instruments, without times; give an export of its samples: xctrace "
     "export"},
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
    {{"\"recording\":{\"displayName\"", 26},
     "a timeline of Safari, which cannot be read; record it in another browser"},
};

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

const char *formats_guess(struct text head)
{
	if (head.len == 0)
		return "an empty file; did perf script fail? Try: perf "
		       "script --header -i "
		       "perf.data > FILE";
	for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
		if (text_has(text_upto(head, TELLING), profiles[i].part))
			return profiles[i].guess;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if (text_starts(head, magics[i].magic))
			return magics[i].guess;
	if (is_binary(head))
		return "binary data of a kind that is not known; see: flarescope formats";
	while (head.len &&
	       (scan_is_blank(head.at[0]) || head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	if (head.len == 0)
		return "nothing but blanks; try: perf script --header -i perf.data > "
		       "FILE";
	if (head.at[0] == '{' || head.at[0] == '[')
		return "JSON of a kind that is not known; see: flarescope formats";
	return "other text; make a profile with: perf record -F 99 -a -g; perf script "
	       "--header "
	       "> FILE";
}
