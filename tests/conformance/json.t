# json.t - the profiles of the corpus that are JSON: every sample at its time with its stack.
#
# What is right is worked out here from the file itself, another way than the program does it
# (each stack by walking from node to parent, times by plain sums). What FlameScope makes of CPU
# profiles is in cpuprofile.t.

use strict;
use warnings;
use Corpus;
use File::Basename;
use File::Temp qw(tempfile);
use IO::Compress::Gzip qw(gzip $GzipError);
use JSON::PP;

Corpus::start('json');

my $json = JSON::PP->new->allow_nonref->allow_bignum;

# The lines of `samples FILE` as [time in ns, stack root first, thread's id, weight].
sub dumped
{
	my ($path) = @_;
	my @samples;

	open my $in, '-|', $ENV{SAMPLES}, $path or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		if (/^(-|\d+(?:\.(\d+))?) \S+ (\d+) - .* (?:-|\d+)\/(-|\d+)$/) {
			my $whole = $1 eq '-' ? 0 : int $1;
			push @samples, [$whole * 1e9 + substr(($2 // '') . '0' x 9, 0, 9),
				'', $4, $3];
		} elsif (/^  \S+ (.*) \(.*\)$/) {
			$samples[-1][1] = $samples[-1][1] eq '' ? $1 : "$1;$samples[-1][1]";
		}
	}
	close $in;
	return @samples;
}

# Each node's stack without the root, by id, of the new form and of the old one.
sub v8_stacks
{
	my ($profile) = @_;
	my (%name, %parent, @open);

	@open = [$profile->{head}, undef] if $profile->{head};
	push @open, [$_, undef] for @{$profile->{nodes} // []};
	while (my $next = shift @open) {
		my ($node, $parent) = @$next;
		my $name = ($node->{callFrame} // $node)->{functionName};

		$name{$node->{id}} = $name eq '' ? '(anonymous)' : $name;
		$parent{$node->{id}} //= $parent if defined $parent;
		for (@{$node->{children} // []}) {
			ref ? push @open, [$_, $node->{id}] : ($parent{$_} = $node->{id});
		}
	}
	my %stack;
	for my $id (keys %name) {
		my @path;
		for (my $at = $id; defined $at; $at = $parent{$at}) {
			unshift @path, $name{$at} if $name{$at} ne '(root)';
		}
		$stack{$id} = join ';', @path;
	}
	return \%stack;
}

# Time and stack of each sample of a CPU profile.
sub cpu_profile
{
	my ($profile) = @_;
	my ($stack, $ids) = (v8_stacks($profile), $profile->{samples});
	my ($n, $time) = (scalar @$ids, $profile->{startTime} * 1000);
	my @times;

	if ($profile->{timestamps}) {
		@times = map { $_ * 1000 } @{$profile->{timestamps}};
		shift @times if @times > $n;
	} elsif ($profile->{timeDeltas}) {
		@times = map { $time += $_ * 1000 } @{$profile->{timeDeltas}};
	} else { # seconds
		my $span = ($profile->{endTime} - $profile->{startTime}) * 1_000_000_000;
		@times = map { $profile->{startTime} * 1_000_000_000 + int($span * $_ / $n) }
			0 .. $n - 1;
	}
	my @order = sort { $times[$a] <=> $times[$b] || $a <=> $b } 0 .. $n - 1;
	return map { [$times[$_], $stack->{$ids->[$_]}] } @order;
}

# The ways two lists of [time, stack, ...] differ.
sub differences
{
	my ($ours, $right) = @_;
	my @found;

	push @found, @$ours . ' samples, not ' . @$right if @$ours != @$right;
	for (0 .. (@$ours < @$right ? $#$ours : $#$right)) {
		my ($o, $r) = ("@{$ours->[$_]}[0,1]", "@{$right->[$_]}[0,1]");
		push @found, "sample $_: $o, not $r" if $o ne $r;
	}
	return @found;
}

my $compared = 0;
for my $path (Corpus::files('cpuprofile')) {
	my $name = basename($path) =~ s/\.gz$//r;
	my @ours = dumped($path);
	my @right = cpu_profile($json->decode(Corpus::slurp("cpuprofile/$name")));

	ok(!differences(\@ours, \@right), "$name: every sample has its time and stack",
	   differences(\@ours, \@right));
	$compared++;
}
ok($compared >= 7, 'every cpuprofile is compared', "$compared are there");

# ---- speedscope ----

my %expected = (
	'austin--austin.json' => {
		'<module>' => 10_092_000, '<module>;keep_cpu_busy' => 352_706_000,
		'<module>;start;wait;wait' => 10_058_000,
		'_bootstrap;_bootstrap_inner;run' => 20_181_000,
		'_bootstrap;_bootstrap_inner;run;keep_cpu_busy' => 332_525_000,
	},
	'speedscope--incomplete-trace.json' => {A => 100},
	'speedscope--out-of-order-events.json' => {A => 2, 'B;A' => 1, 'B;A;A' => 1},
	'speedscope--simple-sampled.speedscope.json' =>
		{'a;b' => 5e9, 'a;b;c' => 5e9, 'a;b;d' => 4e9},
	'speedscope--simple.speedscope.json' => {'a;b' => 5, 'a;b;c' => 5, 'a;b;d' => 4},
);

for my $path (Corpus::files('speedscope')) {
	my $name = basename($path);
	my %sum;

	$sum{$_->[1]} += $_->[3] for dumped($path);
	my $ours = join ' ', map { "$_=$sum{$_}" } sort keys %sum;
	my $right = join ' ', map { "$_=$expected{$name}{$_}" } sort keys %{$expected{$name}};
	ok($ours eq $right, "$name: each stack has its weight", $ours, $right);
}

# ---- firefox ----

# A column of a table in either form.
sub column
{
	my ($table, $name) = @_;

	return $table->{$name} // [] unless $table->{schema};
	my $place = $table->{schema}{$name} // return [];
	return [map { $_->[$place] } @{$table->{data}}];
}

# How often each stack of a thread is there, by the number of its frames and its leaf, of
# samples that have one; addresses and files are left to the program.
sub firefox_thread
{
	my ($thread, $sum) = @_;
	my $strings = $thread->{stringTable} // $thread->{stringArray};
	my ($prefix, $frame) = map { column($thread->{stackTable}, $_) } qw(prefix frame);
	my ($func, $location) = map { column($thread->{frameTable}, $_) } qw(func location);
	my $names = column($thread->{funcTable} // {}, 'name');

	for (grep { defined } @{column($thread->{samples}, 'stack')}) {
		my ($depth, $leaf) = (0, '');
		for (my $at = $_; defined $at; $at = $prefix->[$at]) {
			my $f = $frame->[$at];
			my $name = $strings->[@$func ? $names->[$func->[$f]] : $location->[$f]];
			next if $name eq '(root)';
			$leaf = $name if !$depth++;
		}
		$leaf =~ s/ \(.*// if !@$func;
		$leaf = '0x' if $leaf =~ /^0x[0-9a-f]+$/;
		$sum->{"$depth $leaf"}++;
	}
}

# The threads of a process; among them may be other processes, as texts.
sub threads
{
	return map { ref ? $_ : threads($json->decode($_)) } @{$_[0]->{threads}};
}

for my $path (Corpus::files('firefox')) {
	my $name = basename($path);
	my $file = $json->decode(Corpus::slurp("firefox/$name"));
	my (%right, %ours);

	firefox_thread($_, \%right) for threads($file->{profile} // $file);
	for (dumped($path)) {
		my @frames = split /;/, $_->[1];
		my $leaf = $frames[-1] // '';
		$leaf = '0x' if $leaf =~ /^(?:\[.*\]|0x[0-9a-f]+)$/;
		$ours{@frames . " $leaf"}++;
	}
	my @found = grep { ($ours{$_} // 0) != ($right{$_} // 0) } sort keys %{{%right, %ours}};
	ok(%right && !@found, "$name: samples are on their stacks",
	   map { "$_: " . ($ours{$_} // 0) . ', not ' . ($right{$_} // 0) } @found);
}

# ---- recognising ----

# The format that the program takes these bytes for.
sub format_of
{
	my ($bytes) = @_;
	my ($out, $path) = tempfile(UNLINK => 1);

	print $out $bytes;
	close $out;
	my ($status, $text, $err) = run('info', $path);
	return ("$text$err" =~ /(?:^format +|read as )([\w-]+)/m)[0] // "none: $err";
}

for my $format ('cpuprofile', 'speedscope', 'firefox') {
	for my $path (Corpus::files($format)) {
		my $name = basename($path) =~ s/\.gz$//r;
		my $whole = Corpus::slurp("$format/$name");
		my $packed;

		gzip(\$whole => \$packed) or die "$GzipError\n";
		my @found = map { format_of($_) } $whole, substr($whole, 0, 4096), $packed;
		ok(!(grep { $_ ne $format } @found),
		   "$name is known whole, by 4 kB, and gzipped", @found);
	}
}

Corpus::finish();
