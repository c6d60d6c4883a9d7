/** Tests that the service replies with each example of an error to a request. */
import type { Test } from 'supertest';
import contract from '../../generated/openapi.json';
import { operations as handlers } from '../../generated/handlers';
import type { OperationContext } from '../../src/api/operation';
import { hashToken, SCOPES, scopesOfRole } from '../../src/domain/access';
import { csrfTokenOf, openIdRequestOf, SESSION_COOKIE } from '../../src/domain/session';
import { decodePathSegment } from '../../src/http/routes';
import { AuthenticationFailures } from '../../src/http/authentication';
import { idleBodyError } from '../../src/http/bodyWatch';
import { feedbackIsOff } from '../../src/api/ingest/feedbackForm';
import { InvalidForm, TooLate } from '../../src/domain/errors';
import { encodeOtlpStatus, errorReply, type OtlpStatus } from '../../src/http/errors';
import { rateLimitError } from '../../src/ingest/rateLimiter';
import { AttemptLimits } from '../../src/signIn/passwords';
import { translateSqliteError } from '../../src/store/engine/sqliteConnection';
import type { Method } from '../support/client';
import { useExampleTime } from '../support/exampleTime';
import type { ProjectFixture } from '../support/fixtures';
import { startService, useOwnService } from '../support/service';
import { connectExample, EXAMPLE_TICKETS, TICKET_ENVIRONMENT } from '../support/tickets';
import { sha1 } from '../support/zip';
import { addressOf, type Json, readDocumentedOperations, resolve } from './documented';
import { EXCEPTION } from './exampleCases/prepare';
import { CLIENT, withClient } from './exampleCases/tokens';
import { EXAMPLE_PROVIDER } from './perform';

interface ErrorExample {
  readonly name: string;
  readonly value: unknown;
  readonly status: number;
  /** The operations whose contract refers to the example. */
  readonly operationIds: readonly string[];
}

/** A request that gets the error. */
interface ErrorCase {
  readonly operationId: string;
  /** Path parameters whose values differ from the values of their examples. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: string | object;
  /** Content type of the body: JSON if it is left out. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The scopes of the token, the text in place of one, or null for none. It has all scopes if this is left out. */
  readonly token?: readonly string[] | string | null;
  /** Adds a form to the request. */
  attach?(request: Test): Test;
}

const SHA1 = 'a246f710f9d4525ea79d89e80b3a7cde84a0f01d';
const FORM = 'multipart/form-data; boundary=X';
const MEBIBYTE = 1024 * 1024;
const PASSWORD = 'correct horse battery staple';
/** The secret of a session, and of sign-ins that nobody began. */
const SECRET = 'Zk3c0vQhY8m1rT5xWn2bJ7uLpE9sDaG4iKoHfXyVqR6';
/** The ticket system of the examples. */
const GITLAB = { kind: 'gitlab', url: 'https://gitlab.example.com', project: 'acme/shop', token: 'glpat-Ys7kW2mQ9xTz' };
/** The secret of a link of another organization's member. */
const OTHER_LINK = 'b1Yk3c0vQhY8m1rT5xWn2bJ7uLpE9sDaG4iKoHfXyVq';
const SESSION = { Cookie: `${SESSION_COOKIE}=${SECRET}`, 'X-CSRF-Token': csrfTokenOf(SECRET) };
/** Returns a sign-in at the OpenID provider with a code. A sign-in with this code as its secret has begun. */
const openId = (code: string, secret = code): ErrorCase => ({
  operationId: 'createSession',
  token: null,
  body: { openId: { code, state: openIdRequestOf(secret).state, secret } },
});
const TRACES = { operationId: 'storeTraces' };
const PROTOBUF = 'application/x-protobuf';
const envelope = (...lines: readonly string[]) => ({ body: lines.join('\n'), type: 'text/plain' });

