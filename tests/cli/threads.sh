#!/bin/sh
# threads.sh - what is read does not depend on how many threads read it, to the byte.
#
# SEED throws the fixtures' dice; they are small, so the larger inputs are made longer ones.

. "$srcdir/tests/cli/tap.sh"

: "${SEED:=1}"
tools=tests/bench
fixtures=$work/fixtures

# same FILE COUNT...: the parsed profile is that of one thread, with each number of them.
same() {
	from=$1
	shift
	rm -f "$work"/*.flare
	run convert --threads 1 --force -o "$work/one.flare" "$from"
	[ "$status" -eq 0 ] || return 1
	for threads; do
		run convert --threads "$threads" --force -o "$work/more.flare" "$from"
		[ "$status" -eq 0 ] || return 1
		cmp "$work/one.flare" "$work/more.flare" || { echo "of $threads threads"; return 1; }
	done
}

# again FILE: its lines again and again, until a second thread is worth it; each round has a
# name of its own, so that the order in which names are met is seen.
again() {
	perl -e '
		my ($head, @lines) = <STDIN>;

		print $head;
		for (my ($size, $round) = (0, 0); $size < 20e6; $round++) {
			my $text = join "", map { s/^\d[^;]*;\K/round $round;/r } @lines;

			print $text;
			$size += length $text;
		}
	' < "$1"
}

status=0
: > "$err"
for example in service orders; do
	gzip -dc "$examples/$example.perf.gz" | "$tools/enlarge" -b 24000000 - > "$work/$example.txt"
	ok "text of perf script, $example" same "$work/$example.txt" 2 4 8 16
done
gzip -1 "$work/service.txt"
ok 'text of perf script in gzip' same "$work/service.txt.gz" 2 4 8 16

perl "$srcdir/tests/fixtures/make" "$fixtures" "$SEED" > "$out" 2> "$err"
for kind in all-fields counts spans; do
	again "$fixtures/timed-folded/$kind" > "$work/timed.txt"
	ok "timed folded stacks, $kind" same "$work/timed.txt" 2 4 8 16
done
for kind in file two-events; do
	"$tools/enlarge_data" -n 3000 "$fixtures/perf-data/$kind" > "$work/long.data"
	ok "perf.data, $kind" same "$work/long.data" 2 4 8 16
done

# The rest is read by one thread, or by one that reads and one that parses.
every() {
	tried=0
	for file in "$1"/*; do
		[ -f "$file" ] || continue
		run convert --threads 1 --force -o "$work/one.flare" "$file"
		[ "$status" -eq 0 ] || continue
		same "$file" 16 || { echo "$file, seed $SEED"; return 1; }
		tried=$((tried + 1))
	done
	[ "$tried" -gt 0 ]
}
for format in "$fixtures"/*; do
	ok "$(basename "$format"), seed $SEED" every "$format"
done
done_testing
