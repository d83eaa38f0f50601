#include "analysis/waiting/wake_paths.h"

#include <string.h>

#include "analysis/waiting/waits.h"
#include "base/append.h"
#include "base/mem.h"

const char *const wait_graph_names[WAIT_GRAPHS] = {
    [GRAPH_OFF_CPU] = "offcpu",	  [GRAPH_WAKEUP] = "wakeup",
    [GRAPH_OFF_WAKE] = "offwake", [GRAPH_CHAIN] = "chain",
    [GRAPH_HOT_COLD] = "hotcold",
};

const char *const wake_labels[WAKE_LABELS] = {
    [LABEL_DIVIDER] = "--",
    [LABEL_INTERRUPT] = "[interrupt]",
    [LABEL_UNKNOWN] = "[waker not known]",
    [LABEL_NOBODY] = "[not woken]",
    [LABEL_MORE] = "[more wakers]",
};

/* A waker: its stack in the profile, or 0, and the frame of its name. */
struct wake_tail {
	uint32_t stack, name;
};

/* The samples that woke a thread, ascending. */
struct wake_rows {
	uint64_t *rows; /* owned */
	size_t count, room;
};

/* ---- names ---- */

static bool is_name(const struct frame *f)
{
	return f->module == 0 && f->kind == FRAME_NAMELESS;
}

/* Find or add the frame of a name. */
static bool put_name(struct wake_paths *w, uint32_t string, uint32_t *frame,
		     struct error *err)
{
	uint32_t fresh = (uint32_t)w->frame_count;

	return idmap_put(&w->by_name, string, fresh, frame, err) &&
	       (*frame != fresh ||
		APPEND(w->frames, w->frame_count, w->frame_room, "names", err,
		       (struct frame){.name = string, .kind = FRAME_NAMELESS}));
}

static bool find_labels(struct wake_paths *w, struct error *err)
{
	const struct profile *p = w->p;

	for (uint32_t i = 1; i < p->frame_count; i++) {
		uint32_t before;

		if (!is_name(&p->frames[i]))
			continue;
		if (!idmap_put(&w->by_name, p->frames[i].name, i, &before, err))
			return false;
		for (uint32_t label = 0; label < WAKE_LABELS; label++)
			if (text_equal(profile_frame_written(p, i),
				       text_of(wake_labels[label])))
				w->labels[label] = i;
	}
	for (uint32_t i = 0; i < WAKE_LABELS; i++)
		if (!w->labels[i] &&
		    !put_name(w, w->label_string + i, &w->labels[i], err))
			return false;
	return true;
}

/* Mark stacks with a kernel function that handles an interrupt. Callers have lower numbers. */
static bool mark_interrupts(struct wake_paths *w, struct error *err)
{
	const struct profile *p = w->p;

	w->interrupts = mem_array(p->stack_count, 1, "stacks", err);
	for (uint32_t i = 1; w->interrupts && i < p->stack_count; i++) {
		uint8_t known = w->known[p->stacks[i].frame];

		w->interrupts[i] =
		    known & FRAME_OF_KERNEL &&
		    (known & FRAME_OF_INTERRUPT || w->interrupts[p->stacks[i].parent]);
	}
	return w->interrupts != NULL;
}

bool wake_paths_build(struct wake_paths *w, const struct profile *p,
		      enum wait_graph graph, uint32_t label_string, struct error *err)
{
	*w = (struct wake_paths){.p = p, .graph = graph, .label_string = label_string};
	if (!mem_reserve(&w->stacks, &w->stack_room, p->stack_count, sizeof *w->stacks,
			 "stacks", err) ||
	    !mem_reserve(&w->frames, &w->frame_room, p->frame_count, sizeof *w->frames,
			 "functions", err))
		return false;
	memcpy(w->stacks, p->stacks, p->stack_count * sizeof *w->stacks);
	memcpy(w->frames, p->frames, p->frame_count * sizeof *w->frames);
	w->stack_count = p->stack_count;
	w->frame_count = p->frame_count;
	w->left = CHAIN_PATHS + 4 * (uint64_t)p->stack_count;
	w->known = waits_classify_frames(p, err);
	return w->known && mark_interrupts(w, err) && find_labels(w, err);
}

void wake_paths_release(struct wake_paths *w)
{
	for (size_t i = 0; i < w->row_count; i++)
		mem_free(w->rows[i].rows);
	mem_free(w->rows);
	mem_free(w->stacks);
	mem_free(w->frames);
	mem_free(w->known);
	mem_free(w->interrupts);
	mem_free(w->tails);
	mem_free(w->buffer);
	idmap_release(&w->by_parent);
	idmap_release(&w->by_name);
	idmap_release(&w->by_tail);
	idmap_release(&w->by_path);
	idmap_release(&w->by_tid);
	*w = (struct wake_paths){0};
}

