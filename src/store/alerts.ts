import {
  ALERT_CHANNELS,
  type Alert,
  type AlertChannel,
  CIRCUIT_FAILURES,
  type Delivery,
  type DeliveryState,
  MAX_DUE_DELAY_MS,
  MAX_RECENT_DELIVERIES,
} from '../domain/alert';
import type { AlertRule, RuleAlert } from '../domain/alertRule';
import type { Assignee, Issue } from '../domain/issue';
import { type Page, type PageRequest, readPage, withoutMark } from '../domain/page';
import type { Project } from '../domain/project';
import { type Dialect, hexText, isAmong, isAmongBytes, isAmongTexts, jsonIntegers } from './engine/dialect';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issues/issueRows';
import { sliceStatements } from './keyset';
import { PROJECT_COLUMNS, type ProjectRow, readProject } from './projects';
import { EntityStore, eventIdValue, idValue, listValue, type ReadSession, type Session } from './engine/sql';

/**
 * The alerts of a project and a channel in one queue: the mails of one rule, the deliveries to one webhook or ticket
 * connection of a rule, or the alerts that no rule sends.
 */
export interface AlertQueue {
  readonly projectId: string;
  readonly channel: AlertChannel;
  /** Id of the rule or the key of its recipient; null for alerts to the members of the project, or to its webhook. */
  readonly queueId: string | null;
}

/** An alert and its queue. */
export type QueuedAlert = AlertQueue & Alert;

/** A queue with alerts that are not in a digest yet, and the times of the first and the last of these. */
export interface PendingAlerts extends AlertQueue {
  readonly project: Project;
  /** Milliseconds since 1970, UTC. */
  readonly first: number;
  readonly last: number;
  /** Number of waiting deliveries of the queue, counted up to `MAX_RECENT_DELIVERIES`. */
  readonly waiting: number;
  /** Number of deliveries of the queue created within the last minute, counted up to `MAX_RECENT_DELIVERIES`. */
  readonly recent: number;
}

const RECENT_MS = 60_000;

/** Maximum number of deliveries in progress: of all projects, of one organization, and of one project. */
export interface DeliverySlots {
  readonly total: number;
  readonly perOrganization: number;
  readonly perProject: number;
}

/** The project of a delivery, and its organization. */
type DeliveryOwner = Pick<Delivery, 'projectId' | 'organizationId'>;

/** The limits of a claim: the slots, and the deliveries that occupy some of them. */
export interface DeliveryDemand {
  readonly channel: AlertChannel;
  readonly now: number;
  readonly slots: DeliverySlots;
  readonly inProgress: readonly DeliveryOwner[];
}

/** An alert with its issue and event. */
export interface AlertRow extends Alert {
  readonly issue: Issue;
  /** The stored form of the event's list record. */
  readonly record: string;
}

/** The primary key of a delivery. */
export type DeliveryKey = Pick<Delivery, 'projectId' | 'digest' | 'recipient'>;

/**
 * A delivery with the slug of its project, its rule if that still exists, and the recipient's e-mail address (null for
 * a webhook).
 */
export interface ListedDelivery extends Delivery {
  readonly project: string;
  readonly ruleId: string | null;
  /** Name of the rule. */
  readonly rule: string | null;
  readonly email: string | null;
}

type PendingAlertsRow = ProjectRow & Omit<PendingAlerts, 'project' | keyof AlertQueue> & { queueId: string | null };
/** `content` is the content of the rule. */
type ListedRow = ListedDelivery & { content: string | null };
type DueProjectRow = DeliveryOwner & { failures: number | null };
/** The number of deliveries that a claim takes from a project. */
type ClaimPlan = { projectId: string; count: number };
type DigestAlertRow = Pick<AlertRow, 'eventId' | 'reason' | 'dateCreated'>;
type EventIssueRow = IssueRow & Pick<AlertRow, 'eventId' | 'record'>;

/** Maximum number of waiting deliveries that are counted: reading more of the index would take a while. */
const MAX_COUNTED = 10_000;

/** Maximum number of deliveries about one event that are listed. */
const MAX_OF_EVENT = 100;

/** The columns that a query of `alert_delivery d` selects for a `Delivery`. */
const DELIVERY_COLUMNS = `CAST(d.project_id AS TEXT) AS "projectId", CAST(d.organization_id AS TEXT) AS "organizationId",
  d.digest AS "digest", d.channel AS "channel", CAST(NULLIF(d.queue_id, 0) AS TEXT) AS "queueId", d.kind AS "kind", CAST(d.recipient AS TEXT) AS "recipient", d.state AS "state",
  d.alert_count AS "alertCount", d.attempts AS "attempts", d.due_at AS "dueAt", d.date_created AS "dateCreated",
  d.date_settled AS "dateSettled", d.error AS "error"`;

/**
 * Columns about the row of `queue`. Parameters: the channel, four times; the times between which a delivery is recent.
 */
