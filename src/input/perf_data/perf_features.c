#include "input/perf_data/perf_features.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_records/record_history.h"
#include "input/source.h"
#include "profile/wall_clock.h"

/* ---- names of tracepoints, which perf copies from tracefs ---- */

#define MAGIC TEXT("\x17\x08\x44tracing")

/* Take a string with its NUL. */
static struct text take_name(struct bytes *b)
{
	struct text name = bytes_name((struct text){b->at, bytes_left(b)});

	bytes_skip(b, (uint64_t)name.len + 1);
	return name;
}

/* Take a part: u64 size, the bytes. */
static struct text take_part(struct bytes *b)
{
	return bytes_take(b, bytes_u64(b));
}

/*
 * The rest of the first line with this beginning, in "name: sched_switch\nID: 312\nformat:\n...".
 */
static struct text line_of(struct text format, struct text begin)
{
	while (format.len) {
		const char *end = memchr(format.at, '\n', format.len);
		struct text line =
		    end ? text_upto(format, (size_t)(end - format.at)) : format;

		if (text_starts(line, begin))
			return text_trim(text_from(line, begin.len));
		format = text_from(format, line.len + 1);
	}
	return format;
}

/*
 * The format of perf 4.9: magic, "0.5", u8 big-endian, u8 size of a long, u32 size of a page;
 * "header_page" and "header_event", each with a part; u32 count of formats of ftrace itself, and
 * these; u32 count of systems, and for each: name, u32 count of formats, and these. Names the
 * events of these numbers. `*whole` is false when the data is truncated or damaged.
 */
static bool take_tracing_data(struct text data, struct perf_events *events, bool *whole,
			      struct error *err)
{
	struct bytes b = bytes_of(text_from(data, MAGIC.len));
	uint32_t n, systems;

	*whole = false;
	if (!text_starts(data, MAGIC))
		return true;
	take_name(&b);
	bytes_skip(&b, 6);
	for (int i = 0; i < 2; i++) {
		take_name(&b);
		take_part(&b);
	}
	n = bytes_u32(&b);
	for (uint32_t i = 0; i < n && !b.short_read; i++)
		take_part(&b);
	systems = bytes_u32(&b);
	for (uint32_t i = 0; i < systems && !b.short_read; i++) {
		struct text system = take_name(&b);

		n = bytes_u32(&b);
		for (uint32_t j = 0; j < n && !b.short_read; j++) {
			struct text format = take_part(&b);
			struct text name = line_of(format, TEXT("name:"));
			char full[256];
			uint64_t id;

			if (!name.len || !number_u64(line_of(format, TEXT("ID:")), &id))
				continue;
			snprintf(full, sizeof full, "%.*s:%.*s",
				 (int)text_upto(system, 120).len, system.at,
				 (int)text_upto(name, 120).len, name.at);
			if (!perf_events_format(events, id, text_of(full), format, err) ||
			    !perf_events_name_tracepoint(events, id, text_of(full), err))
				return false;
		}
	}
	*whole = !b.short_read;
	return true;
}

/* ---- features ---- */

/* Bits of the file's header, ids of FEATURE records. */
enum perf_feature {
	PERF_FEATURE_TRACING_DATA = 1,
	PERF_FEATURE_BUILD_ID = 2,
	PERF_FEATURE_HOSTNAME = 3,
	PERF_FEATURE_OS_RELEASE = 4,
	PERF_FEATURE_VERSION = 5,
	PERF_FEATURE_ARCH = 6,
	PERF_FEATURE_CPUS = 7,
	PERF_FEATURE_CPU_DESC = 8,
	PERF_FEATURE_CPU_ID = 9,
	PERF_FEATURE_MEMORY = 10,
	PERF_FEATURE_COMMAND = 11,
	PERF_FEATURE_EVENT_DESC = 12,
	PERF_FEATURE_SAMPLE_TIME = 21,
	PERF_FEATURE_CLOCK_ID = 23,
	PERF_FEATURE_DIRECTORY = 24,
	PERF_FEATURE_CLOCK_DATA = 29,
	PERF_FEATURES = 256
};

#define BUILD_ID_HAS_SIZE (1 << 15)
#define DAY		  86400

