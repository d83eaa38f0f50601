#include "input/perf_data/perf_recording.h"

#include <string.h>

#include "base/append.h"
#include "base/number.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_records/perf_sample.h"
#include "profile/sched.h"

/* Address space for chains: more than physical memory. */
#define CHAIN_BYTES (UINT64_C(1) << 36)
#define CHAIN_ENDS  (UINT64_C(8) << 32)

/* New chains are interned in groups of at most this many. The longest chain has 64 KiB. */
#define FRESH_MOST  256
#define FRESH_BYTES ((size_t)256 << 10)

bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err)
{
	r->losses = losses;
	r->fixed = !r->live && sizeof(size_t) >= 8 &&
		   mem_area_reserve(&r->chain_bytes, (size_t)CHAIN_BYTES) &&
		   mem_area_reserve(&r->chain_ends, (size_t)CHAIN_ENDS);
	r->chains = r->fixed ? intern_new_in(&r->chain_bytes, &r->chain_ends, err)
			     : intern_new(err);
	if (r->chains)
		r->fresh = mem_array(FRESH_MOST, sizeof *r->fresh, "call chains", err);
	if (r->fresh)
		r->fresh_bytes = mem_array(FRESH_BYTES, 1, "call chains", err);
	r->fresh_room = fill_of(r->fresh_bytes, r->fresh_bytes ? FRESH_BYTES : 0);
	return r->fresh_bytes != NULL;
}

void perf_recording_release(struct perf_recording *r)
{
	perf_events_release(&r->events);
	perf_deferred_release(&r->deferred);
	perf_unwinding_copies_release(&r->copies);
	intern_free(r->chains);
	intern_free(r->raws);
	idmap_release(&r->told);
	mem_free(r->fresh);
	mem_free(r->fresh_bytes);
	mem_area_release(&r->chain_bytes);
	mem_area_release(&r->chain_ends);
	perf_batch_release(&r->held);
	*r = (struct perf_recording){0};
}

bool perf_recording_changed(struct error *err)
{
	return error_set(err, ERROR_FORMAT,
			 "this perf.data changed while it was being read; open it again");
}

/* ---- samples ---- */

static bool add_sample(struct perf_recording *r, uint64_t time,
		       const struct batch_sample *t, struct error *err)
{
	struct perf_event *event =
	    t->event == PERF_SWITCH_RECORD ? NULL : &r->events.rows[t->event];

	if (r->samples == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %u samples",
				 UINT32_MAX - 1);
	if (r->scanned && event && !event->used)
		return perf_recording_changed(err);
	if (!perf_batch_sample(&r->held, time, t, err))
		return false;
	if (!r->scanned && event && !event->used)
		event->used = r->surprised = true;
	r->samples++;
	return true;
}

/*
 * perf record -e '{a,b}:S': the sample has the values of several counters. Each counter that has
 * grown since the last sample yields a sample, weighted with the growth.
 */
static bool add_counts(struct perf_recording *r, const struct perf_attr *a,
		       const struct perf_sample *s, struct batch_sample *t,
		       struct error *err)
{
	static const struct sched seen = {.kind = SCHED_SEEN};
	const struct batch_sample own = *t;
	struct perf_count c;
	struct bytes b;
	uint64_t n = perf_counts_begin(&b, s, a), grown;

	if (n == 0)
		return add_sample(r, s->time, t, err);
	for (; n && perf_counts_next(&b, a, &c); n--) {
		struct perf_counter *counter = perf_events_counter(&r->events, c.id);

		if (!counter)
			continue;
		grown = c.value - counter->value;
		t->event = (uint16_t)counter->event;
		t->weight = !r->events.fields	    ? grown
			    : t->event == own.event ? own.weight
						    : 0;
		/* the scheduler's event belongs only to the sample's own event */
		t->is_raw = own.is_raw && t->event == own.event;
		t->sched = t->event == own.event		      ? own.sched
			   : r->switches && (own.is_raw || own.sched) ? sched_pack(&seen)
								      : 0;
		counter->value = c.value;
		if (grown && r->events.fields && t->event != own.event)
			losses_count(r->losses, ASIDE_FIELD, 0);
		if (grown && !add_sample(r, s->time, t, err))
			return false;
	}
	return true;
}

/* Intern the new chains, so that all held samples have numbers of `chains`. */
static bool store_chains(struct perf_recording *r, struct error *err)
{
	uint32_t numbers[FRESH_MOST];

	if (r->in_batches)
		return true;
	if (!intern_put_all(r->chains, r->fresh, r->fresh_count, numbers, err))
		return false;
	for (; r->settled < r->held.count; r->settled++) {
		struct batch_sample *t = &r->held.samples[r->settled];

		t->chain = numbers[t->chain];
	}
	r->fresh_count = 0;
	r->fresh_room = fill_of(r->fresh_bytes, FRESH_BYTES);
	return true;
}