const PENDING_COLUMNS = `${PROJECT_COLUMNS}, CAST(NULLIF(queue.queue_id, 0) AS TEXT) AS "queueId",
    (SELECT MIN(a.date_created) FROM alert a
      WHERE a.channel = ? AND a.digest IS NULL AND a.project_id = queue.project_id AND a.queue_id = queue.queue_id) AS "first",
    (SELECT MAX(a.date_created) FROM alert a
      WHERE a.channel = ? AND a.digest IS NULL AND a.project_id = queue.project_id AND a.queue_id = queue.queue_id) AS "last",
    (SELECT COUNT(*) FROM (SELECT 1 FROM alert_delivery d WHERE d.channel = ? AND d.project_id = queue.project_id
      AND d.queue_id = queue.queue_id AND d.state = 'waiting' LIMIT ${MAX_RECENT_DELIVERIES}) w) AS "waiting",
    (SELECT COUNT(*) FROM (SELECT 1 FROM alert_delivery d WHERE d.channel = ? AND d.project_id = queue.project_id
      AND d.queue_id = queue.queue_id AND d.date_created > ? AND d.date_created <= ? LIMIT ${MAX_RECENT_DELIVERIES}) r) AS "recent"`;
/** Walks the index from project to project: many alerts of one project cost no more than a few. */
const FIND_PENDING = `WITH RECURSIVE busy (project_id) AS (
    SELECT MIN(a.project_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.queue_id = 0
    UNION ALL
    SELECT (SELECT MIN(a.project_id) FROM alert a
        WHERE a.channel = ? AND a.digest IS NULL AND a.queue_id = 0 AND a.project_id > busy.project_id)
      FROM busy WHERE busy.project_id IS NOT NULL),
  queue (project_id, queue_id) AS (SELECT busy.project_id, 0 FROM busy)
  SELECT ${PENDING_COLUMNS} FROM queue JOIN project ON project.id = queue.project_id`;
/** Walks the index from queue to queue. Each queue belongs to one project. */
const FIND_PENDING_OF_RULES = `WITH RECURSIVE busy (queue_id) AS (
    SELECT MIN(a.queue_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.queue_id > 0
    UNION ALL
    SELECT (SELECT MIN(a.queue_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.queue_id > 0 AND a.queue_id > busy.queue_id)
      FROM busy WHERE busy.queue_id IS NOT NULL),
  queue (project_id, queue_id) AS (SELECT (SELECT MIN(a.project_id) FROM alert a
    WHERE a.channel = ? AND a.digest IS NULL AND a.queue_id > 0 AND a.queue_id = busy.queue_id), busy.queue_id FROM busy)
  SELECT ${PENDING_COLUMNS} FROM queue JOIN project ON project.id = queue.project_id`;

const LIST_BY_DIGEST = `SELECT a.event_id AS "eventId", a.reason AS "reason", a.date_created AS "dateCreated" FROM alert a
  WHERE a.project_id = ? AND a.digest = ? ORDER BY a.date_created, a.event_id`;
/**
 * Selects the issue to which the event belongs now: since the alert was created, its issue may have been merged or
 * split.
 */
const LIST_ISSUES_OF_EVENTS = (
  dialect: Dialect,
) => `SELECT ${ISSUE_COLUMNS}, ${hexText(dialect, 'e.event_id')} AS "eventId", e.record AS "record"
  FROM event e JOIN issue i ON i.project_id = e.project_id AND i.id = e.issue_id
  WHERE e.project_id = ? AND ${isAmongBytes(dialect, 'e.event_id')}`;

const INSERT = `INSERT INTO alert (project_id, channel, queue_id, event_id, issue_id, reason, date_created) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, channel, queue_id, event_id) DO UPDATE
  SET issue_id = excluded.issue_id, reason = excluded.reason, date_created = excluded.date_created, digest = NULL`;
const FIND_OLDEST_PENDING = `SELECT event_id AS "eventId" FROM alert WHERE project_id = ? AND channel = ? AND queue_id = ? AND digest IS NULL
  ORDER BY date_created, event_id LIMIT ?`;
/** Number of events whose issues are read at a time, with their records. */
const EVENTS_PER_READ = 500;
const ASSIGN_DIGEST =
  'UPDATE alert SET digest = ? WHERE project_id = ? AND channel = ? AND queue_id = ? AND event_id = ?';
const DELETE_ALERT = 'DELETE FROM alert WHERE project_id = ? AND channel = ? AND queue_id = ? AND event_id = ?';
const DELETE_OUTDATED = `DELETE FROM alert
  WHERE project_id = ? AND channel = ? AND queue_id = ? AND digest IS NULL AND date_created < ?`;
/** Lists the events about which deliveries to a recipient wait. */
const LIST_WAITING = `SELECT a.event_id AS "eventId" FROM alert_delivery d
  JOIN alert a ON a.project_id = d.project_id AND a.digest = d.digest
  WHERE d.channel = ? AND d.project_id = ? AND d.state = 'waiting' AND d.recipient = ?`;
