/**
 * Plays the requests of tools that were made for Sentry, as openapi/guides/other-tools.md says, with the members of
 * replies that they read: GitLab (lib/error_tracking/sentry_client), the data source of Grafana
 * (grafana/sentry-datasource), and the provider of Terraform (jianyuan/terraform-provider-sentry).
 */
import type { Method } from '../support/client';
import type { ProjectFixture } from '../support/fixtures';
import { useOwnService } from '../support/service';

const service = useOwnService();
let shop: ProjectFixture;
let token: string;

const DIGITS = expect.stringMatching(/^[0-9]+$/) as unknown;
const TEXT = expect.any(String) as unknown;
const NUMBER = expect.any(Number) as unknown;
const LIST = expect.any(Array) as unknown;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;

/** Method, path, status, what of the reply the tool reads, and the body. */
type Row = readonly [method: Method, path: string, status: number, reads?: object | undefined, body?: object];

beforeAll(async () => {
  await service.fixtures.organization({ slug: 'acme' });
  await service.fixtures.team({ organization: 'acme', slug: 'backend' });
  shop = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'shop', platform: 'node' });
  token = await service.fixtures.token('acme', { teams: ['backend'] });
  await service.fixtures.event(shop, {
    release: 'shop@1',
    environment: 'production',
    exception: {
      values: [{ type: 'TypeError', value: 'no total', stacktrace: { frames: [{ function: 'f', lineno: 7 }] } }],
    },
  });
});

/** Returns the times of the last day as Grafana sends them, without a zone. */
const lastDay = () => {
  const [start, end] = [Date.now() - 86_400_000, Date.now() + 60_000].map((time) => new Date(time).toISOString());
  return `start=${start?.slice(0, 19)}&end=${end?.slice(0, 19)}`;
};

async function play([method, path, status, reads, body]: Row): Promise<unknown> {
  const request = service.client.send(method, path.replace('{time}', lastDay()).replace('{id}', shop.id), token);
  const response = await (body === undefined ? request : request.send(body));
  expect([path, response.status]).toEqual([path, status]);
  if (reads !== undefined) expect(response.body).toMatchObject(reads);
  return response.body;
}

const ISSUE = {
  ...{
    id: DIGITS,
    shortId: 'SHOP-1',
    title: 'TypeError: no total',
    type: 'error',
    level: 'error',
    status: 'unresolved',
  },
  ...{ firstSeen: TIME, lastSeen: TIME, count: DIGITS, userCount: NUMBER, culprit: TEXT },
  project: { id: DIGITS, name: TEXT, slug: 'shop' },
};
const PROJECT = { id: DIGITS, slug: TEXT, name: TEXT, dateCreated: TIME, teams: LIST };

const GITLAB: readonly Row[] = [
  ['get', '/api/0/projects/', 200, [{ ...PROJECT, status: 'active', organization: { id: DIGITS, name: TEXT, slug: 'acme' } }]], // prettier-ignore
  ['get', '/api/0/projects/acme/shop/issues/?query=is%3Aunresolved&limit=20', 200, [ISSUE]],
  ['get', '/api/0/projects/acme/shop/issues/?query=is%3Aunresolved%20total&limit=20&sort=freq', 200, [ISSUE]],
  ['get', '/api/0/projects/acme/shop/issues/?query=is%3Aignored&limit=20&sort=new', 200, []],
  ['get', '/api/0/issues/1/', 200, { ...ISSUE, stats: { '24h': LIST }, firstRelease: { version: 'shop@1', shortVersion: TEXT }, lastRelease: { version: 'shop@1' } }], // prettier-ignore
  ['get', '/api/0/issues/1/events/latest/', 200, { groupID: '1', dateReceived: TIME, entries: [{ type: 'exception', data: { values: [{ stacktrace: { frames: [{ function: 'f', lineNo: 7 }] } }] } }] }], // prettier-ignore
  ['get', '/api/0/organizations/acme/repos/', 200, []],
  ['put', '/api/0/issues/1/', 200, { status: 'ignored' }, { status: 'ignored' }],
  ['put', '/api/0/issues/1/', 200, { status: 'resolved' }, { status: 'resolved' }],
  ['put', '/api/0/issues/1/', 200, { status: 'unresolved' }, { status: 'unresolved' }],
  ['post', '/api/0/issues/1/plugins/gitlab/link/', 404, undefined, { issue_id: 1 }],
];

const EVENT_FIELDS = 'id title project project.id release count() epm() last_seen() level event.type platform'
  .split(' ')
  .map((name) => `field=${encodeURIComponent(name)}`)
  .join('&');
const GRAFANA: readonly Row[] = [
  ['get', '/api/0/organizations/acme/projects/', 200, [{ ...PROJECT, environments: ['production'], team: { slug: 'backend' } }]], // prettier-ignore
  ['get', '/api/0/organizations/acme/teams/', 200, [{ id: DIGITS, name: TEXT, slug: 'backend' }]],
  ['get', '/api/0/teams/acme/backend/projects/', 200, [PROJECT]],
  ['get', '/api/0/organizations/acme/tags/', 200, [{ key: 'environment', name: 'Environment' }, { key: 'level' }, { key: 'release' }]], // prettier-ignore
  ['get', '/api/0/organizations/acme/issues/?{time}&environment=production&limit=10000&project={id}&query=&sort=date', 200, [{ ...ISSUE, hasSeen: expect.any(Boolean), permalink: TEXT, numComments: 0 }]], // prettier-ignore
  ['get', `/api/0/organizations/acme/events/?${EVENT_FIELDS}&{time}&per_page=100&project={id}&query=&sort=-last_seen%28%29`, 200, { data: [{ title: 'TypeError: no total', 'count()': 1, 'epm()': NUMBER, 'last_seen()': TIME, level: 'error' }] }], // prettier-ignore
  ['get', '/api/0/organizations/acme/stats_v2/?{time}&category=error&field=sum%28quantity%29&groupBy=outcome&interval=1h&outcome=accepted&project={id}', 200, { start: TIME, end: TIME, intervals: LIST, groups: LIST }], // prettier-ignore
  ['get', '/api/0/organizations/acme/issues/?{time}&limit=100&query=&sort=priority', 400],
  ['get', '/api/0/organizations/acme/events/?dataset=spans&field=id&useRpc=1&{time}&per_page=100&query=', 400],
  ['get', '/api/0/organizations/acme/events-stats/?field=count%28%29&yAxis=count%28%29&{time}&query=', 404],
  ['get', '/api/0/organizations/acme/metrics/data/?field=session.all&{time}', 404],
];

