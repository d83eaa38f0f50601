noinst_LIBRARIES += libexport.a
libexport_a_SOURCES = \
	src/export/table/annotation_table.c src/export/table/annotation_table.h \
	src/export/table/difference_table.c src/export/table/difference_table.h \
	src/export/chart_json.c src/export/chart_json.h \
	src/export/document.c src/export/document.h \
	src/export/clickhouse_rows.c src/export/clickhouse_rows.h \
	src/export/json_writer.c src/export/json_writer.h \
	src/export/export.c src/export/export.h src/export/notations.def \
	src/export/extent.c src/export/extent.h \
	src/export/flame_json.c src/export/flame_json.h src/export/flare_file.c \
	src/export/folded.c \
	src/export/frame_words.c src/export/frame_words.h \
	src/export/heatmap_json.c src/export/heatmap_json.h \
	src/export/info.c src/export/info.h \
	src/export/table/anomaly_table.c src/export/table/anomaly_table.h \
	src/export/outfile.c src/export/outfile.h \
	src/export/table/periods_table.c src/export/table/periods_table.h \
	src/export/pprof_file.c \
	src/export/prose.c src/export/prose.h \
	src/export/redact.c src/export/redact.h \
	src/export/speedscope_file.c \
	src/export/svg.c src/export/svg.h \
	src/export/tidy.c src/export/tidy.h \
	src/export/timed.c \
	src/export/table/table.c src/export/table/table.h \
	src/export/table/top_table.c src/export/table/top_table.h \
	src/export/table/waits_table.c src/export/table/waits_table.h \
	src/export/table/value_columns.c src/export/table/value_columns.h \
	src/export/table/tree_table.c src/export/table/tree_table.h

# The script of an exported SVG as C: its lines without those that are comments.
nodist_libexport_a_SOURCES = src/export/svg_script.c
EXTRA_DIST += src/export/svg_script.js
CLEANFILES += src/export/svg_script.c
src/export/svg_script.c: $(srcdir)/src/export/svg_script.js
	$(AM_V_GEN)$(MKDIR_P) src/export && { \
		echo '#include "export/svg.h"'; \
		echo 'const char *const svg_script[] = {'; \
		sed -e '/^ *\/\//d' -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n",/' \
			'$(srcdir)/src/export/svg_script.js'; \
		echo 'NULL};'; \
	} > $@.new && mv $@.new $@

libexport_LIBS = libanalysis.a libsandbox.a $(libanalysis_LIBS) $(libsandbox_LIBS)
