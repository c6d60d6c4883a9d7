import type { Readers } from '../../../src/store/stores';
import { PNG } from '../../support/attachments';
import { poll } from '../../support/process';
import { connectExample } from '../../support/tickets';
import type { ExampleCases } from '../exampleCase';
import { upload } from './artifacts';
import {
  all,
  archive,
  bodyOf,
  COMMIT,
  EXCEPTION,
  MESSAGE,
  post,
  type Prepare,
  release,
  send,
  VERSION,
} from './prepare';
import { withOwnership } from './projects';

const connected: Prepare = ({ service, project }) => connectExample(service, project.row.organizationId);
const ticket: Prepare = all(send(EXCEPTION), connected, async (fixtures) => {
  await post(fixtures, 'organizations/acme/issues/SHOP-1/tickets/', { connection: '1' });
});

const frame = (changes: object) => ({
  ...EXCEPTION,
  exception: {
    values: [
      {
        type: 'Error',
        value: 'boom',
        stacktrace: { frames: [{ abs_path: '/srv/shop/src/cart.js', function: 'sumCart', lineno: 41, ...changes }] },
      },
    ],
  },
});

const DEBUG_ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';

/** An event of a script in a browser that knows its debug id. */
const BUILT = {
  ...frame({ filename: '/static/shop.min.js', abs_path: 'https://shop.test/static/shop.min.js', lineno: 1, colno: 23 }),
  platform: 'javascript',
  debug_meta: {
    images: [{ type: 'sourcemap', code_file: 'https://shop.test/static/shop.min.js', debug_id: DEBUG_ID }],
  },
};

/** The same script without debug ids. */
const NAMED = { ...BUILT, dist: '7', debug_meta: undefined };

const OTHER_ID = '0d5c3a1e-9b47-4f62-8e0a-6c1d2f3b4a59';
const CODE = 'function pay(n){return cart(n)}';
/** Maps the code at column 23, without the text of the source. */
const MAP = JSON.stringify({ version: 3, sources: ['../src/pay.ts'], names: [], mappings: 'sBAEE' });

const MAP_WITH_TEXT = JSON.stringify({
  ...JSON.parse(MAP),
  sourcesContent: ['function pay(total) {\n\n  return cart(total);\n}\n'],
});

interface BuiltFiles {
  readonly name?: string;
  readonly code?: string;
  readonly map?: string;
  readonly debugId?: string;
}

/** Builds an archive with a script, and with its map if there is one. */
function built({ name = '~/static/shop.min.js', code = CODE, map, debugId }: BuiltFiles): Buffer {
  const id = debugId === undefined ? {} : { 'debug-id': debugId };
  const script = { url: name, type: 'minified_source', headers: { ...id, sourcemap: 'shop.min.js.map' } };
  const members = [['script.js', code, script]] as [string, string, object][];
  if (map !== undefined) members.push(['script.js.map', map, { url: `${name}.map`, type: 'source_map', headers: id }]);
  return archive({
    ...Object.fromEntries(members.map(([path, text]) => [path, text])),
    'manifest.json': JSON.stringify({ files: Object.fromEntries(members.map(([path, , file]) => [path, file])) }),
  });
}

/** Sends events that open seven issues. */
const sevenIssues = send(
  ...Array.from({ length: 7 }, (_, number) => ({
    ...{ message: 'late', exception: undefined, environment: 'production', fingerprint: [`${number}`] },
  })),
);
/** The parameters with which bulk operations name issues by a search instead of by ids. */
const SEARCH = ['query', 'statsPeriod', 'start', 'end', 'environment'];

/** Sends an event that a filter of the project drops, and waits until the reason is written. */
const filtered: Prepare = async ({ service, project, token }) => {
  const body = { options: { 'filters:error_messages': '*undefined*' } };
  await service.client.put(project.path, token).send(body).expect(200);
  await send(EXCEPTION)({ service, project, token });
  const isWritten = ({ droppedEvents }: Readers) => droppedEvents.find(project.id, EXCEPTION.event_id, 0);
  await poll(async () => (await service.app.database.read(isWritten)) !== undefined);
};

/** Creates the organization's project `admin`. */
const admin: Prepare = async ({ service }) => {
  await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'admin' });
};

/** An event of the same issue as the exception. */
const EARLIER = { ...EXCEPTION, event_id: MESSAGE.event_id, timestamp: MESSAGE.timestamp };