const cases: Readonly<Record<string, ErrorCase>> = {
  'addMember.invalidFields': { operationId: 'addMember', body: { email: 'Ann@acme.test', teams: ['tablets'] } },
  'assembleArtifactBundle.invalidFields': {
    operationId: 'assembleArtifactBundle',
    body: { checksum: 'A', chunks: [SHA1], projects: ['shop'] },
  },
  'assembleArtifactBundle.unknownProject': {
    operationId: 'assembleArtifactBundle',
    body: { checksum: SHA1, chunks: [SHA1], projects: ['shpo'] },
  },
  'error.consoleFileNotFound': { operationId: 'getConsoleFile', token: null, path: { file: 'index-B1xq0w3K.js' } },
  'error.docsPageNotFound': { operationId: 'getDocsPage', token: null, path: { page: 'guides/none' } },
  'confirmAlertAddress.invalidFields': { operationId: 'confirmAlertAddress', token: null, body: {} },
  'confirmAlertAddress.notFound': { operationId: 'confirmAlertAddress', token: null, body: { token: SECRET } },
  'createAuthorization.invalidFields': {
    operationId: 'createAuthorization',
    token: null,
    headers: SESSION,
    body: {
      ...{ response_type: 'code', client_id: CLIENT, redirect_uri: 'https://evil.test/callback' },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'plain' },
    },
  },
  'createOAuthClient.insecure': {
    operationId: 'createOAuthClient',
    token: null,
    body: { redirect_uris: ['http://assistant.test/callback'] },
  },
  'createOAuthToken.refused': {
    operationId: 'createOAuthToken',
    token: null,
    type: 'application/x-www-form-urlencoded',
    body: { grant_type: 'authorization_code', client_id: CLIENT, code: 'x', redirect_uri: 'x', code_verifier: 'x' },
  },
  'removeOAuthToken.incomplete': {
    operationId: 'removeOAuthToken',
    token: null,
    type: 'application/x-www-form-urlencoded',
    body: { client_id: CLIENT },
  },
  'createIssueComment.invalidFields': {
    operationId: 'createIssueComment',
    body: { text: ' ', mentions: ['ann'] },
  },
  'sendAgentMessage.invalidFields': { operationId: 'sendAgentMessage', body: { jsonrpc: '1.0' } },
  'createMonitor.invalidFields': {
    operationId: 'createMonitor',
    body: {
      ...{ project: 'shop', name: 'Report', slug: 'Report' },
      config: { schedule: '* *', timezone: 'Europe/Nowhere' },
    },
  },
  'previewSourceMaps.invalidFields': { operationId: 'previewSourceMaps', body: {} },
  'previewAlertTemplate.invalidFields': { operationId: 'previewAlertTemplate', body: { template: '{{issue.title}}' } },
  'createAlertRule.invalidFields': {
    operationId: 'createAlertRule',
    body: {
      name: 'Production',
      conditions: [{ type: 'events' }],
      frequency: 0,
      recipients: [{ type: 'member', id: '99' }],
    },
  },
  'createUserFeedback.invalidFields': {
    operationId: 'createUserFeedback',
    body: { event_id: 'a'.repeat(32), name: 'Kim', email: 'kim' },
  },
  'createUserFeedback.unknownDsn': {
    operationId: 'createUserFeedback',
    token: null,
    headers: { Authorization: `DSN http://${'f'.repeat(32)}@127.0.0.1:4000/1` },
    body: {},
  },
  'createDeploy.invalidFields': {
    operationId: 'createDeploy',
    body: { environment: ' ', dateFinished: '2026-11-21' },
  },
  'createOrganizationToken.invalidFields': {
    operationId: 'createOrganizationToken',
    body: { name: 'Everything', scopes: ['org:admin'] },
  },
  'createProject.invalidFields': { operationId: 'createProject', body: { name: 'Shop' } },
  'createSession.noWay': { operationId: 'createSession', token: null, body: {} },
  'createSession.otherSession': {
    operationId: 'createSession',
    token: null,
    headers: { Cookie: SESSION.Cookie },
    body: { link: OTHER_LINK },
  },
  'createSession.codeRequired': {
    operationId: 'createSession',
    token: null,
    body: { email: 'ann@acme.test', password: PASSWORD, organization: 'globex' },
  },
  'createSession.organizations': {
    operationId: 'createSession',
    token: null,
    body: { email: 'ann@acme.test', password: PASSWORD },
  },
  'createInvitation.hasPassword': { operationId: 'createInvitation', path: { member_id: '1' } },
  'createInvitation.role': {
    operationId: 'createInvitation',
    token: SCOPES.filter((scope) => !['event:write', 'event:admin'].includes(scope)),
  },
  'createInvitation.owner': { operationId: 'createInvitation', path: { member_id: '1' }, token: ['member:admin'] },
  'removeInvitation.notFound': { operationId: 'removeInvitation', path: { member_id: '1' } },
  'testSignInLink.invalidFields': { operationId: 'testSignInLink', token: null, body: {} },
  'createSignInLink.role': {
    operationId: 'createSignInLink',
    token: SCOPES.filter((scope) => !['event:write', 'event:admin'].includes(scope)),
  },
  'createSignInLink.owner': { operationId: 'createSignInLink', path: { member_id: '1' }, token: ['member:admin'] },
  'createSavedSearch.invalidFields': {
    operationId: 'createSavedSearch',
    body: { name: 'Fixed', query: 'is:fixed', isPinned: true },
  },
  'createTeam.invalidFields': { operationId: 'createTeam', body: { slug: 'backend' } },
  'createToken.invalidFields': {
    operationId: 'createToken',
    body: { name: 'Everything', scopes: ['org:admin'] },
    token: ['org:read'],
  },
  'createRelease.invalidFields': {
    operationId: 'createRelease',
    body: {
      version: 'shop/2',
      projects: ['shop', 'shpo'],
      commits: [
        ...Array.from({ length: 17 }, (_, index) => ({ id: `c${index}` })),
        { id: 'last', timestamp: '2026-02-30T12:00:00Z' },
      ],
    },
  },
  'error.addressUnknown': openId('kim'),
  'error.addressUnverified': openId('unverified'),
  'error.alertReadScope': { operationId: 'getAlertSettings', token: ['project:read'] },
  'error.alertWriteScope': { operationId: 'updateAlertSettings', body: { mail: true }, token: ['alerts:read'] },
  'removeMonitor.notFound': { operationId: 'removeMonitor' },
  'removeProjectMonitor.notFound': { operationId: 'removeProjectMonitor' },
  'storeCheckIn.noStatus': { operationId: 'storeCheckIn', body: {} },
  'storeCheckInByUrl.noStatus': { operationId: 'storeCheckInByUrl' },
  'storeKeyedCheckIn.noStatus': { operationId: 'storeKeyedCheckIn', body: {}, path: { public_key: 'own' } },
  'storeKeyedCheckInByUrl.noStatus': { operationId: 'storeKeyedCheckInByUrl', path: { public_key: 'own' } },
  'error.monitorNotFound': { operationId: 'getMonitor' },
  'error.monitorReadScope': { operationId: 'listMonitors', token: ['event:read'] },
  'error.monitorWriteScope': { operationId: 'createMonitor', token: ['alerts:read'] },
  'error.ruleNotFound': { operationId: 'getAlertRule' },
  'error.ruleReadScope': { operationId: 'listAlertRules', token: ['org:read'] },
  'error.ruleWriteScope': { operationId: 'testAlertRule', token: ['alerts:read'] },
  'removeAlertRule.notFound': { operationId: 'removeAlertRule' },
  'error.bundleNotFound': { operationId: 'getArtifactBundle' },
  'error.crossSite': {
    operationId: 'createSession',
    token: null,
    headers: { Origin: 'https://elsewhere.test' },
    body: { link: SECRET },
  },
  'endSession.csrfToken': { operationId: 'endSession', token: null, headers: { Cookie: SESSION.Cookie } },
  'error.cursor': { operationId: 'listTeamProjects', query: 'cursor=1795257600000:9:0' },
  'error.eventScope': { operationId: 'getEvent', token: ['org:read'] },
  'error.fileNotFound': { operationId: 'getReleaseFile' },
  'error.linkUnknown': { operationId: 'createSession', token: null, body: { link: SECRET } },
  'error.openIdUnknown': openId('unknown', SECRET),
  'error.passwordWrong': {
    operationId: 'createSession',
    token: null,
    body: { email: 'kim@acme.test', password: PASSWORD },
  },
  'error.sessionEnded': {
    operationId: 'getProject',
    token: null,
    headers: { Cookie: SESSION.Cookie.replace('=', '=x') },
  },
  'removeSession.notFound': {
    operationId: 'removeSession',
    token: null,
    headers: SESSION,
    path: { session_id: '999' },
  },
  'error.sessionRequired': { operationId: 'getCurrentSession' },
  'error.issueNotFound': { operationId: 'getIssue', path: { issue_id: 'SHOP-Z' } },
  'error.issueReadScope': { operationId: 'listIssues', token: ['project:read'] },
  'error.issueWriteScope': { operationId: 'updateIssues', body: { status: 'resolved' }, token: ['event:read'] },
  'removeIssueComment.notFound': { operationId: 'removeIssueComment', path: { issue_id: 'SHOP-1', comment_id: '7' } },
  'error.commentOfOther': { operationId: 'removeIssueComment', token: ['event:write'] },
  'error.searchOfOther': { operationId: 'removeSavedSearch', token: ['event:write'] },
  'error.keyNotFound': { operationId: 'getProjectKey' },
  'error.memberAdminScope': { operationId: 'removeMember', token: ['member:write'] },
  'error.memberNotFound': { operationId: 'updateMember', path: { member_id: '999' }, body: { email: 'a@b.test' } },
  'error.memberReadScope': { operationId: 'listMembers', token: ['org:read'] },
  'error.memberWriteScope': { operationId: 'updateMember', token: ['member:read'], body: {} },
  'error.moved': { operationId: 'getProject', path: { project_slug: 'old-shop' } },
  'error.noParameters': { operationId: 'getOrganization', query: 'limit=5' },
  'error.notFound': { operationId: 'getProject', path: { project_slug: 'shpo' } },
  'error.organizationScope': { operationId: 'listOrganizations', token: ['event:read'] },
  'error.organizationAdminScope': { operationId: 'removeOrganization', token: ['org:write'] },
  'error.organizationWriteScope': { operationId: 'listAuditLog', token: ['org:read'] },
  'error.ownerScope': {
    operationId: 'addMember',
    body: { email: 'bob@acme.test', role: 'owner' },
    token: ['member:write'],
  },
  'error.roleScopes': {
    operationId: 'addMember',
    body: { email: 'joe@acme.test', role: 'admin' },
    token: ['member:write', ...scopesOfRole('member')],
  },
  'error.perPage': { operationId: 'listTeamProjects', query: 'per_page=1000' },
  'error.pluginNotFound': { operationId: 'getProjectPlugin', path: { plugin_id: 'slack' } },
  'error.pluginScope': { operationId: 'updateProjectPlugin', token: ['project:read'] },
  'error.projectAdminScope': { operationId: 'removeProjectKey', token: ['project:write'] },
  'error.projectWriteScope': { operationId: 'createProjectKey', token: ['project:read'] },
  'error.releaseNotFound': { operationId: 'getRelease', path: { version: 'unknown' } },
  'error.releaseReadScope': { operationId: 'listReleases', token: ['org:read'] },
  'error.releaseWriteScope': { operationId: 'removeRelease', token: ['project:read'] },
  'error.scopeMissing': { operationId: 'getProject', token: ['org:read'] },
  'error.tagNotFound': { operationId: 'getIssueTag', path: { key: 'unknown' } },
  'error.teamAdminScope': { operationId: 'removeTeam', token: ['team:write'] },
  'error.teamMemberScope': { operationId: 'addTeamMember', token: ['project:read'] },
  'error.teamReadScope': { operationId: 'listTeams', token: ['project:read'] },
  'error.teamWriteScope': { operationId: 'updateTeam', token: ['team:read'], body: {} },
  'error.tokenExpired': { operationId: 'getProject', token: 'expired' },
  'error.tokenNotFound': { operationId: 'removeToken', path: { token_id: '999' } },
  'error.tokenMissing': { operationId: 'getProject', token: null },
  'error.tokenUnknown': { operationId: 'getProject', token: 'unknown' },
  'error.tooLarge': { operationId: 'updateProject', body: `"${'x'.repeat(MEBIBYTE)}"` },
  'error.unknownParameter': { operationId: 'listTeamProjects', query: 'limit=5' },
  'error.unsupportedMediaType': { operationId: 'updateProject', body: 'name=Shop', type: 'text/plain' },
  'getEvent.invalidCollapse': { operationId: 'getEvent', query: 'collapse=stats' },
  'getContract.invalidWebhooks': { operationId: 'getContract', query: 'webhooks=no' },
  'getIssue.invalidCollapse': { operationId: 'getIssue', query: 'collapse=all' },
  'getProjectStats.tooLong': { operationId: 'getProjectStats', query: 'since=1767225600' },
  'getOrganizationSessionStats.unknownField': { operationId: 'getOrganizationSessionStats', query: 'field=visits' },
  'getOrganizationOutcomes.tooLong': {
    operationId: 'getOrganizationOutcomes',
    query: 'field=sum(quantity)&statsPeriod=100d',
  },
  'getProjectOutcomes.tooLong': { operationId: 'getProjectOutcomes', query: 'statsPeriod=365d' },
  'getSourceMapDebug.eventNotFound': {
    operationId: 'getSourceMapDebug',
    path: { event_id: 'f'.repeat(32) },
    query: 'frame_idx=0&exception_idx=0',
  },
  'getSourceMapDebug.frameMissing': { operationId: 'getSourceMapDebug', query: 'exception_idx=0' },
  'getSourceMapDebug.outOfBounds': { operationId: 'getSourceMapDebug', query: 'exception_idx=0&frame_idx=12' },
  'getFeedbackForm.noEvent': { operationId: 'getFeedbackForm', token: null, query: 'dsn=none' },
  'getFeedbackForm.unknown': { operationId: 'getFeedbackForm', token: null, query: 'eventId=' },
  'listProjectEnvironments.invalidVisibility': { operationId: 'listProjectEnvironments', query: 'visibility=none' },
  'ingest.encodingUnknown': {
    operationId: 'storeEnvelope',
    ...envelope('{}'),
    headers: { 'Content-Encoding': 'zstd' },
  },
  'storeMinidump.noDump': { operationId: 'storeMinidump', body: 'x'.repeat(40), type: 'application/octet-stream' },
  'otlp.malformed': { ...TRACES, body: '{' },
  'otlp.malformedProtobuf': { ...TRACES, body: '\n\x05', type: PROTOBUF },
  'otlp.keyMissing': { ...TRACES, token: null, body: {} },
  'otlp.keyMissingProtobuf': { ...TRACES, token: null, body: '', type: PROTOBUF },
  'otlp.keyUnknown': { ...TRACES, token: 'f'.repeat(32), body: {} },
  'otlp.keyUnknownProtobuf': { ...TRACES, token: 'f'.repeat(32), body: '', type: PROTOBUF },
  'otlp.tooLarge': { ...TRACES, body: ' '.repeat(8 * MEBIBYTE + 1) },
  'otlp.tooLargeProtobuf': { ...TRACES, body: ' '.repeat(8 * MEBIBYTE + 1), type: PROTOBUF },
  'otlp.typeUnknown': { ...TRACES, body: '{}', type: 'text/plain' },
  'otlp.encodingUnknown': { ...TRACES, body: {}, headers: { 'Content-Encoding': 'zstd' } },
  'otlp.encodingUnknownProtobuf': { ...TRACES, body: '', type: PROTOBUF, headers: { 'Content-Encoding': 'zstd' } },
  'storeSecurityReport.empty': { operationId: 'storeSecurityReport', body: '', type: 'application/csp-report' },
  'storeSecurityReport.typeUnknown': { operationId: 'storeSecurityReport', body: '{}', type: 'text/plain' },
  'ingest.keyMissing': { operationId: 'storeEvent', token: null, body: {} },
  'storeEnvelope.keyMissing': { operationId: 'storeEnvelope', token: null, ...envelope('{}') },
  'ingest.keyUnknown': { operationId: 'storeEnvelope', token: 'f'.repeat(32), ...envelope('{}') },
  'ingest.malformed': { operationId: 'storeEnvelope', ...envelope('{}', '{"type":"event"', '{}') },
  'ingest.originRefused': {
    operationId: 'storeEnvelope',
    ...envelope('{}'),
    headers: { Origin: 'https://elsewhere.test' },
  },
  'ingest.tooLarge': {
    operationId: 'storeEnvelope',
    ...envelope('{}', '{"type":"event"}', `{"message":"${'x'.repeat(MEBIBYTE)}"}`),
  },
  'listIssues.invalidQuery': { operationId: 'listIssues', query: 'query=is:fixed' },
  'listOrganizationEvents.dataset': { operationId: 'listOrganizationEvents', query: 'dataset=spans' },
  'listOrganizationEvents.field': { operationId: 'listOrganizationEvents', query: 'field=p95(duration)' },
  'listProjectEvents.invalidQuery': { operationId: 'listProjectEvents', query: 'query=level:error%20is:unresolved' },
  'listProjectEvents.forbidden': { operationId: 'listProjectEvents', token: ['project:write'] },
  'removeIssues.forbidden': { operationId: 'removeIssues', token: ['event:write'] },
  'removeIssues.invalidId': { operationId: 'removeIssues', query: 'id=0' },
  'removeIssues.misspelled': { operationId: 'removeIssues', query: 'ids=4' },
  'removeMember.last': { operationId: 'removeMember' },
  'removeMemberToken.notFound': { operationId: 'removeMemberToken', path: { token_id: '999' } },
  'removeMemberToken.owner': {
    operationId: 'removeMemberToken',
    path: { member_id: '1', token_id: '1' },
    token: ['member:admin'],
  },
  'removeOrganizationToken.notFound': { operationId: 'removeOrganizationToken', path: { token_id: '999' } },
  'removeOrganization.notFound': { operationId: 'removeOrganization', path: { organization_slug: 'nobody' } },
  'removeProject.notFound': { operationId: 'removeProject', path: { project_slug: 'shpo' } },
  'removeProjectKey.notFound': { operationId: 'removeProjectKey' },
  'removeProjectRelease.notFound': { operationId: 'removeProjectRelease', path: { version: 'unknown' } },
  'removeProjectTeam.last': { operationId: 'removeProjectTeam' },
  'removeIssue.notFound': { operationId: 'removeIssue', path: { issue_id: 'SHOP-999' } },
  'removeRelease.notFound': { operationId: 'removeRelease', path: { version: 'unknown' } },
  'removeReleaseArtifacts.missing': { operationId: 'removeReleaseArtifacts' },
  'getErasure.notFound': { operationId: 'getErasure', path: { erasure_id: '999' } },
  'removeEvent.notFound': { operationId: 'removeEvent', path: { event_id: 'f'.repeat(32) } },
  'removeEventAttachment.notFound': { operationId: 'removeEventAttachment', path: { attachment_id: '999' } },
  'removeOrganizationReleaseFile.notFound': { operationId: 'removeOrganizationReleaseFile' },
  'removeReleaseFile.notFound': { operationId: 'removeReleaseFile' },
  'removeToken.moreScopes': {
    operationId: 'removeToken',
    path: { token_id: '1' },
    token: SCOPES.filter((scope) => scope !== 'org:admin'),
  },
  'createTicketConnection.invalidFields': {
    operationId: 'createTicketConnection',
    body: { kind: 'github', project: 'shop', token: 'ghp-Ys7kW2mQ9xTz' },
  },
  'createTicketConnection.refused': {
    operationId: 'createTicketConnection',
    body: { ...GITLAB, token: 'revoked' },
  },
  'updateTicketConnection.invalidFields': { operationId: 'updateTicketConnection', body: { issueType: 'Bug' } },
  'removeTicketConnection.notFound': { operationId: 'removeTicketConnection', path: { connection_id: '999' } },
  'createIssueTicket.invalidFields': { operationId: 'createIssueTicket', body: { connection: '99' } },
  'createIssueTicket.missing': { operationId: 'createIssueTicket', body: { connection: '1', ticket: '9' } },
  'removeIssueTicket.notFound': { operationId: 'removeIssueTicket', path: { ticket_id: '999' } },
  'receiveTicketWebhook.malformed': {
    operationId: 'receiveTicketWebhook',
    ...{ body: '[]', headers: { 'X-Gitlab-Token': '4fH0mCq7Zc1oX9wYtVb2RjLkNsEuDgAiPz5Q8xW3yTM' }, token: null },
  },
  'receiveTicketWebhook.unsigned': { operationId: 'receiveTicketWebhook', body: {}, token: null },
  'createErasure.invalidFields': {
    operationId: 'createErasure',
    body: { kind: 'email', value: 'bob@example.com', projects: ['blog'] },
  },
  'createGroupingPreview.invalidFields': {
    operationId: 'createGroupingPreview',
    body: { fingerprintingRules: 'type:TypeError' },
  },
  'importProjectData.invalidFields': {
    operationId: 'importProjectData',
    body: { source: 'https://tracker.test', issues: [{ id: 5 }] },
  },
  'applyGroupingPreview.invalidFields': { operationId: 'applyGroupingPreview', body: { id: 'last' } },
  'getGroupingPreview.notFound': { operationId: 'getGroupingPreview' },
  'removeSavedSearch.notFound': { operationId: 'removeSavedSearch', path: { search_id: '999' } },
  'removeTeam.projects': { operationId: 'removeTeam' },
  'testProjectPlugin.invalidFields': { operationId: 'testProjectPlugin', body: { test: true } },
  'updateAlertSettings.invalidFields': { operationId: 'updateAlertSettings', body: { mail: 'yes' } },
  'updateProjectFilter.unknown': {
    operationId: 'updateProjectFilter',
    path: { filter_id: 'web-crawlers' },
    body: { active: true },
  },
  'updateProjectOwnership.invalidFields': {
    operationId: 'updateProjectOwnership',
    body: { raw: 'file:src/cart.js #backend\npath:src/cart* #bakend' },
  },
  // The first change of issues, which another change followed.
  'undoIssueChange.changedSince': { operationId: 'undoIssueChange', path: { change_id: '1' } },
  'undoIssueChange.notFound': { operationId: 'undoIssueChange', path: { change_id: '999' } },
  'unmergeIssue.unknown': {
    operationId: 'unmergeIssue',
    path: { issue_id: 'SHOP-1' },
    query: '?id=00000000000000000000000000000000',
  },
  'updateIssues.mergeAlone': { operationId: 'updateIssues', query: '?id=1', body: { merge: 1 } },
  'updateIssues.invalidFields': {
    operationId: 'updateIssues',
    body: { status: 'fixed', assignedTo: 'kim@acme.test', isPublic: true },
  },
  'updateMember.invalidFields': { operationId: 'updateMember', body: { email: 'ann' } },
  'updateOrganization.invalidFields': {
    operationId: 'updateOrganization',
    body: { rateLimit: { window: 0, count: 100 }, colour: 'red' },
  },
  'createSecondFactor.wrong': {
    operationId: 'createSecondFactor',
    token: null,
    headers: SESSION,
    body: { password: 'wrong' },
  },
  'updatePassword.invalidFields': {
    operationId: 'updatePassword',
    token: null,
    headers: SESSION,
    body: { password: 'short' },
  },
  'updatePassword.wrong': {
    operationId: 'updatePassword',
    token: null,
    headers: SESSION,
    body: { currentPassword: 'wrong', password: PASSWORD },
  },
  'updateProject.bookmarkOnly': { operationId: 'updateProject', body: { name: 'Shop' }, token: ['project:read'] },
  'updateProject.invalidFields': {
    operationId: 'updateProject',
    body: {
      name: '',
      digestsMinDelay: 600,
      digestsMaxDelay: 120,
      options: { 'filters:releases': 'shop@1.*\n[', 'filters:blacklisted_ips': '10.0.0.0/33' },
    },
  },
  'updateProject.malformed': { operationId: 'updateProject', body: '{"name":' },
  'updateProjectKey.invalidFields': {
    operationId: 'updateProjectKey',
    path: { key_id: 'own' },
    body: { isActive: 'no', public: 'f'.repeat(32) },
  },
  'updateProjectPlugin.invalidFields': {
    operationId: 'updateProjectPlugin',
    body: { enabled: 'yes', url: 'http://10.0.0.1/' },
  },
  'updateOrganizationToken.invalidFields': {
    operationId: 'updateOrganizationToken',
    path: { token_id: '3' },
    body: { scopes: ['org:read'] },
  },
  'updateTeam.invalidFields': { operationId: 'updateTeam', body: { slug: 'mobile', colour: 'red' } },
  'uploadChunks.checksum': {
    operationId: 'uploadChunks',
    attach: (request) => request.attach('file', Buffer.from('a()'), SHA1),
  },
  'uploadChunks.json': { operationId: 'uploadChunks', body: {} },
  'uploadChunks.malformed': {
    operationId: 'uploadChunks',
    body: `--X\r\nContent-Disposition: form-data; name="file"; filename="${sha1('a()')}"\r\n\r\na()`,
    type: FORM,
  },
  'uploadChunks.tooLarge': { operationId: 'uploadChunks', body: 'x'.repeat(33 * MEBIBYTE + 1), type: FORM },
  'uploadOrganizationReleaseFile.projectMissing': {
    operationId: 'uploadOrganizationReleaseFile',
    path: { version: 'unbound' },
    attach: (request) => request.attach('file', Buffer.from('a()'), 'cart.min.js'),
  },
  'uploadReleaseFile.fileMissing': {
    operationId: 'uploadReleaseFile',
    attach: (request) => request.field('name', '~/cart.min.js'),
  },
  'uploadReleaseFile.header': {
    operationId: 'uploadReleaseFile',
    attach: (request) => request.attach('file', Buffer.from('a()'), 'cart.min.js').field('header', 'Sourcemap'),
  },
};

