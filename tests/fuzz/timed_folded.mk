check_PROGRAMS += tests/fuzz/fuzz_timed_folded
tests_fuzz_fuzz_timed_folded_SOURCES = tests/fuzz/fuzz_timed_folded.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_timed_folded_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_timed_folded_LDADD = libinput.a $(libinput_LIBS)
