/* session.h - an open profile, the user's choice, and the answers to it. */

#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "analysis/range_totals.h"
#include "analysis/find/time_query.h"
#include "analysis/heatmap.h"
#include "analysis/search.h"
#include "analysis/waiting/joint_wait.h"
#include "choice/choice.h"
#include "export/export.h"
#include "session/baseline_answers.h"
#include "session/settings.h"
#include "session/transformed_paths.h"

/*
 * Opening builds the call tree in one thread. A second thread counts meanwhile what needs no tree:
 * idle samples, spans, the summary, and the samples of the first choice. The search for anomalies
 * and periods may start then, too (struct early).
 *
 * A choice may have a baseline: another range, the rest, another file, another event.
 * session/baseline_answers counts it as a second flame, and analysis/compare/comparison compares
 * the two: within one file both have the same tree, with two files a joint tree. A drawn difference
 * is also a flame, so layouts, exports and tables can use it. A second file's map is
 * session/other_map.
 *
 * Leaf-first and transformed graphs have another tree (analysis/transform), which
 * session/transformed_paths makes when it is chosen. session_graph() is the drawn tree,
 * session_functions() the tree for tables.
 */

/* Work that begins while the call tree of a new session is still being built. */
struct early {
	/*
	 * Start on a separate thread. The session owns the data that `when` borrows and does not
	 * change it until end() has returned. Not called if only one thread may run.
	 */
	void (*begin)(void *arg, const struct time_query *when);
	void (*end)(void *arg); /* wait for it; called again when the session is freed */
	void *arg;		/* borrowed */
};

/* All answers are always those to `choice`. Read freely, but write only through the functions. */
struct session {
	struct profile *profile; /* owned */
	struct choice choice;	 /* owns its texts */
	struct bits idle;	 /* owned: by sample */
	struct span_index spans; /* owned: of the profile */
	struct summary summary;	 /* owned: of the whole profile */
	struct tree *tree;	 /* owned: with the root frames of the choice */
	struct included kept;	 /* owned: the samples that event, idle and filter keep */
	struct range room[SELECTION_ROOM];
	struct selection selection; /* the range and the gathered ranges; in `room` */
	struct flame flame;	    /* owned: the kept samples of the selection */
	struct range baseline_room[SELECTION_ROOM];
	/* the ranges of the baseline, if any; also in `room` */
	struct selection baseline;
	uint64_t whole;			/* value of the flame graph of all kept samples */
	struct transformed_paths paths; /* owned: the flame transformed and leaf first */
	struct baseline_answers against; /* owned: the comparison with the baseline */
	struct bits mapped;   /* owned: database only: the rows of the map; else empty */
	struct bits based;    /* owned: database only: the rows of the baseline */
	struct search search; /* owned; empty without a search */
	struct search joint_search; /* owned: the same in the joint tree of two files */
	struct transformed_matches
	    paths_found; /* owned: the same in the trees of `paths` */
	struct transformed_paths
	    paths_before;    /* owned: of the previous choice, like joint_before */
	struct bits matched; /* owned: by sample: kept ones that match the search */
	uint64_t finds;	     /* incremented when `matched` changes */
	struct bits passed; /* owned: by sample: those that pass the filter; empty: all */
	struct session *other;	/* owned: of the baseline file; NULL if there is none */
	struct renamed renamed; /* owned: names that differ in the baseline file */
	/* owned: joint tree of the previous choice, for views that still have its nodes; or NULL */
	struct joint_tree *joint_before;
	/* Called while patterns run, see base/clock.h; may be NULL. */
	bool (*wanted)(void *arg);
	void *wanted_arg;   /* borrowed */
	struct early early; /* work that has started; else empty */
};

/*
 * Take over `p` (also on failure) and answer the first choice of the settings. NULL on failure;
 * ERROR_USAGE if the settings have a wrong event, range, filter or search. Release with
 * session_free().
 */
struct session *session_new(struct profile *p, const struct settings *settings,
			    struct error *err);

/* The same with early work; `early` may be NULL. */
struct session *session_new_early(struct profile *p, const struct settings *settings,
				  const struct early *early, struct error *err);

/* The same for a given choice. */
struct session *session_new_as(struct profile *p, const struct choice *first,
			       struct error *err);
void session_free(struct session *s);

/*
 * A session of a second file, the future baseline of `subject`. It gets the subject's choice, with
 * the range `against` and the filter `against_filter` of the settings, if given. Takes over `p`,
 * also on failure: NULL, with ERROR_USAGE if its events differ from the subject's and the settings
 * name no event that both have.
 */
struct session *session_new_baseline(struct profile *p, const struct session *subject,
				     const struct settings *settings, struct error *err);

/*
 * Compare with `other` according to the settings. Takes over `other`; on failure it is freed. From
 * then on each choice holds for both. ERROR_USAGE when one has spans and the other samples, or when
 * the units of their values differ. The choice's baseline becomes BASELINE_FILE; if another
 * baseline is chosen later, the file is kept.
 */
bool session_compare_with(struct session *s, struct session *other,
			  const struct settings *settings, struct error *err);

