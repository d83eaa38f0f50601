/* path.h - a place in a call tree by what lies on the way to it: outlives the tree. */

#ifndef ANALYSIS_PATH_H
#define ANALYSIS_PATH_H

#include "analysis/tree.h"

/*
 * The group's label and then the frames by number, so it can be found again in any tree
 * of the profile, and of one that the same builder has made later: numbers stay as
 * profiles grow. All zero is the root.
 */
struct path {
	char *group; /* owned; NULL: the tree has no groups, or the path is the root's */
	size_t group_len;
	uint32_t *frames; /* owned */
	uint32_t count;
};

/* Release with path_release(). Without memory it is the root's, and false. */
bool path_of(struct path *path, const struct tree *t, uint32_t node, struct error *err);
void path_release(struct path *path);
bool path_equal(const struct path *a, const struct path *b);

/*
 * Its node, or that of the longest part of the path that the tree has. Inlined functions
 * may lie between two steps, as they depend on what is known of the program.
 */
uint32_t path_find(const struct path *path, const struct tree *t);

/*
 * One step of it: what this frame is among the callees of `at`, or the nearest one below inlined functions;
 * 0: none. And the group of this label, or the root where there are no groups; false: there is none.
 */
uint32_t path_step(const struct tree *t, uint32_t at, uint32_t frame);
bool path_group(const struct tree *t, struct text label, uint32_t *node);

/*
 * The frame map from one profile to another of the same file, read another way: by frame of
 * `from`, the frame of `to` that has the same name, module and kind; 0: none. NULL and an
 * error when memory runs out. Release with mem_free(). In place of frame 0, which is none, is how
 * many `from` has: a path may be of a tree that has more, which stand for several of them.
 */
uint32_t *path_frame_map(const struct profile *from, const struct profile *to,
			 struct error *err);

static inline uint32_t path_frame_in(const uint32_t *frame_map, uint32_t frame)
{
	return frame && frame < frame_map[0] ? frame_map[frame] : 0;
}

/* The path in that profile. Steps that are not there are dropped. */
void path_translate(struct path *path, const uint32_t *frame_map);

#endif
