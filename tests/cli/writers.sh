#!/bin/sh
# writers.sh - export in speedscope, json and svg against folded stacks, added up by perl.

. "$srcdir/tests/cli/tap.sh"

if ! perl -MJSON::PP -e 1 2> /dev/null; then
	echo '1..0 # SKIP perl with JSON::PP is not installed'
	exit 0
fi

example=$examples/service.perf.gz
script=$work/src/tests/cli/writers.pl

sorted_export() { "$FLARESCOPE" export "$@" 2> "$err" | LC_ALL=C sort; }

# The file says the same as this: adds_up WHAT FILE EXPECTED
adds_up() {
	perl "$script" "$1" < "$2" > "$work/summed" && diff "$3" "$work/summed"
}

well_formed() {
	if command -v xmllint > /dev/null; then
		xmllint --noout "$1"
	else
		perl -MXML::Parser -e 'XML::Parser->new->parsefile($ARGV[0])' "$1"
	fi
}

ok_xml() { # NAME FILE
	if command -v xmllint > /dev/null || perl -MXML::Parser -e 1 2> /dev/null; then
		ok "$1" well_formed "$2"
	else
		ok "$1 # SKIP neither xmllint nor XML::Parser is installed" true
	fi
}

# ---- json and svg ----

for how in '' '--range 20,30' '--filter worker' '--root thread' '--weight period'; do
	# shellcheck disable=SC2086 # options without blanks
	sorted_export $how "$example" > "$work/expected"
	for format in json svg; do
		# shellcheck disable=SC2086
		run export --format $format $how "$example"
		ok "$format${how:+ with $how} adds up to the folded stacks" \
			adds_up $format "$out" "$work/expected"
	done
	ok 'and has its boxes where they belong' perl "$script" geometry < "$out"
	ok_xml 'in XML' "$out"
done

run export --format svg --idle show "$example"
ok 'what is too narrow to be drawn is said' \
	prints '[0-9] boxes narrower than 0.1 pixels not drawn; together [0-9]* samples'
ok 'and leaves its place empty' perl "$script" geometry < "$out"

run export --format json "$example"
ok 'json has a root' json '$j->{name} eq "all" && $j->{value} == 4613'
ok 'and the names by which d3-flame-graph knows kinds' prints '"libtype":"kernel"'
cp "$out" "$work/export.json"
run flame --format json "$example"
ok 'it is the graph that flame --format json prints' json '
	open my $f, "<", "'"$work"'/export.json";
	my $e = $json->decode(scalar <$f>);
	my $s = $j->{selection};
	my ($range, $samples, $weight) = delete @$e{qw(range samples weight)};
	my @todo = ($e);
	while (my $n = pop @todo) { # the names of one in the other
		$n->{total} = delete $n->{value};
		delete $n->{libtype};
		$n->{module} = undef if $n->{module} eq "";
		push @todo, @{$n->{children}};
	}
	my $dump = (ref $json)->new->canonical;
	"@$range $samples $weight" eq "@$s{qw(from_s to_s samples weight)}" &&
		$dump->encode($e) eq $dump->encode($j->{root})'
run export --format json --sort value "$example"
ok 'the largest comes first if that is asked for' \
	json '$j->{children}[0]{value} >= $j->{children}[1]{value}'

sorted_export "$example" > "$work/expected"
run export --format svg --sort value --layout icicle --colours name --search work "$example"
ok 'svg looks as the options say, but is the same graph' adds_up svg "$out" "$work/expected"
ok 'with the root above' prints 'y="72" .*data-d="0"'
share=$(perl "$script" share work < "$work/expected")
ok 'and what was searched for' prints "matched $share %"
run export --format svg "$data/small.txt"
ok 'it loads nothing' prints_not 'href\|src=\|url(\|import\|fetch\|XMLHttp\|@font'
ok 'and names no other place than the namespaces' \
	test "$(grep -o 'http[^"'"'"']*' "$out" | sort -u)" = http://www.w3.org/2000/svg
for o in --stackcollapse-names '--annotate=all'; do
	for format in speedscope json svg; do
		run export --format $format $o "$data/small.txt"
		ok "$o has no place in $format" says "names, which --format $format keeps"
	done
done

# ---- speedscope ----

for how in '' '--range 20,30' '--idle show --event all'; do
	# shellcheck disable=SC2086
	"$FLARESCOPE" export --format timed-folded $how "$example" > "$work/timed" 2> "$err"
	perl "$script" timed < "$work/timed" > "$work/expected"
	# shellcheck disable=SC2086
	run export --format speedscope $how "$example"
	ok "speedscope${how:+ with $how} has the samples at their times" \
		adds_up speedscope "$out" "$work/expected"
done
cp "$out" "$work/all.speedscope.json"
run export --format timed-folded --idle show "$work/all.speedscope.json"
perl "$script" timed < "$out" > "$work/summed"
ok 'where flarescope finds them again' same_output "$work/expected" "$work/summed"
sorted_export "$data/stacks.folded" > "$work/expected"
run export --format speedscope "$data/stacks.folded"
ok 'without times it has stacks' adds_up speedscope "$out" "$work/expected"
ok 'that weigh no time' json '$j->{profiles}[0]{unit} eq "none"'

# ---- whatever the names are ----

perl -e '
	my @names = ("<script>pwned = 1</script>", "\"]]>", "&amp;", "x\x27 onload=\x27y", "]]>",
		"<![CDATA[", "javascript:pwned()", "\x1b[31m\x7f\x01", "\xff\xfe\xc0\x80", "\xed\xa0\x80",
		"\xe2\x80\xae\xe2\x80\xa8", "\xef\xbf\xbe\xef\xbf\xbf", "<!--", "-->", "%s%n", "\\\\", "n" x 100000);
	print "app;$_ 1\n" for @names;
	print "app", ";<deep>" x 3990, " 1\n";
' > "$work/evil.folded"
for format in svg json speedscope; do
	run export --format $format "$work/evil.folded"
	ok "hostile names are exported as $format" ends_with 0
	ok 'in UTF-8' perl -e 'local $/; $_ = <STDIN>; exit(/\xed[\xa0-\xbf]/ || !utf8::decode($_))' < "$out"
	ok 'without anything for a terminal' prints_not "$(printf '[\001-\010\016-\037\177]')"
	[ $format = svg ] || continue
	ok_xml 'in XML' "$out"
	ok 'with one script, its own' test "$(grep -c '<script' "$out")" = 1
	ok 'and whole up to a bound' test "$(wc -c < "$out")" -lt 2000000
done
ok 'and again' json '@{$j->{profiles}} == 1'

done_testing
