#include "input/tracepoint/tracepoint.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number.h"
#include "input/scan.h"
#include "profile/profile.h"

/* ---- fields ---- */

/* Find the first place of `part`; false: it does not occur. */
static bool find_text(struct text t, struct text part, size_t *at)
{
	const char *found =
	    t.len >= part.len ? memmem(t.at, t.len, part.at, part.len) : NULL;

	if (found)
		*at = (size_t)(found - t.at);
	return found != NULL;
}

/* The number after a key such as "offset:" in the line of a field; false: there is none. */
static bool find_attribute(struct text line, struct text key, uint64_t *n)
{
	size_t at;
	struct text rest;

	if (!find_text(line, key, &at))
		return false;
	rest = text_from(line, at + key.len);
	return number_u64(text_upto(rest, scan_digits(rest)), n);
}

/* Remove the first line from `format`; false: there is none. */
static bool take_line(struct text *format, struct text *line)
{
	*line = scan_until(*format, '\n');
	*format = text_from(*format, line->len + 1);
	return line->len || format->len;
}

/*
 * Find "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;": the name ends at the first ';'.
 * Size 0: there is no such field, or it is larger than TRACE_COMM.
 */
static struct trace_field find_field(struct text format, struct text name)
{
	struct trace_field none = {0, 0};
	struct text line;

	while (take_line(&format, &line)) {
		struct text declared = scan_until(line, ';');
		uint64_t offset, size;

		if (declared.len == line.len || !text_ends(declared, name) ||
		    declared.len == name.len ||
		    declared.at[declared.len - name.len - 1] != ' ' ||
		    !find_attribute(line, TEXT("offset:"), &offset) ||
		    !find_attribute(line, TEXT("size:"), &size))
			continue;
		if (offset > UINT16_MAX || size > TRACE_COMM)
			return none;
		return (struct trace_field){(uint16_t)offset, (uint16_t)size};
	}
	return none;
}

/*
 * A field's value as an unsigned number; 0 if the field has size 0. False: `raw` is too short, or
 * the field is no number.
 */
static bool field_value(struct text raw, struct trace_field f, uint64_t *value)
{
	struct bytes b;

	*value = 0;
	if (f.size == 0)
		return true;
	if (f.size > 8 || (size_t)f.offset + f.size > raw.len)
		return false;
	b = bytes_of(text_upto(text_from(raw, f.offset), f.size));
	for (unsigned i = 0; i < f.size; i++)
		*value |= (uint64_t)(unsigned char)b.at[i] << 8 * i;
	return true;
}

/* ---- a field as the weight ---- */

/* Parse "\tfield:sector_t sector;\toffset:16;\tsize:8;\tsigned:0;"; false for arrays and texts. */
static bool parse_number_field(struct text line, struct text *name,
			       struct trace_number *f)
{
	struct text declared = scan_until(line, ';');
	struct text rest = text_from(line, declared.len);
	uint64_t offset, size, is_signed = 0;

	declared = text_trim(declared);
	if (rest.len == 0 || !text_starts(declared, TEXT("field:")) ||
	    text_has(declared, TEXT("__data_loc")) ||
	    text_has(declared, TEXT("__rel_loc")) || text_ends(declared, TEXT("]")) ||
	    !find_attribute(rest, TEXT("offset:"), &offset) ||
	    !find_attribute(rest, TEXT("size:"), &size) || offset > UINT16_MAX)
		return false;
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return false;
	(void)find_attribute(rest, TEXT("signed:"), &is_signed);
	*name = scan_last_word(&declared);
	*f = (struct trace_number){{(uint16_t)offset, (uint16_t)size}, is_signed == 1};
	return true;
}

struct trace_number trace_number_of(struct text format, struct text name)
{
	struct trace_number f = {{0, 0}, false};
	struct text line, found;

	while (take_line(&format, &line))
		if (parse_number_field(line, &found, &f) && text_equal(found, name))
			return f;
	return (struct trace_number){{0, 0}, false};
}

void trace_number_names(struct text format, struct field_names *names)
{
	struct trace_number f;
	struct text line, name;

	while (take_line(&format, &line))
		if (parse_number_field(line, &name, &f) &&
		    !text_starts(name, TEXT("common_")))
			field_names_add(names, name);
}

