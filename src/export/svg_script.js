// svg_script.js - what makes the SVG of a flame graph answer: pointing, zooming, searching.
//
// A file that is exported holds it without these lines. It puts text into elements by
// textContent alone, so that a name is never taken for anything else; it loads nothing. It
// must not hold two brackets before a greater-than sign, which end a CDATA section, nor two
// question marks, which C had a meaning for.
(function () {
  'use strict';
  var LEFT = 10, INSIDE = 1180, NARROWEST = 0.1, GAP = 0.5, COLUMN = 7.3;
  var MATCHED = '#af00af';
  var NS = 'http://www.w3.org/2000/svg';
  var script = document.currentScript;
  var svg = script ? script.ownerSVGElement : document.documentElement;
  var labels = part('labels'), details = part('details'), found = part('found');
  var reset = part('reset'), button = part('search');
  var boxes = [], byElement = new Map();
  var zoomed = 0;       // the place in boxes of the one that is as wide as the picture
  var searching = false;
  var asked = '';       // the pattern that was asked for last

  function part(name) {
    return svg.querySelector('.' + name);
  }

  // Callers stand before those they call, as in the file.
  function collect() {
    var list = part('boxes').children;
    for (var i = 0; i < list.length; i++) {
      var element = list[i], words = element.textContent, end = words.indexOf('\n');
      var box = {
        element: element,
        depth: Number(element.getAttribute('data-d')),
        value: Number(element.getAttribute('data-n')),
        left: Number(element.getAttribute('x')),
        top: Number(element.getAttribute('y')),
        fill: element.getAttribute('data-fill') || element.getAttribute('fill'),
        matched: element.hasAttribute('data-fill'),
        name: words.slice(0, end),
        facts: words.slice(end + 1),
        end: 0          // the first box behind it that is not above it
      };
      searching = searching || box.matched;
      byElement.set(element, i);
      boxes.push(box);
    }
    var open = [];
    boxes.forEach(function (box, i) {
      while (open.length && boxes[open[open.length - 1]].depth >= box.depth)
        boxes[open.pop()].end = i;
      open.push(i);
    });
    open.forEach(function (i) { boxes[i].end = boxes.length; });
    boxes.forEach(function (box) {
      box.width = box.value / boxes[0].value * INSIDE;
    });
  }

  // ---- zooming ----

  function place(box, x, width, faded) {
    box.element.setAttribute('x', x);
    box.element.setAttribute('width', width > 4 * GAP ? width - GAP : width);
    box.element.setAttribute('opacity', faded ? 0.45 : 1);
    box.element.removeAttribute('display');
    label(box, x, width);
  }

  function hide(box) {
    box.element.setAttribute('display', 'none');
  }

  function fits(name, columns) {
    var cut = '', room = columns;
    for (var rune of name) {
      room -= rune.codePointAt(0) < 0x1100 ? 1 : 2;
      if (room < 0)
        return cut + '\u2026';
      if (room > 0)
        cut += rune;
    }
    return name;
  }

  function label(box, x, width) {
    var columns = Math.floor((width - 4) / COLUMN);
    if (columns < 3)
      return;
    var text = document.createElementNS(NS, 'text');
    text.setAttribute('x', x + 3);
    text.setAttribute('y', box.top + 11);
    if (box.matched)
      text.setAttribute('fill', '#ffffff');
    text.textContent = fits(box.name, columns);
    labels.appendChild(text);
  }

  function draw() {
    var base = boxes[zoomed], scale = INSIDE / base.width;
    labels.textContent = '';
    boxes.forEach(function (box, i) {
      var width = box.width * scale;
      if (i < zoomed && box.end > zoomed)
        place(box, LEFT, INSIDE, true);
      else if (i < zoomed || i >= base.end || width < NARROWEST)
        hide(box);
      else
        place(box, LEFT + (box.left - base.left) * scale, width, false);
    });
    if (zoomed)
      reset.removeAttribute('display');
    else
      reset.setAttribute('display', 'none');
  }

  function zoom(i) {
    zoomed = i;
    draw();
    count();
  }

  // ---- searching ----

  // Of the zoomed box; a stack counts once, however many of its functions match.
  function count() {
    var sum = 0, i = zoomed, above = boxes.slice(0, zoomed).some(function (box) {
      return box.matched && box.end > zoomed;
    });
    if (above)
      sum = boxes[zoomed].value;
    while (!above && i < boxes[zoomed].end) {
      if (boxes[i].matched)
        sum += boxes[i].value;
      i = boxes[i].matched ? boxes[i].end : i + 1;
    }
    button.textContent = searching ? 'Reset search' : 'Search';
    found.textContent = searching
      ? 'matched ' + (100 * sum / boxes[zoomed].value).toFixed(2) + ' %' : '';
  }

  function mark(matches) {
    boxes.forEach(function (box, i) {
      box.matched = i > 0 && matches(box.name);
      box.element.setAttribute('fill', box.matched ? MATCHED : box.fill);
    });
    draw();
    count();
  }

  // Letters match both cases until one is upper-case, as in flarescope.
  function search(pattern) {
    var re;
    try {
      re = new RegExp(pattern, /[A-Z]/.test(pattern.replace(/\\./g, '')) ? '' : 'i');
    } catch (e) {
      found.textContent = 'not a pattern: ' + pattern;
      return;
    }
    searching = pattern !== '';
    mark(function (name) { return searching && re.test(name); });
  }

  function ask() {
    var pattern = window.prompt('Search for functions (a regular expression):', asked);
    if (pattern === null)
      return;
    asked = pattern;
    search(pattern);
  }

  function toggle() {
    if (searching)
      search('');
    else
      ask();
  }

  // ---- what happens ----

  function at(event) {
    var element = event.target.closest('rect');
    return element && byElement.has(element) ? byElement.get(element) : -1;
  }

  svg.addEventListener('mouseover', function (event) {
    var i = at(event);
    details.textContent = i < 0 ? ' ' : boxes[i].facts + ': ' + fits(boxes[i].name, 110);
  });
  svg.addEventListener('click', function (event) {
    var i = at(event);
    if (i >= 0)
      zoom(i);
  });
  reset.addEventListener('click', function () { zoom(0); });
  button.addEventListener('click', toggle);
  if (svg === document.documentElement)
    window.addEventListener('keydown', function (event) {
      if (event.key === 'F3' || (event.ctrlKey && event.key.toLowerCase() === 'f')) {
        event.preventDefault();
        ask();
      } else if (event.key === 'Escape') {
        zoom(0);
      }
    });
  collect();
  count();
})();
