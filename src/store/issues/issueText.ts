import type { Issue } from '../../domain/issue';
import { keywordsOf, type SearchedText, similarTexts } from '../../domain/issueText';
import { byDialect, type Dialect, isAmong, jsonIntegers, jsonList } from '../engine/dialect';
import {
  EntityStore,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  unnest,
} from '../engine/sql';

/** Number of issues whose newest events one step of the job reads at once. */
const STALE_PER_STEP = 20;

/** An issue whose words must be written again, with its newest event. */
export interface StaleIssue {
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly title: string;
  readonly culprit: string | null;
  /** The compressed body of its newest event; null if it has none. */
  readonly body: Uint8Array | null;
}

/** The words of an issue, with the description for which they were made. */
export interface IssueWords extends Pick<StaleIssue, 'id' | 'title' | 'culprit'> {
  /** The words as returned by `storedText`. */
  readonly words: string;
}

/** The position of an issue in the order in which stale issues are read. */
export type StaleIssueKey = Pick<StaleIssue, 'id' | 'projectId'>;

/** The newest event of an issue, in the order of the lists of events. */
const NEWEST_BODY = `(SELECT e.body FROM event e WHERE e.project_id = i.project_id AND e.issue_id = i.id
    ORDER BY e.timestamp DESC, e.event_id DESC LIMIT 1)`;
const LIST_STALE = `SELECT CAST(i.id AS TEXT) AS "id", CAST(i.project_id AS TEXT) AS "projectId",
    CAST((SELECT p.organization_id FROM project p WHERE p.id = i.project_id) AS TEXT) AS "organizationId",
    i.title AS "title", i.culprit AS "culprit", ${NEWEST_BODY} AS "body"
  FROM issue i WHERE i.text_stale = 1 AND (i.project_id, i.id) < (?, ?) ORDER BY i.project_id DESC, i.id DESC LIMIT ?`;
