import type { Response, Test } from 'supertest';
import { isObject } from '../../../src/domain/event';
import type { Method } from '../client';
import type { ProjectFixture } from '../fixtures';

const ORGANIZATION = '/api/0/organizations/acme/';

/** The sequence of requests that this is a part of. */
interface Script {
  readonly shop: ProjectFixture;
  /** Sends a request, records the exchange and returns the response. */
  send(method: Method, path: string, fill?: (request: Test) => Test): Promise<Response>;
  readAllPages(path: string): Promise<string[]>;
  /** Waits until the events that the project shop was sent are counted. */
  waitForCounts(): Promise<void>;
}

/**
 * Requests that people and their scripts send every day: searches, changes and new subjects. Part of the fixed sequence
 * of requests.
 */
export class DailyWork {
  constructor(private readonly script: Script) {}

  async run(): Promise<void> {
    await this.findIssues();
    await this.changeIssues();
    await this.changeAlerts();
    await this.provision();
  }

  private async findIssues(): Promise<void> {
    const { shop } = this.script;
    await this.script.waitForCounts();
    for (const path of [
      `${ORGANIZATION}issues/?per_page=20&query=`,
      `${ORGANIZATION}issues/?per_page=20&query=&sort=freq`,
      `${ORGANIZATION}issues/?per_page=20&query=${encodeURIComponent('firstRelease:shop@* OR word:Ä*')}&sort=user`,
      `${ORGANIZATION}issues/SHOP-1/events/?per_page=2`,
      `${ORGANIZATION}issues/SHOP-1/tags/word/values/?per_page=1`,
      `${shop.path}keys/?per_page=1`,
      // The keys of the other projects are in no list of secrets.
      `${ORGANIZATION}project-keys/?team=backend&per_page=1`,
      `${ORGANIZATION}releases/shop%402.0.0/files/?per_page=1`,
      `${shop.path}files/artifact-bundles/?per_page=1`,
    ])
      await this.script.readAllPages(path);
    const positions = [{ line: 1, column: 1, code: 'Ä' }];
    const script = { url: 'https://shop.test/shop.js', debugId: '0d5c3a1e-9b47-4f62-8e0a-6c1d2f3b4a59', positions };
    await this.post(`${shop.path}files/source-map-preview/`, script);
    const { eventID } = (await this.get(`${ORGANIZATION}issues/SHOP-1/events/latest/`)) as { eventID: string };
    for (const path of [
      `${ORGANIZATION}environments/`,
      // The tags of removed issues of the shop are deleted some time after them.
      `${ORGANIZATION}tags/?project=blog`,
      `${ORGANIZATION}upload-usage/`,
      `${ORGANIZATION}stats_v2/?field=sum(quantity)&groupBy=outcome&project=shop&statsPeriod=1d`,
      `${ORGANIZATION}alert-deliveries/`,
      `${ORGANIZATION}alert-rules/`,
      ...['word', 'level', 'release', 'user.email', 'error.type'].map(
        (key) => `${ORGANIZATION}tags/${key}/values/?query=e`,
      ),
      `${shop.path}environments/`,
      `${shop.path}filters/`,
      `${shop.path}users/?query=email:e`,
      `${shop.path}tags/word/values/?query=e`,
      `${ORGANIZATION}releases/shop%402.0.0/commitfiles/`,
      `${ORGANIZATION}shortids/SHOP-1/`,
      '/api/0/issues/SHOP-1/',
      '/api/0/issues/SHOP-1/events/oldest/',
      `${ORGANIZATION}eventids/${eventID}/`,
      ...['', 'events/oldest/', 'events/recommended/', 'tags/', 'tags/word/', 'releases/', 'hashes/'].map(
        (part) => `${ORGANIZATION}issues/SHOP-1/${part}`,
      ),
      `${ORGANIZATION}issues/SHOP-1/stats/?statsPeriod=24h`,
      `${ORGANIZATION}issues/SHOP-1/stats/?start=2026-11-20&end=2026-11-22&interval=1d`,
      `${shop.path}stats/`,
      `${shop.path}outcomes/`,
      `${shop.path}events/${eventID}/`,
      `${shop.path}events/${eventID}/source-map-debug-blue-thunder-edition/`,
      '/api/0/auth/',
      '/readyz',
      shop.path,
    ])
      await this.script.send('get', path);
    await this.attach(eventID);
    await this.report(eventID);
  }

