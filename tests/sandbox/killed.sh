#!/bin/sh
# killed.sh - on the screen, no call is made that is not allowed: there it would be the last one.
#
# Tests in a pseudo-terminal once more, with a program whose calls that are not allowed kill it: those that
# load, explore, open other files and run a reader; EVERYWHERE=1 runs more.

. "$srcdir/tests/cli/tap.sh"

FLARESCOPE=$PWD/tests/sandbox/flarescope_killed
export FLARESCOPE
status=0
: > "$err"
"$FLARESCOPE" --version > "$out" 2> "$err"
if ! grep -q '^reading is sandboxed by [^;]*system calls' "$out" || ! [ -x tests/e2e/run ]; then
	echo "1..0 # SKIP no limit of system calls, or no tests in a pseudo-terminal"
	echo 'SKIPPED: the tests in a pseudo-terminal with calls that kill' >&2
	exit 0
fi
names='explore surroundings loading plugin confined'
[ -z "${EVERYWHERE-}" ] || names="$names shell read_graph inlined record"
for name in $names; do
	tests/e2e/run | grep -q "test_$name\.c" || continue
	ok "test_$name passes where calls that are not allowed kill" tests/e2e/run "test_$name"
done
# That it is such a program: one call, and it is dead (SIGSYS).
printf 'main;work 3\n' > "$work/stacks.folded"
FLARESCOPE=./tests/sandbox/taken_over_killed
for what in marks files; do
	ATTEMPTS=$what SCENE=$work run info "$work/stacks.folded"
	ok "and one such call kills it: $what" [ "$status" -eq 159 ]
done

done_testing
