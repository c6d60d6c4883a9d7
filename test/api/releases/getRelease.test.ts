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
