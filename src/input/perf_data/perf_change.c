#include "input/perf_data/perf_change.h"

#include "input/perf_data/perf_stream.h"

/* u32 pid, tid; u64 start, len, offset; then MMAP: the path; MMAP2: 24 bytes of inode or
 * build id, u32 prot, flags, the path. */
static bool take_map(const struct perf_change *c, struct bytes b, struct perf_maps *maps,
		     bool *whole, struct error *err)
{
	struct perf_mapping m = {.mode = c->misc & PERF_MISC_MODE};
	struct bytes id;

	m.pid = (int32_t)bytes_u32(&b);
	bytes_skip(&b, 4);
	m.start = bytes_u64(&b);
	m.len = bytes_u64(&b);
	m.offset = bytes_u64(&b);
	if (c->type == PERF_RECORD_MMAP2) {
		id = bytes_of(bytes_take(&b, 24));
		if (c->misc & PERF_MISC_BUILD_ID && bytes_left(&id) == 24) {
			uint8_t size = (uint8_t)*id.at;

			bytes_skip(&id, 4);
			m.build_id = bytes_take(&id, size <= 20 ? size : 20);
		} else {
			bytes_skip(&id, 8); /* the device */
			m.inode = bytes_u64(&id);
		}
		bytes_skip(&b, 8);
	}
	m.path = bytes_name((struct text){b.at, bytes_left(&b)});
	*whole = !b.short_read && m.path.len;
	return !*whole || perf_maps_add(maps, &m, err);
}

/* u64 address; u32 len; u16 type, flags (1: it is gone); the name */
static bool take_ksymbol(struct bytes b, struct perf_maps *maps, bool *whole,
			 struct error *err)
{
	uint64_t start = bytes_u64(&b);
	uint32_t len = bytes_u32(&b);
	bool gone;

	bytes_skip(&b, 2);
	gone = bytes_u16(&b) & 1;
	*whole = !b.short_read;
	return !*whole ||
	       perf_maps_symbol(maps, start, len,
				gone ? TEXT("")
				     : bytes_name((struct text){b.at, bytes_left(&b)}),
				err);
}

/* u32 pid, ppid, tid, ptid; u64 time */
bool perf_change_fork(struct bytes b, struct perf_fork *f)
{
	f->pid = (int32_t)bytes_u32(&b);
	f->ppid = (int32_t)bytes_u32(&b);
	f->tid = (int32_t)bytes_u32(&b);
	f->ptid = (int32_t)bytes_u32(&b);
	return !b.short_read;
}

bool perf_change_maps(const struct perf_change *c, struct bytes body,
		      struct perf_maps *maps, bool *whole, struct error *err)
{
	struct perf_fork f;

	*whole = true;
	switch (c->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return take_map(c, body, maps, whole, err);
	case PERF_RECORD_KSYMBOL:
		return take_ksymbol(body, maps, whole, err);
	case PERF_RECORD_FORK:
		*whole = perf_change_fork(body, &f);
		return !*whole || perf_maps_fork(maps, f.pid, f.ppid, err);
	default:
		return true;
	}
}
