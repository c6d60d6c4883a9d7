/**
 * Refusals of requests that match their schemas. Schemas cannot express these rules; the descriptions of the contract
 * do. Each entry has the expression that the message of such a refusal matches.
 */
import type { Reply } from '../../test/support/client';
import type { SentRequest } from './wire';
import type { Tenant } from './tenant';

const UNKNOWN_PROJECT = /^There is no project ".*" in this organization\.$/s;
const NO_MOMENT = /^There is no such moment; check the day and the time\.$/;
const RELEASE_FIELDS = [UNKNOWN_PROJECT, NO_MOMENT];

const UNKNOWN_TEAM = /^There is no team ".*" in this organization\.$/s;
const LIMIT_REACHED = /, which is the limit\b/;
const NOT_A_TIME = /^Query parameters? '(?:statsPeriod|start|end|since|until)'/;
const INVALID_SEARCH = /^Query parameter 'query' (?:is invalid at|has \d+ terms)/;
const EVENT_LISTS = [INVALID_SEARCH, NOT_A_TIME];
const ISSUE_LISTS = [
  INVALID_SEARCH,
  /^Query parameters 'limit' and 'per_page' mean the same: /,
  /^Invalid cursor parameter: it belongs to another search or order\. /,
  NOT_A_TIME,
];
const RULE_FIELDS = [
  /^[a-z]+ (?:occurs twice|requires (?:[a-z]+|count and minutes)|has no (?:[a-z]+|count and no minutes))\.$/,
  /^At most [0-9]+ users are counted\.$/,
  /^Not a URL such as /,
  /^The host is in a private network/,
  /^The organization has no [a-z]+ with the id /,
  /^The same as recipients\[[0-9]+\]\.$/,
  NO_MOMENT,
];
const TOKEN_FIELDS = [
  /^The token of this request does not hold /,
  /^A token of an organization cannot (?:hold|create) /,
  /^This time is not in the future\.$/,
  NO_MOMENT,
  LIMIT_REACHED,
];
const NAMES = [
  /^Give a slug or a name\.$/,
  /^No slug can be made of the name /,
  /^The slug ".*", which is made of the name, is reserved; /s,
  /^The slug ".*" is already used by another /s,
  LIMIT_REACHED,
];
const ISSUE_FIELDS = [
  /^Name at least two issues to merge /,
  /^'into' must be the id of one of the issues /,
  /^Not with merge\.$/,
  /^Query parameter 'status' cannot be used with the field 'merge'\.$/,
  /^Issue [0-9]+ is not an issue of this project\. /,
  /^Issues can be merged if they are of one project\. /,
  /^[0-9]+ issues are named; at most /,
  /^(?:[A-Za-z]+: )?The status ".*" does not depend on it\.$/,
  /^(?:[A-Za-z]+: )?It (?:needs ignore(?:User)?Count, |stands alone; )/,
  /^(?:[A-Za-z]+: )?At most [0-9]+ users are counted within ignoreUserWindow\.$/,
  /^Name one of /,
  /^It contradicts the status or its details; /,
  /^inRelease: The project ".*" has no release/s,
  /^There is no member or team ".*" in this organization; /s,
];

const SEARCH_FIELDS = [
  /^The query (?:is invalid at|has \d+ terms)/,
  /^Only the member who saved a search /,
  LIMIT_REACHED,
];

/** Returns an expression for a sentence about a setting of a project, which is named itself or inside `options`. */
const setting = (sentence: string) => new RegExp(`^(?:[a-z:_-]+: )?${sentence}`, 's');

