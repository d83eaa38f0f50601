#include "export/export.h"

#include "export/extent.h"

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/utf8.h"

/*
 * The fields of profile.proto of github.com/google/pprof, written one by one: a message is the
 * sequence of its fields.
 */

#define VARINT_MOST 10

/* A message under construction. */
struct message {
	char *at; /* owned */
	size_t len, room;
};

struct pprof_writer {
	const struct flame *flame;  /* borrowed */
	FILE *out;		    /* borrowed */
	struct message part, inner; /* a part of the profile, and a part of that */
	char *name;		    /* owned: the current text */
	size_t name_room;
	int64_t texts;		/* number of texts written */
	struct idmap text_ids;	/* string of the profile: number of its text */
	struct idmap functions; /* frames that have been written */
	struct idmap modules;	/* string of the profile: id of its mapping */
};

static size_t put_varint(char to[static VARINT_MOST], uint64_t n)
{
	size_t len = 0;

	for (; n > 0x7f; n >>= 7)
		to[len++] = (char)(n | 0x80); /* room: of ten bytes each has seven bits */
	to[len++] = (char)n;
	return len;
}

static bool add_varint(struct message *m, uint64_t n, struct error *err)
{
	if (!mem_reserve(&m->at, &m->room, m->len + VARINT_MOST, 1, "a profile", err))
		return false;
	m->len += put_varint(m->at + m->len, n);
	return true;
}

/* A field that is 0 is left out. */
static bool add_number(struct message *m, unsigned field, uint64_t n, struct error *err)
{
	return !n || (add_varint(m, field << 3, err) && add_varint(m, n, err));
}

/* Add a message, or packed numbers, and begin the next one. */
static bool add_part(struct message *m, unsigned field, struct message *part,
		     struct error *err)
{
	if (!add_varint(m, field << 3 | 2, err) || !add_varint(m, part->len, err) ||
	    !mem_reserve(&m->at, &m->room, m->len + part->len, 1, "a profile", err))
		return false;
	if (part->len)
		memcpy(m->at + m->len, part->at, part->len);
	m->len += part->len;
	part->len = 0;
	return true;
}

/* Write a field of the profile. */
static bool put_bytes(struct pprof_writer *w, unsigned field, const char *at, size_t len)
{
	char head[2 * VARINT_MOST];
	size_t n = put_varint(head, field << 3 | 2);

	n += put_varint(head + n, len);
	fwrite(head, 1, n, w->out);
	if (len)
		fwrite(at, 1, len, w->out);
	return true;
}

static bool put_part(struct pprof_writer *w, unsigned field)
{
	(void)put_bytes(w, field, w->part.at, w->part.len);
	w->part.len = 0;
	return true;
}

/* ---- texts ---- */

static bool put_text(struct pprof_writer *w, struct text t, int64_t *number,
		     struct error *err)
{
	struct printable p = printable_of(t);
	size_t len = 0;

	while (p.rest.len) {
		char32_t rune = printable_next(&p);

		if (!mem_reserve(&w->name, &w->name_room, len + UTF8_MAX, 1, "names",
				 err))
			return false;
		len += utf8_encode(rune, w->name + len);
	}
	*number = w->texts++;
	return put_bytes(w, 6, w->name, len);
}

/* The number of a string of the profile. Its text is written on first use. */
static bool text_of_string(struct pprof_writer *w, uint32_t string, int64_t *number,
			   struct error *err)
{
	uint32_t fresh = (uint32_t)w->texts, id;

	if (!idmap_put(&w->text_ids, string, fresh, &id, err))
		return false;
	*number = id;
	return id != fresh ||
	       put_text(w, profile_string(w->flame->tree->profile, string), number, err);
}

/* ---- functions ---- */

static bool put_mapping(struct pprof_writer *w, uint32_t module, uint64_t *id,
			struct error *err)
{
	uint32_t fresh = (uint32_t)w->modules.count + 1, known;
	int64_t file;

	*id = 0;
	if (!module)
		return true;
	if (!idmap_put(&w->modules, module, fresh, &known, err))
		return false;
	*id = known;
	/* has_functions: pprof need not look for them */
	return known != fresh || (text_of_string(w, module, &file, err) &&
				  add_number(&w->part, 1, fresh, err) &&
				  add_number(&w->part, 5, (uint64_t)file, err) &&
				  add_number(&w->part, 7, true, err) && put_part(w, 3));
}

