import { setImmediate } from 'node:timers/promises';
import type { components } from '../../../generated/api';
import { NotFound } from '../../domain/errors';
import type { Organization } from '../../domain/organization';
import { expiryTime, NEW_PROJECT_SETTINGS, NO_FLAGS, retentionOf, withDefaultSettings } from '../../domain/project';
import type { IngestService } from '../../ingest/authorizeDsn';
import type { ReceivingProject } from '../../ingest/processEvent';
import { findReceivingProject } from '../../ingest/items/feedback';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { type ImportedEvent, incomingEventOf, refusalOf } from './importProjectData';

type PreviewedEvent = components['schemas']['ImportPreviewResult']['events'][number] & {
  secondaryHash?: string | null;
};

/** Processes events of another tracker, and says what would become of them. */
export const previewImport = operation('previewImport', {
  subject: findOrganization,
  takesLong: true,

  async handle({ organization, body: { project: slug, events }, ingest, read, now }) {
    const receiver = await read((stores) => findReceiver(stores, organization, slug));
    const expiry = expiryTime(retentionOf(organization.settings, receiver.settings).days, now) ?? 0;
    const previewed: PreviewedEvent[] = [];
    for (const event of events) {
      // Other requests run between two events.
      await setImmediate();
      previewed.push(await previewEvent(ingest, receiver, event, { expiry, now }));
    }
    const hashes = previewed.flatMap(({ hash, secondaryHash }) => [hash ?? [], secondaryHash ?? []].flat());
    const { issues, stored } = await read(async ({ groupingPreviews, events: known }) => ({
      issues: await groupingPreviews.findIssues(receiver.id, hashes),
      stored: await known.findStoredIds(
        receiver.id,
        events.map(({ id }) => id),
      ),
    }));
    const result = previewed.map(({ secondaryHash, ...event }) => ({
      ...event,
      outcome: stored.visible.has(event.id) ? ('repeated' as const) : event.outcome,
      groupID: issues.get(event.hash ?? '') ?? issues.get(secondaryHash ?? '') ?? null,
    }));
    return { status: 200, body: { events: result } };
  },
});

/** Finds the project with a slug; if there is none, returns one with the settings of a new project. */
async function findReceiver(
  stores: Readers,
  { id }: Organization,
  slug: string | undefined,
): Promise<ReceivingProject> {
  const project = slug === undefined ? undefined : await stores.projects.findBySlug(id, slug);
  if (project === undefined)
    return {
      ...{ id: '0', organizationId: id, firstEvent: null, flags: NO_FLAGS, hasWebhook: false, hasArtifacts: false },
      settings: withDefaultSettings(NEW_PROJECT_SETTINGS),
    };
  const receiver = await findReceivingProject(stores, id, project.id);
  if (receiver === undefined) throw new NotFound();
  return receiver;
}

async function previewEvent(
  { process }: Pick<IngestService, 'process'>,
  project: ReceivingProject,
  { id, received: time, payload }: ImportedEvent,
  { expiry, now }: { readonly expiry: number; readonly now: number },
): Promise<PreviewedEvent> {
  const received = Math.min(now, Date.parse(time));
  const dropped = { id, outcome: 'dropped' as const, hash: null, groupID: null };
  if (received < expiry) return { ...dropped, reason: 'expired' };
  try {
    const result = await process(incomingEventOf(project, { id, payload }, received));
    if ('dropped' in result) return { ...dropped, reason: result.dropped };
    const { hash, secondaryHash = null } = result.event;
    return { id, outcome: 'stored', reason: null, hash, secondaryHash, groupID: null };
  } catch (error) {
    return { ...dropped, reason: refusalOf(error) };
  }
}