static bool add_chain(struct perf_recording *r, struct text chain, uint32_t *number,
		      struct error *err)
{
	struct text kept;

	if (r->in_batches)
		return perf_batch_chain(&r->held, chain, number, err);
	if ((r->fresh_count == FRESH_MOST || fill_left(&r->fresh_room) < chain.len) &&
	    !store_chains(r, err))
		return false;
	kept = (struct text){r->fresh_room.at, chain.len};
	fill_text(&r->fresh_room, chain);
	*number = (uint32_t)r->fresh_count;
	if (r->fresh_room.short_room ||
	    !APPEND_WITHIN(r->fresh, r->fresh_count, FRESH_MOST, kept))
		return error_set(err, ERROR_LIMIT, "a call chain of %zu bytes",
				 chain.len);
	return true;
}

/* Hold a change until samples are sorted. */
static bool add_change(struct perf_recording *r, const struct perf_record *record,
		       uint64_t time, size_t size, struct error *err)
{
	struct perf_change c = {.offset = record->offset,
				.type = record->type,
				.number = r->changes,
				.misc = record->misc};

	if (r->changes == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "too many maps and threads");
	if (!perf_batch_change(&r->held, time, &c, text_upto(record->body, size), err))
		return false;
	r->changes++;
	return true;
}

/*
 * Add a thread's name, once for each thread, just before the event that contains it: there may be
 * no other record of the name.
 */
static bool add_told_name(struct perf_recording *r, struct text name, int32_t tid,
			  uint64_t time, uint64_t offset, struct error *err)
{
	struct perf_record told = {.type = PERF_CHANGE_TOLD, .offset = offset};
	const uint32_t number = htole32((uint32_t)tid);
	char body[sizeof number + UINT8_MAX];
	struct fill f = fill_of(body, sizeof body);
	uint32_t at;

	if (!name.len || tid <= 0 || idmap_get(&r->told, (uint32_t)tid, &at))
		return true;
	if (!idmap_put(&r->told, (uint32_t)tid, 0, &at, err))
		return false;
	fill_text(&f, (struct text){(const char *)&number, sizeof number});
	fill_text(&f, name);
	told.body = fill_written(&f);
	return add_change(r, &told, time ? time - 1 : 0, told.body.len, err);
}

/* Set the scheduler's event of this sample. */
static bool set_sched(struct perf_recording *r, const struct trace_sched *format,
		      struct text raw, uint64_t time, uint64_t offset,
		      struct batch_sample *t, struct error *err)
{
	const struct perf_attr *a = &r->events.rows[t->event].attr;
	struct sched sched;
	bool ok = true;

	if (format->kind == SCHED_NONE)
		return true;
	if (trace_sched_parse(format, raw, &t->tid, &sched)) {
		ok = add_told_name(r, trace_sched_name(format->leaves_name, raw),
				   sched.foreign ? 0 : t->tid, time, offset, err) &&
		     add_told_name(r, trace_sched_name(format->other_name, raw),
				   sched.other, time, offset, err);
	} else {
		losses_count(r->losses,
			     sched_is_request(format->kind) ? LOSS_REQUEST : LOSS_SWITCH,
			     offset);
		sched = (struct sched){.kind = SCHED_SEEN};
	}
	if (sched.kind ==
	    SCHED_NONE) /* a wake-up without effect is not a sample of a clock either */
		sched = (struct sched){.kind = SCHED_SEEN};
	/* with a period or a frequency, some events were left out */
	sched.sampled = t->weight != 1 || a->flags & PERF_ATTR_FREQ;
	t->sched = sched_pack(&sched);
	return ok;
}

#define RAW_KEPT 128 /* bytes: more than the fields of any known event */

/* In packed recordings and pipes, the names of events follow the samples: keep the raw data. */
static bool keep_raw(struct perf_recording *r, struct text raw, struct batch_sample *t,
		     struct error *err)
{
	uint32_t number;

	raw = text_upto(raw, raw.len < RAW_KEPT ? raw.len : RAW_KEPT);
	if (!r->raws)
		r->raws = intern_new(err);
	if (!r->raws || !intern_put(r->raws, raw, &number, err))
		return false;
	t->sched = number;
	t->is_raw = true;
	return true;
}

