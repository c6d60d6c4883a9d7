// Generated from openapi/ by `npm run generate`. Do not edit.

import type { Operations } from '../src/api/operation';
import { listProjects } from '../src/api/projects/listProjects';
import { getProject } from '../src/api/projects/getProject';
import { updateProject } from '../src/api/projects/updateProject';
import { removeProject } from '../src/api/projects/removeProject';
import { listProjectMembers } from '../src/api/projects/listProjectMembers';
import { listProjectUsers } from '../src/api/issues/listProjectUsers';
import { listProjectTagValues } from '../src/api/issues/listProjectTagValues';
import { listProjectFilters } from '../src/api/projects/listProjectFilters';
import { updateProjectFilter } from '../src/api/projects/updateProjectFilter';
import { addProjectTeam } from '../src/api/projects/addProjectTeam';
import { removeProjectTeam } from '../src/api/projects/removeProjectTeam';
import { listTeams } from '../src/api/teams/listTeams';
import { createTeam } from '../src/api/teams/createTeam';
import { getTeam } from '../src/api/teams/getTeam';
import { updateTeam } from '../src/api/teams/updateTeam';
import { removeTeam } from '../src/api/teams/removeTeam';
import { listTeamProjects } from '../src/api/teams/listTeamProjects';
import { createProject } from '../src/api/projects/createProject';
import { listProjectEvents } from '../src/api/events/listProjectEvents';
import { getEvent } from '../src/api/events/getEvent';
import { removeEvent } from '../src/api/events/removeEvent';
import { listEventAttachments } from '../src/api/events/listEventAttachments';
import { getEventAttachment } from '../src/api/events/getEventAttachment';
import { removeEventAttachment } from '../src/api/events/removeEventAttachment';
import { listProjectKeys } from '../src/api/projects/listProjectKeys';
import { createProjectKey } from '../src/api/projects/createProjectKey';
import { getProjectKey } from '../src/api/projects/getProjectKey';
import { updateProjectKey } from '../src/api/projects/updateProjectKey';
import { removeProjectKey } from '../src/api/projects/removeProjectKey';
import { rotateProjectKey } from '../src/api/projects/rotateProjectKey';
import { listUserFeedback } from '../src/api/projects/listUserFeedback';
import { createUserFeedback } from '../src/api/projects/createUserFeedback';
import { getProjectOutcomes } from '../src/api/projects/getProjectOutcomes';
import { listIssues } from '../src/api/issues/listIssues';
import { updateIssues } from '../src/api/issues/updateIssues';
import { removeIssues } from '../src/api/issues/removeIssues';
import { getIssueByShortId } from '../src/api/issues/getIssueByShortId';
import { getEventById } from '../src/api/events/getEventById';
import { listOrganizationIssues } from '../src/api/issues/listOrganizationIssues';
import { updateOrganizationIssues } from '../src/api/issues/updateOrganizationIssues';
import { removeOrganizationIssues } from '../src/api/issues/removeOrganizationIssues';
import { listOrganizationEvents } from '../src/api/events/listOrganizationEvents';
import { listOrganizationTags } from '../src/api/issues/listOrganizationTags';
import { listOrganizationTagValues } from '../src/api/issues/listOrganizationTagValues';
import { listSavedSearches } from '../src/api/issues/listSavedSearches';
import { createSavedSearch } from '../src/api/issues/createSavedSearch';
import { updateSavedSearch } from '../src/api/issues/updateSavedSearch';
import { removeSavedSearch } from '../src/api/issues/removeSavedSearch';
import { undoIssueChange } from '../src/api/issues/undoIssueChange';
import { getIssue } from '../src/api/issues/getIssue';
import { updateIssue } from '../src/api/issues/updateIssue';
import { removeIssue } from '../src/api/issues/removeIssue';
import { getIssueById } from '../src/api/issues/getIssueById';
import { updateIssueById } from '../src/api/issues/updateIssueById';
import { getIssueEventById } from '../src/api/issues/getIssueEventById';
import { listIssueActivities } from '../src/api/issues/listIssueActivities';
import { listIssueAlertDecisions } from '../src/api/alerts/listIssueAlertDecisions';
import { listIssueHashes } from '../src/api/issues/listIssueHashes';
import { unmergeIssue } from '../src/api/issues/unmergeIssue';
import { getIssueGroupingDifference } from '../src/api/issues/getIssueGroupingDifference';
import { getIssueSuspectCommits } from '../src/api/issues/getIssueSuspectCommits';
import { listSimilarIssues } from '../src/api/issues/listSimilarIssues';
import { listIssueComments } from '../src/api/issues/listIssueComments';
import { createIssueComment } from '../src/api/issues/createIssueComment';
import { updateIssueComment } from '../src/api/issues/updateIssueComment';
import { removeIssueComment } from '../src/api/issues/removeIssueComment';
import { listIssueTickets } from '../src/api/issues/listIssueTickets';
import { createIssueTicket } from '../src/api/issues/createIssueTicket';
import { removeIssueTicket } from '../src/api/issues/removeIssueTicket';
import { listIssueAttachments } from '../src/api/issues/listIssueAttachments';
import { listIssueEvents } from '../src/api/issues/listIssueEvents';
import { getIssueEvent } from '../src/api/issues/getIssueEvent';
import { listIssueTags } from '../src/api/issues/listIssueTags';
import { listIssueReleases } from '../src/api/issues/listIssueReleases';
import { getIssueStats } from '../src/api/issues/getIssueStats';
import { getProjectStats } from '../src/api/projects/getProjectStats';
import { getIssueTag } from '../src/api/issues/getIssueTag';
import { listIssueTagValues } from '../src/api/issues/listIssueTagValues';
import { getSourceMapDebug } from '../src/api/events/getSourceMapDebug';
import { getEventGroupingInfo } from '../src/api/events/getEventGroupingInfo';
import { getEventJourney } from '../src/api/events/getEventJourney';
import { getEventOwners } from '../src/api/events/getEventOwners';
import { getEventSourceMapDebug } from '../src/api/events/getEventSourceMapDebug';
import { storeLogs } from '../src/api/ingest/storeLogs';
import { storeTraces } from '../src/api/ingest/storeTraces';
import { storeEnvelope } from '../src/api/ingest/storeEnvelope';
import { storeAttachments } from '../src/api/ingest/storeAttachments';
import { storeProjectLogs } from '../src/api/ingest/storeProjectLogs';
import { storeProjectTraces } from '../src/api/ingest/storeProjectTraces';
import { storeMinidump } from '../src/api/ingest/storeMinidump';
import { storeEvent } from '../src/api/ingest/storeEvent';
import { getFeedbackForm } from '../src/api/ingest/getFeedbackForm';
import { storeFeedback } from '../src/api/ingest/storeFeedback';
import { storeSecurityReport } from '../src/api/ingest/storeSecurityReport';
import { storeCspReport } from '../src/api/ingest/storeCspReport';
import { storeNetworkErrorReport } from '../src/api/ingest/storeNetworkErrorReport';
import { storeEventByKey } from '../src/api/ingest/storeEventByKey';
import { getService } from '../src/api/service/getService';
import { getCurrentMember } from '../src/api/service/getCurrentMember';
import { getSignInOptions } from '../src/api/sessions/getSignInOptions';
import { listSessions } from '../src/api/sessions/listSessions';
import { createSession } from '../src/api/sessions/createSession';
import { getCurrentSession } from '../src/api/sessions/getCurrentSession';
import { endSession } from '../src/api/sessions/endSession';
import { removeSession } from '../src/api/sessions/removeSession';
import { confirmAlertAddress } from '../src/api/alerts/confirmAlertAddress';
import { updatePassword } from '../src/api/sessions/updatePassword';
import { createSecondFactor } from '../src/api/sessions/createSecondFactor';
import { createRecoveryCodes } from '../src/api/sessions/createRecoveryCodes';
import { removeSecondFactor } from '../src/api/sessions/removeSecondFactor';
import { testSignInLink } from '../src/api/sessions/testSignInLink';
import { createAuthorization } from '../src/api/sessions/createAuthorization';
import { createOpenIdSignIn } from '../src/api/sessions/createOpenIdSignIn';
import { listOrganizations } from '../src/api/organizations/listOrganizations';
import { getOrganization } from '../src/api/organizations/getOrganization';
import { updateOrganization } from '../src/api/organizations/updateOrganization';
import { removeOrganization } from '../src/api/organizations/removeOrganization';
import { listMembers } from '../src/api/organizations/listMembers';
import { addMember } from '../src/api/organizations/addMember';
import { getMember } from '../src/api/organizations/getMember';
import { updateMember } from '../src/api/organizations/updateMember';
import { removeMember } from '../src/api/organizations/removeMember';
import { listMemberTokens } from '../src/api/tokens/listMemberTokens';
import { removeMemberToken } from '../src/api/tokens/removeMemberToken';
import { createInvitation } from '../src/api/sessions/createInvitation';
import { removeInvitation } from '../src/api/sessions/removeInvitation';
import { createSignInLink } from '../src/api/sessions/createSignInLink';
import { addTeamMember } from '../src/api/teams/addTeamMember';
import { removeTeamMember } from '../src/api/teams/removeTeamMember';
import { listOrganizationTokens } from '../src/api/tokens/listOrganizationTokens';
import { createOrganizationToken } from '../src/api/tokens/createOrganizationToken';
import { updateOrganizationToken } from '../src/api/tokens/updateOrganizationToken';
import { removeOrganizationToken } from '../src/api/tokens/removeOrganizationToken';
import { listTokens } from '../src/api/tokens/listTokens';
import { createToken } from '../src/api/tokens/createToken';
import { removeToken } from '../src/api/tokens/removeToken';
import { previewImport } from '../src/api/projects/previewImport';
import { listOrganizationProjects } from '../src/api/organizations/listOrganizationProjects';
import { createOrganizationProject } from '../src/api/projects/createOrganizationProject';
import { listOrganizationProjectKeys } from '../src/api/projects/listOrganizationProjectKeys';
import { listAuditLog } from '../src/api/organizations/listAuditLog';
import { getOrganizationOutcomes } from '../src/api/organizations/getOrganizationOutcomes';
import { listErasures } from '../src/api/organizations/listErasures';
import { createErasure } from '../src/api/organizations/createErasure';
import { getErasure } from '../src/api/organizations/getErasure';
import { listTicketConnections } from '../src/api/organizations/listTicketConnections';
import { createTicketConnection } from '../src/api/organizations/createTicketConnection';
import { updateTicketConnection } from '../src/api/organizations/updateTicketConnection';
import { removeTicketConnection } from '../src/api/organizations/removeTicketConnection';
import { receiveTicketWebhook } from '../src/api/organizations/receiveTicketWebhook';
import { getOrganizationSessionStats } from '../src/api/organizations/getOrganizationSessionStats';
import { listOrganizationEnvironments } from '../src/api/organizations/listOrganizationEnvironments';
import { listProjectEnvironments } from '../src/api/projects/listProjectEnvironments';
import { listRepositories } from '../src/api/organizations/listRepositories';
import { listReleases } from '../src/api/releases/listReleases';
import { createRelease } from '../src/api/releases/createRelease';
import { getRelease } from '../src/api/releases/getRelease';
import { updateRelease } from '../src/api/releases/updateRelease';
import { removeRelease } from '../src/api/releases/removeRelease';
import { listReleaseCommits } from '../src/api/releases/listReleaseCommits';
import { listReleaseCommitFiles } from '../src/api/releases/listReleaseCommitFiles';
import { listOrganizationReleaseFiles } from '../src/api/artifacts/listOrganizationReleaseFiles';
import { uploadOrganizationReleaseFile } from '../src/api/artifacts/uploadOrganizationReleaseFile';
import { getOrganizationReleaseFile } from '../src/api/artifacts/getOrganizationReleaseFile';
import { removeOrganizationReleaseFile } from '../src/api/artifacts/removeOrganizationReleaseFile';
import { getPreviousRelease } from '../src/api/releases/getPreviousRelease';
import { getReleaseComparison } from '../src/api/issues/getReleaseComparison';
import { getReleaseVerdict } from '../src/api/issues/getReleaseVerdict';
import { listDeploys } from '../src/api/releases/listDeploys';
import { createDeploy } from '../src/api/releases/createDeploy';
import { listProjectReleases } from '../src/api/releases/listProjectReleases';
import { createProjectRelease } from '../src/api/releases/createProjectRelease';
import { getProjectRelease } from '../src/api/releases/getProjectRelease';
import { updateProjectRelease } from '../src/api/releases/updateProjectRelease';
import { removeProjectRelease } from '../src/api/releases/removeProjectRelease';
import { listProjectReleaseCommits } from '../src/api/releases/listProjectReleaseCommits';
import { getChunkUpload } from '../src/api/artifacts/getChunkUpload';
import { uploadChunks } from '../src/api/artifacts/uploadChunks';
import { removeUnassembledChunks } from '../src/api/artifacts/removeUnassembledChunks';
import { getUploadUsage } from '../src/api/artifacts/getUploadUsage';
import { listAlertDeliveries } from '../src/api/alerts/listAlertDeliveries';
import { listOrganizationAlertRules } from '../src/api/alerts/listOrganizationAlertRules';
import { assembleArtifactBundle } from '../src/api/artifacts/assembleArtifactBundle';
import { listReleaseFiles } from '../src/api/artifacts/listReleaseFiles';
import { uploadReleaseFile } from '../src/api/artifacts/uploadReleaseFile';
import { getReleaseFile } from '../src/api/artifacts/getReleaseFile';
import { removeReleaseFile } from '../src/api/artifacts/removeReleaseFile';
import { listArtifactBundles } from '../src/api/artifacts/listArtifactBundles';
import { previewSourceMaps } from '../src/api/artifacts/previewSourceMaps';
import { getArtifactBundle } from '../src/api/artifacts/getArtifactBundle';
import { removeReleaseArtifacts } from '../src/api/artifacts/removeReleaseArtifacts';
import { getAlertSettings } from '../src/api/alerts/getAlertSettings';
import { updateAlertSettings } from '../src/api/alerts/updateAlertSettings';
import { listAlertRules } from '../src/api/alerts/listAlertRules';
import { createAlertRule } from '../src/api/alerts/createAlertRule';
import { previewAlertRule } from '../src/api/alerts/previewAlertRule';
import { previewAlertTemplate } from '../src/api/alerts/previewAlertTemplate';
import { getAlertRule } from '../src/api/alerts/getAlertRule';
import { updateAlertRule } from '../src/api/alerts/updateAlertRule';
import { removeAlertRule } from '../src/api/alerts/removeAlertRule';
import { testAlertRule } from '../src/api/alerts/testAlertRule';
import { getGroupingPreview } from '../src/api/projects/getGroupingPreview';
import { createGroupingPreview } from '../src/api/projects/createGroupingPreview';
import { applyGroupingPreview } from '../src/api/projects/applyGroupingPreview';
import { importProjectData } from '../src/api/projects/importProjectData';
import { getProjectOwnership } from '../src/api/projects/getProjectOwnership';
import { updateProjectOwnership } from '../src/api/projects/updateProjectOwnership';
import { getProjectPlugin } from '../src/api/projects/getProjectPlugin';
import { updateProjectPlugin } from '../src/api/projects/updateProjectPlugin';
import { testProjectPlugin } from '../src/api/projects/testProjectPlugin';
import { listMonitors } from '../src/api/monitors/listMonitors';
import { createMonitor } from '../src/api/monitors/createMonitor';
import { getMonitor } from '../src/api/monitors/getMonitor';
import { updateMonitor } from '../src/api/monitors/updateMonitor';
import { removeMonitor } from '../src/api/monitors/removeMonitor';
import { updateMonitorEnvironment } from '../src/api/monitors/updateMonitorEnvironment';
import { listCheckIns } from '../src/api/monitors/listCheckIns';
import { getProjectMonitor } from '../src/api/monitors/getProjectMonitor';
import { updateProjectMonitor } from '../src/api/monitors/updateProjectMonitor';
import { removeProjectMonitor } from '../src/api/monitors/removeProjectMonitor';
import { listProjectCheckIns } from '../src/api/monitors/listProjectCheckIns';
import { storeCheckInByUrl } from '../src/api/ingest/storeCheckInByUrl';
import { storeCheckIn } from '../src/api/ingest/storeCheckIn';
import { storeKeyedCheckInByUrl } from '../src/api/ingest/storeKeyedCheckInByUrl';
import { storeKeyedCheckIn } from '../src/api/ingest/storeKeyedCheckIn';
import { getAuthorizationServer } from '../src/api/tokens/getAuthorizationServer';
import { getProtectedResourceAtRoot } from '../src/api/tokens/getProtectedResourceAtRoot';
import { getProtectedResource } from '../src/api/tokens/getProtectedResource';
import { createOAuthClient } from '../src/api/tokens/createOAuthClient';
import { createOAuthToken } from '../src/api/tokens/createOAuthToken';
import { removeOAuthToken } from '../src/api/tokens/removeOAuthToken';
import { sendAgentMessage } from '../src/api/service/sendAgentMessage';
import { getHealth } from '../src/api/service/getHealth';
import { getReadiness } from '../src/api/service/getReadiness';
import { getContract } from '../src/api/service/getContract';
import { getDocs } from '../src/api/service/getDocs';
import { getDocsPage } from '../src/api/service/getDocsPage';
import { getStartPage } from '../src/api/console/getStartPage';
import { getSignInPage } from '../src/api/console/getSignInPage';
import { getAuthorizePage } from '../src/api/console/getAuthorizePage';
import { getConfirmAddressPage } from '../src/api/console/getConfirmAddressPage';
import { getConsolePage } from '../src/api/console/getConsolePage';
import { getConsoleFile } from '../src/api/console/getConsoleFile';

