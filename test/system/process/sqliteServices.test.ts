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

  first.signal('SIGKILL');
  await first.end();
  await poll(() => outputOf(second).includes('no other service uses the database file any more'));
  second.signal('SIGKILL');
  await second.end();

  const third = await serve();
  await third.client.get('/readyz').expect(200);
  const fourth = await serve();
  await poll(() => outputOf(fourth).includes(WARNING));
  expect(outputOf(third)).not.toContain(WARNING);
});
