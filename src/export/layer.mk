noinst_LIBRARIES += libexport.a
libexport_a_SOURCES = \
	src/export/emit.c src/export/emit.h \
	src/export/export.c src/export/export.h \
	src/export/flame_json.c src/export/flame_json.h \
	src/export/folded.c src/export/folded.h \
	src/export/harmless.c src/export/harmless.h \
	src/export/heatmap_json.c src/export/heatmap_json.h \
	src/export/info.c src/export/info.h \
	src/export/outfile.c src/export/outfile.h \
	src/export/stack_lines.c src/export/stack_lines.h \
	src/export/tidy.c src/export/tidy.h \
	src/export/timed.c src/export/timed.h \
	src/export/top_table.c src/export/top_table.h
libexport_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
libexport_LIBS = libanalysis.a $(libanalysis_LIBS) $(JANSSON_LIBS)
