/* path.h - paths in a call tree, which stay valid when the tree is replaced. */

#ifndef ANALYSIS_PATH_H
#define ANALYSIS_PATH_H

#include "analysis/tree.h"

/*
 * The label of a group and the numbers of the frames below it. Frame numbers do not change, even if
 * the profile grows, so a path can be found in any of its trees. A zeroed path is the root.
 */
struct path {
	/* owned; NULL: the root, or a tree without groups */
	char *group;
	size_t group_len;
	uint32_t *frames; /* owned */
	uint32_t count;
};

/*
 * Set `path` to the path of a node. If memory runs out, returns false and an error, and the path is
 * the root. Release with path_release().
 */
bool path_of(struct path *path, const struct tree *t, uint32_t node, struct error *err);
void path_release(struct path *path);
bool path_equal(const struct path *a, const struct path *b);

/*
 * The node of the path, or of its longest prefix in the tree. Inlined functions between two frames
 * of the path are skipped, because they depend on the available debug information.
 */
uint32_t path_find(const struct path *path, const struct tree *t);

/*
 * One step of path_find(): the callee of `at` with this frame, or the nearest one below inlined
 * functions; 0: none. path_group() finds the group with this label, or the root in a tree without
 * groups. It returns false if none of the groups has this label.
 */
uint32_t path_step(const struct tree *t, uint32_t at, uint32_t frame);
bool path_group(const struct tree *t, struct text label, uint32_t *node);

/*
 * Map frames between two profiles made from one file with different options: by frame of `from`,
 * the frame of `to` with the same name, module and kind; 0: none. Element 0 is the number of frames
 * of `from`; path_frame_in() needs it, because derived trees have frames beyond these. NULL and an
 * error when memory runs out. Release with mem_free().
 */
uint32_t *path_frame_map(const struct profile *from, const struct profile *to,
			 struct error *err);

static inline uint32_t path_frame_in(const uint32_t *frame_map, uint32_t frame)
{
	return frame && frame < frame_map[0] ? frame_map[frame] : 0;
}

/* Convert a path to the other profile, without the frames that do not exist there. */
void path_translate(struct path *path, const uint32_t *frame_map);

#endif
