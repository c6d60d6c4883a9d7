/**
 * Tests the documents of the repository: their links lead somewhere, and the source cites only existing pages and
 * sections.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const IGNORED = new Set(['node_modules', 'dist', 'coverage', '.git', 'generated']);

/** Lists the files of a folder and of those below it, relative to the repository. */
function listFiles(folder: string, extension: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : listFiles(name, extension);
    return extension.test(entry.name) ? [name] : [];
  });
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const documents = listFiles('.', /\.md$/);
const sources = ['src', 'test', 'scripts', 'openapi'].flatMap((folder) =>
  listFiles(folder, /\.(?:[cm]?[jt]s|ya?ml|sh)$/),
);

/** Returns the anchors that GitHub gives the headings of a document. */
function anchorsOf(document: string): string[] {
  const text = read(document).replace(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

test('the README has at most 150 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test.each(documents)('the links of %s lead to existing files and headings', (document) => {
  const text = read(document).replace(/^```[^]*?^```/gm, '');
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, file = '', anchor]) => {
    const target = file === '' ? document : path.join(path.dirname(document), file);
    if (!existsSync(path.join(ROOT, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
  });
  expect(broken.map(([link]) => link.slice(1))).toEqual([]);
});

test('each section of src/DECISIONS.md has a title of its own', () => {
  const sections = anchorsOf('src/DECISIONS.md');
  expect(sections.filter((anchor, index) => sections.indexOf(anchor) !== index)).toEqual([]);
});

describe('the source', () => {
  /** A decision by its number or by the name of its section. */
  const CITATION = /\b((?:openapi|src)\/DECISIONS\.md)[,:]?(?: \*?)?(?: ?(?:under|in|section) )?(D\d+|"[^"\n]+")?/g;

  test('cites only decisions that exist', () => {
    const missing = sources.flatMap((file) =>
      [...read(file).matchAll(CITATION)]
        .filter(([, page = '', cited]) => !isIn(page, cited))
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(missing).toEqual([]);
  });

  function isIn(page: string, cited: string | undefined): boolean {
    if (!existsSync(path.join(ROOT, page))) return false;
    if (cited === undefined) return true;
    if (!cited.startsWith('"')) return new RegExp(`^\\| ${cited} \\||^#+ ${cited}\\b`, 'm').test(read(page));
    return read(page).toLowerCase().includes(cited.slice(1, -1).toLowerCase());
  }
});
