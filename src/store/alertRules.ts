import type { WebhookHealth } from '../domain/alert';
import {
  addressesOf,
  type AlertAddress,
  type AlertRule,
  type AlertRuleContent,
  type AlertRuleState,
  CONFIRMATION_MS,
  ingestRuleOf,
  type NewestDecision,
  hasQueue,
  type OrganizationAlertRule,
  type RuleQueue,
} from '../domain/alertRule';
import { CrashFreeWatchWriter, NEWEST_DECISIONS, readDecision } from './alertDecisions';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { sliceStatements } from './keyset';
import { WEBHOOK_HEALTH_COLUMNS, webhookHealthValues } from './projectSettings';
import { type Dialect, isAmong, isAmongTexts, jsonIntegers } from './engine/dialect';
import { allocateIds, EntityStore, idValue, insertRows, listValue, type ReadSession, type Session } from './engine/sql';
import { lowerAscii } from '../domain/text';
import { TicketReader } from './tickets';

type RuleRow = Omit<AlertRule, keyof AlertRuleContent> & { name: string; isActive: number; content: string };
type OrganizationRuleRow = RuleRow & { projectSlug: string; projectName: string };
type HealthRow = WebhookHealth & { ruleId: string; key: string };

/**
 * Kinds of values that a rule keeps about an issue, and their numbers in the column `kind`: the time until which the
 * rule sends no further alert, and counts of events and users.
 */
const KINDS = { silence: 0, events: 1, users: 2 } as const;

type CountKind = keyof typeof KINDS;

/** A count that a rule keeps about an issue. */
export interface RuleCount {
  readonly ruleId: string;
  readonly issueId: string;
  readonly kind: CountKind;
  /** The start of the period in which events are counted, or the user; empty for a silence. */
  readonly key: string;
  /** Number of events; 1 for a user. */
  readonly amount: number;
  /** Milliseconds since 1970, UTC. */
  readonly expiresAt: number;
}

/** The sum of a rule's counts of an issue that have not expired, and the time at which the last one does. */
export type RuleSum = Pick<RuleCount, 'ruleId' | 'issueId' | 'kind' | 'amount' | 'expiresAt'>;

type RuleSumRow = Omit<RuleSum, 'kind'> & { kind: number };
/** A sum, or the newest decision of a rule: only decisions have a content. */
type StateRow = RuleSumRow & ({ content: null } | { content: string; dateCreated: number });

/** The issues and users of a batch of events, whose counts are read. */
export interface CountedIssues {
  readonly issueIds: readonly string[];
  readonly users: readonly string[];
  readonly now: number;
}

