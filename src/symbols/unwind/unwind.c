#include "symbols/unwind/unwind.h"

#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "symbols/unwind/unwind_formula.h"
#include "symbols/unwind/unwind_row.h"

#define ROWS 2048 /* a power of two: a hash table without chains */

/*
 * The maximum steps of formulas per stack: formulas of the PLT have 11, those of signals two per
 * register.
 */
#define STEPS_MOST 4096

/* The next frame by frame pointer must be within this many bytes. */
#define GUESS_MOST 0x4000

struct kept_row {
	const struct unwind_file *file;
	uint64_t offset;
	struct unwind_row row;
};

struct unwind {
	struct kept_row rows[ROWS];
};

bool unwind_is_possible(void)
{
	return true;
}

struct unwind *unwind_new(struct error *err)
{
	return mem_array(1, sizeof(struct unwind), "stacks", err);
}

void unwind_free(struct unwind *u)
{
	mem_free(u);
}

/* Registers; `known` has a bit for each that has a value. */
struct registers {
	uint64_t value[UNWIND_REGISTERS];
	uint32_t known, nowhere; /* `nowhere`: undefined, not merely unreadable */
};

struct stack_unwinding {
	struct unwind *u;
	const struct unwind_thread *thread;
	unwind_find *find;
	void *arg;
	struct registers r; /* of the current frame */
	bool is_call;	    /* pc is a return address: the call is before it */
	bool beyond;	    /* the stack was read beyond its copy */
	unsigned steps;	    /* left for formulas */
};

/* ---- memory ---- */

/*
 * Read eight bytes of the process. Memory that is in no file reads as 0, as in perf: so a stack
 * that is longer than its copy ends at an invalid address. Like perf, ignores the last word of the
 * copy. False when nothing is mapped there.
 */
static bool read_word(void *arg, uint64_t address, uint64_t *word)
{
	struct stack_unwinding *w = arg;
	struct text copy = w->thread->stack;
	uint64_t at = address - w->thread->registers[UNWIND_SP];
	struct unwind_place place;
	struct bytes b;

	*word = 0;
	if (copy.len > 8 && at < copy.len - 8) {
		b = bytes_of(text_from(copy, (size_t)at));
		*word = bytes_u64(&b);
		return true;
	}
	if (!w->find(w->arg, address, &place)) {
		w->beyond |= address > w->thread->registers[UNWIND_SP];
		return false;
	}
	if (!place.file || !unwind_file_word(place.file, place.offset, word))
		w->beyond = true;
	return true;
}

static bool read_register(void *arg, uint64_t number, uint64_t *value)
{
	const struct stack_unwinding *w = arg;

	if (number >= UNWIND_REGISTERS || !(w->r.known >> number & 1))
		return false;
	*value = w->r.value[number];
	return true;
}

static void set_register_value(struct registers *r, int at, uint64_t value)
{
	r->value[at] = value;
	r->known |= UINT32_C(1) << at;
	r->nowhere &= ~(UINT32_C(1) << at);
}

/* ---- by the rules of the file ---- */

static const struct unwind_row *row_of(struct stack_unwinding *w,
				       const struct unwind_place *place)
{
	uint64_t mixed =
	    (place->offset ^ (uintptr_t)place->file >> 4) * UINT64_C(0x9e3779b97f4a7c15);
	struct kept_row *kept = &w->u->rows[mixed >> 32 & (ROWS - 1)];

	if (kept->file != place->file || kept->offset != place->offset) {
		kept->file = place->file;
		kept->offset = place->offset;
		unwind_file_row(place->file, place->offset, &kept->row);
	}
	return &kept->row;
}

static bool find_cfa(struct stack_unwinding *w, const struct unwind_place *place,
		     const struct unwind_row *row, uint64_t *cfa)
{
	struct unwind_source from = {read_register, read_word, w, 0, &w->steps};

	if (row->cfa_by)
		return unwind_formula_eval(unwind_file_formula(place->file, row->cfa),
					   &from, cfa);
	if (!read_register(w, row->cfa_register, cfa))
		return false;
	*cfa += (uint64_t)(int64_t)row->cfa;
	return true;
}

/* The value of a register of the caller; false when it is unknown. */
static bool recover(struct stack_unwinding *w, const struct unwind_place *place,
		    const struct unwind_row *row, uint64_t cfa, int at, uint64_t *v)
{
	struct unwind_source from = {read_register, read_word, w, cfa, &w->steps};
	int32_t value = row->value[at];

	switch ((enum unwind_how)row->how[at]) {
	case UNWIND_SAME:
		return read_register(w, (uint64_t)at, v);
	case UNWIND_MOVED:
		return read_register(w, (uint64_t)value, v);
	case UNWIND_CFA:
		*v = cfa + (uint64_t)(int64_t)value;
		return true;
	case UNWIND_SAVED:
		return read_word(w, cfa + (uint64_t)(int64_t)value, v);
	case UNWIND_SAVED_BY:
		return unwind_formula_eval(unwind_file_formula(place->file, value), &from,
					   v) &&
		       read_word(w, *v, v);
	case UNWIND_BY:
		return unwind_formula_eval(unwind_file_formula(place->file, value), &from,
					   v);
	case UNWIND_UNDEFINED:
		break;
	}
	return false;
}

