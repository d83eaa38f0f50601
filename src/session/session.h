/* session.h - an open profile, the user's choice, and the results for this choice. */

#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "analysis/range_totals.h"
#include "analysis/find/time_query.h"
#include "analysis/heatmap.h"
#include "analysis/search.h"
#include "analysis/waiting/joint_wait.h"
#include "choice/choice.h"
#include "export/document.h"
#include "export/export.h"
#include "session/baseline_answers.h"
#include "session/settings.h"
#include "session/transformed_paths.h"

/*
 * When a profile is opened, one thread builds the call tree. Another one computes everything that
 * needs no tree: idle samples, spans, the summary, and the samples of the first choice. Then the
 * search for anomalies and periods can start (struct early).
 *
 * A choice may have a baseline: another range, the rest, another file, another event.
 * session/baseline_answers counts the baseline as a second flame, and analysis/compare/comparison
 * compares both flames, in one tree or, for two files, in a joint tree. A drawn difference is a
 * flame, too, so layouts, exports and tables can use it. The second file's heat map is in
 * session/other_map.
 *
 * Leaf-first and transformed graphs have a separate tree (analysis/transform), which
 * session/transformed_paths builds on demand. session_graph() returns the flame in the drawn tree,
 * session_functions() in the tree for tables.
 */

/* Work that starts while the call tree of a new session is being built. */
struct early {
	/*
	 * Start a thread. `when` borrows from the session, whose choice must not change until end()
	 * has returned. Not called for a small profile, or if only one thread may run.
	 */
	void (*begin)(void *arg, const struct time_query *when);
	void (*end)(void *arg); /* wait for the thread; session_free() calls it, too */
	void *arg;		/* borrowed */
};

/* All results are for `choice`. Members may be read, but only these functions may change them. */
struct session {
	struct profile *profile; /* owned */
	struct choice choice;	 /* owns its texts */
	struct bits idle;	 /* owned: by sample */
	struct span_index spans; /* owned: of the profile */
	struct summary summary;	 /* owned: of the whole profile */
	struct tree *tree;	 /* owned: with the root frames of the choice */
	struct included kept; /* owned: the samples kept by event, idle mode and filter */
	struct range room[SELECTION_ROOM];
	struct selection selection; /* the range and the gathered ranges; in `room` */
	struct flame flame;	    /* owned: the kept samples of the selection */
	struct range baseline_room[SELECTION_ROOM];
	/* the ranges of the baseline, if any; in `baseline_room` */
	struct selection baseline;
	uint64_t whole;			/* value of the flame graph of all kept samples */
	struct transformed_paths paths; /* owned: the flame transformed and leaf first */
	struct baseline_answers against; /* owned: the comparison with the baseline */
	struct bits mapped;   /* owned: for a database, the rows of the map; else empty */
	struct bits based;    /* owned: for a database, the rows of the baseline */
	struct search search; /* owned: in `tree`; empty without a search */
	struct search joint_search; /* owned: the same in the joint tree of two files */
	/* owned: the same in the trees of `paths` */
	struct transformed_matches paths_found;
	/* owned: of the previous choice, like joint_before */
	struct transformed_paths paths_before;
	struct bits matched;	/* owned: the kept samples that match the search */
	uint64_t finds;		/* incremented when `matched` changes */
	struct bits passed;	/* owned: the samples that pass the filter; empty: all */
	struct session *other;	/* owned: of the baseline file; NULL if there is none */
	struct renamed renamed; /* owned: names that differ in the baseline file */
	/* owned: the joint tree of the previous choice, whose nodes views still use; or NULL */
	struct joint_tree *joint_before;
	/* called while patterns run, see base/clock.h; may be NULL */
	bool (*wanted)(void *arg);
	void *wanted_arg;   /* borrowed */
	struct early early; /* work that has started; else empty */
};

/*
 * Open a profile with the first choice of the settings. Takes over `p`, also on failure. NULL on
 * failure, with ERROR_USAGE if the settings have an invalid event, range, filter or search. Release
 * with session_free().
 */
struct session *session_new(struct profile *p, const struct settings *settings,
			    struct error *err);

/* The same with early work; `early` may be NULL. */
struct session *session_new_early(struct profile *p, const struct settings *settings,
				  const struct early *early, struct error *err);

/* The same for a given choice, on one thread. */
struct session *session_new_as(struct profile *p, const struct choice *first,
			       struct error *err);
void session_free(struct session *s);

/*
 * Open a second file, the future baseline of `subject`. It gets the subject's choice without
 * transformations, but the range of --against (default: all) and the filter of --against-filter, if
 * given. Takes over `p`, also on failure. NULL on failure, with ERROR_USAGE for an invalid range or
 * if the events differ.
 */
struct session *session_new_baseline(struct profile *p, const struct session *subject,
				     const struct settings *settings, struct error *err);

/*
 * Compare with `other` according to the settings. Takes over `other`, also on failure. Afterwards,
 * choices apply to both sessions. ERROR_USAGE if only one of them has spans, or if the units of
 * their values differ. The baseline becomes BASELINE_FILE; the file stays open even if another
 * baseline is chosen later.
 */
bool session_compare_with(struct session *s, struct session *other,
			  const struct settings *settings, struct error *err);

