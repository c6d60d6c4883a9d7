import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { components } from '../../../generated/api';
import { AttachmentClient } from '../../support/attachments';
import type { ProjectFixture } from '../../support/fixtures';
import { endProcesses, execute, type Outcome } from '../../support/process';
import { useOwnService } from '../../support/service';
import { type EventDetail, readEvents, tagsOf } from '../../support/sdkEvents';

type Project = components['schemas']['Project'];

/** The part of an exception entry that is tested here. */
interface Thrown {
  readonly type: string | null;
  readonly value: string | null;
  readonly mechanism: {
    readonly type: string;
    readonly handled: boolean;
    readonly source?: string;
    readonly exception_id?: number;
    readonly parent_id?: number;
  };
  readonly stacktrace: { readonly frames: readonly Frame[] };
}

interface Frame {
  readonly filename: string;
  readonly absPath: string | null;
  readonly function: string | null;
  readonly module: string | null;
  readonly lineNo: number | null;
  readonly colNo: number | null;
  readonly inApp: boolean;
  readonly context: readonly [number, string][];
}

const SHOP = join(__dirname, '../../support/programs/shop.js');
const SOURCE = readFileSync(SHOP, 'utf8').split('\n');

afterAll(endProcesses);
const service = useOwnService();

/** A project of its own, and the program that sends to it. */
interface Shop {
  readonly project: ProjectFixture;
  readonly token: string;
  /** Runs the program, which fails in the named way and reports it with the real SDK. */
  run(failure: string): Promise<Outcome>;
  /** Runs it and returns the ids that the SDK gave to its events. */
  send(failure: string): Promise<string[]>;
  events(): Promise<EventDetail[]>;
  onlyEvent(): Promise<EventDetail>;
}

async function openShop(): Promise<Shop> {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const run: Shop['run'] = (failure) => execute(process.execPath, [SHOP, failure], { SENTRY_DSN: project.dsn });
  const events: Shop['events'] = () => readEvents(service.client, project.path, token);
  return {
    project,
    token,
    run,
    events,
    async send(failure) {
      const { stdout, stderr } = await run(failure);
      expect(stderr).toBe('');
      const { ids, isFlushed } = JSON.parse(stdout) as { ids: string[]; isFlushed: boolean };
      expect(isFlushed).toBe(true);
      return ids;
    },
    async onlyEvent() {
      const [event, ...others] = await events();
      expect(others).toEqual([]);
      if (event === undefined) throw new Error('no event arrived');
      return event;
    },
  };
}

function entryOf(event: EventDetail, type: string): Record<string, unknown> {
  const entry = event.entries.find((candidate) => candidate.type === type);
  if (entry === undefined) throw new Error(`the event has no ${type}`);
  return entry.data;
}

function thrownIn(event: EventDetail): Thrown[] {
  return entryOf(event, 'exception')['values'] as Thrown[];
}

function framesOf(event: EventDetail): readonly Frame[] {
  const frames = thrownIn(event).at(-1)?.stacktrace.frames ?? [];
  expect(frames.length).toBeGreaterThan(0);
  return frames;
}

