import { readLink } from '../../support/client';
import { startService, useService } from '../../support/service';

const service = useService();

const pathOf = (of: string) => `/api/0/organizations/${of}/members/`;

test('lists members by the number of their id, in pages', async () => {
  // A service of its own, so that the ids begin with 1.
  const fresh = await startService();
  const { slug } = await fresh.fixtures.organization();
  const token = await fresh.fixtures.token(slug);
  for (let number = 2; number <= 12; number += 1) await fresh.fixtures.token(slug, { email: `m${number}@acme.test` });
  // Pages in a wrong order lead back to earlier ones without end.
  const seen: string[] = [];
  for (let path = `${pathOf(slug)}?per_page=5`, isLast = false; !isLast && seen.length <= 15;) {
    const response = await fresh.client.get(path, token).expect(200);
    seen.push(...(response.body as { id: string }[]).map(({ id }) => id));
    const { next } = readLink(response);
    [path, isLast] = [next.path, !next.results];
  }
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
  await fresh.close();
});

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
