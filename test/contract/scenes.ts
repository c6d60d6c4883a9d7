import { existsSync } from 'node:fs';
import { buildDocs, DOCS_PAGE } from '../support/docs';
import type { Scenes, Stage } from './scene';

/** The event that the examples are about. */
const EVENT_ID = '8f3a1c5e7b9d4026a1b2c3d4e5f60718';

const EXCEPTION = {
  event_id: EVENT_ID,
  timestamp: '2026-11-21T10:30:00Z',
  platform: 'node',
  release: 'shop@2.4.1',
  environment: 'production',
  sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
  user: { id: '311', email: 'kim@customers.test', ip_address: '198.51.100.7' },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'total')",
        stacktrace: { frames: [{ filename: 'src/cart.js', abs_path: '/srv/shop/src/cart.js', function: 'sumCart', lineno: 41, colno: 23, in_app: true }] },
      },
    ],
  },
};

/** Older than the exception, so that it stands on the page behind it. */
const MESSAGE = {
  event_id: '1d2c3b4a59687f6e8d9c0b1a2f3e4d5c',
  timestamp: '2026-11-21T10:29:12Z',
  platform: 'node',
  level: 'warning',
  environment: 'staging',
  message: 'Payment provider answered late',
  exception: undefined,
};

const send = (...events: object[]) => async ({ service, project }: Stage): Promise<void> => {
  for (const event of events) await service.world.event(project, { ...event });
};

const frame = (changes: object) => ({
  ...EXCEPTION,
  exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames: [{ abs_path: '/srv/shop/src/cart.js', function: 'sumCart', lineno: 41, ...changes }] } }] },
});

/** To make the examples of a new operation come true, write its scene here: what its requests need, and which answer each gets. */
export const scenes: Scenes = {
  updateProject: {
    asks: [
      { body: 'settings', gives: 'updated', prepare: send(EXCEPTION) },
      { body: 'bookmark', gives: 'updated', prepare: send(EXCEPTION) },
    ],
  },
  listTeamProjects: {
    asks: [
      // The example is a place in a list of events; this one is in the list of projects.
      { gives: 'projects', prepare: send(EXCEPTION, MESSAGE), with: { cursor: 'shop:2' } },
      {
        gives: 'none',
        prepare: async ({ service }) => void (await service.world.team({ organization: 'acme', slug: 'idle' })),
        with: { team_id_or_slug: 'idle' },
        without: ['cursor'],
      },
    ],
    differs: { '[].latestDeploys': 'No operation stores deploys yet.' },
  },
  listProjectEvents: {
    asks: [
      { gives: 'short', prepare: send(EXCEPTION, MESSAGE), without: ['full', 'cursor'] },
      { gives: 'short', prepare: send(EXCEPTION, MESSAGE), without: ['full'] },
      { gives: 'full', prepare: send(EXCEPTION), without: ['cursor'] },
    ],
  },
  removeIssues: {
    asks: [{ gives: 'removed', prepare: send(...Array.from({ length: 7 }, (_, number) => ({ message: `problem ${'x'.repeat(number)}` }))) }],
  },
  getSourceMapDebug: {
    asks: [
      { gives: 'noRelease', prepare: send({ ...frame({}), release: undefined }) },
      { gives: 'resolved', prepare: send(frame({ context_line: 'return total' })) },
    ],
    unanswered: { mapMissing: 'Nothing can be uploaded yet.' },
  },
  storeEnvelope: {
    asks: [
      { body: 'exception', gives: 'stored' },
      { body: 'session', gives: 'noEvent' },
    ],
  },
  storeEvent: {
    asks: [
      { body: 'exception', gives: 'stored' },
      { body: 'packed', gives: 'stored' },
    ],
  },
  getHealth: { asks: [{ gives: 'ok' }] },
  getContract: { asks: [{ gives: 'contract' }] },
  getDocs: {
    asks: [
      {
        gives: 'page',
        before: () => {
          if (!existsSync(DOCS_PAGE)) buildDocs();
        },
      },
    ],
  },
};
