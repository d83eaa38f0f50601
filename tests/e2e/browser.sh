#!/bin/sh
# browser.sh - an exported SVG in Chromium without a window: drawn, zoomed, searched, and no
# script from a name has run.

. "$srcdir/tests/cli/tap.sh"
status=0

example=$examples/service.perf.gz
script=$work/src/tests/cli/writers.pl

. "$srcdir/tests/e2e/chromium.sh"
perl -MJSON::PP -e 1 2> /dev/null || skip 'perl with JSON::PP is not installed'

# use NAME: what comes of using $work/NAME.svg, in $out.
use() {
	{
		grep -v '^</svg>$' "$work/$1.svg"
		echo '<script>/* <![CDATA[ */'
		cat "$work/src/tests/e2e/browser.js"
		echo '/* ]]> */</script></svg>'
	} > "$work/$1-used.svg"
	chromium --dump-dom "file://$work/$1-used.svg" | sed -n '/^RESULT$/,/^END$/p' > "$out"
}

share() { perl "$script" share "$1" < "$work/folded"; }

"$FLARESCOPE" export "$example" > "$work/folded"
"$FLARESCOPE" export --format svg -o "$work/plain.svg" "$example"
use plain
boxes=$(grep -c '<title>' "$work/plain.svg")
ok 'all boxes are there' prints "^boxes $boxes shown $boxes$"
ok 'pointing at one tells of it' \
	prints "^details [0-9,]* samples, $(share '^worker$') %, user: worker$"
ok 'and away from it of nothing' prints '^away " "$'
ok 'a click makes it as wide as the picture' prints '^zoomed 10.0 1179.5 labelled true$'
ok 'with its callers below' prints '^callers 3$'
ok 'all else is gone' prints '^inside true$'
ok 'and what it calls is as wide as it counts' prints '^as wide as they count true$'
grep ';worker[; ]' "$work/folded" > "$work/below"
ok 'a search is of the zoomed box' \
	prints "^in the zoom matched $(perl "$script" share hash < "$work/below") %$"
ok 'Reset zoom brings all back' prints "^back true shown $boxes$"
ok 'where the search is of all' prints "^of all matched $(share hash) % marked [1-9]"
ok 'and can be dropped' prints '^cleared "" marked 0$'
ok 'Ctrl-F asks, and capitals mean themselves' prints '^keys 2 "matched 0.00 %"$'
ok 'what is no pattern is told' prints '^not a pattern "not a pattern: ("$'
ok 'what is everywhere is all' prints '^everything matched 100.00 %$'
ok 'nothing was loaded' prints '^loaded 0$'

perl -e '
	my @names = ("<script>pwned = 1</script>", "\"]]>", "]]></script><script>pwned = 2</script>",
		"\"><img src=x onerror=pwned=3>", "x\x27 onload=\x27pwned=4", "javascript:pwned=5",
		"<a href=\"javascript:pwned=6\">x</a>", "&lt;script&gt;pwned=7&lt;/script&gt;",
		"\x1b[31m\x7f\x01\0", "\xff\xc0\x80", "\xed\xa0\x80", "\xe2\x80\xae", "\xef\xbf\xbf",
		"--><script>pwned=8</script>", "</title></rect></g></svg><script>pwned=9</script>", "n" x 100000);
	print "app;$_ 1\n" for @names;
	print "app", ";<deep>" x 3990, " 1\n";
' > "$work/evil.folded"
"$FLARESCOPE" export --format svg -o "$work/evil.svg" --input-format folded \
	"$work/evil.folded" 2> "$err"
use evil
ok 'hostile names are drawn' prints '^boxes [0-9]* shown [0-9]*$'
ok 'and none of them runs' prints '^pwned undefined 0 scripts 2$'
ok 'the deepest stack can be zoomed' prints '^as wide as they count true$'

# In a page the SVG is read by the rules of HTML, where text may end elsewhere.
{
	echo '<!DOCTYPE html><meta charset="utf-8"><title>page</title>'
	sed 1d "$work/evil.svg"
	echo '<script>'
	cat "$work/src/tests/e2e/browser.js"
	echo '</script>'
} > "$work/page.html"
chromium --dump-dom "file://$work/page.html" | sed -n '/^RESULT$/,/^END$/p' > "$out"
ok 'nor in a page that it is pasted into' prints '^pwned undefined 0 scripts 2$'
ok 'whose keys it leaves alone' prints '^keys 1 '

# As many boxes as there is room for in three rows: nine for each pixel.
perl -e 'for my $i (1 .. 11000) { print join(";", "app", map { "f$_" . "_$i" } 1 .. 3), " 1\n" }' \
	> "$work/many.folded"
"$FLARESCOPE" export --format svg -o "$work/many.svg" "$work/many.folded"
use many
ok '33,000 boxes are drawn and searched' prints '^boxes 33002 shown 33002$'
ok 'and put back' prints '^back true shown 33002$'

done_testing
