/**
 * Each command that changes something adds an entry to the audit log, in the transaction of its change; one that changes
 * nothing adds none.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../../src/cli/program';
import { openDatabase } from '../../../src/store/engine/open';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';

const ACME = ['--organization', 'acme'];
const ANN = [...ACME, '--email', 'ann@acme.test'];
const BOB = [...ACME, '--email', 'bob@acme.test'];
const SHOP = [...ACME, '--project', 'shop'];

const FOLDER = mkdtempSync(join(tmpdir(), 'culprit-rules-'));
const RULES = join(FOLDER, 'rules');
writeFileSync(RULES, 'path:src/* #backend\n');
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** These commands read, call the service, or work on the database as a whole, whose log they would be written to. */
const WITHOUT_ENTRY = [
  'alert list',
  'audit list',
  'key list',
  'token list',
  'upload show',
  'webhook test',
  'member list',
  'organization list',
  'project list',
  'team list',
  'event journey',
  'release verdict',
  'issue assign',
  'issue ignore',
  'issue list',
  'issue resolve',
  'issue show',
  'issue unresolve',
  'database backup',
  'database copy',
  'database distribute',
  'database migrate',
  'database restore',
  'serve',
  'mcp',
  'import',
  'sourcemaps check',
  'sourcemaps prove',
];

/** The commands in an order in which each works, with the events of each. `KEY` stands for the key printed last. */
const COMMANDS: readonly (readonly [command: string, args: readonly string[], ...events: string[]])[] = [
  ['organization create', ['--slug', 'acme'], 'organization.create'],
  ['team create', [...ACME, '--slug', 'backend'], 'team.create'],
  ['project create', [...ACME, '--team', 'backend', '--slug', 'shop'], 'project.create'],
  ['member add', [...ANN, '--team', 'backend'], 'member.add'],
  ['member update', [...ANN, '--alerts', 'off'], 'alert_settings.update'],
  ['member add', BOB, 'member.add'],
  ['member add', [...BOB, '--team', 'backend', '--team', 'backend'], 'team.add_member'],
  ['member invite', ANN, 'invitation.create'],
  ['member password', ANN, 'sign_in_link.create'],
  ['member unlink', ANN, 'member.update'],
  ['member reset-second-factor', ANN, 'second_factor.remove'],
  ['member set-role', [...BOB, '--role', 'manager'], 'member.update'],
  ['team remove-member', [...ANN, '--team', 'backend'], 'team.remove_member'],
  ['team add-member', [...ANN, '--team', 'backend'], 'team.add_member'],
  ['token create', [...ANN, '--scope', 'project:read'], 'token.create'],
  ['token revoke', ['--id', '1'], 'token.revoke'],
  ['key create', [...SHOP, '--name', 'Phones'], 'key.create'],
  ['key update', [...SHOP, '--key', 'KEY', '--name', 'Tablets'], 'key.update'],
  ['key disable', [...SHOP, '--key', 'KEY'], 'key.update'],
  ['key enable', [...SHOP, '--key', 'KEY'], 'key.update'],
  ['key rotate', [...SHOP, '--key', 'KEY'], 'key.rotate'],
  ['key remove', [...SHOP, '--key', 'KEY'], 'key.remove'],
  ['upload purge', ACME, 'chunk.purge'],
  ['organization update', [...ACME, '--retention-days', '30'], 'organization.update'],
  ['project update', [...SHOP, '--retention-days', '10'], 'project.update'],
  ['project ownership', [...SHOP, '--file', RULES], 'project.update'],
  ['project update', [...SHOP, '--retention-days', '10', '--rate-limit', 'none']],
  ['team rename', [...ACME, '--slug', 'backend', '--name', 'Backend', '--new-slug', 'web'], 'team.update'],
  ['team rename', [...ACME, '--slug', 'web', '--name', 'Backend', '--new-slug', 'web']],
  ['project rename', [...ACME, '--slug', 'shop', '--new-slug', 'store'], 'project.update'],
  ['project rename', [...ACME, '--slug', 'store', '--name', 'shop', '--new-slug', 'store']],
  ['organization rename', ['--slug', 'acme', '--name', 'Acme Inc'], 'organization.update'],
  ['team create', [...ACME, '--slug', 'mobile'], 'team.create'],
  ['project transfer', [...ACME, '--slug', 'store', '--team', 'mobile'], 'project.add_team', 'project.remove_team'],
  ['project remove', [...ACME, '--slug', 'store', '--yes'], 'project.remove'],
  ['team remove', [...ACME, '--slug', 'web', '--yes'], 'team.remove'],
  ['member remove', [...BOB, '--yes'], 'member.remove'],
];

