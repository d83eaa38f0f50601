# Formats that are protocol buffers.

if HAVE_CMOCKA
if WITH_PROTOBUF_C
check_PROGRAMS += tests/unit/test_pprof tests/unit/test_nflxprofile
TESTS += tests/unit/test_pprof tests/unit/test_nflxprofile
tests_unit_test_pprof_SOURCES = tests/unit/test_pprof.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/made_message.c tests/lib/made_message.h
tests_unit_test_pprof_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_pprof_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_pprof_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
tests_unit_test_nflxprofile_SOURCES = tests/unit/test_nflxprofile.c \
	tests/lib/opened.c tests/lib/opened.h \
	tests/lib/made_message.c tests/lib/made_message.h
tests_unit_test_nflxprofile_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_nflxprofile_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_nflxprofile_LDADD = libinput.a $(libinput_LIBS) $(CMOCKA_LIBS)
endif
endif
