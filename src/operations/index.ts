import { getSourceMapDebug } from './events/getSourceMapDebug';
import { listProjectEvents } from './events/listProjectEvents';
import { storeEnvelope } from './ingest/storeEnvelope';
import { storeEvent } from './ingest/storeEvent';
import { removeIssues } from './issues/removeIssues';
import type { Operations } from './operation';
import { updateProject } from './projects/updateProject';
import { getContract } from './service/getContract';
import { getDocs } from './service/getDocs';
import { getHealth } from './service/getHealth';
import { listTeamProjects } from './teams/listTeamProjects';

/** Every operation of the contract, by its operationId. */
export const operations: Operations = {
  getContract,
  getDocs,
  getHealth,
  getSourceMapDebug,
  listProjectEvents,
  listTeamProjects,
  removeIssues,
  storeEnvelope,
  storeEvent,
  updateProject,
};
