import { actorOf } from '../../domain/issue';
import { aboutProject, changedFields } from '../../domain/audit';
import { BadRequest, NotFound } from '../../domain/errors';
import { type Regrouping, assignHashes, isRunning, rulesOf } from '../../domain/groupingPreview';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { presentPreview } from './getGroupingPreview';

/** Saves the draft of a preview and begins to regroup events by it. The job in `jobs/storedEvents.ts` continues. */
export const applyGroupingPreview = operation('applyGroupingPreview', {
  subject: findProject,

  async handle({ organization, project: { id: projectId, slug }, body, caller, write, audit, now }) {
    return write(
      async (stores) => {
        const { groupingPreviews, regroupings, issueChanges } = stores;
        const project = await stores.projects.findById(organization.id, projectId);
        const preview = await groupingPreviews.find(projectId);
        if (project === undefined || preview?.id !== body.id) throw new NotFound('Grouping preview not found');
        const former = await regroupings.lock(projectId);
        // A client that did not receive the reply repeats the request.
        if (former?.id === preview.id && (former.phase === 'done' || isRunning(former)))
          return { status: 200, body: await presentPreview(stores, preview, project, now) };
        if (!preview.isDone) throw new BadRequest('The preview is not done. Nothing was changed.');
        if (former !== undefined && isRunning(former))
          throw new BadRequest('The events of the project are being regrouped; wait for the end. Nothing was changed.');
        const present = rulesOf(project.settings);
        if (changedFields(Object.keys(present), present, preview.present).length > 0)
          throw new BadRequest(
            'The settings have changed since the preview; preview the draft again. Nothing was changed.',
          );

        const { draft, groups } = preview;
        const updated = await stores.projects.update(project, { settings: draft });
        const owners = await groupingPreviews.findIssues(projectId, [...new Set(groups.map(({ hash }) => hash))]);
        const issueOfNewHash = assignHashes(groups, owners);
        const locked = await stores.issueStates.lock(projectId, [...new Set(issueOfNewHash.values())].map(Number));
        const existing = new Set(locked.map(({ id }) => id));
        regroupings.linkHashes(projectId, new Map([...issueOfNewHash].filter(([, issueId]) => existing.has(issueId))));
        await regroupings.forgetEvents(projectId);
        const change = { projectId, states: [], bookmarks: null, merge: null, regrouping: preview.id };
        const changeId = (await issueChanges.insert(issueChanges.reserveId(), [change], now)) ?? '';
        const regrouping: Regrouping = {
          ...{ id: preview.id, projectId, organizationId: organization.id, step: (former?.step ?? 0) + 1, dueAt: now },
          ...{ appliedAt: now, changeId, actor: actorOf(caller), present, draft, phase: 'hashing', position: null },
          ...{ eventsRead: 0, hasOlderEvents: false, issues: [], settled: 0, moves: [], kept: 0 },
          counts: { split: 0, joined: 0, skipped: 0, moved: 0 },
        };
        await regroupings.save(regrouping);
        const details = { fields: changedFields(Object.keys(present), present, rulesOf(updated.settings)) };
        await stores.auditLog.insert(audit({ event: 'project.apply_grouping', ...aboutProject(project), details }));
        return { status: 200, body: await presentPreview(stores, preview, { id: projectId, slug }, now) };
      },
      { projects: [projectId] },
    );
  },
});
