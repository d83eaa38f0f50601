/* joint_tree.h - one call tree for two profiles, so that one graph can show both. */

#ifndef ANALYSIS_COMPARE_JOINT_TREE_H
#define ANALYSIS_COMPARE_JOINT_TREE_H

#include "analysis/compare/renamed.h"
#include "analysis/search.h"

/*
 * Two call paths are the same if they have the same labels. The paths of modules differ between
 * hosts, and functions move between modules, so only names are compared, as in difffolded.pl and
 * FlameScope. If several callees of a function have the same name in one file, they become one
 * node, and their values are added up. Addresses in names differ from run to run, so each of them,
 * such as 0x7f3a, becomes "0x...", as with difffolded.pl -s. Groups are also matched by label. The
 * ids of processes and threads differ between recordings, so most groups by process or thread occur
 * in one file only.
 *
 * The tree has no samples, but otherwise works like any other in layouts, tables and searches. Its
 * profile has one function for each name in either file. The kind and the module of a function are
 * those of the first file or, if unknown there, of the second. The events are those of the first
 * file.
 */

enum { JOINT_FIRST, JOINT_SECOND, JOINT_SIDES };

struct joint_tree {
	const struct tree *of[JOINT_SIDES]; /* borrowed */
	struct profile profile; /* without samples; its tables are in `tables` */
	struct tree *tree;	/* owned */
	/* owned: by node of each tree, the node of `tree` */
	uint32_t *node[JOINT_SIDES];
	/* owned: by frame of each profile, the frame of `profile` */
	uint32_t *frame[JOINT_SIDES];
	/* owned: frames of the first file whose names are unchanged here */
	struct bits plain;
	struct renamed renamed;	     /* owned: the renamed programs and modules */
	struct joint_tables *tables; /* owned */
};

/*
 * Join two trees with the same root mode. Pointers to them are kept to recognise them later, and
 * for derived_counts_ends(), which reads them. Programs and modules in `renamed` (may be NULL) get
 * the names of the first file. Time and memory grow with the number of nodes. NULL and an error
 * when memory or node numbers run out. Release with joint_tree_free().
 */
struct joint_tree *joint_tree_new(const struct tree *first, const struct tree *second,
				  const struct renamed *renamed, struct error *err);
void joint_tree_free(struct joint_tree *j);

/*
 * Call search_build() for the joint tree. `of_first` contains the matching frames of the first
 * profile, so that unchanged names are not matched again. It is zeroed if that profile was not
 * searched.
 */
bool joint_tree_search(const struct joint_tree *j, struct search *s, struct regex *re,
		       const struct bits *of_first, struct error *err);

/*
 * The values of a flame graph of either tree, by node of the joint tree, as if they had been
 * counted for the joint tree.
 */
struct joint_counts {
	const struct joint_tree *joint; /* borrowed */
	const uint32_t *node;		/* borrowed: by node of the flame's tree */
	uint64_t *self, *total;		/* owned */
	/* the nodes from this number on occur only in the other file */
	uint32_t end;
	/* the rows and the range of the flame graph when it was counted */
	uint64_t first, last, from, to;
	bool several; /* it had several ranges when it was counted */
};

/* Release with joint_counts_release(). */
bool joint_counts_build(struct joint_counts *c, const struct joint_tree *j,
			const struct flame *flame, struct error *err);
void joint_counts_release(struct joint_counts *c);

/*
 * Count again if the range of the flame graph has changed, or if it has or had several ranges.
 * Takes up to about two passes over the nodes of its tree.
 */
void joint_counts_refresh(struct joint_counts *c, const struct flame *flame);

/*
 * The form in which names are compared: each 0x[0-9a-fA-F]+ becomes "0x...". `*is` points into
 * `name` or `buffer`. Zero the buffer before the first call; the caller releases its memory.
 */
bool joint_name(struct text name, struct text_buffer *buffer, struct text *is,
		struct error *err);

#endif
