import { randomBytes } from 'node:crypto';
import type { AlertCondition } from '../domain/alertCondition';
import { type AlertRule, CONFIRMATION_DAYS, addressesOf, confirmationLink } from '../domain/alertRule';
import type { MailedInvitation, Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { lowerAscii } from '../domain/text';
import { HOUR_MS } from '../domain/time';
import type { Read, Readers, Write } from '../store/stores';
import { newMessageId } from './channel';
import {
  type MailLimits,
  type MailText,
  type Mailer,
  RequestedMails,
  escapeHtml,
  htmlFooter,
  htmlPage,
  oneLine,
  subjectLine,
} from './mailer';

/** A rule with addresses that may need a confirmation, and the caller who saves or tests the rule. */
export interface RuleOfAddresses {
  readonly rule: Pick<AlertRule, 'recipients' | 'conditions'>;
  readonly organization: Pick<Organization, 'id' | 'slug'>;
  readonly project: Pick<Project, 'id' | 'slug'>;
  /** Id of the member who saves or tests the rule; null for a token of the organization. */
  readonly memberId: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

export interface ConfirmationsOptions {
  readonly read: Read;
  readonly write: Write;
  /** Null if the service sends no mail. */
  readonly mailer: Mailer | null;
  readonly mailLimits: MailLimits;
  readonly publicUrl: () => string;
  readonly onError: (error: unknown) => void;
}

/** Asks the owners of addresses, by mail, whether alert rules may send mails to them. */
export class Confirmations extends RequestedMails {
  constructor(private readonly options: ConfirmationsOptions) {
    super();
  }

  /**
   * Begins to ask the owners of the addresses that are not confirmed. The caller does not wait for the mail server.
   * @param former the rule before it was changed; null for a new one
   */
  begin(request: RuleOfAddresses, former: Pick<AlertRule, 'recipients'> | null): void {
    this.start(this.#askOwners(request, former), this.options.onError);
  }

  /**
   * Asks the owner of an address, no matter when they were asked before.
   * @throws Error whose message is one sentence, if no mail can be sent
   */
  askAgain(request: RuleOfAddresses, address: string): Promise<void> {
    return this.#ask(request, address, request.now);
  }

  /**
   * Asks the owners of unconfirmed addresses. All rules of an organization ask an owner once; another rule asks again
   * after an hour, in case the mail was overlooked.
   */
  async #askOwners(request: RuleOfAddresses, former: Pick<AlertRule, 'recipients'> | null): Promise<void> {
    const { organization, rule, now } = request;
    if (this.options.mailer === null) return;
    const formerAddresses = new Set(addressesOf(former ?? { recipients: [] }).map(lowerAscii));
    const unconfirmed = await this.options.read((stores) => findUnconfirmed(stores, organization.id, rule));
    for (const address of unconfirmed) {
      const latest = formerAddresses.has(lowerAscii(address)) ? -1 : now - HOUR_MS;
      await this.#ask(request, address, latest).catch(this.options.onError);
    }
  }

  /** Sends the mail that asks. @param latest the owner is not asked again if they were asked after this time */
  async #ask(request: RuleOfAddresses, address: string, latest: number): Promise<void> {
    const { read, write, mailer, mailLimits, publicUrl } = this.options;
    const { organization, project, memberId, now } = request;
    if (mailer === null) return;
    const key = { organizationId: organization.id, address };
    const isRecent = await read(
      async ({ alertAddresses }) => ((await alertAddresses.findRequestTime(key)) ?? -1) > latest,
    );
    if (isRecent) return;
    mailLimits.count(
      { kind: 'confirmation', to: address, projectId: project.id, organizationId: organization.id },
      now,
    );
    const { url, hash } = confirmationLink(publicUrl(), randomBytes(32).toString('base64url'));
    const isAsked = await write(async ({ alertAddresses, projects }) => {
      const isPresent = (await projects.findById(organization.id, project.id)) !== undefined;
      return isPresent && alertAddresses.requestConfirmation(key, hash, now, latest);
    });
    if (!isAsked) return;
    try {
      const member =
        memberId === null ? undefined : await read(({ members }) => members.find(organization.id, memberId));
      const messageId = newMessageId(publicUrl());
      const text = composeConfirmation(request, { url, publicUrl: publicUrl(), email: member?.email ?? null });
      await mailer.send({ to: address, messageId, ...text });
    } catch (error) {
      await write(({ alertAddresses }) => alertAddresses.deleteRequest(hash));
      throw error;
    }
  }
}

/** Finds the addresses of a rule that are not confirmed, each once. */
export async function findUnconfirmed(
  { alertAddresses }: Pick<Readers, 'alertAddresses'>,
  organizationId: string,
  rule: Pick<AlertRule, 'recipients'>,
): Promise<string[]> {
  const addresses = new Map(addressesOf(rule).map((address) => [lowerAscii(address), address]));
  const confirmed = await alertAddresses.findConfirmed(organizationId, [...addresses.keys()]);
  return [...addresses].flatMap(([normal, address]) => (confirmed.has(normal) ? [] : [address]));
}

/** The subject of the alerts of each type of condition, in the words of the mail. */
const CONDITION_SUBJECTS = {
  new: 'new issues',
  regression: 'resolved issues that come back',
  escalating: 'ignored issues that escalate',
  events: 'issues with many events',
  users: 'issues that affect many users',
  feedback: 'feedback of users',
  crashFreeSessions: 'releases with many crashed sessions',
  crashFreeUsers: 'releases that crash for many users',
} as const satisfies Record<AlertCondition['type'], string>;

/**
 * Composes the mail. It names the organization and the project by their slugs, and contains no free text: a stranger
 * must not receive an advertisement in it.
 */
function composeConfirmation(
  { rule, organization, project }: Pick<RuleOfAddresses, 'rule' | 'organization' | 'project'>,
  { url, publicUrl, email }: { readonly url: string; readonly publicUrl: string; readonly email: string | null },
): MailText {
  const who = email === null ? 'A token' : oneLine(email);
  const about = rule.conditions.map(({ type }) => CONDITION_SUBJECTS[type]).join(', ');
  const question = [
    `${who} of the organization "${organization.slug}" wants Culprit, an error tracker at ${publicUrl}, to send mails to this address.`,
    `They would be alerts about errors in the project "${project.slug}": ${about}.`,
  ].join(' ');
  const answer = 'If you want them, open this link and confirm your address:';
  const otherwise = 'Otherwise ignore this mail: no alert is sent unless you confirm.';
  const footer = `The link is valid for ${CONFIRMATION_DAYS} days, or until a newer mail replaces it. It confirms the address for all alert rules of the organization.`;
  return {
    subject: subjectLine(`Confirm this address for alerts of ${organization.slug}`),
    text: [question, answer, url, otherwise, `-- \n${footer}`, ''].join('\n\n'),
    html: htmlPage([
      `<p>${escapeHtml(question)}</p>`,
      `<p>${escapeHtml(answer)}<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      htmlFooter(footer),
    ]),
  };
}

/** Mails invitations. */
export class InvitationMails extends RequestedMails {
  constructor(
    private readonly options: {
      /** Null if the service sends no mail. */
      readonly mailer: Mailer | null;
      readonly mailLimits: MailLimits;
      readonly publicUrl: () => string;
      readonly onError: (error: unknown) => void;
    },
  ) {
    super();
  }

  /**
   * Begins to send a mail; the caller does not wait for the mail server. Returns false if none is sent: the caller has
   * the link too.
   */
  begin(invitation: MailedInvitation): boolean {
    const { mailer, mailLimits, publicUrl, onError } = this.options;
    const { to, organization, now } = invitation;
    if (mailer === null) return false;
    try {
      mailLimits.count({ kind: 'invitation', to, projectId: '', organizationId: organization.id }, now);
    } catch (error) {
      onError(error);
      return false;
    }
    const text = composeInvitation(invitation, publicUrl());
    this.start(mailer.send({ to, messageId: newMessageId(publicUrl()), ...text }), onError);
    return true;
  }
}

/** Composes the mail. It contains no free text: a stranger must not receive an advertisement in it. */
function composeInvitation({ url, expiresAt, organization, inviter }: MailedInvitation, publicUrl: string): MailText {
  const who = inviter === null ? 'A token of the organization' : oneLine(inviter);
  const invitation = `${who} invites you to the organization "${organization.slug}" in Culprit, an error tracker at ${publicUrl}.`;
  const answer = 'To accept, open this link and choose a password:';
  const otherwise = 'If you expected no invitation, ignore this mail.';
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ');
  const footer = `The link works once, until ${until} UTC, or until a newer invitation replaces it.`;
  return {
    subject: subjectLine(`Invitation to ${organization.slug}`),
    text: [invitation, answer, url, otherwise, `-- \n${footer}`, ''].join('\n\n'),
    html: htmlPage([
      `<p>${escapeHtml(invitation)}</p>`,
      `<p>${escapeHtml(answer)}<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      htmlFooter(footer),
    ]),
  };
}
