#!/bin/sh
# install.sh - make install installs all that the installed pages send their reader to.

. "$srcdir/tests/cli/tap.sh"

# What is about the source, and says so.
of_the_source='architecture.md contributing.md testing.md renaming.md CONTRIBUTING.md'

root=$work/root
run --version
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s install DESTDIR="$root" > "$out" 2> "$err"
status=$?
ok 'make install works' ends_with 0
installed() { find "$root" -name "$1" | grep .; }
doc=$(dirname "$(installed walk.md)")
pages=$(find "$doc" -name '*.md')

program=$(find "$root" -name flarescope -type f)
ok 'with the program' test -x "$program"
ok 'which runs' "$program" formats
for completion in flarescope.bash _flarescope flarescope.fish; do
	ok "its completion $completion" installed "$completion"
done
for page in README.md SECURITY.md INSTALL NEWS COPYING AUTHORS; do
	ok "and $page" test -s "$doc/$page"
done

# The manual: other pages of ours, and files of the documentation.
for page in "$srcdir"/doc/*.[1-9]; do
	own=$(basename "$page")
	ok "$own is installed" installed "$own"
	sed -n 's/^\.Xr \(flare[a-z]*\) \([0-9]\).*/\1.\2/p' "$page" | sort -u > "$work/cited"
	sed -n 's/.*[ (]\([a-z/-]*\.md\).*/\1/p' "$page" | sort -u >> "$work/cited"
	while read -r cited; do
		case $cited in
		*.md) ok "$own cites $cited, which is there" test -s "$doc/$cited" ;;
		*) ok "$own cites $cited, which is there" installed "$cited" ;;
		esac
	done < "$work/cited"
done
ok 'the manual sends to a page of the documentation' grep -q 'formats/your-own\.md' "$srcdir/doc/flarescope.1"

# Links between pages, and what README and NEWS name; doc/ is the folder of the source.
for page in $pages "$doc/README.md" "$doc/NEWS" "$doc/INSTALL"; do
	dir=$(dirname "$page")
	{
		sed -n 's/.*](\([^) h#][^) #]*\).*/\1/p' "$page"
		grep -o '[`( ][a-z/-]*\.md\b' "$page" | cut -c 2-
	} | sort -u > "$work/cited"
	while read -r cited; do
		case " $of_the_source " in
		*" ${cited##*/} "*) continue ;;
		esac
		at=$dir/$cited
		[ "$cited" = "${cited#doc/}" ] || at=$doc/${cited#doc/}
		ok "${page#"$doc"/} names $cited, which is there" test -s "$at"
	done < "$work/cited"
done

# The recordings that README, the walk and the walk-throughs are about.
cat "$doc/README.md" "$doc/batch.md" "$doc/walk.md" "$doc"/walkthroughs/*.md | grep -o 'data/examples/[a-z.]*[a-z]' | sort -u > "$work/cited"
ok 'README and the walk name examples' test "$(wc -l < "$work/cited")" -ge 2
while read -r example; do
	ok "$example is installed" diff -r "$srcdir/$example" "$doc/examples/$(basename "$example")"
done < "$work/cited"

done_testing
