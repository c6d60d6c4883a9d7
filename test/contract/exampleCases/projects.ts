import type { Outcome, OutcomeCount } from '../../../src/domain/outcome';
import { DEFAULT_OWNERSHIP } from '../../../src/domain/ownership';
import type { ExampleCases, ExampleFixtures } from '../exampleCase';
import { all, deploy, EXCEPTION, MESSAGE, type Prepare, previewed, send, withPreviewId } from './prepare';

/** Counts events by their outcomes in the three hours of the example. */
async function counted({ service, project }: ExampleFixtures): Promise<void> {
  const hours = [8, 9, 10].map((hour) => Date.UTC(2026, 10, 21, hour));
  const rows = (outcome: Outcome, reason: OutcomeCount['reason'], quantities: readonly number[]) =>
    quantities.flatMap((quantity, index) =>
      quantity === 0
        ? []
        : [{ projectId: project.id, hour: hours[index] ?? 0, outcome, reason, category: 'error' as const, quantity }],
    );
  const counts = [...rows('accepted', '', [120, 75, 19]), ...rows('filtered', 'error-message', [0, 4, 8])];
  const [hour = 0] = hours;
  const discarded = { projectId: project.id, hour, reason: 'before_send', category: 'error', quantity: 5 };
  await service.app.database.write(({ outcomes }) =>
    outcomes.add([...counts, { ...discarded, outcome: 'client_discard' }]),
  );
}

const REPORT = {
  event_id: EXCEPTION.event_id,
  name: 'Kim',
  email: 'kim@customers.test',
  comments: 'The cart is empty',
};

/** Reports the exception. */
const report: Prepare = async ({ service, project, token }) =>
  void (await service.client.post(`${project.path}user-feedback/`, token).send(REPORT).expect(200));

/** Gives the key of the project the public key of the examples. */
const withKey: Prepare = ({ service, project: { id: projectId, publicKey } }) =>
  service.app.database.write(async ({ projectKeys }) => {
    const next = { publicKey: '3f6c0a9d1b2e47c5a8d90b1c2d3e4f50', dateCreated: Date.now() };
    await projectKeys.replace({ projectId, publicKey }, next);
  });

const RULES = `# Cart and checkout
path:src/cart* #backend ann@acme.test
url:*/checkout/* #backend

# From the repository
*.test.js @acme/backend`;

export const withOwnership: Prepare = ({ service, project: { row } }) =>
  service.app.database.write(({ ownership }) => {
    const times = { dateCreated: Date.now(), lastUpdated: Date.now() };
    return ownership.save(row, { ...DEFAULT_OWNERSHIP, raw: RULES, ...times });
  });

async function withWebhook({ service, project }: ExampleFixtures): Promise<void> {
  await service.app.database.write(async ({ organizations, projects: stored, webhooks }) => {
    const organization = await organizations.findBySlug(project.organization);
    const row = organization && (await stored.findBySlug(organization.id, project.slug));
    if (row === undefined) throw new Error('The project was not found.');
    await webhooks.save(row, { url: 'http://127.0.0.1:9/', secret: 'whsec_AAAA', isEnabled: true });
  });
}

/** Adds the project to another team, so that it may leave the first one. */
const inTwoTeams: Prepare = async ({ service, project }) =>
  void (await service.fixtures.bind(project, await service.fixtures.team({ organization: 'acme', slug: 'mobile' })));

