/**
 * Tests the metrics of the service and their documentation: the guide and the alert rules name only existing metrics.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { readConfig } from '../src/config';
import { openApp } from '../src/app';
import { openLog } from '../src/log';
import { itOnPostgres, itOnSqlite, makeTemporaryDirectory } from './support/database';
import { envelope, type ProjectFixture } from './support/fixtures';
import { poll } from './support/process';
import { type Service, startService } from './support/service';

const ROOT = path.resolve(__dirname, '..');
const RULES = readFileSync(path.join(ROOT, 'scripts/deploy/prometheus.rules.yaml'), 'utf8');
const GUIDE = readFileSync(path.join(ROOT, 'openapi/guides/monitoring.md'), 'utf8');

/** The parser that openapi-typescript brings. */
const { parseYaml } = createRequire(require.resolve('openapi-typescript/package.json'))('@redocly/openapi-core') as {
  parseYaml(text: string): unknown;
};

/** Time of the start of the service, in seconds since 1970. */
let started: number;
let service: Service;
let shop: ProjectFixture;
let token: string;
beforeEach(async () => {
  started = Date.now() / 1000;
  service = await startService({ METRICS_PORT: '0' });
  shop = await service.fixtures.project();
  token = await service.fixtures.token(shop.organization);
});
afterEach(() => service.close());

const urlOfMetrics = () => service.app.metricsUrl() ?? '';
const scrape = async () => (await fetch(urlOfMetrics())).text();

/** Returns the value of a series, such as `culprit_queue_waiting{queue="events"}`. */
function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

/** Returns the names of the metrics, and of the series that a histogram consists of. */
function namesIn(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, ...['_bucket', '_sum', '_count'].map((end) => name + end)] : [name],
    ),
  );
}

it('counts requests by operation and status, with the time that they took', async () => {
  await service.fixtures.event(shop);
  await service.fixtures.event(shop);
  await service.client.get(`${shop.path}events/`, token).expect(200);
  await service.client.get(`${shop.path}events/`).expect(401);
  await fetch(`${service.url}/nothing/here`);
  const text = await scrape();
  const requests = (operation: string, status: number) =>
    valueIn(text, `culprit_http_requests_total{operation="${operation}",status="${status}"}`);
  expect(requests('storeEvent', 200)).toBe(2);
  expect(requests('listProjectEvents', 200)).toBe(1);
  expect(requests('listProjectEvents', 401)).toBe(1);
  expect(requests('none', 404)).toBe(1);
  const duration = 'culprit_http_request_duration_seconds';
  const buckets = [
    ...text.matchAll(new RegExp(`^${duration}_bucket{le="([^"]+)",operation="storeEvent"} (\\d+)$`, 'gm')),
  ];
  const counts = buckets.map(([, , count]) => Number(count));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(buckets.at(-1)?.slice(1)).toEqual(['+Inf', '2']);
  expect(valueIn(text, `${duration}_count{operation="storeEvent"}`)).toBe(2);
  expect(valueIn(text, `${duration}_sum{operation="storeEvent"}`)).toBeGreaterThan(0);
});

it('counts items by outcome, transactions, and the steps of jobs', async () => {
  const body = envelope({}, [{ type: 'event' }, { message: 'boom' }], [{ type: 'replay_event' }, {}]);
  const path = `/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}`;
  expect((await fetch(service.url + path, { method: 'POST', body: new Uint8Array(body) })).status).toBe(200);
  let text = '';
  await poll(async () => {
    text = await scrape();
    return text.includes('culprit_events_total{outcome="accepted",reason="",category="error"} 1');
  });
  const dropped = 'culprit_events_total{outcome="invalid",reason="feature_disabled",category="replay"}';
  expect(valueIn(text, dropped)).toBe(1);
  expect(valueIn(text, 'culprit_write_transaction_duration_seconds_count')).toBeGreaterThan(1);
  expect(valueIn(text, 'culprit_job_failures_total{name="reclaiming storage"}')).toBe(0);
  const success = valueIn(text, 'culprit_job_last_success_timestamp_seconds{name="reclaiming storage"}') ?? 0;
  expect(success).toBeGreaterThanOrEqual(started);
  expect(success).toBeLessThanOrEqual(Date.now() / 1000);
});

