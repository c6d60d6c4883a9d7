import type { EventLabels } from '../domain/event';
import { completeBinding } from './releaseBindings';
import { type Session, idValue } from './sql';
import type { NotedProject } from './eventStores';

const FIRST_EVENT = 'UPDATE project SET first_event = ? WHERE organization_id = ? AND id = ? AND first_event IS NULL';
const PLATFORM = `INSERT INTO project_platform (project_id, platform) VALUES (?, ?)
  ON CONFLICT (project_id, platform) DO NOTHING`;
const ENVIRONMENT = `INSERT INTO environment (project_id, name) VALUES (?, ?)
  ON CONFLICT (project_id, name) DO NOTHING`;
const FIND_RELEASE = 'SELECT id AS "id", dated AS "dated" FROM release WHERE organization_id = ? AND version = ?';
const RELEASE = `INSERT INTO release (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, version) DO NOTHING`;
/** Of the last event only the minute is kept, so that most events write nothing. */
const BIND_RELEASE = `INSERT INTO release_project (project_id, release_id, dated, first_event, last_event, new_groups)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, release_id) DO UPDATE SET
    first_event = COALESCE(release_project.first_event, excluded.first_event),
    last_event = CASE WHEN release_project.last_event > excluded.last_event THEN release_project.last_event ELSE excluded.last_event END,
    new_groups = release_project.new_groups + excluded.new_groups
  WHERE release_project.last_event IS NULL OR release_project.last_event + 60000 <= excluded.last_event OR excluded.new_groups > 0`;

/** Notes what events tell about their project and their releases. What is known already costs a look and writes nothing. */
export async function noteEvents(
  session: Session,
  project: NotedProject,
  events: readonly EventLabels[],
  beginners: readonly EventLabels[],
): Promise<void> {
  const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
  const [first] = events;
  if (first !== undefined && project.firstEvent === null)
    await session.run(FIRST_EVENT, [first.received, organization, id]);
  await session.runMany(
    PLATFORM,
    distinct(events, 'platform').map((platform) => [id, platform]),
  );
  await session.runMany(
    ENVIRONMENT,
    distinct(events, 'environment').map((environment) => [id, environment]),
  );
  for (const version of distinct(events, 'release')) {
    const times = events.filter(({ release }) => release === version).map(({ received }) => received);
    const { id: release, dated } = await knowRelease(session, organization, version, Math.min(...times));
    const issues = beginners.filter((event) => event.release === version).length;
    const { changes } = await session.run(BIND_RELEASE, [
      id,
      release,
      dated,
      Math.min(...times),
      Math.max(...times),
      issues,
    ]);
    if (changes > 0) await completeBinding(session, { organization, release, project: id });
  }
}

/** What is told under one label, each text once; events without it tell nothing. */
function distinct(events: readonly EventLabels[], label: 'platform' | 'environment' | 'release'): string[] {
  return [...new Set(events.flatMap((event) => event[label] || []))];
}

/** Looks before it inserts: an insert that does nothing would still use an id up, and write that down. */
async function knowRelease(
  session: Session,
  organization: number,
  version: string,
  at: number,
): Promise<{ id: number; dated: number }> {
  const find = () => session.one<{ id: number; dated: number }>(FIND_RELEASE, [organization, version]);
  const known = await find();
  if (known !== undefined) return known;
  await session.run(RELEASE, [organization, version, at, at]);
  const made = await find();
  if (made === undefined) throw new Error(`release ${version} could not be made`);
  return made;
}
