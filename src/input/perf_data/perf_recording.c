#include "input/perf_data/perf_recording.h"

#include <string.h>

#include "base/append.h"
#include "base/number.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/perf_off_cpu.h"

/* Address space for chains: more than memory has room for. */
#define CHAIN_BYTES (UINT64_C(1) << 36)
#define CHAIN_ENDS  (UINT64_C(8) << 32)

/* Chains are put among the others so many at a time. The longest one has 64 KiB. */
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

static bool add(struct perf_recording *r, uint64_t time, const struct perf_row *t,
		struct error *err)
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
 * perf record -e '{a,b}:S': a sample of each counter that has gone on since the last one, by
 * how much it has.
 */
static bool add_counts(struct perf_recording *r, const struct perf_attr *a,
		       const struct perf_sample *s, struct perf_row *t, struct error *err)
{
	static const struct sched seen = {.kind = SCHED_SEEN};
	const struct perf_row own = *t;
	struct perf_count c;
	struct bytes b;
	uint64_t n = perf_counts_begin(&b, s, a), grown;

	if (n == 0)
		return add(r, s->time, t, err);
	for (; n && perf_counts_next(&b, a, &c); n--) {
		struct perf_counter *counter = perf_events_counter(&r->events, c.id);

		if (!counter)
			continue;
		grown = c.value - counter->value;
		t->event = (uint16_t)counter->event;
		t->weight = !r->events.fields	    ? grown
			    : t->event == own.event ? own.weight
						    : 0;
		/* what the scheduler did is of the sample's own event */
		t->is_raw = own.is_raw && t->event == own.event;
		t->sched = t->event == own.event		      ? own.sched
			   : r->switches && (own.is_raw || own.sched) ? sched_pack(&seen)
								      : 0;
		counter->value = c.value;
		if (grown && r->events.fields && t->event != own.event)
			losses_count(r->losses, ASIDE_FIELD, 0);
		if (grown && !add(r, s->time, t, err))
			return false;
	}
	return true;
}