/* Use the requested field of a trace point as the weight. */
static void set_weight(struct perf_recording *r, const struct trace_number *field,
		       struct text raw, uint64_t offset, struct batch_sample *t)
{
	bool negative;

	if (!trace_number_value(field, raw, &t->weight, &negative)) {
		losses_count(r->losses, field->at.size ? LOSS_RECORD : ASIDE_FIELD,
			     offset);
		return;
	}
	if (negative)
		losses_count(r->losses, LOSS_NEGATIVE, offset);
	if (!r->has_field)
		field_names_found(r->events.fields);
	r->has_field = true;
}

/* Called when everything has been read, and all names of events are known. */
static bool resolve_raws(struct perf_recording *r, struct error *err)
{
	for (size_t i = 0; r->raws && i < r->held.count; i++) {
		struct batch_sample *t = &r->held.samples[i];
		struct text kept;

		if (!t->is_raw)
			continue;
		kept = intern_get(r->raws, (uint32_t)t->sched);
		t->is_raw = false;
		t->sched = 0;
		if (r->events.fields)
			set_weight(r, perf_events_field(&r->events, t->event, true), kept,
				   0, t);
		else if (!set_sched(r, perf_events_sched(&r->events, t->event, true),
				    kept, r->held.time[i], 0, t, err))
			return false;
	}
	return true;
}

/*
 * Live: changes have 32-bit numbers, but a stream is endless: subtract the smallest number held.
 * Register again the samples that wait for user stacks, and count those already taken.
 */
static bool renumber(struct perf_recording *r, struct error *err)
{
	struct perf_batch *held = &r->held;
	uint32_t least = r->changes;
	uint64_t unmet = r->deferred.unmet;
	bool ok = true;

	for (size_t i = 0; i < held->change_count; i++)
		if (held->changes[i].number < least)
			least = held->changes[i].number;
	for (size_t i = 0; i < held->count; i++)
		if (held->samples[i].after < least)
			least = held->samples[i].after;
	for (size_t i = 0; i < held->change_count; i++)
		held->changes[i].number -= least;
	for (size_t i = 0; i < held->count; i++)
		held->samples[i].after -= least;
	r->changes -= least;
	/* stays above 0 if there were any */
	r->samples = r->samples ? (uint32_t)held->count + 1 : 0;

	if (!r->deferred.count)
		return true;
	perf_deferred_release(&r->deferred);
	for (size_t i = 0; ok && i < held->count; i++)
		ok = perf_deferred_wait(&r->deferred,
					intern_get(r->chains, held->samples[i].chain),
					(uint32_t)i, err);
	if (ok && unmet > r->deferred.unmet)
		losses_add(r->losses, LOSS_DEFERRED, unmet - r->deferred.unmet, 0);
	return ok;
}

bool perf_recording_take(struct perf_recording *r, uint64_t time,
			 struct perf_batch *early, struct error *err)
{
	const struct perf_batch room = *early;

	if (!store_chains(r, err))
		return false;
	if (time == UINT64_MAX) {
		if (!resolve_raws(r, err))
			return false;
		*early = r->held;
		r->held = room;
	} else if (!perf_batch_split(&r->held, time, early, err)) {
		return false;
	}
	r->settled = r->held.count;
	r->kept = perf_batch_load(&r->held);
	return !r->live || renumber(r, err);
}

bool perf_recording_forget_chains(struct perf_recording *r, uint64_t most, bool *forgot,
				  struct error *err)
{
	struct intern *few;
	bool ok;

	*forgot = false;
	if (intern_used(r->chains) + 8 * (uint64_t)intern_count(r->chains) <= most)
		return true;
	few = store_chains(r, err) ? intern_new(err) : NULL;
	ok = few != NULL;
	for (size_t i = 0; ok && i < r->held.count; i++) {
		uint32_t *chain = &r->held.samples[i].chain;

		ok = intern_put(few, intern_get(r->chains, *chain), chain, err);
	}
	if (!few)
		return false;
	intern_free(r->chains);
	r->chains = few;
	r->settled = r->held.count;
	*forgot = true;
	return ok;
}

bool perf_recording_is_ripe(const struct perf_recording *r)
{
	return perf_batch_load(&r->held) / 2 >= r->kept;
}

/* ---- perf record --off-cpu ---- */

