import type { Event } from '../domain/event';
import type { Project } from '../domain/project';
import { type Session, idValue } from './sql';

const FIRST_EVENT = 'UPDATE project SET first_event = ? WHERE organization_id = ? AND id = ? AND first_event IS NULL';
const PLATFORM = `INSERT INTO project_platform (project_id, platform) VALUES (?, ?)
  ON CONFLICT (project_id, platform) DO NOTHING`;
const ENVIRONMENT = `INSERT INTO environment (project_id, name) VALUES (?, ?)
  ON CONFLICT (project_id, name) DO NOTHING`;
const RELEASE = `INSERT INTO release (organization_id, version, date_created) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, version) DO NOTHING`;
const BIND_RELEASE = `INSERT INTO release_project (project_id, release_id, dated)
  SELECT ?, id, COALESCE(date_released, date_created) FROM release WHERE organization_id = ? AND version = ?
  ON CONFLICT (project_id, release_id) DO NOTHING`;

/** Notes what an event tells about its project. What is known already costs a look and writes nothing. */
export async function noteEvent(
  session: Session,
  event: Pick<Event, 'platform' | 'environment' | 'release' | 'received'>,
  project: Project,
): Promise<void> {
  const id = idValue(project.id);
  const organization = idValue(project.organizationId);
  const { platform, environment, release, received } = event;
  if (project.firstEvent === null) await session.run(FIRST_EVENT, [received, organization, id]);
  await session.run(PLATFORM, [id, platform]);
  if (environment) await session.run(ENVIRONMENT, [id, environment]);
  if (!release) return;
  await session.run(RELEASE, [organization, release, received]);
  await session.run(BIND_RELEASE, [id, organization, release]);
}
