#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/extent.h"
#include "export/tidy.h"

/* ---- lines ---- */

/*
 * A line is a list of parts joined by ';'; no part contains one. It is stored as the number of
 * the line without its last part, plus that part, so lines share their beginnings. Line 0 is
 * empty. Release with stack_lines_release().
 */
struct stack_lines {
	struct intern *parts; /* owned; the empty part has number 0 */
	struct idmap ids;     /* (line, part): the line extended by the part */
	struct stack_line {
		uint32_t parent, part;
		uint64_t value, baseline;
	} * rows; /* owned; a parent comes before its children */
	uint32_t count;
	size_t room;
	bool compared;	    /* lines have two values; the baseline's is multiplied ... */
	double here, there; /* ... by here / there, unless `there` is 0 */
};

#define LINES_MAX (UINT32_MAX / 2) /* each line takes two turns */

static bool add_line(struct stack_lines *l, uint32_t parent, uint32_t part,
		     struct error *err)
{
	if (l->count == LINES_MAX)
		return error_set(err, ERROR_LIMIT, "more than %u stacks", LINES_MAX);
	return APPEND(l->rows, l->count, l->room, "stacks", err,
		      (struct stack_line){.parent = parent, .part = part});
}

static void stack_lines_release(struct stack_lines *l)
{
	intern_free(l->parts);
	idmap_release(&l->ids);
	mem_free(l->rows);
	*l = (struct stack_lines){0};
}

/* Find or add the line that extends `line` by `part`. */
static bool stack_lines_longer(struct stack_lines *l, uint32_t line, uint32_t part,
			       uint32_t *longer, struct error *err)
{
	uint32_t fresh = l->count;

	return idmap_put(&l->ids, idmap_pair(line, part), fresh, longer, err) &&
	       (*longer != fresh || add_line(l, line, part, err));
}

/*
 * A part ends a line, or a ';' follows it. The two cases sort differently: "f!" comes between
 * "f" and "f;g".
 */
struct ending {
	uint64_t start; /* the first 8 bytes as a big-endian number */
	uint32_t part;
	bool more; /* a ';' follows */
};

/* The byte at `i`, -1 after the end. */
static int byte_at(struct text t, bool more, size_t i)
{
	if (i < t.len)
		return (uint8_t)t.at[i];
	return i == t.len && more ? ';' : -1;
}

static int compare_endings(const void *a, const void *b, void *parts)
{
	const struct ending *x = a, *y = b;
	struct text s = intern_get(parts, x->part), t = intern_get(parts, y->part);
	size_t i = s.len < t.len ? s.len : t.len;
	int order;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	order = memcmp(s.at, t.at, i);
	for (; order == 0; i++) {
		int next = byte_at(s, x->more, i);

		order = next - byte_at(t, y->more, i);
		if (next < 0)
			break;
	}
	return order;
}

static struct ending *sorted_endings(const struct stack_lines *l, struct error *err)
{
	size_t count = 2 * (size_t)intern_count(l->parts);
	struct ending *endings = mem_array(count, sizeof *endings, "names", err);

	for (size_t i = 0; endings && i < count; i++) {
		struct ending *e = &endings[i];

		e->part = (uint32_t)(i / 2);
		e->more = i % 2;
		for (size_t at = 0; at < sizeof e->start; at++) {
			int byte = byte_at(intern_get(l->parts, e->part), e->more, at);

			e->start = e->start << 8 | (uint8_t)(byte < 0 ? 0 : byte);
		}
	}
	if (endings)
		qsort_r(endings, count, sizeof *endings, compare_endings, l->parts);
	return endings;
}

/* The order of writing. Turn 2 * n writes line n, turn 2 * n + 1 the lines that extend it. */
struct turns {
	uint32_t *first;     /* owned: by line, the first turn below it; 0: none */
	uint32_t *next;	     /* owned: by turn, the next one; 0: the last */
	uint32_t *last_with; /* owned: by part, a line that ends in it; 0: none */
	uint32_t *with;	     /* owned: by line, the next such line; 0: none */
	struct bits inner;   /* lines that other lines extend */
};

static void turns_release(struct turns *t)
{
	mem_free(t->first);
	mem_free(t->next);
	mem_free(t->last_with);
	mem_free(t->with);
	bits_release(&t->inner);
}

/*
 * Build the lists of turns without sorting lines: walk the endings from the last to the first,
 * and put each turn in front of its list.
 */