/*
 * As in tools/perf/util/bpf_off_cpu.c and evsel.c of Linux 5.19 to 6.17. The event is BPF output
 * named offcpu-time. At the end of the recording perf writes the sums, one for each thread and
 * stack, with times from 2^64 - 2^32 on, so that they are last. Since 6.16, waits of at least
 * --off-cpu-thresh (by default 500 ms) are samples, written when the thread runs again. Before 6.16
 * a sample has its fields in the usual places; since then the raw part has the thread, the time,
 * the chain and the control group:
 *  u32 pid, tid; u64 ns; u64 number of addresses, and these; u64 cgroup
 * These replace the thread, period and chain of `s`, and are borrowed like them.
 *
 * A wait becomes a span that begins when the thread stopped. A sum has no time, and is used only
 * when waits are requested. False: the sample is left out.
 */
static bool take_off_cpu(struct perf_recording *r, const struct perf_record *record,
			 struct perf_sample *s, struct batch_sample *t)
{
	const struct perf_event *event = &r->events.rows[t->event];
	const struct perf_attr *a = &event->attr;
	bool is_sum = s->time >= SCHED_NO_TIME || !(a->sample_type & PERF_SAMPLE_TIME);
	struct sched sched = {.kind = is_sum ? SCHED_SUM : SCHED_WAITED};
	struct bytes b = bytes_of(s->raw);
	bool whole = true;
	uint64_t n;

	if (!perf_attr_is_bpf_output(a) ||
	    (event->name ? !sched_event_is_off_cpu(text_of(event->name)) : !is_sum))
		return true; /* another event */
	if (a->sample_type & PERF_SAMPLE_RAW) {
		s->pid = (int32_t)bytes_u32(&b);
		s->tid = (int32_t)bytes_u32(&b);
		s->period = bytes_u64(&b);
		n = bytes_u64(&b);
		whole = !b.short_read && n <= bytes_left(&b) / 8;
		s->chain = bytes_take(&b, whole ? n * 8 : 0);
		s->has_chain = true;
	}
	if (!whole || (!is_sum && s->period > s->time)) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return false;
	}
	if (is_sum) {
		if (!r->switches)
			losses_count(r->losses, ASIDE_OFF_CPU, record->offset);
		s->time = r->latest; /* its addresses are valid at this time */
		t->timed = false;
	} else {
		s->time -= s->period;
	}
	t->is_span = true;
	t->sched = r->switches ? sched_pack(&sched) : 0;
	return r->switches || !is_sum;
}

/* ---- records ---- */

bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, true);
	const struct trace_sched *format;
	const struct trace_number *field;
	const struct perf_attr *a;
	struct batch_sample t = {.after = r->changes};
	size_t first = r->held.count;
	uint64_t made[PERF_CHAIN_MADE];
	struct perf_sample s;

	if (event == UINT32_MAX ||
	    !perf_sample_parse(record->body, &r->events.rows[event].attr, &s)) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	a = &r->events.rows[event].attr;
	t.event = (uint16_t)event;
	t.timed = a->sample_type & PERF_SAMPLE_TIME;
	if (!take_off_cpu(r, record, &s, &t))
		return true;
	t.weight = perf_sample_weight(&s, a);
	t.pid = s.pid;
	t.tid = s.tid;
	t.cpu = s.cpu < PROFILE_NO_CPU ? (uint16_t)s.cpu : PROFILE_NO_CPU;
	if (s.time > r->latest)
		r->latest = s.time;
	if (r->switches && !t.is_span) {
		format = perf_events_sched(&r->events, t.event, r->named);
		if (!(format
			  ? set_sched(r, format, s.raw, s.time, record->offset, &t, err)
			  : keep_raw(r, s.raw, &t, err)))
			return false;
	}
	if (r->events.fields && !t.is_span) {
		field = perf_events_field(&r->events, t.event, r->named);
		if (field)
			set_weight(r, field, s.raw, record->offset, &t);
		else if (!keep_raw(r, s.raw, &t, err))
			return false;
	}
	if (!add_chain(r, perf_chain_of(&s, a, record->misc & PERF_MISC_MODE, made),
		       &t.chain, err) ||
	    !add_counts(r, a, &s, &t, err))
		return false;
	for (; first < r->held.count; first++)
		if (!perf_deferred_wait(&r->deferred, s.chain, (uint32_t)first, err) ||
		    !perf_unwinding_copies_take(&r->copies, record, &s, a,
						(uint32_t)first, r->losses, err))
			return false;
	return true;
}

/* CALLCHAIN_DEFERRED: u64 number, count of addresses, the addresses. */
static bool take_deferred(struct perf_recording *r, const struct perf_record *record,
			  struct error *err)
{
	struct bytes b = bytes_of(record->body);
	uint64_t number = bytes_u64(&b), n = bytes_u64(&b);
	uint32_t sample;
	struct text stack;

