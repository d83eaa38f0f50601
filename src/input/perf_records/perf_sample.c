#include "input/perf_records/perf_sample.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/fill.h"
#include "profile/profile.h"

/* ---- events ---- */

bool perf_attr_parse(struct text t, struct perf_attr *a)
{
	struct bytes b = bytes_of(t);
	uint32_t size;

	*a = (struct perf_attr){0};
	if (t.len < PERF_ATTR_LEAST)
		return false;
	a->type = bytes_u32(&b);
	a->size = size = bytes_u32(&b);
	if (size >= PERF_ATTR_LEAST && size < t.len)
		b.end = t.at + size;
	a->config = bytes_u64(&b);
	a->period = bytes_u64(&b);
	a->sample_type = bytes_u64(&b);
	a->read_format = bytes_u64(&b);
	a->flags = bytes_u64(&b);
	bytes_skip(&b, 24); /* wakeup, breakpoint, config1, config2 */
	a->branch_sample_type = bytes_u64(&b);
	a->sample_regs_user = bytes_u64(&b);
	return true;
}

bool perf_attr_is_bpf_output(const struct perf_attr *a)
{
	return a->type == PERF_TYPE_SOFTWARE && a->config == 10;
}

bool perf_attr_has_callers(const struct perf_attr *a)
{
	return a->sample_type & (PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_STACK_USER) ||
	       (a->sample_type & PERF_SAMPLE_BRANCH_STACK &&
		a->branch_sample_type & PERF_BRANCH_CALL_STACK);
}

static const char *const hardware[] = {
    "cycles",
    "instructions",
    "cache-references",
    "cache-misses",
    "branches",
    "branch-misses",
    "bus-cycles",
    "stalled-cycles-frontend",
    "stalled-cycles-backend",
    "ref-cycles",
};

static const char *const software[] = {
    "cpu-clock",	"task-clock",	"page-faults",	"context-switches",
    "cpu-migrations",	"minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",	"bpf-output",	"cgroup-switches",
};

static const char *const caches[] = {"L1-dcache", "L1-icache", "LLC", "dTLB",
				     "iTLB",	  "branch",    "node"};
