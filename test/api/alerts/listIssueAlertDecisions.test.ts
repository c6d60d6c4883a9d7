import type { components } from '../../../generated/api';
import { rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Decisions = components['schemas']['IssueAlertDecisions'];

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

/** The service sends no mails in tests, and webhooks in this network are refused when they are called. */
const recipients = [{ type: 'webhook', url: 'https://hooks.acme.test/x', format: 'slack' }];
const EVENTS = { type: 'events', count: 3, minutes: 60 };

const rule = (given: object = {}) => rulesOf(service, project, token).create({ recipients, ...given });
const send = (given: object = {}) =>
  service.fixtures.event(project, { message: 'late', fingerprint: ['late'], environment: 'production', ...given });
const path = (id = `${project.slug.toUpperCase()}-1`) =>
  `/api/0/organizations/${project.organization}/issues/${id}/alert-decisions/`;
const read = async () => (await service.client.get(path(), token).expect(200)).body as Decisions;
const readRule = async () => (await read()).rules[0];
const outcomes = async () => (await readRule())?.decisions.map(({ outcome, seen }) => [outcome, seen]);

test('says that a project without rules has none', async () => {
  await send();
  expect(await read()).toEqual({
    detail:
      'The project has no alert rule and no webhook, and the service sends no mails: nobody is told about its issues.',
    muted: [],
    rules: [],
  });
});

test('an alert, and an event within the frequency', async () => {
  await rule({ conditions: [{ type: 'new' }, { ...EVENTS, count: 1 }], frequency: 60 });
  const eventID = await send();
  await send();
  await send();
  const { detail, rules } = await read();
  expect(detail).toBe('1 of 1 alert rule of the project alerted about this issue in the last 30 days.');
  expect(rules).toMatchObject([
    {
      outcome: 'silent',
      detail: expect.stringMatching(/^An event arrived at .*, within 60 minutes after the last alert about the issue/),
      frequency: 60,
      silentUntil: expect.stringMatching(/Z$/),
      conditions: [
        { type: 'new', detail: expect.stringMatching(/^It happened at .*: the issue was new\.$/) },
        { type: 'events', needed: 1, minutes: 60, detail: 'Nothing is counted while the rule is silent.' },
      ],
      filters: [],
      decisions: [
        { outcome: 'silent', reason: null, deliveries: [] },
        { outcome: 'fired', reason: 'new', eventID, seen: null, needed: null, filter: null },
      ],
    },
  ]);
});

test('a count that is not reached, its highest number, and the alert when it is', async () => {
  await rule({ conditions: [EVENTS] });
  await send();
  expect(await outcomes()).toEqual([['below', 1]]);
  await send();
  expect(await readRule()).toMatchObject({
    outcome: 'below',
    detail: expect.stringMatching(/^2 of 3 events within 60 minutes; the highest count was at .*Z\.$/),
    conditions: [{ needed: 3, seen: 2, minutes: 60, detail: '2 of 3 events within 60 minutes at present.' }],
  });
  await send();
  expect(await outcomes()).toEqual([
    ['fired', 3],
    ['below', 2],
  ]);
  expect((await readRule())?.detail).toMatch(/^Alerted at .*: 3 of 3 events within 60 minutes\. Deliveries: /);
});

test('filters that do not match the event that opened the issue', async () => {
  await rule({ filters: { levels: ['error', 'fatal'], environments: ['staging'] } });
  await send();
  expect(await readRule()).toMatchObject({
    outcome: 'filtered',
    detail: expect.stringMatching(
      /the issue was new, but the filter environments does not match its event: the value is production\.$/,
    ),
    filters: [
      { filter: 'levels', accepted: ['error', 'fatal'], seen: ['error'], events: 1, matchingEvents: 1 },
      { filter: 'environments', accepted: ['staging'], seen: ['production'], events: 1, matchingEvents: 0 },
    ],
    decisions: [
      { outcome: 'filtered', reason: 'new', filter: { filter: 'environments', key: null, seen: 'production' } },
    ],
  });
});

test('filters that match no event that would be counted', async () => {
  await rule({ conditions: [EVENTS], filters: { tags: [{ key: 'cart', value: 'full' }] } });
  await send({ tags: { cart: 'empty' } });
  await send();
  expect(await readRule()).toMatchObject({
    outcome: 'filtered',
    filters: [{ filter: 'tags', key: 'cart', accepted: ['full'], seen: expect.arrayContaining(['empty', '']) }],
    decisions: [],
  });
});

test('conditions that have not happened', async () => {
  await send();
  await rule({ conditions: [{ type: 'new' }, { type: 'regression' }, { type: 'escalating' }, { type: 'feedback' }] });
  await send();
  const state = await readRule();
  expect(state).toMatchObject({
    outcome: 'notOccurred',
    detail: expect.stringMatching(
      /^No condition of the rule has held for the issue since .*, when the rule was created/,
    ),
    decisions: [],
  });
  expect(state?.conditions.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^The issue opened at .*, before the rule was created\.$/),
    'It has not happened: the issue must be resolved before, and is unresolved.',
    'It has not happened: the issue must be ignored until it escalates before, and is unresolved.',
    'The issue is not feedback.',
  ]);
});

