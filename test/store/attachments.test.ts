/** The list of an issue's attachments: by its events if they are few, else by the attachments of its project. */
import { decodeCursor } from '../../src/domain/page';
import type { AttachmentFilter } from '../../src/store/attachments';
import type { Engine } from '../../src/store/engine/sql';
import { EventWriter } from '../../src/store/events';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, issue, NOON, project } from '../support/rows';

let temporary: TemporaryDatabase;
let engine: Engine;
let owner: { projectId: string; organizationId: string };
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  engine = await temporary.openEngine();
  const { id, organizationId } = await temporary.database.write((stores) => project(stores));
  owner = { projectId: id, organizationId };
});
afterAll(async () => {
  await engine.close();
  await temporary.dispose();
});

/** Numbers of events with which the list is read in each way. */
const WAYS = [
  ['the events of the issue', 1],
  ['the attachments of the project', 1_000_000],
] as const;

/** Inserts an issue whose events have files of these names, each a millisecond later than the one before. */
async function issueWith(files: readonly (readonly string[])[], record = '{}'): Promise<string> {
  const { projectId } = owner;
  const id = await temporary.database.write((stores) => issue(stores, projectId, {}));
  const events = files.map((names) => ({ eventId: hex(), timestamp: NOON, issueId: id, record, names }));
  const rows = events.map(({ names: _, ...row }) => ({ ...row, body: Buffer.of(1) }));
  await engine.write((session) => new EventWriter(session).insert(projectId, rows));
  let at = NOON;
  await temporary.database.write(async ({ attachments }) => {
    for (const { eventId, names } of events) {
      const described = names.map((name) => ({
        ...{ name, type: 'event.attachment', contentType: null, size: 0, sha1: '0'.repeat(40) },
        ...{ isScreenshot: name.includes('screenshot'), isScrubbed: false, dateCreated: (at += 1) },
      }));
      await attachments.insert(owner, eventId, described);
    }
  });
  return id;
}

/** Reads all pages in one direction, with the names of their attachments. */
async function readPages(
  { id, timesSeen, size }: { id: string; timesSeen: number; size: number },
  filter: Partial<AttachmentFilter> = {},
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await temporary.database.read(({ attachments }) =>
      attachments.listByIssue(
        { id, projectId: owner.projectId, timesSeen },
        { start: null, end: null, ...filter },
        { cursor: decodeCursor(cursor), size },
      ),
    );
    pages.push(page.rows.map(({ name }) => name));
    if (!page.next.exists) return pages;
    cursor = page.next.cursor;
  }
}

test.each(WAYS)('is read by %s, newest first', async (_, timesSeen) => {
  const id = await issueWith([['a', 'b'], [], ['screenshot', 'c']]);
  await issueWith([['other']]);
  expect(await readPages({ id, timesSeen, size: 2 })).toEqual([
    ['c', 'screenshot'],
    ['b', 'a'],
  ]);
  expect(await readPages({ id, timesSeen, size: 2 }, { isScreenshot: true })).toEqual([['screenshot']]);
  expect(await readPages({ id, timesSeen, size: 2 }, { end: NOON + 2 })).toEqual([['a']]);
});

test.each(WAYS)('is compared with a condition by %s, a limited number at once', async (_, timesSeen) => {
  const names = Array.from({ length: 200 }, (__, number) => `${number}`);
  // The condition matches the oldest of 5,600 files, beyond what one request compares, and the newest.
  const id = await issueWith([
    ['match', ...names.slice(1)],
    ...Array<string[]>(26).fill(names),
    [...names.slice(1), 'match'],
  ]);
  const matches = (attachment: { readonly name: string }, record: string) =>
    attachment.name === 'match' && record === '{}';
  expect(await readPages({ id, timesSeen, size: 2 }, { matches })).toEqual([['match'], ['match']]);
  expect(await readPages({ id, timesSeen, size: 1 }, { matches })).toEqual([['match'], ['match']]);
});
