#include "input/perf_data/perf_file.h"

#include "base/mem.h"

#define MAGIC	    8
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
	if (head.len >= MAGIC && !perf_file_begins(head))
		return error_set(err, ERROR_FORMAT,
				 "not a perf.data (it does not begin with PERFILE2)");
	bytes_skip(&b, MAGIC);
	size = bytes_u64(&b);
	if (b.short_read)
		return error_set(
		    err, ERROR_FORMAT,
		    "expected a perf.data, found one cut off after %zu bytes", head.len);
	f->piped = size == HEAD_PIPED;
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
		       struct perf_events *events, struct losses *losses,
		       struct error *err)
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
		if (!perf_attr_parse(one, &attr) || !perf_events_add(events, &attr, err))
			return false;
		if (!part_of(before, 0, take_section(&b), &ids))
			losses_count(losses, LOSS_FEATURE, f->attrs.offset);
		if (!perf_events_add_ids(events, ids, err))
			return false;
	}
	return true;
}

bool perf_file_begin(struct perf_file *f, struct perf_stream *s,
		     struct perf_events *events, struct losses *losses, struct error *err)
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
	ok = f->piped || take_attrs(f, (struct text){before, got}, events, losses, err);
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

/* A table of sections, then the sections. */
static bool take_features(const struct perf_file *f, uint64_t base, struct text behind,
			  struct perf_features *features, struct losses *losses,
			  struct error *err)
{
	struct bytes table = bytes_of(behind);

	for (uint64_t i = 0; i < PERF_FEATURES; i++) {
		struct perf_section at;
		struct text content;
		bool whole = false;

		if (!(f->features[i / 64] >> i % 64 & 1))
			continue;
		at = take_section(&table);
		if (!table.short_read && part_of(behind, base, at, &content) &&
		    !perf_features_take(features, i, content, &whole, err))
			return false;
		if (!whole)
			losses_count(losses, LOSS_FEATURE,
				     table.short_read ? base : at.offset);
	}
	return true;
}

bool perf_file_end(const struct perf_file *f, struct perf_stream *s,
		   struct perf_features *features, struct losses *losses,
		   struct error *err)
{
	uint64_t base;
	char *behind;
	size_t got;
	bool ok;

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
	ok = take_features(f, base, (struct text){behind, got}, features, losses, err);
	mem_free(behind);
	return ok;
}
