import type { ExampleCase, ExampleCases } from '../exampleCase';
import { all, COMMIT, deploy, EXCEPTION, release, send, sessions, VERSION } from './prepare';

const BEFORE = 'shop@2.4.0';

/** Creates a release that was finished, deployed and seen in events. */
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

const read = (gives: string): ExampleCase => ({ response: gives, prepare: released() });

const change = (body: string): ExampleCase => ({ body, ...read('updated') });

const remove: ExampleCase = { response: '204', prepare: release() };

/** A body with commits and references, which not every operation shows in an example. */
const CHANGES = {
  commits: [COMMIT],
  refs: [{ repository: 'acme/shop', commit: 'b5a1dab1ee0aabf03ca7efceeb5509063a8ec264', previousCommit: null }],
};

/** Sends sessions of the release, too. */
const withSessions = (one: ExampleCase): ExampleCase => ({ ...one, prepare: all(released(), sessions) });

export const releases = {
  listReleases: { cases: [withSessions(read('releases'))] },
  createRelease: {
    cases: [
      { body: 'release', response: 'created' },
      { body: 'release', response: 'changed', prepare: released() },
      { body: 'archive', response: 'changed', prepare: released('shop@2.3.9') },
    ],
    furtherBodies: [{ version: VERSION, ...CHANGES }],
  },
  getRelease: { cases: [withSessions(read('release'))] },
  updateRelease: { cases: [change('finalize'), change('commits'), change('refs')] },
  removeRelease: { cases: [remove] },
  listReleaseCommitFiles: { cases: [read('files')] },
  listReleaseCommits: { cases: [read('commits')] },
  getPreviousRelease: {
    cases: [
      { response: 'previous', prepare: all(release(BEFORE, { commits: [COMMIT] }), release()) },
      { response: 'none', prepare: all(release(BEFORE), release()) },
    ],
  },
  listDeploys: { cases: [read('deploys')] },
  createDeploy: {
    cases: [
      { body: 'deploy', response: 'created', prepare: release() },
      { body: 'timed', response: 'created', prepare: release() },
    ],
  },
  listProjectReleases: { cases: [read('releases')] },
  createProjectRelease: {
    cases: [
      { body: 'release', response: 'created' },
      { body: 'release', response: 'changed', prepare: released() },
    ],
    furtherBodies: [{ version: VERSION, ...CHANGES }],
  },
  getProjectRelease: { cases: [read('release')] },
  updateProjectRelease: { cases: [change('finalize')], furtherBodies: [CHANGES] },
  removeProjectRelease: { cases: [remove] },
  listProjectReleaseCommits: { cases: [read('commits')] },
} satisfies Partial<ExampleCases>;
