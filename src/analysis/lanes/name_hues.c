#include "analysis/lanes/name_hues.h"

#include <inttypes.h>

#include "analysis/filter.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"

const char *const hues_by_names[HUES_BY] = {
    [HUES_HEAT] = "heat",     [HUES_PROCESS] = "process",   [HUES_THREAD] = "thread",
    [HUES_MODULE] = "module", [HUES_FUNCTION] = "function", [HUES_KIND] = "kind",
    [HUES_MODE] = "mode",
};

static const enum lanes_by lanes_of[HUES_BY] = {
    [HUES_PROCESS] = LANES_PROCESS, [HUES_THREAD] = LANES_THREAD,
    [HUES_MODULE] = LANES_MODULE,   [HUES_FUNCTION] = LANES_FUNCTION,
    [HUES_KIND] = LANES_KIND,	    [HUES_MODE] = LANES_MODE,
};

/* All names of all files, with or without a hue. */
struct hue_naming {
	struct name_hues *h;
	struct hued_name *all; /* owned */
	uint32_t count;
	size_t room;
	struct idmap known; /* (name, nth): index in `all` */
	/* owned: for the current file, by name: its lanes so far */
	uint32_t *lanes_named;
	size_t named_room;
};

/* ---- names of lanes ---- */

static bool put_lane(struct hue_naming *n, struct hues_of_file *f, uint32_t lane,
		     struct error *err)
{
	const struct lane *l = &f->lanes.list[lane];
	struct hued_name fresh = {.pid = l->pid, .tid = l->tid, .alone = true};
	size_t had = n->named_room;
	uint32_t row;

	if (!intern_put(n->h->names, lane_name(&f->lanes, lane), &fresh.name, err) ||
	    !intern_put(n->h->names, lane_host(&f->lanes, lane), &fresh.host, err))
		return false;
	if (fresh.name >= had) {
		if (!mem_reserve(&n->lanes_named, &n->named_room, (size_t)fresh.name + 1,
				 sizeof *n->lanes_named, "names", err))
			return false;
		memset(n->lanes_named + had, 0,
		       (n->named_room - had) * sizeof *n->lanes_named);
	}
	/* threads with the same name are counted; other lanes with the same name are one */
	fresh.nth = n->h->by == HUES_THREAD ? n->lanes_named[fresh.name] : 0;
	n->lanes_named[fresh.name]++;
	if (!idmap_put(&n->known, idmap_pair(fresh.name, fresh.nth), n->count, &row, err))
		return false;
	if (row == n->count && !APPEND(n->all, n->count, n->room, "names", err, fresh))
		return false;
	n->all[row].whole += l->count;
	f->row[lane] = row;
	return true;
}

static bool put_file(struct hue_naming *n, struct hues_of_file *f,
		     const struct hues_source *source, struct error *err)
{
	const struct profile *p = source->profile;
	const uint32_t *key;

	if (!lanes_build(&f->lanes, source->profile, source->whole, source->spans,
			 lanes_of[n->h->by], err))
		return false;
	f->row = mem_array((size_t)f->lanes.count + 1, sizeof *f->row, "lanes", err);
	if (!f->row)
		return false;
	if (n->named_room)
		memset(n->lanes_named, 0, n->named_room * sizeof *n->lanes_named);
	for (uint32_t i = 0; i < f->lanes.count; i++)
		if (!put_lane(n, f, i, err))
			return false;
	for (uint32_t i = 0; i < f->lanes.count; i++)
		if (n->lanes_named[n->all[f->row[i]].name] > 1)
			n->all[f->row[i]].alone = false;
	/* zero-length spans may be in no lane */
	key = lanes_key(&f->lanes, p);
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint32_t lane = f->lanes.of[key[i]];

		if (lane != LANE_NONE && bits_has(source->kept, i))
			n->all[f->row[lane]].kept +=
			    source->spans ? profile_row_end(p, i) - p->samples.time[i]
					  : profile_row_count(p, i);
	}
	return true;
}

/* ---- hues of names ---- */

/* Does `a` come before `b`: by all samples or by kept ones, then by name? */
static bool is_before(const struct hue_naming *n, uint32_t a, uint32_t b, bool kept)
{
	const struct hued_name *x = &n->all[a], *y = &n->all[b];
	uint64_t of_x = kept ? x->kept : x->whole, of_y = kept ? y->kept : y->whole;
	int order;

	if (of_x != of_y)
		return of_x > of_y;
	order = text_compare(intern_get(n->h->names, x->name),
			     intern_get(n->h->names, y->name));
	return order ? order < 0 : x->nth < y->nth;
}

/* The first `most`, in order, of the names that are not `taken`; returns their number. */
static uint32_t find_first(const struct hue_naming *n, const bool *taken, bool kept,
			   uint32_t most, uint32_t first[static NAME_HUES])
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < n->count && most; i++) {
		uint32_t at = found;

		if (taken[i] || (kept && !n->all[i].kept))
			continue;
		while (at && is_before(n, i, first[at - 1], kept))
			at--;
		if (at == most)
			continue;
		found = found < most ? found + 1 : most;
		for (uint32_t k = found - 1; k > at; k--)
			first[k] = first[k - 1];
		first[at] = i;
	}
	return found;
}

/* Find the name of each hue: an index in `all`. */
static bool give_hues(const struct hue_naming *n, uint32_t who[static NAME_HUES],
		      struct error *err)
{
	bool *taken = mem_array((size_t)n->count + 1, sizeof *taken, "names", err);
	uint32_t free[NAME_HUES], heirs[NAME_HUES], free_count = 0, count;

