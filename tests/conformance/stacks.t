# stacks.t - folded stacks of other tools: every file of the corpus opens, with the stacks that
# it has or that a peer found in it, and with every line that is no stack counted.

use strict;
use warnings;
use Corpus;

Corpus::start('stacks');

my @as = qw(--no-cache --input-format folded);

sub exported
{
	my ($file) = @_;

	return run(qw(export --idle show --annotate all), @as, $file);
}

# The same from the text: the last number of a line, rounded, is the stack's.
sub simple
{
	my ($text, $columns) = @_;
	my %sum;

	for (split /\n/, $text) {
		s/\r$//;
		next if /^#(?:$|[ \t]|[^;]*$)/;
		my ($stack, $n) = /^(?:(.*\S.*)[ \t]|[ \t]*)(\d+(?:\.\d*)?)[ \t]*$/ or next;
		$stack //= '[no stack]';
		$stack =~ s/ \d+(?:\.\d*)?$// if $columns == 2;
		$sum{$stack} += int($n + 0.5);
	}
	return \%sum;
}

# The "stacks" of speedscope's snapshot. It takes the lines as a sequence in time.
sub of_snapshot
{
	my ($text) = @_;
	my ($stacks) = $text =~ /"stacks": \[\n(.*?)\n  \]/s or die "no stacks\n";
	my %sum;

	for (split /\n/, $stacks) {
		my ($stack, $n) = /^ *"(.*) (\d+)",$/ or die "no stack: $_\n";
		$sum{$stack} += $n;
	}
	return \%sum;
}

# Lines that are neither stacks, comments nor empty.
sub useless
{
	my ($text) = @_;

	return scalar grep { !/^#(?:$|[ \t]|[^;]*$)/ && /\S/ &&
		!/^(?:.*[ \t])?\d+(?:\.\d*)?[ \t]*$/ } split /\r?\n/, $text;
}

# How many lines flarescope counts as not understood.
sub not_understood
{
	my ($status, $info) = run('info', '--json', @as, @_);
	my ($loss) = grep { $_->{reason} eq 'lines not understood' } @{json($info)->{losses}};

	return $loss ? $loss->{count} : 0;
}

# The stacks of flamelens, whose nodes tell their parent.
sub of_flamelens
{
	my %node = map { $_->{id} => $_ } @{json($_[0])};
	my %sum;

	for my $leaf (grep { $_->{self_count} } values %node) {
		my @path;

		for (my $n = $leaf; defined $n->{parent}; $n = $node{$n->{parent}}) {
			unshift @path, $n->{short_name};
		}
		$sum{join ';', @path} = $leaf->{self_count};
	}
	return \%sum;
}

