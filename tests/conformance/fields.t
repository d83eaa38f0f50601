# fields.t - every choice of perf script's fields that leaves stacks (-F comm,tid,ip ...), printed by
# the perf of this machine, is read as what the fields say: a recording of odd names, short and
# long ids and periods, with call chains and without.
#
# A number alone is a thread's; without a period a sample weighs 1, without an event it is of
# "samples". FIELDS_EACH=1 tries each choice also without modules and without symbols.

use strict;
use warnings;
no warnings 'portable'; # addresses have 64 bits
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../hostile";
use Peer qw(output);
use PerfData;
use Program;

my $directory = tempdir(CLEANUP => 1);
my @names = ('gzip', '7zip', 'my prog 42', 'a: b 7/8', '12345', 'x 1.5: y', 'fifteen letters',
	'kworker/0:1 99', 'cafe', 'dead beef: 1', '[001]', 'K', '12 [003]', 'a  b');
my @fields = qw(comm pid tid cpu time period event);
my (@truth, $time);

$PerfData::attr_bytes = 128;
Program::start();

# comm() of a thread that is not its process' first.
sub comm_of
{
	my ($pid, $tid, $name) = @_;

	return record(3, 0, pack('L<L<', $pid, $tid) . $name . "\0" x (8 - length($name) % 8) .
		PerfData::trailer($pid, $tid, 1));
}

# Three samples of each name; what they are goes to @truth.
sub recorded
{
	my ($has_chains) = @_;
	my $records = '';

	@truth = ();
	$time = 1_273_000_000_000;
	for my $n (0 .. $#names) {
		my $pid = $n % 2 ? 2_000_000 + 10 * $n : 7 + 10 * $n;

		$records .= comm_of($pid, $pid, $names[$n]) .
			mmap2($pid, 0x400000, 0x100000, '/bin/an app (deleted)');
		for my $k (0 .. 2) {
			my ($tid, $cpu, $period) = ($pid + $k, $n % 8, 250_000 * 997 ** $k);
			my @chain = map { 0x401000 + $_ * 16 } 0 .. $k;

			$records .= comm_of($pid, $tid, $names[$n]) if $k;
			$time += 10_000_137;
			$records .= sample(pack('Q<L<L<Q<L<L<Q<', $chain[0], $pid, $tid, $time,
				$cpu, 0, $period) .
				($has_chains ? pack 'Q<*', @chain + 1, CONTEXT_USER, @chain : ''));
			push @truth, {comm => $names[$n], pid => $pid, tid => $tid, cpu => $cpu,
				time => sprintf('%.6f', int($time / 1000) / 1e6), period => $period,
				event => 'cpu-clock:HG', depth => $has_chains ? $k + 1 : 1};
		}
	}
	my $type = IP | TID | TIME | CPU | PERIOD | ($has_chains ? CALLCHAIN : 0);
	my $path = "$directory/" . ($has_chains ? 'chains' : 'flat');
	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out recording([attr($type, period => 250_000, flags => 0)], $records);
	close $out or die "$path: $!\n";
	return $path;
}

# A line for each sample: what it is, as far as these fields tell, and how deep its stack.
sub right
{
	my (%has) = map { $_ => 1 } @_;

	return map {
		my $time = $has{time} ? $_->{time} =~ s/\.?0+$//r : '-';
		my $id = $has{tid} ? $_->{tid} : $has{pid} ? $_->{pid} : '-';
		join ' ', $time, $has{event} ? $_->{event} : 'samples',
			$has{period} ? $_->{period} : 1, $has{cpu} ? $_->{cpu} : '-',
			$has{comm} ? $_->{comm} : '', ($has{tid} && $has{pid} ? $_->{pid} : '-') .
			"/$id", "depth $_->{depth}";
	} @truth;
}

sub dumped
{
	my ($path) = @_;
	my @samples;

	open my $in, '-|', "$ENV{SAMPLES} $path 2>&1" or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		chomp;
		if (/^  /) {
			$samples[-1] =~ s/(\d+)$/$1 + 1/e;
		} else {
			push @samples, /^\S+ \S+ \d+ / ? "$_ depth 0" : "$_";
		}
	}
	close $in;
	return @samples;
}

