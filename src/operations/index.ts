import { getSourceMapDebug } from './events/getSourceMapDebug';
import { listProjectEvents } from './events/listProjectEvents';
import { storeEnvelope } from './ingest/storeEnvelope';
import { storeEvent } from './ingest/storeEvent';
import { removeIssues } from './issues/removeIssues';
import type { Operations } from './operation';
import { getOrganization } from './organizations/getOrganization';
import { listOrganizationProjects } from './organizations/listOrganizationProjects';
import { listOrganizations } from './organizations/listOrganizations';
import { listRepositories } from './organizations/listRepositories';
import { updateProject } from './projects/updateProject';
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
import { getHealth } from './service/getHealth';
import { getService } from './service/getService';
import { listTeamProjects } from './teams/listTeamProjects';

/** Every operation of the contract, by its operationId. */
export const operations: Operations = {
  createDeploy,
  createProjectRelease,
  createRelease,
  getContract,
  getHealth,
  getOrganization,
  getPreviousRelease,
  getProjectRelease,
  getRelease,
  getService,
  getSourceMapDebug,
  listDeploys,
  listOrganizationProjects,
  listOrganizations,
  listProjectEvents,
  listProjectReleaseCommits,
  listProjectReleases,
  listReleaseCommits,
  listReleases,
  listRepositories,
  listTeamProjects,
  removeIssues,
  removeProjectRelease,
  removeRelease,
  storeEnvelope,
  storeEvent,
  updateProject,
  updateProjectRelease,
  updateRelease,
};
