# A test links the layer under test and what that layer may use, nothing more:
# a call upwards does not link. One fragment per layer and kind of test.

LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	FLARESCOPE=$(abs_top_builddir)/flarescope; export FLARESCOPE; \
	srcdir=$(abs_top_srcdir); export srcdir;

include tests/unit/base.mk
include tests/unit/canvas.mk
include tests/unit/profile.mk
include tests/unit/input.mk
include tests/unit/analysis.mk
include tests/unit/export.mk
include tests/unit/view.mk
include tests/unit/session.mk
include tests/unit/tui.mk
include tests/cli/cli.mk
include tests/e2e/e2e.mk
include tests/fuzz/fuzz.mk
include tests/conformance/conformance.mk
