import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { MailServer, readMail } from '../../support/mailServer';
import { culprit, endProcesses, ensureBuilt, poll, ServiceProcess } from '../../support/process';

let place: TemporaryPlace;
let server: MailServer;
beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeMigratedPlace();
  server = await MailServer.start();
});
afterEach(async () => {
  endProcesses();
  await server.close();
  await place.dispose();
});

const serve = () =>
  ServiceProcess.start({
    DATABASE_URL: place.url,
    PUBLIC_URL: 'https://errors.acme.test',
    SMTP_URL: server.url,
    MAIL_FROM: 'culprit@acme.test',
  });

/** Path to which events of the first project are posted. */
function storePathOf({ stdout }: ServiceProcess): string {
  const { username, pathname } = new URL(/^ +DSN +(\S+)$/m.exec(stdout)?.[1] ?? '');
  return `/api${pathname}/store/?sentry_key=${username}`;
}

async function send({ client }: ServiceProcess, path: string, value: string): Promise<void> {
  await client
    .post(path)
    .send({ exception: { values: [{ type: 'Error', value }] } })
    .expect(200);
}

async function kill(service: ServiceProcess): Promise<void> {
  service.signal('SIGKILL');
  expect((await service.end()).code).toBeNull();
}

/** Makes queued alerts an hour older. */
async function age(): Promise<void> {
  const engine = await place.openEngine();
  await engine.write(async (session) => {
    await session.run('UPDATE alert SET date_created = date_created - 3600000', []);
    await session.run('UPDATE alert_delivery SET due_at = due_at - 3600000', []);
  });
  await engine.close();
}

async function listed(): Promise<
  { state: string; attempts: number; recipient: string | null; lastError: string | null }[]
> {
  const { stdout, stderr } = await culprit(['alert', 'list', '--organization', 'acme', '--json'], {
    DATABASE_URL: place.url,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Awaited<ReturnType<typeof listed>>;
}

const titles = () => server.mails.map((mail) => readMail(mail).headers['subject']);

it('is sent once by the next process if the first is killed while it is queued', async () => {
  let service = await serve();
  const path = storePathOf(service);
  await send(service, path, 'one');
  await kill(service);
  expect(await listed()).toMatchObject([{ state: 'gathering', attempts: 0 }]);
  expect(server.mails).toEqual([]);
  await age();

  service = await serve();
  await poll(async () => (await listed())[0]?.state === 'sent');
  await kill(service);
  await age();
  service = await serve();
  await send(service, path, 'two');
  await age();
  await poll(async () => (await listed()).every(({ state }) => state === 'sent') && server.mails.length > 1);
  await service.stop();
  expect(titles()).toEqual(['SHOP-1 - Error: one', 'SHOP-2 - Error: two']);
});

it('is sent by the next process with the same message id if the first is killed while sending', async () => {
  let service = await serve();
  await send(service, storePathOf(service), 'one');
  let isSending = false;
  server.hold = () => new Promise(() => (isSending = true));
  await age();
  await poll(() => isSending);
  await kill(service);
  expect(await listed()).toMatchObject([
    { state: 'waiting', attempts: 1, recipient: 'ann@acme.test', lastError: null },
  ]);

  server.hold = async () => undefined;
  service = await serve();
  await age();
  await poll(async () => (await listed())[0]?.state === 'sent');
  await service.stop();
  expect(titles()).toEqual(['SHOP-1 - Error: one']);
});

it('is sent later if the service is stopped while the mail server does not respond', async () => {
  let service = await serve();
  await send(service, storePathOf(service), 'one');
  let isSending = false;
  server.hold = () => new Promise(() => (isSending = true));
  await age();
  await poll(() => isSending);
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect(await listed()).toMatchObject([{ state: 'failing', attempts: 1, lastError: 'The service was stopped.' }]);
  server.hold = async () => undefined;
  await age();
  service = await serve();
  await poll(async () => (await listed())[0]?.state === 'sent');
  await service.stop();
  expect(titles()).toEqual(['SHOP-1 - Error: one']);
});

it('prevents the start if SMTP_URL is invalid', async () => {
  const { code, stderr } = await culprit(['serve'], { DATABASE_URL: place.url, SMTP_URL: 'mail.acme.test:25' });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^culprit: SMTP_URL is "mail\.acme\.test:25", but must be [^\n]+\n$/),
  });
});
