/*
 * Runs in the browser on every page of the documentation: the search, the menu of phones, the address of the service in
 * samples, colors and a copy button of code, and Redoc on the pages of operations.
 */

/** The default address of the service, with the key of a DSN if it is in one. */
const DEFAULT_ADDRESS = /http:\/\/([0-9a-f]{32}@)?127\.0\.0\.1:4000/g;

const byId = (id) => document.getElementById(id);

/** Returns a text with the address that the page was loaded from in place of the default one. */
function atThisAddress(text) {
  return text.replace(DEFAULT_ADDRESS, `${location.protocol}//$1${location.host}`);
}

/** The parts of code that have a color; keywords are TypeScript keywords. A part that matches no group is skipped. */
const TOKENS = new RegExp(
  [
    /(?<comment>(?<=^|\s)#(?!\[).*|(?<!:)\/\/ .*|\/\*[^]*?\*\/)/,
    /(?<string>"(?:[^"\\]|\\[^])*"|'[^']*'|`[^`]*`)/,
    /(?<keyword>\b(?:async|await|const|else|export|for|from|function|if|import|in|let|new|of|return|throw)\b)/,
    /(?<command>(?<=^(?:\$ )?)(?:cargo|cp|createdb|curl|docker|go|java|mkdir|mvn|npm|npx|pip|psql|sed|sentry-cli)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** Colored ranges by block of code. A page without the CSS Custom Highlight API has plain code. */
const colored = new Map();

function colorCode(block) {
  const text = (block.querySelector('code') ?? block).firstChild;
  if (text === null || text.nodeType !== Node.TEXT_NODE || typeof Highlight === 'undefined') return;
  const ranges = [...text.data.matchAll(TOKENS)].map((match) => {
    const [name] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    const range = new StaticRange({
      startContainer: text,
      startOffset: match.index,
      endContainer: text,
      endOffset: match.index + match[0].length,
    });
    return [name, range];
  });
  colored.set(block, ranges);
}

/** Registers the ranges of the blocks that the page still has. */
function applyColors() {
  if (typeof Highlight === 'undefined') return;
  for (const block of colored.keys()) if (!block.isConnected) colored.delete(block);
  const all = [...colored.values()].flat();
  for (const name of ['comment', 'string', 'keyword', 'command'])
    CSS.highlights.set(name, new Highlight(...all.filter(([of]) => of === name).map(([, range]) => range)));
}

function addCopyButton(block) {
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    button.textContent = (await copy(block)) ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });
  frame.append(block, button);
}

/** Copies the text of a block, or selects it where the browser permits no more: pages without TLS have no clipboard. */
async function copy(block) {
  try {
    await navigator.clipboard.writeText(block.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(block);
    return document.execCommand('copy');
  }
}

function replaceAddresses(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const replaced = atThisAddress(currentNode.data);
    if (replaced !== currentNode.data) currentNode.data = replaced;
  }
  for (const link of root.querySelectorAll('a[href^="http://127.0.0.1:4000"]')) link.href = atThisAddress(link.href);
}

/** Makes what is wider than the page reachable by keyboard. */
function completeTables() {
  for (const table of document.querySelectorAll('.table, .md-table-wrapper'))
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
}

function completeText() {
  replaceAddresses(byId('content'));
  for (const block of document.querySelectorAll('pre[data-language]')) {
    colorCode(block);
    addCopyButton(block);
  }
  applyColors();
  completeTables();
}

function setUpMenu() {
  const button = byId('menu');
  const show = (isOpen) => {
    document.body.classList.toggle('menu-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  document.body.classList.add('scripted');
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') === 'false'));
  byId('navigation').addEventListener('click', (event) => event.target.closest('a') && show(false));
  byId('navigation').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    show(false);
    button.focus();
  });
  byId('navigation').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

const KINDS = { guide: 'Guide', operation: 'Operation', parameter: 'Parameter', field: 'Field', schema: 'Schema' };
const MAX_RESULTS = 30;

let index;
/** Loads the index once, as a script: the policy of the pages permits no other request. */
function loadIndex() {
  index ??= import(document.documentElement.dataset.search).then(({ default: entries }) =>
    entries.map(([kind, title, name, place, address, words]) => {
      const titles = [title, name].map((text) => text.toLowerCase());
      return { kind, title, name, place, address, titles, rest: `${place} ${words}`.toLowerCase() };
    }),
  );
  return index;
}

/** Operations and guides come before what they consist of, if both fit alike. */
const PREFERENCE = { operation: 30, guide: 15, schema: 3, parameter: 2, field: 0 };

/** Returns how well an entry fits the words of a search; 0 if one of them is missing. */
function scoreOf({ kind, title, titles, rest }, words) {
  let sum = PREFERENCE[kind];
  for (const word of words) {
    const score = Math.max(...titles.map((text) => scoreTitle(text, word)), rest.includes(word) ? 5 : 0);
    if (score === 0) return 0;
    sum += score;
  }
  return sum - title.length / 100;
}

function scoreTitle(title, word) {
  if (title === word) return 100;
  const at = title.indexOf(word);
  if (at === -1) return 0;
  if (at === 0) return 60;
  return /[\s_.-]/.test(title[at - 1]) ? 40 : 25;
}

function find(entries, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

function setUpSearch() {
  const [input, list, status] = ['search', 'results', 'found'].map(byId);
  let results = [];
  let selected = 0;
  const select = (at) => {
    selected = at;
    [...list.children].forEach((item, position) => item.setAttribute('aria-selected', String(position === at)));
    const item = list.children[at];
    if (item === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', item.id);
    item?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const go = (at) => {
    const entry = results[at];
    if (entry === undefined) return;
    close();
    location.assign(entry.address);
  };
  const show = async () => {
    const text = input.value;
    const entries = await loadIndex();
    if (text !== input.value) return;
    results = find(entries, text);
    list.replaceChildren(...results.map((entry, at) => presentResult(entry, at)));
    list.hidden = results.length === 0;
    input.setAttribute('aria-expanded', String(results.length > 0));
    status.textContent = text.trim() === '' ? '' : `${results.length === 0 ? 'No' : results.length} results`;
    select(0);
  };
  input.addEventListener('focus', () => void loadIndex());
  input.addEventListener('input', () => void show());
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (event.key === 'Enter') go(selected);
    else if (event.key === 'Escape') close();
    else if (move !== undefined && results.length > 0) {
      if (list.hidden) void show();
      else select((selected + move + results.length) % results.length);
    } else return;
    event.preventDefault();
  });
  // The field keeps the focus while a result is pressed.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => go([...list.children].indexOf(event.target.closest('li'))));
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]') != null;
    const isShortcut = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping);
    if (!isShortcut) return;
    event.preventDefault();
    event.stopPropagation();
    input.focus();
    input.select();
  });
  input.parentElement.hidden = false;
}

