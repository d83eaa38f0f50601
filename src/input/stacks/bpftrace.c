#include "input/formats.h"

#include "base/append.h"
#include "base/number.h"
#include "input/stacks/printed_stacks.h"
#include "input/scan.h"

#define COMM_LONGEST 64 /* of a name in a key; Linux has 15 bytes */

/* A file being read. Each entry of a map is a sample. */
struct mapping {
	struct printed_stacks printed; /* also takes the lines outside of maps */
	bool inside;		       /* between "@[" and "]: 3" */
	char comm[COMM_LONGEST];
	size_t comm_len;
	int32_t ids[2]; /* pid and tid, in the order of the keys */
	unsigned id_count;
	uint64_t time;
	bool timed;
};

static void count_bpftrace_loss(struct mapping *m, enum loss_reason why)
{
	losses_count(m->printed.reading->losses, why, m->printed.lines.number);
}

/* ---- keys ---- */

static void take_key(struct mapping *m, struct text key)
{
	uint64_t number;

	key = text_trim(key);
	if (key.len == 0)
		return;
	if (!number_u64(key, &number)) {
		m->comm_len = key.len < COMM_LONGEST ? key.len : COMM_LONGEST;
		memcpy(m->comm, key.at, m->comm_len);
	} else if (number > INT32_MAX) { /* larger than any process id */
		m->time = number;
		m->timed = true;
	} else {
		(void)APPEND_FIXED(m->ids, m->id_count, (int32_t)number);
	}
}

/*
 * Take "dd, 1234,": separating commas are followed by a blank or the end; names may contain others.
 */
static void take_keys(struct mapping *m, struct text keys)
{
	size_t from = 0;

	for (size_t i = 0; i < keys.len; i++) {
		if (keys.at[i] != ',' ||
		    (i + 1 < keys.len && !scan_is_blank(keys.at[i + 1])))
			continue;
		take_key(m, text_upto(text_from(keys, from), i - from));
		from = i + 1;
	}
	take_key(m, text_from(keys, from));
}

/* ---- entries ---- */

/* The length of "@name[" at the beginning; 0 for other lines. */
static size_t map_name(struct text line)
{
	size_t n = 1;

	if (line.len < 2 || line.at[0] != '@')
		return 0;
	while (n < line.len && line.at[n] != '[' && !scan_is_blank(line.at[n]) &&
	       line.at[n] != ':')
		n++;
	return n < line.len && line.at[n] == '[' ? n + 1 : 0;
}

/* Split "dd]: 3" into the text before the bracket and the number. */
static bool cut_end(struct text line, struct text *keys, struct text *digits)
{
	struct text t = line, word = scan_last_word(&t);

	if (!scan_all_digits(word) || !text_ends(t, TEXT("]:")))
		return false;
	*digits = word;
	*keys = text_upto(t, t.len - 2);
	return true;
}

static bool end_entry(struct mapping *m, struct text digits, struct error *err)
{
	struct printed_stacks *p = &m->printed;
	struct sample *s = &p->stack.sample;
	uint64_t weight;

	m->inside = false;
	if (!number_u64(digits, &weight)) {
		p->stack.open = false;
		count_bpftrace_loss(m, LOSS_NUMBER);
		return true;
	}
	s->timed = m->timed;
	s->time = m->timed ? m->time : 0;
	s->thread =
	    builder_thread(p->reading->builder, (struct text){m->comm, m->comm_len},
			   m->ids[0], m->ids[1]);
	return stack_text_end(&p->stack, weight, false, p->lines.number, err);
}

/* Drop an entry without an end. */
static void forget_entry(struct mapping *m, enum loss_reason why)
{
	if (m->inside)
		count_bpftrace_loss(m, why);
	m->inside = false;
	m->printed.stack.open = false;
}

/*
 * Within an entry, frames are indented or begin with an address. Keys are between the stacks and
 * after them, each followed by a comma.
 */
