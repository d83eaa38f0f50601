// browser.js - put behind the graph in an exported SVG: uses it as somebody would, and writes
// what comes of it into a <desc>, a line each. `pwned` is what hostile names would set.
(function () {
  'use strict';
  var said = [];
  var svg = document.querySelector('svg');
  var boxes = Array.from(svg.querySelectorAll('.boxes rect'));
  var prompts = 0;

  function part(name) { return svg.querySelector('.' + name); }
  function send(target, type) { target.dispatchEvent(new MouseEvent(type, { bubbles: true })); }
  function named(name) {
    return boxes.find(function (box) { return box.textContent.split('\n')[0] === name; });
  }
  function shown() {
    return boxes.filter(function (box) { return box.getAttribute('display') !== 'none'; });
  }
  function marked() {
    return boxes.filter(function (box) { return box.getAttribute('fill') === '#af00af'; });
  }
  function labels() {
    return Array.from(part('labels').children).map(function (text) { return text.textContent; });
  }
  function place(box) {
    var at = box.getBBox();
    return at.x.toFixed(1) + ' ' + at.width.toFixed(1);
  }
  function answer(pattern) { window.prompt = function () { prompts++; return pattern; }; }
  function press(key, ctrl) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: key, ctrlKey: ctrl, cancelable: true }));
  }

  var before = boxes.map(place).join();
  var box = named('worker') || boxes[boxes.length - 1];
  said.push('boxes ' + boxes.length + ' shown ' + shown().length);
  send(box, 'mouseover');
  said.push('details ' + part('details').textContent);
  send(part('details'), 'mouseover');
  said.push('away ' + JSON.stringify(part('details').textContent));

  send(box, 'click');
  said.push('zoomed ' + place(box) + ' labelled ' + labels().includes('worker'));
  said.push('callers ' + shown().filter(function (b) {
    return b.getAttribute('opacity') === '0.45' && place(b) === '10.0 1179.5';
  }).length);
  said.push('inside ' + shown().every(function (b) {
    var at = b.getBBox();
    return at.x > 9.9 && at.x + at.width < 1190.1;
  }));
  said.push('as wide as they count ' + shown().every(function (b) {
    var share = b.getAttribute('data-n') / box.getAttribute('data-n') * 1180;
    return b.getAttribute('opacity') === '0.45' || Math.abs(b.getBBox().width - share) < 0.51;
  }));
  answer('hash');
  send(part('search'), 'click');
  said.push('in the zoom ' + part('found').textContent);
  send(part('reset'), 'click');
  said.push('back ' + (boxes.map(place).join() === before) + ' shown ' + shown().length);
  said.push('of all ' + part('found').textContent + ' marked ' + marked().length);
  send(part('search'), 'click');
  said.push('cleared ' + JSON.stringify(part('found').textContent) + ' marked ' + marked().length);

  // A part of a larger page leaves the page's keys alone.
  answer('WORKER');
  press('f', true);
  said.push('keys ' + prompts + ' ' + JSON.stringify(part('found').textContent));
  answer('(');
  press('F3', false);
  said.push('not a pattern ' + JSON.stringify(part('found').textContent));
  answer(null);
  press('f', true);
  answer('.');
  if (part('search').textContent !== 'Search')
    send(part('search'), 'click');
  send(part('search'), 'click');
  said.push('everything ' + part('found').textContent);
  boxes.forEach(function (b) { send(b, 'mouseover'); });
  boxes.slice(0, 3).forEach(function (b) { send(b, 'click'); });

  said.push('pwned ' + (typeof pwned) + ' ' + svg.querySelectorAll('img,a,image,foreignObject').length +
    ' scripts ' + document.querySelectorAll('script').length);
  said.push('loaded ' + performance.getEntriesByType('resource').length);
  var desc = document.createElementNS('http://www.w3.org/2000/svg', 'desc');
  desc.textContent = '\nRESULT\n' + said.join('\n') + '\nEND\n';
  svg.appendChild(desc);
})();
