/** Two services on one SQLite file. */
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { culprit, endProcesses, ensureBuilt, poll, ServiceProcess } from '../../support/process';

const WARNING = 'another service uses the same database file';

let place: TemporaryPlace;
beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeEmptyPlace();
});
afterEach(async () => {
  endProcesses();
  await place.dispose();
});

const serve = () => ServiceProcess.start({ DATABASE_URL: place.url, LOG_LEVEL: 'info' });
const outputOf = ({ running }: ServiceProcess) => running.stdout + running.stderr;

test('the second service on a file warns and works; a killed one and a command are not taken for a service', async () => {
  const env = { DATABASE_URL: place.url };
  const first = await serve();
  await culprit(['organization', 'create', '--slug', 'acme', '--name', 'Acme'], env);
  const second = await serve();
  await poll(() => outputOf(second).includes(WARNING));
  expect(outputOf(first)).not.toContain(WARNING);
  for (const { client } of [first, second]) await client.get('/readyz').expect(200);

  // One of them refuses an event and stores another: both know the reason, also the next one after both were killed.
  const token = /^ +token +(\S+)$/m.exec(first.stdout)?.[1] ?? '';
  const { username, pathname } = new URL(/^ +DSN +(\S+)$/m.exec(first.stdout)?.[1] ?? '');
  const send = async (message: string): Promise<string> => {
    const sent = first.client.post(`/api${pathname}/store/?sentry_key=${username}`).send({ message });
    return ((await sent.expect(200)).body as { id: string }).id;
  };
  const journeyOf = ({ client }: ServiceProcess, id: string) =>
    client.get(`/api/0/projects/acme/shop/events/${id}/journey/`, token);
  const options = { 'filters:error_messages': 'refused' };
  await first.client.put('/api/0/projects/acme/shop/', token).send({ options }).expect(200);
  const [refused, stored] = [await send('refused'), await send('stored')];
  await poll(async () => (await journeyOf(second, refused)).status === 200);

  first.signal('SIGKILL');
  await first.end();
  await poll(() => outputOf(second).includes('no other service uses the database file any more'));
  second.signal('SIGKILL');
  await second.end();

  const third = await serve();
  await third.client.get('/readyz').expect(200);
  expect((await journeyOf(third, refused)).body).toMatchObject({
    status: 'dropped',
    drop: { reason: 'error-message' },
  });
  expect((await journeyOf(third, stored)).body).toMatchObject({ status: 'stored', drop: null });
  const fourth = await serve();
  await poll(() => outputOf(fourth).includes(WARNING));
  expect(outputOf(third)).not.toContain(WARNING);
});
