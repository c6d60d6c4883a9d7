/** Each writing operation adds an entry to the audit log, in the transaction of its change. */
import { AUDIT_EVENTS, type AuditEntry, type AuditEvent } from '../../src/domain/audit';
import { useExampleTime } from '../support/exampleTime';
import { type DocumentedOperation, readDocumentedOperations } from './documented';
import type { ExampleCase } from './exampleCase';
import { casesOf } from './exampleCases';
import { EXCEPTION, release, send } from './exampleCases/prepare';
import { requestsOf, withExample } from './perform';

/** The events of operations that are not the update of what their tag names, such as `project.update`. */
const EVENTS: Readonly<Record<string, AuditEvent>> = {
  addMember: 'member.add',
  addProjectTeam: 'project.add_team',
  addTeamMember: 'team.add_member',
  assembleArtifactBundle: 'artifact_bundle.assemble',
  confirmAlertAddress: 'alert_address.confirm',
  createDeploy: 'deploy.create',
  createErasure: 'erasure.create',
  createGroupingPreview: 'project.preview_grouping',
  applyGroupingPreview: 'project.apply_grouping',
  createIssueComment: 'comment.create',
  createIssueTicket: 'ticket.create',
  createTicketConnection: 'ticket_connection.create',
  removeIssueTicket: 'ticket.remove',
  removeTicketConnection: 'ticket_connection.remove',
  updateTicketConnection: 'ticket_connection.update',
  createOrganizationToken: 'token.create',
  createOrganizationProject: 'project.create',
  createProject: 'project.create',
  createProjectKey: 'key.create',
  importProjectData: 'project.import',
  createProjectRelease: 'release.create',
  createRelease: 'release.create',
  createSession: 'session.create',
  createInvitation: 'invitation.create',
  createSignInLink: 'sign_in_link.create',
  createRecoveryCodes: 'recovery_code.create',
  createSecondFactor: 'second_factor.create',
  removeSecondFactor: 'second_factor.remove',
  createSavedSearch: 'search.create',
  createTeam: 'team.create',
  createUserFeedback: 'feedback.create',
  createToken: 'token.create',
  createOAuthToken: 'token.create',
  removeOAuthToken: 'token.revoke',
  removeInvitation: 'invitation.revoke',
  removeIssueComment: 'comment.remove',
  removeIssue: 'issue.remove',
  removeIssues: 'issue.remove',
  removeOrganizationIssues: 'issue.remove',
  removeMember: 'member.remove',
  removeOrganization: 'organization.remove',
  removeMemberToken: 'token.revoke',
  removeOrganizationToken: 'token.revoke',
  removeProject: 'project.remove',
  removeProjectKey: 'key.remove',
  removeProjectRelease: 'release.remove',
  removeRelease: 'release.remove',
  removeReleaseArtifacts: 'artifact.remove',
  removeProjectTeam: 'project.remove_team',
  removeOrganizationReleaseFile: 'artifact.remove',
  removeReleaseFile: 'artifact.remove',
  removeEvent: 'event.remove',
  removeEventAttachment: 'attachment.remove',
  removeSavedSearch: 'search.remove',
  removeUnassembledChunks: 'chunk.purge',
  removeTeam: 'team.remove',
  removeTeamMember: 'team.remove_member',
  removeToken: 'token.revoke',
  endSession: 'session.remove',
  removeSession: 'session.remove',
  rotateProjectKey: 'key.rotate',
  createAlertRule: 'alert_rule.create',
  createMonitor: 'monitor.create',
  removeMonitor: 'monitor.remove',
  removeProjectMonitor: 'monitor.remove',
  removeAlertRule: 'alert_rule.remove',
  testAlertRule: 'alert_rule.test',
  testProjectPlugin: 'plugin.test',
  updateAlertRule: 'alert_rule.update',
  undoIssueChange: 'issue.undo',
  unmergeIssue: 'issue.unmerge',
  updateAlertSettings: 'alert_settings.update',
  updateSavedSearch: 'search.update',
  updateIssueComment: 'comment.update',
  updateMember: 'member.update',
  updateOrganizationToken: 'token.update',
  updatePassword: 'password.update',
  updateProjectKey: 'key.update',
  updateProjectPlugin: 'plugin.update',
  uploadChunks: 'chunk.upload',
  uploadOrganizationReleaseFile: 'artifact.upload',
  uploadReleaseFile: 'artifact.upload',
};

/** SDKs call these operations: they send data, and nobody changes anything. */
const INGESTION = [
  'storeAttachments',
  'storeEnvelope',
  'storeEvent',
  'storeEventByKey',
  'storeFeedback',
  'storeLogs',
  'storeMinidump',
  'storeProjectLogs',
  'storeProjectTraces',
  'storeSecurityReport',
  'storeCspReport',
  'storeNetworkErrorReport',
  'storeTraces',
  'storeCheckIn',
  'storeKeyedCheckIn',
];

/**
 * A ticket system reports, a sign-in begins, and a program registers, without a caller; `createSession` and
 * `createOAuthToken` complete it.
 */
