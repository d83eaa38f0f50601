#include "cli/record/perf_refusal.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/utf8.h"

/* perf's usage text is the longest that it has to say. */
#define SHOWN_MOST (16 * 1024)

#define USAGE TEXT(" Usage: perf record")

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* A line of the messages without its end; false when there are no more. */
static bool next_line(FILE *messages, char *line, int room, struct text *text)
{
	if (!fgets(line, room, messages))
		return false;
	*text = text_of(line);
	if (text_ends(*text, TEXT("\n")))
		text->len--;
	return true;
}

/* With its tabs, which perf likes. */
static void write_line(struct text line, FILE *out)
{
	const char *tab;

	while (line.len && (tab = memchr(line.at, '\t', line.len))) {
		size_t before = (size_t)(tab - line.at);

		printable_write(text_upto(line, before), out);
		putc('\t', out);
		line = text_from(line, before + 1);
	}
	printable_write(line, out);
	putc('\n', out);
}

void perf_refusal_show(FILE *messages, FILE *out)
{
	char line[1024];
	struct text text;
	long shown = 0;

	rewind(messages);
	while (shown < SHOWN_MOST && next_line(messages, line, sizeof line, &text)) {
		/* behind "  Error: unknown option `frob'" come all that it knows, 130 lines */
		if (text_starts(text, USAGE))
			break;
		/* "[ perf record: Woken up 1 times to write data ]" */
		if (text_starts(text, TEXT("[ perf record: ")))
			continue;
		write_line(text, out);
		shown += (long)text.len;
	}
}

bool perf_refusal_missing(struct error *err)
{
	return error_set(
	    err, ERROR_SYSTEM,
	    "there is no perf in PATH; install it: the package is linux-perf "
	    "in Debian, linux-tools-$(uname -r) in Ubuntu, perf in Fedora "
	    "and others");
}

static bool tells_of(FILE *messages, const char *words)
{
	char line[1024];
	struct text text;

	rewind(messages);
	while (next_line(messages, line, sizeof line, &text))
		if (strstr(line, words))
			return true;
	return false;
}

/* perf 3 to 6: "Access to performance monitoring ... is limited", "Permission denied". */
static bool tells_of_permission(FILE *messages)
{
	return tells_of(messages, "perf_event_paranoid") ||
	       tells_of(messages, "ermission") || tells_of(messages, "not permitted") ||
	       tells_of(messages, "is limited");
}

/* "No permissions to read /sys/kernel/tracing/events/...", of old "/sys/kernel/debug/..." */
static bool tells_of_tracepoints(FILE *messages)
{
	return tells_of(messages, "/tracing/") || tells_of(messages, "trace events");
}

/* False when this is no Linux, or too old a one. */
static bool read_paranoid(int32_t *value)
{
	FILE *f = fopen(PARANOID, "re");
	char line[32];
	struct text text;
	bool known =
	    f && next_line(f, line, sizeof line, &text) && number_i32(text, value);

	if (f)
		fclose(f);
	return known;
}

/*
 * Who is not root may record all CPUs up to 0, the kernel's part of a process of his own
 * up to 1, the rest of it up to 2: kernel.org, admin-guide/sysctl/kernel. Debian and Ubuntu
 * have 3 and 4: nothing at all.
 */
static bool explain_permission(const struct perf_command *c, int32_t paranoid,
			       struct error *err)
{
	if (geteuid() == 0)
		return error_set(err, ERROR_SYSTEM,
				 "perf may not record here, even as root; a container "
				 "needs --cap-add=PERFMON and a seccomp "
				 "profile that allows perf_event_open");
	if (c->system_wide && paranoid > 0)
		return error_set(err, ERROR_SYSTEM,
				 "only root may record all CPUs here "
				 "(kernel.perf_event_paranoid is %" PRId32
				 "); run as root, or sudo sysctl "
				 "kernel.perf_event_paranoid=0%s",
				 paranoid,
				 paranoid > 2 ? ""
					      : ", or record a process of your own: -p "
						"PID");
	if (paranoid > 2)
		return error_set(err, ERROR_SYSTEM,
				 "only root may record here "
				 "(kernel.perf_event_paranoid is %" PRId32
				 "); run as root, or sudo sysctl "
				 "kernel.perf_event_paranoid=1",
				 paranoid);
	return error_set(
	    err, ERROR_SYSTEM,
	    "perf may not record this (kernel.perf_event_paranoid is %" PRId32
	    "); run as root, or record a process of your own, or for "
	    "tracepoints sudo sysctl kernel.perf_event_paranoid=-1",
	    paranoid);
}

bool perf_refusal_explain(const struct perf_command *c, const struct perf_end *end,
			  FILE *messages, struct error *err)
{
	int32_t paranoid = 0;
	bool known = read_paranoid(&paranoid);
	bool refused = known && geteuid() != 0 && paranoid > (c->system_wide ? 0 : 2);

	if (messages)
		refused = tells_of_permission(messages);
	if (refused && end->status > 0 && geteuid() != 0 && messages &&
	    tells_of_tracepoints(messages))
		return error_set(err, ERROR_SYSTEM,
				 "only root may list tracepoints here; run as root");
	if (refused && end->status > 0)
		return explain_permission(c, paranoid, err);
	if (end->status < 0)
		return error_set(err, ERROR_SYSTEM, "perf record was killed: %s",
				 strsignal(end->signal));
	if (end->status == 0)
		return error_set(err, ERROR_SYSTEM, "perf record wrote no %.100s",
				 c->output);
	if (messages && tells_of(messages, "Error: unknown "))
		return error_set(err, ERROR_USAGE,
				 "perf record does not accept this; to list its options: "
				 "perf record -h");
	return error_set(err, ERROR_SYSTEM, "perf record failed with status %d",
			 end->status);
}
