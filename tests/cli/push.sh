#!/bin/sh
# push.sh - samples sent to a ClickHouse: they are there once, whatever broke off, and are those of the recording.
#
# ClickHouse is that of the npm package chdb behind a page of HTTP; see clickhouse.sh.

. "$srcdir/tests/cli/tap.sh"

# ---- without any ----

run push
ok 'push wants an address' says 'no address given'
run push clickhouse://127.0.0.1/db
ok '... and files' says 'no file given'
if "$FLARESCOPE" --version | grep -q '^  libcurl  *without '; then
	run push clickhouse://127.0.0.1/db "$data/small.txt"
	ok 'without libcurl it says so' says 'built without libcurl'
	done_testing
	exit 0
fi
run push clickhouse://me:secret@127.0.0.1/db "$data/small.txt"
ok 'a password in the address is refused' says 'CLICKHOUSE_PASSWORD'
ok '... and not said again' test -z "$(grep secret "$err")"
run push clickhouse://127.0.0.1/a/b "$data/small.txt"
ok 'a database has one name' says 'one name after the host'
run push "clickhouse://127.0.0.1/db?x=1" "$data/small.txt"
ok 'settings have no place in it' says 'no address of ClickHouse'
port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1")->sockport')
run push "clickhouse://127.0.0.1:$port/db" "$data/small.txt"
ok 'where nobody answers it ends' ends_with 1
ok '... with a reason' says "127\.0\.0\.1:$port/db: "

. "$srcdir/tests/cli/clickhouse_server.sh"
if ! has_clickhouse; then
	skip 'ClickHouse takes what is pushed' 'there is no chdb: npm install chdb, and FLARESCOPE_CHDB=its node_modules'
	done_testing
	exit 0
fi

# ---- an engine ----

same_rows() { diff "$1" "$2" | head -5 && cmp "$1" "$2"; }
folded='SELECT concat(w.comm, arrayStringConcat(arrayMap(f -> concat(char(59), f), s.frames))), w.n
	FROM (SELECT comm, stack_id, count() AS n FROM samples GROUP BY comm, stack_id) AS w ANY LEFT JOIN stacks AS s ON s.id = w.stack_id'

serve
run push "$address" "$data/small.txt"
ok 'without tables it says how to make them' says 'UNKNOWN_TABLE.*push --create makes the tables'
run push --create --service web "$address" "$examples/service.perf.gz"
ok 'they are made' ends_with 0
ok '... and it is said what is there' prints '^/.*service\.perf\.gz: [0-9,]* samples are in 127\.0\.0\.1:'
ask "$folded"
tr '\t' ' ' < "$work/result" | sort > "$work/found"
run export --idle show "$examples/service.perf.gz"
sort "$out" > "$work/expected"
ok 'its stacks are those of export' same_rows "$work/expected" "$work/found"
run export --format clickhouse --idle show --event all "$examples/service.perf.gz"
sed 1d "$out" | cut -f1-12 | sort > "$work/expected"
ask 'SELECT time, pid, tid, cpu, weight, duration, host, comm, process, event, unit, idle FROM samples ORDER BY ALL'
sort "$work/result" > "$work/found"
ok '... and all that is told of each' same_rows "$work/expected" "$work/found"
ask 'SELECT DISTINCT service, length(recording) FROM samples'
ok 'with the service that was named' test "$(cat "$work/result")" = 'web	32'
run push --service web "$address" "$examples/service.perf.gz"
ok 'pushed twice' prints 'are in .* already$'
ask 'SELECT count() FROM samples'
ok '... it is there once' test "$(cat "$work/result")" = "$(wc -l < "$work/expected")"
run push --range 0,1 "$address" "$examples/service.perf.gz"
ok 'another choice is another recording' prints 'are in .* now$'
run push "$address" "$data/small.txt" "$data/no-such-file"
ok 'a file that cannot be read is an error' ends_with 1
ok '... of that file' says 'no-such-file'
ok '... and the one before is there' prints 'small\.txt: .* now$'
run push "$address" "$data/damaged.txt" "$srcdir/README.md"
ok 'what is no profile is not pushed' says 'README\.md: not all of it was pushed'

run push -o "$work/away.tsv" "$address" "$data/events.txt"
ok 'rows that an option sends elsewhere are not pushed' ends_with 1
ok '... which is said' says 'events\.txt: not all of it was pushed'

# ---- what breaks off ----

# Nine days: each is a block.
{
	echo '# flarescope timed-folded 1'
	perl -e 'for my $day (0 .. 8) { printf "%d.%09d pid=1 tid=%d cpu=0 app;main;f%d 1\n", 1_700_000_000 + $day * 86400 + $_, $_, $_ % 3 + 1, $_ % 7 for 1 .. 300 }'
} > "$work/days.timed"
run export --format clickhouse --idle show --event all "$work/days.timed"
sed 1d "$out" | cut -f1-12 | sort > "$work/expected"
for where in break break-after; do
	for at in 1 2 4; do
		rm -rf "$work/tables"
		serve "--$where" "$at"
		run push --create "$address" "$work/days.timed"
		ok "$where $at: a connection that breaks is an error" ends_with 1
		front= # it has ended
		serve
		run push "$address" "$work/days.timed"
		ok "$where $at: once more" ends_with 0
		ask 'SELECT time, pid, tid, cpu, weight, duration, host, comm, process, event, unit, idle FROM samples ORDER BY ALL'
		sort "$work/result" > "$work/found"
		ok "$where $at: ... and all of it is there, once" same_rows "$work/expected" "$work/found"
		ask 'SELECT count() FROM samples WHERE stack_id NOT IN (SELECT id FROM stacks)'
		ok "$where $at: ... with its call paths" test "$(cat "$work/result")" = 0
	done
done

# ---- who asks ----

serve --user prof --key 'sec ret'
run push "$address" "$data/small.txt"
ok 'who says nothing is refused' says 'Authentication failed.*CLICKHOUSE_USER'
CLICKHOUSE_USER=prof CLICKHOUSE_PASSWORD='sec ret' run push "$address" "$data/small.txt"
ok 'the environment says who it is' prints 'small\.txt'
CLICKHOUSE_PASSWORD='sec ret' run push "clickhouse://prof@127.0.0.1:$port/default" "$data/small.txt"
ok 'the address may name the user' prints 'already$'
CLICKHOUSE_USER=prof CLICKHOUSE_PASSWORD=wrong run push "$address" "$data/small.txt"
ok 'a wrong password is an error' ends_with 1
ok '... in which it does not stand' test -z "$(grep wrong "$err")"
mkdir "$work/home"
printf 'machine 127.0.0.1 login prof password "sec ret"\n' > "$work/home/.netrc"
chmod 600 "$work/home/.netrc"
HOME=$work/home run push "$address" "$data/small.txt"
ok '~/.netrc is asked' prints 'already$'
done_testing
