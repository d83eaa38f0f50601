/* flame_json.h - flame graphs and call trees as JSON documents. */

#ifndef EXPORT_FLAME_JSON_H
#define EXPORT_FLAME_JSON_H

#include "export/document.h"
#include "export/export.h"

/*
 * Write the document of `flame` or `tree`: the graph as nested objects or, with `rows`, as a list
 * of frames with their depth and the id of their caller. Some readers of JSON limit nesting to a
 * hundred levels or fewer. Returns false and sets an error if writing fails or memory runs out.
 */
bool flame_json_document(const struct export_job *job, const struct document *d,
			 bool rows, FILE *out, struct error *err);

/* Write "baseline", "normalised" and "baseline_factor"; nothing if `c` is NULL. */
void flame_json_comparison(struct json_writer *e, const struct comparison *c);

/* Write the graph as the member `key` or, with `rows`, as "rows" and "rows_total". */
bool flame_json_graph(struct json_writer *e, const struct export_job *job,
		      const char *key, bool rows, struct error *err);

extern const struct document_kind flame_document, tree_document; /* for schemas */

#endif