const NOON = Date.UTC(2026, 10, 21, 12);

/** Errors that no request to a service on its own gets: the values that its parts return or throw. */
const failures: Readonly<Record<string, () => Promise<unknown>>> = {
  'error.authenticationLimit': async () => {
    const failures = new AuthenticationFailures();
    for (;;) failures.record('192.0.2.1', NOON + 3000);
  },
  'error.openIdMissing': async () => handlers.createOpenIdSignIn.handle({ openId: null } as OperationContext),
  'createTicketConnection.withoutKey': async () =>
    handlers.createTicketConnection.handle({
      query: {},
      body: {},
      organization: {},
      tickets: { canConnect: false },
    } as unknown as OperationContext),
  'error.signInLimit': async () => {
    const limits = new AttemptLimits();
    for (;;) limits.begin('192.0.2.1', 'ann@acme.test', NOON + 2000);
  },
  'confirmAlertAddress.rateLimit': async () => {
    const limits = new AttemptLimits();
    for (;;) limits.beginConfirmation('192.0.2.1', NOON + 2000);
  },
  'createOAuthClient.rateLimit': async () => {
    const limits = new AttemptLimits();
    for (;;) limits.countRegistration('192.0.2.1', NOON + 2000);
  },
  'error.bodyTimeout': async () => idleBodyError(10),
  'error.internal': async () => new Error('broken'),
  'storeFeedback.invalid': async () => new InvalidForm({ email: ['This field is required.'] }),
  'createUserFeedback.old': async () => new TooLate('The error is older than 30 minutes.'),
  'createUserFeedback.reported': async () => new TooLate('The error was reported more than five minutes ago.'),
  'createUserFeedback.switchedOff': async () => feedbackIsOff(),
  'error.unavailable': async () => translateSqliteError({ code: 'SQLITE_BUSY' }),
  'ingest.rateLimit': async () =>
    rateLimitError([{ organizationId: '1', scope: 'project', subject: '1', window: 60, count: 100 }], NOON + 2000),
  'error.pathEncoding': async () => decodePathSegment('%zz.js'),
  'error.docsNotBuilt': async () => handlers.getDocs.handle({ docs: null } as OperationContext),
  'error.consoleNotBuilt': async () => handlers.getStartPage.handle({ console: null } as OperationContext),
};

