import type { Test } from 'supertest';
import { type Member, zip } from '../../support/zip';
import type { ExampleCase, ExampleFixtures } from '../exampleCase';

type Json = Readonly<Record<string, unknown>>;

/** The release that the examples are about. */
export const VERSION = 'shop@2.4.1';

/** The event that the examples are about. */
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

/** Older than the exception, so that it stands on the page behind it. */
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

/** What a scene needs on its stage. */
export type Prop = NonNullable<ExampleCase['prepare']>;

/** One prop after the other; the parameters of all. */
export const all =
  (...props: readonly Prop[]): Prop =>
  async (stage) => {
    const parameters: Record<string, string> = {};
    for (const prop of props) Object.assign(parameters, await prop(stage));
    return parameters;
  };

/** Sends events as a client library does. */
export const send =
  (...events: readonly object[]): Prop =>
  async ({ service, project }) => {
    for (const event of events) await service.fixtures.event(project, { ...event });
  };

/** Sends JSON below `/api/0/` as a member does. */
export async function post({ service, token }: ExampleFixtures, path: string, body: object): Promise<unknown> {
  return made(service.client.post(`/api/0/${path}`, token).send(body));
}

/** What the service answers when all is well. @throws Error if it refuses */
export async function made(request: Test): Promise<unknown> {
  const { status, text, body } = await request;
  if (status >= 300) throw new Error(`the stage is not set: ${status} ${text}`);
  return body;
}

/** Makes a release of the shop. */
export const release =
  (version = VERSION, fields: Json = {}): Prop =>
  async (stage) =>
    void (await post(stage, 'organizations/acme/releases/', { version, projects: ['shop'], ...fields }));

/** Records a deploy of a release. */
export const deploy =
  (version = VERSION): Prop =>
  async (stage) =>
    void (await post(stage, `organizations/acme/releases/${encodeURIComponent(version)}/deploys/`, {
      environment: 'production',
      dateStarted: '2026-11-18T16:18:12.250Z',
      dateFinished: '2026-11-18T16:20:00Z',
    }));

/** An archive that is the same bytes wherever it is built. */
export const archive = (members: Readonly<Record<string, string>>): Buffer =>
  zip(Object.entries(members).map(([name, bytes]): Member => ({ name, bytes, stored: true })));