static bool turns_build(struct turns *t, const struct stack_lines *l, struct error *err)
{
	struct ending *endings = sorted_endings(l, err);
	size_t names = intern_count(l->parts), lines = l->count;
	bool ok;

	*t = (struct turns){0};
	ok = endings && (t->first = mem_array(lines, sizeof *t->first, "stacks", err)) &&
	     (t->next = mem_array(2 * lines, sizeof *t->next, "stacks", err)) &&
	     (t->last_with = mem_array(names, sizeof *t->last_with, "names", err)) &&
	     (t->with = mem_array(lines, sizeof *t->with, "stacks", err)) &&
	     bits_build(&t->inner, l->count, err);
	for (uint32_t n = 1; ok && n < l->count; n++) {
		t->with[n] = t->last_with[l->rows[n].part];
		t->last_with[l->rows[n].part] = n;
		bits_add(&t->inner, l->rows[n].parent);
	}
	for (size_t i = 2 * names; ok && i > 0; i--) {
		const struct ending *e = &endings[i - 1];

		for (uint32_t n = t->last_with[e->part]; n; n = t->with[n]) {
			uint32_t turn = 2 * n + e->more, parent = l->rows[n].parent;

			if (e->more ? !bits_has(&t->inner, n)
				    : !l->rows[n].value && !l->rows[n].baseline)
				continue;
			t->next[turn] = t->first[parent];
			t->first[parent] = turn;
		}
	}
	mem_free(endings);
	if (!ok)
		turns_release(t);
	return ok;
}

static uint64_t divide_rounded(uint64_t value, uint64_t unit)
{
	uint64_t rest = value % unit;

	return value / unit + (rest && rest >= unit - rest);
}

/* Multiply the value of a whole line and truncate it, in the same order as difffolded.pl -n. */
static uint64_t comparable(const struct stack_lines *l, uint64_t baseline)
{
	double value = (double)baseline;

	if (l->here == l->there || l->there <= 0)
		return baseline;
	value = value * l->here / l->there;
	return value < 0x1p63 ? (uint64_t)value : INT64_MAX;
}

/*
 * Write each line that has a value: the line, a blank, and the value divided by `unit` and
 * rounded to the nearest, which may be 0. Iterative, because stacks are deep.
 */
static bool stack_lines_write(const struct stack_lines *l, uint64_t unit, FILE *out,
			      struct error *err)
{
	struct text_buffer b = {0};
	struct turns t;
	uint32_t at = 0, turn;
	bool ok = true;

	if (!turns_build(&t, l, err))
		return false;
	turn = t.first[0];
	while (turn || at) {
		uint32_t line = turn ? turn / 2 : at;
		struct text part = intern_get(l->parts, l->rows[line].part);

		if (!turn) { /* all extensions of this line have been written */
			b.len -= part.len + 1;
			turn = t.next[2 * at + 1];
			at = l->rows[at].parent;
			continue;
		}
		ok = text_buffer_add(&b, part, err) &&
		     (turn % 2 == 0 || text_buffer_add(&b, TEXT(";"), err));
		if (!ok)
			break;
		if (turn % 2) {
			at = line;
			turn = t.first[line];
			continue;
		}
		fwrite(b.at, 1, b.len, out);
		/* the value of the baseline comes first, as for difffolded.pl */
		if (l->compared)
			fprintf(
			    out, " %" PRIu64,
			    divide_rounded(comparable(l, l->rows[line].baseline), unit));
		fprintf(out, " %" PRIu64 "\n", divide_rounded(l->rows[line].value, unit));
		b.len -= part.len;
		turn = t.next[turn];
	}
	mem_free(b.at);
	turns_release(&t);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}

/* ---- frames as parts ---- */

/* The parts that a frame or a group adds to a line: `count` parts from `first` on. */
struct node_wording {
	size_t first;
	uint32_t count;
	uint8_t state; /* the state for its callees */
};

/* The context from the callers that changes how a frame is written. */
enum { STATE_JAVA = 1, STATE_SKIPPING = 2, STATES = 4 };

/* The values that are folded, of one side or of two. All borrowed. */
struct folded {
	const struct tree *tree;
	const uint64_t *self, *total;			/* by node */
	const uint64_t *baseline_self, *baseline_total; /* NULL: no baseline */
};

struct folder {
	const struct export_job *job; /* borrowed */
	struct folded of;
	struct folded_style style;
	struct stack_lines lines;      /* owned */
	struct text_buffer text;       /* owned: the current frame */
	struct idmap wording_ids;      /* (frame, state): wording */
	struct node_wording *wordings; /* owned */
	size_t wording_room;
	uint32_t *parts; /* owned: the parts of all wordings */
	size_t part_count, part_room;
	uint32_t *line; /* owned: by node */
	uint8_t *state; /* owned: by node */
};

/*
 * Write the name unchanged, except for characters that would break the line, and a mark such as
 * "_[k]", unless it ends in it.
 */