const DELETE_PENDING = `DELETE FROM alert WHERE project_id = ? AND channel = ? AND queue_id = ? AND event_id IN (
  SELECT a.event_id FROM alert a WHERE a.project_id = ? AND a.channel = ? AND a.queue_id = ? AND a.digest IS NULL
  ORDER BY a.date_created, a.event_id LIMIT ?)`;
/** Alerts of rules remain, so that the decisions of a rule lead to the deliveries. */
const DELETE_DIGEST = `DELETE FROM alert WHERE project_id = ? AND digest = ? AND queue_id = 0
  AND NOT EXISTS (SELECT 1 FROM alert_delivery d WHERE d.project_id = alert.project_id AND d.digest = alert.digest AND d.state = 'waiting')`;

const INSERT_DELIVERY = `INSERT INTO alert_delivery (project_id, digest, recipient, organization_id, channel, queue_id, kind, state, alert_count,
    attempts, due_at, date_created, date_settled, error)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** Reads two ends of one index: due deliveries, and deliveries scheduled before the clock was set back. */
const ANY_DELIVERY_DUE = `SELECT 1 AS "due" WHERE EXISTS (
    SELECT 1 FROM alert_delivery WHERE channel = ? AND state = 'waiting' AND due_at <= ?)
  OR EXISTS (SELECT 1 FROM alert_delivery WHERE channel = ? AND state = 'waiting' AND due_at > ?)`;
/** Makes deliveries due that were scheduled before the clock was set back. */
const RESCHEDULE_AFTER_CLOCK_CHANGE =
  "UPDATE alert_delivery SET due_at = ? WHERE channel = ? AND state = 'waiting' AND due_at > ?";
const MEASURE_WAITING = `SELECT COUNT(*) AS "waiting", MIN(w.due_at) AS "dueAt" FROM (
  SELECT due_at FROM alert_delivery WHERE channel = ? AND state = 'waiting' ORDER BY due_at LIMIT ${MAX_COUNTED}) w`;
/**
 * Walks the index of waiting deliveries from project to project: many deliveries of one project cost no more than a
 * few. Leaves out projects and organizations without a free slot.
 */
const FIND_DUE_PROJECTS = (dialect: Dialect) => `WITH RECURSIVE waiting (project_id) AS (
    SELECT MIN(d.project_id) FROM alert_delivery d WHERE d.channel = ? AND d.state = 'waiting'
    UNION ALL
    SELECT (SELECT MIN(d.project_id) FROM alert_delivery d
        WHERE d.channel = ? AND d.state = 'waiting' AND d.project_id > waiting.project_id)
      FROM waiting WHERE waiting.project_id IS NOT NULL)
  SELECT CAST(due.project_id AS TEXT) AS "projectId", CAST(p.organization_id AS TEXT) AS "organizationId", h.failures AS "failures"
  FROM (SELECT waiting.project_id, (SELECT MIN(d.due_at) FROM alert_delivery d
      WHERE d.channel = ? AND d.state = 'waiting' AND d.project_id = waiting.project_id) AS due_at FROM waiting) due
    JOIN project p ON p.id = due.project_id LEFT JOIN webhook h ON h.project_id = due.project_id
  WHERE due.due_at <= ? AND due.project_id NOT IN (${jsonIntegers(dialect)}) AND p.organization_id NOT IN (${jsonIntegers(dialect)})
  ORDER BY due.due_at, due.project_id LIMIT ?`;
const FIND_DUE = `SELECT ${DELIVERY_COLUMNS} FROM alert_delivery d
  WHERE d.channel = ? AND d.project_id = ? AND d.state = 'waiting' AND d.due_at <= ?
  ORDER BY d.due_at, d.digest, d.recipient LIMIT ?`;
/** Postpones deliveries that are due before a time. */
const PAUSE = `UPDATE alert_delivery SET due_at = ?
  WHERE channel = ? AND project_id = ? AND queue_id = ? AND state = 'waiting' AND due_at < ?`;
const RESUME = `UPDATE alert_delivery SET due_at = ?
  WHERE channel = ? AND project_id = ? AND queue_id = ? AND state = 'waiting' AND due_at > ?`;
const CLAIM =
  'UPDATE alert_delivery SET attempts = attempts + 1, due_at = ? WHERE project_id = ? AND digest = ? AND recipient = ?';
const FINISH = `UPDATE alert_delivery SET state = ?, date_settled = ?, error = ?
  WHERE project_id = ? AND digest = ? AND recipient = ? AND state = 'waiting'`;
const POSTPONE = `UPDATE alert_delivery SET due_at = ?, error = ?
  WHERE project_id = ? AND digest = ? AND recipient = ? AND state = 'waiting'`;
const PRUNE_OF_RULES = `DELETE FROM alert WHERE (project_id, channel, queue_id, event_id) IN (
  SELECT a.project_id, a.channel, a.queue_id, a.event_id FROM alert a
  WHERE a.digest IS NOT NULL AND a.queue_id > 0 AND a.date_created < ? ORDER BY a.date_created LIMIT ?)
  AND NOT EXISTS (SELECT 1 FROM alert_delivery d WHERE d.project_id = alert.project_id AND d.digest = alert.digest AND d.state = 'waiting')`;
const PRUNE = `DELETE FROM alert_delivery WHERE (project_id, digest, recipient) IN (
  SELECT d.project_id, d.digest, d.recipient FROM alert_delivery d WHERE d.date_created < ? AND d.state <> 'waiting'
  ORDER BY d.date_created LIMIT ?)`;

const INSERT_ALERTED = `INSERT INTO alerted_event (project_id, event_id, digest, date_created) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, event_id, digest) DO NOTHING`;
const PRUNE_ALERTED = `DELETE FROM alerted_event WHERE (project_id, event_id, digest) IN (
  SELECT a.project_id, a.event_id, a.digest FROM alerted_event a WHERE a.date_created < ? ORDER BY a.date_created LIMIT ?)`;
const COUNT_PENDING_OF_EVENT = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM alert a
  WHERE a.project_id = ? AND a.digest IS NULL AND a.event_id = ?`;

