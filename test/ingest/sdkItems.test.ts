import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { components } from '../../generated/api';
import { ALL_ITEMS, categoryOf, ITEM_CATEGORIES, ITEM_TYPES } from '../../src/ingest/items/index';
import type { ProjectFixture } from '../support/fixtures';
import { poll } from '../support/process';
import { useService } from '../support/service';

/*
 * Envelopes of unmodified SDKs with items of every type: each item is kept, and read back by the API, or counted by its
 * category. No item is answered 200 without an outcome.
 */

type Outcomes = components['schemas']['ProjectOutcomes'];

const FOLDER = join(__dirname, '../corpora/items');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.envelope'));
const SDKS = [...new Set(FILES.map((name) => name.split('-', 1)[0] ?? ''))];

/** The table of the guide: the category of each type of items, and whether it is stored. */
const GUIDE = readFileSync(join(__dirname, '../../openapi/guides/sending-events.md'), 'utf8');
const ROWS = [...GUIDE.matchAll(/^\| `([a-z_]+)` \| `([a-z_]+)` \| (.+) \|$/gm)].map(
  ([, type = '', category = '', handling = '']) => ({ type, category, handling }),
);
const CATEGORIES: Record<string, string> = Object.fromEntries(ROWS.map(({ type, category }) => [type, category]));

interface SentItem {
  readonly type: string;
  readonly header: Record<string, unknown>;
  readonly payload: Buffer;
}

interface SentEnvelope {
  readonly eventId: string | null;
  readonly body: Buffer;
  readonly items: readonly SentItem[];
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g;

/** Reads an envelope and moves its times to the present: sessions of the past are dropped. */
function readEnvelope(file: string): SentEnvelope {
  const recorded = readFileSync(join(FOLDER, file)).toString('latin1');
  const newest = Math.max(...(recorded.match(TIME) ?? []).map((time) => Date.parse(`${time}Z`)));
  const shift = Date.now() - newest;
  const moved = (time: string) => new Date(Date.parse(`${time}Z`) + shift).toISOString().slice(0, time.length);
  const body = Buffer.from(recorded.replace(TIME, moved), 'latin1');
  const [start = Buffer.alloc(0), ...lines] = splitLines(body);
  const { event_id: eventId = null } = JSON.parse(start.toString()) as { event_id?: string };
  const items: SentItem[] = [];
  let rest = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  while (rest.length > 0) {
    const end = rest.indexOf('\n');
    const header = JSON.parse(rest.subarray(0, end).toString()) as Record<string, unknown>;
    const length = typeof header['length'] === 'number' ? header['length'] : rest.indexOf('\n', end + 1) - end - 1;
    items.push({ type: String(header['type']), header, payload: rest.subarray(end + 1, end + 1 + length) });
    rest = rest.subarray(end + 2 + length);
  }
  return { eventId, body, items };
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}

const service = useService();

/** Sends all envelopes of an SDK to a project of its own. */
async function sendAll(sdk: string) {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const envelopes = FILES.filter((name) => name.startsWith(`${sdk}-`)).map(readEnvelope);
  for (const { body } of envelopes)
    await service.client.post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`).send(body).expect(200);
  return { project, token, envelopes, items: envelopes.flatMap(({ items }) => items) };
}

/** Returns the number of items by category, whatever their outcome. */
async function countsOf({ path }: ProjectFixture, token: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { body } = await service.client.get(`${path}outcomes/?statsPeriod=2d`, token).expect(200);
  for (const { by, totals } of (body as Outcomes).groups)
    counts[by.category] = (counts[by.category] ?? 0) + totals['sum(quantity)'];
  return counts;
}

function expectedCounts(items: readonly SentItem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type, header } of items) {
    if (type === 'client_report') continue;
    const category = CATEGORIES[type] ?? `unknown: ${type}`;
    counts[category] = (counts[category] ?? 0) + Number(header['item_count'] ?? 1);
  }
  return counts;
}

describe.each(SDKS)('the envelopes of the SDK %s', (sdk) => {
  it('have an outcome for each item', async () => {
    const { project, token, items } = await sendAll(sdk);
    const expected = expectedCounts(items);
    let counts: Record<string, number> = {};
    await poll(async () => {
      counts = await countsOf(project, token);
      return Object.keys(expected).every((category) => (counts[category] ?? 0) >= (expected[category] ?? 0));
    });
    expect(counts).toMatchObject(expected);
  });

  it('are kept, and read back', async () => {
    const { project, token, envelopes, items } = await sendAll(sdk);
    const of = (type: string) => items.filter((item) => item.type === type);
    const get = async <T>(path: string) => (await service.client.get(path, token).expect(200)).body as T;
    const organization = `/api/0/organizations/${project.organization}/`;

    const events = await get<{ eventID: string; 'event.type': string }[]>(`${project.path}events/`);
    const errors = events.filter((event) => event['event.type'] !== 'generic');
    expect(errors).toHaveLength(of('event').length);

    const feedback = await get<unknown[]>(`${organization}issues/?query=issue.category:feedback`);
    // A report about an error that was stored becomes feedback.
    const known = of('user_report').filter(({ payload }) => events.some(({ eventID }) => payload.includes(eventID)));
    expect(feedback).toHaveLength(of('feedback').length + known.length);

    for (const { eventId, items: own } of envelopes) {
      const files = own.filter(({ type }) => type === 'attachment');
      if (files.length === 0 || !own.some(({ type }) => type === 'event' || type === 'feedback')) continue;
      const stored = await get<{ name: string; size: number }[]>(`${project.path}events/${eventId}/attachments/`);
      expect(stored.map(({ name, size }) => [name, size])).toEqual(
        files.map(({ header, payload }) => [header['filename'], payload.length]),
      );
    }

    const slugs = of('check_in').map(({ payload }) => (JSON.parse(payload.toString()) as CheckIn).monitor_slug);
    const configured = of('check_in').filter(({ payload }) => payload.includes('"monitor_config"'));
    const monitors = await get<{ slug: string }[]>(`${organization}monitors/`);
    expect(monitors.length > 0).toBe(configured.length > 0);
    for (const { slug } of monitors) expect(slugs).toContain(slug);

    const sessions = await get<{ groups: { totals: Record<string, number> }[] }>(
      `${organization}sessions/?field=sum(session)&statsPeriod=1d`,
    );
    expect((sessions.groups[0]?.totals['sum(session)'] ?? 0) > 0).toBe(
      of('session').length + of('sessions').length > 0,
    );
  });
});

interface CheckIn {
  readonly monitor_slug: string;
}

it('the guide has a row for each type that the service knows, and says what it does with it', () => {
  const types = [...new Set([...ITEM_CATEGORIES.keys(), ...ITEM_TYPES.keys()])].toSorted();
  const handlingOf = (type: string) => {
    if (type === 'client_report') return 'added up';
    const flag = ITEM_TYPES.get(type)?.flag;
    return ALL_ITEMS.isStored(type) ? 'stored' : flag === undefined ? 'not stored' : `not stored; sets \`${flag}\``;
  };
  expect(ROWS).toEqual(types.map((type) => ({ type, category: categoryOf(type), handling: handlingOf(type) })));
});

it('the guide has a row for each type that SDKs send', () => {
  const sent = new Set(FILES.flatMap((file) => readEnvelope(file).items.map(({ type }) => type)));
  expect(Object.keys(CATEGORIES)).toEqual(expect.arrayContaining([...sent]));
});
