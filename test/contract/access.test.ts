/**
 * Tests who may call each operation that accepts tokens. The requests find their subject: they are the example requests
 * of the contract.
 */
import { SCOPES } from '../../src/domain/access';
import { useExampleTime } from '../support/exampleTime';
import { type DocumentedOperation, readDocumentedOperations } from './documented';
import { exampleCases } from './exampleCases';
import { requestsOf, withExample } from './perform';

useExampleTime();

/** Sets of scopes of which each alone is enough, and the operations that accept them. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  '': ['createToken', 'getCurrentMember', 'getService', 'listTokens', 'removeToken'],
  'alerts:read alerts:write': ['getAlertSettings', 'listAlertDeliveries'],
  'alerts:read alerts:write project:admin project:read project:write': ['getAlertRule', 'listAlertRules'],
  'alerts:write': ['updateAlertSettings'],
  'alerts:write project:admin project:write': [
    'createAlertRule',
    'removeAlertRule',
    'testAlertRule',
    'updateAlertRule',
  ],
  'event:admin': ['removeIssue', 'removeIssues', 'removeOrganizationIssues'],
  'event:admin event:read event:write': [
    'getIssue',
    'getIssueByShortId',
    'getIssueEvent',
    'getIssueStats',
    'getIssueTag',
    'listIssueActivities',
    'listIssueComments',
    'listIssueEvents',
    'listIssueHashes',
    'listIssueReleases',
    'listIssueTagValues',
    'listIssueTags',
    'listIssues',
    'listOrganizationIssues',
    'listOrganizationTagValues',
    'listOrganizationTags',
    'listSavedSearches',
  ],
  'event:admin event:read event:write project:admin project:read project:write': ['getEvent', 'getEventById'],
  'event:admin event:write': [
    'createIssueComment',
    'createSavedSearch',
    'removeIssueComment',
    'removeSavedSearch',
    'undoIssueChange',
    'unmergeIssue',
    'updateIssue',
    'updateIssueComment',
    'updateIssues',
    'updateOrganizationIssues',
    'updateSavedSearch',
  ],
  'member:admin': ['createSignInLink', 'removeMember', 'removeMemberToken'],
  'member:admin member:read member:write': ['getMember', 'listMembers'],
  'member:admin member:write': ['addMember', 'listMemberTokens', 'updateMember'],
  'member:admin member:write team:admin team:write': ['addTeamMember', 'removeTeamMember'],
  'org:admin': ['removeOrganization'],
  'org:admin org:read org:write team:admin team:read team:write': ['getTeam', 'listTeams'],
  'org:admin org:write': [
    'createOrganizationToken',
    'listAuditLog',
    'listOrganizationTokens',
    'removeOrganizationToken',
    'removeUnassembledChunks',
    'updateOrganization',
    'updateOrganizationToken',
  ],
  'org:read project:admin project:read project:releases project:write': [
    'getOrganization',
    'getUploadUsage',
    'listOrganizationEnvironments',
    'listOrganizationProjects',
    'listOrganizations',
    'listRepositories',
  ],
  'project:admin': ['removeProject', 'removeProjectKey'],
  'project:admin project:read project:releases project:write': [
    'getArtifactBundle',
    'getPreviousRelease',
    'getProjectRelease',
    'getRelease',
    'getReleaseFile',
    'listArtifactBundles',
    'listDeploys',
    'listProjectEnvironments',
    'listProjectReleaseCommits',
    'listProjectReleases',
    'listReleaseCommits',
    'listReleaseFiles',
    'listReleases',
  ],
  'project:admin project:read project:write': [
    'getEventOwners',
    'getEventSourceMapDebug',
    'getProject',
    'getProjectKey',
    'getProjectOutcomes',
    'getProjectOwnership',
    'getProjectPlugin',
    'getProjectStats',
    'getSourceMapDebug',
    'listProjectKeys',
    'listTeamProjects',
    'updateProject',
  ],
  'project:admin project:releases project:write': [
    'assembleArtifactBundle',
    'createDeploy',
    'createProjectRelease',
    'createRelease',
    'getChunkUpload',
    'removeProjectRelease',
    'removeRelease',
    'removeReleaseArtifacts',
    'removeReleaseFile',
    'updateProjectRelease',
    'updateRelease',
    'uploadChunks',
    'uploadReleaseFile',
  ],
  'project:admin project:write': [
    'addProjectTeam',
    'createProject',
    'createProjectKey',
    'removeProjectTeam',
    'rotateProjectKey',
    'testProjectPlugin',
    'updateProjectKey',
    'updateProjectOwnership',
    'updateProjectPlugin',
  ],
  'project:read': ['listProjectEvents'],
  'team:admin': ['removeTeam'],
  'team:admin team:write': ['createTeam', 'updateTeam'],
};

const operations = readDocumentedOperations().filter(({ security }) => security.some((one) => 'bearer' in one));

const scopesOf = ({ security }: DocumentedOperation) => security.flatMap(({ bearer }) => bearer ?? []);

test('each operation accepts these scopes', () => {
  const listed = Object.entries(ACCEPTED).flatMap(([scopes, ids]) => ids.map((id) => [id, scopes]));
  const declared = operations.map((operation) => [operation.operationId, scopesOf(operation).toSorted().join(' ')]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(listed));
});

test.each(operations)(
  '$operationId refuses its example without a token, scope or known parameter',
  async (operation) => {
    const accepted = scopesOf(operation);
    const [exampleCase] = exampleCases[operation.operationId as keyof typeof exampleCases].cases;
    const [request] = requestsOf(operation, exampleCase!);
    await withExample(operation, request!, {}, async ({ send, fixtures: { service } }) => {
      const nobody = await send({ token: undefined });
      expect([nobody.status, nobody.headers['www-authenticate']]).toEqual([401, 'Bearer']);

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
