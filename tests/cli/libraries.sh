#!/bin/sh
# libraries.sh - what this flarescope was built with is told, and nothing else promised.

. "$srcdir/tests/cli/tap.sh"

run --version
cp "$out" "$work/version"

# lacks LIBRARY: does --version say that it was built without?
lacks() { grep -q "^  $1  *without  " "$work/version"; }

for library in ISA-L libzstd elfutils capstone libiberty libcurl libcsv libseccomp; do
	ok "--version tells of $library" \
		prints "^  $library  *\\(without\\|built in\\|[0-9][0-9.]*\\)  *[a-z]"
done
if lacks ISA-L; then
	ok 'without ISA-L zlib inflates' prints '^gzip is unpacked by zlib'
else
	ok 'ISA-L inflates' prints '^gzip is unpacked by ISA-L'
fi

# reads FORMAT LIBRARY FILE WORDS: it is listed and read, or neither, and that is said.
reads() {
	format=$1 library=$2 file=$3
	run formats
	if lacks "$library"; then
		ok "formats does not list $format as readable" prints_not "^  $format  *[^n ]"
		ok "but that it needs $library" prints "^  $format  *needs $library"
		run info "$file"
		ok "a file in $format is refused" ends_with 1
		ok "and told which library is missing" says "built without $library"
		run info "$data/../../../README.md"
		ok "nor is $format proposed" prints_not "$format"
	else
		ok "formats lists $format" prints "^  $format  *[^n ]"
		ok "and misses no $library" prints_not "needs $library"
		run info "$file"
		ok "a file in $format is read" ends_with 0
	fi
	ok 'the manual has all formats' grep -q "^\\.It Cm $(echo "$format" | sed 's/-/.-/')" \
		"$srcdir/doc/flarescope.1"
}

printf 'name,start,end\nwork,0,1\n' > "$work/spans.csv"
reads spans libcsv "$work/spans.csv"
# An empty frame of zstd is no profile either way.
printf '\050\265\057\375\040\000\001\000\000' > "$work/x.zst"
run formats
if lacks libzstd; then
	ok 'zstd is not promised' prints_not 'gzip or zstd'
	ok 'but told to be missing' prints '^  zstd  *needs libzstd'
	run info "$work/x.zst"
	ok 'and so says the refusal' says 'built without libzstd'
else
	ok 'zstd is promised' prints 'gzip or zstd'
	run info "$work/x.zst"
	ok 'and seen through' says 'empty'
fi

done_testing
