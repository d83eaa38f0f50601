#!/bin/sh
# clickhouse.sh - rows for ClickHouse: they are those of timed folded stacks, and ClickHouse reads and counts them.
#
# ClickHouse is that of the npm package chdb: FLARESCOPE_CHDB is a node_modules that has it. Without it what needs it is
# skipped.

. "$srcdir/tests/cli/tap.sh"

columns='time pid tid cpu weight duration host comm process event unit idle stack modules kinds'

# Rows and lines of timed folded stacks, both as: ns since 1970, pid, tid, CPU, comm, names.
as_fields() {
	perl -MTime::Local -e '
		my ($kind, $offset, $file) = @ARGV;
		open my $in, "<", $file or die;
		sub plain { my $t = shift; $t =~ s/\\x(..)/chr hex $1/ge; $t }
		while (<$in>) {
			chomp;
			if ($kind eq "rows") {
				$. == 1 and next;
				my ($time, $pid, $tid, $cpu, $weight, $duration, $host, $comm, $process, $event, $unit, $idle, $stack, undef, undef) = split /\t/, $_, -1;
				my ($y, $m, $d, $h, $min, $s, $ns) = $time =~ /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)\.(\d{9})$/ or die $time;
				my @names = map { plain $_ } $stack =~ /\x27([^\x27]*)\x27/g;
				print join("\t", timegm($s, $min, $h, $d, $m - 1, $y) . $ns, $pid, $tid, $cpu, plain($comm), @names), "\n";
				next;
			}
			/^#/ and next;
			my ($time, $fields, $rest) = /^(\d+(?:\.\d+)?)((?: (?:pid|tid|cpu|dur|weight|event)=\S*)*) (.*) 1$/ or die $_;
			my %f = (pid => -1, tid => -1, cpu => -1, $fields =~ / (\w+)=(\S*)/g);
			my ($s, $ns) = split /\./, $time;
			my ($comm, @frames) = split /;/, $rest;
			for (@frames) { s/^[^`]*`//; s/_\[[kjir?UK-]\]$// }
			use bigint;
			print join("\t", $s * 1000000000 + substr(($ns // "") . "0" x 9, 0, 9) + $offset, @f{qw(pid tid cpu)},
				map { plain $_ } $comm, @frames), "\n";
		}' "$@"
}
# What is to be added to ns of the recording's own clock: the date of the first sample less its
# time; 0 without a date.
offset() { perl -MJSON::PP -MTime::Local -0777 -ne '
	use bigint;
	my $j = JSON::PP->new->allow_bignum->decode($_);
	sub ns {
		my ($s, $part) = split /\./, shift;
		$s * 1000000000 + substr(($part // "") . "0" x 9, 0, 9)
	}
	my ($y, $m, $d, $h, $min, $s, $part) = ($j->{first_sample_date} // "") =~
		/^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(\.\d+)?Z?$/;
	print $y ? ns(timegm($s, $min, $h, $d, $m - 1, $y) . ($part // "")) - ns("$j->{origin_s}") -
		ns("$j->{first_sample_s}") : 0' "$out"; }

for file in "$examples/service.perf.gz" "$examples/cron.perf.gz" "$examples/gc.perf.gz" "$data/events.txt"; do
	of=$(basename "$file")
	run info --json "$file"
	since=$(offset 2> /dev/null)
	was=$(perl -MJSON::PP -0777 -ne 'print decode_json($_)->{idle_samples}' "$out")
	run export --format timed-folded --idle show --event all "$file"
	as_fields timed "${since:-0}" "$out" > "$work/expected" 2> "$work/why"
	run export --format clickhouse --idle show --event all "$file"
	ok "$of: rows are written" ends_with 0
	ok "$of: ... under the names of their columns" test "$(head -1 "$out" | tr '\t' ' ')" = "$columns"
	as_fields rows 0 "$out" > "$work/found" 2> "$work/why"
	ok "$of: there are samples" test -s "$work/expected"
	ok "$of: as many are idle as info says" test "$(awk -F'\t' 'NR > 1 { n += $12 } END { print n + 0 }' "$out")" = "$was"
	ok "$of: they are those of timed folded stacks" same_output "$work/expected" "$work/found"
done

f=$data/small.txt
run export --format clickhouse --range 0,1 --filter work "$f"
cut -f2- "$out" > "$work/expected"
run export --range 0,1 --filter work -o "$work/rows.tsv" "$f"
ok 'a name that ends in .tsv asks for them' sh -c 'cut -f2- "$1" | cmp - "$2"' - "$work/rows.tsv" "$work/expected"
run export --format clickhouse "$data/stacks.folded"
ok 'without times they are refused' says 'there are no times in this profile'
run export --format clickhouse --transform drop=work "$f"
ok 'and so are call paths that were changed' ends_with 2
printf '%s\n' '# flarescope timed-folded 1' '1.5 a;b 1' > "$work/unknown.timed"
run export --format clickhouse "$work/unknown.timed"
ok 'times of no day begin in 1970' prints '^1970-01-01 00:00:01\.500000000	-1	-1	-1	1	0	'
ok '... which is said' says 'the time of day of this recording is not known'
run export --format clickhouse --together "$examples/hosts"
ok 'hosts are told' test "$(sed 1d "$out" | cut -f7 | sort -u | tr '\n' ' ')" = 'web1 web2 web3 '

# ---- the engine ----

if ! command -v node > "$out" || [ ! -d "${FLARESCOPE_CHDB:-/nowhere}/chdb" ]; then
	skip 'ClickHouse takes the rows' 'there is no chdb: npm install chdb, and FLARESCOPE_CHDB=its node_modules'
	done_testing
	exit 0
fi

# The table of the manual, and its two queries.
statement() { awk -v want="$1" '
	/^```sql/ { inside = ++n == want; next } /^```/ { inside = 0 } inside' "$srcdir/doc/formats/clickhouse.md"; }
# engine FILE: its rows are in there; the map, folded stacks and what else is asked for are $work/result.
engine() {
	{
		statement 1
		printf ';\n%s\n;\n' "INSERT INTO samples FROM INFILE '$1' FORMAT TabSeparatedWithNames"
		cat "$work/more.sql"
	} > "$work/all.sql"
	node "$srcdir/tests/cli/clickhouse.js" "$FLARESCOPE_CHDB" "$work/all.sql" > "$work/result" 2> "$err"
	status=$?
}
for file in service gc hosts; do
	set -- "$examples/$file.perf.gz"
	[ "$file" = hosts ] && set -- --together "$examples/hosts"
	run export --format clickhouse -o "$work/$file.tsv" "$@"
	statement 3 > "$work/more.sql"
	engine "$work/$file.tsv"
	ok "$file: ClickHouse takes the rows" ends_with 0
	sort "$work/result" > "$work/found"
	run export "$@"
	sort "$out" > "$work/expected"
	ok "$file: flameGraph() has the folded stacks" same_output "$work/expected" "$work/found"

	statement 2 > "$work/more.sql"
	engine "$work/$file.tsv"
	run heatmap --format json --rows 50 --idle hide "$@"
	cp "$out" "$work/map"
	run info --json "$@"
	# cells of the map begin with its second, those of the query in 1970
	perl -MJSON::PP -0777 -e '
		use bigint;
		my $map = JSON::PP->new->allow_bignum->decode(<STDIN>);
		print $map->{origin_s} * 1000000000 + $ARGV[0], "\n"
	' "$(offset)" < "$work/map" > "$work/from"
	sed "s/toUnixTimestamp64Nano(time)/toUnixTimestamp64Nano(time) - $(cat "$work/from")/" "$work/more.sql" > "$work/moved.sql"
	mv "$work/moved.sql" "$work/more.sql"
	engine "$work/$file.tsv"
	perl -MJSON::PP -0777 -e '
		my $j = decode_json(do { local @ARGV = $ARGV[0]; <> });
		my $n = 0;
		for my $column (@{$j->{counts}}) { for (@$column) { print "$n\t$_\n" if $_; $n++ } }' "$work/map" > "$work/expected"
	ok "$file: its cells are those of the map" same_output "$work/expected" "$work/result"
	ok "$file: ... which are some" test -s "$work/expected"
done

# Names that would end a field, a text or an array, orders for a terminal, and bytes that are no UTF-8.
{
	echo '# flarescope timed-folded 1'
	printf '1.000000001 pid=7 tid=8 cpu=3 weight=5 it'"'"'s a\\thread;a\\\\b;tab\\x09;quote'"'"',]['"'"';\\x1b[31m;\\xff\\xfe;w\303\266rter 1\n'
} > "$work/odd.timed"
run export --format clickhouse -o "$work/odd.tsv" "$work/odd.timed"
echo "SELECT toUnixTimestamp64Nano(time), pid, tid, cpu, weight, hex(comm), arrayMap(x -> hex(x), stack) FROM samples" > "$work/more.sql"
engine "$work/odd.tsv"
hex() { printf "$1" | od -An -v -tx1 | tr -d ' \n' | tr a-f A-F; }
printf "1000000001\t7\t8\t3\t5\t%s\t['%s','%s','%s','%s','%s','%s']\n" "$(hex "it's a\\\\thread")" "$(hex 'a\\\\b')" \
	"$(hex 'tab\t')" "$(hex "quote',]['")" "$(hex '\033[31m')" "$(hex '\377\376')" "$(hex 'w\303\266rter')" > "$work/expected"
ok 'names keep all their bytes' same_output "$work/expected" "$work/result"
done_testing
