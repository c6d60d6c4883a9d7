import type { DeliveryChannel } from '../../src/alerts/channel';
import { createMailChannel } from '../../src/alerts/mail';
import { openMailer } from '../../src/alerts/mailer';
import { createWebhookChannel, createWebhookPoster } from '../../src/alerts/webhook';
import { type AlertRule, type AlertRuleContent, type AlertTarget, ingestRuleOf } from '../../src/domain/alertRule';
import type { Organization } from '../../src/domain/organization';
import type { Project, ProjectSettings } from '../../src/domain/project';
import { EventBatcher } from '../../src/ingest/eventBatcher';
import type { ProcessedEvent } from '../../src/ingest/saveEvents';
import { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import type { Database, Writers } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, member, NOON, organization, project, team } from '../support/rows';

export const MINUTE = 60_000;
/** The key of signatures. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const PUBLIC_URL = 'https://errors.acme.test';

/** The properties of an event that a test sets. */
interface GivenEvent {
  readonly hash?: string;
  readonly tags?: readonly { readonly key: string; readonly value: string }[];
  readonly project?: Project;
  readonly sendsMail?: boolean;
  readonly labels?: Partial<
    Pick<ProcessedEvent, 'environment' | 'release' | 'level' | 'culprit' | 'body' | 'type' | 'record'>
  >;
  readonly database?: Database;
}

/** A project with a team, whose events are stored as the service stores them, and a clock that only tests advance. */
export class AlertFixture {
  now = NOON;
  readonly errors: unknown[] = [];
  private readonly jobs: DeliverAlertsJob[] = [];
  private readonly batchers = new Map<Database, Map<boolean, EventBatcher>>();

  private constructor(
    readonly temporary: TemporaryDatabase,
    readonly organization: Organization,
    readonly project: Project,
    readonly teamId: string,
  ) {}

  static async open(): Promise<AlertFixture> {
    const temporary = await openTemporaryDatabase();
    const { database } = temporary;
    return database.write(async (stores) => {
      const acme = await organization(stores, 'acme');
      const { id: teamId } = await team(stores, acme.id, 'backend');
      const shop = await project(stores, { organizationId: acme.id, slug: 'shop' });
      await stores.projects.addTeam({ organizationId: acme.id, projectId: shop.id, teamId });
      return new AlertFixture(temporary, acme, shop, teamId);
    });
  }

  get database(): Database {
    return this.temporary.database;
  }

  write<T>(work: (stores: Writers) => Promise<T>): Promise<T> {
    return this.database.write(work);
  }

  /** Adds a member to the project's team, or to none. */
  async member(email: string, { isInTeam = true } = {}): Promise<string> {
    const organizationId = this.organization.id;
    return this.write(async (stores) => {
      const { id } = await member(stores, organizationId, email);
      if (isInTeam) await stores.members.addToTeam({ organizationId, teamId: this.teamId, memberId: id });
      return id;
    });
  }

  /** Stores an event of a new issue, or of the issue with the grouping hash. Returns its id. */
  async event(title: string, given: GivenEvent = {}): Promise<string> {
    const [id = ''] = await this.events(title, [given]);
    return id;
  }

  /** Stores events of one project that arrive at the same time, in this order. Returns their ids. */
  async events(title: string, given: readonly GivenEvent[]): Promise<string[]> {
    const { project: of = this.project, database = this.database, sendsMail = true } = given[0] ?? {};
    const present = await this.database.read(({ projects }) => projects.findById(of.organizationId, of.id));
    const rules = await this.database.read(({ alertRules }) => alertRules.list(of.id));
    const alertRules = rules.flatMap(({ rule }) => (rule.isActive ? [ingestRuleOf(rule)] : []));
    const batcher = this.batcherOf(database, sendsMail);
    return Promise.all(
      given.map(async (one) => {
        const event = this.processedEvent(title, one);
        await batcher.save({ ...(present ?? of), alertRules }, event);
        return event.eventId;
      }),
    );
  }

  private processedEvent(title: string, { hash = hex(), tags = [], labels: more = {} }: GivenEvent): ProcessedEvent {
    const labels = { platform: 'node', environment: null, release: null, received: this.now, timestamp: this.now };
    const kind = { type: 'error', level: 'error', title, culprit: 'sum(cart.js)', hash } as const;
    return {
      eventId: hex(),
      ...labels,
      ...kind,
      tags: [...tags],
      searchEntries: [],
      record: JSON.stringify({ tags }),
      body: new Uint8Array(8),
      flags: [],
      ...more,
    };
  }