/* Take a string: u32 length, the bytes with at least one NUL. */
static struct text take_string(struct bytes *b)
{
	return bytes_name(bytes_take(b, bytes_u32(b)));
}

static void note_feature(struct perf_features *f, const char *key, const char *value)
{
	builder_note(f->builder, text_of(key), text_of(value));
}

static void note_number(struct perf_features *f, const char *key, uint64_t value,
			const char *unit)
{
	char buf[40];

	snprintf(buf, sizeof buf, "%" PRIu64 "%s", value, unit);
	note_feature(f, key, buf);
}

/* The command line: u32 count, the words. */
static void take_command(struct perf_features *f, struct bytes *b)
{
	uint32_t n = bytes_u32(b);
	char line[4096];
	struct fill to = fill_of(line, sizeof line);

	for (uint32_t i = 0; i < n && !b->short_read; i++) {
		struct text word = take_string(b);

		fill_text(&to, text_upto(word, fill_left(&to)));
		if (fill_left(&to))
			fill_char(&to, ' ');
	}
	if (fill_written(&to).len)
		builder_note(f->builder, TEXT("cmdline"), text_trim(fill_written(&to)));
}

/*
 * Take events: u32 count, size of an attr; for each event: the attr, u32 count of ids, name, u64
 * ids.
 */
static bool take_events(struct perf_features *f, struct bytes *b, struct error *err)
{
	uint32_t n = bytes_u32(b), size = bytes_u32(b);

	for (uint32_t i = 0; i < n && !b->short_read; i++) {
		struct perf_attr attr;
		bool known = perf_attr_parse(bytes_take(b, size), &attr);
		uint32_t ids = bytes_u32(b);
		struct text name = take_string(b);

		bytes_skip(b, UINT64_C(8) * ids);
		if (known && !b->short_read &&
		    !perf_events_name_at(f->events, i, &attr, name, err))
			return false;
	}
	return true;
}

static const char *clock_name(uint64_t clock)
{
	static const char *const names[] = {
	    "realtime",		 "monotonic",	  "process_cputime_id",
	    "thread_cputime_id", "monotonic_raw", "realtime_coarse",
	    "monotonic_coarse",	 "boottime",	  "realtime_alarm",
	    "boottime_alarm",	 "sgi_cycle",	  "tai"};

	return clock < sizeof names / sizeof *names ? names[clock] : "unknown";
}

/* Seconds, and nanoseconds or microseconds. */
#define SECONDS(ns)	 (ns) / NS_PER_SECOND, (ns) % NS_PER_SECOND
#define MICROSECONDS(ns) (ns) / NS_PER_SECOND, (ns) % NS_PER_SECOND / 1000

static void take_sample_time(struct perf_features *f, struct bytes *b)
{
	uint64_t first = bytes_u64(b), last = bytes_u64(b);
	char buf[64];

	if (b->short_read)
		return;
	snprintf(buf, sizeof buf, "%" PRIu64 ".%06" PRIu64, MICROSECONDS(first));
	note_feature(f, "time of first sample", buf);
	snprintf(buf, sizeof buf, "%" PRIu64 ".%06" PRIu64, MICROSECONDS(last));
	note_feature(f, "time of last sample", buf);
	if (last < first)
		return;
	snprintf(buf, sizeof buf, "%" PRIu64 ".%03" PRIu64 " ms",
		 (last - first) / 1000000, (last - first) / 1000 % 1000);
	note_feature(f, "sample duration", buf);
}

/* Fields: u32 version, clock; u64 ns of the wall clock and of that clock at the same time. */
static void take_clock_data(struct perf_features *f, struct bytes *b)
{
	uint32_t version = bytes_u32(b), clock = bytes_u32(b);
	uint64_t wall = bytes_u64(b), own = bytes_u64(b);
	time_t seconds = (time_t)(wall / NS_PER_SECOND);
	char buf[160], date[32];
	struct tm tm;

	if (b->short_read || version != 1)
		return;
	if (!gmtime_r(&seconds, &tm) ||
	    !strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &tm))
		return;
	snprintf(buf, sizeof buf, "%s (%" PRIu32 ")", clock_name(clock), clock);
	note_feature(f, "clockid", buf);
	snprintf(buf, sizeof buf,
		 "%s.%06" PRIu64 " UTC = %" PRIu64 ".%09" PRIu64 " (TOD) = %" PRIu64
		 ".%09" PRIu64 " (%s)",
		 date, wall % NS_PER_SECOND / 1000, SECONDS(wall), SECONDS(own),
		 clock_name(clock));
	note_feature(f, "reference time", buf);
}

