'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const modules = data.modules;
const byId = id => document.getElementById(id);
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
const count = (n, thing) => n.toLocaleString('en') + ' ' + (n === 1 ? thing : thing + 's');
const path = i => modules[i].name === '.' ? '' : modules[i].name;

// The graph opens folders by itself as long as it has at most so many boxes.
const openBoxes = 44;

const views = ['graph', 'map', 'uses'];

const state = {
  view: views[0],
  filter: '', around: false, tests: false, colour: 'complexity',
  chosen: '',   // the key of a box: the name of a module, or a folder and a slash
  open: null,   // the folders that are open; null for those that fit
};

function element(name, attributes, ...children) {
  const svg = ['svg', 'g', 'rect', 'text', 'path', 'title'].includes(name);
  const e = svg ? document.createElementNS(byId('drawing').namespaceURI, name) : document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (k === 'onclick') e.addEventListener('click', v); else e.setAttribute(k, v);
  }
  e.append(...children);
  return e;
}

// pressable lets the keyboard do what a click does.
function pressable(e, label, act) {
  e.setAttribute('tabindex', '0');
  e.setAttribute('role', 'button');
  e.setAttribute('aria-label', label);
  e.addEventListener('click', act);
  e.addEventListener('keydown', k => { if (k.key === 'Enter' || k.key === ' ') { k.preventDefault(); act(); } });
  return e;
}

// imports are those that count now: from, to, files.
function imports() {
  return data.imports.filter(e => state.tests || e[3] > 0).map(e => [e[0], e[1], state.tests ? e[2] : e[3]]);
}

// chosenModules are the modules that pass the filter, and perhaps what they import and
// what imports them.
function chosenModules() {
  const wanted = state.filter.toLowerCase();
  const passed = new Set(modules.keys());
  if (wanted) modules.forEach((m, i) => { if (!m.name.toLowerCase().includes(wanted)) passed.delete(i); });
  const out = new Set(passed);
  if (wanted && state.around) for (const [a, b] of imports()) {
    if (passed.has(a)) out.add(b);
    if (passed.has(b)) out.add(a);
  }
  return [...out].sort((a, b) => a - b);
}

// tree arranges modules in folders. A folder that holds nothing but one folder is that.
function tree(list) {
  const top = { path: '', folders: new Map(), own: -1, modules: list };
  for (const i of list) {
    let at = top, sofar = '';
    for (const part of path(i) ? path(i).split('/') : []) {
      sofar = sofar ? sofar + '/' + part : part;
      if (!at.folders.has(part)) at.folders.set(part, { path: sofar, folders: new Map(), own: -1, modules: [] });
      at = at.folders.get(part);
      at.modules.push(i);
    }
    at.own = i;
  }
  const shrink = f => {
    while (f.own < 0 && f.folders.size === 1) f = [...f.folders.values()][0];
    f.children = [...f.folders.values()].map(shrink);
    return f;
  };
  return shrink(top);
}

// A box is a module, or a closed folder of several.
const moduleBox = i => ({ key: modules[i].name, label: modules[i].name, modules: [i], folder: null });
const folderBox = f => f.modules.length === 1 ? moduleBox(f.modules[0])
  : { key: f.path + '/', label: f.path + '/… (' + f.modules.length + ')', modules: f.modules, folder: f };
const parts = f => (f.own < 0 ? [] : [moduleBox(f.own)]).concat(f.children.map(folderBox));

// boxes are what is to be seen of the modules: the folders that are open are parted. By
// itself the one with most modules that import or are imported is opened first.
function boxes(list) {
  if (!list.length) return [];
  const linked = new Set(imports().flatMap(e => [e[0], e[1]]));
  const weight = b => b.modules.filter(i => linked.has(i)).length;
  let out = parts(tree(list));
  for (;;) {
    let best = null;
    for (const b of out) {
      if (!b.folder) continue;
      if (state.open ? !state.open.has(b.key) : !weight(b) || out.length + parts(b.folder).length - 1 > openBoxes) continue;
      if (!best || weight(b) > weight(best)) best = b;
    }
    if (!best) break;
    opened.add(best.key);
    out = out.flatMap(b => b === best ? parts(best.folder) : [b]);
  }
  return out.sort((a, b) => compare(a.key, b.key));
}
let opened = new Set(); // the folders that are parted in the drawing