  /**
   * Returns the batcher of a database. It is the same for all events, so that concurrent events are saved in batches.
   */
  private batcherOf(database: Database, sendsMail: boolean): EventBatcher {
    const batchers = this.batchers.get(database) ?? new Map<boolean, EventBatcher>();
    this.batchers.set(database, batchers);
    const batcher = batchers.get(sendsMail) ?? new EventBatcher(database.write, sendsMail);
    batchers.set(sendsMail, batcher);
    return batcher;
  }

  /**
   * Creates a rule. Recipients are given without their keys. The owners of addresses have confirmed them, unless the
   * rule says otherwise.
   */
  async rule(
    given: Partial<Omit<AlertRuleContent, 'recipients' | 'filters'>> & {
      readonly recipients: readonly AlertTarget[];
      readonly filters?: Partial<AlertRuleContent['filters']>;
    },
    { isConfirmed = true } = {},
  ): Promise<AlertRule> {
    const { id: projectId, organizationId } = this.project;
    if (isConfirmed) await this.confirm(given.recipients);
    return this.write(async ({ alertRules }) => {
      const [id = '', ...keys] = await alertRules.allocateIds(1 + given.recipients.length);
      const recipients = given.recipients.map((target, index) => {
        const secret = target.type === 'webhook' && target.format === 'culprit' ? SECRET : null;
        return { ...target, key: keys[index] ?? '', secret };
      });
      const rule: AlertRule = {
        id,
        projectId,
        organizationId,
        name: 'Rule',
        isActive: true,
        frequency: 30,
        conditions: [{ type: 'new' }],
        dateCreated: this.now,
        dateUpdated: this.now,
        ...given,
        recipients: recipients,
        filters: { levels: [], environments: [], releases: [], tags: [], ...given.filters },
      };
      await alertRules.insert(rule);
      return rule;
    });
  }

  /** Has the owners of the addresses confirm them. */
  async confirm(recipients: readonly AlertTarget[]): Promise<void> {
    const organizationId = this.organization.id;
    await this.write(async ({ alertAddresses }) => {
      for (const one of recipients) {
        if (one.type !== 'email') continue;
        const hash = hex();
        await alertAddresses.requestConfirmation({ organizationId, address: one.address }, hash, this.now, this.now);
        await alertAddresses.confirm(hash, this.now);
      }
    });
  }

  /** Stores settings of the project. */
  async settings(settings: Partial<ProjectSettings>): Promise<void> {
    const engine = await this.temporary.openEngine();
    await engine.write((session) =>
      session.run('UPDATE project SET settings = ? WHERE id = ?', [JSON.stringify(settings), Number(this.project.id)]),
    );
    await engine.close();
  }

  /** Sets the project's webhook. */
  async webhook(url: string, isEnabled = true): Promise<void> {
    await this.write(({ webhooks }) =>
      webhooks.save(this.project, { url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', isEnabled }),
    );
  }

  /** Creates the job that sends mails, as the service has it. */
  mailJob(smtpUrl: string): DeliverAlertsJob {
    return this.jobFor(
      createMailChannel(this.database.read, openMailer(smtpUrl, 'Culprit <culprit@acme.test>'), () => PUBLIC_URL),
    );
  }

  webhookJob(means: Parameters<typeof createWebhookPoster>[0] = { allowsPrivate: true }): DeliverAlertsJob {
    return this.jobFor(
      createWebhookChannel({
        read: this.database.read,
        postWebhook: createWebhookPoster(means),
        publicUrl: () => PUBLIC_URL,
        sendsMail: true,
      }),
    );
  }

  jobFor(channel: DeliveryChannel): DeliverAlertsJob {
    const job = new DeliverAlertsJob({
      database: this.database,
      channel,
      onError: (error) => this.errors.push(error),
      clock: () => this.now,
    });
    this.jobs.push(job);
    return job;
  }

  async deliveries() {
    const page = { cursor: null, size: 100 };
    return (await this.database.read(({ alerts }) => alerts.list(this.organization.id, null, page))).rows;
  }

  async close(): Promise<void> {
    for (const job of this.jobs) job.close();
    await this.temporary.dispose();
  }
}
