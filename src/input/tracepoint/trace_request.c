#include "input/tracepoint/trace_request.h"

/* Linux 3.0 to 6.18: block_rq_issue, block_rq_complete, sys_enter and sys_exit. */
static const struct trace_field usual_device = {8, 4}, usual_sector = {16, 8},
				usual_number = {8, 8};

enum sched_kind trace_request_of(struct text name, struct text format,
				 struct trace_request *r)
{
	struct text call = TEXT("");
	enum sched_kind side;

	*r = (struct trace_request){.kind = REQUEST_DISK};
	side = sched_request_event(name, &r->kind, &call);
	if (side == SCHED_NONE)
		return side;
	if (call.len) {
		r->call = sched_call_number(call);
		return side;
	}
	r->device = format.len ? trace_field_of(format, TEXT("dev")) : usual_device;
	r->sector = format.len ? trace_field_of(format, TEXT("sector")) : usual_sector;
	r->number = format.len ? trace_field_of(format, TEXT("id")) : usual_number;
	return side;
}

bool trace_request_parse(const struct trace_request *r, enum sched_kind side,
			 struct text raw, struct sched *s)
{
	uint64_t a = r->call, b = 0;

	*s = (struct sched){.kind = side};
	if (r->kind == REQUEST_DISK) {
		if (!r->device.size || !r->sector.size ||
		    !trace_field_value(raw, r->device, &a) ||
		    !trace_field_value(raw, r->sector, &b))
			return false;
	} else if (!r->call &&
		   (!r->number.size || !trace_field_value(raw, r->number, &a))) {
		return false;
	}
	s->request = sched_request(r->kind, a, b);
	return true;
}
