# proto.t - nflxprofile as FlameScope shows it, pprof as its own bytes and its readers say.
#
# What a pprof profile holds is read here once more, by hand. Of stored outputs of readers there
# are the stacks of speedscope and the names of flameshow; those of pprof itself are of its
# legacy formats, which are refused with the command that converts them.

use strict;
use warnings;
use Corpus;
use File::Temp qw(tempdir);
use IO::Compress::Gzip qw(gzip);
no warnings 'recursion'; # stacks are deep

Corpus::start('nflxprofile-map', 'nflxprofile-graph', 'pprof');

# --- FlameScope ---------------------------------------------------------------------------

# A tree as folded stacks with the kind of each frame, "name (kernel)"; of the process there
# is none, and what stands in brackets has none for us.
sub flat
{
	my ($node, $value, $kind, @path) = @_;
	my %sum;

	for my $child (@{$node->{children}}) {
		my $name = $child->{name} =~ s/;/:/gr;
		my $of = $child->{$kind} // '';

		$of = '' if $name =~ /^\[.*\]$/ || !@path || $of eq 'user';
		my @here = (@path, $of ? "$name ($of)" : $name);
		my $below = flat($child, $value, $kind, @here);
		$sum{join ';', @here} += $child->{$value} if $child->{$value};
		$sum{$_} += $below->{$_} for keys %$below;
	}
	return \%sum;
}

