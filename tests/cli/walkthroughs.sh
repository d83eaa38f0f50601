#!/bin/sh
# walkthroughs.sh - the recordings of doc/walkthroughs hold what their programs say happened, and the
# pages show what their commands print.
#
# tests/walkthroughs/NAME.truth has "WHAT FROM TO" in seconds as on the map, and "WHAT NUMBER"; the
# programs wrote that while they were recorded (tools/record-walkthroughs).

. "$srcdir/tests/cli/tap.sh"

if ! command -v perl > "$out"; then
	echo '1..0 # SKIP there is no perl'
	exit 0
fi

# samples NAME ARGS...: how many there are.
samples() {
	file=$examples/$1.perf.gz
	shift
	"$FLARESCOPE" export "$@" "$file" 2> "$err" | awk '{ n += $NF } END { print n + 0 }'
}

# of_truth NAME WHAT: what stands behind it, a line each.
of_truth() { sed -n "s/^$2 //p" "$srcdir/tests/walkthroughs/$1.truth"; }

# mostly_inside NAME WHAT PATTERN PERCENT: so many of its samples at least lie in the times told.
mostly_inside() {
	all=$(samples "$1" --filter "$3")
	inside=0
	of_truth "$1" "$2" > "$work/times"
	while read -r from to; do
		inside=$((inside + $(samples "$1" --filter "$3" --range "$from,$to")))
	done < "$work/times"
	echo "$inside of $all"
	[ "$all" -ge 20 ] && [ $((100 * inside)) -ge $(($4 * all)) ]
}

# share_is NAME PATTERN: as the program measured, to three points.
share_is() {
	shown=$((1000 * $(samples "$1" --filter "$2") / $(samples "$1")))
	told=$(awk '{ t[$1] = $2 } END { printf "%d", 1000 * t["cpu_s_finding"] / t["cpu_s"] }' \
		"$srcdir/tests/walkthroughs/$1.truth")
	echo "per mille: $shown shown, $told told"
	[ $((shown - told)) -le 30 ] && [ $((told - shown)) -le 30 ]
}

ok 'gc: node marks while it says so' mostly_inside gc marking 'ConcurrentMarking|MarkCompact' 85
ok 'cron: logs are rotated in the bursts' mostly_inside cron burst comm=rotate-logs 98
ok 'convoy: lines are written in the convoy' mostly_inside convoy convoy write_audit_line 98
ok 'start: orders are read at the start' mostly_inside start started 'Orders\.parse' 98
ok 'old: records are found as fast as it says' share_is old find_record
ok 'new: records are found as slowly as it says' share_is new find_record

# The switches have a wait of a worker for each that a worker told, with both ends to 3 ms, and no other.
waits_as_told() {
	"$FLARESCOPE" waits --format csv --longer 50ms "$examples/orders.perf.gz" 2> "$err" |
		awk -F, '$3 ~ /worker/ { print $1, $2 }' | sort > "$work/found"
	of_truth orders waited | sort > "$work/told"
	paste -d' ' "$work/told" "$work/found" | awk '
		function near(a, b) { return a - b < 0.003 && b - a < 0.003 }
		{ print; n += NF == 4 && near($1, $3) && near($2, $4) }
		END { exit n != NR || n < 12 }'
}
ok 'orders: each wait for the lock is found, and nothing else' waits_as_told

# as_told NAME WHAT SLACK SINCE: from second SINCE on, find lists all that happened and nothing else,
# with both ends to SLACK seconds.
as_told() {
	run find --format json "$examples/$1.perf.gz"
	of_truth "$1" "$2" | perl -MJSON::PP -e '
		my ($file, $slack, $since) = @ARGV;
		open my $in, "<", $file or die;
		my @found = grep { $_->{from_s} >= $since && $_->{kind} ne "single" }
			@{decode_json(join "", <$in>)->{rows}};
		my @told = grep { $_->[0] >= $since } map { [split] } <STDIN>;
		my $bad = @told != @found;
		print scalar @told, " told, ", scalar @found, " found\n";
		for my $t (@told) {
			next if grep { abs($_->{from_s} - $t->[0]) <= $slack &&
				abs($_->{to_s} - $t->[1]) <= $slack } @found;
			print "not found: @$t\n";
			$bad = 1;
		}
		exit $bad;
	' "$out" "$3" "$4"
}

ok 'find lists all collections after the start' as_told gc marking 0.07 1.1
ok 'find lists all bursts' as_told cron burst 0.03 0
ok 'find lists the convoy' as_told convoy convoy 0.1 0
ok 'find lists the start' as_told start started 0.1 0
run find "$examples/old.perf.gz"
ok 'find lists nothing where nothing happened' prints 'nothing odd'

