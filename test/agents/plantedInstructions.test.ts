/** No text that somebody planted reaches an agent outside of the marks, whatever tool is called. */
import { agentTools } from '../../generated/agentTools';
import { type AgentClient, connectAgentTo, partsOfReply } from '../support/agents';
import { ATTACK_COUNT, PLACES, planted, plantOf, plantsIn } from '../support/plantedInstructions';
import { useService } from '../support/service';

const service = useService();

/** Number of texts of each place that one event has, besides its title. */
const PER_EVENT = 8;

/** Characters that nobody sees or that change the order of others. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?!\n)\p{Cc}/u;

const attacks = Array.from({ length: ATTACK_COUNT }, (_, attack) => attack);

/** The text as a release: their names have no slash and no line break. */
function releaseOf(attack: number): string {
  return planted('release', attack).replace(/[/\r\n\t]/g, ' ');
}

/** Returns an event with the texts from `first` on in all places. */
function eventWith(first: number): Record<string, unknown> {
  const some = attacks.slice(first, first + PER_EVENT);
  return {
    transaction: planted('title', first),
    logentry: { formatted: some.map((attack) => planted('message', attack)).join(' | ') },
    tags: Object.fromEntries(some.map((attack) => [`key${attack}`, planted('tag', attack)])),
    breadcrumbs: { values: some.map((attack) => ({ message: planted('breadcrumb', attack), category: 'x' })) },
    exception: {
      values: some.map((attack) => ({
        type: `Error${attack}`,
        value: planted('title', attack),
        stacktrace: {
          frames: [
            {
              filename: planted('file', attack),
              function: planted('function', attack),
              lineno: 7,
              in_app: true,
              context_line: planted('source', attack),
            },
          ],
        },
      })),
    },
  };
}

test('planted instructions of every place stay within the marks of every tool', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const organization = `/api/0/organizations/${project.organization}/`;
  const events: string[] = [];
  for (const attack of attacks) {
    const one = { fingerprint: ['one'], user: { id: planted('user', attack) }, release: releaseOf(attack) };
    await service.fixtures.event(project, one);
  }
  for (let first = 0; first < ATTACK_COUNT; first += PER_EVENT)
    events.push(await service.fixtures.event(project, eventWith(first)));
  const { body: issues } = await service.client.get(`${organization}issues/`, token).expect(200);
  for (const [index, { id }] of (issues as { id: string }[]).entries()) {
    const mine = attacks.slice(index * PER_EVENT, (index + 1) * PER_EVENT);
    for (const attack of mine)
      await service.client
        .post(`${organization}issues/${id}/notes/`, token)
        .send({ text: planted('comment', attack) })
        .expect(201);
  }
  for (const [index, event_id] of events.entries()) {
    const comments = attacks
      .slice(index * PER_EVENT, (index + 1) * PER_EVENT)
      .map((attack) => planted('feedback', attack))
      .join(' | ');
    await service.client
      .post(`${project.path}user-feedback/`, token)
      .send({ event_id, name: planted('feedback', index), email: 'a@b.test', comments })
      .expect(200);
  }

  const agent = await connectAgentTo(service.url, token, '?write=true');
  const replies = await callEverything(
    agent,
    project.slug,
    (issues as { id: string }[]).map(({ id }) => id),
    events,
  );
  await agent.close();

  expect(Object.keys(replies).sort()).toEqual(agentTools.map(({ name }) => name).sort());
  const seen = new Set<string>();
  for (const reply of Object.values(replies).flat()) {
    const { inside, outside } = partsOfReply(reply);
    expect(plantsIn(outside)).toEqual([]);
    expect(INVISIBLE.exec(reply)).toBeNull();
    expect(/!\[|\]\(|\]:|<(?:img|a)\b|https?:\/\/|`{3}|~{3}|<<<|>>>/.exec(inside)).toBeNull();
    plantsIn(inside).forEach((plant) => seen.add(plant));
  }
  const missing = PLACES.flatMap((place) => attacks.map((attack) => plantOf(place, attack))).filter(
    (plant) => !seen.has(plant),
  );
  expect(missing).toEqual([]);
});

/** Calls every tool, those about an issue or an event with each of them. Returns the texts of the replies by tool. */
async function callEverything(
  agent: AgentClient,
  project_slug: string,
  issues: readonly string[],
  events: readonly string[],
): Promise<Record<string, string[]>> {
  const replies: Record<string, string[]> = {};
  for (const { name, input } of agentTools) {
    const given: Record<string, unknown>[] = [{}];
    const each = (argument: string, values: readonly unknown[]) => {
      if (input.required.includes(argument))
        given.splice(
          0,
          given.length,
          ...given.flatMap((one) => values.map((value) => ({ ...one, [argument]: value }))),
        );
    };
    each('project_slug', [project_slug]);
    each('issue_id', issues);
    each('event_id', name === 'get_event' ? ['latest'] : events);
    each('key', ['key0', planted('tag', 0)]);
    each('version', [releaseOf(0)]);
    each('text', [planted('comment', 0)]);
    each('change_id', ['PLANT1000X']);
    if (name === 'update_issue') given.forEach((one) => Object.assign(one, { assignedTo: planted('user', 0) }));
    replies[name] = [];
    for (const one of given) {
      const texts = replies[name];
      for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
        const text = await agent.call(name, cursor === undefined ? one : { ...one, cursor });
        texts.push(text);
        cursor = /^More: call again with cursor "(.*)"\.$/m.exec(partsOfReply(text).outside)?.[1];
      }
    }
  }
  return replies;
}