sub kinds_alike
{
	my ($node) = @_;

	$node->{kind} = '' if ($node->{kind} // '') =~ /^(?:no name|group)$/;
	kinds_alike($_) for @{$node->{children}};
	return $node;
}

# "cell column row": row 0 is the start of the second, in FlameScope's the end.
sub cells
{
	my ($theirs, $ours) = @_;
	my @found;

	push @found, "columns $ours->{column_count}, theirs " . @{$theirs->{values}}
		if $ours->{column_count} != @{$theirs->{values}};
	for my $c (0 .. $ours->{column_count} - 1) {
		for my $r (0 .. 49) {
			my ($a, $b) = ($theirs->{values}[$c][49 - $r] // 0, $ours->{counts}[$c][$r]);
			push @found, sprintf 'cell %d %d %+d', $c, $r, $b - $a if $a != $b;
		}
	}
	return @found;
}

for my $name (Corpus::names('nflxprofile')) {
	my $path = Corpus::path($name);
	my ($status, $out, $err) = run('heatmap', '--rows', 50, '--idle', 'show', '--format',
		'json', $path);
	my @found = refused($status, $err);

	if (!$status) {
		my $theirs = json(Corpus::slurp("expected/$name.flamescope.heatmap.json"));
		@found = cells($theirs, json($out));
	}
	differs('nflxprofile-map', $name, @found);

	($status, $out, $err) = run('flame', '--idle', 'show', '--format', 'json', $path);
	@found = refused($status, $err);
	if (!$status) {
		my $theirs = json(Corpus::slurp("expected/$name.flamescope.fg-all.json"));
		@found = folded_delta(flat($theirs, 'value', 'libtype'),
			flat(kinds_alike(json($out)->{root}), 'self', 'kind'));
	}
	differs('nflxprofile-graph', $name, @found);
}

# --- pprof by hand ------------------------------------------------------------------------

# The fields of a message: {number => [values]}.
sub fields
{
	my ($bytes) = @_;
	my (%of, $at);
	my $varint = sub {
		my ($n, $shift) = (0, 0);
		for (;; $shift += 7) {
			my $c = ord substr $bytes, $at++, 1;
			$n |= ($c & 127) << $shift;
			return $n if $c < 128;
		}
	};

	for ($at = 0; $at < length $bytes;) {
		my $tag = $varint->();
		my $value = $varint->();

		if (($tag & 7) == 2) {
			($value, $at) = (substr($bytes, $at, $value), $at + $value);
		}
		push @{$of{$tag >> 3}}, $value;
		push @{$of{'wire ' . ($tag >> 3)}}, $tag & 7;
	}
	return \%of;
}

# Numbers, packed or not.
sub numbers
{
	my ($message, $field) = @_;
	my $i = 0;

	return map { $message->{"wire $field"}[$i++] == 2 ? unpack 'w*', swapped($_) : $_ }
		@{$message->{$field} // []};
}

# Perl's 'w' has the high bits first.
sub swapped
{
	return $_[0] =~ s/([\x80-\xff]*[\x00-\x7f])/turned($1)/gser;
}

sub turned
{
	my @bytes = map { ord } reverse split //, $_[0];

	$_ |= 128 for @bytes;
	$bytes[-1] &= 127;
	return join '', map { chr } @bytes;
}

# All samples by the last value: {"a;b;c" => sum}.
sub truth
{
	my $p = fields($_[0]);
	my @text = @{$p->{6}};
	my %mapping = map { my $m = fields($_); $m->{1}[0] => $text[$m->{5}[0] // 0] } @{$p->{3}};
	my %function = map { my $f = fields($_); $f->{1}[0] => $text[$f->{2}[0] // 0] } @{$p->{5}};
	my (%names, %sum);

	for my $l (map { fields($_) } @{$p->{4}}) {
		my @lines = map { $function{fields($_)->{1}[0]} } @{$l->{4} // []};
		my ($base) = ($mapping{$l->{2}[0] // 0} // '') =~ m,([^/]*)$,;

		@lines = ('[' . ($base eq '' ? 'unknown' : $base) . ']') if !@lines;
		$names{$l->{1}[0]} = [map { s/;/:/gr } reverse @lines];
	}
	for my $s (map { fields($_) } @{$p->{2}}) {
		my $value = (numbers($s, 2))[-1];
		my $stack = join ';', map { @{$names{$_}} } reverse numbers($s, 1);

		$sum{$stack} += $value if $value;
	}
	return \%sum;
}

# Ours without the process. Where the values are a multiple of the samples we print these.
sub ours
{
	my ($sum, $total) = @_;
	my (%ours, $all);

	$all += $_ for values %$sum;
	my $times = $total % $all ? 1 : $total / $all;
	for (keys %$sum) {
		my $stack = s/^[^;]*;?//r;
		$ours{$stack} += $sum->{$_} * $times;
	}
	return \%ours;
}

sub sum
{
	my $sum = 0;

	$sum += $_ for @_;
	return $sum;
}

sub speedscope_stacks
{
	my ($text) = Corpus::slurp($_[0]) =~ /"stacks": \[(.*?)\]/s;
	my %sum;

	$sum{$1} += $2 * 1e6 while $text =~ /"(.+) ([\d.]+)ms"/g;
	return \%sum;
}

# The paths of a tree of names.
sub paths
{
	my ($tree, @path) = @_;

	return ((map { paths($tree->{$_}, @path, s/;/:/gr) } keys %$tree), join ';', @path);
}

sub all_paths
{
	my %all = ('' => 1);

	for my $stack (@_) {
		my @frames = split /;/, $stack;
		$all{join ';', @frames[0 .. $_]} = 1 for 0 .. $#frames;
	}
	return sort keys %all;
}

my %flameshow = (
	'pprof/flameshow--goroutine.out' => 'flameshow-goroutine_frametree.json',
	'pprof/flameshow--profile-10seconds.out' => 'flameshow-profile10s_frametree.json',
);
for my $name (Corpus::names('pprof')) {
	my ($status, $out, $err) = run('export', '--idle', 'show', Corpus::path($name));

	if ($status) {
		chomp $err;
		my ($found) = $err =~ /(?:not a profile: |found )(.*)/;
		differs('pprof', $name, "refused $status: " . ($found // $err));
		next;
	}
	ok($out !~ /^;/m, "$name: no stack has an empty root", $out =~ /^(;.*)/m);
	my $truth = truth(Corpus::slurp($name));
	my $ours = ours(folded($out), sum(values %$truth));

	differs('pprof', $name, folded_delta($truth, $ours));
	if ($name =~ /speedscope--/) {
		my $theirs = speedscope_stacks("expected/$name.speedscope-snapshot.txt");
		differs('pprof', $name, folded_delta($theirs, $ours));
	}
	if ($flameshow{$name}) {
		my $tree = json(Corpus::slurp("expected/pprof/$flameshow{$name}"))->{root};
		my $theirs = join "\n", sort(paths($tree));
		my $mine = join "\n", all_paths(keys %$ours);

		ok($theirs eq $mine, "flameshow's names of $name", $theirs, '---', $mine);
	}
}

# --- recognised, and nothing else is ------------------------------------------------------

my $dir = tempdir(CLEANUP => 1);

# The format of these bytes under a name that says nothing, or ''. What is cut may have no
# samples: then the error says how it was read.
sub format_of
{
	my ($bytes) = @_;

	open my $file, '>', "$dir/x" or die "$dir/x: $!\n";
	binmode $file;
	print $file $bytes;
	close $file or die "$dir/x: $!\n";
	my ($status, $out, $err) = run('info', '--json', "$dir/x");
	return json($out)->{format} if !$status;
	return $err =~ /\(read as (\S+)\)/ ? $1 : '';
}

for my $kind ('nflxprofile', 'pprof') {
	for my $name (Corpus::names($kind)) {
		my $bytes = Corpus::slurp($name);
		next if $kind eq 'pprof' && $name =~ /pprof--/;
		gzip(\$bytes => \my $packed);
		my @found = map { format_of($_) } $bytes, $packed, substr $bytes, 0, 4096;
		ok("@found" eq "$kind $kind $kind", "$name is recognised", "as @found");
	}
}
my @wrong;
for my $kind (Corpus::kinds()) {
	for my $name (Corpus::names($kind)) {
		my $bytes = Corpus::slurp($name);
		my @heads = map { substr $bytes, 0, $_ } 4096, $ENV{EVERYWHERE} ? 65536 : ();
		my @found = map { format_of($_) } @heads;

		push @wrong, "$name: @found"
			if grep { /^(nflxprofile|pprof)/ && $1 ne $kind } @found;
	}
}
ok(!@wrong, 'no other file of the corpus is taken for one', @wrong);
Corpus::finish();
