import Ajv2020 from 'ajv/dist/2020';
import type { ChatFormat } from '../../src/alerts/chatMessages';
import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { runUntilIdle } from '../support/jobs';
import { WebhookServer } from '../support/webhookServer';
import { AlertFixture } from './alertFixture';

/*
 * What each service accepts, from its documentation: https://docs.slack.dev/reference/block-kit/blocks,
 * https://discord.com/developers/docs/resources/webhook, https://adaptivecards.io/explorer/ and
 * https://developers.mattermost.com/integrate/webhooks/incoming/.
 */
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
const SCHEMAS: Readonly<Record<ChatFormat, object>> = {
  slack: SLACK,
  discord: DISCORD,
  msteams: MSTEAMS,
  mattermost: MATTERMOST,
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
  await fixture.rule({ name, recipients: [{ type: 'webhook', url: server.url, format }] });
  const tags = ['environment', 'release'].map((key) => ({ key, value: title }));
  await fixture.event(title, { tags, labels: { culprit: title } });
  await runUntilIdle(job);
  expect(fixture.errors).toEqual([]);
  expect(server.posts).toHaveLength(1);
  const [post] = server.posts;
  expect(post?.headers).toMatchObject({ 'content-type': 'application/json' });
  // Neither signatures nor tokens are for other services.
  expect(Object.keys(post?.headers ?? {}).filter((name) => /^webhook-|token/.test(name))).toEqual([]);
  return JSON.parse(post?.body ?? '{}') as Record<string, unknown>;
}

function expectValid(format: ChatFormat, message: object): void {
  const validate = new Ajv2020({ strict: false }).compile(SCHEMAS[format]);
  expect(validate(message) || validate.errors).toBe(true);
}

const FORMATS: readonly ChatFormat[] = ['slack', 'discord', 'msteams', 'mattermost'];

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