/*
 * Change the choice to `wanted`, usually a modified copy of the current one; texts are copied. Only
 * results that change are computed: unchanged patterns do not run again, and a change in only the
 * range costs as much as session_set_range(). On failure nothing changes. `*old` becomes the
 * previous tree, to be released with tree_free(), or NULL if the tree is the same. `old` may be
 * NULL.
 */
bool session_choose(struct session *s, const struct choice *wanted, struct tree **old,
		    struct error *err);

/* Change only the range. Never fails; cheap, see flame_show() and comparison_refresh(). */
void session_set_range(struct session *s, struct range range);

/* Copy the range and gathered ranges of another choice; if memory runs out, nothing changes. */
void session_take_ranges(struct session *s, const struct choice *of);

/*
 * The origin of all times is now `earlier` ns earlier: move the ranges, except baseline.range of
 * the choice.
 */
void session_shift(struct session *s, int64_t earlier);

/*
 * Parse the ranges of the settings again, because "the last five seconds" have moved in a profile
 * that has grown.
 */
void session_repeat_ranges(struct session *s, const struct settings *o);

/*
 * Copy the range, alignment, normalisation, order of the sides and look of a baseline, but not its
 * kind, filter and further ranges. Costs as much as session_set_range().
 */
void session_set_baseline(struct session *s, const struct baseline *b);

/* The comparison of call paths as recorded; NULL without a baseline. */
const struct comparison *session_comparison(const struct session *s);

/*
 * The results in three forms: with call paths as recorded; as drawn, which may be transformed and
 * leaf first; and for tables, which may be transformed but are never leaf first.
 */
struct tree_results session_recorded(const struct session *s);
struct tree_results session_drawn(const struct session *s);
struct tree_results session_table(const struct session *s);

/* The flame and the search, as drawn and for tables. A search is NULL if there is none. */
const struct flame *session_graph(const struct session *s);
const struct search *session_search(const struct session *s);
const struct flame *session_functions(const struct session *s);
const struct search *session_functions_search(const struct session *s);

/* How call paths are transformed: "leaf first, focus malloc", or "". */
const char *session_shaped(const struct session *s);

/* The samples in the map, and the samples among them that match the search. */
const struct bits *session_mapped(const struct session *s);
const struct bits *session_mapped_found(const struct session *s);

/* Has the search been run? False without a search, and until stacks have been read. */
bool session_searches(const struct session *s);

/* The totals of the range, and of the zoomed node (0: none). */
struct range_totals session_figures(const struct session *s, uint32_t zoom);

/* The name of the chosen event; for all events, the profile's title or "all events". */
struct text session_event_name(const struct session *s);

/* The input for writing the choice as options. Borrowed. */
struct choice_line session_choice_line(const struct session *s, bool ascii);

/* The kept samples of the range, for analyses of time. */
struct time_query session_when(const struct session *s);

/* Find periodic activity in the range, or in the whole profile. */
bool session_find_periods(const struct session *s, bool whole, struct periods *f,
			  struct error *err);

/* Find anomalies in the range; `kinds` is as in struct anomaly_query. */
bool session_find_odd(const struct session *s, unsigned kinds, struct anomalies *o,
		      struct error *err);

/*
 * Is this a profile of thread states, with times? Its only anomaly is a joint wait: the longest
 * part of the range in which most threads of a process waited (joint_wait.h). `c->threads` is 0 if
 * none was found.
 */
bool session_is_of_waits(const struct session *s);
bool session_find_joint_wait(const struct session *s, struct range range,
			     struct joint_wait *c, struct error *err);

/* A path as a title: "service.perf.gz", "standard input"; "profile" for NULL. */
struct text session_title(const char *path);

/* All selected ranges, if ranges have been gathered; else empty. The same for the baseline. */
struct selection session_several(const struct session *s);
struct selection session_baseline_several(const struct session *s);

/*
 * The range with known ends; without a range, the whole profile. With several ranges, from the
 * start of the first to the end of the last.
 */
struct range session_range(const struct session *s);

/* The flame graph for an export format; borrows from the session and the settings. */
struct export_job session_export_job(const struct session *s,
				     const struct settings *settings);

/* The beginning of a JSON document about the selected samples; `document` borrows from the rest. */
struct session_document {
	struct document document;
	struct document_selection selection;
	char idle[CHOICE_VALUE_MAX], state[CHOICE_VALUE_MAX];
};

/*
 * `command` is "top". Borrows from the session and the settings. Returns `&d->document`, so `d` must
 * not be moved.
 */
const struct document *session_document(struct session_document *d, const char *command,
					const struct session *s,
					const struct settings *settings);

/*
 * The functions below that take an error check whether the profile has samples for the choice. If
 * not, they return false and ERROR_NOTHING, with a message that explains the reason.
 */

/* Does a range overlap the recorded time? */
bool session_has_range(const struct session *s, struct range r, struct error *err);

/* Do all selected ranges overlap the recorded time? */
bool session_has_selection(const struct session *s, struct error *err);

/* Does a sample, idle or not, pass the filter? */
bool session_has_match(const struct session *s, struct error *err);

/* Does the range have a sample that event, filter, idle mode and transformations keep? */
bool session_has_samples(const struct session *s, struct error *err);

/* The same for both sides of a comparison. */
bool session_has_sides(const struct session *s, struct error *err);

/* Does the search have matches? `found` is their number. */
bool session_has_found(const struct session *s, size_t found, struct error *err);

/* Was the profile perhaps recorded by perf: is any thread id known? */
bool session_may_be_perf(const struct session *s);

#endif
