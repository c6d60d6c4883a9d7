import Ajv2020 from 'ajv/dist/2020';
import type { WebhookFormat, WebhookTarget } from '../../src/domain/alertRule';
import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { runUntilIdle } from '../support/jobs';
import { type ReceivedPost, WebhookServer } from '../support/webhookServer';
import { AlertFixture } from './alertFixture';

/*
 * What each service accepts, from its documentation: https://docs.slack.dev/reference/block-kit/blocks,
 * https://discord.com/developers/docs/resources/webhook, https://adaptivecards.io/explorer/,
 * https://developers.mattermost.com/integrate/webhooks/incoming/,
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages,
 * https://core.telegram.org/bots/api#sendmessage, https://docs.ntfy.sh/publish/#publish-as-json,
 * https://zulip.com/api/send-message, https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ and
 * https://docs.opsgenie.com/docs/alert-api.
 */
type ChatFormat = Exclude<WebhookFormat, 'culprit' | 'template'>;

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const object = (properties: object, required = Object.keys(properties)) => {
  return { type: 'object', properties, required, additionalProperties: false };
};
const list = (items: object, maxItems: number) => ({ type: 'array', items, minItems: 1, maxItems });
const HTTP = { type: 'string', pattern: '^https?://' };

const slackText = (maxLength: number) =>
  object({ type: { const: 'plain_text' }, text: text(maxLength), emoji: { type: 'boolean' } });
const SLACK = object({
  text: text(40_000),
  mrkdwn: { const: false },
  blocks: list(
    {
      oneOf: [
        object({ type: { const: 'header' }, text: slackText(150) }),
        object({ type: { const: 'section' }, text: slackText(3000) }),
        object({ type: { const: 'section' }, fields: list(slackText(2000), 10) }),
        object({
          type: { const: 'actions' },
          elements: list(
            object({ type: { const: 'button' }, text: slackText(75), url: { ...HTTP, maxLength: 3000 } }),
            25,
          ),
        }),
        object({ type: { const: 'context' }, elements: list(slackText(2000), 10) }),
      ],
    },
    50,
  ),
});
const DISCORD = object({
  content: text(2000),
  allowed_mentions: object({ parse: { const: [] } }),
  embeds: list(
    object({
      title: text(256),
      url: HTTP,
      color: { type: 'integer', minimum: 0, maximum: 0xffffff },
      fields: list(object({ name: text(256), value: text(1024), inline: { type: 'boolean' } }), 25),
      footer: object({ text: text(2048) }),
    }),
    10,
  ),
});
const textRun = object(
  {
    type: { const: 'TextRun' },
    text: text(10_000),
    size: { enum: ['Small', 'Default', 'Medium', 'Large'] },
    weight: { enum: ['Lighter', 'Default', 'Bolder'] },
    isSubtle: { type: 'boolean' },
  },
  ['type', 'text'],
);
const MSTEAMS = object({
  type: { const: 'message' },
  attachments: list(
    object({
      contentType: { const: 'application/vnd.microsoft.card.adaptive' },
      contentUrl: { type: 'null' },
      content: object({
        $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
        type: { const: 'AdaptiveCard' },
        version: { enum: ['1.2', '1.3', '1.4'] },
        body: list(
          object(
            { type: { const: 'RichTextBlock' }, inlines: list(textRun, 10), spacing: { enum: ['None', 'Small'] } },
            ['type', 'inlines'],
          ),
          100,
        ),
        actions: list(object({ type: { const: 'Action.OpenUrl' }, title: text(100), url: HTTP }), 6),
      }),
    }),
    1,
  ),
});
const MATTERMOST = object({
  text: text(16_383),
  attachments: list(
    object({
      fallback: text(10_000),
      color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
      title: text(10_000),
      title_link: HTTP,
      fields: list(object({ short: { type: 'boolean' }, title: text(100), value: text(10_000) }), 25),
      footer: text(300),
    }),
    1,
  ),
});
const paragraph = object({ textParagraph: object({ text: text(4_000) }) });
const GOOGLECHAT = object({
  fallbackText: text(4_000),
  cardsV2: list(
    object({
      cardId: text(64),
      card: object({
        header: object({ title: text(200) }),
        sections: list(
          object({
            widgets: list(
              {
                oneOf: [
                  paragraph,
                  object({
                    decoratedText: object({ topLabel: text(100), text: text(2_000), wrapText: { type: 'boolean' } }),
                  }),
                  object({
                    buttonList: object({
                      buttons: list(
                        object({ text: text(100), onClick: object({ openLink: object({ url: HTTP }) }) }),
                        1,
                      ),
                    }),
                  }),
                ],
              },
              100,
            ),
          }),
          1,
        ),
      }),
    }),
    1,
  ),
});
const index = { type: 'integer', minimum: 0 };
const TELEGRAM = object({
  chat_id: { const: '-1001234567890' },
  message_thread_id: { const: 7 },
  text: text(4_096),
  entities: list(object({ type: { const: 'code' }, offset: index, length: { type: 'integer', minimum: 1 } }), 100),
  link_preview_options: object({ is_disabled: { const: true } }),
});
const NTFY = object({
  topic: { const: 'hook' },
  title: text(250),
  message: text(4_096),
  priority: { enum: [1, 2, 3, 4, 5] },
  click: HTTP,
});
const ZULIP = object({ type: { const: 'stream' }, to: { const: 'ops' }, topic: text(60), content: text(10_000) });
const details = { type: 'object', additionalProperties: text(1_000) };
const PAGERDUTY = object({
  routing_key: { type: 'string', pattern: '^[a-z0-9]{32}$' },
  event_action: { const: 'trigger' },
  dedup_key: text(255),
  client: text(100),
  client_url: HTTP,
  links: list(object({ href: HTTP, text: text(100) }), 10),
  payload: object({
    summary: text(1_024),
    source: { const: 'acme/shop' },
    severity: { enum: ['critical', 'error', 'warning', 'info'] },
    custom_details: details,
  }),
});
const OPSGENIE = object({
  message: text(130),
  alias: text(512),
  description: text(15_000),
  entity: text(512),
  source: text(100),
  priority: { enum: ['P1', 'P2', 'P3', 'P4', 'P5'] },
  details,
});
const SCHEMAS: Readonly<Record<ChatFormat, object>> = {
  slack: SLACK,
  discord: DISCORD,
  msteams: MSTEAMS,
  mattermost: MATTERMOST,
  googlechat: GOOGLECHAT,
  telegram: TELEGRAM,
  ntfy: NTFY,
  zulip: ZULIP,
  pagerduty: PAGERDUTY,
  opsgenie: OPSGENIE,
};
/** What a recipient has beside its URL. */
const PARTS: Readonly<Partial<Record<ChatFormat, Pick<WebhookTarget, 'token' | 'target'>>>> = {
  telegram: { token: `123456789:${'A'.repeat(35)}`, target: '-1001234567890/7' },
  ntfy: { token: `tk_${'a'.repeat(29)}` },
  zulip: { token: `bot@acme.test:${'k'.repeat(32)}`, target: 'ops' },
  pagerduty: { token: 'a1'.repeat(16) },
  opsgenie: { token: 'eb243592-faa2-4ba2-a551-1afdf565c889' },
};

