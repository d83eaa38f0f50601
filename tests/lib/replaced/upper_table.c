#include "lib/replaced/upper_table.h"

#define view_table view_table_of_the_program

#include "view/command.c"

#undef view_table

#include "view/heat/heat_view.h"

struct upper_table {
	const struct heatmap *map;
	uint32_t refused;
};

const struct heatmap *upper_table_map(const void *table)
{
	return ((const struct upper_table *)table)->map;
}

void upper_table_refuse(void *table, uint32_t columns)
{
	((struct upper_table *)table)->refused = columns;
}

static bool update(void *self, const struct view_data *data, struct pane pane,
		   struct error *err)
{
	struct upper_table *t = self;

	(void)pane;
	if (!data->cells)
		return true;
	if (t->refused && data->cells->map->columns == t->refused)
		return error_set(err, ERROR_MEMORY, "out of memory for a second view");
	t->map = data->cells->map;
	return true;
}

static void draw(const void *self, struct pane pane)
{
	(void)self;
	(void)pane;
}

static struct action command(void *self, const struct input *in, struct pane pane)
{
	(void)self;
	(void)in;
	(void)pane;
	return ACTION(NONE);
}

static void release(void *self)
{
	*(struct upper_table *)self = (struct upper_table){0};
}

static const struct view_ops upper_table_ops = {
    .size = sizeof(struct upper_table),
    .enter = "",
    .update = update,
    .draw = draw,
    .command = command,
    .release = release,
};

/* All rows unchanged, except the table, which is this one and in the upper pane. */
#define table_view_ops upper_table_ops

const struct view_info view_table[VIEW_COUNT] = {
#define VIEW(place, ops, pane, command)                                                  \
	[VIEW_##place] = {&(ops), VIEW_##place == VIEW_TABLE ? PANE_UPPER : PANE_##pane, \
			  COMMAND_##command},
#include "view/views.def"
#undef VIEW
};
