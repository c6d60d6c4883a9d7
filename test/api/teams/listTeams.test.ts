import { readLink } from '../../support/client';
import { useService } from '../../support/service';

const service = useService();
let organization: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
});

const pathOf = (of: string) => `/api/0/organizations/${of}/teams/`;

test('lists the teams of the organization only, by slug, in pages', async () => {
  for (const slug of ['web', 'app', 'a-team']) await service.fixtures.team({ organization, slug });
  await service.fixtures.team();
  const token = await service.fixtures.token(organization);
  const seen: string[] = [];
  for (let path = `${pathOf(organization)}?per_page=1`, isLast = false; !isLast;) {
    const response = await service.client.get(path, token).expect(200);
    seen.push(...(response.body as { slug: string }[]).map(({ slug }) => slug));
    const { next } = readLink(response);
    [path, isLast] = [next.path, !next.results];
  }
  expect(seen).toEqual(['a-team', 'app', 'web']);
});
