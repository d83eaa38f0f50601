# cpuprofile.t - heat maps and flame graphs of CPU profiles are FlameScope's, but for its bug.
#
# FlameScope's map leaves out what is idle, as ours does. Its graph also leaves out samples of
# (program) and of the garbage collector, and has a named bug: it shows each sample at the time
# of the next one, and so loses the last. Here that is undone by asking for the range in which
# the samples really were that it shows: from the time of the first to just behind the last.

use strict;
use warnings;
use Corpus;
use File::Basename;
use JSON::PP;
no warnings 'recursion'; # stacks are deep

use constant {ROWS => 50, US => 1_000_000};

my %graph = ('fg-all' => 'fg_all', 'fg-r1' => 'fg_r1', 'fg-r2' => 'fg_r2');

Corpus::start('cpuprofile');

# When each sample was, in whole microseconds.
sub sampled
{
	my ($profile) = @_;
	my $time = $profile->{startTime};

	return map { $time += $_ } @{$profile->{timeDeltas}};
}

# ---- heat maps ----

# "SECOND ROW" => samples; FlameScope's first row is the end of a second.
sub cells
{
	my ($start, $columns, $last_first) = @_;
	my %cells;

	for my $c (0 .. $#$columns) {
		my @rows = $last_first ? reverse @{$columns->[$c]} : @{$columns->[$c]};

		$rows[$_] and $cells{$start + $c . " $_"} = $rows[$_] for 0 .. $#rows;
	}
	return \%cells;
}

sub check_map
{
	my ($name, $path, $profile, $theirs) = @_;
	my ($status, $out, $err) = run('heatmap', '--rows', ROWS, '--format', 'json', $path);
	my $ours = $status ? {counts => []} : json($out);
	my @found = folded_delta(
		cells(int $profile->{startTime} / US, $theirs->{values}, 1),
		cells($ours->{origin_s}, $ours->{counts}, 0));
	my %idle = map { $_->{id} => 1 }
		grep { $_->{callFrame}{functionName} eq '(idle)' } @{$profile->{nodes}};
	my $idle = grep { $idle{$_} } @{$profile->{samples}};

	ok(!$status && !@found && $ours->{max} == $theirs->{maxvalue},
	   "$name: every cell of the heat map is FlameScope's", $err, @found);
	ok(!$status && $ours->{idle_samples} == $idle, "$name: and what is idle was counted",
	   "$ours->{idle_samples}, not $idle");
}

# ---- flame graphs ----

# Where the samples are that FlameScope shows in a range of its own, as a range of ours.
sub undone
{
	my ($profile, $from, $to) = @_;
	my @times = sampled($profile);
	my $second = int($profile->{startTime} / US) * US;
	my $origin = int($times[0] / US) * US;

	# it has no time for the last
	my @shown = grep {
		!defined $from || ($times[$_ + 1] >= $second + $from * US &&
				$times[$_ + 1] < $second + $to * US)
	} 0 .. $#times - 1;
	my ($first, $last) = @times[@shown[0, -1]];
	my @also = grep { $times[$_] >= $first && $times[$_] <= $last } 0 .. $#times;

	die "samples of one time are shown and not shown\n" if @also != @shown;
	return sprintf '%.6f,%.6f', ($first - $origin) / US, ($last + 1 - $origin) / US;
}

# Our graph as folded stacks, without what FlameScope leaves out; flaws get a line when a frame
# is not of the kind that it should be of.
sub without_meta
{
	my ($node, $sum, $flaws, @path) = @_;
	my %kinds = ('(program)' => 'no name', '(garbage collector)' => 'runtime');
	my $right = @path < 2 ? 'group' : $kinds{$node->{name}} // 'jit';

	push @$flaws, "$node->{name} is $node->{kind}" if @path && $node->{kind} ne $right;
	$sum->{join ';', @path} += $node->{self} if $node->{self} && !$kinds{$node->{name}};
	without_meta($_, $sum, $flaws, @path, $_->{name}) for @{$node->{children}};
}

sub flat
{
	my ($node, $sum, @path) = @_;

	$sum->{join ';', @path} += $node->{v} if $node->{v};
	for my $child (@{$node->{c}}) {
		flat($child, $sum, @path, $child->{n} eq '' ? '(anonymous)' : $child->{n});
	}
}

sub check_graph
{
	my ($name, $path, $kind, $range, $theirs) = @_;
	my ($status, $out, $err) = run('flame', '--format', 'json', '--range', $range, $path);
	my (%ours, %theirs, @flaws);

	flat($theirs, \%theirs);
	without_meta(json($out)->{root}, \%ours, \@flaws) if !$status;
	ok(!$status && !@flaws && !folded_delta(\%theirs, \%ours),
	   "$name: $kind, asked for a sample earlier, is FlameScope's ($range)", $err, @flaws,
	   folded_delta(\%theirs, \%ours));
}

my $json = JSON::PP->new->allow_nonref;
my $facts = facts();
my $compared = 0;
for my $path (Corpus::files('cpuprofile')) {
	my $name = basename($path) =~ s/\.gz$//r;
	my $known = $facts->{"cpuprofile/$name"}{facts}{flamescope} or next;
	my $profile = $json->decode(Corpus::slurp("cpuprofile/$name"));
	my $stored = "expected/cpuprofile/$name.flamescope";

	check_map($name, $path, $profile, $json->decode(Corpus::slurp("$stored.heatmap.json")));
	for my $kind (sort keys %graph) {
		my $range = undone($profile, @{$known->{$graph{$kind}}{range}});

		check_graph($name, $path, $kind, $range,
			$json->decode(Corpus::slurp("$stored.$kind.json")));
	}
	$compared++;
}
ok($compared == 5, 'all that FlameScope could read are compared', "$compared are");
Corpus::finish();