# comes_every NAME WHAT SINCE: the strongest period is what lies between them, to a percent.
comes_every() {
	run periods --format json "$examples/$1.perf.gz"
	json_value '$j->{rows}[0]{period_s}' > "$work/period"
	of_truth "$1" "$2" | awk -v since="$3" -v is="$(cat "$work/period")" '
		$1 >= since { last = $1; if (!n++) first = $1 }
		END { t = (last - first) / (n - 1); print t " told, " is " found"
			exit !(is > t * 0.99 && is < t * 1.01) }'
}
ok 'periods tells how often node collects' comes_every gc marking 1.1
ok 'periods tells how often cron comes' comes_every cron burst 0
run periods "$examples/old.perf.gz"
ok 'periods tells none where there is none' prints '^no period'

# first_row_is REGEX ARGS...: what differs most.
first_row_is() {
	what=$1
	shift
	run diff --format json "$@"
	json_value '$j->{rows}[0]{name}' > "$work/first"
	cat "$work/first"
	grep -q "$what" "$work/first"
}
ok 'diff has the collector first' first_row_is 'MarkCompact\|ConcurrentMarking' \
	--range 16.37,16.54 "$examples/gc.perf.gz"
ok 'diff has the process of cron first' first_row_is rotate-logs \
	--by process --range 5.03,5.44 "$examples/cron.perf.gz"
# first_at NAME WHAT REGEX: at each of the times told, in the table that W shows. gc: also while node
# starts.
first_at() {
	of_truth "$1" "$2" > "$work/times"
	while read -r from to; do
		first_row_is "$3" --by all --range "$from,$to" "$examples/$1.perf.gz" || return 1
	done < "$work/times"
	test "$(wc -l < "$work/times")" -ge 10
}
# One process that ran once may be chance; what it ran is more than that.
ok 'at each burst of cron its process is the first row, or what it runs' first_at cron burst '^rotate.logs$\|^hash_bytes$'
ok 'at each collection the collector is the first row' first_at gc marking 'ConcurrentMarking\|JobWorker'

# What data/examples/service.perf.gz does is in tools/example-service.c.
first_in_service() {
	for second in 10 15 20 25 30 35 40 45 50 70 75 80 85; do
		first_row_is '^mark_reachable' --by all --range $second.69,$second.93 \
			"$examples/service.perf.gz" || return 1
	done
}
ok 'at each collection of the service marking is the first row' first_in_service
ok '... which is certain' json '$j->{certain_count} >= 1 && $j->{rows}[0]{verdict} eq "certain"'
ok '... and it is said that others are left out' json '$j->{left_out_share} > 0.2 && $j->{left_out_share} < 0.5'
run diff --format text --range 10.69,10.93 "$examples/service.perf.gz"
ok '... in words, too' prints '^intervals and verdicts ignore the [0-9]* % of the baseline that is as odd$'
run diff --format json --range 12,13 "$examples/service.perf.gz"
ok 'where nothing is odd nothing is left out' json 'defined $j->{left_out_share} && $j->{left_out_share} == 0'
ok 'diff has what makes the convoy first' first_row_is write_audit_line \
	--range 21.758,27.758 "$examples/convoy.perf.gz"
ok 'diff of one host and the others has what makes it slow first' first_row_is find_record \
	--host web2 --together "$examples/hosts"
ok 'diff has what was made slow first' first_row_is find_record \
	"$examples/new.perf.gz" "$examples/old.perf.gz"

# The pages, with the recordings beside them. UPDATE=1 writes what is printed into them.
mkdir "$work/here" "$work/bin"
ln -s "$FLARESCOPE" "$work/bin/flarescope"
cp -r "$srcdir"/data/examples/*.perf.gz "$srcdir/data/examples/hosts" "$work/here"
for page in "$srcdir"/doc/walkthroughs/*.md; do
	(cd "$work/here" && PATH=$work/bin:$PATH perl "$srcdir/tests/cli/console.pl" "$page") > "$out"
	ok "$(basename "$page") has commands" test "$(grep -c '^\(not \)*ok' "$out")" -ge 3
	ok 'which print what it shows' prints_not '^not ok'
done

# shows PAGE CAUSE: one of its screens does after $MOST keys at most. Each <Enter> is one.
shows() {
	perl -ne '
		if (/^```screen \S+ \S+ ?(.*)/) {
			my $typed = $1 =~ s/rows:\S+//r;
			$keys = () = $typed =~ /<\w+>|\S/g;
		} elsif (/^```/) {
			$keys = 99;
		} elsif (/$ENV{CAUSE}/ && $keys <= $ENV{MOST} && $keys > 0) {
			print "$keys keys: $_";
			$found = 1;
		}
		END { exit !$found }
	' "$srcdir/doc/walkthroughs/$1.md"
}
while read -r page MOST cause; do
	CAUSE=$cause
	export CAUSE MOST
	ok "$page: $MOST keys lead to $cause" shows "$page" "$cause"
done << 'END'
gc 6 MarkCompactCollector
cron 6 rotate-logs
convoy 6 write_audit_line
orders 4 waiting for  snapshot in write_snapshot
orders 4 in D: write_part → fdatasync
start 6 String\.split
versions 6 find_record
END

done_testing