/** Selects the deliveries that meet a condition. */
const SELECT_LISTED = (
  condition: string,
) => `SELECT ${DELIVERY_COLUMNS}, p.slug AS "project", m.email AS "email", CAST(r.id AS TEXT) AS "ruleId", r.name AS "rule",
    r.content AS "content"
  FROM alert_delivery d JOIN project p ON p.organization_id = d.organization_id AND p.id = d.project_id
    LEFT JOIN alert_rule_webhook w ON w.project_id = d.project_id AND w.id = d.queue_id
    LEFT JOIN alert_rule r ON r.project_id = d.project_id AND r.id = COALESCE(w.rule_id, d.queue_id)
    LEFT JOIN member m ON m.organization_id = p.organization_id AND m.id = d.recipient AND d.channel = 'mail'
  WHERE ${condition}`;
const NEWEST_FIRST = { columns: ['d.date_created', 'd.project_id', 'd.digest', 'd.recipient'], descending: true };
const LIST_OF_ORGANIZATION = sliceStatements(SELECT_LISTED('d.organization_id = ?'), NEWEST_FIRST);
/**
 * Uses the organization of the project: with the organization of the deliveries, SQLite would use the index of the
 * other list.
 */
const LIST_OF_PROJECT = sliceStatements(SELECT_LISTED('d.project_id = ? AND p.organization_id = ?'), NEWEST_FIRST);
const LIST_OF_DIGESTS = (dialect: Dialect) =>
  `${SELECT_LISTED(`d.project_id = ? AND p.organization_id = ? AND ${isAmongTexts(dialect, 'd.digest')}`)} ORDER BY d.date_created, d.recipient`;
const LIST_OF_EVENTS = (
  dialect: Dialect,
) => `SELECT a.event_id AS "eventId", CAST(a.queue_id AS TEXT) AS "queueId", a.digest AS "digest" FROM alert a
  WHERE a.project_id = ? AND a.channel IN (${ALERT_CHANNELS.map((name) => `'${name}'`).join(', ')}) AND ${isAmong(dialect, 'a.queue_id')}
    AND ${isAmongTexts(dialect, 'a.event_id')}`;
const LIST_MUTED = `SELECT m.email AS "email" FROM alert_mute u
  JOIN member m ON m.organization_id = u.organization_id AND m.id = u.member_id WHERE u.project_id = ? ORDER BY m.email LIMIT ?`;
/** Lists the deliveries about an event by its digests, which are few. */
const LIST_OF_EVENT = `${SELECT_LISTED(`d.project_id = ? AND p.organization_id = ? AND d.digest IN (
    SELECT a.digest FROM alerted_event a WHERE a.project_id = ? AND a.event_id = ?)`)}
  ORDER BY d.date_created DESC, d.digest, d.recipient LIMIT ${MAX_OF_EVENT}`;
const FIND_LAST_ATTEMPTED = `SELECT ${DELIVERY_COLUMNS} FROM alert_delivery d
  WHERE d.project_id = ? AND d.recipient = ? AND d.channel <> 'ticket' AND (d.error IS NOT NULL OR d.state = 'sent')
  ORDER BY d.date_created DESC, d.digest LIMIT 1`;

/** Returns each member once, however many teams the member shares with the project. */
const FIND_RECIPIENTS = `SELECT CAST(m.id AS TEXT) AS "id", m.email AS "email" FROM member m
  WHERE m.organization_id = ? AND m.id IN (
    SELECT tm.member_id FROM team_project tp JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
    WHERE tp.organization_id = ? AND tp.project_id = ?)
  AND NOT EXISTS (SELECT 1 FROM alert_mute u WHERE u.project_id = ? AND u.member_id = m.id) ORDER BY m.id`;
const FIND_RULE_RECIPIENTS = (dialect: Dialect) => `SELECT CAST(m.id AS TEXT) AS "id", m.email AS "email" FROM member m
  WHERE m.organization_id = ? AND (${isAmong(dialect, 'm.id')}
    OR m.id IN (SELECT tm.member_id FROM team_member tm WHERE tm.organization_id = ? AND ${isAmong(dialect, 'tm.team_id')}))
  AND NOT EXISTS (SELECT 1 FROM alert_mute u WHERE u.project_id = ? AND u.member_id = m.id) ORDER BY m.id`;