static bool take_inside(struct mapping *m, struct text line, struct error *err)
{
	struct text keys, digits, t = text_trim(line);

	if (cut_end(line, &keys, &digits)) {
		keys = text_trim(keys);
		if (keys.len && keys.at[0] == ',')
			keys = text_from(keys, 1);
		take_keys(m, keys);
		return end_entry(m, digits, err);
	}
	if (t.len == 0)
		return true;
	if (t.at[0] == ',') {
		stack_text_gap(&m->printed.stack);
		take_keys(m, text_from(t, 1));
		return true;
	}
	if (!scan_is_blank(line.at[0]) && t.at[t.len - 1] == ',') {
		take_keys(m, t);
		return true;
	}
	return stack_text_frame(&m->printed.stack, line, m->printed.lines.number, err);
}

static bool take_line(struct mapping *m, struct text line, struct error *err)
{
	size_t name = map_name(line);
	struct text keys, digits;

	if (m->printed.lines.cut && (name || m->inside))
		count_bpftrace_loss(m, LOSS_LONG_LINE);
	if (name) {
		if (!m->inside && !printed_stacks_break(&m->printed, err))
			return false;
		forget_entry(m, LOSS_LINE);
		m->inside = true;
		m->comm_len = 0;
		m->id_count = 0;
		m->ids[0] = m->ids[1] = PROFILE_NO_ID;
		m->timed = false;
		stack_text_begin(
		    &m->printed.stack,
		    &(struct sample){.cpu = PROFILE_NO_CPU, .event = m->printed.event});
		line = text_from(line, name);
	}
	if (m->inside)
		return take_inside(m, line, err);
	if (cut_end(line, &keys, &digits)) { /* the end of an entry without a beginning */
		count_bpftrace_loss(m, LOSS_LINE);
		return printed_stacks_break(&m->printed, err);
	}
	return printed_stacks_line(&m->printed, line, err);
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct mapping m = {0};
	struct printed_stacks *p = &m.printed;
	struct text line;
	bool ok = printed_stacks_open(p, r, err);

	p->held.usual = TIME_UNIT_NS; /* as of nsecs and elapsed */
	while (ok && reading_next_line(r, &p->lines, &line, err))
		ok = take_line(&m, line, err);
	ok = ok && err->kind == ERROR_NONE;
	if (ok && m.inside)
		forget_entry(&m, LOSS_SAMPLE_CUT);
	ok = ok && printed_stacks_end(p, err);
	printed_stacks_close(p);
	return ok;
}

/* ---- recognition ---- */

/* Count entries of maps with a stack: the first line ends in the bracket or in a key's comma. */
static unsigned count_entries(struct text head)
{
	unsigned entries = 0;

	while (head.len) {
		struct text line = scan_until(head, '\n'), t = text_trim(line);
		bool ended = line.len < head.len;

		head = text_from(head, line.len + 1);
		if (ended && map_name(line) && t.len &&
		    (t.at[t.len - 1] == '[' || t.at[t.len - 1] == ','))
			entries++;
	}
	return entries;
}

static unsigned probe_bpftrace(struct text head)
{
	struct printed_stacks_head c = printed_stacks_head(head);

	if (c.plain && count_entries(head))
		return 92;
	if (c.ticked || c.plain * 2 <= c.others)
		return 0;
	if (c.headers && c.plain > 1)
		return 85;
	/* neither times nor counts, but more certain than bare frames of perf script */
	return c.decimal && c.decimal * 2 >= c.plain && c.counts + c.firings == 0 ? 60
										  : 0;
}

const struct format bpftrace_format = {
    .name = "bpftrace",
    .help = "stacks printed by bpftrace, with times or counts: "
	    "bpftrace -e 'profile:hz:49 { @[kstack, ustack, comm] = count(); }'",
    .probe = probe_bpftrace,
    .read = read_profile,
};