// joined are the edges between boxes, each with the number of importing files.
function joined(list) {
  const of = new Map();
  list.forEach((b, n) => b.modules.forEach(i => of.set(i, n)));
  const sums = new Map();
  for (const [a, b, files] of imports()) {
    const x = of.get(a), y = of.get(b);
    if (x === undefined || y === undefined || x === y) continue;
    sums.set(x * list.length + y, (sums.get(x * list.length + y) || 0) + files);
  }
  return [...sums].map(([k, files]) => ({ from: Math.floor(k / list.length), to: k % list.length, files }));
}

// rank orders the boxes so that few edges lead back (Eades, Lin and Smyth 1993).
function rank(n, edges) {
  const left = new Set(Array(n).keys()), out = Array(n).fill(0), into = Array(n).fill(0);
  const next = Array.from({ length: n }, () => []), before = Array.from({ length: n }, () => []);
  for (const e of edges) { out[e.from] += e.files; into[e.to] += e.files; next[e.from].push(e); before[e.to].push(e); }
  const first = [], last = [];
  const take = (v, list) => {
    left.delete(v);
    list.push(v);
    for (const e of next[v]) into[e.to] -= e.files;
    for (const e of before[v]) out[e.from] -= e.files;
  };
  while (left.size) {
    const sink = [...left].find(v => out[v] === 0);
    if (sink !== undefined) { take(sink, last); continue; }
    let best = -1;
    for (const v of left) {
      if (into[v] === 0) { best = v; break; }
      if (best < 0 || out[v] - into[v] > out[best] - into[best]) best = v;
    }
    take(best, first);
  }
  const at = Array(n);
  first.concat(last.reverse()).forEach((v, i) => { at[v] = i; });
  return at;
}

// layers places each box in a layer below all that import it, and orders the layers so
// that edges are short.
function layers(n, edges, at) {
  const layer = Array(n).fill(0), linked = Array(n).fill(false);
  const forward = edges.filter(e => !e.back).sort((a, b) => at[a.from] - at[b.from]);
  for (const e of edges) linked[e.from] = linked[e.to] = true;
  for (const e of forward) layer[e.to] = Math.max(layer[e.to], layer[e.from] + 1);
  const nearest = Array(n).fill(Infinity);
  for (const e of forward) nearest[e.from] = Math.min(nearest[e.from], layer[e.to]);
  const entered = new Set(forward.map(e => e.to));
  for (let v = 0; v < n; v++) if (!entered.has(v) && nearest[v] < Infinity) layer[v] = nearest[v] - 1;
  const used = [...new Set(layer.filter((_, v) => linked[v]))].sort((a, b) => a - b);
  const rows = used.map(l => [...Array(n).keys()].filter(v => linked[v] && layer[v] === l));
  const place = Array(n).fill(0);
  const settle = r => r.forEach((v, i) => { place[v] = (i + 1) / (r.length + 1); });
  rows.forEach(settle);
  const near = Array.from({ length: n }, () => []);
  for (const e of edges) { near[e.from].push(e.to); near[e.to].push(e.from); }
  for (let sweep = 0; sweep < 12; sweep++) {
    for (const r of sweep % 2 ? [...rows].reverse() : rows) {
      const mean = new Map(r.map(v => [v, near[v].reduce((s, w) => s + place[w], 0) / near[v].length]));
      r.sort((a, b) => mean.get(a) - mean.get(b) || a - b);
      settle(r);
    }
  }
  const alone = [...Array(n).keys()].filter(v => !linked[v]);
  return { rows, alone };
}

const glyph = 7.25, boxHeight = 22; // of 12 px in a monospaced font
const shorten = (s, most) => s.length <= most ? s : s.includes('/') ? '…' + s.slice(s.length - most + 1) : s.slice(0, most - 1) + '…';

// lay places a row of boxes below y, in lines that fit the width, and returns its end.
function lay(row, width, y) {
  let line = [], used = 0;
  const end = () => {
    const room = Math.max(0, width - 20 - used), spread = Math.min(90, room / line.length);
    let x = 10 + (room - spread * (line.length - 1)) / 2;
    for (const b of line) { Object.assign(b, { x, y }); x += b.width + 14 + spread; }
    y += boxHeight + 10;
    line = [], used = 0;
  };
  for (const b of row) {
    b.text = shorten(b.label, 34);
    b.width = b.text.length * glyph + 16;
    if (line.length && used + b.width > width - 20) end();
    line.push(b);
    used += b.width + 14;
  }
  end();
  return y;
}

