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
	nothing 'no sample matches the filter comm=nginx$' $command --filter comm=nginx
	nothing 'no sample matches the filter foo=1: foo= is not a key.* comm, process, pid, tid, cpu, .* self-kind and mode$' \
		$command --filter foo=1
done
nothing 'nothing was recorded in 0-0.5 s' top --range 0,0.5
nothing 'nothing was recorded in 91 s to the end' flame --range 91,
nothing '5-5 s is empty' export --range 5,5
nothing 'no sample is in 9.11-9.115 s; idle ones are hidden$' top --range 9.11,9.115
nothing 'no sample that matches the filter is in 9.1-9.11 s' flame --range 9.1,9.11 \
	--filter comm=swapper
nothing 'no sample that matches the filter is idle' top --idle only --filter comm=service
nothing 'every sample that matches the filter is idle, .* --idle show' export \
	--filter 'comm=swapper & pv_native_safe_halt & !irq & !schedule & !apic'
nothing 'put blanks around "&" to join terms' top --filter 'comm=openssl&!main'

nothing 'nothing matches nomatch$' top --search nomatch

run heatmap --range 9.11,9.115 --format json "$example"
ok 'a range without samples is one of the map all the same' ends_with 0
ok 'and has none' json '$j->{selection}{samples} eq "0" && $j->{samples} > 0'
run top --range 90,600 --format json "$example"
ok 'a range that goes on behind the end is taken' ends_with 0
run top --range 90, --format json "$example"
ok 'one without an end has that of the recording' prints '^    "to_s": 90\.680516001,$'
grep -v '^    "to_s"' "$out" > "$work/to_the_end"
run top --range 90,91 --format json "$example"
ok 'one with an end has this one' prints '^    "to_s": 91,$'
grep -v '^    "to_s"' "$out" > "$work/to_91"
ok 'and is else what is there of it' same_output "$work/to_the_end" "$work/to_91"

run export --range 90,600 --format svg "$example"
ok 'a picture says where the profile ends' prints ', 90–90.681 s, '

run top --range 500,600 -o "$work/none" "$example"
ok 'no file is written of nothing' test ! -e "$work/none"
run flame --search no_such_function "$example"
ok 'a search that finds nothing is an answer' ends_with 0

# same NAME RANGE SAME: both are the same stretch of time, for every command that takes one.
same() {
	for command in 'top --format json' 'flame --format json' 'export --format json' \
		'heatmap --format json' 'diff --format json' 'find --format json' \
		'periods --format json' 'report --format json'; do
		run $command --range "$2" "$example"
		cp "$out" "$work/same"
		ok "$1: $command --range $2 is an answer" ends_with 0
		run $command --range "$3" "$example"
		ok "and that of $3" same_output "$work/same" "$out"
	done
}

# from 03:07:33.32 by the header's clock until 03:09:04
same 'the last seconds' -5 85.680516001,90.680516001
same 'a length' 6.5+250ms 6.5,6.75
same 'the clock' 03:07:43.5+2 10.180516,12.180516
run diff --range 3:08:33+5 --against -20,-5 --format json "$example"
cp "$out" "$work/same"
run diff --range 59.680516,64.680516 --against 70.680516001,85.680516001 --format json \
	"$example"
ok '--against takes the same' same_output "$work/same" "$out"
run diff --against -5 --format json "$example" "$example"
ok '--against of a second file, too' ends_with 0
for one in 6.5 6.5s 10:44:23; do
	run top --range "$one" "$example"
	ok "one time alone, $one, is refused" ends_with 2
	ok 'with the forms' says 'FROM,TO or FROM+LENGTH.*10:44:23+2.*-5'
done
run top --range 10:44:23+2 "$example"
ok 'where the clock does not go is nothing' ends_with 1
ok 'and the clock of the profile is told' says 'from 03:07:33 to 03:09:04$'
zcat "$example" | grep -v '^#' > "$work/no_clock"
run top --range 03:08:33+5 "$work/no_clock"
ok 'without a clock its times are refused' ends_with 2
ok 'with the reason' says 'the time of day of this recording is not known'
printf 'app 1 1795305590.5: c: \n\t1 main (/a)\n\napp 1 1795305615.5: c: \n\t1 late (/a)\n\n' \
	> "$work/night"
