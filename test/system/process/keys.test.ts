/** A change of a key by one process holds for the next request to each other process. */
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { culprit, endProcesses, ensureBuilt, ServiceProcess } from '../../support/process';

const SHOP = ['--organization', 'acme', '--project', 'shop'];

type Row = Readonly<Record<string, unknown>>;

let place: TemporaryPlace;
beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeMigratedPlace();
});
afterEach(async () => {
  endProcesses();
  await place.dispose();
});

async function key<T = Row>(...args: string[]): Promise<T> {
  const outcome = await culprit(['key', ...args, ...SHOP, '--json'], { DATABASE_URL: place.url });
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(outcome.stdout) as T;
}

test('by commands and by another process of the service', async () => {
  const one = await ServiceProcess.start({ DATABASE_URL: place.url });
  const other = await ServiceProcess.start({ DATABASE_URL: place.url });
  const token = /^ +token +(\S+)$/m.exec(one.stdout)?.[1] ?? '';
  const [{ publicKey: first, dsn }] = (await key<Row[]>('list')) as [Row];
  const { pathname } = new URL(String(dsn));
  const statuses = (publicKey: unknown) =>
    Promise.all(
      [one, other].map(async ({ client }) => {
        const response = await client
          .post(`/api${pathname}/store/?sentry_key=${String(publicKey)}`)
          .send({ message: 'late' });
        return response.status;
      }),
    );

  expect(await statuses(first)).toEqual([200, 200]);
  expect(await key('disable', '--key', String(first))).toMatchObject({
    isActive: false,
    warning: 'No key of the project is enabled: it accepts no events until one is.',
  });
  expect(await statuses(first)).toEqual([403, 403]);
  expect(await key('enable', '--key', String(first))).toMatchObject({ isActive: true, warning: null });
  expect(await statuses(first)).toEqual([200, 200]);

  const path = `/api/0/projects/acme/shop/keys/${String(first)}/`;
  await one.client.put(path, token).send({ isActive: false }).expect(200);
  expect(await statuses(first)).toEqual([403, 403]);
  const rotated = await key('rotate', '--key', String(first));
  await other.client
    .put(`/api/0/projects/acme/shop/keys/${String(rotated['publicKey'])}/`, token)
    .send({ isActive: true })
    .expect(200);
  expect([await statuses(first), await statuses(rotated['publicKey'])]).toEqual([
    [403, 403],
    [200, 200],
  ]);

  const created = await key('create', '--name', 'Phones');
  expect(created).toMatchObject({ name: 'Phones', isActive: true });
  expect(await statuses(created['publicKey'])).toEqual([200, 200]);
  expect(await key('update', '--key', String(created['publicKey']), '--name', 'Tablets')).toMatchObject({
    name: 'Tablets',
  });
  expect(await key('remove', '--key', String(created['publicKey']))).toMatchObject({ name: 'Tablets', warning: null });
  expect(await statuses(created['publicKey'])).toEqual([403, 403]);
  expect(await key<Row[]>('list')).toHaveLength(1);
});

test('is rejected with one sentence if there is no such key or the name is invalid', async () => {
  await culprit(['organization', 'create', '--slug', 'acme'], { DATABASE_URL: place.url });
  await culprit(['team', 'create', '--organization', 'acme', '--slug', 'backend'], { DATABASE_URL: place.url });
  await culprit(['project', 'create', '--organization', 'acme', '--team', 'backend', '--slug', 'shop'], {
    DATABASE_URL: place.url,
  });
  for (const [args, sentence] of [
    [
      ['disable', '--key', 'f'.repeat(32)],
      /^culprit: There is no key "f{32}" of "shop"; list them with: culprit key list --organization acme --project shop\n$/,
    ],
    [['create', '--name', ' '], /^culprit: --name has 0 characters, but must have 1 to 64\.\n$/],
  ] as const) {
    const outcome = await culprit(['key', ...args, ...SHOP], { DATABASE_URL: place.url });
    expect([outcome.code, outcome.stdout]).toEqual([1, '']);
    expect(outcome.stderr).toMatch(sentence);
  }
});
