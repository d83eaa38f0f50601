# chromium.sh - sourced behind tests/cli/tap.sh: Chromium without a window, or the test is skipped.
# CHROMIUM names the browser.

# Without a sandbox, which wants what a build machine seldom has: it shows our own files.
chromium() {
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
		--hide-scrollbars --user-data-dir="$work/browser" "$@" 2> /dev/null
}

skip() {
	echo "1..0 # SKIP $1"
	exit 0
}

for browser in "${CHROMIUM:-chromium}" chromium-browser google-chrome none; do
	if command -v "$browser" > /dev/null; then
		break
	fi
done
[ "$browser" != none ] || skip 'Chromium is not installed'
chromium --dump-dom 'data:text/html,<p>alive' | grep alive > /dev/null ||
	skip "$browser does not start here"
