if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_folded tests/unit/test_outfile
TESTS += tests/unit/test_folded tests/unit/test_outfile

tests_unit_test_folded_SOURCES = tests/unit/test_folded.c tests/unit/printed.h
tests_unit_test_folded_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_folded_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)



tests_unit_test_outfile_SOURCES = tests/unit/test_outfile.c
tests_unit_test_outfile_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) -pthread
tests_unit_test_outfile_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += tests/unit/test_timed tests/unit/test_speedscope_file tests/unit/test_svg
TESTS += tests/unit/test_timed tests/unit/test_speedscope_file tests/unit/test_svg
tests_unit_test_timed_SOURCES = tests/unit/test_timed.c tests/unit/printed.h
tests_unit_test_timed_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) -pthread
tests_unit_test_timed_LDADD = libexport.a $(libexport_LIBS) libinput.a $(libinput_LIBS) \
	$(CMOCKA_LIBS)

tests_unit_test_speedscope_file_SOURCES = tests/unit/test_speedscope_file.c \
	tests/unit/printed.h tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/opened.c tests/lib/opened.h
tests_unit_test_speedscope_file_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_speedscope_file_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) -pthread
tests_unit_test_speedscope_file_LDADD = libexport.a $(libexport_LIBS) libinput.a \
	$(libinput_LIBS) $(CMOCKA_LIBS)

tests_unit_test_svg_SOURCES = tests/unit/test_svg.c tests/unit/printed.h
tests_unit_test_svg_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_svg_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)

# JSON that is written, read by somebody else.
if HAVE_JANSSON
check_PROGRAMS += tests/unit/test_export_json tests/unit/test_info
TESTS += tests/unit/test_export_json tests/unit/test_info
tests_unit_test_export_json_SOURCES = tests/unit/test_export_json.c tests/unit/printed.h
tests_unit_test_export_json_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
tests_unit_test_export_json_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS) $(JANSSON_LIBS)
tests_unit_test_info_SOURCES = tests/unit/test_info.c tests/unit/printed.h
tests_unit_test_info_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
tests_unit_test_info_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS) $(JANSSON_LIBS)
endif
endif
