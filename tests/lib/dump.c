#include "lib/dump.h"

#include <inttypes.h>

#include "base/number.h"

static void put_text(struct text t, FILE *out)
{
	for (size_t i = 0; i < t.len; i++) {
		unsigned char c = (unsigned char)t.at[i];

		if (c < 0x20 || c == 0x7f)
			fprintf(out, "\\x%02x", c);
		else
			fputc(c, out);
	}
}

static void put_string(const struct profile *p, uint32_t id, FILE *out)
{
	put_text(profile_string(p, id), out);
}

static void put_id(int32_t id, FILE *out)
{
	if (id == PROFILE_NO_ID)
		fputc('-', out);
	else
		fprintf(out, "%" PRId32, id);
}

static void put_facts(const struct profile *p, FILE *out)
{
	for (uint32_t i = 0; i < p->note_count; i++) {
		fputs("note ", out);
		put_string(p, p->notes[i].key, out);
		fputc(' ', out);
		put_string(p, p->notes[i].value, out);
		fputc('\n', out);
	}
	for (uint32_t i = 0; i < p->loss_count; i++) {
		const struct loss *l = &p->losses[i];

		fprintf(out, "%s %" PRIu64 " %" PRIu64 " ",
			l->kind == LOST_ASIDE ? "aside" : "loss", l->count,
			l->first_line);
		put_string(p, l->reason, out);
		fputc('\n', out);
	}
}

static void put_stack(const struct profile *p, uint32_t stack, FILE *out)
{
	static const char *const nameless[FRAME_MODES] = {
	    [FRAME_MODE_UNKNOWN] = "nameless",
	    [FRAME_MODE_USER] = "nameless-user",
	    [FRAME_MODE_KERNEL] = "nameless-kernel"};

	for (; stack; stack = p->stacks[stack].parent) {
		const struct frame *f = &p->frames[p->stacks[stack].frame];

		fprintf(out, "  %s ",
			f->kind == FRAME_NAMELESS ? nameless[f->mode]
						  : frame_kind_names[f->kind]);
		put_string(p, f->name, out);
		fputs(" (", out);
		put_string(p, f->module, out);
		fputs(")\n", out);
	}
}

static void put_sample(const struct profile *p, uint64_t row, FILE *out)
{
	const struct samples *s = &p->samples;
	const struct context *c = profile_context(p, row);
	const struct thread *thread = &p->threads[c->thread];
	char seconds[NUMBER_SECONDS_MAX];

	fputs(p->has_times ? number_plain_seconds(s->time[row], seconds) : "-", out);
	fputc(' ', out);
	put_string(p, p->events[c->event].name, out);
	fprintf(out, " %" PRIu64 " ", s->weight[row]);
	if (p->events[c->event].spans)
		fprintf(out, "for %" PRIu64 " ", s->duration ? s->duration[row] : 0);
	put_id(c->cpu == PROFILE_NO_CPU ? PROFILE_NO_ID : c->cpu, out);
	fputc(' ', out);
	put_string(p, thread->comm, out);
	fputc(' ', out);
	put_id(thread->pid, out);
	fputc('/', out);
	put_id(thread->tid, out);
	fputc('\n', out);
	put_stack(p, s->stack[row], out);
}

void dump_profile(const struct profile *p, FILE *out)
{
	put_facts(p, out);
	for (uint64_t i = 0; i < p->samples.count; i++)
		put_sample(p, i, out);
}
