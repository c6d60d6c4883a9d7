/** The next version follows this one on an SQLite file, at the same address. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { countingTo, isBeingWritten, makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { makeNextVersion, type NextVersion } from '../../support/nextVersion';
import { endProcesses, ensureBuilt, poll, ServiceProcess, start } from '../../support/process';
import { Traffic } from '../../support/traffic';

/** What clients may notice: no service, the end of one, and a migration. */
const OUTCOMES = ['200', 'ECONNREFUSED', 'ECONNRESET', '503 with Retry-After'];

let place: TemporaryPlace;
let next: NextVersion;
let traffic: Traffic;
beforeAll(async () => {
  await ensureBuilt();
  next = await makeNextVersion(false, countingTo(1_000_000));
});
beforeEach(async () => {
  place = await makeEmptyPlace();
});
afterEach(async () => {
  await traffic.stop();
  endProcesses();
  await place.dispose();
});
afterAll(() => next.dispose());

async function findPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

test('stopping the former version and starting the next one, also twice, loses no acknowledged event', async () => {
  const env = { DATABASE_URL: place.url, PORT: await findPort() };
  const former = await ServiceProcess.start(env);
  traffic = new Traffic(former.url, former.stdout);
  await traffic.goesOn();
  expect(await former.stop()).toMatchObject({ code: 0 });
  const killed = start(process.execPath, [next.program, 'serve'], env);
  await poll(() => killed.hasEnded || isBeingWritten(place.url.replace('sqlite:', '')));
  killed.child.kill('SIGKILL');
  expect(await killed.end()).toMatchObject({ code: null });
  const service = await ServiceProcess.start(env, next.program);
  await traffic.goesOn();
  await traffic.stop();
  expect([...traffic.outcomes].filter((outcome) => !OUTCOMES.includes(outcome))).toEqual([]);
  expect(await traffic.findMistakes(service)).toEqual({ missing: [], twice: [] });
});
