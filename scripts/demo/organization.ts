/** The people, teams and projects of the demo, and what they have set. */
import { addMember } from '../../src/cli/member';
import { createOrganization } from '../../src/cli/organization';
import { createTeam } from '../../src/cli/team';
import { createToken } from '../../src/cli/token';
import { type Client, createClient } from '../../src/client/createClient';
import { type Role, SCOPES, scopesWithin } from '../../src/domain/access';
import type { Database } from '../../src/store/stores';
import { must } from '../support/must';
import type { ProjectName } from './defects/defect';

/** The organization of the demo, a seller of books. */
export const ORGANIZATION = 'tidewater';

/** Members by first name; the first one signs in. */
export const MEMBERS = ['mara', 'jonas', 'ifeoma', 'søren', 'lin', 'ben'] as const;
export type MemberName = (typeof MEMBERS)[number];

const STAFF: Readonly<Record<MemberName, { readonly role: Role; readonly teams: readonly string[] }>> = {
  mara: { role: 'owner', teams: ['web', 'platform'] },
  jonas: { role: 'manager', teams: ['web'] },
  ifeoma: { role: 'admin', teams: ['platform'] },
  søren: { role: 'member', teams: ['platform'] },
  lin: { role: 'member', teams: ['mobile'] },
  ben: { role: 'member', teams: ['mobile', 'web'] },
};

export function addressOf(member: MemberName): string {
  return `${member.replace('ø', 'o')}@tidewater.example`;
}

const PROJECTS = {
  storefront: { name: 'Storefront', platform: 'javascript-react', team: 'web' },
  'orders-api': { name: 'Orders API', platform: 'node-express', team: 'platform' },
  recommender: { name: 'Recommender', platform: 'python-celery', team: 'platform' },
  'reader-app': { name: 'Reader for Android', platform: 'android', team: 'mobile' },
} as const;

const PROJECT_NAMES = Object.keys(PROJECTS) as ProjectName[];

/** What the rest of the demo needs of the organization. */
export interface DemoOrganization {
  /** A client for each member, so that what they do is told to be theirs. */
  readonly clients: ReadonlyMap<MemberName, Client>;
  /** Where SDKs send the events of a project. */
  readonly ingestUrls: ReadonlyMap<ProjectName, string>;
}

/** Creates the organization with its projects. */
export async function createDemoOrganization(database: Database, url: string): Promise<DemoOrganization> {
  const tokens = await database.write(async (stores) => {
    const context = { stores, publicUrl: url, now: Date.now() };
    await createOrganization(context, { slug: ORGANIZATION, name: 'Tidewater Books' });
    for (const [slug, name] of Object.entries({ web: 'Web', platform: 'Platform', mobile: 'Mobile' }))
      await createTeam(context, { organization: ORGANIZATION, slug, name });
    const created = new Map<MemberName, string>();
    for (const member of MEMBERS) {
      const { role, teams: team } = STAFF[member];
      const whom = { organization: ORGANIZATION, email: addressOf(member) };
      await addMember(context, { ...whom, role, team });
      created.set(member, (await createToken(context, { ...whom, scope: scopesWithin(role, SCOPES) })).token);
    }
    return created;
  });
  const clients = new Map([...tokens].map(([member, token]) => [member, createClient({ baseUrl: url, token })]));
  const owner = clientOf({ clients }, 'mara');
  const ingestUrls = new Map<ProjectName, string>();
  for (const slug of PROJECT_NAMES) {
    const { name, platform, team } = PROJECTS[slug];
    const place = { organization_slug: ORGANIZATION, team_id_or_slug: team };
    const { id } = await must(owner.createProject({ ...place, body: { name, slug, platform } }));
    const [key] = await must(owner.listProjectKeys({ organization_slug: ORGANIZATION, project_slug: slug }));
    ingestUrls.set(slug, `${url}/api/${id}/envelope/?sentry_key=${key?.public ?? ''}`);
  }
  await applySettings(owner);
  return { clients, ingestUrls };
}

