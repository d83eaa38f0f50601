/*
 * make_fleet - recordings of many hosts, made from a real one.
 *
 * 	make_fleet [-s SECONDS] [-f HZ] [-c CPUS] [-o ODD] FROM HOSTS DIR
 *
 * Writes DIR/host-0001.flare ... : each host ticks HZ times a second on each of its CPUs, by its
 * own clock that also records the time of day, and has random samples of FROM, with its own pids.
 * So names and stacks are real, and mostly the same on all hosts. Host ODD only has samples of one
 * process: that of the first sample of FROM that is not idle.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "input/reading.h"
#include "profile/builder.h"
#include "profile/store.h"

#define SECOND UINT64_C(1000000000)
#define BOOTED UINT64_C(1000) /* seconds of uptime before a recording, first host */

struct wish {
	uint32_t seconds, rate, cpus, hosts, odd;
	const char *from, *directory;
};

static uint64_t roll(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

/* By stack of the real recording, the new stack, 0: not copied yet; and so on. */
struct copy {
	const struct profile *from;
	struct builder *to;
	uint32_t *strings, *frames, *stacks;
};

static uint32_t string_of(struct copy *c, uint32_t id)
{
	if (!c->strings[id])
		c->strings[id] = 1 + builder_string(c->to, profile_string(c->from, id));
	return c->strings[id] - 1;
}

static uint32_t frame_of(struct copy *c, uint32_t id)
{
	const struct frame *f = &c->from->frames[id];

	if (!c->frames[id])
		c->frames[id] =
		    builder_frame(c->to, string_of(c, f->name), string_of(c, f->module),
				  (enum frame_kind)f->kind);
	return c->frames[id];
}

/* Parents come first. */
static void copy_stacks(struct copy *c)
{
	for (uint32_t i = 1; i < c->from->stack_count; i++)
		c->stacks[i] = builder_stack(c->to, c->stacks[c->from->stacks[i].parent],
					     frame_of(c, c->from->stacks[i].frame));
}

static bool is_wanted(const struct profile *p, const struct wish *w, uint32_t host,
		      uint64_t row)
{
	const struct thread *t = &p->threads[profile_context(p, row)->thread],
			    *odd = NULL;

	if (host != w->odd)
		return true;
	for (uint64_t i = 0; i < p->samples.count && !odd; i++) {
		odd = &p->threads[profile_context(p, i)->thread];
		if (profile_is_idle_task(p, odd))
			odd = NULL;
	}
	return odd && t->comm == odd->comm;
}

static void add_samples(struct copy *c, const struct wish *w, uint32_t host)
{
	const struct profile *p = c->from;
	uint64_t dice = host + 1, step = SECOND / w->rate;
	uint64_t start = (BOOTED + host * 37) * SECOND + roll(&dice) % SECOND;
	uint16_t event = builder_event(c->to, TEXT("cpu-clock"), TEXT("ns"));
	struct sample s = {.weight = step, .timed = true, .event = event};

	for (uint64_t tick = 0; tick < (uint64_t)w->seconds * w->rate; tick++) {
		for (uint32_t cpu = 0; cpu < w->cpus; cpu++) {
			uint64_t row = roll(&dice) * p->samples.count >> 31;
			const struct thread *t;

			for (int n = 0; n < 1000 && !is_wanted(p, w, host, row); n++)
				row = roll(&dice) * p->samples.count >> 31;
			t = &p->threads[profile_context(p, row)->thread];
			s.time = start + tick * step + cpu * (step / w->cpus) +
				 roll(&dice) % 1000;
			s.cpu = (uint16_t)cpu;
			s.stack = c->stacks[p->samples.stack[row]];
			s.thread = builder_thread_of(
			    c->to, string_of(c, t->comm),
			    t->pid > 0 ? t->pid + (int32_t)host : t->pid,
			    t->tid > 0 ? t->tid + (int32_t)host : t->tid);
			builder_add_sample(c->to, &s);
		}
	}
}

/* All were recorded at the same time, by their own clocks. */
static void add_notes(struct builder *b, const struct wish *w, uint32_t host)
{
	char text[120];
	unsigned long long boot = BOOTED + host * 37ull;

	snprintf(text, sizeof text, "host-%04u", host + 1);
	builder_note(b, TEXT("hostname"), text_of(text));
	snprintf(text, sizeof text, "%u", w->cpus);
	builder_note(b, TEXT("nrcpus online"), text_of(text));
	builder_note(b, TEXT("cmdline"), TEXT("perf record -a -g -F"));
	snprintf(text, sizeof text,
		 "2026-11-21 03:02:01.000000 = 1795230121.000000 (TOD) = %llu.000000000 "
		 "(CLOCK_MONOTONIC)",
		 boot);
	builder_note(b, TEXT("reference time"), text_of(text));
	builder_note(b, TEXT("event"), TEXT("cpu-clock"));
	snprintf(text, sizeof text, "%u", w->rate);
	builder_note(b, TEXT("frequency"), text_of(text));
}

static struct profile *make_host(const struct profile *p, const struct wish *w,
				 uint32_t host, struct error *err)
{
	struct copy c = {.from = p, .to = builder_new(err)};
	struct profile *made = NULL;

	c.strings = mem_array(p->strings.count, sizeof *c.strings, "names", err);
	c.frames = mem_array(p->frame_count, sizeof *c.frames, "frames", err);
	c.stacks = mem_array(p->stack_count, sizeof *c.stacks, "stacks", err);
	if (c.to && c.strings && c.frames && c.stacks) {
		copy_stacks(&c);
		add_samples(&c, w, host);
		add_notes(c.to, w, host);
		made = builder_finish(c.to, err);
	}
	mem_free(c.stacks);
	mem_free(c.frames);
	mem_free(c.strings);
	builder_free(c.to);
	return made;
}

static bool write_host(const struct profile *p, const struct wish *w, uint32_t host,
		       struct error *err)
{
	char path[4096];
	FILE *out;
	bool ok;

	snprintf(path, sizeof path, "%s/host-%04u.flare", w->directory, host + 1);
	out = fopen(path, "wb");
	if (!out)
		return error_sys(err, "%s", path);
	ok = store_write(p, TEXT(""), out, err);
	return (fclose(out) == 0 || error_sys(err, "%s", path)) && ok;
}

static bool make(const struct wish *w, struct error *err)
{
	struct profile *p = reading_run(w->from, NULL, NULL, err);
	bool ok = p != NULL;

	if (ok && mkdir(w->directory, 0755) != 0 && access(w->directory, W_OK) != 0)
		ok = error_sys(err, "%s", w->directory);
	for (uint32_t i = 0; ok && i < w->hosts; i++) {
		struct profile *host = make_host(p, w, i, err);

		ok = host && write_host(host, w, i, err);
		profile_free(host);
	}
	profile_free(p);
	return ok;
}

int main(int argc, char **argv)
{
	struct wish w = {.seconds = 60, .rate = 49, .cpus = 16, .odd = UINT32_MAX};
	struct error err = ERROR_INIT;
	int c;

	while ((c = getopt(argc, argv, "s:f:c:o:")) != -1) {
		uint32_t n = (uint32_t)strtoul(optarg ? optarg : "0", NULL, 10);

		if (c == 's')
			w.seconds = n;
		else if (c == 'f')
			w.rate = n;
		else if (c == 'c')
			w.cpus = n;
		else if (c == 'o')
			w.odd = n - 1;
		else
			optind = argc;
	}
	if (argc - optind != 3 || !w.rate || !w.cpus) {
		fputs("usage: make_fleet [-s SECONDS] [-f HZ] [-c CPUS] [-o ODD] FROM "
		      "HOSTS DIR\n",
		      stderr);
		return 2;
	}
	w.from = argv[optind];
	w.hosts = (uint32_t)strtoul(argv[optind + 1], NULL, 10);
	w.directory = argv[optind + 2];
	if (make(&w, &err))
		return 0;
	fprintf(stderr, "make_fleet: %s\n", err.message);
	return 1;
}
