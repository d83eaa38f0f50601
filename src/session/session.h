/* session.h - one open profile and what is asked of it: filter, range, and the answers. */

#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "analysis/figures.h"
#include "analysis/heatmap.h"
#include "analysis/search.h"
#include "analysis/waiting/crowd.h"
#include "export/export.h"
#include "session/against.h"
#include "choice/choice.h"
#include "session/settings.h"
#include "session/shaping.h"
#include "analysis/find/when.h"

/* Who asks something of a new session already while its call tree is being made. */
struct early {
	/*
	 * Begin, by a thread of its own: what `when` borrows is the session's, and stays as it
	 * is until end() has returned. Not called where one thread is to do all.
	 */
	void (*begin)(void *arg, const struct when *when);
	void (*end)(void *arg); /* wait; called again when the session is freed */
	void *arg;		/* borrowed */
};

/* The answers are always those to the choice. Read freely, write through the functions. */
struct session {
	struct profile *profile; /* owned */
	struct choice choice;	 /* with texts of its own */
	struct bits idle;	 /* owned: by sample */
	struct span_index spans; /* owned: of the profile */
	struct summary summary;	 /* owned: of the whole profile */
	struct tree *tree;	 /* owned: under choice.root */
	struct kept kept;	 /* owned: the samples of event, idle and filter */
	struct range room[SELECTION_ROOM];
	struct selection selection; /* the range, and the further ones; lies in `room` */
	struct flame flame;	    /* owned: those of kept that lie in the selection */
	struct range baseline_room[SELECTION_ROOM];
	struct selection
	    baseline;		/* ranges that are the baseline, if any are; lies there */
	uint64_t whole;		/* value of the flame graph of everything kept */
	struct shaping shaping; /* owned: the same, transformed and leaf first */
	struct against_answers against; /* owned: how that differs from the baseline */
	struct bits
	    mapped; /* owned: where an engine counts, the rows of slices; else empty */
	struct bits based;    /* owned: ... the rows of the baseline */
	struct search search; /* owned; all empty when nothing is searched */
	struct search
	    joint_search; /* owned: the same in the tree of two files, if there are */
	struct shaping_found shaping_found; /* owned: ... and in those of the shaping */
	struct shaping shaping_before; /* owned: of the choice before, as joint_before */
	struct bits matched; /* owned: by sample; what the search found among kept */
	uint64_t finds;	     /* how often that has become another */
	struct bits
	    passed; /* owned: by sample; what the filter left of them all; empty: as all */
	struct session
	    *other; /* owned: of the file that is the baseline; NULL: none is */
	struct renamed renamed; /* owned: what that calls otherwise */
	struct joint_tree
	    *joint_before; /* owned: that of the choice before, for who still has
					  * nodes of it; may be NULL */
	bool (*wanted)(
	    void *arg);	    /* asked while patterns run: see base/clock.h; may be NULL */
	void *wanted_arg;   /* borrowed */
	struct early early; /* what has begun; else empty */
};

/*
 * Take over `p` (also when this fails) and answer the settings' first question. NULL on
 * failure; ERROR_USAGE when they name an event, range, filter or search that is none.
 * Release with session_free().
 */
struct session *session_new(struct profile *p, const struct settings *settings,
			    struct error *err);

/* The same, asked early; `early` may be NULL. */
struct session *session_new_early(struct profile *p, const struct settings *settings,
				  const struct early *early, struct error *err);

/* The same for a choice that has been made before. */
struct session *session_new_as(struct profile *p, const struct choice *first,
			       struct error *err);
void session_free(struct session *s);

/*
 * Of a second file, which is to be the baseline of `subject`: what is chosen there is chosen here,
 * and the settings' `against` is the range, and `against_filter` the filter, if there is one. Takes over `p`, also when this fails: NULL, and
 * ERROR_USAGE when it has other events than the subject, and the settings name none that both
 * have.
 */
struct session *session_new_baseline(struct profile *p, const struct session *subject,
				     const struct settings *settings, struct error *err);

/*
 * Compare with it as the settings say: the session takes it over, also when this fails (then it is no
 * more), and from then on whatever is chosen is chosen for both. ERROR_USAGE when one has spans and the other
 * moments, or their values have other units. The choice's baseline is AGAINST_FILE then, with its
 * range and filter; where another baseline is chosen, the file is kept for when it is chosen again.
 */
bool session_hold_against(struct session *s, struct session *other,
			  const struct settings *settings, struct error *err);

/*
 * Choose something else: change a copy of `choice` and pass it here. Texts are copied. What is as
 * before is not worked out again: no pattern is run that has not changed, and where nothing
 * but the range has, this is session_set_range(). On failure nothing has changed.
 * `*old` gets the tree whose place another has taken, to find its nodes again (release it with
 * tree_free()), and NULL when none has; `old` may be NULL.
 */
