/* joint_tree.h - one call tree of two profiles, so that one graph can show both. */

#ifndef ANALYSIS_COMPARE_JOINT_TREE_H
#define ANALYSIS_COMPARE_JOINT_TREE_H

#include "analysis/flame.h"

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
	struct profile profile;	     /* of names alone; its tables are the tree's */
	struct tree *tree;	     /* owned */
	uint32_t *node[JOINT_SIDES]; /* owned: by node of either tree, that of `tree` */
	uint32_t
	    *frame[JOINT_SIDES];     /* owned: by frame of either profile, that of here */
	struct joint_tables *tables; /* owned */
};

/*
 * Of two trees with the same root mode, both borrowed until it is released. Time and memory grow
 * with the number of nodes. NULL and an error when memory or numbers run out. Release with
 * joint_tree_free().
 */
struct joint_tree *joint_tree_new(const struct tree *first, const struct tree *second,
				  struct error *err);
void joint_tree_free(struct joint_tree *j);

/*
 * The values of one side's flame by node of the joint tree. What a flame of the joint tree would
 * have counted; refreshed by one pass over the nodes of the side.
 */
struct joint_counts {
	const struct joint_tree *joint; /* borrowed */
	int side;			/* JOINT_FIRST or JOINT_SECOND */
	uint64_t *self, *total;		/* owned */
};

/* Release with joint_counts_release(). */
bool joint_counts_build(struct joint_counts *c, const struct joint_tree *j, int side,
			const struct flame *flame, struct error *err);
void joint_counts_release(struct joint_counts *c);

/* The flame, of the side's tree, has counted something else. */
void joint_counts_refresh(struct joint_counts *c, const struct flame *flame);

/*
 * A name as names are compared: with "0x..." for each 0x[0-9a-f]+. Its bytes are those of `name`
 * or of `buffer`, whose memory (zero at first) is the caller's to release.
 */
bool joint_name(struct text name, struct text_buffer *buffer, struct text *is,
		struct error *err);

#endif