describe('an exception', () => {
  let shop: Shop;
  let event: EventDetail;
  beforeAll(async () => {
    shop = await openShop();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const ids = await shop.send('exception');
    event = await shop.onlyEvent();
    expect([event.eventID]).toEqual(ids);
    expect(Date.parse(event.dateCreated)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(event.dateCreated)).toBeLessThanOrEqual(Date.now());
  });

  it('has the record of an exception', () => {
    expect(event).toMatchObject({
      'event.type': 'error',
      platform: 'node',
      title: "TypeError: Cannot read properties of undefined (reading 'amount')",
      message: '',
      culprit: 'priceOf(shop)',
      location: SHOP,
      metadata: {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'amount')",
        filename: SHOP,
        function: 'priceOf',
      },
      release: 'shop@1.4.0',
      dist: '42',
      sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
      errors: [],
    });
  });

  it('has tags from the client and from its contexts', () => {
    expect(tagsOf(event)).toMatchObject({
      order: '17',
      level: 'error',
      environment: 'staging',
      release: 'shop@1.4.0',
      dist: '42',
      server_name: 'web-7',
      runtime: `node ${process.version}`,
      'runtime.name': 'node',
      'os.name': expect.stringMatching(/^\S/) as string,
      os: expect.stringMatching(/^\S.*\S$/) as string,
      mechanism: 'generic',
      handled: 'yes',
      user: 'id:42',
    });
    const keys = event.tags.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has its frames with the oldest call first, and source lines around each', () => {
    const own = framesOf(event).filter(({ inApp }) => inApp);
    expect(own.map((frame) => frame.function).slice(-3)).toEqual(['Object.exception', 'checkout', 'priceOf']);
    for (const { filename, absPath, module, lineNo, context } of own) {
      expect({ filename, absPath, module }).toEqual({ filename: SHOP, absPath: SHOP, module: 'shop' });
      expect(context).toContainEqual([lineNo, SOURCE[(lineNo ?? 0) - 1]]);
      for (const [line, text] of context) expect(text).toBe(SOURCE[line - 1]);
    }
    const crash = own.at(-1);
    expect(SOURCE[(crash?.lineNo ?? 0) - 1]?.slice((crash?.colNo ?? 0) - 1)).toMatch(/^amount/);
    expect(crash?.context.length).toBeGreaterThan(8);
  });

  it('marks frames of the platform as not in_app', () => {
    const foreign = framesOf(event).filter(({ inApp }) => !inApp);
    expect(foreign.length).toBeGreaterThan(0);
    for (const { filename } of foreign) expect(filename).toMatch(/^(node:|<anonymous>)/);
  });

  it('has user, breadcrumbs, contexts and extra data', () => {
    expect(event.user).toMatchObject({ id: '42', username: 'ann', email: 'ann@acme.test' });
    expect(entryOf(event, 'breadcrumbs')['values']).toMatchObject([
      { category: 'cart', message: 'added a book', level: 'info', data: { count: 1 } },
    ]);
    expect(event.contexts).toMatchObject({ runtime: { name: 'node', version: process.version } });
    expect(event.context).toEqual({ cart: { size: 1 } });
    expect(event.packages).toHaveProperty('@sentry/node', '11.11.0');
  });

  it('has the same record in the list without bodies', async () => {
    const { body } = await service.client.get(`${shop.project.path}events/`, shop.token).expect(200);
    const [short] = body as Record<string, unknown>[];
    expect(event).toMatchObject(short ?? {});
    expect(short).not.toHaveProperty('entries');
  });

  it('sets hasSessions of the project', async () => {
    const { body } = await service.client.put(shop.project.path, shop.token).expect(200);
    const { hasSessions, firstEvent, platforms, latestRelease, hasReplays } = body as Project;
    expect({ hasSessions, platforms, hasReplays }).toEqual({
      hasSessions: true,
      platforms: ['node'],
      hasReplays: false,
    });
    expect(firstEvent).not.toBeNull();
    expect(latestRelease).toEqual({ version: 'shop@1.4.0' });
  });
});

it('a chain of causes is stored with the first cause first', async () => {
  const shop = await openShop();
  const ids = await shop.send('cause');
  const event = await shop.onlyEvent();
  expect([event.eventID]).toEqual(ids);
  expect(event).toMatchObject({ title: 'Error: checkout failed', culprit: 'cause(shop)' });
  expect(thrownIn(event).map(({ type, value }) => `${type}: ${value}`)).toEqual([
    "TypeError: Cannot read properties of undefined (reading 'amount')",
    'OutOfStock: no book left',
    'Error: checkout failed',
  ]);
  expect(thrownIn(event).map(({ mechanism }) => mechanism)).toEqual([
    expect.objectContaining({ type: 'chained', source: 'cause', exception_id: 2, parent_id: 1 }),
    expect.objectContaining({ type: 'chained', source: 'cause', exception_id: 1, parent_id: 0 }),
    expect.objectContaining({ type: 'generic', handled: true, exception_id: 0 }),
  ]);
  for (const { stacktrace } of thrownIn(event)) expect(stacktrace.frames.some(({ inApp }) => inApp)).toBe(true);
});

it('an AggregateError is stored with its parts', async () => {
  const shop = await openShop();
  await shop.send('aggregate');
  const event = await shop.onlyEvent();
  expect(event.title).toBe('AggregateError: two payments failed');
  expect(
    thrownIn(event).map(({ type, mechanism }) => [type, mechanism.source, mechanism.exception_id, mechanism.parent_id]),
  ).toEqual([
    ['OutOfStock', 'errors[1]', 2, 0],
    ['RangeError', 'errors[0]', 1, 0],
    ['AggregateError', undefined, 0, undefined],
  ]);
});

