import { createPublicKey, verify } from 'node:crypto';
import { prepareEventRemoval } from '../../../src/api/events/removeEvent';
import { isEventOf } from '../../../src/api/organizations/createErasure';
import { eraseFromText, hashPerson, isPerson, type ErasureKind } from '../../../src/domain/erasure';
import { EraseDataJob } from '../../../src/jobs/eraseData';
import { AttachmentClient, fileItem } from '../../support/attachments';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { EAGER, type Service, startService } from '../../support/service';

/** A word that nothing else in the database has, in an address. */
const WORD = 'qzxplanted';
const VALUE = `${WORD}@example.com`;
const hour = (before: number) => new Date(Date.now() - before * 3_600_000).toISOString();

let place: TemporaryPlace;
let service: Service;
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  place = await makeMigratedPlace();
  service = await startService({ DATABASE_URL: place.url }, EAGER);
});
afterAll(async () => {
  await service.close();
  await place.dispose();
});
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

interface Erasure {
  readonly id: string;
  readonly status: string;
  readonly salt: string;
  readonly valueHash: string;
  readonly projects: Readonly<Record<string, unknown>>[];
  readonly receipt: { readonly text: string; readonly signature: string; readonly publicKey: string } | null;
}
const organization = () => `/api/0/organizations/${project.organization}/`;
const get = async <T>(path: string) => (await service.client.get(path, token).expect(200)).body as T;
const issues = (query = '') => get<Readonly<Record<string, unknown>>[]>(`${project.path}issues/?query=${query}`);

/** Erases a person, and waits until nothing is left to erase. */
async function erase(body: { kind: ErasureKind; value: string; projects?: string[] }): Promise<Erasure> {
  const reply = await service.client.post(`${organization()}erasures/`, token).send(body).expect(201);
  const { id } = reply.body as Erasure;
  let erasure = reply.body as Erasure;
  const { database } = service.app;
  await poll(async () => {
    // Another process, which is killed after each step.
    const job = new EraseDataJob({ database, isOfPerson: isEventOf, prepareRemoval: prepareEventRemoval });
    await job.step(new AbortController().signal);
    erasure = await get<Erasure>(`${organization()}erasures/${id}/`);
    return erasure.status === 'done';
  });
  return erasure;
}

/** An event with a value wherever an event can have one. */
const planted = (value: string) => ({
  ...{ fingerprint: ['shared'], timestamp: hour(1), release: 'shop@2', environment: 'production' },
  exception: { values: [{ type: 'Error', value: `no cart of ${value}` }] },
  logentry: { message: 'cart of %s', params: [value], formatted: `cart of ${value}` },
  user: { id: '7', email: value, username: 'bob', name: value, data: { value } },
  tags: { customer: value },
  request: {
    ...{ url: `https://shop.example/?u=${value}`, query_string: `u=${value}`, headers: { 'X-User': value } },
    ...{ cookies: `u=${value}`, data: { value }, env: { USER: value } },
  },
  breadcrumbs: { values: [{ message: value, category: value, data: { value } }] },
  extra: { value },
  contexts: { cart: { value }, device: { type: 'device', model: value } },
  ...{ transaction: value, server_name: value, logger: value, modules: { [value]: '1' } },
  threads: { values: [{ id: 1, name: value }] },
});

test('erases a person everywhere, also from the files of SQLite; counts of issues and the receipt are right', async () => {
  const client = new AttachmentClient(service, project, token);
  await service.fixtures.event(project, {
    ...{ fingerprint: ['shared'], timestamp: hour(3), release: 'shop@1', user: { id: '1', email: 'ann@example.com' } },
    exception: { values: [{ type: 'Error', value: 'no cart' }] },
  });
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  await client
    .send(first, [{ type: 'event' }, planted(VALUE)], fileItem(`${WORD}.txt`, `${VALUE} wrote this`))
    .expect(200);
  const alone = { ...planted(VALUE.toUpperCase()), fingerprint: ['alone'] };
  await client.send(second, [{ type: 'event' }, alone]).expect(200);
  const feedback = { message: `I am ${VALUE}`, name: WORD, contact_email: VALUE };
  await client.send('c'.repeat(32), [{ type: 'feedback' }, { contexts: { feedback } }]).expect(200);
  const report = { event_id: 'd'.repeat(32), name: WORD, email: VALUE, comments: 'It broke' };
  await client.send('d'.repeat(32), [{ type: 'user_report' }, report]).expect(200);
  const [shared] = (await issues()).filter(({ count }) => count === '2');
  const issue = `${organization()}issues/${String(shared?.['id'])}/`;
  await service.client
    .post(`${issue}notes/`, token)
    .send({ text: `I wrote to ${VALUE}.` })
    .expect(201);

  const erasure = await erase({ kind: 'email', value: VALUE });
  expect(erasure.projects).toEqual([
    expect.objectContaining({ slug: project.slug, events: 3, attachments: 1, issues: 2, feedback: 1, texts: 1 }),
  ]);
  const { text, signature, publicKey } = erasure.receipt ?? { text: '', signature: '', publicKey: '' };
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ valueHash: hashPerson(erasure.salt, { kind: 'email', value: VALUE }) });

  expect(await issues()).toMatchObject([{ title: 'Error: no cart', count: '1', userCount: 1 }]);
  expect(await issues(`user.email:${VALUE}`)).toEqual([]);
  expect(await issues('cart')).toHaveLength(1);
  expect(await get(`${issue}notes/`)).toMatchObject([{ data: { text: 'I wrote to [erased].' } }]);
  expect(await get(`${organization()}audit-logs/?event=erasure.create`)).toMatchObject([
    { details: { kind: 'email', valueHash: erasure.valueHash } },
  ]);
  // The bytes of SQLite's files, or all columns of all tables.
  const stored = await place.dump();
  expect(stored).toContain('shop@1');
  expect(stored.toLowerCase()).not.toContain(WORD);
  const { body } = await service.client.get(`${project.path}events/?full=true`, token).expect(200);
  expect(JSON.stringify(body)).not.toContain(WORD);
});