static const char *const cache_uses[][2] = {
    {"loads", "load-misses"},
    {"stores", "store-misses"},
    {"prefetches", "prefetch-misses"},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* The name without modifiers. */
static void write_name(const struct perf_attr *a, char *buf, size_t max)
{
	uint32_t config =
	    (uint32_t)a->config; /* hybrid CPUs store the PMU in the upper half */
	uint32_t cache = config & 0xff, use = config >> 8 & 0xff, result = config >> 16;

	if (a->type == PERF_TYPE_HARDWARE && config < COUNT(hardware))
		snprintf(buf, max, "%s", hardware[config]);
	else if (a->type == PERF_TYPE_SOFTWARE && a->config < COUNT(software))
		snprintf(buf, max, "%s", software[config]);
	else if (a->type == PERF_TYPE_CACHE && cache < COUNT(caches) &&
		 use < COUNT(cache_uses) && result < 2)
		snprintf(buf, max, "%s-%s", caches[cache], cache_uses[use][result]);
	else if (a->type == PERF_TYPE_CACHE)
		snprintf(buf, max, "unknown-ext-hardware-cache-type");
	else if (a->type == PERF_TYPE_BREAKPOINT)
		snprintf(buf, max, "mem:breakpoint");
	else if (a->type == PERF_TYPE_TRACEPOINT)
		snprintf(buf, max, "tracepoint %" PRIu64, a->config);
	else if (a->type == PERF_TYPE_RAW)
		snprintf(buf, max, "raw 0x%" PRIx64, a->config);
	else
		snprintf(buf, max, "event %u:0x%" PRIx64, a->type, a->config);
}

void perf_attr_name(const struct perf_attr *a, char *buf, size_t max)
{
	static const struct {
		uint64_t excluded;
		char letter;
	} levels[] = {{PERF_ATTR_EXCLUDE_KERNEL, 'k'},
		      {PERF_ATTR_EXCLUDE_USER, 'u'},
		      {PERF_ATTR_EXCLUDE_HV, 'h'}};
	const uint64_t some =
	    PERF_ATTR_EXCLUDE_KERNEL | PERF_ATTR_EXCLUDE_USER | PERF_ATTR_EXCLUDE_HV;
	/* the value of precise_ip: the number of "p" in the name */
	unsigned precision = (unsigned)(a->flags >> 15 & 3);
	bool limited = a->flags & some || precision;
	bool no_guest = a->flags & PERF_ATTR_EXCLUDE_GUEST;
	bool no_host = a->flags & PERF_ATTR_EXCLUDE_HOST;
	char marks[12];
	struct fill f = fill_of(marks, sizeof marks);
	struct text all;

	fill_char(&f, ':');
	for (size_t i = 0; a->flags & some && i < COUNT(levels); i++)
		if (!(a->flags & levels[i].excluded))
			fill_char(&f, levels[i].letter);
	for (unsigned i = 0; i < precision; i++)
		fill_char(&f, 'p');
	if (no_host || no_guest == limited) {
		if (!no_host)
			fill_char(&f, 'H');
		if (!no_guest)
			fill_char(&f, 'G');
	}
	all = fill_written(&f);
	write_name(a, buf, max);
	f = fill_of(buf + strlen(buf), max - strlen(buf));
	if (all.len == 1 || all.len >= fill_left(&f))
		return;
	fill_text(&f, all);
	fill_char(&f, '\0');
}

/* ---- samples ---- */

#define BRANCH_HAS_INDEX    (UINT64_C(1) << 17)
#define BRANCH_HAS_COUNTERS (UINT64_C(1) << 19)

static size_t count_bits(uint64_t bits)
{
	return (size_t)__builtin_popcountll(bits);
}

static uint64_t times_size(const struct perf_attr *a)
{
	return 8 * count_bits(a->read_format & (PERF_READ_ENABLED | PERF_READ_RUNNING));
}

/* Bytes of a counter in a group. */
static uint64_t group_step(const struct perf_attr *a)
{
	return 8 + 8 * count_bits(a->read_format & (PERF_READ_ID | PERF_READ_LOST));
}

bool perf_sample_parse(struct text body, const struct perf_attr *a, struct perf_sample *s)
{
	struct bytes b = bytes_of(body);
	uint64_t type = a->sample_type, n;
	const struct text none = {NULL, 0};
	struct text branches;

	/*
	 * field by field: clearing the whole struct would take as long as the rest of this function
	 */
	s->ip = s->time = s->id = s->period = s->abi = 0;
	s->pid = s->tid = PROFILE_NO_ID;
	s->cpu = UINT32_MAX;
	s->has_chain = false;
	s->chain = s->read = s->calls = s->raw = s->registers = s->stack = none;
	if (type & PERF_SAMPLE_IDENTIFIER)
		s->id = bytes_u64(&b);
	if (type & PERF_SAMPLE_IP)
		s->ip = bytes_u64(&b);
	if (type & PERF_SAMPLE_TID) {
		s->pid = (int32_t)bytes_u32(&b);
		s->tid = (int32_t)bytes_u32(&b);
	}
	if (type & PERF_SAMPLE_TIME)
		s->time = bytes_u64(&b);
	if (type & PERF_SAMPLE_ADDR)
		bytes_skip(&b, 8);
	if (type & PERF_SAMPLE_ID)
		s->id = bytes_u64(&b);
	if (type & PERF_SAMPLE_STREAM_ID)
		bytes_skip(&b, 8);
	if (type & PERF_SAMPLE_CPU) {
		s->cpu = bytes_u32(&b);
		bytes_skip(&b, 4);
	}
	if (type & PERF_SAMPLE_PERIOD)
		s->period = bytes_u64(&b);
	if (type & PERF_SAMPLE_READ) {
		const char *from = b.at;

		if (a->read_format & PERF_READ_GROUP) {
			n = bytes_u64(&b);
			bytes_skip(&b, times_size(a));
			if (n > bytes_left(&b) / group_step(a))
				b.short_read = true;
			else
				bytes_skip(&b, n * group_step(a));
		} else {
			bytes_skip(&b, times_size(a) + group_step(a));
		}
		s->read = (struct text){from, (size_t)(b.at - from)};
	}
	if (type & PERF_SAMPLE_CALLCHAIN) {
		n = bytes_u64(&b);
		if (n > bytes_left(&b) / 8)
			return false;
		s->has_chain = true;
		s->chain = bytes_take(&b, n * 8);
	}
	if (type & PERF_SAMPLE_RAW) /* data and size together are padded */
		s->raw = bytes_take(&b, bytes_u32(&b));
	if (type & PERF_SAMPLE_BRANCH_STACK) {
		n = bytes_u64(&b);
		if (a->branch_sample_type & BRANCH_HAS_INDEX)
			bytes_skip(&b, 8);
		if (n > bytes_left(&b) / PERF_BRANCH_BYTES)
			return false;
		branches = bytes_take(&b, n * PERF_BRANCH_BYTES);
		/* they are a stack only if the processor kept the calls that have not returned */
		if (a->branch_sample_type & PERF_BRANCH_CALL_STACK)
			s->calls = branches;
		if (a->branch_sample_type & BRANCH_HAS_COUNTERS)
			bytes_skip(&b, n * 8);
	}
	if (type & PERF_SAMPLE_REGS_USER) {
		s->abi = bytes_u64(&b);
		if (s->abi)
			s->registers =
			    bytes_take(&b, 8 * count_bits(a->sample_regs_user));
	}
	if (type & PERF_SAMPLE_STACK_USER) {
		n = bytes_u64(&b);
		if (n) {
			s->stack = bytes_take(&b, n);
			n = bytes_u64(&b); /* the size that was in use */
			s->stack = text_upto(s->stack,
					     n < s->stack.len ? (size_t)n : s->stack.len);
		}
	}
	return !b.short_read; /* the remaining fields are not needed */
}

/* Reserve 8 bytes for a field. Returns its offset, or SIZE_MAX if the event lacks the field. */
static size_t place_field(const struct perf_attr *a, uint64_t bit, struct perf_layout *l)
{
	size_t at = l->least;

	if (!(a->sample_type & bit))
		return SIZE_MAX;
	l->least += 8;
	return at;
}

bool perf_layout_of(const struct perf_attr *a, struct perf_layout *l)
{
	const uint64_t known = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |
			       PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN;

	*l = (struct perf_layout){0};
	place_field(a, PERF_SAMPLE_IDENTIFIER, l);
	place_field(a, PERF_SAMPLE_IP, l);
	l->tid = place_field(a, PERF_SAMPLE_TID, l);
	l->time = place_field(a, PERF_SAMPLE_TIME, l);
	place_field(a, PERF_SAMPLE_ADDR, l);
	place_field(a, PERF_SAMPLE_ID, l);
	place_field(a, PERF_SAMPLE_STREAM_ID, l);
	place_field(a, PERF_SAMPLE_CPU, l);
	l->period = place_field(a, PERF_SAMPLE_PERIOD, l);
	l->chain = place_field(a, PERF_SAMPLE_CALLCHAIN, l);
	return (a->sample_type & ~known) == 0;
}

static inline uint64_t number_at(struct text body, size_t at)
{
	uint64_t v;

	memcpy(&v, body.at + at, sizeof v);
	return le64toh(v);
}

bool perf_layout_parse(const struct perf_layout *l, struct text body,
		       struct perf_sample *s)
{
	uint64_t ids;

	s->pid = s->tid = PROFILE_NO_ID;
	s->time = s->period = 0;
	if (body.len < l->least)
		return false;
	if (l->tid != SIZE_MAX) {
		ids = number_at(body, l->tid);
		s->pid = (int32_t)(uint32_t)ids;
		s->tid = (int32_t)(uint32_t)(ids >> 32);
	}
	if (l->time != SIZE_MAX)
		s->time = number_at(body, l->time);
	if (l->period != SIZE_MAX)
		s->period = number_at(body, l->period);
	return l->chain == SIZE_MAX ||
	       number_at(body, l->chain) <= (body.len - l->least) / 8;
}

uint64_t perf_sample_weight(const struct perf_sample *s, const struct perf_attr *a)
{
	if (a->sample_type & PERF_SAMPLE_PERIOD)
		return s->period;
	return a->flags & PERF_ATTR_FREQ || a->period == 0 ? 1 : a->period;
}

/* Fields of a trailer: 8 bytes each. */
#define TRAILING                                                                         \
	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID |   \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER)

