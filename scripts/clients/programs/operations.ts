/**
 * Runs the five operations with a generated client and checks the results. The program of each generator implements
 * `FiveOperations` with its generated client; the generated record types must satisfy the types here.
 */
import assert from 'node:assert/strict';

/** Reads a variable that the caller sets. @throws Error if it is missing */
function variable(name: string): string {
  const value = process.env[`CULPRIT_${name}`];
  if (value === undefined) throw new Error(`CULPRIT_${name} is not set`);
  return value;
}

export const baseUrl = variable('URL');
export const token = variable('TOKEN');
export const organization = variable('ORGANIZATION');
export const team = variable('TEAM');
export const project = variable('PROJECT');
const perPage = Number(variable('PER_PAGE'));

/** The query of a page of a list. */
export interface PageQuery {
  readonly per_page: number;
  readonly cursor?: string;
}

/** A page of a list, with the `Link` header of its reply. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly link: string | null | undefined;
}

/** An event as `listProjectEvents` returns it, with its entries only if the request has `full=true`. */
export interface EventRow {
  readonly eventID: string;
  readonly groupID: string | null;
  readonly entries?: readonly object[];
}

/** A reply that is an error: its status, and the member `detail` of its body by the type of the contract. */
export interface Failure {
  readonly status: number | undefined;
  readonly detail: string;
}

export interface FiveOperations {
  updateProject(name: string): Promise<{ readonly name: string }>;
  listTeamProjects(query: PageQuery): Promise<Page<{ readonly slug: string }>>;
  listProjectEvents(query: PageQuery & { readonly full?: boolean }): Promise<Page<EventRow>>;
  /** @returns the text of the reply */
  removeIssues(ids: number[]): Promise<string>;
  getSourceMapDebug(
    event: string,
    query: { readonly frame_idx: number; readonly exception_idx: number },
  ): Promise<readonly { readonly type: string; readonly message: string }[]>;
  /** Lists the events of a project that does not exist. */
  listEventsOfNoProject(slug: string): Promise<Failure>;
}

/** @throws AssertionError if an operation returns something else than the service has */
export async function runFiveOperations(client: FiveOperations): Promise<void> {
  const list = (name: string) => variable(name).split(',');
  assert.equal((await client.updateProject('Web shop')).name, 'Web shop');

  const projects = await readPages((query) => client.listTeamProjects(query));
  assert.deepEqual(
    projects.map(({ slug }) => slug),
    list('TEAM_PROJECTS'),
  );

  const short = await readPages((query) => client.listProjectEvents(query));
  const full = await readPages((query) => client.listProjectEvents({ ...query, full: true }));
  for (const events of [short, full]) {
    assert.deepEqual(
      events.map(({ eventID }) => eventID),
      list('EVENTS'),
    );
  }
  assert.ok(short.every(({ entries }) => entries === undefined));
  assert.ok(full.every(({ entries }) => entries !== undefined && entries.length > 0));

  const position = { frame_idx: -1, exception_idx: 0 };
  const [reason] = await client.getSourceMapDebug(variable('UNMAPPED_EVENT'), position);
  assert.equal(reason?.type, variable('UNMAPPED_REASON'));
  assert.notEqual(reason?.message, '');

  assert.equal(await client.removeIssues(list('REMOVED_ISSUES').map(Number)), 'Success.');
  const left = await readPages((query) => client.listProjectEvents(query));
  assert.deepEqual(
    left.map(({ eventID }) => eventID),
    list('KEPT_EVENTS'),
  );

  const failure = await client.listEventsOfNoProject('no-such-project');
  assert.equal(failure.status, 404);
  assert.match(failure.detail, /\w/);
}

/** Reads a list to its end by the cursors of its `Link` headers. */
async function readPages<Row>(readPage: (query: PageQuery) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage({ per_page: perPage, ...(cursor !== undefined && { cursor }) });
    assert.ok(page.rows.length <= perPage);
    rows.push(...page.rows);
    cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(page.link ?? '')?.[1];
  } while (cursor !== undefined);
  return rows;
}
