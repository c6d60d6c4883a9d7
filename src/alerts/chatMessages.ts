import type { WebhookFormat } from '../domain/alertRule';
import type { Level } from '../domain/event';
import { truncate } from '../domain/text';
import { type AlertContent, type AlertDetails, authorOf } from './channel';
import { type CrashFreeContent, describeCrashFree } from './crashFree';

/** The formats of other services' incoming webhooks. */
export type ChatFormat = Exclude<WebhookFormat, 'culprit'>;

/** The contents of a message: plain texts without line breaks. Each format escapes them in its own way. */
export interface ChatMessage {
  /** Description of what happened, with the short id of the issue. */
  readonly heading: string;
  readonly title: string;
  readonly url: string;
  /** Name of the link. */
  readonly action: string;
  readonly level: Level;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly footer: string;
}

/** Maximum numbers of characters. Titles and values of events can be long; messages should take a few lines. */
const MAX_TITLE = 200;
const MAX_VALUE = 200;
/** What somebody wrote is longer; a section of Slack holds 3000 characters. */
const MAX_MESSAGE = 1_000;
const LISTED_TAGS = ['environment', 'release'] as const;

/** Composes the body of a request to the incoming webhook of another service. */
export function presentChatMessage(format: ChatFormat, message: ChatMessage): object {
  return PRESENTERS[format](message);
}

const PRESENTERS: Readonly<Record<ChatFormat, (message: ChatMessage) => object>> = {
  slack: presentSlack,
  discord: presentDiscord,
  msteams: presentTeams,
  mattermost: presentMattermost,
};

/** Composes the message about alerts. */
export function composeAlertMessage({ project, rule, alerts: [alert], more }: AlertContent): ChatMessage {
  const { issue, shortId, url, what, feedback } = alert;
  return {
    heading: plain(`${what}: ${shortId}`, MAX_TITLE),
    title: feedback === null ? plain(issue.title, MAX_TITLE) || 'Untitled' : plain(feedback.message, MAX_MESSAGE),
    url,
    action: 'Open issue',
    level: issue.level,
    facts: shownFacts([
      { name: 'From', value: feedback === null ? '' : authorOf(feedback) },
      { name: 'Project', value: project.name },
      { name: 'Level', value: issue.level },
      { name: 'Culprit', value: feedback === null ? (issue.culprit ?? '') : '' },
      ...LISTED_TAGS.map((key) => ({ name: key === 'release' ? 'Release' : 'Environment', value: tagOf(alert, key) })),
      { name: 'Events', value: `${issue.timesSeen}` },
      { name: 'Users', value: `${issue.userCount}` },
      { name: 'First seen', value: formatTime(issue.firstSeen) },
      { name: 'Last seen', value: formatTime(issue.lastSeen) },
      { name: 'Further alerts', value: more === 0 ? '' : `${more}` },
    ]),
    footer: footerOf(rule),
  };
}

/** Composes the message about sessions or users. */
export function composeCrashFreeMessage({ rule, ...content }: CrashFreeContent): ChatMessage {
  const { subject, facts } = describeCrashFree(content);
  return {
    heading: plain(subject, MAX_TITLE),
    title: plain(content.project.name, MAX_TITLE),
    url: content.url,
    action: 'Open project',
    level: content.kind === 'crashFree.low' ? 'error' : 'info',
    facts: shownFacts(facts),
    footer: footerOf(rule),
  };
}

function footerOf(rule: AlertContent['rule']): string {
  return plain(rule === null ? 'Culprit' : `Culprit, alert rule ${rule.name}`, MAX_VALUE);
}

/** Returns facts as they are shown, without those that have no value. */
function shownFacts(facts: ChatMessage['facts']): ChatMessage['facts'] {
  return facts.flatMap(({ name, value }) => {
    const text = plain(value, MAX_VALUE);
    return text === '' ? [] : [{ name, value: text }];
  });
}

function tagOf({ tags }: AlertDetails, tagKey: string): string {
  return tags.find(({ key }) => key === tagKey)?.value ?? '';
}

/** Replaces line breaks and invisible characters, and limits the length. */
function plain(text: string, limit: number): string {
  return truncate(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069]+/gu, ' ').trim(), limit);
}

function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const COLORS: Readonly<Record<Level, number>> = {
  fatal: 0x7f1d1d,
  error: 0xdc2626,
  warning: 0xd97706,
  info: 0x2563eb,
  debug: 0x6b7280,
};

function hexColor(level: Level): string {
  return `#${COLORS[level].toString(16).padStart(6, '0')}`;
}

/**
 * Composes a message of Block Kit. Texts of events are `plain_text`, in which nothing is a link or a mention. Slack
 * reads only the fallback (`text`) as its own markup, so that this is escaped and its formatting is off
 * (https://docs.slack.dev/messaging/formatting-message-text).
 */
function presentSlack({ heading, title, url, action, facts, footer }: ChatMessage): object {
  const text = (value: string) => ({ type: 'plain_text', text: value, emoji: false });
  return {
    text: escapeSlack(`${heading} ${title}`),
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
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Composes an embed. `allowed_mentions` permits no mention at all
 * (https://discord.com/developers/docs/resources/webhook#execute-webhook).
 */
function presentDiscord({ heading, title, url, level, facts, footer }: ChatMessage): object {
  return {
    content: escapeMarkdown(heading),
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: truncate(escapeMarkdown(title), 256),
        url,
        color: COLORS[level],
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
function presentTeams({ heading, title, url, action, facts, footer }: ChatMessage): object {
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
function presentMattermost({ heading, title, url, level, facts, footer }: ChatMessage): object {
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
