/** The service as a process with its threads, and on PostgreSQL two of them: events are sent at the same time. */
import * as fc from 'fast-check';
import type { components } from '../../../generated/api';
import { readEvents } from '../../support/sdkEvents';
import type { ContractClient } from '../../support/client';
import { makeMigratedPlace, onPostgres, type TemporaryPlace } from '../../support/database';
import { Fixtures, type ProjectFixture } from '../../support/fixtures';
import { runScenario, scenarios, type Target } from '../../support/interleavings';
import { endProcesses, ensureBuilt, ServiceProcess } from '../../support/process';

type Issue = components['schemas']['Issue'];

let place: TemporaryPlace;
let target: Target;
/** The processes in turn; with one process, the same one. */
let one: ContractClient;
let other: ContractClient;
let project: ProjectFixture;
let token: string;
beforeAll(ensureBuilt);
beforeAll(async () => {
  place = await makeMigratedPlace();
  const env = { DATABASE_URL: place.url, BOOTSTRAP: 'off', SMTP_URL: 'smtp://127.0.0.1:9' };
  one = (await ServiceProcess.start(env)).client;
  other = onPostgres ? (await ServiceProcess.start(env)).client : one;
  target = { clients: [one, other], place };
  await Fixtures.fill(place.url, async (fixtures) => {
    project = await fixtures.project();
    token = await fixtures.token(project.organization);
  });
});
afterAll(async () => {
  endProcesses();
  await place.dispose();
});

/** Sends events of one kind on many connections, so that the threads ingest most of them. */
async function burst({ url }: ContractClient, count = 40): Promise<void> {
  const address = `${url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  const body = JSON.stringify({ exception: { values: [{ type: 'OutOfStock', value: 'none left' }] } });
  const replies = await Promise.all(Array.from({ length: count }, () => fetch(address, { method: 'POST', body })));
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
}

async function issuesOf({ path }: ProjectFixture): Promise<Issue[]> {
  return (await one.get(`${path}issues/?query=`, token).expect(200)).body as Issue[];
}

test('events have the same results at the same time as one by one', async () => {
  for (const scenario of fc.sample(scenarios(120), 2)) {
    const inOrder = await runScenario(target, scenario, async (events, send) => {
      for (const event of events) await send(event);
    });
    expect(inOrder.contradictions).toEqual([]);
    const atOnce = await runScenario(target, scenario, async (events, send) => {
      await Promise.all(events.toReversed().map(send));
    });
    expect(atOnce.contradictions).toEqual([]);
    expect(atOnce.state).toEqual(inOrder.state);
  }
});

test('events after the removal of their issue open another one, whichever process and thread saves them', async () => {
  await burst(one);
  for (let round = 0; round < 10; round += 1) {
    const [issue] = await issuesOf(project);
    await one.delete(`${project.path}issues/?id=${issue?.id}`, token).expect(200);
    await burst(round % 2 === 0 ? other : one);
    expect((await issuesOf(project)).map(({ count }) => count)).toEqual(['40']);
    expect(await readEvents(one, project.path, token, false)).toHaveLength(40);
  }
});

/** Rows that contradict each other: a query that finds none for each rule. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'events without an issue': `SELECT COUNT(*) FROM event e
    WHERE NOT EXISTS (SELECT 1 FROM issue i WHERE i.project_id = e.project_id AND i.id = e.issue_id)
      AND NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)`,
  'issues with another number of events': `SELECT COUNT(*) FROM issue i WHERE i.times_seen <>
    (SELECT COUNT(*) FROM event e WHERE e.project_id = i.project_id AND e.issue_id = i.id)`,
  'issues with another number of users': `SELECT COUNT(*) FROM issue i WHERE i.user_count <>
    (SELECT COUNT(*) FROM issue_tag t WHERE t.project_id = i.project_id AND t.issue_id = i.id AND t.key = 'user')`,
  'issues without a hash': `SELECT COUNT(*) FROM issue i
    WHERE NOT EXISTS (SELECT 1 FROM issue_hash h WHERE h.project_id = i.project_id AND h.issue_id = i.id)`,
  'hashes without an issue': `SELECT COUNT(*) FROM issue_hash h
    WHERE NOT EXISTS (SELECT 1 FROM issue i WHERE i.project_id = h.project_id AND i.id = h.issue_id)`,
};

test('issues that are removed and resolved while events arrive leave no contradiction', async () => {
  const scenario = fc.sample(
    fc.array(fc.record({ kind: fc.nat(3), user: fc.nat(5) }), { minLength: 400, maxLength: 400 }),
    1,
  );
  const events = [...(scenario[0] ?? [])];
  const sendAll = async () => {
    for (let event = events.pop(); event !== undefined; event = events.pop()) {
      const client = events.length % 2 === 0 ? one : other;
      await client
        .post(`/api/${project.id}/store/?sentry_key=${project.publicKey}`)
        .send({
          exception: { values: [{ type: `Failure${'ABCD'[event.kind]}`, value: 'x' }] },
          user: { id: event.user },
        })
        .expect(200);
    }
  };
  const changeIssues = async () => {
    while (events.length > 0) {
      const [newest, next] = await issuesOf(project);
      if (newest !== undefined) await other.delete(`${project.path}issues/?id=${newest.id}`, token).expect(200);
      if (next !== undefined)
        await one.put(`${project.path}issues/?id=${next.id}`, token).send({ status: 'resolved' }).expect(200);
    }
  };
  await Promise.all([...Array.from({ length: 30 }, sendAll), changeIssues()]);
  const engine = await place.openEngine();
  const counts = Object.entries(CONTRADICTIONS).map(async ([rule, query]) => {
    const sql = `SELECT CAST((${query}) AS INTEGER) AS "count"`;
    return [rule, (await engine.read((session) => session.one<{ count: number }>(sql, [])))?.count];
  });
  expect(await Promise.all(counts)).toEqual(Object.keys(CONTRADICTIONS).map((rule) => [rule, 0]));
  await engine.close();
});

test('a changed setting applies to all events that are sent after the reply, whichever process and thread processes them', async () => {
  await one.delete(`${project.path}issues/`, token).expect(200);
  for (let round = 0; round < 10; round += 1) {
    const environment = `qa-${round}`;
    await one.put(project.path, token).send({ defaultEnvironment: environment }).expect(200);
    await burst(round % 2 === 0 ? other : one, 20);
    const reply = await one.get(`${project.path}events/?full=true&per_page=20`, token).expect(200);
    const tags = (reply.body as { tags: { key: string; value: string }[] }[]).map(
      (event) => event.tags.find(({ key }) => key === 'environment')?.value,
    );
    expect(tags).toEqual(Array(20).fill(environment));
  }
});