/** The same errors in the forms of OpenTelemetry. */
const otlpFailures = [
  ['otlp.busy', 'error.unavailable'],
  ['otlp.failed', 'error.internal'],
  ['otlp.rateLimit', 'ingest.rateLimit'],
  ['otlp.stopped', 'error.bodyTimeout'],
].flatMap(([name, failure = '']) => ['', 'Protobuf'].map((form) => [`${name}${form}`, failures[failure]] as const));

const reported = { ...failures, ...Object.fromEntries(otlpFailures) };

/** A project that has sent the maximum number of events that spike protection accepts. */
const SPIKE = 'ingest.spike';

const operations = readDocumentedOperations();

function readErrorExamples(): ErrorExample[] {
  const allUses = operations.flatMap(({ operationId, path, method }) => {
    const { responses } = (contract.paths as Json)[path][method] as { responses: Record<string, Json> };
    return Object.entries(responses)
      .filter(([status]) => Number(status) >= 300)
      .flatMap(([status, response]) =>
        // The script of an error is empty: a header has the JSON (test/api/ingest/storeFeedback.test.ts).
        Object.entries<Json>(resolve(response)['content'] ?? {})
          .filter(([type]) => type !== 'text/javascript')
          .flatMap(([, { examples = {} }]) => Object.values<Json>(examples as Json))
          .map((example) => ({
            name: String(example['$ref']).split('/').at(-1) ?? '',
            value: resolve(example)['value'] as unknown,
            status: Number(status),
            operationId,
          })),
      );
  });
  const names = [...new Set(allUses.map(({ name }) => name))].sort();
  return names.map((name) => {
    const uses = allUses.filter((use) => use.name === name);
    const [{ value, status }] = uses as [(typeof uses)[0]];
    return { name, value, status, operationIds: uses.map(({ operationId }) => operationId) };
  });
}

