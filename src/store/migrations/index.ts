// Generated from the files beside it by `npm run generate`. Do not edit.

import type { Migration } from '../engine/ddl';
import { versionOf } from '../engine/migrate';
import { tenancy } from './0001-tenancy';
import { events } from './0002-events';
import { releases } from './0003-releases';
import { artifacts } from './0004-artifacts';
import { issues } from './0005-issues';
import { outcomes } from './0006-outcomes';
import { alerts } from './0007-alerts';
import { scraping } from './0008-scraping';
import { firstRelease } from './0042-first-release';
import { credentialMakers } from './0043-credential-makers';
import { versionOrder } from './0044-version-order';
import { alertAddresses } from './0045-alert-addresses';
import { publicKeys } from './0046-public-keys';
import { jobLeases } from './0047-job-leases';
import { issueEnvironments } from './0048-issue-environments';
import { invitations } from './0049-invitations';
import { issueCategory } from './0050-issue-category';
import { feedback } from './0051-feedback';
import { monitors } from './0052-monitors';
import { releaseHealth } from './0053-release-health';
import { attachments } from './0054-attachments';
import { eventTraces } from './0055-event-traces';
import { crashFreeAlerts } from './0056-crash-free-alerts';
import { alertDecisions } from './0057-alert-decisions';
import { eventJourneys } from './0058-event-journeys';
import { groupingPreviews } from './0059-grouping-previews';
import { regroupings } from './0060-regroupings';
import { alertIncidents } from './0061-alert-incidents';
import { oauth } from './0062-oauth';
import { importedKeys } from './0063-imported-keys';
import { erasures } from './0064-erasures';
import { tickets } from './0065-tickets';
import { providerAccounts } from './0066-provider-accounts';
import { secondFactors } from './0067-second-factors';

/**
 * Every migration, in order. A published migration never changes. Versions 9 to 41 were never published; 42 contains
 * them.
 */
export const MIGRATIONS: readonly Migration[] = [
  tenancy,
  events,
  releases,
  artifacts,
  issues,
  outcomes,
  alerts,
  scraping,
  firstRelease,
  credentialMakers,
  versionOrder,
  alertAddresses,
  publicKeys,
  jobLeases,
  issueEnvironments,
  invitations,
  issueCategory,
  feedback,
  monitors,
  releaseHealth,
  attachments,
  eventTraces,
  crashFreeAlerts,
  alertDecisions,
  eventJourneys,
  groupingPreviews,
  regroupings,
  alertIncidents,
  oauth,
  importedKeys,
  erasures,
  tickets,
  providerAccounts,
  secondFactors,
];

/** The schema version that this code requires. */
export const SCHEMA_VERSION = versionOf(MIGRATIONS);
