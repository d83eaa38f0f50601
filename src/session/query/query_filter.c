#include "session/query/query_filter.h"

#include "analysis/filter.h"
#include "analysis/lanes/lanes.h"
#include "base/mem.h"
#include "base/regex.h"

/* A pattern as RE2 reads it, which tells upper from lower case unless it is told not to. */
static bool add_pattern(struct statement *s, struct text pattern, struct error *err)
{
	char *words = mem_format(err, "%s%.*s", regex_is_caseless(pattern) ? "(?i)" : "",
				 (int)pattern.len, pattern.at);
	bool ok = words && statement_value(s, "String", text_of(words), err);

	mem_free(words);
	return ok;
}

/* "match(COLUMN, {v1:String})", or "COLUMN = {v1:String}". */
static bool add_text(struct statement *s, const struct filter_term *t, const char *column,
		     struct error *err)
{
	if (!t->matches)
		return statement_add(s, column, err) && statement_add(s, " = ", err) &&
		       statement_value(s, "String", t->text, err);
	return statement_add(s, "match(", err) && statement_add(s, column, err) &&
	       statement_add(s, ", ", err) && add_pattern(s, t->text, err) &&
	       statement_add(s, ")", err);
}

static bool add_number(struct statement *s, const struct filter_term *t,
		       const char *column, struct error *err)
{
	return statement_add(s, column, err) && statement_add(s, " = ", err) &&
	       statement_number(s, t->number, err);
}

/* Some frame, or what else has a name. */
static bool add_any(struct statement *s, const struct query_table *table,
		    const char *label, const struct filter_term *t, struct error *err)
{
	return (!label ||
		(add_text(s, t, label, err) && statement_add(s, " OR ", err))) &&
	       statement_add(s, table->holds_from, err) &&
	       statement_add(s, "arrayExists(f -> ", err) && add_text(s, t, "f", err) &&
	       statement_add(s, ", ", err) && statement_add(s, table->frames, err) &&
	       statement_add(s, ")", err) && statement_add(s, table->holds_to, err);
}

/* Of what ran: its name, module or kind; `none` where there is no stack. */
static bool add_self(struct statement *s, const struct query_table *table,
		     const struct filter_term *t, const char *column, struct error *err)
{
	return statement_add(s, table->holds_from, err) &&
	       statement_add(s, t->matches ? "match(" : "", err) &&
	       statement_add(s, "if(empty(", err) && statement_add(s, column, err) &&
	       statement_add(s, "), ", err) &&
	       statement_value(s, "String", lanes_name_of_none, err) &&
	       statement_add(s, ", if(", err) && statement_add(s, column, err) &&
	       statement_add(s, "[-1] = '', ", err) &&
	       statement_value(s, "String",
			       t->subject == FILTER_SELF ? TEXT("[no name]")
							 : TEXT("[no module]"),
			       err) &&
	       statement_add(s, ", ", err) && statement_add(s, column, err) &&
	       statement_add(s, "[-1]))", err) &&
	       statement_add(s, t->matches ? ", " : " = ", err) &&
	       (t->matches ? add_pattern(s, t->text, err)
			   : statement_value(s, "String", t->text, err)) &&
	       statement_add(s, t->matches ? ")" : "", err) &&
	       statement_add(s, table->holds_to, err);
}

/* Its kind; what has no name has several words, see frame_mode_words(). */
static bool add_self_kind(struct statement *s, const struct query_table *table,
			  const struct filter_term *t, struct error *err)
{
	struct filter_term nameless = *t;

	nameless.matches = true;
	nameless.text = TEXT("^(?:no name(?:, (?:user|kernel))?|unknown)$");
	return add_self(s, table,
			text_equal(t->text, text_of(frame_kind_names[FRAME_NAMELESS]))
			    ? &nameless
			    : t,
			table->kinds, err);
}

