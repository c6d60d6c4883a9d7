import type { Ask, Scenes } from '../scene';
import { all, COMMIT, deploy, EXCEPTION, release, send, VERSION } from './props';

const BEFORE = 'shop@2.4.0';

/** A release that was finished, deployed and seen in events. */
const released = (version = VERSION) =>
  all(
    release(version, {
      url: 'https://acme.test/releases/2.4.1',
      dateStarted: '2026-11-18T16:01:05.120Z',
      dateReleased: '2026-11-18T16:12:00Z',
      commits: [COMMIT],
    }),
    deploy(version),
    send({ ...EXCEPTION, release: version }),
  );

const read = (gives: string): Ask => ({ gives, prepare: released() });

/** The example of a cursor is a place in a list of events; this one is a time and a release's id. */
const list = (gives: string): Ask => ({ ...read(gives), with: { cursor: '1795257002000:99:0' } });

const change = (body: string): Ask => ({ body, ...read('updated') });

const remove: Ask = { gives: '204', prepare: release() };

export const releases = {
  listReleases: { asks: [list('releases')] },
  createRelease: {
    asks: [
      { body: 'release', gives: 'created' },
      { body: 'release', gives: 'changed', prepare: released() },
      { body: 'archive', gives: 'changed', prepare: released('shop@2.3.9') },
    ],
  },
  getRelease: { asks: [read('release')] },
  updateRelease: { asks: [change('finalize'), change('commits'), change('refs')] },
  removeRelease: { asks: [remove] },
  listReleaseCommits: { asks: [read('commits')] },
  getPreviousRelease: {
    asks: [
      { gives: 'previous', prepare: all(release(BEFORE, { commits: [COMMIT] }), release()) },
      { gives: 'none', prepare: all(release(BEFORE), release()) },
    ],
  },
  listDeploys: { asks: [read('deploys')] },
  createDeploy: {
    asks: [
      { body: 'deploy', gives: 'created', prepare: release() },
      { body: 'timed', gives: 'created', prepare: release() },
    ],
  },
  listProjectReleases: { asks: [list('releases')] },
  createProjectRelease: {
    asks: [
      { body: 'release', gives: 'created' },
      { body: 'release', gives: 'changed', prepare: released() },
    ],
  },
  getProjectRelease: { asks: [read('release')] },
  updateProjectRelease: { asks: [change('finalize')] },
  removeProjectRelease: { asks: [remove] },
  listProjectReleaseCommits: { asks: [read('commits')] },
} satisfies Partial<Scenes>;
