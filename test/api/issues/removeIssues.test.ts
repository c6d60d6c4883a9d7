import { readFileSync } from 'node:fs';
import contract from '../../../generated/openapi.json';
import { readLink, sendRaw } from '../../support/client';
import { makeMigratedPlace } from '../../support/database';
import type { ProjectFixture } from '../../support/fixtures';
import { type Service, startService, useOwnService } from '../../support/service';

interface Row {
  readonly eventID: string;
  readonly groupID: string;
  readonly title: string;
}

const ISSUES = '/api/0/projects/{organization_slug}/{project_slug}/issues/';

const service = useOwnService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

function remove(query: string, of = project, as = token) {
  return service.client.delete(`${of.path}issues/${query}`, as);
}

/** Removes issues and checks the reply, which is the same for every removal. */
async function removed(query: string, of = project): Promise<void> {
  const response = await remove(query, of).expect(200);
  expect(response.text).toBe('Success.');
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
}

/** Sends an event. Events of one name belong to one issue. */
function send(name: string, more: Record<string, unknown> = {}, to = project): Promise<string> {
  return service.fixtures.event(to, {
    fingerprint: [name],
    exception: { values: [{ type: 'Error', value: name }] },
    ...more,
  });
}

/** Reads all events, page by page. */
async function events(of = project): Promise<Row[]> {
  const rows: Row[] = [];
  for (let path: string | null = `${of.path}events/`; path !== null;) {
    const response: { body: unknown; headers: unknown } = await service.client.get(path, token).expect(200);
    rows.push(...(response.body as Row[]));
    const { next } = readLink(response);
    path = next.results ? next.path : null;
  }
  return rows;
}

/** Returns the ids of the issues by name. */
async function issues(of = project): Promise<Map<string, string>> {
  return new Map((await events(of)).map(({ title, groupID }) => [title.replace('Error: ', ''), groupID]));
}

/** Sends an event for each name and returns the issues in the same order. */
async function make(...names: string[]): Promise<string[]> {
  for (const name of names) await send(name);
  const made = await issues();
  return names.map((name) => made.get(name) ?? '');
}

