# Against other tools' output for real profiles: ../shared/corpus or FLARESCOPE_CORPUS.

EXTRA_DIST += tests/conformance/Corpus.pm tests/conformance/differences
EXTRA_DIST += tests/conformance/Differences.pm \
	tests/conformance/Peer.pm tests/conformance/Program.pm \
	tests/conformance/machine/busy.c tests/conformance/machine/busy.cc \
	tests/conformance/machine/busy.js tests/conformance/machine/part.c \
	tests/conformance/machine/plug.c

check_PROGRAMS += tests/conformance/samples
tests_conformance_samples_SOURCES = tests/conformance/samples.c
tests_conformance_samples_CFLAGS = $(AM_CFLAGS) -pthread
tests_conformance_samples_LDADD = libinput.a $(libinput_LIBS)

dist_check_SCRIPTS += \
	tests/conformance/cpuprofile.t \
	tests/conformance/dtrace.t \
	tests/conformance/flamescope.t \
	tests/conformance/folded.t \
	tests/conformance/heatmap.t \
	tests/conformance/json.t \
	tests/conformance/machine.t \
	tests/conformance/names.t \
	tests/conformance/perf_data.t \
	tests/conformance/proto.t \
	tests/conformance/slices.t \
	tests/conformance/stacks.t \
	tests/conformance/timed.t

if HAVE_PERL
TESTS += \
	tests/conformance/cpuprofile.t \
	tests/conformance/dtrace.t \
	tests/conformance/flamescope.t \
	tests/conformance/folded.t \
	tests/conformance/heatmap.t \
	tests/conformance/json.t \
	tests/conformance/names.t \
	tests/conformance/perf_data.t \
	tests/conformance/slices.t \
	tests/conformance/stacks.t \
	tests/conformance/timed.t
endif

if WITH_ELFUTILS
if HAVE_PERL
TESTS += tests/conformance/machine.t
endif
endif

if WITH_PROTOBUF_C
if HAVE_PERL
TESTS += tests/conformance/proto.t
endif
endif
