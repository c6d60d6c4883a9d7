import { BadRequest } from '../../domain/errors';
import { DEFAULT_PAGE_SIZE } from '../../domain/page';
import {
  addCounts,
  countByStatus,
  crashRate,
  NO_SESSIONS,
  SESSION_LEVELS,
  SESSION_RETENTION_DAYS,
  type SessionCounts,
  USER_KINDS,
  type UserKind,
} from '../../domain/releaseHealth';
import type { TimeRange } from '../../domain/outcome';
import { HOUR_MS } from '../../domain/time';
import { UserSet } from '../../domain/session';
import { presentTime } from '../../presenters/format';
import type { HealthFilter, HealthGroup } from '../../store/releaseHealth';
import type { Readers } from '../../store/stores';
import { findSearchedProjects } from '../issues/issueList';
import { operation } from '../operation';
import { readSteps } from '../periods';
import { findOrganization } from '../subjects';

/** Returns the numbers of an organization's sessions over time, by groups. */
export const getOrganizationSessionStats = operation('getOrganizationSessionStats', {
  subject: findOrganization,

  async handle({ organization, query, read, now }) {
    const { project, environment = [], query: text = '', includeTotals, includeSeries } = query;
    const fields = query.field.map(requireField);
    const groupBy = (query.groupBy ?? []).map(requireGroup);
    const order = readOrder(query.orderBy, fields);
    if (groupBy.includes('session.status') && fields.some(({ measure }) => measure.includes('rate')))
      throw new BadRequest("Query parameter 'groupBy' cannot be session.status: shares cannot be grouped by status.");
    const range = readSteps(query, now, SESSION_RETENTION_DAYS);
    const terms = readQuery(text);
    const groups = await read(async (stores) => {
      const projects = await findSearchedProjects(stores, organization.id, project);
      const releases = await findReleases(stores, organization.id, terms.release);
      const environments = terms.environment === undefined ? environment : [terms.environment];
      const filter = { from: range.from / HOUR_MS, to: range.to / HOUR_MS, releases, environments };
      const request = {
        projects: projects.map(({ id }) => id),
        filter,
        groupBy,
        fields,
        order,
        range,
        size: query.per_page ?? DEFAULT_PAGE_SIZE,
      };
      const isContradiction =
        terms.environment !== undefined && !(environment.includes(terms.environment) || environment.length === 0);
      const found = isContradiction ? [] : await readGroups(stores, request);
      const versions = await stores.releases.findVersions(
        organization.id,
        found.map(({ release }) => release),
      );
      return found.map((group) => ({ ...group, version: versions.get(group.release) ?? '' }));
    });
    const presented = groups.flatMap((group) => presentGroup(group, groupBy, fields));
    if (order !== null)
      presented.sort((one, other) => order.sign * (one.valueOf(order.field.name) - other.valueOf(order.field.name)));
    return {
      status: 200,
      body: {
        start: presentTime(range.from),
        end: presentTime(range.to),
        intervals: Array.from({ length: stepsOf(range) }, (_, index) => presentTime(range.from + index * range.step)),
        query: text,
        groups: presented.map(({ by, totals, series }) => ({
          by,
          ...(includeTotals !== '0' && { totals }),
          ...(includeSeries !== '0' && { series }),
        })),
      },
    };
  },
});

/** Maximum number of counts of one field in a reply; lower if users are counted, whose sets are in memory. */
const MAX_POINTS = 10_000;
const MAX_USER_POINTS = 1_000;
/** Maximum number of groups, those with most sessions, of which all users are counted to sort by them. */
const MAX_ORDERED_GROUPS = 1_000;

const GROUPS = ['project', 'release', 'environment', 'session.status'] as const;
type GroupName = (typeof GROUPS)[number];

/** A value of the parameter `field`: a number or share of sessions or of users. */
interface SessionField {
  readonly name: string;
  readonly measure: 'count' | 'crash rate' | 'crash-free rate' | 'none';
  readonly isOfUsers: boolean;
}

const FIELDS: readonly SessionField[] = [
  { name: 'sum(session)', measure: 'count', isOfUsers: false },
  { name: 'count_unique(user)', measure: 'count', isOfUsers: true },
  { name: 'crash_rate(session)', measure: 'crash rate', isOfUsers: false },
  { name: 'crash_rate(user)', measure: 'crash rate', isOfUsers: true },
  { name: 'crash_free_rate(session)', measure: 'crash-free rate', isOfUsers: false },
  { name: 'crash_free_rate(user)', measure: 'crash-free rate', isOfUsers: true },
];

function requireField(name: string): SessionField {
  const field = FIELDS.find((one) => one.name === name);
  if (field !== undefined) return field;
  if (/^(avg|p50|p75|p90|p95|p99|max)\(session\.duration\)$/.test(name))
    return { name, measure: 'none', isOfUsers: false };
  const names = FIELDS.map((one) => one.name);
  throw new BadRequest(`Query parameter 'field' must be ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}.`);
}

