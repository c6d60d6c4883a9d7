import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time';
import { stopDate } from '../../support/exampleTime';
import { envelope, type EnvelopeItem } from '../../support/fixtures';
import { versionsAt, useReleases } from '../../support/releaseFixture';
import { describeReleaseList } from '../../support/releaseReadCases';

const fixture = useReleases();

const list = () => fixture.path();

describeReleaseList(() => fixture, list);

describe('the list', () => {
  test('has only the releases of a project or of a status, if the query says so, on every page', async () => {
    for (const version of ['s@1', 's@2', 's@3']) await fixture.release(version, { projects: ['shop'] });
    await fixture.release('b@1', { projects: ['blog'] });
    for (const version of ['s@2', 'b@1'])
      await fixture.put(fixture.path(`${version}/`), { status: 'archived' }).expect(200);
    const versions = async (query: string) =>
      (await versionsAt(fixture, `${list()}?${query}`)).filter((version) => /^[sb]@/.test(String(version))).sort();
    const shop = `project=${fixture.shop.id}`;
    expect(await versions(`${shop}&status=archived`)).toEqual(['s@2']);
    expect(await versions(`${shop}&status=open&per_page=1`)).toEqual(['s@3']);
    const { headers } = await fixture.get(`${list()}?${shop}&status=open&per_page=1`).expect(200);
    const next = new URL(/<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '');
    expect(await versionsAt(fixture, next.pathname + next.search)).toEqual(['s@1']);
    expect(await versions('status=archived')).toEqual(['b@1', 's@2']);
    expect(await versions(`project=${fixture.blog.id}`)).toEqual(['b@1']);
  });

  test('has only the releases whose version contains a text, in either case of letters', async () => {
    for (const version of ['Found_1@1', 'found_1@2', 'found-1@3', 'found%1@4']) await fixture.release(version);
    await fixture.release('found_1@5', { projects: ['blog'] });
    const versions = (query: string) => versionsAt(fixture, `${list()}?${query}`);
    expect(await versions('query=OUND_1@')).toEqual(['found_1@5', 'found_1@2', 'Found_1@1']);
    expect(await versions('query=found%251')).toEqual(['found%1@4']);
    expect(await versions(`query=found&project=${fixture.blog.id}`)).toEqual(['found_1@5']);
    expect(await versions('query=found_1&status=archived')).toEqual([]);
    const { headers } = await fixture.get(`${list()}?query=found_1&per_page=2`).expect(200);
    const next = new URL(/<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '');
    expect(await versionsAt(fixture, next.pathname + next.search)).toEqual(['Found_1@1']);
    await fixture.get(`${list()}?query=${'x'.repeat(201)}`).expect(400);
  });

  test.each([
    ['project=0', "Query parameter 'project' must be the id of a project in decimal digits."],
    ['project=shop', "Query parameter 'project' must be the id of a project in decimal digits."],
    ['status=closed', "Query parameter 'status' must be open or archived."],
    ['sort=sessions', "Query parameter 'sort' must be date, the only order of releases."],
  ])('rejects %s', async (query, detail) => {
    expect((await fixture.get(`${list()}?${query}`).expect(400)).body).toEqual({ detail });
  });

  test('of a project of another organization is not found', async () => {
    const other = await fixture.service.fixtures.project();
    await fixture.get(`${list()}?project=${other.id}`).expect(404);
  });

  test('has the releases of every project, and those without a project', async () => {
    await fixture.release('none@1', { projects: [], dateReleased: '2041-01-01T00:00:00Z' });
    await fixture.release('blog@1', { projects: ['blog'], dateReleased: '2042-01-01T00:00:00Z' });
    expect((await versionsAt(fixture, list())).slice(0, 2)).toEqual(['blog@1', 'none@1']);
    const other = await fixture.service.fixtures.organization();
    const token = await fixture.service.fixtures.token(other.slug);
    expect((await fixture.service.client.get(fixture.path('', other.slug), token).expect(200)).body).toEqual([]);
  });
});

test('sessions of the whole period are counted, from the beginning of its first hour', async () => {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  stopDate(hour + 4 * MINUTE_MS);
  try {
    const begun = [-5 * MINUTE_MS, 6 * MINUTE_MS - DAY_MS, 6 * MINUTE_MS - DAY_MS - HOUR_MS];
    const items = begun.map((offset): EnvelopeItem => {
      const started = new Date(hour + offset).toISOString();
      return [{ type: 'sessions' }, { attrs: { release: 'period@1' }, aggregates: [{ started, exited: 1 }] }];
    });
    const { id, publicKey } = fixture.shop;
    await fixture.service.client
      .post(`/api/${id}/envelope/?sentry_key=${publicKey}`)
      .send(envelope({}, ...items))
      .expect(200);
    const healthOf = async (statsPeriod: string) => {
      const { body } = await fixture.get(`${list()}?query=period@1&health=1&statsPeriod=${statsPeriod}`).expect(200);
      return body[0].projects[0].healthData;
    };
    const inHour = await healthOf('1h');
    expect(inHour).toMatchObject({ totalSessions: 1, totalSessions24h: 2, totalProjectSessions24h: 2 });
    expect(await healthOf('24h')).toMatchObject({ totalSessions: 2 });
    expect(await healthOf('25h')).toMatchObject({ totalSessions: 3 });
    const refused = await fixture.get(`${list()}?health=1&statsPeriod=abc`).expect(400);
    expect(refused.body.detail).toContain("'statsPeriod' must be a number with the unit m, h, d or w");
    expect(inHour.stats['24h']).toHaveLength(24);
    expect(inHour.stats['24h'].slice(-2)).toEqual([
      [(hour - HOUR_MS) / 1000, 1],
      [hour / 1000, 0],
    ]);
  } finally {
    jest.useRealTimers();
  }
});
