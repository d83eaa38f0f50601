# spans.t - a table of spans gives the stacks that running spans make, moment by moment.
#
# The FlameGraph article's table of a DAG, and tables thrown by dice, against a reference that
# looks at every single nanosecond: who runs then, ordered by the rules of
# doc/formats/spans.md.

use strict;
use warnings;
use utf8;
use Program;
use File::Temp qw(tempfile);

Program::start();

sub exported
{
	my ($table, @options) = @_;
	my ($out, $path) = tempfile(UNLINK => 1, SUFFIX => '.csv');

	binmode $out, ':utf8';
	print $out $table;
	close $out;
	my ($status, $text, $err) = run('export', @options, $path);
	utf8::decode($text);
	return $status ? "failed: $err" : $text;
}

# ---- the article ----

my $dag = <<'END';
operator,start_ms,end_ms,track
解析请求,0,10,dag
访问A服务,10,20,dag
访问B服务,10,24,dag
汇总结果,24,32,dag
产生返回数据,32,34,dag
END
my @lines = sort split /\n/, <<'END';
dag;解析请求 10
dag;访问B服务;访问A服务 10
dag;访问B服务 4
dag;汇总结果 8
dag;产生返回数据 2
END

binmode STDOUT, ':utf8';
my $got = exported($dag, '--unit', 'ms');
ok(join("\n", sort split /\n/, $got) eq join("\n", @lines), 
   'the DAG of the article has its five lines', $got);

# ---- dice ----

# The order of those that run under one parent.
sub by_end
{
	return $b->{end} <=> $a->{end} || $a->{start} <=> $b->{start} || $a->{row} <=> $b->{row};
}

# The nearest of its parents that is among these.
sub above
{
	my ($span, $running) = @_;
	my $up = $span->{up};

	$up = $up->{up} while $up && !$running->{$up->{row}};
	return $up ? $up->{row} : -1;
}

sub stack
{
	my ($at, $running) = @_;
	my @mine = sort by_end grep { above($_, $running) == $at } values %$running;

	return map { ($_->{name}, stack($_->{row}, $running)) } @mine;
}

# The parent that a span names: who alone runs under that name when it starts.
sub set_parents
{
	my ($spans) = @_;

	for my $s (grep { $_->{parent} ne '' } @$spans) {
		my @found = grep {
			$_ != $s && $_->{track} eq $s->{track} && $_->{name} eq $s->{parent} &&
				$_->{start} <= $s->{start} && $s->{start} < $_->{end}
		} @$spans;
		$s->{up} = $found[0] if @found == 1;
	}
}

# Dice make circles, too: which of its links is broken is nobody's business.
sub has_circle
{
	for my $s (@_) {
		my ($at, $steps) = ($s, 0);

		$at = $at->{up} while $at && $steps++ < @_;
		return 1 if $at;
	}
	return 0;
}

sub reference
{
	my ($spans, $last) = @_;
	my %sum;

	for my $now (0 .. $last) {
		for my $track ('t', 'u') {
			my %running = map { ($_->{row} => $_) } grep {
				$_->{track} eq $track && $_->{start} <= $now && $now < $_->{end}
			} @$spans;
			$sum{join ';', $track, stack(-1, \%running)}++ if %running;
		}
	}
	return join '', map { "$_ $sum{$_}\n" } sort keys %sum;
}

my ($tables, $failed) = (0, 0);
my $seeds = $ENV{EVERYWHERE} ? 400 : 120;
for my $seed (1 .. $seeds) {
	srand $seed;
	my $nested = $seed % 2;
	my $last = 5 + int rand 40;
	my @spans = map {
		my $start = int rand $last;
		{
			row => $_,
			name => chr(ord('a') + int rand($seed % 3 ? 12 : 4)),
			start => $start,
			end => $start + int rand($last - $start + 1),
			track => $seed % 5 ? 't' : ('t', 'u')[int rand 2],
			parent => $nested && rand() < 0.7 ? chr(ord('a') + int rand 12) : '',
		}
	} 0 .. 1 + int rand 14;

	set_parents(\@spans);
	next if has_circle(@spans);
	my $table = join '', map { join(',', @$_) . "\n" } ['name', 'start_ns', 'end_ns', 'track', 'parent'],
		map { [@$_{qw(name start end track parent)}] } @spans;
	my $ours = exported($table);
	my $theirs = reference(\@spans, $last);
	$ours = join '', grep { !/ 0$/ } map { "$_\n" } split /\n/, $ours;
	next if $theirs eq '' && $ours =~ /^failed: .*no samples/;
	$tables++;
	next if $ours eq $theirs;
	$failed++;
	ok(0, "the table of seed $seed", "table:\n$table", "ours:\n$ours", "reference:\n$theirs");
}
ok($tables > 0.75 * $seeds && !$failed, "$tables tables have the stacks of every nanosecond");
Program::finish();
