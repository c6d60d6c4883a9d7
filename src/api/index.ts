import { createAlertRule } from './alerts/createAlertRule';
import { getAlertRule } from './alerts/getAlertRule';
import { getAlertSettings } from './alerts/getAlertSettings';
import { listAlertRules } from './alerts/listAlertRules';
import { removeAlertRule } from './alerts/removeAlertRule';
import { testAlertRule } from './alerts/testAlertRule';
import { updateAlertRule } from './alerts/updateAlertRule';
import { updateAlertSettings } from './alerts/updateAlertSettings';
import { listAlertDeliveries } from './alerts/listAlertDeliveries';
import { getUploadUsage } from './artifacts/getUploadUsage';
import { removeUnassembledChunks } from './artifacts/removeUnassembledChunks';
import { assembleArtifactBundle } from './artifacts/assembleArtifactBundle';
import { getChunkUpload } from './artifacts/getChunkUpload';
import { getArtifactBundle } from './artifacts/getArtifactBundle';
import { getReleaseFile } from './artifacts/getReleaseFile';
import { listArtifactBundles } from './artifacts/listArtifactBundles';
import { listReleaseFiles } from './artifacts/listReleaseFiles';
import { removeReleaseArtifacts } from './artifacts/removeReleaseArtifacts';
import { removeReleaseFile } from './artifacts/removeReleaseFile';
import { uploadChunks } from './artifacts/uploadChunks';
import { uploadReleaseFile } from './artifacts/uploadReleaseFile';
import { getConsoleFile } from './console/getConsoleFile';
import { getConsolePage } from './console/getConsolePage';
import { getSignInPage } from './console/getSignInPage';
import { getStartPage } from './console/getStartPage';
import { getEvent } from './events/getEvent';
import { getEventOwners } from './events/getEventOwners';
import { getEventSourceMapDebug } from './events/getEventSourceMapDebug';
import { getSourceMapDebug } from './events/getSourceMapDebug';
import { listProjectEvents } from './events/listProjectEvents';
import { storeEnvelope } from './ingest/storeEnvelope';
import { storeEvent } from './ingest/storeEvent';
import { getEventById } from './events/getEventById';
import { getIssue } from './issues/getIssue';
import { getIssueByShortId } from './issues/getIssueByShortId';
import { getIssueStats } from './issues/getIssueStats';
import { getIssueTag } from './issues/getIssueTag';
import { listIssueActivities } from './issues/listIssueActivities';
import { getIssueEvent } from './issues/getIssueEvent';
import { listIssueHashes } from './issues/listIssueHashes';
import { undoIssueChange } from './issues/undoIssueChange';
import { unmergeIssue } from './issues/unmergeIssue';
import { createIssueComment } from './issues/createIssueComment';
import { listIssueComments } from './issues/listIssueComments';
import { removeIssueComment } from './issues/removeIssueComment';
import { updateIssueComment } from './issues/updateIssueComment';
import { listOrganizationTags } from './issues/listOrganizationTags';
import { listOrganizationTagValues } from './issues/listOrganizationTagValues';
import { createSavedSearch } from './issues/createSavedSearch';
import { listSavedSearches } from './issues/listSavedSearches';
import { removeSavedSearch } from './issues/removeSavedSearch';
import { updateSavedSearch } from './issues/updateSavedSearch';
import { listIssueEvents } from './issues/listIssueEvents';
import { listIssueReleases } from './issues/listIssueReleases';
import { listIssueTags } from './issues/listIssueTags';
import { listIssueTagValues } from './issues/listIssueTagValues';
import { listIssues } from './issues/listIssues';
import { listOrganizationIssues } from './issues/listOrganizationIssues';
import { removeIssue } from './issues/removeIssue';
import { removeIssues } from './issues/removeIssues';
import { removeOrganizationIssues } from './issues/removeOrganizationIssues';
import { updateIssue } from './issues/updateIssue';
import { updateIssues } from './issues/updateIssues';
import { addMember } from './organizations/addMember';
import { getMember } from './organizations/getMember';
import { createOpenIdSignIn } from './sessions/createOpenIdSignIn';
import { createSession } from './sessions/createSession';
import { createSignInLink } from './sessions/createSignInLink';
import { endSession } from './sessions/endSession';
import { getCurrentSession } from './sessions/getCurrentSession';
import { getSignInOptions } from './sessions/getSignInOptions';
import { listSessions } from './sessions/listSessions';
import { removeSession } from './sessions/removeSession';
import { updatePassword } from './sessions/updatePassword';
import { addTeamMember } from './teams/addTeamMember';
import { removeTeamMember } from './teams/removeTeamMember';
import { createTeam } from './teams/createTeam';
import { getTeam } from './teams/getTeam';
import { createProject } from './projects/createProject';
import { listTokens } from './tokens/listTokens';
import { createToken } from './tokens/createToken';
import { removeToken } from './tokens/removeToken';
import { listMemberTokens } from './tokens/listMemberTokens';
import { removeMemberToken } from './tokens/removeMemberToken';
import { listOrganizationTokens } from './tokens/listOrganizationTokens';
import { createOrganizationToken } from './tokens/createOrganizationToken';
import { updateOrganizationToken } from './tokens/updateOrganizationToken';
import { removeOrganizationToken } from './tokens/removeOrganizationToken';
import { updateOrganizationIssues } from './issues/updateOrganizationIssues';
import type { Operations } from './operation';
import { getOrganization } from './organizations/getOrganization';
import { listAuditLog } from './organizations/listAuditLog';
import { listMembers } from './organizations/listMembers';
import { listOrganizationEnvironments } from './organizations/listOrganizationEnvironments';
import { listOrganizationProjects } from './organizations/listOrganizationProjects';
import { listOrganizations } from './organizations/listOrganizations';
import { listRepositories } from './organizations/listRepositories';
import { removeMember } from './organizations/removeMember';
import { removeOrganization } from './organizations/removeOrganization';
import { updateMember } from './organizations/updateMember';
import { updateOrganization } from './organizations/updateOrganization';
import { addProjectTeam } from './projects/addProjectTeam';
import { createProjectKey } from './projects/createProjectKey';
import { getProject } from './projects/getProject';
import { getProjectKey } from './projects/getProjectKey';
import { getProjectOutcomes } from './projects/getProjectOutcomes';
import { getProjectOwnership } from './projects/getProjectOwnership';
import { getProjectPlugin } from './projects/getProjectPlugin';
import { getProjectStats } from './projects/getProjectStats';
import { listProjectEnvironments } from './projects/listProjectEnvironments';
import { listProjectKeys } from './projects/listProjectKeys';
import { removeProject } from './projects/removeProject';
import { removeProjectKey } from './projects/removeProjectKey';
import { removeProjectTeam } from './projects/removeProjectTeam';
import { rotateProjectKey } from './projects/rotateProjectKey';
import { testProjectPlugin } from './projects/testProjectPlugin';
import { updateProject } from './projects/updateProject';
import { updateProjectKey } from './projects/updateProjectKey';
import { updateProjectOwnership } from './projects/updateProjectOwnership';
import { updateProjectPlugin } from './projects/updateProjectPlugin';
import { createDeploy } from './releases/createDeploy';
import { createProjectRelease } from './releases/createProjectRelease';
import { createRelease } from './releases/createRelease';
import { getPreviousRelease } from './releases/getPreviousRelease';
import { getProjectRelease } from './releases/getProjectRelease';
import { getRelease } from './releases/getRelease';
import { listDeploys } from './releases/listDeploys';
import { listProjectReleaseCommits } from './releases/listProjectReleaseCommits';
import { listProjectReleases } from './releases/listProjectReleases';
import { listReleaseCommits } from './releases/listReleaseCommits';
import { listReleases } from './releases/listReleases';
import { removeProjectRelease } from './releases/removeProjectRelease';
import { removeRelease } from './releases/removeRelease';
import { updateProjectRelease } from './releases/updateProjectRelease';
import { updateRelease } from './releases/updateRelease';
import { getContract } from './service/getContract';
import { getDocs } from './service/getDocs';
import { getHealth } from './service/getHealth';
import { getReadiness } from './service/getReadiness';
import { getCurrentMember } from './service/getCurrentMember';
import { getService } from './service/getService';
import { listTeamProjects } from './teams/listTeamProjects';
import { listTeams } from './teams/listTeams';
import { removeTeam } from './teams/removeTeam';
import { updateTeam } from './teams/updateTeam';

