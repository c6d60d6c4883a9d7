import type { Migration } from '../ddl';
import { tenancy } from './0001-tenancy';
import { events } from './0002-events';
import { releases } from './0003-releases';
import { artifacts } from './0004-artifacts';
import { issues } from './0005-issues';
import { outcomes } from './0006-outcomes';
import { alerts } from './0007-alerts';
import { scraping } from './0008-scraping';
import { eventRows } from './0009-event-rows';
import { eventKeys } from './0010-event-keys';
import { tagBlocks } from './0011-tag-blocks';
import { projectKeys } from './0012-project-keys';
import { auditLog } from './0013-audit-log';
import { tokenUse } from './0014-token-use';
import { webhookCircuits } from './0015-webhook-circuits';
import { rateLimits } from './0016-rate-limits';
import { uploadQuotas } from './0017-upload-quotas';
import { retention } from './0018-retention';
import { removals } from './0019-removals';
import { newIssues } from './0020-new-issues';
import { passedOnHashes } from './0021-passed-on-hashes';
import { frameResolutions } from './0022-frame-resolutions';
import { debugIds } from './0023-debug-ids';
import { projectBundles } from './0024-project-bundles';
import { issueDays } from './0025-issue-days';
import { issueActivity } from './0026-issue-activity';
import { issueState } from './0027-issue-state';
import { issueText } from './0028-issue-text';
import { mergedIssues } from './0029-merged-issues';
import { alertRules } from './0030-alert-rules';
import { roles } from './0031-roles';
import { issueReleases } from './0032-issue-releases';
import { commitIndex } from './0033-commit-index';
import { tokenEndings } from './0034-token-endings';
import { ownership } from './0035-ownership';
import { issueChanges } from './0036-issue-changes';
import { sessions } from './0037-sessions';
import { savedSearches } from './0038-saved-searches';
import { releaseHours } from './0039-release-hours';
import { deliveryLists } from './0040-delivery-lists';
import { issueOrders } from './0041-issue-orders';
import { ascendingIndexes } from './0042-ascending-indexes';
import { credentialMakers } from './0043-credential-makers';
import { versionOrder } from './0044-version-order';

/** Every migration, in order. A published migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  tenancy,
  events,
  releases,
  artifacts,
  issues,
  outcomes,
  alerts,
  scraping,
  eventRows,
  eventKeys,
  tagBlocks,
  projectKeys,
  auditLog,
  tokenUse,
  webhookCircuits,
  rateLimits,
  uploadQuotas,
  retention,
  removals,
  newIssues,
  passedOnHashes,
  frameResolutions,
  debugIds,
  projectBundles,
  issueDays,
  issueActivity,
  issueState,
  issueText,
  mergedIssues,
  alertRules,
  roles,
  issueReleases,
  commitIndex,
  tokenEndings,
  ownership,
  issueChanges,
  sessions,
  savedSearches,
  releaseHours,
  deliveryLists,
  issueOrders,
  ascendingIndexes,
  credentialMakers,
  versionOrder,
];
