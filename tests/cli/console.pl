#!/usr/bin/perl
# console.pl PAGE... - is what a page shows of a console what its commands print?
#
# In fenced blocks, "$ COMMAND" is run by a shell in this folder, with perl's PATH, and the lines up to
# the next "$" or the fence must be its output, standard error included. UPDATE=1 writes into the page
# what comes. Prints TAP lines without numbers; the caller counts.

use strict;
use warnings;

# What a command prints, as lines.
sub printed {
	my ($command) = @_;
	open my $from, '-|', 'sh', '-c', "{ $command\n} 2>&1 </dev/null" or die "sh: $!";
	chomp(my @lines = <$from>);
	close $from;
	return map { s/\s+$//r } @lines;
}

sub check {
	my ($page) = @_;
	open my $in, '<', $page or die "$page: $!";
	chomp(my @lines = <$in>);
	my (@made, $inside);

	for (my $i = 0; $i < @lines; $i++) {
		push @made, $lines[$i];
		$inside = !$inside if $lines[$i] =~ /^```/;
		next if !$inside || $lines[$i] !~ /^\$ (.*)/;
		my ($command, @shown) = ($1);
		push @shown, $lines[++$i] while $lines[$i + 1] !~ /^(\$ |```)/;
		my @wanted = printed($command);
		my $same = join("\n", @wanted) eq join("\n", @shown);
		print $same ? '' : 'not ', "ok - $command\n";
		print map { "# $_\n" } 'it prints what UPDATE=1 writes into the page:', @wanted if !$same;
		push @made, @wanted;
	}
	return if !$ENV{UPDATE};
	open my $out, '>', $page or die "$page: $!";
	print $out map { "$_\n" } @made;
	close $out or die "$page: $!";
}

check($_) for @ARGV;
