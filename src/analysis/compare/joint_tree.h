/* joint_tree.h - one call tree of two profiles, so that one graph can show both. */

#ifndef ANALYSIS_COMPARE_JOINT_TREE_H
#define ANALYSIS_COMPARE_JOINT_TREE_H

#include "analysis/compare/renamed.h"
#include "analysis/search.h"

/*
 * Call paths are the same if their labels are: modules stand at other paths on another host, and
 * functions move from one to another, so names alone are compared, as difffolded.pl and FlameScope
 * do. Equal names of one caller in one file are one node, whose values are added up. Addresses in
 * names differ from run to run: 0x7f3a is "0x..." everywhere, which is difffolded.pl -s. Groups
 * are the same by their labels, too: processes of another recording have other ids, so that
 * by thread or process most groups are of one file alone.
 *
 * The tree is one like any other but that it has no samples: layouts, tables, searches and
 * notations take it. Its profile has the functions of both, one for each name, with the kind and
 * the module that the first profile knows, else the second; and the events of the first.
 */

enum { JOINT_FIRST, JOINT_SECOND, JOINT_SIDES };

struct joint_tree {
	const struct tree *of[JOINT_SIDES]; /* borrowed */
	struct profile profile;	     /* of names alone; its tables are the tree's */
	struct tree *tree;	     /* owned */
	uint32_t *node[JOINT_SIDES]; /* owned: by node of either tree, that of `tree` */
	uint32_t
	    *frame[JOINT_SIDES]; /* owned: by frame of either profile, that of here */
	struct bits plain; /* owned: frames of the first whose names are the same here */
	struct renamed renamed;	     /* owned: what the second calls otherwise */
	struct joint_tables *tables; /* owned */
};

/*
 * Of two trees with the same root mode, of which nothing is borrowed but to know them again. Programs and
 * modules that are `renamed` (NULL: none) have the names of the first. Time and memory grow
 * with the number of nodes. NULL and an error when memory or numbers run out. Release with
 * joint_tree_free().
 */
struct joint_tree *joint_tree_new(const struct tree *first, const struct tree *second,
				  const struct renamed *renamed, struct error *err);
void joint_tree_free(struct joint_tree *j);

/*
 * search_build() of this tree. What the pattern has found in the first profile (`of_first`, empty:
 * it has not been asked of that) it is not asked again.
 */
bool joint_tree_search(const struct joint_tree *j, struct search *s, struct regex *re,
		       const struct bits *of_first, struct error *err);

/*
 * The values of a flame of either tree, by node of the joint tree: what a flame of that would have
 * counted.
 */
struct joint_counts {
	const struct joint_tree *joint; /* borrowed */
	const uint32_t *node;		/* borrowed: by node of the flame's tree */
	uint64_t *self, *total;		/* owned */
	uint32_t end; /* nodes from here on are of the other side alone */
	uint64_t first, last, from, to; /* what of the flame they are of, */
	bool several;			/* or several ranges */
};

/* Release with joint_counts_release(). */
bool joint_counts_build(struct joint_counts *c, const struct joint_tree *j,
			const struct flame *flame, struct error *err);
void joint_counts_release(struct joint_counts *c);

/* The flame may show another range now: if so, one pass over the nodes of its tree. */
void joint_counts_refresh(struct joint_counts *c, const struct flame *flame);

/*
 * A name as names are compared: with "0x..." for each 0x[0-9a-fA-F]+. Its bytes are those of `name`
 * or of `buffer`, whose memory (zero at first) is the caller's to release.
 */
bool joint_name(struct text name, struct text_buffer *buffer, struct text *is,
		struct error *err);

#endif
