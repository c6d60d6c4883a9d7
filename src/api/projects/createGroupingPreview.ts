import { aboutProject } from '../../domain/audit';
import { rulesOf } from '../../domain/groupingPreview';
import { checkFingerprintingRules } from '../../ingest/grouping/fingerprintRules';
import { checkGroupingEnhancements } from '../../ingest/grouping/stackTraceRules';
import { newEventId } from '../../ingest/processEvent';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { presentPreview } from './getGroupingPreview';

/** Begins to group the newest events by draft settings. The job in `jobs/storedEvents.ts` continues. */
export const createGroupingPreview = operation('createGroupingPreview', {
  subject: findProject,

  validate({ body: { fingerprintingRules = '', groupingEnhancements = '' } }) {
    const all = {
      fingerprintingRules: checkFingerprintingRules(fingerprintingRules),
      groupingEnhancements: checkGroupingEnhancements(groupingEnhancements),
    };
    return Promise.resolve(Object.fromEntries(Object.entries(all).filter(([, errors]) => errors.length > 0)));
  },

  async handle({ organization, project, body, write, audit, now }) {
    const present = rulesOf(project.settings);
    const draft = {
      groupingConfig: body.groupingConfig ?? present.groupingConfig,
      groupingEnhancements: body.groupingEnhancements ?? present.groupingEnhancements,
      fingerprintingRules: body.fingerprintingRules ?? present.fingerprintingRules,
    };
    const preview = {
      ...{ id: newEventId(), projectId: project.id, organizationId: organization.id, requestedAt: now },
      ...{ present, draft, position: null, lookedAt: 0, isDone: false, groups: [] },
    };
    return write(async (stores) => {
      await stores.groupingPreviews.replace(preview);
      const details = { fields: Object.keys(body) };
      await stores.auditLog.insert(audit({ event: 'project.preview_grouping', ...aboutProject(project), details }));
      return { status: 201, body: await presentPreview(stores, preview, project, now) };
    });
  },
});
