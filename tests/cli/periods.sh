#!/bin/sh
# periods.sh - what comes again and again is printed, and that nothing does is an answer.

. "$srcdir/tests/cli/tap.sh"

# Samples of 2 CPUs at 100 Hz for 40 s, as perf script prints them: `work` runs for 60 ms of each 1.3 s.
perl -e '
	my $state = 1;
	sub dice { $state = ($state * 1103515245 + 12345) % 2 ** 31; $state / 2 ** 31 }
	for my $tick (0 .. 3999) {
		for my $cpu (0, 1) {
			my $at = $tick / 100 + $cpu * 0.004;
			my $work = $at - 1.3 * int($at / 1.3) < 0.06;
			next unless $work || dice() < 0.1;
			printf "app 10/10 [%03d] %.6f: 10000000 cpu-clock: \n\t1000 %s (/bin/app)\n\n",
				$cpu, 1000 + $at, $work ? "work" : "other";
		}
	}
' > "$work/cron.txt"

run periods --format json "$work/cron.txt"
ok 'a period is found' ends_with 0
ok 'to its standard error, and nothing beside it' json '
	my ($p, @others) = @{$j->{rows}};
	!@others && $j->{rows_total} == 1 && abs($p->{period_s} - 1.3) < 3 * $p->{standard_error_s} &&
		$p->{standard_error_s} < 0.01'
ok 'with what it costs: 60 ms of two CPUs, less what goes on all the time' json '
	my ($p) = @{$j->{rows}};
	$p->{cycles} == 30 && abs($p->{burst_s} - 0.06) < 0.025 && abs($p->{work_samples} - 10.8) < 2 &&
		exists $p->{work_s} && !defined $p->{work_s}'
cp "$out" "$work/first"
run periods --format json "$work/cron.txt"
ok 'the same again' same_output "$work/first" "$out"
{
	printf '# %s\n' ======== 'cmdline : /usr/bin/perf record -F 100 -a -g -e cpu-clock' ========
	cat "$work/cron.txt"
} > "$work/known.txt"
run periods --format json "$work/known.txt"
ok 'a known clock tells how much time that is' json '
	my ($p) = @{$j->{rows}};
	$p->{work_s} && abs($p->{work_s} - $p->{work_samples} / 100) < 0.001'
run periods "$work/cron.txt"
ok 'as a table' prints '^ *1\.[23][09][0-9]* '

run periods --format json "$work/cron.txt"
ok 'and whose it is' json '
	my ($p) = @{$j->{rows}};
	$p->{name} eq "work" && $p->{by} eq "function" && !defined $p->{thread}'

# Of a busy service, all of whose CPUs are always busy, one thread of another process works for 40 ms of each 0.9 s.
perl -e '
	my $state = 7;
	sub dice { $state = ($state * 1103515245 + 12345) % 2 ** 31; $state / 2 ** 31 }
	my ($worker, $left) = (1, 0);
	for my $tick (0 .. 3999) {
		my $at = $tick / 100;
		my $own = $at - 0.9 * int($at / 0.9) < 0.04;
		for my $cpu (0 .. 3) {
			($worker, $left) = (1 + int(8 * dice()), int(20 * dice())) if --$left < 0;
			my ($who, $what) = ("web 10/" . (10 + $worker), "serve;step" . int(1 + 5 * dice()));
			($who, $what) = ("refresher 20/21", "run;refresh_cache") if $own && !$cpu;
			my @frames = reverse split /;/, $what;
			printf "%s [%03d] %.6f: 10000000 cpu-clock: \n%s\n", $who, $cpu, 1000 + $at + $cpu * 0.0021,
				join "", map { "\t1000 $_ (/bin/app)\n" } @frames;
		}
	}
' > "$work/busy.txt"
run periods --format json "$work/busy.txt"
ok 'a period of one thread in a busy service is found, and told once, with its name' json '
	my ($p, @others) = @{$j->{rows}};
	!@others && abs($p->{period_s} - 0.9) < 0.005 && $p->{name} eq "refresh_cache" &&
		$p->{by} eq "function" && $p->{thread} eq "refresher" && $p->{tid} == 21'
cp "$out" "$work/first"
run periods --format json "$work/busy.txt"
ok 'the same again, too' same_output "$work/first" "$out"
run periods "$work/busy.txt"
ok 'in a table by name' prints ' refresh_cache (thread refresher)$'
run report "$work/busy.txt"
ok 'and in a report' prints '^Period: every 0.9[0-9]* s +- [0-9.]* s, refresh_cache (thread refresher), for 0.0[0-9]* s, 44 times$'

# Of 30 bursts of 60 ms nearly all lies in the ranges, and little else.
run periods --bursts 1 "$work/cron.txt"
ok 'bursts are printed as a range is given' prints '^[0-9.]*,[0-9.]*\(/[0-9.]*,[0-9.]*\)\{29,31\}$'
bursts=$(cat "$out")
run top --format json "$work/cron.txt"
all=$(json_value '(map { $_->{total} } grep { $_->{name} eq "work" } @{$j->{rows}})[0]')
run top --range "$bursts" --format json "$work/cron.txt"
ok 'what comes again and again is in them' json "
	my (\$work) = grep { \$_->{name} eq 'work' } @{\$j->{rows}};
	\$work->{total} > 0.9 * $all && \$work->{total} > 0.8 * \$j->{selection}{value}"
run periods --bursts 1 --range 13,26 "$work/cron.txt"
ok 'of a range none leaves it' sh -c "tr '/,' '\n\n' < '$out' | awk '\$1 < 13 || \$1 > 26 { exit 1 }'"
run periods --bursts 2 "$work/cron.txt"
ok 'a period that there is not has none' says 'bursts: there is no period 2'
run periods --bursts 0 "$work/cron.txt"
ok 'nor has none' ends_with 2
run periods --bursts 1 --filter other "$work/cron.txt"
ok 'where none stands out that is said' says 'bursts: no period stands out'

run periods --filter other --format json "$work/cron.txt"
ok 'a filter leaves none' json 'ref $j->{rows} && !@{$j->{rows}} && $j->{rows_total} eq "0" &&
	$j->{selection}{filter} eq "other"'
run periods --filter other "$work/cron.txt"
ok 'which is an answer' ends_with 0
ok 'in words' prints '^no period from 0\.0[0-9]* s to 13\.[0-9]* s stands out$'
run periods --range 0,2 --format json "$work/cron.txt"
ok 'of a range' json 'ref $j->{rows} && !@{$j->{rows}} && $j->{rows_total} eq "0" &&
	$j->{selection}{from_s} == 0 && $j->{selection}{to_s} == 2'
run periods --range 50,60 "$work/cron.txt"
ok 'in which there is something' ends_with 1
ok 'or it is said' says 'nothing was recorded'

for file in timeless.txt stacks.folded; do
	for format in text json; do
		run periods --format $format "$data/$file"
		ok "$file has no times" ends_with 1
		ok 'which is said' says 'the samples have no times, so there are no periods'
		ok 'and nothing is printed' test ! -s "$out"
	done
done
run periods "$data/small.txt"
ok 'five samples have no period' ends_with 0
ok 'and it is said' prints '^no period from .* stands out'
done_testing
