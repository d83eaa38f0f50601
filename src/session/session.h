/* session.h - one open profile and what is asked of it: filter, range, and the answers. */

#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "analysis/heatmap.h"
#include "analysis/search.h"
#include "analysis/summary.h"
#include "analysis/top.h"
#include "session/settings.h"

/* What the user has chosen. Changed through session_set_*() only. */
struct choice {
	uint32_t event; /* a row of profile.events, or KEPT_ALL_EVENTS */
	enum idle_mode idle;
	enum root_mode root;
	enum weigh weigh;
	char *filter; /* owned: the expression, never NULL; "" keeps all */
	char *search; /* owned: the pattern, never NULL; "" searches nothing */
	struct range range;
};

/*
 * The answers are always those to the choice: a setter that returns true has brought all of
 * them up to date, one that returns false has changed nothing. Read freely, write through
 * the functions. A pattern that has not changed is not run again, whatever else has.
 */
struct session {
	struct profile *profile; /* owned */
	struct choice choice;
	struct bits idle;	 /* owned: by sample */
	struct span_index spans; /* owned: of the profile */
	struct summary summary;	 /* owned: of the whole profile */
	struct tree *tree;	 /* owned: under choice.root */
	struct kept kept;	 /* owned: the samples of event, idle and filter */
	struct flame flame;	 /* owned: those of kept that lie in the range */
	uint64_t whole;		 /* value of the flame graph of everything kept */
	struct search search;	 /* owned; all empty when choice.search is "" */
	struct bits matched;	 /* owned: by sample; what the search found among kept */
	struct bits
	    passed; /* owned: by sample; what the filter left of them all; empty: as all */
	bool (*wanted)(
	    void *arg);	  /* asked while patterns run: see base/clock.h; may be NULL */
	void *wanted_arg; /* borrowed */
};

/*
 * Take over `p` (also when this fails) and answer the settings' first question. NULL on
 * failure; ERROR_USAGE when they name an event, range, filter or search that is none.
 * Release with session_free().
 */
struct session *session_new(struct profile *p, const struct settings *settings,
			    struct error *err);

/* The same for a choice that has been made before; its texts are copied. */
struct session *session_new_as(struct profile *p, const struct choice *c,
			       struct error *err);
void session_free(struct session *s);

bool session_set_event(struct session *s, uint32_t event, struct error *err);
bool session_set_idle(struct session *s, enum idle_mode idle, struct error *err);
/* `*old` gets the tree whose place another has taken, to find its nodes again; NULL when none
 * has. Release it with tree_free(). */
bool session_set_root(struct session *s, enum root_mode root, struct tree **old,
		      struct error *err);
bool session_set_weigh(struct session *s, enum weigh weigh, struct error *err);
bool session_set_filter(struct session *s, struct text expression, struct error *err);
bool session_set_search(struct session *s, struct text pattern, struct error *err);
void session_set_range(struct session *s,
		       struct range range); /* cheap: see flame_move() */

/* All of a choice at once; its texts are copied. No work where it is the same already. */
bool session_set_choice(struct session *s, const struct choice *c, struct error *err);

/* Do two choices ask the same but for the range? */
bool session_same_question(const struct choice *a, const struct choice *b);

/* A copy with texts of its own; release it with session_drop_choice(). */
bool session_copy_choice(struct choice *to, const struct choice *from, struct error *err);
void session_drop_choice(struct choice *c);

/* Is there an answer to the search? Of a sketch neither that nor the filter's is known. */
bool session_searches(const struct session *s);

/* How much time the spans that are kept took in the range, whatever is weighed; in ns. */
uint64_t session_covered(const struct session *s);

/* How many CPUs have samples, of those that the filter's cpu= leaves; 0: not recorded. */
uint32_t session_cpus(const struct session *s);

/* How many of them were busy in the range on average; negative when it cannot be said. */
double session_busy_cpus(const struct session *s);

/* The choice's event by name, "all events" for all. */
struct text session_event_name(const struct session *s);

#endif