const IS_MUTED = 'SELECT 1 FROM alert_mute WHERE project_id = ? AND member_id = ?';
const MUTE = `INSERT INTO alert_mute (project_id, member_id, organization_id) VALUES (?, ?, ?)
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const UNMUTE = 'DELETE FROM alert_mute WHERE project_id = ? AND member_id = ?';
const MUTE_ALL = `INSERT INTO alert_mute (project_id, member_id, organization_id)
  SELECT p.id, CAST(? AS BIGINT), p.organization_id FROM project p WHERE p.organization_id = ?
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const UNMUTE_ALL = 'DELETE FROM alert_mute WHERE organization_id = ? AND member_id = ?';

/** A member who receives mails. */
export interface MailRecipient {
  readonly id: string;
  readonly email: string;
}

/** The rows of `alert`, `alert_delivery` and `alert_mute`. */
export class AlertReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the queues of a channel with alerts that are not in a digest yet. The cost does not depend on the number of
   * alerts.
   */
  async findPending(channel: AlertChannel, now: number): Promise<PendingAlerts[]> {
    const times = [now - RECENT_MS, now];
    // Each subquery has the channel as a parameter.
    const channels = (count: number) => Array<AlertChannel>(count).fill(channel);
    const rows = [
      ...(await this.session.all<PendingAlertsRow>(FIND_PENDING, [...channels(6), ...times])),
      ...(await this.session.all<PendingAlertsRow>(FIND_PENDING_OF_RULES, [...channels(7), ...times])),
    ];
    return rows.map(({ first, last, waiting, recent, queueId, ...row }) => {
      const project = readProject(row);
      return { projectId: project.id, channel, queueId, project, first, last, waiting, recent };
    });
  }

  /** Returns the stored alerts of a digest in the order of their creation, without alerts of removed issues. */
  async listByDigest(projectId: string, digest: string): Promise<AlertRow[]> {
    const alerts = await this.session.all<DigestAlertRow>(LIST_BY_DIGEST, [idValue(projectId), digest]);
    const issues = await this.findIssuesOf(
      projectId,
      alerts.map(({ eventId }) => eventId),
    );
    return alerts.flatMap((alert) => {
      const issue = issues.get(alert.eventId);
      return issue === undefined ? [] : [{ ...alert, ...issue }];
    });
  }

  /** Returns the issues to which events belong now, and the records of the events, by the ids of the events. */
  protected async findIssuesOf(
    projectId: string,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<AlertRow, 'issueId' | 'issue' | 'record'>>> {
    const values = [idValue(projectId), listValue(eventIds)];
    const rows = await this.session.all<EventIssueRow>(LIST_ISSUES_OF_EVENTS, values);
    return new Map(
      rows.map(({ eventId, record, ...row }) => [eventId, { issueId: row.id, record, issue: readIssue(row) }]),
    );
  }

  /** Returns true if `claim` would find a delivery. */
  async hasDue(demand: DeliveryDemand): Promise<boolean> {
    const { channel, now } = demand;
    const latest = now + MAX_DUE_DELAY_MS;
    const isAnyDue = (await this.session.one(ANY_DELIVERY_DUE, [channel, now, channel, latest])) !== undefined;
    if (!isAnyDue) return false;
    const wasClockSetBack = (await this.session.one(ANY_DELIVERY_DUE, [channel, -1, channel, latest])) !== undefined;
    return wasClockSetBack || (await this.planClaim(demand)).length > 0;
  }

  /** Counts the waiting deliveries, up to 10,000. `dueAt` is the time of the first; null if there is none. */
  async measureWaiting(channel: AlertChannel): Promise<{ waiting: number; dueAt: number | null }> {
    type Row = { waiting: number; dueAt: number | null };
    return (await this.session.one<Row>(MEASURE_WAITING, [channel])) ?? { waiting: 0, dueAt: null };
  }

  /** Returns the deliveries of an organization, or of one of its projects, newest first. */
  list(organizationId: string, projectId: string | null, page: PageRequest): Promise<Page<ListedDelivery>> {
    const statements = projectId === null ? LIST_OF_ORGANIZATION : LIST_OF_PROJECT;
    const owner = [...(projectId === null ? [] : [idValue(projectId)]), idValue(organizationId)];
    return readPage(
      page,
      async (cursor, limit) => {
        const [date, project, digest = '', recipient] = withoutMark(cursor)?.key ?? [];
        const key = cursor === null ? [] : [Number(date), Number(project), digest, Number(recipient)];
        const rows = await this.session.all<ListedRow>(statements(cursor), [...owner, ...key, limit]);
        return rows.map(readListed);
      },
      ({ dateCreated, projectId: project, digest, recipient }) => [`d${dateCreated}`, project, digest, recipient],
    );
  }

  /** Returns the newest deliveries with alerts about an event, and the number of alerts about it that wait for one. */
  async findOfEvent(
    { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
    eventId: string,
  ): Promise<{ deliveries: ListedDelivery[]; pending: number }> {
    const project = idValue(id);
    const values = [project, idValue(organizationId), project, eventIdValue(eventId)];
    const rows = await this.session.all<ListedRow>(LIST_OF_EVENT, values);
    const pending = await this.session.one<{ count: number }>(COUNT_PENDING_OF_EVENT, [project, eventId]);
    return { deliveries: rows.map(readListed), pending: pending?.count ?? 0 };
  }

  /** Returns the newest delivery to a member or to the webhook of the project that was attempted. */
  findLastAttempted(projectId: string, recipient: string): Promise<Delivery | undefined> {
    return this.session.one(FIND_LAST_ATTEMPTED, [idValue(projectId), Number(recipient)]);
  }

  /** Returns the members of the project's teams who did not mute it. */
  findRecipients(project: Pick<Project, 'id' | 'organizationId'>): Promise<MailRecipient[]> {
    const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
    return this.session.all(FIND_RECIPIENTS, [organization, organization, id, id]);
  }

  /** Returns the given members, and the members of the given teams, who did not mute the project. */
  findRuleRecipients(
    project: Pick<Project, 'id' | 'organizationId'>,
    { memberIds, teamIds }: { readonly memberIds: readonly string[]; readonly teamIds: readonly string[] },
  ): Promise<MailRecipient[]> {
    const organization = idValue(project.organizationId);
    const [members, teams] = [listValue(memberIds.map(idValue)), listValue(teamIds.map(idValue))];
    return this.session.all(FIND_RULE_RECIPIENTS, [organization, members, organization, teams, idValue(project.id)]);
  }

  /** Returns the addresses of members who muted a project, at most `limit`. */
  async listMuted(projectId: string, limit: number): Promise<string[]> {
    const rows = await this.session.all<{ email: string }>(LIST_MUTED, [idValue(projectId), limit]);
    return rows.map(({ email }) => email);
  }

  /** Returns the alerts about events in the given queues of rules, and their deliveries. */
  async listOfEvents(
    { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
    queueIds: readonly string[],
    eventIds: readonly string[],
  ): Promise<{ alerts: RuleAlert[]; deliveries: ListedDelivery[] }> {
    const [project, organization] = [idValue(id), idValue(organizationId)];
    const queues = listValue(queueIds.map(idValue));
    const alerts = await this.session.all<RuleAlert>(LIST_OF_EVENTS, [project, queues, listValue(eventIds)]);
    const digests = listValue([...new Set(alerts.flatMap(({ digest }) => digest ?? []))]);
    const rows = await this.session.all<ListedRow>(LIST_OF_DIGESTS, [project, organization, digests]);
    return { alerts, deliveries: rows.map(readListed) };
  }

  async isMuted(projectId: string, memberId: string): Promise<boolean> {
    return (await this.session.one(IS_MUTED, [idValue(projectId), idValue(memberId)])) !== undefined;
  }

  /**
   * Returns the projects with due deliveries, longest waiting first, and for each the number that fits into its free
   * slots; only the probe if the circuit of its webhook is open.
   */
  protected async planClaim({ channel, now, slots, inProgress }: DeliveryDemand): Promise<ClaimPlan[]> {
    if (inProgress.length >= slots.total) return [];
    const ownersWithoutSlot = (key: keyof DeliveryOwner, limit: number) => {
      const ids = [...new Set(inProgress.map((owner) => owner[key]))];
      return listValue(ids.filter((id) => countTaken(inProgress, key, id) >= limit).map(idValue));
    };
    const excluded = [
      ownersWithoutSlot('projectId', slots.perProject),
      ownersWithoutSlot('organizationId', slots.perOrganization),
    ];
    const values = [channel, channel, channel, now, ...excluded, slots.total];
    const taken = [...inProgress];
    const plans: ClaimPlan[] = [];
    for (const row of await this.session.all<DueProjectRow>(FIND_DUE_PROJECTS, values)) {
      const isProbe = channel === 'webhook' && (row.failures ?? 0) >= CIRCUIT_FAILURES;
      const count = Math.min(
        (isProbe ? 1 : slots.perProject) - countTaken(taken, 'projectId', row.projectId),
        slots.perOrganization - countTaken(taken, 'organizationId', row.organizationId),
      );
      if (count <= 0) continue;
      plans.push({ projectId: row.projectId, count });
      taken.push(...new Array<DeliveryOwner>(count).fill(row));
    }
    return plans;
  }
}

export class AlertWriter extends AlertReader<Session> {
  /** Adds alerts to queues. A queue has at most one alert about an event. */
  async insert(alerts: readonly QueuedAlert[]): Promise<void> {
    const rows = alerts.map(({ eventId, issueId, reason, dateCreated, ...queue }) => {
      return [...queueValues(queue), eventId, idValue(issueId), reason, dateCreated];
    });
    await this.session.runMany(INSERT, rows);
  }

  /** Returns the event ids of the oldest alerts that are not in a digest yet. */
  async findOldestPending(queue: AlertQueue, limit: number): Promise<string[]> {
    const rows = await this.session.all<{ eventId: string }>(FIND_OLDEST_PENDING, [...queueValues(queue), limit]);
    return rows.map(({ eventId }) => eventId);
  }

  /**
   * Returns the oldest alerts that are not in a digest yet, with the ids of their issues, which are null if they were
   * removed; and the ids of the issues about which a delivery to a recipient waits, from any queue.
   */
  async listPendingIssues(
    queue: AlertQueue,
    recipient: string,
    limit: number,
  ): Promise<{ pending: { eventId: string; issueId: string | null }[]; waiting: ReadonlySet<string> }> {
    const { projectId, channel } = queue;
    const oldest = await this.findOldestPending(queue, limit);
    const values = [channel, idValue(projectId), Number(recipient)];
    const others = await this.session.all<{ eventId: string }>(LIST_WAITING, values);
    const waiting = others.map(({ eventId }) => eventId);
    const issues = await this.findIssuesOf(projectId, [...oldest, ...waiting]);
    const issueOf = (eventId: string) => issues.get(eventId)?.issueId ?? null;
    return {
      pending: oldest.map((eventId) => ({ eventId, issueId: issueOf(eventId) })),
      waiting: new Set(waiting.flatMap((eventId) => issueOf(eventId) ?? [])),
    };
  }

  /** Deletes the given alerts of a queue. */
  async deleteAlerts(queue: AlertQueue, eventIds: readonly string[]): Promise<void> {
    await this.session.runMany(
      DELETE_ALERT,
      eventIds.map((eventId) => [...queueValues(queue), eventId]),
    );
  }

  /** Deletes the alerts of a queue that are not in a digest yet and were created before a time. */
  async deleteOutdated(queue: AlertQueue, before: number): Promise<void> {
    await this.session.run(DELETE_OUTDATED, [...queueValues(queue), before]);
  }

  /**
   * Returns the oldest alerts that are not in a digest yet, with the assignees of their issues; leaves out alerts of
   * removed issues.
   */
  async listPendingAssignees(
    queue: AlertQueue,
    limit: number,
  ): Promise<{ eventId: string; assignee: Assignee | null }[]> {
    const eventIds = await this.findOldestPending(queue, limit);
    const found: { eventId: string; assignee: Assignee | null }[] = [];
    for (let start = 0; start < eventIds.length; start += EVENTS_PER_READ) {
      const part = eventIds.slice(start, start + EVENTS_PER_READ);
      // An issue of an alert may have been merged or split since.
      const issues = await this.findIssuesOf(queue.projectId, part);
      for (const eventId of part) {
        const issue = issues.get(eventId)?.issue;
        if (issue !== undefined) found.push({ eventId, assignee: issue.assignee });
      }
    }
    return found;
  }

  /** Assigns alerts to digests, and stores the digests of the events for as long as deliveries are listed. */
  async assignDigests(
    queue: AlertQueue,
    assignments: readonly { eventId: string; digest: string }[],
    at: number,
  ): Promise<void> {
    await this.session.runMany(
      ASSIGN_DIGEST,
      assignments.map(({ eventId, digest }) => [digest, ...queueValues(queue), eventId]),
    );
    const project = idValue(queue.projectId);
    await this.session.runMany(
      INSERT_ALERTED,
      assignments.map(({ eventId, digest }) => [project, eventIdValue(eventId), digest, at]),
    );
  }

  /**
   * Deletes at most `limit` alerts that are not in a digest yet, oldest first. Returns the number of deleted alerts.
   */
  async deletePending(queue: AlertQueue, limit: number): Promise<number> {
    const values = queueValues(queue);
    const { changes } = await this.session.run(DELETE_PENDING, [...values, ...values, limit]);
    return changes;
  }

  async insertDeliveries(deliveries: readonly Delivery[]): Promise<void> {
    const rows = deliveries.map((delivery) => {
      const { channel, queueId, kind, state, alertCount, attempts, dueAt, dateCreated, dateSettled, error } = delivery;
      const key = [...deliveryKeyValues(delivery), idValue(delivery.organizationId)];
      return [
        ...key,
        channel,
        queueValue(queueId),
        kind,
        state,
        alertCount,
        attempts,
        dueAt,
        dateCreated,
        dateSettled,
        error,
      ];
    });
    await this.session.runMany(INSERT_DELIVERY, rows);
  }

  /** Claims due deliveries for free slots: each has one more attempt, and is not due again before `until`. */
  async claim(demand: DeliveryDemand, until: number): Promise<Delivery[]> {
    const { channel, now } = demand;
    await this.session.run(RESCHEDULE_AFTER_CLOCK_CHANGE, [now, channel, now + MAX_DUE_DELAY_MS]);
    const due: Delivery[] = [];
    let free = demand.slots.total - demand.inProgress.length;
    for (const { projectId, count } of await this.planClaim(demand)) {
      const values = [channel, idValue(projectId), now, Math.min(count, free)];
      const deliveries = await this.session.all<Delivery>(FIND_DUE, values);
      due.push(...deliveries);
      free -= deliveries.length;
    }
    await this.session.runMany(
      CLAIM,
      due.map((delivery) => [until, ...deliveryKeyValues(delivery)]),
    );
    return due.map((delivery) => ({ ...delivery, attempts: delivery.attempts + 1, dueAt: until }));
  }

  /** Ends a delivery. The last delivery of a digest deletes the digest's alerts, except alerts of rules. */
  async finish(
    key: DeliveryKey,
    state: Exclude<DeliveryState, 'waiting'>,
    at: number,
    error: string | null,
  ): Promise<void> {
    const { changes } = await this.session.run(FINISH, [state, at, error, ...deliveryKeyValues(key)]);
    if (changes > 0) await this.session.run(DELETE_DIGEST, [idValue(key.projectId), key.digest]);
  }

  /** Stores the error of a failed attempt and the time at which the next one is due. */
  async postpone(key: DeliveryKey, dueAt: number, error: string): Promise<void> {
    await this.session.run(POSTPONE, [dueAt, error, ...deliveryKeyValues(key)]);
  }

  /** Postpones all waiting deliveries of a queue until a time. */
  async pause(queue: AlertQueue, until: number): Promise<void> {
    await this.session.run(PAUSE, [until, ...channelQueueValues(queue), until]);
  }

  /** Makes all waiting deliveries of a queue due. */
  async resume(queue: AlertQueue, now: number): Promise<void> {
    await this.session.run(RESUME, [now, ...channelQueueValues(queue), now]);
  }

  /**
   * Deletes at most `limit` ended deliveries that were created before a time, and at most as many digests of events.
   * Returns the larger number of deleted rows.
   */
  async prune(before: number, limit: number): Promise<number> {
    const { changes } = await this.session.run(PRUNE, [before, limit]);
    const events = await this.session.run(PRUNE_ALERTED, [before, limit]);
    return Math.max(changes, events.changes);
  }

  /**
   * Deletes at most `limit` alerts of rules that were created before a time and wait for no delivery. Returns the
   * number of deleted alerts.
   */
  async pruneOfRules(before: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE_OF_RULES, [before, limit])).changes;
  }

  /** Mutes or unmutes the mails of a project for a member. Returns true if that changed anything. */
  async setMuted(choice: {
    organizationId: string;
    projectId: string;
    memberId: string;
    isMuted: boolean;
  }): Promise<boolean> {
    const key = [idValue(choice.projectId), idValue(choice.memberId)];
    const { changes } = await (choice.isMuted
      ? this.session.run(MUTE, [...key, idValue(choice.organizationId)])
      : this.session.run(UNMUTE, key));
    return changes > 0;
  }

  /**
   * Mutes or unmutes the mails of all present projects of the organization for a member. Returns true if that changed
   * anything.
   */
  async setAllMuted(choice: { organizationId: string; memberId: string; isMuted: boolean }): Promise<boolean> {
    const [organization, member] = [idValue(choice.organizationId), idValue(choice.memberId)];
    const { changes } = await (choice.isMuted
      ? this.session.run(MUTE_ALL, [member, organization])
      : this.session.run(UNMUTE_ALL, [organization, member]));
    return changes > 0;
  }
}

