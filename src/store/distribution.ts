import type { Table } from './schema';

/** Where the rows of a table are, once a database is spread over machines. */
export type Placement =
  /** With all other rows of their project: what grows with the events. */
  | 'project'
  /** With all other rows of their organization: what is uploaded once for all of its projects. */
  | 'organization'
  /** A copy on each machine: who there is, queues, and the few rows by which lists of many projects or releases are joined. */
  | 'everywhere';

/** Every table of the schema; a new one is told nowhere else. */
export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  alert: 'everywhere',
  alert_delivery: 'everywhere',
  alert_mute: 'everywhere',
  artifact: 'project',
  artifact_bundle: 'organization',
  bookmark: 'everywhere',
  content: 'organization',
  content_slice: 'organization',
  deploy: 'everywhere',
  deploy_project: 'everywhere',
  environment: 'everywhere',
  event: 'project',
  event_body: 'project',
  issue: 'project',
  issue_counter: 'project',
  issue_hash: 'project',
  issue_tag: 'project',
  member: 'everywhere',
  migration: 'everywhere',
  organization: 'everywhere',
  outcome: 'project',
  project: 'everywhere',
  project_key: 'everywhere',
  project_platform: 'project',
  project_redirect: 'everywhere',
  release: 'everywhere',
  release_binding: 'everywhere',
  release_commit: 'organization',
  release_project: 'everywhere',
  removed_issue: 'project',
  scraped_file: 'project',
  team: 'everywhere',
  team_member: 'everywhere',
  team_project: 'everywhere',
  token: 'everywhere',
  webhook: 'everywhere',
};

/** The column by whose value rows are placed. */
export const DISTRIBUTION_COLUMNS = { project: 'project_id', organization: 'organization_id' } as const;

/** A foreign key as the database tells of it. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** `FOREIGN KEY (…) REFERENCES …` */
  readonly definition: string;
}

/** A schema, and which of its tables are placed already. */
export interface Schema {
  readonly tables: readonly Pick<Table, 'name'>[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly placed: ReadonlySet<string>;
}

/**
 * The statements that place what is not placed yet; none where all is. Foreign keys are put aside meanwhile, and only tables that
 * are everywhere have them: Citus would take a table that refers to one of its own for its own as well, and then refuse to place it,
 * because its ids are an identity.
 * @throws Error with one sentence for a table that has no place
 */
export function distributionStatements({ tables, foreignKeys, placed }: Schema): string[] {
  const names = tables.map(({ name }) => name).filter((name) => !placed.has(name));
  const unknown = names.find((name) => PLACEMENTS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`The table ${unknown} is none of culprit's: move it to another database or schema first.`);
  if (names.length === 0) return [];
  const aside = foreignKeys.filter(({ table }) => names.includes(table));
  return [
    // Tables that are everywhere and tables that are not change in one transaction.
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
    ...aside.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...names
      .filter((name) => PLACEMENTS[name] === 'everywhere')
      .map((name) => `SELECT create_reference_table('${name}')`),
    ...(['project', 'organization'] as const).flatMap((placement) => groupStatements(placement, names, placed)),
    ...aside.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
  ];
}

/** The first table of a group makes it, the others join it. */
function groupStatements(
  placement: 'project' | 'organization',
  names: readonly string[],
  placed: ReadonlySet<string>,
): string[] {
  const column = DISTRIBUTION_COLUMNS[placement];
  const group = Object.keys(PLACEMENTS).filter((name) => PLACEMENTS[name] === placement);
  const wanted = group.filter((name) => names.includes(name));
  const first = group.find((name) => placed.has(name)) ?? wanted[0];
  return wanted.map((name) => {
    const neighbour = name === first ? 'none' : first;
    return `SELECT create_distributed_table('${name}', '${column}', colocate_with => '${neighbour}')`;
  });
}