/* Write a location and its function, with the same id. */
static bool put_function(struct pprof_writer *w, uint64_t id, int64_t name,
			 uint64_t mapping, struct error *err)
{
	struct message *part = &w->part;

	return add_number(part, 1, id, err) && add_number(part, 2, mapping, err) &&
	       add_number(&w->inner, 1, id, err) && add_part(part, 4, &w->inner, err) &&
	       put_part(w, 4) && add_number(part, 1, id, err) &&
	       add_number(part, 2, (uint64_t)name, err) &&
	       add_number(part, 3, (uint64_t)name, err) && put_part(w, 5);
}

/* The id of a frame is its number; groups follow after the frames. */
static uint64_t id_of(const struct pprof_writer *w, uint32_t node)
{
	const struct tree *t = w->flame->tree;

	return t->frame[node] ? t->frame[node] : (uint64_t)t->profile->frame_count + node;
}

static bool put_node(struct pprof_writer *w, uint32_t node, struct error *err)
{
	const struct tree *t = w->flame->tree;
	const struct frame *f = &t->profile->frames[t->frame[node]];
	uint32_t fresh = (uint32_t)w->functions.count, known;
	uint64_t mapping;
	int64_t name;

	if (!t->frame[node])
		return put_text(w, tree_label(t, node), &name, err) &&
		       put_function(w, id_of(w, node), name, 0, err);
	if (!idmap_put(&w->functions, t->frame[node], fresh, &known, err))
		return false;
	return known != fresh || (text_of_string(w, f->name, &name, err) &&
				  put_mapping(w, f->module, &mapping, err) &&
				  put_function(w, id_of(w, node), name, mapping, err));
}

/* ---- samples ---- */

static bool put_nodes(struct pprof_writer *w, struct error *err)
{
	const struct flame *f = w->flame;

	for (uint32_t node = 0; node < f->tree->count; node++) {
		uint64_t self = f->self[node];

		if (node && f->total[node] && !put_node(w, node, err))
			return false;
		if (!self)
			continue;
		for (uint32_t n = node; n; n = f->tree->parent[n])
			if (!add_varint(&w->inner, id_of(w, n), err))
				return false;
		if ((node && !add_part(&w->part, 1, &w->inner, err)) ||
		    !add_varint(&w->inner, self > INT64_MAX ? INT64_MAX : self, err) ||
		    !add_part(&w->part, 2, &w->inner, err) || !put_part(w, 2))
			return false;
	}
	return true;
}

/* ---- header ---- */

static bool put_head(struct pprof_writer *w, struct error *err)
{
	const struct flame *f = w->flame;
	const struct profile *p = f->tree->profile;
	bool is_time = text_equal(flame_unit(f), TEXT("ns"));
	int64_t none, type, unit;
	uint64_t duration = 0;

	if (!put_text(w, TEXT(""), &none, err) ||
	    !put_text(w, flame_measure(f), &type, err) ||
	    !put_text(w, is_time ? TEXT("nanoseconds") : TEXT("count"), &unit, err) ||
	    !add_number(&w->part, 1, (uint64_t)type, err) ||
	    !add_number(&w->part, 2, (uint64_t)unit, err) || !put_part(w, 1))
		return false;
	for (uint32_t i = 0; i < flame_stretches(f); i++) {
		const struct flame_stretch s = flame_stretch_at(f, i);

		if (f->spans)
			duration += s.to - s.from;
		else if (p->has_times && s.last > s.first)
			duration +=
			    p->samples.time[s.last - 1] - p->samples.time[s.first];
	}
	if (duration) {
		char field[2 * VARINT_MOST];
		size_t n = put_varint(field, 10 << 3);

		n += put_varint(field + n, duration);
		fwrite(field, 1, n, w->out);
	}
	return true;
}

/*
 * Write a sample for each stack, with the measured quantity as its value. Groups are functions,
 * too. Names are unchanged except for characters that could harm a terminal. The file is not
 * gzipped, because pprof accepts both.
 */
static bool pprof_write(const struct export_job *job, FILE *out, struct error *err)
{
	struct pprof_writer w = {.flame = job->flame, .out = out};
	bool ok;

	ok = put_head(&w, err) && put_nodes(&w, err) &&
	     (!ferror(out) || error_sys(err, "cannot write"));
	mem_free(w.part.at);
	mem_free(w.inner.at);
	mem_free(w.name);
	idmap_release(&w.text_ids);
	idmap_release(&w.functions);
	idmap_release(&w.modules);
	return ok;
}

static bool pprof_measure(const struct export_job *job, uint64_t *bytes,
			  struct error *err)
{
	return extent_of_paths(job->flame, EXTENT_NUMBERS, bytes, err);
}

const struct notation pprof_notation = {
    .name = "pprof",
    .extension = "pb",
    .what = "a pprof profile",
    .help = "a profile for go tool pprof and similar tools",
    .of_samples = true,
    .sums = SUMS_ALWAYS,
    .write = pprof_write,
    .measure = pprof_measure,
};
