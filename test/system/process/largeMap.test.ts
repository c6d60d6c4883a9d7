import { openDatabase } from '../../../src/store/engine/open';
import { putArtifacts } from '../../support/artifacts';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { endProcesses, ensureBuilt, poll, ServiceProcess } from '../../support/process';
import { largeMapText } from '../../support/sourceMap';

const RELEASE = 'shop@1';
const URLS = ['https://shop.test/a.js', 'https://shop.test/b.js'];

let place: TemporaryPlace;
let service: ServiceProcess;
/** Path to which events are posted. */
let storePath: string;

beforeAll(ensureBuilt);

/** A service whose project has maps of 53 MB. */
beforeEach(async () => {
  place = await makeMigratedPlace();
  const first = await ServiceProcess.start({ DATABASE_URL: place.url });
  const [, dsn = ''] = /^ +DSN +(\S+)$/m.exec(first.stdout) ?? [];
  await first.stop();
  const { username, pathname } = new URL(dsn);
  storePath = `/api${pathname}/store/?sentry_key=${username}`;
  const database = await openDatabase(place.url);
  const organization = await database.read(({ organizations }) => organizations.findBySlug('acme'));
  if (organization === undefined) throw new Error('there is no organization');
  const id = pathname.slice(1);
  const files = URLS.flatMap((url, index) => {
    const name = url.replace('https://shop.test', '~');
    return [
      { name, text: `${index}`, headers: { sourcemap: `${name.slice(2)}.map` } },
      { name: `${name}.map`, text: largeMapText(53_000_000 + 100_000 * index) },
    ];
  });
  await putArtifacts(database, { id, organizationId: organization.id }, files, { release: RELEASE, at: Date.now() });
  await database.close();
  service = await ServiceProcess.start({ DATABASE_URL: place.url, METRICS_PORT: '0' });
});

afterEach(async () => {
  endProcesses();
  await place.dispose();
});

/** Sends an event with a frame in a minified file. */
function send(url: string | undefined): Promise<Response> {
  const frames = [{ abs_path: url, function: 't', lineno: 1, colno: 1 }];
  return fetch(service.url + storePath, {
    method: 'POST',
    body: JSON.stringify({
      platform: 'javascript',
      release: RELEASE,
      exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] },
    }),
  });
}

/** Returns a function that asks the service whether it parses a map. */
async function parsingReader(): Promise<() => Promise<boolean>> {
  await poll(() => /metrics/.test(service.stdout));
  const [, metrics = ''] = /(http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(service.stdout) ?? [];
  return async () => /culprit_queue_waiting\{queue="source maps"\} [12]/.test(await (await fetch(metrics)).text());
}

it('answers other requests while it parses a map of 53 MB', async () => {
  const isParsing = await parsingReader();
  const sending = send(URLS[0]);
  await poll(isParsing);
  // If parsing kept the service from answering, the metrics would show it once at most.
  for (let replies = 0; replies < 3; replies += 1) {
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await isParsing()).toBe(true);
  }
  expect((await sending).status).toBe(200);
});

it('ends while it parses a map', async () => {
  const isParsing = await parsingReader();
  const sending = Promise.allSettled([send(URLS[0]), send(URLS[1])]);
  await poll(isParsing);
  const { code, stderr } = await service.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await sending;
});
