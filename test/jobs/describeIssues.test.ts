import { compressEventBody } from '../../src/compression/eventBody';
import type { Project } from '../../src/domain/project';
import { describeStale } from '../../src/ingest/describeEvent';
import { DescribeIssuesJob } from '../../src/jobs/issues';
import { SourceMapCache } from '../../src/sourcemaps/resolve/sourceMapCache';
import { normalized } from '../ingest/build';
import { mapText, putArtifacts } from '../support/artifacts';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { hex, listIssues, NOON, occurrences, project as makeProject, recordOccurrences } from '../support/rows';

const URL = 'https://shop.test/static/app.js';

const { database } = useTemporaryDatabase('all');
let project: Project;
let described: string[];
beforeEach(async () => {
  described = [];
  project = await database.write((stores) => makeProject(stores));
});

const mapCache = new SourceMapCache();
const job = () =>
  new DescribeIssuesJob({
    database,
    describe: (issue) => {
      described.push(issue.id);
      return describeStale(issue, { read: database.read, mapCache });
    },
  });

/** Inserts an issue without words, as an earlier version has left it, with an event at each of these times. */
async function insert(...times: readonly number[]): Promise<string> {
  const hash = hex();
  const shared = { title: 'Error', culprit: null, type: 'error', level: 'error', platform: 'javascript' } as const;
  const seen = { firstSeen: NOON, lastSeen: NOON, timesSeen: 1 };
  const ids = await database.write(({ issues }) => issues.insert(project.id, [{ ...shared, ...seen, hash }]));
  const issueId = ids.get(hash) ?? '';
  const rows = times.map((timestamp) => {
    const frames = [{ filename: URL, function: 't', lineno: 1, colno: 11, in_app: true }];
    const exception = { values: [{ type: 'Error', value: `at ${timestamp - NOON}`, stacktrace: { frames } }] };
    const user = { id: '7', email: 'kim@acme.test' };
    const event = normalized({ platform: 'javascript', release: 'shop@1', exception, user });
    return { eventId: hex(), issueId, timestamp, record: '{}', body: compressEventBody({ event, grouping: { hash } }) };
  });
  await database.write(({ events }) => events.insert(project.id, rows));
  return issueId;
}

const matchingIds = async (query: string) => {
  const { rows } = await database.read((stores) => listIssues(stores, project.id, query));
  return rows.map(({ id }) => id);
};

test('issues without words are described by their newest event, once', async () => {
  const ids = [await insert(NOON + 111, NOON + 222), await insert(NOON + 333), await insert()];
  await runUntilIdle(job());
  expect(described).toEqual(ids.toReversed());
  expect([
    await matchingIds('222'),
    await matchingIds('111'),
    await matchingIds('"at 333"'),
    await matchingIds('static/app'),
  ]).toEqual([[ids[0]], [], [ids[1]], [ids[0], ids[1]].toReversed()]);
  expect(await matchingIds('error')).toHaveLength(3);
  await runUntilIdle(job());
  expect(described).toHaveLength(3);
});

test('an issue with another title is described again, in the next pass', async () => {
  const id = await insert(NOON);
  const one = job();
  await runUntilIdle(one);
  await database.write((stores) =>
    recordOccurrences(stores, project.id, [occurrences(id, { title: 'Renamed', lastSeen: NOON + 5 })]),
  );
  await runUntilIdle(one);
  expect(await matchingIds('renamed')).toEqual([id]);
  expect(described).toEqual([id, id]);
});

test('issues get the search entries of their newest event, beside those that they have', async () => {
  const id = await insert(NOON + 111, NOON + 222);
  const older = { issueId: id, tags: [{ key: '~error.value', value: 'older' }] };
  await database.write(({ issueTags }) =>
    issueTags.insert(project.id, [{ issueId: id, key: '~error.value', value: 'older' }]),
  );
  expect(await database.write(({ issueTags }) => issueTags.findNew(project.id, [older]))).toEqual([]);
  await runUntilIdle(job());
  const queries = ['error.value:older', 'error.value:"at 222"', 'error.value:"at 111"', 'error.type:Error'];
  expect(await Promise.all([...queries, 'user.email:kim@*'].map(matchingIds))).toEqual([[id], [id], [], [id], [id]]);
});

test('a removed issue gets no search entries', async () => {
  const id = await insert(NOON);
  const one = new DescribeIssuesJob({
    database,
    describe: async (issue) => {
      await database.write(({ issues }) => issues.remove(project.id, [Number(id)], NOON));
      return describeStale(issue, { read: database.read, mapCache });
    },
  });
  await runUntilIdle(one);
  expect(await database.write(({ issueTags }) => issueTags.findKeys(project.id, ['~error.type']))).toEqual(new Set());
});

test('the frames are those of the source maps that exist now', async () => {
  const id = await insert(NOON);
  const files = [
    { name: '~/static/app.js', text: 't()', headers: { sourcemap: 'app.js.map' } },
    { name: '~/static/app.js.map', text: mapText([[10, 'src/pay.ts', 4, 2]]) },
  ];
  await putArtifacts(database, project, files, { release: 'shop@1' });
  await runUntilIdle(job());
  expect([await matchingIds('src/pay.ts'), await matchingIds('static/app')]).toEqual([[id], []]);
});

test('a step that is interrupted is repeated later', async () => {
  const id = await insert(NOON);
  await job().step(AbortSignal.abort());
  expect(await matchingIds('error')).toEqual([]);
  await runUntilIdle(job());
  expect(await matchingIds('error')).toEqual([id]);
});
