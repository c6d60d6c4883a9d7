/** The requests to each ticket system, what it replies, and its webhooks. */
import { createHmac } from 'node:crypto';
import type { TicketSystemKind } from '../../src/domain/ticket';
import { TICKET_SYSTEMS, type TicketAccess } from '../../src/tickets/systems';
import { createTicketSender, TicketClient, TicketFailure } from '../../src/tickets/ticketClient';
import { type PlayedReply, TicketServer } from '../support/tickets';

const NOW = Date.parse('2026-11-21T10:31:00Z');
const { signal } = new AbortController();
const DRAFT = { title: 'boom', url: 'https://errors.acme.test/issues/1/', lines: ['@ann ``` boom', '#1'] };
const FENCED = 'https://errors.acme.test/issues/1/\n\n````\n@ann ``` boom\n#1\n````\n';
const UPDATED = { updated_at: '2026-11-21T10:30:02Z' };
const AT = Date.parse(UPDATED.updated_at);

let server: TicketServer;
let client: TicketClient;
beforeAll(async () => {
  server = await TicketServer.start();
  client = new TicketClient(Buffer.alloc(32, 1), createTicketSender({ allowsPrivate: true }), () => NOW);
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const accessTo = (kind: TicketSystemKind, others: Partial<TicketAccess> = {}): TicketAccess => ({
  ...{ kind, url: server.url, project: kind === 'jira' ? 'SHOP' : 'acme/shop', token: 's3cret' },
  ...{ user: null, issueType: kind === 'jira' ? 'Task' : null, ...others },
});
const play = (replies: Readonly<Record<string, PlayedReply>>) => {
  for (const [request, reply] of Object.entries(replies)) server.replies.set(request, reply);
};
/** The requests that were received, with their JSON, and the given headers. */
const received = (...names: string[]) =>
  server.requests.map(({ method, path, headers, body }) => [
    `${method} ${path}`,
    body === '' ? null : (JSON.parse(body) as unknown),
    ...names.map((name) => headers[name]),
  ]);

interface Forge {
  readonly kind: TicketSystemKind;
  readonly base: string;
  readonly header: readonly [name: string, value: string];
  readonly issue: (state: 'open' | 'closed') => object;
  readonly change: readonly [method: string, body: object];
  readonly textMember: string;
}
const forgeIssue = (state: string) => ({ number: 7, state, title: 'boom', html_url: 'https://x.test/7', ...UPDATED });
const FORGES: readonly [Forge, ...Forge[]] = [
  {
    ...{ kind: 'github', base: '/api/v3/repos/acme/shop', header: ['authorization', 'Bearer s3cret'] },
    ...{ issue: forgeIssue, change: ['PATCH', { state: 'closed' }], textMember: 'body' },
  },
  {
    ...{ kind: 'gitea', base: '/api/v1/repos/acme/shop', header: ['authorization', 'token s3cret'] },
    ...{ issue: forgeIssue, change: ['PATCH', { state: 'closed' }], textMember: 'body' },
  },
  {
    ...{ kind: 'gitlab', base: '/api/v4/projects/acme%2Fshop', header: ['private-token', 's3cret'] },
    issue: (state) => ({
      ...{ iid: 7, state: state === 'open' ? 'opened' : state, title: 'boom', web_url: 'https://x.test/7' },
      ...UPDATED,
    }),
    ...{ change: ['PUT', { state_event: 'close' }], textMember: 'description' },
  },
];

test.each(FORGES)('$kind gets these requests, and its tickets are read', async (forge) => {
  const { kind, base, header, issue, change, textMember } = forge;
  const access = accessTo(kind);
  play({
    [`GET ${base}`]: [200, { id: 1 }],
    [`POST ${base}/issues`]: [201, issue('open')],
    [`GET ${base}/issues/7`]: [200, issue('closed')],
    [`${change[0]} ${base}/issues/7`]: [200, issue('closed')],
  });
  await client.check(access, signal);
  const ticket = { externalId: '7', key: '#7', url: 'https://x.test/7', title: 'boom', at: AT };
  expect(await client.create(access, DRAFT, signal)).toEqual({ ...ticket, state: 'open' });
  expect(await client.find(access, '7', signal)).toEqual({ ...ticket, state: 'closed' });
  expect(await client.change(access, '7', 'closed', signal)).toBe(AT);
  expect(received(header[0])).toEqual([
    [`GET ${base}`, null, header[1]],
    [`POST ${base}/issues`, { title: 'boom', [textMember]: FENCED }, header[1]],
    [`GET ${base}/issues/7`, null, header[1]],
    [`${change[0]} ${base}/issues/7`, change[1], header[1]],
  ]);
});

describe('a ticket that an interrupted request has created', () => {
  const SINCE = Date.parse('2026-11-21T10:20:00Z');
  const about = { url: DRAFT.url, since: SINCE };
  const since = '2026-11-21T10:10:00.000Z';
  const LISTS: readonly [TicketSystemKind, (page: number) => string, string][] = [
    ['github', (page) => `?state=all&since=${since}&sort=created&direction=desc&per_page=50&page=${page}`, 'body'],
    ['gitea', (page) => `?state=all&since=${since}&type=issues&limit=50&page=${page}`, 'body'],
    [
      'gitlab',
      (page) => `?created_after=${since}&order_by=created_at&sort=desc&per_page=50&page=${page}`,
      'description',
    ],
  ];

  test.each(LISTS)('is found on the pages of %s', async (kind, query, textMember) => {
    const { base, issue } = FORGES.find((forge) => forge.kind === kind) ?? FORGES[0];
    const other = { ...issue('open'), [textMember]: 'https://errors.acme.test/issues/12/' };
    play({
      [`GET ${base}/issues${query(1)}`]: [200, [other]],
      [`GET ${base}/issues${query(2)}`]: [200, [other, { ...issue('closed'), [textMember]: FENCED }]],
    });
    expect(await client.findCreated(accessTo(kind), about, signal)).toMatchObject({ key: '#7', state: 'closed' });
    play({ [`GET ${base}/issues${query(2)}`]: [200, []] });
    expect(await client.findCreated(accessTo(kind), about, signal)).toBeNull();
  });

  test.each([
    ['/search/jql', 'ann@acme.test', `[${DRAFT.url}|${DRAFT.url}|smart-link]`],
    ['/search', null, DRAFT.url],
  ])('is found in Jira by %s', async (path, user, description) => {
    const query = encodeURIComponent('project = "SHOP" AND created >= "-21m" ORDER BY created DESC');
    const list = `GET /rest/api/2${path}?jql=${query}&fields=status,summary,updated,description&maxResults=100`;
    const issues = [{ id: '10007', key: 'SHOP-7', fields: { summary: 'boom', description } }];
    play({ [list]: [200, { issues }] });
    expect(await client.findCreated(accessTo('jira', { user }), about, signal)).toMatchObject({ key: 'SHOP-7' });
    play({ [list]: [200, { issues: [] }] });
    expect(await client.findCreated(accessTo('jira', { user }), about, signal)).toBeNull();
  });
});

test('the address of the API of GitHub itself is another one', () => {
  const { check } = TICKET_SYSTEMS.github;
  expect(check(accessTo('github', { url: 'https://github.com' })).url).toBe('https://api.github.com/repos/acme/shop');
});

describe('Jira', () => {
  const status = (key: string) => ({ statusCategory: { key } });
  const issue = (category: string) => ({
    ...{ id: '10007', key: 'SHOP-7' },
    fields: { summary: 'boom', status: status(category), updated: '2026-11-21T11:30:02.000+0100' },
  });
  const transitions = [
    { id: '11', to: status('new') },
    { id: '31', to: status('done') },
  ];
  const FIELDS = '?fields=status,summary,updated';

  test('gets these requests, and its tickets are read', async () => {
    const access = accessTo('jira', { user: 'ann@acme.test', issueType: 'Bug' });
    const date = { Date: 'Sat, 21 Nov 2026 10:30:40 GMT' };
    play({
      'GET /rest/api/2/project/SHOP': [200, { id: '1' }],
      'POST /rest/api/2/issue': [201, { id: '10007', key: 'SHOP-7' }, date],
      [`GET /rest/api/2/issue/SHOP-7${FIELDS}`]: [200, issue('new')],
      [`GET /rest/api/2/issue/10007${FIELDS}&expand=transitions`]: [200, { ...issue('indeterminate'), transitions }],
      'POST /rest/api/2/issue/10007/transitions': [204, null, date],
    });
    await client.check(access, signal);
    const ticket = { externalId: '10007', key: 'SHOP-7', url: `${server.url}/browse/SHOP-7`, title: 'boom' };
    const dated = Date.parse('2026-11-21T10:30:40Z');
    expect(await client.create(access, DRAFT, signal)).toEqual({ ...ticket, state: 'open', at: dated });
    expect(await client.find(access, 'SHOP-7', signal)).toEqual({ ...ticket, state: 'open', at: AT });
    expect(await client.change(access, '10007', 'closed', signal)).toBe(dated);
    const fields = {
      ...{ project: { key: 'SHOP' }, issuetype: { name: 'Bug' }, summary: 'boom' },
      description: 'https://errors.acme.test/issues/1/\n\n{noformat}\n@ann ``` boom\n#1\n{noformat}\n',
    };
    const basic = `Basic ${Buffer.from('ann@acme.test:s3cret').toString('base64')}`;
    expect(received('authorization')).toEqual([
      ['GET /rest/api/2/project/SHOP', null, basic],
      ['POST /rest/api/2/issue', { fields }, basic],
      [`GET /rest/api/2/issue/SHOP-7${FIELDS}`, null, basic],
      [`GET /rest/api/2/issue/10007${FIELDS}&expand=transitions`, null, basic],
      ['POST /rest/api/2/issue/10007/transitions', { transition: { id: '31' } }, basic],
    ]);
  });

  test('a server gets its token alone, and nothing for a ticket that has the state', async () => {
    const path = `GET /rest/api/2/issue/10007${FIELDS}&expand=transitions`;
    play({ [path]: [200, { ...issue('done'), transitions }] });
    expect(await client.change(accessTo('jira'), '10007', 'closed', signal)).toBe(AT);
    expect(received('authorization')).toEqual([[path, null, 'Bearer s3cret']]);
  });

  test('a ticket without a transition to the state is a failure', async () => {
    play({ [`GET /rest/api/2/issue/10007${FIELDS}&expand=transitions`]: [200, { ...issue('new'), transitions: [] }] });
    await expect(client.change(accessTo('jira'), '10007', 'closed', signal)).rejects.toThrow(
      'Jira has no transition of this ticket to "closed" for this token.',
    );
  });
});

describe('a failure', () => {
  const failureOf = async (reply: PlayedReply) => {
    play({ 'GET /api/v3/repos/acme/shop/issues/7': reply });
    const error: unknown = await client.find(accessTo('github'), '7', signal).catch((thrown: unknown) => thrown);
    return error instanceof TicketFailure ? [error.kind, error.retryAfterMs, error.message] : error;
  };
  const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 120) };
  test.each<[string, PlayedReply, unknown[]]>([
    [
      'of the token',
      [401, { message: 'Bad credentials' }],
      ['refused', 0, 'GitHub answered with status 401: Bad credentials.'],
    ],
    [
      'without a ticket',
      [404, { message: 'Not Found' }],
      ['missing', 0, 'GitHub answered with status 404: Not Found.'],
    ],
    [
      'of a value, as Jira names it',
      [422, { errorMessages: [], errors: { summary: 'Too\nlong.' } }],
      ['refused', 0, 'GitHub answered with status 422: Too long.'],
    ],
    ['of a rate limit', [429, null, { 'Retry-After': '90' }], ['later', 90_000, 'GitHub answered with status 429.']],
    ['of the rate limit of GitHub', [403, null, reset], ['later', 120_000, 'GitHub answered with status 403.']],
    ['of the system', [502, '<html>'], ['later', 0, 'GitHub answered with status 502.']],
    ['of the format', [200, ['html']], ['refused', 0, 'GitHub answered with something else than a ticket.']],
    ['by a redirect', [301, null, { Location: 'http://x.test/' }], ['refused', 0, 'GitHub answered with status 301.']],
  ])('%s', async (_what, reply, expected) => expect(await failureOf(reply)).toEqual(expected));

  test('of the connection, and of a private host that is not allowed', async () => {
    const refusing = new TicketClient(null, createTicketSender({ allowsPrivate: false }));
    await expect(refusing.find(accessTo('github'), '7', signal)).rejects.toMatchObject({ kind: 'refused' });
    const hanging = new TicketClient(null, () => Promise.reject(new Error('The ticket system did not answer.')));
    await expect(hanging.find(accessTo('github'), '7', signal)).rejects.toMatchObject({ kind: 'later' });
    expect(server.requests).toEqual([]);
  });
});