/* Give all samples held their chains. */
static bool settle(struct perf_recording *r, struct error *err)
{
	uint32_t numbers[FRESH_MOST];

	if (r->in_batches)
		return true;
	if (!intern_put_all(r->chains, r->fresh, r->fresh_count, numbers, err))
		return false;
	for (; r->settled < r->held.count; r->settled++) {
		struct perf_row *t = &r->held.samples[r->settled];

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
	    !settle(r, err))
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

/* A period, or else a rate, that has left some out. */
static bool is_sampled(const struct perf_attr *a, uint64_t weight)
{
	return weight != 1 || a->flags & PERF_ATTR_FREQ;
}

/* Keep it until the samples are put in order. */
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

/* Once for each thread, so that one of which perf has told nothing else has a name by then. */
static bool tell_name(struct perf_recording *r, struct text name, int32_t tid,
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

static bool know_sched(struct perf_recording *r, const struct trace_sched *format,
		       struct text raw, uint64_t time, uint64_t offset,
		       struct perf_row *t, struct error *err)
{
	struct sched sched;
	bool ok = true;

	if (format->kind == SCHED_NONE)
		return true;
	if (trace_sched_parse(format, raw, &t->tid, &sched)) {
		ok = tell_name(r, trace_sched_name(format->leaves_name, raw),
			       sched.foreign ? 0 : t->tid, time, offset, err) &&
		     tell_name(r, trace_sched_name(format->other_name, raw), sched.other,
			       time, offset, err);
	} else {
		losses_count(r->losses,
			     sched_is_request(format->kind) ? LOSS_REQUEST : LOSS_SWITCH,
			     offset);
		sched = (struct sched){.kind = SCHED_SEEN};
	}
	if (sched.kind ==
	    SCHED_NONE) /* it has woken nobody, and is no sample of a clock */
		sched = (struct sched){.kind = SCHED_SEEN};
	sched.sampled = is_sampled(&r->events.rows[t->event].attr, t->weight);
	t->sched = sched_pack(&sched);
	return ok;
}

#define RAW_KEPT 128 /* bytes: more than the fields of any that is known */

/* The event's name may stand behind its samples: a recording that is packed, or comes of a pipe. */
static bool keep_raw(struct perf_recording *r, struct text raw, struct perf_row *t,
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

static bool take_sched(struct perf_recording *r, const struct perf_record *record,
		       const struct perf_sample *s, struct perf_row *t, struct error *err)
{
	const struct trace_sched *format =
	    perf_events_sched(&r->events, t->event, r->named);

	if (!format)
		return keep_raw(r, s->raw, t, err);
	return know_sched(r, format, s->raw, s->time, record->offset, t, err);
}

/* ---- a field as the weight ---- */

static void weigh(struct perf_recording *r, const struct trace_number *field,
		  struct text raw, uint64_t offset, struct perf_row *t)
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

static bool take_field(struct perf_recording *r, const struct perf_record *record,
		       const struct perf_sample *s, struct perf_row *t, struct error *err)
{
	const struct trace_number *field =
	    perf_events_field(&r->events, t->event, r->named);

	if (!field)
		return keep_raw(r, s->raw, t, err);
	weigh(r, field, s->raw, record->offset, t);
	return true;
}

static bool settle_raw(struct perf_recording *r, struct text raw, uint64_t time,
		       struct perf_row *t, struct error *err)
{
	if (!r->events.fields)
		return know_sched(r, perf_events_sched(&r->events, t->event, true), raw,
				  time, 0, t, err);
	weigh(r, perf_events_field(&r->events, t->event, true), raw, 0, t);
	return true;
}

/* All has been read. */
static bool settle_raws(struct perf_recording *r, struct error *err)
{
	for (size_t i = 0; r->raws && i < r->held.count; i++) {
		struct perf_row *t = &r->held.samples[i];
		struct text kept;

		if (!t->is_raw)
			continue;
		kept = intern_get(r->raws, (uint32_t)t->sched);
		t->is_raw = false;
		t->sched = 0;
		if (!settle_raw(r, kept, r->held.time[i], t, err))
			return false;
	}
	return true;
}

/* Live: those that still wait are in other places now, or are handed on as they are. */
static bool wait_again(struct perf_recording *r, struct error *err)
{
	uint64_t unmet = r->deferred.unmet;
	bool ok = true;

	perf_deferred_release(&r->deferred);
	for (size_t i = 0; ok && i < r->held.count; i++)
		ok = perf_deferred_wait(&r->deferred,
					intern_get(r->chains, r->held.samples[i].chain),
					(uint32_t)i, err);
	if (ok && unmet > r->deferred.unmet)
		losses_add(r->losses, LOSS_DEFERRED, unmet - r->deferred.unmet, 0);
	return ok;
}

/* Numbers of changes have 32 bits: what is held begins with the least of them, for ever. */
static void number_again(struct perf_recording *r)
{
	struct perf_batch *held = &r->held;
	uint32_t least = r->changes;

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
	r->samples = r->samples ? (uint32_t)held->count + 1 : 0; /* there were some */
}

bool perf_recording_take(struct perf_recording *r, uint64_t time,
			 struct perf_batch *early, struct error *err)
{
	const struct perf_batch room = *early;

	if (!settle(r, err))
		return false;
	if (time == UINT64_MAX) {
		if (!settle_raws(r, err))
			return false;
		*early = r->held;
		r->held = room;
	} else if (!perf_batch_split(&r->held, time, early, err)) {
		return false;
	}
	r->settled = r->held.count;
	r->kept = perf_batch_load(&r->held);
	if (r->live)
		number_again(r);
	return !r->live || !r->deferred.count || wait_again(r, err);
}

bool perf_recording_forget_chains(struct perf_recording *r, uint64_t most, bool *forgot,
				  struct error *err)
{
	struct intern *few;
	bool ok;

	*forgot = false;
	if (intern_used(r->chains) + 8 * (uint64_t)intern_count(r->chains) <= most)
		return true;
	few = settle(r, err) ? intern_new(err) : NULL;
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

/*
 * A wait becomes a span that begins when the thread stopped. A sum has no time, and is of use only to
 * who asks for waits; false: it, or one that is damaged, is left out.
 */
static bool take_off_cpu(struct perf_recording *r, const struct perf_record *record,
			 struct perf_sample *s, struct perf_row *t)
{
	struct sched sched = {.kind = SCHED_WAITED};

	switch (perf_off_cpu_take(&r->events.rows[t->event], s)) {
	case OFF_CPU_NONE:
		return true;
	case OFF_CPU_WAIT:
		s->time -= s->period;
		break;
	case OFF_CPU_SUM:
		if (!r->switches)
			losses_count(r->losses, ASIDE_OFF_CPU, record->offset);
		sched.kind = SCHED_SUM;
		s->time = r->latest; /* of which its addresses are; its own is none */
		t->timed = false;
		break;
	default:
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return false;
	}
	t->is_span = true;
	t->sched = r->switches ? sched_pack(&sched) : 0;
	return r->switches || sched.kind == SCHED_WAITED;
}

bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, true);
	const struct perf_attr *a;
	struct perf_row t = {.after = r->changes};
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
	if (r->switches && !t.is_span && !take_sched(r, record, &s, &t, err))
		return false;
	if (r->events.fields && !t.is_span && !take_field(r, record, &s, &t, err))
		return false;
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

/* u64 number, how many addresses; they */
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
	if (!settle(r, err))
		return false;
	while (perf_deferred_next(&r->deferred, number, &sample))
		if (sample >= r->held.count) /* it was handed on: an error of ours */
			losses_count(r->losses, LOSS_RECORD, record->offset);
		else if (!perf_deferred_join(r->chains, r->held.samples[sample].chain,
					     stack, &r->held.samples[sample].chain, err))
			return false;
	losses_count(r->losses, ASIDE_RECORD, record->offset);
	return true;
}

/* ---- other records ---- */

/* FORK has a time of its own, also without a trailer: behind four numbers. */
static bool own_time(const struct perf_record *record, uint64_t *time)
{
	struct bytes b = bytes_of(text_from(record->body, 16));

	if (record->type != PERF_RECORD_FORK || bytes_left(&b) < 8)
		return false;
	*time = bytes_u64(&b);
	return true;
}

static bool take_change(struct perf_recording *r, const struct perf_record *record,
			struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);
	struct perf_trailer t = {0};
	uint64_t time;

	if (event != UINT32_MAX &&
	    !perf_trailer_parse(record->body, &r->events.rows[event].attr, &t)) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	/* what perf itself adds has time 0: it was so from the start */
	if (t.timed)
		time = t.time;
	else if (!r->latest || !own_time(record, &time))
		time = r->latest;
	if (t.timed && t.time > r->latest && t.time != UINT64_MAX)
		r->latest = t.time;
	return add_change(r, record, time, record->body.len - t.size, err);
}

/* SWITCH: nothing; SWITCH_CPU_WIDE: u32 pid, tid of the other. The trailer tells of whom. */
static bool take_switch(struct perf_recording *r, const struct perf_record *record,
			struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);
	struct perf_row t = {
	    .after = r->changes, .event = PERF_SWITCH_RECORD, .weight = 1};
	bool out = record->misc & PERF_MISC_SWITCH_OUT;
	struct sched s = {.kind = out ? SCHED_OUT : SCHED_IN};
	struct perf_trailer of;

	if (event == UINT32_MAX ||
	    !perf_trailer_parse(record->body, &r->events.rows[event].attr, &of)) {
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
	return add_chain(r, TEXT(""), &t.chain, err) && add(r, of.time, &t, err);
}

/*
 * LOST: u64 id, how many; LOST_SAMPLES: u64 how many, by the kernel as it happens, or by perf
 * in the end: then without a time.
 */
static void take_lost(struct perf_recording *r, const struct perf_record *record)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);
	struct bytes b = bytes_of(record->body);
	struct perf_trailer t = {0};
	uint64_t n, *sum = &r->lost;

	if (record->misc & PERF_MISC_FILTERED)
		return;
	if (record->type == PERF_RECORD_LOST)
		bytes_skip(&b, 8);
	else if (event != UINT32_MAX &&
		 perf_trailer_parse(record->body, &r->events.rows[event].attr, &t) &&
		 t.timed && t.time == 0)
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

/* Only who reads as it comes wants to know; for all others it changes nothing. */
static bool take_exit(struct perf_recording *r, const struct perf_record *record,
		      struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);
	struct perf_trailer t = {0};

	if (event != UINT32_MAX &&
	    perf_trailer_parse(record->body, &r->events.rows[event].attr, &t) && t.timed)
		return add_change(r, record, t.time, record->body.len - t.size, err);
	losses_count(r->losses, ASIDE_RECORD, record->offset);
	return true;
}

bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err)
{
	if (perf_batch_is_change(record->type))
		return take_change(r, record, err);
	if (r->live && record->type == PERF_RECORD_EXIT)
		return take_exit(r, record, err);
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
