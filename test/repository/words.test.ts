/** Tests the words of the repository: private words are not used, and every cited page and decision exists. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readText, ROOT } from '../support/source';

/** Private words, by the word to use instead. Forms and parts of identifiers such as `openDoor` count. */
const PRIVATE_WORDS: Readonly<Record<string, readonly string[]>> = {
  'authorization, pipeline or import': ['door', 'doors', 'doorway'],
  fixture: ['desk', 'desks'],
  folder: ['workshop', 'workshops', 'vault', 'vaults'],
  'project or repository': ['house', 'houses'],
  'process an event': ['digested', 'digesting', 'digestion', 'digester'],
  relations: ['surroundings'],
  occurrence: ['sighting', 'sightings'],
  cache: ['shelf', 'shelves'],
  'drain and close': ['linger', 'lingers', 'lingering'],
  violation: ['trespasser', 'trespassers'],
  'side, program or comparison': ['contest', 'contests', 'contestant', 'contestants'],
  'error or violation': ['faults', 'faulty'],
  again: ['anew'],
  'the caller, handler or process by its name': ['whoever', 'whomever'],
};

/** Files in which such a word has its ordinary meaning. */
const ORDINARY: Readonly<Record<string, readonly string[]>> = {
  // The lists themselves.
  'test/repository/words.test.ts': Object.values(PRIVATE_WORDS).flat(),
};

/** Files in which names of Markdown files are not citations: tests make such files, and a program writes them. */
const MENTIONED = [
  '.github/workflows/contract.yml',
  'scripts/review/comment.ts',
  'test/system/contract/commands.test.ts',
  'test/contract/review/comment.test.ts',
  'test/docs/guides.test.ts',
  'test/system/docs/samples.test.ts',
  'test/repository/words.test.ts',
  'test/repository/workflows.test.ts',
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|js|cjs|mjs|md|ya?ml|sh)$/.test(file) && existsSync(path.join(ROOT, file)));

test('no file has a private word', () => {
  const words = new Map(
    Object.entries(PRIVATE_WORDS).flatMap(([instead, list]) => list.map((word) => [word, instead])),
  );
  const violations = files.flatMap((file) =>
    linesOf(file).flatMap(({ line, text }) =>
      [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]{2,}/g)]
        .map(([part]) => ({ part, word: words.has(part) ? part : part.toLowerCase() }))
        .filter(({ part, word }) => words.has(word) && part !== 'Windows' && ORDINARY[file]?.includes(word) !== true)
        .map(({ part, word }) => `${file}:${line}: ${part} (write ${words.get(word) ?? ''})`),
    ),
  );
  expect(violations).toEqual([]);
});

test('every cited page exists', () => {
  const violations = files
    .filter((file) => !MENTIONED.includes(file))
    .flatMap((file) =>
      linesOf(file).flatMap(({ line, text }) =>
        citationsIn(text)
          .filter((page) => !exists(file, page))
          .map((page) => `${file}:${line}: ${page}`),
      ),
    );
  expect(violations).toEqual([]);
});

test('a decision that is cited by its number exists', () => {
  const decisions = new Set([...readText('openapi/DECISIONS.md').matchAll(/\bD\d+\b/g)].map(([number]) => number));
  const violations = files.flatMap((file) =>
    linesOf(file).flatMap(({ line, text }) =>
      [...text.matchAll(/DECISIONS\.md,? (D\d+)/g)]
        .filter(([, number = '']) => !decisions.has(number))
        .map(([citation]) => `${file}:${line}: ${citation}`),
    ),
  );
  expect(violations).toEqual([]);
});

function linesOf(file: string): { line: number; text: string }[] {
  return readText(file)
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }));
}

/** Returns the paths of Markdown files, without paths in URLs. */
function citationsIn(text: string): string[] {
  const withoutUrls = text.replace(/https?:\/\/\S+/g, '');
  return [...withoutUrls.matchAll(/[\w./-]*\w\.md\b|\breference\/[\w.-]+/g)].map(([page]) => page);
}

/** Returns true if the page exists, seen from the repository or from the file that cites it. */
function exists(file: string, page: string): boolean {
  return [ROOT, path.join(ROOT, path.dirname(file))].some((folder) => existsSync(path.join(folder, page)));
}
