# JSON that is written, read by somebody else.
unit_export = tests/unit/export/test_folded tests/unit/export/test_outfile \
	tests/unit/export/test_timed tests/unit/export/test_speedscope_file \
	tests/unit/export/test_prose tests/unit/export/test_svg tests/unit/export/test_emit
if HAVE_JANSSON
unit_export += tests/unit/export/test_export_json tests/unit/export/test_info
endif
if HAVE_CMOCKA
check_PROGRAMS += $(unit_export)
TESTS += $(unit_export)
endif

tests_unit_export_test_folded_SOURCES = tests/unit/export/test_folded.c \
	tests/unit/export/printed.h
tests_unit_export_test_folded_LDADD = $(test_export)
tests_unit_export_test_outfile_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_export_test_outfile_LDADD = $(test_export)
tests_unit_export_test_timed_SOURCES = tests/unit/export/test_timed.c \
	tests/unit/export/printed.h
tests_unit_export_test_timed_LDADD = tests/lib/libtests.a libexport.a $(libexport_LIBS) \
	libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_export_test_speedscope_file_SOURCES = \
	tests/unit/export/test_speedscope_file.c tests/unit/export/printed.h
tests_unit_export_test_speedscope_file_LDADD = tests/lib/libtests.a libexport.a \
	$(libexport_LIBS) libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_export_test_emit_LDADD = $(test_export)
tests_unit_export_test_prose_LDADD = $(test_export)
tests_unit_export_test_svg_SOURCES = tests/unit/export/test_svg.c \
	tests/unit/export/printed.h
tests_unit_export_test_svg_LDADD = $(test_export)
tests_unit_export_test_export_json_SOURCES = tests/unit/export/test_export_json.c \
	tests/unit/export/printed.h
tests_unit_export_test_export_json_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_unit_export_test_export_json_LDADD = $(test_export) $(JANSSON_LIBS)
tests_unit_export_test_info_SOURCES = tests/unit/export/test_info.c \
	tests/unit/export/printed.h
tests_unit_export_test_info_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_unit_export_test_info_LDADD = $(test_export) $(JANSSON_LIBS)