describe('a webhook', () => {
  const SECRET = 'shared';
  const NONE = { hub256: '', hub: '', gitea: '', forgejo: '', gitlab: '', query: '' };
  const BODY = Buffer.from('{"a":"ä"}');
  const mac = createHmac('sha256', SECRET).update(BODY).digest('hex');

  test.each<[TicketSystemKind, Partial<typeof NONE>]>([
    ['github', { hub256: `sha256=${mac}` }],
    ['gitea', { gitea: mac }],
    ['gitea', { forgejo: mac }],
    ['gitlab', { gitlab: SECRET }],
    ['jira', { hub: `sha256=${mac}` }],
    ['jira', { query: SECRET }],
  ])('of %s is authentic by %j, and by nothing else', (kind, proof) => {
    const { isAuthentic } = TICKET_SYSTEMS[kind];
    expect(isAuthentic({ ...NONE, ...proof }, SECRET, BODY)).toBe(true);
    const [name = '', value = ''] = Object.entries(proof)[0] ?? [];
    const wrong = value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');
    expect(isAuthentic({ ...NONE, [name]: wrong }, SECRET, BODY)).toBe(false);
    expect(isAuthentic(NONE, SECRET, BODY)).toBe(false);
    const isSigned = value.includes(mac);
    expect(isAuthentic({ ...NONE, ...proof }, SECRET, Buffer.from('{}'))).toBe(!isSigned);
  });

  test('reports a ticket of the project only', () => {
    const issue = { number: 7, state: 'closed', title: 'boom', html_url: 'https://x.test/7', ...UPDATED };
    const github = { action: 'closed', issue, repository: { full_name: 'Acme/Shop' } };
    const read = (kind: TicketSystemKind, payload: unknown) =>
      TICKET_SYSTEMS[kind].readWebhook(accessTo(kind), payload, NOW);
    const ticket = { externalId: '7', key: '#7', url: 'https://x.test/7', title: 'boom', state: 'closed', at: AT };
    for (const kind of ['github', 'gitea'] as const) {
      expect(read(kind, github)).toEqual(ticket);
      expect(read(kind, { ...github, repository: { full_name: 'acme/other' } })).toBeNull();
      expect(read(kind, { zen: 'ping', repository: { full_name: 'acme/shop' } })).toBeNull();
    }
    const gitlab = {
      ...{ object_kind: 'issue', project: { path_with_namespace: 'acme/shop' } },
      object_attributes: {
        iid: 7,
        state: 'closed',
        title: 'boom',
        url: 'https://x.test/7',
        updated_at: '2026-11-21 10:30:02 UTC',
      },
    };
    expect(read('gitlab', gitlab)).toEqual(ticket);
    expect(read('gitlab', { ...gitlab, object_kind: 'note' })).toBeNull();
    expect(read('gitlab', { ...gitlab, project: { path_with_namespace: 'acme/other' } })).toBeNull();
    const fields = { summary: 'boom', status: { statusCategory: { key: 'done' } }, ...{ updated: UPDATED.updated_at } };
    const jira = { webhookEvent: 'jira:issue_updated', issue: { id: '10007', key: 'SHOP-7', fields } };
    const ofJira = { ...ticket, externalId: '10007', key: 'SHOP-7', url: `${server.url}/browse/SHOP-7` };
    expect(read('jira', jira)).toEqual(ofJira);
    expect(read('jira', { ...jira, webhookEvent: 'jira:issue_deleted' })).toBeNull();
    expect(read('jira', { webhookEvent: 'comment_created', issue: { id: '10007', key: 'SHOP-7' } })).toBeNull();
  });
});

