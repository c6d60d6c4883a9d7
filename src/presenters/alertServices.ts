import type { WebhookFormat, WebhookTarget } from '../domain/alertRule';
import type { Level } from '../domain/event';
import { truncate } from '../domain/text';
import { renderTemplate, templateErrors, type TemplateValues } from './alertTemplate';

/** The contents of a message: plain texts without line breaks. Each service escapes them in its own way. */
export interface ServiceMessage {
  /** Description of what happened, with the short id of the issue. */
  readonly heading: string;
  /** Name of the issue or project, in a few words. */
  readonly topic: string;
  readonly title: string;
  readonly url: string;
  /** Name of the link. */
  readonly action: string;
  readonly level: Level;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly footer: string;
  /** Key of the incident that the message opens, or ends. */
  readonly incident: string;
  /** True if the message ends an incident. */
  readonly isOver: boolean;
  /** Slugs of the organization and the project. */
  readonly source: string;
}

/** The content from which the request to a service is composed. */
export interface ServiceContent {
  readonly message: ServiceMessage;
  /** The JSON of a webhook with the format `culprit`; null if an incident ends, which only its service is told. */
  readonly body: TemplateValues | null;
}

/** A request to a service. A body of parameters is sent as a form, others as JSON. */
interface ServiceRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | URLSearchParams;
}

/** A part of a webhook beside its URL. */
interface WebhookPart {
  readonly isRequired: boolean;
  /** Returns the errors of a value, in sentences. */
  readonly errors: (value: string) => readonly string[];
}

/** A service that receives alerts. */
interface AlertService {
  /** The URL of a webhook that names none. */
  readonly defaultUrl?: string;
  readonly parts: Readonly<Partial<Record<'token' | 'target' | 'template', WebhookPart>>>;
  /** True if organizations run it themselves: then the project decides whether its certificate must be valid. */
  readonly isSelfHosted: boolean;
  /** True if requests have a signature, and the security token of the project. */
  readonly isSigned: boolean;
  /** True if it keeps incidents, which are to be ended. */
  readonly keepsIncidents: boolean;
  readonly request: (content: ServiceContent, webhook: WebhookTarget) => ServiceRequest;
}

const CHAT = { parts: {}, isSelfHosted: false, isSigned: false, keepsIncidents: false } as const;

/** Format of a webhook → the service that receives it. */
export const ALERT_SERVICES: Readonly<Record<WebhookFormat, AlertService>> = {
  culprit: { ...CHAT, isSelfHosted: true, isSigned: true, request: ({ body }, { url }) => ({ url, body: body ?? {} }) },
  slack: { ...CHAT, request: posting(presentSlack) },
  discord: { ...CHAT, request: posting(presentDiscord) },
  msteams: { ...CHAT, request: posting(presentTeams) },
  mattermost: { ...CHAT, isSelfHosted: true, request: posting(presentMattermost) },
  googlechat: { ...CHAT, request: posting(presentGoogleChat) },
  telegram: {
    ...CHAT,
    defaultUrl: 'https://api.telegram.org',
    parts: {
      token: required(
        /^\d{5,20}:[\w-]{20,100}$/,
        'Not the token of a bot, such as 123456789:AAF-x…, which @BotFather gives.',
      ),
      target: required(
        /^(?:-?\d{1,20}|@\w{4,32})(?:\/\d{1,10})?$/,
        'Not a chat: its id, such as -1001234567890, or @ and its name; a topic of it follows after a slash.',
      ),
    },
    request: requestToTelegram,
  },
  ntfy: {
    ...CHAT,
    isSelfHosted: true,
    parts: { token: optional(/^tk_\w{8,100}$/, 'Not an access token of ntfy, which begins with tk_.') },
    request: requestToNtfy,
  },
  zulip: {
    ...CHAT,
    isSelfHosted: true,
    parts: {
      token: required(
        /^[^\s:@]+@[^\s:@]+:\w{16,100}$/,
        'Not the e-mail address of a bot, a colon and its key, such as culprit-bot@acme.zulipchat.com:a1b2….',
      ),
      target: required(/^.{1,60}$/u, 'The name of a channel has no more than 60 characters.'),
    },
    request: requestToZulip,
  },
  pagerduty: {
    ...CHAT,
    keepsIncidents: true,
    defaultUrl: 'https://events.pagerduty.com',
    parts: {
      token: required(
        /^[A-Za-z0-9]{32}$/,
        'Not an integration key of the Events API v2, which has 32 letters and digits.',
      ),
    },
    request: requestToPagerDuty,
  },
  opsgenie: {
    ...CHAT,
    keepsIncidents: true,
    defaultUrl: 'https://api.opsgenie.com',
    parts: { token: required(/^[\w-]{20,100}$/, 'Not the key of an API integration.') },
    request: requestToOpsgenie,
  },
  template: {
    ...CHAT,
    isSelfHosted: true,
    parts: {
      token: optional(/^[\x21-\x7e]{8,500}$/, 'A token has at least 8 characters.'),
      template: { isRequired: true, errors: templateErrors },
    },
    request: ({ body }, { url, template = '', token }) => ({
      ...{ url, body: body === null ? {} : renderTemplate(template, body) },
      ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    }),
  },
};

