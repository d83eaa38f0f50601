#include "input/perf_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "input/perf_file.h"
#include "input/perf_naming.h"
#include "input/perf_replay.h"
#include "input/perf_tracing.h"
#include "input/perf_unwinding.h"

#define PUBLISH_EACH 16384 /* records */
#define TRACING_MOST (UINT64_C(64) << 20)

/* A recording under way. */
struct perf_data {
	struct reading *reading;    /* borrowed */
	struct perf_stream *stream; /* owned */
	struct perf_file file;
	struct perf_recording recording;
	struct perf_maps *maps; /* owned */
	struct perf_features features;
	uint64_t records;
	uint64_t end; /* where nothing more could be read, 0: they were all read */
};

unsigned perf_data_probe(struct text head)
{
	return perf_file_begins(head) ? 100 : 0;
}

static void count(struct perf_data *d, enum loss_reason why, uint64_t offset)
{
	losses_count(d->reading->losses, why, offset);
}

/* ---- records of perf itself: those of a pipe tell what a file's head does ---- */

/* The attr, as long as it says it is, then 64-bit ids. */
static bool take_attr(struct perf_data *d, const struct perf_record *r, struct error *err)
{
	struct perf_attr attr;
	size_t size;

	if (!perf_attr_parse(r->body, &attr)) {
		count(d, LOSS_RECORD, r->offset);
		return true;
	}
	size = attr.size < PERF_ATTR_LEAST ? PERF_ATTR_LEAST : attr.size;
	return perf_events_add(&d->recording.events, &attr, err) &&
	       perf_events_add_ids(&d->recording.events, text_from(r->body, size), err);
}

/* u64 what (2: the name), u64 id; the name */
static bool take_update(struct perf_data *d, const struct perf_record *r,
			struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t what = bytes_u64(&b), id = bytes_u64(&b);

	return what != 2 || b.short_read ||
	       perf_events_name(&d->recording.events, id,
				bytes_name((struct text){b.at, bytes_left(&b)}), err);
}

/* perf 3.x: u64 config, 64 bytes of name */
static bool take_event_type(struct perf_data *d, const struct perf_record *r,
			    struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t config = bytes_u64(&b);

	return b.short_read ||
	       perf_events_name_config(&d->recording.events, PERF_TYPE_TRACEPOINT, config,
				       bytes_name(bytes_take(&b, bytes_left(&b))), err);
}

/* u64 which; the content */
static bool take_feature(struct perf_data *d, const struct perf_record *r,
			 struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t feature = bytes_u64(&b);
	bool whole = false;

	if (!b.short_read &&
	    !perf_features_take(&d->features, feature,
				(struct text){b.at, bytes_left(&b)}, &whole, err))
		return false;
	if (!whole)
		count(d, LOSS_FEATURE, r->offset);
	return true;
}

static bool take_build_id(struct perf_data *d, const struct perf_record *r,
			  struct error *err)
{
	bool whole;

	if (!perf_features_build_id(&d->features, r->body, r->misc, &whole, err))
		return false;
	if (!whole)
		count(d, LOSS_RECORD, r->offset);
	return true;
}

/* u64: so many bytes follow the record: a trace of a processor, which is not read */
static bool pass_over(struct perf_data *d, const struct perf_record *r, struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t offset = r->offset, len = bytes_u64(&b), skipped;

	count(d, ASIDE_RECORD, offset);
	if (!perf_stream_skip(d->stream, len, &skipped, err))
		return false;
	if (skipped < len)
		count(d, LOSS_RECORDS_CUT, offset);
	return true;
}

/* u32: so many bytes follow the record, in steps of 8 */
static bool take_tracing(struct perf_data *d, const struct perf_record *r,
			 struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t offset = r->offset, len = (UINT64_C(7) + bytes_u32(&b)) / 8 * 8;
	bool whole, ok;
	char *data;
	size_t got;

	if (!perf_stream_bytes(d->stream, len, TRACING_MOST, &data, &got, err))
		return false;
	ok = perf_tracing_names((struct text){data, got}, &d->recording.events, &whole,
				err);
	free(data);
	if (!whole)
		count(d, LOSS_FEATURE, offset);
	return ok;
}

static bool take_own(struct perf_data *d, const struct perf_record *r, struct error *err)
{
	switch (r->type) {
	case PERF_RECORD_HEADER_ATTR:
		return take_attr(d, r, err);
	case PERF_RECORD_EVENT_UPDATE:
		return take_update(d, r, err);
	case PERF_RECORD_EVENT_TYPE:
		return take_event_type(d, r, err);
	case PERF_RECORD_FEATURE:
		return take_feature(d, r, err);
	case PERF_RECORD_BUILD_ID:
		return take_build_id(d, r, err);
	case PERF_RECORD_TRACING_DATA:
		return take_tracing(d, r, err);
	case PERF_RECORD_AUXTRACE:
		return pass_over(d, r, err);
	default:
		count(d, ASIDE_RECORD, r->offset);
		return true;
	}
}

/* ---- all of it ---- */

