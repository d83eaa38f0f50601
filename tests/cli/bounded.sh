#!/bin/sh
# bounded.sh - a test that hangs is ended and has failed, whatever it has started.

. "$srcdir/tests/cli/tap.sh"

: > "$err"
# What is in the background holds the pipe of cat, unless it is kept from that.
hung() { # SCRIPT
	TEST_SECONDS=1 timeout 60 sh "$srcdir/tests/bounded" sh -c "$1" 2> "$err" | cat > "$out"
	status=$?
}

if ! timeout --foreground 5 true 2> "$err"; then
	echo '1..0 # SKIP there is no timeout as of GNU'
	exit 0
fi
begun=$(date +%s)
hung 'echo "ok 1 - begun"; timeout 40 tail -f /dev/null & wait'
ok 'what a test has said is kept' prints '^ok 1 - begun$'
ok 'that it has no end is said' prints '^Bail out! no end after 1 s'
hung 'trap "" TERM; echo "ok 1 - begun"; while :; do :; done'
ok 'who does not listen is ended as well' prints '^Bail out! no end after 1 s'
ok 'in time' test $(($(date +%s) - begun)) -lt 50
sh "$srcdir/tests/bounded" sh -c 'echo "ok 1"; echo aside >&2; exit 3' > "$out" 2> "$err"
status=$?
ok 'any other is as it is: its status' ends_with 3
ok 'its words' prints_exactly 'ok 1\n'
ok 'and those aside' says '^aside$'

sh "$srcdir/tests/bounded" sh -c 'echo "not ok 1 # SKIP a"; echo "not ok 2 - b"' > "$out" 2> "$err"
ok 'what old versions of cmocka skip has not failed' prints_exactly 'ok 1 # SKIP a\nnot ok 2 - b\n'

done_testing