export const projects = {
  updateProject: {
    cases: [
      { body: 'settings', response: 'updated', prepare: send(EXCEPTION) },
      { body: 'bookmark', response: 'updated', prepare: send(EXCEPTION) },
    ],
    furtherBodies: [{ rateLimit: { window: 60, count: 1000 } }],
  },
  getProjectOutcomes: {
    cases: [
      { response: 'outcomes', prepare: counted, omitted: ['start', 'end'] },
      { response: 'days', prepare: counted, parameters: { interval: '1d' }, omitted: ['statsPeriod'] },
    ],
  },
  getOrganizationOutcomes: {
    cases: [
      { response: 'outcomes', prepare: counted, omitted: ['start', 'end', 'reason'] },
      { response: 'filtered', prepare: counted, omitted: ['statsPeriod'] },
    ],
  },
  getProject: { cases: [{ response: 'project', prepare: send(EXCEPTION) }] },
  // The host is in a private network, so that nothing is sent: the reply has the same form.
  testProjectPlugin: { cases: [{ body: 'test', response: 'delivered', prepare: withWebhook }] },
  getProjectStats: { cases: [{ response: 'hours', prepare: counted }] },
  listProjectEnvironments: { cases: [{ response: 'environments', prepare: send(EXCEPTION, MESSAGE) }] },
  listUserFeedback: {
    cases: [
      { response: 'reports', prepare: all(send(EXCEPTION), report), omitted: ['cursor'] },
      { response: 'reports', prepare: all(send(EXCEPTION), report) },
      { response: 'none', prepare: report, omitted: ['cursor'] },
    ],
  },
  createUserFeedback: {
    cases: [
      { body: 'report', response: 'stored', prepare: send(EXCEPTION) },
      {
        response: 'empty',
        prepare: withKey,
        attach: (request) =>
          request.set('Authorization', 'DSN http://3f6c0a9d1b2e47c5a8d90b1c2d3e4f50@127.0.0.1:4000/1').send(REPORT),
      },
    ],
  },
  listProjects: { cases: [{ response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()) }] },
  listOrganizationProjectKeys: { cases: [{ response: 'keys', prepare: withKey }] },
  listProjectKeys: { cases: [{ response: 'keys', prepare: withKey }] },
  createProjectKey: {
    cases: [{ body: 'key', response: 'created' }],
    furtherBodies: [
      { rateLimit: { window: 60, count: 1000 } },
      { public: '9a1be2c3d4f5061728394a5b6c7d8e9f', formerProjectId: '4505281256415232' },
    ],
  },
  previewImport: { cases: [{ body: 'event', response: 'preview', prepare: send(EXCEPTION) }] },
  importProjectData: {
    cases: [{ body: 'event', response: 'imported', prepare: send(EXCEPTION) }],
    furtherBodies: [
      {
        source: 'https://tracker.test',
        issues: [
          {
            id: 1,
            firstSeen: '2026-11-01T00:00:00Z',
            comments: [{ author: 'kim@acme.test', text: 'Seen before', dateCreated: '2026-11-02T00:00:00Z' }],
          },
        ],
      },
    ],
  },
  getProjectKey: { cases: [{ response: 'key', prepare: withKey }] },
  createGroupingPreview: {
    cases: [{ body: 'draft', response: 'begun' }],
    furtherBodies: [{ groupingConfig: 'simple:2', groupingEnhancements: 'module:shop.retry -group' }],
  },
  applyGroupingPreview: {
    cases: [{ body: 'preview', response: 'applied', prepare: all(send(EXCEPTION, MESSAGE), previewed, withPreviewId) }],
  },
  getGroupingPreview: { cases: [{ response: 'done', prepare: all(send(EXCEPTION, MESSAGE), previewed) }] },
  getProjectOwnership: { cases: [{ response: 'rules', prepare: withOwnership }] },
  updateProjectOwnership: {
    cases: [{ body: 'rules', response: 'updated' }],
    furtherBodies: [{ raw: null, fallthrough: false, autoAssignment: 'Turn off Auto-Assignment' }],
  },
  updateProjectKey: {
    cases: [{ body: 'disable', response: 'disabled', prepare: withKey }],
    furtherBodies: [{ rateLimit: { window: 60, count: 1000 } }],
  },
  rotateProjectKey: { cases: [{ response: 'rotated', prepare: withKey }] },
  removeProjectKey: { cases: [{ response: '204', prepare: withKey }] },
  addProjectTeam: { cases: [{ response: 'project', prepare: send(EXCEPTION) }] },
  removeProjectTeam: { cases: [{ response: 'project', prepare: all(send(EXCEPTION), inTwoTeams) }] },
  removeTeam: {
    cases: [
      {
        response: '204',
        prepare: async ({ service, project: { row, id } }) =>
          void (await service.app.database.write((stores) =>
            stores.removals.removeProject(row.organizationId, id, Date.now()),
          )),
      },
    ],
  },
  listTeamProjects: {
    cases: [
      { response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()) },
      {
        response: 'none',
        prepare: async ({ service }) => void (await service.fixtures.team({ organization: 'acme', slug: 'idle' })),
        parameters: { team_id_or_slug: 'idle' },
        omitted: ['cursor'],
      },
    ],
  },
} satisfies Partial<ExampleCases>;
