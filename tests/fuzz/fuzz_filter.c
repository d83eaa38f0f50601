/* fuzz_filter.c - any text as a filter, and as a name that is quoted in one. */

#include <stdlib.h>

#include "analysis/filter.h"
#include "base/mem.h"
#include "profile/builder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two samples: of a process and a function with this name, and of others. */
static struct profile *profile_with(struct text name, struct error *err)
{
	struct builder *b = builder_new(err);
	struct sample s = {.weight = 1, .timed = true};
	struct profile *p;
	uint32_t frame;

	if (!b)
		abort();
	s.event = builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
	for (int i = 0; i < 2; i++) {
		struct text t = i ? TEXT("an other") : name;

		frame = builder_frame(b, builder_string(b, t), builder_string(b, t),
				      FRAME_USER);
		s.stack = builder_stack(b, 0, frame);
		s.thread = builder_thread(b, t, i, i);
		builder_sample(b, &s);
	}
	p = builder_finish(b, err);
	builder_free(b);
	if (!p)
		abort();
	return p;
}

/* Which of the two samples a filter keeps, as bits 0 and 1; a pattern may ask too much of names. */
static uint64_t kept_by(const struct filter *f, const struct profile *p,
			struct error *err)
{
	struct bits keep;
	uint64_t kept;

	if (!bits_build(&keep, 2, err))
		abort();
	bits_add(&keep, 0);
	bits_add(&keep, 1);
	if (!filter_apply(f, p, &keep, err) && err->kind != ERROR_USAGE)
		abort();
	kept = keep.words[0];
	bits_release(&keep);
	return kept;
}

static void check_quoted(struct text name, const struct profile *p, struct error *err)
{
	size_t len = filter_quote(name, NULL, 0);
	char *term = mem_array(len + 1, 1, "bytes", err);
	struct filter *f;

	if (!term || filter_quote(name, term, len + 1) != len)
		abort();
	f = filter_new((struct text){term, len}, err);
	if (!f || kept_by(f, p, err) != 1)
		abort();
	filter_free(f);
	mem_free(term);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text t = {(const char *)data, size};
	struct error err = ERROR_INIT, refused = ERROR_INIT;
	struct profile *p = profile_with(t, &err);
	struct filter *f = filter_new(t, &refused);

	if (f)
		kept_by(f, p, &err);
	else if (refused.kind != ERROR_USAGE)
		abort();
	if (!text_equal(t, TEXT("an other")))
		check_quoted(t, p, &err);
	filter_free(f);
	profile_free(p);
	return 0;
}
