#!/bin/sh
# query.sh - what ClickHouse counts is what flarescope counts of the same samples: maps cell by cell, stacks line by line.

. "$srcdir/tests/cli/tap.sh"

# ---- without any ----

run heatmap clickhouse://me:secret@127.0.0.1/db
ok 'a password in the address is refused' ends_with 2
ok '... and not said again' test -z "$(grep secret "$err")"
if "$FLARESCOPE" --version | grep -q '^  libcurl  *without '; then
	ok 'without libcurl it says so' says 'built without libcurl'
	done_testing
	exit 0
fi
run info --since 1h "$data/small.txt"
ok 'what only ClickHouse has is refused of a file' says '--where, --since and --until are for samples in ClickHouse'
for command in periods find report chart waits convert merge; do
	[ $command = convert ] && set -- -o "$work/x.flare" || set --
	[ $command = merge ] && set -- -o "$work/x.flare" || :
	run $command "$@" clickhouse://127.0.0.1:1/db
	ok "$command, which goes through samples, is refused" ends_with 2
done
run flame clickhouse://127.0.0.1:1/db "$data/small.txt"
ok 'so is a second file' says 'compared with others there'
run heatmap --lanes function clickhouse://127.0.0.1:1/db
ok '... lanes of what is not a column' says 'lanes are hosts, services, processes'
run heatmap --rows 33 clickhouse://127.0.0.1:1/db
ok '... and cells that are no slices, without a period' says 'needs a --period'
for since in yesterday 2026-13-01 -5 0; do
	run info --since "$since" clickhouse://127.0.0.1:1/db
	ok "--since $since is refused" says 'a moment in UTC'
done
port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1")->sockport')
run top "clickhouse://127.0.0.1:$port/db"
ok 'where nobody answers it ends' ends_with 1
ok '... with a reason' says "127\.0\.0\.1:$port/db: "

. "$srcdir/tests/cli/clickhouse_server.sh"
if ! has_clickhouse; then
	skip 'ClickHouse counts' 'there is no chdb: npm install chdb, and FLARESCOPE_CHDB=its node_modules'
	done_testing
	exit 0
fi

# ---- the same as of the recordings ----

# same COMMAND...: prints the same of the server and of the recordings, but for who it is that has
# them: JSON has the whole address, or path. Scores of differences go by when each sample was, which
# counts do not tell. $zone is what sed does to the dates of recordings without a zone.
same() {
	what="$*"
	"$FLARESCOPE" "$@" $counts --together "$work/there" 2> "$err" | sed "$zone" > "$work/expected"
	run "$@" $which "$address"
	sed "s,\(\"file\": *\"\)$address\",\1$work/there\",; s,127\.0\.0\.1:$port/default,there,g" \
		"$out" > "$work/found"
	ok "$what: ..." sh -c 'test -s "$1" && diff "$1" "$2" | head -20 | cut -c1-300 && cmp "$1" "$2"' - "$work/expected" "$work/found"
}
map() {
	same heatmap --format json --cells counts "$@"
}
counts=
which=
zone=

serve
mkdir "$work/there"
cp "$examples/hosts/"* "$work/there"
run push --create --service shop "$address" "$work/there/"*
ok 'recordings of three hosts are pushed' ends_with 0
map
map --period 0.7 --rows 33
map --period 5
map --filter hash_bytes
map --filter 'host=web2 & !self=render_answer'
map --search 'hash|look'
map --lanes host
for root in comm host pid thread cpu none; do
	same export --root $root
done
same export --range 3,5.5
same export --range 1,2/5,6
same export --range 1,2 --search main --format svg
same export --filter 'host=web1 & self-kind=kernel'
same export --filter '!mode=kernel'
same export --filter 'module=libc.so.6'
same export --filter '!self-module~^/tmp & !comm=nothing'
same export --weight period --format json
same top
same top --format json --range 3,6
same top --callers hash_bytes
same top --range 3,5 --against rest
same top --against-filter host=web1 --filter host=web2
same tree --depth 4 --range 3,6
same tree --reverse
same flame --width 100 --root host
same flame --width 100 --range 3,5/6,7 --against 7,9/12,15
same flame --width 90 --transform drop=find_record
same flame --width 90 --function hash_bytes --callees-only
for sides in '--range 3,5' '--host web2' '--range 3,5 --against 7,9/10,11'; do
	"$FLARESCOPE" diff $sides --format csv --together "$work/there" 2> "$err" | cut -d, -f1-5 | sort > "$work/expected"
	run diff $sides --format csv "$address"
	cut -d, -f1-5 "$out" | sort > "$work/found"
	ok "diff $sides: shares are the same" sh -c 'grep -q hash_bytes,function "$1" && cmp "$1" "$2"' - "$work/expected" "$work/found"
	ok '... and it is said that there are no verdicts' says 'chance cannot be ruled out'
