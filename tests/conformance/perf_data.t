# perf_data.t - recordings have the samples, times and call chains that perf itself finds.
#
# perf script printed the stored texts with addresses and without symbols, so ours are compared
# with addresses too. Of samples without a call chain it prints where they were in memory, we
# the place in the file: there only the last three digits can be the same.

use strict;
use warnings;
use Corpus;

Corpus::start('samples', 'chains');

# What perf says of one recording: per event, "comm-pid/tid;frame;frame" => sum of periods.
sub parse
{
	my ($text) = @_;
	my %raw = (count => 0, flat => 0, first => undef, last => 0, sum => {});
	my ($event, $period, $head, @chain);
	my $end = sub {
		return unless defined $head;
		$raw{sum}{$event}{join ';', $head, reverse @chain} += $period;
		$head = undef;
	};

	for (split /\n/, $text) {
		if (/^\s*(\S.*?|) +(-?\d+)\/(-?\d+)\s+(?:\[\d+\]\s+)?(\d+)\.(\d+):\s+(?:(\d+)\s+)?(\S+?):\s*([0-9a-f]*)$/) {
			my ($comm, $pid, $tid, $s, $part, $n, $name, $ip) =
				($1, $2, $3, $4, $5, $6, $7, $8);
			my $ns = $s * 1_000_000_000 + $part . '0' x (9 - length $part);
			$end->();
			$comm =~ tr/;/:/;
			($head, $event, $period, @chain) = ("$comm-$pid/$tid", $name, $n // 1);
			$raw{count}++;
			$raw{first} //= $ns;
			$raw{first} = $ns if $ns < $raw{first};
			$raw{last} = $ns if $ns > $raw{last};
			if ($ip ne '') {
				$raw{flat} = 1;
				push @chain, $ip;
			}
		} elsif (/ \(inlined\)$/) {
			next; # has the address of its caller
		} elsif (/^\s+([0-9a-f]+)(?: |$)/) {
			push @chain, $1;
		} elsif (/\S/) {
			die "not understood: $_\n";
		}
	}
	$end->();
	return \%raw;
}

# Frames of folded stacks as addresses: "[libc.so.6 <7f12>]" is 7f12.
sub addresses
{
	my ($sum, $flat) = @_;
	my %new;

	for my $stack (keys %$sum) {
		my ($head, @frames) = split /;/, $stack;
		s/^\[.* <([0-9a-f]+)>\]$/$1/ for @frames;
		@frames = map { last_digits($_) } @frames if $flat;
		$new{join ';', $head, @frames} += $sum->{$stack};
	}
	return \%new;
}

# Without the frames of the user's side.
sub kernel_part
{
	my ($sum) = @_;
	my %new;

	for my $stack (keys %$sum) {
		my ($head, @frames) = split /;/, $stack;
		$new{join ';', $head, grep { /^f{8}[89a-e]/ } @frames} += $sum->{$stack};
	}
	return \%new;
}

sub last_digits
{
	my ($hex) = @_;

	return substr "00$hex", -3;
}

sub compare
{
	my ($file, $path, $text) = @_;
	my $raw = parse($text);
	my ($status, $out, $err) = run('info', '--json', '--no-symbols', $path);

	if ($err =~ /built without libzstd/) {
		print STDERR "conformance: $file: NOT COMPARED: built without libzstd\n";
		return;
	}
	if ($status) {
		differs($_, $file, refused($status, $err)) for 'samples', 'chains';
		return;
	}
	my $info = json($out);
	my $unit = $text =~ /\d\.\d{9}:/ ? 1 : 1000;
	my @found;
	push @found, "samples $info->{samples}, perf finds $raw->{count}"
		if $info->{samples} != $raw->{count};
	for (['first', 'first_sample_s'], ['last', 'last_sample_s']) {
		my ($which, $member) = @$_;
		my $ns = moment_ns($info, $member) // 'none';
		push @found, "$which $ns, by perf $raw->{$which}"
			if $ns eq 'none' || $ns - $ns % $unit != $raw->{$which};
	}
	differs('samples', $file, @found);

	my @how = grep { $_ eq 'kernel part' } Corpus::allowed('chains', $file);
	@found = @how;
	for my $event (sort keys %{$raw->{sum}}) {
		($status, $out, $err) = run('export', '--root', 'thread', '--idle', 'show',
			'--weight', 'period', '--no-symbols', '--addresses', '--event', $event, $path);
		my $theirs = $raw->{flat} ? addresses($raw->{sum}{$event}, 1) : $raw->{sum}{$event};
		my $ours = $status ? {} : addresses(folded($out), $raw->{flat});
		($theirs, $ours) = map { kernel_part($_) } $theirs, $ours if @how;
		push @found, $status ? refused($status, $err) : folded_delta($theirs, $ours);
	}
	differs('chains', $file, @found);
}

my %recordings = recordings();
for my $file (sort keys %recordings) {
	my $text = $file =~ m,^(recorded/[^/]+)/, ? Corpus::slurp("$1/raw.txt")
						   : Corpus::slurp("expected/$file.perf-script-raw.txt");
	if (defined $text) {
		compare($file, $recordings{$file}, $text);
		next;
	}
	# perf 6.1 refuses it: what is known was counted when the corpus was made
	my ($status, $out, $err) = run('info', '--json', $recordings{$file});
	if ($err =~ /built without libzstd/) {
		Corpus::allowed('samples', $file);
		next;
	}
	my $info = $status ? undef : json($out);
	differs('samples', $file, $info
		? sprintf('samples %d, first %s, last %s', $info->{samples},
			map { moment_ns($info, $_) // 'none' } 'first_sample_s', 'last_sample_s')
		: refused($status, $err));
}
Corpus::finish();
