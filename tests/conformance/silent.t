# silent.t - nothing is missing silently: files are changed by seed, lines and fields removed, cut,
# doubled, retyped and renumbered, and what is told of the rest, samples, sums and frames, is what stands
# in it, or a loss is told. What stands there is counted here, without the program's own readers.
#
# SEED=N throws other dice, CHANGES=N makes so many changes of each file (40).

use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../fixtures", "$FindBin::Bin/../hostile";
use Messages;
use PerfFiles;
use Program;
use Texts;
use Tracers;
use Truth;
no warnings 'portable'; # numbers have 64 bits

Program::start();
my $directory = tempdir(CLEANUP => 1);
my $seed = $ENV{SEED} // 1;
my $changes = $ENV{CHANGES} // 40;

# What is told: {samples, sum, frames, lost, refused}.
sub told
{
	my ($bytes) = @_;
	my $path = "$directory/changed";
	my %told = (samples => 0, sum => 0, frames => 0, lost => 0);

	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out $bytes;
	close $out or die "$path: $!\n";
	open my $in, '-|', "$ENV{SAMPLES} $path 2>&1" or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		if (/^samples: (.*)/s) {
			$told{refused} = $1;
		} elsif (/^loss (\d+) (.*)/) {
			$told{lost} += $1 if $2 !~ /frames without a name/; # of files that are not here
		} elsif (/^  /) {
			$told{frames}++;
			$told{names}{$1} = 1 if / (step\d+) /;
		} elsif (/^(?:-|[\d.]+) (.*?) (\d+) (?:-|\d+) .*\/(?:-|-?\d+)$/) {
			$told{samples}++;
			$told{sum} += $2;
		}
	}
	close $in;
	return \%told;
}

# ---- changes of lines ----

my @odd = ('', ' ', "\t", ';', '-', '0', '-1', '18446744073709551616', '9223372036854775808', '1e5', 'nan',
	'1.5', 'x', '@[', ']: 3', '# x', '"', "\r", '12', '+0x1', '`', '0x');

sub change_lines
{
	my ($bytes) = @_;
	my @lines = split /(?<=\n)/, $bytes;

	for (0 .. int rand 3) {
		last if !@lines;
		my $at = int rand @lines;
		my $how = int rand 8;
		my $odd = $odd[rand @odd];

		if ($how == 0) {
			splice @lines, $at, 1;
		} elsif ($how == 1) {
			splice @lines, $at, 0, $lines[$at];
		} elsif ($how == 2) {
			splice @lines, $at, 0, "$odd\n";
		} elsif ($how == 3) { # the last word
			$lines[$at] =~ s/\S+\s*$/$odd\n/;
		} elsif ($how == 4) { # the first
			$lines[$at] =~ s/^\s*\S+/$odd/;
		} elsif ($how == 5) {
			$lines[$at] = substr($lines[$at], 0, rand length $lines[$at]) . "\n";
		} elsif ($how == 6) {
			@lines[$at, -1] = @lines[-1, $at];
		} else {
			substr $lines[$at], rand(length $lines[$at]), 1, $odd;
		}
	}
	return join '', @lines;
}

