import { type Delivery, isDigestDue, MAX_LISTED_ALERTS, renderSubject, type Webhook } from '../domain/alert';
import type { AlertRule } from '../domain/alertRule';
import type { Assignee } from '../domain/issue';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { truncate } from '../domain/text';
import { decompressEventBody } from '../compression/eventBody';
import type { MailRecipient, PendingAlerts } from '../store/alerts';
import type { Read, Writers } from '../store/stores';
import {
  type AlertContent,
  type AlertDetails,
  type CrashFreeContent,
  type DeliveryChannel,
  MAX_COUNTED_ALERTS,
  assignToDigest,
  authorOf,
  describeCrashFree,
  newDelivery,
  newDigestId,
  readAlertContent,
  readCrashFreeContent,
} from './channel';
import {
  MAX_CONNECTIONS,
  MailLimits,
  type MailText,
  type Mailer,
  type ShownException,
  describeStack,
  escapeHtml,
  findAddress,
  findRecipients,
  findRuleRecipients,
  htmlFooter,
  htmlPage,
  oneLine,
  subjectLine,
} from './mailer';

const MAX_LINE_LENGTH = 500;
const LISTED_TAGS = ['environment', 'release', 'server_name', 'user'];

/**
 * Composes a mail about alerts. The subject of a single alert follows the project's template; the subject of several
 * has their number.
 */
export function composeMail(content: AlertContent, stacks: Stacks = new Map()): MailText {
  return { subject: subjectOf(content), text: textOf(content, stacks), html: htmlOf(content, stacks) };
}

/** The exceptions of events, by their ids. */
export type Stacks = ReadonlyMap<string, readonly ShownException[]>;

/** Maximum number of alerts in a mail with exceptions: each is as long as several alerts without exceptions. */
const MAX_STACKS = 3;

/**
 * Reads the exceptions of the first events of a mail. Exceptions that cannot be read are left out; the mail is sent
 * without them.
 */
async function readStacks(read: Read, { project, alerts }: AlertContent): Promise<Stacks> {
  const ids = alerts.slice(0, MAX_STACKS).map(({ eventId }) => eventId);
  const rows = await read(({ events }) => events.readBodies(project.id, ids));
  const stacks = new Map<string, readonly ShownException[]>();
  for (const { eventId, body } of rows) {
    try {
      stacks.set(eventId, describeStack(decompressEventBody(body).body.event));
    } catch {
      continue;
    }
  }
  return stacks;
}

function subjectOf(content: AlertContent): string {
  const { subjectPrefix } = content.project;
  const subject = content.alerts.length === 1 && content.more === 0 ? subjectOfOne(content) : subjectOfMany(content);
  return subjectLine(subjectPrefix === '' ? subject : `${subjectPrefix} ${subject}`);
}

function subjectOfOne({ project, organization, alerts: [alert] }: AlertContent): string {
  const { shortId: shortID, tags } = alert;
  const names = { projectID: project.slug, orgID: organization.slug, project: project.name };
  return renderSubject(project.subjectTemplate, { title: alert.issue.title, shortID, ...names, tags });
}

function subjectOfMany({ project, alerts, more }: AlertContent): string {
  const regressions = alerts.filter(({ reason }) => reason === 'regression').length;
  const counts = [`${alerts.length + more} alerts in ${project.name}`];
  if (regressions > 0) counts.push(`${regressions} of them ${regressions === 1 ? 'a regression' : 'regressions'}`);
  return counts.join(', ');
}

function textOf(content: AlertContent, stacks: Stacks): string {
  const alerts = content.alerts.map((alert) =>
    [textOfOne(alert), ...textOfStack(stacks.get(alert.eventId))].join('\n\n'),
  );
  return [...alerts, ...moreOf(content), `-- \n${footerOf(content)}`, ''].join('\n\n');
}

function textOfOne(alert: AlertDetails): string {
  const { headline, shortId, url } = alert;
  return [
    `${headline} ${shortId}: ${titleOf(alert)}`,
    ...messageOf(alert).map((line) => `  > ${line}`),
    ...detailsOf(alert).map((line) => `  ${line}`),
    `  ${url}`,
  ].join('\n');
}