	if (!taken)
		return false;
	n->h->count = find_first(n, taken, false, NAME_HUES, who);
	for (uint32_t i = 0; i < n->h->count; i++) {
		taken[who[i]] = true;
		if (!n->all[who[i]].kept)
			free[free_count++] = i; /* room: fewer than NAME_HUES */
	}
	count = find_first(n, taken, true, free_count, heirs);
	for (uint32_t i = 0; i < count; i++)
		who[free[i]] = heirs[i];
	mem_free(taken);
	return true;
}

static bool finish_hues(struct hue_naming *n, struct error *err)
{
	struct name_hues *h = n->h;
	uint32_t who[NAME_HUES], *hue;

	if (!give_hues(n, who, err))
		return false;
	hue = mem_array((size_t)n->count + 1, sizeof *hue, "names", err);
	if (!hue)
		return false;
	for (uint32_t i = 0; i < n->count; i++)
		hue[i] = LANE_NONE;
	for (uint32_t i = 0; i < h->count; i++) {
		hue[who[i]] = i;
		h->named[i] = n->all[who[i]]; /* room: count <= NAME_HUES */
	}
	for (uint32_t i = 0; i < n->count; i++) {
		if (hue[i] != LANE_NONE || !n->all[i].kept)
			continue;
		h->others += n->all[i].kept;
		h->others_names++;
	}
	for (int f = 0; f < HUES_FILES; f++)
		for (uint32_t i = 0; i < h->files[f].lanes.count; i++)
			h->files[f].row[i] = hue[h->files[f].row[i]];
	mem_free(hue);
	return true;
}

struct name_hues *name_hues_new(enum hues_by by, const struct hues_source *sources,
				int count, struct error *err)
{
	struct hue_naming n = {.h = mem_array(1, sizeof *n.h, "names", err)};
	bool ok;

	if (!n.h)
		return NULL;
	n.h->by = by;
	n.h->names = intern_new(err);
	ok = n.h->names != NULL;
	for (int f = 0; ok && f < count; f++)
		ok = put_file(&n, &n.h->files[f], &sources[f], err);
	ok = ok && finish_hues(&n, err);
	mem_free(n.all);
	mem_free(n.lanes_named);
	idmap_release(&n.known);
	if (ok)
		return n.h;
	name_hues_free(n.h);
	return NULL;
}

void name_hues_free(struct name_hues *h)
{
	if (!h)
		return;
	intern_free(h->names);
	for (int f = 0; f < HUES_FILES; f++) {
		lanes_release(&h->files[f].lanes);
		mem_free(h->files[f].row);
	}
	mem_free(h);
}

struct cell_contest name_hues_cell_contest(const struct name_hues *h, int file)
{
	return (struct cell_contest){&h->files[file].lanes, h->files[file].row, h->count};
}

/* ---- filters ---- */

/*
 * The term of one name, preceded by `before`. Ids identify it within one file, if they are known.
 */
static char *term_of(const struct name_hues *h, const struct hued_name *n,
		     const char *before, struct error *err)
{
	static const char *const keys[HUES_BY] = {[HUES_PROCESS] = "process~",
						  [HUES_THREAD] = "comm~",
						  [HUES_MODULE] = "self-module~",
						  [HUES_FUNCTION] = "self~"};
	struct text name = intern_get(h->names, n->name);
	struct text host = intern_get(h->names, n->host);
	bool one_file = !h->files[1].row;
	char *quoted, *term, buf[FILTER_HOST_MAX] = "";
	size_t room;

	if (h->by == HUES_THREAD && n->tid != PROFILE_NO_ID && one_file) {
		if (host.len && *before) { /* needs a negated group of two terms */
			error_set(err, ERROR_NOTHING,
				  "a thread of one host can be kept, but not dropped; "
				  "drop its name or its host");
			return NULL;
		}
		return mem_format(err, "%s%stid=%" PRId32, before,
				  filter_host_term(host, buf), n->tid);
	}
	if (h->by == HUES_PROCESS && n->alone && n->pid != PROFILE_NO_ID && one_file &&
	    !host.len)
		return mem_format(err, "%spid=%" PRId32, before, n->pid);
	if (h->by == HUES_KIND || h->by == HUES_MODE)
		return mem_format(err, "%s%s=%.*s", before,
				  h->by == HUES_KIND ? "self-kind" : "mode",
				  (int)name.len, name.at);
	if ((h->by == HUES_THREAD || h->by == HUES_PROCESS) &&
	    text_equal(name, TEXT("[no name]"))) {
		error_set(err, ERROR_NOTHING,
			  "threads without a name cannot be filtered by name");
		return NULL;
	}
	room = filter_quote(name, NULL, 0) + 1;
	quoted = mem_array(room, 1, "characters", err);
	if (!quoted)
		return NULL;
	filter_quote(name, quoted, room);
	term = mem_format(err, "%s%s%s", before, keys[h->by], quoted);
	mem_free(quoted);
	return term;
}

char *name_hues_term(const struct name_hues *h, uint32_t hue, bool drop,
		     struct error *err)
{
	char *all;

	if (hue < h->count)
		return term_of(h, &h->named[hue], drop ? "!" : "", err);
	if (drop) {
		error_set(err, ERROR_NOTHING, "keep one of the names to drop all others");
		return NULL;
	}
	all = mem_format(err, "%s", ""); /* drop all names with a hue */
	for (uint32_t i = 0; all && i < h->count; i++) {
		char *term = term_of(h, &h->named[i], "!", err), *longer = NULL;

		if (term)
			longer = mem_format(err, "%s%s%s", all, *all ? " & " : "", term);
		mem_free(term);
		mem_free(all);
		all = longer;
	}
	return all;
}

struct text name_hues_name(const struct name_hues *h, uint32_t hue)
{
	return intern_get(h->names, h->named[hue].name);
}
