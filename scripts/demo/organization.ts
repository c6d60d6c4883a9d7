/** Creates the organization of the demo. */
import { addMember, createToken } from '../../src/cli/member';
import { createOrganization, createTeam } from '../../src/cli/organization';
import { type Client, createClient } from '../../src/client/createClient';
import { SCOPES, scopesWithin } from '../../src/domain/access';
import type { Database } from '../../src/store/stores';
import { must } from '../support/uploadScript';
import {
  alertRules,
  members,
  MEMBERS,
  ORGANIZATION,
  ORGANIZATION_NAME,
  type ProjectName,
  projects,
  savedSearches,
  teams as TEAMS,
} from './tables';

const IN_ORGANIZATION = { organization_slug: ORGANIZATION };

export function addressOf(member: string): string {
  return `${member.replace('ø', 'o')}@tidewater.example`;
}

/** The parts of the organization that the other steps of the demo use. */
export interface DemoOrganization {
  /** A client for each member, so that their actions are attributed to them. */
  readonly clients: ReadonlyMap<string, Client>;
  /** URLs to which SDKs send events, by project. */
  readonly ingestUrls: ReadonlyMap<ProjectName, string>;
}

export function clientOf({ clients }: Pick<DemoOrganization, 'clients'>, member: string): Client {
  const client = clients.get(member);
  if (client === undefined) throw new Error(`${member} is no member`);
  return client;
}

export async function createDemoOrganization(database: Database, url: string): Promise<DemoOrganization> {
  const tokens = await createMembers(database, url);
  const clients = new Map([...tokens].map(([member, token]) => [member, createClient({ baseUrl: url, token })]));
  const owner = clientOf({ clients }, MEMBERS[0]);
  const ingestUrls = new Map<ProjectName, string>();
  for (const slug of Object.keys(projects) as ProjectName[])
    ingestUrls.set(slug, await createProject(owner, slug, url));
  const teams = await must(owner.listTeams(IN_ORGANIZATION));
  for (const { project, team, rule } of alertRules) {
    const recipient = { type: 'team' as const, id: teams.find(({ slug }) => slug === team)?.id ?? '' };
    const body = { ...rule, recipients: [recipient, ...rule.recipients] };
    await must(owner.createAlertRule({ ...IN_ORGANIZATION, project_slug: project, body }));
  }
  for (const body of savedSearches) await must(owner.createSavedSearch({ ...IN_ORGANIZATION, body }));
  return { clients, ingestUrls };
}

function createMembers(database: Database, url: string): Promise<Map<string, string>> {
  return database.write(async (stores) => {
    const context = { stores, publicUrl: url, now: Date.now() };
    await createOrganization(context, { slug: ORGANIZATION, name: ORGANIZATION_NAME });
    for (const [slug, name] of Object.entries(TEAMS))
      await createTeam(context, { organization: ORGANIZATION, slug, name });
    const created = new Map<string, string>();
    for (const [member, { role, teams: team }] of Object.entries(members)) {
      const whom = { organization: ORGANIZATION, email: addressOf(member) };
      await addMember(context, { ...whom, role, team });
      created.set(member, (await createToken(context, { ...whom, scope: scopesWithin(role, SCOPES) })).token);
    }
    return created;
  });
}

/** Creates a project and returns the URL to which its events are sent. */
async function createProject(owner: Client, slug: ProjectName, url: string): Promise<string> {
  const { name, platform, team, settings, ownership } = projects[slug];
  const place = { ...IN_ORGANIZATION, project_slug: slug };
  const body = { name, slug, platform };
  const { id } = await must(owner.createProject({ ...IN_ORGANIZATION, team_id_or_slug: team, body }));
  const [key] = await must(owner.listProjectKeys(place));
  await must(owner.updateProject({ ...place, body: settings }));
  if (ownership !== undefined) await must(owner.updateProjectOwnership({ ...place, body: { raw: ownership } }));
  return `${url}/api/${id}/envelope/?sentry_key=${key?.public ?? ''}`;
}