/** Returns one block of text for each exception. */
function textOfStack(exceptions: readonly ShownException[] = []): string[] {
  return exceptions.map(({ heading, frames, more }) => {
    const lines = frames.flatMap(({ place, lines: source }) => [
      `    at ${place}`,
      ...source.map(
        ({ number, text, isCurrent }) => `    ${isCurrent ? '>' : ' '} ${String(number).padStart(5)} | ${text}`,
      ),
    ]);
    return [`  ${heading}`, ...lines, ...moreFrames(more).map((line) => `    ${line}`)].join('\n');
  });
}

function moreFrames(more: number): string[] {
  return more === 0 ? [] : [`… and ${more} more ${more === 1 ? 'frame' : 'frames'}`];
}

function htmlOfStack(exceptions: readonly ShownException[] = []): string[] {
  return exceptions.map(({ heading, frames, more }) => {
    const frameItems = frames.map(({ place, lines }) => {
      const source = lines.map(({ number, text, isCurrent }) => {
        const line = escapeHtml(`${String(number).padStart(5)} | ${text}`);
        return isCurrent ? `<b>${line}</b>` : line;
      });
      return `<br>at ${escapeHtml(place)}${source.length === 0 ? '' : `<pre style="${SOURCE_STYLE}">${source.join('\n')}</pre>`}`;
    });
    const rest = moreFrames(more).map((line) => `<br>${escapeHtml(line)}`);
    return `<div><b>${escapeHtml(heading)}</b>${[...frameItems, ...rest].join('')}</div>`;
  });
}

const SOURCE_STYLE = 'background:#f4f4f5;margin:4px 0;padding:6px;font-size:12px';

function htmlOf(content: AlertContent, stacks: Stacks): string {
  const alerts = content.alerts.flatMap((alert) => [htmlOfOne(alert), ...htmlOfStack(stacks.get(alert.eventId))]);
  const more = moreOf(content).map((line) => `<p>${escapeHtml(line)}</p>`);
  return htmlPage([...alerts, ...more, htmlFooter(footerOf(content))]);
}

function htmlOfOne(alert: AlertDetails): string {
  const { headline, shortId, url } = alert;
  const details = detailsOf(alert).map((line) => `<br>${escapeHtml(line)}`);
  const message = messageOf(alert).map((line) => escapeHtml(line));
  const quote = message.length === 0 ? '' : `<blockquote>${message.join('<br>')}</blockquote>`;
  return `<p>${headline} <a href="${escapeHtml(url)}">${escapeHtml(shortId)}</a>: <b>${escapeHtml(titleOf(alert))}</b>${details.join('')}</p>${quote}`;
}

/** Returns the lines of the feedback that an alert is about; none for an alert about an error. */
function messageOf({ feedback }: AlertDetails): string[] {
  return feedback === null ? [] : feedback.message.split(/\r?\n/).map(oneLine);
}

function titleOf({ issue }: AlertDetails): string {
  return truncate(oneLine(issue.title), MAX_LINE_LENGTH);
}

/** Returns the lines that describe an alert below its title. */
function detailsOf({ issue, tags, eventId, feedback }: AlertDetails): string[] {
  const { culprit, level, firstSeen, lastSeen, timesSeen } = issue;
  const listed = tags.filter(({ key }) => LISTED_TAGS.includes(key)).map(({ key, value }) => `${key} ${value}`);
  const details = [
    ...(feedback === null ? [] : [`from ${authorOf(feedback)}`]),
    ...(culprit && feedback === null ? [`in ${culprit}`] : []),
    [`level ${level}`, ...listed].join(', '),
    `seen ${timesSeen === 1 ? 'once' : `${timesSeen} times`}, first ${formatTime(firstSeen)}, last ${formatTime(lastSeen)}`,
    `event ${eventId}`,
  ];
  return details.map((line) => truncate(oneLine(line), MAX_LINE_LENGTH));
}

function moreOf({ more }: AlertContent): string[] {
  return more > 0 ? [`And ${more} more.`] : [];
}

