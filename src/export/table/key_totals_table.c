#include "export/table/key_totals_table.h"

#include "export/table/value_columns.h"

bool key_totals_table_size_is_allowed(const struct key_totals *t, const struct profile *p,
				      const struct top_choice *choice, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < c.rows; i++)
		bytes += t->list[i].name.len + t->list[i].process.len;
	return value_columns_size_is_allowed(bytes, p, err);
}

static struct table_cell number_of(int32_t id)
{
	return cell_if(id != PROFILE_NO_ID, cell_id(id));
}

bool key_totals_table_write(const struct key_totals *t, const struct top_choice *choice,
			    enum table_format format, FILE *out, struct error *err)
{
	static const char *const more[KEYS_BY] = {
	    [KEYS_THREAD] = "more threads", [KEYS_PROCESS] = "more processes",
	    [KEYS_CPU] = "more CPUs",	    [KEYS_HOST] = "more hosts",
	    [KEYS_MODULE] = "more modules", [KEYS_KIND] = "more kinds",
	    [KEYS_MODE] = "more modes"};
	const struct value_columns values = value_columns_of(choice, t->all, t->count);
	unsigned of_thread = t->by == KEYS_THREAD ? IN_ALL : 0,
		 of_process = t->by == KEYS_PROCESS ? IN_ALL : 0,
		 has_pid = of_thread | of_process,
		 has_self =
		     t->by == KEYS_MODULE || t->by == KEYS_KIND || t->by == KEYS_MODE
			 ? IN_ALL
			 : 0,
		 /* with several hosts, each thread and process has one */
	    has_host = has_pid && t->count && t->list[0].host.len ? IN_CSV : 0;
	const char *name = keys_by_names[t->by];
	const struct table_column columns[] = {
	    VALUE_COLUMNS_SELF(&values, has_self),
	    VALUE_COLUMNS_TOTAL(&values),
	    {"pid", COLUMN_ID, has_pid, .heading = "pid", .width = 7, .unknown = "?"},
	    {"tid", COLUMN_ID, of_thread, .heading = "tid", .width = 7, .unknown = "?"},
	    {name, COLUMN_TEXT, IN_ALL, .heading = name},
	    {"process", COLUMN_TEXT, of_thread, .heading = "process"},
	    {"threads", COLUMN_NUMBER, of_process, .heading = "threads"},
	    {"host", COLUMN_HOST, IN_TEXT | IN_JSON | has_host, .optional = true},
	};
	struct table table = TABLE_OF(format, columns, out);

	table_open(&table);
	if (format == TABLE_JSON) {
		emit_text(emit_key(&table.json, "by"), text_of(name));
		value_columns_head(&values, &table.json);
		emit_number(emit_key(&table.json, "count"), t->count);
	}
	table_begin_rows(&table, "rows");
	for (uint32_t i = 0; i < values.rows; i++) {
		const struct key_total *r = &t->list[i];

		table_row(&table, (struct table_cell[]){
				      VALUE_CELLS(&values, r->self),
				      VALUE_CELLS(&values, r->total),
				      number_of(r->pid),
				      number_of(r->tid),
				      cell_text(r->name),
				      cell_text(r->process),
				      cell_number(r->threads),
				      cell_name(r->host),
				  });
	}
	table_end_rows(&table);
	if (format == TABLE_TEXT) {
		value_columns_more(&values, more[t->by], out);
		value_columns_base(&values, out);
	}
	return table_close(&table, err);
}
