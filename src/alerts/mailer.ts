import type { Delivery } from '../domain/alert';
import { type AlertRule, addressesOf } from '../domain/alertRule';
import type { Assignee } from '../domain/issue';
import { DEFAULT_OWNERSHIP } from '../domain/ownership';
import type { Project } from '../domain/project';
import { WindowCounts } from '../domain/rateLimit';
import { lowerAscii, truncate } from '../domain/text';
import { HOUR_MS } from '../domain/time';
import type { MailRecipient } from '../store/alerts';
import type { Read, Readers } from '../store/stores';
import type { Event, ExceptionValue, Frame, Stacktrace } from '../domain/event';

/** The content of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT_LENGTH = 250;

/** Shortens a subject, and puts it on one line. */
export function subjectLine(subject: string): string {
  return truncate(oneLine(subject), MAX_SUBJECT_LENGTH);
}

/** Replaces line breaks and invisible characters, which could begin another header or hide the rest of the line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Joins blocks of HTML to the page of a mail. */
export function htmlPage(blocks: readonly string[]): string {
  return `<!doctype html>\n<html lang="en">\n<body style="font-family:sans-serif;font-size:14px">\n${blocks.join('\n')}\n</body>\n</html>\n`;
}

/** Returns the small print at the end of a page. */
export function htmlFooter(text: string): string {
  return `<p style="color:#666;font-size:12px">${escapeHtml(text)}</p>`;
}

/** A frame as a mail shows it. */
interface ShownFrame {
  /** Such as `sumCart (src/cart.js:12)`. */
  readonly place: string;
  /** Source lines with their numbers; none if they are unknown. */
  readonly lines: readonly { readonly number: number; readonly text: string; readonly isCurrent: boolean }[];
}

/** An exception with the frames of the application, the newest first. */
export interface ShownException {
  readonly heading: string;
  readonly frames: readonly ShownFrame[];
  /** Number of further frames of the application. */
  readonly more: number;
}

const MAX_EXCEPTIONS = 3;
const MAX_FRAMES = 5;
/** Maximum number of source lines before the line of the frame, and of source lines after it. */
const MAX_CONTEXT = 2;
const MAX_LINE_LENGTH = 160;

/**
 * Returns the stack traces that a mail shows for an event, with the frames that source maps have resolved. Exceptions
 * are stored with the cause first, and shown with the cause last.
 */
export function describeStack({ exceptions, stacktrace, threads }: Event): ShownException[] {
  if (exceptions.length > 0) return exceptions.slice(-MAX_EXCEPTIONS).reverse().map(describeException);
  const trace = stacktrace ?? threads.find(({ crashed, current }) => crashed || current)?.stacktrace ?? null;
  return trace === null ? [] : [{ heading: 'Stack', ...describeFrames(trace) }];
}

function describeException({ type, value, stacktrace }: ExceptionValue): ShownException {
  const heading = [type ?? 'Error', value ?? ''].filter((text) => text !== '').join(': ');
  const frames = stacktrace === null ? { frames: [], more: 0 } : describeFrames(stacktrace);
  return { heading: shortLine(heading), ...frames };
}

/**
 * Selects the frames to show, newest first; stored frames begin with the oldest. If there is no frame of the
 * application, frames of libraries are shown.
 */
function describeFrames({ frames }: Stacktrace): Pick<ShownException, 'frames' | 'more'> {
  const inApp = frames.filter((frame) => frame.inApp);
  const selected = inApp.length > 0 ? inApp : frames;
  return {
    frames: selected.slice(-MAX_FRAMES).reverse().map(describeFrame),
    more: Math.max(0, selected.length - MAX_FRAMES),
  };
}

function describeFrame(frame: Frame): ShownFrame {
  const file = frame.filename ?? frame.absPath ?? frame.module ?? '<unknown>';
  const position = frame.lineno === null ? file : `${file}:${frame.lineno}`;
  return { place: shortLine(`${frame.function ?? '<anonymous>'} (${position})`), lines: describeLines(frame) };
}

function describeLines({ lineno, preContext, contextLine, postContext }: Frame): ShownFrame['lines'] {
  if (lineno === null || contextLine === null) return [];
  const before = preContext.slice(-MAX_CONTEXT);
  const texts = [...before, contextLine, ...postContext.slice(0, MAX_CONTEXT)];
  const first = lineno - before.length;
  return texts.map((text, index) => {
    const number = first + index;
    return { number, text: shortLine(text, false), isCurrent: number === lineno };
  });
}

/** Replaces line breaks and invisible characters, and limits the length. Source lines keep their spaces. */
function shortLine(text: string, joinsSpaces = true): string {
  const visible = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return truncate(joinsSpaces ? visible.replace(/ +/g, ' ').trim() : visible.trimEnd(), MAX_LINE_LENGTH);
}

