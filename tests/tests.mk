# A test links the layer under test and what that layer may use, nothing more:
# a call upwards does not link. One fragment per layer and kind of test.

LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	FLARESCOPE=$(abs_top_builddir)/flarescope; export FLARESCOPE; \
	srcdir=$(abs_top_srcdir); export srcdir;