/*
 * BUILD_ID: u32 pid; 20 bytes, u8 number of bytes used, 3 unused; the path. The feature is a list
 * of these, each with its header.
 */
static bool take_build_id(struct perf_features *f, struct text body, uint16_t misc,
			  bool *whole, struct error *err)
{
	struct bytes b = bytes_of(body);
	struct text id, path;

	bytes_skip(&b, 4);
	id = bytes_take(&b, 24);
	path = bytes_name((struct text){b.at, bytes_left(&b)});
	*whole = !b.short_read && path.len;
	if (!*whole)
		return true;
	if (misc & BUILD_ID_HAS_SIZE && (uint8_t)id.at[20] <= 20)
		id.len = (uint8_t)id.at[20];
	return perf_modules_build_id(f->modules, path, text_upto(id, 20), err);
}

static bool take_build_ids(struct perf_features *f, struct bytes *b, struct error *err)
{
	while (bytes_left(b)) {
		uint16_t misc, size;
		bool whole;

		bytes_skip(b, 4);
		misc = bytes_u16(b);
		size = bytes_u16(b);
		if (size < 8)
			b->short_read = true;
		if (b->short_read)
			return true;
		if (!take_build_id(f, bytes_take(b, size - 8u), misc, &whole, err))
			return false;
		b->short_read |= !whole;
	}
	return true;
}

/* Other features are ignored. `*whole` is false when the content is too short. */
static bool take_feature(struct perf_features *f, uint64_t feature, struct text content,
			 bool *whole, struct error *err)
{
	static const char *const strings[] = {
	    [PERF_FEATURE_HOSTNAME] = "hostname",
	    [PERF_FEATURE_OS_RELEASE] = "os release",
	    [PERF_FEATURE_VERSION] = "perf version",
	    [PERF_FEATURE_ARCH] = "arch",
	    [PERF_FEATURE_CPU_DESC] = "cpudesc",
	    [PERF_FEATURE_CPU_ID] = "cpuid",
	};
	struct bytes b = bytes_of(content);
	char *name;
	uint64_t n, online;
	struct text value;
	bool ok = true;

	if (feature < sizeof strings / sizeof *strings && strings[feature]) {
		value = text_trim(take_string(&b));
		if (value.len)
			builder_note(f->builder, text_of(strings[feature]), value);
	}
	switch (feature) {
	case PERF_FEATURE_TRACING_DATA:
		return take_tracing_data(content, f->events, whole, err);
	case PERF_FEATURE_HOSTNAME:
	case PERF_FEATURE_OS_RELEASE:
		name = feature == PERF_FEATURE_HOSTNAME ? f->host : f->release;
		value = text_upto(value, sizeof f->host - 1);
		/* room: both are equal in size */
		if (value.len)
			memcpy(name, value.at, value.len);
		name[value.len] = '\0';
		break;
	case PERF_FEATURE_CPUS: /* u32 available, online */
		n = bytes_u32(&b);
		online = bytes_u32(&b);
		if (b.short_read)
			break;
		note_number(f, "nrcpus online", online, "");
		note_number(f, "nrcpus avail", n, "");
		break;
	case PERF_FEATURE_MEMORY: /* u64 kB */
		n = bytes_u64(&b);
		if (!b.short_read)
			note_number(f, "total memory", n, " kB");
		break;
	case PERF_FEATURE_COMMAND:
		take_command(f, &b);
		break;
	case PERF_FEATURE_EVENT_DESC:
		ok = take_events(f, &b, err);
		break;
	case PERF_FEATURE_SAMPLE_TIME:
		take_sample_time(f, &b);
		break;
	case PERF_FEATURE_CLOCK_ID: /* u64 resolution in ns */
		n = bytes_u64(&b);
		if (n)
			note_number(f, "clockid frequency", 1000 / n, " MHz");
		break;
	case PERF_FEATURE_CLOCK_DATA:
		take_clock_data(f, &b);
		break;
	case PERF_FEATURE_DIRECTORY:
		f->is_directory = true;
		break;
	case PERF_FEATURE_BUILD_ID:
		ok = take_build_ids(f, &b, err);
		break;
	default:
		break;
	}
	*whole = !b.short_read;
	return ok;
}

