import { hashPerson, NOTHING_ERASED, signReceipt } from '../../../src/domain/erasure';
import { connectExample } from '../../support/tickets';
import type { ExampleCases } from '../exampleCase';
import { all, bodyOf, deploy, EXCEPTION, MESSAGE, post, type Prepare, send, sessions } from './prepare';

/** Changes the name and another setting of the project. */
const changed: Prepare = async ({ service, project, token }) =>
  void (await bodyOf(service.client.put(project.path, token).send({ name: 'Shop', resolveAge: 48 })));

/** Creates another project with an event of its own environment. */
const preview: Prepare = async ({ service }) => {
  const project = await service.fixtures.project({ organization: 'acme', slug: 'admin' });
  await service.fixtures.event(project, { environment: 'preview' });
};
/** Creates the second token below a path. */
const withToken =
  (path: string): Prepare =>
  async (fixtures) => {
    const body = { name: 'Deployment', scopes: ['project:releases', 'project:read', 'org:read'] };
    await post(fixtures, path, body);
  };

const withOrganizationToken = withToken('organizations/acme/org-auth-tokens/');

/** Records a use of the token now, so that the request of the example records none. */
const used: Prepare = ({ service }) => service.app.database.write(({ tokens }) => tokens.recordUse('1', Date.now()));

/** An erasure that is done: the job has nothing to do with it. */
const erased: Prepare = ({ service, project }) =>
  service.app.database.write(async ({ erasures }) => {
    const person = { kind: 'email', value: 'bob@example.com' } as const;
    const salt = '5f1d2c3b4a59687766554433221100ff';
    const { id, slug, organizationId } = project.row;
    const erasure = await erasures.insert({
      ...{ organizationId, step: 9, kind: 'email', value: null, salt, valueHash: hashPerson(salt, person) },
      ...{ requestedAt: Date.now(), finishedAt: Date.now(), phase: 'done', project: 1, position: null, dueAt: null },
      projects: [
        { id, slug, counts: { ...NOTHING_ERASED, events: 3, issues: 1 }, changedIssues: [], removedIssues: [] },
      ],
      receipt: null,
    });
    const receipt = signReceipt(erasure, Date.now(), await erasures.signingKey(organizationId));
    await erasures.save({ ...erasure, receipt });
  });

const JIRA = {
  kind: 'jira',
  url: 'https://acme.atlassian.net',
  project: 'SHOP',
  user: 'ann',
  issueType: 'Bug',
  token: 'a',
};
const connected: Prepare = ({ service, project }) => connectExample(service, project.row.organizationId);

export const organizations = {
  listTicketConnections: { cases: [{ response: 'connections', prepare: connected }] },
  createTicketConnection: { cases: [{ body: 'request', response: 'created' }], furtherBodies: [JIRA] },
  updateTicketConnection: {
    cases: [{ body: 'request', response: 'updated', prepare: connected }],
    furtherBodies: [{ user: 'ann@acme.test', issueType: 'Bug' }],
  },
  removeTicketConnection: { cases: [{ response: '204', prepare: connected }] },
  receiveTicketWebhook: {
    cases: [
      { body: 'closed', response: '204', prepare: connected },
      { body: 'form', response: '204', prepare: connected },
    ],
  },
  listErasures: { cases: [{ response: 'erasures', prepare: erased }] },
  getErasure: { cases: [{ response: 'erasure', prepare: erased }] },
  listOrganizationProjects: {
    cases: [{ response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()) }],
  },
  listOrganizationEnvironments: {
    cases: [{ response: 'environments', prepare: all(send(EXCEPTION, MESSAGE), preview) }],
  },
  getOrganizationSessionStats: {
    // A period and its ends exclude each other.
    cases: [
      { response: 'sessions', prepare: all(send(EXCEPTION), sessions), omitted: ['start', 'end', 'groupBy'] },
      { response: 'byRelease', prepare: all(send(EXCEPTION), sessions), omitted: ['statsPeriod'] },
    ],
  },
  listAuditLog: { cases: [{ response: 'entries', prepare: changed }] },
  updateOrganization: {
    cases: [
      {
        body: 'limit',
        response: 'updated',
        // Requests cannot add domains.
        prepare: ({ service, project }) =>
          service.app.database.write(async ({ organizations }) => {
            await organizations.updateSettings(project.row.organizationId, { openIdDomains: ['acme.test'] });
          }),
      },
    ],
  },
  updateMember: {
    cases: [
      { body: 'address', response: 'updated' },
      { body: 'role', response: 'updated' },
    ],
  },
  removeMember: {
    cases: [
      {
        response: '204',
        prepare: async ({ service }) => void (await service.fixtures.token('acme', { email: 'bob@acme.test' })),
      },
    ],
  },
  listTokens: { cases: [{ response: 'tokens', prepare: used }] },
  removeToken: { cases: [{ response: '204', prepare: withToken('api-tokens/') }] },
  listMemberTokens: { cases: [{ response: 'tokens', prepare: all(withToken('api-tokens/'), used) }] },
  removeMemberToken: { cases: [{ response: '204', prepare: withToken('api-tokens/') }] },
  listOrganizationTokens: { cases: [{ response: 'tokens', prepare: withOrganizationToken }] },
  createOrganizationToken: {
    cases: [
      { body: 'token', response: 'created' },
      { body: 'named', response: 'created' },
    ],
  },
  updateOrganizationToken: { cases: [{ body: 'rename', response: 'renamed', prepare: withOrganizationToken }] },
  removeOrganizationToken: { cases: [{ response: '204', prepare: withOrganizationToken }] },
} satisfies Partial<ExampleCases>;
