/*
 * record [OPTION]... -o FILE|- [-- COMMAND...] - the recorder alone, for tests: what it says goes
 * to standard error, its figures as "NAME NUMBER" lines.
 */

#include <signal.h>
#include <stdbool.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorder/recorder.h"

#define PIDS_MOST 64

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	(void)number;
	stop = 1;
}

static void usage(void)
{
	fputs("record [-F HZ] [-p PID]... [-x PID]... [-C CPUS] [-G CGROUP] [-d SECONDS] "
	      "[-t] [-i MS] -o "
	      "FILE|-\n",
	      stderr);
	exit(2);
}

struct wanted {
	struct recorder_options o;
	int32_t pids[PIDS_MOST], without[PIDS_MOST];
	const char *output;
};

static void add(int32_t *list, size_t *count, const char *word)
{
	if (*count == PIDS_MOST)
		usage();
	list[(*count)++] = (int32_t)strtol(word, NULL, 10); /* room: just seen */
}

static void parse(struct wanted *w, int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "F:p:x:C:G:d:i:to:")) != -1) {
		if (option == 'F')
			w->o.frequency = (uint32_t)strtoul(optarg, NULL, 10);
		else if (option == 'p')
			add(w->pids, &w->o.pid_count, optarg);
		else if (option == 'x')
			add(w->without, &w->o.without_count, optarg);
		else if (option == 'C')
			w->o.cpus = optarg;
		else if (option == 'G')
			w->o.cgroup = optarg;
		else if (option == 'd')
			w->o.duration = (uint64_t)(strtod(optarg, NULL) * 1e9);
		else if (option == 'i')
			w->o.tick_ms = (unsigned)strtoul(optarg, NULL, 10);
		else if (option == 't')
			w->o.ticks = true;
		else if (option == 'o')
			w->output = optarg;
		else
			usage();
	}
	if (!w->output || optind != argc)
		usage();
	w->o.pids = w->pids;
	w->o.without = w->without;
}

static void tell(const struct recorder *r)
{
	static const char *const ends[] = {"none", "stopped", "time", "pids", "reader"};
	struct recorder_figures f = recorder_figures(r);

	fprintf(stderr, "event %s\n", recorder_event_name(r));
	fprintf(stderr, "samples %" PRIu64 "\nown %" PRIu64 "\nlost %" PRIu64 "\n",
		f.samples, f.own, f.lost);
	fprintf(stderr, "throttled %" PRIu64 "\nbytes %" PRIu64 "\ncpu_us %" PRIu64 "\n",
		f.throttled, f.bytes, f.cpu_ns / 1000);
	fprintf(stderr, "rings %zu\nring_bytes %zu\nprocesses %" PRIu32 "\n", f.rings,
		f.ring_bytes, f.processes);
	fprintf(stderr, "user_only %d\nend %s\n", f.user_only, ends[f.end]);
}

static bool record(struct recorder *r, const char *output, struct error *err)
{
	bool ok;
	int fd;

	if (strcmp(output, "-") == 0)
		return recorder_stream(r, STDOUT_FILENO, &stop, err);
	fd = open(output, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return error_sys(err, "cannot write %.200s", output);
	ok = recorder_file(r, fd, &stop, err);
	close(fd);
	return ok;
}

int main(int argc, char **argv)
{
	const struct sigaction caught = {.sa_handler = on_signal};
	static struct wanted w;
	struct error err = ERROR_INIT;
	struct recorder *r;
	bool ok;

	parse(&w, argc, argv);
	w.o.words = (const char *const *)argv;
	w.o.version = "flarescope test";
	sigaction(SIGTERM, &caught, NULL);
	sigaction(SIGINT, &caught, NULL);
	r = recorder_open(&w.o, &err);
	ok = r && record(r, w.output, &err);
	if (r)
		tell(r);
	recorder_close(r);
	if (!ok)
		fprintf(stderr, "record: %s\n", err.message);
	return ok ? 0 : 1;
}