/** A mail to one address. */
interface Mail extends MailText {
  readonly to: string;
  /** The id without angle brackets. It is the same for each attempt, so that a repeated mail can be recognized. */
  readonly messageId: string;
}

/** Sends mails through one server. */
export interface Mailer {
  /** Sends a mail, and resolves once the server has accepted it. @throws Error if it was not accepted */
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Mails that requests begin without waiting for the mail server. The service waits for them before it ends. */
export abstract class RequestedMails {
  readonly #inProgress = new Set<Promise<void>>();

  /** Begins a mail. @param onError called if it fails */
  protected start(mail: Promise<void>, onError: (error: unknown) => void): void {
    const attempt = mail.catch(onError).finally(() => this.#inProgress.delete(attempt));
    this.#inProgress.add(attempt);
  }

  /** Resolves once nothing is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.#inProgress);
  }
}

/** Milliseconds for the parts of one delivery. Together they are less than the limit of a delivery. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
/**
 * Milliseconds after which a connection is cut if the service has closed its side and the server has not: the process
 * cannot end before.
 */
const CLOSE_TIMEOUT_MS = 1_000;
/** Maximum number of connections to the mail server. */
export const MAX_CONNECTIONS = 5;

/**
 * Creates a mailer for the server of an SMTP URL. Connections are opened when there is something to send. `smtps:` uses
 * TLS from the start. `smtp:` upgrades to TLS if the server offers it, and does not check the certificate: an attacker
 * who could present a wrong one could also hide the offer. With `?tls=required` TLS and a valid certificate are
 * required.
 */
export function openMailer(url: string, from: string): Mailer {
  const { protocol, hostname, port, username, password, search } = new URL(url);
  const secure = protocol === 'smtps:';
  const isRequired = search === '?tls=required';
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = {
    pool: true as const,
    maxConnections: MAX_CONNECTIONS,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: isRequired,
    tls: { rejectUnauthorized: secure || isRequired },
    ...TIMEOUTS,
    socketCloseTimeout: CLOSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
  // Most services send no mail, or none for long: the library is loaded for the first one.
  const load = async () => (await import('nodemailer')).createTransport(options);
  let transport: ReturnType<typeof load> | undefined;
  const envelopeFrom = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const name = from === envelopeFrom ? '' : from.slice(0, from.indexOf('<')).trim();
  return {
    async send({ to, messageId, subject, text, html }) {
      const opened = await (transport ??= load());
      await opened.sendMail({
        from: { name, address: envelopeFrom },
        to: { name: '', address: to },
        envelope: { from: envelopeFrom, to: [to] },
        messageId: `<${messageId}>`,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => {
      // The service has given up the deliveries in progress.
      void transport?.then((opened) => opened.close({ force: true }));
    },
  };
}

/**
 * Maximum numbers of mails in an hour: of an organization or a project to one address (`ofOrganization`, `ofProject`),
 * and to all addresses together (`organization`, `project`). No limit is for an address alone: one organization could
 * use it up, and the address would get no mails of others.
 */
const LIMITS = {
  /** Test mails: the recipients other than the person who runs the test did not ask for them. */
  test: { ofOrganization: 20, ofProject: 5, project: 100, organization: 200 },
  /** Mails that ask the owner of an address, who did not request anything, to confirm it. */
  confirmation: { ofOrganization: 3, ofProject: Infinity, project: 20, organization: 50 },
  /** Mails that invite members, to addresses that managers typed. */
  invitation: { ofOrganization: 5, ofProject: Infinity, project: Infinity, organization: 100 },
  /** Alerts to members, who can unsubscribe. */
  member: { ofOrganization: Infinity, ofProject: 120, project: 2_000, organization: Infinity },
  /** Alerts to other addresses. */
  address: { ofOrganization: 120, ofProject: 30, project: 300, organization: 1_000 },
} as const;

const NAMES = {
  test: 'test mails',
  confirmation: 'confirmation mails',
  invitation: 'invitations',
  member: 'mails',
  address: 'mails',
} as const;

export type MailKind = keyof typeof LIMITS;

/** A mail before it is sent. */
interface LimitedMail {
  readonly kind: MailKind;
  readonly to: string;
  /** Empty for a mail about no project. */
  readonly projectId: string;
  readonly organizationId: string;
}

/**
 * Limits the mails that a project and an organization send, in total and to one address, in the memory of this process.
 */
export class MailLimits {
  readonly #counts = new WindowCounts(HOUR_MS);

  /** Counts a mail before it is sent. @throws Error whose message is one sentence, if there were too many this hour */
  count({ kind, to, projectId, organizationId }: LimitedMail, now: number): void {
    const limits = LIMITS[kind];
    const address = lowerAscii(to);
    const counted = [
      { key: `${address} in ${projectId}`, limit: limits.ofProject, scope: 'from this project to this address' },
      {
        key: `${address} of ${organizationId}`,
        limit: limits.ofOrganization,
        scope: 'from this organization to this address',
      },
      { key: `project ${projectId}`, limit: limits.project, scope: 'from this project' },
      { key: `organization ${organizationId}`, limit: limits.organization, scope: 'from this organization' },
    ];
    for (const { key, limit, scope } of counted) {
      if (this.#counts.add(`${kind} ${key}`, now) <= limit) continue;
      const minutes = Math.ceil(this.#counts.secondsLeft(now) / 60);
      throw new Error(
        `${limit} ${NAMES[kind]} were sent ${scope} in this hour, which is the limit; the next one can be sent in ${minutes} minutes.`,
      );
    }
  }
}

type RecipientStores = Pick<Readers, 'alerts' | 'alertAddresses' | 'ownership'>;

/**
 * Finds the recipients of mails, each address once: of a rule that has no assignee among its recipients, or of the
 * project itself, whose mails go to the members of its teams. Members who disabled the project's mails are left out.
 * @param rule null for the project itself, undefined for a rule that was removed
 */
export async function findRecipients(
  stores: RecipientStores,
  project: Pick<Project, 'id' | 'organizationId'>,
  rule: AlertRule | null | undefined,
): Promise<MailRecipient[]> {
  if (rule === null) return stores.alerts.findRecipients(project);
  if (!rule?.isActive) return [];
  return findRuleRecipients(stores, project, rule, null);
}

/**
 * Finds the recipients of the mails of a rule, active or not, about issues of one assignee. An address of the rule
 * itself has its negative key as id; unconfirmed addresses are left out.
 * @param assignee null for nobody: then the members of the project's teams receive the mails in place of the assignee,
 * unless the project disables that
 */
export async function findRuleRecipients(
  { alerts, alertAddresses, ownership }: RecipientStores,
  project: Pick<Project, 'id' | 'organizationId'>,
  rule: Pick<AlertRule, 'recipients'>,
  assignee: Assignee | null,
): Promise<MailRecipient[]> {
  const isForNobody = assignee === null && rule.recipients.some(({ type }) => type === 'assignee');
  const { fallthrough } = (isForNobody && (await ownership.find(project.id))) || DEFAULT_OWNERSHIP;
  const substitute = assignee ?? (fallthrough ? ({ type: 'project' } as const) : null);
  const recipients = rule.recipients.flatMap((one) => (one.type === 'assignee' ? (substitute ?? []) : one));
  const idsOf = (kind: 'member' | 'team') =>
    recipients.flatMap((recipient) => (recipient.type === kind ? [recipient.id] : []));
  const [memberIds, teamIds] = [idsOf('member'), idsOf('team')];
  const confirmed = await alertAddresses.findConfirmed(project.organizationId, addressesOf(rule));
  const allRecipients = [
    ...(recipients.some(({ type }) => type === 'project') ? await alerts.findRecipients(project) : []),
    ...(memberIds.length + teamIds.length > 0 ? await alerts.findRuleRecipients(project, { memberIds, teamIds }) : []),
    ...recipients.flatMap((one) =>
      one.type === 'email' && confirmed.has(lowerAscii(one.address)) ? [{ id: `-${one.key}`, email: one.address }] : [],
    ),
  ];
  return [...new Map(allRecipients.reverse().map((one) => [lowerAscii(one.email), one])).values()].reverse();
}

/**
 * Finds the address to which a delivery is sent. Returns undefined if the mail must not be sent any more.
 * @param rule the rule of the delivery; null for a delivery of the project itself
 */
export async function findAddress(
  read: Read,
  { projectId, organizationId, recipient }: Delivery,
  rule: AlertRule | null,
): Promise<string | undefined> {
  const ruleRecipient = rule?.recipients.find(({ key }) => recipient === `-${key}`);
  return read(async ({ alerts, alertAddresses, members }) => {
    if (ruleRecipient !== undefined) {
      if (ruleRecipient.type !== 'email') return undefined;
      const confirmed = await alertAddresses.findConfirmed(organizationId, [ruleRecipient.address]);
      return confirmed.has(lowerAscii(ruleRecipient.address)) ? ruleRecipient.address : undefined;
    }
    const isMuted = await alerts.isMuted(projectId, recipient);
    return isMuted ? undefined : (await members.find(organizationId, recipient))?.email;
  });
}
