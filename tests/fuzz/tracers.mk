check_PROGRAMS += tests/fuzz/fuzz_tracers
tests_fuzz_fuzz_tracers_SOURCES = tests/fuzz/fuzz_tracers.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_tracers_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_tracers_LDADD = libinput.a $(libinput_LIBS)
