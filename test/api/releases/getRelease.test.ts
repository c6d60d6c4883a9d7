import { randomUUID } from 'node:crypto';
import { useReleases } from '../../support/releaseFixture';
import { describeRelease } from '../../support/releaseReadCases';

const fixture = useReleases();
const pathOf = (version: string) => fixture.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  await fixture.release('shop@1');
});

describeRelease({ fixture: () => fixture, pathOf });

describe('a release', () => {
  test('that an event created is found', async () => {
    await fixture.service.fixtures.event(fixture.shop, { release: 'by-event@1' });
    expect((await fixture.get(pathOf('by-event@1')).expect(200)).body).toMatchObject({ projects: [{ slug: 'shop' }] });
  });

  test('has its share of the events of the last 24 hours', async () => {
    await fixture.release('unused@1');
    await fixture.service.fixtures.event(fixture.shop, { release: 'adopted@1' });
    const { body } = await fixture.get(pathOf('adopted@1')).expect(200);
    const { recentEvents, adoption } = body as { recentEvents: number; adoption: number };
    expect(recentEvents).toBe(1);
    expect(adoption).toBeGreaterThan(0);
    expect(adoption).toBeLessThan(1);
    expect((await fixture.get(pathOf('unused@1')).expect(200)).body).toMatchObject({ recentEvents: 0, adoption: 0 });
  });
});

describe('with health=1', () => {
  const send = async (release: string, statuses: readonly string[], environment = 'production') => {
    const { service, shop } = fixture;
    const started = new Date().toISOString();
    const items = statuses.map((status, index) => {
      const payload = {
        sid: randomUUID(),
        did: `user-${index}`,
        init: true,
        started,
        status,
        attrs: { release, environment },
      };
      return `{"type":"session"}\n${JSON.stringify(payload)}`;
    });
    await service.client
      .post(`/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}`)
      .serialize((value) => value as string)
      .send(Buffer.from(['{}', ...items].join('\n')))
      .expect(200);
  };
  const record = async (query: string) => (await fixture.get(pathOf('health@1') + query).expect(200)).body;

  test('has the numbers of its sessions and users', async () => {
    await send('health@1', ['exited', 'crashed', 'errored', 'unhandled']);
    await send('health@2', ['exited', 'exited', 'exited', 'exited']);
    const [project] = (await record('?health=1')).projects;
    expect(project).toMatchObject({
      hasHealthData: true,
      healthData: {
        hasHealthData: true,
        totalSessions: 4,
        totalUsers: 4,
        sessionsCrashed: 1,
        sessionsErrored: 2,
        crashFreeSessions: 75,
        crashFreeUsers: 75,
        sessionsAdoption: 50,
        adoption: 100,
        totalSessions24h: 4,
        totalProjectSessions24h: 8,
        totalProjectUsers24h: 4,
        durationP50: null,
      },
    });
    expect(project.healthData.stats['24h']).toHaveLength(24);
    expect(project.healthData.stats['24h'].at(-1)[1]).toBe(4);
  });

  test('has the stages of adoption only if it is asked for them', async () => {
    await send('health@1', ['exited']);
    expect((await record('?health=1')).adoptionStages).toBeUndefined();
    expect((await record('?adoptionStages=1')).adoptionStages).toEqual({
      production: { stage: 'low_adoption', adopted: null, unadopted: null },
    });
  });

  test('has no numbers without the parameter, and no shares without sessions', async () => {
    const [without] = (await fixture.get(pathOf('shop@1')).expect(200)).body.projects;
    expect(without).toMatchObject({ hasHealthData: false });
    expect(without.healthData).toBeUndefined();
    const [project] = (await fixture.get(pathOf('shop@1') + '?health=1').expect(200)).body.projects;
    expect(project.healthData).toMatchObject({ hasHealthData: false, totalSessions: 0, crashFreeSessions: null });
  });
});