bool session_choose(struct session *s, const struct choice *wanted, struct tree **old,
		    struct error *err);

/*
 * Choose another range, with the further ones as they are. Cheap (see flame_move(), and with a baseline comparison_refresh()), and
 * never fails.
 */
void session_set_range(struct session *s, struct range range);

/* Look at the ranges of another choice; without memory for them they stay as they are. */
void session_take_ranges(struct session *s, const struct choice *of);

/* The times of its ranges are counted from an origin that is so much earlier now. */
void session_shift(struct session *s, int64_t earlier);

/*
 * Choose the ranges that the settings name anew: in a profile that has grown, "the last five
 * seconds" are others.
 */
void session_repeat_ranges(struct session *s, const struct settings *o);

/*
 * Choose all of a baseline but what it is and its filter: its range, how it is normalised,
 * whether it is the subject, and how it is drawn. Costs what session_set_range() does.
 */
void session_set_baseline(struct session *s, const struct baseline *b);

/*
 * How the range differs from what it is held against, whatever is made of its call paths; NULL where there
 * is no baseline.
 */
const struct comparison *session_comparison(const struct session *s);

/*
 * Of call paths as they were recorded; what is drawn of the range, with its call paths transformed and leaf
 * first, as chosen; and what tables of functions are of: never leaf first, for a sample ends in the function
 * that it ends in.
 */
struct answer_of session_recorded(const struct session *s);
struct answer_of session_drawn(const struct session *s);
struct answer_of session_table(const struct session *s);

/* Flame and search of what is drawn, and of tables. */
const struct flame *session_graph(const struct session *s);
const struct search *session_search(const struct session *s);
const struct flame *session_functions(const struct session *s);
const struct search *session_functions_search(const struct session *s);

/* "leaf first, focus malloc": how call paths were changed, or "". */
const char *session_shaped(const struct session *s);

/* The samples that a map is of, and of them what the search has found. */
const struct bits *session_mapped(const struct session *s);
const struct bits *session_mapped_found(const struct session *s);

/* Is there an answer to the search? Of times alone neither that nor the filter's is known. */
bool session_searches(const struct session *s);

/* The numbers of the range, and of the node that is zoomed into (0: of none). */
struct figures session_figures(const struct session *s, uint32_t zoom);

/* The choice's event by name, "all events" for all, or what the profile calls them. */
struct text session_event_name(const struct session *s);

/* What is chosen, to be written as options. Borrowed. */
struct choice_line session_choice_line(const struct session *s, bool ascii);

/* What of the range is kept. */
struct when session_when(const struct session *s);

/* What comes again and again there. */
bool session_find_periods(const struct session *s, bool whole, struct periods *f,
			  struct error *err);

/* When something was odd there; `kinds` as in struct odd_query. */
bool session_find_odd(const struct session *s, unsigned kinds, struct odd_moments *o,
		      struct error *err);

/*
 * Are these states of threads in time? No moment of those is odd; instead there is the longest time in
 * the range in which most threads of a process waited, of the spans that are kept (crowd.h). The crowd
 * has no threads if that never was so.
 */
bool session_is_of_waits(const struct session *s);
bool session_find_crowd(const struct session *s, struct range range, struct crowd *c,
			struct error *err);

/* "service.perf.gz", "standard input": `path` as titles name it; NULL is "profile". */
struct text session_title(const char *path);

/* All ranges, where there are further ones; else none. */
struct selection session_several(const struct session *s);

/* The same of a baseline. */
struct selection session_baseline_several(const struct session *s);

/* The range with both ends known; the whole profile when none was chosen. Of several from the
 * beginning of the first to the end of the last. */
struct range session_range(const struct session *s);

/* What the flame graph shows, for any notation; borrowed from the session and the settings. */
struct export_job session_export_job(const struct session *s,
				     const struct settings *settings);

/*
 * Is there anything to show of what was asked for? Each is true when there is; else false with
 * ERROR_NOTHING, whose message says what is missing and what the profile has.
 */

/* Does a range touch the time from the first sample until all are over? */
bool session_has_range(const struct session *s, struct range r, struct error *err);

/* Do all that are selected? */
bool session_has_selection(const struct session *s, struct error *err);

/* Has the filter left a sample, be it idle or not? */
bool session_has_match(const struct session *s, struct error *err);

/* Have event, filter and idle mode left a sample in the range? */
bool session_has_samples(const struct session *s, struct error *err);

/* The same of both sides, where the range is held against something. */
bool session_has_sides(const struct session *s, struct error *err);

/* Are some, the `found`, that match the search? */
bool session_has_found(const struct session *s, size_t found, struct error *err);

/* Does it look as if perf had recorded it: is the id of some thread known? */
bool session_may_be_perf(const struct session *s);

#endif