const examples = readErrorExamples();

useExampleTime();

const service = useOwnService(
  { ENCRYPTION_KEY: TICKET_ENVIRONMENT.ENCRYPTION_KEY },
  { openId: EXAMPLE_PROVIDER, sendTicketRequest: EXAMPLE_TICKETS },
);
let project: ProjectFixture;
let expired: string;
beforeAll(async () => {
  await service.fixtures.organization({ slug: 'acme' });
  const of = {
    organization: 'acme',
    team: (await service.fixtures.team({ organization: 'acme', slug: 'backend' })).slug,
  };
  project = await service.fixtures.project({ ...of, slug: 'shop' });
  await service.fixtures.team({ organization: 'acme', slug: 'mobile' });
  const moved = await service.fixtures.project({ ...of, slug: 'old-shop' });
  const token = await service.fixtures.token('acme');
  expired = await service.fixtures.token('acme', { expires: '2026-11-21T10:30:03Z' });
  await service.client
    .post('/api/0/organizations/acme/org-auth-tokens/', token)
    .send({ name: 'Deployment', scopes: ['project:releases'] })
    .expect(201);
  await service.client.put(moved.path, token).send({ slug: 'web-shop' }).expect(200);
  const releases = '/api/0/organizations/acme/releases/';
  await service.client.post(releases, token).send({ version: 'unbound', projects: [] }).expect(201);
  await connectExample(service, project.row.organizationId);
  const frames = Array.from({ length: 12 }, (_, index) => ({ filename: 'src/cart.js', lineno: index + 1 }));
  const exception = { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] };
  await service.fixtures.event(project, { ...EXCEPTION, exception });
  await service.client
    .put(project.path, token)
    .send({ allowedDomains: ['shop.test'] })
    .expect(200);
  const bob = await service.fixtures.token('acme', { email: 'bob@acme.test' });
  await service.client
    .post('/api/0/organizations/acme/issues/SHOP-1/notes/', bob)
    .send({ text: 'Looks like the cart.' })
    .expect(201);
  await service.client
    .post('/api/0/organizations/acme/searches/', bob)
    .send({ name: 'New', query: 'is:new', visibility: 'organization' })
    .expect(201);
  for (const status of ['resolved', 'unresolved'])
    await service.client.put('/api/0/organizations/acme/issues/SHOP-1/', token).send({ status }).expect(200);
  const { body: members } = await service.client.get('/api/0/organizations/acme/members/', token).expect(200);
  const { id } = (members as { id: string; email: string }[]).find(({ email }) => email === 'bob@acme.test') ?? {
    id: '',
  };
  await service.client.delete(`/api/0/organizations/acme/members/${id}/`, token).expect(204);
  await service.fixtures.session('acme', { secret: SECRET });
  await withClient({ service });
  await service.fixtures.organization({ slug: 'globex' });
  for (const slug of ['acme', 'globex']) await service.fixtures.password(slug, PASSWORD);
  await service.app.database.write(async ({ signIns }) => {
    const [member] = await signIns.findMembers('ann@acme.test', 'globex');
    const { organizationId = '', id: memberId = '' } = member ?? {};
    const link = { organizationId, memberId, hash: hashToken(OTHER_LINK), setsPassword: false };
    const factor = { secret: 'GEZDGNBVGY3TQOJQ', isConfirmed: true, lastStep: 0, recoveryHashes: [] };
    await signIns.insertFactor({ organizationId, memberId }, factor);
    await signIns.insertLink({ ...link, expiresAt: Date.now() + 60_000 });
  });
  for (const secret of ['kim', 'unverified']) {
    const hash = hashToken(secret);
    await service.app.database.write(({ signIns }) => signIns.insertOpenIdRequest(hash, Date.now() + 60_000));
  }
  jest.setSystemTime(Date.now() + 2000);
});

