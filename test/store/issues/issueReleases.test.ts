import { IssueReleaseReader } from '../../../src/store/issues/issueReleases';
import { itOnSqlite, useTemporaryDatabase } from '../../support/database';
import { explainStatements } from '../../support/sessions';

const temporary = useTemporaryDatabase();

itOnSqlite('the releases of an issue are found by the issue, not among those of the whole project', async () => {
  const engine = await temporary.openEngine();
  const plans = await explainStatements(engine, async (session) => {
    const releases = new IssueReleaseReader(session);
    await releases.list({ projectId: '1', id: '1' }, { cursor: null, size: 1 });
    await releases.findBounds({ projectId: '1', id: '1' });
    await releases.countFirst('1', ['a'], 1);
  });
  await engine.close();
  expect(plans.filter((step) => / [rf] USING /.test(step))).toEqual([
    ...Array<string>(3).fill('SEARCH r USING INDEX issue_release_by_issue (project_id=? AND issue_id=?)'),
    'SEARCH r USING PRIMARY KEY (project_id=? AND release=?)',
    'SEARCH f USING INDEX issue_release_by_issue (project_id=? AND issue_id=?)',
  ]);
});
