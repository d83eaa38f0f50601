/* joint_tree.h - one call tree for two profiles, so that one graph can show both. */

#ifndef ANALYSIS_COMPARE_JOINT_TREE_H
#define ANALYSIS_COMPARE_JOINT_TREE_H

#include "analysis/compare/renamed.h"
#include "analysis/search.h"

/*
 * Call paths are the same if their labels are. Modules have other paths on another host, and
 * functions move between modules, so only names are compared, as in difffolded.pl and FlameScope.
 * Callees with the same name in one file are one node, whose values are added up. Addresses in
 * names differ from run to run: 0x7f3a is "0x..." everywhere, as with difffolded.pl -s. Groups are
 * matched by label, too: processes of another recording have other ids, so by thread or process
 * most groups are in one file only.
 *
 * The tree is like any other, but has no samples; it works with layouts, tables, searches and
 * notations. Its profile has the functions of both files, one for each name, with the kind and the
 * module of the first file, if known there, else of the second; and the events of the first.
 */

enum { JOINT_FIRST, JOINT_SECOND, JOINT_SIDES };

struct joint_tree {
	const struct tree *of[JOINT_SIDES]; /* borrowed */
	struct profile profile;		    /* names only; its tables are in `tables` */
	struct tree *tree;		    /* owned */
	/* owned: by node of either tree, the node of `tree` */
	uint32_t *node[JOINT_SIDES];
	/* owned: by frame of either profile, the frame of `profile` */
	uint32_t *frame[JOINT_SIDES];
	/* owned: frames of the first file whose names are unchanged here */
	struct bits plain;
	struct renamed renamed;	     /* owned: names of the second file that differ */
	struct joint_tables *tables; /* owned */
};

/*
 * Join two trees with the same root mode; they are borrowed only to recognise them later. Programs
 * and modules in `renamed` (may be NULL) get the names of the first file. Time and memory grow with
 * the number of nodes. NULL and an error when memory or numbers run out. Release with
 * joint_tree_free().
 */
struct joint_tree *joint_tree_new(const struct tree *first, const struct tree *second,
				  const struct renamed *renamed, struct error *err);
void joint_tree_free(struct joint_tree *j);

/*
 * search_build() of the joint tree. `of_first` has the matches in the first profile, so that the
 * pattern is not matched again; empty: it was not searched.
 */
bool joint_tree_search(const struct joint_tree *j, struct search *s, struct regex *re,
		       const struct bits *of_first, struct error *err);

/*
 * The values of a flame of either tree by node of the joint tree, as if a flame of the joint tree
 * had counted them.
 */
struct joint_counts {
	const struct joint_tree *joint; /* borrowed */
	const uint32_t *node;		/* borrowed: by node of the flame's tree */
	uint64_t *self, *total;		/* owned */
	/* nodes from here on occur only in the other file */
	uint32_t end;
	/* The range of the flame when it was counted, */
	uint64_t first, last, from, to;
	bool several; /* or whether it had several. */
};

/* Release with joint_counts_release(). */
bool joint_counts_build(struct joint_counts *c, const struct joint_tree *j,
			const struct flame *flame, struct error *err);
void joint_counts_release(struct joint_counts *c);

/* Count again if the flame now shows another range: one pass over the nodes of its tree. */
void joint_counts_refresh(struct joint_counts *c, const struct flame *flame);

/*
 * The form in which names are compared: each 0x[0-9a-fA-F]+ becomes "0x...". The result points into
 * `name` or `buffer`, which must be all 0 at first and whose memory the caller releases.
 */
bool joint_name(struct text name, struct text_buffer *buffer, struct text *is,
		struct error *err);

#endif
