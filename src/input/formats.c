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
#include "input/span_table.h"
#include "input/speedscope.h"
#include "input/timed_folded.h"
#include "input/trace_event.h"

const struct format formats[] = {
    {"perf-data", "recordings of Linux perf: perf record -F 99 -a -g -o FILE",
     perf_data_probe, perf_data_read, NULL, true, NULL, NULL},
    {"perf-script",
     "text of Linux perf: perf record -F 99 -a -g; perf script --header > FILE",
     perf_probe, perf_script_read, NULL, false,
     "try: perf script --header -i perf.data > FILE", NULL},
    {"folded",
     "folded stacks, one a line, without times: stackcollapse-perf.pl, flarescope export",
     folded_stacks_probe, folded_stacks_read, NULL, false, NULL, NULL},
    {"flare", "a parsed profile, opened without being parsed again: flarescope convert",
     flare_probe, NULL, flare_open, false, NULL, NULL},
    {"timed-folded",
     "folded stacks with a time before each, from any script: flarescope export",
     timed_folded_probe, timed_folded_read, NULL, false, NULL, NULL},
    {"dtrace",
     "stacks that DTrace scripts print, with times or counts: "
     "dtrace -n 'profile-97 { @[ustack()] = count(); }'",
     dtrace_probe, dtrace_read, NULL, false, NULL, NULL},
    {"bpftrace",
     "stacks that bpftrace prints, with times or counts: "
     "bpftrace -e 'profile:hz:49 { @[kstack, ustack, comm] = count(); }'",
     bpftrace_probe, bpftrace_read, NULL, false, NULL, NULL},
    {"austin", "samples of Python programs, with times: austin -o FILE python3 PROGRAM",
     austin_probe, austin_read, NULL, false, NULL, NULL},
    {"nflxprofile", "Netflix's nflxprofile, made of perf script or V8 by its converters",
     nflxprofile_probe, nflxprofile_read, NULL, false, NULL, NULL},
    {"pprof", "profiles of pprof: Go's runtime/pprof, py-spy, Parca and many others",
     pprof_probe, pprof_read, NULL, false, NULL, NULL},
    {"cpuprofile", "CPU profiles of Chrome and Node: node --cpu-prof, DevTools",
     cpuprofile_probe, cpuprofile_read, NULL, false, NULL, &cpuprofile_witness},
    {"speedscope",
     "speedscope files: py-spy record --format speedscope, austin2speedscope",
     speedscope_probe, speedscope_read, NULL, false, NULL, &speedscope_witness},
    {"trace-event",
     "traces of Chrome, Node and others (trace_event JSON): node "
     "--trace-event-categories "
     "v8,node",
     trace_event_probe, trace_event_read, NULL, false, NULL, &trace_event_witness},
    {"firefox", "profiles of the Firefox profiler and of samply", firefox_probe,
     firefox_read, NULL, false, NULL, &firefox_witness},
    {"spans",
     "tables (CSV, TSV) of what ran from when until when: "
     "name,start,end[,track][,parent]",
     span_table_probe, span_table_read, NULL, false, NULL, NULL},
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