  private async changeIssues(): Promise<void> {
    const issue = `${ORGANIZATION}issues/SHOP-2/`;
    for (const body of [
      { assignedTo: 'team:1' },
      { status: 'ignored', statusDetails: { ignoreUserCount: 3, ignoreUserWindow: 60 } },
      { status: 'resolved', statusDetails: { inNextRelease: true }, isBookmarked: true, hasSeen: true },
    ]) {
      const { changeId } = await this.put(issue, body);
      await this.script.send('post', `${ORGANIZATION}issue-changes/${changeId}/undo/`);
    }
    await this.script.send('post', `${ORGANIZATION}issue-changes/999999/undo/`);
    await this.put('/api/0/issues/SHOP-2/', { hasSeen: true });
    const { id } = await this.post(`${issue}notes/`, { text: 'Ä note' });
    await this.put(`${issue}notes/${id}/`, { text: 'Another one' });
    await this.script.readAllPages(`${issue}notes/?per_page=1`);
    await this.script.send('delete', `${issue}notes/${id}/`);
    const [first, second, third] = (await this.get(`${ORGANIZATION}issues/?per_page=3&query=is:unresolved`)) as {
      id: string;
    }[];
    const ids = `?id=${first?.id}&id=${second?.id}`;
    await this.put(`${ORGANIZATION}issues/${ids}`, { status: 'resolved' });
    const { changeId } = await this.put(`${this.script.shop.path}issues/${ids}`, { merge: 1 });
    await this.script.send('post', `${ORGANIZATION}issue-changes/${changeId}/undo/`);
    await this.script.readAllPages(`${ORGANIZATION}issues/?per_page=20&query=`);
    await this.put(`${this.script.shop.path}issues/?id=${second?.id}&id=${third?.id}`, { merge: 1 });
    const [hash] = (await this.get(`${ORGANIZATION}issues/${third?.id}/hashes/`)) as { id: string }[];
    await this.script.send('delete', `${ORGANIZATION}issues/${third?.id}/hashes/?id=${hash?.id}`);
    await this.script.readAllPages(`${ORGANIZATION}issues/?per_page=20&query=`);
    await this.script.send('delete', issue);
    await this.script.send('delete', `${ORGANIZATION}issues/?id=${third?.id}`);
  }

  private async changeAlerts(): Promise<void> {
    const { path } = this.script.shop;
    for (const mail of [false, true]) await this.put(`${path}alert-settings/`, { mail });
    await this.script.send('get', `${path}alert-settings/`);
    const rule = {
      name: 'Prödüction',
      conditions: [{ type: 'new' }, { type: 'escalating' }, { type: 'users', count: 5, minutes: 60 }],
      filters: { levels: ['error'], environments: ['production', 'ö'], releases: ['shop@*'] },
      recipients: [{ type: 'team', id: '1' }, { type: 'assignee' }],
    };
    const { id } = await this.post(`${path}rules/`, rule);
    await this.put(`${path}rules/${id}/`, { ...rule, name: 'Quieter', conditions: [{ type: 'regression' }] });
    await this.script.send('get', `${path}rules/${id}/`);
    await this.script.send('post', `${path}rules/${id}/test/`);
    await this.post(`${path}rules/preview/?days=14`, rule);
    await this.post(`${path}rules/preview-template/`, { template: '{"text": "{{issue.title}} ‧ {{rule.name}}"}' });
    await this.script.send('get', `${ORGANIZATION}issues/SHOP-4/alert-decisions/`);
    await this.script.send('get', `${ORGANIZATION}issues/SHOP-4/suspect-commits/`);
    await this.script.send('get', `${path}rules/`);
    await this.script.send('delete', `${path}rules/${id}/`);
    await this.put(`${path}plugins/webhooks/`, { enabled: true, url: 'https://hooks.example.test/culprit' });
    await this.script.send('get', `${path}plugins/webhooks/`);
    await this.put(`${path}plugins/webhooks/`, { enabled: false });
  }

