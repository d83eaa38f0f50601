# streams.pl - recordings in a pipe as perf sends them, or would not.
#
#	streams.pl make KIND [SEED]             such a stream; KIND is a row of %kinds
#	streams.pl dribble SEED < FILE          its bytes, cut anywhere: each piece is read before the
#	                                        next one is written
#	streams.pl hold FILE SIGNAL PIDFILE     all of it; when that is read, the signal; the pipe stays open
#	                                        until its reader has gone

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../hostile";
use IO::Handle;
use IO::Poll qw(POLLERR);
use PerfData;

use constant {
	HEADER_ATTR => 64, TRACING_DATA => 66, BUILD_ID => 67, FINISHED_ROUND => 68, AUXTRACE => 71,
	EVENT_UPDATE => 78, FEATURE => 80, COMPRESSED => 81, FINISHED_INIT => 82, COMPRESSED2 => 83,
	CONTEXT_KERNEL => ~127, CONTEXT_DEFERRED => ~639, KERNEL => ~0x7effffff,
	START => 5_000_000_000_000, ROUND => 100_000_000,
};

my $type = IDENTIFIER | IP | TID | TIME | CALLCHAIN;

sub header_attr
{
	my ($sample_type, $id, %o) = @_;

	return record(HEADER_ATTR, 0, attr($sample_type, flags => 1 << 18 | 1 << 10, period => 99, %o) . pack 'Q<', $id);
}