function drawGraph() {
  const list = (opened = new Set(), boxes(chosenModules()));
  const edges = joined(list);
  const at = rank(list.length, edges);
  for (const e of edges) e.back = at[e.from] > at[e.to];
  const { rows, alone } = layers(list.length, edges, at);
  const drawing = byId('drawing'), below = [];
  const width = Math.max(420, drawing.parentNode.clientWidth - 20);
  let height = 10;
  for (const r of rows) height = lay(r.map(v => list[v]), width, height) + 34;
  if (alone.length) {
    below.push(element('text', { class: 'heading', x: 10, y: height + 4 }, 'no imports between these and others shown'));
    height = lay(alone.map(v => list[v]), width, height + 14);
  }
  const lines = edges.map(e => {
    const a = list[e.from], b = list[e.to], down = b.y > a.y;
    const x1 = a.x + a.width / 2, x2 = b.x + b.width / 2, y1 = a.y + (down ? boxHeight : 0), y2 = b.y + (down ? 0 : boxHeight);
    const bend = (y2 - y1) / 2;
    const bow = Math.abs(x1 - x2) < 60 && Math.abs(y2 - y1) > 60 ? Math.min(180, Math.abs(y2 - y1) / 3) * ((e.from + e.to) % 2 ? 1 : -1) : 0; // around the boxes between
    e.line = element('path', { class: e.back ? 'edge back' : 'edge', 'stroke-width': (1 + Math.log2(e.files) / 2).toFixed(1),
      d: `M${x1.toFixed(1)} ${y1}C${(x1 + bow).toFixed(1)} ${y1 + bend} ${(x2 + bow).toFixed(1)} ${y2 - bend} ${x2.toFixed(1)} ${y2}` });
    return e.line;
  });
  const drawn = list.map((b, n) => {
    const g = element('g', { class: b.folder ? 'box folder' : 'box' }, element('title', {}, b.folder ? b.key : b.label),
      element('rect', { x: b.x.toFixed(1), y: b.y, width: b.width.toFixed(1), height: boxHeight, rx: 4 }),
      element('text', { x: (b.x + 8).toFixed(1), y: b.y + 15 }, b.text));
    pressable(g, b.folder ? 'folder ' + b.label : 'module ' + b.label, () => {
      if (b.key !== state.chosen) choose(b.key); else if (b.folder) toggle(b.key); else choose('');
    });
    g.addEventListener('mouseenter', () => light(n));
    g.addEventListener('mouseleave', () => light(chosenBox));
    return b.drawn = g;
  });
  const chosenBox = list.findIndex(b => b.key === state.chosen);
  function light(n) {
    drawing.classList.toggle('lit', n >= 0);
    for (const b of list) b.drawn.classList.remove('near', 'chosen');
    for (const e of edges) {
      e.line.classList.toggle('out', e.from === n);
      e.line.classList.toggle('in', e.to === n);
      if (e.from === n) list[e.to].drawn.classList.add('near');
      if (e.to === n) list[e.from].drawn.classList.add('near');
    }
    if (n >= 0) list[n].drawn.classList.add('near');
    if (chosenBox >= 0) list[chosenBox].drawn.classList.add('chosen');
  }
  drawing.replaceChildren(...lines, ...drawn, ...below);
  light(chosenBox);
  drawing.style.setProperty('--faint', (.3 * Math.min(1, Math.max(.3, 150 / edges.length))).toFixed(2));
  drawing.setAttribute('width', width);
  drawing.setAttribute('height', height);
  const folders = list.filter(b => b.folder).length;
  byId('shown').textContent = list.length ? [[list.length - folders, 'module'], [folders, 'folder']].filter(p => p[0]).map(p => count(...p)).join(' and ') + ' shown; click one, and see the panel' : 'no module passes the filter';
}

// squarify divides a rectangle among items by their size (Bruls, Huizing and van Wijk 2000).
function squarify(items, x, y, width, height, put) {
  let rest = items.filter(i => i.size > 0).sort((a, b) => b.size - a.size || compare(a.key, b.key));
  let sum = rest.reduce((s, i) => s + i.size, 0);
  while (rest.length && width > 0 && height > 0) {
    const side = Math.min(width, height), unit = width * height / sum;
    let row = [], size = 0, worst = Infinity;
    for (const item of rest) {
      const all = size + item.size, thick = all * unit / side;
      const least = Math.min(...row.map(i => i.size), item.size), most = rest[0].size;
      const now = Math.max(most * unit / thick / thick, thick * thick / (least * unit));
      if (now > worst) break;
      row.push(item);
      size = all;
      worst = now;
    }
    const thick = size * unit / side;
    let along = 0;
    for (const item of row) {
      const long = item.size * unit / thick;
      if (width >= height) put(item, x, y + along, thick, long); else put(item, x + along, y, long, thick);
      along += long;
    }
    if (width >= height) { x += thick; width -= thick; } else { y += thick; height -= thick; }
    rest = rest.slice(row.length);
    sum -= size;
  }
}