/* ---- wakers ---- */

static const struct thread *waker_thread(const struct wake_paths *w, uint64_t row)
{
	return &w->p->threads[profile_context(w->p, row)->thread];
}

/* The number of innermost frames in the buffer that handle an interrupt. */
static size_t interrupt_frames(const struct wake_paths *w, size_t count)
{
	size_t handling = 0;

	for (size_t i = 0; i < count && w->known[w->buffer[i]] & FRAME_OF_KERNEL; i++)
		if (w->known[w->buffer[i]] & FRAME_OF_INTERRUPT)
			handling = i + 1;
	return handling;
}

/* Read the frames of a stack of the profile into the buffer, innermost first. */
static bool read_stack(struct wake_paths *w, uint32_t stack, size_t *count,
		       struct error *err)
{
	*count = 0;
	for (; stack; stack = w->p->stacks[stack].parent)
		if (!APPEND(w->buffer, *count, w->buffer_room, "frames", err,
			    w->p->stacks[stack].frame))
			return false;
	return true;
}

static bool put_tail(struct wake_paths *w, uint32_t stack, uint32_t name, uint32_t *id,
		     struct error *err)
{
	uint32_t fresh = (uint32_t)w->tail_count;

	return idmap_put(&w->by_tail, idmap_pair(stack, name), fresh, id, err) &&
	       (*id != fresh || APPEND(w->tails, w->tail_count, w->tail_room, "wakers",
				       err, (struct wake_tail){stack, name}));
}

/* Find or add the waker of this row. `*interrupt`: it is an interrupt, not a thread. */
static bool tail_of(struct wake_paths *w, uint64_t row, uint32_t *id, bool *interrupt,
		    struct error *err)
{
	uint32_t stack = w->p->samples.stack[row], name;
	const struct thread *t = waker_thread(w, row);

	*interrupt = w->interrupts[stack] || profile_is_idle_task(w->p, t);
	name = w->labels[LABEL_INTERRUPT];
	return (*interrupt || put_name(w, t->comm, &name, err)) &&
	       put_tail(w, stack, name, id, err);
}

static bool tail_of_none(struct wake_paths *w, const struct absence *a, uint32_t *id,
			 struct error *err)
{
	return put_tail(w, 0, w->labels[a->is_over ? LABEL_UNKNOWN : LABEL_NOBODY], id,
			err);
}

/* ---- paths ---- */

static uint32_t depth_of(const struct wake_paths *w, uint32_t stack)
{
	uint32_t depth = 0;

	for (; stack; stack = w->stacks[stack].parent)
		depth++;
	return depth;
}

/* Append a frame to `*stack`; `*depth` is its depth. At STACK_DEEPEST the stack is unchanged. */
static bool add_frame(struct wake_paths *w, uint32_t *stack, uint32_t *depth,
		      uint32_t frame, struct error *err)
{
	const struct stack more = {.parent = *stack, .frame = frame};
	uint32_t fresh = (uint32_t)w->stack_count;

	if (*depth >= STACK_DEEPEST)
		return true;
	if (w->stack_count >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "its wakers have too many call paths");
	*depth += 1;
	return idmap_put(&w->by_parent, idmap_pair(*stack, frame), fresh, stack, err) &&
	       (*stack != fresh || APPEND(w->stacks, w->stack_count, w->stack_room,
					  "call paths", err, more));
}

/* Read the frames of a waker into the buffer; for an interrupt only the frames that handle it. */
static bool read_tail(struct wake_paths *w, const struct wake_tail *t, size_t *count,
		      struct error *err)
{
	size_t handling;

	if (!read_stack(w, t->stack, count, err))
		return false;
	handling = interrupt_frames(w, *count);
	if (handling)
		*count = handling;
	return true;
}

/* Append "--", the frames of the waker, innermost first, and its name to a stack. */
static bool add_tail(struct wake_paths *w, uint32_t *stack, uint32_t tail,
		     struct error *err)
{
	const struct wake_tail t = w->tails[tail];
	uint64_t key = idmap_pair(*stack, tail);
	uint32_t depth, path = *stack;
	size_t count;
	bool ok;

	if (idmap_get(&w->by_path, key, stack))
		return true;
	depth = depth_of(w, path);
	ok = read_tail(w, &t, &count, err) &&
	     add_frame(w, &path, &depth, w->labels[LABEL_DIVIDER], err);
	for (size_t i = 0; ok && i < count; i++)
		ok = add_frame(w, &path, &depth, w->buffer[i], err);
	return ok && add_frame(w, &path, &depth, t.name, err) &&
	       idmap_put(&w->by_path, key, path, stack, err);
}

