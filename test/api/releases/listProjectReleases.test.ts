import { versionsAt, useReleases } from '../../support/releaseFixture';
import { describeReleaseList } from '../../support/releaseReadCases';

const fixture = useReleases();

const list = () => fixture.projectPath();

describeReleaseList(() => fixture, list);

describe('the list', () => {
  test('has only releases that were added to the project by tools or events', async () => {
    await fixture.release('blog@1', { projects: ['blog'], dateReleased: '2041-01-01T00:00:00Z' });
    expect(await versionsAt(fixture, fixture.projectPath('', 'blog'))).toEqual(['blog@1']);
    expect(await versionsAt(fixture, list())).not.toContain('blog@1');
    await fixture.service.fixtures.event(fixture.shop, { release: 'blog@1' });
    expect((await versionsAt(fixture, list()))[0]).toBe('blog@1');
    await fixture.get(fixture.projectPath('', 'nobody')).expect(404);
  });
});