function required(pattern: RegExp, message: string): WebhookPart {
  return { isRequired: true, errors: (value) => (pattern.test(value) ? [] : [message]) };
}

function optional(pattern: RegExp, message: string): WebhookPart {
  return { ...required(pattern, message), isRequired: false };
}

/** Returns the request to an incoming webhook: all that the service must know is in its URL. */
function posting(present: (message: ServiceMessage) => object): AlertService['request'] {
  return ({ message }, { url }) => ({ url, body: present(message) });
}

/** Appends a path to the address of a service, unless it ends with it. */
function endpoint(address: string, path: string): string {
  const url = new URL(address);
  const base = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  if (!base.endsWith(path)) url.pathname = `${base}${path}`;
  return url.href;
}

/** Level → its color, and its names in services. */
const LEVELS: Readonly<Record<Level, { color: number; severity: string; priority: string; urgency: number }>> = {
  fatal: { color: 0x7f1d1d, severity: 'critical', priority: 'P1', urgency: 5 },
  error: { color: 0xdc2626, severity: 'error', priority: 'P2', urgency: 4 },
  warning: { color: 0xd97706, severity: 'warning', priority: 'P3', urgency: 3 },
  info: { color: 0x2563eb, severity: 'info', priority: 'P4', urgency: 2 },
  debug: { color: 0x6b7280, severity: 'info', priority: 'P5', urgency: 1 },
};

function hexColor(level: Level): string {
  return `#${LEVELS[level].color.toString(16).padStart(6, '0')}`;
}

/**
 * Composes a message of Block Kit. Texts of events are `plain_text`, in which nothing is a link or a mention. Slack
 * reads only the fallback (`text`) as its own markup, so that this is escaped and its formatting is off
 * (https://docs.slack.dev/messaging/formatting-message-text).
 */
function presentSlack({ heading, title, url, action, facts, footer }: ServiceMessage): object {
  const text = (value: string) => ({ type: 'plain_text', text: value, emoji: false });
  return {
    text: escapeTags(`${heading} ${title}`),
    mrkdwn: false,
    blocks: [
      { type: 'header', text: text(truncate(heading, 150)) },
      { type: 'section', text: text(title) },
      // A section has at most ten fields.
      {
        type: 'section',
        fields: facts.slice(0, 10).map(({ name, value }) => text(`${name}: ${value}`)),
      },
      {
        type: 'actions',
        elements: [{ type: 'button', text: text(action), url }],
      },
      { type: 'context', elements: [text(footer)] },
    ],
  };
}

/** Escapes the three characters with which links, mentions and entities begin. */
function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Composes an embed. `allowed_mentions` permits no mention at all
 * (https://discord.com/developers/docs/resources/webhook#execute-webhook).
 */
function presentDiscord({ heading, title, url, level, facts, footer }: ServiceMessage): object {
  return {
    content: escapeMarkdown(heading),
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: truncate(escapeMarkdown(title), 256),
        url,
        color: LEVELS[level].color,
        fields: facts.map(({ name, value }) => ({ name, value: escapeMarkdown(value), inline: true })),
        footer: { text: footer },
      },
    ],
  };
}

/**
 * Composes an Adaptive Card, as incoming webhooks and Workflows accept it. Texts of events are `TextRun`s, in which
 * nothing is Markdown; a mention would need a list of mentioned people, which the card does not have
 * (https://adaptivecards.io/explorer/TextRun.html).
 */
