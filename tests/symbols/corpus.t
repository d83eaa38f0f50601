# corpus.t - the names of the addresses in recordings, compared with what perf wrote.
#
# The texts that perf script 6.1 wrote have the place in the file beside each name, so they
# can be compared without reading the recordings themselves. Only files with the recorded build
# id count; those of the workloads are in recorded/bin, those of the system where the
# recording was made.

use strict;
use warnings;
no warnings 'portable'; # addresses of 64 bits
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use lib "$ENV{srcdir}/tests/conformance";
use Corpus;

my $resolve = $ENV{RESOLVE} || './tests/symbols/resolve';
my $dir = tempdir(CLEANUP => 1);
# What is in no file: code made while node ran, and the kernel, which is asked elsewhere.
my $jit = qr{^(?:/tmp/perf-\d+\.map|/tmp/jitted-.*|//anon|\[.*\]|inlined)$};

Corpus::start('symbols');

# The build ids in the header of a recording: path => hexadecimal digits.
sub build_ids
{
	my ($data) = @_;
	my ($at, $size) = unpack 'x40 Q< Q<', $data;
	my $bits = unpack 'x72 Q<', $data;
	my ($table, %id) = ($at + $size);

	return () unless unpack('x8 Q<', $data) == 104;
	for my $bit (0 .. 1) {
		$table += 16 if $bits >> $bit & 1;
	}
	return () unless $bits >> 2 & 1;
	($at, $size) = unpack "x$table Q< Q<", $data;
	my $end = $at + $size;
	while ($at + 36 <= $end) {
		my ($misc, $len) = unpack 'x' . ($at + 4) . ' S< S<', $data;
		my $bytes = $misc & 1 << 15 ? ord substr $data, $at + 32, 1 : 20;

		last if $len < 36;
		my ($path) = unpack 'Z*', substr $data, $at + 36, $len - 36;
		$id{$path} = unpack 'H*', substr $data, $at + 12, $bytes;
		$at += $len;
	}
	return %id;
}

# What resolve says to places: (what it says of the file, a name for each).
sub names
{
	my ($places, @args) = @_;
	my ($in, $out, $err) = map { "$dir/$_" } qw(in out err);

	open my $f, '>', $in or die;
	print $f map { "$_\n" } @$places;
	close $f;
	my $pid = fork // die;
	if (!$pid) {
		open STDIN, '<', $in;
		open STDOUT, '>', $out;
		open STDERR, '>', $err;
		exec $resolve, @args or exit 127;
	}
	waitpid $pid, 0;
	open $f, '<', $out or die;
	my @names = map { chomp; $_ } <$f>;
	open $f, '<', $err or die;
	my $why = <$f> // 'nothing said';
	chomp $why;
	return ($why, @names);
}

# The frames of a text: dso => place => name => how often. Inlined ones are joined to the
# frame they are in, as resolve -i prints them.
sub frames
{
	my ($text) = @_;
	my (%found, @inlined);

	my @lines = split /\n/, $text;

	for my $i (0 .. $#lines) {
		next unless $lines[$i] =~ /^\t\s*([0-9a-f]+) (.*) \((.*)\)$/;
		my ($place, $name, $dso) = ($1, $2, $3);
		my $next = $lines[$i + 1] // '';

		# perf may name the module of the innermost as well.
		if ($dso eq 'inlined' || $next =~ /^\t\s*$place .*\(inlined\)$/) {
			push @inlined, $name =~ s/\+0x[0-9a-f]+$//r;
			next;
		}
		$found{$dso}{$place}{join ' < ', @inlined, $name}++;
		@inlined = ();
	}
	return \%found;
}

# One module of a recording; (compared, different) and what differs.
sub compare
{
	my ($places, @args) = @_;
	my @places = sort keys %$places;
	my ($why, @names) = names(\@places, @args);
	my ($n, @differ) = (0);

	return ($why) unless $why =~ /: found/;
	for my $i (0 .. $#places) {
		for my $theirs (sort keys %{$places->{$places[$i]}}) {
			my $count = $places->{$places[$i]}{$theirs};

			$n += $count;
			push @differ, [$theirs, $names[$i], $count, $places[$i]]
				if $names[$i] ne $theirs;
		}
	}
	return ($why, $n, @differ);
}

# The known kinds of differences, each with its reason.
#
# clone: perf asks addr2line for what is inlined, and that of binutils 2.40 names the innermost
#   function after the one around it where that is a clone ("spin.isra.0").
# kallsyms: the stored kallsyms.txt has not all symbols of all recordings.
# plt: perf before 6.3 takes the entries of .plt to be in the order of the relocations, which
#   they are not where functions are chosen when the file is loaded.
# reused: node made code where other code had been. The last line of the map is right for most
#   of the recording; perf takes any of them.
# unknown: perf 6.1 knows no .plt.sec and no .gnu_debugdata.
sub kind
{
	my ($theirs, $ours) = @_;
	my @theirs = split / < /, $theirs =~ s/\+0x[0-9a-f]+$//r;
	my @ours = split / < /, $ours =~ s/\+0x[0-9a-f]+$//r;

	return 'unknown' if $theirs eq '[unknown]';
	return 'plt' if "$theirs $ours" =~ /\@plt\+\S+ .*\@plt\+/;
	return 'kallsyms' if @theirs == 1 && $ours =~ /\+/ && lacks($theirs[0]);
	return 'other' if @theirs < 2 || @ours != @theirs || $theirs[0] ne $theirs[-1];
	return join(' < ', @ours[1 .. $#ours]) eq join(' < ', @theirs[1 .. $#theirs])
		? 'clone' : 'other';
}

my %kernel;

sub lacks
{
	my ($name) = @_;

	if (!%kernel) {
		%kernel = map { (split ' ', $_)[2], 1 } split /\n/,
			Corpus::slurp('recorded/kallsyms.txt');
	}
	return !$kernel{$name};
}

sub write_file
{
	my ($path, $bytes) = @_;

	open my $f, '>:raw', $path or die "$path: $!\n";
	print $f $bytes;
	close $f;
}

make_path("$dir/symfs/tmp/fsw");
write_file("$dir/symfs/tmp/fsw/$_", Corpus::slurp("recorded/bin/$_"))
	for qw(threads threads-nofp);
write_file("$dir/kallsyms", Corpus::slurp('recorded/kallsyms.txt'));

my @made; # the lines of a map: [start, size, name]

# Is it the last line about a place that has this name?
sub is_last
{
	my ($ours, $place) = @_;
	my ($last) = grep { $place >= $_->[0] && $place < $_->[0] + $_->[1] } reverse @made;

	return $last && sprintf('%s+0x%x', $last->[2], $place - $last->[0]) eq $ours;
}

my ($same, %kinds, %absent) = (0);
for my $recording (qw(both dwarf lost many multi names node-jit sched sys-fp threads zstd)) {
	my $text = Corpus::slurp("recorded/$recording/script.txt") // next;
	my %id = build_ids(Corpus::slurp("recorded/$recording/perf.data"));
	my $found = frames($text);

	for my $dso (sort keys %$found) {
		my ($why, $n, @differ);

		@made = ();
		if ($dso eq '[kernel.kallsyms]') {
			($why, $n, @differ) =
				compare($found->{$dso}, 'kernel', "$dir/kallsyms");
		} elsif ($dso =~ m{^/tmp/perf-(\d+)\.map$} &&
			 defined(my $map = Corpus::slurp("recorded/$recording/perf-$1.map"))) {
			write_file("$dir/symfs$dso", $map);
			@made = map { /^(\S+) (\S+) (.*)/ ? [hex $1, hex $2, $3] : () }
				split /\n/, $map;
			($why, $n, @differ) = compare($found->{$dso}, 'map', "$dir/symfs", $1);
		} elsif ($dso =~ $jit) {
			next;
		} elsif (!$id{$dso}) {
			$absent{"$dso: no build id"}++;
			next;
		} else {
			my @symfs = $dso =~ m{^/tmp/} ? ('-f', "$dir/symfs") : ();

			unshift @symfs, '-i' if $recording eq 'dwarf';
			($why, $n, @differ) = compare($found->{$dso}, @symfs,
						      '-b', $id{$dso}, 'file', $dso);
		}
		if (!defined $n) {
			$absent{"$dso: $why"}++;
			next;
		}
		my @other;
		for (@differ) {
			my ($theirs, $ours, $count, $place) = @$_;
			my $kind = kind($theirs, $ours);

			$kind = 'reused' if @made && is_last($ours, hex $place);
			$kind = 'other' if $kind eq 'kallsyms' && $dso !~ /kernel/;
			$kinds{$kind} += $count;
			push @other, "$theirs | $ours | $count" if $kind eq 'other';
			$n -= $count;
		}
		$same += $n;
		ok(!@other, "$recording: $dso has perf's names ($n frames)", @other);
	}
}
print "# $same frames as perf names them\n";
print "# $_: $kinds{$_} frames differ\n" for sort keys %kinds;
print "# not compared: $_\n" for sort keys %absent;
Corpus::finish();
