import { readLink } from '../../support/client';
import { useService } from '../../support/service';

const service = useService();

const pathOf = (of: string) => `/api/0/organizations/${of}/members/`;

test('lists the members of the organization with their teams, in pages', async () => {
  const other = (await service.fixtures.organization()).slug;
  for (const slug of ['web', 'app']) await service.fixtures.team({ organization: other, slug });
  const token = await service.fixtures.token(other, { teams: ['web', 'app'] });
  await service.fixtures.token(other, { email: 'bob@acme.test' });
  const seen: unknown[] = [];
  for (let path = `${pathOf(other)}?per_page=1`, isLast = false; !isLast;) {
    const response = await service.client.get(path, token).expect(200);
    seen.push(...(response.body as unknown[]));
    const { next } = readLink(response);
    [path, isLast] = [next.path, !next.results];
  }
  expect(seen).toMatchObject([
    { email: 'ann@acme.test', teams: ['app', 'web'] },
    { email: 'bob@acme.test', teams: [] },
  ]);
});