bool trace_number_value(const struct trace_number *f, struct text raw, uint64_t *value,
			bool *negative)
{
	*negative = false;
	*value = 0;
	if (f->at.size == 0 || !field_value(raw, f->at, value))
		return false;
	*negative = f->is_signed && *value >> (8 * f->at.size - 1);
	if (*negative)
		*value = 0;
	return true;
}

/* ---- requests ---- */

/*
 * The usual places in Linux 3.0 to 6.18, in block_rq_issue, block_rq_complete, sys_enter and
 * sys_exit.
 */
static const struct trace_field usual_device = {8, 4}, usual_sector = {16, 8},
				usual_number = {8, 8};

/* ---- the scheduler ---- */

/* The format since Linux 5.14. */
static struct trace_sched usual_sched(enum sched_kind kind)
{
	struct trace_sched t = {
	    .kind = kind,
	    .states = {{0x01, 'S'},
		       {0x02, 'D'},
		       {0x04, 'T'},
		       {0x08, 't'},
		       {0x10, 'X'},
		       {0x20, 'Z'},
		       {0x40, 'P'},
		       {0x80, 'I'}},
	    .state_count = 8,
	    .preempted = 0x100,
	};

	if (kind == SCHED_SWITCH) {
		t.leaves_name = (struct trace_field){8, TRACE_COMM};
		t.other_name = (struct trace_field){40, TRACE_COMM};
		t.leaves = (struct trace_field){24, 4};
		t.state = (struct trace_field){32, 8};
		t.other = (struct trace_field){56, 4};
	} else {
		t.other = (struct trace_field){24, 4};
		t.other_name = (struct trace_field){8, TRACE_COMM};
	}
	return t;
}

/* Remove "0x00000040" or "64" from `t`; false: it is no number. */
static bool take_number(struct text *t, uint64_t *n)
{
	size_t digits;
	bool ok;

	if (text_starts(*t, TEXT("0x"))) {
		*t = text_from(*t, 2);
		digits = scan_hex(*t);
		ok = digits && digits <= 16 && number_hex(text_upto(*t, digits), n);
	} else {
		digits = scan_digits(*t);
		ok = digits && number_u64(text_upto(*t, digits), n);
	}
	*t = text_from(*t, digits);
	return ok;
}

/* Parse __print_flags(REC->prev_state & (...), "|", { 0x0001, "S" }, { 0x0002, "D" }, ...). */
static void take_letters(struct trace_sched *s, struct text print)
{
	unsigned count = 0;
	size_t at;

	if (!find_text(print, TEXT("__print_flags(REC->prev_state"), &at))
		return;
	print = text_from(print, at);
	while (find_text(print, TEXT("{ "), &at) && count < TRACE_STATES) {
		uint64_t bit;

		print = text_from(print, at + 2);
		if (!take_number(&print, &bit) || !text_starts(print, TEXT(", \"")) ||
		    print.len < 5)
			break;
		s->states[count].bit = bit;
		s->states[count++].letter = sched_letter(print.at[3]);
	}
	if (count) {
		s->state_count = count;
		s->preempted =
		    0; /* unknown before Linux 3.14, where the bit is a state */
	}
}

/*
 * Parse the condition: REC->prev_state & 2048 ? "+" : "" in older kernels, (((0x00 | 0x01 | ... |
 * 0x40) + 1) << 1) ? "+" : "" in newer ones.
 */
static void take_preempted(struct trace_sched *s, struct text print)
{
	uint64_t mask = 0, n = 0;
	bool is_mask = false;
	size_t at, from = 0;
	struct text t;

	if (!find_text(print, TEXT("? \"+\""), &at))
		return;
	t = text_upto(print, at);
	while (find_text(text_from(t, from), TEXT("prev_state &"), &at))
		from += at + strlen("prev_state &");
	for (t = text_from(t, from); t.len;) {
		uint64_t one;

		if (!scan_is_digit(t.at[0])) {
			t = text_from(t, 1);
			continue;
		}
		is_mask |= text_starts(t, TEXT("0x0"));
		if (text_starts(t, TEXT("0x")) && take_number(&t, &one))
			mask |= one;
		else if (take_number(&t, &one) && one > 1)
			n = one;
	}
	if (is_mask)
		s->preempted = (mask + 1) << 1;
	else if (n || mask)
		s->preempted = n ? n : mask;
}

