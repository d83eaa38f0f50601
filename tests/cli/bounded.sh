#!/bin/sh
# bounded.sh - a test ends, with all that it has started, or it has failed.

. "$srcdir/tests/cli/tap.sh"

bounded=${BOUNDED:-./tests/bounded}
: > "$err"
# What is in the background holds the pipe of cat, unless it is kept from that.
hung() { # SCRIPT
	TEST_SECONDS=1 timeout 60 "$bounded" sh -c "$1" 2> "$err" | cat > "$out"
	status=$?
}
through() { # SCRIPT
	"$bounded" sh -c "$1" > "$out" 2> "$err"
	status=$?
}
took='^# took [0-9.]* s, [0-9.]* s of CPU$'

begun=$(date +%s)
hung 'echo "ok 1 - begun"; timeout 40 tail -f /dev/null & wait'
ok 'the output of a test that hangs is kept' prints '^ok 1 - begun$'
ok 'it is said that it has no end' prints '^Bail out! no end after 1'
hung 'trap "" TERM; echo "ok 1 - begun"; while :; do :; done'
ok 'a test that ignores signals is ended as well' prints '^Bail out! no end after 1'
ok 'in time' test $(($(date +%s) - begun)) -lt 50
through 'echo "ok 1"; echo aside >&2; exit 3'
ok 'another test has its own status' ends_with 3
ok 'its output' prints '^ok 1$'
ok 'its standard error' says '^aside$'
ok 'and how long it took' prints "$took"
through 'kill -SEGV $$'
ok 'a test that crashes has failed' prints '^Bail out! ended by signal 11$'

(
	trap '' HUP
	through 'kill -HUP $$'
)
ok 'a test that gets a signal that nohup ignores has failed' prints '^Bail out! ended by signal 1$'

through 'echo "not ok 1 # SKIP a"; echo "not ok 2 - b"'
ok 'a test that old versions of cmocka skip has not failed' prints '^ok 1 # SKIP a$'
ok 'one that they fail has' prints '^not ok 2 - b$'

# A session of its own does not save it. The pid tells whether it still runs.
if [ -r /proc/self/stat ]; then
	through "setsid tail -f /dev/null & echo \$! > '$work/pid'; echo 'ok 1'"
	ok 'a process that is left running is named' prints '^Bail out! left running: \(tail\|setsid\) '
	ok 'the test has failed' ends_with 1
	ok 'and the process is ended' test ! -e "/proc/$(cat "$work/pid")"
	through "tail -f /dev/null & kill \$!; echo 'ok 1'"
	ok 'one that ends by itself is none' ends_with 0
else
	skip 'a process that is left running is named' 'there is no /proc'
fi

done_testing
