# The interface, end to end: the built program in a pseudo-terminal.

if HAVE_CMOCKA
if HAVE_VTERM
check_PROGRAMS += tests/e2e/test_shell
TESTS += tests/e2e/test_shell

tests_e2e_test_shell_SOURCES = \
	tests/e2e/terminal.c tests/e2e/terminal.h tests/e2e/test_shell.c
tests_e2e_test_shell_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(VTERM_CFLAGS)
tests_e2e_test_shell_LDADD = $(CMOCKA_LIBS) $(VTERM_LIBS) -lutil
endif
endif
