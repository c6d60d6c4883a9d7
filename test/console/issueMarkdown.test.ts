import type { components } from '../../generated/api';
import { issueMarkdown } from '../../src/console/pages/issue/issueMarkdown';

const issue: components['schemas']['Issue'] = {
  id: '7',
  shortId: 'SHOP-1',
  permalink: 'http://127.0.0.1:4000/organizations/acme/issues/7/',
  type: 'error',
  level: 'error',
  platform: 'python',
  culprit: null,
  isBookmarked: false,
  title: 'CheckoutError: checkout failed',
  project: { id: '1', slug: 'shop', name: 'Shop', platform: 'python' },
  status: 'unresolved',
  substatus: 'new',
  statusDetails: {},
  assignedTo: null,
  hasSeen: true,
  numComments: 0,
  count: '15',
  userCount: 5,
  firstSeen: '2026-11-20T10:00:00Z',
  lastSeen: '2026-11-21T10:30:00Z',
};

const frame = (name: string, inApp: boolean) => ({
  function: name,
  filename: 'shop/orders.py',
  lineNo: 21,
  colNo: null,
  inApp,
  context: inApp
    ? [
        [20, 'except StorageError as error:'],
        [21, '    raise CheckoutError(order_id) from error'],
        [22, 'return order'],
      ]
    : [],
});

const event: components['schemas']['EventDetail'] = {
  id: 'f'.repeat(32),
  eventID: 'f'.repeat(32),
  projectID: '1',
  groupID: '7',
  'event.type': 'error',
  title: issue.title,
  message: '',
  location: null,
  culprit: null,
  metadata: {},
  platform: 'python',
  dateCreated: '2026-11-21T10:30:00Z',
  dateReceived: '2026-11-21T10:30:01Z',
  user: null,
  crashFile: null,
  tags: [{ key: 'environment', value: 'production' }],
  contexts: {},
  sdk: null,
  packages: {},
  context: {},
  dist: null,
  release: 'shop@2.5.0',
  fingerprints: [],
  errors: [],
  size: 1,
  _meta: {
    entries: {},
    message: null,
    user: null,
    contexts: null,
    sdk: null,
    context: null,
    packages: null,
    tags: null,
  },
  entries: [
    {
      type: 'exception',
      data: {
        values: [
          { type: 'StorageError', value: 'disk `full`', stacktrace: null },
          {
            type: 'CheckoutError',
            value: 'checkout\nfailed',
            stacktrace: { frames: [frame('run', false), frame('checkout', true)] },
          },
        ],
      },
    },
    {
      type: 'breadcrumbs',
      data: {
        values: [
          {
            type: 'http',
            timestamp: '2026-11-21T10:29:58Z',
            category: 'http',
            level: 'warning',
            data: { method: 'GET', url: '/cart' },
          },
          { type: 'default', timestamp: null, category: null, level: null, message: '``` no fence' },
        ],
      },
    },
  ],
};

test('an issue as Markdown has its facts, the frames of the application with their source, and the last breadcrumbs', () => {
  expect(issueMarkdown(issue, event, 'https://culprit.test/organizations/acme/issues/SHOP-1/events/ff/'))
    .toBe(`# SHOP-1: CheckoutError: checkout failed

<https://culprit.test/organizations/acme/issues/SHOP-1/events/ff/>

- Project: \`shop\`
- Level: \`error\`
- Release: \`shop@2.5.0\`
- Environment: \`production\`
- Events: \`15 (5 users)\`
- First seen: \`2026-11-20T10:00:00Z\`
- Last seen: \`2026-11-21T10:30:00Z\`
- Event: \`${'f'.repeat(32)}, 2026-11-21T10:30:00Z\`

## CheckoutError: checkout failed

\`\`\`
at checkout (shop/orders.py:21)
    20 | except StorageError as error:
  > 21 |     raise CheckoutError(order_id) from error
    22 | return order
… 1 more frames
\`\`\`

## Caused by: StorageError: disk \`full\`

## Breadcrumbs

\`\`\`\`
10:29:58 http (warning): GET /cart
default: \`\`\` no fence
\`\`\`\`
`);
});

test('a message without an exception is quoted as it is', () => {
  const entries = [{ type: 'message', data: { formatted: 'late: 3 s', message: 'late: %s s' } }];
  expect(issueMarkdown(issue, { ...event, entries }, 'https://culprit.test/')).toContain('\n```\nlate: 3 s\n```\n');
});
