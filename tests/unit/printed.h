/* printed.h - a small profile as a flame graph, and what an exporter prints of it. */

#ifndef UNIT_PRINTED_H
#define UNIT_PRINTED_H

#include <stdio.h>
#include <stdlib.h>

#include "analysis/flame.h"
#include "profile/builder.h"

/* Filled by printed_sample(), completed by printed_flame(), freed by printed_close(). */
struct printed {
	struct builder *builder;
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame flame;
	uint32_t thread;
	struct span_index spans;
	char *text; /* the last output */
	size_t len;
};

static inline void printed_open(struct printed *p, const char *comm)
{
	struct error err = ERROR_INIT;

	*p = (struct printed){0};
	p->builder = builder_new(&err);
	assert_non_null(p->builder);
	p->thread = builder_thread(p->builder, text_of(comm), 12, 13);
	builder_event(p->builder, TEXT("cpu-clock"), TEXT("ns"));
}

/* The stack that calls this frame from `parent`. */
static inline uint32_t printed_call(struct printed *p, uint32_t parent, const char *name,
				    const char *module, enum frame_kind kind)
{
	uint32_t frame =
	    builder_frame(p->builder, builder_string(p->builder, text_of(name)),
			  builder_string(p->builder, text_of(module)), kind);

	return builder_stack(p->builder, parent, frame);
}

static inline void printed_sample(struct printed *p, uint32_t stack, uint64_t ms)
{
	builder_add_sample(p->builder, &(struct sample){.time = ms * 1000000,
							.weight = 10,
							.stack = stack,
							.thread = p->thread,
							.cpu = 0,
							.timed = true});
}

/* All samples are spans if one is. */
static inline bool printed_of_spans(const struct profile *p)
{
	return p->samples.count && p->events[profile_context(p, 0)->event].spans;
}

/* The flame graph of the whole of p->profile. */
static inline void printed_show(struct printed *p, enum root_mode root, enum weigh weigh)
{
	struct error err = ERROR_INIT;

	p->tree = tree_new(p->profile, root, &err);
	assert_non_null(p->tree);
	assert_true(bits_build(&p->which, p->profile->samples.count, &err));
	for (uint64_t i = 0; i < p->profile->samples.count; i++)
		bits_add(&p->which, i);
	assert_true(span_index_build(&p->spans, p->profile, &err));
	assert_true(flame_build(&p->flame, p->tree, &p->which,
				printed_of_spans(p->profile) ? &p->spans : NULL, weigh,
				&err));
	flame_show(&p->flame, RANGE_ALL);
}

static inline void printed_flame(struct printed *p, enum root_mode root, enum weigh weigh)
{
	struct error err = ERROR_INIT;

	p->profile = builder_finish(p->builder, &err);
	assert_non_null(p->profile);
	printed_show(p, root, weigh);
}

static inline void printed_close(struct printed *p)
{
	flame_release(&p->flame);
	bits_release(&p->which);
	span_index_release(&p->spans);
	tree_free(p->tree);
	profile_free(p->profile);
	builder_free(p->builder);
	free(p->text);
}

/* A stream whose contents are in p->text after fclose(). */
static inline FILE *printed_stream(struct printed *p)
{
	FILE *out;

	free(p->text);
	p->text = NULL;
	out = open_memstream(&p->text, &p->len);
	assert_non_null(out);
	return out;
}

#endif
