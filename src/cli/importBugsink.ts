import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ImportSource, objectOf, type SourceClock, type SourceRecord, textOf } from './importSource';

/*
 * The SQLite database of a Bugsink server, in the form of the web API that imports read. Its tables are those of
 * Bugsink's Django models (https://github.com/bugsink/bugsink); columns that a version lacks are left out.
 */

const PAGE = 100;
const PROJECTS = 'SELECT p.*, t.name AS team_name FROM projects_project p LEFT JOIN teams_team t ON t.id = p.team_id';
const EVENTS = 'SELECT * FROM events_event WHERE project_id = ? ORDER BY rowid DESC LIMIT ? OFFSET ?';
const EVENT = 'SELECT * FROM events_event WHERE project_id = ? AND event_id = ?';
const ISSUES = `SELECT i.*, (SELECT COUNT(*) FROM issues_turningpoint t WHERE t.issue_id = i.id AND t.comment <> '') AS comments
  FROM issues_issue i WHERE i.project_id = ?`;
const COMMENTS = `SELECT t.comment, t.timestamp, u.email, u.username FROM issues_turningpoint t
  LEFT JOIN users_user u ON u.id = t.user_id WHERE t.issue_id = ? AND t.comment <> '' ORDER BY t.timestamp DESC`;
const RELEASES = `SELECT version, date_released FROM releases_release WHERE project_id = ? AND version <> ''
  ORDER BY date_released DESC, rowid DESC`;
const GROUPINGS = 'SELECT id FROM issues_grouping WHERE issue_id = ?';

/** Returns a time of the database, which is UTC, as ISO 8601. */
function timeOf(value: unknown): string | undefined {
  const time = Date.parse(
    `${String(value)
      .replace(' ', 'T')
      .replace(/\+00:?00$/, '')}Z`,
  );
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'team';

/** Returns the database in a file as a source. @throws Error if the file is no database of Bugsink */
export function openBugsink(file: string, clock: SourceClock): ImportSource {
  return new ImportSource('http://bugsink', '', clock, readBugsink(file), `bugsink: ${path.basename(file)}`);
}

/**
 * Returns a function that answers requests from the database in a file.
 * @throws Error if the file is no database of Bugsink
 */
function readBugsink(file: string): typeof fetch {
  requireReadable(file);
  let database: Database.Database;
  let projects: SourceRecord[];
  const all = (sql: string, ...values: unknown[]) => database.prepare(sql).all(...values) as SourceRecord[];
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    projects = all(PROJECTS).filter((project) => project['is_deleted'] !== 1);
  } catch (error) {
    throw new Error(
      `--from-bugsink is "${file}", which is no SQLite database of Bugsink: ${(error as Error).message}.`,
    );
  }
  const listEvents = (projectId: unknown, { origin, pathname, searchParams }: URL) => {
    const offset = Number(searchParams.get('cursor') ?? 0);
    const rows = all(EVENTS, projectId, PAGE, offset);
    const records = searchParams.has('full') ? rows.map(presentEvent) : rows.map(listedEvent);
    const next = offset + PAGE;
    const has = rows.length === PAGE;
    const link = `<${origin}${pathname}?cursor=${next}>; rel="next"; results="${String(has)}"; cursor="${next}"`;
    return Response.json(records, { headers: { Link: link } });
  };
  const ofProject = (project: SourceRecord, list: string, id: string | undefined, url: URL): unknown => {
    const { id: projectId } = project;
    if (list === 'keys') return [{ public: project['sentry_key'], projectId, name: 'Default', isActive: true }];
    if (list === 'releases' && id === undefined) return all(RELEASES, projectId).map(presentRelease);
    if (list === 'issues') return all(ISSUES, projectId).map(presentIssue);
    if (list === 'events' && id === undefined) return listEvents(projectId, url);
    const [event] = list === 'events' ? all(EVENT, projectId, id) : [];
    return event && textOf(event['data']) && presentEvent(event);
  };
  const answer = (url: URL): unknown => {
    const [of, , slug = '', list = '', id] = url.pathname.split('/').slice(3);
    if (of === 'projects') {
      const project = projects.find((one) => one['slug'] === slug);
      return project && ofProject(project, list, id === '' ? undefined : id, url);
    }
    if (list === '' && slug === '') return [{ slug: 'bugsink' }];
    if (slug === 'projects') return projects.map(presentProject);
    if (slug === 'issues' && id === 'notes') return all(COMMENTS, list).map(presentComment);
    return slug === 'issues' && id === 'hashes' ? all(GROUPINGS, list) : undefined;
  };
  return (input) => {
    const reply = answer(new URL(input instanceof Request ? input.url : input));
    if (reply instanceof Response) return Promise.resolve(reply);
    return Promise.resolve(reply === undefined ? new Response('{}', { status: 404 }) : Response.json(reply));
  };
}

/** @throws Error that names the file, if it cannot be read */
function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`;
    throw new Error(`--from-bugsink is "${file}", which ${reason}.`);
  }
}

function presentProject({ slug, name, team_name: team }: SourceRecord): SourceRecord {
  return { slug, name, teams: typeof team === 'string' ? [{ slug: slugOf(team), name: team }] : [] };
}

function presentRelease({ version, date_released: released }: SourceRecord): SourceRecord {
  return { version, dateReleased: timeOf(released) };
}

function presentIssue(row: SourceRecord): SourceRecord {
  const [isResolved, isMuted] = [row['is_resolved'] === 1, row['is_muted'] === 1];
  const versions = (textOf(row['fixed_at']) ?? '').split('\n').filter((version) => version !== '');
  return {
    id: row['id'],
    status: isResolved ? 'resolved' : isMuted ? 'ignored' : 'unresolved',
    statusDetails: {
      ...(isMuted && ignoreConditionsOf(row['unmute_on_volume_based_conditions'])),
      ...(row['is_resolved_by_next_release'] === 1 ? { inNextRelease: true } : { inRelease: versions.at(-1) }),
      ignoreUntil: timeOf(row['unmute_after']),
    },
    assignedTo: null,
    firstSeen: timeOf(row['first_seen']),
    numComments: row['comments'],
  };
}

const MINUTES: Readonly<Record<string, number>> = {
  ...{ minute: 1, hour: 60, day: 1_440, week: 10_080, month: 43_200, year: 525_600 },
};

/** Returns the number of events, and the minutes, after which an issue is not ignored any more. */
function ignoreConditionsOf(conditions: unknown): SourceRecord {
  const [first, ...others] = JSON.parse(textOf(conditions) ?? '[]') as SourceRecord[];
  if (first === undefined) return {};
  const { volume, period, nr_of_periods: periods } = first;
  const ignoreWindow = (MINUTES[String(period)] ?? 0) * Number(periods);
  return {
    ...{ ignoreCount: volume, ...(ignoreWindow > 0 && { ignoreWindow }) },
    ...(others.length > 0 && { furtherVolumes: others }),
  };
}

function presentComment({ comment, timestamp, email, username }: SourceRecord): SourceRecord {
  return { data: { text: comment }, user: { email, username }, dateCreated: timeOf(timestamp) };
}

const listedEvent = ({ event_id: id, issue_id: issue }: SourceRecord): SourceRecord => ({
  eventID: id,
  groupID: issue,
});

/** Returns the event as its client sent it; as in lists, if its body is in another storage than the database. */
function presentEvent(row: SourceRecord): SourceRecord {
  const data = textOf(row['data']);
  if (data === undefined) return listedEvent(row);
  const received = timeOf(row['ingested_at']);
  return { ...objectOf(JSON.parse(data)), event_id: row['event_id'], received };
}
