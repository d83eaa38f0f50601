# How fast, measured: `make bench` (doc/performance.md). `make check` measures nothing.
# BENCH_DATA=DIR inputs, BENCH_RUNS=N, BENCH_ROWS="export memory", FLAMEGRAPH=DIR.

EXTRA_DIST += doc/performance.md tests/bench/run tests/bench/Distinct.pm tests/bench/Fleets.pm tests/bench/Inputs.pm tests/bench/JsonFiles.pm \
	tests/bench/Memory.pm tests/bench/Notations.pm tests/bench/Pipes.pm tests/bench/Recordings.pm tests/bench/Rows.pm tests/bench/Sheet.pm

bench_programs = tests/bench/charts tests/bench/enlarge tests/bench/enlarge_data tests/bench/explain \
	tests/bench/functions tests/bench/inflate \
	tests/bench/make_fleet tests/bench/measure tests/bench/two

# built, and the simple ones tested, by `make check`, or they would rot
check_PROGRAMS += $(bench_programs)
if HAVE_PERL
TESTS += tests/bench/instruments.sh
endif
dist_check_SCRIPTS += tests/bench/instruments.sh tests/bench/make-json \
	tests/bench/make-program tests/bench/make-spans tests/bench/make-stacks tests/bench/make-switches tests/bench/pass-on

tests_bench_enlarge_SOURCES = tests/bench/enlarge.c
tests_bench_enlarge_data_SOURCES = tests/bench/enlarge_data.c
tests_bench_explain_SOURCES = tests/bench/explain.c tests/bench/figures.c tests/bench/figures.h
tests_bench_explain_CFLAGS = $(AM_CFLAGS) -pthread
tests_bench_explain_LDADD = libanalysis.a libinput.a $(libinput_LIBS) $(libanalysis_LIBS) -lm
tests_bench_functions_SOURCES = tests/bench/functions.c tests/bench/figures.c tests/bench/figures.h
tests_bench_functions_CFLAGS = $(AM_CFLAGS) -pthread
tests_bench_functions_LDADD = libview.a $(libview_LIBS) -lm
tests_bench_charts_SOURCES = tests/bench/charts.c tests/bench/figures.c tests/bench/figures.h
tests_bench_charts_CFLAGS = $(AM_CFLAGS) -pthread
tests_bench_charts_LDADD = libsession.a $(libsession_LIBS) -lm
tests_bench_two_SOURCES = tests/bench/two.c tests/bench/figures.c tests/bench/figures.h
tests_bench_two_CFLAGS = $(AM_CFLAGS) -pthread
tests_bench_two_LDADD = libsession.a $(libsession_LIBS) -lm
tests_bench_make_fleet_SOURCES = tests/bench/make_fleet.c
tests_bench_make_fleet_CFLAGS = $(AM_CFLAGS) -pthread
tests_bench_make_fleet_LDADD = libinput.a $(libinput_LIBS)
tests_bench_measure_SOURCES = tests/bench/measure.c
tests_bench_inflate_SOURCES = tests/bench/inflate.c
tests_bench_inflate_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS)
tests_bench_inflate_LDADD = $(ZLIB_LIBS)
if WITH_ISAL
tests_bench_inflate_CPPFLAGS = $(AM_CPPFLAGS) -DWITH_ISAL $(ISAL_CFLAGS)
tests_bench_inflate_LDADD += $(ISAL_LIBS)
endif

if HAVE_CMOCKA
if HAVE_VTERM
bench_programs += tests/bench/drive

tests_bench_drive_SOURCES = tests/bench/drive.c tests/bench/drive.h \
	tests/bench/drive_load.c tests/bench/drive_shapes.c tests/bench/drive_steps.c \
	tests/bench/drive_type.c \
	tests/bench/figures.c tests/bench/figures.h
tests_bench_drive_LDADD = $(E2E_LIBS)
endif
endif

bench: flarescope $(bench_programs)
if HAVE_PERL
	@FLARESCOPE='$(abs_top_builddir)/flarescope' srcdir='$(abs_top_srcdir)' \
		BENCH_TOOLS='$(abs_top_builddir)/tests/bench' \
		BENCH_DATA='$(BENCH_DATA)' BENCH_RUNS='$(BENCH_RUNS)' \
		BENCH_ROWS='$(BENCH_ROWS)' FLAMEGRAPH='$(FLAMEGRAPH)' \
		$(PERL) '$(abs_top_srcdir)/tests/bench/run' --json bench.json
else
	@echo 'NO PERL: nothing is measured' >&2
endif

# What it made for itself is large, and took minutes: it stays until the rest goes.
distclean-local:
	rm -rf bench-data bench.json

.PHONY: bench
