import type { AlertRule, QueuedRecipient, RuleTestResult, WebhookRecipient } from '../domain/alertRule';
import { Unavailable } from '../domain/errors';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { ALERT_SERVICES } from '../presenters/alertServices';
import type { MailRecipient } from '../store/alerts';
import type { Read } from '../store/stores';
import { withDeadline } from '../net/privateNetworkGuard';
import { type AlertContent, errorMessageOf, newDigestId, TestSlots, testAlertContent } from './channel';
import { type Confirmations, findUnconfirmed } from './confirmations';
import { type MailLimits, type Mailer, findRuleRecipients } from './mailer';
import { composeMail } from './mail';
import { presentTicketDraft } from '../presenters/issue';
import { TICKET_SYSTEMS } from '../tickets/systems';
import type { TicketClient } from '../tickets/ticketClient';
import { alertBodies, type PostWebhook, ruleRequest } from './webhook';

/** Maximum number of mails of one test. */
const MAX_MAILS = 50;
const TIMEOUT_MS = 30_000;
const UNCONFIRMED = 'The owner of the address has not confirmed it, so that it receives no alerts.';
const ASKED = `${UNCONFIRMED} A mail that asks for it was sent now.`;
const NO_MAIL_SERVER = 'The service sends no mail, because SMTP_URL is not set.';

/** A rule to test, and the caller who tests it. */
export interface RuleTest {
  readonly rule: AlertRule;
  readonly organization: Organization;
  readonly project: Project;
  /** Id of the member who tests the rule; null for a token of the organization. */
  readonly memberId: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

export interface RuleTesterOptions {
  readonly read: Read;
  /** Null if the service sends no mail. */
  readonly mailer: Mailer | null;
  readonly mailLimits: MailLimits;
  readonly confirmations: Confirmations;
  readonly postWebhook: PostWebhook;
  readonly tickets: TicketClient;
  readonly publicUrl: () => string;
}

/** Sends test alerts to the recipients of alert rules. One test of a rule is in progress at a time. */
export class RuleTester {
  readonly #slots = new TestSlots();

  constructor(private readonly options: RuleTesterOptions) {}

  /**
   * Sends a test alert to each recipient and returns the results.
   * @throws Unavailable if too many tests are in progress
   */
  async test(test: RuleTest): Promise<RuleTestResult[]> {
    const { rule, project, organization } = test;
    const refused = 'A test of this rule or too many other tests are in progress; try again later.';
    const end = this.#slots.begin(organization.id, rule.id, new Unavailable(refused, 30));
    try {
      const { recipients, unconfirmed } = await this.options.read(async (stores) => ({
        recipients: await findRuleRecipients(stores, project, rule, null),
        unconfirmed: await findUnconfirmed(stores, organization.id, rule),
      }));
      const content = testAlertContent(test, this.options.publicUrl(), newDigestId());
      const mails = recipients.slice(0, MAX_MAILS).map((recipient) => this.#testMail(recipient, content, test));
      const webhooks = rule.recipients.flatMap((recipient) =>
        recipient.type === 'webhook' ? [this.#testWebhook(recipient, content, test)] : [],
      );
      const questions = unconfirmed.map((address) => this.#askAgain(address, test));
      const tickets = rule.recipients.flatMap((recipient) =>
        recipient.type === 'ticket' ? [this.#testTicket(recipient, content, test)] : [],
      );
      return await Promise.all([...mails, ...questions, ...webhooks, ...tickets]);
    } finally {
      end();
    }
  }

  #testMail({ id, email }: MailRecipient, content: AlertContent, { project, now }: RuleTest): Promise<RuleTestResult> {
    const { mailer, mailLimits } = this.options;
    const messageId = `${newDigestId()}.${id}@${new URL(content.publicUrl).hostname}`;
    const about = { channel: 'mail', recipient: email, key: null } as const;
    return attempt(about, 'The mail server accepted the test.', async () => {
      if (mailer === null) throw new Error(NO_MAIL_SERVER);
      const { id: projectId, organizationId } = project;
      mailLimits.count({ kind: 'test', to: email, projectId, organizationId }, now);
      await mailer.send({ to: email, messageId, ...composeMail(content) });
    });
  }

  /** Sends the mail that asks for the confirmation again: an unconfirmed address gets no test alert. */
  async #askAgain(address: string, test: RuleTest): Promise<RuleTestResult> {
    const { mailer, confirmations } = this.options;
    const about = { channel: 'mail', recipient: address, key: null } as const;
    const result = await attempt(about, ASKED, async () => {
      if (mailer === null) throw new Error(NO_MAIL_SERVER);
      await confirmations.askAgain(test, address).catch((error: unknown) => {
        throw new Error(`${UNCONFIRMED} No mail that asks for it could be sent: ${errorMessageOf(error)}`);
      });
    });
    return { ...result, delivered: false };
  }

  #testWebhook(webhook: WebhookRecipient, content: AlertContent, { now }: RuleTest): Promise<RuleTestResult> {
    const id = newDigestId();
    const { project, message, body } = alertBodies({ digest: id, dateCreated: now }, content);
    const request = (isOver: boolean) =>
      ruleRequest(webhook, { project, message: { ...message, isOver }, body: { ...body, type: 'test' } }, { id, now });
    const about = { channel: 'webhook', recipient: new URL(webhook.url).host, key: webhook.key } as const;
    return attempt(about, 'The webhook confirmed the test alert.', async (signal) => {
      await this.options.postWebhook(request(false), signal);
      // A test leaves no incident behind.
      if (ALERT_SERVICES[webhook.format].keepsIncidents) await this.options.postWebhook(request(true), signal);
    });
  }

  /** Asks the ticket system for the project, which proves the token. Creates no ticket, which would be left behind. */
  async #testTicket(
    { connection: id, key }: Extract<QueuedRecipient, { type: 'ticket' }>,
    { alerts: [alert] }: AlertContent,
    { organization }: RuleTest,
  ): Promise<RuleTestResult> {
    const { read, tickets } = this.options;
    const connection = await read((stores) => stores.tickets.findConnection(organization.id, id));
    const { title } = presentTicketDraft(alert.issue, alert);
    const system = connection === undefined ? '' : TICKET_SYSTEMS[connection.kind].name;
    const success = `${system} accepts the token. An alert creates a ticket such as “${title}”; the test created none.`;
    return attempt({ channel: 'ticket', recipient: connection?.project ?? id, key }, success, async (signal) => {
      if (connection === undefined) throw new Error('The connection was removed: nothing creates tickets there.');
      await tickets.check(tickets.access(connection), signal);
    });
  }
}

/** Runs an attempt to deliver and returns its result. */
async function attempt(
  about: Pick<RuleTestResult, 'channel' | 'recipient' | 'key'>,
  success: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<RuleTestResult> {
  const began = performance.now();
  const error = await withDeadline(new AbortController().signal, TIMEOUT_MS, work).then(() => null, errorMessageOf);
  return {
    ...about,
    delivered: error === null,
    detail: error ?? success,
    durationMs: Math.round(performance.now() - began),
  };
}