static bool take_records(struct perf_data *d, struct error *err)
{
	struct perf_record r;

	while (perf_stream_next(d->stream, &r, err)) {
		bool ok;

		if (r.type == PERF_RECORD_SAMPLE)
			ok = perf_recording_sample(&d->recording, &r, err);
		else if (r.type < PERF_RECORD_HEADER_ATTR)
			ok = perf_recording_other(&d->recording, &r, err);
		else
			ok = take_own(d, &r, err);
		if (!ok || (++d->records % PUBLISH_EACH == 0 &&
			    !reading_goes_on(d->reading, err)))
			return false;
	}
	if (err->kind != ERROR_NONE)
		return false;
	switch (perf_stream_end(d->stream)) {
	case PERF_END_WHOLE:
		break;
	case PERF_END_CUT:
	case PERF_END_CORRUPT:
		d->end = perf_stream_offset(d->stream);
		count(d, LOSS_RECORDS_CUT, d->end);
		break;
	case PERF_END_DAMAGED:
		d->end = perf_stream_offset(d->stream);
		count(d, LOSS_PACKED, d->end);
		break;
	}
	return true;
}

/* perf record --threads: "data.0" and so on have records and nothing else. */
static bool take_part(struct perf_data *d, const char *path, struct error *err)
{
	struct perf_stream *whole = d->stream;
	struct source *source = source_open(path, err);
	bool ok = false;

	if (!source)
		return false;
	d->stream = perf_stream_new(source, err);
	if (d->stream)
		ok = take_records(d, err);
	perf_stream_free(d->stream);
	source_close(source);
	d->stream = whole;
	return ok;
}

static bool take_parts(struct perf_data *d, struct error *err)
{
	const char *directory = source_directory(d->reading->source);
	char path[4096];

	for (unsigned i = 0; directory; i++) {
		if (snprintf(path, sizeof path, "%s/data.%u", directory, i) >=
			(int)sizeof path ||
		    access(path, F_OK) != 0)
			break;
		if (!take_part(d, path, err))
			return false;
	}
	return true;
}

/* perf script --header prints when the file was last written */
static void note_written(struct perf_data *d)
{
	time_t written = (time_t)source_written(d->reading->source);
	char date[26];
	struct tm tm;

	if (written <= 0 || !gmtime_r(&written, &tm) || !asctime_r(&tm, date))
		return;
	builder_note(d->reading->builder, TEXT("captured on"),
		     text_upto(text_of(date), 24));
}

/* With names, if they are asked for. */
static bool replay(struct perf_data *d, struct error *err)
{
	struct perf_modules *modules = perf_maps_modules(d->maps);
	struct perf_symbols symbols;
	struct perf_naming *naming;
	bool ok;

	if (!d->reading->options->symbols)
		return perf_replay(d->reading, &d->recording, d->maps, NULL, err);
	naming = perf_naming_new(d->reading->options, &d->features, modules, err);
	if (!naming)
		return false;
	symbols = perf_naming_symbols(naming);
	ok = perf_replay(d->reading, &d->recording, d->maps, &symbols, err);
	perf_naming_tell(naming, d->reading);
	perf_naming_free(naming);
	return ok;
}

static bool read_all(struct perf_data *d, struct error *err)
{
	struct losses *losses = d->reading->losses;

	if (!perf_file_begin(&d->file, d->stream, &d->recording.events, losses, err) ||
	    !take_records(d, err) ||
	    !perf_file_end(&d->file, d->stream, &d->features, losses, err) ||
	    !take_parts(d, err))
		return false;
	if (d->recording.count == 0 && d->end)
		return error_set(err, ERROR_FORMAT,
				 "expected samples, found none before byte %" PRIu64
				 ", where this perf.data is damaged or cut",
				 d->end);
	if (d->recording.count == 0)
		return error_set(err, ERROR_FORMAT,
				 "expected samples, found none in this perf.data; try: "
				 "perf record -F 99 -a -g -- sleep 10");
	losses_add(losses, LOSS_EVENTS_LOST, perf_recording_lost(&d->recording),
		   d->recording.lost_first);
	losses_add(losses, LOSS_DEFERRED, d->recording.deferred.unmet, 0);
	note_written(d);
	perf_events_store(&d->recording.events, d->reading->builder);
	return perf_unwinding_join(d->reading, &d->recording, d->maps, err) &&
	       replay(d, err);
}

bool perf_data_read(struct reading *r, struct error *err)
{
	struct perf_data d = {.reading = r};
	bool ok = false;

	r->losses->by_byte = true;
	d.stream = perf_stream_new(r->source, err);
	d.maps = d.stream ? perf_maps_new(err) : NULL;
	if (d.maps) {
		d.features = (struct perf_features){.builder = r->builder,
						    .events = &d.recording.events,
						    .modules = perf_maps_modules(d.maps)};
		perf_unwinding_begin(r, &d.recording);
		ok = perf_recording_begin(&d.recording, r->losses, err) &&
		     read_all(&d, err);
	}
	perf_recording_release(&d.recording);
	perf_maps_free(d.maps);
	perf_stream_free(d.stream);
	return ok;
}