it('a message is stored with its text as title', async () => {
  const shop = await openShop();
  const ids = await shop.send('message');
  const event = await shop.onlyEvent();
  expect([event.eventID]).toEqual(ids);
  expect(event.title).toBe('The warehouse answers slowly');
  expect(tagsOf(event)).toMatchObject({ level: 'warning', release: 'shop@1.4.0' });
  expect(entryOf(event, 'message')).toMatchObject({ message: 'The warehouse answers slowly' });
});

it('the error that ended a program is stored', async () => {
  const shop = await openShop();
  const { code } = await shop.run('uncaught');
  expect(code).toBe(1);
  const event = await shop.onlyEvent();
  expect(event.title).toBe("TypeError: Cannot read properties of null (reading 'price')");
  expect(tagsOf(event)).toMatchObject({ level: 'fatal', handled: 'no', mechanism: 'auto.node.onuncaughtexception' });
});

it('attachments of the scope are stored as they were sent', async () => {
  const { project, token, ...shop } = await openShop();
  const [id = ''] = await shop.send('attachments');
  const client = new AttachmentClient(service, project, token);
  const files = await client.list(id);
  expect(files).toMatchObject([
    { name: 'cart.json', mimetype: 'application/json', type: 'event.attachment', event_id: id },
    { name: 'core.bin', mimetype: 'application/octet-stream', size: 512 },
  ]);
  const bytes = await Promise.all(files.map(async (file) => (await client.download(id, file.id)).body as Buffer));
  expect(bytes).toEqual([Buffer.from('{"items":[]}'), Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256))]);
});

it('equal failures of two runs belong to one issue, and another failure to another', async () => {
  const shop = await openShop();
  for (const failure of ['exception', 'exception', 'cause']) await shop.send(failure);
  const issues = (await shop.events()).map(({ title, groupID }) => [title, groupID] as const);
  const [other, ...same] = issues.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, groupID]) => groupID);
  expect(new Set(same).size).toBe(1);
  expect(same).toHaveLength(2);
  expect(same).not.toContain(other);
});

it('a thousand concurrent events are each stored exactly once', async () => {
  const shop = await openShop();
  const ids = await shop.send('burst');
  expect(new Set(ids).size).toBe(1000);
  const events = await shop.events();
  expect(events.map(({ eventID }) => eventID).sort()).toEqual([...ids].sort());
  const kinds = new Map(events.map(({ title, groupID }) => [groupID, title.split(':')[0]]));
  expect([...kinds.values()].sort()).toEqual(Array.from('ABCDEFGHIJ').map((letter) => `Failure${letter}`));
  const titles = new Set(events.map(({ title }) => title));
  expect(titles).toEqual(
    new Set(ids.map((_, number) => `Failure${'ABCDEFGHIJ'[number % 10]}: order ${number} failed`)),
  );
});

it('the session of a process with an error is counted in its release', async () => {
  const shop = await openShop();
  await shop.send('exception');
  const path = `/api/0/organizations/${shop.project.organization}/sessions/?field=sum(session)&groupBy=release&groupBy=session.status`;
  const { body } = await service.client.get(path, shop.token).expect(200);
  const { groups } = body as components['schemas']['SessionStats'];
  const counts = groups.map(({ by, totals }) => [by.release, by['session.status'], totals?.['sum(session)']]);
  expect(counts.filter(([, , count]) => count !== 0)).toEqual([['shop@1.4.0', 'errored', 1]]);
});

it('the runs of jobs are check-ins of their monitors', async () => {
  const shop = await openShop();
  await shop.send('jobs');
  const path = `/api/0/organizations/${shop.project.organization}/monitors/`;
  const monitors = (await service.client.get(path, shop.token).expect(200)).body as { slug: string }[];
  const interval = { schedule_type: 'interval', schedule: [2, 'hour'], max_runtime: 5 };
  const crontab = { schedule_type: 'crontab', schedule: '30 4 * * *', timezone: 'Europe/Berlin' };
  expect(monitors.toSorted((one, other) => (one.slug < other.slug ? 1 : -1))).toMatchObject([
    { slug: 'stock', config: interval, environments: [{ name: 'staging', status: 'ok' }] },
    { slug: 'nightly', config: crontab, environments: [{ name: 'staging', status: 'error' }] },
  ]);
  const [event] = await shop.events();
  const { body } = await service.client.get(`${path}nightly/checkins/`, shop.token).expect(200);
  expect(body).toMatchObject([{ status: 'error', dateInProgress: expect.any(String), duration: expect.any(Number) }]);
  // The error of the run has its trace.
  const [{ traceId }] = body as [{ traceId: string }];
  expect(event).toMatchObject({ contexts: { trace: { trace_id: traceId } } });
});
