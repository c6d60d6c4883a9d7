import { listIssues, moreHint } from '../../src/cli/issue';
import { useService } from '../support/service';

test.each([
  [25, 'There are more; --limit 50 shows them.\n'],
  [600, 'There are more; --limit 1000 shows them.\n'],
  [1000, 'There are more; a search with --query selects some of them.\n'],
])('the hint below %i issues names a limit that is allowed', (limit, hint) => expect(moreHint(limit)).toBe(hint));

describe('list', () => {
  const service = useService();
  afterEach(() => {
    delete process.env['CULPRIT_URL'];
    delete process.env['CULPRIT_TOKEN'];
  });

  test('names a project and an organization that do not exist', async () => {
    const { slug: organization } = await service.fixtures.organization();
    process.env['CULPRIT_URL'] = service.url;
    process.env['CULPRIT_TOKEN'] = await service.fixtures.token(organization);
    await expect(listIssues({ organization, project: 'nosuch', limit: '25' })).rejects.toThrow(
      `There is no project "nosuch" in the organization "${organization}", or the token may not use it.`,
    );
    await expect(listIssues({ organization: 'nosuch', limit: '25' })).rejects.toThrow(
      'There is no organization "nosuch", or the token may not use it.',
    );
  });
});