/** Every operation of the contract, by its operationId. */
export const operations: Operations = {
  addProjectTeam,
  assembleArtifactBundle,
  createDeploy,
  createProjectKey,
  createProjectRelease,
  createRelease,
  getAlertSettings,
  getChunkUpload,
  getContract,
  getDocs,
  getEvent,
  getHealth,
  getIssue,
  getIssueByShortId,
  getEventById,
  getIssueEvent,
  getIssueStats,
  getIssueTag,
  getOrganization,
  getPreviousRelease,
  getProject,
  getProjectKey,
  getProjectOutcomes,
  getProjectOwnership,
  getProjectPlugin,
  getProjectStats,
  getProjectRelease,
  getReadiness,
  getRelease,
  getArtifactBundle,
  getReleaseFile,
  getConsoleFile,
  getConsolePage,
  getCurrentMember,
  getService,
  getSignInPage,
  getStartPage,
  getEventOwners,
  getEventSourceMapDebug,
  getSourceMapDebug,
  listAuditLog,
  listDeploys,
  listIssueActivities,
  listIssueHashes,
  undoIssueChange,
  unmergeIssue,
  createIssueComment,
  listIssueComments,
  removeIssueComment,
  updateIssueComment,
  listAlertDeliveries,
  getUploadUsage,
  removeUnassembledChunks,
  listOrganizationTags,
  listOrganizationTagValues,
  listSavedSearches,
  createSavedSearch,
  updateSavedSearch,
  removeSavedSearch,
  listIssueEvents,
  listIssueReleases,
  listIssueTags,
  listIssueTagValues,
  listIssues,
  listOrganizationIssues,
  listMembers,
  listOrganizationEnvironments,
  listOrganizationProjects,
  listOrganizations,
  listProjectEnvironments,
  listProjectEvents,
  listProjectKeys,
  listProjectReleaseCommits,
  listProjectReleases,
  listReleaseCommits,
  listArtifactBundles,
  listReleaseFiles,
  listReleases,
  listRepositories,
  listTeamProjects,
  listTeams,
  removeIssue,
  removeIssues,
  removeOrganizationIssues,
  removeMember,
  removeOrganization,
  removeProject,
  removeProjectKey,
  removeProjectRelease,
  removeProjectTeam,
  removeRelease,
  removeReleaseArtifacts,
  removeReleaseFile,
  removeTeam,
  rotateProjectKey,
  storeEnvelope,
  storeEvent,
  testProjectPlugin,
  updateAlertSettings,
  updateIssue,
  updateIssues,
  updateOrganizationIssues,
  updateMember,
  updateOrganization,
  updateProject,
  updateProjectKey,
  updateProjectOwnership,
  updateProjectPlugin,
  updateProjectRelease,
  updateRelease,
  updateTeam,
  uploadChunks,
  uploadReleaseFile,
  createAlertRule,
  getAlertRule,
  listAlertRules,
  removeAlertRule,
  testAlertRule,
  updateAlertRule,
  addMember,
  getMember,
  addTeamMember,
  removeTeamMember,
  createTeam,
  getTeam,
  createProject,
  listTokens,
  createToken,
  removeToken,
  listMemberTokens,
  removeMemberToken,
  listOrganizationTokens,
  createOrganizationToken,
  updateOrganizationToken,
  removeOrganizationToken,
  createOpenIdSignIn,
  createSession,
  createSignInLink,
  endSession,
  getCurrentSession,
  getSignInOptions,
  listSessions,
  removeSession,
  updatePassword,
};