function presentTeams({ heading, title, url, action, facts, footer }: ServiceMessage): object {
  const line = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            line(heading, { size: 'Medium', weight: 'Bolder' }),
            line(title),
            ...facts.map(({ name, value }) => ({
              type: 'RichTextBlock',
              spacing: 'None',
              inlines: [
                { type: 'TextRun', text: `${name}: `, weight: 'Bolder' },
                { type: 'TextRun', text: value },
              ],
            })),
            line(footer, { isSubtle: true, size: 'Small' }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: action, url }],
        },
      },
    ],
  };
}

/**
 * Composes a message attachment. Mattermost reads all texts as Markdown, and mentions cannot be switched off, so that
 * every `@` is followed by a character without width
 * (https://developers.mattermost.com/integrate/reference/message-attachments/).
 */
function presentMattermost({ heading, title, url, level, facts, footer }: ServiceMessage): object {
  const escape = (text: string) => escapeMarkdown(text).replaceAll('@', '@\u200b');
  return {
    text: escape(heading),
    attachments: [
      {
        fallback: `${escape(heading)} ${escape(title)}`,
        color: hexColor(level),
        title: escape(title),
        title_link: url,
        fields: facts.map(({ name, value }) => ({ short: true, title: name, value: escape(value) })),
        footer: escape(footer),
      },
    ],
  };
}

/** Puts a backslash before the characters of Markdown, and breaks up URLs and mentions. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~:>]/g, '\\$&');
}

/**
 * Composes a card. Texts of events are in widgets that read HTML, which is escaped; a mention would need a text outside
 * of the card (https://developers.google.com/workspace/chat/format-messages). A message has at most 32,000 bytes.
 */
function presentGoogleChat({ heading, title, url, action, facts, footer }: ServiceMessage): object {
  const button = { text: action, onClick: { openLink: { url } } };
  return {
    // The text of notifications. Without the character with which a mention begins, it has none.
    fallbackText: `${heading} ${title}`.replaceAll('<', '<\u200b'),
    cardsV2: [
      {
        cardId: 'alert',
        card: {
          header: { title: heading },
          sections: [
            {
              widgets: [
                { textParagraph: { text: escapeTags(title) } },
                ...facts.map(({ name, value }) => ({
                  decoratedText: { topLabel: name, text: escapeTags(value), wrapText: true },
                })),
                { buttonList: { buttons: [button] } },
                { textParagraph: { text: escapeTags(footer) } },
              ],
            },
          ],
        },
      },
    ],
  };
}

/**
 * Composes a message of a bot. Without `parse_mode`, nothing in the text is markup, and in a part that is `code`
 * nothing is a mention, a link, a hashtag or a command (https://core.telegram.org/bots/api#messageentity). Offsets are
 * UTF-16 code units, as lengths of strings are. A text has at most 4096 characters.
 */
function requestToTelegram(
  { message }: ServiceContent,
  { url, token = '', target = '' }: WebhookTarget,
): ServiceRequest {
  const entities: object[] = [];
  let text = '';
  const add = (part: string, type?: string) => {
    if (type !== undefined) entities.push({ type, offset: text.length, length: part.length });
    text += part;
  };
  add(message.heading, 'code');
  add('\n');
  add(message.title, 'code');
  for (const { name, value } of message.facts) {
    add(`\n${name}: `);
    add(value, 'code');
  }
  add(`\n\n${message.action}: ${message.url}\n`);
  add(message.footer, 'code');
  const [chat = '', topic] = target.split('/');
  return {
    url: endpoint(url, `/bot${token}/sendMessage`),
    body: {
      chat_id: chat,
      ...(topic !== undefined && { message_thread_id: Number(topic) }),
      text,
      entities,
      link_preview_options: { is_disabled: true },
    },
  };
}

/** Number of bytes of a message, above which ntfy makes it a file (https://docs.ntfy.sh/publish/#limitations). */
const MAX_NTFY_BYTES = 4_096;

/**
 * Composes a notification. It is plain text, in which apps make links of addresses: these are broken up. JSON is posted
 * to the root of the server, and the topic is the last part of the path of the URL.
 */
function requestToNtfy({ message }: ServiceContent, { url, token }: WebhookTarget): ServiceRequest {
  const { heading, title, facts, footer, level } = message;
  const address = new URL(url);
  const [, root = '/', topic = ''] = /^(.*\/)([^/]*)\/?$/.exec(address.pathname) ?? [];
  address.pathname = root;
  const lines = [title, ...facts.map(({ name, value }) => `${name}: ${value}`), footer].map(unlink);
  return {
    url: address.href,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    body: {
      topic: decodeURIComponent(topic),
      title: unlink(heading),
      message: truncateBytes(lines.join('\n'), MAX_NTFY_BYTES),
      priority: LEVELS[level].urgency,
      click: message.url,
    },
  };
}

