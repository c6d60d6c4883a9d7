/** Processes of the next version take over from processes of this one, behind a reverse proxy. */
import { CheckedProxy } from '../../support/checkedProxy';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { makeNextVersion, type NextVersion } from '../../support/nextVersion';
import { endProcesses, ensureBuilt, poll, ServiceProcess } from '../../support/process';
import { Traffic } from '../../support/traffic';

/** Variables of a process that stops after the proxy has noticed, also on a busy machine. */
const LATE_STOP = { STOP_DELAY: '3' };

let place: TemporaryPlace;
let proxy: CheckedProxy;
let next: NextVersion;
let one: ServiceProcess;
let other: ServiceProcess;
let traffic: Traffic;
let variables: Record<string, string>;

beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeEmptyPlace();
  proxy = new CheckedProxy();
});
afterEach(async () => {
  await traffic.stop();
  await proxy.close();
  endProcesses();
  await next.dispose();
  await place.dispose();
});

function serve(program?: string): Promise<ServiceProcess> {
  return ServiceProcess.start({ DATABASE_URL: place.url, ...variables }, program);
}

/** Starts two processes of this version and clients of both. @param onlyAdds as of the next version's migration */
async function begin(onlyAdds: boolean): Promise<void> {
  variables = onlyAdds ? LATE_STOP : {};
  next = await makeNextVersion(onlyAdds);
  const url = await proxy.listen();
  one = await serve();
  other = await serve();
  proxy.use(one.url, other.url);
  await poll(() => proxy.isUsing(one.url) && proxy.isUsing(other.url));
  traffic = new Traffic(url, one.stdout);
  await traffic.goesOn();
}

async function serveNext(): Promise<ServiceProcess> {
  const service = await serve(next.program);
  proxy.use(one.url, other.url, service.url);
  await poll(() => proxy.isUsing(service.url));
  await traffic.goesOn();
  return service;
}

test('no client notices an update whose migration only adds', async () => {
  await begin(true);
  const first = await serveNext();
  expect([one, other].map(({ url }) => proxy.isUsing(url))).toEqual([true, true]);
  expect(await one.stop()).toMatchObject({ code: 0 });
  one = first;
  const second = await serveNext();
  expect(await other.stop()).toMatchObject({ code: 0 });
  await traffic.goesOn();
  await traffic.stop();
  expect([...traffic.outcomes]).toEqual(['200']);
  expect(await traffic.findMistakes(second)).toEqual({ missing: [], twice: [] });
});

test('an update whose migration supersedes refuses requests for a moment, and loses no acknowledged event', async () => {
  await begin(false);
  const first = await serveNext();
  await poll(() => !proxy.isUsing(one.url) && !proxy.isUsing(other.url));
  for (const { client } of [one, other]) {
    const { body } = await client.get('/readyz').expect(503);
    expect(body).toMatchObject({ detail: expect.stringContaining('A newer culprit has migrated the database') });
  }
  await Promise.all([one.stop(), other.stop()]);
  [one, other] = [first, first];
  const second = await serveNext();
  await traffic.stop();
  expect([...traffic.outcomes].filter((outcome) => !['200', '503 with Retry-After'].includes(outcome))).toEqual([]);
  expect(await traffic.findMistakes(second)).toEqual({ missing: [], twice: [] });
});
