# What a process can still do that a file has taken over, and that nothing else is different.

# Each is the program as it is, but for one thing: see the head of its own file. Those that end in
# _killed have a filter of system calls that kills, those in _fenced none.
killing = $(libsandbox_a_CPPFLAGS) -DSYSCALLS_KILL
check_PROGRAMS += tests/sandbox/flarescope_killed tests/sandbox/taken_over
tests_sandbox_flarescope_killed_SOURCES = src/main.c src/sandbox/syscalls.c
tests_sandbox_flarescope_killed_CPPFLAGS = $(killing)
tests_sandbox_flarescope_killed_CFLAGS = $(libsandbox_a_CFLAGS)
tests_sandbox_flarescope_killed_LDADD = libcli.a $(libcli_LIBS)
tests_sandbox_taken_over_SOURCES = src/main.c tests/sandbox/take_over.c \
	tests/sandbox/attempts.h tests/sandbox/attempts_calls.c \
	tests/sandbox/attempts_files.c
tests_sandbox_taken_over_LDADD = libcli.a $(libcli_LIBS)
tests_sandbox_taken_over_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=folded_format
# The kernel's fence alone.
check_PROGRAMS += tests/sandbox/taken_over_fenced
tests_sandbox_taken_over_fenced_SOURCES = $(tests_sandbox_taken_over_SOURCES) \
	src/sandbox/syscalls.c
tests_sandbox_taken_over_fenced_LDADD = libcli.a $(libcli_LIBS)
tests_sandbox_taken_over_fenced_LDFLAGS = $(tests_sandbox_taken_over_LDFLAGS)
check_PROGRAMS += tests/sandbox/taken_over_killed
tests_sandbox_taken_over_killed_SOURCES = $(tests_sandbox_taken_over_SOURCES) \
	src/sandbox/syscalls.c
tests_sandbox_taken_over_killed_CPPFLAGS = $(killing)
tests_sandbox_taken_over_killed_CFLAGS = $(libsandbox_a_CFLAGS)
tests_sandbox_taken_over_killed_LDADD = libcli.a $(libcli_LIBS)
tests_sandbox_taken_over_killed_LDFLAGS = $(tests_sandbox_taken_over_LDFLAGS)

sandbox_tests = tests/sandbox/elsewhere.sh tests/sandbox/outputs.sh tests/sandbox/taken_over.sh tests/sandbox/killed.sh
dist_check_SCRIPTS += $(sandbox_tests)
TESTS += $(sandbox_tests)

if WITH_SECCOMP
check_PROGRAMS += tests/sandbox/inside
tests_sandbox_inside_SOURCES = tests/sandbox/inside.c
tests_sandbox_inside_CFLAGS = $(AM_CFLAGS) $(SECCOMP_CFLAGS)
tests_sandbox_inside_LDADD = $(SECCOMP_LIBS)
endif

sandbox_perl_tests = tests/sandbox/asked.t tests/sandbox/same.t tests/sandbox/processes.t tests/sandbox/pipes.t
dist_check_SCRIPTS += $(sandbox_perl_tests)
if HAVE_PERL
TESTS += $(sandbox_perl_tests)
endif