/** A text with all mentions, links and markup of the services. */
const HOSTILE =
  '<!everyone> @everyone @here <@U123> <https://evil.test|x> [y](https://evil.test) **b** `c` <at>z</at> &lt;';

let fixture: AlertFixture;
let server: WebhookServer;
let job: DeliverAlertsJob;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  server = await WebhookServer.start();
  job = fixture.webhookJob();
});
afterEach(async () => {
  await fixture.close();
  await server.close();
});

/** Returns the message that a service receives about an event. */
async function receive(format: ChatFormat, title: string, name = 'On call'): Promise<Record<string, unknown>> {
  await fixture.rule({ name, recipients: [{ type: 'webhook', url: server.url, format, ...PARTS[format] }] });
  const tags = ['environment', 'release'].map((key) => ({ key, value: title }));
  await fixture.event(title, { tags, labels: { culprit: title } });
  await runUntilIdle(job);
  expect(fixture.errors).toEqual([]);
  expect(server.posts).toHaveLength(1);
  const [post] = server.posts;
  const isForm = format === 'zulip';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  expect(post?.headers).toMatchObject({ 'content-type': type });
  // Neither signatures nor tokens are for other services.
  expect(Object.keys(post?.headers ?? {}).filter((name) => /^webhook-|token/.test(name))).toEqual([]);
  return readBody(post);
}

function readBody(post: ReceivedPost | undefined): Record<string, unknown> {
  const { headers, body = '{}' } = post ?? {};
  if (headers?.['content-type'] !== 'application/json') return Object.fromEntries(new URLSearchParams(body));
  return JSON.parse(body) as Record<string, unknown>;
}

