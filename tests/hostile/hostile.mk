# Files that mean harm: what happens is bounded, and said.

EXTRA_DIST += tests/hostile/Hostile.pm tests/hostile/PerfData.pm tests/hostile/Elf.pm \
	tests/hostile/Shapes.pm

check_PROGRAMS += tests/hostile/measured
tests_hostile_measured_SOURCES = tests/hostile/measured.c
check_PROGRAMS += tests/hostile/made_flare
tests_hostile_made_flare_SOURCES = tests/hostile/made_flare.c
tests_hostile_made_flare_LDADD = libprofile.a $(libprofile_LIBS)

# One row a test; those that want an optional library stand under its condition.
hostile_tests = \
	tests/hostile/growth.t \
	tests/hostile/hardened.t \
	tests/hostile/limits.t \
	tests/hostile/budget.t \
	tests/hostile/text.t \
	tests/hostile/memory.t \
	tests/hostile/opening.t \
	tests/hostile/symbols.t \
	tests/hostile/recordings.t \
	tests/hostile/references.t \
	tests/hostile/characters.t \
	tests/hostile/pools.t \
	tests/hostile/flight.t \
	tests/hostile/time.t
dist_check_SCRIPTS += $(hostile_tests)
if HAVE_PERL
TESTS += $(hostile_tests)
endif
