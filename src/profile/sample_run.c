#include "profile/sample_run.h"

void sample_run_flush(struct sample_run *r)
{
	struct builder_rows rows = {.time = r->time,
				    .weight = r->weight,
				    .duration = r->spans ? r->duration : NULL,
				    .stack = r->stack,
				    .count = r->count};

	if (r->count == 0)
		return; /* do not create a context without samples */
	rows.context = builder_context_id(r->builder, r->thread, r->cpu, r->event);
	builder_add_rows(r->builder, &rows);
	r->count = 0;
}
