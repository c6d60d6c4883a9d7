import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDistributionForThisPlatform } from '@sentry/cli/js/helper';
import {
  makeMigratedPlace,
  makeTemporaryDirectory,
  type TemporaryDirectory,
  type TemporaryPlace,
} from '../../support/database';
import type { ProjectFixture } from '../../support/fixtures';
import { endProcesses, execute, type Outcome } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { readEvents, tagsOf } from '../../support/sdkEvents';

const EVENT_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let directory: TemporaryDirectory;
let place: TemporaryPlace;
let service: Service;
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  place = await makeMigratedPlace();
  service = await startService({ DATABASE_URL: place.url });
});
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});
afterAll(async () => {
  endProcesses();
  await service.close();
  await place.dispose();
  await directory.dispose();
});

/** Returns the program as npm installs it for this platform. Without it the tests fail; they are not skipped. */
function programPath(): string {
  const { packageName, subpath } = getDistributionForThisPlatform();
  const folder = require.resolve(`${packageName}/package.json`);
  return join(folder, '..', subpath);
}

/** Runs the unmodified program, configured by its environment. */
function sentryCli(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const setUp = {
    HOME: directory.path,
    SENTRY_URL: service.url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: project.organization,
    SENTRY_PROJECT: project.slug,
    SENTRY_DSN: project.dsn,
    SENTRY_DISABLE_UPDATE_CHECK: '1',
    SENTRY_CLI_NO_TELEMETRY: '1',
    NO_PROXY: '127.0.0.1',
  };
  return execute(programPath(), args, { ...setUp, ...env }, directory.path);
}

/** Returns the ids that a table of the program shows, as this service writes them. */
function idsIn({ stdout }: Outcome): string[] {
  return (stdout.match(EVENT_ID) ?? []).map((id) => id.replaceAll('-', ''));
}

/** Returns the rows of a table as cells. */
function rowsOf({ stdout }: Outcome): string[][] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('the program of this version is installed', async () => {
  expect(existsSync(programPath())).toBe(true);
  expect(await sentryCli(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/3\.8\.0/) as string });
});

describe('events list', () => {
  const COUNT = 250;

  async function sendMany(): Promise<string[]> {
    const began = Date.now() / 1000 - COUNT;
    const numbers = Array.from({ length: COUNT }, (_, number) => number);
    const ids = await Promise.all(
      numbers.map((number) => service.fixtures.event(project, { timestamp: began + number })),
    );
    return ids.reverse();
  }

  it('pages through all of them, each once, newest first', async () => {
    const sent = await sendMany();
    const all = await sentryCli(['events', 'list']);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(idsIn(all)).toEqual(sent);
    expect(idsIn(await sentryCli(['events', 'list', '--pages', '1']))).toEqual(sent.slice(0, 100));
    expect(idsIn(await sentryCli(['events', 'list', '--pages', '2']))).toEqual(sent.slice(0, 200));
    expect(idsIn(await sentryCli(['events', 'list', '--max-rows', '120']))).toEqual(sent.slice(0, 120));
  });

  it('shows tags and users', async () => {
    const user = { id: 7, username: 'ann', email: 'ann@acme.test', ip_address: '203.0.113.9' };
    await service.fixtures.event(project, {
      user,
      tags: { order: 5 },
      environment: 'staging',
      release: 'shop@1.4.0',
      server_name: 'web-7',
    });
    const outcome = await sentryCli(['events', 'list', '--show-tags', '--show-user']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const [heads, first, ...more] = rowsOf(outcome);
    expect(heads).toEqual(['Event ID', 'Date', 'Title', 'User', 'Tags']);
    expect(first?.[2]).toBe('Error: boom');
    for (const text of ['7', 'ann', 'ann@acme.test', '203.0.113.9']) expect(first?.[3]).toContain(text);
    expect([first, ...more].map((row) => row?.[4])).toEqual([
      'environment: staging',
      'level: error',
      'order: 5',
      'release: shop@1.4.0',
      'server_name: web-7',
      'user: id:7',
    ]);
  });

  it('shows an empty list for an empty project', async () => {
    const outcome = await sentryCli(['events', 'list']);
    expect(outcome.code).toBe(0);
    expect(idsIn(outcome)).toEqual([]);
  });

  it.each([
    ['an unknown token', { SENTRY_AUTH_TOKEN: 'nobody' }, 'Invalid token'],
    ['an unknown project', { SENTRY_PROJECT: 'nothing' }, 'Project not found'],
  ])('shows the error for %s', async (_, env, sentence) => {
    const outcome = await sentryCli(['events', 'list'], env);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) as string });
  });

  it('shows the error for a missing scope', async () => {
    const weak = await service.fixtures.token(project.organization, { scopes: ['event:read'] });
    const outcome = await sentryCli(['events', 'list'], { SENTRY_AUTH_TOKEN: weak });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('You do not have permission') as string });
  });
});

