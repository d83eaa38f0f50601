#!/bin/sh
# walkthroughs.sh - the recordings of doc/walkthroughs hold what their programs say happened, and the
# pages show what their commands print.
#
# tests/walkthroughs/NAME.truth has "WHAT FROM TO" in seconds as on the map, and "WHAT NUMBER"; the
# programs wrote that while they were recorded (tools/record-walkthroughs).

. "$srcdir/tests/cli/tap.sh"

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

# The pages, with the recordings beside them. UPDATE=1 writes what is printed into them.
mkdir "$work/here" "$work/bin"
ln -s "$FLARESCOPE" "$work/bin/flarescope"
cp "$srcdir"/data/examples/*.perf.gz "$work/here"
for page in "$srcdir"/doc/walkthroughs/*.md; do
	(cd "$work/here" && PATH=$work/bin:$PATH perl "$srcdir/tests/cli/console.pl" "$page") > "$out"
	ok "$(basename "$page") has commands" test "$(grep -c '^\(not \)*ok' "$out")" -ge 3
	ok 'which print what it shows' prints_not '^not ok'
done

# shows PAGE CAUSE: one of its screens does after six keys at most. Each <Enter> is one.
shows() {
	perl -ne '
		if (/^```screen \S+ \S+ ?(.*)/) {
			my $typed = $1 =~ s/rows:\S+//r;
			$keys = () = $typed =~ /<\w+>|\S/g;
		} elsif (/^```/) {
			$keys = 99;
		} elsif (/$ENV{CAUSE}/ && $keys <= 6 && $keys > 0) {
			print "$keys keys: $_";
			$found = 1;
		}
		END { exit !$found }
	' "$srcdir/doc/walkthroughs/$1.md"
}
while read -r page cause; do
	CAUSE=$cause
	export CAUSE
	ok "$page: six keys lead to $cause" shows "$page" "$cause"
done << 'END'
gc MarkCompactCollector
cron rotate-logs
convoy write_audit_line
start String\.split
versions find_record
END

done_testing