/** Breaks up URLs and e-mail addresses, so that apps do not turn them into links. */
function unlink(text: string): string {
  return text.replace(/:(?=\/\/)|@(?=\w)|(?<=\w)\.(?=\w)/g, '$&\u200b');
}

/** Truncates a text to a number of bytes in UTF-8. */
function truncateBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  // A character that is cut becomes a replacement character, which has three bytes.
  return encoded.toString('utf8', 0, bytes - 3).replace(/\ufffd$/, '') + '...';
}

/**
 * Composes a message in a channel, with a topic for each issue. Zulip's Markdown has no escapes: texts of events are
 * code, in which nothing is a mention, a link or markup (https://zulip.com/help/code-blocks). A topic has at most 60
 * characters, a message 10,000.
 */
function requestToZulip({ message }: ServiceContent, { url, token = '', target = '' }: WebhookTarget): ServiceRequest {
  const { heading, topic, title, facts, action, footer } = message;
  const code = (text: string) => `\`${text.replaceAll('`', '\u02cb')}\``;
  const content = [
    `**${code(heading)}**`,
    ...['```text', title.replaceAll('`', '\u02cb'), '```'],
    ...facts.map(({ name, value }) => `* ${name}: ${code(value)}`),
    '',
    `[${action}](${message.url})`,
    code(footer),
  ];
  return {
    url: endpoint(url, '/api/v1/messages'),
    headers: { Authorization: `Basic ${Buffer.from(token).toString('base64')}` },
    body: new URLSearchParams({ type: 'stream', to: target, topic: truncate(topic, 60), content: content.join('\n') }),
  };
}

/**
 * Composes an event of the Events API v2: one that triggers an incident, or resolves it. All of its texts are plain. A
 * summary has at most 1024 characters, a key 255 (https://developer.pagerduty.com/docs/events-api-v2/trigger-events/).
 */
function requestToPagerDuty({ message }: ServiceContent, { url, token = '' }: WebhookTarget): ServiceRequest {
  const { heading, title, level, incident, isOver, source } = message;
  const event = { routing_key: token, event_action: isOver ? 'resolve' : 'trigger', dedup_key: incident };
  if (isOver) return { url: endpoint(url, '/v2/enqueue'), body: event };
  return {
    url: endpoint(url, '/v2/enqueue'),
    body: {
      ...event,
      client: 'Culprit',
      client_url: message.url,
      links: [{ href: message.url, text: message.action }],
      payload: {
        summary: truncate(`${heading} ${title}`, 1_024),
        source,
        severity: LEVELS[level].severity,
        custom_details: detailsOf(message),
      },
    },
  };
}

/**
 * Composes a request that creates an alert, or closes it. Opsgenie reads HTML in texts, so that no tag may begin in
 * them. A message has at most 130 characters, a description 15,000, details 8000
 * (https://docs.opsgenie.com/docs/alert-api).
 */
function requestToOpsgenie({ message }: ServiceContent, { url, token = '' }: WebhookTarget): ServiceRequest {
  const { heading, title, level, incident, isOver, source } = message;
  const plain = (text: string) => text.replace(/[<&]/g, '$&\u200b');
  const alerts = endpoint(url, '/v2/alerts');
  const headers = { Authorization: `GenieKey ${token}` };
  if (isOver) {
    const closed = new URL(endpoint(alerts, `/${encodeURIComponent(incident)}/close`));
    closed.searchParams.set('identifierType', 'alias');
    return { url: closed.href, headers, body: { source: 'Culprit' } };
  }
  return {
    url: alerts,
    headers,
    body: {
      message: truncate(plain(`${heading} ${title}`), 130),
      alias: incident,
      description: plain(`${heading}\n${title}\n${message.url}`),
      entity: source,
      source: 'Culprit',
      priority: LEVELS[level].priority,
      details: detailsOf(message, plain),
    },
  };
}

/** Returns the facts of a message and its sender by their names. */
function detailsOf({ facts, footer }: ServiceMessage, escape = (text: string) => text): Record<string, string> {
  const all = [...facts, { name: 'Sent by', value: footer }];
  return Object.fromEntries(all.map(({ name, value }) => [name, escape(value)]));
}
