/**
 * Tests the guides: their parts of the contract are current, and their links lead somewhere, as files and on the page.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import { readContract } from '../../scripts/contract/read';
import { BUILT_IN_RULES } from '../../src/ingest/grouping/groupEvent';
import {
  fillGuide,
  fillGuides,
  guideAddress,
  operationAddress,
  readGuides,
  renderGuide,
} from '../../scripts/docs/guides';
import { renderMarkdown } from '../../scripts/docs/markdown';
import { platformsTable } from '../../scripts/docs/platforms';
import { readEnvelope, readRecordedPlatforms } from '../support/corpora';

const GUIDES = path.resolve(__dirname, '../../openapi/guides');
const operations = readContract(contract);
const examples = contract.components.examples as Record<string, { value: unknown }>;
const platforms = platformsTable(readRecordedPlatforms(), readEnvelope);
const sources = { operations, examples, groupingRules: BUILT_IN_RULES, platforms };

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'culprit-guides-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes guides into a folder, in the order given. */
function writeGuides(texts: Readonly<Record<string, string>>): void {
  const names = Object.keys(texts);
  writeFileSync(path.join(folder, 'README.md'), names.map((name) => `- [${name}](${name}): a guide\n`).join(''));
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text);
}

describe('openapi/guides', () => {
  const guides = readGuides(GUIDES);

  test('has every file in its index', () => {
    const files = readdirSync(GUIDES).filter((name) => name !== 'README.md');
    expect(guides.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  test.each(guides.map(({ name, text }) => [name, text]))(
    '%s begins with a title, and its links lead to existing files and headings',
    (_, text) => {
      const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) =>
        path.join(GUIDES, target as string),
      );
      expect(text).toMatch(/^# \S/);
      expect(targets.filter((target) => !existsSync(target))).toEqual([]);
    },
  );

  test('contains the current examples, scopes and recorded events', () => {
    expect(fillGuides(GUIDES, sources, { write: false })).toEqual([]);
  });

  const pages = guides.map((guide) => ({
    address: guideAddress(guide),
    text: renderGuide(guide, { guides, operations }),
  }));

  test('is pages whose links lead to pages and their sections', () => {
    const rendered = pages.map(({ address, text }) => ({ address, ...renderMarkdown(text) }));
    const addresses = operations.map((operation) => operationAddress(operation));
    const sections = rendered.flatMap(({ address, sections: all }) => all.map(({ id }) => `${address}#${id}`));
    const targets = new Set(['/', ...addresses, ...rendered.map(({ address }) => address), ...sections]);
    const links = rendered.flatMap(({ address, html }) =>
      [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => (href.startsWith('#') ? address + href : href)),
    );
    expect(links.filter((href) => !/^https?:/.test(href) && !targets.has(href))).toEqual([]);
    expect(rendered.map(({ html }) => html).join()).not.toMatch(/<!--|\]\(/);
  });

  test('links every operationId outside of code', () => {
    const prose = pages.map(({ text }) => text.replace(/^```[^]*?^```$|^#.*$/gm, '')).join('\n');
    const unlinked = operations.filter(({ operationId }) => new RegExp(`(?<!\\[)\`${operationId}\``).test(prose));
    expect(unlinked.map(({ operationId }) => operationId)).toEqual([]);
    expect(prose).toContain('[`getAlertSettings`](/docs/api/alerts/getAlertSettings)');
  });
});

describe('filling a guide', () => {
  const fill = (text: string) => fillGuide({ name: 'page.md', text }, sources);

  test('writes each operation below the mark for scopes, in the row of those that it accepts', () => {
    const text = fill('# Scopes\n\n<!-- scopes -->\n\nMore.\n');
    expect(text.match(/\]\(\.\.\/operations\//g)).toHaveLength(operations.length);
    expect(text).toMatch(/^\| `event:admin` \| .*\[`removeIssues`\]\(\.\.\/operations\/issues\/removeIssues\.yaml\)/m);
    expect(fill(text)).toBe(text);
  });

  test('replaces examples by those of the contract', () => {
    const text = fill('<!-- example error.notFound -->\n\nMore.\n');
    expect(text).toContain('"detail":');
    expect(fill(text.replace('detail', 'former'))).toBe(text);
  });

  test('fails for an example that the contract does not have', () => {
    expect(() => fill('<!-- example error.none -->\n')).toThrow('openapi/guides/page.md shows the example error.none');
  });

  test('writes a row for each recorded event that is to be shown, with its SDK', () => {
    const recorded = {
      name: 'broken',
      title: 'Error: a|b',
      culprit: null,
      inAppFrames: ['shop/pay', 'shop/<lambda>'],
      group: 'broken',
    };
    const documented = { ...recorded, name: 'shown', guide: { program: 'Lisp', issue: 'one for any value' } };
    const sent = '{}\n{"type":"sessions"}\n{}\n{"type":"event"}\n{"sdk":{"name":"sentry.lisp","version":"1.2"}}\n';
    const table = platformsTable([{ name: 'lisp', cases: [recorded, documented] }], (...path) =>
      path.join() === 'lisp,shown' ? sent : '',
    );
    const row =
      '| Lisp<br>sentry.lisp 1.2 | `Error: a\\|b` | none | `shop/pay`<br>`shop/<lambda>` | one for any value |';
    expect(table.split('\n').slice(2)).toEqual([row]);
    const filled = (text: string) => fillGuide({ name: 'page.md', text }, { ...sources, platforms: table });
    const text = filled('# Page\n\n<!-- platforms -->\n\nMore.\n');
    expect(text).toBe(`# Page\n\n<!-- platforms -->\n${table}\n\nMore.\n`);
    expect(filled(text.replace('Lisp', 'Forth'))).toBe(text);
  });

  test('writes only guides that have changed', () => {
    writeGuides({ 'one.md': '# One\n', 'two.md': '# Two\n\n<!-- example error.notFound -->\n' });
    expect(fillGuides(folder, sources, { write: true })).toEqual(['two.md']);
    expect(readFileSync(path.join(folder, 'two.md'), 'utf8')).toContain('"detail":');
    expect(fillGuides(folder, sources, { write: false })).toEqual([]);
  });
});

describe('rendering guides', () => {
  const render = (texts: Readonly<Record<string, string>>) => {
    writeGuides(texts);
    const guides = readGuides(folder);
    return guides.map((guide) => renderGuide(guide, { guides, operations }));
  };

  test('keeps the order of the index and changes links into links to pages and their sections', () => {
    const text = render({
      'two.md':
        '# The second\n\nSee [one](one.md#its-part), [remove](../operations/issues/removeIssues.yaml), [RFC](https://rfc.test/a.md).\n',
      'one.md': '# The first\n',
    });
    expect(text).toEqual([
      '# The second\n\nSee [one](/docs/guides/one#its-part), [remove](/docs/api/issues/removeIssues), [RFC](https://rfc.test/a.md).\n',
      '# The first\n',
    ]);
  });

  test('fails for a link to a file that is not part of the page', () => {
    expect(() => render({ 'one.md': '[code](../../src/main.ts)\n' })).toThrow(
      'openapi/guides/one.md links to ../../src/main.ts',
    );
  });

  test('fails for a guide that does not exist', () => {
    writeFileSync(path.join(folder, 'README.md'), '- [Gone](gone.md): nothing\n');
    expect(() => readGuides(folder)).toThrow('openapi/guides/README.md links to gone.md, which does not exist.');
  });
});
