#include "export/clickhouse_rows.h"

#include <inttypes.h>
#include <time.h>

#include "analysis/idle.h"
#include "base/mem.h"
#include "base/number.h"
#include "export/export.h"
#include "export/extent.h"
#include "export/frame_words.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "profile/process_names.h"
#include "profile/wall_clock.h"

/* These characters would end a string in a row, or in an array of it. */
#define SPECIAL "\\'"

/* "2026-11-18 11:06:40"; a year has at most five digits. */
#define MOMENT_MAX 32

struct clickhouse_writer {
	const struct profile *profile; /* borrowed */
	FILE *out;		       /* borrowed */
	uint64_t offset;	       /* ns since 1970 at time 0 */
	uint64_t second;	       /* since 1970: the second of `moment` */
	char moment[MOMENT_MAX];
	struct process_names processes;
	struct frame_words frames, modules, kinds;
	struct bits idle;	 /* owned: by sample */
	struct text_buffer line; /* owned: the part of the line that is not written yet */
};

/* Append the name of a frame in quotes. */
static bool append_frame(struct text_buffer *to, const struct profile *p, uint32_t frame,
			 struct error *err)
{
	return text_buffer_add(to, TEXT("'"), err) &&
	       escaped_name(to, profile_string(p, p->frames[frame].name), SPECIAL, err) &&
	       text_buffer_add(to, TEXT("'"), err);
}

static bool append_module(struct text_buffer *to, const struct profile *p, uint32_t frame,
			  struct error *err)
{
	return text_buffer_add(to, TEXT("'"), err) &&
	       escaped_name(to, profile_frame_module(p, frame), SPECIAL, err) &&
	       text_buffer_add(to, TEXT("'"), err);
}

static bool append_kind(struct text_buffer *to, const struct profile *p, uint32_t frame,
			struct error *err)
{
	return text_buffer_add(to, TEXT("'"), err) &&
	       text_buffer_add(to, text_of(frame_mode_words(&p->frames[frame])), err) &&
	       text_buffer_add(to, TEXT("'"), err);
}

static bool append_stack(struct clickhouse_writer *w, struct frame_words *words,
			 uint32_t stack, struct error *err)
{
	return text_buffer_add(&w->line, TEXT("\t["), err) &&
	       frame_words_stack(words, stack, TEXT(","), &w->line, err) &&
	       text_buffer_add(&w->line, TEXT("]"), err);
}

static bool append_field(struct clickhouse_writer *w, struct text t, struct error *err)
{
	return text_buffer_add(&w->line, TEXT("\t"), err) &&
	       escaped_name(&w->line, t, SPECIAL, err);
}

static bool write_sample(struct clickhouse_writer *w, const struct flame *f, uint64_t row,
			 struct error *err)
{
	const struct profile *p = w->profile;
	const struct flame_part part = flame_part_of(f, row);
	const struct context *c = profile_context(p, row);
	const struct thread *thread = &p->threads[c->thread];
	const struct event *event = &p->events[c->event];
	uint64_t ns = w->offset + part.time;
	time_t second = (time_t)(ns / NS_PER_SECOND);
	struct tm t;

	if (!*w->moment || ns / NS_PER_SECOND != w->second) {
		w->second = ns / NS_PER_SECOND;
		*w->moment = '\0';
		if (gmtime_r(&second, &t))
			strftime(w->moment, sizeof w->moment, "%Y-%m-%d %H:%M:%S", &t);
	}
	fprintf(w->out, "%s.%09" PRIu64, w->moment, ns % NS_PER_SECOND);
	fprintf(w->out, "\t%" PRId32 "\t%" PRId32 "\t%d\t%" PRIu64 "\t%" PRIu64,
		host_pid(p, thread), host_tid(p, thread),
		c->cpu == PROFILE_NO_CPU ? PROFILE_NO_ID : host_cpu(p, c->cpu),
		part.weight, event->spans ? part.duration : 0);
	w->line.len = 0;
	if (!append_field(w, host_called(p, host_of_thread(p, thread)), err) ||
	    !append_field(w, profile_string(p, thread->comm), err) ||
	    !append_field(w, process_name_of(&w->processes, p, c->thread), err) ||
	    !append_field(w, profile_string(p, event->name), err) ||
	    !append_field(w, profile_string(p, event->unit), err) ||
	    !text_buffer_add(&w->line,
			     bits_has(&w->idle, row) ? TEXT("\t1") : TEXT("\t0"), err) ||
	    !append_stack(w, &w->frames, p->samples.stack[row], err) ||
	    !append_stack(w, &w->modules, p->samples.stack[row], err) ||
	    !append_stack(w, &w->kinds, p->samples.stack[row], err) ||
	    !text_buffer_add(&w->line, TEXT("\n"), err))
		return false;
	fwrite(w->line.at, 1, w->line.len, w->out);
	return true;
}

/*
 * Write the counted samples of the flame graph in order of time, in the ClickHouse format
 * TabSeparatedWithNames (doc/formats/clickhouse.md). Times are in UTC if the recording knows the
 * clock, else they begin in 1970. Returns ERROR_FORMAT if the profile has no times.
 */
static bool clickhouse_write(const struct export_job *job, FILE *out, struct error *err)
{
	const struct flame *f = job->flame;
	const struct profile *p = f->tree->profile;
	struct clickhouse_writer w = {.profile = p, .out = out};
	struct wall_clock clock;
	bool ok;

	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "there are no times in this profile; export it with "
				 "--format folded");
	if (wall_clock_of(p, &clock))
		w.offset = (uint64_t)clock.offset;
	ok = idle_build(&w.idle, p, err) && process_names_build(&w.processes, p, err) &&
	     frame_words_begin(&w.frames, p, append_frame, err) &&
	     frame_words_begin(&w.modules, p, append_module, err) &&
	     frame_words_begin(&w.kinds, p, append_kind, err);
	if (ok)
		fputs(CLICKHOUSE_COLUMNS "\n", out);
	for (uint64_t row = flame_next(f, 0); ok && row < f->last;
	     row = flame_next(f, row + 1))
		ok = write_sample(&w, f, row, err);
	ok = ok && (!ferror(out) || error_sys(err, "cannot write"));
	frame_words_release(&w.frames);
	frame_words_release(&w.modules);
	frame_words_release(&w.kinds);
	process_names_release(&w.processes);
	bits_release(&w.idle);
	mem_free(w.line.at);
	return ok;
}

static bool clickhouse_measure(const struct export_job *job, uint64_t *bytes,
			       struct error *err)
{
	return extent_of_samples(job->flame, EXTENT_NAMES, bytes, err);
}

const struct notation clickhouse_notation = {
    .name = "clickhouse",
    .extension = "tsv",
    .begins = CLICKHOUSE_COLUMNS,
    .has = "\n",
    .what = "rows for ClickHouse",
    .help = "one row per sample, with its time of day, host and stack, for "
	    "INSERT … FORMAT TabSeparatedWithNames",
    .of_samples = true,
    .of_the_clock = true,
    .write = clickhouse_write,
    .measure = clickhouse_measure,
};