const EXPLAINED: Readonly<Record<string, readonly RegExp[]>> = {
  listIssues: ISSUE_LISTS,
  listOrganizationIssues: ISSUE_LISTS,
  listProjectEvents: EVENT_LISTS,
  listIssueEvents: EVENT_LISTS,
  getIssueStats: [NOT_A_TIME],
  getProjectStats: [NOT_A_TIME],
  addMember: [UNKNOWN_TEAM, /^The address ".*" is that of another member /s],
  createAlertRule: RULE_FIELDS,
  updateAlertRule: RULE_FIELDS,
  createOrganizationToken: TOKEN_FIELDS,
  createToken: TOKEN_FIELDS,
  createTeam: NAMES,
  createProject: NAMES,
  updateIssue: ISSUE_FIELDS,
  updateIssues: ISSUE_FIELDS,
  updateOrganizationIssues: ISSUE_FIELDS,
  getProjectOutcomes: [/^Query parameter 'statsPeriod'/],
  getSourceMapDebug: [
    /^Event does not contain an exception\.$/,
    /^Query parameter '(exception|frame)_idx' is out of bounds: /,
  ],
  assembleArtifactBundle: [/^This field needs "version"\.$/, UNKNOWN_PROJECT],
  createDeploy: [UNKNOWN_PROJECT, NO_MOMENT, /^The release is not bound to project ".*"\.$/s],
  updateProject: [
    setting('The header ".*" has another meaning; '),
    setting('line [0-9]+: '),
    setting('The minimum delay of [0-9]+ seconds is greater than the maximum delay of [0-9]+ seconds; '),
    setting('The field ".*" of the same body says otherwise; they are one setting\\.$'),
    setting('The values have [0-9]+ characters together; at most 4000 are allowed\\.$'),
    setting('".*" (?:is no origin, such as |has a path or a query|has a wildcard for its port|has a port above 65535)'),
    setting('The time [0-9]+ is not in the next 91 days'),
    setting('Enter an address that begins with https:// or http://, '),
    setting('The variable {.*} is unknown: '),
    setting('The host cannot depend on a variable '),
    setting('A list of empty strings would reject every origin; '),
    setting('The slug ".*" is already used by another project of this organization; '),
  ],
  updateProjectOwnership: [/^Line [0-9]+: /],
  updateProjectPlugin: [
    /^There is no address yet: name a url too\.$/,
    /^The host is in a private network/,
    /^Not a URL such as /,
  ],
  testProjectPlugin: [/^There is no address yet: set a url with PUT first\.$/],
  removeMember: [/^The organization has no other member; /],
  removeProjectTeam: [/^The project belongs to no other team; /],
  removeTeam: [/^[0-9]+ projects belong to no other team, such as /],
  createSession: [/^Send exactly one way to sign in: /, /^This field is required\.$/],
  updatePassword: [/^This field is required; /, /^You have no password yet; /, /^This is not your present password\.$/],
  updateMember: [/^The address ".*" is that of another member /s],
  createSavedSearch: SEARCH_FIELDS,
  updateSavedSearch: SEARCH_FIELDS,
  updateTeam: [/^The slug ".*" is already used by another team /],
  createRelease: RELEASE_FIELDS,
  updateRelease: RELEASE_FIELDS,
  createProjectRelease: RELEASE_FIELDS,
  updateProjectRelease: RELEASE_FIELDS,
};

/** Operations whose pages must be built before the service starts. */
const BUILT = ['getDocs', 'getStartPage', 'getSignInPage', 'getConfirmAddressPage', 'getConsolePage'];

/** Returns true if the contract explains a failure: the documentation page and the console have to be built. */
export function explainsFailure({ plan }: SentRequest, { status }: Reply): boolean {
  return BUILT.includes(plan.operation.operationId) && status === 503;
}

/** Returns true if the contract explains why a request that matches the schemas is refused. */
export function explainsRefusal({ plan, target }: SentRequest, reply: Reply, tenant: Tenant): boolean {
  const { operationId } = plan.operation;
  const messages = messagesOf(reply.body);
  const cursor = new URL(target, 'http://localhost').searchParams.get('cursor');
  return messages.every((message) => {
    if (message === 'Invalid cursor parameter.') return cursor !== null && !tenant.gaveCursor(operationId, cursor);
    return EXPLAINED[operationId]?.some((expression) => expression.test(message)) ?? false;
  });
}

/** Returns the sentences of an error, without their place inside a field. */
function messagesOf(body: unknown): string[] {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const { detail } = fields;
  if (typeof detail === 'string') return [detail];
  return Object.values(fields)
    .flat()
    .map((message) => String(message).replace(/^[A-Za-z]+\[[0-9]+\][^ ]*: /, ''));
}