done
run heatmap --lanes service --format json "$address"
ok 'lanes of services' json '
	my @rows = @{$j->{rows}};
	@rows == 1 && $j->{rows_total} == 1 && $rows[0]{by} eq "service" && $rows[0]{name} eq "shop" &&
		$rows[0]{samples} == 2042'
run --format screen-svg --lanes host "$address"
ok 'the whole screen is printed once all is counted' ends_with 0
ok '... with the lanes that were asked for' sh -c 'grep -q ">web1<" "$1" && grep -q ">web3<" "$1" && ! grep -q "not counted" "$1"' - "$out"
run --format screen-svg clickhouse://127.0.0.1:1/db
ok '... and where nobody answers it ends' ends_with 1
run export --format timed-folded "$address"
ok 'single samples stay there' says 'single samples, which stay in ClickHouse'
run info --json "$address"
ok 'info has times and numbers' json '
	$j->{format} eq "clickhouse" && $j->{samples} == 2042 && $j->{origin_s} == 1795821722 &&
		$j->{first_sample_s} == 0.026019577 && $j->{last_sample_s} == 24.990899737 &&
		$j->{first_sample_date} eq "2026-11-27T23:22:02.026019577Z" &&
		$j->{last_sample_date} eq "2026-11-27T23:22:26.990899737Z" &&
		$j->{events}[0]{weight} == 20626262420 && $j->{header}{clickhouse} eq "127.0.0.1:'"$port"'/default"'

