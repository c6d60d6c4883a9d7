import { BadRequest } from '../../domain/errors';
import type { Project } from '../../domain/project';
import type { RecordReader } from '../../presenters/eventRecord';
import { presentTime } from '../../presenters/format';
import type { EventRow } from '../../store/visibleEvents';

/*
 * The columns of a table of events: fields of events, and aggregates over events that are equal in all fields of the
 * table.
 */

/** A value of a table. */
type TableValue = string | number | null;

/** An event of a table. */
export interface TableEvent {
  readonly row: EventRow;
  readonly record: RecordReader;
  readonly project: Pick<Project, 'id' | 'slug'>;
}

/** A column. */
interface EventColumn {
  /** The name under which the caller asks for it. */
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'date';
}

interface Field extends EventColumn {
  readonly read: (event: TableEvent) => TableValue;
}

/** Computes a value of a group of events. */
interface Accumulator {
  add(event: TableEvent): void;
  value(): TableValue;
}

interface Aggregate extends EventColumn {
  readonly start: () => Accumulator;
}

/** The columns of a table, and its order. */
export interface EventTable {
  readonly fields: readonly Field[];
  readonly aggregates: readonly Aggregate[];
  /** The column that orders a table with aggregates. */
  readonly sort: { readonly name: string; readonly descending: boolean };
}

const FIELDS: ReadonlyMap<string, Omit<Field, 'name'>> = new Map<string, Omit<Field, 'name'>>([
  ['id', { type: 'string', read: ({ row }) => row.eventId }],
  ['timestamp', { type: 'date', read: ({ row }) => presentTime(row.timestamp) }],
  ['title', { type: 'string', read: ({ record }) => record.title() }],
  ['message', { type: 'string', read: ({ record }) => record.message() }],
  ['culprit', { type: 'string', read: ({ record }) => record.culprit() }],
  ['platform', { type: 'string', read: ({ record }) => record.platform() }],
  ['event.type', { type: 'string', read: ({ record }) => record.type() }],
  ['error.type', { type: 'string', read: ({ record }) => textOf(record.metadata()['type']) }],
  ['error.value', { type: 'string', read: ({ record }) => textOf(record.metadata()['value']) }],
  // The id of the issue stands for its short id until the rows of the page are known.
  ['issue', { type: 'string', read: ({ row }) => row.issueId }],
  ['issue.id', { type: 'integer', read: ({ row }) => Number(row.issueId) }],
  ['project', { type: 'string', read: ({ project }) => project.slug }],
  ['project.name', { type: 'string', read: ({ project }) => project.slug }],
  ['project.id', { type: 'integer', read: ({ project }) => Number(project.id) }],
  ['user', { type: 'string', read: ({ record }) => userOf(record) }],
  ['user.id', { type: 'string', read: ({ record }) => record.user('id') }],
  ['user.email', { type: 'string', read: ({ record }) => record.user('email') }],
  ['user.username', { type: 'string', read: ({ record }) => record.user('username') }],
  ['user.display', { type: 'string', read: ({ record }) => displayOf(record) }],
  ['user.ip', { type: 'string', read: ({ record }) => record.user('ip_address') }],
]);

/** Fields of other services that are no tags here: as tags, they would silently have no values. */
const NO_TAGS =
  /^(?:trace|replayId|location|(?:error|geo|http|issue|measurements|profile|project|release|sdk|span|stack|timestamp|trace|transaction|user)\..*)$/;
const TAG = /^(?:tags\[([A-Za-z0-9_.:-]{1,200})\]|([A-Za-z0-9_.:-]{1,200}))$/;
const AGGREGATE = /^([a-z_]+)\((.*)\)$/s;
const AGGREGATES = 'count(), epm(), count_unique(FIELD), first_seen() and last_seen()';

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns the user as other services do in the tag `user`, such as `id:42`. */
function userOf(record: RecordReader): string | null {
  for (const [prefix, member] of [
    ['id', 'id'],
    ['username', 'username'],
    ['email', 'email'],
    ['ip', 'ip_address'],
  ] as const) {
    const value = record.user(member);
    if (value !== null) return `${prefix}:${value}`;
  }
  return null;
}

/** Returns the most telling member of the user. */
function displayOf(record: RecordReader): string | null {
  return record.user('email') ?? record.user('username') ?? record.user('id') ?? record.user('ip_address');
}

/**
 * Reads the columns and the order of a table.
 * @param minutes length of the time range of the events; null if it has no start
 * @throws BadRequest if a column is not supported, or `sort` cannot order the table
 */
export function parseEventTable(
  names: readonly string[],
  sort: string | undefined,
  minutes: number | null,
): EventTable {
  const distinct = [...new Set(names.flatMap((name) => (name === 'issue' ? [name, 'issue.id'] : [name])))];
  const aggregates = distinct.filter((name) => AGGREGATE.test(name)).map((name) => parseAggregate(name, minutes));
  const fields = distinct.filter((name) => !AGGREGATE.test(name)).map(parseField);
  if (aggregates.length === 0) {
    if (sort !== undefined && !/^-?timestamp$/.test(sort))
      throw new BadRequest(
        "Query parameter 'sort' must be -timestamp or timestamp; events are ordered by other columns only with an aggregate, such as count().",
      );
    return { fields, aggregates, sort: { name: 'timestamp', descending: sort !== 'timestamp' } };
  }
  const key = sort?.replace(/^-/, '') ?? aggregates[0]?.name ?? '';
  const column = [...aggregates, ...fields].find(({ name }) => name === key || aliasOf(name) === key);
  if (column === undefined)
    throw new BadRequest(
      `Query parameter 'sort' must be a selected column, with - before it for the highest value first: ${distinct.join(', ')}.`,
    );
  return { fields, aggregates, sort: { name: column.name, descending: sort?.startsWith('-') ?? true } };
}