# "NAME own total" of each function, of stacks and as flamelens has it.
sub functions
{
	my ($sum) = @_;
	my (%own, %total);

	for my $stack (keys %$sum) {
		my @frames = split /;/, $stack;
		my %once = map { $_ => 1 } @frames;

		$own{$frames[-1]} += $sum->{$stack};
		$total{$_} += $sum->{$stack} for keys %once;
	}
	return sort map { join ' ', $_, $own{$_} // 0, $total{$_} } keys %total;
}

sub functions_of_flamelens
{
	return sort map { "$_->{name} $_->{count}{own} $_->{count}{total}" }
		@{json($_[0])->{entries}};
}

# These have no ';'.
my %bare = map { ("folded/flamelens--$_.txt" => 1) } 'ignore-metadata-lines', 'invalid-lines';

my $flamelens = 0;
my $facts = facts();
my %files = stacks();
for my $file (sort keys %files) {
	my $bytes = slurp($file);
	my $columns = $file =~ /-diff\.txt$/ ? 2 : 1;
	my ($status, $out, $err) = exported($files{$file});

	if ($status) {
		ok(0, "$file opens", $err);
		next;
	}
	my $as = $bare{$file} ? '' : $bytes =~ /^# austin: / ? 'austin' : 'folded';
	ok(recognised($bytes) eq $as, "$file is recognised by its begin", recognised($bytes));
	my $ours = folded($out);
	my $snapshot = slurp("expected/$file.speedscope-snapshot.txt");
	if (defined $snapshot) {
		my @delta = folded_delta(of_snapshot($snapshot), $ours);
		ok(!@delta, "$file has the stacks that speedscope finds", @delta);
	}
	my $lens = $file =~ /flamelens--(.*)\.txt/ && "expected/folded/flamelens/$1";
	my $tree = $lens && slurp("$lens.expected_stacks.json");
	if ($tree) {
		my $theirs = join "\n", functions_of_flamelens(
			slurp("$lens.expected_ordered_counts.json"));
		my $functions = join "\n", grep { !/^\[no stack\]/ } functions($ours);

		$flamelens++;
		differs('stacks', $file, folded_delta(of_flamelens($tree), $ours));
		ok($functions eq $theirs, "$file has its functions", $functions, '---', $theirs);
	}
	if ($bytes !~ /^(?:\xff\xfe|\xfe\xff)/) {
		my ($useless, $counted) = (useless($bytes), not_understood($files{$file}));
		ok($useless == $counted, "$file: every line that is no stack is counted",
		   "$counted, not $useless");
		my @delta = folded_delta(simple($bytes, $columns), $ours);
		ok(!@delta, "$file has the stacks that stand there", @delta);
	}
	my $total = 0;
	$total += $ours->{$_} for grep { !$lens || $_ ne '[no stack]' } keys %$ours;
	my $fact = $facts->{$file}{facts}{total} // $facts->{$file}{total};
	ok(!defined $fact || abs($total - $fact) < 1, "$file has as many samples",
		"$total, expected " . ($fact // '?'));
}
ok($flamelens == 3, 'all trees of flamelens are compared', "$flamelens were");

# ---- what inferno and difffolded.pl made of two files ----

# Ours of a file of the corpus.
sub of_input
{
	return folded((exported($files{"folded/inferno--$_[0].txt"}))[1]);
}

# inferno-collapse-recursive: of frames that call themselves one is left.
my %collapsed;
my $basic = of_input('basic');
for my $stack (keys %$basic) {
	my $short = $stack;

	1 while $short =~ s/(^|;)([^;]+);\2(?=;|$)/$1$2/;
	$collapsed{$short} += $basic->{$stack};
}
my @delta = folded_delta(folded(slurp('expected/folded/inferno/basic-collapsed.txt')),
	\%collapsed);
ok(!@delta, 'inferno--basic.txt is what inferno-collapse-recursive makes of it', @delta);

# "STACK BEFORE AFTER" lines as two sums.
sub two_columns
{
	my (%before, %after);

	for (split /\n/, $_[0]) {
		my ($stack, $a, $b) = /^(.*) (\d+) (\d+)$/ or die "not two columns: $_\n";
		$before{$stack} += $a;
		$after{$stack} += $b;
	}
	return (\%before, \%after);
}

# As the options of a name do: "strip_hex" or "-s", "normalize" or "-n".
sub prepared
{
	my ($sum, $total, $how) = @_;
	my ($all, %new) = (0);

	$all += $_ for values %$sum;
	for my $stack (keys %$sum) {
		my $name = $how =~ /-s\b|strip_hex/ ? $stack =~ s/0x[0-9a-fA-F]+/0x.../gr : $stack;
		my $n = $sum->{$stack};

		$n = int($n * $total / $all) if $total;
		$new{$name} += $n;
	}
	return \%new;
}

my $compared = 0;
for my $path (Corpus::files('expected/folded/diff-folded')) {
	my ($name) = $path =~ m,([^/]*)$,;
	my ($before, $after) = two_columns(slurp("expected/folded/diff-folded/$name"));
	my $new = of_input('after');
	my $total = 0;

	$total += $_ for values %$new;
	$total = 0 if $name !~ /-n\b|normalize/;
	my $which = $name =~ /fractionals/ ? 'before_fractionals' : 'before';
	my $old = of_input($which);
	differs('stacks', $which eq 'before' ? "diff-folded/$name" : "folded/inferno--$which.txt",
		(map { "before $_" } folded_delta($before, prepared($old, $total, $name))),
		(map { "after $_" } folded_delta($after, prepared($new, 0, $name))));

	# and read as an input: the second column counts
	my ($status, $out, $err) = exported($path);
	my @delta = $status ? $err : folded_delta($after, folded($out));
	ok(!@delta, "diff-folded/$name is read: its second column", @delta);
	$compared++;
}
ok($compared == 8, 'all outputs of diff-folded are compared', "$compared were");
ok(keys %files == 30, 'all files are looked at', scalar(keys %files) . ' were found');
Corpus::finish();
