if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_folded tests/unit/test_export_json tests/unit/test_outfile
TESTS += tests/unit/test_folded tests/unit/test_export_json tests/unit/test_outfile

tests_unit_test_folded_SOURCES = tests/unit/test_folded.c tests/unit/printed.h
tests_unit_test_folded_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_folded_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)

tests_unit_test_export_json_SOURCES = tests/unit/test_export_json.c tests/unit/printed.h
tests_unit_test_export_json_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
tests_unit_test_export_json_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)

tests_unit_test_outfile_SOURCES = tests/unit/test_outfile.c
tests_unit_test_outfile_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_outfile_LDADD = libexport.a $(libexport_LIBS) $(CMOCKA_LIBS)
endif
check_PROGRAMS += tests/unit/test_timed
TESTS += tests/unit/test_timed
tests_unit_test_timed_SOURCES = tests/unit/test_timed.c tests/unit/printed.h
tests_unit_test_timed_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) -pthread
tests_unit_test_timed_LDADD = libexport.a $(libexport_LIBS) libinput.a $(libinput_LIBS) \
	$(CMOCKA_LIBS)