test.each<[TicketSystemKind, string, string | null]>([
  ['github', '#7', '7'],
  ['github', 'https://x.test/Acme/shop/issues/7#comment', '7'],
  ['github', 'https://x.test/acme/other/issues/7', null],
  ['github', 'https://x.test/acme/shop/pull/7', null],
  ['gitea', '7', '7'],
  ['gitlab', 'https://x.test/acme/shop/-/issues/7', '7'],
  ['gitlab', 'https://x.test/acme/shop/-/work_items/7?a=b', '7'],
  ['gitlab', 'seven', null],
  ['jira', 'shop-7', 'SHOP-7'],
  ['jira', 'https://x.test/browse/SHOP-7', 'SHOP-7'],
  ['jira', 'BLOG-7', null],
  ['jira', 'SHOP-7/../..', null],
])('%s finds %s as %s', (kind, text, expected) => {
  const access = accessTo(kind, { url: 'https://x.test' });
  expect(TICKET_SYSTEMS[kind].parseReference(access, text)).toBe(expected);
});

test('secrets are encrypted for one organization and with one key', () => {
  const sealed = client.seal('1', 's3cret');
  expect(sealed).not.toContain('s3cret');
  expect(client.seal('1', 's3cret')).not.toBe(sealed);
  expect(client.open('1', sealed)).toBe('s3cret');
  const other = new TicketClient(Buffer.alloc(32, 2), () => Promise.reject(new Error('unused')));
  const message = 'ENCRYPTION_KEY is not the key with which the secret was encrypted; enter the token again.';
  expect(() => other.open('1', sealed)).toThrow(message);
  expect(() => client.open('2', sealed)).toThrow(message);
});
