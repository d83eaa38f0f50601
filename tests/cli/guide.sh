#!/bin/sh
# guide.sh - the guide is short, and its commands work.

. "$srcdir/tests/cli/tap.sh"

run guide
ok 'the guide is printed' ends_with 0
ok 'it takes at most 6,000 bytes' [ "$(wc -c < "$out")" -le 6000 ]
ok 'its lines fit 88 columns' [ -z "$(awk 'length > 88' "$out")" ]
sed -n 's/^  flarescope //p' "$out" > "$work/commands"
ok 'it has commands' [ "$(wc -l < "$work/commands")" -gt 15 ]

# Waits need context switches; the others take an example.
switches=$work/src/tests/cli/data/lock.txt
while read -r line; do
	file=$examples/service.perf.gz
	case $line in
	waits* | *--state*) file=$switches range=1.15,1.42 ;;
	*) range=52,54 ;;
	esac
	line=$(echo "$line" | sed "s|FILE|$file|; s|NEW|$examples/new.perf.gz|; s|OLD|$examples/old.perf.gz|; s|NAME|worker|; s|A,B|$range|; s|TID|2974|")
	run $line
	case $line in
	*--fail-above*) ok "$line fails, as the example is a regression" ends_with 3 ;;
	*) ok "$line works" ends_with 0 ;;
	esac
	ok 'and prints something' [ -s "$out" ]
	case $line in
	*--fail-above*) continue ;;
	esac
	run $line --format json
	ok 'also as JSON' json '$j->{schema} eq "flarescope/1"'
done < "$work/commands"

run guide me
ok 'it takes no argument' says 'guide takes no argument'

done_testing