# The walk-through of doc/many-hosts.md, which calls the server db. UPDATE=1 writes what is printed into it.
serve
rm -rf "$work/tables"
serve
mkdir "$work/here" "$work/bin"
cp -r "$examples/hosts" "$work/here"
cat > "$work/bin/flarescope" << END
#!/bin/sh
for word; do
	shift
	[ "\$word" != clickhouse://db:8123/fleet ] || word=$address
	set -- "\$@" "\$word"
done
"$FLARESCOPE" "\$@" 2>&1 | sed 's,127\.0\.0\.1:$port/default,db:8123/fleet,g'
END
chmod +x "$work/bin/flarescope"
(cd "$work/here" && PATH=$work/bin:$PATH perl "$srcdir/tests/cli/console.pl" "$srcdir/doc/many-hosts.md") > "$out"
ok 'the walk-through has commands' test "$(grep -c '^\(not \)*ok' "$out")" -ge 5
ok '... which print what it shows' prints_not '^not ok'

# Which projection answers is the server's choice: that of cells, of all that has no call paths.
: > "$work/log"
serve --log "$work/log"
run heatmap --where 'service=shop' --filter 'host~web[12]' "$address"
cp "$work/log" "$work/asked"
of_projections=$(perl -MJSON::PP -MIO::Socket::INET -e '
	my ($port, $log) = @ARGV;
	open my $in, "<", $log or die;
	while (<$in>) {
		my $j = decode_json $_;
		my $sql = "EXPLAIN $j->{statement}";
		my $path = "/?" . join "&", map { my $v = $_->[1]; $v =~ s/([^A-Za-z0-9])/sprintf "%%%02X", ord $1/ge; "$_->[0]=$v" } @{$j->{parameters}};
		my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $port, Timeout => 20) or die;
		printf $s "POST %s HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s", $path, length $sql, $sql;
		local $/;
		my $answer = <$s>;
		print $answer =~ /_minmax_count_projection/ ? "m" : $answer =~ /\(cells\)/ ? "c" : $answer =~ /samples/ ? "s" : "?";
	}' "$port" "$work/asked")
ok '... and where they are answered from' test "$of_projections" = mcssc

# ---- idle ones, by --since and --where ----

rm -r "$work/there"
mkdir "$work/there"
cp "$examples/service.perf.gz" "$work/there"
run push --service web "$address" "$work/there/"*
run info --where host=vm "$address"
ok 'without --since it is the last hour' says 'where, from .* on (see --since): no sample matches the filter host=vm'
which='--since all --where host=vm'
# The header of service.perf.gz has no zone; tables have times in UTC.
zone='s/\("from_date": *"[^"Z]*\)"/\1Z"/'
map
map --idle show
map --idle only
map --filter read --search vfs --range 3,4
same export --idle show --range 2,3
same top --format json
which='--since 2026-11-21 --until 2026-11-21T12:00 --where service=web'
same export
which='--since 2026-11-21T03:07:34.01 --until 2026-11-21T03:09:04.02'
same export
run info --since 2030-01-01 "$address"
ok 'a time after all samples is told' says 'since is after the newest sample, from 2026-11-27 23:22:26 UTC'
run info --since 2026-11-27 --until 2026-11-26 "$address"
ok 'and one that ends before it begins' says 'since is after --until'
run info --since 2026-11-23 --until 2026-11-24 "$address"
ok 'a time without samples is told, and which there are' says 'the first one is from 2026-11-21 03:07:34 UTC, the last from 2026-11-27'
run info --since all --where hots=web2 "$address"
ok 'a key that is none is named' says 'hots= is not a key'
run top "$address"
ok 'samples that are older than an hour are told' says '11,882 samples are of other times: see --since'
run flame --filter nosuchthing $which "$address"
ok 'a filter that fits nothing is' ends_with 1
run flame --filter 'a(?=b)' $which "$address"
ok 'a pattern that RE2 does not know is its sentence' says 'cannot compile re2'
ok '... one line' says_one_line

# ---- what names may have in them ----

# By seed: hosts, events, threads, functions, some of which have what SQL, tabs and terminals would obey.
generate() {
	perl -e '
		my ($seed, $dir) = @ARGV;
		srand $seed;
		my @odd = ("a\\\\b", "it\x27s", "x\\x09y", "`q`", "{v1:String}", "\\\\x27", "a b", "\xc3\xa9t\xc3\xa9", "--", "/* c */", "\\\\", "%s%n",
			"f(int, char\x27)", "x" x 3000, "Code: 241. DB::Exception: no", "[unknown]", "NULL", "\\\\N");
		my @names = map { rand() < 0.4 ? $odd[rand @odd] : "f$_" } 0 .. 30;
		@names[0, 1] = ("it\x27s", "f1");
		my @comms = map { rand() < 0.3 ? "t" . $odd[rand 10] : "t$_" } 0 .. 5;
		s/[ ;]/_/g for @comms;
		s/;/:/g for @names;
		push @names, "k_[k]", "g_[i]", "i_[-]", "[unknown]_[K]", "0x12_[U]", "[a.so]", "(x)_[?]";
		for my $host (0 .. 1 + rand 2) {
			open my $f, ">", "$dir/h$host.timed" or die;
			print $f "# flarescope timed-folded 1\n# hostname: " . ($host ? "h\x27$host" : "plain") . "\n";
			my $t = 1_700_000_000 + int rand 100;
			for (1 .. 400) {
				$t += rand() < 0.9 ? rand 0.02 : rand 5;
				my $depth = rand() < 0.05 ? 0 : 1 + int rand(rand() < 0.1 ? 60 : 6);
				my $fields = "";
				$fields .= sprintf " pid=%d", 100 + rand 3 if rand() < 0.9;
				$fields .= sprintf " tid=%d", 200 + rand 5 if rand() < 0.9;
				$fields .= sprintf " cpu=%d", rand 4 if rand() < 0.8;
				$fields .= sprintf " weight=%d", 1 + rand 1e6 if $seed % 2;
				$fields .= sprintf " event=e%d", rand 2 if $seed % 3 == 0;
				printf $f "%.9f%s %s 1\n", $t, $fields, join ";", $comms[rand @comms], map { $names[rand @names] } 1 .. $depth;
			}
		}' "$1" "$2"
}
zone=
for seed in 2 3 ${EVERYWHERE:+1 4 5 6}; do
	rm -rf "$work/there" "$work/tables"
	mkdir "$work/there"
	generate $seed "$work/there"
	serve
	# of several events the first is another thing where there is no order
	which=$([ $((seed % 3)) -ne 0 ] || echo --event e0)
	counts=$which
	run push --create "$address" "$work/there/"*
	ok "seed $seed: pushed" ends_with 0
	map
	[ -n "$which" ] || map --event all --idle show
	map --period 0.3 --rows 7 --search 'f1|a'
	same export
	same export --root host --range 0,40
	same export --root thread
	same export --root pid
	same export --filter "process~t[12]"
	same export --root pid --filter "tid=201 & !comm=t1"
	same export --filter 'tid=200-201,203'
	same export --filter "it's" --search '^f'
	same export --filter "self=it's"
	same export --filter 'comm~\Q\x\E|t2'
	for mode in user kernel unknown; do
		same export --filter "mode=$mode" --idle show
		same export --filter "!mode=$mode & self-kind=no name" --root none
	done
	same export --range 0,20/30,50 --format json
	same top --format json --weight period
	same top --by mode --format csv
	same tree --root host
done

# ---- ClickHouse's own profiler ----

# chdb has no system.trace_log: a table with its columns, and addresses that are those of no symbol.
ask "CREATE TABLE trace_log (event_date Date, event_time DateTime, timestamp_ns UInt64, trace_type Enum8('Real' = 0, 'CPU' = 1, 'Memory' = 2),
	thread_id UInt64, query_id String, trace Array(UInt64), size Int64) ENGINE = MergeTree ORDER BY event_time"