/* What is inlined ran where its caller did. */
static bool add_mode(struct statement *s, const struct query_table *table,
		     const struct filter_term *t, struct error *err)
{
	bool unknown = text_equal(t->text, text_of(frame_mode_names[FRAME_MODE_UNKNOWN]));
	bool kernel = text_equal(t->text, text_of(frame_mode_names[FRAME_MODE_KERNEL]));
	struct text words = unknown  ? TEXT("^(?:|idle|no name|unknown)$")
			    : kernel ? TEXT("^(?:kernel|no name, kernel)$")
				     : TEXT("^(?:user|jit|runtime|no name, user)$");

	return statement_add(s, table->holds_from, err) &&
	       statement_add(s, "match(arrayLast(k -> k != 'inlined', ", err) &&
	       statement_add(s, table->kinds, err) && statement_add(s, "), ", err) &&
	       statement_value(s, "String", words, err) && statement_add(s, ")", err) &&
	       statement_add(s, table->holds_to, err);
}

/* The path of some frame's module, or the end of it. */
static bool add_module(struct statement *s, const struct query_table *table,
		       const struct filter_term *t, struct error *err)
{
	return statement_add(s, table->holds_from, err) &&
	       statement_add(s, "arrayExists(m -> ", err) && add_text(s, t, "m", err) &&
	       statement_add(s, " OR ", err) &&
	       add_text(s, t, "arrayElement(splitByChar('/', m), -1)", err) &&
	       statement_add(s, ", ", err) && statement_add(s, table->modules, err) &&
	       statement_add(s, ")", err) && statement_add(s, table->holds_to, err);
}

static bool add_self_module(struct statement *s, const struct query_table *table,
			    const struct filter_term *t, struct error *err)
{
	if (t->matches)
		return add_self(s, table, t, table->modules, err);
	return add_self(s, table, t, table->modules, err) &&
	       statement_add(s, " OR ", err) &&
	       statement_add(s, table->holds_from, err) &&
	       statement_add(s, "arrayElement(splitByChar('/', ", err) &&
	       statement_add(s, table->modules, err) &&
	       statement_add(s, "[-1]), -1) = ", err) &&
	       statement_value(s, "String", t->text, err) &&
	       statement_add(s, table->holds_to, err);
}

static bool add_term(struct statement *s, const struct query_table *table,
		     const struct filter_term *t, struct error *err)
{
	switch (t->subject) {
	case FILTER_ANY:
		return add_any(s, table, table->comm, t, err);
	case FILTER_COMM:
		return add_text(s, t, table->comm, err);
	case FILTER_PROCESS:
		return add_text(s, t, table->process, err);
	case FILTER_HOST:
		return add_text(s, t, table->host, err);
	case FILTER_SERVICE:
		return add_text(s, t, table->service, err);
	case FILTER_PID:
		return add_number(s, t, table->pid, err);
	case FILTER_TID:
		return add_number(s, t, table->tid, err);
	case FILTER_CPU:
		return add_number(s, t, table->cpu, err);
	case FILTER_SELF:
		return add_self(s, table, t, table->frames, err);
	default:
		break;
	}
	if (!table->modules)
		return error_set(err, ERROR_USAGE,
				 "filter: nothing is known of modules and kinds of code "
				 "there; keys are comm, process, tid, host and self");
	return t->subject == FILTER_MODULE	  ? add_module(s, table, t, err)
	       : t->subject == FILTER_SELF_MODULE ? add_self_module(s, table, t, err)
	       : t->subject == FILTER_MODE	  ? add_mode(s, table, t, err)
						  : add_self_kind(s, table, t, err);
}

bool query_filter_add(struct statement *s, const struct query_table *table,
		      struct text expression, struct error *err)
{
	struct filter *f = filter_new(expression, err);
	bool ok = f != NULL;

	for (size_t i = 0; ok && i < filter_term_count(f); i++) {
		const struct filter_term t = filter_term_at(f, i);

		ok = statement_add(s, t.negated ? " AND NOT (" : " AND (", err) &&
		     add_term(s, table, &t, err) && statement_add(s, ")", err);
	}
	filter_free(f);
	return ok;
}

bool query_filter_search(struct statement *s, const struct query_table *table,
			 const char *label, struct text pattern, struct error *err)
{
	const struct filter_term t = {
	    .subject = FILTER_ANY, .matches = true, .text = pattern};

	return add_any(s, table, label, &t, err);
}