/*
 * Change the choice: modify a copy of `choice` and pass it here; texts are copied. Only answers
 * that change are computed: no unchanged pattern runs again, and a change of the range alone costs
 * a session_set_range(). On failure nothing changes. `*old` gets the previous tree, to find its
 * nodes in the new one (release it with tree_free()), or NULL if the tree is the same; `old` may be
 * NULL.
 */
bool session_choose(struct session *s, const struct choice *wanted, struct tree **old,
		    struct error *err);

/*
 * Change the range; gathered ranges stay. Never fails, and is cheap: see flame_move(), and
 * comparison_refresh() if there is a baseline.
 */
void session_set_range(struct session *s, struct range range);

/* Take the ranges of another choice; without memory nothing changes. */
void session_take_ranges(struct session *s, const struct choice *of);

/* The origin of all times is now earlier by this much: move the ranges. */
void session_shift(struct session *s, int64_t earlier);

/*
 * Evaluate the ranges of the settings again: in a profile that has grown, "the last five seconds"
 * have moved.
 */
void session_repeat_ranges(struct session *s, const struct settings *o);

/*
 * Take everything of a baseline except its kind and its filter: range, normalisation, sides, and
 * how it is drawn. Costs as much as session_set_range().
 */
void session_set_baseline(struct session *s, const struct baseline *b);

/* The comparison of call paths as recorded; NULL without a baseline. */
const struct comparison *session_comparison(const struct session *s);

/*
 * Three forms of the answer: call paths as recorded; as drawn, that is, transformed and leaf first
 * as chosen; and for tables of functions, which are never leaf first, since the self value belongs
 * to the leaf.
 */
struct tree_results session_recorded(const struct session *s);
struct tree_results session_drawn(const struct session *s);
struct tree_results session_table(const struct session *s);

/* Flame and search as drawn, and for tables. */
const struct flame *session_graph(const struct session *s);
const struct search *session_search(const struct session *s);
const struct flame *session_functions(const struct session *s);
const struct search *session_functions_search(const struct session *s);

/* "leaf first, focus malloc": how call paths are transformed, or "". */
const char *session_shaped(const struct session *s);

/* The samples counted in the map, and those of them that match the search. */
const struct bits *session_mapped(const struct session *s);
const struct bits *session_mapped_found(const struct session *s);

/* Is there a search with an answer? There is none before stacks have been read. */
bool session_searches(const struct session *s);

/* The numbers of the range, and of the zoomed node (0: none). */
struct range_totals session_figures(const struct session *s, uint32_t zoom);

/* The name of the chosen event, "all events", or the profile's title for all events. */
struct text session_event_name(const struct session *s);

/* The choice, to be written as options. Borrowed. */
struct choice_line session_choice_line(const struct session *s, bool ascii);

/* The kept samples of the range, for analyses of time. */
struct time_query session_when(const struct session *s);

/* Periodic activity in the range, or in the whole profile. */
bool session_find_periods(const struct session *s, bool whole, struct periods *f,
			  struct error *err);

/* Anomalies in the range; `kinds` as in struct anomaly_query. */
bool session_find_odd(const struct session *s, unsigned kinds, struct anomalies *o,
		      struct error *err);

/*
 * Is it a profile of the states of threads, with times? Its only anomaly is a joint wait: the
 * longest time in the range during which most threads of a process waited (joint_wait.h). It has no
 * threads if there was none.
 */
bool session_is_of_waits(const struct session *s);
bool session_find_joint_wait(const struct session *s, struct range range,
			     struct joint_wait *c, struct error *err);

/* "service.perf.gz", "standard input": a path for titles; NULL is "profile". */
struct text session_title(const char *path);

/* All selected ranges, if ranges have been gathered; else none. The same for the baseline. */
struct selection session_several(const struct session *s);
struct selection session_baseline_several(const struct session *s);

/*
 * The range with both ends known, the whole profile if none is chosen. With several ranges: from
 * the start of the first to the end of the last.
 */
struct range session_range(const struct session *s);

/* The flame graph for an export format; borrows from the session and the settings. */
struct export_job session_export_job(const struct session *s,
				     const struct settings *settings);

/*
 * Does the profile have samples for the choice? If not, ERROR_NOTHING; the message says what is
 * missing and what the profile has.
 */

/* Does a range overlap the recorded time? */
bool session_has_range(const struct session *s, struct range r, struct error *err);

/* Do all selected ranges? */
bool session_has_selection(const struct session *s, struct error *err);

/* Does a sample, idle or not, pass the filter? */
bool session_has_match(const struct session *s, struct error *err);

/* Do event, filter and idle mode leave a sample in the range? */
bool session_has_samples(const struct session *s, struct error *err);

/* The same for both sides of a comparison. */
bool session_has_sides(const struct session *s, struct error *err);

/* Does the search have matches? `found` is their number. */
bool session_has_found(const struct session *s, size_t found, struct error *err);

/* Was it probably recorded by perf: is a thread id known? */
bool session_may_be_perf(const struct session *s);

#endif
