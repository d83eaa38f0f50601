#!/bin/sh
# documents.sh - all JSON fits its schema, over examples, fixtures, the corpus and recordings.

. "$srcdir/tests/cli/tap.sh"

if ! python3 -c 'import jsonschema' 2> "$err"; then
	echo '1..0 # SKIP python3-jsonschema is not installed'
	exit 0
fi
"$srcdir/tests/fixtures/make" "$work/fixtures" > "$work/made" || exit 1
corpus=${FLARESCOPE_CORPUS:-$srcdir/../shared/corpus}
for tree in "$corpus" "$corpus/../recordings"; do
	[ ! -d "$tree" ] || find "$tree" -type f -size -600k ! -name '*.md' ! -path '*/expected/*' | sort
done > "$work/others"
find "$work/fixtures" -type f | sort >> "$work/others"
set -- "$examples"/*.gz "$examples"/*.csv "$data"/lock.txt "$data"/small.txt
while IFS= read -r file; do
	set -- "$@" "$file"
done < "$work/others"
unset FLARESCOPE_CACHE # for the command
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME
python3 "$srcdir/tests/cli/documents.py" "$FLARESCOPE" "$srcdir/data/schemas" "$@" 2> "$err"
sed 's/^/# /' "$err"