/** An event between the two, of the same issue and another environment. */
const STAGED = {
  ...EXCEPTION,
  event_id: '5b1d2c3f4a69788e7d0c9b2a1f4e3d5c',
  timestamp: '2026-11-21T10:29:40Z',
  environment: 'staging',
};

/** An event of an issue of its own, with the same words but for the function. */
const SIMILAR = { ...EXCEPTION, event_id: STAGED.event_id, fingerprint: ['similar'] };

/** An event of another issue in the release before. */
const BEFORE = { ...SIMILAR, timestamp: '2026-11-21T10:10:00Z', release: 'shop@2.4.0' };

/** Sets the status of all issues. */
const setStatus =
  (status: string): Prepare =>
  async ({ service, project, token }) =>
    void (await bodyOf(service.client.put(`${project.path}issues/`, token).send({ status })));

/** Comments on the issue of the exception. */
const comment: Prepare = async (fixtures) => {
  const text = 'The payment provider answers late since 10:20. I have written to them.';
  await post(fixtures, 'organizations/acme/issues/SHOP-1/notes/', { text });
};

/** Saves the search of the examples. */
const savedSearch: Prepare = async (fixtures) => {
  const search = { name: 'New in production', query: 'is:unresolved is:new environment:production', sort: 'new' };
  await post(fixtures, 'organizations/acme/searches/', { ...search, visibility: 'organization' });
};

/** Merges the issue of the message into the issue of the exception. */
const merge: Prepare = async ({ service, project, token }) =>
  void (await bodyOf(service.client.put(`${project.path}issues/?id=1&id=2`, token).send({ merge: 1, into: '1' })));

/** Sends a file of the exception. */
const attach =
  (name: string, bytes: Buffer): Prepare =>
  async ({ service, project }) =>
    void (await service.client
      .post(`/api/${project.id}/events/${EXCEPTION.event_id}/attachments/?sentry_key=${project.publicKey}`)
      .attach('file', bytes, { filename: name, contentType: 'text/plain' })
      .expect(201));

/** The first bytes of images, by the name of their example. */
const IMAGES = {
  gif: Buffer.from('GIF89a'),
  jpeg: Buffer.from('ffd8ffe0', 'hex'),
  png: PNG,
  webp: Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
};

const attached = all(send(EXCEPTION), attach('worker.log', Buffer.from('cart 41: reading the total')));
/** Parameters of lists that leave nothing of the example. */
const SELECTING = ['cursor', 'screenshot', 'statsPeriod', 'start', 'end'];