/** These commands change nothing if they are repeated. */
const REPEATABLE: ReadonlySet<string> = new Set([
  ...['member add', 'member update', 'member unlink', 'member set-role', 'team add-member', 'team remove-member'],
  ...['token revoke', 'key update', 'key enable', 'key disable', 'upload purge', 'project transfer'],
  ...['organization update', 'organization rename', 'project update', 'project ownership'],
]);

let place: TemporaryPlace;
let output: string;
beforeAll(async () => {
  place = await makeMigratedPlace();
  process.env['DATABASE_URL'] = place.url;
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output = String(text);
    return true;
  });
});
afterAll(async () => {
  jest.restoreAllMocks();
  delete process.env['DATABASE_URL'];
  await place.dispose();
});

async function run(command: string, args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  await createProgram().parseAsync(['node', 'culprit', ...command.split(' '), ...args, '--json']);
  return JSON.parse(output) as Record<string, string>;
}

/** Stores what no command does: a second factor and an account of every member, and a chunk. */
async function store(): Promise<void> {
  const database = await openDatabase(place.url);
  await database.write(async ({ members, signIns, contents }) => {
    const { rows } = await members.list('1', { cursor: null, size: 10 });
    for (const { organizationId, id: memberId } of rows) {
      const owner = { organizationId, memberId };
      const factor = { secret: 'A'.repeat(32), isConfirmed: true, lastStep: 0, recoveryHashes: [] };
      await signIns.insertFactor(owner, factor);
      await signIns.insertAccount(owner, { issuer: 'https://id.test', subject: memberId }, 1);
    }
    const chunk = { sha1: '0'.repeat(40), sliceCount: 0, chunkBytes: 10 };
    await contents.complete({ organizationId: '1', at: 1 }, [chunk]);
  });
  await database.close();
}

async function events(): Promise<string[]> {
  const database = await openDatabase(place.url);
  const page = { cursor: null, size: 1000 };
  const { rows } = await database.read(({ auditLog }) => auditLog.list('1', {}, page));
  await database.close();
  expect(rows.every(({ user, memberId, ipAddress }) => user !== null && memberId === null && ipAddress === null)).toBe(
    true,
  );
  return rows.map(({ event }) => event).reverse();
}

test('every command is listed here', () => {
  const leaves = createProgram().commands.flatMap((noun) =>
    noun.commands.length === 0 ? [noun.name()] : noun.commands.map((verb) => `${noun.name()} ${verb.name()}`),
  );
  expect(leaves.sort()).toEqual(
    [...new Set([...WITHOUT_ENTRY, 'organization remove', ...COMMANDS.map(([command]) => command)])].sort(),
  );
});

test('each command adds its entry, once, and a list shows them without secrets', async () => {
  const printed: string[] = [];
  let key = '';
  const expected: string[] = [];
  for (const [command, args, ...added] of COMMANDS) {
    if (command === 'member unlink') await store();
    const given = args.map((arg) => (arg === 'KEY' ? key : arg));
    const result = await run(command, given);
    if (REPEATABLE.has(command)) await run(command, given);
    key = result['publicKey'] ?? key;
    printed.push(...[key, result['token'] ?? '', result['url']?.split('#')[1] ?? ''].filter(Boolean));
    expected.push(...added);
    expect(await events()).toEqual(expected);
  }
  await createProgram().parseAsync(['node', 'culprit', 'audit', 'list', ...ACME, '--json']);
  expect(JSON.parse(output)).toHaveLength(expected.length);
  expect(printed.filter((secret) => output.includes(secret))).toEqual([]);
  await expect(run('audit list', [...ACME, '--event', 'delete'])).rejects.toThrow('--event is "delete", but must be');
});

test('a command that fails adds none', async () => {
  const before = await events();
  await expect(run('team create', [...ACME, '--slug', 'no slug'])).rejects.toThrow();
  await expect(run('organization remove', ['--slug', 'acme'])).rejects.toThrow(
    'This removes the organization "acme" with all its data, and cannot be undone; repeat the command with --yes',
  );
  expect(await events()).toEqual(before);
});

test('the removal of an organization is recorded, and its entries stay', async () => {
  await run('organization remove', ['--slug', 'acme', '--yes']);
  expect((await events()).at(-1)).toBe('organization.remove');
  await expect(run('team create', [...ACME, '--slug', 'backend'])).rejects.toThrow('There is no organization "acme"');
});