static bool write_plain(struct folder *f, uint32_t frame, struct text label,
			struct error *err)
{
	struct printable p = printable_of(label);
	struct text mark = TEXT("");
	uint32_t kind;

	while (p.rest.len) {
		char bytes[UTF8_MAX];
		char32_t rune = printable_next(&p);
		size_t n = utf8_encode(rune == ';' ? ':' : rune, bytes);

		if (!text_buffer_add(&f->text, (struct text){bytes, n}, err))
			return false;
	}
	if (!frame)
		return true;
	kind = f->of.tree->profile->frames[frame].kind;
	if (kind == FRAME_KERNEL && (f->style.annotate & ANNOTATE_KERNEL))
		mark = TEXT("_[k]");
	else if (kind == FRAME_JIT && (f->style.annotate & ANNOTATE_JIT))
		mark = TEXT("_[j]");
	else if (kind == FRAME_INLINED && f->style.annotate != ANNOTATE_NONE)
		mark = TEXT("_[i]");
	return text_ends(label, mark) || text_buffer_add(&f->text, mark, err);
}

/* Write a frame as stackcollapse-perf.pl does, which may be nothing, and update the state. */
static bool write_tidy(struct folder *f, uint32_t frame, struct text label,
		       uint8_t *state, struct error *err)
{
	struct tidy t = {.annotate = f->style.annotate,
			 .java = *state & STATE_JAVA,
			 .skipping = *state & STATE_SKIPPING};

	if (!frame) {
		t.java = text_starts(label, TEXT("java"));
		if (!text_buffer_add(&f->text, TEXT(";"), err) ||
		    !tidy_group(&f->text, label, err))
			return false;
	} else if (!tidy_frame(&t, &f->text, f->of.tree->profile, frame, err)) {
		return false;
	}
	*state = (uint8_t)((t.java ? STATE_JAVA : 0) | (t.skipping ? STATE_SKIPPING : 0));
	return true;
}

static bool add_part(struct folder *f, struct node_wording *w, struct text t,
		     struct error *err)
{
	w->count++;
	return mem_reserve(&f->parts, &f->part_room, f->part_count + 1, sizeof *f->parts,
			   "names", err) &&
	       intern_put(f->lines.parts, t, &f->parts[f->part_count++], err);
}

/* Find the parts of a node below a parent that left `state`. */
static bool find_node_parts(struct folder *f, uint32_t node, uint8_t state,
			    struct node_wording *w, struct error *err)
{
	const struct tree *t = f->of.tree;
	uint32_t frame = t->frame[node];
	struct text label = tree_label(t, node), rest;

	*w = (struct node_wording){.first = f->part_count, .state = state};
	f->text.len = 0;
	if (!(f->style.tidy ? write_tidy(f, frame, label, &w->state, err)
			    : write_plain(f, frame, label, err)))
		return false;
	rest = text_buffer_text(&f->text);
	if (!f->style.tidy)
		return add_part(f, w, rest, err);
	while (rest.len) { /* a tidied text that is not empty begins with a ';' */
		const char *end;
		size_t len;

		rest = text_from(rest, 1);
		end = rest.len ? memchr(rest.at, ';', rest.len) : NULL;
		len = end ? (size_t)(end - rest.at) : rest.len;
		if (!add_part(f, w, text_upto(rest, len), err))
			return false;
		rest = text_from(rest, len);
	}
	return true;
}

/* The same, cached for each frame and state. */
static bool find_wording(struct folder *f, uint32_t node, uint8_t state,
			 struct node_wording *w, struct error *err)
{
	uint32_t frame = f->of.tree->frame[node], id;
	uint32_t fresh = (uint32_t)f->wording_ids.count;

	if (!frame)
		return find_node_parts(f, node, state, w, err);
	if (!idmap_put(&f->wording_ids, idmap_pair(frame, state), fresh, &id, err))
		return false;
	if (id == fresh) {
		if (!mem_reserve(&f->wordings, &f->wording_room, (size_t)fresh + 1,
				 sizeof *f->wordings, "names", err) ||
		    !find_node_parts(f, node, state, &f->wordings[fresh], err))
			return false;
	}
	*w = f->wordings[id];
	return true;
}

static bool add_node(struct folder *f, uint32_t node, struct error *err)
{
	uint32_t parent = f->of.tree->parent[node], line = f->line[parent];
	struct node_wording w;

	if (!find_wording(f, node, f->state[parent], &w, err))
		return false;
	for (uint32_t i = 0; i < w.count; i++)
		if (!stack_lines_longer(&f->lines, line, f->parts[w.first + i], &line,
					err))
			return false;
	f->line[node] = line;
	f->state[node] = w.state;
	return true;
}