const TERRAFORM: readonly Row[] = [
  ['get', '/api/0/organizations/acme/', 200, { id: DIGITS, name: TEXT, slug: 'acme' }],
  ['post', '/api/0/organizations/acme/teams/', 201, { id: DIGITS, slug: 'mobile', name: 'Mobile' }, { name: 'Mobile', slug: 'mobile' }], // prettier-ignore
  ['put', '/api/0/teams/acme/mobile/', 200, { name: 'Apps' }, { name: 'Apps', slug: 'mobile' }],
  ['get', '/api/0/teams/acme/mobile/', 200, { slug: 'mobile' }],
  ['post', '/api/0/teams/acme/mobile/projects/', 201, { slug: 'app', organization: { slug: 'acme' } }, { name: 'App', slug: 'app', platform: 'javascript' }], // prettier-ignore
  ['put', '/api/0/projects/acme/app/', 200, { digestsMinDelay: 60, options: { 'filters:releases': '1.*' } }, { name: 'App', platform: 'javascript', digestsMinDelay: 60, digestsMaxDelay: 600, resolveAge: 720, options: { 'filters:releases': '1.*' }, fingerprintingRules: '', groupingEnhancements: '', allowedDomains: ['*'], scrapeJavaScript: true, verifySSL: true }], // prettier-ignore
  ['get', '/api/0/projects/acme/app/', 200, { ...PROJECT, slug: 'app', color: TEXT, features: LIST, isPublic: false }],
  ['post', '/api/0/projects/acme/app/teams/backend/', 201, { slug: 'app' }],
  ['delete', '/api/0/projects/acme/app/teams/backend/', 200],
  ['post', '/api/0/projects/acme/app/keys/', 201, { name: 'Phones', rateLimit: { window: 60, count: 9 } }, { name: 'Phones', rateLimit: { window: 60, count: 9 } }], // prettier-ignore
  ['get', '/api/0/projects/acme/app/keys/?status=active', 200, [{ name: 'Default', projectId: NUMBER, isActive: true, dsn: { public: TEXT } }, { name: 'Phones' }]], // prettier-ignore
  ['get', '/api/0/projects/acme/app/keys/?status=inactive', 200, []],
  ['put', '/api/0/projects/acme/app/filters/chunk-load-error/', 204, undefined, { active: false }],
  ['get', '/api/0/projects/acme/app/filters/', 200, expect.arrayContaining([{ id: 'chunk-load-error', active: false }])], // prettier-ignore
  ['put', '/api/0/projects/acme/app/filters/legacy-browsers/', 404, undefined, { active: true }],
  ['put', '/api/0/projects/acme/app/ownership/', 200, { autoAssignment: 'Turn off Auto-Assignment' }, { raw: 'path:src/* #backend', fallthrough: false, autoAssignment: 'Turn off Auto-Assignment', codeownersAutoSync: false }], // prettier-ignore
  ['get', '/api/0/projects/acme/app/ownership/', 200, { raw: 'path:src/* #backend', fallthrough: false, autoAssignment: 'Turn off Auto-Assignment', codeownersAutoSync: false }], // prettier-ignore
  ['put', '/api/0/projects/acme/app/ownership/', 400, undefined, { codeownersAutoSync: true }],
  ['post', '/api/0/organizations/acme/members/', 400, undefined, { email: 'kim@acme.test', orgRole: 'member' }],
  ['post', '/api/0/teams/acme/mobile/projects/', 400, undefined, { name: 'Other', default_rules: false }],
  ['delete', '/api/0/projects/acme/app/', 204],
  ['delete', '/api/0/teams/acme/mobile/', 204],
];

test.each([
  ['GitLab', GITLAB],
  ['Grafana', GRAFANA],
  ['Terraform', TERRAFORM],
])('%s', async (_, rows) => {
  for (const row of rows) await play(row);
});

/** Reads a page as GitLab does, which takes the cursor of the next one from the header. */
async function readPage(cursor: string): Promise<{ ids: string[]; next: string | undefined }> {
  const pattern = /rel="(?<direction>\w+)";\sresults="(?<results>\w+)";\scursor="(?<cursor>.+)"/;
  const path = `${shop.path}issues/?query=is:unresolved&limit=1&sort=new${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
  const { body, headers } = await service.client.get(path, token).expect(200);
  const links = String(headers['link'])
    .split(',')
    .map((link) => pattern.exec(link)?.groups);
  const next = links.find((link) => link?.['direction'] === 'next' && link['results'] === 'true')?.['cursor'];
  return { ids: (body as { id: string }[]).map(({ id }) => id), next };
}

test('GitLab finds the cursors of pages', async () => {
  for (const name of ['a', 'b']) await service.fixtures.event(shop, { message: name, fingerprint: [name] });
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await readPage(cursor);
    seen.push(...page.ids);
    cursor = page.next;
  }
  expect(seen).toEqual(['3', '2', '1']);
});
