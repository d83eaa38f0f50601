#!/bin/sh
# percent.sh - what percentages are of: the range, all that is kept, or everything.
#
# SEED=N repeats what failed.

. "$srcdir/tests/cli/tap.sh"

SEED=${SEED:-$(date +%s)}
echo "# SEED=$SEED"

# random N: a number below it, another each time.
random() {
	SEED=$(((SEED * 1103515245 + 12345) & 0x7fffffff))
	drawn=$((SEED / 65536 % $1))
}

# value OPTIONS...: what the samples they leave are worth, as their folded stacks add up.
value() { "$FLARESCOPE" export "$@" 2> "$err" | awk '{ sum += $NF } END { printf "%.0f", sum }'; }

# All shares of the table in $out are of $1.
shares_of() {
	awk -F, -v of="$1" 'function differ(a, b) { return a - b > .0000006 || b - a > .0000006 }
		NR > 1 { n++
		if (differ($2, $1 / of) || differ($4, $3 / of)) { print "of", of; print; exit bad = 1 } }
		END { exit bad || n == 0 }' "$out"
}

tried=0
while [ $tried -lt 24 ]; do
	tried=$((tried + 1))
	random 4
	case $drawn in
	0) file=service.perf.gz end=88 filters='msort|compare comm=service !worker' ;;
	1) file=openssl.perf.gz end=19 filters='openssl comm=swapper !idle' ;;
	2) file=gc.perf.gz end=10 filters='node comm=node !Builtins' ;;
	3) file=dag.csv end=3 filters='. !render .' ;;
	esac
	set --
	random 3
	[ "$drawn" -eq 0 ] || set -- --weight period
	weight=$*
	random 3
	[ "$drawn" -eq 0 ] || set -- "$@" --filter "$(echo "$filters" | cut -d' ' -f"$drawn")"
	random 3
	[ "$drawn" -ne 0 ] || set -- "$@" --idle show
	random $end
	from=$drawn
	random $end
	set -- "$@" "$examples/$file"
	range=$from,$((from + 1 + drawn))
	run top --format csv --range "$range" "$@"
	[ "$status" -eq 0 ] && [ "$(wc -l < "$out")" -gt 1 ] || continue
	ok "by itself shares are of the range: $range $*" shares_of "$(value --range "$range" "$@")"
	run top --format csv --percent range --range "$range" "$@"
	ok 'range says the same' shares_of "$(value --range "$range" "$@")"
	run top --format csv --percent kept --range "$range" "$@"
	ok 'kept: of all that the filter keeps' shares_of "$(value "$@")"
	run top --format csv --percent everything --range "$range" "$@"
	ok 'everything: of what it drops and of idle samples, too' \
		shares_of "$(value $weight --idle show "$examples/$file")"
done
ok 'and that was often' [ "$count" -ge 20 ]

service=$examples/service.perf.gz
all=$(value --idle show "$service")
set -- --range 15.6,16 "$service"
run top --limit 1 "$@"
ok 'the text has nothing more to say by itself' prints_not 'percentages'
run top --limit 1 --percent kept "$@"
ok 'else it says what percentages are of' prints '^percentages are of all that is kept: 4,613 (--percent kept)$'
run top --limit 1 --percent everything --format json "$@"
ok 'so does JSON' json '$j->{share_of} eq "everything" && $j->{share_of_value} == '"$all"' &&
	abs($j->{rows}[0]{self_share} - $j->{rows}[0]{self} / '"$all"') < .000001'
run top --against rest --percent everything --format csv "$@"
mv "$out" "$work/everything"
run top --against rest --format csv "$@"
ok 'of two sides each has percentages of its own' same_output "$work/everything" "$out"

done_testing