test('every example of an error has a request', () => {
  const covered = [...Object.keys(cases), ...Object.keys(reported), SPIKE];
  expect(covered.sort()).toEqual(examples.map(({ name }) => name));
});

test.each(examples.filter(({ name }) => name in cases))('the service replies $name', async (example) => {
  const errorCase = cases[example.name] as ErrorCase;
  expect(example.operationIds).toContain(errorCase.operationId);
  const { status, body, text, type } = await send(errorCase);
  expect([status, type === PROTOBUF ? text : (body as unknown)]).toEqual([example.status, example.value]);
});

test.each([
  ['error.moved', 'Location', 'Location'],
  ['error.tokenMissing', 'WWW-Authenticate', 'WwwAuthenticate'],
  ['ingest.malformed', 'X-Sentry-Error', 'XSentryError'],
] as const)('%s has the header %s of its example', async (name, header, component) => {
  const { headers } = await send(cases[name] as ErrorCase);
  expect(headers).toHaveProperty(header.toLowerCase(), contract.components.headers[component].example);
});

test.each(examples.filter(({ name }) => name in reported))('$name is what the service reports', async (example) => {
  const error: unknown = await reported[example.name]?.().catch((thrown: unknown) => thrown);
  const isOtlp = example.name.startsWith('otlp.');
  const { status, body } = errorReply(error, { url: '/', requestId: '1f6d0c52', isIngest: false, isOtlp });
  const isProtobuf = example.name.endsWith('Protobuf');
  const sent = isProtobuf ? Buffer.from(encodeOtlpStatus(body as OtlpStatus)).toString() : body;
  expect([status, sent]).toEqual([example.status, example.value]);
});

