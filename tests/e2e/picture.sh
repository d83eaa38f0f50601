#!/bin/sh
# picture.sh - what open --format screen-svg prints, in Chromium without a window: letters are in their
# cells in any monospace font, areas are where they should be to the pixel, and text can be selected.

. "$srcdir/tests/cli/tap.sh"
status=0
: > "$err"
. "$srcdir/tests/e2e/chromium.sh"

example=$examples/service.perf.gz

# use NAME: what comes of looking at $work/NAME.svg, in $out.
use() {
	{
		grep -v '^</svg>$' "$work/$1.svg"
		echo '<script>/* <![CDATA[ */'
		cat "$work/src/tests/e2e/picture.js"
		echo '/* ]]> */</script></svg>'
	} > "$work/$1-used.svg"
	chromium --dump-dom "file://$work/$1-used.svg" | sed -n '/^RESULT$/,/^END$/p' > "$out"
}

# shoot NAME: its screenshot, a pixel a unit.
shoot() {
	size=$(sed -n '1s/.* width="\([0-9]*\)" height="\([0-9]*\)".*/\1,\2/p' "$work/$1.svg")
	chromium --force-device-scale-factor=1 --window-size="$size" --screenshot="$work/$1.png" \
		"file://$work/$1.svg"
}

"$FLARESCOPE" --format screen-svg "$example" > "$work/screen.svg"
use screen
ok 'the text begins in cells' prints '^cells true$'
for font in own monospace 'DejaVu Sans Mono' 'Liberation Mono' 'Courier New'; do
	ok "with the font $font all letters are in their cells" prints "^$font off 0\.[0-9] end 0\.[0-9]$"
done
ok 'text can be selected' prints '^selected .*whole profile 4,613 of 4,613 samples (100 %)'
ok 'that of the graph, too' prints '^selected .* compare_keys msort_with_tmp'
ok 'nothing was loaded' prints '^loaded 0$'

if perl -MCompress::Zlib -e 1 2> /dev/null; then
	"$FLARESCOPE" --format screen-svg --scale dark --range 53,66 "$example" > "$work/dark.svg"
	for name in screen dark; do
		shoot $name
		perl "$work/src/tests/e2e/pixels.pl" "$work/$name.svg" "$work/$name.png" > "$out" 2> "$err"
		ok "areas of $name are where they are in the file, to the pixel" prints '^looked at [0-9]\{4,\}, wrong 0$'
	done
else
	echo '# no pixels are compared: perl has no Compress::Zlib'
fi

perl -e '
	my @names = ("<script>pwned = 1</script>", "]]></script><script>pwned = 2</script>",
		"\"><img src=x onerror=pwned=3>", "</text></g></svg><script>pwned=4</script>",
		"&lt;script&gt;pwned=5&lt;/script&gt;", "--><script>pwned=6</script>");
	print "app;$_ 1\n" for @names;
' > "$work/evil.folded"
"$FLARESCOPE" --format screen-svg --input-format folded --width 300 "$work/evil.folded" > "$work/evil.svg"
use evil
ok 'hostile names are shown' prints '^selected .*&lt;script&gt;pwned = 1'
ok 'and none of them runs' prints '^pwned undefined$'
ok 'nor is any of them a script' prints '^scripts 1$'

done_testing
