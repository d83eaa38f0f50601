/* path.h - a place in a call tree, described by the path to it, which outlives the tree. */

#ifndef ANALYSIS_PATH_H
#define ANALYSIS_PATH_H

#include "analysis/tree.h"

/*
 * The group's label and the numbers of the frames. The path can be found again in any tree of the
 * profile, also after the builder has extended the profile, because numbers are stable. All zero:
 * the root.
 */
struct path {
	/* owned; NULL: the tree has no groups, or this is the root */
	char *group;
	size_t group_len;
	uint32_t *frames; /* owned */
	uint32_t count;
};

/* Release with path_release(). Without memory it returns false, and the path is the root. */
bool path_of(struct path *path, const struct tree *t, uint32_t node, struct error *err);
void path_release(struct path *path);
bool path_equal(const struct path *a, const struct path *b);

/*
 * The node of the path, or of its longest prefix in the tree. Inlined functions between two steps
 * are skipped, as they depend on the available debug information.
 */
uint32_t path_find(const struct path *path, const struct tree *t);

/*
 * One step of path_find(): the callee of `at` with this frame, or the nearest one below inlined
 * functions; 0: none. path_group() finds the group with this label, or the root if there are no
 * groups; false: none.
 */
uint32_t path_step(const struct tree *t, uint32_t at, uint32_t frame);
bool path_group(const struct tree *t, struct text label, uint32_t *node);

/*
 * Map the frames of a profile to the frames of another profile of the same file that was read with
 * other options: by frame of `from`, the frame of `to` with the same name, module and kind; 0:
 * none. Element 0 (not a frame) holds the number of frames of `from`, because a derived tree has
 * additional frames, each of which stands for several. NULL and an error when memory runs out.
 * Release with mem_free().
 */
uint32_t *path_frame_map(const struct profile *from, const struct profile *to,
			 struct error *err);

static inline uint32_t path_frame_in(const uint32_t *frame_map, uint32_t frame)
{
	return frame && frame < frame_map[0] ? frame_map[frame] : 0;
}

/* Convert a path to the other profile. Steps that do not exist there are dropped. */
void path_translate(struct path *path, const uint32_t *frame_map);

#endif