/** Maximum number of issues that are counted. */
const MAX_COUNTED = 10_000;
const COUNT_STALE = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (
  SELECT 1 FROM issue WHERE text_stale = 1 LIMIT ${MAX_COUNTED}) stale`;

const TYPES: readonly RowValueType[] = ['TEXT', 'TEXT', 'TEXT', 'INTEGER', 'SAME'];
/** Writes no words for an issue that was removed meanwhile. */
const REPLACE: RowStatement = {
  sqlite: `INSERT INTO issue_text (project_id, issue_id, words) SELECT i.project_id, i.id, ? FROM issue i
    WHERE i.title = ? AND i.culprit IS ? AND i.id = ? AND i.project_id = ?
    ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words`,
  postgres: `INSERT INTO issue_text (project_id, issue_id, words) SELECT i.project_id, i.id, r.words
    FROM ${unnest(TYPES)} AS r (words, title, culprit, id) JOIN issue i ON i.id = r.id
    WHERE i.title = r.title AND i.culprit IS NOT DISTINCT FROM r.culprit AND i.project_id = ?
    ON CONFLICT (project_id, issue_id) DO UPDATE SET words = excluded.words`,
  types: TYPES,
};
const MARK_TYPES: readonly RowValueType[] = ['TEXT', 'TEXT', 'INTEGER', 'SAME'];
/** Skips issues whose description has changed since it was read: the event has marked the issue again. */
const MARK_WRITTEN: RowStatement = {
  sqlite: `UPDATE issue SET text_stale = 0 WHERE title = ? AND culprit IS ? AND id = ? AND project_id = ?`,
  postgres: `UPDATE issue SET text_stale = 0 FROM ${unnest(MARK_TYPES)} AS r (title, culprit, id)
    WHERE issue.title = r.title AND issue.culprit IS NOT DISTINCT FROM r.culprit AND issue.id = r.id AND issue.project_id = ?`,
  types: MARK_TYPES,
};
/** The words of new issues. */
export const INSERT_TEXT = insertRows('issue_text', { project_id: 'SAME', issue_id: 'INTEGER', words: 'TEXT' });
const DELETE = (dialect: Dialect) => `DELETE FROM issue_text WHERE project_id = ? AND issue_id IN (
  SELECT t.issue_id FROM issue_text t WHERE t.project_id = ? AND ${isAmong(dialect, 't.issue_id')} LIMIT ?)`;

/** Maximum number of issues that are read for each pair of keywords. */
const MAX_WITH_KEYWORDS = 200;
/** Maximum number of issues whose words are compared, the newest ones. */
const MAX_COMPARED = 500;
/** Maximum number of similar issues that are returned. */
const MAX_SIMILAR = 30;
const READ_WORDS = (dialect: Dialect) => `SELECT CAST(t.issue_id AS TEXT) AS "id", t.words AS "words" FROM issue_text t
  WHERE t.project_id = ? AND ${isAmong(dialect, 't.issue_id')}`;

/** The rows of `issue_text`, and the column `text_stale` of `issue`. */
export class IssueTextReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the next issues whose words must be written, newest first, all of one project. */
  async listStale(after: StaleIssueKey | undefined): Promise<StaleIssue[]> {
    const key = after === undefined ? [Number.MAX_SAFE_INTEGER, 0] : [idValue(after.projectId), idValue(after.id)];
    const rows = await this.session.all<StaleIssue>(LIST_STALE, [...key, STALE_PER_STEP]);
    return rows.filter(({ projectId }) => projectId === rows[0]?.projectId);
  }

  /** Counts the issues whose words must be written, up to 10,000. */
  async countStale(): Promise<number> {
    return (await this.session.one<{ count: number }>(COUNT_STALE, []))?.count ?? 0;
  }

  /**
   * Returns the issues of the project that have many words in common with an issue, the most similar first: issue id →
   * share of common words. They may include removed issues.
   */
  async findSimilar({ id, projectId }: Pick<Issue, 'id' | 'projectId'>): Promise<Map<string, number>> {
    const project = idValue(projectId);
    const [own] = await this.session.all<{ words: string }>(READ_WORDS, [project, listValue([idValue(id)])]);
    if (own === undefined) return new Map();
    const ids = await this.findWithKeywords(project, keywordsOf(own.words));
    ids.delete(idValue(id));
    const candidates = [...ids].sort((one, other) => other - one).slice(0, MAX_COMPARED);
    const rows = await this.session.all<{ id: string; words: string }>(READ_WORDS, [project, listValue(candidates)]);
    const similar = similarTexts(own.words, new Map(rows.map((row) => [row.id, row.words])));
    return new Map(
      [...similar]
        .sort(([one, share], [other, otherShare]) => otherShare - share || idValue(other) - idValue(one))
        .slice(0, MAX_SIMILAR),
    );
  }

  /** Returns issues that have two of the keywords, or the only one. */
  private async findWithKeywords(project: number, keywords: readonly string[]): Promise<Set<number>> {
    const pairs = keywords.flatMap((one, at) => keywords.slice(at + 1).map((other) => [one, other]));
    const lists = await Promise.all(
      (pairs.length === 0 ? keywords.map((one) => [one]) : pairs).map((words) =>
        this.session.one<IssueLists>(FIND, [
          matchExpression({ words, prefix: null }),
          project,
          project,
          MAX_WITH_KEYWORDS,
        ]),
      ),
    );
    return new Set(lists.flatMap((row) => readList(row?.ids)));
  }
}

export class IssueTextWriter extends IssueTextReader<Session> {
  /** Writes the words of issues of a project, unless their description has changed since. */
  async replace(projectId: string, issues: readonly IssueWords[]): Promise<void> {
    const project = idValue(projectId);
    const inOrder = issues.toSorted((one, other) => idValue(one.id) - idValue(other.id));
    const rows = inOrder.map(({ id, title, culprit, words }) => [words, title, culprit, idValue(id), project]);
    await this.session.runMany(
      MARK_WRITTEN,
      rows.map(([, ...rest]) => rest),
    );
    await this.session.runMany(REPLACE, rows);
  }
}

/**
 * Deletes the words of at most `limit` removed issues. Returns the number of issues.
 * @param issues ids as a JSON list
 */
export async function deleteTexts(session: Session, project: number, issues: string, limit: number): Promise<number> {
  return (await session.run(DELETE, [project, project, issues, limit])).changes;
}

/* Searches. The index finds the issues that have all words of a text; their order is checked in the stored words. */

/** A condition on `issue_text t`: its words contain two texts. */
const IN_ORDER = byDialect({
  sqlite: 'instr(t.words, ?) > 0 AND instr(t.words, ?) > 0',
  postgres: 'strpos(t.words, ?) > 0 AND strpos(t.words, ?) > 0',
});
/** Project and issue of a row of SQLite's index: the issue is in the lower 39 bits of the row's id. */
const PROJECT_OF_ROW = 'x.rowid >> 39';
const ISSUE_OF_ROW = 'x.rowid & 549755813887';
const WITH_WORDS = `CROSS JOIN issue_text t ON t.project_id = ${PROJECT_OF_ROW} AND t.issue_id = ${ISSUE_OF_ROW}`;
const MATCHES = 'issue_text_index MATCH ?';
const IN_PROJECT = 'x.rowid BETWEEN (? << 39) AND ((? << 39) | 549755813887)';
const IN_WANTED = `x.rowid BETWEEN ((SELECT MIN(w.id) FROM wanted w) << 39)
    AND (((SELECT MAX(w.id) FROM wanted w) << 39) | 549755813887) AND ${PROJECT_OF_ROW} IN (SELECT w.id FROM wanted w)`;
/** The expression of PostgreSQL's index. */
const VECTOR = `CAST('§' || CAST(t.project_id AS TEXT) || t.words AS TSVECTOR)`;
/** The query of PostgreSQL in place of an FTS5 expression. Words have neither capitals nor punctuation. */
const QUERY = `replace(replace(replace(CAST(? AS TEXT), '"', ''''), ' AND ', ' & '), ' *', ':*')`;
const HAS_WORDS = `${VECTOR} @@ CAST(${QUERY} || ' & ''§' || CAST(CAST(? AS BIGINT) AS TEXT) || '''' AS TSQUERY)`;
const HAS_WORDS_IN_WANTED = `${VECTOR} @@ CAST((SELECT '(' || string_agg('''§' || CAST(w.id AS TEXT) || '''', ' | ') || ') & '
    FROM wanted w) || ${QUERY} AS TSQUERY)`;

/**
 * Returns projects and ids of issues as two lists: with a row for each issue, SQLite's driver takes longer than the
 * search.
 */
function inLists(query: (dialect: Dialect) => string) {
  return (dialect: Dialect) =>
    `SELECT ${jsonList(dialect, 'f.project')} AS "projects", ${jsonList(dialect, 'f.id')} AS "ids" FROM (${query(dialect)}) f`;
}
/** Finds issues of a project that have all words, in any order. */
const FIND = inLists(
  byDialect({
    sqlite: `SELECT ${PROJECT_OF_ROW} AS project, ${ISSUE_OF_ROW} AS id FROM issue_text_index x
    WHERE ${MATCHES} AND ${IN_PROJECT} LIMIT ?`,
    postgres: `SELECT t.project_id AS project, t.issue_id AS id FROM issue_text t
    WHERE ${HAS_WORDS} AND t.project_id = ? LIMIT ?`,
  }),
);
/** Finds issues of a project that have all words in order. */
const FIND_IN_ORDER = inLists(
  byDialect({
    sqlite: `SELECT t.project_id AS project, t.issue_id AS id FROM issue_text_index x ${WITH_WORDS}
    WHERE ${MATCHES} AND ${IN_PROJECT} AND ${IN_ORDER('sqlite')} LIMIT ?`,
    postgres: `SELECT t.project_id AS project, t.issue_id AS id FROM issue_text t
    WHERE ${HAS_WORDS} AND t.project_id = ? AND ${IN_ORDER('postgres')} LIMIT ?`,
  }),
);
/** Finds such issues of several projects. */
const FIND_IN_PROJECTS = inLists(
  byDialect({
    sqlite: `WITH wanted (id) AS MATERIALIZED (${jsonIntegers('sqlite')})
    SELECT ${PROJECT_OF_ROW} AS project, ${ISSUE_OF_ROW} AS id FROM issue_text_index x
    WHERE ${IN_WANTED} AND ${MATCHES} LIMIT ?`,
    postgres: `WITH wanted (id) AS MATERIALIZED (${jsonIntegers('postgres')})
    SELECT t.project_id AS project, t.issue_id AS id FROM issue_text t
    WHERE t.project_id = ANY (ARRAY(SELECT w.id FROM wanted w)) AND ${HAS_WORDS_IN_WANTED} LIMIT ?`,
  }),
);
const FIND_IN_ORDER_IN_PROJECTS = inLists(
  byDialect({
    sqlite: `WITH wanted (id) AS MATERIALIZED (${jsonIntegers('sqlite')})
    SELECT t.project_id AS project, t.issue_id AS id FROM issue_text_index x ${WITH_WORDS}
    WHERE ${IN_WANTED} AND ${MATCHES} AND ${IN_ORDER('sqlite')} LIMIT ?`,
    postgres: `WITH wanted (id) AS MATERIALIZED (${jsonIntegers('postgres')})
    SELECT t.project_id AS project, t.issue_id AS id FROM issue_text t
    WHERE t.project_id = ANY (ARRAY(SELECT w.id FROM wanted w)) AND ${HAS_WORDS_IN_WANTED}
      AND ${IN_ORDER('postgres')} LIMIT ?`,
  }),
);
/** A condition on `issue i`: its words contain a searched text in order. Its parameters are `orderValues`. */
export const HAS_TEXT = (dialect: Dialect) =>
  `(SELECT 1 FROM issue_text t WHERE t.project_id = i.project_id AND t.issue_id = i.id AND ${IN_ORDER(dialect)}) IS NOT NULL`;

/** An issue that has a text. */
export interface IssueWithText {
  readonly project: number;
  readonly id: number;
}

/** Returns at most `limit` issues of these projects that have a text, in no order. They may include removed issues. */
export async function findIssuesWithText(
  session: ReadSession,
  projects: readonly number[],
  text: SearchedText,
  limit: number,
): Promise<IssueWithText[]> {
  const [first = 0, ...others] = projects;
  const isSingle = !text.phrase.trimEnd().includes(' ');
  const rest = [...(isSingle ? [] : orderValues(text)), limit];
  const expression = matchExpression(text);
  const row =
    others.length === 0
      ? await session.one<IssueLists>(isSingle ? FIND : FIND_IN_ORDER, [expression, first, first, ...rest])
      : await session.one<IssueLists>(isSingle ? FIND_IN_PROJECTS : FIND_IN_ORDER_IN_PROJECTS, [
          listValue(projects),
          expression,
          ...rest,
        ]);
  const ids = readList(row?.ids);
  return readList(row?.projects).map((project, index) => ({ project, id: ids[index] ?? 0 }));
}

/** JSON lists; null for none. */
interface IssueLists {
  readonly projects: string | null;
  readonly ids: string | null;
}

function readList(json: string | null | undefined): number[] {
  return JSON.parse(json ?? '[]') as number[];
}

/** Returns the parameters of `HAS_TEXT`. */
export function orderValues({ first, phrase }: SearchedText): [string, string] {
  return [first, phrase];
}

/** Returns the FTS5 expression for the words of a text, in any order. */
function matchExpression({ words, prefix }: Pick<SearchedText, 'words' | 'prefix'>): string {
  const terms = words.map((word) => `"${word}"`);
  return [...terms, ...(prefix === null ? [] : [`"${prefix}" *`])].join(' AND ');
}
