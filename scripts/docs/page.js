/*
 * Runs in the browser: the build puts it into the script of the documentation page, before the statement that renders
 * the page. It gives the page the address that it was loaded from, colors and a copy button to the code of guides,
 * which Redoc shows plainly, and the keyboard access to wide tables.
 */

/** The default address of the service, with the key of a DSN if it is in one. */
const DEFAULT_ADDRESS = /http:\/\/([0-9a-f]{32}@)?127\.0\.0\.1:4000/g;

/**
 * Returns the contract with the address that the page was loaded from in every sample, guide and example. A page that
 * is opened as a file keeps the default address. The rendering of the build is shown until React has rendered the page
 * with the new text.
 */
function atThisAddress(definition) {
  const { protocol, host, origin } = location;
  if (!/^https?:$/.test(protocol) || origin === 'http://127.0.0.1:4000') return definition;
  return JSON.parse(JSON.stringify(definition).replace(DEFAULT_ADDRESS, `${protocol}//$1${host}`));
}

/** The parts of code that have a color; keywords are TypeScript keywords. A part that matches no group is skipped. */
const TOKENS = new RegExp(
  [
    /(?<comment>(?<=^|\s)#(?!\[).*|\/\/ .*|\/\*[^]*?\*\/)/,
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
  const text = block.firstChild;
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
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'copy-code', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    button.textContent = (await copy(block)) ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });
  block.after(button);
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

/** Completes the elements that Redoc has rendered since the last call. */
function completePage() {
  const fresh = [...document.querySelectorAll('pre[data-language]')].filter(
    (block) => !block.classList.contains('code'),
  );
  for (const block of fresh) {
    block.classList.add('code');
    colorCode(block);
    addCopyButton(block);
  }
  if (fresh.length > 0) applyColors();
  // A table that is wider than the page scrolls with the keyboard, too.
  for (const wrapper of document.querySelectorAll('.md-table-wrapper'))
    if (wrapper.scrollWidth > wrapper.clientWidth) wrapper.tabIndex = 0;
  document.querySelector('.menu-content')?.setAttribute('role', 'navigation');
  // The accessible name of a list must contain the text that it shows.
  for (const list of document.querySelectorAll('button[aria-haspopup][aria-label]')) {
    const [label] = list.getAttribute('aria-label').split(': ');
    if (list.textContent !== '') list.setAttribute('aria-label', `${label}: ${list.textContent}`);
  }
}

let isScheduled = false;
new MutationObserver(() => {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    completePage();
  });
}).observe(document.documentElement, { childList: true, subtree: true });
