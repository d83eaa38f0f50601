/* fuzz_filter.c - any text as a filter, and as a name that is quoted in one. */

#include <stdlib.h>

#include "analysis/filter.h"
#include "base/mem.h"
#include "profile/builder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two samples: one of a process and a function with this name, and one of others. */
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
		builder_add_sample(b, &s);
	}
	p = builder_finish(b, err);
	builder_free(b);
	if (!p)
		abort();
	return p;
}

/* The samples that a filter keeps, as bits 0 and 1. */
static bool ask(const struct filter *f, const struct profile *p, uint64_t *kept,
		struct error *err)
{
	struct bits keep;
	bool ok;

	if (!bits_build(&keep, 2, err))
		abort();
	bits_add(&keep, 0);
	bits_add(&keep, 1);
	ok = filter_apply(f, p, &keep, err);
	*kept = keep.words[0];
	bits_release(&keep);
	return ok;
}

#define ASKED_MS 20 /* of CPU time: slower filters delay other inputs */

/* A pattern may need more time or memory than a filter gets, even for one name. */
static void check_asked(struct filter *f, const struct profile *p)
{
	struct time_limit limit = {.most_ms = ASKED_MS};
	struct error refused = ERROR_INIT;
	uint64_t kept;

	filter_share(f, &limit);
	if (!ask(f, p, &kept, &refused) && refused.kind != ERROR_USAGE)
		abort();
}

/* Names that are quoted are compared: none of them is refused. */
static void check_quoted(struct text name, const struct profile *p, struct error *err)
{
	size_t len = filter_quote(name, NULL, 0);
	char *term = mem_array(len + 1, 1, "bytes", err);
	struct filter *f;
	uint64_t kept;

	if (!term || filter_quote(name, term, len + 1) != len)
		abort();
	f = filter_new((struct text){term, len}, err);
	if (!f || !ask(f, p, &kept, err) || kept != 1)
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
		check_asked(f, p);
	else if (refused.kind != ERROR_USAGE)
		abort();
	if (!text_equal(t, TEXT("an other")))
		check_quoted(t, p, &err);
	filter_free(f);
	profile_free(p);
	return 0;
}