const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(project_id AS TEXT) AS "projectId", CAST(organization_id AS TEXT) AS "organizationId",
  name AS "name", is_active AS "isActive", content AS "content", date_created AS "dateCreated", date_updated AS "dateUpdated"`;
const LIST = `SELECT ${COLUMNS} FROM alert_rule WHERE project_id = ? ORDER BY alert_rule.id`;
/** The order of the primary key, so that a page reads the rules of one project after the other. */
const LIST_OF_ORGANIZATION = sliceStatements(
  `SELECT CAST(r.id AS TEXT) AS "id", CAST(r.project_id AS TEXT) AS "projectId",
    CAST(r.organization_id AS TEXT) AS "organizationId", r.name AS "name", r.is_active AS "isActive", r.content AS "content",
    r.date_created AS "dateCreated", r.date_updated AS "dateUpdated", p.slug AS "projectSlug", p.name AS "projectName"
  FROM project p CROSS JOIN alert_rule r WHERE p.organization_id = ? AND r.project_id = p.id`,
  { columns: ['r.project_id', 'r.id'], descending: false },
);
const FIND = `SELECT ${COLUMNS} FROM alert_rule WHERE project_id = ? AND id = ?`;
const COUNT = 'SELECT COUNT(*) AS "count" FROM alert_rule WHERE project_id = ?';
const INSERT = `INSERT INTO alert_rule (project_id, id, organization_id, name, is_active, content, date_created, date_updated)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE alert_rule SET name = ?, is_active = ?, content = ?, date_updated = ? WHERE project_id = ? AND id = ?`;
const DELETE = 'DELETE FROM alert_rule WHERE project_id = ? AND id = ?';
/** Stores a copy in the row of the project, so that events need not read the rules. */
const SET_INGEST_RULES = 'UPDATE project SET alert_rules = ? WHERE organization_id = ? AND id = ?';

const HEALTH_COLUMNS = `CAST(rule_id AS TEXT) AS "ruleId", CAST(id AS TEXT) AS "key", ${WEBHOOK_HEALTH_COLUMNS}`;
const LIST_HEALTH = `SELECT ${HEALTH_COLUMNS} FROM alert_rule_webhook WHERE project_id = ?`;
const LIST_HEALTH_OF_PROJECTS = (dialect: Dialect) =>
  `SELECT ${HEALTH_COLUMNS} FROM alert_rule_webhook WHERE ${isAmong(dialect, 'project_id')}`;
const FIND_HEALTH = `SELECT ${HEALTH_COLUMNS} FROM alert_rule_webhook WHERE project_id = ? AND id = ?`;
const SAVE_HEALTH = `UPDATE alert_rule_webhook SET last_sent = ?, failing_since = ?, error = ?, failures = ?, resume_at = ?, notified_at = ?
  WHERE project_id = ? AND id = ?`;
const INSERT_QUEUE = `INSERT INTO alert_rule_webhook (project_id, id, rule_id) VALUES (?, ?, ?) ON CONFLICT (project_id, id) DO NOTHING`;
const DELETE_QUEUES = (dialect: Dialect) => `DELETE FROM alert_rule_webhook
  WHERE project_id = ? AND rule_id = ? AND id NOT IN (${jsonIntegers(dialect)})`;

const SUM = (
  dialect: Dialect,
) => `SELECT CAST(rule_id AS TEXT) AS "ruleId", CAST(issue_id AS TEXT) AS "issueId", kind AS "kind",
    CAST(SUM(amount) AS BIGINT) AS "amount", MAX(expires_at) AS "expiresAt"
  FROM alert_rule_count WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')} AND expires_at > ?
  GROUP BY issue_id, rule_id, kind`;
/** Reads the sums and the newest decisions of rules about the issues of a batch. */
const READ_STATE = (
  dialect: Dialect,
) => `SELECT s."ruleId", s."issueId", s."kind", s."amount", s."expiresAt", NULL AS "dateCreated", NULL AS "content"
    FROM (${SUM(dialect)}) s
  UNION ALL SELECT d."ruleId", d."issueId", 0, 0, 0, d."dateCreated", d."content" FROM (${NEWEST_DECISIONS(dialect)}) d`;
const FIND_USERS = (
  dialect: Dialect,
) => `SELECT CAST(rule_id AS TEXT) AS "ruleId", CAST(issue_id AS TEXT) AS "issueId", key AS "key"
  FROM alert_rule_count WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')} AND kind = ${KINDS.users}
    AND ${isAmongTexts(dialect, 'key')} AND expires_at > ?`;
/** A user counts once; events of the same period are added up. */
const ADD = insertRows(
  'alert_rule_count',
  {
    project_id: 'SAME',
    issue_id: 'INTEGER',
    rule_id: 'INTEGER',
    kind: 'INTEGER',
    key: 'TEXT',
    amount: 'INTEGER',
    expires_at: 'INTEGER',
  },
  `ON CONFLICT (project_id, issue_id, rule_id, kind, key) DO UPDATE SET
    amount = CASE WHEN excluded.kind = ${KINDS.events} THEN alert_rule_count.amount + excluded.amount ELSE excluded.amount END,
    expires_at = excluded.expires_at`,
);
const DELETE_COUNTS = `DELETE FROM alert_rule_count WHERE project_id = ? AND issue_id = ? AND rule_id = ? AND kind <> ${KINDS.silence}`;
const DELETE_COUNTS_OF_ISSUES = (dialect: Dialect) => `DELETE FROM alert_rule_count
  WHERE project_id = ? AND (issue_id, rule_id, kind, key) IN (
    SELECT c.issue_id, c.rule_id, c.kind, c.key FROM alert_rule_count c
    WHERE c.project_id = ? AND ${isAmong(dialect, 'c.issue_id')} LIMIT ?)`;
const PRUNE_COUNTS = `DELETE FROM alert_rule_count WHERE (project_id, issue_id, rule_id, kind, key) IN (
  SELECT c.project_id, c.issue_id, c.rule_id, c.kind, c.key FROM alert_rule_count c WHERE c.expires_at <= ? ORDER BY c.expires_at LIMIT ?)`;

/** The rows of `alert_rule`, `alert_rule_webhook` and `alert_rule_count`. */
export class AlertRuleReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the rules of a project, oldest first. */
  async list(projectId: string): Promise<AlertRuleState[]> {
    const project = idValue(projectId);
    const rows = await this.session.all<RuleRow>(LIST, [project]);
    const health = rows.length === 0 ? [] : await this.session.all<HealthRow>(LIST_HEALTH, [project]);
    const rules = rows.map(readRule);
    const named = await this.findNamed(rules);
    return rules.map((rule) => ({ rule, health: healthOf(rule.id, health), ...named }));
  }

  /** Returns the rules of the projects of an organization: by the age of the project, then of the rule. */
  async listOfOrganization(organizationId: string, page: PageRequest): Promise<Page<OrganizationAlertRule>> {
    const { rows, ...links } = await readPage(
      page,
      (cursor, limit) => {
        // The parts of a key are `ar` with the project, and the rule.
        const key = (cursor?.key ?? []).map((part) => Number(part.replace('ar', '')));
        const values = [idValue(organizationId), ...key, limit];
        return this.session.all<OrganizationRuleRow>(LIST_OF_ORGANIZATION(cursor), values);
      },
      ({ projectId, id }) => [`ar${projectId}`, id],
    );
    const projects = [...new Set(rows.map(({ projectId }) => idValue(projectId)))];
    const health =
      rows.length === 0 ? [] : await this.session.all<HealthRow>(LIST_HEALTH_OF_PROJECTS, [listValue(projects)]);
    const listed = rows.map(({ projectSlug, projectName, ...row }) => {
      return { rule: readRule(row), project: { id: row.projectId, slug: projectSlug, name: projectName } };
    });
    const named = await this.findNamed(listed.map(({ rule }) => rule));
    const states = listed.map((one) => ({ ...one, health: healthOf(one.rule.id, health), ...named }));
    return { rows: states, ...links };
  }

  async find(projectId: string, id: string): Promise<AlertRule | undefined> {
    const row = await this.session.one<RuleRow>(FIND, [idValue(projectId), idValue(id)]);
    return row && readRule(row);
  }

  async findState(projectId: string, id: string): Promise<AlertRuleState | undefined> {
    const rule = await this.find(projectId, id);
    if (rule === undefined) return undefined;
    const health = await this.session.all<HealthRow>(LIST_HEALTH, [idValue(projectId)]);
    return { rule, health: healthOf(id, health), ...(await this.findNamed([rule])) };
  }

  async count(projectId: string): Promise<number> {
    return (await this.session.one<{ count: number }>(COUNT, [idValue(projectId)]))?.count ?? 0;
  }

  /** Returns the sums of the counts that rules keep about issues. */
  async sumCounts(projectId: string, { issueIds, now }: Pick<CountedIssues, 'issueIds' | 'now'>): Promise<RuleSum[]> {
    const rows = await this.session.all<RuleSumRow>(SUM, [idValue(projectId), listValue(issueIds.map(idValue)), now]);
    return rows.map(readSum);
  }

  /**
   * Returns a webhook or ticket connection of a rule by its key, which is the id of its queue; undefined if it was
   * removed from the rule.
   */
  async findQueue(projectId: string, key: string): Promise<RuleQueue | undefined> {
    const row = await this.session.one<HealthRow>(FIND_HEALTH, [idValue(projectId), idValue(key)]);
    const rule = row && (await this.find(projectId, row.ruleId));
    const recipient = rule?.recipients.find((one) => one.key === key);
    if (row === undefined || rule === undefined || recipient === undefined || !hasQueue(recipient)) return undefined;
    return { rule, recipient, health: readHealth(row) };
  }

  /** Returns the addresses in rules of one organization to which alerts may be sent, and its ticket connections. */
  private async findNamed(rules: readonly AlertRule[]): Promise<Pick<AlertRuleState, 'confirmed' | 'connected'>> {
    const organizationId = rules[0]?.organizationId ?? '';
    const addresses = new AlertAddressReader(this.session);
    const confirmed = await addresses.findConfirmed(organizationId, rules.flatMap(addressesOf));
    const hasTickets = rules.some(({ recipients }) => recipients.some(({ type }) => type === 'ticket'));
    const connections = hasTickets ? await new TicketReader(this.session).listConnections(organizationId) : [];
    return { confirmed, connected: new Map(connections.map(({ id, project }) => [id, project])) };
  }
}

export class AlertRuleWriter extends AlertRuleReader<Session> {
  /** Allocates ids for rules and keys for their recipients. */
  async allocateIds(count: number): Promise<string[]> {
    return (await allocateIds(this.session, 'alert_rule', count)).map(String);
  }

  async insert(rule: AlertRule): Promise<void> {
    const { projectId, id, organizationId, name, isActive, dateCreated, dateUpdated } = rule;
    const key = [idValue(projectId), idValue(id), idValue(organizationId)];
    const values = [name, isActive ? 1 : 0, contentOf(rule), dateCreated, dateUpdated];
    await this.session.run(INSERT, [...key, ...values]);
    await this.storeParts(rule);
  }

  /** Replaces a rule, and deletes the queues that it no longer has. Returns true if the rule existed. */
  async update(rule: AlertRule): Promise<boolean> {
    const { projectId, id, name, isActive, dateUpdated } = rule;
    const values = [name, isActive ? 1 : 0, contentOf(rule), dateUpdated];
    const { changes } = await this.session.run(UPDATE, [...values, idValue(projectId), idValue(id)]);
    await this.storeParts(rule);
    return changes > 0;
  }

  /** Deletes a rule. Returns true if it existed. */
  async remove(rule: Pick<AlertRule, 'id' | 'projectId' | 'organizationId'>): Promise<boolean> {
    const [project, id] = [idValue(rule.projectId), idValue(rule.id)];
    const { changes } = await this.session.run(DELETE, [project, id]);
    await this.session.run(DELETE_QUEUES, [project, id, '[]']);
    await new CrashFreeWatchWriter(this.session).replaceOfRule({ ...rule, conditions: [], isActive: false });
    await this.copyToProject(rule);
    return changes > 0;
  }

  /** Stores the results of deliveries of a queue of a rule. */
  async saveHealth(projectId: string, key: string, health: WebhookHealth): Promise<void> {
    await this.session.run(SAVE_HEALTH, [...webhookHealthValues(health), idValue(projectId), idValue(key)]);
  }

  /** Returns the sums of the counts that rules keep about issues, and the newest decision of each rule. */
  async readState(
    projectId: string,
    { issueIds, now }: Pick<CountedIssues, 'issueIds' | 'now'>,
  ): Promise<{ sums: RuleSum[]; newest: NewestDecision[] }> {
    const [project, issues] = [idValue(projectId), listValue(issueIds.map(idValue))];
    const rows = await this.session.all<StateRow>(READ_STATE, [project, issues, now, project, issues]);
    const sums: RuleSum[] = [];
    const newest: NewestDecision[] = [];
    for (const row of rows) {
      if (row.content === null) sums.push(readSum(row));
      else newest.push(readDecision(row));
    }
    return { sums, newest };
  }

  /** Returns the given users that rules have already counted for issues. */
  findUsers(
    projectId: string,
    { issueIds, users, now }: CountedIssues,
  ): Promise<Pick<RuleCount, 'ruleId' | 'issueId' | 'key'>[]> {
    const values = [idValue(projectId), listValue(issueIds.map(idValue)), listValue(users), now];
    return this.session.all(FIND_USERS, values);
  }

  /** Adds to the counts. Each key may occur only once. */
  addCounts(projectId: string, counts: readonly RuleCount[]): void {
    const project = idValue(projectId);
    const rows = counts.map(({ ruleId, issueId, kind, key, amount, expiresAt }) => {
      return [project, idValue(issueId), idValue(ruleId), KINDS[kind], key, amount, expiresAt];
    });
    this.session.post(ADD, rows);
  }

  /** Deletes counts that rules keep about issues. */
  deleteCounts(projectId: string, counted: readonly Pick<RuleCount, 'ruleId' | 'issueId'>[]): void {
    const project = idValue(projectId);
    this.session.post(
      DELETE_COUNTS,
      counted.map(({ issueId, ruleId }) => [project, idValue(issueId), idValue(ruleId)]),
    );
  }

  /** Deletes at most `limit` expired counts. Returns the number of deleted counts. */
  async prune(now: number, limit: number): Promise<number> {
    const { changes } = await this.session.run(PRUNE_COUNTS, [now, limit]);
    return changes;
  }

  /** Stores the parts of a rule that other tables have. */
  private async storeParts(rule: AlertRule): Promise<void> {
    await this.storeQueues(rule);
    await new CrashFreeWatchWriter(this.session).replaceOfRule(rule);
    await this.copyToProject(rule);
  }

  private async storeQueues({ projectId, id, recipients }: AlertRule): Promise<void> {
    const [project, rule] = [idValue(projectId), idValue(id)];
    const keys = recipients.filter(hasQueue).map(({ key }) => idValue(key));
    await this.session.run(DELETE_QUEUES, [project, rule, listValue(keys)]);
    await this.session.runMany(
      INSERT_QUEUE,
      keys.map((key) => [project, key, rule]),
    );
  }

  private async copyToProject({ projectId, organizationId }: Pick<AlertRule, 'projectId' | 'organizationId'>) {
    const rows = await this.session.all<RuleRow>(LIST, [idValue(projectId)]);
    const active = rows.map(readRule).filter(({ isActive }) => isActive);
    const text = JSON.stringify(active.map(ingestRuleOf));
    await this.session.run(SET_INGEST_RULES, [text, idValue(organizationId), idValue(projectId)]);
  }
}

/** The kinds by their number. */
const KIND_NAMES = Object.keys(KINDS) as CountKind[];

function readSum({ ruleId, issueId, kind, amount, expiresAt }: RuleSumRow): RuleSum {
  return { ruleId, issueId, kind: KIND_NAMES[kind] ?? 'events', amount, expiresAt };
}

function readRule({ content, isActive, ...row }: RuleRow): AlertRule {
  const stored = JSON.parse(content) as Omit<AlertRuleContent, 'name' | 'isActive'>;
  return { ...row, isActive: isActive === 1, ...stored };
}

function contentOf({ conditions, filters, recipients, frequency }: AlertRuleContent): string {
  return JSON.stringify({ conditions, filters, recipients, frequency });
}

function healthOf(ruleId: string, rows: readonly HealthRow[]): Map<string, WebhookHealth> {
  return new Map(rows.filter((row) => row.ruleId === ruleId).map((row) => [row.key, readHealth(row)]));
}

function readHealth({ lastSent, failingSince, error, failures, resumeAt, notifiedAt }: HealthRow): WebhookHealth {
  return { lastSent, failingSince, error, failures, resumeAt, notifiedAt };
}

/**
 * Deletes at most `limit` counts of removed issues. Returns the number of deleted counts.
 * @param issues ids as a JSON list
 */
export async function deleteRuleCounts(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  const { changes } = await session.run(DELETE_COUNTS_OF_ISSUES, [project, project, issues, limit]);
  return changes;
}

/** An address of an organization. */
export interface AddressKey {
  readonly organizationId: string;
  readonly address: string;
}

const FIND_CONFIRMED = (dialect: Dialect) => `SELECT a.address AS "address" FROM alert_address a
  WHERE a.organization_id = ? AND a.date_confirmed IS NOT NULL AND ${isAmongTexts(dialect, 'a.address')}
  UNION SELECT LOWER(m.email) FROM member m WHERE m.organization_id = ? AND ${isAmongTexts(dialect, 'LOWER(m.email)')}`;
const FIND_REQUEST = `SELECT date_created AS "dateCreated" FROM alert_address WHERE organization_id = ? AND address = ?`;
const FIND_BY_HASH = `SELECT CAST(organization_id AS TEXT) AS "organizationId", address AS "address", date_confirmed AS "dateConfirmed"
  FROM alert_address WHERE hash = ? AND (date_confirmed IS NOT NULL OR date_created > ?)`;
const REQUEST_CONFIRMATION = `INSERT INTO alert_address (organization_id, address, hash, date_created) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, address) DO UPDATE SET hash = EXCLUDED.hash, date_created = EXCLUDED.date_created
  WHERE alert_address.date_confirmed IS NULL AND alert_address.date_created <= ?`;
const DELETE_REQUEST = 'DELETE FROM alert_address WHERE hash = ? AND date_confirmed IS NULL';
const CONFIRM = 'UPDATE alert_address SET date_confirmed = ? WHERE hash = ? AND date_confirmed IS NULL';
const PRUNE_ADDRESSES = `DELETE FROM alert_address WHERE (organization_id, address) IN (
  SELECT a.organization_id, a.address FROM alert_address a
  WHERE a.date_confirmed IS NULL AND a.date_created <= ? ORDER BY a.date_created LIMIT ?)`;

/** Reads the rows of `alert_address`. */
export class AlertAddressReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the given addresses to which alerts may be sent, in lower case: addresses of members, and addresses that
   * their owners have confirmed.
   */
  async findConfirmed(organizationId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
    if (addresses.length === 0) return new Set();
    const parameters = [idValue(organizationId), listValue(addresses.map(lowerAscii))];
    const rows = await this.session.all<{ address: string }>(FIND_CONFIRMED, [...parameters, ...parameters]);
    return new Set(rows.map(({ address }) => address));
  }

  /**
   * Returns the time at which the owner of an address was last asked for confirmation; undefined if there is no request
   * that can still be confirmed.
   */
  async findRequestTime(key: AddressKey): Promise<number | undefined> {
    return (await this.session.one<{ dateCreated: number }>(FIND_REQUEST, keyValues(key)))?.dateCreated;
  }

  /** Returns the address of a token; undefined if the token is unknown, was replaced or has expired. */
  async findByHash(hash: string, now: number): Promise<AlertAddress | undefined> {
    type Row = Omit<AlertAddress, 'isConfirmed'> & { dateConfirmed: number | null };
    const row = await this.session.one<Row>(FIND_BY_HASH, [hash, now - CONFIRMATION_MS]);
    if (row === undefined) return undefined;
    const { dateConfirmed, ...key } = row;
    return { ...key, isConfirmed: dateConfirmed !== null };
  }
}

/** Writes the rows of `alert_address`. */
export class AlertAddressWriter extends AlertAddressReader<Session> {
  /**
   * Stores the hash of the token that will be sent to an address, replacing a former one. Returns false and stores
   * nothing if the address is confirmed, or the last request was after `latest`.
   */
  async requestConfirmation(key: AddressKey, hash: string, now: number, latest: number): Promise<boolean> {
    return (await this.session.run(REQUEST_CONFIRMATION, [...keyValues(key), hash, now, latest])).changes > 0;
  }

  /** Deletes a token that was not sent. */
  async deleteRequest(hash: string): Promise<void> {
    await this.session.run(DELETE_REQUEST, [hash]);
  }

  /** Confirms the address of a token. Returns true if it was not confirmed before. */
  async confirm(hash: string, now: number): Promise<boolean> {
    return (await this.session.run(CONFIRM, [now, hash])).changes > 0;
  }

  /** Deletes at most `limit` addresses that were not confirmed in time. Returns the number of deleted addresses. */
  async prune(now: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE_ADDRESSES, [now - CONFIRMATION_MS, limit])).changes;
  }
}

function keyValues({ organizationId, address }: AddressKey): [number, string] {
  return [idValue(organizationId), lowerAscii(address)];
}