  private async provision(): Promise<void> {
    const team = await this.post(`${ORGANIZATION}teams/`, { slug: 'mobile', name: 'Möbile' });
    await this.put('/api/0/teams/acme/mobile/', { name: 'Mobile' });
    await this.script.send('get', `/api/0/teams/acme/${team.id}/`);
    await this.post('/api/0/teams/acme/mobile/projects/', { slug: 'app', name: 'App' });
    const app = '/api/0/projects/acme/app/';
    await this.post(`${ORGANIZATION}projects/`, { name: 'Öwn' });
    await this.script.send('post', `${app}teams/backend/`);
    await this.script.send('delete', `${app}teams/backend/`);
    const key = await this.post(`${app}keys/`, { name: 'Phönes' });
    await this.put(`${app}filters/chunk-load-error/`, { active: false });
    await this.put(`${app}keys/${key.id}/`, { name: 'Phones', rateLimit: { window: 60, count: 5 } });
    for (const method of ['get', 'delete'] as const) await this.script.send(method, `${app}keys/${key.id}/`);
    const second = await this.post(`${app}keys/`, { name: 'Terminals' });
    await this.post(`${app}keys/${second.id}/rotate/`, {});
    const member = await this.post(`${ORGANIZATION}members/`, { email: 'bob@acme.test', role: 'admin' });
    const memberPath = `${ORGANIZATION}members/${member.id}/`;
    await this.put(memberPath, { role: 'member' });
    for (const method of ['post', 'delete'] as const) await this.script.send(method, `${memberPath}teams/mobile/`);
    await this.script.send('get', memberPath);
    await this.script.readAllPages(`${memberPath}api-tokens/`);
    await this.script.send('delete', `${memberPath}api-tokens/999/`);
    const scopes = ['project:read', 'org:read'];
    const token = await this.post(`${ORGANIZATION}org-auth-tokens/`, { name: 'CI', scopes });
    await this.put(`${ORGANIZATION}org-auth-tokens/${token.id}/`, { name: 'Builds' });
    await this.script.send('delete', `${ORGANIZATION}org-auth-tokens/${token.id}/`);
    for (const hours of [1, 0, 'x'])
      await this.script.send('delete', `${ORGANIZATION}chunk-upload/?olderThan=${hours}`);
    const own = await this.post('/api/0/api-tokens/', { name: 'Dashboard', scopes });
    await this.script.send('delete', `/api/0/api-tokens/${own.id}/`);
    const search = await this.post(`${ORGANIZATION}searches/`, {
      name: 'Nü',
      query: 'is:new',
      visibility: 'organization',
    });
    await this.post(`${ORGANIZATION}searches/`, { name: 'Mine', query: 'assigned:me OR (' });
    await this.post(`${ORGANIZATION}searches/`, { name: 'Mine', query: 'assigned:me' });
    await this.put(`${ORGANIZATION}searches/${search.id}/`, { name: 'New', sort: 'freq' });
    for (const path of ['teams/', 'members/', 'org-auth-tokens/', 'searches/'])
      await this.script.readAllPages(`${ORGANIZATION}${path}?per_page=1`);
    await this.script.send('delete', `${ORGANIZATION}searches/${search.id}/`);
    await this.script.readAllPages('/api/0/api-tokens/');
    await this.put(ORGANIZATION, { rateLimit: { window: 60, count: 1000 } });
    await this.put(ORGANIZATION, { rateLimit: null });
    await this.script.send('delete', memberPath);
    await this.script.send('delete', app);
    await this.script.send('delete', '/api/0/teams/acme/mobile/');
    await this.script.readAllPages(`${ORGANIZATION}audit-logs/?per_page=20`);
  }

  private async attach(eventId: string): Promise<void> {
    const { shop } = this.script;
    const sent = `/api/${shop.id}/events/${eventId}/attachments/?sentry_key=${shop.publicKey}`;
    await this.script.send('post', sent, (request) =>
      ['b.log', 'Ä.log', 'a.log'].reduce((form, name) => form.attach('file', Buffer.from(name), name), request),
    );
    const path = `${shop.path}events/${eventId}/attachments/`;
    await this.script.readAllPages(`${path}?per_page=2`);
    await this.script.readAllPages(`${ORGANIZATION}issues/SHOP-1/attachments/?per_page=2&types=event.attachment`);
    const [first] = (await this.get(path)) as { id: string }[];
    for (const method of ['get', 'delete', 'get'] as const)
      await this.script.send(method, `${path}${first?.id ?? ''}/`);
  }

  private async report(eventId: string): Promise<void> {
    const { shop } = this.script;
    for (const event_id of [eventId, 'f'.repeat(32)]) {
      const report = { event_id, name: 'Kim', email: 'kim@customers.test', comments: 'Ä total is missing' };
      await this.script.send('post', `${shop.path}user-feedback/`, (request) => request.send(report));
    }
    await this.script.readAllPages(`${shop.path}user-feedback/?per_page=1&status=`);
    await this.script.readAllPages(`${shop.path}user-feedback/?per_page=1&environment=production`);
  }

  private async get(path: string): Promise<unknown> {
    return (await this.script.send('get', path)).body as unknown;
  }

  private post(path: string, body: object): Promise<Record<string, unknown>> {
    return this.change('post', path, body);
  }

  private put(path: string, body: object): Promise<Record<string, unknown>> {
    return this.change('put', path, body);
  }

  private async change(method: Method, path: string, body: object): Promise<Record<string, unknown>> {
    const reply = (await this.script.send(method, path, (request) => request.send(body))).body as unknown;
    return isObject(reply) ? reply : {};
  }
}