test.each([
  ['inactive', { isActive: false }, /not active/],
  ['withoutRecipient', { recipients: [{ type: 'project' }] }, /SMTP_URL is not set/],
  [
    'otherSubject',
    { conditions: [{ type: 'crashFreeUsers', percent: 99, hours: 1, minimum: 10 }] },
    /about sessions, not about issues/,
  ],
])('a rule that is %s', async (outcome, given, detail) => {
  await rule(given);
  await send();
  expect(await readRule()).toMatchObject({ outcome, detail: expect.stringMatching(detail), decisions: [] });
});

test('a rule that was changed since', async () => {
  const { id } = await rule();
  await send();
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
  const body = { name: 'Rule', conditions: [{ type: 'regression' }], recipients };
  await service.client.put(`${project.path}rules/${id}/`, token).send(body).expect(200);
  later.mockRestore();
  expect((await readRule())?.detail).toMatch(/ The rule was changed since\.$/);
});

test('decisions about an issue that was merged, and the numbers go on after them', async () => {
  await rule({ conditions: [{ type: 'new' }], frequency: 5 });
  const first = await send();
  await send();
  const other = await send({ fingerprint: ['other'] });
  const found = await service.client.get(`${project.path}issues/`, token).expect(200);
  const ids = (found.body as { id: string }[]).map(({ id }) => Number(id)).sort((one, next) => one - next);
  const query = `?id=${ids.join('&id=')}`;
  await service.client
    .put(`${project.path}issues/${query}`, token)
    .send({ merge: 1, into: `${ids[0]}` })
    .expect(200);
  const fired = async () => {
    const decisions = (await readRule())?.decisions ?? [];
    return decisions.flatMap(({ outcome, eventID }) => (outcome === 'fired' ? [eventID] : []));
  };
  expect((await fired()).sort()).toEqual([first, other].sort());
  const before = (await readRule())?.decisions.length ?? 0;
  await service.client.put(`${project.path}issues/?id=${ids[0]}`, token).send({ status: 'resolved' }).expect(200);
  await send();
  expect((await readRule())?.decisions.length).toBeGreaterThanOrEqual(before);
  expect((await fired()).sort()).toEqual([first, other].sort());
});

test('members who disabled mails about the project', async () => {
  await send();
  await service.client.put(`${project.path}alert-settings/`, token).send({ mail: false }).expect(200);
  expect((await read()).muted).toEqual(['ann@acme.test']);
});

test('an unknown issue is 404', async () => {
  await service.client.get(path('4711'), token).expect(404, { detail: 'Issue not found' });
});