	if (n > bytes_left(&b) / 8) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	stack = bytes_take(&b, n * 8);
	if (!store_chains(r, err))
		return false;
	while (perf_deferred_next(&r->deferred, number, &sample))
		if (sample >= r->held.count) /* taken too early */
			losses_count(r->losses, LOSS_RECORD, record->offset);
		else if (!perf_deferred_join(r->chains, r->held.samples[sample].chain,
					     stack, &r->held.samples[sample].chain, err))
			return false;
	losses_count(r->losses, ASIDE_RECORD, record->offset);
	return true;
}

/* Parse the trailer of a record that is not a sample; false: there is none, or it is cut. */
static bool parse_trailer(const struct perf_recording *r,
			  const struct perf_record *record, struct perf_trailer *t)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);

	*t = (struct perf_trailer){0};
	return event != UINT32_MAX &&
	       perf_trailer_parse(record->body, &r->events.rows[event].attr, t);
}

static bool take_change(struct perf_recording *r, const struct perf_record *record,
			struct error *err)
{
	struct bytes fork = bytes_of(text_from(record->body, 16));
	struct perf_trailer t;
	uint64_t time;

	if (!parse_trailer(r, record, &t) && r->events.count) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	/* records that perf synthesizes have time 0: they describe the state at the beginning */
	time = t.timed ? t.time : r->latest;
	/* FORK has its own time after four numbers, even without a trailer */
	if (!t.timed && r->latest && record->type == PERF_RECORD_FORK &&
	    bytes_left(&fork) >= 8)
		time = bytes_u64(&fork);
	if (t.timed && t.time > r->latest && t.time != UINT64_MAX)
		r->latest = t.time;
	return add_change(r, record, time, record->body.len - t.size, err);
}

/*
 * SWITCH: nothing; SWITCH_CPU_WIDE: u32 pid, tid of the other thread. The trailer has the thread.
 */
static bool take_switch(struct perf_recording *r, const struct perf_record *record,
			struct error *err)
{
	struct batch_sample t = {
	    .after = r->changes, .event = PERF_SWITCH_RECORD, .weight = 1};
	bool out = record->misc & PERF_MISC_SWITCH_OUT;
	struct sched s = {.kind = out ? SCHED_OUT : SCHED_IN};
	struct perf_trailer of;

	if (!parse_trailer(r, record, &of)) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	s.preempted = out && record->misc & PERF_MISC_SWITCH_OUT_PREEMPT;
	s.state = s.preempted ? 'R' : 0;
	t.sched = sched_pack(&s);
	t.pid = of.pid;
	t.tid = of.tid;
	t.cpu = of.cpu < PROFILE_NO_CPU ? (uint16_t)of.cpu : PROFILE_NO_CPU;
	t.timed = of.timed;
	return add_chain(r, TEXT(""), &t.chain, err) && add_sample(r, of.time, &t, err);
}

/*
 * LOST: u64 id, count; LOST_SAMPLES: u64 count, written by the kernel when samples are lost, or by
 * perf at the end, then with time 0.
 */
static void take_lost(struct perf_recording *r, const struct perf_record *record)
{
	struct bytes b = bytes_of(record->body);
	struct perf_trailer t;
	uint64_t n, *sum = &r->lost;

	if (record->misc & PERF_MISC_FILTERED)
		return;
	if (record->type == PERF_RECORD_LOST)
		bytes_skip(&b, 8);
	else if (parse_trailer(r, record, &t) && t.timed && t.time == 0)
		sum = &r->lost_in_all;
	n = bytes_u64(&b);
	if (n && perf_recording_lost(r) == 0)
		r->lost_first = record->offset;
	*sum = number_add(*sum, n);
}

uint64_t perf_recording_lost(const struct perf_recording *r)
{
	return r->lost > r->lost_in_all ? r->lost : r->lost_in_all;
}

bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err)
{
	struct perf_trailer t;

	if (perf_batch_is_change(record->type))
		return take_change(r, record, err);
	/* only live recordings need to know when a thread ends */
	if (r->live && record->type == PERF_RECORD_EXIT && parse_trailer(r, record, &t) &&
	    t.timed)
		return add_change(r, record, t.time, record->body.len - t.size, err);
	if (record->type == PERF_RECORD_CALLCHAIN_DEFERRED)
		return take_deferred(r, record, err);
	if (perf_record_is_switch(record->type)) {
		losses_count(r->losses, ASIDE_SWITCH, record->offset);
		return !r->switches || take_switch(r, record, err);
	}
	if (record->type == PERF_RECORD_LOST || record->type == PERF_RECORD_LOST_SAMPLES)
		take_lost(r, record);
	losses_count(r->losses, ASIDE_RECORD, record->offset);
	return true;
}