void perf_features_written(struct builder *b, const struct source *source)
{
	time_t written = (time_t)source_written(source);
	char date[26];
	struct tm tm;

	if (written <= 0 || written > time(NULL) + DAY || !gmtime_r(&written, &tm) ||
	    !asctime_r(&tm, date))
		return;
	builder_note(b, TEXT("captured on"), text_upto(text_of(date), 24));
	builder_note(b, TEXT(WALL_FILE_NOTE), TEXT(WALL_FILE_VALUE));
}

/* ---- the header of the file, and the sections around its records ---- */

#define MAGIC_BYTES 8
#define HEAD	    104
#define HEAD_PIPED  16
#define IDS_BYTES   16 /* the section of an attr's ids, after the attr */
#define AROUND_MOST (UINT64_C(64) << 20) /* bytes before or after the records */

bool perf_file_begins(struct text head)
{
	return text_starts(head, TEXT("PERFILE2")) || text_starts(head, TEXT("PERFFILE"));
}

static struct perf_section take_section(struct bytes *b)
{
	struct perf_section s;

	s.offset = bytes_u64(b);
	s.size = bytes_u64(b);
	return s;
}

/* Find the section in `all`, which begins at `base` in the file; false: it is incomplete. */
static bool part_of(struct text all, uint64_t base, struct perf_section s,
		    struct text *part)
{
	*part = text_upto(all, 0);
	if (s.offset < base || s.offset - base > all.len ||
	    s.size > all.len - (s.offset - base))
		return false;
	*part = text_upto(text_from(all, (size_t)(s.offset - base)), (size_t)s.size);
	return true;
}

/*
 * Fields: u64 magic, size of the header, size of an attr; sections of attrs, data and types; bits
 * of the features.
 */
static bool parse_head(struct perf_file *f, struct text head, struct error *err)
{
	struct bytes b = bytes_of(head);
	uint64_t size;

	*f = (struct perf_file){0};
	if (head.len >= MAGIC_BYTES && !perf_file_begins(head))
		return error_set(err, ERROR_FORMAT,
				 "not a perf.data (it does not begin with PERFILE2)");
	bytes_skip(&b, MAGIC_BYTES);
	size = bytes_u64(&b);
	f->piped = !b.short_read && size == HEAD_PIPED;
	if (f->piped)
		return true;
	f->attr_size = bytes_u64(&b);
	f->attrs = take_section(&b);
	f->data = take_section(&b);
	take_section(&b);
	for (int i = 0; i < 4; i++)
		f->features[i] = bytes_u64(&b);
	if (b.short_read)
		return error_set(
		    err, ERROR_FORMAT,
		    "expected a perf.data, found one cut off after %zu bytes", head.len);
	if (size == 0)
		return error_set(
		    err, ERROR_FORMAT,
		    "this perf.data was not finished: perf was killed before "
		    "it had written its header");
	if (size < HEAD || f->attr_size < PERF_ATTR_LEAST + IDS_BYTES ||
	    f->data.offset < HEAD)
		return error_set(err, ERROR_FORMAT,
				 "expected a perf.data, found one with a damaged header");
	if (f->data.offset > AROUND_MOST || f->attrs.offset > f->data.offset)
		return error_set(
		    err, ERROR_FORMAT,
		    "expected the events of the perf.data before its records, found them "
		    "after; try: perf script --header -i FILE | flarescope -");
	return true;
}

static bool take_attrs(const struct perf_file *f, struct text before,
		       struct perf_features *features, struct error *err)
{
	struct text attrs, one, ids;
	struct perf_attr attr;