# Numbers at the ends of lines, and what else stands there: (samples, sum, frames, others).
sub of_folded
{
	my ($bytes) = @_;
	my %in = (samples => 0, sum => 0, others => 0);

	for (split /\n/, $bytes) {
		s/\r$//;
		next if !/\S/ || /^#(?:$|[ \t]|[^;]*$)/;
		if (/^(?:.*[ \t])?(\d+)(?:\.(\d)\d*|\.)?[ \t]*$/ && $1 <= 9223372036854775808) {
			$in{samples}++;
			$in{sum} += $1 + (($2 // 0) >= 5) if length $1 < 19; # else it is too large to add up
		} else {
			$in{others}++;
		}
	}
	return \%in;
}

# A line that is no comment is a sample, whose frames are between ';'.
sub of_austin
{
	my ($bytes) = @_;
	my @lines = grep { /[^ \t\r]/ && !/^#/ } split /\n/, $bytes;

	return {samples => scalar @lines};
}

# Entries "]: 3" and lines of frames in them.
sub of_maps
{
	my ($bytes) = @_;
	my %in = (sum => 0, frames => 0);

	for (split /\n/, $bytes) {
		$in{sum} += $1 if /\]:[ \t]+(\d{1,18})[ \t\r]*$/;
		$in{frames}++ if /^[ \t]+[^\s@].*\+\d+\s*$|^[ \t]+0x[0-9a-f]+\s*$/;
	}
	return \%in;
}

# Numbers alone and lines of frames.
sub of_counts
{
	my ($bytes) = @_;
	my %in = (sum => 0, frames => 0);

	for (split /\n/, $bytes) {
		$in{sum} += $1 if /^[ \t]*(\d{1,18})[ \t\r]*$/;
		$in{frames}++ if /^[ \t]+\S+`\S|^[ \t]+0x[0-9a-f]+( \S.*)?\s*$/;
	}
	return \%in;
}

# A line with a time is a sample, a line behind a tab a frame of the one before.
sub of_script
{
	my ($bytes) = @_;
	my %in = (samples => 0, frames => 0);

	for (split /\n/, $bytes) {
		$in{samples}++ if m{^\s*\S.* \d+/\d+\s.*\b\d+\.\d{6}: };
		$in{frames}++ if /^\t *[0-9a-f]+ \S/;
	}
	return \%in;
}

# A time, words, a stack and a count.
sub of_timed
{
	my ($bytes) = @_;
	my %in = (samples => 0);

	for (split /\n/, $bytes) {
		$in{samples}++ if /^\d{1,9}(?:\.\d{1,9})? .*\S [1-9]\d*$/;
	}
	return \%in;
}

# Each name of a table that runs for some time.
sub of_spans
{
	my ($bytes) = @_;
	my %in = (names => {});

	for (split /\n/, $bytes) {
		my ($name, $from, $to) = split /,/;
		$in{names}{$1} = 1 if ($name // '') =~ /^(step\d+)$/;
	}
	return \%in;
}

# ---- changes of messages ----

sub varint
{
	my ($bytes, $at) = @_;
	my ($n, $shift) = (0, 0);

	while ($$at < length $bytes && $shift < 64) {
		my $b = ord substr $bytes, $$at++, 1;

		$n |= ($b & 127) << $shift;
		return $n if $b < 128;
		$shift += 7;
	}
	return;
}

# ([number, wire, value]...), values of numbers and bytes, and eight bytes as they are; undef: it is no message.
sub fields
{
	my ($bytes) = @_;
	my ($at, @fields) = (0);

	while ($at < length $bytes) {
		my $tag = varint($bytes, \$at) // return;
		my ($number, $wire) = ($tag >> 3, $tag & 7);
		my $value = $wire == 1 ? 8 : varint($bytes, \$at) // return;

		return if !$number || $wire > 2;
		if ($wire) {
			return if $value > length($bytes) - $at;
			($value, $at) = (substr($bytes, $at, $value), $at + $value);
		}
		push @fields, [$number, $wire, $value];
	}
	return \@fields;
}

sub message
{
	return join '', map { $_->[1] == 2 ? Messages::bytes($_->[0], $_->[2])
		: $_->[1] ? chr($_->[0] << 3 | 1) . $_->[2]
		: Messages::number($_->[0], $_->[2]) } @{$_[0]};
}

# A field of the outermost message is dropped, doubled, renumbered, retyped or moved; or one of a part.
sub change_fields
{
	my ($fields, $deep) = @_;
	my $at = int rand @$fields;
	my $f = $fields->[$at];
	my $how = int rand 7;
	my $inner = $deep && $f->[1] == 2 && $f->[0] < 6 ? fields($f->[2]) : undef;

	if ($inner && @$inner && rand() < 0.6) {
		change_fields($inner, 0);
		$f->[2] = message($inner);
	} elsif ($how == 0) {
		splice @$fields, $at, 1;
	} elsif ($how == 1) {
		splice @$fields, $at, 0, [@$f];
	} elsif ($how == 2) {
		$f->[0] = 1 + int rand 30;
	} elsif ($how == 3) {
		@$f = $f->[1] ? ($f->[0], 0, 7) : ($f->[0], 2, 'seven');
	} elsif ($f->[1] == 1) {
		$f->[2] = pack 'd<', (0, -1, 1e300, 'nan', 0.5)[rand 5];
	} elsif ($how == 4) {
		push @$fields, splice @$fields, $at, 1;
	} elsif ($f->[1] == 0) {
		$f->[2] = (0, 1, 99, 1 << 40, 1 << 62)[rand 5];
	} else {
		$f->[2] = substr $f->[2], 0, rand length $f->[2];
	}
}

sub change_message
{
	my $fields = fields($_[0]);

	change_fields($fields, 1) for 0 .. int rand 3;
	return message($fields);
}

# Values of samples that are above 0, all of them.
sub of_pprof
{
	my %in = (sum => 0, frames => undef);

	for my $f (@{fields($_[0]) // []}) {
		next if $f->[0] != 2 || $f->[1] != 2;
		for my $value (@{fields($f->[2]) // []}) {
			my ($at, $n) = (0);

			next if $value->[0] != 2;
			if ($value->[1] == 0) {
				$in{sum} += $value->[2] if $value->[2] > 0 && $value->[2] >> 63 == 0;
				next;
			}
			while (defined($n = varint($value->[2], \$at))) {
				$in{sum} += $n if $n >> 63 == 0;
			}
		}
	}
	return \%in;
}

# Samples are numbers of nodes.
sub of_nflx
{
	my %in = (samples => 0);

	for my $f (grep { $_->[0] == 3 } @{fields($_[0]) // []}) {
		my $at = 0;

		if ($f->[1] == 2) {
			$in{samples}++ while defined varint($f->[2], \$at);
		} else {
			$in{samples}++;
		}
	}
	return \%in;
}

# ---- changes of recordings ----

sub records
{
	my ($data) = @_;
	my @records;

	while (length $data >= 8) {
		my $size = unpack 'x6 S<', $data;

		push @records, substr $data, 0, $size, '';
	}
	return @records;
}

# A record is dropped, doubled, moved, of another type, longer or shorter than it says.
sub change_records
{
	my ($bytes) = @_;
	my ($at, $size) = unpack 'x40 Q<Q<', $bytes;
	my @records = records(substr $bytes, $at, $size);
	my $data;

	for (0 .. int rand 3) {
		my $n = int rand @records;
		my $how = int rand 6;
		my $odd = pack 'Q<', (0, 1, 1 << 63, ~0)[rand 4];

		if ($how == 0) {
			splice @records, $n, 1;
		} elsif ($how == 1) {
			splice @records, $n, 0, $records[$n];
		} elsif ($how == 2) {
			push @records, splice @records, $n, 1;
		} elsif ($how == 3) {
			substr $records[$n], 0, 4, pack 'L<', (0, 9, 22, 63, 99, 200)[rand 6];
		} elsif ($how == 4 && length $records[$n] > 16) { # a word of it
			substr $records[$n], 8 + 8 * int rand(length($records[$n]) / 8 - 1), 8, $odd;
		} else { # shorter
			my $less = 8 + 8 * int rand(length($records[$n]) / 8);

			$records[$n] = substr $records[$n], 0, $less;
			substr $records[$n], 6, 2, pack 'S<', $less;
		}
	}
	$data = join '', @records;
	return substr($bytes, 0, $at) . $data . substr($bytes, $at + $size) =~ s/^//r if length $data == $size;
	substr $bytes, 48, 8, pack 'Q<', 0; # its features are not where they were
	return substr($bytes, 0, $at) . $data;
}

sub of_records
{
	my ($bytes) = @_;
	my ($at, $size) = unpack 'x40 Q<Q<', $bytes;
	my $data = $size ? substr $bytes, $at, $size : substr $bytes, $at;

	return {samples => scalar grep { unpack('L<', $_) == 9 } records($data)};
}

# ---- all of them ----

sub named
{
	my ($name, @fixtures) = @_;

	for my $f (@fixtures) {
		return $f if $f->{name} eq $name;
	}
	die "no fixture $name\n";
}

Truth::seed($seed);
my @kinds = (
	['folded', named('marked', Texts::foldeds()), \&change_lines, \&of_folded],
	['austin', named('wall', Tracers::austins()), \&change_lines, \&of_austin],
	['austin 1', named('version-1', Tracers::austins()), \&change_lines, \&of_austin],
	['bpftrace', named('counts', Tracers::bpftraces()), \&change_lines, \&of_maps],
	['bpftrace, undated', named('neither-times-nor-counts', Tracers::bpftraces()), \&change_lines, \&of_maps],
	['dtrace', named('counts', Tracers::dtraces()), \&change_lines, \&of_counts],
	['dtrace, addresses', named('addresses-alone', Tracers::dtraces()), \&change_lines, \&of_counts],
	['pprof', named('heap', Messages::pprofs()), \&change_message, \&of_pprof],
	['nflxprofile', named('children', Messages::nflxprofiles()), \&change_message, \&of_nflx],
	['perf script', named('plain', Texts::perf_scripts()), \&change_lines, \&of_script],
	['timed folded', named('unannounced', Texts::timed_foldeds()), \&change_lines, \&of_timed],
	['a table of spans', {bytes => "name,start_ms,end_ms,track\n" . join '', map {
		"step$_," . $_ * 10 . ',' . ($_ * 10 + 5 + $_ % 3 * 10) . ',dag' . $_ % 2 . "\n" } 1 .. 30},
		\&change_lines, \&of_spans],
	['perf.data', named('file', PerfFiles::perf_files()), \&change_records, \&of_records],
);
for my $kind (@kinds) {
	my ($name, $fixture, $change, $count) = @$kind;
	my ($read, @wrong) = (0);

	if ((told($fixture->{bytes})->{refused} // '') =~ /built without/) {
		skip("$name: what is missing of a changed file is told", 'built without its library');
		next;
	}
	srand $seed;
	# most changes of a message make it none: then more are made, until enough of them are read
	for (my $n = 0; $n <= $changes || $read <= $changes / 4 && $n <= 4 * $changes; $n++) {
		my $bytes = $n ? $change->($fixture->{bytes}) : $fixture->{bytes};
		my ($in, $told) = ($count->($bytes), told($bytes));

		next if defined $told->{refused};
		$read++;
		next if $told->{lost};
		for my $what (qw(samples sum frames)) {
			# a count of 2 at a time is two samples
			next if !defined $in->{$what} || $told->{$what} >= $in->{$what};
			push @wrong, "change $n: $told->{$what} $what of $in->{$what}, and nothing is lost";
		}
		push @wrong, map { "change $n: $_ is not there, and nothing is lost" }
			grep { !$told->{names}{$_} } sort keys %{$in->{names} // {}};
		push @wrong, "change $n: $in->{others} lines are no stacks, and nothing is lost" if $in->{others};
	}
	ok(!@wrong && $read > $changes / 4, "$name: what is missing of a changed file is told",
		"$read were read", @wrong);
}
Program::finish();
