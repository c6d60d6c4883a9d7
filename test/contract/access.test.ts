/**
 * Tests who may call each operation that accepts tokens. The requests find their subject: they are the example requests
 * of the contract.
 */
import { SCOPES } from '../../src/domain/access';
import { useExampleTime } from '../support/exampleTime';
import { type DocumentedOperation, readDocumentedOperations } from './documented';
import { casesOf } from './exampleCases';
import { requestsOf, withExample } from './perform';

useExampleTime();

const READS_ORGANIZATION = 'org:read project:admin project:read project:releases project:write';
const READS_RELEASES = 'project:admin project:read project:releases project:write';
const WRITES_RELEASES = 'project:admin project:releases project:write';
const READS_PROJECT = 'project:admin project:read project:write';
const WRITES_PROJECT = 'project:admin project:write';
const READS_MONITORS = 'alerts:read alerts:write org:admin org:read org:write project:admin project:read project:write';
const WRITES_MONITORS = 'alerts:write org:admin org:write project:admin project:write';
const WRITES_ALERTS = 'alerts:write project:admin project:write';

/** Sets of scopes of which each alone is enough for the operations of a tag: those that read, write, and remove. */
const OF_TAG: Readonly<Record<string, readonly [read: string, write?: string, remove?: string]>> = {
  alerts: [`alerts:read alerts:write ${READS_PROJECT}`, WRITES_ALERTS, WRITES_ALERTS],
  artifacts: [READS_RELEASES, WRITES_RELEASES, WRITES_RELEASES],
  events: [READS_PROJECT],
  issues: ['event:admin event:read event:write', 'event:admin event:write', 'event:admin'],
  monitors: [READS_MONITORS, WRITES_MONITORS, WRITES_MONITORS],
  organizations: [READS_ORGANIZATION, 'org:admin org:write', 'org:admin'],
  projects: [READS_PROJECT, WRITES_PROJECT, 'project:admin'],
  releases: [READS_RELEASES, WRITES_RELEASES, WRITES_RELEASES],
  service: ['', ''],
  teams: ['org:admin org:read org:write team:admin team:read team:write', 'team:admin team:write', 'team:admin'],
  tokens: ['', '', ''],
};

/** Operations that accept other sets than those of their tag. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'alerts:read alerts:write': ['getAlertSettings', 'listAlertDeliveries', 'listIssueAlertDecisions'],
  'alerts:write': ['updateAlertSettings'],
  'event:admin': ['removeEvent'],
  'event:admin event:read event:write project:admin project:read project:write': [
    'getEvent',
    'getEventAttachment',
    'getEventById',
    'getEventGroupingInfo',
    'listEventAttachments',
  ],
  'event:admin event:read event:write': [
    'listOrganizationEvents',
    'undoIssueChange',
    'updateIssue',
    'updateIssueById',
    'updateIssues',
    'updateOrganizationIssues',
  ],
  'event:admin event:write': ['removeIssueComment', 'removeIssueTicket', 'removeSavedSearch', 'unmergeIssue'],
  'member:admin': ['createInvitation', 'createSignInLink', 'removeInvitation', 'removeMember', 'removeMemberToken'],
  'member:admin member:read member:write': ['getMember', 'listMembers', 'listProjectMembers'],
  'member:admin member:write': ['addMember', 'listMemberTokens', 'updateMember'],
  'member:admin member:write team:admin team:write': ['addTeamMember', 'removeTeamMember'],
  'org:admin org:write': [
    'createOrganizationToken',
    'listAuditLog',
    'listOrganizationTokens',
    'removeOrganizationToken',
    'removeUnassembledChunks',
    'updateOrganizationToken',
  ],
  [READS_ORGANIZATION]: ['getUploadUsage'],
  [READS_RELEASES]: ['listProjectEnvironments', 'previewSourceMaps'],
  [WRITES_RELEASES]: ['getChunkUpload'],
  [READS_PROJECT]: ['listTeamProjects', 'updateProject'],
  [WRITES_PROJECT]: ['removeProjectTeam'],
  'org:admin': ['createErasure', 'getErasure', 'listErasures'],
  'project:admin': ['importProjectData', 'previewImport', 'removeEventAttachment'],
  'project:read': ['listProjectEvents'],
};

const operations = readDocumentedOperations().filter(({ security }) => security.some((one) => 'bearer' in one));

const scopesOf = ({ security }: DocumentedOperation) => security.flatMap(({ bearer }) => bearer ?? []);

test('each operation accepts the scopes of its tag, or those that are listed', () => {
  const others = Object.entries(OTHERS).flatMap(([scopes, ids]) => ids.map((id) => [id, scopes]));
  const ofTags = operations.map(({ operationId, tag, method }) => {
    const [read, write, remove] = OF_TAG[tag] ?? [];
    return [operationId, method === 'get' ? read : method === 'delete' ? remove : write];
  });
  const declared = operations.map((operation) => [operation.operationId, scopesOf(operation).toSorted().join(' ')]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries([...ofTags, ...others]));
});

test.each(operations)(
  '$operationId refuses its example without a token, scope or known parameter',
  async (operation) => {
    const accepted = scopesOf(operation);
    const [exampleCase] = casesOf(operation).cases;
    const [request] = requestsOf(operation, exampleCase!);
    await withExample(operation, request!, {}, async ({ send, fixtures: { service } }) => {
      const nobody = await send({ token: undefined });
      expect(nobody.status).toBe(401);
      // Its test says where the header of the other one leads.
      const challenge = operation.operationId === 'sendAgentMessage' ? expect.anything() : 'Bearer';
      expect(nobody.headers['www-authenticate']).toEqual(challenge);

      if (accepted.length > 0) {
        const scopes = SCOPES.filter((scope) => !accepted.includes(scope));
        const powerless = await send({ token: await service.fixtures.token('acme', { scopes }) });
        expect([powerless.status, powerless.body]).toMatchObject([403, { requiredScopes: accepted }]);
      }

      const stranger = await service.fixtures.token((await service.fixtures.organization()).slug);
      if (operation.path.includes('{organization_slug}')) {
        const foreign = await send({ token: stranger });
        expect([foreign.status, foreign.body]).toEqual([404, { detail: 'The requested resource does not exist' }]);
      }

      const misspelt = await send({ query: { bogus: '1' } });
      expect([misspelt.status, misspelt.body]).toEqual([400, { detail: expect.stringContaining("'bogus'") }]);
    });
  },
);
