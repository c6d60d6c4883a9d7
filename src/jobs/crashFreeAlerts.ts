import { isDeepStrictEqual } from 'node:util';
import { newDelivery, newDigestId } from '../alerts/channel';
import { findRuleRecipients } from '../alerts/mailer';
import { type Delivery, WEBHOOK_RECIPIENT } from '../domain/alert';
import { type AlertFilters, isLike } from '../domain/alertCondition';
import type { AlertRule } from '../domain/alertRule';
import {
  addCounts,
  type CrashFreeCondition,
  type CrashFreeCounts,
  type CrashFreeNotice,
  crashFreeRate,
  type CrashFreeState,
  type CrashFreeWatch,
  judgeCrashFree,
  NO_SESSIONS,
  watchedHours,
} from '../domain/releaseHealth';
import { MINUTE_MS } from '../domain/time';
import { UserSet } from '../domain/session';
import type { Database, Readers, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/**
 * Compares the shares of sessions and users without a crash with the conditions of alert rules. Queues an alert when
 * one becomes too low, and when it is back. The state is in the database: several processes send each alert once, and
 * a process that starts repeats none.
 */
export class CrashFreeAlertsJob implements BackgroundJob {
  readonly name = 'comparing crash-free rates';
  readonly idleMs = MINUTE_MS;
  readonly asksAllMachines = true;

  /**
   * @param sendsMail false if the service sends no mails
   * @param clock milliseconds since 1970, UTC
   */
  constructor(
    private readonly database: Database,
    private readonly sendsMail: boolean,
    private readonly clock: () => number = Date.now,
  ) {}

  async step(signal: AbortSignal): Promise<boolean> {
    const watches = await this.database.read((stores) => stores.crashFreeWatches.list());
    for (const watch of watches) {
      if (signal.aborted) return false;
      await this.#check(watch);
    }
    return false;
  }

  async #check(watch: CrashFreeWatch): Promise<void> {
    const now = this.clock();
    const measured = await this.database.read(async (stores) => {
      const rule = await stores.alertRules.find(watch.projectId, watch.ruleId);
      const condition = rule && conditionOf(rule, watch);
      return condition && { rule, condition, counts: await countWatched(stores, rule, condition, now) };
    });
    if (measured === undefined) return;
    const { rule, condition, counts } = measured;
    const change = judgeCrashFree(condition, watch.state, counts, { now, frequency: rule.frequency });
    if (change === null) return;
    const { environments, releases } = rule.filters;
    const rate = crashFreeRate(counts);
    const notice = { ...condition, ...counts, rate, environments, releases };
    await this.database.exclusively((stores) => this.#save(stores, { watch, change, notice, now }));
  }

  /** Stores a change and queues its alert, unless another process did or the rule was changed meanwhile. */
  async #save(
    stores: Writers,
    {
      watch,
      change,
      notice,
      now,
    }: {
      watch: CrashFreeWatch;
      change: NonNullable<ReturnType<typeof judgeCrashFree>>;
      notice: Omit<CrashFreeNotice, 'digests'>;
      now: number;
    },
  ): Promise<void> {
    const { projectId, ruleId, type, state } = watch;
    const present = (await stores.crashFreeWatches.listOfRule(projectId, ruleId)).find((one) => one.type === type);
    const rule = await stores.alertRules.find(projectId, ruleId);
    if (rule === undefined || !isDeepStrictEqual(present, watch)) return;
    const deliveries =
      change === 'ended'
        ? []
        : await deliveriesOf(stores, rule, { kind: `crashFree.${change}`, sendsMail: this.sendsMail }, now);
    const digests = [...new Set(deliveries.map(({ digest }) => digest))];
    await stores.crashFreeWatches.save(watch, stateAfter(state, change, { ...notice, digests }, now));
    await stores.alerts.insertDeliveries(deliveries);
  }
}

function conditionOf({ conditions }: AlertRule, { type }: CrashFreeWatch): CrashFreeCondition | undefined {
  return conditions.find((one): one is CrashFreeCondition => one.type === type);
}

function stateAfter(
  state: CrashFreeState | null,
  change: NonNullable<ReturnType<typeof judgeCrashFree>>,
  notice: CrashFreeNotice,
  now: number,
): CrashFreeState {
  if (change === 'low' || state === null) return { isLow: true, alertedAt: now, low: notice, recovered: null };
  return { ...state, isLow: false, recovered: change === 'recovered' ? notice : null };
}

/** Counts the sessions, or the users, that the filters of a rule match. */
async function countWatched(
  { releases, releaseHealth }: Readers,
  { projectId, organizationId, filters }: AlertRule,
  condition: CrashFreeCondition,
  now: number,
): Promise<CrashFreeCounts> {
  const { from, to } = watchedHours(condition, now);
  const filter = { from, to, environments: filters.environments };
  const by = { release: true, environment: false, stepHours: to - from };
  const rows = await releaseHealth.sum(projectId, filter, by);
  const ids = rows.map(({ release }) => release);
  const versions = await releases.findVersions(organizationId, ids);
  const watched = rows.filter(({ release }) => isWatched(filters, versions.get(release)));
  const worst = watched.reduce((one, other) => (other.crashed > one.crashed ? other : one), { crashed: 0, release: 0 });
  const release = versions.get(worst.release) ?? null;
  if (condition.type === 'crashFreeSessions') {
    const { sessions: total, crashed } = watched.reduce(addCounts, NO_SESSIONS);
    return { total, crashed: Math.min(total, crashed), release };
  }
  const users = { all: new UserSet(), crashed: new UserSet() };
  const isAll = watched.length === rows.length;
  if (watched.length > 0)
    await releaseHealth.visitUsers(
      projectId,
      { ...filter, releases: isAll ? [] : watched.map((row) => row.release) },
      ['all', 'crashed'],
      ({ kind, users: added }) => {
        users[kind === 'crashed' ? 'crashed' : 'all'].merge(added);
      },
    );
  const total = users.all.count();
  return { total, crashed: Math.min(total, users.crashed.count()), release };
}

/**
 * Returns true if a rule watches the sessions of a release.
 * @param version undefined for the sessions of releases that are not counted by themselves
 */
function isWatched({ releases }: AlertFilters, version: string | undefined): boolean {
  if (releases.length === 0) return true;
  return version !== undefined && releases.some((pattern) => isLike(version, pattern));
}

/** Returns a delivery to each recipient of a rule. */
async function deliveriesOf(
  stores: Writers,
  rule: AlertRule,
  { kind, sendsMail }: { kind: Delivery['kind']; sendsMail: boolean },
  now: number,
): Promise<Delivery[]> {
  const project = { id: rule.projectId, organizationId: rule.organizationId };
  const content = { kind, digest: newDigestId(), alertCount: 1 };
  const mails = sendsMail ? await findRuleRecipients(stores, project, rule, null) : [];
  const deliveries = mails.map(({ id }) =>
    newDelivery(project, { ...content, channel: 'mail', queueId: rule.id, recipient: id }, now),
  );
  for (const { type, key } of rule.recipients) {
    if (type !== 'webhook') continue;
    const dueAt = (await stores.alertRules.findQueue(rule.projectId, key))?.health.resumeAt ?? now;
    const to = { channel: 'webhook', queueId: key, recipient: WEBHOOK_RECIPIENT } as const;
    // The key of a delivery does not tell webhooks apart.
    deliveries.push(newDelivery(project, { ...content, ...to, digest: newDigestId(), dueAt }, now));
  }
  return deliveries;
}