function requireGroup(name: string): GroupName {
  const group = GROUPS.find((one) => one === name);
  if (group === undefined)
    throw new BadRequest("Query parameter 'groupBy' must be project, release, environment or session.status.");
  return group;
}

/** The field by which groups are sorted: the smallest first, or, with the sign -1, the largest. */
interface GroupOrder {
  readonly field: SessionField;
  readonly sign: 1 | -1;
}

function readOrder(orderBy: string | undefined, fields: readonly SessionField[]): GroupOrder | null {
  if (orderBy === undefined) return null;
  const field = fields.find(({ name }) => name === orderBy.replace(/^-/, ''));
  if (field === undefined)
    throw new BadRequest(
      "Query parameter 'orderBy' must be one of the values of 'field', with or without - before it.",
    );
  return { field, sign: orderBy.startsWith('-') ? -1 : 1 };
}

function stepsOf({ from, to, step }: TimeRange): number {
  return (to - from) / step;
}

/**
 * Reads terms such as `release:shop@2.4.1 environment:"my place"`. A backslash escapes a quotation mark or a backslash
 * between quotation marks. No version has more than 250 characters.
 */
function readQuery(text: string): Partial<Record<'release' | 'environment', string>> {
  const terms: Partial<Record<'release' | 'environment', string>> = {};
  const rest = text.replace(
    /(?:^|(?<=\s))(release|environment):(?:"((?:[^"\\]|\\.){0,500})"|([^\s"]+))(?=\s|$)/g,
    (...match) => {
      const [term, name, quoted, plain] = match as [
        string,
        'release' | 'environment',
        string | undefined,
        string | undefined,
      ];
      if (terms[name] !== undefined) return term;
      terms[name] = quoted?.replace(/\\(["\\])/g, '$1') ?? plain ?? '';
      return '';
    },
  );
  if (rest.trim() !== '')
    throw new BadRequest("Query parameter 'query' may have the terms release:VERSION and environment:NAME, each once.");
  return terms;
}

/**
 * Returns the ids of the releases to which a query limits the sessions: none without a version, so that all count, and
 * an id that no release has for an unknown version.
 */
async function findReleases({ releases }: Readers, organizationId: string, version?: string): Promise<number[]> {
  if (version === undefined) return [];
  const release = await releases.findByVersion(organizationId, version);
  return [release === undefined ? -1 : Number(release.id)];
}

/** The users of one group by kind, in total and in each step. */
type UserSets = Map<UserKind, { readonly total: UserSet; readonly steps: Map<number, UserSet> }>;

interface SessionGroup extends HealthGroup {
  readonly project: string;
  total: SessionCounts;
  readonly steps: SessionCounts[];
  readonly users: UserSets;
}

interface GroupsRequest {
  readonly projects: readonly string[];
  readonly filter: HealthFilter;
  readonly groupBy: readonly GroupName[];
  readonly fields: readonly SessionField[];
  readonly order: GroupOrder | null;
  readonly range: TimeRange;
  /** Maximum number of groups. */
  readonly size: number;
}

/**
 * Reads the first groups of an order, by default those with most sessions. If sessions are not grouped, there is one
 * group, even without sessions.
 */
async function readGroups({ releaseHealth }: Readers, request: GroupsRequest): Promise<SessionGroup[]> {
  const { projects, filter, groupBy, fields, order, range, size } = request;
  const stepCount = stepsOf(range);
  const stepHours = range.step / HOUR_MS;
  const byProject = groupBy.includes('project');
  const byRelease = groupBy.includes('release');
  const byEnvironment = groupBy.includes('environment');
  const groups = new Map<string, SessionGroup>();
  const keyOf = (project: string, { release, environment }: HealthGroup) =>
    `${byProject ? project : ''} ${byRelease ? release : 0} ${byEnvironment ? environment : ''}`;
  const add = (project: string, { release, environment }: HealthGroup): SessionGroup => {
    const steps = Array<SessionCounts>(stepCount).fill(NO_SESSIONS);
    const group = { project, release, environment, total: NO_SESSIONS, steps, users: new Map() as UserSets };
    groups.set(keyOf(project, group), group);
    return group;
  };
  if (!byProject && !byRelease && !byEnvironment) add('', { release: 0, environment: '' });
  for (const project of projects) {
    const rows = await releaseHealth.sum(project, filter, {
      release: byRelease,
      environment: byEnvironment,
      stepHours,
    });
    for (const { step, ...row } of rows) {
      const group = groups.get(keyOf(project, row)) ?? add(project, row);
      group.total = addCounts(group.total, row);
      group.steps[step] = addCounts(group.steps[step] ?? NO_SESSIONS, row);
    }
  }
  const countsUsers = fields.some(({ isOfUsers }) => isOfUsers);
  const points = stepCount * (groupBy.includes('session.status') ? SESSION_LEVELS.length : 1);
  const maxGroups = Math.min(size, Math.max(1, Math.floor((countsUsers ? MAX_USER_POINTS : MAX_POINTS) / points)));
  const kinds = groupBy.includes('session.status') ? USER_KINDS : (['all', 'crashed'] as const);
  const countUsers = async (chosen: readonly SessionGroup[], hasSteps: boolean): Promise<void> => {
    const byKey = new Map(chosen.map((group) => [keyOf(group.project, group), group]));
    for (const project of projects)
      await releaseHealth.visitUsers(project, filter, kinds, ({ hour, kind, users, ...place }) => {
        const group = byKey.get(keyOf(project, place));
        if (group === undefined) return;
        const sets = group.users.get(kind) ?? { total: new UserSet(), steps: new Map<number, UserSet>() };
        group.users.set(kind, sets);
        sets.total.merge(users);
        if (!hasSteps) return;
        const step = Math.floor((hour - filter.from) / stepHours);
        const ofStep = sets.steps.get(step);
        if (ofStep === undefined) sets.steps.set(step, users);
        else ofStep.merge(users);
      });
  };
  let sorted = [...groups.values()].sort((one, other) => other.total.sessions - one.total.sessions);
  if (order !== null) {
    const { field, sign } = order;
    if (field.isOfUsers && sorted.length > maxGroups) {
      sorted = sorted.slice(0, MAX_ORDERED_GROUPS);
      await countUsers(sorted, false);
    }
    const valueOf = (group: SessionGroup) =>
      measure(field, field.isOfUsers ? countSets((kind) => group.users.get(kind)?.total) : group.total) ?? -1;
    const values = new Map(sorted.map((group) => [group, valueOf(group)]));
    sorted.sort((one, other) => sign * ((values.get(one) ?? 0) - (values.get(other) ?? 0)));
  }
  const first = sorted.slice(0, maxGroups);
  if (countsUsers) await countUsers(first, true);
  return first;
}

type SessionLevel = (typeof SESSION_LEVELS)[number];

/** Returns a field's value of counts, of one status if one is given; null if there is none. */
function measure(field: SessionField, counts: SessionCounts, status?: SessionLevel): number | null {
  if (field.measure === 'count') return status === undefined ? counts.sessions : countByStatus(counts)[status];
  const rate = field.measure === 'none' ? null : crashRate(counts);
  return rate === null || field.measure === 'crash rate' ? rate : 1 - rate;
}

/** Returns the numbers of users in the sets of each kind. */
function countSets(setOf: (kind: UserKind) => UserSet | undefined): SessionCounts {
  const [sessions = 0, errored = 0, unhandled = 0, abnormal = 0, crashed = 0] = USER_KINDS.map(
    (kind) => setOf(kind)?.count() ?? 0,
  );
  return { sessions, errored, unhandled, abnormal, crashed };
}

/** The record of a group, and its values by field for sorting. */
interface PresentedGroup {
  readonly by: {
    project?: number;
    release?: string;
    environment?: string;
    'session.status'?: SessionLevel;
  };
  readonly totals: Record<string, number | null>;
  readonly series: Record<string, (number | null)[]>;
  readonly valueOf: (field: string) => number;
}

/** Presents a group. If sessions are also grouped by status, returns one record for each status. */
function presentGroup(
  group: SessionGroup & { readonly version: string },
  groupBy: readonly GroupName[],
  fields: readonly SessionField[],
): PresentedGroup[] {
  const { project, version, environment, total, steps, users } = group;
  const place = {
    ...(groupBy.includes('project') && { project: Number(project) }),
    ...(groupBy.includes('release') && { release: version }),
    ...(groupBy.includes('environment') && { environment }),
  };
  const totalUsers = countSets((kind) => users.get(kind)?.total);
  const userSteps = steps.map((_, step) => countSets((kind) => users.get(kind)?.steps.get(step)));
  return (groupBy.includes('session.status') ? SESSION_LEVELS : [undefined]).map((status) => {
    const totals = Object.fromEntries(
      fields.map((field) => [field.name, measure(field, field.isOfUsers ? totalUsers : total, status)]),
    );
    return {
      by: { ...place, ...(status !== undefined && { 'session.status': status }) },
      totals,
      series: Object.fromEntries(
        fields.map((field) => [
          field.name,
          (field.isOfUsers ? userSteps : steps).map((counts) => measure(field, counts, status)),
        ]),
      ),
      valueOf: (field) => totals[field] ?? -1,
    };
  });
}
