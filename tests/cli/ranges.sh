#!/bin/sh
# ranges.sh - what is not there is said: ranges, filters and idle modes that leave nothing.

. "$srcdir/tests/cli/tap.sh"

example=$examples/service.perf.gz

# nothing SENTENCE COMMAND...: it says this, in a line, prints nothing and ends with 1.
nothing() {
	sentence=$1
	shift
	for format in text json csv other; do
		case $1$format in
		top*) options="--format $format" ;;
		flame* | heatmap*) options="--format $format" ;;
		exportcsv) options="--format svg" ;;
		exporttext) options="--format speedscope" ;;
		exportother) options= ;;
		export*) options="--format $format" ;;
		*) options= ;;
		esac
		case $1$format in
		*other | flamecsv | heatmapcsv) options= ;;
		esac
		run "$@" $options "$example"
		ok "$* $options says that there is nothing" says "$sentence"
		ok 'in one line' says_one_line
		ok 'prints nothing' prints_exactly ''
		ok 'and ends with 1' ends_with 1
	done
}

for command in top flame export heatmap open; do
	nothing 'nothing was recorded in 500-600 s: the profile is from 0.691 to 90.681 s$' \
		$command --range 500,600
	nothing 'no sample fits the filter comm=nginx$' $command --filter comm=nginx
	nothing 'no sample fits the filter foo=1: foo= is no key.* comm, pid, tid, cpu and module$' \
		$command --filter foo=1
done
nothing 'nothing was recorded in 0-0.5 s' top --range 0,0.5
nothing 'nothing was recorded in 91 s to the end' flame --range 91,
nothing '5-5 s is no time at all' export --range 5,5
nothing 'no sample is in 9.11-9.115 s; idle ones are hidden$' top --range 9.11,9.115
nothing 'no sample that fits the filter is in 9.1-9.11 s' flame --range 9.1,9.11 \
	--filter comm=swapper
nothing 'no sample that fits the filter is idle' top --idle only --filter comm=service
nothing 'every sample that fits the filter is idle, .* --idle show' export \
	--filter 'comm=swapper & pv_native_safe_halt & !irq & !schedule & !apic'
nothing '"&" joins terms where blanks are around it' top --filter 'comm=openssl&!main'

nothing 'nothing matches nomatch$' top --search nomatch

run heatmap --range 9.11,9.115 --format json "$example"
ok 'a range without samples is one of the map all the same' ends_with 0
ok 'and has none' json '$j->{range_samples} == 0 && $j->{samples} > 0'
run top --range 90,600 --format json "$example"
ok 'a range that goes on behind the end is taken' ends_with 0
run top --range 90, --format json "$example"
cp "$out" "$work/to_the_end"
run top --range 90,91 --format json "$example"
ok 'and is what is there of it' same_output "$work/to_the_end" "$out"

run export --range 90,600 --format svg "$example"
ok 'a picture says where the profile ends' prints ', 90–90.681 s, '

run top --range 500,600 -o "$work/none" "$example"
ok 'no file is written of nothing' test ! -e "$work/none"
run flame --search no_such_function "$example"
ok 'a search that finds nothing is an answer' ends_with 0

done_testing
