# One fragment a folder of tests.

LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
T_LOG_DRIVER = $(LOG_DRIVER)
C_LOG_DRIVER = $(LOG_DRIVER)
# No test waits without an end, and nothing that it starts outlives it.
check_PROGRAMS += tests/bounded
tests_bounded_SOURCES = tests/bounded.c
LOG_COMPILER = tests/bounded$(EXEEXT)
SH_LOG_COMPILER = $(LOG_COMPILER) $(SHELL)
T_LOG_COMPILER = $(LOG_COMPILER) $(PERL)
# Tests in C: a program a folder, a test a file of it (tests/lib/unit.h).
C_LOG_COMPILER = $(LOG_COMPILER) $(SHELL) $(top_srcdir)/tests/run-unit
EXTRA_DIST += tests/lib/fits_schemas.py tests/lib/switching.pl tests/run-unit tests/seconds
AM_T_LOG_FLAGS = -I '$(abs_top_srcdir)/tests/conformance' -I '$(abs_top_srcdir)/tests/hostile'
TEST_EXTENSIONS = .sh .t .c
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	FLARESCOPE='$(abs_top_builddir)/flarescope'; export FLARESCOPE; \
	RESOLVE='$(abs_top_builddir)/tests/symbols/resolve'; export RESOLVE; \
	PROBES='$(abs_top_builddir)/tests/conformance/probes'; export PROBES; \
	SAMPLES='$(abs_top_builddir)/tests/conformance/samples'; export SAMPLES; \
	MEASURED='$(abs_top_builddir)/tests/hostile/measured'; export MEASURED; \
	RECORD='$(abs_top_builddir)/tests/recorder/record'; export RECORD; \
	SPIN='$(abs_top_builddir)/tests/recorder/spin'; export SPIN; \
	MADE_FLARE='$(abs_top_builddir)/tests/hostile/made_flare'; export MADE_FLARE; \
	srcdir='$(abs_top_srcdir)'; export srcdir; \
	CC='$(CC)'; export CC; \
	BUILT_WITH='$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)'; export BUILT_WITH; \
	WITH_ZSTD='$(with_zstd)'; export WITH_ZSTD; \
	FLARESCOPE_CACHE=no; export FLARESCOPE_CACHE;
# For tests that ask which libraries there are.
if WITH_ZSTD
with_zstd = yes
told_zstd = -DWITH_ZSTD
else
with_zstd = no
told_zstd =
endif
if WITH_ELFUTILS
told_elfutils = -DWITH_ELFUTILS=1
else
told_elfutils = -DWITH_ELFUTILS=0
endif

# What each test took, when all have run and before their sum is told.
.PHONY: seconds
seconds: $(TEST_LOGS)
	@$(SHELL) $(top_srcdir)/tests/seconds $(TEST_LOGS)
test-suite.log: seconds
CLEANFILES += seconds.txt

# What cannot be tested here is said where it is seen.
check-local:
if HAVE_CMOCKA
else
	@echo 'NO CMOCKA: the unit tests are SKIPPED' >&2
endif
if HAVE_JANSSON
else
	@echo 'NO JANSSON: the unit tests of written JSON are SKIPPED' >&2
endif
if HAVE_VTERM
else
	@echo 'NO LIBVTERM: the tests in a pseudo-terminal are SKIPPED' >&2
endif
if WITH_ELFUTILS
else
	@echo 'NO ELFUTILS: the tests of symbols in ELF files are SKIPPED' >&2
endif
if WITH_ZSTD
else
	@echo 'NO LIBZSTD: the tests of zstd are SKIPPED' >&2
endif
if WITH_SECCOMP
else
	@echo 'NO LIBSECCOMP: the tests of what a reader cannot call are SKIPPED' >&2
endif
if WITH_LIBCSV
else
	@echo 'NO LIBCSV: the tests of tables of spans are SKIPPED' >&2
endif
if HAVE_PERL
else
	@echo 'NO PERL: the conformance tests are SKIPPED' >&2
endif

dist_check_SCRIPTS += tests/style.sh
TESTS += tests/style.sh

# In the order of how long their tests take, so that no core waits for the last one.
include tests/sandbox/sandbox.mk
include tests/recorder/recorder.mk
include tests/hostile/hostile.mk
include tests/conformance/conformance.mk
include tests/fixtures/fixtures.mk
include tests/e2e/e2e.mk
include tests/cli/cli.mk
include tests/symbols/symbols.mk
include tests/fuzz/fuzz.mk
include tests/bench/bench.mk
include tests/unit/unit.mk
include tests/planted/planted.mk
include tests/real/real.mk

# What .ci/run has run under the sanitizers: the layers, and what reads files.
sanitized_tests = $(unit_tests) tests/fuzz/replay-all.sh tests/fixtures/fixtures.t \
	tests/hostile/limits.t tests/hostile/memory.t tests/hostile/opening.t tests/hostile/recordings.t \
	tests/hostile/references.t tests/hostile/symbols.t tests/hostile/text.t \
	tests/conformance/cpuprofile.t tests/conformance/detect.t tests/conformance/directory.t \
	tests/conformance/dtrace.t tests/conformance/names.t \
	tests/conformance/perf_data.t tests/conformance/proto.t tests/conformance/spans.t \
	tests/conformance/stacks.t tests/conformance/switches.t tests/conformance/trace.t
.PHONY: check-sanitized
check-sanitized:
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS="$(sanitized_tests)" \
		check_PROGRAMS="tests/bounded tests/conformance/samples tests/conformance/probes \
			tests/hostile/measured tests/hostile/made_flare $(fuzz_programs) $(unit_programs)"

# The tests that try a share of what they can without EVERYWHERE=1: those that speak of it.
.PHONY: check-everywhere
check-everywhere:
	@EVERYWHERE=1 $(MAKE) $(AM_MAKEFLAGS) check TESTS="`cd '$(srcdir)' && \
		grep -lE '[{]EVERYWHERE|unit_everywhere[(]' $(TESTS) | tr '\n' ' '`"
