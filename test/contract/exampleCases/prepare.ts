import type { Test } from 'supertest';
import { regroupStoredEvent } from '../../../src/ingest/resolveStoredEvent';
import { compileUncached } from '../../../src/ingest/settingsCache';
import { PreviewGroupingJob, type PreviewGroupingOptions } from '../../../src/jobs/storedEvents';
import type { ProjectFixture } from '../../support/fixtures';
import { type Service, startService } from '../../support/service';
import { runUntilIdle } from '../../support/jobs';
import { type Member, zip } from '../../support/zip';
import type { ExampleCase, ExampleFixtures } from '../exampleCase';

type Json = Readonly<Record<string, unknown>>;

/** The version of the release in the examples. */
export const VERSION = 'shop@2.4.1';

/** The event in the examples. */
export const EXCEPTION = {
  event_id: '8f3a1c5e7b9d4026a1b2c3d4e5f60718',
  timestamp: '2026-11-21T10:30:00Z',
  platform: 'node',
  release: VERSION,
  environment: 'production',
  sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
  user: { id: '311', email: 'kim@customers.test', ip_address: '198.51.100.7' },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'total')",
        stacktrace: {
          frames: [
            {
              filename: 'src/cart.js',
              abs_path: '/srv/shop/src/cart.js',
              function: 'sumCart',
              lineno: 41,
              colno: 23,
              in_app: true,
            },
          ],
        },
      },
    ],
  },
};

/** An event before the exception, so that it is on the next page. */
export const MESSAGE = {
  event_id: '1d2c3b4a59687f6e8d9c0b1a2f3e4d5c',
  timestamp: '2026-11-21T10:29:12Z',
  platform: 'node',
  level: 'warning',
  environment: 'staging',
  message: 'Payment provider answered late',
  exception: undefined,
};

export const COMMIT = {
  id: '1cf1dab1ee0aabf03ca7efceeb5509063a8ec264',
  repository: 'acme/shop',
  message: 'Sum carts without items',
  author_name: 'Ann',
  author_email: 'ann@acme.test',
  timestamp: '2026-11-18T15:02:41Z',
  patch_set: [{ path: 'src/cart.js', type: 'M' }],
};

/** Starts a service that has the project `shop` of the team `backend`, with one event. */
export async function startShop(...options: Parameters<typeof startService>): Promise<{
  service: Service;
  token: string;
  publicKey: string;
  project: ProjectFixture;
}> {
  const service = await startService(...options);
  await service.fixtures.organization({ slug: 'acme' });
  await service.fixtures.team({ organization: 'acme', slug: 'backend' });
  const project = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'shop' });
  const token = await service.fixtures.token('acme');
  await service.fixtures.event(project, { ...EXCEPTION });
  return { service, token, publicKey: project.publicKey, project };
}

/** Creates the objects that a case needs in addition to the fixtures. */
export type Prepare = NonNullable<ExampleCase['prepare']>;

/** Runs steps in order and merges the parameters that they return. */
export const all =
  (...steps: readonly Prepare[]): Prepare =>
  async (fixtures) => {
    const parameters: Record<string, string> = {};
    for (const step of steps) Object.assign(parameters, await step(fixtures));
    return parameters;
  };

/** Sends events as a client library does. */
export const send =
  (...events: readonly object[]): Prepare =>
  async ({ service, project }) => {
    for (const event of events) await service.fixtures.event(project, { ...event });
  };

/** Begins a preview of one fingerprint for all events, and completes it. */
export const previewed: Prepare = async (fixtures) => {
  await post(fixtures, 'projects/acme/shop/grouping-preview/', { fingerprintingRules: 'platform:node -> node' });
  const regroup: PreviewGroupingOptions['regroup'] = (row, preview) =>
    regroupStoredEvent(row, preview, compileUncached);
  await runUntilIdle(new PreviewGroupingJob({ database: fixtures.service.app.database, regroup }));
};

/** Gives the preview of the project the id of the examples. */
export const withPreviewId: Prepare = ({ service, project }) =>
  service.app.database.write(async ({ groupingPreviews }) => {
    const found = await groupingPreviews.find(project.id);
    if (found === undefined) throw new Error('The project has no preview.');
    const preview = { ...found, id: '5b0c9a1de4f27c3806a1b2c3d4e5f607', lookedAt: 0 };
    await groupingPreviews.replace(preview);
    await groupingPreviews.advance(preview, null, found.lookedAt, found.groups, Date.now());
  });

/** Sends eight sessions of the release in the examples, of which two crashed. */
export const sessions: Prepare = async ({ service, project }) => {
  const started = new Date().toISOString();
  const attrs = { release: VERSION, environment: 'production' };
  const items = Array.from({ length: 8 }, (_, index) => {
    const status = index < 2 ? 'crashed' : 'exited';
    const session = { sid: `${index}`.repeat(32), did: `user-${index}`, init: true, started, status, attrs };
    return `{"type":"session"}\n${JSON.stringify(session)}`;
  });
  const request = service.client.post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`);
  await bodyOf(request.serialize((value) => value as string).send(Buffer.from(['{}', ...items].join('\n'))));
};

/** Sends JSON below `/api/0/` as a member does. */
export async function post({ service, token }: ExampleFixtures, path: string, body: object): Promise<unknown> {
  return bodyOf(service.client.post(`/api/0/${path}`, token).send(body));
}

/** Returns the body of a successful response. @throws Error for any other response */
export async function bodyOf(request: Test): Promise<unknown> {
  const { status, text, body } = await request;
  if (status >= 300) throw new Error(`the fixtures cannot be created: ${status} ${text}`);
  return body;
}

/** Creates a release of the shop. */
export const release =
  (version = VERSION, fields: Json = {}): Prepare =>
  async (fixtures) =>
    void (await post(fixtures, 'organizations/acme/releases/', { version, projects: ['shop'], ...fields }));

/** Records a deploy of a release. */
export const deploy =
  (version = VERSION): Prepare =>
  async (fixtures) =>
    void (await post(fixtures, `organizations/acme/releases/${encodeURIComponent(version)}/deploys/`, {
      environment: 'production',
      dateStarted: '2026-11-18T16:18:12.250Z',
      dateFinished: '2026-11-18T16:20:00Z',
    }));

/** Builds an archive with the same bytes on every machine. */
export const archive = (members: Readonly<Record<string, string>>): Buffer =>
  zip(Object.entries(members).map(([name, bytes]): Member => ({ name, bytes, stored: true })));
