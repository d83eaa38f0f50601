#!/bin/sh
# killed.sh - on the screen, no call is made that is not allowed: there it would be the last one.
#
# The tests in a pseudo-terminal once more, with a program whose calls that are not allowed
# kill it.

. "$srcdir/tests/cli/tap.sh"

FLARESCOPE=$PWD/tests/sandbox/flarescope_killed
export FLARESCOPE
status=0
: > "$err"
"$FLARESCOPE" --version > "$out" 2> "$err"
if ! grep -q '^reading is confined by [^;]*system calls' "$out" || ! [ -x tests/e2e/test_shell ]; then
	echo "1..0 # SKIP no limit of system calls, or no tests in a pseudo-terminal"
	echo 'SKIPPED: the tests in a pseudo-terminal with calls that kill' >&2
	exit 0
fi
for name in shell explore read_graph surroundings loading plugin inlined record confined; do
	[ -x tests/e2e/test_$name ] || continue
	ok "test_$name passes where calls that are not allowed kill" tests/e2e/test_$name
done
# That it is such a program: one call, and it is dead (SIGSYS).
printf 'main;work 3\n' > "$work/stacks.folded"
FLARESCOPE=./tests/sandbox/taken_over_killed
for what in marks files; do
	ATTEMPTS=$what SCENE=$work run info "$work/stacks.folded"
	ok "and one such call kills it: $what" [ "$status" -eq 159 ]
done

done_testing
