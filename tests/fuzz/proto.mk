# Without protobuf-c they find out that they are refused.
check_PROGRAMS += tests/fuzz/fuzz_pprof tests/fuzz/fuzz_nflxprofile
tests_fuzz_fuzz_pprof_SOURCES = tests/fuzz/fuzz_pprof.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_pprof_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_pprof_LDADD = libinput.a $(libinput_LIBS)
tests_fuzz_fuzz_nflxprofile_SOURCES = tests/fuzz/fuzz_nflxprofile.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_nflxprofile_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_nflxprofile_LDADD = libinput.a $(libinput_LIBS)