const ANONYMOUS = ['receiveTicketWebhook', 'createOpenIdSignIn', 'testSignInLink', 'createOAuthClient'];

/** These change nothing: their body says what is read. */
const READING = ['previewAlertRule', 'previewAlertTemplate', 'previewImport', 'previewSourceMaps'];
/** The operations that it calls, or that its program calls then, add their entries. */
const CALLING = ['sendAgentMessage', 'createAuthorization'];

/** The owner of an address is no member. */
const WITHOUT_MEMBER = ['confirmAlertAddress'];

/** Returns the first case of an operation with other members. */
function exampleWith(id: string, members: Partial<ExampleCase>): ExampleCase {
  const [operation] = readDocumentedOperations().filter(({ operationId }) => operationId === id);
  const [example] = operation === undefined ? [] : casesOf(operation).cases;
  if (example === undefined) throw new Error(`${id} has no example`);
  return { ...example, ...members };
}

/** Cases in place of the examples, which change nothing. */
const CHANGING: Readonly<Record<string, readonly ExampleCase[]>> = {
  addTeamMember: [
    {
      response: 'member',
      prepare: async ({ service, project: { row } }) => {
        await service.app.database.write(async ({ members, teams }) => {
          const { organizationId } = row;
          const [member, team] = await Promise.all([
            members.findByEmail(organizationId, 'ann@acme.test'),
            teams.findBySlug(organizationId, 'backend'),
          ]);
          await members.removeFromTeam({ organizationId, teamId: team?.id ?? '', memberId: member?.id ?? '' });
        });
      },
    },
  ],
  addProjectTeam: [
    {
      response: 'project',
      prepare: async ({ service }) => {
        await service.fixtures.team({ organization: 'acme', slug: 'web' });
      },
      parameters: { team_id_or_slug: 'web' },
    },
  ],
  removeIssues: [{ response: 'removed', prepare: send(EXCEPTION), omitted: ['id'] }],
  removeMonitor: [exampleWith('removeMonitor', { omitted: ['environment'] })],
  removeProjectMonitor: [exampleWith('removeProjectMonitor', { omitted: ['environment'] })],
  removeUnassembledChunks: [exampleWith('removeUnassembledChunks', { parameters: { olderThan: '0' } })],
  updateProjectRelease: [{ body: 'finalize', response: 'updated', prepare: release() }],
};

const writing = readDocumentedOperations().filter(
  ({ method, operationId }) =>
    method !== 'get' && ![...INGESTION, ...ANONYMOUS, ...READING, ...CALLING].includes(operationId),
);

useExampleTime();

/** Runs the examples of an operation on one database after another, and returns the entries of requests. */
async function entriesOf(operation: DocumentedOperation): Promise<{ entries: AuditEntry[]; secrets: string[] }> {
  const entries: AuditEntry[] = [];
  const secrets: string[] = [];
  const cases = CHANGING[operation.operationId] ?? casesOf(operation).cases;
  for (const request of cases.flatMap((one) => requestsOf(operation, one))) {
    await withExample(operation, request, {}, async ({ send: sendRequest, fixtures }) => {
      const { text } = await sendRequest();
      const { service, token, project } = fixtures;
      const generated = [...text.matchAll(/"public":"([0-9a-f]{32})"|(whsec_[^"]+)/g)];
      secrets.push(
        token,
        project.publicKey,
        project.row.securityToken,
        ...generated.map(([, key, secret]) => key ?? secret ?? ''),
      );
      const page = { cursor: null, size: 100 };
      const { rows } = await service.app.database.read(({ auditLog }) =>
        auditLog.list(project.row.organizationId, {}, page),
      );
      entries.push(...rows.filter(({ ipAddress }) => ipAddress !== null));
    });
  }
  return { entries, secrets };
}

const eventOf = ({ operationId, tag }: DocumentedOperation): string =>
  EVENTS[operationId] ?? `${tag.replace(/s$/, '')}.update`;

test('the listed operations are writing ones', () => {
  const ids = writing.map(({ operationId }) => operationId);
  expect(Object.keys(EVENTS).filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(writing.map((operation) => [operation.operationId, operation] as const))(
  '%s adds an entry without secrets',
  async (operationId, operation) => {
    const { entries, secrets } = await entriesOf(operation);
    const [entry] = entries.filter(({ event }) => event === eventOf(operation));
    // An example gives Ann another address.
    const ann = expect.stringMatching(/^ann@(?:acme|example)\.test$/) as string;
    const email = WITHOUT_MEMBER.includes(operationId) ? null : ann;
    expect(entry).toMatchObject({ email, user: null, ipAddress: '127.0.0.1' });
    const text = JSON.stringify(entries);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  },
);

test('the events of operations are declared, and named by a noun and a verb', () => {
  for (const event of AUDIT_EVENTS) expect(event).toMatch(/^[a-z_]+\.[a-z_]+$/);
  expect([...AUDIT_EVENTS].sort()).toEqual([...AUDIT_EVENTS]);
});
