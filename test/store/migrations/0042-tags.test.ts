import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { findIssuesWithTag } from '../../../src/store/issues/issueTags';
import { makeEmptyPlace } from '../../support/database';

/** The migrations before this one. */
const BEFORE = MIGRATIONS.filter(({ number }) => number < 42);
const ISSUES = 300;

/** Returns the tags of an issue: one that all issues have, one that few have, and one of its own. */
const tagsOf = (issue: number): [string, string][] => [
  ['level', 'error'],
  ['region', `${issue % 7}`],
  ['user', `id:${issue}`],
  ...Array.from({ length: 20 }, (_, number): [string, string] => ['url', `/${issue}/${number}`]),
];

test('tags are found as before the migration', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, BEFORE);
  const rows = [1, 2].flatMap((project) =>
    Array.from({ length: ISSUES }, (_, index) => 2 * index + project).flatMap((issue) =>
      tagsOf(issue).map(([key, value]) => [project, key, value, issue]),
    ),
  );
  await engine.write((session) =>
    session.runMany('INSERT INTO issue_tag (project_id, key, value, issue_id) VALUES (?, ?, ?, ?)', rows),
  );
  await migrate(engine, MIGRATIONS);
  await engine.read(async (session) => {
    const stored = await session.one<{ rows: number }>('SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM issue_tag', []);
    expect(stored?.rows).toBe(rows.length);
    const find = async (key: string, value: string) =>
      (await findIssuesWithTag(session, 1, { key, value }, 1_000)).sort((a, b) => a - b);
    const all = Array.from({ length: ISSUES }, (_, index) => 2 * index + 1);
    expect(await find('level', 'error')).toEqual(all);
    expect(await find('region', '3')).toEqual(all.filter((issue) => issue % 7 === 3));
    expect(await find('url', '/599/19')).toEqual([599]);
    // An issue of the other project, in the same block.
    expect(await find('user', 'id:2')).toEqual([]);
  });
  await engine.close();
  await place.dispose();
});
