# trace.t - the traces of the corpus: every span of every thread, and the CPU profiles in them.
#
# What is right is what speedscope's tests say of its own files, thread by thread; of all files,
# sums that are worked out here from the file itself, another way than the program does it; and
# of CPU profiles, FlameScope's heat map, which counts their samples. Its heat map of traces is no
# measure: it counts outermost spans alone, once for each 10 ms that they touch, and only those
# with a CPU time (doc/formats/trace-event.md).

use strict;
use warnings;
use Corpus;
use File::Basename;
use JSON::PP;

use constant ROWS => 50;

Corpus::start('trace');

my $json = JSON::PP->new->allow_nonref->relaxed;

# The rows of `samples FILE`: event, time and duration in ns, weight, thread, stack root first.
sub dumped
{
	my ($path) = @_;
	my @rows;

	open my $in, '-|', $ENV{SAMPLES}, $path or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		if (/^(\d+)(?:\.(\d+))? (\S+) (\d+) (?:for (\d+) )?\S+ (.*) (\S+)\/(\S+)$/) {
			my $ns = substr(($2 // '') . '0' x 9, 0, 9);
			push @rows, {event => $3, time => $1 * 1e9 + $ns, weight => $4,
				for => $5, comm => $6, pid => $7, tid => $8, stack => ''};
		} elsif (/^  \S+ (.*) \(.*\)$/) {
			my $row = $rows[-1];
			$row->{stack} = $row->{stack} eq '' ? $1 : "$1;$row->{stack}";
		}
	}
	close $in;
	return @rows;
}

# ---- speedscope ----

# "1.04ms", as speedscope prints a time.
sub worded
{
	my ($ns) = @_;

	return sprintf '%.2fs', $ns / 1e9 if $ns >= 1e9;
	return sprintf '%.2fms', $ns / 1e6 if $ns >= 1e6;
	return sprintf "%.2f\xc2\xb5s", $ns / 1e3;
}

# The threads of a snapshot: "pid/tid" => what ran, one after the other: "a;b 1.00us". Ours are
# names alone, theirs have arguments behind them.
sub snapshot
{
	my ($text) = @_;
	my %threads;

	while ($text =~ /^  "name": "[^\n]*?pid (\d+)[^\n]*?tid (\d+)[^\n]*\n  "stacks": \[(.*?)\],$/msg) {
		my ($thread, $list) = ("$1/$2", $3);
		$list =~ s/ \{.*?\}(?=[; ])//g;
		$threads{$thread} = [grep { !/^ / } $list =~ /^    "(.*)",$/mg];
	}
	return \%threads;
}

# Ours in the same form. Samples last until the next one of their thread.
sub done_by
{
	my (@rows) = @_;
	my (%threads, %last, @parts);

	for my $row (grep { $_->{event} eq 'samples' } @rows) {
		my $before = $last{"$row->{pid}/$row->{tid}"};
		$before->{for} = $row->{time} - $before->{time} if $before;
		$last{"$row->{pid}/$row->{tid}"} = $row;
	}
	for my $row (grep { $_->{for} } @rows) {
		my $parts = $threads{"$row->{pid}/$row->{tid}"} //= [];
		if (@$parts && $parts->[-1]{stack} eq $row->{stack} &&
		    $parts->[-1]{until} == $row->{time}) {
			$parts->[-1]{for} += $row->{for};
		} else {
			push @$parts, {stack => $row->{stack}, for => $row->{for}};
		}
		$parts->[-1]{until} = $row->{time} + $row->{for};
	}
	for my $thread (keys %threads) {
		$threads{$thread} = [map { "$_->{stack} " . worded($_->{for}) }
			@{$threads{$thread}}];
	}
	return \%threads;
}

sub lines
{
	my ($threads) = @_;

	return map { my $t = $_; map { "$t $_" } @{$threads->{$t}} } sort keys %$threads;
}

my $compared = 0;
for my $path (Corpus::files('trace-event')) {
	my $name = basename($path) =~ s/\.gz$//r;
	my $text = Corpus::slurp("expected/trace-event/$name.speedscope-snapshot.txt") // next;

	next if $text !~ /importTraceEvents/ || $text =~ /Chrome/;
	my @right = lines(snapshot($text));
	my @ours = lines(done_by(dumped($path)));
	my @allowed = Corpus::allowed('trace', $name);
	@right = map { s/^right //r } @allowed if @allowed && "@ours" ne "@right";
	ok("@ours" eq "@right", "$name: each thread did what speedscope says", 'ours:', @ours,
	   'theirs:', @right);
	$compared++;
}
ok($compared >= 18, 'every snapshot of speedscope is compared', "$compared are there");

# ---- sums ----

# How long each thread was in some span, and its CPU time, where spans are told as a whole: the
# union of [ts, ts + dur), and the sum of those that are in no other.
sub unions
{
	my ($events) = @_;
	my (%spans, %covered);

	push @{$spans{"$_->{pid}/$_->{tid}"}}, [$_->{ts}, $_->{ts} + ($_->{dur} // $_->{tdur} // 0)]
		for grep { ($_->{ph} // '') eq 'X' } @$events;
	for my $thread (keys %spans) {
		my $end = 0;
		for (sort { $a->[0] <=> $b->[0] } @{$spans{$thread}}) {
			my $from = $_->[0] > $end ? $_->[0] : $end;
			next if $_->[1] <= $from;
			$covered{$thread} += $_->[1] - $from;
			$end = $_->[1];
		}
	}
	return \%covered;
}

for my $path (Corpus::files('trace-event')) {
	my $name = basename($path) =~ s/\.gz$//r;
	my $file = eval { $json->decode(Corpus::slurp("trace-event/$name")) } // next;
	my $events = ref $file eq 'HASH' ? $file->{traceEvents} : $file;
	my %has = map { ($_->{ph} // '') => 1 } @$events;
	my (%ours, @found);

	next if !$has{X} || $has{B} || $name =~ /invalid/;
	$ours{"$_->{pid}/$_->{tid}"} += $_->{for} / 1000 for grep { $_->{for} && $_->{tid} ne '-' }
		dumped($path);
	my $right = unions($events);
	for (sort keys %{{%ours, %$right}}) {
		my ($o, $r) = ($ours{$_} // 0, $right->{$_} // 0);
		push @found, "$_: $o, not $r" if $o != $r;
	}
	ok(!@found, "$name: threads are busy for as long as their spans cover", @found);
}

# ---- CPU profiles ----

for my $path (Corpus::files('trace-event')) {
	my $name = basename($path) =~ s/\.gz$//r;
	my $text = Corpus::slurp("expected/trace-event/$name.flamescope-cpuprofile.heatmap.json");
	my $sum = 0;

	next if !defined $text;
	my $theirs = $json->decode($text);
	$sum += $_ for map { @$_ } @{$theirs->{values}};
	my ($status, $out, $err) = run('heatmap', '--event', 'cpu-profile', '--period', 1, '--rows', ROWS,
		'--format', 'json', $path);
	my $map = $status ? {} : json($out);
	my $want = "$sum samples, max $theirs->{maxvalue}";
	my $got = $status ? 'none' : "$map->{samples} samples, max $map->{max}";
	ok($got eq $want, "$name: the heat map of CPU profiles is FlameScope's", $err,
	   "ours: $got", "right: $want");
}

# ---- recognising ----

for my $path (Corpus::files('trace-event')) {
	my $name = basename($path) =~ s/\.gz$//r;

	ok(Corpus::recognised(Corpus::slurp("trace-event/$name")) eq 'trace-event',
	   "$name is known by 4 kB", Corpus::recognised(Corpus::slurp("trace-event/$name")));
}

Corpus::finish();