test('the service replies ingest.spike to a project that sends too much', async () => {
  const busy = await startService({ SPIKE_FLOOR: '1' });
  const { id, publicKey } = await busy.fixtures.project();
  const post = () => busy.client.post(`/api/${id}/store/?sentry_key=${publicKey}`).send({ message: 'late' });
  await post().expect(200);
  const { status, body, headers } = await post();
  await busy.close();
  expect({ status, body }).toEqual({ status: 429, body: examples.find(({ name }) => name === SPIKE)?.value });
  expect(headers).toHaveProperty('x-sentry-rate-limits', contract.components.headers.XSentryRateLimits.example);
});

async function send({ operationId, path: given = {}, query = '', body, type, headers = {}, token, attach }: ErrorCase) {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
  const own = (value: string) => (value === 'own' ? project.publicKey : value);
  const path = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, own(value)]));
  const address = addressOf(operation, path);
  const isIngest = operation.tag === 'ingest';
  const key =
    isIngest && token !== null ? `sentry_key=${typeof token === 'string' ? token : project.publicKey}` : query;
  const request = service.client.send(operation.method as Method, `${address}?${key}`, await bearer(isIngest, token));
  void request.set(headers);
  if (attach !== undefined) return attach(request);
  return body === undefined ? request : request.set('Content-Type', type ?? 'application/json').send(body);
}

async function bearer(isIngest: boolean, token: ErrorCase['token']): Promise<string | undefined> {
  if (isIngest || token === null) return undefined;
  if (token === 'expired') return expired;
  return typeof token === 'string'
    ? token
    : service.fixtures.token('acme', token === undefined ? {} : { scopes: token });
}
