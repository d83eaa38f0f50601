# Against other tools' output for real profiles: ../shared/corpus or FLARESCOPE_CORPUS.

EXTRA_DIST += tests/conformance/Corpus.pm tests/conformance/differences \
	tests/conformance/detected
EXTRA_DIST += tests/conformance/Differences.pm tests/conformance/FlameScope.pm tests/conformance/Json.pm \
	tests/conformance/Peer.pm tests/conformance/Program.pm \
	tests/conformance/machine/hot.c tests/conformance/machine/hot.cc \
	tests/conformance/machine/busy.c tests/conformance/machine/busy.cc \
	tests/conformance/machine/busy.js tests/conformance/machine/crew.c \
	tests/conformance/machine/names.c tests/conformance/machine/part.c tests/conformance/machine/plug.c \
	tests/conformance/machine/versions.c

EXTRA_DIST += tests/conformance/peek

check_PROGRAMS += tests/conformance/samples
tests_conformance_samples_SOURCES = tests/conformance/samples.c tests/lib/dump.c \
	tests/lib/dump.h
tests_conformance_samples_CFLAGS = $(AM_CFLAGS) -pthread
tests_conformance_samples_LDADD = libinput.a $(libinput_LIBS)

check_PROGRAMS += tests/conformance/probes
tests_conformance_probes_SOURCES = tests/conformance/probes.c tests/lib/packed.c \
	tests/lib/packed.h
tests_conformance_probes_CPPFLAGS = $(AM_CPPFLAGS) $(told_zstd)
tests_conformance_probes_CFLAGS = $(AM_CFLAGS) -pthread $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
tests_conformance_probes_LDADD = libinput.a $(libinput_LIBS)

conformance_tests = tests/conformance/order.t tests/conformance/slices.t \
	tests/conformance/timed.t tests/conformance/busy.t tests/conformance/clock.t \
	tests/conformance/compared.t tests/conformance/cpuprofile.t tests/conformance/detect.t \
	tests/conformance/directory.t tests/conformance/dtrace.t tests/conformance/edges.t \
	tests/conformance/fields.t tests/conformance/flamescope.t \
	tests/conformance/folded.t tests/conformance/heatmap.t tests/conformance/json.t \
	tests/conformance/losses.t tests/conformance/mode.t tests/conformance/names.t \
	tests/conformance/perf_data.t tests/conformance/printed.t tests/conformance/processes.t tests/conformance/renamed.t \
	tests/conformance/silent.t tests/conformance/silent_json.t tests/conformance/stacks.t \
	tests/conformance/switches.t tests/conformance/told.t \
	tests/conformance/trace.t tests/conformance/two_files.t
dist_check_SCRIPTS += $(conformance_tests) tests/conformance/inputs.t \
	tests/conformance/annotate.t tests/conformance/code.t tests/conformance/machine.t tests/conformance/peek.t tests/conformance/proto.t tests/conformance/spans.t
if HAVE_PERL
TESTS += $(conformance_tests)
endif

if WITH_ELFUTILS
if HAVE_PERL
TESTS += tests/conformance/machine.t
if WITH_CAPSTONE
TESTS += tests/conformance/annotate.t tests/conformance/code.t
endif
endif
endif

if WITH_LIBCSV
if HAVE_PERL
TESTS += tests/conformance/spans.t
endif
endif

if HAVE_PERL
TESTS += tests/conformance/peek.t tests/conformance/proto.t
endif

# The page tells what opens when all that is optional is there.
if WITH_ZSTD
if HAVE_PERL
TESTS += tests/conformance/inputs.t
endif
endif
