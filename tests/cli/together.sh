#!/bin/sh
# together.sh - recordings of several hosts as one profile: nothing is lost, and each can be told apart.

. "$srcdir/tests/cli/tap.sh"

# ---- against each of them alone ----

# Lines of timed-folded of each file, their times from its first, put together by time; of equal times
# those of the first file come first.
alone() {
	for file; do
		"$FLARESCOPE" export --format timed-folded --event all --idle show "$file" > "$work/one" 2> /dev/null ||
			echo "no export of $file"
		perl -e '
			my $first;
			while (<>) {
				/^#/ and next;
				s/^(\d+)(?:\.(\d+))?(?= )// or next;
				my $ns = $1 * 1_000_000_000 + substr(($2 // "") . "0" x 9, 0, 9);
				$first //= $ns;
				printf "%015d%s", $ns - $first, $_;
			}' "$work/one"
	done | perl -e 'print sort { substr($a, 0, 15) cmp substr($b, 0, 15) } <>'
}
together() {
	"$FLARESCOPE" export --format timed-folded --event all --idle show --together --align start "$@" > "$work/all" 2> "$err"
	perl -ne '
		/^#/ and next;
		s/^(\d+)(?:\.(\d+))?(?= )// or next;
		printf "%015d%s", $1 * 1_000_000_000 + substr(($2 // "") . "0" x 9, 0, 9), $_' "$work/all"
}
is_all_of() {
	alone "$@" > "$work/expected"
	together "$@" > "$work/found"
	[ -s "$work/expected" ] && diff "$work/expected" "$work/found" | head -5 &&
		cmp "$work/expected" "$work/found"
}
ok 'all samples of three recordings, by time' is_all_of \
	"$examples/openssl.perf.gz" "$examples/cron.perf.gz" "$examples/gc.perf.gz"
ok 'of two, one of which is there twice' is_all_of \
	"$data/small.txt" "$examples/service.perf.gz" "$data/small.txt"
ok 'of several events' is_all_of "$data/events.txt" "$data/small.txt"
ok 'of spans' is_all_of "$examples/dag.csv" "$examples/dag.csv"

# What a filter leaves of all is what its file has.
for host in openssl cron gc; do
	run export --idle show "$examples/$host.perf.gz"
	mv "$out" "$work/expected"
	run export --idle show --filter "host=$host" --together \
		"$examples/openssl.perf.gz" "$examples/cron.perf.gz" "$examples/gc.perf.gz"
	ok "host=$host has the stacks of its file" same_output "$work/expected" "$out"
	run export --idle show --root host --filter "host~$host\$" "$examples/openssl.perf.gz" \
		"$examples/cron.perf.gz" "$examples/gc.perf.gz"
	ok '... and under a root all are of that host' \
		test "$(cut -d';' -f1 "$out" | sort -u)" = "$host"
done

# Waits: each is there as in its file, twice here.
run waits --format csv "$data/lock.txt"
sed 1d "$out" | cut -d, -f3- | sort > "$work/once"
cat "$work/once" "$work/once" | sort > "$work/expected"
cp "$data/lock.txt" "$work/b.txt"
run waits --format csv --together "$data/lock.txt" "$work/b.txt"
sed 1d "$out" | cut -d, -f3-6,8- | sort > "$work/found"
ok 'waits of threads that have the same numbers elsewhere' same_output "$work/expected" "$work/found"
run waits --format json --together "$data/lock.txt" "$work/b.txt"
ok 'which tell their host' json '
	my %n; $n{$_->{host}}++ for @{$j->{rows}}; $n{lock} && $n{lock} == $n{b}'

# ---- which files ----

mkdir "$work/fleet"
for i in 1 2 3; do
	sed "s/hostname : build-3/hostname : web$i/" "$data/small.txt" > "$work/fleet/r$i.txt"
done
run info --json --together "$work/fleet"
ok 'a directory is all of its files' json '
	join(" ", map { $_->{name} } @{$j->{hosts}}) eq "web1 web2 web3" && $j->{hosts}[1]{file} =~ /r2\.txt$/'
ok 'aligned by the clock that they have' json '
	$j->{aligned_by} eq "clock" && $j->{hosts}[0]{clock} eq "header" &&
	defined $j->{date_exact} && $j->{date_exact} == 0'
ok 'with numbers of CPUs that are added up' json '
	$j->{cpus_online} == 6 && $j->{hosts}[2]{rate_hz} == 10'
ok 'samples are those of all' json '
	my $n = 0; $n += $_->{samples} for @{$j->{hosts}}; $n == $j->{samples} && $n == 3 * $j->{hosts}[0]{samples}'
run info "$work/fleet/r1.txt"
ok 'one file has no hosts' prints_not '^hosts '
run info --json "$work/fleet/r1.txt"
ok '... nor in JSON' json '
	@{$j->{hosts}} == 0 && exists $j->{aligned_by} && !defined $j->{aligned_by}'
echo 'these are the recordings of Monday' > "$work/fleet/README"
echo hidden > "$work/fleet/.hidden"
run info --together "$work/fleet"
ok 'what is found and no recording is counted' prints '^not read  *1 file that could not be read'
ok '... and named' prints 'not read: .*README: '
run top --together "$work/fleet"
ok '... also where nobody asks' says 'could not be read'
run top --together "$work/fleet/r1.txt" "$work/fleet/README"
ok 'what is named must be one' ends_with 1
ok '... which is said of it' says 'README'
run top --together "$work/none" "$work/fleet"
ok 'a file that is not there is an error' ends_with 1
mkdir "$work/empty"
run top --together "$work/empty"
ok 'so is an empty directory' says 'there are no files in it'
run top --together - "$work/fleet" 
ok 'and standard input' says 'standard input is one recording'
run info "$work/fleet/r1.txt" "$work/fleet/r2.txt"
ok 'info of two wants to be told' says '\-\-together takes several'
rm "$work/fleet/README"

run heatmap --format text "$work/fleet/r1.txt" "$work/fleet/r2.txt" "$work/fleet/r3.txt"
ok 'a map of three needs --together' ends_with 2
run flame --format text "$work/fleet/r1.txt" "$work/fleet/r2.txt" "$work/fleet/r3.txt"
ok 'where two are compared, three are put together' ends_with 0
run diff --format json "$work/fleet/r1.txt" "$work/fleet/r2.txt"
ok 'and two are compared as ever' json '"$j->{certain_count} $j->{likely_count}" eq "0 0" &&
	$j->{subject}{samples} && $j->{subject}{samples} == $j->{baseline}{samples}'

# ---- what they are called ----

run info --json --together "$data/small.txt" "$data/small.txt" "$examples/gc.perf.gz"
ok 'by their files where headers say the same' json '
	join(" ", map { $_->{name} } @{$j->{hosts}}) eq "small small#2 gc"'

# ---- when ----

run info --json --together --align start "$work/fleet"
ok 'all begin at once if that is asked for' json '
	$j->{aligned_by} eq "start" && $j->{origin_s} == 0 && $j->{first_sample_s} == 0 &&
	!grep({ !exists $j->{$_} || defined $j->{$_} }
		qw(date_source date_exact first_sample_date last_sample_date)) &&
	3 == grep { $_->{from_s} == 0 } @{$j->{hosts}}'
began='--started r1.txt=2026-03-12T10:00:00 --started r2.txt=2026-03-12T10:00:07.5 --started r3.txt=2026-03-12T12:00:00+02:00'
run info --json --together $began "$work/fleet"
ok 'by when each began, if that is said' json '
	$j->{hosts}[1]{from_s} - $j->{hosts}[0]{from_s} == 7.5 &&
	$j->{hosts}[2]{from_s} == $j->{hosts}[0]{from_s} &&
	$j->{hosts}[0]{clock} eq "started" && $j->{date_source} eq "started"'
run info --together $began "$work/fleet"
ok '... which is told' prints '^hosts .* aligned by the clock, as --started says'
run info --json --together --started r2.txt=2026-03-12T10:00:07.5 "$work/fleet"
ok 'one of them has another clock then' json '
	$j->{hosts}[1]{clock} eq "started" && $j->{hosts}[0]{clock} eq "header" &&
	$j->{date_source} eq "header"'
run merge $began "$work/fleet" -o "$work/began.flare"
run info "$work/began.flare"
ok '... and is kept by merge' prints '^wall clock  2026-03-12 10:00:00 UTC to .* as --started says'
run info --together --started 2026-03-12T10:00:07.5 "$work/fleet"
ok 'of several it has to say which' says 'which one is it for? FILE=TIME'
grep -v '^#' "$data/small.txt" > "$work/unclocked.txt"
touch -d @0 "$work/unclocked.txt" # before perf there was none
run info --json --together "$work/fleet/r1.txt" "$work/unclocked.txt"
ok 'and where one of them has no clock' json '$j->{aligned_by} eq "start"'
run info --together --align clock "$work/fleet/r1.txt" "$work/unclocked.txt"
ok '... which is said if clocks are asked for' says 'unclocked\.txt has no time of day, so'
run info --together "$data/timeless.txt" "$data/small.txt"
ok 'some without times are refused' says 'timeless\.txt has no times and .*small\.txt has'
run top --together --limit 1 "$data/timeless.txt" "$data/timeless.txt"
ok 'all without times are not' ends_with 0
run top --align clock "$data/small.txt"
ok 'one recording is not aligned' says '\-\-align clock needs several recordings'
run top --together --align 1,2 "$work/fleet"
ok 'and several are not by two moments' says 'aligned by clock or start'
run info --together "$examples/openssl.perf.gz" "$examples/cron.perf.gz"
ok 'that rates differ is told' prints 'rates differ'
ok 'with the rate of each' prints 'cron .* 99 Hz'

# ---- who ----

run top --by thread --format json --idle show --together "$work/fleet"
ok 'threads have their own numbers, and a host' json '
	my %n; $n{$_->{host}} .= " $_->{pid}/$_->{tid}" for sort { $a->{tid} <=> $b->{tid} } @{$j->{rows}};
	keys %n == 3 && $n{web1} =~ m{ 100/101} && $n{web1} eq $n{web2} && $n{web1} eq $n{web3}'
run top --by thread --format csv --together "$work/fleet"
ok '... in CSV, too' prints ',host$'
run top --by host --format json --together "$work/fleet"
ok 'what each host has' json '
	join(" ", sort map { "$_->{by} $_->{name}" } @{$j->{rows}}) eq
		"host web1 host web2 host web3"'
run top --by cpu --format json --together "$work/fleet"
ok 'CPUs of one number are several' json '
	grep { $_->{by} eq "cpu" && $_->{name} eq "CPU 0\@web2" } @{$j->{rows}}'
run heatmap --lanes host --format json --together "$work/fleet"
ok 'lanes of hosts' json '@{$j->{rows}} == 3 && !grep { $_->{by} ne "host" } @{$j->{rows}}'
run heatmap --lanes thread --format json --together "$work/fleet"
ok 'lanes of threads tell their host' json '
	@{$j->{rows}} >= 3 && !grep { !$_->{host} } @{$j->{rows}}'
run chart --thread 101@web2 --format json --together "$work/fleet"
ok 'a thread of one host in order of time' json '
	@{$j->{rows}} == 1 && $j->{rows}[0]{tid} == 101 && $j->{rows}[0]{host} eq "web2"'
run chart --thread 101 --format json --together "$work/fleet"
ok '... which number alone does not tell' says '3 are .101.*@web'
run export --root thread --together "$work/fleet"
ok 'as root frames' prints '^app-100/101@web3;'
run export --filter 'host=web1 & pid=100' --root thread --together "$work/fleet"
ok 'a process of one host' prints_not '@web2'
run top --filter 'host=web9' --together "$work/fleet"
ok 'a host that is not there is said' says 'no sample matches the filter host=web9'
run flame --root host --format json --together "$work/fleet"
ok 'hosts are root frames' json '
	join(" ", sort map { $_->{name} } @{$j->{root}{children}}) eq "web1 web2 web3"'
run top --by host "$work/fleet/r2.txt"
ok 'one recording has the host of its header' prints 'web2$'

# ---- which is different? ----

sed 's/hostname : build-3/hostname : odd/; s/work+0x10/spin+0x10/' "$data/small.txt" > "$work/fleet/r4.txt"
run diff --host odd --format json --together "$work/fleet"
ok 'one host against all others' json '
	$j->{normalised} eq "share" && grep { $_->{name} eq "spin" && $_->{baseline_share} == 0 } @{$j->{rows}}'
mv "$out" "$work/expected"
run diff --filter 'host~^\Qodd\E$' --against-filter '!host~^\Qodd\E$' --normalise share --format json --together "$work/fleet"
ok '... are two filters' same_output "$work/expected" "$out"
run diff --host odd --by all --format json --together "$work/fleet"
ok 'names alone tell threads and CPUs of the two' json '
	!grep { $_->{name} =~ /\@|^odd$/ } @{$j->{rows}}'
run diff --host odd --by process --format json --together "$work/fleet"
ok '... and are the same of both' json '
	my ($app) = grep { $_->{name} eq "app" } @{$j->{rows}}; $app && $app->{share} > 0 && $app->{baseline_share} > 0'
run flame --host odd --format text --together "$work/fleet"
ok 'a differential graph' prints 'against B'
run diff --host odd --against-filter x --together "$work/fleet"
ok 'no other baseline beside it' says '\-\-host: the baseline is all other hosts'

run diff --host nosuch --together "$work/fleet"
ok 'a host that is none of them is an error' ends_with 2
ok '... with those that are' says 'no host is called nosuch; there are web1, web2, web3, odd'
run diff --host web2 "$work/fleet/r2.txt"
ok 'of one host there is nothing to compare' says 'this is a recording of one host'

# ---- hosts that are not alike are not mixed without a word ----

mkdir "$work/unlike"
# recording HOST RATE DATE EVENT [SECONDS]: a header, and five samples from there on.
recording() {
	perl -e '
		my ($host, $rate, $date, $event, $from) = @ARGV;
		print "# ========\n# captured on    : $date\n# hostname : $host\n",
			"# cmdline : /usr/bin/perf record -F $rate -a -g\n# event : name = $event, { sample_period, sample_freq } = $rate, freq = 1\n",
			"# ========\n#\n";
		printf "app 10/10 [000] %.6f: 1 %s:\n\t1000 work+0x1 (/usr/bin/app)\n\n", $_ / $rate + $from, $event for 1 .. 5' "$@"
}
recording a 49 'Tue Mar 12 10:00:05 2026' cpu-clock 10 > "$work/unlike/a.txt"
recording b 49 'Tue Mar 12 10:00:05 2026' cpu-clock 500 > "$work/unlike/b.txt"
cd "$work/unlike" || exit 1
run top --together a.txt b.txt
ok 'of hosts that are alike nothing is said' test -z "$(grep -v 'few samples' "$err")"
recording c 99 'Tue Mar 12 10:00:05 2026' cpu-clock 10 > c.txt
run top --together a.txt c.txt
ok 'rates that differ are said' says 'the hosts were sampled at different rates.*--weight period'
run top --weight period --together a.txt c.txt
ok '... but where time is counted' test -z "$(grep 'rates' "$err")"
recording d 49 'Tue Mar 12 18:00:05 2026' cpu-clock 10 > d.txt
run find --together a.txt d.txt
ok 'times that lie apart are said' says 'a gap of 7 h 59 m in which no host was recorded.*--align start'
run find --align start --together a.txt d.txt
ok '... but where all begin at once' test -z "$(grep 'no host' "$err")"
recording e 49 'Tue Mar 12 10:00:05 2026' cycles 10 > e.txt
run top --together a.txt e.txt
ok 'a host without the event is said' says '1 of 2 hosts has no cpu-clock, and none of its samples are shown: e'
run top --event all --together a.txt e.txt
ok '... but where all are shown' test -z "$(grep 'has no' "$err")"
run waits --together "$data/lock.txt" a.txt
ok 'a host without switches is said' says '1 of 2 hosts has no context switches, and its waits are not known: a'

# A clock by which it began before 1970 is none.
sed 's/^# hostname.*/&\n# reference time : 1970-01-01 00:00:00.000000 = 0.000000 (TOD) = 100.000000 (CLOCK_MONOTONIC)/' a.txt > neg.txt
run info --json --together neg.txt c.txt
ok 'a clock that cannot be true is none' json '$j->{hosts}[0]{clock} eq "header" && $j->{samples} == 10'

mkdir mixed
cp a.txt b.txt "$data/stacks.folded" mixed
ln -s /nonexistent mixed/web7.txt
mkdir mixed/below
run info --json --together mixed
ok 'what is found and has no times is left out' json '@{$j->{hosts}} == 2 && $j->{samples} == 10'
run info --together mixed
ok '... which is said' prints 'stacks.folded has no times and'
ok '... and so are a link to nothing' prints 'web7\.txt: cannot be opened'
ok '... and a directory in it' prints 'below: is a directory'
run info --together a.txt "$data/stacks.folded"
ok 'what is named is not' ends_with 1
cd "$work" || exit 1

# ---- merge ----

run merge "$work/fleet" -o "$work/all.flare"
ok 'merge writes them' ends_with 0
run info --json "$work/all.flare"
ok 'and they are hosts in it' json '
	@{$j->{hosts}} == 4 && $j->{format} eq "flare" && $j->{aligned_by} eq "clock"'
for command in 'top --by thread' 'heatmap --lanes host --format text --width 80' 'export --root thread' \
	'diff --host web1 --by all' 'find' 'heatmap --format json'; do
	run $command --together "$work/fleet"
	sed 's/ fleet / FILE /; s|"file":"'"$work"'/fleet"|FILE|' "$out" > "$work/expected"
	run $command "$work/all.flare"
	sed 's/ all\.flare / FILE /; s|"file":"'"$work"'/all\.flare"|FILE|' "$out" > "$work/found"
	ok "$command of it is that of its files" same_output "$work/expected" "$work/found"
done
run merge "$work/fleet/r1.txt" -o "$work/one.flare"
run info --json "$work/one.flare"
ok 'of one file it is a host, too' json '@{$j->{hosts}} == 1 && $j->{hosts}[0]{name} eq "web1"'
run merge "$work/fleet"
ok 'merge wants to know where to' says '\-\-output OUT\.flare'
run merge "$work/all.flare" "$data/small.txt" -o "$work/more.flare"
ok 'what has hosts already can be put together with more' ends_with 0
run info --json "$work/more.flare"
ok '... and keeps them' json '@{$j->{hosts}} == 5'

# ---- commands that are printed ----

run report --together --align start "$work/fleet"
grep '^ *flarescope top' "$out" | sed 's/^ *flarescope //' > "$work/words"
ok 'a report names all files' grep -q -- '--together --align start .*fleet' "$work/words"
eval "run $(cat "$work/words")"
ok '... in a command that works' ends_with 0
done_testing
