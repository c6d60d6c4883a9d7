import { spawnSync } from 'node:child_process';
import { importCommand, type ImportInput, wrongFields } from '../../src/console/pages/organization/importCommand';

const SERVER: ImportInput = {
  kind: 'server',
  address: 'https://sentry.example.com',
  file: '',
  organization: '',
  projects: '',
};
const BUGSINK: ImportInput = { ...SERVER, kind: 'bugsink', address: '', file: 'db.sqlite3' };

/** Returns the words after `npx` as the shells have them, which agree. */
function wordsOf(command: string | null): string[] {
  const script = `npx() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${command ?? ''}`;
  const outputs = ['bash', 'sh'].map((shell) => {
    const { stdout, stderr } = spawnSync(shell, ['-c', script], { encoding: 'utf8', env: { HOME: '/home/ann' } });
    return stderr + stdout;
  });
  expect(new Set(outputs).size).toBe(1);
  return (outputs[0] ?? '').split('\0').slice(0, -1);
}

test('a server is named with its organization and the chosen projects, in a dry run first', () => {
  const input = { ...SERVER, organization: ' acme ', projects: 'shop, checkout,, api ' };
  expect(importCommand(input, true)).toBe(
    'npx culprit import --from https://sentry.example.com --org acme --project shop --project checkout --project api --dry-run',
  );
  expect(importCommand(SERVER, false)).toBe('npx culprit import --from https://sentry.example.com');
});

test('a database of Bugsink has no organization, and no address', () => {
  const input = { ...BUGSINK, address: 'not read', organization: 'not read', projects: 'shop' };
  expect(importCommand(input, false)).toBe('npx culprit import --from-bugsink db.sqlite3 --project shop');
});

test.each([
  'my data/db.sqlite3',
  `it's "the" one`,
  '$HOME/$(id)`id`.sqlite3',
  'a;id|id&id>x<y',
  '--dry-run',
  '*?[a]{b,c}!\\',
  '=ls',
  'a~/#b',
  'größe\u{1f600}',
])('a shell reads %j as one word', (file) => {
  expect(wordsOf(importCommand({ ...BUGSINK, file }, false))).toEqual(['culprit', 'import', '--from-bugsink', file]);
});

test('a path in the home directory is still one', () => {
  const command = importCommand({ ...BUGSINK, file: "~/ann's data/$x" }, false);
  expect(wordsOf(command).at(-1)).toBe("/home/ann/ann's data/$x");
  expect(wordsOf(importCommand({ ...BUGSINK, file: '~/' }, false)).at(-1)).toBe('~/');
});

test('an address, an organization and projects are words too', () => {
  const input = { ...SERVER, address: "https://a.test/$x'y", organization: '$a', projects: '`id` "b"' };
  const words = ['--from', "https://a.test/$x'y", '--org', '$a', '--project', '`id`', '--project', '"b"', '--dry-run'];
  expect(wordsOf(importCommand(input, true)).slice(2)).toEqual(words);
});

test.each<[keyof ImportInput, Partial<ImportInput>]>([
  ['address', { address: '' }],
  ['address', { address: 'sentry.example.com' }],
  ['address', { address: 'ftp://sentry.example.com' }],
  ['address', { address: 'https://' }],
  ['address', { address: 'https://ann:secret@sentry.example.com' }],
  ['address', { address: 'https://sentry.example.com/?token=x' }],
  ['address', { address: 'https://sentry.example.com/#x' }],
  ['address', { address: 'https://sentry.example.com/\nid' }],
  ['organization', { organization: 'a\nid' }],
  ['organization', { organization: 'two words' }],
  ['projects', { projects: 'a\nid' }],
  ['file', { ...BUGSINK, file: ' ' }],
  ['file', { ...BUGSINK, file: 'a\nid' }],
  ['file', { ...BUGSINK, file: 'a\u001bid' }],
])('there is no command with a wrong %s: %j', (name, changes) => {
  const input = { ...SERVER, ...changes };
  expect(wrongFields(input)).toEqual([name]);
  expect(importCommand(input, false)).toBeNull();
});