const value = m => state.colour === 'tests' ? (m.lines ? m.tests / m.lines : 0) : (m.functions ? m.complexity / m.functions : 0);
const spell = v => state.colour === 'tests' ? Math.round(v * 100) + ' %' : v.toFixed(1);

// top is the value with the strongest colour: for complexity, one that 19 of 20 don't pass.
function top() {
  if (state.colour === 'tests') return 1;
  const all = modules.filter(m => m.functions).map(value).sort((a, b) => a - b);
  return Math.max(2, all[Math.floor(all.length * .95)] || 0);
}

function drawMap() {
  const tiles = byId('tiles'), list = chosenModules();
  const width = Math.max(300, tiles.parentNode.clientWidth - 40), height = Math.max(420, window.innerHeight - 190);
  const greatest = top(), least = state.colour === 'tests' ? 0 : 1;
  byId('least').textContent = spell(least);
  byId('greatest').textContent = (state.colour === 'tests' ? '' : '≥ ') + spell(greatest);
  const drawn = [];
  const tile = (item, x, y, w, h) => {
    const m = modules[item.module], strength = Math.max(0, Math.min(1, (value(m) - least) / (greatest - least)));
    const known = state.colour === 'tests' || m.functions > 0;
    const said = `${m.name}\n${count(m.lines, 'line')}, ${known ? state.colour + ' ' + spell(value(m)) : 'no function known'}`;
    const chosen = m.name === state.chosen || state.chosen.endsWith('/') && (m.name + '/').startsWith(state.chosen);
    const g = element('g', { class: 'tile' + (strength > .6 ? ' strong' : '') + (known ? '' : ' unknown') + (chosen ? ' chosen' : '') },
      element('title', {}, said),
      element('rect', { x: x.toFixed(1), y: y.toFixed(1), width: w.toFixed(1), height: h.toFixed(1),
        style: known ? `fill: color-mix(in oklab, var(--high) ${(strength * 100).toFixed(0)}%, var(--low))` : '' }));
    const name = m.name.slice(item.skip), fits = Math.floor((w - 8) / glyph);
    if (h > 18 && fits >= Math.min(name.length, 5)) {
      g.append(element('text', { x: (x + 4).toFixed(1), y: (y + 14).toFixed(1) }, shorten(name, fits)));
      if (h > 34 && fits > 8) g.append(element('text', { x: (x + 4).toFixed(1), y: (y + 29).toFixed(1) }, m.lines.toLocaleString('en')));
    }
    drawn.push(pressable(g, said, () => choose(m.name === state.chosen ? '' : m.name)));
  };
  const sized = (list, skip) => list.map(i => ({ module: i, key: modules[i].name, size: modules[i].lines, skip }));
  const folder = (f, x, y, w, h) => {
    const named = f.list.length > 1 && w > 60 && h > 50;
    const label = f.list.length > 1 ? f.path + '/' : '';
    if (named) drawn.push(element('text', { class: 'heading', x: (x + 4).toFixed(1), y: (y + 13).toFixed(1) }, shorten(label, Math.floor((w - 8) / glyph))));
    const up = named ? 18 : 1;
    squarify(sized(f.list, named ? Math.max(0, f.path.length + 1) : 0).map(i => modules[i.module].name.length < i.skip ? { ...i, skip: 0 } : i), x + 1, y + up, w - 2, h - up - 1, tile);
  };
  const root = list.length ? tree(list) : null;
  const groups = root ? root.children.map(f => ({ path: f.path, list: f.modules })) : [];
  if (root && root.own >= 0) groups.push({ path: root.path, list: [root.own] });
  squarify(groups.map(g => ({ ...g, key: g.path, size: g.list.reduce((s, i) => s + modules[i].lines, 0) })), 0, 0, width, height, folder);
  tiles.replaceChildren(...drawn);
  tiles.setAttribute('width', width);
  tiles.setAttribute('height', height);
}

function drawUses() {
  const shown = new Set(chosenModules().map(i => modules[i].name));
  for (const row of document.querySelectorAll('tr[data-module]')) {
    row.hidden = !shown.has(row.dataset.module);
    row.classList.toggle('chosen', row.dataset.module === state.chosen);
  }
}

// neighbours lists what some modules import, or what imports them.
function neighbours(title, inside, from, to) {
  const sums = new Map();
  for (const e of imports()) if (inside.has(e[from]) && !inside.has(e[to])) sums.set(e[to], (sums.get(e[to]) || 0) + e[2]);
  const list = [...sums].sort((a, b) => a[0] - b[0]);
  return [element('h3', {}, `${title} (${list.length})`), element('ul', {}, ...list.map(([i, files]) =>
    element('li', {}, element('button', { type: 'button', onclick: () => reveal(i) }, modules[i].name), element('span', {}, count(files, 'file')))))];
}

