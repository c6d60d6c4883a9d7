import { type Client, createClient, cursorOf, PageFailed } from '../../src/client/createClient';
import { useOwnService } from '../support/service';

const EVENTS = '/api/0/projects/{organization_slug}/{project_slug}/events/';
const COUNT = 250;

const service = useOwnService({ PUBLIC_URL: 'https://errors.example.test' });
let culprit: Client;
let path: { organization_slug: string; project_slug: string };
let sent: string[];

beforeAll(async () => {
  const project = await service.fixtures.project();
  path = { organization_slug: project.organization, project_slug: project.slug };
  culprit = createClient({ baseUrl: service.url, token: await service.fixtures.token(project.organization) });
  const keyed = createClient({ baseUrl: service.url, publicKey: project.publicKey });
  const store = async (index: number): Promise<string> => {
    const body = { message: `event ${index}`, timestamp: 1_795_000_000 + index };
    const reply = await keyed.POST('/api/{project_id}/store/', { params: { path: { project_id: project.id } }, body });
    if (!reply.ok) throw new Error(JSON.stringify(reply.error));
    return reply.data.id;
  };
  // Sent concurrently, so that they share transactions; their timestamps determine their order.
  sent = (await Promise.all(Array.from({ length: COUNT }, (_, index) => store(index)))).reverse();
});

test('records iterates over all 250 events, newest first, each once', async () => {
  const seen: string[] = [];
  for await (const event of culprit.records(EVENTS, { params: { path } })) seen.push(event.eventID);
  expect(seen).toEqual(sent);
});

test('pages iterates over pages, keeps the other parameters, and starts at any cursor', async () => {
  const sizes: number[] = [];
  let cursor = '';
  for await (const page of culprit.pages(EVENTS, { params: { path, query: { full: true, per_page: 60 } } })) {
    if (!page.ok) throw new Error(page.error.detail);
    expect(page.data[0]).toHaveProperty('entries');
    if (sizes.push(page.data.length) === 3) cursor = cursorOf('next', page.response.headers.get('Link')) ?? '';
  }
  expect(sizes).toEqual([60, 60, 60, 60, 10]);
  const rest: number[] = [];
  for await (const page of culprit.pages(EVENTS, { params: { path, query: { cursor } } }))
    rest.push(page.ok ? page.data.length : -1);
  expect(rest).toEqual([70]);
});

test('a loop that ends early requests no further page', async () => {
  let requests = 0;
  const counting = createClient({
    baseUrl: service.url,
    token: await service.fixtures.token(path.organization_slug),
    fetch: (request) => ((requests += 1), fetch(request)),
  });
  for await (const event of counting.records(EVENTS, { params: { path, query: { per_page: 10 } } }))
    if (event.title === 'event 235') break;
  expect(requests).toBe(2);
});

test('a failed page ends the iteration: pages returns it, records throws it', async () => {
  const params = { path, query: { cursor: 'nonsense' } };
  const replies = [];
  for await (const page of culprit.pages(EVENTS, { params })) replies.push(page);
  expect(replies).toMatchObject([{ ok: false, status: 400, error: { detail: 'Invalid cursor parameter.' } }]);
  const failure = await culprit
    .records(EVENTS, { params })
    .next()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PageFailed);
  expect(failure).toMatchObject({ reply: { status: 400 }, message: expect.stringContaining('Invalid cursor') });
});

test.each([
  [null, null],
  ['', null],
  ['<http://x/?cursor=a>; rel="next"; results="false"; cursor="a"', null],
  ['<http://x/?cursor=a>; rel="previous"; results="true"; cursor="a"', null],
  [
    '<http://x/?a=1,2>; rel="previous"; results="true"; cursor="a", <http://x/>; rel="next"; results="true"; cursor="1:b:0"',
    '1:b:0',
  ],
  ['<http://x/>;cursor="c";results="true";rel="next"', 'c'],
])('the next cursor of %j is %j', (link, cursor) => expect(cursorOf('next', link)).toBe(cursor));