/* Go to the caller; false at the end. */
static bool by_row(struct stack_unwinding *w, const struct unwind_place *place,
		   const struct unwind_row *row, enum unwind_end *end)
{
	struct registers next = {.known = 0};
	uint64_t cfa, v, pc = w->r.value[UNWIND_PC];

	*end = UNWIND_LOST;
	if (!find_cfa(w, place, row, &cfa))
		return false;
	for (int i = 0; i < UNWIND_REGISTERS; i++) {
		if (row->how[i] == UNWIND_UNDEFINED)
			next.nowhere |= UINT32_C(1) << i;
		else if (recover(w, place, row, cfa, i, &v))
			set_register_value(&next, i, v);
	}
	if (next.nowhere >> UNWIND_PC & 1 || next.nowhere >> UNWIND_FP & 1) {
		*end = UNWIND_WHOLE; /* the ABI marks the outermost function this way */
		return false;
	}
	if (!(next.known >> UNWIND_PC & 1))
		return false;
	if (row->how[UNWIND_SP] == UNWIND_SAME)
		set_register_value(&next, UNWIND_SP, cfa);
	if (next.value[UNWIND_PC] == pc && next.value[UNWIND_SP] == w->r.value[UNWIND_SP])
		return false;
	w->r = next;
	w->is_call = !row->signal;
	return true;
}

/* ---- without rules ---- */

/* The kernel has saved the registers on the stack, r8 first. */
static bool by_signal(struct stack_unwinding *w)
{
	static const uint8_t order[UNWIND_REGISTERS] = {8, 9, 10, 11, 12, 13, 14, 15, 5,
							4, 6, 3,  1,  0,  2,  7,  16};
	uint64_t at = w->r.value[UNWIND_SP] + 40, v;
	struct registers next = {.known = 0};

	for (int i = 0; i < UNWIND_REGISTERS; i++)
		if (read_word(w, at + 8 * (uint64_t)i, &v))
			set_register_value(&next, order[i], v);
	w->r = next;
	w->is_call = false;
	return next.known >> UNWIND_PC & 1;
}

/* Follow the frame pointer if it is valid: addresses of frames must rise. */
static bool by_pointer(struct stack_unwinding *w)
{
	uint64_t fp, sp = w->r.value[UNWIND_SP], back, pc;

	if (!read_register(w, UNWIND_FP, &fp) || fp == 0 || !read_word(w, fp, &back) ||
	    fp < sp || fp - sp > GUESS_MOST || !read_word(w, fp + 8, &pc))
		return false;
	w->r = (struct registers){.known = 0};
	set_register_value(&w->r, UNWIND_PC, pc);
	set_register_value(&w->r, UNWIND_FP, back);
	set_register_value(&w->r, UNWIND_SP, fp + 16);
	w->is_call = true;
	return true;
}

static bool by_guess(struct stack_unwinding *w, bool *signal, enum unwind_end *end)
{
	uint64_t pc = w->r.value[UNWIND_PC], sp = w->r.value[UNWIND_SP], v;
	uint64_t code[2] = {0, 0};
	bool there = read_word(w, pc, &code[0]) && read_word(w, pc + 8, &code[1]);

	*end = UNWIND_NO_ROW;
	/* mov $15,%rax; syscall: the code to which signal handlers return */
	*signal =
	    there && code[0] == UINT64_C(0x0f0000000fc0c748) && (code[1] & 0xff) == 0x05;
	if (*signal)
		return by_signal(w);
	/* a PLT entry: jmp *N(%rip); push $N; jmp N */
	if (!there || (code[0] & 0xffff) != 0x25ff || (code[0] >> 48 & 0xff) != 0x68 ||
	    (code[1] >> 24 & 0xff) != 0xe9)
		return by_pointer(w);
	if (!read_word(w, sp, &v))
		return false;
	set_register_value(&w->r, UNWIND_PC, v);
	set_register_value(&w->r, UNWIND_SP, sp + 8);
	w->is_call = true;
	return true;
}

/* ---- the walk ---- */

/* Go from the current frame to its caller; `*shown` is the frame's address. False at the end. */
static bool step_to_caller(struct stack_unwinding *w, uint64_t *shown,
			   enum unwind_end *end)
{
	uint64_t pc = w->r.value[UNWIND_PC], at = w->is_call ? pc - 1 : pc;
	struct unwind_place place;
	const struct unwind_row *row;
	bool signal, goes_on;

	*shown = at;
	if (pc == 0 || !w->find(w->arg, at, &place)) {
		*end = pc == 0 && !w->beyond ? UNWIND_WHOLE : UNWIND_LOST;
		return false;
	}
	if (!place.file || unwind_file_status(place.file) != SYMBOLS_FOUND) {
		*end = place.file ? UNWIND_NO_FILE : UNWIND_MADE;
		return false;
	}
	row = row_of(w, &place);
	signal = row->signal;
	goes_on = row->known ? by_row(w, &place, row, end) : by_guess(w, &signal, end);
	if (signal)
		*shown = pc;
	return goes_on;
}

enum unwind_end unwind_walk(struct unwind *u, const struct unwind_thread *thread,
			    unwind_find *find, void *arg, uint64_t *addresses, size_t max,
			    size_t *n)
{
	struct stack_unwinding w = {
	    .u = u, .thread = thread, .find = find, .arg = arg, .steps = STEPS_MOST};
	enum unwind_end end = UNWIND_DEEP;

	memcpy(w.r.value, thread->registers, sizeof w.r.value);
	w.r.known = thread->known;
	for (*n = 0; *n < max;) {
		bool goes_on = step_to_caller(&w, &addresses[*n], &end);

		++*n;
		if (!goes_on)
			return w.beyond && end == UNWIND_LOST ? UNWIND_COPY : end;
	}
	return UNWIND_DEEP;
}
