#include "input/field_names.h"

#include <stdio.h>
#include <string.h>

#include "base/fill.h"

void field_names_begin(struct field_names *n, struct text wanted)
{
	*n = (struct field_names){.wanted = wanted};
	pthread_mutex_init(&n->lock, NULL);
}

void field_names_end(struct field_names *n)
{
	pthread_mutex_destroy(&n->lock);
}

void field_names_found(struct field_names *n)
{
	pthread_mutex_lock(&n->lock);
	n->found = true;
	pthread_mutex_unlock(&n->lock);
}

static void keep_field_name(struct field_names *n, struct text name)
{
	char row[FIELD_NAME_LONGEST + 1];
	unsigned at = 0, last;

	snprintf(row, sizeof row, "%.*s", (int)name.len, name.at);
	while (at < n->count && strcmp(n->names[at], row) < 0)
		at++;
	if (at < n->count && strcmp(n->names[at], row) == 0)
		return;
	if (n->count == FIELD_NAMES_MOST) {
		n->more = true;
		if (at == FIELD_NAMES_MOST)
			return;
		n->count--;
	}
	last = n->count++;
	memmove(n->names[at + 1], n->names[at], (size_t)(last - at) * sizeof *n->names);
	memcpy(n->names[at], row, sizeof row);
}

void field_names_add(struct field_names *n, struct text name)
{
	if (name.len == 0 || name.len > FIELD_NAME_LONGEST)
		return;
	pthread_mutex_lock(&n->lock);
	if (!n->found)
		keep_field_name(n, name);
	pthread_mutex_unlock(&n->lock);
}

bool field_names_check(const struct field_names *n, struct error *err)
{
	char list[FIELD_NAMES_MOST * (FIELD_NAME_LONGEST + 3) + 8];
	struct fill f = fill_of(list, sizeof list - 1);

	if (n->found)
		return true;
	if (n->count == 0)
		return error_set(err, ERROR_FORMAT,
				 "it has no numeric fields: --field is for tracepoints, "
				 "in perf.data and the text of perf script");
	for (unsigned i = 0; i < n->count; i++) {
		fill_text(&f, text_of(i ? ", " : ""));
		fill_text(&f, text_of(n->names[i]));
	}
	if (n->more)
		fill_text(&f, TEXT(" ..."));
	return error_set(
	    err, ERROR_FORMAT, "no sample has a numeric field '%.*s'; there are: %.*s",
	    (int)n->wanted.len, n->wanted.at, (int)fill_written(&f).len, list);
}