	if (!part_of(before, 0, f->attrs, &attrs))
		return error_set(
		    err, ERROR_FORMAT,
		    "expected a perf.data, found one cut off before its records");
	for (; attrs.len >= f->attr_size;
	     attrs = text_from(attrs, (size_t)f->attr_size)) {
		struct bytes b;

		one = text_upto(attrs, (size_t)f->attr_size);
		b = bytes_of(text_from(one, one.len - IDS_BYTES));
		one.len -= IDS_BYTES;
		if (!perf_attr_parse(one, &attr) ||
		    !perf_events_add(features->events, &attr, err))
			return false;
		if (!part_of(before, 0, take_section(&b), &ids))
			losses_count(features->losses, LOSS_FEATURE, f->attrs.offset);
		if (!perf_events_add_ids(features->events, ids, err))
			return false;
	}
	return true;
}

bool perf_file_begin(struct perf_file *f, struct perf_stream *s,
		     struct perf_features *features, struct error *err)
{
	struct text head;
	char *before;
	size_t got;
	bool ok;

	if (!perf_stream_peek(s, HEAD, &head, err) || !parse_head(f, head, err))
		return false;
	if (!perf_stream_bytes(s, f->piped ? HEAD_PIPED : f->data.offset, AROUND_MOST,
			       &before, &got, err))
		return false;
	ok = f->piped || take_attrs(f, (struct text){before, got}, features, err);
	mem_free(before);
	/* an unfinished file lacks the size of its records */
	perf_stream_limit(s, f->piped || f->data.size == 0 ? UINT64_MAX : f->data.size);
	return ok;
}

bool perf_file_is_seekable(const struct perf_file *f, const struct source *source)
{
	return !f->piped && f->data.size && !source_directory(source) &&
	       source_is_plain(source);
}

bool perf_file_end(const struct perf_file *f, struct perf_stream *s,
		   struct perf_features *features, struct error *err)
{
	struct bytes table;
	uint64_t base;
	char *behind;
	size_t got;
	bool ok = true;

	if (f->piped || f->data.size == 0)
		return true;
	if (!perf_stream_leave(s, err))
		return false;
	base = perf_stream_offset(s);
	/* truncated: reported with the records */
	if (base != f->data.offset + f->data.size)
		return true;
	/* limited: more is not needed, and may be a hole of any size */
	if (!perf_stream_bytes(s, AROUND_MOST, AROUND_MOST, &behind, &got, err))
		return false;
	/* a table of sections, then the sections */
	table = bytes_of((struct text){behind, got});
	for (uint64_t i = 0; ok && i < PERF_FEATURES; i++) {
		struct perf_section at;
		struct text content;
		bool whole = false;

		if (!(f->features[i / 64] >> i % 64 & 1))
			continue;
		at = take_section(&table);
		if (!table.short_read &&
		    part_of((struct text){behind, got}, base, at, &content))
			ok = take_feature(features, i, content, &whole, err);
		if (ok && !whole)
			losses_count(features->losses, LOSS_FEATURE,
				     table.short_read ? base : at.offset);
	}
	mem_free(behind);
	return ok;
}

/* ---- records of perf itself ---- */

#define TRACING_MOST (UINT64_C(64) << 20)

/* The attr, which includes its size, then 64-bit ids. */
static bool take_attr(struct perf_features *f, const struct perf_record *r,
		      struct error *err)
{
	struct perf_attr attr;
	size_t size;

	if (!perf_attr_parse(r->body, &attr)) {
		losses_count(f->losses, LOSS_RECORD, r->offset);
		return true;
	}
	/* the ids may be misread */
	if (attr.size > r->body.len || (attr.size && attr.size < PERF_ATTR_LEAST))
		losses_count(f->losses, LOSS_RECORD, r->offset);
	size = attr.size < PERF_ATTR_LEAST ? PERF_ATTR_LEAST : attr.size;
	return perf_events_add(f->events, &attr, err) &&
	       perf_events_add_ids(f->events, text_from(r->body, size), err);
}

#define UPDATE_NAME 2

bool perf_user_record_names_event(const struct perf_record *r)
{
	struct bytes b = bytes_of(r->body);

	return bytes_u64(&b) == UPDATE_NAME;
}

