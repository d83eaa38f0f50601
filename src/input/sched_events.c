#include "input/sched_events.h"

uint16_t sched_event_of_records(struct builder *b)
{
	return builder_event(b, TEXT("switches"), TEXT(""));
}

void sched_event_add(struct builder *b, const struct sample *like, uint32_t thread,
		     const struct sched *sched)
{
	struct sample moment = *like;

	moment.weight = 1;
	moment.stack = moment.site = 0;
	moment.thread = thread;
	moment.event = sched_event_of_records(b);
	moment.sched = sched_pack(sched);
	builder_add_sample(b, &moment);
}

void sched_event_know(struct builder *b, const struct sample *like, uint32_t thread)
{
	static const struct sched seen = {.kind = SCHED_SEEN};

	sched_event_add(b, like, thread, &seen);
}
