/** A preview finds the alerts that the same rule sends when the events arrive. */
import type { AlertRuleContent, AlertTarget } from '../../src/domain/alertRule';
import { previewRule } from '../../src/ingest/previewRule';
import { setStatus } from '../support/rows';
import { AlertFixture, MINUTE } from './alertFixture';

const HOOK: AlertTarget = { type: 'webhook', url: 'https://hooks.acme.test/x', format: 'culprit' };
const HASHES = ['a', 'b', 'c'].map((digit) => digit.repeat(32));

let fixture: AlertFixture;
let start: number;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  start = fixture.now;
});
afterEach(() => fixture.close());

type Draft = Partial<Pick<AlertRuleContent, 'conditions' | 'frequency'>> & {
  readonly filters?: Partial<AlertRuleContent['filters']>;
};

const send = (issue: number, environment = 'production', user = '1') =>
  fixture.event(`Error ${issue}`, {
    hash: HASHES[issue] ?? '',
    labels: { environment },
    tags: [
      { key: 'environment', value: environment },
      { key: 'level', value: 'error' },
      { key: 'user', value: `id:${user}` },
    ],
  });

async function preview({ filters, ...draft }: Draft, options: { since?: number; limit?: number } = {}) {
  const content = { conditions: [{ type: 'new' }], frequency: 30, ...draft } as const;
  const all = { levels: [], environments: [], releases: [], tags: [], ...filters };
  const { read } = fixture.database;
  return previewRule(read, fixture.project, { ...content, filters: all }, { since: start - MINUTE, ...options });
}

/** Returns the alerts of the rule that wait to be sent. */
async function queued(): Promise<string[]> {
  const engine = await fixture.temporary.openEngine();
  const text = 'SELECT event_id AS "eventId", reason AS "reason" FROM alert WHERE queue_id > 0 ORDER BY date_created';
  const rows = await engine.read((session) => session.all<{ eventId: string; reason: string }>(text, []));
  await engine.close();
  return rows.map(({ eventId, reason }) => `${reason} ${eventId}`);
}

const DRAFTS: readonly [string, Draft][] = [
  ['new issues', {}],
  ['regressions', { conditions: [{ type: 'regression' }] }],
  ['events', { conditions: [{ type: 'events', count: 4, minutes: 10 }] }],
  [
    'events of one environment',
    { conditions: [{ type: 'events', count: 2, minutes: 60 }], filters: { environments: ['staging'] } },
  ],
  ['users', { conditions: [{ type: 'users', count: 3, minutes: 30 }], frequency: 10 }],
  [
    'all of them',
    { conditions: [{ type: 'new' }, { type: 'regression' }, { type: 'events', count: 3, minutes: 5 }], frequency: 5 },
  ],
];

it.each(DRAFTS)('%s', async (_, draft) => {
  await fixture.rule({ ...draft, recipients: [HOOK] });
  // A sequence without a pattern, the same each time.
  let random = 1;
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % below;
  };
  for (let number = 0; number < 60; number += 1) {
    fixture.now += (1 + next(4)) * MINUTE;
    await send(next(3), next(3) === 0 ? 'staging' : 'production', String(next(5)));
    if (number % 20 === 10)
      await fixture.write(async (stores) => {
        const issue = await stores.issues.findByNumber(fixture.project.id, 1);
        await setStatus(stores, fixture.project.id, [issue?.id ?? ''], { status: 'resolved', at: fixture.now });
      });
  }
  const { alerts, events } = await preview(draft);
  expect(events).toBe(60);
  expect(alerts.map(({ reason, eventId }) => `${reason} ${eventId}`)).toEqual(await queued());
  expect(alerts).not.toEqual([]);
});

it('counts the events of each hour, and those of the issue in the hour of an alert', async () => {
  await send(0);
  await send(1);
  fixture.now += 60 * MINUTE;
  await send(0);
  const { alerts, eventsOfHours, issues } = await preview({});
  expect([...eventsOfHours.values()]).toEqual([2, 1]);
  expect(alerts.map(({ issueId, hourEvents }) => [issues.get(issueId)?.title, hourEvents])).toEqual(
    expect.arrayContaining([
      ['Error 0', 1],
      ['Error 1', 1],
    ]),
  );
});

it('compares only the newest events if there are many, and takes no issue for new that is older', async () => {
  for (let number = 0; number < 3; number += 1) {
    fixture.now += MINUTE;
    await send(0);
  }
  await send(1);
  const { alerts, from, isPartial, events } = await preview({}, { limit: 2 });
  expect({ from, isPartial, events, reasons: alerts.map(({ reason }) => reason) }).toEqual({
    from: start + 3 * MINUTE,
    isPartial: true,
    events: 2,
    reasons: ['new'],
  });
});

it('compares no event before the time', async () => {
  await send(0);
  fixture.now += 10 * MINUTE;
  await send(0);
  expect(
    await preview({ conditions: [{ type: 'events', count: 1, minutes: 1 }] }, { since: start + MINUTE }),
  ).toMatchObject({ events: 1, alerts: [{ reason: 'events', seen: 1, date: start + 10 * MINUTE }] });
});
