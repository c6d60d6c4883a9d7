// Generated from openapi/ by `npm run generate`. Do not edit.

/** The request of an operation. The parameters of its path are in the path. */
export interface OperationRequest {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly path: string;
  /** Names of the query parameters, and of the header parameters. */
  readonly query: readonly string[];
  readonly header: readonly string[];
  readonly hasBody: boolean;
  /** True if the operation returns a list that is read page by page. */
  readonly isPaged: boolean;
}

export const operationRequests = {
  /** List projects. */
  listProjects: {"method":"get","path":"/api/0/projects/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Get a project. */
  getProject: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/","query":["collapse"],"header":[],"hasBody":false,"isPaged":false},
  /** Update a project. */
  updateProject: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a project. */
  removeProject: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's members. */
  listProjectMembers: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/members/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** List a project's users. */
  listProjectUsers: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/users/","query":["query"],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's values of a tag. */
  listProjectTagValues: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/tags/{key}/values/","query":["query"],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's inbound filters. */
  listProjectFilters: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/filters/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Switch an inbound filter of a project. */
  updateProjectFilter: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/filters/{filter_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Add a project to a team. */
  addProjectTeam: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/teams/{team_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Remove a project from a team. */
  removeProjectTeam: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/teams/{team_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List an organization's teams. */
  listTeams: {"method":"get","path":"/api/0/organizations/{organization_slug}/teams/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a team. */
  createTeam: {"method":"post","path":"/api/0/organizations/{organization_slug}/teams/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a team. */
  getTeam: {"method":"get","path":"/api/0/teams/{organization_slug}/{team_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Rename a team. */
  updateTeam: {"method":"put","path":"/api/0/teams/{organization_slug}/{team_id_or_slug}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a team. */
  removeTeam: {"method":"delete","path":"/api/0/teams/{organization_slug}/{team_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a team's projects. */
  listTeamProjects: {"method":"get","path":"/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a project. */
  createProject: {"method":"post","path":"/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List a project's error events. */
  listProjectEvents: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/","query":["full","query","statsPeriod","start","end","cursor","per_page"],"header":["If-None-Match"],"hasBody":false,"isPaged":true},
  /** Get an event. */
  getEvent: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/","query":["collapse"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Remove an event. */
  removeEvent: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List an event's attachments. */
  listEventAttachments: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/attachments/","query":["query","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Get an attachment. */
  getEventAttachment: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/attachments/{attachment_id}/","query":["download"],"header":[],"hasBody":false,"isPaged":false},
  /** Remove an attachment. */
  removeEventAttachment: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/attachments/{attachment_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's keys. */
  listProjectKeys: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/keys/","query":["status","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a key of a project. */
  createProjectKey: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/keys/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a key of a project. */
  getProjectKey: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/keys/{key_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Update a key of a project. */
  updateProjectKey: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/keys/{key_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a key of a project. */
  removeProjectKey: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/keys/{key_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Rotate a key of a project. */
  rotateProjectKey: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/keys/{key_id}/rotate/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's user reports. */
  listUserFeedback: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/user-feedback/","query":["status","environment","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Report an error for a user. */
  createUserFeedback: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/user-feedback/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Count a project's events and other items by outcome. */
  getProjectOutcomes: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/outcomes/","query":["statsPeriod","start","end","interval"],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's issues. */
  listIssues: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/issues/","query":["query","groupStatsPeriod","sort","statsPeriod","start","end","environment","cursor","per_page","limit","collapse"],"header":["If-None-Match"],"hasBody":false,"isPaged":true},
  /** Update issues of a project in bulk. */
  updateIssues: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/issues/","query":["id","query","statsPeriod","start","end","environment","status"],"header":[],"hasBody":true,"isPaged":false},
  /** Remove issues of a project in bulk. */
  removeIssues: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/issues/","query":["id"],"header":[],"hasBody":false,"isPaged":false},
  /** Get an issue by its short id. */
  getIssueByShortId: {"method":"get","path":"/api/0/organizations/{organization_slug}/shortids/{short_id}/","query":["collapse"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get an event by its id. */
  getEventById: {"method":"get","path":"/api/0/organizations/{organization_slug}/eventids/{event_id}/","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** List the issues of an organization. */
  listOrganizationIssues: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/","query":["project","query","sort","statsPeriod","start","end","environment","cursor","per_page","limit","groupStatsPeriod","collapse","expand"],"header":["If-None-Match"],"hasBody":false,"isPaged":true},
  /** Update issues of an organization in bulk. */
  updateOrganizationIssues: {"method":"put","path":"/api/0/organizations/{organization_slug}/issues/","query":["id","query","project","statsPeriod","start","end","environment"],"header":[],"hasBody":true,"isPaged":false},
  /** Remove issues of an organization in bulk. */
  removeOrganizationIssues: {"method":"delete","path":"/api/0/organizations/{organization_slug}/issues/","query":["id","query","project","statsPeriod","start","end","environment"],"header":[],"hasBody":false,"isPaged":false},
  /** List the events of an organization as a table. */
  listOrganizationEvents: {"method":"get","path":"/api/0/organizations/{organization_slug}/events/","query":["dataset","field","sort","sampling","project","query","statsPeriod","start","end","environment","cursor","per_page"],"header":[],"hasBody":false,"isPaged":false},
  /** List the tags of an organization. */
  listOrganizationTags: {"method":"get","path":"/api/0/organizations/{organization_slug}/tags/","query":["project","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** List values that complete a search. */
  listOrganizationTagValues: {"method":"get","path":"/api/0/organizations/{organization_slug}/tags/{key}/values/","query":["query","project"],"header":[],"hasBody":false,"isPaged":false},
  /** List saved searches. */
  listSavedSearches: {"method":"get","path":"/api/0/organizations/{organization_slug}/searches/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Save a search. */
  createSavedSearch: {"method":"post","path":"/api/0/organizations/{organization_slug}/searches/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Change a saved search. */
  updateSavedSearch: {"method":"put","path":"/api/0/organizations/{organization_slug}/searches/{search_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a saved search. */
  removeSavedSearch: {"method":"delete","path":"/api/0/organizations/{organization_slug}/searches/{search_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Undo a change of issues. */
  undoIssueChange: {"method":"post","path":"/api/0/organizations/{organization_slug}/issue-changes/{change_id}/undo/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get an issue. */
  getIssue: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/","query":["collapse","environment","statsPeriod","start","end"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Update an issue. */
  updateIssue: {"method":"put","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove an issue. */
  removeIssue: {"method":"delete","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get an issue by its id alone. */
  getIssueById: {"method":"get","path":"/api/0/issues/{issue_id}/","query":["collapse"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Update an issue by its id alone. */
  updateIssueById: {"method":"put","path":"/api/0/issues/{issue_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get an issue's event by the id of the issue alone. */
  getIssueEventById: {"method":"get","path":"/api/0/issues/{issue_id}/events/{event_id}/","query":["collapse"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** List what happened to an issue. */
  listIssueActivities: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/activities/","query":["cursor","per_page"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Explain the alerts of an issue. */
  listIssueAlertDecisions: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/alert-decisions/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List the hashes of an issue. */
  listIssueHashes: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/hashes/","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Move hashes of an issue to a new issue. */
  unmergeIssue: {"method":"delete","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/hashes/","query":["id"],"header":[],"hasBody":false,"isPaged":false},
  /** Say why two events are together or apart. */
  getIssueGroupingDifference: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/grouping-difference/","query":["event","other"],"header":[],"hasBody":false,"isPaged":false},
  /** Find the commits that may have caused an issue. */
  getIssueSuspectCommits: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/suspect-commits/","query":["event"],"header":[],"hasBody":false,"isPaged":false},
  /** List similar issues. */
  listSimilarIssues: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/similar-issues/","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** List the comments on an issue. */
  listIssueComments: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/notes/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Comment on an issue. */
  createIssueComment: {"method":"post","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/notes/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Change a comment on an issue. */
  updateIssueComment: {"method":"put","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/notes/{comment_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a comment on an issue. */
  removeIssueComment: {"method":"delete","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/notes/{comment_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List the tickets of an issue. */
  listIssueTickets: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/tickets/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Create or link a ticket of an issue. */
  createIssueTicket: {"method":"post","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/tickets/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a ticket from an issue. */
  removeIssueTicket: {"method":"delete","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/tickets/{ticket_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List an issue's attachments. */
  listIssueAttachments: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/attachments/","query":["types","event_id","screenshot","query","environment","statsPeriod","start","end","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** List an issue's events. */
  listIssueEvents: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/events/","query":["full","query","statsPeriod","start","end","environment","sort","cursor","per_page"],"header":["If-None-Match"],"hasBody":false,"isPaged":true},
  /** Get an event of an issue. */
  getIssueEvent: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/events/{event_id}/","query":["collapse"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** List an issue's tags. */
  listIssueTags: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/tags/","query":["environment"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** List an issue's releases. */
  listIssueReleases: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/releases/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Count an issue's events over time. */
  getIssueStats: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/stats/","query":["statsPeriod","start","end","interval","environment"],"header":[],"hasBody":false,"isPaged":false},
  /** Count a project's events over time. */
  getProjectStats: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/stats/","query":["stat","since","until","resolution"],"header":[],"hasBody":false,"isPaged":false},
  /** Get a tag of an issue. */
  getIssueTag: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/tags/{key}/","query":["environment"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** List the values of a tag of an issue. */
  listIssueTagValues: {"method":"get","path":"/api/0/organizations/{organization_slug}/issues/{issue_id}/tags/{key}/values/","query":["query","environment","cursor","per_page"],"header":["If-None-Match"],"hasBody":false,"isPaged":true},
  /** Debug source map issues for an event. */
  getSourceMapDebug: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/source-map-debug/","query":["frame_idx","exception_idx"],"header":[],"hasBody":false,"isPaged":false},
  /** Explain the grouping of an event. */
  getEventGroupingInfo: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/grouping-info/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the journey of an event. */
  getEventJourney: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/journey/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the owners of an event. */
  getEventOwners: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/owners/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Debug the source maps of a whole event. */
  getEventSourceMapDebug: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/source-map-debug-blue-thunder-edition/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Store errors of log records. */
  storeLogs: {"method":"post","path":"/v1/logs","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store exceptions of spans. */
  storeTraces: {"method":"post","path":"/v1/traces","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store an envelope. */
  storeEnvelope: {"method":"post","path":"/api/{project_id}/envelope/","query":["sentry_version","sentry_client"],"header":[],"hasBody":true,"isPaged":false},
  /** Store attachments. */
  storeAttachments: {"method":"post","path":"/api/{project_id}/events/{event_id}/attachments/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store errors of log records of a project. */
  storeProjectLogs: {"method":"post","path":"/api/{project_id}/integration/otlp/v1/logs/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store exceptions of spans of a project. */
  storeProjectTraces: {"method":"post","path":"/api/{project_id}/integration/otlp/v1/traces/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store a minidump. */
  storeMinidump: {"method":"post","path":"/api/{project_id}/minidump/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store one event. */
  storeEvent: {"method":"post","path":"/api/{project_id}/store/","query":["sentry_version","sentry_client"],"header":[],"hasBody":true,"isPaged":false},
  /** Get the script of a form for feedback. */
  getFeedbackForm: {"method":"get","path":"/api/embed/error-page/","query":["eventId","dsn","name","email","title","subtitle","subtitle2","labelName","labelEmail","labelComments","labelClose","labelSubmit","errorGeneric","errorFormEntry","successMessage"],"header":[],"hasBody":false,"isPaged":false},
  /** Store what was entered into the form. */
  storeFeedback: {"method":"post","path":"/api/embed/error-page/","query":["eventId","dsn"],"header":[],"hasBody":true,"isPaged":false},
  /** Store security reports. */
  storeSecurityReport: {"method":"post","path":"/api/{project_id}/security/","query":["sentry_release","sentry_environment"],"header":[],"hasBody":true,"isPaged":false},
  /** Store security reports at the former address. */
  storeCspReport: {"method":"post","path":"/api/{project_id}/csp-report/","query":["sentry_release","sentry_environment"],"header":[],"hasBody":true,"isPaged":false},
  /** Count network error reports. */
  storeNetworkErrorReport: {"method":"post","path":"/api/{project_id}/nel/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Store one event by its key. */
  storeEventByKey: {"method":"post","path":"/api/store/","query":["sentry_version","sentry_client"],"header":[],"hasBody":true,"isPaged":false},
  /** Get the service and the caller. */
  getService: {"method":"get","path":"/api/0/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the member of the token. */
  getCurrentMember: {"method":"get","path":"/api/0/auth/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the ways to sign in. */
  getSignInOptions: {"method":"get","path":"/api/0/auth/options/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List your sessions. */
  listSessions: {"method":"get","path":"/api/0/auth/sessions/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Sign in. */
  createSession: {"method":"post","path":"/api/0/auth/sessions/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get your session. */
  getCurrentSession: {"method":"get","path":"/api/0/auth/sessions/current/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Sign out. */
  endSession: {"method":"delete","path":"/api/0/auth/sessions/current/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** End one of your sessions. */
  removeSession: {"method":"delete","path":"/api/0/auth/sessions/{session_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Confirm an address of alert rules. */
  confirmAlertAddress: {"method":"post","path":"/api/0/alert-addresses/confirm/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Set your password. */
  updatePassword: {"method":"put","path":"/api/0/auth/password/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Set up a second factor. */
  createSecondFactor: {"method":"post","path":"/api/0/auth/second-factor/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Confirm a second factor, or replace its recovery codes. */
  createRecoveryCodes: {"method":"post","path":"/api/0/auth/second-factor/recovery-codes/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove the second factor. */
  removeSecondFactor: {"method":"post","path":"/api/0/auth/second-factor/removal/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Test a sign-in link. */
  testSignInLink: {"method":"post","path":"/api/0/auth/links/test/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Allow a program to act for you. */
  createAuthorization: {"method":"post","path":"/api/0/auth/authorization/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Begin a sign-in at the OpenID provider. */
  createOpenIdSignIn: {"method":"post","path":"/api/0/auth/openid/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List organizations. */
  listOrganizations: {"method":"get","path":"/api/0/organizations/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Get an organization. */
  getOrganization: {"method":"get","path":"/api/0/organizations/{organization_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Update an organization. */
  updateOrganization: {"method":"put","path":"/api/0/organizations/{organization_slug}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove an organization. */
  removeOrganization: {"method":"delete","path":"/api/0/organizations/{organization_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List an organization's members. */
  listMembers: {"method":"get","path":"/api/0/organizations/{organization_slug}/members/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Add a member. */
  addMember: {"method":"post","path":"/api/0/organizations/{organization_slug}/members/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a member. */
  getMember: {"method":"get","path":"/api/0/organizations/{organization_slug}/members/{member_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Update a member. */
  updateMember: {"method":"put","path":"/api/0/organizations/{organization_slug}/members/{member_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a member. */
  removeMember: {"method":"delete","path":"/api/0/organizations/{organization_slug}/members/{member_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a member's tokens. */
  listMemberTokens: {"method":"get","path":"/api/0/organizations/{organization_slug}/members/{member_id}/api-tokens/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Revoke a token of a member. */
  removeMemberToken: {"method":"delete","path":"/api/0/organizations/{organization_slug}/members/{member_id}/api-tokens/{token_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Invite a member. */
  createInvitation: {"method":"post","path":"/api/0/organizations/{organization_slug}/members/{member_id}/invitation/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Revoke the invitation of a member. */
  removeInvitation: {"method":"delete","path":"/api/0/organizations/{organization_slug}/members/{member_id}/invitation/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Create a sign-in link of a member. */
  createSignInLink: {"method":"post","path":"/api/0/organizations/{organization_slug}/members/{member_id}/sign-in-link/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Add a member to a team. */
  addTeamMember: {"method":"post","path":"/api/0/organizations/{organization_slug}/members/{member_id}/teams/{team_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Remove a member from a team. */
  removeTeamMember: {"method":"delete","path":"/api/0/organizations/{organization_slug}/members/{member_id}/teams/{team_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List an organization's tokens. */
  listOrganizationTokens: {"method":"get","path":"/api/0/organizations/{organization_slug}/org-auth-tokens/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a token of an organization. */
  createOrganizationToken: {"method":"post","path":"/api/0/organizations/{organization_slug}/org-auth-tokens/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Rename a token of an organization. */
  updateOrganizationToken: {"method":"put","path":"/api/0/organizations/{organization_slug}/org-auth-tokens/{token_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Revoke a token of an organization. */
  removeOrganizationToken: {"method":"delete","path":"/api/0/organizations/{organization_slug}/org-auth-tokens/{token_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List your tokens. */
  listTokens: {"method":"get","path":"/api/0/api-tokens/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a token. */
  createToken: {"method":"post","path":"/api/0/api-tokens/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Revoke a token. */
  removeToken: {"method":"delete","path":"/api/0/api-tokens/{token_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Preview an import. */
  previewImport: {"method":"post","path":"/api/0/organizations/{organization_slug}/import-preview/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List an organization's projects. */
  listOrganizationProjects: {"method":"get","path":"/api/0/organizations/{organization_slug}/projects/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a project of the caller. */
  createOrganizationProject: {"method":"post","path":"/api/0/organizations/{organization_slug}/projects/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List the keys of an organization's projects. */
  listOrganizationProjectKeys: {"method":"get","path":"/api/0/organizations/{organization_slug}/project-keys/","query":["team","status","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** List an organization's audit log. */
  listAuditLog: {"method":"get","path":"/api/0/organizations/{organization_slug}/audit-logs/","query":["event","actor","project","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Count an organization's events and other items by outcome. */
  getOrganizationOutcomes: {"method":"get","path":"/api/0/organizations/{organization_slug}/stats_v2/","query":["field","groupBy","category","outcome","reason","project","statsPeriod","start","end","interval"],"header":[],"hasBody":false,"isPaged":false},
  /** List erasures. */
  listErasures: {"method":"get","path":"/api/0/organizations/{organization_slug}/erasures/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Erase a person. */
  createErasure: {"method":"post","path":"/api/0/organizations/{organization_slug}/erasures/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get an erasure. */
  getErasure: {"method":"get","path":"/api/0/organizations/{organization_slug}/erasures/{erasure_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List connected ticket systems. */
  listTicketConnections: {"method":"get","path":"/api/0/organizations/{organization_slug}/ticket-connections/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Connect a ticket system. */
  createTicketConnection: {"method":"post","path":"/api/0/organizations/{organization_slug}/ticket-connections/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Update a connected ticket system. */
  updateTicketConnection: {"method":"put","path":"/api/0/organizations/{organization_slug}/ticket-connections/{connection_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Disconnect a ticket system. */
  removeTicketConnection: {"method":"delete","path":"/api/0/organizations/{organization_slug}/ticket-connections/{connection_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Receive a webhook of a ticket system. */
  receiveTicketWebhook: {"method":"post","path":"/api/0/ticket-webhooks/{connection_id}/","query":["secret"],"header":["X-Hub-Signature-256","X-Gitea-Signature","X-Forgejo-Signature","X-Gitlab-Token","X-Hub-Signature"],"hasBody":true,"isPaged":false},
  /** Count an organization's sessions. */
  getOrganizationSessionStats: {"method":"get","path":"/api/0/organizations/{organization_slug}/sessions/","query":["field","groupBy","interval","statsPeriod","start","end","project","environment","query","orderBy","includeTotals","includeSeries","per_page"],"header":[],"hasBody":false,"isPaged":false},
  /** List an organization's environments. */
  listOrganizationEnvironments: {"method":"get","path":"/api/0/organizations/{organization_slug}/environments/","query":["visibility"],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's environments. */
  listProjectEnvironments: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/environments/","query":["visibility"],"header":[],"hasBody":false,"isPaged":false},
  /** List an organization's repositories. */
  listRepositories: {"method":"get","path":"/api/0/organizations/{organization_slug}/repos/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** List an organization's releases. */
  listReleases: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/","query":["project","query","status","sort","health","adoptionStages","statsPeriod","environment","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a release. */
  createRelease: {"method":"post","path":"/api/0/organizations/{organization_slug}/releases/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a release. */
  getRelease: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/","query":["health","adoptionStages"],"header":[],"hasBody":false,"isPaged":false},
  /** Update a release. */
  updateRelease: {"method":"put","path":"/api/0/organizations/{organization_slug}/releases/{version}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a release. */
  removeRelease: {"method":"delete","path":"/api/0/organizations/{organization_slug}/releases/{version}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a release's commits. */
  listReleaseCommits: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/commits/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List the files that a release's commits changed. */
  listReleaseCommitFiles: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/commitfiles/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List the files of a release in all projects. */
  listOrganizationReleaseFiles: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/files/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Upload a file of a release in all its projects. */
  uploadOrganizationReleaseFile: {"method":"post","path":"/api/0/organizations/{organization_slug}/releases/{version}/files/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a file of a release in any project. */
  getOrganizationReleaseFile: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/files/{file_id}/","query":["download"],"header":[],"hasBody":false,"isPaged":false},
  /** Remove a file of a release in any project. */
  removeOrganizationReleaseFile: {"method":"delete","path":"/api/0/organizations/{organization_slug}/releases/{version}/files/{file_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the previous release. */
  getPreviousRelease: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/previous-with-commits/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Compare a release with the one before. */
  getReleaseComparison: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/comparison/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Judge whether a release is good. */
  getReleaseVerdict: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/verdict/","query":["baseline","environment","project"],"header":[],"hasBody":false,"isPaged":false},
  /** List a release's deploys. */
  listDeploys: {"method":"get","path":"/api/0/organizations/{organization_slug}/releases/{version}/deploys/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Record a deploy. */
  createDeploy: {"method":"post","path":"/api/0/organizations/{organization_slug}/releases/{version}/deploys/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List a project's releases. */
  listProjectReleases: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a release of a project. */
  createProjectRelease: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a release of a project. */
  getProjectRelease: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Update a release of a project. */
  updateProjectRelease: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a release of a project. */
  removeProjectRelease: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List the commits of a project's release. */
  listProjectReleaseCommits: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/commits/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the limits of chunk uploads. */
  getChunkUpload: {"method":"get","path":"/api/0/organizations/{organization_slug}/chunk-upload/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Upload chunks. */
  uploadChunks: {"method":"post","path":"/api/0/organizations/{organization_slug}/chunk-upload/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove chunks of incomplete uploads. */
  removeUnassembledChunks: {"method":"delete","path":"/api/0/organizations/{organization_slug}/chunk-upload/","query":["olderThan"],"header":[],"hasBody":false,"isPaged":false},
  /** Get what an organization has uploaded. */
  getUploadUsage: {"method":"get","path":"/api/0/organizations/{organization_slug}/upload-usage/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List deliveries of alerts. */
  listAlertDeliveries: {"method":"get","path":"/api/0/organizations/{organization_slug}/alert-deliveries/","query":["project","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** List the alert rules of an organization. */
  listOrganizationAlertRules: {"method":"get","path":"/api/0/organizations/{organization_slug}/alert-rules/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Assemble an artifact bundle. */
  assembleArtifactBundle: {"method":"post","path":"/api/0/organizations/{organization_slug}/artifactbundle/assemble/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List a release's files. */
  listReleaseFiles: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/files/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Upload a file of a release. */
  uploadReleaseFile: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/files/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a file of a release. */
  getReleaseFile: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/files/{file_id}/","query":["download"],"header":[],"hasBody":false,"isPaged":false},
  /** Remove a file of a release. */
  removeReleaseFile: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/files/{file_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** List a project's artifact bundles. */
  listArtifactBundles: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/files/artifact-bundles/","query":["release","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Resolve positions of a script. */
  previewSourceMaps: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/files/source-map-preview/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get an artifact bundle. */
  getArtifactBundle: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/artifact-bundles/{bundle_id}/files/","query":["cursor","per_page"],"header":[],"hasBody":false,"isPaged":false},
  /** Remove all files of a release. */
  removeReleaseArtifacts: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/files/source-maps/","query":["name"],"header":[],"hasBody":false,"isPaged":false},
  /** Get your alert settings. */
  getAlertSettings: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/alert-settings/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Update your alert settings. */
  updateAlertSettings: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/alert-settings/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List the alert rules of a project. */
  listAlertRules: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Create an alert rule. */
  createAlertRule: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Preview an alert rule. */
  previewAlertRule: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/preview/","query":["days"],"header":[],"hasBody":true,"isPaged":false},
  /** Preview the template of a webhook. */
  previewAlertTemplate: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/preview-template/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get an alert rule. */
  getAlertRule: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/{rule_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Replace an alert rule. */
  updateAlertRule: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/{rule_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove an alert rule. */
  removeAlertRule: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/{rule_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Test an alert rule. */
  testAlertRule: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/rules/{rule_id}/test/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the preview of other grouping settings. */
  getGroupingPreview: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/grouping-preview/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Preview other grouping settings. */
  createGroupingPreview: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/grouping-preview/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Apply the preview of other grouping settings. */
  applyGroupingPreview: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/grouping-preview/apply/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Import events of another tracker. */
  importProjectData: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/imports/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get the ownership rules of a project. */
  getProjectOwnership: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/ownership/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Update the ownership rules of a project. */
  updateProjectOwnership: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/ownership/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a plugin of a project. */
  getProjectPlugin: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/plugins/{plugin_id}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Set up a plugin of a project. */
  updateProjectPlugin: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/plugins/{plugin_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Test a plugin of a project. */
  testProjectPlugin: {"method":"post","path":"/api/0/projects/{organization_slug}/{project_slug}/plugins/{plugin_id}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List the monitors of an organization. */
  listMonitors: {"method":"get","path":"/api/0/organizations/{organization_slug}/monitors/","query":["project","environment","owner","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Create a monitor. */
  createMonitor: {"method":"post","path":"/api/0/organizations/{organization_slug}/monitors/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Get a monitor. */
  getMonitor: {"method":"get","path":"/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Change a monitor. */
  updateMonitor: {"method":"put","path":"/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a monitor. */
  removeMonitor: {"method":"delete","path":"/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/","query":["environment"],"header":[],"hasBody":false,"isPaged":false},
  /** Mute an environment of a monitor. */
  updateMonitorEnvironment: {"method":"put","path":"/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/environments/{environment}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** List the check-ins of a monitor. */
  listCheckIns: {"method":"get","path":"/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/checkins/","query":["environment","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Get a monitor of a project. */
  getProjectMonitor: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/monitors/{monitor_id_or_slug}/","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Change a monitor of a project. */
  updateProjectMonitor: {"method":"put","path":"/api/0/projects/{organization_slug}/{project_slug}/monitors/{monitor_id_or_slug}/","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Remove a monitor of a project. */
  removeProjectMonitor: {"method":"delete","path":"/api/0/projects/{organization_slug}/{project_slug}/monitors/{monitor_id_or_slug}/","query":["environment"],"header":[],"hasBody":false,"isPaged":false},
  /** List the check-ins of a monitor of a project. */
  listProjectCheckIns: {"method":"get","path":"/api/0/projects/{organization_slug}/{project_slug}/monitors/{monitor_id_or_slug}/checkins/","query":["environment","cursor","per_page"],"header":[],"hasBody":false,"isPaged":true},
  /** Store a check-in by its URL. */
  storeCheckInByUrl: {"method":"get","path":"/api/{project_id}/cron/{monitor_slug}/","query":["status","check_in_id","duration","environment"],"header":[],"hasBody":false,"isPaged":false},
  /** Store a check-in. */
  storeCheckIn: {"method":"post","path":"/api/{project_id}/cron/{monitor_slug}/","query":["status","check_in_id","duration","environment"],"header":[],"hasBody":true,"isPaged":false},
  /** Store a check-in by its URL with its key. */
  storeKeyedCheckInByUrl: {"method":"get","path":"/api/{project_id}/cron/{monitor_slug}/{public_key}/","query":["status","check_in_id","duration","environment"],"header":[],"hasBody":false,"isPaged":false},
  /** Store a check-in with its key. */
  storeKeyedCheckIn: {"method":"post","path":"/api/{project_id}/cron/{monitor_slug}/{public_key}/","query":["status","check_in_id","duration","environment"],"header":[],"hasBody":true,"isPaged":false},
  /** Get the metadata of the authorization server. */
  getAuthorizationServer: {"method":"get","path":"/.well-known/oauth-authorization-server","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the metadata of the server of tools at the root. */
  getProtectedResourceAtRoot: {"method":"get","path":"/.well-known/oauth-protected-resource","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get the metadata of the server of tools. */
  getProtectedResource: {"method":"get","path":"/.well-known/oauth-protected-resource/mcp","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Register a program. */
  createOAuthClient: {"method":"post","path":"/oauth/register","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Exchange a code or a refresh token. */
  createOAuthToken: {"method":"post","path":"/oauth/token","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Revoke a token of a program. */
  removeOAuthToken: {"method":"post","path":"/oauth/revoke","query":[],"header":[],"hasBody":true,"isPaged":false},
  /** Send a message of an agent. */
  sendAgentMessage: {"method":"post","path":"/mcp","query":["write"],"header":[],"hasBody":true,"isPaged":false},
  /** Check health. */
  getHealth: {"method":"get","path":"/healthz","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Check readiness. */
  getReadiness: {"method":"get","path":"/readyz","query":[],"header":[],"hasBody":false,"isPaged":false},
  /** Get this contract. */
  getContract: {"method":"get","path":"/openapi.json","query":["webhooks"],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get the start page of the documentation. */
  getDocs: {"method":"get","path":"/docs","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get a page of the documentation. */
  getDocsPage: {"method":"get","path":"/docs/{page}","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get the start page of the console. */
  getStartPage: {"method":"get","path":"/","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get the page to sign in. */
  getSignInPage: {"method":"get","path":"/sign-in","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get the page to allow a program to act for you. */
  getAuthorizePage: {"method":"get","path":"/oauth/authorize","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get the page to confirm an address of alert rules. */
  getConfirmAddressPage: {"method":"get","path":"/confirm-address","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get a page of the console. */
  getConsolePage: {"method":"get","path":"/organizations/{page}","query":[],"header":["If-None-Match"],"hasBody":false,"isPaged":false},
  /** Get a file of the console or the documentation. */
  getConsoleFile: {"method":"get","path":"/assets/{file}","query":[],"header":[],"hasBody":false,"isPaged":false},
} satisfies Record<string, OperationRequest>;