my $version = output('perf', '--version') // '';
my %tried;
for my $has_chains (1, 0) {
	my $recording = recorded($has_chains);
	my @bad;

	if (!defined output('perf', 'script', '-i', $recording)) {
		skip('fields of perf script', $version ? "$version: $Peer::why" : 'there is no perf');
		next;
	}
	for my $choice (1 .. 2 ** @fields - 1) {
		my @has = map { $fields[$_] } grep { $choice >> $_ & 1 } 0 .. $#fields;

		# a name and an address, or the address alone: any table may look so
		next if !$has_chains && ("@has" eq 'comm' || $choice == 0);
		for my $stack ('ip,sym,dso', 'ip,sym', 'ip') {
			next if $stack ne 'ip,sym,dso' && $choice % 4 && !$ENV{FIELDS_EACH};
			my $list = join ',', @has, $stack;
			my $text = output('perf', 'script', '-i', $recording, '-F', $list);
			my @right = right(@has);

			next if !defined $text; # no choice of this perf's
			open my $out, '>:raw', "$directory/text" or die;
			print $out $text;
			close $out;
			my @ours = dumped("$directory/text");
			my ($first) = grep { ($ours[$_] // '') ne ($right[$_] // '') }
				0 .. (@ours > @right ? $#ours : $#right);
			push @bad, "$list: sample $first: '" . ($ours[$first] // 'none') . "', not '" .
				($right[$first] // 'none') . "'" if defined $first;
			$tried{$has_chains}++;
		}
	}
	ok(!@bad, 'each choice of fields is read as what it says, ' .
		($has_chains ? 'with call chains' : 'without'), @bad);
	ok(($tried{$has_chains} // 0) > 150, 'many choices are tried', $tried{$has_chains} // 0);
}

# ---- what memory events say beside ----

# The same samples, each with the address of its data, what that is, and its weight.
sub recorded_with_data
{
	my ($has_chains, $type) = @_;
	my $records = comm_of(7, 7, 'gzip') . mmap2(7, 0x400000, 0x100000, '/bin/an app (deleted)');

	for my $k (0 .. 9) {
		my @chain = map { 0x401000 + $_ * 16 } 0 .. $k % 3;

		$records .= sample(pack('Q<L<L<Q<Q<L<L<Q<', $chain[0], 7, 7, 1e12 + $k * 1e7,
			$k % 2 ? 0x7ffd00001000 + $k : 0x401000, 0, 0, 1) .
			($has_chains ? pack 'Q<*', @chain + 1, CONTEXT_USER, @chain : '') .
			pack('Q<Q<', 7 + $k * 1000, $k % 3 ? 0x27a0100142 : 0x668100842));
	}
	my $path = "$directory/data";
	my $sampled = IP | TID | TIME | CPU | PERIOD | 8 | 1 << 14 | 1 << 15;

	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out recording([attr($sampled | ($has_chains ? CALLCHAIN : 0), flags => 0,
		type => $type->[0], config => $type->[1], period => 1)], $records);
	close $out or die "$path: $!\n";
	return $path;
}

# Of a page fault perf also prints where the data is.
for (['cycles', 0, 0], ['page faults', 1, 2]) {
	my ($name, @type) = @$_;

	for my $has_chains (1, 0) {
		my $recording = recorded_with_data($has_chains, \@type);
		my (%dump, @bad);

		for my $choice (0 .. 7) {
			my $more = join '', map { ",+$_" } (qw(addr data_src weight))[grep {
				$choice >> $_ & 1 } 0 .. 2];
			my $text = output('perf', 'script', '-i', $recording, '-F', "+ip,+sym,+dso$more");

			next if !defined $text;
			open my $out, '>:raw', "$directory/text" or die;
			print $out $text;
			close $out;
			$dump{$choice} = `$ENV{SAMPLES} $directory/text 2>&1`;
			push @bad, "$more: $dump{$choice}", $text if $dump{$choice} ne $dump{0};
		}
		if (keys %dump < 8) {
			skip("data of $name", $version ? $Peer::why : 'there is no perf');
			next;
		}
		ok($dump{0} =~ /^ .*an app/m && !@bad, "what $name say of their data is no frame, " .
			($has_chains ? 'with call chains' : 'without'), @bad);
	}
}
Program::finish();