/*
 * Find the fields in the text of tracefs, "name: sched_switch\nID:
 * 312\nformat:\n\tfield:...;\toffset:24; \tsize:4;...\nprint fmt: ...". Fields that it lacks are
 * missing; everything else it lacks is as usual.
 */
static struct trace_sched find_sched(enum sched_kind kind, struct text format)
{
	struct trace_sched t = usual_sched(kind);
	size_t at;

	if (kind == SCHED_SWITCH) {
		t.leaves = find_field(format, TEXT("prev_pid"));
		t.state = find_field(format, TEXT("prev_state"));
		t.other = find_field(format, TEXT("next_pid"));
		t.leaves_name = find_field(format, TEXT("prev_comm[16]"));
		t.other_name = find_field(format, TEXT("next_comm[16]"));
	} else {
		t.other = find_field(format, TEXT("pid"));
		t.other_name = find_field(format, TEXT("comm[16]"));
		t.success = find_field(format, TEXT("success"));
	}
	if (kind == SCHED_SWITCH && find_text(format, TEXT("print fmt:"), &at)) {
		take_letters(&t, text_from(format, at));
		take_preempted(&t, text_from(format, at));
	}
	return t;
}

struct trace_sched trace_sched_of_event(struct text name, struct text format)
{
	enum sched_kind kind = sched_event_kind(name);
	struct trace_sched t = {.request = {.kind = REQUEST_DISK}};
	struct trace_request *r = &t.request;
	struct text call = TEXT("");

	if (kind != SCHED_NONE)
		return format.len ? find_sched(kind, format) : usual_sched(kind);
	t.kind = sched_request_event(name, &r->kind, &call);
	if (call.len) {
		r->call = sched_call_number(call);
	} else if (t.kind != SCHED_NONE) {
		r->device = format.len ? find_field(format, TEXT("dev")) : usual_device;
		r->sector =
		    format.len ? find_field(format, TEXT("sector")) : usual_sector;
		r->number = format.len ? find_field(format, TEXT("id")) : usual_number;
	}
	return t;
}

bool trace_sched_parse(const struct trace_sched *t, struct text raw, int32_t *tid,
		       struct sched *s)
{
	const struct trace_request *r = &t->request;
	uint64_t leaves, state, other, success, a = r->call, b = 0;

	*s = (struct sched){.kind = t->kind};
	if (sched_is_request(t->kind)) {
		if (r->kind == REQUEST_DISK) {
			if (!r->device.size || !r->sector.size ||
			    !field_value(raw, r->device, &a) ||
			    !field_value(raw, r->sector, &b))
				return false;
		} else if (!r->call &&
			   (!r->number.size || !field_value(raw, r->number, &a))) {
			return false;
		}
		s->request = sched_request(r->kind, a, b);
		return true;
	}
	if (!field_value(raw, t->leaves, &leaves) ||
	    !field_value(raw, t->state, &state) || !field_value(raw, t->other, &other) ||
	    !field_value(raw, t->success, &success) || t->other.size == 0)
		return false;
	s->other = (int32_t)(uint32_t)other;
	if (t->kind == SCHED_SWITCH) {
		if (t->leaves.size && *tid == PROFILE_NO_ID)
			*tid = (int32_t)(uint32_t)leaves;
		s->foreign = t->leaves.size && (int32_t)(uint32_t)leaves != *tid;
		if (t->state.size) {
			s->preempted = state & t->preempted;
			s->state = 'R';
			for (unsigned i = t->state_count; i-- > 0;)
				if (state & t->states[i].bit)
					s->state = t->states[i].letter;
		}
	}
	if (t->success.size && !success)
		s->kind = SCHED_NONE;
	return s->other >= 0;
}

struct text trace_sched_name(struct trace_field f, struct text raw)
{
	if ((size_t)f.offset + f.size > raw.len)
		return TEXT("");
	return scan_until(text_upto(text_from(raw, f.offset), f.size), '\0');
}