bool perf_trailer_parse(struct text body, const struct perf_attr *a,
			struct perf_trailer *t)
{
	uint64_t type = a->sample_type;
	struct bytes b;

	*t = (struct perf_trailer){
	    .pid = PROFILE_NO_ID, .tid = PROFILE_NO_ID, .cpu = UINT32_MAX};
	if (!(a->flags & PERF_ATTR_SAMPLE_ID_ALL))
		return true;
	t->size = 8 * count_bits(type & TRAILING);
	if (t->size > body.len)
		return false;
	b = bytes_of(text_from(body, body.len - t->size));
	if (type & PERF_SAMPLE_TID) {
		t->pid = (int32_t)bytes_u32(&b);
		t->tid = (int32_t)bytes_u32(&b);
	}
	if (type & PERF_SAMPLE_TIME) {
		t->time = bytes_u64(&b);
		t->timed = true;
	}
	if (type & PERF_SAMPLE_ID)
		t->id = bytes_u64(&b);
	if (type & PERF_SAMPLE_STREAM_ID)
		bytes_skip(&b, 8);
	if (type & PERF_SAMPLE_CPU) {
		t->cpu = bytes_u32(&b);
		bytes_skip(&b, 4);
	}
	if (type & PERF_SAMPLE_IDENTIFIER)
		t->id = bytes_u64(&b);
	return true;
}