test.each([
  ['id', '4242424242', { id: '4242424242' }],
  ['username', 'bob', { id: '1', username: 'bob' }],
  ['ip_address', '203.0.113.9', { ip_address: '203.0.113.9' }],
] as const)('finds a person by %s, in the chosen projects only', async (kind, value, user) => {
  const other = await service.fixtures.project({ organization: project.organization });
  for (const one of [project, other]) await service.fixtures.event(one, { user });
  await service.fixtures.event(project, { user: { id: 'bobby', username: 'bobby', email: 'x@example.com' } });
  const erasure = await erase({ kind, value, projects: [project.slug] });
  expect(erasure.projects).toMatchObject([{ id: project.id, events: 1, issues: 0 }]);
  expect(await issues()).toMatchObject([{ count: '1', userCount: 1 }]);
  expect(await get(`${other.path}issues/?query=`)).toMatchObject([{ count: '1' }]);
  expect(await get(`${organization()}erasures/`)).toMatchObject([{ id: erasure.id, status: 'done' }]);
});

test.each<[kind: ErasureKind, value: string, user: string, entry: string, entryValue: string, title: string]>([
  ['email', 'rob@example.com', 'email:Rob@Example.com', '~user.email', 'ROB@example.com', 'ask Rob@example.com'],
  ['ip_address', '2001:DB8:0:0::1', 'ip:2001:db8::1', '~user.ip', '2001:0db8::0001', 'at 2001:db8:0::1: broken'],
])('erases what remains of expired events by %s, however it is spelled', async (kind, value, user, ...remains) => {
  const [entry, entryValue, title] = remains;
  await service.fixtures.event(project, { user: { id: '1' } });
  const [issue] = await issues();
  const key = { projectId: project.id, id: String(issue?.['id']) };
  const tags = [
    ...[user, `${user}0`].map((one) => ({ issueId: key.id, key: 'user', value: one })),
    { issueId: key.id, key: entry, value: entryValue },
  ];
  const count = {
    ruleId: '1',
    issueId: key.id,
    kind: 'users',
    key: user,
    amount: 1,
    expiresAt: Date.now() * 2,
  } as const;
  const ticket = { externalId: '7', key: '#7', url: 'https://git.example/7', title, state: 'open', at: 0 } as const;
  await service.app.database.write(async ({ issueTags, alertRules, tickets }) => {
    await issueTags.insert(project.id, tags);
    alertRules.addCounts(project.id, [count, { ...count, key: `${user}0` }]);
    await tickets.insert(key, '1', ticket, 0);
  });
  expect((await erase({ kind, value })).projects).toMatchObject([{ events: 0, texts: 1, tags: 2 }]);
  const left = await service.app.database.read(async ({ issueTags, alertRules, tickets }) => ({
    users: await issueTags.listValues(key, { key: 'user', prefix: '', cursor: null, limit: 10 }),
    blocks: await issueTags.listValuesOfProject(project.id, { key: entry, prefix: '' }, 10),
    counts: await alertRules.sumCounts(project.id, { issueIds: [key.id], now: 0 }),
    titles: (await tickets.listOfIssue(key)).map((one) => one.title),
  }));
  expect(left).toMatchObject({ users: ['id:1', `${user}0`].sort(), blocks: [], counts: [{ amount: 1 }] });
  expect(left.titles).toEqual([kind === 'email' ? 'ask [erased]' : 'at [erased]: broken']);
});

test('refuses an IP address that is none', async () => {
  const refused = async (value?: unknown) => {
    const body = { kind: 'ip_address', value };
    return (await service.client.post(`${organization()}erasures/`, token).send(body).expect(400)).body as unknown;
  };
  expect(await refused('203.0.113.999')).toEqual({ value: [expect.stringContaining('not an IP address')] });
  expect(await refused()).toEqual({ value: ['This field is required.'] });
});

test('compares IP addresses in their canonical form', () => {
  const person = { kind: 'ip_address', value: '2001:db8::1' } as const;
  expect(isPerson(person, '2001:0DB8:0:0:0:0:0:1')).toBe(true);
  expect(isPerson(person, '2001:db8::10')).toBe(false);
  expect(isPerson({ kind: 'ip_address', value: '::FFFF:203.0.113.9' }, '203.0.113.9')).toBe(true);
  expect(eraseFromText('[2001:DB8:0::1]:80, ip:2001:db8::1 and 2001:db8::1:2', person)).toBe(
    '[[erased]]:80, ip:[erased] and 2001:db8::1:2',
  );
});

test('replaces a value in texts where it is not a part of something longer', () => {
  const person = { kind: 'email', value: 'bob@x.test' } as const;
  expect(eraseFromText('Bob@x.test, jim-bob@x.test and bob@x.tests', person)).toBe(
    '[erased], jim-bob@x.test and bob@x.tests',
  );
  expect(eraseFromText('42 of 1234567', { kind: 'id', value: '42' })).toBe('42 of 1234567');
});