run top --range 23:59:55,0:00:16 --format csv "$work/night"
ok 'a range goes over midnight' prints 'late'
ok 'and has no more' prints_not 'main'
TZ=XYZ-5:30 run top --range 05:30:10+10 --format csv "$work/night"
ok 'UTC is the clock unless --clock says otherwise' ends_with 1
TZ=XYZ-5:30 run heatmap --clock local --range 05:30:10+10 --format json "$work/night"
ok 'as it does here' json '$j->{selection}{samples} == 1'

# ---- several at once ----

# What the samples' own times say of 10-12, 11-13, 20-21.5 and 40-41.
run export --format timed-folded "$example"
grep -v '^#' "$out" | perl -ne '$t = /^(\S+)/ && $1 - 705; # the second of the first one
	print if ($t >= 10 && $t < 13) || ($t >= 20 && $t < 21.5) || ($t >= 40 && $t < 41)' \
	> "$work/by_hand"
several='--range 10,12 --range 40,41 --range 20,21.5/11,13'
run export --format timed-folded $several "$example"
grep -v '^#' "$out" > "$work/several"
ok 'several ranges have the samples of any of them' same_output "$work/by_hand" "$work/several"
ok 'which are some' test -s "$work/several"
whole=$(wc -l < "$work/by_hand")
run flame --format json $several "$example"
ok 'so has their flame graph' json "\$j->{root}{total} == $whole"
ok 'which names the ranges, those that overlap as one' \
	json 'join(" ", map { "$_->{from_s}-$_->{to_s}" } @{$j->{selection}{ranges}}) eq
		"10-13 20-21.5 40-41"'
ok 'and what is around them' json \
	'$j->{selection}{from_s} == 10 && $j->{selection}{to_s} == 41'
run top --format json $several "$example"
ok 'and their table' json "\$j->{selection}{samples} == $whole"
run tree --format json $several "$example"
ok 'and their call tree' json "\$j->{root}{total} == $whole"
run heatmap --format json $several "$example"
ok 'and their map' json \
	"\$j->{selection}{samples} == $whole && @{\$j->{selection}{ranges}} == 3"
run diff --format json $several "$example"
ok 'the rest is all else' json "\$j->{subject}{samples} == $whole &&
	\$j->{baseline}{samples} == 4613 - $whole && \$j->{subject}{duration_s} == 5.5 &&
	abs(\$j->{baseline}{duration_s} - 84.490) < 0.001 && @{\$j->{subject}{ranges}} == 3"
run diff $several "$example"
ok 'in words as well' prints '^baseline  all but 3 ranges: '
run report --format json $several "$example"
ok 'a report names them' json '@{$j->{selection}{ranges}} == 3'
ok 'and commands that have them' prints '"flarescope top .*--range 10,13/20,21.5/40,41 '
run chart --thread 2975 --format json $several "$example"
ok 'a chart has boxes of each' json '
	my @boxes = @{$j->{rows}[0]{boxes}};
	grep({ $_->{from_s} < 13 } @boxes) && grep({ $_->{from_s} >= 40 } @boxes) &&
		!grep({ ($_->{from_s} > 13 && $_->{from_s} < 20) || $_->{from_s} >= 41 } @boxes)'
for command in 'flame --format json' 'top --format json' 'export' 'diff --format json'; do
	run $command --range 10,12 "$example"
	cp "$out" "$work/one"
	run $command --range 10,11 --range 11,12 --range 10.5,11.5 "$example"
	ok "$command: ranges that touch are one" same_output "$work/one" "$out"
done
run flame --range 10,12 --range 500,600 "$example"
ok 'each of them has to be of the recording' says 'nothing was recorded in 500-600 s'
run flame --range 10,12 --range nonsense "$example"
ok 'and a range' ends_with 2
run flame $(perl -e 'print "--range $_.1,$_.2 " for 0 .. 1024') "$example"
ok 'there may be so many' says 'at most 1024 ranges can be selected$'
ok 'or it is refused' ends_with 1
run top --range 9.11,9.112/9.113,9.114 "$example"
ok 'where there is nothing in any that is said' says 'no sample is in these 2 ranges'

done_testing
