#include "export/export.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "export/extent.h"
#include "export/frame_words.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"

struct timed_writer {
	const struct profile *profile; /* borrowed */
	FILE *out;		       /* borrowed */
	struct frame_words frames;
	struct text_buffer line; /* owned: the part of the line that is not written yet */
};

/* ---- names ---- */

/* Is the whole name in brackets: "[libc.so.6]"? A reader takes such a name for a module. */
static bool is_bracketed(struct text name)
{
	return name.len > 2 && name.at[0] == '[' && name.at[name.len - 1] == ']';
}

static bool ends_in_mark(struct text name)
{
	return name.len >= 4 && name.at[name.len - 1] == ']' &&
	       name.at[name.len - 4] == '_' && name.at[name.len - 3] == '[' &&
	       memchr("kjir?UK-", name.at[name.len - 2], 8);
}

/*
 * The suffix for the kind of a frame. A reader takes "[libc.so.6]" for a frame without a name
 * only if it has none.
 */
static const char *mark_of(const struct frame *f, struct text name, struct text module)
{
	static const char *const marks[FRAME_KINDS] = {
	    [FRAME_NAMELESS] = "_[?]", [FRAME_USER] = "",	 [FRAME_KERNEL] = "_[k]",
	    [FRAME_JIT] = "_[j]",      [FRAME_INLINED] = "_[i]", [FRAME_RUNTIME] = "_[r]",
	    [FRAME_IDLE] = "_[-]",
	};

	if (f->kind == FRAME_NAMELESS &&
	    f->mode != (uint16_t)frame_mode_of_module(module))
		return f->mode == FRAME_MODE_USER     ? "_[U]"
		       : f->mode == FRAME_MODE_KERNEL ? "_[K]"
						      : "_[?]";
	if (f->kind == FRAME_NAMELESS && is_bracketed(name) && !ends_in_mark(name) &&
	    (module.len || text_equal(name, TEXT("[unknown]"))))
		return "";
	return marks[f->kind];
}

static bool append_frame(struct text_buffer *to, const struct profile *p, uint32_t frame,
			 struct error *err)
{
	const struct frame *f = &p->frames[frame];
	struct text name = profile_string(p, f->name);
	struct text module = profile_string(p, f->module), last = TEXT("");

	if (f->kind == FRAME_USER && (is_bracketed(name) || ends_in_mark(name))) {
		last = text_from(name, name.len - 1);
		name = text_upto(name, name.len - 1);
	}
	if (module.len && (!escaped_name(to, module, ";`", err) ||
			   !text_buffer_add(to, TEXT("`"), err)))
		return false;
	return escaped_name(to, name, ";`", err) && escaped_bytes(to, last, err) &&
	       text_buffer_add(
		   to, text_of(mark_of(f, profile_string(p, f->name), module)), err);
}

/* ---- a line ---- */

/* Does the weight differ from the default? The weight of a sample can have a unit. */
static bool has_weight(const struct event *e, const struct flame_part *part)
{
	return e->spans ? part->weight != part->duration : part->weight != 1 || e->unit;
}

/*
 * A unit that begins with a digit would be read as part of the weight, so its first digit is
 * escaped.
 */
static bool append_event(struct timed_writer *t, const struct event *e, struct error *err)
{
	struct text unit = profile_string(t->profile, e->unit);
	struct text name = profile_string(t->profile, e->name);
	struct text digit =
	    text_upto(unit, unit.len && unit.at[0] >= '0' && unit.at[0] <= '9');
	struct text usual = e->spans ? TEXT("spans") : TEXT("samples");

	if (!e->spans && (!escaped_bytes(&t->line, digit, err) ||
			  !escaped_name(&t->line, text_from(unit, digit.len), " ;", err)))
		return false;
	return text_equal(name, usual) ||
	       (text_buffer_add(&t->line, TEXT(" event="), err) &&
		escaped_name(&t->line, name, " ;", err));
}

/*
 * Append the process name. As the first word of the stack it must not look like a blank or a
 * field.
 */
static bool append_comm(struct timed_writer *t, struct text comm, bool frames,
			struct error *err)
{
	struct text first = text_upto(comm, 1);
	const char *blank = comm.len ? memchr(comm.at, ' ', comm.len) : NULL;
	struct text word = blank ? text_upto(comm, (size_t)(blank - comm.at)) : comm;