describe('issues named by id', () => {
  test('are removed, and no others', async () => {
    const [a, , c] = await make('a', 'b', 'c');
    await removed(`?id=${a}&id=${c}`);
    expect([...(await issues()).keys()]).toEqual(['b']);
  });

  test('are removed from lists and from source map diagnosis with all their events', async () => {
    const stacktrace = { frames: [{ filename: 'a.js', function: 'f' }] };
    const exception = { values: [{ type: 'Error', value: 'a', stacktrace }] };
    const ids = [await send('a', { exception }), await send('a', { exception }), await send('a', { exception })];
    const kept = await send('b', { exception });
    const group = (await events()).find(({ eventID }) => eventID === ids[0])?.groupID;
    await removed(`?id=${group}`);
    expect((await events()).map(({ eventID }) => eventID)).toEqual([kept]);
    for (const [eventId, status] of [...ids.map((id) => [id, 404] as const), [kept, 200] as const]) {
      const { body } = await service.client
        .get(`${project.path}events/${eventId}/source-map-debug/?frame_idx=0&exception_idx=0`, token)
        .expect(status);
      if (status === 404) expect(body).toEqual({ detail: 'Event not found' });
    }
    const { body } = await service.client.get(`${project.path}events/?full=1`, token).expect(200);
    expect(body).toHaveLength(1);
  });

  test('may be repeated', async () => {
    const [a, b] = await make('a', 'b', 'c');
    await removed(`?id=${a}&id=${b}&id=${a}&id=${a}&id=${b}`);
    expect([...(await issues()).keys()]).toEqual(['c']);
  });

  test('may be removed again, without effect', async () => {
    const [a] = await make('a', 'b');
    await removed(`?id=${a}`);
    await removed(`?id=${a}`);
    expect([...(await issues()).keys()]).toEqual(['b']);
  });

  test('may be thousands, in a URL of sixty kilobytes', async () => {
    const [a, b] = await make('a', 'b', 'c');
    const ids = Array.from({ length: 5000 }, (_, index) => `id=${index % 2 === 0 ? a : b}`);
    await removed(`?${ids.join('&')}`);
    expect([...(await issues()).keys()]).toEqual(['c']);
  });

  test('are not removed if the last of thousands is not in the project', async () => {
    const [a] = await make('a', 'b');
    const query = `?id=${a}&${Array.from({ length: 4999 }, (_, index) => `id=${10_000_000 + index}`).join('&')}`;
    expect(query.length).toBeGreaterThan(58_000);
    await removed(query);
    expect((await issues()).size).toBe(2);
  });

  test('are read completely from a URL of 64 KB', async () => {
    const [a] = await make('a', 'b');
    const path = `${project.path}issues/`;
    const count = Math.floor((64 * 1024 - path.length - 1) / `id=${a}&`.length);
    await removed(`?${Array.from({ length: count }, () => `id=${a}`).join('&')}`);
    expect([...(await issues()).keys()]).toEqual(['b']);
  });

  test('are followed by a new issue when the same error occurs again', async () => {
    const [a] = await make('a');
    await removed(`?id=${a}`);
    await send('a');
    const again = (await issues()).get('a');
    expect(Number(again)).toBeGreaterThan(Number(a));
    expect(await events()).toHaveLength(1);

    await removed(`?id=${a}`);
    expect((await issues()).get('a')).toBe(again);
  });

  test('allow their events to be sent again, which open a new issue', async () => {
    const eventId = await send('a');
    const [a] = [...(await issues()).values()];
    await removed(`?id=${a}`);
    expect(await events()).toEqual([]);
    expect(await send('a', { event_id: eventId })).toBe(eventId);
    const [row] = await events();
    expect(row?.eventID).toBe(eventId);
    expect(Number(row?.groupID)).toBeGreaterThan(Number(a));
  });

  test('leave the record of the project unchanged', async () => {
    await send('a', { environment: 'qa', release: 'web@1' });
    const before = (await service.client.put(project.path, token).send({}).expect(200)).body as unknown;
    await removed(`?id=${[...(await issues()).values()].join('&id=')}`);
    expect((await service.client.put(project.path, token).send({}).expect(200)).body).toEqual(before);
  });

  test('stay removed after a restart, and their ids are not reused', async () => {
    const place = await makeMigratedPlace();
    const running: Service[] = [];
    const start = async () => {
      await running.pop()?.close();
      running.push(await startService({ DATABASE_URL: place.url }));
      return running[0] as Service;
    };
    try {
      const first = await start();
      const made = await first.fixtures.project();
      const key = await first.fixtures.token(made.organization);
      await first.fixtures.event(made);
      const [row] = (await first.client.get(`${made.path}events/`, key).expect(200)).body as Row[];
      await first.client.delete(`${made.path}issues/?id=${row?.groupID}`, key).expect(200);

      const second = await start();
      expect((await second.client.get(`${made.path}events/`, key).expect(200)).body).toEqual([]);
      await second.fixtures.event(made);
      const [later] = (await second.client.get(`${made.path}events/`, key).expect(200)).body as Row[];
      expect(Number(later?.groupID)).toBeGreaterThan(Number(row?.groupID));
    } finally {
      await running.pop()?.close();
      await place.dispose();
    }
  });
});