/* Add values to a line. A line without frames or names gets a placeholder. */
static bool count_line(struct folder *f, uint32_t line, uint64_t value, uint64_t baseline,
		       struct error *err)
{
	struct stack_line *row = &f->lines.rows[line];
	uint32_t part;

	if (row->parent == 0 && row->part == 0) {
		if (!intern_put(f->lines.parts, TEXT("[no stack]"), &part, err) ||
		    !stack_lines_longer(&f->lines, 0, part, &line, err))
			return false;
	}
	f->lines.rows[line].value += value;
	f->lines.rows[line].baseline += baseline;
	return true;
}

static bool add_nodes(struct folder *f, struct error *err)
{
	const struct folded *of = &f->of;
	const struct export_job *job = f->job;
	uint32_t count = of->tree->count;

	f->line = mem_array(count, sizeof *f->line, "call paths", err);
	f->state = f->line ? mem_array(count, 1, "call paths", err) : NULL;
	f->lines.parts = f->state ? intern_new(err) : NULL;
	if (!f->lines.parts || !add_line(&f->lines, 0, 0, err))
		return false;
	f->lines.compared = of->baseline_self != NULL;
	for (uint32_t node = 0; node < count; node++) {
		uint64_t self = of->self[node];
		uint64_t baseline = of->baseline_self ? of->baseline_self[node] : 0;

		if (node &&
		    (of->total[node] ||
		     (of->baseline_total && of->baseline_total[node])) &&
		    !add_node(f, node, err))
			return false;
		if ((self || baseline) &&
		    !(job->shown &&
		      shown_leaves_out(job->shown, job->comparison, node)) &&
		    !count_line(f, f->line[node], self, baseline, err))
			return false;
	}
	return true;
}

static struct folded folded_of(const struct export_job *job)
{
	const struct comparison *c = job->comparison;

	if (!c)
		return (struct folded){.tree = job->flame->tree,
				       .self = job->flame->self,
				       .total = job->flame->total};
	return (struct folded){.tree = c->tree,
			       .self = c->subject.self,
			       .total = c->subject.total,
			       .baseline_self = c->baseline.self,
			       .baseline_total = c->baseline.total};
}

/*
 * Write each stack with self samples, root first, with its self value. Equal lines are added up,
 * and lines are sorted bytewise by stack. In names only ';' (by ':'), line ends, control characters
 * and invalid UTF-8 (by U+FFFD) are replaced; with `tidy` they are written as by
 * stackcollapse-perf.pl. With `annotate`, frames of the chosen kinds end in "_[k]" or "_[j]",
 * inlined ones in "_[i]". A sample without frames is written as its group, or as "[no stack]" if
 * there are no groups. A comparison has two values for each stack of either side, those of the
 * baseline and of the subject, as in difffolded.pl. It leaves out hidden stacks, and shows only
 * lost stacks if the picture does.
 */
static bool folded_write(const struct export_job *job, FILE *out, struct error *err)
{
	struct folder f = {.job = job, .of = folded_of(job), .style = job->style};
	const struct comparison *c = job->comparison;
	uint64_t unit = job->style.unit;
	bool ok = add_nodes(&f, err);

	if (ok && c && job->style.normalise) {
		bool by_time = c->normalised == NORMALISED_BY_TIME;

		if (by_time || c->normalised == NORMALISED_BY_SHARE) {
			f.lines.here =
			    (double)(by_time ? c->subject.length : c->subject.value);
			f.lines.there =
			    (double)(by_time ? c->baseline.length : c->baseline.value);
		}
	}
	ok = ok && stack_lines_write(&f.lines, unit ? unit : 1, out, err);
	stack_lines_release(&f.lines);
	idmap_release(&f.wording_ids);
	mem_free(f.wordings);
	mem_free(f.parts);
	mem_free(f.text.at);
	mem_free(f.line);
	mem_free(f.state);
	return ok;
}

static bool folded_measure(const struct export_job *job, uint64_t *bytes,
			   struct error *err)
{
	const struct folded of = folded_of(job);
	struct flame side = {.tree = of.tree, .self = (uint64_t *)of.self};
	uint64_t first;

	if (!extent_of_paths(&side, EXTENT_NAMES, &first, err))
		return false;
	*bytes = first;
	if (!of.baseline_self)
		return true;
	side.self = (uint64_t *)of.baseline_self;
	if (!extent_of_paths(&side, EXTENT_NAMES, bytes, err))
		return false;
	*bytes = number_add(*bytes, first);
	return true;
}

const struct notation folded_notation = {
    .name = "folded",
    .extension = "folded",
    .what = "folded stacks",
    .help = "one line per stack, for flamegraph.pl and similar tools",
    .has_style = true,
    .of_sides = true,
    .sums = SUMS_ALWAYS,
    .write = folded_write,
    .measure = folded_measure,
};