function presentResult({ kind, title, name, place }, at) {
  const item = document.createElement('li');
  Object.assign(item, { id: `result-${at}`, role: 'option' });
  for (const [part, text] of [
    ['title', title],
    ['kind', KINDS[kind]],
    ['place', [name, place].filter(Boolean).join(' · ')],
  ]) {
    const element = document.createElement('span');
    Object.assign(element, { className: part, textContent: text });
    item.append(element);
  }
  return item;
}

/** The forms of the addresses that places had when the documentation was one page. */
const OLD_OPERATION = /^#(?:\/(\w+)\/(\w+)|(?:tag\/\w+\/)?operation\/(\w+))$/i;
const OLD_TAG = /^#(?:\/|tag\/)(\w+)$/i;
const OLD_SECTION = /^#\/?section\/([^/]+)(?:\/(.+))?$/i;

/** Returns the address that an address of the former single page has now; undefined if it is none. */
async function findPlace(hash) {
  const [, tag, id, other] = OLD_OPERATION.exec(hash) ?? [];
  const [, title, section] = OLD_SECTION.exec(hash) ?? [];
  const links = [...byId('navigation').querySelectorAll('a')];
  if (title !== undefined) {
    const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const guide = links.find((link) => slug(link.textContent) === slug(decodeURIComponent(title)));
    return guide && `${guide.pathname}${section === undefined ? '' : `#${section.toLowerCase()}`}`;
  }
  if (id !== undefined || other !== undefined) {
    const end = `/${tag === undefined ? other : `${tag}/${id}`}`.toLowerCase();
    const entries = await loadIndex();
    return entries.find(({ kind, address }) => kind === 'operation' && address.toLowerCase().endsWith(end))?.address;
  }
  const [, name] = OLD_TAG.exec(hash) ?? [];
  return links.find((link) => name !== undefined && link.pathname === `/docs/api/${name.toLowerCase()}`)?.pathname;
}

async function followOldAddress() {
  const place = await findPlace(location.hash);
  if (place !== undefined) location.replace(place);
}

/** Renders the operation of the page with Redoc, which then takes the place of its description. */
async function renderOperation(root) {
  // Redoc follows the theme of the system, as the page does, unless it has stored another one.
  localStorage.removeItem('redoc.colorMode');
  const contract = JSON.parse(atThisAddress(byId('contract').textContent));
  const { init } = await import(root.dataset.renderer);
  const options = { codeSamples: { languages: [{ lang: 'curl' }, { lang: 'TypeScript' }] } };
  let isScheduled = false;
  new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      completeOperation(root);
    });
  }).observe(root, { childList: true, subtree: true });
  // Links to other pages are the browser's: Redoc would look for their addresses on its own page.
  root.addEventListener('click', (event) => event.target.closest('a[href^="/docs"]') && event.stopPropagation(), true);
  await init(contract, { ...options, skipBundle: true, disableTelemetry: true }, root);
}

/** Completes the elements that Redoc has rendered since the last call. */
function completeOperation(root) {
  if (root.querySelector('h2') !== null) byId('summary')?.remove();
  // The page has its own.
  root.querySelector('main')?.setAttribute('role', 'none');
  completeTables();
  // The accessible name of a list must contain the text that it shows.
  for (const list of root.querySelectorAll('button[aria-haspopup][aria-label]')) {
    const [label] = list.getAttribute('aria-label').split(': ');
    if (list.textContent !== '') list.setAttribute('aria-label', `${label}: ${list.textContent}`);
  }
}

setUpMenu();
setUpSearch();
completeText();
if (location.pathname.replace(/\/+$/, '') === '/docs') {
  addEventListener('hashchange', () => void followOldAddress());
  void followOldAddress();
}
const root = byId('redoc');
if (root !== null) void renderOperation(root);
