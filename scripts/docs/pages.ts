/** The HTML of the documentation: one page for each guide, each tag and each operation, in the same frame. */
import { DOCS, type Guide, guideAddress, operationAddress, START, tagAddress, titleOf } from './guides';
import { escapeHtml, type RenderedMarkdown, renderMarkdown } from './markdown';
import type { ReferenceEntry } from './reference';

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** A guide whose links lead to pages. */
export interface GuidePage extends Guide {
  readonly rendered: RenderedMarkdown;
}

/** Addresses of the files that pages load. */
export interface DocsAssets {
  readonly script: string;
  readonly style: string;
  readonly redocStyle: string;
  readonly redoc: string;
  readonly search: string;
}

export interface Contents {
  readonly guides: readonly GuidePage[];
  readonly tags: readonly Tag[];
  readonly entries: readonly ReferenceEntry[];
  readonly assets: DocsAssets;
}

/** Returns all pages by the end of their address below `/docs`; that of the start page is empty. */
export function renderPages(contents: Contents): Map<string, string> {
  const { guides, tags, entries } = contents;
  const pages = [
    ...guides.map((guide) => [guideAddress(guide), renderGuidePage(guide, contents)] as const),
    ...tags.map((tag) => [tagAddress(tag.name), renderTagPage(tag, contents)] as const),
    ...entries.map((entry) => [operationAddress(entry), renderOperationPage(entry, contents)] as const),
  ];
  return new Map(pages.map(([address, html]) => [address.slice(DOCS.length + 1), html]));
}

function renderGuidePage(guide: GuidePage, contents: Contents): string {
  const { html } = guide.rendered;
  const isStart = guide.name === START;
  const title = titleOf(guide);
  return frame(contents, {
    title,
    address: guideAddress(guide),
    main: isStart ? `${pairSamples(html)}\n${overview(contents)}` : html,
    kind: isStart ? 'start' : 'guide',
  });
}

/** Puts a request, its reply and the same in TypeScript side by side. */
function pairSamples(html: string): string {
  const block = (language: string) => `(<pre data-language="${language}">(?:(?!</pre>)[^])*</pre>)`;
  return html.replace(
    new RegExp(`${block('sh')}\\n${block('json')}\\n${block('ts')}`, 'g'),
    '<div class="samples"><div><h3>curl</h3>\n$1\n<p class="note">replies</p>\n$2</div><div><h3>TypeScript</h3>\n$3</div></div>',
  );
}

