#include "view/frame.h"

void frame_draw(struct pane p, struct pane inner, const char *title, const char *hint)
{
	const struct style line = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	int left = inner.area.x - p.area.x - 1, top = inner.area.y - p.area.y - 1;
	int right = left + inner.area.w + 1, bottom = top + inner.area.h + 1;

	pane_fill(inner, (struct style){0});
	for (int x = left + 1; x < right; x++) {
		pane_put(p, x, top, U'─', line);
		pane_put(p, x, bottom, U'─', line);
	}
	for (int y = top + 1; y < bottom; y++) {
		pane_put(p, left, y, U'│', line);
		pane_put(p, right, y, U'│', line);
	}
	pane_put(p, left, top, U'┌', line);
	pane_put(p, right, top, U'┐', line);
	pane_put(p, left, bottom, U'└', line);
	pane_put(p, right, bottom, U'┘', line);
	pane_text_fit(p, left + 2, top, inner.area.w - 2, bold, text_of(title));
	pane_text_fit(p, left + 2, bottom, inner.area.w - 2, line, text_of(hint));
}
