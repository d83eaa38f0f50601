#include "input/perf_data/perf_own.h"

#include "base/mem.h"
#include "input/perf_data/perf_tracing.h"

#define TRACING_MOST (UINT64_C(64) << 20)

static void count(struct perf_own *o, enum loss_reason why, uint64_t offset)
{
	losses_count(o->losses, why, offset);
}

/* The attr, as long as it says it is, then 64-bit ids. */
static bool take_attr(struct perf_own *o, const struct perf_record *r, struct error *err)
{
	struct perf_attr attr;
	size_t size;

	if (!perf_attr_parse(r->body, &attr)) {
		count(o, LOSS_RECORD, r->offset);
		return true;
	}
	size = attr.size < PERF_ATTR_LEAST ? PERF_ATTR_LEAST : attr.size;
	return perf_events_add(o->events, &attr, err) &&
	       perf_events_add_ids(o->events, text_from(r->body, size), err);
}

#define UPDATE_NAME 2

bool perf_own_names_event(const struct perf_record *r)
{
	struct bytes b = bytes_of(r->body);

	return bytes_u64(&b) == UPDATE_NAME;
}

/* u64 what, u64 id; the name */
static bool take_update(struct perf_own *o, const struct perf_record *r,
			struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t what = bytes_u64(&b), id = bytes_u64(&b);

	return what != UPDATE_NAME || b.short_read ||
	       perf_events_name(o->events, id,
				bytes_name((struct text){b.at, bytes_left(&b)}), err);
}

/* perf 3.x: u64 config, 64 bytes of name */
static bool take_event_type(struct perf_own *o, const struct perf_record *r,
			    struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t config = bytes_u64(&b);

	return b.short_read ||
	       perf_events_name_tracepoint(
		   o->events, config, bytes_name(bytes_take(&b, bytes_left(&b))), err);
}

/* u64 which; the content */
static bool take_feature(struct perf_own *o, const struct perf_record *r,
			 struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t feature = bytes_u64(&b);
	bool whole = false;

	if (!b.short_read &&
	    !perf_features_take(o->features, feature, (struct text){b.at, bytes_left(&b)},
				&whole, err))
		return false;
	if (!whole)
		count(o, LOSS_FEATURE, r->offset);
	return true;
}

static bool take_build_id(struct perf_own *o, const struct perf_record *r,
			  struct error *err)
{
	bool whole;

	if (!perf_features_build_id(o->features, r->body, r->misc, &whole, err))
		return false;
	if (!whole)
		count(o, LOSS_RECORD, r->offset);
	return true;
}

/* u64: so many bytes follow the record: a trace of a processor, which is not read */
static bool pass_over(struct perf_own *o, const struct perf_record *r, struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t offset = r->offset, len = bytes_u64(&b), skipped;

	count(o, ASIDE_RECORD, offset);
	if (!perf_stream_skip(o->stream, len, &skipped, err))
		return false;
	if (skipped < len)
		count(o, LOSS_RECORDS_CUT, offset);
	return true;
}

/* u32: so many bytes follow the record, in steps of 8 */
static bool take_tracing(struct perf_own *o, const struct perf_record *r,
			 struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t offset = r->offset, len = (UINT64_C(7) + bytes_u32(&b)) / 8 * 8;
	bool whole, ok;
	char *data;
	size_t got;

	if (!perf_stream_bytes(o->stream, len, TRACING_MOST, &data, &got, err))
		return false;
	ok = perf_tracing_names((struct text){data, got}, o->events, &whole, err);
	mem_free(data);
	if (!whole)
		count(o, LOSS_FEATURE, offset);
	return ok;
}

/* Has it more behind it in the file? Then it cannot be a packed one. */
static bool has_more_behind(const struct perf_record *r)
{
	return r->type == PERF_RECORD_TRACING_DATA || r->type == PERF_RECORD_AUXTRACE;
}

bool perf_own_take(struct perf_own *o, const struct perf_record *r, struct error *err)
{
	if (r->packed && has_more_behind(r)) {
		count(o, LOSS_RECORD, r->offset);
		return true;
	}
	switch (r->type) {
	case PERF_RECORD_HEADER_ATTR:
		return take_attr(o, r, err);
	case PERF_RECORD_EVENT_UPDATE:
		return take_update(o, r, err);
	case PERF_RECORD_EVENT_TYPE:
		return take_event_type(o, r, err);
	case PERF_RECORD_FEATURE:
		return take_feature(o, r, err);
	case PERF_RECORD_BUILD_ID:
		return take_build_id(o, r, err);
	case PERF_RECORD_TRACING_DATA:
		return take_tracing(o, r, err);
	case PERF_RECORD_AUXTRACE:
		return pass_over(o, r, err);
	default:
		count(o, ASIDE_RECORD, r->offset);
		return true;
	}
}
