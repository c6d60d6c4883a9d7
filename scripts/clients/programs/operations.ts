/**
 * Serves the five operations of a generated client on standard input and output. The program of each generator
 * implements `FiveOperations` with its generated client; the generated record types must satisfy the types here.
 */
import { createInterface } from 'node:readline';

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
const per_page = Number(variable('PER_PAGE'));

/** Settings of a project that are changed and read back. */
interface Settings {
  readonly name: string;
  readonly isBookmarked: boolean;
  readonly subjectPrefix: string;
  readonly safeFields: string[];
  readonly defaultEnvironment?: string | null;
}

export interface PageQuery {
  readonly per_page: number;
  readonly cursor?: string;
}

/** A page of a list, with the `Link` header of its reply. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly link: string | null | undefined;
}

/** A page of events; or a reply that is an error, with the member `detail` of its body by the type of the contract. */
interface EventsReply extends Partial<Page<EventRow>> {
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
}

/** An event as `listProjectEvents` returns it, with its entries only if the request has `full=true`. */
export interface EventRow {
  readonly eventID: string;
  readonly groupID: string | null;
  readonly entries?: readonly object[];
}

export interface FiveOperations {
  updateProject(body: Partial<Settings>): Promise<Settings>;
  listTeamProjects(query: PageQuery): Promise<Page<{ readonly slug: string }>>;
  listProjectEvents(project: string, query: PageQuery & { readonly full?: boolean }): Promise<EventsReply>;
  /** @returns the text of the reply */
  removeIssues(ids: number[]): Promise<string>;
  getSourceMapDebug(
    event: string,
    query: { readonly frame_idx: number; readonly exception_idx: number },
  ): Promise<readonly { readonly type: string; readonly message: string }[]>;
}

/** @throws Error for a reply that is an error */
export function dataOf<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url} replied ${response.status}`);
  return data;
}

/** Replies to the lines that `scripts/clients/check.ts` writes. */
export async function serve(client: FiveOperations): Promise<void> {
  for await (const line of createInterface(process.stdin)) {
    const reply = await call(client, JSON.parse(line)).catch((error: unknown) => ({ error: String(error) }));
    console.log(JSON.stringify(reply));
  }
}

async function call(client: FiveOperations, { operation, ...input }: any): Promise<object> {
  const query: PageQuery = { per_page, ...(input.cursor !== undefined && { cursor: input.cursor }) };
  switch (operation) {
    case 'updateProject':
      return { data: await client.updateProject(input.body) };
    case 'listTeamProjects': {
      const { rows, link } = await client.listTeamProjects(query);
      return { ids: rows.map(({ slug }) => slug), link };
    }
    case 'listProjectEvents': {
      const reply = await client.listProjectEvents(input.project, { ...query, ...(input.full && { full: true }) });
      if (reply.rows === undefined) return { status: reply.status, data: { detail: reply.detail } };
      return { ids: reply.rows.map(({ eventID }) => eventID), data: reply.rows, link: reply.link };
    }
    case 'removeIssues':
      return { data: await client.removeIssues(input.ids) };
    default: {
      const position = { frame_idx: input.frame, exception_idx: input.exception };
      return { data: await client.getSourceMapDebug(input.event, position) };
    }
  }
}
