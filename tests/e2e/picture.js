// picture.js - put into a screen-svg: says where its texts are, in several fonts, as picture.sh reads it.

const CELL = 8;
const texts = [...document.querySelectorAll("text")];
const lines = [];

// How far the letters are from their cells at most, and the text from where it should end.
function measure(font, family) {
	let off = 0, end = 0;

	document.documentElement.setAttribute("font-family", family);
	for (const t of texts) {
		const x = +t.getAttribute("x"), n = t.getNumberOfChars();
		const length = +t.getAttribute("textLength");

		if (!length)
			continue;
		for (let i = 0; i < n; i++)
			off = Math.max(off, Math.abs(t.getStartPositionOfChar(i).x - x - i * length / n));
		end = Math.max(end, Math.abs(t.getEndPositionOfChar(n - 1).x - x - length));
	}
	lines.push(`${font} off ${off.toFixed(1)} end ${end.toFixed(1)}`);
}

// One that is not here is the browser's own, which need not be monospace.
const named = ["DejaVu Sans Mono", "Liberation Mono", "Courier New"];
const own = document.documentElement.getAttribute("font-family");
for (const [font, family] of [["own", own], ["monospace", "monospace"], ...named.map((n) => [n, `"${n}", monospace`])])
	measure(font, family);
lines.push(`cells ${texts.every((t) => +t.getAttribute("x") % CELL === 0)}`);

const range = document.createRange();
range.selectNodeContents(document.documentElement);
getSelection().addRange(range);
lines.push(`selected ${getSelection().toString().replace(/\s+/g, " ")}`);
lines.push(`scripts ${document.querySelectorAll("script").length}`);
lines.push(`pwned ${typeof pwned}`);
lines.push(`loaded ${performance.getEntriesByType("resource").length}`);

const result = document.createElementNS("http://www.w3.org/2000/svg", "desc");
result.textContent = `\nRESULT\n${lines.join("\n")}\nEND\n`;
document.documentElement.append(result);