function expectValid(format: ChatFormat, message: object): void {
  const validate = new Ajv2020({ strict: false }).compile(SCHEMAS[format]);
  expect(validate(message) || validate.errors).toBe(true);
}

const FORMATS = Object.keys(SCHEMAS) as ChatFormat[];

describe.each(FORMATS)('%s', (format) => {
  it('receives a message about the issue', async () => {
    const message = await receive(format, 'TypeError: x');
    expectValid(format, message);
    const all = JSON.stringify(message).replaceAll('\\', '');
    expect(all).toMatch(/New issue: SHOP-1/);
    expect(all).toMatch(/TypeError: x/);
    expect(all).toContain('https://errors.acme.test/organizations/acme/issues/');
    expect(all).toMatch(/On call/);
    expect(all).toMatch(/Environment.*Release/);
  });

  it.each([
    ['is long', 'ä😀 '.repeat(3000)],
    ['is blank', ' \u200b\n'],
    ['has markup and mentions', HOSTILE],
  ])('accepts the message if the text of the event %s', async (_, title) => {
    expectValid(format, await receive(format, title));
  });
});

/** Checks of the limits of whole messages, in which all texts have the maximum number of characters. */
const WHOLE: Readonly<Record<ChatFormat, (message: Record<string, unknown>) => boolean>> = {
  slack: (message) => textsOf(message['blocks']).join('').length < 13_000,
  discord: ({ embeds }) => {
    const [{ title, fields, footer }] = embeds as [{ title: string; fields: object[]; footer: { text: string } }];
    const values = fields.flatMap((field) => textsOf({ ...field, inline: undefined }));
    return [title, ...values, footer.text].join('').length <= 6000;
  },
  // 28 KB, which Teams has been seen to count in UTF-16
  // (https://learn.microsoft.com/microsoftteams/limits-specifications-teams).
  msteams: (message) => JSON.stringify(message).length * 2 <= 28 * 1024,
  // The attachments are stored with the post, in 8000 characters by its older versions.
  mattermost: ({ attachments }) => [...JSON.stringify({ attachments })].length <= 8000,
  googlechat: (message) => Buffer.byteLength(JSON.stringify(message)) <= 32_000,
  // Lengths are counted in UTF-16.
  telegram: ({ text }) => String(text).length <= 4_096,
  ntfy: ({ message, title }) => Buffer.byteLength(String(message)) <= 4_096 && Buffer.byteLength(String(title)) <= 250,
  zulip: ({ content }) => String(content).length <= 10_000,
  pagerduty: (message) => Buffer.byteLength(JSON.stringify(message)) <= 512 * 1024,
  opsgenie: ({ details }) => JSON.stringify(details).length <= 8_000,
};

