import { presentReleaseFile } from '../../presenters/release';
import { type Query, readPageRequest } from '../operation';
import { findProjectRelease } from '../subjects';

/** Name, dist and debug id, the first two encoded. */
const CURSOR_KEY = [/^[A-Za-z0-9_-]*$/, /^[A-Za-z0-9_-]*$/, /^[0-9a-f-]*$/];

/** Lists the files of a release, single ones and those of bundles. */
export const listReleaseFiles: Query<'listReleaseFiles'> = async (ask) => {
  const { read } = ask;
  const { project, release } = await findProjectRelease(ask);
  return {
    async handle({ query }) {
      const wanted = readPageRequest(query, CURSOR_KEY);
      const page = await read(({ artifacts }) => artifacts.pageByRelease(project.id, release.version, wanted));
      return { status: 200, body: page.rows.map(presentReleaseFile), page };
    },
  };
};
