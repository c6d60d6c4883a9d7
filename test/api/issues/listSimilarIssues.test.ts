import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

/** Sends an error that is raised in some functions, and returns the id of its issue. */
async function raise(type: string, value: string, functions: readonly string[], to = project): Promise<string> {
  const frames = functions.map((name) => ({ function: name, filename: `src/${name}.ts`, in_app: true }));
  await service.fixtures.event(to, {
    platform: 'node',
    fingerprint: [type, value, ...functions],
    exception: { values: [{ type, value, stacktrace: { frames } }] },
  });
  const { body } = await service.client.get(`${to.path}issues/?sort=new`, token).expect(200);
  return (body as [{ id: string }])[0].id;
}

async function similar(id: string): Promise<{ similarity: number; issue: { id: string } }[]> {
  const path = `/api/0/organizations/${project.organization}/issues/${id}/similar-issues/`;
  return (await service.client.get(path, token).expect(200)).body as { similarity: number; issue: { id: string } }[];
}

test('lists the issues with the most words in common first, and none that has few', async () => {
  const value = 'Connection refused by the warehouse database';
  const first = await raise('ConnectionError', value, ['listBooks', 'openConnection', 'connectSocket']);
  const near = await raise('ConnectionError', value, ['listAuthors', 'openConnection', 'connectSocket']);
  const far = await raise('ConnectionError', value, ['renderInvoice', 'printInvoice']);
  await raise('RangeError', 'The index is out of range', ['sumCart']);
  const other = await service.fixtures.project({ organization: project.organization });
  await raise('ConnectionError', value, ['listBooks', 'openConnection', 'connectSocket'], other);
  const found = await similar(first);
  expect(found.map(({ issue }) => issue.id)).toEqual([near, far]);
  const [nearest = 0, farthest = 0] = found.map(({ similarity }) => similarity);
  expect(nearest).toBeGreaterThan(farthest);
  expect(nearest).toBeLessThan(1);
  expect((await similar(far)).map(({ issue }) => issue.id)).toEqual(expect.arrayContaining([first, near]));
});

test('leaves out removed issues and issues of another category', async () => {
  const value = 'Payment provider rejected the request';
  const first = await raise('PaymentError', value, ['chargeCard']);
  const gone = await raise('PaymentError', value, ['refundCard']);
  expect(await similar(first)).toHaveLength(1);
  await service.client.delete(`${project.path}issues/?id=${gone}`, token).expect(200);
  expect(await similar(first)).toEqual([]);
});

test('has nothing for an issue whose words are too short to compare', async () => {
  await raise('E', 'a b', []);
  const id = await raise('E', 'a c', []);
  expect(await similar(id)).toEqual([]);
});
