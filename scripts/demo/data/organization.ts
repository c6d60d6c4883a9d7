/** The people, teams and projects of the demo, and their settings. */
import type { Client } from '../../../src/client/createClient';
import type { Role } from '../../../src/domain/access';
import type { ProjectName } from '../defect';

type Operation = 'createAlertRule' | 'createProject' | 'createSavedSearch' | 'updateProject';
type BodyOf<Name extends Operation> = NonNullable<Parameters<Client[Name]>[0]['body']>;

/** The organization of the demo, a seller of books. */
export const ORGANIZATION = 'tidewater';
export const ORGANIZATION_NAME = 'Tidewater Books';

export const TEAMS = { web: 'Web', platform: 'Platform', mobile: 'Mobile' };

/** Members by first name; the first one signs in. */
export const MEMBERS = ['mara', 'jonas', 'ifeoma', 'søren', 'lin', 'ben'] as const;
export type MemberName = (typeof MEMBERS)[number];

export const STAFF: Readonly<Record<MemberName, { readonly role: Role; readonly teams: readonly string[] }>> = {
  mara: { role: 'owner', teams: ['web', 'platform'] },
  jonas: { role: 'manager', teams: ['web'] },
  ifeoma: { role: 'admin', teams: ['platform'] },
  søren: { role: 'member', teams: ['platform'] },
  lin: { role: 'member', teams: ['mobile'] },
  ben: { role: 'member', teams: ['mobile', 'web'] },
};

interface DemoProject {
  readonly name: string;
  readonly platform: Required<BodyOf<'createProject'>>['platform'];
  readonly team: string;
  readonly settings: BodyOf<'updateProject'>;
  /** Its ownership rules. */
  readonly ownership?: string;
}

const link = (project: ProjectName) => `https://git.example/tidewater/${project}/blob/{commit}/{path}#L{line}`;

export const PROJECTS: Readonly<Record<ProjectName, DemoProject>> = {
  storefront: {
    name: 'Storefront',
    platform: 'javascript-react',
    team: 'web',
    settings: {
      sourceLinkPattern: link('storefront'),
      subjectPrefix: '[shop]',
      isBookmarked: true,
      options: { 'filters:chunk-load-error': true, 'filters:error_messages': '*ResizeObserver*' },
    },
    ownership: `# Whom new issues are assigned to
path:src/checkout/* #web jonas@tidewater.example
path:src/search/* ben@tidewater.example
url:*/cart* #web`,
  },
  'orders-api': {
    name: 'Orders API',
    platform: 'node-express',
    team: 'platform',
    settings: { sourceLinkPattern: link('orders-api'), sourceLinkRoot: '/srv/orders-api/' },
    ownership: 'path:src/payments/* ifeoma@tidewater.example\ntags.region:eu-* #platform',
  },
  recommender: {
    name: 'Recommender',
    platform: 'python-celery',
    team: 'platform',
    settings: { sourceLinkPattern: link('recommender'), resolveAge: 720 },
  },
  'reader-app': {
    name: 'Reader for Android',
    platform: 'android',
    team: 'mobile',
    settings: { rateLimit: { window: 3600, count: 6 } },
  },
};

interface DemoAlertRule {
  readonly project: ProjectName;
  /** The team that is a recipient, too. */
  readonly team: string;
  readonly rule: BodyOf<'createAlertRule'>;
}

const IN_PRODUCTION = { levels: ['error' as const, 'fatal' as const], environments: ['production'] };

export const ALERT_RULES: readonly DemoAlertRule[] = [
  {
    project: 'storefront',
    team: 'web',
    rule: {
      name: 'Something is new or back',
      filters: IN_PRODUCTION,
      frequency: 60,
      conditions: [{ type: 'new' }, { type: 'regression' }],
      recipients: [{ type: 'assignee' }],
    },
  },
  {
    project: 'storefront',
    team: 'web',
    rule: {
      name: 'Many customers at once',
      frequency: 240,
      conditions: [{ type: 'users', count: 50, minutes: 15 }],
      recipients: [{ type: 'email', address: 'oncall@tidewater.example' }],
    },
  },
  {
    project: 'orders-api',
    team: 'platform',
    rule: {
      name: 'Orders fail',
      filters: IN_PRODUCTION,
      frequency: 30,
      recipients: [],
      conditions: [{ type: 'events', count: 25, minutes: 10 }, { type: 'escalating' }],
    },
  },
];

export const SAVED_SEARCHES: readonly BodyOf<'createSavedSearch'>[] = [
  {
    name: 'New in production',
    query: 'is:unresolved is:new environment:production',
    sort: 'new',
    visibility: 'organization',
  },
  {
    name: 'Many customers',
    query: 'is:unresolved level:[error,fatal]',
    sort: 'user',
    visibility: 'organization',
  },
  {
    name: 'Payments',
    query: 'is:unresolved payment.provider:*',
    sort: 'freq',
    visibility: 'organization',
  },
  { name: 'Mine', query: 'is:unresolved assigned:me', sort: 'date', visibility: 'owner' },
];
