/* The methods of the client, one per operation. */
import contract from '../../generated/openapi.json';
import { operationRequests } from '../../generated/operations';
import { type Client, createClient, PageFailed } from '../../src/client/createClient';
import type { ProjectFixture } from '../support/fixtures';
import { useService } from '../support/service';

const service = useService();
let culprit: Client;
let project: ProjectFixture;
let path: { organization_slug: string; project_slug: string };

beforeAll(async () => {
  project = await service.fixtures.project({ slug: 'shop' });
  path = { organization_slug: project.organization, project_slug: project.slug };
  culprit = createClient({ baseUrl: service.url, token: await service.fixtures.token(project.organization) });
  for (const value of ['one', 'two', 'three'])
    await service.fixtures.event(project, { exception: { values: [{ type: value, value }] } });
});

test('there is one for each operation of the contract, and one argument for each of its parameters', () => {
  const operations = Object.values<Record<string, { operationId?: string }>>(contract.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(Object.keys(operationRequests).sort()).toEqual(operations.sort());
  for (const name of operations) expect(culprit).toHaveProperty(name, expect.any(Function));
  for (const request of Object.values(operationRequests)) {
    const inPath = [...request.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    const names = [...inPath, ...request.query, ...request.header, 'body', 'headers', 'signal'];
    expect(new Set(names).size).toBe(names.length);
  }
});

test('parameters of path and query stand side by side; the body is an argument of its own', async () => {
  const issues = await culprit.listIssues({ ...path, query: 'two' });
  expect(issues.ok && issues.data.map(({ title }) => title)).toEqual(['two: two']);
  const updated = await culprit.updateProject({ ...path, body: { name: 'Web shop' } });
  expect(updated).toMatchObject({ ok: true, status: 200, data: { name: 'Web shop' } });
});

test('an argument that is a header is sent as one', async () => {
  const first = await culprit.getContract();
  const etag = first.response.headers.get('ETag') ?? '';
  const again = await culprit.getContract({ 'If-None-Match': etag });
  expect([first.status, again.response.status]).toEqual([200, 304]);
});

test('a list has its pages and its records', async () => {
  const sizes: number[] = [];
  for await (const page of culprit.listProjectEvents.pages({ ...path, per_page: 2 }))
    sizes.push(page.ok ? page.data.length : -1);
  expect(sizes).toEqual([2, 1]);
  const titles: string[] = [];
  for await (const event of culprit.listProjectEvents.records({ ...path, per_page: 1, full: true }))
    titles.push(event.title);
  expect(titles.sort()).toEqual(['one: one', 'three: three', 'two: two']);
  const missing = culprit.listProjectEvents.records({ ...path, project_slug: 'nope' });
  await expect(missing.next()).rejects.toThrow(PageFailed);
});

test.each([
  ['removeIssues', { ids: [1] }, 'removeIssues has no argument "ids"; it has organization_slug, project_slug, id.'],
  ['removeIssues', { body: { id: [1] } }, 'removeIssues has no argument "body";'],
  ['getHealth', { full: true }, 'getHealth has no argument "full"; it has none.'],
] as const)('%s refuses an argument that it does not have', async (name, wrong, message) => {
  const call = culprit[name] as (given: object) => Promise<unknown>;
  await expect(call({ ...(name === 'removeIssues' && path), ...wrong })).rejects.toThrow(message);
  expect(await culprit.listIssues(path)).toMatchObject({ ok: true, data: { length: 3 } });
});

test.each([[[]], [undefined], [[Number.NaN]]])('removeIssues with the ids %j removes nothing', async (id) => {
  const reply = await culprit.removeIssues({ ...path, id } as { id: number[] } & typeof path);
  expect(reply).toMatchObject({ ok: false, status: 400 });
  expect(await culprit.listIssues(path)).toMatchObject({ ok: true, data: { length: 3 } });
});
