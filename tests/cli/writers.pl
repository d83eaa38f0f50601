# writers.pl - what is in the files that export writes, without anything of flarescope's.
#
#	writers.pl json|svg < FILE      the boxes that have samples of their own, folded
#	writers.pl speedscope < FILE    the samples: time and leaf, or without times folded
#	writers.pl timed < FILE         the same of timed folded stacks
#	writers.pl geometry < FILE      fails where a box of an SVG is not where it belongs
#	writers.pl share RE < FILE      of folded stacks: the share of those that match

use strict;
use warnings;
use JSON::PP;

my ($what, $re) = @ARGV;
my $text = do { local $/; <STDIN> };

sub boxes_of_json
{
	my @todo = ([JSON::PP->new->utf8->max_depth(9999)->decode($text), 0]);
	my @boxes;

	while (my $next = shift @todo) {
		my ($node, $depth) = @$next;
		my $name = $node->{name};

		utf8::encode($name);
		push @boxes, [$depth, $node->{value}, $name];
		unshift @todo, map { [$_, $depth + 1] } @{$node->{children}};
	}
	return @boxes;
}

sub boxes_of_svg
{
	my %of = (lt => '<', gt => '>', amp => '&', quot => '"', '#39' => "'");
	my @boxes;

	while ($text =~ /data-d="(\d+)" data-n="(\d+)"><title>(.*)\n/g) {
		my ($depth, $value, $name) = ($1, $2, $3);

		$name =~ s/&([^;]*);/$of{$1}/g;
		push @boxes, [$depth, $value, $name];
	}
	return @boxes;
}

sub print_sorted
{
	my (%sum) = @_;

	print map { "$_ $sum{$_}\n" } grep { $sum{$_} } sort keys %sum;
}

# Boxes in the order of a walk from the root.
sub fold
{
	my (%self, @path);

	for my $box (@_) {
		my ($depth, $value, $name) = @$box;

		@path = (@path[0 .. $depth - 1], $name);
		$self{join ';', @path[1 .. $depth]} += $value;
		$self{join ';', @path[1 .. $depth - 1]} -= $value if $depth;
	}
	print_sorted(%self);
}

sub speedscope
{
	my $file = JSON::PP->new->utf8->decode($text);
	my @name = map { utf8::encode(my $name = $_->{name}); $name } @{$file->{shared}{frames}};
	my %sum;

	for my $p (@{$file->{profiles}}) {
		my ($at, @weights) = ($p->{startValue}, @{$p->{weights}});

		die "not as many weights as samples\n" if @{$p->{samples}} != @weights;
		for my $sample (@{$p->{samples}}) {
			my @stack = map { $name[$_] } @$sample;
			my $weight = shift @weights;
			my $timed = $p->{unit} eq 'nanoseconds';

			$sum{$timed ? sprintf '%.9f %s', $at / 1e9, $stack[-1] : join ';', @stack}
				+= $timed ? 1 : $weight if @stack;
			$at += $weight;
		}
		die "ends at $at, not at $p->{endValue}\n" if $at != $p->{endValue};
	}
	print_sorted(%sum);
}

# 12.5 tid=7 cpu=0 weight=10ns event=cpu-clock app;/bin/app`main;[k]`work_[k] 1
sub timed
{
	my %sum;

	for my $line (grep { !/^#/ } split /\n/, $text) {
		my ($time, $leaf) = $line =~ /^(\S+) .*?([^;]*) 1$/ or die "what is $line\n";

		$leaf =~ s/_\[[kji?UK]\]$//;
		$leaf =~ s/^.*`//;
		$sum{sprintf '%.9f %s', $time, $leaf}++;
	}
	print_sorted(%sum);
}

# In the box that calls it, behind its sibling, as wide as it counts but for half a pixel.
sub geometry
{
	my ($bad, $count, $all, @end) = (0, 0);

	while ($text =~ /<rect x="([\d.]+)" y="\d+" width="([\d.]+)" [^<]*data-d="(\d+)" data-n="(\d+)"/g) {
		my ($x, $drawn, $depth, $value) = ($1, $2, $3, $4);
		my $width = $value / ($all //= $value) * 1180;
		my $until = $depth ? $end[$depth - 1] : 1190;
		my $from = $depth < @end ? $end[$depth] : 10;

		$bad++ if $x < $from - 1e-3 || $x + $width > $until + 1e-3;
		$bad++ if abs($drawn - $width) > 0.5002;
		$end[$depth] = $x + $width;
		$#end = $depth;
		$count++;
	}
	print "$bad of $count boxes are wrong\n";
	exit($bad || !$count);
}

sub share
{
	my ($part, $all) = (0, 0);

	for (split /\n/, $text) {
		my ($stack, $value) = /^(.*) (\d+)$/;

		$all += $value;
		$part += $value if grep { /$re/ } split /;/, $stack;
	}
	printf "%.2f\n", 100 * $part / $all;
}

my %do = (
	json => sub { fold(boxes_of_json()) },
	svg => sub { fold(boxes_of_svg()) },
	speedscope => \&speedscope,
	timed => \&timed,
	geometry => \&geometry,
	share => \&share,
);
$do{$what}->();