export function clientOf({ clients }: Pick<DemoOrganization, 'clients'>, member: MemberName): Client {
  const client = clients.get(member);
  if (client === undefined) throw new Error(`${member} is no member`);
  return client;
}

async function applySettings(owner: Client): Promise<void> {
  const of = (project_slug: ProjectName) => ({ organization_slug: ORGANIZATION, project_slug });
  const link = (project: ProjectName) => `https://git.example/tidewater/${project}/blob/{commit}/{path}#L{line}`;
  await must(
    owner.updateProject({
      ...of('storefront'),
      body: {
        sourceLinkPattern: link('storefront'),
        subjectPrefix: '[shop]',
        isBookmarked: true,
        options: { 'filters:chunk-load-error': true, 'filters:error_messages': '*ResizeObserver*' },
      },
    }),
  );
  await must(
    owner.updateProject({
      ...of('orders-api'),
      body: { sourceLinkPattern: link('orders-api'), sourceLinkRoot: '/srv/orders-api/' },
    }),
  );
  await must(
    owner.updateProject({ ...of('recommender'), body: { sourceLinkPattern: link('recommender'), resolveAge: 720 } }),
  );
  await must(owner.updateProject({ ...of('reader-app'), body: { rateLimit: { window: 3600, count: 6 } } }));
  const storefrontRules = `# Whom new issues are assigned to
path:src/checkout/* #web ${addressOf('jonas')}
path:src/search/* ${addressOf('ben')}
url:*/cart* #web`;
  await must(owner.updateProjectOwnership({ ...of('storefront'), body: { raw: storefrontRules } }));
  await must(
    owner.updateProjectOwnership({
      ...of('orders-api'),
      body: { raw: `path:src/payments/* ${addressOf('ifeoma')}\ntags.region:eu-* #platform` },
    }),
  );
  await addAlertRules(owner, of);
  for (const [name, query, sort] of [
    ['New in production', 'is:unresolved is:new environment:production', 'new'],
    ['Many customers', 'is:unresolved level:[error,fatal]', 'user'],
    ['Payments', 'is:unresolved payment.provider:*', 'freq'],
  ] as const)
    await must(
      owner.createSavedSearch({
        organization_slug: ORGANIZATION,
        body: { name, query, sort, visibility: 'organization' },
      }),
    );
  await must(
    owner.createSavedSearch({
      organization_slug: ORGANIZATION,
      body: { name: 'Mine', query: 'is:unresolved assigned:me', sort: 'date', visibility: 'owner' },
    }),
  );
}

async function addAlertRules(
  owner: Client,
  of: (project: ProjectName) => { organization_slug: string; project_slug: string },
): Promise<void> {
  const teams = await must(owner.listTeams({ organization_slug: ORGANIZATION }));
  const team = (slug: string) => ({ type: 'team' as const, id: teams.find((one) => one.slug === slug)?.id ?? '' });
  const inProduction = { levels: ['error' as const, 'fatal' as const], environments: ['production'] };
  await must(
    owner.createAlertRule({
      ...of('storefront'),
      body: {
        name: 'Something is new or back',
        conditions: [{ type: 'new' }, { type: 'regression' }],
        filters: inProduction,
        recipients: [team('web'), { type: 'assignee' }],
        frequency: 60,
      },
    }),
  );
  await must(
    owner.createAlertRule({
      ...of('storefront'),
      body: {
        name: 'Many customers at once',
        conditions: [{ type: 'users', count: 50, minutes: 15 }],
        recipients: [team('web'), { type: 'email', address: 'oncall@tidewater.example' }],
        frequency: 240,
      },
    }),
  );
  await must(
    owner.createAlertRule({
      ...of('orders-api'),
      body: {
        name: 'Orders fail',
        conditions: [{ type: 'events', count: 25, minutes: 10 }, { type: 'escalating' }],
        filters: inProduction,
        recipients: [team('platform')],
        frequency: 30,
      },
    }),
  );
}