bool perf_sample_id(struct text body, const struct perf_attr *a, uint64_t *id)
{
	const uint64_t before =
	    PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;
	static const uint8_t bits_of_four[] = {0, 1, 1, 2, 1, 2, 2, 3,
					       1, 2, 2, 3, 2, 3, 3, 4};
	struct bytes b = bytes_of(body);

	if (!(a->sample_type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID)))
		return false;
	if (!(a->sample_type & PERF_SAMPLE_IDENTIFIER))
		bytes_skip(&b, 8 * bits_of_four[a->sample_type & before]);
	*id = bytes_u64(&b);
	return !b.short_read;
}

bool perf_trailer_id(struct text body, const struct perf_attr *a, uint64_t *id)
{
	struct perf_trailer t;

	if (!(a->flags & PERF_ATTR_SAMPLE_ID_ALL) ||
	    !(a->sample_type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID)) ||
	    !perf_trailer_parse(body, a, &t))
		return false;
	*id = t.id;
	return true;
}

uint64_t perf_counts_begin(struct bytes *b, const struct perf_sample *s,
			   const struct perf_attr *a)
{
	uint64_t n = 1;

	*b = bytes_of(s->read);
	if (!(a->sample_type & PERF_SAMPLE_READ) || !(a->read_format & PERF_READ_ID))
		return 0;
	if (a->read_format & PERF_READ_GROUP) {
		n = bytes_u64(b);
		bytes_skip(b, times_size(a));
	}
	return n;
}

bool perf_counts_next(struct bytes *b, const struct perf_attr *a, struct perf_count *c)
{
	c->value = bytes_u64(b);
	if (!(a->read_format & PERF_READ_GROUP))
		bytes_skip(b, times_size(a));
	c->id = bytes_u64(b);
	if (a->read_format & PERF_READ_LOST)
		bytes_skip(b, 8);
	return !b->short_read;
}

bool perf_sample_user_ip(const struct perf_sample *s, const struct perf_attr *a,
			 uint64_t *ip)
{
	uint64_t mask = a->sample_regs_user;
	struct bytes b = bytes_of(s->registers);
	unsigned number;

	if (s->registers.len == 0)
		return false;
	/* perf requests all registers that unwinding needs, so their set identifies the machine */
	if (mask == (UINT64_C(1) << 33) - 1) /* arm64 */
		number = 32;
	else if (mask == 0xffff) /* arm */
		number = 15;
	else if ((mask & 0xff) == 0xff && mask >> 8 & 1 && mask < UINT64_C(1) << 24)
		number = 8; /* x86 */
	else
		return false;
	bytes_skip(&b, 8 * count_bits(mask & ((UINT64_C(1) << number) - 1)));
	*ip = bytes_u64(&b);
	return !b.short_read;
}