function footerOf({
  organization,
  project,
  publicUrl,
  rule = null,
}: Pick<AlertContent, 'organization' | 'project' | 'publicUrl'> & Partial<Pick<AlertContent, 'rule'>>): string {
  const url = `${publicUrl}/api/0/projects/${organization.slug}/${project.slug}/`;
  const why =
    rule === null
      ? `You receive this mail as a member of a team of ${oneLine(project.name)}.`
      : `You receive this mail because of the alert rule "${oneLine(rule.name)}" of ${oneLine(project.name)}: ${url}rules/${rule.id}/.`;
  return `${why} ${rule === null ? 'To' : 'If you are a member, to'} unsubscribe, send {"mail":false} with PUT to ${url}alert-settings/`;
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** Subject and details of a mail about a webhook. */
interface WebhookNotice {
  readonly kind: 'webhook.failing' | 'webhook.restored';
  readonly organization: Organization;
  readonly project: Project;
  readonly webhook: Webhook;
  readonly publicUrl: string;
}

/**
 * Composes a mail about a webhook that has been failing for a day, or that works again. The path of its URL may be a
 * secret.
 */
function composeNotice({ kind, organization, project, webhook, publicUrl }: WebhookNotice): MailText {
  const name = oneLine(project.name);
  const { host } = new URL(webhook.url);
  const pluginUrl = `${publicUrl}/api/0/projects/${organization.slug}/${project.slug}/plugins/webhooks/`;
  const [subject, ...lines] =
    kind === 'webhook.restored'
      ? [`The webhook of ${name} works again`, `The webhook of ${name} at ${host} confirmed an alert.`]
      : [
          `The webhook of ${name} has been failing for a day`,
          `The webhook of ${name} at ${host} has been failing since ${formatTime(webhook.failingSince ?? 0)}.`,
          ...(webhook.error === null ? [] : [`The last error: ${oneLine(webhook.error)}`]),
          'An alert is repeated for three days and then given up. Check the receiver, or disable the webhook.',
        ];
  return simpleMail(project, subject, [...lines, pluginUrl], footerOf({ organization, project, publicUrl }));
}

/** Composes a mail that an alert rule sends about sessions or users. */
function composeCrashFreeMail({ url, ...content }: CrashFreeContent, publicUrl: string): MailText {
  const { subject, facts } = describeCrashFree({ ...content, url });
  const lines = facts.flatMap(({ name, value }) => (value === '' ? [] : [`${name}: ${value}`]));
  return simpleMail(content.project, subject, [...lines, url], footerOf({ ...content, publicUrl }));
}

/** Composes a mail of paragraphs of plain text. */
function simpleMail(project: Project, subject: string, texts: readonly string[], footer: string): MailText {
  const { subjectPrefix } = project;
  const paragraphs = texts.map((text) => truncate(oneLine(text), MAX_LINE_LENGTH));
  return {
    subject: subjectLine(subjectPrefix === '' ? subject : `${subjectPrefix} ${subject}`),
    text: [...paragraphs, `-- \n${footer}`, ''].join('\n\n'),
    html: htmlPage([...paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`), htmlFooter(footer)]),
  };
}

/** Numbers of mails that are sent at the same time. Mails of all projects go through one server. */
const SLOTS = { total: MAX_CONNECTIONS, perOrganization: 4, perProject: 3 };

/**
 * Delivers digests by mail: to the members of a project's teams who have not unsubscribed, and to the recipients of
 * alert rules.
 */
export function createMailChannel(
  read: Read,
  mailer: Mailer,
  publicUrl: () => string,
  limits: MailLimits = new MailLimits(),
): DeliveryChannel {
  return {
    name: 'mail',
    slots: SLOTS,
    isDue: (pending, now) => isDigestDue(pending, pending.project.settings, now),

    async createDeliveries(stores, pending, now) {
      const { alerts, alertRules } = stores;
      const { project, queueId } = pending;
      const rule = queueId === null ? null : await alertRules.find(project.id, queueId);
      if (rule?.isActive && rule.recipients.some(({ type }) => type === 'assignee'))
        return createDeliveriesByAssignee(stores, pending, rule, now);
      const recipients = await findRecipients(stores, project, rule);
      if (recipients.length === 0) {
        await alerts.deletePending(pending, MAX_COUNTED_ALERTS);
        return;
      }
      const digest = newDigestId();
      const alertCount = await assignToDigest(alerts, pending, { digest, limit: MAX_LISTED_ALERTS, at: now });
      await alerts.insertDeliveries(mailsOf(recipients, pending, { digest, alertCount }, now));
    },

    async deliver(delivery, now) {
      const { projectId, organizationId, recipient, digest, queueId } = delivery;
      const rule = queueId === null ? null : await read(({ alertRules }) => alertRules.find(projectId, queueId));
      if (rule !== null && !rule?.isActive) return false;
      const email = await findAddress(read, delivery, rule);
      const text = await readMailText(read, delivery, publicUrl(), rule);
      if (email === undefined || text === undefined) return false;
      const messageId = `${digest}.${recipient}@${new URL(publicUrl()).hostname}`;
      // The recipient is the negative key of an address of the rule (see `findRuleRecipients`).
      const kind = recipient.startsWith('-') ? 'address' : 'member';
      limits.count({ kind, to: email, projectId, organizationId }, now);
      await mailer.send({ to: email, messageId, ...text });
      return true;
    },

    close: mailer.close,
  };
}

/** Returns a delivery by mail to each of the recipients. */
function mailsOf(
  recipients: readonly MailRecipient[],
  { project, queueId }: Pick<PendingAlerts, 'project' | 'queueId'>,
  { digest, alertCount }: Pick<Delivery, 'digest' | 'alertCount'>,
  now: number,
): Delivery[] {
  return recipients.map(({ id }) =>
    newDelivery(project, { digest, channel: 'mail', queueId, recipient: id, alertCount }, now),
  );
}

/**
 * Creates a digest for each assignee of the issues of pending alerts, so that nobody receives alerts about issues that
 * are assigned to others. The other recipients of the rule receive all alerts. Only current assignees count: a former
 * assignee receives no further alerts about an issue.
 */
async function createDeliveriesByAssignee(
  stores: Writers,
  pending: PendingAlerts,
  rule: AlertRule,
  now: number,
): Promise<void> {
  const { alerts } = stores;
  const groups = new Map<string, { assignee: Assignee | null; eventIds: string[] }>();
  for (const { eventId, assignee } of await alerts.listPendingAssignees(pending, MAX_COUNTED_ALERTS)) {
    const name = assignee === null ? '' : `${assignee.type} ${assignee.id}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { assignee, eventIds: [eventId] });
    else group.eventIds.push(eventId);
  }
  for (const { assignee, eventIds } of groups.values()) {
    const recipients = await findRuleRecipients(stores, pending.project, rule, assignee);
    if (recipients.length === 0) continue;
    const digest = newDigestId();
    const listed = eventIds.slice(0, MAX_LISTED_ALERTS);
    await alerts.assignDigests(
      pending,
      listed.map((eventId) => ({ eventId, digest })),
      now,
    );
    await alerts.insertDeliveries(mailsOf(recipients, pending, { digest, alertCount: eventIds.length }, now));
  }
  // The rest are alerts that the digests only count, and alerts without a recipient.
  await alerts.deletePending(pending, MAX_COUNTED_ALERTS);
}

/** Composes the text of a mail from the current data. Returns undefined if there is nothing left to report. */
async function readMailText(
  read: Read,
  delivery: Delivery,
  publicUrl: string,
  rule: AlertRule | null,
): Promise<MailText | undefined> {
  const { kind, projectId, organizationId } = delivery;
  // The end of an incident is reported only to services that keep incidents.
  if (kind === 'issue.resolved') return undefined;
  if (kind === 'alerts') {
    const content = await readAlertContent(read, delivery, { publicUrl, listed: MAX_LISTED_ALERTS, rule });
    return content && composeMail(content, await readStacks(read, content));
  }
  if (kind === 'crashFree.low' || kind === 'crashFree.recovered') {
    const content = rule && (await readCrashFreeContent(read, delivery, rule, publicUrl));
    return content ? composeCrashFreeMail(content, publicUrl) : undefined;
  }
  return read(async ({ organizations, projects, webhooks }) => {
    const organization = await organizations.find(organizationId);
    const project = await projects.findById(organizationId, projectId);
    const webhook = await webhooks.find(projectId);
    if (organization === undefined || project === undefined || !webhook?.isEnabled) return undefined;
    if (kind === 'webhook.failing' && webhook.notifiedAt === null) return undefined;
    return composeNotice({ kind, organization, project, webhook, publicUrl });
  });
}