/** Returns the name of an aggregate in `sort`: `count_unique_user_id` for `count_unique(user.id)`. */
function aliasOf(name: string): string {
  const [, kind = name, argument = ''] = AGGREGATE.exec(name) ?? [];
  return argument === '' ? kind : `${kind}_${argument.replaceAll('.', '_')}`;
}

function parseField(name: string): Field {
  const field = FIELDS.get(name);
  if (field !== undefined) return { name, ...field };
  const [, quoted, plain] = TAG.exec(name) ?? [];
  const key = quoted ?? (plain === undefined || NO_TAGS.test(plain) ? undefined : plain);
  if (key === undefined) throw unsupported(name);
  return { name, type: 'string', read: ({ record }) => record.tagValues(key)[0] ?? null };
}

function parseAggregate(name: string, minutes: number | null): Aggregate {
  const [, kind = '', argument = ''] = AGGREGATE.exec(name) ?? [];
  if (kind === 'count' && argument === '') return { name, type: 'integer', start: () => new Count() };
  if (kind === 'epm' && argument === '') {
    if (minutes === null)
      throw new BadRequest(
        "Query parameter 'field' has 'epm()', events per minute: name a time with 'statsPeriod' or 'start'.",
      );
    return { name, type: 'number', start: () => new Rate(minutes) };
  }
  if (kind === 'count_unique' && argument !== '') {
    const { read } = parseField(argument);
    return { name, type: 'integer', start: () => new DistinctCount(read) };
  }
  if ((kind === 'last_seen' && argument === '') || (kind === 'max' && argument === 'timestamp'))
    return { name, type: 'date', start: () => new Extreme(Math.max) };
  if ((kind === 'first_seen' && argument === '') || (kind === 'min' && argument === 'timestamp'))
    return { name, type: 'date', start: () => new Extreme(Math.min) };
  throw unsupported(name);
}

function unsupported(name: string): BadRequest {
  return new BadRequest(
    `Query parameter 'field' has '${name}'; supported are the fields ${[...FIELDS.keys()].join(', ')}, keys of tags, and the aggregates ${AGGREGATES}.`,
  );
}

class Count implements Accumulator {
  #count = 0;

  add(): void {
    this.#count += 1;
  }

  value(): number {
    return this.#count;
  }
}

/** The average number of events in a minute of the time range. */
class Rate extends Count {
  constructor(private readonly minutes: number) {
    super();
  }

  override value(): number {
    return super.value() / this.minutes;
  }
}

class DistinctCount implements Accumulator {
  readonly #values = new Set<TableValue>();

  constructor(private readonly read: Field['read']) {}

  add(event: TableEvent): void {
    const value = this.read(event);
    if (value !== null) this.#values.add(value);
  }

  value(): number {
    return this.#values.size;
  }
}

/** The time of the first or the last event. */
class Extreme implements Accumulator {
  #time: number | undefined;

  constructor(private readonly choose: (one: number, other: number) => number) {}

  add({ row: { timestamp } }: TableEvent): void {
    this.#time = this.#time === undefined ? timestamp : this.choose(this.#time, timestamp);
  }

  value(): string | null {
    return this.#time === undefined ? null : presentTime(this.#time);
  }
}

/** A row of a table: the values of its columns. */
export type TableValues = Record<string, TableValue>;

/** Returns the row of an event. */
export function rowOf({ fields }: EventTable, event: TableEvent): TableValues {
  return Object.fromEntries(fields.map(({ name, read }) => [name, read(event)]));
}

/** Groups events by the fields of a table. */
export class EventGroups {
  readonly #groups = new Map<string, { row: TableValues; accumulators: Accumulator[] }>();

  constructor(private readonly table: EventTable) {
    // Without fields, there is one group, and it also exists without events.
    if (table.fields.length === 0) this.#add('[]', {});
  }

  add(event: TableEvent): void {
    const row = rowOf(this.table, event);
    const key = JSON.stringify(Object.values(row));
    const group = this.#groups.get(key) ?? this.#add(key, row);
    for (const accumulator of group.accumulators) accumulator.add(event);
  }

  /** Number of groups. */
  get size(): number {
    return this.#groups.size;
  }

  /** Returns at most `limit` rows, in the order of the table; equal ones by their fields. */
  rows(limit: number): TableValues[] {
    const { name, descending } = this.table.sort;
    const sign = descending ? -1 : 1;
    const rows = [...this.#groups.entries()].map(([key, { row, accumulators }]) => ({
      key,
      row: {
        ...row,
        ...Object.fromEntries(
          this.table.aggregates.map((aggregate, index) => [aggregate.name, accumulators[index]?.value() ?? null]),
        ),
      },
    }));
    rows.sort(
      (one, other) => sign * compare(one.row[name] ?? null, other.row[name] ?? null) || compare(one.key, other.key),
    );
    return rows.slice(0, limit).map(({ row }) => row);
  }

  #add(key: string, row: TableValues) {
    const group = { row, accumulators: this.table.aggregates.map(({ start }) => start()) };
    this.#groups.set(key, group);
    return group;
  }
}

/** Compares values of a column; null is the lowest one. */
function compare(one: TableValue, other: TableValue): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}