describe('no issue is removed if one id is', () => {
  test.each([
    ['unknown', '999999999'],
    ['larger than 2^53', '9007199254740993'],
    ['of twenty digits', '18446744073709551617'],
    ['of a thousand digits', '1'.repeat(1000)],
  ])('%s', async (_, id) => {
    const [a, b] = await make('a', 'b');
    for (const query of [`?id=${a}&id=${id}&id=${b}`, `?id=${id}&id=${a}`, `?id=${a}&id=${b}&id=${id}`, `?id=${id}`])
      await removed(query);
    expect((await issues()).size).toBe(2);
  });

  test('equal to the id of an issue only after rounding or truncation', async () => {
    const [a] = await make('a');
    for (const id of [
      `${a}0`,
      `${a}00000000000000000000`,
      `${BigInt(a ?? 0) + 2n ** 32n}`,
      `${BigInt(a ?? 0) + 2n ** 64n}`,
    ]) {
      await removed(`?id=${id}`);
    }
    expect((await issues()).size).toBe(1);
  });

  test('of an issue of another project, which is not removed either', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    const stranger = await service.fixtures.project();
    await send('s', {}, sibling);
    const [s] = [...(await issues(sibling)).values()];
    await send('x', {}, stranger);
    const own = await service.fixtures.token(stranger.organization);
    const [x] = ((await service.client.get(`${stranger.path}events/`, own).expect(200)).body as Row[]).map(
      ({ groupID }) => groupID,
    );
    const [a] = await make('a');
    for (const id of [s, x]) {
      await removed(`?id=${a}&id=${id}`);
      await removed(`?id=${id}`);
    }
    expect((await issues()).size).toBe(1);
    expect((await issues(sibling)).size).toBe(1);
    expect((await service.client.get(`${stranger.path}events/`, own).expect(200)).body).toHaveLength(1);
  });

  test('of an issue that is removed already', async () => {
    const [a, b] = await make('a', 'b');
    await removed(`?id=${a}`);
    await removed(`?id=${a}&id=${b}`);
    expect([...(await issues()).keys()]).toEqual(['b']);
  });
});

describe('without an id', () => {
  test.each(['', '?', '?&', '?&&'])(
    'and with %j as query, all issues of the project are removed, and no others',
    async (query) => {
      const sibling = await service.fixtures.project({ organization: project.organization });
      await send('s', {}, sibling);
      await make('a', 'b', 'c');
      await removed(query);
      expect(await events()).toEqual([]);
      expect(await events(sibling)).toHaveLength(1);
    },
  );

  test('a project without issues gets 200', async () => {
    await removed('');
    expect(await events()).toEqual([]);
  });

  test('the first thousand are removed: the last seen, then those with the highest ids', async () => {
    const now = Math.floor(Date.now() / 1000);
    const at = (seconds: number) => ({ timestamp: now - seconds });
    await send('seen long ago, made first', at(1000));
    await send('seen again', at(2000));
    await send('made early', at(100));
    await send('made next', at(100));
    const bulk = Array.from({ length: 997 }, (_, index) => () => send(`bulk ${index}`, at(100)));
    while (bulk.length > 0) await Promise.all(bulk.splice(0, 50).map((work) => work()));
    await send('seen long ago, made last', at(1001));
    await send('seen again', at(10));
    await send('newest', at(1));
    const before = await issues();
    expect(before.size).toBe(1003);

    await removed('');
    expect([...(await issues()).keys()].sort()).toEqual([
      'made early',
      'seen long ago, made first',
      'seen long ago, made last',
    ]);
    await removed('');
    expect(await events()).toEqual([]);
  });
});

describe('the query', () => {
  const refuse = async (query: string) => {
    await make('a');
    const { body } = await remove(query).expect(400);
    expect((await issues()).size).toBe(1);
    return (body as { detail: string }).detail;
  };

  const MISSPELT = ['ids', 'id[]', 'id[0]', 'Id', 'ID', 'i', 'issue'];
  const FOREIGN = [
    'query',
    'statsPeriod',
    'environment',
    'status',
    'project',
    'limit',
    'per_page',
    'cursor',
    'toString',
    '__proto__',
    '',
  ];
  test.each([...MISSPELT, ...FOREIGN])(
    'is rejected with the unknown parameter %j, not read as a query without ids',
    async (key) => {
      expect(await refuse(`?${encodeURIComponent(key)}=1`)).toContain(`'${key}'`);
    },
  );

  test.each(['', '%20', 'is:unresolved'])('is rejected with the search %j, alone and beside an id', async (search) => {
    const [a] = await make('a');
    for (const query of [`?query=${search}`, `?id=${a}&query=${search}`, `?query=${search}&id=${a}`])
      expect((await remove(query).expect(400)).body).toEqual({
        detail: "Unknown query parameter 'query'; accepted are 'id'.",
      });
    expect((await issues()).size).toBe(1);
  });

  test.each([
    '',
    '0',
    '00',
    '01',
    '+1',
    '%2B1',
    '-1',
    '-0',
    '1.0',
    '1.',
    '.1',
    '1,2',
    '1e3',
    '0x1',
    '1_000',
    '1%20',
    '%201',
    '%0A1',
    '1%0A',
    '1%00',
    'one',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '*',
    '[1]',
    '%EF%BC%91',
    '%D9%A1',
    '1;2',
    "1'%20OR%20'1'='1",
    '%zz',
  ])('is rejected with id=%s', async (id) => {
    expect(await refuse(`?id=${id}`)).toContain("'id'");
  });

  test('is rejected with one invalid id among valid ones', async () => {
    const [a] = await make('a');
    for (const query of [`?id=${a}&id=`, `?id=&id=${a}`, `?id=${a}&id`, `?id=${a}&id=0`])
      await remove(query).expect(400);
    expect((await issues()).size).toBe(1);
  });

  test('may have percent-encoded digits', async () => {
    const [a] = await make('a');
    const encoded = [...(a ?? '')].map((digit) => `%3${digit}`).join('');
    await removed(`?%69d=${encoded}`);
    expect(await events()).toEqual([]);
  });
});

