# Against other tools' output for real profiles: ../shared/corpus or FLARESCOPE_CORPUS.

EXTRA_DIST += tests/conformance/Corpus.pm tests/conformance/differences
dist_check_SCRIPTS += \
	tests/conformance/flamescope.t \
	tests/conformance/folded.t \
	tests/conformance/heatmap.t \
	tests/conformance/names.t \
	tests/conformance/perf_data.t \
	tests/conformance/slices.t

if HAVE_PERL
TESTS += \
	tests/conformance/flamescope.t \
	tests/conformance/folded.t \
	tests/conformance/heatmap.t \
	tests/conformance/names.t \
	tests/conformance/perf_data.t \
	tests/conformance/slices.t
endif
