#include "input/perf_script/perf_line.h"

#include "input/scan.h"

/*
 * A line that begins with a tab is a frame; others are frames when they look like one and
 * do not tell a time: "        b3cea6c4\tLock::unlock() (/system/lib/libc.so)" of simpleperf.
 */
struct perf_line perf_line_look(struct text line)
{
	struct perf_line l;

	l.tab = line.at[0] == '\t';
	l.is_frame = perf_frame_line_cut(line, &l.frame);
	if (l.is_frame && l.frame.rest.len == 0 && !l.tab)
		l.is_frame = false; /* -F +weight: a number on a line of its own */
	/* "cafe 1234 cycles:" begins like a frame, but frames are indented */
	l.is_event = !(l.tab && l.is_frame) && perf_event_line_parse(line, &l.event) &&
		     (l.event.timed || !l.is_frame || l.frame.ip.len < 4 ||
		      !scan_is_blank(line.at[0]));
	return l;
}

bool perf_line_begins(struct text line)
{
	if (line.len == 0 || line.at[0] == '\t' || line.at[0] == '#' ||
	    scan_blanks(line) == line.len)
		return false;
	return perf_line_look(line).is_event;
}

/* -F +brstackinsn, a tab on both sides: "\t000000000040113a\tinsn: 48 89 e5" */
bool perf_line_is_instruction(struct text line, struct perf_frame_line frame)
{
	const char *end = frame.ip.at + frame.ip.len;

	return line.at[0] == '\t' && frame.rest.len && *end == '\t';
}

bool perf_line_is_message(struct text t)
{
	return text_starts(t, TEXT("Warning:")) || text_starts(t, TEXT("Processed ")) ||
	       text_starts(t, TEXT("Check IO/CPU overload")) ||
	       text_starts(t, TEXT("[ perf record:")) ||
	       text_starts(t, TEXT("Timestamp below"));
}

/*
 * uregs " ABI:2 AX:0x..", brstack "0x12/0x34/P/-/-/0", brstacksym "f+0x1/g+0x2/M/-/-/0",
 * "     branch-stack:", "BPF output:"
 */
bool perf_line_is_registers(struct text t)
{
	return text_starts(t, TEXT("ABI:")) || text_starts(t, TEXT("branch-stack:")) ||
	       text_starts(t, TEXT("BPF output:")) || text_starts(t, TEXT("FP chain:")) ||
	       text_starts(t, TEXT("LBR chain:")) || text_starts(t, TEXT("... ")) ||
	       text_has(t, TEXT("/P/")) || text_has(t, TEXT("/M/")) ||
	       text_has(t, TEXT("/-/")) || scan_hex(t) == t.len;
}