/** The lists of guides and of the reference below the first requests. */
function overview({ guides, tags, entries }: Contents): string {
  const groups = groupsOf(guides).map(
    ({ group, members }) =>
      `<h2>${group}</h2><ul class="cards">${members
        .filter(({ name }) => name !== START)
        .map((guide) => card(guideAddress(guide), titleOf(guide), escapeHtml(guide.summary.replaceAll('`', ''))))
        .join('')}</ul>`,
  );
  const reference = tags.map(({ name, description }) => {
    const count = entries.filter(({ tag }) => tag === name).length;
    const unit = name === 'webhooks' ? 'webhook' : 'operation';
    return card(
      tagAddress(name),
      capitalize(name),
      `${escapeHtml(firstSentence(description))} <span class="count">${count} ${unit}${count === 1 ? '' : 's'}</span>`,
    );
  });
  return [...groups, `<h2>API reference</h2><ul class="cards">${reference.join('')}</ul>`].join('\n');
}

function card(address: string, title: string, text: string): string {
  return `<li><a href="${address}">${escapeHtml(title)}</a><p>${text}</p></li>`;
}

function renderTagPage(tag: Tag, contents: Contents): string {
  const operations = contents.entries.filter((entry) => entry.tag === tag.name);
  const items = operations.map((entry) =>
    [
      `<li><h2><a href="${operationAddress(entry)}">${escapeHtml(entry.summary)}</a></h2>`,
      requestLine(entry),
      `${renderMarkdown(firstSentence(entry.description)).html}</li>`,
    ].join('\n'),
  );
  return frame(contents, {
    title: capitalize(tag.name),
    address: tagAddress(tag.name),
    main: `<h1>${capitalize(tag.name)}</h1>\n<p>${escapeHtml(tag.description)}</p>\n<ul class="operations">${items.join('\n')}</ul>`,
    kind: 'tag',
  });
}

/** The page of an operation: Redoc renders it in the browser from its contract. */
function renderOperationPage(entry: ReferenceEntry, contents: Contents): string {
  const { tag, summary, description, document } = entry;
  const { assets, entries } = contents;
  const siblings = entries.filter((other) => other.tag === tag);
  const at = siblings.indexOf(entry);
  const neighbours = [
    [siblings[at - 1], 'previous'],
    [siblings[at + 1], 'next'],
  ] as const;
  const links = neighbours.map(([other, relation]) =>
    other === undefined
      ? ''
      : `<a rel="${relation === 'previous' ? 'prev' : 'next'}" class="${relation}" href="${operationAddress(other)}">${escapeHtml(other.summary)}</a>`,
  );
  return frame(contents, {
    title: summary,
    address: operationAddress(entry),
    main: [
      `<p class="path"><a href="${tagAddress(tag)}">${capitalize(tag)}</a></p>`,
      `<h1>${escapeHtml(summary)}</h1>`,
      requestLine(entry),
      `<div id="summary" class="text">${renderMarkdown(description).html}`,
      '<noscript><p>The details of an operation need JavaScript. <a href="/openapi.json">The contract</a> has them, too.</p></noscript></div>',
      `<div id="redoc" data-renderer="${assets.redoc}"></div>`,
      `<script type="application/json" id="contract">${JSON.stringify(document).replaceAll('<', '\\u003c')}</script>`,
      `<nav class="neighbours" aria-label="Neighbours">${links.join('')}</nav>`,
    ].join('\n'),
    kind: 'operation',
  });
}

function requestLine({ method, path }: ReferenceEntry): string {
  if (path === null) return '<p class="request"><span class="method">Webhook</span></p>';
  return `<p class="request"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`;
}

interface Page {
  readonly title: string;
  readonly address: string;
  readonly main: string;
  readonly kind: 'start' | 'guide' | 'tag' | 'operation';
}

function frame(contents: Contents, { title, address, main, kind }: Page): string {
  const { assets } = contents;
  const redoc = kind === 'operation';
  return `<!DOCTYPE html>
<html lang="en" data-search="${assets.search}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Culprit</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">${redoc ? `\n<link rel="stylesheet" href="${assets.redocStyle}">\n<link rel="modulepreload" href="${assets.redoc}">` : ''}
<script type="module" src="${assets.script}"></script>
</head>
<body class="${kind}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="home" href="${DOCS}">Culprit <span>documentation</span></a>
<search hidden>
<input type="search" id="search" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search (Ctrl+K)">
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
<p id="found" role="status"></p>
</search>
<a class="console" href="/">Console</a>
</header>
<nav id="navigation" aria-label="Documentation">
${navigation(contents, address)}
</nav>
<main id="content"${redoc ? '' : ' class="text"'}>
${main}
</main>
</body>
</html>
`;
}

/** Links to all guides and tags; below the present one to its sections or operations. */
function navigation({ guides, tags, entries }: Contents, address: string): string {
  const link = (target: string, text: string, inner = '', attributes = '') => {
    const current = target === address ? ' aria-current="page"' : '';
    return `<li><a href="${target}"${current}${attributes}>${escapeHtml(text)}</a>${inner}</li>`;
  };
  const list = (items: readonly string[]) => (items.length === 0 ? '' : `<ul>${items.join('')}</ul>`);
  const groups = groupsOf(guides).map(({ group, members }) => {
    const items = members.map((guide) => {
      const target = guideAddress(guide);
      const sections = guide.rendered.sections.filter(({ depth }) => depth === 2);
      const inner = target === address ? list(sections.map(({ id, title }) => link(`#${id}`, title))) : '';
      return link(target, titleOf(guide), inner);
    });
    return `<h2>${group}</h2>${list(items)}`;
  });
  const reference = tags.map(({ name }) => {
    const target = tagAddress(name);
    const isOpen = address === target || address.startsWith(`${target}/`);
    const members = isOpen ? entries.filter(({ tag }) => tag === name) : [];
    return link(target, capitalize(name), list(members.map((entry) => link(operationAddress(entry), entry.summary))));
  });
  return [...groups, `<h2>API reference</h2>${list(reference)}`].join('\n');
}

function groupsOf(guides: readonly GuidePage[]): { group: string; members: GuidePage[] }[] {
  const names = [...new Set(guides.map(({ group }) => group))];
  return names.map((group) => ({ group, members: guides.filter((guide) => guide.group === group) }));
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function firstSentence(text: string): string {
  return /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