function drawPanel() {
  const panel = byId('panel'), key = state.chosen;
  if (!key) {
    panel.replaceChildren(element('h2', {}, 'Nothing chosen'), element('p', {}, 'Click a module or a folder to see what it imports and what imports it. Click a folder again to open it.'));
    return;
  }
  const folder = key.endsWith('/');
  const inside = new Set([...modules.keys()].filter(i => folder ? (modules[i].name + '/').startsWith(key) : modules[i].name === key));
  const sum = name => [...inside].reduce((s, i) => s + modules[i][name], 0);
  const lines = sum('lines'), functions = sum('functions');
  const out = [element('h2', {}, key), element('p', {}, (folder ? count(inside.size, 'module') + ', ' : '') + count(sum('files'), 'file') + ', ' + count(lines, 'line')),
    element('p', {}, `tests: ${lines ? Math.round(sum('tests') / lines * 100) : 0} % of the lines`)];
  if (functions) out.push(element('p', {}, `${count(functions, 'function')}, mean complexity ${(sum('complexity') / functions).toFixed(1)}, greatest ${Math.max(...[...inside].map(i => modules[i].most))}`));
  if (state.view === 'graph') {
    if (folder) out.push(element('p', {}, element('button', { type: 'button', onclick: () => toggle(key) }, 'Open the folder')));
    const above = [...opened].filter(f => f !== key && key.startsWith(f) || key + '/' === f).sort((a, b) => b.length - a.length)[0];
    if (above) out.push(element('p', {}, element('button', { type: 'button', onclick: () => toggle(above) }, 'Close ' + above)));
  }
  panel.replaceChildren(...out, ...neighbours('Imports', inside, 0, 1), ...neighbours('Imported by', inside, 1, 0));
}

function toggle(key) {
  const open = new Set(opened);
  state.chosen = key;
  if (!open.delete(key)) { open.add(key); state.chosen = ''; }
  state.open = open;
  draw();
}

function choose(key) { state.chosen = key; draw(); }

// reveal chooses a module, and opens the folders around it.
function reveal(i) {
  const name = modules[i].name;
  if (!chosenModules().includes(i)) { state.filter = byId('filter').value = ''; state.open = null; boxes(chosenModules()); }
  const open = new Set(opened);
  name.split('/').reduce((sofar, part) => { open.add(sofar + part + '/'); return sofar + part + '/'; }, '');
  state.open = open;
  choose(name);
}

// The address holds the view and the filter: #map&filter=queries is a link to them.
function address() {
  const filter = state.filter && '&filter=' + encodeURIComponent(state.filter);
  if (location.hash || filter) history.replaceState(null, '', '#' + state.view + filter);
}

function draw() {
  address();
  for (const v of views) byId('view-' + v).hidden = v !== state.view;
  for (const a of document.querySelectorAll('nav a')) a.classList.toggle('here', a.hash === '#' + state.view);
  ({ graph: drawGraph, map: drawMap, uses: drawUses })[state.view]();
  drawPanel();
}

function look() {
  const [view, ...rest] = location.hash.slice(1).split('&');
  const filter = new URLSearchParams(rest.join('&')).get('filter');
  if (filter !== null) byId('filter').value = state.filter = filter;
  state.view = views.includes(view) ? view : views[0];
  draw();
}

const changes = (id, event, act) => byId(id).addEventListener(event, e => { act(e.target); draw(); });
changes('filter', 'input', e => { state.filter = e.value.trim(); state.open = null; });
changes('around', 'change', e => { state.around = e.checked; state.open = null; });
changes('tests', 'change', e => { state.tests = e.checked; });
changes('colour', 'change', e => { state.colour = e.value; });
document.querySelectorAll('tr[data-module]').forEach(row => row.addEventListener('click', () => choose(row.dataset.module === state.chosen ? '' : row.dataset.module)));
window.addEventListener('hashchange', look);
window.addEventListener('resize', draw);

const lines = modules.reduce((s, m) => s + m.lines, 0);
byId('totals').append(byId('totals').textContent && ' · ', `${count(modules.length, 'module')}, ${count(lines, 'line')}, ${count(data.imports.length, 'import')} between modules`);
byId('testcount').textContent = '(' + data.imports.filter(e => e[3] === 0).length + ' more)';
look();
})();