it('has queues, memory budgets, the database and what waits to be sent', async () => {
  const text = await scrape();
  for (const [series, value] of [
    ['culprit_queue_waiting{queue="events"}', 0],
    ['culprit_queue_oldest_seconds{queue="events"}', 0],
    ['culprit_memory_budget_limit_bytes{budget="bodies"}', 256 * 1024 * 1024],
    ['culprit_memory_budget_used_bytes{budget="bodies"}', 0],
    ['culprit_alert_deliveries_waiting{channel="webhook"}', 0],
    ['culprit_alert_delivery_overdue_seconds{channel="mail"}', 0],
    ['culprit_database_up', 1],
  ] as const) {
    expect([series, valueIn(text, series)]).toEqual([series, value]);
  }
  expect(valueIn(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

it('counts what waits to be sent, and how late it is', async () => {
  const now = Date.now();
  const delivery = { projectId: shop.id, organizationId: shop.row.organizationId, digest: 'one', recipient: '1' };
  const state = {
    channel: 'mail',
    queueId: null,
    kind: 'alerts',
    state: 'waiting',
    alertCount: 1,
    attempts: 0,
    dateSettled: null,
    error: null,
  } as const;
  const times = { dueAt: now - 60_000, dateCreated: now - 60_000 };
  await service.app.database.write(({ alerts }) => alerts.insertDeliveries([{ ...delivery, ...state, ...times }]));
  const text = await scrape();
  expect(valueIn(text, 'culprit_alert_deliveries_waiting{channel="mail"}')).toBe(1);
  expect(valueIn(text, 'culprit_alert_delivery_overdue_seconds{channel="mail"}')).toBeGreaterThanOrEqual(60);
});

it('has as many series for many projects, paths and keys as for one', async () => {
  const send = async (name: string) => {
    const paths = [`/api/0/projects/${name}/${name}/events/`, `/${name}`, `/api/0/teams/${name}/x/projects/`];
    for (const one of paths) await fetch(service.url + one, { headers: { Authorization: `Bearer ${name}` } });
    await fetch(`${service.url}/api/${name}/store/?sentry_key=${name}`, { method: 'POST', body: '{}' });
    await fetch(`${service.url}/${name}`, { method: 'REPORT' });
  };
  const series = async () =>
    new Set(
      (await scrape())
        .split('\n')
        .filter((line) => line.startsWith('culprit_'))
        .map((line) => line.replace(/ \S+$/, '')),
    );
  await send('one');
  const before = await series();
  for (let number = 0; number < 50; number += 1) await send(`other-${number}`);
  expect([...(await series())].filter((one) => !before.has(one))).toEqual([]);
});

it('is served when the database cannot be read, and says so', async () => {
  await service.app.database.close();
  const text = await scrape();
  expect(valueIn(text, 'culprit_database_up')).toBe(0);
  expect(valueIn(text, 'culprit_alert_deliveries_waiting{channel="mail"}')).toBeUndefined();
});

it('serves nothing else there, and no metrics on the main port', async () => {
  const origin = new URL(urlOfMetrics()).origin;
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(`${origin}/healthz`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  const { status, headers } = await fetch(urlOfMetrics());
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});

itOnSqlite('has the free space of the disk, and the reserve', async () => {
  const directory = await makeTemporaryDirectory();
  const url = `sqlite:${path.join(directory.path, 'culprit.db')}`;
  const stored = await startService({ METRICS_PORT: '0', DATABASE_URL: url, DISK_RESERVE: '3' });
  const text = await (await fetch(stored.app.metricsUrl() ?? '')).text();
  expect(valueIn(text, 'culprit_disk_reserved_bytes')).toBe(3 * 1024 * 1024);
  expect(valueIn(text, 'culprit_disk_free_bytes')).toBeGreaterThan(0);
  await stored.close();
  await directory.dispose();
});

itOnPostgres('has no free space of a disk that the service does not see', async () => {
  expect(await scrape()).not.toMatch(/^culprit_disk_\w+ /m);
});

it('has the size of the database, and what background jobs have not done yet', async () => {
  const text = await scrape();
  expect(valueIn(text, 'culprit_database_bytes')).toBeGreaterThan(100_000);
  for (const table of ['organization', 'project', 'issue', 'event'])
    expect(valueIn(text, `culprit_rows_awaiting_deletion{table="${table}"}`)).toBe(0);
  expect(valueIn(text, 'culprit_issues_awaiting_text_index')).toBe(0);
});

it('needs a port of its own', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: 'sqlite::memory:',
    METRICS_PORT: String(port),
    SCRAPING: 'off',
  });
  const app = await openApp(config, openLog('silent'));
  await expect(app.listen()).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use; stop the program that listens there, or set METRICS_PORT to another port.`,
  );
  await app.close();
  taken.close();
});

it('is off by default', async () => {
  const other = await startService();
  expect(other.app.metricsUrl()).toBeNull();
  await other.close();
});

describe('what is written about the metrics', () => {
  /** Metrics of Prometheus itself. */
  const OWN = ['up'];

  interface Rule {
    readonly alert: string;
    readonly expr: string;
    readonly for?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }
  const { groups } = parseYaml(RULES) as { groups: { name: string; rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  /** Returns the names in an expression that are not functions, labels, units or texts. */
  function metricsOf(expr: string): string[] {
    const bare = expr.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '');
    return [...bare.matchAll(/[a-z_][a-z0-9_]*(?!\w*\s*\()/g)]
      .map(([name]) => name)
      .filter((name) => !['or', 'and', 'by', 'unless'].includes(name));
  }

  test('the rules are rules of Prometheus', () => {
    expect(groups.map(({ name }) => name)).toEqual(['culprit']);
    for (const rule of rules) {
      expect(
        Object.keys(rule).filter((key) => !['alert', 'expr', 'for', 'labels', 'annotations'].includes(key)),
      ).toEqual([]);
      expect(rule.alert).toMatch(/^Culprit[A-Z]\w+$/);
      expect(rule.for ?? '1m').toMatch(/^\d+[smh]$/);
      expect(['page', 'ticket']).toContain(rule.labels['severity']);
      expect(Object.keys(rule.annotations)).toEqual(['summary', 'description']);
      for (const [open, close] of ['()', '{}', '[]']) {
        expect(rule.expr.split(open ?? '').length).toBe(rule.expr.split(close ?? '').length);
      }
    }
    expect(rules.filter(({ labels }) => labels['severity'] === 'page')).toHaveLength(5);
  });

  test('the rules name only metrics that exist, and labels that they have', async () => {
    await service.fixtures.event(shop);
    const text = await scrape();
    const names = namesIn(text);
    const used = rules.flatMap(({ expr }) => metricsOf(expr));
    expect(used).toContain('culprit_http_requests_total');
    expect(used.filter((name) => !names.has(name) && !OWN.includes(name))).toEqual([]);
    const operations = RULES.match(/operation=~"([^"]+)"/)?.[1]?.split('|') ?? [];
    expect(operations).toEqual(['storeEnvelope', 'storeEvent', 'storeEventByKey']);
    expect(text).toContain('operation="storeEvent"');
  });

  test('the guide has every alert and every metric of the service, and no other', async () => {
    const names = new Set([...namesIn(await scrape())].filter((name) => !/_(?:bucket|sum|count)$/.test(name)));
    const own = [...names].filter((name) => name.startsWith('culprit_') && name !== 'culprit_build_info');
    const written = [
      ...new Set([...GUIDE.matchAll(/`(culprit_\w+|nodejs_\w*_seconds)`/g)].map(([, name = '']) => name)),
    ];
    expect(written.filter((name) => !names.has(name))).toEqual([]);
    expect(own.filter((name) => !written.includes(name))).toEqual([]);
    expect(rules.map(({ alert }) => alert).filter((alert) => !GUIDE.includes(`\`${alert}\``))).toEqual([]);
  });
});
