import { createHash } from 'node:crypto';
import { mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../../../src/domain/access';
import {
  describeSqlite,
  makeEmptyPlace,
  makeTemporaryDirectory,
  type TemporaryDirectory,
  type TemporaryPlace,
} from '../../support/database';
import { openDatabase } from '../../../src/store/engine/open';
import { culprit, endProcesses, ensureBuilt, execute, type Outcome, ServiceProcess } from '../../support/process';
import { WebhookServer } from '../../support/webhookServer';

type Row = Record<string, unknown>;

const ACME = ['--organization', 'acme'];
const ANN = [...ACME, '--email', 'ann@acme.test'];

/** A database that commands have filled. Tests use copies of it. */
let filled: TemporaryPlace;
let dsn: string;

/** The working directory of commands. */
let directory: TemporaryDirectory;
let place: TemporaryPlace;
beforeAll(async () => {
  await ensureBuilt();
  directory = await makeTemporaryDirectory();
  filled = place = await makeEmptyPlace();
  ({ dsn } = await fill());
  await directory.dispose();
});
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  place = await makeEmptyPlace();
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
  await place.dispose();
});
afterAll(() => filled.dispose());

async function useFilled(): Promise<void> {
  await place.dispose();
  place = await filled.copy();
}

/** Runs a command on the test's database. */
function run(command: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  return culprit([...command.split(' '), ...args], { DATABASE_URL: place.url, ...env }, directory.path);
}