describe('send-event', () => {
  it('stores a message with its arguments', async () => {
    const options = [
      '-t',
      'colour:red',
      '-u',
      'id:7',
      '-r',
      'shop@1.4.0',
      '-E',
      'staging',
      '-l',
      'warning',
      '-f',
      'greeting',
    ];
    const outcome = await sentryCli(['send-event', '-m', 'Hello %s', '-a', 'world', '--no-environ', ...options]);
    expect(outcome.code).toBe(0);
    const events = await readEvents(service.client, project.path, token);
    expect(events.map(({ eventID }) => eventID)).toEqual(idsIn(outcome));
    expect(events).toMatchObject([
      { title: 'Hello world', message: 'Hello world', 'event.type': 'default', user: { id: '7' }, context: {} },
    ]);
    const [event] = events;
    expect(event && tagsOf(event)).toMatchObject({
      colour: 'red',
      user: 'id:7',
      release: 'shop@1.4.0',
      environment: 'staging',
      level: 'warning',
    });
  });

  it('stores the environment that it sends, without the token in it', async () => {
    const outcome = await sentryCli(['send-event', '-m', 'Hello'], {
      SHOP_REGION: 'eu-west',
      DATABASE_PASSWORD: 'swordfish-1',
    });
    expect(outcome.code).toBe(0);
    const [event] = await readEvents(service.client, project.path, token);
    expect(event?.context).toMatchObject({
      environ: { SHOP_REGION: 'eu-west', SENTRY_AUTH_TOKEN: '[Filtered]', DATABASE_PASSWORD: '[Filtered]' },
    });
    const files = await place.dump();
    expect(files).toContain(project.publicKey);
    for (const secret of [token, 'swordfish-1']) {
      expect(files).not.toContain(secret);
      expect(JSON.stringify(event)).not.toContain(secret);
    }
  });
});

describe('send-envelope', () => {
  const EVENT = { message: 'from a file', level: 'info', platform: 'node', tags: { order: '5' } };

  async function writeEnvelope(id: string): Promise<string> {
    const file = join(directory.path, `${id}.envelope`);
    const lines = [{ event_id: id, dsn: project.dsn }, { type: 'event' }, { event_id: id, ...EVENT }];
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  }

  it.each([[[]], [['--raw']]])('stores its event once, with the id in the file (%j)', async (options) => {
    const id = 'c0ffee00c0ffee00c0ffee00c0ffee00';
    const file = await writeEnvelope(id);
    for (const time of ['first', 'second']) {
      expect({ time, ...(await sentryCli(['send-envelope', ...options, file])) }).toMatchObject({
        time,
        code: 0,
        stderr: '',
      });
    }
    const events = await readEvents(service.client, project.path, token);
    expect(events).toMatchObject([{ eventID: id, title: 'from a file', platform: 'node' }]);
    const [event] = events;
    expect(event && tagsOf(event)).toMatchObject({ level: 'info', order: '5' });
  });
});