/** The handler of every operation, by its operationId. */
export const operations: Operations = {
  listProjects,
  getProject,
  updateProject,
  removeProject,
  listProjectMembers,
  listProjectUsers,
  listProjectTagValues,
  listProjectFilters,
  updateProjectFilter,
  addProjectTeam,
  removeProjectTeam,
  listTeams,
  createTeam,
  getTeam,
  updateTeam,
  removeTeam,
  listTeamProjects,
  createProject,
  listProjectEvents,
  getEvent,
  removeEvent,
  listEventAttachments,
  getEventAttachment,
  removeEventAttachment,
  listProjectKeys,
  createProjectKey,
  getProjectKey,
  updateProjectKey,
  removeProjectKey,
  rotateProjectKey,
  listUserFeedback,
  createUserFeedback,
  getProjectOutcomes,
  listIssues,
  updateIssues,
  removeIssues,
  getIssueByShortId,
  getEventById,
  listOrganizationIssues,
  updateOrganizationIssues,
  removeOrganizationIssues,
  listOrganizationEvents,
  listOrganizationTags,
  listOrganizationTagValues,
  listSavedSearches,
  createSavedSearch,
  updateSavedSearch,
  removeSavedSearch,
  undoIssueChange,
  getIssue,
  updateIssue,
  removeIssue,
  getIssueById,
  updateIssueById,
  getIssueEventById,
  listIssueActivities,
  listIssueAlertDecisions,
  listIssueHashes,
  unmergeIssue,
  getIssueGroupingDifference,
  getIssueSuspectCommits,
  listSimilarIssues,
  listIssueComments,
  createIssueComment,
  updateIssueComment,
  removeIssueComment,
  listIssueTickets,
  createIssueTicket,
  removeIssueTicket,
  listIssueAttachments,
  listIssueEvents,
  getIssueEvent,
  listIssueTags,
  listIssueReleases,
  getIssueStats,
  getProjectStats,
  getIssueTag,
  listIssueTagValues,
  getSourceMapDebug,
  getEventGroupingInfo,
  getEventJourney,
  getEventOwners,
  getEventSourceMapDebug,
  storeLogs,
  storeTraces,
  storeEnvelope,
  storeAttachments,
  storeProjectLogs,
  storeProjectTraces,
  storeMinidump,
  storeEvent,
  getFeedbackForm,
  storeFeedback,
  storeSecurityReport,
  storeCspReport,
  storeNetworkErrorReport,
  storeEventByKey,
  getService,
  getCurrentMember,
  getSignInOptions,
  listSessions,
  createSession,
  getCurrentSession,
  endSession,
  removeSession,
  confirmAlertAddress,
  updatePassword,
  createSecondFactor,
  createRecoveryCodes,
  removeSecondFactor,
  testSignInLink,
  createAuthorization,
  createOpenIdSignIn,
  listOrganizations,
  getOrganization,
  updateOrganization,
  removeOrganization,
  listMembers,
  addMember,
  getMember,
  updateMember,
  removeMember,
  listMemberTokens,
  removeMemberToken,
  createInvitation,
  removeInvitation,
  createSignInLink,
  addTeamMember,
  removeTeamMember,
  listOrganizationTokens,
  createOrganizationToken,
  updateOrganizationToken,
  removeOrganizationToken,
  listTokens,
  createToken,
  removeToken,
  previewImport,
  listOrganizationProjects,
  createOrganizationProject,
  listOrganizationProjectKeys,
  listAuditLog,
  getOrganizationOutcomes,
  listErasures,
  createErasure,
  getErasure,
  listTicketConnections,
  createTicketConnection,
  updateTicketConnection,
  removeTicketConnection,
  receiveTicketWebhook,
  getOrganizationSessionStats,
  listOrganizationEnvironments,
  listProjectEnvironments,
  listRepositories,
  listReleases,
  createRelease,
  getRelease,
  updateRelease,
  removeRelease,
  listReleaseCommits,
  listReleaseCommitFiles,
  listOrganizationReleaseFiles,
  uploadOrganizationReleaseFile,
  getOrganizationReleaseFile,
  removeOrganizationReleaseFile,
  getPreviousRelease,
  getReleaseComparison,
  getReleaseVerdict,
  listDeploys,
  createDeploy,
  listProjectReleases,
  createProjectRelease,
  getProjectRelease,
  updateProjectRelease,
  removeProjectRelease,
  listProjectReleaseCommits,
  getChunkUpload,
  uploadChunks,
  removeUnassembledChunks,
  getUploadUsage,
  listAlertDeliveries,
  listOrganizationAlertRules,
  assembleArtifactBundle,
  listReleaseFiles,
  uploadReleaseFile,
  getReleaseFile,
  removeReleaseFile,
  listArtifactBundles,
  previewSourceMaps,
  getArtifactBundle,
  removeReleaseArtifacts,
  getAlertSettings,
  updateAlertSettings,
  listAlertRules,
  createAlertRule,
  previewAlertRule,
  previewAlertTemplate,
  getAlertRule,
  updateAlertRule,
  removeAlertRule,
  testAlertRule,
  getGroupingPreview,
  createGroupingPreview,
  applyGroupingPreview,
  importProjectData,
  getProjectOwnership,
  updateProjectOwnership,
  getProjectPlugin,
  updateProjectPlugin,
  testProjectPlugin,
  listMonitors,
  createMonitor,
  getMonitor,
  updateMonitor,
  removeMonitor,
  updateMonitorEnvironment,
  listCheckIns,
  getProjectMonitor,
  updateProjectMonitor,
  removeProjectMonitor,
  listProjectCheckIns,
  storeCheckInByUrl,
  storeCheckIn,
  storeKeyedCheckInByUrl,
  storeKeyedCheckIn,
  getAuthorizationServer,
  getProtectedResourceAtRoot,
  getProtectedResource,
  createOAuthClient,
  createOAuthToken,
  removeOAuthToken,
  sendAgentMessage,
  getHealth,
  getReadiness,
  getContract,
  getDocs,
  getDocsPage,
  getStartPage,
  getSignInPage,
  getAuthorizePage,
  getConfirmAddressPage,
  getConsolePage,
  getConsoleFile,
};
