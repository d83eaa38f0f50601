check_PROGRAMS += tests/fuzz/fuzz_perf_data
tests_fuzz_fuzz_perf_data_SOURCES = tests/fuzz/fuzz_perf_data.c tests/fuzz/replay.c \
	tests/fuzz/whole.c tests/fuzz/whole.h
tests_fuzz_fuzz_perf_data_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_fuzz_fuzz_perf_data_LDADD = libinput.a $(libinput_LIBS)
