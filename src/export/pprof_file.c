#include "export/export.h"

#include "export/extent.h"

#ifdef WITH_PROTOBUF_C

#include <proto/pprof.pb-c.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/utf8.h"

/* Fields are packed and written one by one: protobuf messages can be concatenated. */
struct writer {
	const struct flame *flame; /* borrowed */
	FILE *out;		   /* borrowed */
	uint8_t *packed;	   /* owned: the current fields */
	size_t packed_room;
	char *name; /* owned: the current text */
	size_t name_room;
	int64_t texts;		/* number of texts written */
	struct idmap text_ids;	/* string of the profile: number of its text */
	struct idmap functions; /* frames that are written */
	struct idmap modules;	/* string of the profile: id of its mapping */
	uint64_t *path;		/* owned: the current stack, as locations */
	size_t path_room;
};

static bool put(struct writer *w, const Pprof__Profile *fields, struct error *err)
{
	size_t len = pprof__profile__get_packed_size(fields);

	if (!mem_reserve(&w->packed, &w->packed_room, len + 1, 1, "a profile", err))
		return false;
	fwrite(w->packed, 1, pprof__profile__pack(fields, w->packed), w->out);
	return true;
}

/* ---- texts ---- */

static bool put_text(struct writer *w, struct text t, int64_t *number, struct error *err)
{
	Pprof__Profile fields = PPROF__PROFILE__INIT;
	ProtobufCBinaryData data;
	struct printable p = printable_of(t);
	size_t len = 0;

	while (p.rest.len) {
		char32_t rune = printable_next(&p);

		if (!mem_reserve(&w->name, &w->name_room, len + UTF8_MAX, 1, "names",
				 err))
			return false;
		len += utf8_encode(rune, w->name + len);
	}
	data = (ProtobufCBinaryData){len, (uint8_t *)w->name};
	fields.n_string_table = 1;
	fields.string_table = &data;
	*number = w->texts++;
	return put(w, &fields, err);
}

/* The number of a string of the profile. Its text is written on first use. */
static bool text_of_string(struct writer *w, uint32_t string, int64_t *number,
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

static bool put_mapping(struct writer *w, uint32_t module, uint64_t *id,
			struct error *err)
{
	Pprof__Profile fields = PPROF__PROFILE__INIT;
	Pprof__Mapping mapping = PPROF__MAPPING__INIT, *list = &mapping;
	uint32_t fresh = (uint32_t)w->modules.count + 1, known;

	*id = 0;
	if (!module)
		return true;
	if (!idmap_put(&w->modules, module, fresh, &known, err))
		return false;
	*id = known;
	if (known != fresh)
		return true;
	mapping.id = fresh;
	mapping.has_functions = true;
	fields.n_mapping = 1;
	fields.mapping = &list;
	return text_of_string(w, module, &mapping.filename, err) && put(w, &fields, err);
}

/* Write a location and its function, with the same id. */
static bool put_function(struct writer *w, uint64_t id, int64_t name, uint64_t mapping,
			 struct error *err)
{
	Pprof__Profile fields = PPROF__PROFILE__INIT;
	Pprof__Function function = PPROF__FUNCTION__INIT, *functions = &function;
	Pprof__Line line = PPROF__LINE__INIT, *lines = &line;
	Pprof__Location location = PPROF__LOCATION__INIT, *locations = &location;

	function.id = line.function_id = location.id = id;
	function.name = function.system_name = name;
	location.mapping_id = mapping;
	location.n_line = 1;
	location.line = &lines;
	fields.n_location = fields.n_function = 1;
	fields.location = &locations;
	fields.function = &functions;
	return put(w, &fields, err);
}

/* The id of a frame is its number; groups follow behind the frames. */
static uint64_t id_of(const struct writer *w, uint32_t node)
{
	const struct tree *t = w->flame->tree;

	return t->frame[node] ? t->frame[node] : (uint64_t)t->profile->frame_count + node;
}

static bool put_node(struct writer *w, uint32_t node, struct error *err)
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

static bool put_sample(struct writer *w, uint32_t node, struct error *err)
{
	Pprof__Profile fields = PPROF__PROFILE__INIT;
	Pprof__Sample sample = PPROF__SAMPLE__INIT, *samples = &sample;
	uint64_t self = w->flame->self[node];
	int64_t value = self > INT64_MAX ? INT64_MAX : (int64_t)self;

	for (; node; node = w->flame->tree->parent[node])
		if (!APPEND(w->path, sample.n_location_id, w->path_room, "frames", err,
			    id_of(w, node)))
			return false;
	sample.location_id = w->path;
	sample.n_value = 1;
	sample.value = &value;
	fields.n_sample = 1;
	fields.sample = &samples;
	return put(w, &fields, err);
}

static bool put_nodes(struct writer *w, struct error *err)
{
	const struct flame *f = w->flame;

	for (uint32_t node = 0; node < f->tree->count; node++) {
		if (node && f->total[node] && !put_node(w, node, err))
			return false;
		if (f->self[node] && !put_sample(w, node, err))
			return false;
	}
	return true;
}

/* ---- header ---- */

static int64_t duration_of(const struct flame *f)
{
	const struct profile *p = f->tree->profile;
	uint64_t ns = 0;

	for (uint32_t i = 0; i < flame_stretches(f); i++) {
		const struct flame_stretch s = flame_stretch_at(f, i);

		if (f->spans)
			ns += s.to - s.from;
		else if (p->has_times && s.last > s.first)
			ns += p->samples.time[s.last - 1] - p->samples.time[s.first];
	}
	return (int64_t)ns;
}

static bool put_head(struct writer *w, struct error *err)
{
	const struct flame *f = w->flame;
	Pprof__Profile fields = PPROF__PROFILE__INIT;
	Pprof__ValueType type = PPROF__VALUE_TYPE__INIT, *types = &type;
	bool is_time = text_equal(flame_unit(f), TEXT("ns"));
	struct text unit = is_time ? TEXT("nanoseconds") : TEXT("count");
	int64_t none;

	fields.n_sample_type = 1;
	fields.sample_type = &types;
	fields.duration_nanos = duration_of(f);
	return put_text(w, TEXT(""), &none, err) &&
	       put_text(w, flame_measure(f), &type.type, err) &&
	       put_text(w, unit, &type.unit, err) && put(w, &fields, err);
}

/*
 * Write a sample for each stack, with the measured quantity as its value. Groups are functions,
 * too. Names are unchanged except for characters that could harm a terminal. The file is not
 * gzipped, because pprof accepts both.
 */
static bool pprof_write(const struct export_job *job, FILE *out, struct error *err)
{
	struct writer w = {.flame = job->flame, .out = out};
	bool ok;

	ok = put_head(&w, err) && put_nodes(&w, err) &&
	     (!ferror(out) || error_sys(err, "cannot write"));
	mem_free(w.path);
	mem_free(w.packed);
	mem_free(w.name);
	idmap_release(&w.text_ids);
	idmap_release(&w.functions);
	idmap_release(&w.modules);
	return ok;
}

#else

static bool pprof_write(const struct export_job *job, FILE *out, struct error *err)
{
	(void)job;
	(void)out;
	return error_set(
	    err, ERROR_USAGE,
	    "this flarescope was built without protobuf-c, which writes pprof files");
}

#endif

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
#ifndef WITH_PROTOBUF_C
    .lacks = "protobuf-c",
#endif
    .of_samples = true,
    .sums = SUMS_ALWAYS,
    .write = pprof_write,
    .measure = pprof_measure,
};
