import type { components } from '../../../generated/api';
import { ruleBody, rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Preview = components['schemas']['AlertRulePreview'];

/** Two hours ago, in whole hours of seconds since 1970. */
const BEFORE = Math.floor(Date.now() / 3_600_000) * 3600 - 7200;
const time = (second: number) => new Date((BEFORE + second) * 1000).toISOString().replace('.000', '');

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const send = (second: number, given: object = {}) =>
  service.fixtures.event(project, {
    message: 'late',
    exception: undefined,
    fingerprint: ['late'],
    timestamp: BEFORE + second,
    environment: 'production',
    ...given,
  });
const post = (given: object = {}, query = '') =>
  service.client.post(`${project.path}rules/preview/${query}`, token).send(ruleBody(given));
const preview = async (given: object = {}, query = '') => (await post(given, query).expect(200)).body as Preview;

test('says when a rule would have sent alerts, about which issues, and how often', async () => {
  const first = await send(0);
  await send(60);
  await send(120, { environment: 'staging' });
  const other = await send(3600, { message: 'other', fingerprint: ['other'] });
  const filters = { environments: ['production'] };
  const issue = (number: number, title: string) => ({
    id: expect.any(String),
    shortId: `${project.slug.toUpperCase()}-${number}`,
    title,
  });
  const body = await preview({ filters });
  expect(body).toMatchObject({
    isPartial: false,
    events: 4,
    alertCount: 2,
    issueCount: 2,
    alerts: [
      { date: time(3600), reason: 'new', seen: null, eventID: other, hourEvents: 1, issue: issue(2, 'other') },
      { date: time(0), reason: 'new', seen: null, eventID: first, hourEvents: 3, issue: issue(1, 'late') },
    ],
    issues: expect.arrayContaining([
      { issue: issue(1, 'late'), alerts: 1, firstAlert: time(0), lastAlert: time(0) },
      { issue: issue(2, 'other'), alerts: 1, firstAlert: time(3600), lastAlert: time(3600) },
    ]),
    hours: [
      { date: time(0), events: 3, alerts: 1 },
      { date: time(3600), events: 1, alerts: 1 },
    ],
  });
  expect(Date.parse(body.to) - Date.parse(body.from)).toBe(14 * 24 * 3_600_000);
});

test('repeats an alert about an issue after the frequency', async () => {
  for (const second of [0, 60, 600, 660, 1200]) await send(second);
  const conditions = [{ type: 'events', count: 1, minutes: 1 }];
  expect((await preview({ conditions, frequency: 10 })).alerts.map(({ date, seen }) => [date, seen])).toEqual([
    [time(1200), 1],
    [time(600), 1],
    [time(0), 1],
  ]);
});

test('compares the events of the given days', async () => {
  await send(-3 * 24 * 3600);
  expect(await preview({}, '?days=1')).toMatchObject({ events: 0, alertCount: 0, hours: [] });
  expect(await preview({}, '?days=4')).toMatchObject({ events: 1, alertCount: 1 });
  await post({}, '?days=15').expect(400);
  await post({}, '?days=0').expect(400);
});

test('names what the history does not tell', async () => {
  expect((await preview()).limitations).toHaveLength(3);
  const conditions = [
    { type: 'regression' },
    { type: 'escalating' },
    { type: 'crashFreeUsers', percent: 99, hours: 1, minimum: 1 },
  ];
  expect((await preview({ conditions })).limitations.slice(3)).toEqual([
    'Regressions and escalations are those that happened, by the status that the issues had then.',
    'The event with which an issue escalated is not stored: the one before it is taken.',
    'Conditions about sessions are not part of the preview.',
  ]);
});

test('stores nothing, and checks the rule like its creation', async () => {
  await send(0);
  await preview({ recipients: [{ type: 'email', address: 'oncall@acme.test' }] });
  expect(await rulesOf(service, project, token).list()).toEqual([]);
  const { body } = await post({ conditions: [{ type: 'events' }], recipients: [{ type: 'member', id: '99' }] }).expect(
    400,
  );
  expect(body).toEqual({
    conditions: ['conditions[0]: events requires count and minutes.'],
    recipients: ['recipients[0]: The organization has no member with the id 99.'],
  });
});
