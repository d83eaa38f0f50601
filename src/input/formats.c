#include "input/formats.h"

#include "input/stacks/austin.h"
#include "input/stacks/bpftrace.h"
#include "input/trace/cpuprofile.h"
#include "input/stacks/dtrace.h"
#include "input/firefox/firefox.h"
#include "input/flare.h"
#include "input/stacks/folded_stacks.h"
#include "input/proto/nflxprofile.h"
#include "input/perf_data/perf_data.h"
#include "input/perf_script/perf_head.h"
#include "input/perf_script/perf_script.h"
#include "input/proto/pprof.h"
#include "input/spans/span_table.h"
#include "input/speedscope/speedscope.h"
#include "input/stacks/timed_folded.h"
#include "input/trace/trace_event.h"

const struct format formats[] = {
    {"perf-data", "recordings of Linux perf: perf record -F 99 -a -g -o FILE",
     perf_data_probe, perf_data_read, NULL, true, NULL, NULL, NULL},
    {"perf-script",
     "text of Linux perf: perf record -F 99 -a -g; perf script --header > FILE",
     perf_probe, perf_script_read, NULL, false,
     "try: perf script --header -i perf.data > FILE", NULL, NULL},
    {"folded",
     "folded stacks, one per line, without times: stackcollapse-perf.pl, flarescope "
     "export",
     folded_stacks_probe, folded_stacks_read, NULL, false, NULL, NULL, NULL},
    {"flare", "parsed profiles, which open at once: flarescope convert", flare_probe,
     NULL, flare_open, false, NULL, NULL, NULL},
    {"timed-folded",
     "folded stacks, each with its time, from any script: flarescope export",
     timed_folded_probe, timed_folded_read, NULL, false, NULL, NULL, NULL},
    {"dtrace",
     "stacks printed by DTrace scripts, with times or counts: "
     "dtrace -n 'profile-97 { @[ustack()] = count(); }'",
     dtrace_probe, dtrace_read, NULL, false, NULL, NULL, NULL},
    {"bpftrace",
     "stacks printed by bpftrace, with times or counts: "
     "bpftrace -e 'profile:hz:49 { @[kstack, ustack, comm] = count(); }'",
     bpftrace_probe, bpftrace_read, NULL, false, NULL, NULL, NULL},
    {"austin", "samples of Python programs, with times: austin -o FILE python3 PROGRAM",
     austin_probe, austin_read, NULL, false, NULL, NULL, NULL},
    {"nflxprofile",
     "Netflix's nflxprofile, which its converters make of perf script or V8 profiles",
     nflxprofile_probe, nflxprofile_read, NULL, false, NULL, NULL, &protobuf_library},
    {"pprof", "pprof profiles: Go's runtime/pprof, py-spy, Parca and many others",
     pprof_probe, pprof_read, NULL, false, NULL, NULL, &protobuf_library},
    {"cpuprofile", "CPU profiles of Chrome and Node: node --cpu-prof, DevTools",
     cpuprofile_probe, cpuprofile_read, NULL, false, NULL, &cpuprofile_witness, NULL},
    {"speedscope",
     "speedscope files: py-spy record --format speedscope, austin2speedscope",
     speedscope_probe, speedscope_read, NULL, false, NULL, &speedscope_witness, NULL},
    {"trace-event",
     "traces of Chrome, Node and others (trace_event JSON): node "
     "--trace-event-categories v8,node",
     trace_event_probe, trace_event_read, NULL, false, NULL, &trace_event_witness, NULL},
    {"firefox", "profiles of the Firefox Profiler and of samply", firefox_probe,
     firefox_read, NULL, false, NULL, &firefox_witness, NULL},
    {"spans", "tables (CSV, TSV) of what ran when: name,start,end[,track][,parent]",
     span_table_probe, span_table_read, NULL, false, NULL, NULL, &csv_library},
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

const char *formats_lack(const struct format *f)
{
	return f->library && !f->library->version ? f->library->name : NULL;
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