ask "INSERT INTO trace_log SELECT toDate(fromUnixTimestamp(1700000000 + intDiv(number, 100))), fromUnixTimestamp(1700000000 + intDiv(number, 100)),
	1700000000000000000 + number * 10000000, if(number % 10 = 0, 'Memory', 'CPU'), number % 4,
	if(number % 3 = 0, '', concat('q', toString(number % 5))), arrayMap(x -> toUInt64(1000000000000000 + x), range(number % 6)),
	if(number % 10 = 0, -4096, 0) FROM numbers(2000)"
log=$address.trace_log
run info --json "$log"
ok 'trace_log has events' json '
	my @events = map { join " ", @$_{qw(name samples weight)}, $_->{unit} // "null" }
		@{$j->{events}};
	$j->{samples} == 2000 && "@events" eq "CPU 1800 1800 null Memory 200 819200 bytes"'
run heatmap --lanes process --format json "$log"
ok '... its queries are lanes' json 'join(",", map { "$_->{name} $_->{samples}" } @{$j->{rows}}) eq
	"no query 600,q1 267,q2 267,q4 267,q3 266,q0 133" &&
	!grep { $_->{by} ne "process" } @{$j->{rows}}'
run export --filter 'comm=q1' "$log"
ask "SELECT count() FROM trace_log WHERE query_id = 'q1' AND trace_type = 'CPU'"
ok '... and a filter' test "$(awk '{ n += $NF } END { print n }' "$out")" = "$(cat "$work/result")"
run export --event Memory --weight period --root none "$log"
ok '... stacks have the outermost first' prints '^\[0x038d7ea4c68003\];\[0x038d7ea4c68002\];\[0x038d7ea4c68001\];\[0x038d7ea4c68000\] '
ok '... and memory is bytes' test "$(awk '{ n += $NF } END { print n }' "$out")" = 819200
run top --filter 'module=x' "$log"
ok '... of modules nothing is known' says 'modules and kinds of code are not known'

# ---- who asks, and what goes wrong ----

rm -rf "$work/there" "$work/tables"
mkdir "$work/there"
which=
counts=
cp "$examples/hosts/"* "$work/there"
serve --log "$work/log"
run push --create "$address" "$work/there/"*
: > "$work/log"
run flame --filter "x' OR 1=1 --" --search "y' UNION SELECT" "$address"
ok 'words of the user are values, never SQL' sh -c '! grep -q "\"statement\":[^}]*\(OR 1=1\|UNION SELECT\)" "$1" && grep -q "param_v[0-9]*\",\"[^\"]*OR 1=1" "$1"' - "$work/log"
run heatmap clickhouse://127.0.0.1:"$port"/nosuch
ok 'no such database is a sentence' says 'nosuch'
serve --user prof --key 'sec ret'
run top "$address"
ok 'who says nothing is refused' says 'Authentication failed.*CLICKHOUSE_USER'
CLICKHOUSE_USER=prof CLICKHOUSE_PASSWORD='sec ret' run top "$address"
ok 'the environment says who it is' ends_with 0
CLICKHOUSE_USER=prof CLICKHOUSE_PASSWORD=wrong run top "$address"
ok 'a wrong password is an error' ends_with 1
ok '... in which it does not stand' test -z "$(grep wrong "$err")"
serve --readonly 1 --log "$work/log"
same export
serve --fail 700
run export "$address"
ok 'an exception in the middle of an answer is an error' ends_with 1
ok '... with what the server says' says 'Memory limit (total) exceeded'
ok '... and nothing is printed' sh -c '! test -s "$1"' - "$out"
# Six thousand call paths, of names that no other has.
{
	echo '# flarescope timed-folded 1'
	perl -e 'printf "%d.%03d app;%s 1\n", 1_700_000_000 + $_ / 1000, $_ % 1000, join ";", map { "function_$_" } 20 * $_ .. 20 * $_ + 19 for 1 .. 6000'
} > "$work/many.timed"
rm -rf "$work/tables"
serve
run push --create "$address" "$work/many.timed"
run export --memory 1M "$address"
ok 'an answer that memory has no room for is a sentence' sh -c 'test "$1" -eq 1 && grep -q "memory" "$2"' - "$status" "$err"
ok '... and nothing is printed' sh -c '! test -s "$1"' - "$out"
serve --cut 700
run export "$address"
ok 'so is an answer that is cut off' ends_with 1
ok '... with a reason' says_one_line
done_testing