/* Make the stack of a WAKEUP: the waker's name, its frames, the waiting thread. */
static bool put_wakeup(struct wake_paths *w, uint32_t tail, uint32_t thread,
		       uint32_t *stack, struct error *err)
{
	const struct wake_tail t = w->tails[tail];
	uint32_t comm = w->p->threads[thread].comm, depth = 0, path = 0, name;
	uint64_t key = idmap_pair(tail, comm);
	size_t count;
	bool ok;

	if (idmap_get(&w->by_path, key, stack))
		return true;
	ok = read_tail(w, &t, &count, err) && add_frame(w, &path, &depth, t.name, err);
	while (ok && count-- > 0)
		ok = add_frame(w, &path, &depth, w->buffer[count], err);
	return ok && put_name(w, comm, &name, err) &&
	       add_frame(w, &path, &depth, name, err) &&
	       idmap_put(&w->by_path, key, path, stack, err);
}

/* ---- chains ---- */

bool wake_paths_note(struct wake_paths *w, const struct absence *a, struct error *err)
{
	uint32_t fresh = (uint32_t)w->row_count, at;
	struct wake_rows *r;

	if (w->graph != GRAPH_CHAIN || a->waker == ABSENCE_NO_WAKER)
		return true;
	if (!idmap_put(&w->by_tid, (uint32_t)w->p->threads[a->thread].tid, fresh, &at,
		       err) ||
	    (at == fresh && !APPEND(w->rows, w->row_count, w->row_room, "threads", err,
				    (struct wake_rows){0})))
		return false;
	r = &w->rows[at];
	return (r->count && r->rows[r->count - 1] >= a->waker) ||
	       APPEND(r->rows, r->count, r->room, "wakers", err, a->waker);
}

/*
 * Find the last wake-up, before `*row`, of the thread that did the wake-up at `*row`; false: none
 * since `from`. Rows descend with each step, so threads that wake each other make no endless chain.
 */
static bool waker_before(const struct wake_paths *w, uint64_t *row, uint64_t from)
{
	const struct wake_rows *r;
	size_t low = 0, high;
	uint32_t at;

	if (!idmap_get(&w->by_tid, (uint32_t)waker_thread(w, *row)->tid, &at))
		return false;
	r = &w->rows[at];
	high = r->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->rows[middle] < *row)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || w->p->samples.time[r->rows[low - 1]] <= from)
		return false;
	*row = r->rows[low - 1];
	return true;
}

/* Like add_tail(); `*fits` becomes false when too many frames were added. */
static bool add_further(struct wake_paths *w, uint32_t *stack, uint32_t tail, bool *fits,
			struct error *err)
{
	size_t before = w->stack_count, more;
	uint32_t there;
	bool ok;

	*fits = w->left > 0 || idmap_get(&w->by_path, idmap_pair(*stack, tail), &there);
	ok = !*fits || add_tail(w, stack, tail, err);
	more = w->stack_count - before;
	w->left -= more < w->left ? more : w->left;
	return ok;
}

static bool add_chain(struct wake_paths *w, const struct absence *a, uint32_t *stack,
		      struct error *err)
{
	uint64_t row = a->waker;
	bool interrupt = false, more, fits = true;
	uint32_t tail;

	if (!tail_of(w, row, &tail, &interrupt, err) || !add_tail(w, stack, tail, err))
		return false;
	more = !interrupt && waker_before(w, &row, a->from);
	for (int i = 1; more && fits && i < CHAIN_LONGEST; i++) {
		if (!tail_of(w, row, &tail, &interrupt, err) ||
		    !add_further(w, stack, tail, &fits, err))
			return false;
		more = !fits || (!interrupt && waker_before(w, &row, a->from));
	}
	w->cut += !fits;
	return !more || (put_tail(w, 0, w->labels[LABEL_MORE], &tail, err) &&
			 add_tail(w, stack, tail, err));
}

bool wake_paths_put(struct wake_paths *w, const struct absence *a, uint32_t *stack,
		    struct error *err)
{
	bool known = a->waker != ABSENCE_NO_WAKER, interrupt;
	uint32_t tail;

	*stack = a->stack;
	if (w->graph == GRAPH_OFF_CPU)
		return true;
	if (w->graph == GRAPH_CHAIN && known)
		return add_chain(w, a, stack, err);
	if (known ? !tail_of(w, a->waker, &tail, &interrupt, err)
		  : !tail_of_none(w, a, &tail, err))
		return false;
	return w->graph == GRAPH_WAKEUP ? put_wakeup(w, tail, a->thread, stack, err)
					: add_tail(w, stack, tail, err);
}
