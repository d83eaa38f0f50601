# Json.pm - a JSON text with the members of its objects in another order, all else as it was.
#
# Numbers and strings stay the bytes that they are, which no decoder would leave them.

package Json;

use strict;
use warnings;

# A value that holds no object, one level deep at most: taken at once, for they are nearly all.
my $string = qr/"(?:[^"\\]++|\\.)*+"/s;
my $flat = qr/$string|\[[^\[\]{}"]*+\]|[^\s\[\]{}",:]++/;

# The text as a tree: a scalar is what stands there, an array ['[', value...], an object
# ['{', key, value...]. A text that is cut ends all that is open: then there is no third of
# (tree, what follows it, was it cut).
sub parse
{
	my ($text) = @_;
	my ($root, @open, $key);
	my $cut = 0;

	pos($text) = 0;
	$text =~ /\G\xef\xbb\xbf/gc;
	for (;;) {
		$text =~ /\G[\s,]*+/gc; # a comma too many is let go
		if ($text =~ /\G[\]}]/gc) {
			pop @open;
			last if !@open;
			next;
		}
		if (pos($text) == length $text) {
			$cut = 1;
			last;
		}
		if (@open && $open[-1][0] eq '{') {
			$text =~ /\G($string)\s*+:\s*+/gc or return ();
			push @{$open[-1]}, $1;
		}
		my $value;
		if ($text =~ /\G($flat)/gc) {
			$value = $1;
		} elsif ($text =~ /\G([\[{])/gc) {
			$value = [$1];
		} else {
			return ();
		}
		$root = $value if !@open;
		push @{$open[-1]}, $value if @open;
		push @open, $value if ref $value;
		last if !@open;
	}
	return ($root, substr($text, pos $text), $cut);
}

# The tree as a text. `order` is given the members of an object, as [key, value], and returns
# them in the order wanted.
sub write
{
	my ($value, $order) = @_;
	my ($kind, @rest) = ref $value ? @$value : return $value;

	return '[' . join(',', map { ref() ? Json::write($_, $order) : $_ } @rest) . ']'
		if $kind eq '[';
	my @members = map { [@rest[2 * $_, 2 * $_ + 1]] } 0 .. @rest / 2 - 1;
	return '{' . join(',', map { "$_->[0]:" . Json::write($_->[1], $order) }
		$order->(@members)) . '}';
}

# Where a key is there twice the last one counts, or the first: so these stay in their order.
sub has_twice
{
	my %seen;

	return grep { $seen{$_->[0]}++ } @_;
}

sub reversed
{
	return has_twice(@_) ? @_ : reverse @_;
}

sub sorted
{
	return sort { $a->[0] cmp $b->[0] } @_;
}

# A function that shuffles, the same way for the same seed.
sub shuffler
{
	my ($state) = @_;

	return sub {
		my @members = @_;

		return @members if has_twice(@members);
		for my $i (reverse 1 .. $#members) {
			$state = ($state * 1103515245 + 12345) % 2**31;
			my $with = ($state >> 8) % ($i + 1);
			@members[$i, $with] = @members[$with, $i];
		}
		return @members;
	};
}

1;