function countTaken(owners: readonly DeliveryOwner[], key: keyof DeliveryOwner, id: string): number {
  return owners.filter((owner) => owner[key] === id).length;
}

function queueValues({ projectId, channel, queueId }: AlertQueue): [number, string, number] {
  return [idValue(projectId), channel, queueValue(queueId)];
}

function channelQueueValues({ projectId, channel, queueId }: AlertQueue): [string, number, number] {
  return [channel, idValue(projectId), queueValue(queueId)];
}

/**
 * Returns the stored id of a queue: 0 for null, because a column of a key cannot be null. No queue of a rule has the id
 * 0.
 */
function queueValue(queueId: string | null): number {
  return queueId === null ? 0 : idValue(queueId);
}

function readListed({ content, ...row }: ListedRow): ListedDelivery {
  return { ...row, email: row.email ?? addressIn(content, row.recipient) };
}

/**
 * Returns the e-mail address of a recipient that an alert rule names by its address instead of as a member: the id of
 * such a recipient is the negative key of the address in the rule.
 */
function addressIn(content: string | null, recipient: string): string | null {
  if (content === null || !recipient.startsWith('-')) return null;
  const { recipients } = JSON.parse(content) as Pick<AlertRule, 'recipients'>;
  const target = recipients.find(({ key }) => `-${key}` === recipient);
  return target?.type === 'email' ? target.address : null;
}

/**
 * Returns the primary key of a delivery. The recipient of a webhook's delivery is 0: no member has this id, and a
 * column of the key cannot be null.
 */
function deliveryKeyValues({ projectId, digest, recipient }: DeliveryKey): [number, string, number] {
  return [idValue(projectId), digest, Number(recipient)];
}