/** Runs a command with `--json` and returns the value that it prints. */
async function json<T = Row>(
  command: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<T> {
  const { code, stdout, stderr } = await run(command, [...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as T;
}

/** Runs a command without `--json` and returns its `name  value` lines, record by record. */
async function lines(command: string, args: readonly string[] = []): Promise<Row[]> {
  const { code, stdout, stderr } = await run(command, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const records = stdout.trim().split('\n\n');
  return records.map((record) => Object.fromEntries(record.split('\n').map((line) => line.split(/ {2,}/))) as Row);
}

/** Creates the organization acme, team backend, project shop and member ann. */
async function fill(): Promise<{ dsn: string }> {
  await json('organization create', ['--slug', 'acme']);
  await json('team create', [...ACME, '--slug', 'backend']);
  await json('member add', [...ANN, '--team', 'backend']);
  return json<{ dsn: string }>('project create', [
    ...ACME,
    '--team',
    'backend',
    '--slug',
    'shop',
    '--platform',
    'node',
  ]);
}

/** Returns the number of rows in each table that commands write. */
async function countRows(): Promise<unknown[]> {
  const engine = await place.openEngine();
  const tables = ['organization', 'team', 'member', 'project', 'project_key', 'token'];
  const rows = await engine.read((session) =>
    Promise.all(tables.map((table) => session.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, []))),
  );
  await engine.close();
  return rows.map((row) => row?.n);
}

const ID = expect.stringMatching(/^[1-9][0-9]*$/) as string;
const KEY = /^http:\/\/[0-9a-f]{32}@127\.0\.0\.1:4000\/[1-9][0-9]*$/;

describe('commands', () => {
  it('create an organization, team, project and member on a database that does not exist yet', async () => {
    expect(await json('organization create', ['--slug', 'acme', '--name', 'Acme Inc'])).toMatchObject({
      id: ID,
      slug: 'acme',
      name: 'Acme Inc',
    });
    expect(await json('team create', [...ACME, '--slug', 'backend'])).toMatchObject({
      id: ID,
      slug: 'backend',
      name: 'backend',
    });
    const project = await json('project create', [
      ...ACME,
      '--team',
      'backend',
      '--slug',
      'shop',
      '--name',
      'Shop',
      '--platform',
      'node',
    ]);
    expect(project).toMatchObject({
      id: ID,
      slug: 'shop',
      name: 'Shop',
      platform: 'node',
      dsn: expect.stringMatching(KEY) as string,
    });
    expect(String(project['dsn'])).toMatch(new RegExp(`/${String(project['id'])}$`));
    expect(await json('member add', [...ANN, '--team', 'backend'])).toEqual({ id: ID, email: 'ann@acme.test' });
    const keys = await json<Row[]>('key list', [...ACME, '--project', 'shop']);
    expect(keys).toEqual([
      {
        publicKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        name: 'Default',
        dsn: project['dsn'],
        isActive: true,
        dateCreated: expect.any(String) as string,
        rateLimit: null,
      },
    ]);
    expect(String(project['dsn'])).toContain(String(keys[0]?.['publicKey']));
  });

  it('limit keys, projects and organizations, and print the limit', async () => {
    await useFilled();
    const shop = [...ACME, '--project', 'shop'];
    const [key] = await json<Row[]>('key list', shop);
    const ofKey = [...shop, '--key', String(key?.['publicKey'])];
    for (const [command, args] of [
      ['organization update', ACME],
      ['project update', shop],
      ['key update', ofKey],
    ] as const) {
      expect(await json(command, args)).toMatchObject({ rateLimit: null });
      expect(await json(command, [...args, '--rate-limit', '100/60'])).toMatchObject({ rateLimit: '100/60' });
      expect(await json(command, args)).toMatchObject({ rateLimit: '100/60' });
    }
    expect(await json('key list', shop)).toEqual([{ ...key, rateLimit: '100/60' }]);
    expect(await json('key update', [...ofKey, '--rate-limit', 'none'])).toMatchObject({ rateLimit: null });
  });

  it('change the domains and the retention of organizations, and that of projects, and print what is in effect', async () => {
    await useFilled();
    const shop = [...ACME, '--project', 'shop'];
    expect(await json('project update', shop)).toMatchObject({ retentionDays: 90, retentionEvents: 0 });
    const changed = ['--retention-days', '30', '--retention-events', '500'];
    const domains = ['--openid-domain', 'ACME.test', '--openid-domain', 'acme.example'];
    expect(await json('organization update', [...ACME, ...domains])).toMatchObject({
      openIdDomains: ['acme.test', 'acme.example'],
    });
    const none = ['--openid-domain', 'none'];
    expect(await json('organization update', [...ACME, ...none])).toMatchObject({ openIdDomains: [] });
    expect(await json('organization update', [...ACME, ...changed])).toMatchObject({
      retentionDays: 30,
      retentionEvents: 500,
    });
    expect(await json('project update', [...shop, '--retention-days', '0'])).toMatchObject({
      retentionDays: 0,
      retentionEvents: 500,
    });
    const inherit = [...shop, '--retention-days', 'inherit'];
    expect(await json('project update', inherit)).toMatchObject({ retentionDays: 30 });
  });

  it('show and replace the ownership rules of a project, by a file of rules or a CODEOWNERS file', async () => {
    await useFilled();
    const shop = [...ACME, '--project', 'shop'];
    const own = (...args: string[]) => json('project ownership', [...shop, ...args]);
    const write = (name: string, text: string | Uint8Array) => writeFile(join(directory.path, name), text);
    const settings = {
      fallthrough: true,
      autoAssignment: 'Auto Assign to Issue Owner',
      codeownersAutoSync: false,
      isActive: true,
    };
    expect(await own()).toEqual({ raw: null, ...settings, dateCreated: null, lastUpdated: null });
    await write('rules', 'path:src/* #backend\n');
    const stored = await own('--file', 'rules');
    expect(stored).toMatchObject({
      raw: 'path:src/* #backend\n',
      ...settings,
      dateCreated: expect.any(String) as string,
    });
    expect(await own('--file', 'rules')).toEqual(stored);
    await write('CODEOWNERS', '# Owners\n* @acme/backend\n  docs:api/ ann@acme.test\n');
    const raw = '# Owners\n* @acme/backend\n  codeowners:docs:api/ ann@acme.test\n';
    expect(await own('--codeowners', 'CODEOWNERS')).toMatchObject({ raw, dateCreated: stored['dateCreated'] });
    expect((await run('project ownership', shop)).stdout).toMatch(
      /^fallthrough +true\n[^]*\n\n# Owners\n\* @acme\/backend\n/,
    );
    const changes = (await json<Row[]>('audit list', [...ACME, '--event', 'project.update'])).map(
      (one) => one['details'],
    );
    expect(changes).toEqual(Array(2).fill('{"fields":["ownership.raw"]}'));

    await write('wrong', 'path:src/* #docs\nfile:x #backend\n');
    await write('binary', Uint8Array.of(0x66, 0xff));
    await write('long', `${'x'.repeat(65_536)} #backend`);
    for (const [args, message] of [
      [
        ['--file', 'wrong'],
        'wrong: Line 1: The organization has no team "#docs"; correct it, or create the team first.\n' +
          'wrong: Line 2: "file:" is no type of rules; write path:, url:, module:, codeowners: or tags.KEY:\n',
      ],
      [['--file', 'long'], 'long: Ensure this field has no more than 65536 characters.\n'],
      [['--file', 'none'], '--file is "none", which does not exist.\n'],
      [['--codeowners', '.'], '--codeowners is ".", which is a directory.\n'],
      [['--file', 'binary'], '--file is "binary", which is not UTF-8 text.\n'],
      [['--file', 'rules', '--codeowners', 'CODEOWNERS'], 'Give --file or --codeowners, not both.\n'],
    ] as const)
      expect(await run('project ownership', [...shop, ...args])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `culprit: ${message}`,
      });
    expect(await own()).toMatchObject({ raw });
    await write('empty', '');
    expect(await own('--file', 'empty')).toMatchObject({ raw: null });
    expect((await run('project ownership', shop)).stdout).toMatch(/\n\nno rules\n$/);
  });

  it('print the same values as text', async () => {
    expect(await lines('organization create', ['--slug', 'acme'])).toMatchObject([{ id: ID, slug: 'acme' }]);
    expect(await lines('token list')).toEqual([{ none: undefined }]);
    expect(await lines('team create', [...ACME, '--slug', 'backend'])).toMatchObject([{ id: ID, slug: 'backend' }]);
    expect(await lines('member add', ANN)).toEqual([{ id: ID, email: 'ann@acme.test' }]);
    const made = await lines('project create', [...ACME, '--team', 'backend', '--slug', 'shop']);
    expect(made).toMatchObject([{ id: ID, slug: 'shop', dsn: expect.stringMatching(KEY) as string }]);
    expect(await lines('key list', [...ACME, '--project', 'shop'])).toMatchObject([
      { dsn: made[0]?.['dsn'], isActive: 'true' },
    ]);
    const [token] = await lines('token create', [...ANN, '--scope', 'project:read', '--scope', 'event:admin']);
    expect(token).toMatchObject({ id: ID, scopes: 'event:admin project:read', expiresAt: '-' });
    await lines('token create', [...ANN, '--scope', 'team:read']);
    expect(await lines('token list')).toMatchObject([
      { id: token?.['id'], email: 'ann@acme.test' },
      { scopes: 'team:read' },
    ]);
    expect(await lines('token revoke', ['--id', String(token?.['id'])])).toEqual([{ id: token?.['id'] }]);
  });

  it('use the public URL of their environment for DSNs', async () => {
    await useFilled();
    const addressOf = async (env: Record<string, string>) => {
      const [key] = await json<Row[]>('key list', [...ACME, '--project', 'shop'], env);
      return String(key?.['dsn']).replace(/[0-9a-f]{32}@/, '');
    };
    expect(await addressOf({ PUBLIC_URL: 'https://errors.example.com' })).toMatch(
      /^https:\/\/errors\.example\.com\/[0-9]+$/,
    );
    expect(await addressOf({ HOST: '127.0.0.2', PORT: '5000' })).toMatch(/^http:\/\/127\.0\.0\.2:5000\//);
    expect(await addressOf({ PORT: '0' })).toMatch(/^http:\/\/127\.0\.0\.1:4000\//);
  });

  it('give every project its own id and key, also in different organizations', async () => {
    await useFilled();
    await json('organization create', ['--slug', 'other']);
    await json('team create', ['--organization', 'other', '--slug', 'backend']);
    const other = await json('project create', ['--organization', 'other', '--team', 'backend', '--slug', 'shop']);
    const again = await json('project create', [...ACME, '--team', 'backend', '--slug', 'shop-2']);
    expect(new Set([dsn, other['dsn'], again['dsn']]).size).toBe(3);
    expect(new Set([other['id'], again['id']]).size).toBe(2);
  });

  it('add a member that exists already to further teams only', async () => {
    await useFilled();
    await json('team create', [...ACME, '--slug', 'frontend']);
    const first = await json('member add', ANN);
    expect(await json('member add', [...ANN, '--team', 'frontend', '--team', 'backend'])).toEqual(first);
    expect(await json('member add', ANN)).toEqual(first);
  });

  it('invite a member, once or again, and print links to sign in', async () => {
    await useFilled();
    const kim = [...ACME, '--email', 'kim@acme.test'];
    const env = { PUBLIC_URL: 'https://errors.acme.test' };
    const link = {
      id: ID,
      url: expect.stringMatching(/^https:\/\/errors\.acme\.test\/sign-in#[\w-]{43}$/) as string,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    };
    const first = await json('member invite', kim, env);
    expect(first).toEqual({ ...link, email: 'kim@acme.test' });
    const again = await json('member invite', [...kim, '--team', 'backend'], env);
    expect(again).toMatchObject({ id: first['id'] });
    expect(again['url']).not.toBe(first['url']);
    expect(await json('member invite', ANN, env)).toEqual({ ...link, email: 'ann@acme.test' });
    expect(await json('member password', ANN, env)).toEqual({ ...link, email: 'ann@acme.test' });
    await json('member invite', [...ACME, '--email', 'bob@acme.test', '--role', 'manager'], env);
    expect(await json('member list', ACME)).toMatchObject([
      { email: 'ann@acme.test', role: 'owner' },
      { email: 'kim@acme.test', role: 'member', teams: ['backend'] },
      { email: 'bob@acme.test', role: 'manager' },
    ]);
    const entriesOf = (event: string) => json<Row[]>('audit list', [...ACME, '--event', event]);
    const [invitations, links] = [await entriesOf('invitation.create'), await entriesOf('sign_in_link.create')];
    expect([invitations.length, links.length]).toEqual([4, 1]);
    expect(JSON.stringify([invitations, links])).not.toContain(String(first['url']).split('#')[1]);
  });

  it('list what there is, and change roles and memberships', async () => {
    await useFilled();
    expect(await json('organization list')).toMatchObject([{ id: ID, slug: 'acme', name: 'acme' }]);
    expect(await json('team list', ACME)).toMatchObject([{ id: ID, slug: 'backend', name: 'backend' }]);
    expect(await json('project list', ACME)).toMatchObject([{ id: ID, slug: 'shop', teams: ['backend'] }]);
    const ann = { email: 'ann@acme.test', role: 'owner', teams: ['backend'] };
    const bob = [...ACME, '--email', 'bob@acme.test'];
    await json('member add', [...bob, '--role', 'admin']);
    expect(await json('member list', ACME)).toMatchObject([ann, { email: 'bob@acme.test', role: 'admin', teams: [] }]);
    const role = await json('member set-role', [...bob, '--role', 'member']);
    expect(role).toEqual({ id: ID, email: 'bob@acme.test', role: 'member' });
    const membership = [...bob, '--team', 'backend'];
    for (let time = 0; time < 2; time += 1)
      expect(await json('team add-member', membership)).toMatchObject({ teams: ['backend'] });
    expect(await json('team remove-member', membership)).toMatchObject({ teams: [] });
    const shared = [...ACME, '--for-organization', '--name', 'Deployment', '--scope', 'project:releases'];
    await json('token create', shared);
    expect(await json('token list')).toMatchObject([{ email: null, name: 'Deployment', scopes: ['project:releases'] }]);
    const events = (await json<Row[]>('audit list', ACME)).map(({ event }) => event);
    expect(events.slice(0, 5)).toEqual([
      'token.create',
      'team.remove_member',
      'team.add_member',
      'member.update',
      'member.add',
    ]);
  });

  it.each([
    ['member set-role', [...ANN, '--role', 'member'], /only owner of "acme"; make another member owner first/],
    [
      'member set-role',
      [...ANN, '--role', 'king'],
      /--role is "king", but must be one of member, admin, manager, owner/,
    ],
    ['member add', [...ANN, '--role', 'admin'], /already a member, with the role owner/],
    ['token create', [...ACME, '--scope', 'org:read'], /either --email .* or --for-organization/],
    ['token create', [...ANN, '--for-organization', '--scope', 'org:read'], /either --email .* or --for-organization/],
    ['token create', [...ACME, '--for-organization', '--scope', 'org:admin'], /more than a token of an organization/],
  ])('refuse: %s %j', async (command, args, message) => {
    await useFilled();
    const { code, stderr } = await run(command, args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) as string });
  });

  it('create a project without a platform', async () => {
    await useFilled();
    expect(await json('project create', [...ACME, '--team', 'backend', '--slug', 'plain'])).toMatchObject({
      slug: 'plain',
      platform: null,
    });
  });

  it.each(['--help', 'token --help', 'token create --help', 'help serve'])('print the usage: %s', async (command) => {
    const { code, stdout, stderr } = await run(command);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: culprit/);
  });
});

describe('alerts', () => {
  beforeEach(useFilled);

  const mutes = async () => {
    const engine = await place.openEngine();
    const rows = await engine.read((session) => session.all('SELECT project_id, member_id FROM alert_mute', []));
    await engine.close();
    return rows.length;
  };

  it('are disabled and enabled for a member, of one project or of all', async () => {
    await json('project create', [...ACME, '--team', 'backend', '--slug', 'second']);
    const update = (...args: string[]) => json('member update', [...ANN, ...args]);
    expect(await update('--alerts', 'off', '--project', 'shop')).toEqual({
      id: ID,
      email: 'ann@acme.test',
      alerts: 'off',
      project: 'shop',
    });
    expect(await mutes()).toBe(1);
    expect(await update('--alerts', 'off')).toMatchObject({ alerts: 'off', project: null });
    expect(await mutes()).toBe(2);
    await update('--alerts', 'on', '--project', 'shop');
    expect(await mutes()).toBe(1);
    await update('--alerts', 'on');
    expect(await mutes()).toBe(0);
  });

  it('are none at first', async () => {
    expect(await json('alert list', ACME)).toEqual([]);
    expect(await json('alert list', [...ACME, '--project', 'shop'])).toEqual([]);
  });

  it.each([
    ['member update', [...ANN, '--alerts', 'maybe'], /--alerts is "maybe", but must be on or off/],
    ['member update', [...ACME, '--email', 'joe@acme.test', '--alerts', 'on'], /no member "joe@acme.test"/],
    ['member update', [...ANN, '--alerts', 'on', '--project', 'nope'], /no project "nope"/],
    ['alert list', ['--organization', 'nope'], /no organization "nope"/],
  ])('%s %j is rejected', async (command, args, sentence) => {
    const { code, stderr } = await run(command, args);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });
});

describe('uploads', () => {
  beforeEach(useFilled);

  it('are shown and purged: chunks that nobody assembled', async () => {
    const database = await openDatabase(place.url);
    const at = Date.now() - 2 * 60 * 60 * 1000;
    const put = (name: string, time: number) =>
      database.write(async ({ organizations, contents }) => {
        const { id: organizationId = '' } = (await organizations.findBySlug('acme')) ?? {};
        const sha1 = createHash('sha1').update(name).digest('hex');
        const owner = { organizationId, at: time };
        await contents.putSlices(owner, [{ sha1, number: 0, bytes: Buffer.from(name) }]);
        await contents.complete(owner, [{ sha1, sliceCount: 1, chunkBytes: 16384 }]);
      });
    await put('old', at);
    await put('new', Date.now());
    await database.close();
    const usage = { organization: 'acme', artifactBytes: 0 };
    expect(await json('upload show', ACME)).toEqual({ ...usage, chunks: 2, chunkBytes: 32768 });
    expect(await json('upload purge', ACME)).toEqual({ organization: 'acme', chunks: 1, chunkBytes: 16384 });
    expect(await json('upload show', ACME)).toEqual({ ...usage, chunks: 1, chunkBytes: 16384 });
    expect(await json('upload purge', [...ACME, '--older-than', '0'])).toMatchObject({ chunks: 1 });
    const refused = await run('upload purge', [...ACME, '--older-than', 'x']);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^culprit: --older-than is "x", but must be /),
    ]);
  });
});