describe('the reply', () => {
  test('is the text "Success."', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const {
      status,
      text,
      headers: answered,
    } = await sendRaw(service.url, { method: 'DELETE', path: `${project.path}issues/`, headers });
    expect([status, text]).toEqual([200, 'Success.']);
    expect(answered).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'content-length': '8' });
  });

  test('is 403 without event:admin, and nothing is removed', async () => {
    const [a] = await make('a');
    const almost = await service.fixtures.token(project.organization, {
      scopes: ['event:read', 'event:write', 'project:admin', 'team:admin'],
    });
    expect((await remove(`?id=${a}`, project, almost).expect(403)).body).toMatchObject({
      requiredScopes: ['event:admin'],
    });
    expect((await issues()).size).toBe(1);
  });

  test('is the same for concurrent removals', async () => {
    const [a, b] = await make('a', 'b', 'c');
    await Promise.all([removed(`?id=${a}&id=${b}`), removed(`?id=${b}&id=${a}`), removed(`?id=${a}`)]);
    const left = [...(await issues()).keys()];
    expect(left).toContain('c');
    expect(left).not.toContain('a');
  });

  test('is sent while events arrive, and none of them belongs to a removed issue', async () => {
    const [a] = await make('a');
    await Promise.all([removed(`?id=${a}`), ...Array.from({ length: 20 }, () => send('a')), removed(`?id=${a}`)]);
    await send('a');
    const rows = await events();
    expect(rows.map(({ groupID }) => groupID)).not.toContain(a);
    expect(new Set(rows.map(({ groupID }) => groupID)).size).toBe(1);
  });
});

describe('a body', () => {
  test('is rejected, because ids in it would be ignored', async () => {
    const other = await service.fixtures.project({ organization: project.organization });
    await service.fixtures.event(other);
    const [id] = [...(await issues(other)).values()];
    const { body } = await service.client
      .delete(`${other.path}issues/`, token)
      .send({ id: [Number(id)] })
      .expect(400);
    expect(body).toEqual({ detail: expect.stringContaining('accepts no body') });
    expect(await events(other)).toHaveLength(1);
  });
});

describe('that a request without id removes a thousand issues', () => {
  const { description, parameters } = contract.paths[ISSUES].delete;

  it('is what the description and the guide begin with, and generated clients know that a list has a member', () => {
    expect(description).toMatch(/^\*\*Without `id`, removes the first 1000 issues of the project,\*\* /);
    const guide = readFileSync('openapi/guides/removing-issues.md', 'utf8');
    expect(guide).toMatch(/^# .+\n\n\*\*A removal without `id` removes the first 1000 issues of the project,\*\* /);
    const names = parameters.map(({ $ref }) => $ref.split('/').at(-1));
    expect(names).toContain('IssueId');
    expect(contract.components.parameters.IssueId.schema).toMatchObject({ type: 'array', minItems: 1 });
  });

  it('does not hold for what clients send for an empty list', async () => {
    await send('stays');
    for (const query of ['?id=', '?id[]=', '?id%5B%5D=', '?id=null', '?id=undefined', '?id=&id='])
      await remove(query).expect(400);
    expect((await service.client.get(`${project.path}events/`, token).expect(200)).body).toHaveLength(1);
  });
});
