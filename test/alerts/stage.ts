import { AlertSender } from '../../src/alerts/sender';
import type { Channel } from '../../src/alerts/channel';
import { mailChannel } from '../../src/alerts/mailChannel';
import { openMailer } from '../../src/alerts/mailer';
import { createPoster } from '../../src/alerts/post';
import { webhookChannel } from '../../src/alerts/webhookChannel';
import type { Organization } from '../../src/domain/organization';
import type { Project } from '../../src/domain/project';
import type { ProjectSettings } from '../../src/domain/settings';
import type { PreparedEvent } from '../../src/ingest/digest';
import { DigestQueue } from '../../src/ingest/digestQueue';
import type { Database, Writers } from '../../src/store/stores';
import { type TemporaryDatabase, openTemporaryDatabase } from '../support/database';
import { hex, member, NOON, organization, project, team } from '../store/rows';

export const MINUTE = 60_000;
export const PUBLIC_URL = 'https://errors.acme.test';

/** A project with a team, whose events are stored as the service stores them, and a clock that stands until it is moved. */
export class AlertStage {
  now = NOON;
  readonly faults: unknown[] = [];
  private readonly senders: AlertSender[] = [];

  private constructor(
    readonly temporary: TemporaryDatabase,
    readonly organization: Organization,
    readonly project: Project,
    readonly teamId: string,
  ) {}

  static async open(): Promise<AlertStage> {
    const temporary = await openTemporaryDatabase();
    const { database } = temporary;
    return database.write(async (stores) => {
      const acme = await organization(stores, 'acme');
      const { id: teamId } = await team(stores, acme.id, 'backend');
      const shop = await project(stores, { organizationId: acme.id, slug: 'shop' });
      await stores.projects.addTeam({ organizationId: acme.id, projectId: shop.id, teamId });
      return new AlertStage(temporary, acme, shop, teamId);
    });
  }

  get database(): Database {
    return this.temporary.database;
  }

  write<T>(work: (stores: Writers) => Promise<T>): Promise<T> {
    return this.database.write(work);
  }

  /** A member of the project's team, or of none. */
  async member(email: string, { isInTeam = true } = {}): Promise<string> {
    const organizationId = this.organization.id;
    return this.write(async (stores) => {
      const { id } = await member(stores, organizationId, email);
      if (isInTeam) await stores.members.joinTeam({ organizationId, teamId: this.teamId, memberId: id });
      return id;
    });
  }

  /** Stores an event of its own kind, or of the kind that `hash` names; answers its id. */
  async event(
    title: string,
    given: {
      hash?: string;
      tags?: readonly { key: string; value: string }[];
      project?: Project;
      tellsMembers?: boolean;
    } = {},
  ): Promise<string> {
    const { hash = hex(), tags = [], project: of = this.project, tellsMembers = true } = given;
    const eventId = hex();
    const labels = { platform: 'node', environment: null, release: null, received: this.now, timestamp: this.now };
    const kind = { type: 'error', level: 'error', title, culprit: 'sum(cart.js)', hash } as const;
    const event = {
      eventId,
      ...labels,
      ...kind,
      tags: [...tags],
      record: JSON.stringify({ tags }),
      body: new Uint8Array(8),
      flags: [],
    };
    const present = await this.database.read(({ projects }) => projects.findById(of.organizationId, of.id));
    await new DigestQueue(this.database.write, tellsMembers).digest(present ?? of, event satisfies PreparedEvent);
    return eventId;
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
      webhooks.put(this.project, { url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', isEnabled }),
    );
  }

  /** A sender of mails as the service has it. */
  mailSender(smtpUrl: string): AlertSender {
    return this.sender(
      mailChannel(this.database.read, openMailer(smtpUrl, 'Culprit <culprit@acme.test>'), () => PUBLIC_URL),
    );
  }

  webhookSender(means: Parameters<typeof createPoster>[0] = { allowsPrivate: true }): AlertSender {
    return this.sender(webhookChannel(this.database.read, createPoster(means), () => PUBLIC_URL));
  }

  sender(channel: Channel): AlertSender {
    const made = new AlertSender(
      this.database,
      channel,
      (fault) => this.faults.push(fault),
      () => this.now,
    );
    this.senders.push(made);
    return made;
  }

  deliveries() {
    return this.database.read(({ alerts }) => alerts.list(this.organization.id, null, 100));
  }

  async close(): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.stop()));
    await this.temporary.dispose();
  }
}