/* TRACING_DATA: u32 bytes that follow the record, rounded up to 8. */
static bool take_tracing_record(struct perf_features *f, struct perf_stream *stream,
				const struct perf_record *r, struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint32_t size = bytes_u32(&b), told = htole32(size);
	uint64_t offset = r->offset, len = (UINT64_C(7) + size) / 8 * 8;
	uint16_t misc = r->misc;
	uint64_t from = perf_stream_offset(stream);
	bool whole, ok;
	char *data;
	size_t got;

	if (!perf_stream_bytes(stream, len, TRACING_MOST, &data, &got, err))
		return false;
	ok = take_tracing_data((struct text){data, got}, f->events, &whole, err);
	if (f->kept && got == len)
		record_history_put(f->kept, RECORD_PERMANENT, 0, PERF_RECORD_TRACING_DATA,
				   misc, (struct text){(const char *)&told, sizeof told},
				   (struct text){data, got});
	mem_free(data);
	if (!whole)
		losses_count(f->losses, LOSS_FEATURE, offset);
	if (perf_stream_offset(stream) - from < len)
		losses_count(f->losses, LOSS_RECORDS_CUT, offset);
	return ok;
}

bool perf_user_record_take(struct perf_features *f, struct perf_stream *stream,
			   const struct perf_record *r, struct error *err)
{
	struct bytes b = bytes_of(r->body);
	uint64_t n, id, skipped, offset = r->offset;
	bool whole;

	/* no bytes can follow a packed record in the file */
	if (r->packed &&
	    (r->type == PERF_RECORD_TRACING_DATA || r->type == PERF_RECORD_AUXTRACE)) {
		losses_count(f->losses, LOSS_RECORD, r->offset);
		return true;
	}
	switch (r->type) {
	case PERF_RECORD_HEADER_ATTR:
		return take_attr(f, r, err);
	case PERF_RECORD_EVENT_UPDATE: /* u64 kind, id; the name */
		n = bytes_u64(&b);
		id = bytes_u64(&b);
		return n != UPDATE_NAME || b.short_read ||
		       perf_events_name(f->events, id,
					bytes_name((struct text){b.at, bytes_left(&b)}),
					err);
	case PERF_RECORD_EVENT_TYPE: /* perf 3.x: u64 config, 64 bytes of name */
		n = bytes_u64(&b);
		return b.short_read ||
		       perf_events_name_tracepoint(
			   f->events, n, bytes_name(bytes_take(&b, bytes_left(&b))), err);
	case PERF_RECORD_FEATURE: /* u64 feature, the content */
		n = bytes_u64(&b);
		whole = false;
		if (!b.short_read &&
		    !take_feature(f, n, (struct text){b.at, bytes_left(&b)}, &whole, err))
			return false;
		if (!whole)
			losses_count(f->losses, LOSS_FEATURE, r->offset);
		return true;
	case PERF_RECORD_BUILD_ID:
		if (!take_build_id(f, r->body, r->misc, &whole, err))
			return false;
		if (!whole)
			losses_count(f->losses, LOSS_RECORD, r->offset);
		return true;
	case PERF_RECORD_TRACING_DATA:
		return take_tracing_record(f, stream, r, err);
	case PERF_RECORD_AUXTRACE: /* u64 bytes that follow: a trace of a processor */
		n = bytes_u64(&b);
		losses_count(f->losses, ASIDE_RECORD, offset);
		if (!perf_stream_skip(stream, n, &skipped, err))
			return false;
		if (skipped < n)
			losses_count(f->losses, LOSS_RECORDS_CUT, offset);
		return true;
	default:
		losses_count(f->losses, ASIDE_RECORD, r->offset);
		return true;
	}
}

struct module_kernel perf_features_kernel(const struct perf_features *f,
					  const struct perf_modules *modules)
{
	const struct perf_module *row = perf_modules_kernel(modules);
	struct module_kernel k = {
	    .release = text_of(f->release),
	    .host = text_of(f->host),
	};
	const char *end = row ? strchr(row->path, ']') : NULL;

	if (row) {
		k.build_id.len = row->build_id_size;
		memcpy(k.build_id.bytes, row->build_id, row->build_id_size);
	}
	if (end && end[1]) {
		k.anchor = text_of(end + 1);
		k.anchor_address = row->offset;
	}
	return k;
}