describe('a webhook', () => {
  beforeEach(useFilled);
  const SHOP = [...ACME, '--project', 'shop'];

  it('is tested, and an error is one sentence', async () => {
    const missing = await run('webhook test', SHOP);
    expect([missing.code, missing.stderr]).toEqual([1, 'culprit: The project "shop" has no webhook.\n']);
    const server = await WebhookServer.start();
    try {
      const database = await openDatabase(place.url);
      await database.write(async ({ organizations, projects, webhooks }) => {
        const { id = '' } = (await organizations.findBySlug('acme')) ?? {};
        const project = await projects.findBySlug(id, 'shop');
        if (project === undefined) throw new Error('The project was not found.');
        await webhooks.save(project, { url: server.url, secret: 'whsec_AAAA', isEnabled: true });
      });
      await database.close();
      const refused = await run('webhook test', SHOP);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/^culprit: [^\n]*private network[^\n]*\n$/),
      ]);
      expect(await json('webhook test', SHOP, { WEBHOOK_ALLOW_PRIVATE: 'on' })).toMatchObject({ delivered: true });
      expect(server.posts).toHaveLength(1);
    } finally {
      await server.close();
    }
  });
});

describe('tokens', () => {
  beforeEach(useFilled);

  it('are printed once and stored only as a hash', async () => {
    const scopes = ['--scope', 'project:read', '--scope', 'event:admin', '--scope', 'project:read'];
    const made = await json<{ id: string; token: string }>('token create', [...ANN, ...scopes]);
    expect(made).toEqual({
      id: ID,
      token: expect.stringMatching(/^\S{20,}$/) as string,
      scopes: ['event:admin', 'project:read'],
      expiresAt: null,
    });
    const listed = await json<Row[]>('token list');
    expect(listed).toMatchObject([
      { id: made.id, organization: 'acme', email: 'ann@acme.test', scopes: ['event:admin', 'project:read'] },
    ]);
    const files = await place.dump();
    expect(files).toContain(createHash('sha256').update(made.token).digest('hex'));
    for (const text of [files, JSON.stringify(listed)]) expect(text).not.toContain(made.token);
  });

  it('can have each of the scopes', async () => {
    const made = await json('token create', [...ANN, ...SCOPES.flatMap((scope) => ['--scope', scope])]);
    expect(made['scopes']).toEqual(SCOPES);
  });

  it('expire at the given time', async () => {
    const made = await json('token create', [
      ...ANN,
      '--scope',
      'project:read',
      '--expires',
      '2100-01-01T01:00:00+01:00',
    ]);
    expect(made['expiresAt']).toBe('2100-01-01T00:00:00.000Z');
  });

  it('are still listed when they are revoked, and can be revoked twice', async () => {
    const { id } = await json('token create', [...ANN, '--scope', 'project:read']);
    expect(await json('token revoke', ['--id', String(id)])).toEqual({ id });
    const [revoked] = await json<Row[]>('token list');
    expect(revoked?.['revokedAt']).toEqual(expect.any(String));
    expect(await json('token revoke', ['--id', String(id)])).toEqual({ id });
    expect(await json<Row[]>('token list')).toEqual([revoked]);
  });
});