export const events = {
  listEventAttachments: {
    cases: [
      { response: 'attachments', prepare: attached, omitted: ['cursor'] },
      { response: 'attachments', prepare: attached },
    ],
  },
  getEventAttachment: {
    cases: [
      { response: 'attachment', prepare: attached, omitted: ['download'] },
      { response: 'bytes', prepare: attached },
      ...Object.entries(IMAGES).map(([response, bytes]) => ({
        response,
        prepare: all(send(EXCEPTION), attach(`cart.${response}`, bytes)),
      })),
    ],
  },
  removeEvent: { cases: [{ response: '204', prepare: attached }] },
  removeEventAttachment: { cases: [{ response: '204', prepare: attached }] },
  listIssueAttachments: {
    cases: [
      { response: 'attachments', prepare: attached, omitted: SELECTING },
      { response: 'attachments', prepare: attached, omitted: ['screenshot', 'start', 'end'] },
      { response: 'attachments', prepare: attached, omitted: ['screenshot', 'statsPeriod'] },
      // The file is no screenshot.
      { response: 'none', prepare: attached, omitted: ['statsPeriod'] },
    ],
  },
  getEvent: { cases: [{ response: 'event', prepare: send(EXCEPTION) }] },
  getIssueEvent: {
    cases: [
      { response: 'event', prepare: send(EXCEPTION), omitted: ['collapse'] },
      { response: 'older', prepare: send(EXCEPTION, EARLIER), omitted: ['collapse'] },
      { response: 'event', prepare: send(EXCEPTION, EARLIER) },
    ],
  },
  listIssueTags: { cases: [{ response: 'tags', prepare: send(EXCEPTION) }] },
  listIssueReleases: {
    cases: [
      { response: 'releases', prepare: send(EXCEPTION), omitted: ['cursor'] },
      { response: 'releases', prepare: send(EXCEPTION) },
    ],
  },
  getIssueSuspectCommits: {
    cases: [{ response: 'commits', prepare: all(release(VERSION, { commits: [COMMIT] }), send(EXCEPTION, BEFORE)) }],
  },
  getReleaseVerdict: {
    cases: [
      { response: 'verdict', prepare: send(BEFORE, EXCEPTION), omitted: ['environment', 'project'] },
      { response: 'ofEnvironment', prepare: send(BEFORE, EXCEPTION), omitted: ['baseline'] },
    ],
  },
  getReleaseComparison: { cases: [{ response: 'comparison', prepare: send(EXCEPTION) }] },
  getIssueTag: {
    cases: [
      { response: 'tag', prepare: send(EXCEPTION, EARLIER, STAGED), omitted: ['environment'] },
      { response: 'ofEnvironment', prepare: send(EXCEPTION, EARLIER, STAGED) },
    ],
  },
  listIssueTagValues: {
    cases: [
      { response: 'values', prepare: send(EXCEPTION, EARLIER, STAGED), omitted: ['cursor', 'environment'] },
      { response: 'ofEnvironment', prepare: send(EXCEPTION, EARLIER, STAGED) },
    ],
  },
  listProjectEvents: {
    cases: [
      { response: 'short', prepare: send(EXCEPTION, MESSAGE), omitted: ['full', 'cursor', 'query', 'statsPeriod'] },
      { response: 'short', prepare: send(EXCEPTION, MESSAGE), omitted: ['full', 'query', 'start', 'end'] },
      { response: 'full', prepare: send(EXCEPTION), omitted: ['cursor', 'statsPeriod'] },
    ],
  },
  previewSourceMaps: {
    cases: [{ body: 'script', response: 'preview', prepare: upload(built({ map: MAP_WITH_TEXT, debugId: DEBUG_ID })) }],
  },
  getSourceMapDebug: {
    cases: [
      { response: 'noRelease', prepare: send({ ...frame({}), release: undefined }) },
      { response: 'resolved', prepare: send(frame({ context_line: 'return total' })) },
      { response: 'mapMissing', prepare: all(upload(built({ debugId: DEBUG_ID })), send(BUILT)) },
      { response: 'wrongPrefix', prepare: all(upload(built({ name: '~/js/shop.min.js', map: MAP })), send(NAMED)) },
      { response: 'wrongBuild', prepare: all(upload(built({ code: 'cart(1)', map: MAP })), send(NAMED)) },
      { response: 'sourceMissing', prepare: all(upload(built({ map: MAP })), send(NAMED)) },
      { response: 'mapInvalid', prepare: all(upload(built({ map: MAP.replace('sBAEE', 'sBAE') })), send(NAMED)) },
      {
        response: 'otherDebugId',
        prepare: all(upload(built({ map: MAP, debugId: OTHER_ID })), send({ ...BUILT, dist: '7' })),
      },
      {
        response: 'otherProject',
        prepare: all(admin, upload(built({ map: MAP, debugId: DEBUG_ID }), 'admin'), send({ ...BUILT, dist: '7' })),
      },
    ],
  },
  getEventGroupingInfo: { cases: [{ response: 'exception', prepare: send(EXCEPTION) }] },
  getEventJourney: {
    cases: [
      { response: 'stored', prepare: send({ ...EXCEPTION, extra: { password: 'hunter2' } }) },
      { response: 'dropped', prepare: filtered },
    ],
  },
  getEventOwners: { cases: [{ response: 'owners', prepare: all(withOwnership, send(EXCEPTION)) }] },
  getEventSourceMapDebug: {
    cases: [{ response: 'mapMissing', prepare: all(upload(built({ debugId: DEBUG_ID })), send(BUILT)) }],
  },
  getIssueById: { cases: [{ response: 'issue', prepare: send(EXCEPTION) }] },
  updateIssueById: {
    cases: [{ body: 'nextRelease', response: 'resolved', prepare: send(EXCEPTION) }],
    furtherBodies: [
      { status: 'resolved', statusDetails: { inCommit: { commit: 'a1b2c3d', repository: 'acme/shop' } } },
      { status: 'ignored', statusDetails: { ignoreDuration: 60, ignoreCount: 3, ignoreWindow: 60 } },
      { status: 'ignored', statusDetails: { ignoreUserCount: 3, ignoreUserWindow: 60 } },
    ],
  },
  getIssueEventById: {
    cases: [
      { response: 'event', prepare: send(EXCEPTION), omitted: ['collapse'] },
      { response: 'event', prepare: send(EXCEPTION, EARLIER) },
    ],
  },
  getIssue: {
    cases: [
      { response: 'issue', prepare: send(EXCEPTION), omitted: ['start', 'end'] },
      { response: 'withStats', prepare: send(EXCEPTION), omitted: ['collapse', 'statsPeriod'] },
    ],
  },
  getIssueGroupingDifference: { cases: [{ response: 'apart', prepare: send(EXCEPTION, MESSAGE) }] },
  getIssueStats: {
    cases: [
      { response: 'hours', prepare: send(EXCEPTION), omitted: ['start', 'end'] },
      {
        response: 'days',
        prepare: send(EXCEPTION),
        // The example of an interval is an hour, and the time is two days.
        parameters: { interval: '1d' },
        omitted: ['statsPeriod'],
      },
    ],
  },
  getIssueByShortId: { cases: [{ response: 'issue', prepare: send(EXCEPTION) }] },
  getEventById: { cases: [{ response: 'event', prepare: send(EXCEPTION) }] },
  listOrganizationEvents: {
    cases: [
      { response: 'aggregates', prepare: send(EXCEPTION), omitted: ['cursor', 'start', 'end'] },
      // Aggregates have no further pages.
      { response: 'events', prepare: send(EXCEPTION), omitted: ['field', 'sort', 'statsPeriod', 'cursor'] },
      {
        response: 'events',
        prepare: send(EXCEPTION),
        omitted: ['field', 'sort', 'statsPeriod'],
      },
    ],
  },
  listIssues: {
    cases: [
      { response: 'issues', prepare: send(EXCEPTION, MESSAGE), omitted: ['sort', 'statsPeriod', 'limit'] },
      { response: 'issues', prepare: send(EXCEPTION, MESSAGE), omitted: ['cursor', 'start', 'end', 'per_page'] },
    ],
  },
  listOrganizationIssues: {
    cases: [
      { response: 'issues', prepare: send(EXCEPTION, MESSAGE), omitted: ['sort', 'statsPeriod', 'limit'] },
      { response: 'issues', prepare: send(EXCEPTION, MESSAGE), omitted: ['cursor', 'start', 'end', 'per_page'] },
    ],
  },
  listIssueActivities: {
    cases: [
      { response: 'activity', prepare: all(send(EARLIER), setStatus('resolved'), send(EXCEPTION)) },
      {
        response: 'activity',
        prepare: all(send(EARLIER), setStatus('resolved'), send(EXCEPTION)),
        omitted: ['cursor'],
      },
    ],
  },
  listIssueHashes: { cases: [{ response: 'hashes', prepare: all(send(EXCEPTION, MESSAGE), merge) }] },
  listSimilarIssues: { cases: [{ response: 'similar', prepare: send(EXCEPTION, SIMILAR) }] },
  undoIssueChange: { cases: [{ response: 'undone', prepare: all(send(EXCEPTION), setStatus('resolved')) }] },
  unmergeIssue: { cases: [{ response: 'unmerged', prepare: all(send(EXCEPTION, MESSAGE), merge) }] },
  listIssueComments: {
    cases: [
      { response: 'comments', prepare: all(send(EXCEPTION), comment) },
      { response: 'comments', prepare: all(send(EXCEPTION), comment), omitted: ['cursor'] },
    ],
  },
  listIssueTickets: { cases: [{ response: 'tickets', prepare: ticket }] },
  createIssueTicket: {
    cases: [
      { body: 'request', response: 'created', prepare: all(send(EXCEPTION), connected) },
      { body: 'link', response: 'linked', prepare: all(send(EXCEPTION), connected) },
    ],
    furtherBodies: [{ connection: '1', title: 'Checkout' }],
  },
  removeIssueTicket: { cases: [{ response: '204', prepare: ticket }] },
  createIssueComment: { cases: [{ body: 'comment', response: 'created', prepare: send(EXCEPTION) }] },
  updateIssueComment: { cases: [{ body: 'comment', response: 'updated', prepare: all(send(EXCEPTION), comment) }] },
  listOrganizationTags: { cases: [{ response: 'tags', prepare: send(EXCEPTION, MESSAGE) }] },
  listProjectTagValues: { cases: [{ response: 'values', prepare: send(EXCEPTION, MESSAGE) }] },
  listProjectUsers: { cases: [{ response: 'users', prepare: send(EXCEPTION) }] },
  listOrganizationTagValues: { cases: [{ response: 'values', prepare: send(EXCEPTION, MESSAGE) }] },
  listSavedSearches: { cases: [{ response: 'searches', prepare: savedSearch }] },
  updateSavedSearch: {
    cases: [{ body: 'sort', response: 'updated', prepare: savedSearch }],
    furtherBodies: [{ name: 'New', query: 'is:new', visibility: 'owner' }],
  },
  removeSavedSearch: { cases: [{ response: '204', prepare: savedSearch }] },
  removeIssueComment: { cases: [{ response: '204', prepare: all(send(EXCEPTION), comment) }] },
  listIssueEvents: {
    cases: [
      { response: 'short', prepare: send(EXCEPTION), omitted: ['full', 'cursor', 'statsPeriod'] },
      { response: 'short', prepare: send(EXCEPTION, EARLIER), omitted: ['full', 'query', 'start', 'end'] },
      { response: 'full', prepare: send(EXCEPTION), omitted: ['cursor', 'statsPeriod'] },
    ],
  },
  updateIssues: {
    cases: [
      { body: 'resolve', response: 'resolved', prepare: sevenIssues, omitted: SEARCH },
      { body: 'resolve', response: 'resolved', prepare: sevenIssues, omitted: ['id', 'status', 'start', 'end'] },
      { body: 'resolve', response: 'resolved', prepare: sevenIssues, omitted: ['id', 'status', 'statsPeriod'] },
      {
        body: 'merge',
        response: 'merged',
        prepare: sevenIssues,
        omitted: ['status', ...SEARCH],
      },
      { body: 'mute', response: 'ignored', prepare: send(EXCEPTION), omitted: ['id', 'status', ...SEARCH] },
      { body: 'assign', response: 'assigned', prepare: sevenIssues, omitted: SEARCH },
      {
        body: 'nextRelease',
        response: 'inNextRelease',
        prepare: send(EXCEPTION),
        omitted: ['id', 'status', ...SEARCH],
      },
      { body: 'ignore', response: 'ignoredUntil', prepare: send(EXCEPTION), omitted: ['id', 'status', ...SEARCH] },
      { body: 'commit', response: 'inCommit', prepare: send(EXCEPTION), omitted: ['id', 'status', ...SEARCH] },
    ],
  },
  updateIssue: {
    cases: [
      { body: 'nextRelease', response: 'resolved', prepare: send(EXCEPTION) },
      { body: 'ignore', response: 'ignored', prepare: send(EXCEPTION) },
      { body: 'commit', response: 'awaiting', prepare: send(EXCEPTION) },
    ],
  },
  updateOrganizationIssues: {
    cases: [
      { body: 'merge', response: 'merged', prepare: sevenIssues, omitted: ['project', ...SEARCH] },
      { body: 'bookmark', response: 'bookmarked', prepare: sevenIssues, omitted: ['project', ...SEARCH] },
      { body: 'bookmark', response: 'bookmarked', prepare: sevenIssues, omitted: ['id', 'start', 'end'] },
      { body: 'bookmark', response: 'bookmarked', prepare: sevenIssues, omitted: ['id', 'statsPeriod'] },
      { body: 'nextRelease', response: 'inNextRelease', prepare: sevenIssues, omitted: ['project', ...SEARCH] },
      { body: 'ignore', response: 'ignoredUntil', prepare: sevenIssues, omitted: ['project', ...SEARCH] },
      { body: 'commit', response: 'inCommit', prepare: sevenIssues, omitted: ['project', ...SEARCH] },
    ],
  },
  removeIssue: { cases: [{ response: '204', prepare: send(EXCEPTION) }] },
  removeOrganizationIssues: {
    cases: [
      { response: 'removed', prepare: sevenIssues, omitted: ['project', ...SEARCH] },
      { response: 'removed', prepare: sevenIssues, omitted: ['id', 'start', 'end'] },
      { response: 'removed', prepare: sevenIssues, omitted: ['id', 'statsPeriod'] },
    ],
  },
  removeIssues: { cases: [{ response: 'removed', prepare: sevenIssues }] },
} satisfies Partial<ExampleCases>;
