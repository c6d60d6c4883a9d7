import type { Deploy } from '../domain/deploy';
import type { CommitSummary, Release, ReleaseSurroundings } from '../domain/release';
import { SUMMARY_COLUMNS } from './commits';
import { DEPLOY_COLUMNS } from './deploys';
import { type Dialect, listedIntegers } from './dialect';
import { type Session, idValue, listValue } from './sql';

interface Binding {
  releaseId: string;
  id: string;
  slug: string;
  name: string;
  platform: string | null;
  firstEvent: number | null;
  lastEvent: number | null;
  newGroups: number;
}
type LastCommit = CommitSummary & { releaseId: string };
type LastDeploy = Deploy & { deployCount: number };

/** Joins begin with the wanted ids. */
const BINDINGS = (dialect: Dialect) => `SELECT CAST(rp.release_id AS TEXT) AS "releaseId", CAST(p.id AS TEXT) AS "id",
    p.slug AS "slug", p.name AS "name", p.platform AS "platform", rp.first_event AS "firstEvent",
    rp.last_event AS "lastEvent", rp.new_groups AS "newGroups"
  FROM (${listedIntegers(dialect)}) wanted CROSS JOIN release_binding b CROSS JOIN release_project rp CROSS JOIN project p
  WHERE b.organization_id = ? AND b.release_id = wanted.value AND rp.project_id = b.project_id
    AND rp.release_id = b.release_id AND p.organization_id = b.organization_id AND p.id = b.project_id ORDER BY p.slug`;
const LAST_COMMITS = (dialect: Dialect) => `SELECT CAST(c.release_id AS TEXT) AS "releaseId", ${SUMMARY_COLUMNS}
  FROM (${listedIntegers(dialect)}) wanted CROSS JOIN release_commit c
  WHERE c.organization_id = ? AND c.release_id = wanted.value AND c.position = 0`;
const LAST_DEPLOYS = (dialect: Dialect) => `SELECT ${DEPLOY_COLUMNS},
    (SELECT COUNT(*) FROM deploy n WHERE n.organization_id = d.organization_id AND n.release_id = d.release_id) AS "deployCount"
  FROM (${listedIntegers(dialect)}) wanted CROSS JOIN deploy d
  WHERE d.organization_id = ? AND d.id = (SELECT l.id FROM deploy l WHERE l.organization_id = ? AND l.release_id = wanted.value
    ORDER BY l.date_finished DESC, l.id DESC LIMIT 1)`;

/** What other rows tell about these releases, by release id, in as many statements for a hundred as for one. */
export async function readReleaseSurroundings(
  session: Session,
  organizationId: string,
  releases: readonly Release[],
): Promise<Map<string, ReleaseSurroundings>> {
  const organization = idValue(organizationId);
  const ids = listValue(releases.map(({ id }) => idValue(id)));
  const bindings = await session.all<Binding>(BINDINGS, [ids, organization]);
  const commits = await session.all<LastCommit>(LAST_COMMITS, [ids, organization]);
  const deploys = await session.all<LastDeploy>(LAST_DEPLOYS, [ids, organization, organization]);
  return new Map(
    releases.map(({ id }) => [
      id,
      {
        ...sumUp(bindings.filter(({ releaseId }) => releaseId === id)),
        ...lastCommit(commits.find(({ releaseId }) => releaseId === id)),
        ...lastDeploy(deploys.find(({ releaseId }) => releaseId === id)),
      },
    ]),
  );
}

function sumUp(
  bindings: readonly Binding[],
): Pick<ReleaseSurroundings, 'projects' | 'firstEvent' | 'lastEvent' | 'newGroups'> {
  const firsts = bindings.flatMap(({ firstEvent }) => firstEvent ?? []);
  const lasts = bindings.flatMap(({ lastEvent }) => lastEvent ?? []);
  return {
    projects: bindings.map(({ id, slug, name, platform }) => ({ id, slug, name, platform })),
    firstEvent: firsts.length === 0 ? null : Math.min(...firsts),
    lastEvent: lasts.length === 0 ? null : Math.max(...lasts),
    newGroups: bindings.reduce((sum, { newGroups }) => sum + newGroups, 0),
  };
}

function lastCommit(row: LastCommit | undefined): Pick<ReleaseSurroundings, 'lastCommit'> {
  if (row === undefined) return { lastCommit: null };
  const { releaseId: _, ...commit } = row;
  return { lastCommit: commit };
}

function lastDeploy(row: LastDeploy | undefined): Pick<ReleaseSurroundings, 'deployCount' | 'lastDeploy'> {
  if (row === undefined) return { deployCount: 0, lastDeploy: null };
  const { deployCount, ...deploy } = row;
  return { deployCount, lastDeploy: deploy };
}
