import { aboutProject } from '../../domain/audit';
import { InvalidFields, NotFound, TooLate, Unauthenticated } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import { sanitizeText } from '../../domain/text';
import { type AuthorizedClient, authorizeDsn } from '../../ingest/authorizeDsn';
import { FEEDBACK_FLAGS } from '../../ingest/feedback';
import { findReceivingProject, saveReport } from '../../ingest/items/feedback';
import { saveFlags } from '../../ingest/items/event';
import { feedbackIsOff, requireUnfiltered } from '../ingest/feedbackForm';
import { reportOperation, type ReportContext } from '../operation';
import { findProject } from '../subjects';
import { reportRecords } from '../issues/issueRecords';

type UserReportContext = ReportContext<'createUserFeedback'>;

/** The project of the path: with its organization for a token or session, as the receiver of events for a DSN. */
type ReportedProject =
  | { readonly organization: Organization; readonly project: Project; readonly client?: undefined }
  | { readonly organization?: undefined; readonly project?: undefined; readonly client: AuthorizedClient };

/** Stores what a person reports about an error. */
export const createUserFeedback = reportOperation<'createUserFeedback', ReportedProject>('createUserFeedback', {
  async subject(context) {
    const { caller } = context;
    return caller === undefined ? { client: await findDsnClient(context) } : findProject({ ...context, caller });
  },

  async handle(context) {
    const { ingest, read, write, audit, body, now, publicUrl, caller, organization, project, client } = context;
    const receiver =
      client?.project ??
      (await read((stores) => findReceivingProject(stores, organization?.id ?? '', project?.id ?? '')));
    if (receiver === undefined) throw new NotFound();
    const count = (reason: 'feature_disabled' | 'invalid_json' | null) =>
      ingest.quota.count(receiver.id, reason, now, 'feedback');
    if (ingest.disabledItems.has('feedback')) {
      count('feature_disabled');
      if (client !== undefined) return { status: 200, body: '' };
      throw feedbackIsOff();
    }
    const errorId = parseEventId(body.event_id);
    if (errorId === null) throw new InvalidFields({ event_id: ['It is no id of an event.'] });
    const [name, email, message] = [sanitizeText(body.name), sanitizeText(body.email), sanitizeText(body.comments)];
    const report = { errorId, name, email, message, dateCreated: now };
    const { processAndSave, compileSetting } = ingest;
    const result = await saveReport({ write, processAndSave, compileSetting }, receiver, report, {
      async onSave({ auditLog }) {
        if (audit !== undefined && project !== undefined)
          await auditLog.insert(audit({ event: 'feedback.create', ...aboutProject(project) }));
      },
    });
    count(result === 'saved' ? null : 'invalid_json');
    if (result === 'expired') throw new TooLate('The error is older than 30 minutes.');
    if (result === 'reported') throw new TooLate('The error was reported more than five minutes ago.');
    await saveFlags(context, { project: receiver }, FEEDBACK_FLAGS);
    if (caller === undefined || project === undefined) return { status: 200, body: '' };
    return read(async (stores) => {
      const stored = await stores.feedback.findReport(project.id, report.errorId);
      const site = { caller, organization, publicUrl, now };
      const [record] = await reportRecords(stores, project, stored === undefined ? [] : [stored], site);
      if (record === undefined) throw new NotFound('The report was removed.');
      return { status: 200, body: record };
    });
  },
});

/**
 * Authorizes a caller with a DSN. It must belong to the project of the path, so that it reveals no other projects.
 * @throws Unauthenticated, Forbidden, RateLimited
 */
async function findDsnClient({ ingest, dsnClient, now, params, read }: UserReportContext): Promise<AuthorizedClient> {
  const publicKey = dsnClient?.publicKey ?? null;
  const projectOfKey = publicKey === null ? undefined : await ingest.dsnProjects.find({ projectId: null, publicKey });
  const projectOfPath =
    projectOfKey &&
    (await read(async ({ organizations, projects }) => {
      const { organization_slug, project_slug } = params;
      const organization = await organizations.findBySlug(organization_slug);
      if (organization?.id !== projectOfKey.organizationId) return undefined;
      return (
        (await projects.findBySlug(organization.id, project_slug)) ??
        (await projects.findByOldSlug(organization.id, project_slug))
      );
    }));
  if (
    dsnClient === undefined ||
    publicKey === null ||
    projectOfKey === undefined ||
    projectOfPath?.id !== projectOfKey.id
  )
    throw new Unauthenticated('The DSN is none of this project, or its key is disabled.');
  const client = await authorizeDsn({ ingest, dsnClient, now }, { projectId: projectOfKey.id, publicKey });
  requireUnfiltered(client);
  return client;
}
