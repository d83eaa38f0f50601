#!/bin/sh
# top_by.sh - who has how much of a range: counts and shares of threads, processes, CPUs, modules, kinds.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz

# The reference: event lines of perf script, counted one by one.
count_lines() {
	perl -e '
		my ($from, $to) = (shift, shift);
		my ($first, %n);
		while (<STDIN>) {
			my ($comm, $tid, $cpu, $time) =
				/^(\S.*?)\s+(\d+)(?:\s+\[(\d+)\])?\s+(\d+\.\d+):/ or next;
			$first //= int $time;
			my $at = $time - $first;
			next if $at < $from - 1e-9 || $at >= $to - 1e-9;
			$n{thread}{"$comm $tid"}++;
			$n{process}{$comm}++;
			$n{cpu}{"CPU " . ($cpu + 0)}++ if defined $cpu;
			$n{all}++;
		}
		for my $by (qw(thread process cpu)) {
			printf "%s %s %d %.6f\n", $by, $_, $n{$by}{$_}, $n{$by}{$_} / $n{all}
				for sort keys %{$n{$by}};
		}' "$1" "$2"
}

# The same lines of what top prints.
count_rows() {
	for by in thread process cpu; do
		run top --by $by --range "$1,$2" --idle show --format json "$3"
		json_value "join \"\", sort map { my \$r = \$_; join(\" \", @\$r{qw(by name)},
			('$by' eq 'thread' ? \$r->{tid} : ()), \$r->{total},
			sprintf('%.6f', \$r->{total_share})) . \"\n\" } @{\$j->{rows}}"
	done | grep .
}
for range in '1 8' '0 1000' '15.6 16'; do
	set -- $range
	gzip -dc "$service" | count_lines "$1" "$2" > "$work/counted"
	count_rows "$1" "$2" "$service" > "$work/rows"
	ok "$1 to $2 s: counts and shares are those of perf script's lines" \
		same_output "$work/counted" "$work/rows"
done

# What perf itself says of a recording, by process and thread.
recording=${FLARESCOPE_CORPUS:-$srcdir/../shared/corpus}/perf-data/quipper--perf.data.callgraph-3.8
if [ -r "$recording" ] && perf script -F comm,pid,tid,period -i "$recording" > "$work/script" 2> /dev/null; then
	perl -ne '/^\s*(\S.*?)\s+(-?\d+)\/(-?\d+)\s+(\d+)/ and $n{"$2 $3"}++, $w{"$2 $3"} += $4;
		END { print "$_ $n{$_} $w{$_}\n" for sort keys %n }' "$work/script" > "$work/counted"
	run top --by thread --no-symbols --format json "$recording"
	json_value 'join "\n", map { "$_->{pid} $_->{tid} $_->{total}" } @{$j->{rows}}' > "$work/rows"
	ok 'a recording has the samples that perf script has, by pid and tid' \
		test "$(cut -d " " -f 1-3 "$work/counted" | sort)" = "$(sort "$work/rows")"
	run top --by thread --weight period --no-symbols --format json "$recording"
	json_value 'join "\n", map { "$_->{pid} $_->{tid} $_->{total}" } @{$j->{rows}}' > "$work/rows"
	ok 'weighed by period, its periods' \
		test "$(cut -d " " -f 1,2,4 "$work/counted" | sort)" = "$(sort "$work/rows")"
fi

for by in thread process cpu module kind; do
	run top --by $by --range 15.6,16 --format json "$service"
	top=$(json_value 'join "\n", sort map { join " ", $_->{name} . (defined $_->{tid} ? "-" : ""),
		sprintf("%.4f", $_->{total} / $j->{selection}{value}) } @{$j->{rows}}' | sed 's/- / /')
	ok "each $by once, and the largest first" json '
		my %seen; my @n = map { $_->{self} // $_->{total} } @{$j->{rows}};
		@n == $j->{rows_total} && !(grep { $n[$_] > $n[$_ - 1] } 1 .. $#n) &&
		!(grep { $seen{join ",", $_->{name}, $_->{tid} // ""}++ } @{$j->{rows}}) &&
		!grep { $_->{by} ne "'$by'" } $j, @{$j->{rows}}'
	run diff --by $by --range 15.6,16 --format json "$service"
	diff=$(json_value 'join "\n", sort map { my $n = $_->{name};
		$n =~ s/-[\d?]+(\/[\d?]+)?$// if "'$by'" =~ /thread|process/;
		$_->{share} ? join(" ", $n, sprintf("%.4f", $_->{share})) : () } @{$j->{rows}}')
	ok "shares of each $by are those of diff --by" test "$top" = "$diff"
done
run top --by process --format csv "$service"
ok 'a spreadsheet has the same columns' prints '^self,self_share,total,total_share,pid,name,by,threads$'
ok 'no pid is an empty cell' prints '^[0-9]*,[0-9.]*,[0-9]*,[0-9.]*,,service,process,[0-9]*$'
# Spans of no length have a weight, counted by hand: 16 ms, 5, 3 and 1; in the range 7, 2.4, 3 and 0.6.
cat > "$work/moments" <<EOF
0 pid=1 tid=1 cpu=0 dur=10ms weight=4000000ns one;a 1
0.002 pid=2 tid=2 cpu=1 dur=0 weight=3000000ns two;z 1
0.004 pid=2 tid=3 cpu=1 dur=5ms weight=1000000ns two;y 1
0.006 pid=3 tid=4 cpu=2 dur=0 weight=7000000ns three;x 1
0.012 pid=3 tid=4 cpu=2 dur=0 weight=9000000ns three;x 1
0.013 pid=1 tid=1 cpu=0 dur=1ms weight=1000000ns one;a 1
EOF
is_by_hand() { # the sums of WHAT, with the arguments behind it
	what=$1 sums=$2
	shift 2
	run top --by "$what" --weight period --format csv "$@" "$work/moments"
	test "$(sed 1d "$out" | cut -d , -f 1 | tr '\n' ' ')" = "$sums"
}
ok 'spans of no length are of threads' is_by_hand thread '16000000 5000000 3000000 1000000 '
ok 'and of processes' is_by_hand process '16000000 5000000 4000000 '
ok 'of a range' is_by_hand thread '7000000 3000000 2400000 600000 ' --range 0.001,0.007
ok 'of both' is_by_hand process '7000000 3600000 2400000 ' --range 0.001,0.007
ok 'as of CPUs' is_by_hand cpu '7000000 3600000 2400000 ' --range 0.001,0.007
run top --by module --limit 1 "$service"
ok 'text has self and total of modules' prints '^ *self  self %  *total  total %  module$'
ok 'and says how many it has not printed' prints '^[0-9]* more modules (--limit)$'
run top --by thread --filter comm=kdamond.0 --percent everything --format json "$service"
ok 'shares can be of everything' json '@{$j->{rows}} == 1 && $j->{rows}[0]{total_share} < 0.01 &&
	$j->{share_of} eq "everything"'
run top --by function --limit 3 "$service"
cp "$out" "$work/by"
run top --limit 3 "$service"
ok 'by function is the default' same_output "$work/by" "$out"
run top --by thread --against rest --range 1,8 "$service"
ok 'what compares is diff' says "use 'flarescope diff --by'"
run top --by thread --search x "$service"
ok 'a search is for functions' says 'use --filter'
ok 'which is a wrong use' ends_with 2

done_testing