/** Returns all texts of a message. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

it.each(FORMATS.flatMap((format) => ['*', '@', '\\', '"', '😀', '失', '<'].map((text) => [format, text] as const)))(
  'keeps the whole message for %s within its limit if all texts are long: %s',
  async (format, text) => {
    const message = await receive(format, text.repeat(1000), text.repeat(64));
    expectValid(format, message);
    expect(WHOLE[format](message)).toBe(true);
  },
);

it('Discord may notify nobody', async () => {
  expect(await receive('discord', HOSTILE, HOSTILE)).toMatchObject({ allowed_mentions: { parse: [] } });
});

it('Microsoft Teams receives texts of events as texts without markup only', async () => {
  const { attachments } = (await receive('msteams', HOSTILE, HOSTILE)) as {
    attachments: [
      { content: { body: { type: string; inlines: { type: string; text: string }[] }[]; msteams?: object } },
    ];
  };
  const [{ content }] = attachments;
  expect(content.msteams).toBeUndefined();
  const runs = content.body.flatMap(({ inlines }) => inlines);
  expect(new Set(runs.map(({ type }) => type))).toEqual(new Set(['TextRun']));
  expect(runs.filter(({ text }) => text === HOSTILE)).not.toEqual([]);
});

it('Slack reads no text of an event as markup', async () => {
  const { text: fallback } = await receive('slack', HOSTILE);
  // Everything else is plain_text, as its schema says.
  expect(fallback).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
});

it('Discord reads no text of an event as markup', async () => {
  const { embeds } = (await receive('discord', HOSTILE)) as { embeds: { title: string }[] };
  expect(embeds[0]?.title.replace(/\\[\\`*_{}[\]()<>#+\-.!|~:]/g, '')).not.toMatch(/[<>[\]()*`]/);
});

it('Mattermost reads no text of an event as markup or as a mention', async () => {
  const { attachments } = (await receive('mattermost', HOSTILE)) as { attachments: Record<string, unknown>[] };
  const all = JSON.stringify(attachments);
  expect(all).not.toMatch(/@(?!\u200b)/);
  const title = String(attachments[0]?.['title']);
  expect(title.replace(/\\[\\`*_{}[\]()<>#+\-.!|~:]/g, '')).not.toMatch(/[<>[\]()*`]/);
});

it('Google Chat reads no text of an event as HTML or as a mention', async () => {
  const { fallbackText, cardsV2 } = await receive('googlechat', HOSTILE, HOSTILE);
  expect(fallbackText).not.toMatch(/<(?!\u200b)/);
  const [{ card }] = cardsV2 as [{ card: { sections: [{ widgets: object[] }] } }];
  expect(textsOf(card.sections).join('\n')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
});

it('Telegram reads each text of an event as code, in a chat that the recipient names', async () => {
  const message = await receive('telegram', HOSTILE, HOSTILE);
  const { text: shown, entities } = message as { text: string; entities: { offset: number; length: number }[] };
  const coded = entities.map(({ offset, length }) => shown.slice(offset, offset + length));
  expect(coded).toContain(HOSTILE);
  const rest = entities.reduceRight(
    (one, { offset, length }) => one.slice(0, offset) + one.slice(offset + length),
    shown,
  );
  expect(rest).not.toMatch(/[@<>*]|evil/);
  expect(message['parse_mode']).toBeUndefined();
  expect(server.posts[0]?.path).toBe(`/hook/bot${PARTS.telegram?.token}/sendMessage?from=culprit`);
});

it('ntfy receives plain text without addresses, at the root of the server, with a token', async () => {
  const message = await receive('ntfy', HOSTILE, HOSTILE);
  expect(message['markdown']).toBeUndefined();
  expect(message['message']).not.toMatch(/:\/\/|@\w|evil\.test/);
  expect(server.posts[0]).toMatchObject({
    path: '/?from=culprit',
    headers: { authorization: `Bearer ${PARTS.ntfy?.token}` },
  });
});

it('Zulip reads each text of an event as code', async () => {
  const { content, topic } = await receive('zulip', HOSTILE, HOSTILE);
  // What is left without blocks and spans of code.
  const rest = String(content)
    .replace(/^```text\n[^`]*\n```$/m, '')
    .replace(/`[^`]*`/g, '');
  expect(rest).not.toMatch(/[@<>]|evil|\*\*b/);
  expect(topic).toMatch(/^SHOP-1 /);
  const { path, headers } = server.posts[0] ?? {};
  expect(path).toBe('/hook/api/v1/messages?from=culprit');
  expect(Buffer.from(String(headers?.authorization).replace('Basic ', ''), 'base64').toString()).toBe(
    PARTS.zulip?.token,
  );
});

it('PagerDuty receives an incident with the key of the issue', async () => {
  const event = await receive('pagerduty', 'x');
  expect(event).toMatchObject({ dedup_key: expect.stringMatching(/^culprit:errors\.acme\.test:issue:\d+$/) });
  expect(server.posts[0]?.path).toBe('/hook/v2/enqueue?from=culprit');
});

it('Opsgenie reads no text of an event as HTML', async () => {
  const { message, details: given, description } = await receive('opsgenie', HOSTILE, HOSTILE);
  expect([message, description, ...textsOf(given)].join('\n')).not.toMatch(/[<&](?!\u200b)/);
  expect(server.posts[0]).toMatchObject({
    path: '/hook/v2/alerts?from=culprit',
    headers: { authorization: `GenieKey ${PARTS.opsgenie?.token}` },
  });
});

it.each([
  ['90', 90_000],
  ['1.5', 60_000],
  ['999999', 3_600_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 60_000],
])('waits as long as a service asks for by Retry-After: %s, at most an hour', async (header, wait) => {
  server.answer = (response) => response.writeHead(429, { 'Retry-After': header }).end();
  await fixture.rule({ recipients: [{ type: 'webhook', url: server.url, format: 'telegram', ...PARTS.telegram }] });
  await fixture.event('x');
  await runUntilIdle(job);
  const [delivery] = await fixture.deliveries();
  expect(delivery).toMatchObject({ error: 'The webhook answered with status 429.', dueAt: fixture.now + wait });
});