# Without regard to how much that is.
sub bare
{
	my ($what, $size, $body) = @_;

	return pack('L<S<S<', $what, 0, $size) . ($body // '');
}

sub sample_at
{
	my ($time, $leaf, $id) = @_;

	return sample(pack 'Q<Q<L<L<Q<Q<Q<*', $id // 1, $leaf, 7, 7, $time, 3, CONTEXT_USER, $leaf, 0x401010);
}

# Records but for samples tell their event, too.
sub named { return record(3, 0, pack('L<L<', 7, 7) . text8($_[0]) . trailer(7, 7, $_[1]) . pack 'Q<', 1) }
sub mapped
{
	return record(1, 2, pack('L<L<Q<Q<Q<', 7, 7, 0x400000, 0x100000, 0) . text8('/bin/app') .
		trailer(7, 7, 0) . pack 'Q<', 1);
}

sub head { return 'PERFILE2' . pack 'Q<', 16 }
sub beginning { return header_attr($type, 1) . named('app', 0) . mapped() . record(FINISHED_INIT, 0, '') }

# Ten samples in any order, of the Nth round.
sub one_round
{
	my ($n, $id) = @_;

	return join('', map { sample_at(START + $n * ROUND + int rand(ROUND), 0x401000 + int rand(50), $id) } 1 .. 10) .
		record(FINISHED_ROUND, 0, '');
}
sub rounds { my ($from, $to) = @_; return join '', map { one_round($_) } $from .. $to }

# Three rounds, something, three more.
sub around { return head() . beginning() . rounds(0, 2) . $_[0] . rounds(3, 5) }

# An event that nobody has told of before, of another shape, and its samples.
sub another
{
	return header_attr(IDENTIFIER | IP | TID | TIME, 2, config => 1) .
		join('', map { sample(pack 'Q<Q<L<L<Q<', 2, 0x401020, 7, 7, START + 3 * ROUND + $_) } 1 .. 5);
}
sub update { return record(EVENT_UPDATE, 0, pack('Q<Q<', 2, $_[0]) . text8($_[1])) }

my %kinds = (
	whole => sub { around('') },
	zero => sub { around(bare(9, 0)) },
	tiny => sub { around(bare(9, 7)) },
	beyond => sub { head() . beginning() . rounds(0, 2) . bare(9, 65528, 'x' x 100) },
	largest => sub { around(bare(250, 65528, "\1" x 65520)) },
	'largest-sample' => sub { around(bare(9, 65528, "\xff" x 65520)) },
	'attr-cut' => sub { around(record(HEADER_ATTR, 0, 'x' x 24)) },
	'attr-long' => sub {
		my $a = attr($type);

		substr $a, 4, 4, pack 'L<', 4000;
		around(record(HEADER_ATTR, 0, $a . pack 'Q<', 9));
	},
	'attr-none' => sub { head() . rounds(0, 2) },
	'attr-late' => sub { head() . rounds(0, 0) . beginning() . rounds(1, 5) },
	tracing => sub { around(record(TRACING_DATA, 0, pack 'L<', 1_000_000_000)) },
	'tracing-first' => sub { head() . record(TRACING_DATA, 0, pack 'L<', 1_000_000_000) . beginning() . rounds(0, 5) },
	'tracing-odd' => sub { around(record(TRACING_DATA, 0, pack('L<', 16)) . 'x' x 16) },
	'build-id' => sub { around(record(BUILD_ID, 0, 'x' x 8)) },
	feature => sub { around(record(FEATURE, 0, pack 'Q<L<', 3, 1_000_000)) },
	auxtrace => sub { around(record(AUXTRACE, 0, pack 'Q<', 1 << 62)) },
	compressed => sub { around(record(COMPRESSED, 0, 'not packed at all')) },
	compressed2 => sub { around(record(COMPRESSED2, 0, pack('Q<', 200_000) . 'x' x 32)) },
	another => sub { around(another()) },
	'same-id' => sub { around(header_attr(IDENTIFIER | IP | TID | TIME, 1, config => 1) .
		join '', map { sample(pack 'Q<Q<L<L<Q<', 1, 0x401020, 7, 7, START + 3 * ROUND + $_) } 1 .. 5) },
	'another-named' => sub { around(another() . update(2, 'second')) },
	dummy => sub { around(header_attr(IDENTIFIER | IP | TID | TIME, 2, config => 9) .
		join '', map { sample(pack 'Q<Q<L<L<Q<', 2, 0x401020, 7, 7, START + 3 * ROUND + $_) } 1 .. 5) },
	untimed => sub { head() . header_attr(IDENTIFIER | IP | TID, 1) . join '', map {
		my $leaf = 0x401000 + $_;

		join('', map { sample(pack 'Q<Q<L<L<', 1, $leaf, 7, 7) } 1 .. 10) . record(FINISHED_ROUND, 0, '') } 0 .. 2 },
	renamed => sub { around(update(1, 'other')) },
	'named-again' => sub { head() . header_attr($type, 1) . update(1, 'same') . named('app', 0) . rounds(0, 2) .
		update(1, 'same') . rounds(3, 5) },
	dwarf => sub { around(header_attr(TID | TIME | IP | IDENTIFIER | REGS_USER | STACK_USER, 2, regs => 1 << 8 | 1 << 7 | 1 << 6, stack => 64) .
		join '', map { sample(pack('Q<Q<L<L<Q<', 2, 0x401020, 7, 7, START + 3 * ROUND + $_) .
			pack('Q<Q<3Q<', 2, 1, 2, 3, 64) . 's' x 64 . pack 'Q<', 64) } 1 .. 5) },
	'no-rounds' => sub { head() . beginning() . join '', map { one_round($_) =~ s/.{8}\z//sr } 0 .. 5 },
	deferred => sub { head() . beginning() . join '', map { deferred($_) } 0 .. 5 },
	late => sub { around(join '', map { sample_at(START + $_, 0x401000) } 1 .. 4) },
	cut => sub { my $s = around(''); substr $s, 0, 600 + int rand(length($s) - 600) },
	head => sub { head() },
	magic => sub { 'PERFILE2' },
	half => sub { 'PERF' },
	nothing => sub { '' },
	text => sub { "hello\n" x 100 },
	bytes => sub { join '', map { chr int rand 256 } 1 .. 5000 },
);

# The user's stack comes when the thread goes back, one or two rounds later: numbers are even, of which half never come.
sub deferred
{
	my ($n) = @_;
	my $waits = sub { sample(pack 'Q<Q<L<L<Q<Q<Q<*', 1, 0x401000, 7, 7, START + $n * ROUND + $_[0], 4, CONTEXT_KERNEL,
		KERNEL + $_[0], CONTEXT_DEFERRED, $_[1]) };
	my $comes = sub { record(22, 0, pack('Q<Q<Q<Q<', $_[0], 2, 0x401000 + $_[0], 0x401800) . trailer(7, 7, START + $n * ROUND + $_[1]) .
		pack 'Q<', 1) };

	return sample_at(START + $n * ROUND, 0x401000) . $waits->(10, 100 + $n) . $waits->(20, 200 + $n) . $comes->(200 + $n, 30) .
		($n ? $comes->(100 + $n - 1, 40) : '') . ($n > 3 ? $comes->(300 + $n, 50) : '') . $waits->(60, 300 + $n) .
		record(FINISHED_ROUND, 0, '');
}

# ---- writing ----

use constant { FIONREAD => 0x541b, TRIES => 20_000, MOMENT => 0.0005, HELD => 60 };

# Everything has been read, or nobody reads any more: after ten seconds it goes on regardless.
sub until_read
{
	for (1 .. TRIES) {
		my $left = pack 'L', 0;

		return if !ioctl(STDOUT, FIONREAD, $left) || !unpack 'L', $left;
		select undef, undef, undef, MOMENT;
	}
}

sub dribble
{
	my $bytes = do { local $/; <STDIN> };

	while (length $bytes) {
		my $n = rand() < 0.8 ? 1 + int rand 30 : 1 + int rand 700;

		print substr $bytes, 0, $n, '';
		STDOUT->flush;
		until_read();
	}
}

# Its process, as soon as it handles the signal: before, that would end it without a word.
sub reader
{
	my ($pid_file, $signal) = @_;
	my %bit = (INT => 2, TERM => 4000);
	my $until = time + HELD;

	while (time < $until) {
		my $pid = do { local (@ARGV, $/) = -s $pid_file ? $pid_file : next; <> } + 0;
		open my $status, '<', "/proc/$pid/status" or die "$pid: $!\n";
		my ($handled) = map { /^SigCgt:\s*([0-9a-f]+)/ ? hex substr $1, -4 : () } <$status>;
		return $pid if $handled & hex $bit{$signal};
	}
	die "the reader does not handle SIG$signal\n";
}

sub hold
{
	my ($file, $signal, $pid_file) = @_;
	my $poll = IO::Poll->new;

	open my $in, '<:raw', $file or die "$file: $!\n";
	print do { local $/; <$in> };
	STDOUT->flush;
	until_read();
	kill $signal, reader($pid_file, $signal);
	$poll->mask(\*STDOUT, POLLERR); # nobody reads any more
	$poll->poll(HELD);
}

my ($what, @args) = @ARGV;
binmode $_ for *STDIN, *STDOUT;
srand($what eq 'make' ? $args[1] // 1 : $args[0] // 1) if $what ne 'hold';
$SIG{PIPE} = sub { exit 0 };
if ($what eq 'make') { print $kinds{$args[0]}->() }
elsif ($what eq 'dribble') { dribble() }
else { hold(@args) }