	if (comm.len == 0 && !frames)
		return text_buffer_add(&t->line, TEXT(" comm="), err);
	if (word.len && !text_has(word, TEXT("=")))
		first.len = 0;
	return text_buffer_add(&t->line, TEXT(" "), err) &&
	       escaped_bytes(&t->line, first, err) &&
	       escaped_name(&t->line, text_from(comm, first.len), ";", err);
}

static bool write_sample(struct timed_writer *t, const struct flame *f, uint64_t row,
			 struct error *err)
{
	const struct profile *p = t->profile;
	const struct flame_part part = flame_part_of(f, row);
	const struct context *c = profile_context(p, row);
	const struct thread *thread = &p->threads[c->thread];
	const struct event *event = &p->events[c->event];
	int32_t pid = host_pid(p, thread), tid = host_tid(p, thread);
	uint32_t stack = p->samples.stack[row];
	char seconds[NUMBER_SECONDS_MAX];

	fputs(number_plain_seconds(part.time, seconds), t->out);
	if (pid != PROFILE_NO_ID)
		fprintf(t->out, " pid=%" PRId32, pid);
	if (tid != PROFILE_NO_ID)
		fprintf(t->out, " tid=%" PRId32, tid);
	if (c->cpu != PROFILE_NO_CPU)
		fprintf(t->out, " cpu=%u", host_cpu(p, c->cpu));
	if (event->spans)
		fprintf(t->out, " dur=%s", number_plain_seconds(part.duration, seconds));
	if (has_weight(event, &part))
		fprintf(t->out, " weight=%" PRIu64, part.weight);
	t->line.len = 0;
	if (!append_event(t, event, err) ||
	    !append_comm(t, profile_string(p, thread->comm), stack != 0, err) ||
	    (stack &&
	     (!text_buffer_add(&t->line, TEXT(";"), err) ||
	      !frame_words_stack(&t->frames, stack, TEXT(";"), &t->line, err))) ||
	    !text_buffer_add(&t->line, TEXT(" 1\n"), err))
		return false;
	fwrite(t->line.at, 1, t->line.len, t->out);
	return true;
}

/* ---- the file ---- */

static bool write_notes(struct timed_writer *t, struct error *err)
{
	const struct profile *p = t->profile;

	fputs("# flarescope timed-folded 1\n", t->out);
	for (uint32_t i = 0; i < p->note_count; i++) {
		t->line.len = 0;
		if (!text_buffer_add(&t->line, TEXT("# "), err) ||
		    !escaped_name(&t->line, profile_string(p, p->notes[i].key), ":",
				  err) ||
		    !text_buffer_add(&t->line, TEXT(": "), err) ||
		    !escaped_name(&t->line, profile_string(p, p->notes[i].value), "",
				  err) ||
		    !text_buffer_add(&t->line, TEXT("\n"), err))
			return false;
		fwrite(t->line.at, 1, t->line.len, t->out);
	}
	return true;
}

/*
 * Write the notes of the profile, then the counted samples of the flame graph in order of time,
 * with everything that doc/formats/timed-folded.md can express, so that reading the file restores
 * them. The measured quantity and the roots are ignored. Names keep all bytes: those that would end
 * a name and control sequences are written as \xHH. Returns ERROR_FORMAT if the profile has no
 * times.
 */
static bool timed_write(const struct export_job *job, FILE *out, struct error *err)
{
	const struct flame *f = job->flame;
	const struct profile *p = f->tree->profile;
	struct timed_writer t = {.profile = p, .out = out};
	bool ok;

	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "there are no times in this profile; export it with "
				 "--format folded");
	ok = frame_words_begin(&t.frames, p, append_frame, err) && write_notes(&t, err);
	for (uint64_t row = flame_next(f, 0); ok && row < f->last;
	     row = flame_next(f, row + 1))
		ok = write_sample(&t, f, row, err);
	ok = ok && (!ferror(out) || error_sys(err, "cannot write"));
	frame_words_release(&t.frames);
	mem_free(t.line.at);
	return ok;
}

static bool timed_measure(const struct export_job *job, uint64_t *bytes,
			  struct error *err)
{
	return extent_of_samples(job->flame, EXTENT_NAMES, bytes, err);
}

const struct notation timed_notation = {
    .name = "timed-folded",
    .extension = "timed",
    .what = "timed folded stacks",
    .help = "one line per sample, with all that is known about it; flarescope can read "
	    "the file",
    .of_samples = true,
    .write = timed_write,
    .measure = timed_measure,
};