/** Expects one sentence on standard error, without a stack, and nothing else. */
function expectRejection({ code, stdout, stderr }: Outcome, words: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at |node:internal|\.js:\d/m);
}

describeSqlite('invalid commands', () => {
  beforeEach(useFilled);

  const PROJECT = [...ACME, '--team', 'backend'];
  const cases: [string, string, string[], RegExp][] = [
    ['no slug', 'organization create', [], /--slug/],
    ['no organization', 'team create', ['--slug', 'x'], /--organization/],
    ['no team', 'project create', [...ACME, '--slug', 'x'], /--team/],
    ['no email address', 'member add', ACME, /--email/],
    ['no scope', 'token create', ANN, /--scope/],
    ['no id', 'token revoke', [], /--id/],
    ['no project', 'key list', ACME, /--project/],
    [
      'a limit without seconds',
      'project update',
      [...ACME, '--project', 'shop', '--rate-limit', '100'],
      /100\/60|1000\/60/,
    ],
    ['a limit of no events', 'organization update', [...ACME, '--rate-limit', '0/60'], /1 to 1000000000 events/],
    ['a wrong domain', 'organization update', [...ACME, '--openid-domain', 'a b'], /a domain such as acme\.test/],
    ['a limit of days', 'organization update', [...ACME, '--rate-limit', '5/86401'], /1 to 86400 seconds/],
    ['too many days', 'project update', [...ACME, '--project', 'shop', '--retention-days', '36501'], /inherit/],
    ['days of nothing', 'organization update', [...ACME, '--retention-days', 'inherit'], /0 \(forever\) to 36500/],
    ['an unknown key', 'key update', [...ACME, '--project', 'shop', '--key', 'f'.repeat(32)], /no key "ffff/],
    ['an option without a value', 'organization create', ['--slug'], /--slug/],
    ['an unknown option', 'organization create', ['--slug', 'x', '--colour', 'red'], /--colour/],
    ['a surplus argument', 'organization create', ['--slug', 'x', 'y'], /argument/],
    ['an existing organization', 'organization create', ['--slug', 'acme'], /organization "acme"/],
    ['an existing team', 'team create', [...ACME, '--slug', 'backend'], /team "backend"/],
    ['an existing project', 'project create', [...PROJECT, '--slug', 'shop'], /project "shop"/],
    ['an unknown organization', 'team create', ['--organization', 'nobody', '--slug', 'x'], /no organization "nobody"/],
    [
      'an unknown organization of a key',
      'key list',
      ['--organization', 'nobody', '--project', 'shop'],
      /no organization "nobody"/,
    ],
    [
      'an unknown organization of a token',
      'token create',
      ['--organization', 'nobody', '--email', 'a@b.c', '--scope', 'team:read'],
      /no organization "nobody"/,
    ],
    [
      'an unknown team of a project',
      'project create',
      [...ACME, '--team', 'nobody', '--slug', 'x'],
      /no team "nobody"/,
    ],
    ['an unknown team of a member', 'member add', [...ANN, '--team', 'nobody'], /no team "nobody"/],
    [
      'an unknown member',
      'token create',
      [...ACME, '--email', 'bob@acme.test', '--scope', 'team:read'],
      /no member "bob@acme\.test"/,
    ],
    ['an unknown member', 'member password', [...ACME, '--email', 'bob@acme.test'], /no member "bob@acme\.test"/],
    [
      'an invited member of another role',
      'member invite',
      [...ANN, '--role', 'admin'],
      /already a member, with the role/,
    ],
    ['no e-mail address', 'member invite', [...ACME, '--email', 'ann'], /--email.*"ann"/],
    ['an unknown project', 'key list', [...ACME, '--project', 'nothing'], /no project "nothing"/],
    [
      'an unknown scope',
      'token create',
      [...ANN, '--scope', 'project:read', '--scope', 'project:delete'],
      /"project:delete"/,
    ],
    [
      'an unknown platform',
      'project create',
      [...PROJECT, '--slug', 'x', '--platform', 'toaster'],
      /--platform.*"toaster"/,
    ],
    ['a reserved slug', 'project create', [...PROJECT, '--slug', 'settings'], /--slug.*"settings"/],
    ['a project slug in capitals', 'project create', [...PROJECT, '--slug', 'Shop'], /--slug.*"Shop"/],
    ['a project slug of digits', 'project create', [...PROJECT, '--slug', '123'], /--slug.*"123"/],
    ['a team slug of digits', 'team create', [...ACME, '--slug', '123'], /--slug.*"123"/],
    ['an empty slug', 'organization create', ['--slug', ''], /--slug/],
    ['a slug with a slash', 'organization create', ['--slug', 'a/b'], /--slug.*"a\/b"/],
    ['a slug of 101 characters', 'organization create', ['--slug', 'a'.repeat(101)], /--slug/],
    ['an empty name', 'organization create', ['--slug', 'x', '--name', ' '], /--name/],
    ['a long name', 'project create', [...PROJECT, '--slug', 'x', '--name', 'n'.repeat(201)], /--name/],
    ['an email address without a host', 'member add', [...ACME, '--email', 'ann'], /--email.*"ann"/],
    [
      'an invalid date',
      'token create',
      [...ANN, '--scope', 'team:read', '--expires', 'tomorrow'],
      /--expires.*"tomorrow"/,
    ],
    [
      'a day that is not in the calendar',
      'token create',
      [...ANN, '--scope', 'team:read', '--expires', '2027-02-30T00:00:00Z'],
      /--expires.*"2027-02-30T00:00:00Z"/,
    ],
    [
      'a date without a zone',
      'token create',
      [...ANN, '--scope', 'team:read', '--expires', '2027-01-01T00:00:00'],
      /--expires/,
    ],
    ['an unknown token', 'token revoke', ['--id', '99'], /no token 99/],
    ['an invalid token id', 'token revoke', ['--id', '1; DROP TABLE token'], /no token/],
    ['an unknown subcommand', 'organization destroy', [], /destroy/],
    ['an unknown command', 'galaxy create', [], /galaxy/],
  ];

  it('are rejected with one sentence and change nothing', async () => {
    const before = await countRows();
    const failures: string[] = [];
    for (const [index, [name, command, args, words]] of cases.entries()) {
      try {
        expectRejection(await run(command, index % 2 === 0 ? args : ['--json', ...args]), words);
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
    }
    expect(failures).toEqual([]);
    expect(await countRows()).toEqual(before);
    expect(before).toEqual([1, 1, 1, 1, 1, 0]);
  });
});

describeSqlite('the database file of a command', () => {
  const create = (env: Record<string, string>) => run('organization create', ['--slug', 'acme'], env);

  it('is created at the path of DATABASE_URL, relative to the working directory', async () => {
    expect((await create({ DATABASE_URL: 'sqlite:other.db' })).code).toBe(0);
    expect(await readdir(directory.path)).toContain('other.db');
  });

  it('is culprit.db without DATABASE_URL', async () => {
    expect((await create({ DATABASE_URL: '' })).code).toBe(0);
    expect(await readdir(directory.path)).toContain('culprit.db');
  });

  it.each([
    ['is in memory', 'sqlite::memory:', /sqlite::memory:/],
    ['has no scheme', 'culprit.db', /DATABASE_URL/],
    ['is of an unsupported kind', 'mysql://localhost/culprit', /DATABASE_URL/],
    ['names no file', 'sqlite:', /DATABASE_URL/],
    ['is in a directory that does not exist', 'sqlite:nowhere/culprit.db', /nowhere/],
    ['is a directory', 'sqlite:folder', /folder/],
    ['is not a database', 'sqlite:notes.txt', /notes\.txt.*not an SQLite database/],
  ])('is rejected if it %s', async (_, databaseUrl, words) => {
    await mkdir(join(directory.path, 'folder'));
    await writeFile(join(directory.path, 'notes.txt'), 'These are notes, and no database at all. '.repeat(100));
    expectRejection(await create({ DATABASE_URL: databaseUrl }), words);
    expect((await readdir(directory.path)).sort()).toEqual(['folder', 'notes.txt']);
  });

  it('is created and migrated by any command', async () => {
    const DATABASE_URL = 'sqlite:new.db';
    expect(await run('token list', ['--json'], { DATABASE_URL })).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    expect(await readdir(directory.path)).toContain('new.db');
    const { code } = await create({ DATABASE_URL });
    expect(code).toBe(0);
  });

  it.each([
    ['key list', [...ACME, '--project', 'shop'], 'acme'],
    ['member add', ANN, 'acme'],
    ['token revoke', ['--id', '1'], '1'],
  ])('is named by %s if it was created and lacks the subject', async (command, args, subject) => {
    const outcome = await run(command, args, { DATABASE_URL: 'sqlite:typo.db' });
    const file = join(await realpath(directory.path), 'typo.db');
    const created = `\\(in ${file}, which the command has created; DATABASE_URL names the file\\)`;
    expectRejection(outcome, new RegExp(`^culprit: There is no .*${subject}.* ${created}$`, 'm'));
    expectRejection(await run(command, args, { DATABASE_URL: 'sqlite:typo.db' }), /^culprit: [^(]*$/);
  });

  it('can be read by its owner only', async () => {
    await create({ DATABASE_URL: '' });
    expect((await stat(join(directory.path, 'culprit.db'))).mode & 0o777).toBe(0o600);
  });

  it('is rejected if it cannot be created', async () => {
    expectRejection(await create({ DATABASE_URL: 'sqlite:/proc/culprit.db' }), /\/proc\/culprit\.db/);
  });
});

describeSqlite('the environment of a command', () => {
  it('is rejected with a message for each invalid variable', async () => {
    const { code, stdout, stderr } = await run('organization create', ['--slug', 'acme'], {
      PORT: 'ninety',
      PUBLIC_URL: 'errors',
      LOG_LEVEL: 'loud',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(stderr).toContain(name);
  });
});

describe('the output of a command', () => {
  /** Runs a command whose output goes elsewhere, and prints its exit code on standard error. */
  const direct = (to: string) =>
    execute('/bin/sh', ['-c', `{ "$0" "$@"; echo "exit code $?" >&2; } ${to}`, process.execPath, ...LIST], {
      DATABASE_URL: place.url,
    });
  const LIST = ['dist/src/main.js', 'organization', 'list'];

  it('may be closed by its reader', async () => {
    await useFilled();
    expect(await direct('| true')).toEqual({ code: 0, stdout: '', stderr: 'exit code 0\n' });
  });

  it('fails the command if it cannot be written', async () => {
    await useFilled();
    const stderr = 'culprit: Standard output cannot be written (ENOSPC).\nexit code 1\n';
    expect(await direct('>/dev/full')).toEqual({ code: 0, stdout: '', stderr });
  });
});

describe('concurrent commands', () => {
  it('can use one database', async () => {
    const slugs = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(slugs.map((slug) => json('organization create', ['--slug', slug])));
    expect(new Set(made.map(({ id }) => id)).size).toBe(slugs.length);
  });
});

describe('a command', () => {
  it('affects the next request to the running service', async () => {
    const service = await ServiceProcess.start({ DATABASE_URL: place.url, BOOTSTRAP: 'off' });
    const env = { PUBLIC_URL: service.url };
    await fill();
    const list = (token: string) => service.client.get('/api/0/projects/acme/shop/events/', token);

    const { id, token } = await json<{ id: string; token: string }>('token create', [
      ...ANN,
      '--scope',
      'project:read',
    ]);
    await list(token).expect(200, []);

    const made = await json('project create', [...ACME, '--team', 'backend', '--slug', 'late'], env);
    const { username, pathname } = new URL(String(made['dsn']));
    const sent = await service.client.post(`/api${pathname}/store/?sentry_key=${username}`).send({ message: 'hello' });
    expect(sent.status).toBe(200);
    const { body } = await service.client.get('/api/0/projects/acme/late/events/', token).expect(200);
    expect(body).toMatchObject([{ title: 'hello' }]);

    await json('token revoke', ['--id', id]);
    await list(token).expect(401, { detail: 'Invalid token' });
    expect((await service.stop()).code).toBe(0);
  });
});
