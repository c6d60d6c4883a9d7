import { envelope, type ProjectFixture } from '../support/fixtures';
import { fileItem } from '../support/attachments';
import { useService } from '../support/service';

const service = useService();
const EVENT = 'e'.repeat(32);

/**
 * The requests about errors of `@sentry/mcp-server` 0.39.0, as recorded while it ran against the service, and members
 * of their replies that its schemas require.
 */
const REQUESTS: readonly (readonly [tool: string, path: string, required: object])[] = [
  ['whoami', 'auth/', { id: '%', name: '%', email: '%' }],
  ['find_organizations', 'organizations/?per_page=25', [{ id: '%', slug: '%', name: '%' }]],
  ['find_teams', 'organizations/acme/teams/?per_page=25', [{ id: '%', slug: '%', name: '%' }]],
  ['find_projects', 'organizations/acme/projects/?per_page=25', [{ id: '%', slug: '%', name: '%' }]],
  ['find_releases', 'organizations/acme/releases/', [{ version: '%', shortVersion: '%', dateCreated: '%' }]],
  ['find_releases', 'organizations/acme/releases/?query=1.4', [{ version: 'shop@1.4.0' }]],
  ['find_releases', 'projects/acme/shop/releases/', [{ version: 'shop@1.4.0' }]],
  ['find_dsns', 'projects/acme/shop/keys/', [{ id: '%', name: '%', dsn: { public: '%' } }]],
  [
    'search_issues',
    'organizations/acme/issues/?limit=10&sort=date&statsPeriod=24h&query=is%3Aunresolved&collapse=unhandled',
    [{ shortId: 'SHOP-1', title: '%', culprit: null, permalink: '%', firstSeen: '%', lastSeen: '%', count: '1' }],
  ],
  [
    'search_issues',
    'projects/acme/shop/issues/?limit=10&sort=freq&statsPeriod=24h&query=level%3Aerror&collapse=unhandled',
    [{ shortId: 'SHOP-1' }],
  ],
  ['get_sentry_resource', 'organizations/acme/issues/SHOP-1/', { project: { slug: 'shop' }, status: '%' }],
  ['get_sentry_resource', 'organizations/acme/issues/SHOP-1/events/latest/', { id: EVENT, type: 'error', entries: [] }],
  ['get_issue_tag_values', 'organizations/acme/issues/SHOP-1/tags/environment/', { key: '%', topValues: [{}] }],
  [
    'search_events',
    'organizations/acme/events/?per_page=10&query=&dataset=errors&statsPeriod=14d&sort=-timestamp&field=issue' +
      '&field=title&field=project&field=timestamp&field=level&field=message&field=error.type&field=culprit',
    { data: [{ issue: 'SHOP-1', title: '%', project: 'shop', 'error.type': 'Error' }], meta: { fields: {} } },
  ],
  [
    'search_events',
    'organizations/acme/events/?per_page=10&query=level%3Aerror&dataset=errors&statsPeriod=14d&project=ID' +
      '&sort=-count&field=issue&field=title&field=project&field=last_seen%28%29&field=count%28%29',
    { data: [{ issue: 'SHOP-1', 'count()': 1, 'last_seen()': '%' }] },
  ],
  [
    'search_issue_events',
    'organizations/acme/issues/SHOP-1/events/?query=environment%3Ademo&per_page=50&sort=-timestamp&statsPeriod=14d',
    [{ id: EVENT, title: '%' }],
  ],
  ['get_event_attachment', `projects/acme/shop/events/${EVENT}/attachments/`, [{ mimetype: '%', name: 'a.txt' }]],
];

let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project({ slug: 'shop' });
  token = await service.fixtures.token(project.organization);
  const event = {
    ...{ event_id: EVENT, release: 'shop@1.4.0', environment: 'demo' },
    exception: { values: [{ type: 'Error', value: 'checkout failed' }] },
  };
  const items = envelope({ event_id: EVENT }, [{ type: 'event' }, JSON.stringify(event)], fileItem('a.txt', 'hello'));
  const address = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  await service.client.post(address).send(items).expect(200);
});

/** Replaces the placeholder of a text by a matcher of any text. */
function matcherOf(required: unknown): unknown {
  if (required === '%') return expect.any(String);
  if (Array.isArray(required))
    return required.length === 0 ? expect.any(Array) : expect.arrayContaining(required.map(matcherOf));
  if (typeof required !== 'object' || required === null) return required;
  const members = Object.entries(required).map(([name, value]) => [name, matcherOf(value)] as const);
  return expect.objectContaining(Object.fromEntries(members));
}

test('the requests of @sentry/mcp-server about errors get replies that it can read', async () => {
  for (const [tool, path, required] of REQUESTS) {
    const { status, body } = await service.client.get(
      `/api/0/${path.replace('ID', project.id).replace('/acme/', `/${project.organization}/`)}`,
      token,
    );
    expect({ tool, path, status, body }).toEqual({ tool, path, status: 200, body: matcherOf(required) });
  }
});
